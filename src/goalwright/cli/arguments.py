"""The arguments as typed, brought into the form that the parser takes."""

from __future__ import annotations

import re
from collections.abc import Sequence

SENTENCE_COMMAND = "run"
EVERY_STEP = "all"

_NUMBER = re.compile(r"-?\d+")


def normalised(arguments: Sequence[str]) -> list[str]:
    """The same arguments, a sentence led by its command and a bare `--steps` given its value."""
    return _with_steps(_with_command(list(arguments)))


def wants_json(arguments: Sequence[str]) -> bool:
    """Whether errors, too, are to be JSON; asked before, or without, the arguments having been understood."""
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    return "--json" in options


def _with_command(arguments: list[str]) -> list[str]:
    """No command has a space in its name: what has one, and comes first, is a sentence."""
    first = next((argument for argument in arguments if not argument.startswith("-")), None)
    is_sentence = first is not None and (" " in first or not first.strip())
    return [SENTENCE_COMMAND, *arguments] if is_sentence and arguments[0] != SENTENCE_COMMAND else arguments


def _with_steps(arguments: list[str]) -> list[str]:
    """The parser knows no option whose value may be left out, so each `--steps` gets one."""
    written: list[str] = []
    rest = iter(arguments)
    for argument in rest:
        if argument == "--":
            return [*written, argument, *rest]
        if written and written[-1] == "--steps":
            is_value = _NUMBER.fullmatch(argument) is not None
            written[-1] = f"--steps={argument if is_value else EVERY_STEP}"
            if is_value:
                continue
        written.append(argument)
    if written and written[-1] == "--steps":
        written[-1] = f"--steps={EVERY_STEP}"
    return written
