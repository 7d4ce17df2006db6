"""Entry point of ``boxseat``: registers the commands, and turns a wrong request into one line and exit 2.

A command's implementation is imported when the command runs, so that fast commands start fast.
"""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from boxseat.cli import floor_commands as on_the_floor
from boxseat.cli import odds_commands as by_numbers
from boxseat.cli import play_commands as at_the_table
from boxseat.cli.errors import WrongRequest

COMMANDS = (
    on_the_floor.serve,
    on_the_floor.administrator,
    at_the_table.play,
    at_the_table.train,
    at_the_table.replay,
    at_the_table.rehearse,
    at_the_table.rules,
    by_numbers.strategy,
    by_numbers.simulate,
    by_numbers.ev,
    by_numbers.edge,
    by_numbers.compare,
    at_the_table.verify_shoe,
    on_the_floor.audit,
    on_the_floor.recall,
    on_the_floor.export,
    on_the_floor.backup,
    on_the_floor.restore,
    on_the_floor.verify,
)
"""In the order in which ``boxseat --help`` lists them."""

app = typer.Typer(
    help="Casino twenty-one by the gazetted rules: play, replay, odds, and a server.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

for command in COMMANDS:
    app.command()(command)


def _version(show: bool) -> None:
    if show:
        from boxseat import __version__

        typer.echo(f"boxseat {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _boxseat(
    context: typer.Context,
    _version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        on_the_floor.serve()


def main() -> None:
    """Run a command. If the request is wrong, print one line on standard error and exit 2."""
    try:
        _check_words(sys.argv[1:])
        code = app(standalone_mode=False)
    except WrongRequest as error:
        _refuse(str(error))
    except typer.BadParameter as error:
        _refuse(error.format_message())
    except (KeyboardInterrupt, typer.Abort):
        sys.exit(130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except Exception as error:
        if not hasattr(error, "format_message"):
            raise
        _refuse(error.format_message())
    sys.exit(code if isinstance(code, int) else 0)


def _check_words(words: list[str]) -> None:
    """Refuse arguments that are not UTF-8, which would raise an error later."""
    for word in words:
        try:
            word.encode()
        except UnicodeEncodeError:
            raise WrongRequest(f"{os.fsencode(word)[:80]!r} is not UTF-8 text") from None


def _refuse(reason: str) -> None:
    print(f"boxseat: {' '.join(reason.split())}", file=sys.stderr)  # noqa: T201
    sys.exit(2)
