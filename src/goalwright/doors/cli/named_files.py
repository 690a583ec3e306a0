"""The files that commands are given to read or to write: written whole or not at all, never over what may be missed."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

from goalwright.doors.cli.parameters import wrong_argument
from goalwright.errors import GoalwrightError

STANDARD_INPUT = "-"
MAX_BYTES = 64 * 2**20

Refusal = Callable[[str, str], GoalwrightError]
"""Makes the error for a file, by its name, that cannot be read for a reason."""


def read_input(name: str, refusal: Refusal) -> bytes:
    """The bytes of a file, or of standard input for `-`; never more than MAX_BYTES."""
    source = source_name(name)
    try:
        content = _read(name)
    except FileNotFoundError:
        raise refusal(source, "does not exist: check the name") from None
    except IsADirectoryError:
        raise refusal(source, "is a folder: name a file in it") from None
    except PermissionError:
        raise refusal(source, "may not be read: check its permissions") from None
    except (OSError, ValueError) as error:
        problem = getattr(error, "strerror", None) or str(error)
        raise refusal(source, f"cannot be read ({problem}): name another file") from None
    if len(content) > MAX_BYTES:
        raise refusal(source, f"is larger than {MAX_BYTES // 2**20} MiB: split it")
    return content


def source_name(name: str) -> str:
    """What errors call the file."""
    return "standard input" if name == STANDARD_INPUT else name


def _read(name: str) -> bytes:
    if name != STANDARD_INPUT:
        with Path(name).open("rb") as file:
            return file.read(MAX_BYTES + 1)
    if sys.stdin is None:
        raise ValueError("it is closed")
    return sys.stdin.buffer.read(MAX_BYTES + 1)


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
    raise wrong_argument(f"{name!r} {problem}", "--output")
