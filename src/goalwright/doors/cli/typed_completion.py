"""What Tab offers in a conversation: verbs at the start of a command, files and folders further on."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from goalwright.doors.cli.command_line import COMMANDS

if TYPE_CHECKING:
    from goalwright.app import Goalwright

_MOST = 200


class TypedCompleter(Completer):
    """Completes the word before the cursor."""

    def __init__(self, gw: Goalwright) -> None:
        self._gw = gw

    @cached_property
    def _verbs(self) -> list[str]:
        return sorted({*COMMANDS, *self._gw.parts.interpreter.grammar.grammar.heads})

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:  # noqa: ARG002  # the library's own signature
        before = document.text_before_cursor.lstrip()
        if " " not in before:
            verbs = (verb for verb in self._verbs if verb.startswith(before.casefold()))
            return [Completion(f"{verb} ", -len(before), display=verb) for verb in verbs]
        return self._paths(_open_word(before))

    def _paths(self, typed: str) -> Iterator[Completion]:
        bare = typed.removeprefix('"')
        folder, _, start = bare.rpartition("/")
        top = Path(folder or ("/" if bare.startswith("/") else ".")).expanduser()
        for name, is_folder in _entries(self._gw.cwd / top, start):
            path = f"{folder}/{name}" if "/" in bare else name
            ending = "/" if is_folder else ""
            is_quoted = typed.startswith('"') or " " in path
            text = f'"{path}{ending}' + ("" if is_folder else '"') if is_quoted else f"{path}{ending}"
            yield Completion(text, -len(typed), display=name + ending)


def _open_word(text: str) -> str:
    """The word that is being typed; one in quotes may have spaces in it."""
    if text.count('"') % 2:
        return text[text.rindex('"') :]
    return text.rpartition(" ")[2]


def _entries(folder: Path, start: str) -> list[tuple[str, bool]]:
    """What in a folder begins so, with whether it is a folder; what is hidden only if it is asked for."""
    try:
        with os.scandir(folder) as entries:
            fitting = (entry for entry in entries if entry.name.startswith(start) and entry.name.isprintable())
            found = [(entry.name, entry.is_dir()) for entry in fitting if start or not entry.name.startswith(".")]
    except OSError:
        return []
    return sorted(found)[:_MOST]
