"""What commands can be told: their functions say it in their signatures, and two parsers read it there.

`quick_call` understands the command lines that are typed every day. Whatever it is not sure of, mistakes and `--help`
included, is left to Typer, which takes as long to load as a sentence takes to be carried out.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Annotated, Any, get_args

from goalwright.doors.cli.command_line import COMMANDS
from goalwright.named_tuple import NamedTuple

_MOST_DIGITS = 9
DOORS: Mapping[str, str] = {"serve": "web", "service": "web"}
"""Commands that open another door, which has their modules."""


class Parameter(NamedTuple):
    """An argument or, with names, an option; `settings` are those of Typer."""

    names: tuple[str, ...]
    settings: Mapping[str, Any]


def Argument(**settings: Any) -> Parameter:  # noqa: N802  # stands in signatures as Typer's own does
    """An argument without a name of its own."""
    return Parameter((), settings)


def Option(*names: str, **settings: Any) -> Parameter:  # noqa: N802
    """An option with these names."""
    return Parameter(names, settings)


# What several commands can be told.
AsJson = Annotated[bool, Option("--json", help="Answer with one JSON document.")]
Sentence = Annotated[str, Argument(metavar="SENTENCE", help="What to do, in words.")]
MaybeSentence = Annotated[str | None, Argument(metavar="SENTENCE", help="What to do, in words.")]
GoalsFile = Annotated[
    str | None, Option("--goals", metavar="FILE", help="Goals instead of a sentence, or - for standard input.")
]
DryRun = Annotated[bool, Option("--dry-run", help="Show what would be done, and do nothing.")]
Yes = Annotated[bool, Option("--yes", "-y", help="Approve this plan, whatever its risk.")]
AskThen = Annotated[bool, Option("--ask-then", help="Have a job ask each time before it does what is of high risk.")]
Verbose = Annotated[bool, Option("--verbose", "-v", help="Say why each action is needed.")]
Limit = Annotated[int, Option("--limit", "-n", metavar="N", min=1, help="At most this many.")]


def command_function(name: str) -> Callable[..., int]:
    """What a command does: the function of its name, in the module of its name, in the door that it belongs to."""
    door = DOORS.get(name, "cli")
    function: Callable[..., int] = getattr(import_module(f"goalwright.doors.{door}.{name}_command"), name)
    return function


def parameters(function: Callable[..., int]) -> Iterator[tuple[str, Any, Parameter]]:
    """The parameters of a command in order: name, type, and what the command line has of it."""
    known = function.__globals__
    for name, hint in function.__annotations__.items():
        if name != "return":
            # typing.get_type_hints does the same, and takes several times as long.
            kind, told = get_args(known[hint] if hint in known else eval(hint, known))
            yield name, kind, told


def wrong_argument(problem: str, hint: str | None = None) -> Exception:
    """The error for an argument that no command can do anything with, as the parser itself would raise it."""
    import typer

    return typer.BadParameter(problem, param_hint=hint)


def is_wrong_argument(error: Exception) -> bool:
    typer = sys.modules.get("typer")
    return typer is not None and isinstance(error, typer.BadParameter)


def quick_call(arguments: Sequence[str]) -> Callable[[], int] | None:
    """The call that a command line asks for; None if it is not plain enough to be sure."""
    if not arguments or arguments[0] not in COMMANDS:
        return None
    function = command_function(arguments[0])
    known = list(parameters(function))
    options = {spelt: (name, kind, told) for name, kind, told in known for spelt in told.names}
    places = iter([(name, kind, told) for name, kind, told in known if not told.names])
    given: dict[str, Any] = {}
    rest = iter(arguments[1:])
    for argument in rest:
        if not argument.startswith("-"):
            name, kind, told = next(places, (None, None, Argument()))
            value: Any = argument if _is_text(kind) and _may_be(argument, told) else None
        else:
            name, value = _option(argument, options, rest)
        if name is None or value is None or (name in given and value is not True):
            return None
        given[name] = value
    required = len(known) - len(function.__defaults__ or ()) - len(function.__kwdefaults__ or ())
    return partial(function, **given) if all(name in given for name, _, _ in known[:required]) else None


def _may_be(argument: str, told: Parameter) -> bool:
    """Whether an argument may be given so.

    An empty one is a script's variable that was not set: "the last run" would be a dangerous reading of
    `goalwright undo "$RUN"`. An empty sentence has an answer of its own.
    """
    return bool(argument) or "SENTENCE" in told.settings.get("metavar", "")


def _option(argument: str, options: Mapping[str, tuple[str, Any, Parameter]], rest: Iterator[str]) -> tuple[Any, Any]:
    spelt, has_value, value = argument.partition("=")
    if spelt not in options or (has_value and not spelt.startswith("--")):
        return None, None
    name, kind, told = options[spelt]
    if kind is bool:
        return name, None if has_value else True
    text = value if has_value else next(rest, None)
    if text is None or (text.startswith("-") and not has_value and text != "-"):
        return name, None
    if kind is int:
        is_number = text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS
        return name, int(text) if is_number and int(text) >= told.settings.get("min", 0) else None
    return name, text if _is_text(kind) else None


def _is_text(kind: Any) -> bool:
    return kind is str or kind == str | None
