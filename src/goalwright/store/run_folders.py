"""The folders of runs: each holds the run's lock and what is kept for taking the run back."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from goalwright.contracts.run_ids import is_run_id, require_run_id
from goalwright.errors import JournalError
from goalwright.store.locks import RunLock, is_locked, take_lock
from goalwright.store.opening import make_private_folder
from goalwright.store.store_faults import faults_told

_REMOVED = ".removed-"
_LONGEST_NOTE = 10_000


class RunFolders:
    """`home`/runs/<run_id>, private to the owner. No link in the place of one is ever followed."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._runs = home / "runs"
        self._last = ("", self._runs)

    def folder(self, run_id: str) -> Path:
        name, folder = self._last  # mostly several things are asked of one run
        if run_id != name or not run_id:
            folder = self._runs / require_run_id(run_id)
            self._last = (run_id, folder)
        return folder

    def lock(self, run_id: str, released: Callable[[], None] | None = None) -> RunLock | None:
        """The run for oneself alone; None while another, in this process or not, has it."""
        folder = self.folder(run_id)
        with faults_told(folder):
            for part in (self._runs, folder):
                if part.is_symlink():
                    raise JournalError(str(part), "leads out of the folder of runs: put a real folder in its place")
            make_private_folder(self._home)
            return take_lock(folder / "lock", released=released)

    def is_locked(self, run_id: str) -> bool:
        with faults_told(self.folder(run_id)):
            return is_locked(self.folder(run_id) / "lock")

    def note(self, run_id: str, name: str) -> str | None:
        """A note that was left in the run's folder; no link is followed."""
        with faults_told(self.folder(run_id)), suppress(FileNotFoundError, NotADirectoryError):
            handle = os.open(self.folder(run_id) / name, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
            with os.fdopen(handle, encoding="utf-8", errors="replace") as file:
                return file.read(_LONGEST_NOTE)
        return None

    def write_note(self, run_id: str, name: str, text: str) -> None:
        """Leave a note in the run's folder, which is there: whole, or not at all."""
        folder = self.folder(run_id)
        draft = folder / f"{name}-{os.urandom(4).hex()}"
        with faults_told(folder):
            handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            draft.rename(folder / name)

    def drop_note(self, run_id: str, name: str) -> None:
        with faults_told(self.folder(run_id)):
            (self.folder(run_id) / name).unlink(missing_ok=True)

    def names(self) -> list[str]:
        return [path.name for path in self._listed() if is_run_id(path.name)]

    def remove(self, run_id: str) -> None:
        """Remove all that was kept of a run that is locked; JournalError if some of it stays.

        It is renamed first: a process that asks for the run's lock in the meantime makes a folder of that name.
        """
        folder = self.folder(run_id)
        with faults_told(folder):
            if folder.exists():
                _remove_tree(folder.rename(self._runs / f"{_REMOVED}{run_id}-{os.urandom(4).hex()}"))

    def remove_leftovers(self) -> None:
        """Remove what a removal that was cut off has left."""
        for path in self._listed():
            if path.name.startswith(_REMOVED) and not path.is_symlink():
                with faults_told(path):
                    _remove_tree(path)

    def _listed(self) -> list[Path]:
        return list(self._runs.iterdir()) if self._runs.is_dir() and not self._runs.is_symlink() else []


def _remove_tree(folder: Path) -> None:
    """Remove a folder even if folders in it forbid taking anything out of them, as some that were kept do."""
    pending = [folder]
    while pending:
        inside = pending.pop()
        inside.chmod(stat.S_IRWXU)
        with os.scandir(inside) as entries:
            pending += [Path(entry.path) for entry in entries if entry.is_dir(follow_symlinks=False)]
    import shutil  # for few commands

    shutil.rmtree(folder)
