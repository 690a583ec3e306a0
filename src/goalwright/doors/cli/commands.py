"""The commands there are, as the parser sees them; the module of each is loaded when it is asked for."""

from __future__ import annotations

import difflib
import inspect
import sys
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from goalwright import __version__
from goalwright.doors.cli.command_line import COMMANDS, SECTIONS
from goalwright.doors.cli.parameters import command_function, parameters
from goalwright.doors.cli.wrong_usage import StrictCommand

EPILOG = """\b
Example:
  goalwright "create a folder trip and put notes.txt in it saying hello"
  goalwright undo

\b
Exit codes: 0 done, 1 internal error, 2 wrong arguments or files, 3 not understood,
4 not plannable, 5 an action failed, 6 approval needed or refused, 7 the world has
changed, 8 hosts of a fleet are still to come, 130 interrupted. Every command
takes --json.
"""
_SETTINGS: dict[str, Any] = {
    "add_completion": False,
    "rich_markup_mode": None,
    "pretty_exceptions_enable": False,
    "context_settings": {"help_option_names": ["-h", "--help"]},
}


class Commands(TyperGroup):
    """The group of all commands. A command's module has its name, a function of that name, and its EPILOG."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002  # the parser's own signature
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        app, function = typer.Typer(**_SETTINGS), command_function(cmd_name)
        app.command(cmd_name, cls=StrictCommand, epilog=sys.modules[function.__module__].EPILOG)(
            _in_typers_words(function)
        )
        return typer.main.get_command(app)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        near = difflib.get_close_matches(args[0][:40], COMMANDS, n=1)
        if near and args[0] not in COMMANDS:
            ctx.fail(f"no command is called {args[0][:40]!r}: did you mean {near[0]!r}?")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002
        width = max(map(len, COMMANDS))
        for title, names in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl([(f"{name:<{width}}", _promise(name)) for name in names])


def command() -> Any:
    app = typer.Typer(cls=Commands, **_SETTINGS)
    app.callback(invoke_without_command=True, epilog=EPILOG)(_start)
    return typer.main.get_command(app)


def _in_typers_words(function: Callable[..., int]) -> Callable[..., int]:
    """The same function, its parameters said as Typer wants them."""
    said: dict[str, Any] = {"return": int}
    for name, kind, told in parameters(function):
        info: Any = typer.Option if told.names else typer.Argument
        said[name] = Annotated[kind, info(*told.names, **told.settings)]

    @wraps(function)
    def told_to(**given: Any) -> int:
        return function(**given)

    own = inspect.signature(function)
    changed = [parameter.replace(annotation=said[name]) for name, parameter in own.parameters.items()]
    told_to.__signature__ = own.replace(parameters=changed)  # type: ignore[attr-defined]  # inspect looks for it
    told_to.__annotations__ = said
    return told_to


def _promise(name: str) -> str:
    return (inspect.getdoc(command_function(name)) or "").partition("\n")[0]


def _start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.", is_eager=True)] = False,
) -> None:
    """Turn a sentence into a plan you can read, and run exactly that plan.

    Without arguments, at a terminal, it holds a conversation: one command after another, in which "it", "them",
    "again" and "undo that" point at the one before.
    """
    if version:
        typer.echo(f"goalwright {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
