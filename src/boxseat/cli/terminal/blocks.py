"""Layout of the screen: blocks of lines, side by side, in rows, framed or centred."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from rich.text import Text

Block = Sequence[Text]
"""Lines of text; the longest is the block's width."""

ROUND = tuple("╭─╮│╰╯")
HEAVY = tuple("┏━┓┃┗┛")
PLAIN = tuple("+-+|++")
"""Corners and edges of a frame: above left, across, above right, upright, below left, below right."""


def width_of(block: Block) -> int:
    """The width of a block in cells."""
    return max((line.cell_len for line in block), default=0)


def in_rows(blocks: Sequence[Block], width: int, *, gap: int = 1) -> list[list[Block]]:
    """Blocks arranged in rows not wider than `width`, as many in a row as fit."""
    rows: list[list[Block]] = []
    used = 0
    for block in blocks:
        wide = width_of(block)
        if rows and used + gap + wide <= width:
            rows[-1].append(block)
            used += gap + wide
        else:
            rows.append([block])
            used = wide
    return rows


def beside(blocks: Sequence[Block], *, gap: int = 1) -> list[Text]:
    """Blocks side by side, aligned at the top."""
    lines = []
    widths = [width_of(block) for block in blocks]
    for number in range(max((len(block) for block in blocks), default=0)):
        line = Text()
        for place, block in enumerate(blocks):
            part = block[number] if number < len(block) else Text()
            line.append_text(part)
            if place < len(blocks) - 1:
                line.append(" " * (widths[place] - part.cell_len + gap))
        lines.append(line)
    return lines


def wrapped(blocks: Sequence[Block], width: int, *, gap: int = 1) -> list[Text]:
    """Blocks side by side, wrapped into rows not wider than `width`."""
    return [line for row in in_rows(blocks, width, gap=gap) for line in beside(row, gap=gap)]


class FramedBlock(NamedTuple):
    """A block with a frame around it and a title in the upper edge."""

    inside: Block
    title: Text
    edges: tuple[str, ...]
    style: str

    def lines(self, height: int = 0) -> list[Text]:
        """The frame and its content, filled with blank lines up to `height`."""
        left, across, right, upright, below_left, below_right = self.edges
        wide = max(width_of(self.inside), self.title.cell_len + 2)
        top = Text(f"{left}{across} ", self.style).append_text(self.title)
        lines = [top.append(f" {across * (wide - self.title.cell_len - 1)}{right}", self.style)]
        for line in [*self.inside, *(Text() for _ in range(height - len(self.inside) - 2))]:
            padding = " " * (wide - line.cell_len)
            lines.append(Text.assemble((upright, self.style), " ", line, padding, " ", (upright, self.style)))
        return [*lines, Text(f"{below_left}{across * (wide + 2)}{below_right}", self.style)]


def levelled(frames: Sequence[FramedBlock], width: int) -> Iterator[list[Text]]:
    """Frames in rows not wider than `width`, equally high within a row."""
    left = iter(frames)
    for row in in_rows([frame.lines() for frame in frames], width):
        height = max(map(len, row))
        yield beside([frame.lines(height) for frame in islice(left, len(row))])


def centred(block: Block, width: int) -> list[Text]:
    """A block centred in `width`."""
    margin = " " * max(0, (width - width_of(block)) // 2)
    return [Text(margin).append_text(line) for line in block]
