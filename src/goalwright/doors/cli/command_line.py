"""The arguments as typed, brought into the form that the parser takes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

SENTENCE_COMMAND = "run"
EVERY_STEP = "all"
COMPLETION_VARIABLE = "_GOALWRIGHT_COMPLETE"
"""Set by a shell that wants to know how a command line may go on."""
SECTIONS: Mapping[str, tuple[str, ...]] = {
    "Do": ("run", "plan", "apply", "approve", "stop", "resume", "undo"),
    "Look back": ("history", "show", "watch", "facts", "clean"),
    "Later and again": ("jobs", "serve", "service"),
    "Understand": ("explain", "interpret", "rules", "validate"),
    "Many machines": ("fleet", "worker"),
    "This machine": ("tools", "mcp", "world", "doctor", "config", "secret", "completion"),
}
"""The names of all commands, under the headings that the help puts them."""
COMMANDS = tuple(name for names in SECTIONS.values() for name in names)

_NUMBER = r"-?\d+"


def normalised(arguments: Sequence[str]) -> list[str]:
    """The same arguments, a sentence led by its command, a bare `--steps` given its value, `help` as an option."""
    return _with_steps(_with_command(_with_help(list(arguments))))


def wants_json(arguments: Sequence[str]) -> bool:
    """Whether errors, too, are to be JSON; asked before, or without, the arguments having been understood."""
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    return "--json" in options


def _with_help(arguments: list[str]) -> list[str]:
    """`help` and `help COMMAND`, which many programs know, are no sentences."""
    match arguments:
        case ["help"]:
            return ["--help"]
        case ["help", name] if name in COMMANDS:
            return [name, "--help"]
    return arguments


def _with_command(arguments: list[str]) -> list[str]:
    """Where the first word is no command it begins a sentence, unless it is one misspelt."""
    words = [argument for argument in arguments if not argument.startswith("-")]
    if not words or words[0] in COMMANDS or not (_is_sentence(words[0]) or _is_loose(words)):
        return arguments
    return [SENTENCE_COMMAND, *arguments]


def _is_loose(words: Sequence[str]) -> bool:
    """Whether the words are a sentence without quotes around it: "create a folder" is no misspelt `secret`."""
    return len(words) > 1 and _is_understood(" ".join(words))


def _is_sentence(text: str) -> bool:
    """No command has a space in its name; a word that resembles one must make sense as a sentence."""
    if " " in text or not text.strip():
        return True
    import difflib

    return not difflib.get_close_matches(text[:40], COMMANDS, n=1) or _is_understood(text)


def _is_understood(text: str) -> bool:
    """Whether the grammar takes the text for a sentence; no model is asked about a word."""
    from goalwright.app import Goalwright
    from goalwright.errors import GoalwrightError

    try:
        return Goalwright().is_sentence(text)
    except GoalwrightError:  # its settings or rules cannot be used: the command will say so
        return False


def _with_steps(arguments: list[str]) -> list[str]:
    """The parser knows no option whose value may be left out, so each `--steps` gets one."""
    written: list[str] = []
    rest = iter(arguments)
    for argument in rest:
        if argument == "--":
            return [*written, argument, *rest]
        if written and written[-1] == "--steps":
            is_value = re.fullmatch(_NUMBER, argument) is not None
            written[-1] = f"--steps={argument if is_value else EVERY_STEP}"
            if is_value:
                continue
        written.append(argument)
    if written and written[-1] == "--steps":
        written[-1] = f"--steps={EVERY_STEP}"
    return written
