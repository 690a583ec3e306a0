"""A keyring for commands that run in a process of their own, where a machine may have none."""

from __future__ import annotations

from pathlib import Path

from tools.browser.file_keyring import CHOSEN, FILE_VARIABLE

TESTS = Path(__file__).parents[1]


def keyring_in(file: Path, *sources: str) -> dict[str, str]:
    """The variables with which a command keeps its passwords in a file."""
    return {**CHOSEN, FILE_VARIABLE: str(file), "PYTHONPATH": ":".join([*sources, str(TESTS)])}
