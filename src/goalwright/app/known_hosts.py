"""The hosts of the fleet that this machine is the hub of, as it last knew them: looked up without asking a database."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from goalwright.app.places import HOSTS_FILE
from goalwright.contracts.frozen import FrozenDict


class KnownHosts:
    """A file in the state folder; there is none on a machine that is no hub."""

    def __init__(self, home: Path) -> None:
        self._file = home / HOSTS_FILE

    def read(self) -> Mapping[str, tuple[str, ...]]:
        """Each host with its tags; nothing if the file is missing or damaged, since it is only a memory."""
        try:
            kept = json.loads(self._file.read_bytes())
            return FrozenDict({str(name): tuple(map(str, tags)) for name, tags in kept.items()})
        except (OSError, ValueError, TypeError, AttributeError):
            return FrozenDict({})

    def write(self, hosts: Mapping[str, tuple[str, ...]]) -> None:
        """Remember the hosts there are now."""
        if hosts == dict(self.read()) and self._file.exists():
            return
        new = self._file.with_name(f".{self._file.name}.{os.getpid()}")
        new.write_text(json.dumps({name: list(tags) for name, tags in hosts.items()}), encoding="utf-8")
        new.replace(self._file)
