"""What is wrong with a command line, in one line: the parser's errors, said as the rest of the program says things."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from typer import BadParameter, TyperException
from typer._click.exceptions import BadOptionUsage, MissingParameter, NoSuchOption  # Typer exports no other way to them
from typer.core import TyperCommand

if TYPE_CHECKING:
    from pydantic import ValidationError

LARGEST = 999_999_999
"""No number on a command line need be larger; SQLite and clocks refuse what is far beyond."""
_EXTRA = "Got unexpected extra argument(s) ("
_VALUES: Mapping[str, Callable[[Any, Mapping[str, Any]], str]] = {
    "int_parsing": lambda given, _: f"{given!r} is not a whole number",
    "greater_than_equal": lambda _, limits: f"write {limits['ge']} or more",
    "less_than_equal": lambda _, limits: f"write {limits['le']} or less",
}
"""By pydantic's name for what is wrong with a value, how we say it."""


class StrictCommand(TyperCommand):
    """A command whose errors know it, and that takes an empty word for a mistake: a script's variable was not set."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        try:
            rest = super().parse_args(ctx, args)
        except BadOptionUsage as error:
            error.ctx = error.ctx or ctx
            raise
        for param in self.params:
            _check(ctx, param, ctx.params.get(param.name))
        return rest


def _check(ctx: Any, param: Any, value: object) -> None:
    source = ctx.get_parameter_source(param.name)
    if source is None or source.name != "COMMANDLINE":
        return
    if type(value) is int and value > LARGEST:
        raise BadParameter(f"write {LARGEST} or less", ctx=ctx, param=param)
    if value == "" and param.param_type_name == "argument" and "SENTENCE" not in param.metavar:
        raise BadParameter("an empty text names nothing: leave it out, or write one", ctx=ctx, param=param)


def usage_line(error: BaseException) -> str | None:
    """What is wrong with the arguments, if that is what the parser says, and where to read on."""
    if not isinstance(error, TyperException):
        return None
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "goalwright"
    problem = _problem(error, context)
    return f"{problem} See `{command} --help`" if problem.endswith("?") else f"{problem}; see `{command} --help`"


def _problem(error: TyperException, context: Any) -> str:
    match error:
        case NoSuchOption(option_name=name, possibilities=near):
            return f"no option is called {name!r}" + (f": did you mean {min(near)!r}?" if near else "")
        case MissingParameter(param=param) if param is not None:
            choices = param.type_descriptor.choices
            return f"an argument is missing: use {_listed(choices)}" if choices else f"{param.metavar} is missing"
        case BadParameter():
            return _wrong_value(error)
    said = error.format_message().rstrip(".")
    if said.startswith(_EXTRA):
        quotes = ": put quotes around the whole sentence" if _takes_sentence(context) else ""
        return f"unexpected argument {said[len(_EXTRA) : -1]!r}{quotes}"
    return f"{said[:1].lower()}{said[1:]}"


def _wrong_value(error: BadParameter) -> str:
    param, cause = error.param, error.__cause__
    if param is None:
        return f"{error.param_hint}: {error.message}" if error.param_hint else error.message
    from pydantic import ValidationError  # heavy, and only for a complaint

    choices = param.type_descriptor.choices
    if choices and isinstance(cause, ValidationError):
        return f"{_given(cause)!r} is unknown: use {_listed(choices)}"
    name = param.metavar if param.param_type_name == "argument" else max(param.opts, key=len)
    return f"{name}: {_value_words(cause) if isinstance(cause, ValidationError) else error.message}"


def _value_words(cause: ValidationError) -> str:
    """What pydantic has against a value, in our words."""
    wrong = cause.errors()[0]
    words = _VALUES.get(wrong["type"])
    return words(_given(cause), wrong.get("ctx", {})) if words else wrong["msg"]


def _given(cause: ValidationError) -> str:
    return str(cause.errors()[0]["input"])[:40]


def _listed(choices: Any) -> str:
    *most, last = (str(choice) for choice in choices)
    return f"{', '.join(most)} or {last}" if most else last


def _takes_sentence(context: Any) -> bool:
    return context is not None and "SENTENCE" in [param.metavar for param in context.command.params]
