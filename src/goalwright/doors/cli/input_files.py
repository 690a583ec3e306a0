"""Reading the files that commands are given."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

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
