"""The hub's own book of tickets: which machine used which, and which are void.

It is a file, since a row of the database can be put back by who can write to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from goalwright.named_tuple import NamedTuple


class SpentTickets(NamedTuple):
    """The book as it was read: the key that used each ticket, and the tickets of hosts that were removed."""

    users: dict[str, str]
    void: frozenset[str]

    def is_open_to(self, nonce: str, key: str) -> bool:
        """Whether the machine with this key may join, or be in the fleet, by this ticket."""
        return nonce not in self.void and self.users.get(nonce, key) == key


class TicketBook:
    """A file with a line for each ticket that was used, or became void; lines are only ever added."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def read(self) -> SpentTickets:
        users: dict[str, str] = {}
        latest: dict[str, str] = {}
        void: set[str] = set()
        for line in self._lines():
            match line.split(" "):
                case ["used", name, nonce, key]:
                    users.setdefault(nonce, key)
                    if (before := latest.get(name, nonce)) != nonce:
                        void.add(before)  # a host that joined again is in the fleet by its last ticket alone
                    latest[name] = nonce
                case ["void", nonce]:
                    void.add(nonce)
        return SpentTickets(users, frozenset(void))

    def use(self, uses: Iterable[tuple[str, str, str]]) -> None:
        """Keep which machines (name, nonce of the ticket, key) have joined."""
        self._add([f"used {name} {nonce} {key}" for name, nonce, key in uses])

    def void(self, nonce: str) -> None:
        self._add([f"void {nonce}"])

    def _add(self, lines: Iterable[str]) -> None:
        known = set(self._lines())
        with self._file.open("a", encoding="utf-8") as kept:
            kept.writelines(f"{line}\n" for line in lines if line not in known)

    def _lines(self) -> list[str]:
        try:
            return self._file.read_text(encoding="utf-8").split("\n")
        except FileNotFoundError:
            return []
