"""A keyring in a file, for tests in several processes: behind keyring's own API, but never chosen by itself."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import ClassVar

from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked, PasswordDeleteError

FILE_VARIABLE = "TESTS_KEYRING_FILE"
CHOSEN = {"PYTHON_KEYRING_BACKEND": f"{__name__}.FileKeyring"}
"""What makes a process use it."""


class FileKeyring(KeyringBackend):
    """Keeps passwords as JSON in the file that the environment names; locked while there is a file beside it."""

    priority: ClassVar[float] = -1

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # keyring leaves it untyped

    def get_password(self, service: str, username: str) -> str | None:
        return self._read().get(f"{service} {username}")

    def set_password(self, service: str, username: str, password: str) -> None:
        self._write({**self._read(), f"{service} {username}": password})

    def delete_password(self, service: str, username: str) -> None:
        kept = self._read()
        if kept.pop(f"{service} {username}", None) is None:
            raise PasswordDeleteError(username)
        self._write(kept)

    @property
    def _file(self) -> Path:
        file = Path(os.environ[FILE_VARIABLE])
        if file.with_suffix(".locked").exists():
            raise KeyringLocked("The keyring is locked.")
        return file

    def _read(self) -> dict[str, str]:
        return dict(json.loads(self._file.read_text())) if self._file.exists() else {}

    def _write(self, kept: dict[str, str]) -> None:
        self._file.write_text(json.dumps(kept))
