"""A keyring for commands that run in a process of their own, where a machine may have none."""

from __future__ import annotations

from pathlib import Path

BACKEND = Path(__file__).parent / "backend"


def keyring_in(file: Path, *sources: str) -> dict[str, str]:
    """The variables with which a command keeps its passwords in a file."""
    return {
        "PYTHON_KEYRING_BACKEND": "page_keyring.FileKeyring",
        "PYTHONPATH": ":".join([*sources, str(BACKEND)]),
        "PAGE_KEYRING_FILE": str(file),
    }
