"""The commands there are, as the parser sees them."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from goalwright import __version__
from goalwright.cli.arguments import SENTENCE_COMMAND
from goalwright.cli.interpret import EPILOG as INTERPRET_EPILOG
from goalwright.cli.interpret import interpret
from goalwright.cli.plan import EPILOG as PLAN_EPILOG
from goalwright.cli.plan import plan
from goalwright.cli.rules import EPILOG as RULES_EPILOG
from goalwright.cli.rules import rules
from goalwright.cli.sentence import sentence
from goalwright.cli.tools import EPILOG as TOOLS_EPILOG
from goalwright.cli.tools import tools
from goalwright.cli.validate import EPILOG as VALIDATE_EPILOG
from goalwright.cli.validate import validate

EPILOG = """\b
Exit codes: 0 done, 1 internal error, 2 wrong arguments or files, 3 not understood,
4 not plannable, 130 interrupted. Every command takes --json.
"""
_HELP_NAMES = {"help_option_names": ["-h", "--help"]}


def command() -> Any:
    """The parser with all its commands."""
    app = typer.Typer(
        add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False, context_settings=_HELP_NAMES
    )
    app.callback(invoke_without_command=True, epilog=EPILOG)(_start)
    for name, function, epilog in (
        ("interpret", interpret, INTERPRET_EPILOG),
        ("plan", plan, PLAN_EPILOG),
        ("rules", rules, RULES_EPILOG),
        ("tools", tools, TOOLS_EPILOG),
        ("validate", validate, VALIDATE_EPILOG),
    ):
        app.command(name, epilog=epilog)(function)
    app.command(SENTENCE_COMMAND, hidden=True)(sentence)
    return typer.main.get_command(app)


def _start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.", is_eager=True)] = False,
) -> None:
    """Turn a sentence into the shortest plan that does what was said."""
    if version:
        typer.echo(f"goalwright {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
