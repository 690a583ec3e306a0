"""What the last command of each conversation left behind: a small file for each, which only its owner can read."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from goalwright.contracts.digests import blake2b

FOLDER = "conversations"
KEPT_S = 15 * 60
"""How long a command can be pointed at."""
MAX_BYTES = 4_000_000
_MOST_FILES = 50


class ConversationFiles:
    """Holds one document for each conversation in `folder`/conversations.

    Losing one costs no more than a question, so that nothing is said of a file that cannot be read or written.
    """

    def __init__(self, home: Path) -> None:
        self._home, self._folder = home, home / FOLDER

    def read(self, name: str, now: float) -> Any:
        """The document of a conversation; None if there is none, or only one that is too old."""
        file = self._file(name)
        try:
            if file.stat().st_size > MAX_BYTES:
                return None
            document = json.loads(file.read_bytes())
        except (OSError, ValueError):
            return None
        at = document.get("at") if isinstance(document, dict) else None
        is_recent = isinstance(at, int | float) and 0 <= now - at <= KEPT_S
        return document if is_recent else None

    def write(self, name: str, document: Mapping[str, Any], now: float) -> None:
        """Keep a document in the place of the one before; if it cannot be kept, that one goes all the same."""
        text = json.dumps(document).encode()
        if len(text) > MAX_BYTES:
            self.remove(name)
            return
        file = self._file(name)
        draft = file.with_name(f"{file.name}.{os.getpid()}")
        try:
            self._make_folder(now)
            handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0), 0o600)
            with os.fdopen(handle, "wb") as stream:
                stream.write(text)
            draft.replace(file)
        except OSError:
            draft.unlink(missing_ok=True)
            self.remove(name)

    def remove(self, name: str) -> None:
        with suppress(OSError):
            self._file(name).unlink()

    def _file(self, name: str) -> Path:
        return self._folder / f"{blake2b(name.encode(errors='replace'), digest_size=12).hexdigest()}.json"

    def _make_folder(self, now: float) -> None:
        if not self._folder.is_dir():
            from goalwright.store.opening import make_private_folder  # with SQLite, which reading does without

            make_private_folder(self._home)
            self._folder.mkdir(mode=0o700, exist_ok=True)
        files = sorted(self._folder.iterdir())
        if len(files) > _MOST_FILES:
            for file in files:
                with suppress(OSError):
                    if now - file.stat().st_mtime > KEPT_S:
                        file.unlink()
