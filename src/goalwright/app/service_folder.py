"""ServiceFolder: the private files of a service, which tell other processes of the user that it is there."""

from __future__ import annotations

import json
import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from goalwright.errors import JournalError
from goalwright.store.locks import is_locked, take_lock
from goalwright.store.opening import make_private_folder
from goalwright.store.store_faults import faults_told

if TYPE_CHECKING:
    from goalwright.contracts.journal import RunHold

FOLDER = "service"
_FLAGS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_MOST_BYTES = 4_000_000


class ServiceFolder:
    """`home`/service: the token, the address, the sessions, the record of what was asked, each for its owner alone."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self.folder = home / FOLDER

    def hold(self) -> RunHold | None:
        """The right to be the service, until it is given back or the process dies; None while another has it."""
        self._make()
        with faults_told(self.folder):
            return take_lock(self.folder / "lock")

    def is_held(self) -> bool:
        """Whether a service is there."""
        with faults_told(self.folder):
            return is_locked(self.folder / "lock")

    def token(self) -> str:
        """What programs of the user show at every request; made once, and never sent by the service itself."""
        self._make()
        kept = self.read("token")
        if kept:
            return kept.strip()
        self.write("token", secrets.token_urlsafe(32) + "\n")
        return (self.read("token") or "").strip()

    def read(self, name: str) -> str | None:
        """What a file of this name holds; JournalError if others can read it, too. None if there is none."""
        path = self.folder / name
        with faults_told(path):
            try:
                handle = os.open(path, os.O_RDONLY | _FLAGS)
            except FileNotFoundError:
                return None
            with os.fdopen(handle, "rb") as file:
                seen = os.fstat(handle)
                if os.name == "posix" and (seen.st_uid != os.getuid() or stat.S_IMODE(seen.st_mode) & 0o077):
                    raise JournalError(str(path), "can be read by others: remove it, and start the service again")
                return file.read(_MOST_BYTES).decode("utf-8", "replace")

    def write(self, name: str, text: str) -> None:
        """Put a file under the name, in one step; only its owner can read it, from the first byte on."""
        self._make()
        path, draft = self.folder / name, self.folder / f".{name}-{secrets.token_hex(4)}"
        with faults_told(path):
            handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _FLAGS, 0o600)
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    file.write(text)
                draft.replace(path)
            except BaseException:
                draft.unlink(missing_ok=True)
                raise

    def remove(self, name: str) -> None:
        with faults_told(self.folder), suppress(FileNotFoundError):
            (self.folder / name).unlink()

    def document(self, name: str) -> Any:
        """The JSON that a file holds; None if there is none, or it is not JSON."""
        text = self.read(name)
        try:
            return None if text is None else json.loads(text)
        except ValueError:
            return None

    def append(self, name: str, line: str) -> None:
        """Add a line at the end of a file; what is in it is never touched."""
        self._make()
        path = self.folder / name
        with faults_told(path):
            handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | _FLAGS, 0o600)
            with os.fdopen(handle, "ab") as file:
                file.write(line.encode() + b"\n")

    def last_lines(self, name: str, limit: int) -> list[str]:
        """The last lines of a file, oldest first."""
        path = self.folder / name
        with faults_told(path):
            try:
                with path.open("rb") as file:
                    start = max(0, path.stat().st_size - _MOST_BYTES)
                    file.seek(start)
                    lines = file.read().decode("utf-8", "replace").splitlines()
                    return lines[1 if start else 0 :][-limit:]
            except FileNotFoundError:
                return []

    def _make(self) -> None:
        with faults_told(self.folder):
            make_private_folder(self._home)
            self.folder.mkdir(mode=0o700, exist_ok=True)
            if self.folder.is_symlink():
                raise JournalError(str(self.folder), "is a link: put a real folder in its place")
