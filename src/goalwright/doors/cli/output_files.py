"""Writing the files that commands are asked for: whole or not at all, and never over a file that may be missed."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from goalwright.doors.cli.input_files import MAX_BYTES
from goalwright.doors.cli.parameters import wrong_argument


def save_text(text: str, name: str, is_replaceable: Callable[[bytes], bool]) -> None:
    """Write a file. One that is there is replaced only if its content may go."""
    path = Path(name)
    try:
        if path.is_file() and not is_replaceable(_beginning(path)):
            _refuse(name, "exists and is not a saved plan: name another file, or add --force")
        if path.exists() and not path.is_file():
            path.write_text(text, encoding="utf-8")
        else:
            _replace(path, text)
    except (OSError, ValueError) as error:
        problem = getattr(error, "strerror", None) or str(error)
        _refuse(name, f"cannot be written ({problem}): name another file")


def _beginning(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MAX_BYTES)


def _replace(path: Path, text: str) -> None:
    """A reader sees the old file or the new one, never half of it."""
    path = path.resolve()
    draft = path.with_name(f".{path.name[:100]}.{os.getpid()}")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _refuse(name: str, problem: str) -> None:
    raise wrong_argument(f"{name!r} {problem}", "'--output'")
