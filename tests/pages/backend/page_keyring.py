"""A keyring in a file, for commands that run in a process of their own; `PYTHON_KEYRING_BACKEND` names it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from keyring.backend import KeyringBackend

FILE_VARIABLE = "PAGE_KEYRING_FILE"


class FileKeyring(KeyringBackend):
    """Keeps passwords in the file that the environment names."""

    priority: Any = 1

    def get_password(self, service: str, username: str) -> str | None:
        return self._kept().get(f"{service}/{username}")

    def set_password(self, service: str, username: str, password: str) -> None:
        self._write({**self._kept(), f"{service}/{username}": password})

    def delete_password(self, service: str, username: str) -> None:
        self._write({name: value for name, value in self._kept().items() if name != f"{service}/{username}"})

    @property
    def _file(self) -> Path:
        return Path(os.environ[FILE_VARIABLE])

    def _kept(self) -> dict[str, str]:
        return json.loads(self._file.read_text("utf-8")) if self._file.exists() else {}

    def _write(self, kept: dict[str, str]) -> None:
        self._file.write_text(json.dumps(kept), "utf-8")
