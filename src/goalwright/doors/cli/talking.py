"""A conversation at a terminal: one command after another, in a process that stays warm."""

from __future__ import annotations

import os
import shlex
import signal
from collections.abc import Callable
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Any

from goalwright.doors.cli.command_line import COMMANDS
from goalwright.doors.cli.door_name import door_name
from goalwright.doors.cli.screen import Line, show

if TYPE_CHECKING:
    from pathlib import Path

    from goalwright.app import Goalwright

PROMPT = "goalwright> "
HISTORY = "history"
LEAVING = frozenset({"exit", "quit"})
HELP = frozenset({"help", "?"})
_GREETING = "Say what to do; “help” tells more, Ctrl-D leaves."
_HELP = """\
Say what to do in words: “find all pdfs in downloads”, then “move them to archive”.
  it, them, that folder, the second one   what the command before was about
  again, do the same with b.txt           the command before, once more or with another
  undo that                               takes it back
Commands work as in a shell, without “goalwright”: history, show, explain "open notes.txt", …
Ctrl-C stops a run, Ctrl-R searches what was said before, Ctrl-D leaves."""


def talk(run: Callable[[list[str], Goalwright], int]) -> int:
    """Have each line that is typed carried out by `run`, until the person leaves."""
    from prompt_toolkit import PromptSession

    from goalwright.app import Goalwright
    from goalwright.doors.cli.typed_completion import TypedCompleter

    signal.signal(signal.SIGINT, signal.default_int_handler)  # which ended the process so far
    with closing(Goalwright(conversation=door_name())) as gw:
        session: Any = PromptSession(
            PROMPT, history=_history(gw.home), completer=TypedCompleter(gw), complete_while_typing=False
        )
        show([Line(((_GREETING, "dim"),))])
        while (line := _typed(session)) is not None:
            if line.casefold() in HELP:
                show(Line(((text, ""),)) for text in _HELP.splitlines())
            elif line:
                run(words_of(line), gw)
    return 0


def _typed(session: Any) -> str | None:
    """The next line; None if the person leaves."""
    try:
        line: str = session.prompt().strip()
    except KeyboardInterrupt:  # the line is dropped, as in a shell
        return ""
    except EOFError:
        return None
    return None if line.casefold() in LEAVING else line


def words_of(line: str) -> list[str]:
    """The arguments that a line stands for: those of a command as a shell splits them, else one sentence."""
    first, _, rest = line.partition(" ")
    if first == "goalwright" and rest:
        line = rest.strip()
        first = line.partition(" ")[0]
    if first in COMMANDS:
        with suppress(ValueError):  # an apostrophe is no quote that was left open
            words = shlex.split(line)
            if len(words) == 1 or words[1].startswith("-") or first not in _ALSO_VERBS:
                return words
    return [line.removesuffix('"').removeprefix('"') if line.count('"') == 2 and line[0] == line[-1] == '"' else line]


_ALSO_VERBS = frozenset({"run", "stop", "show", "clean", "watch", "undo", "resume", "plan"})
"""Commands whose names also begin sentences ("show me the files"); with more than an option behind, they are one."""


def _history(home: Path) -> Any:
    """What was said before, in a file that only its owner can read; in memory where there is no room for one."""
    from prompt_toolkit.history import FileHistory, InMemoryHistory

    file = home / HISTORY
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600))
        file.chmod(0o600)
    except OSError:
        return InMemoryHistory()
    return FileHistory(str(file))
