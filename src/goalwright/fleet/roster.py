"""The roster: the hosts that this hub vouches for. What the database says of a host counts only with the hub's seal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from nacl.signing import SigningKey

from goalwright.app.known_hosts import KnownHosts
from goalwright.dataclass import dataclass
from goalwright.errors import FleetError, SealBroken
from goalwright.fleet.directory import Directory, HostRow
from goalwright.fleet.host_names import require_name
from goalwright.fleet.seals import opened, public_key, sealed
from goalwright.fleet.ticket_book import SpentTickets, TicketBook
from goalwright.fleet.tickets import Ticket, is_proven, new_ticket


@dataclass(frozen=True, slots=True, kw_only=True)
class Host:
    """A host that the hub has enrolled, or one that has asked with a ticket of another hub."""

    name: str
    key: str
    tags: tuple[str, ...]
    is_enrolled: bool
    is_here: bool
    unseen_s: float
    about: str


class Roster:
    """Enrols hosts and removes them. `book` and `known` are files of the hub's own."""

    def __init__(self, key: SigningKey, directory: Directory, book: TicketBook, known: KnownHosts) -> None:
        self._key, self._directory, self._book, self._known = key, directory, book, known

    def enrol(self, name: str, tags: Sequence[str]) -> Ticket:
        """A ticket with which a machine can join under this name."""
        require_name(name)
        given = tuple(require_name(tag, "tag") for tag in tags)
        self._known.write({**self._known.read(), name: given})
        return new_ticket(name, given, self._key)

    def hosts(self) -> list[Host]:
        """All hosts; those that joined with a ticket of this hub since the last look are enrolled."""
        rows, spent = self._directory.hosts(), self._book.read()
        enrolled = {row.name for row in rows if self._is_enrolled(row, spent)}
        fresh = [row for row in rows if row.name not in enrolled and self._is_fresh(row, spent)]
        if fresh:
            self._book.use((row.name, row.nonce, row.host_key) for row in fresh)
            self._directory.enrolled({row.name: sealed("enrolment", _told_of(row), self._key) for row in fresh})
            enrolled.update(row.name for row in fresh)
        found = [_host(row, is_enrolled=row.name in enrolled) for row in rows]
        self._known.write({**self._known.read(), **{host.name: host.tags for host in found if host.is_enrolled}})
        return found

    def remove(self, name: str) -> None:
        """Take a host out of the fleet; to come back, it needs a new ticket."""
        for row in self._directory.hosts():
            if row.name == name and self._is_proven(row):
                self._book.void(row.nonce)
        self._known.write({known: tags for known, tags in self._known.read().items() if known != name})
        if not self._directory.remove(name):
            raise FleetError(f"there is no host {name!r}: `goalwright fleet list` shows those there are")

    def chosen(self, wanted: Iterable[str]) -> tuple[str, ...]:
        """The enrolled hosts of these names and tags; `all` stands for every one."""
        hosts = [host for host in self.hosts() if host.is_enrolled]
        found: dict[str, None] = {}
        for word in wanted:
            matching = [host.name for host in hosts if word in ("all", host.name, *host.tags)]
            if not matching:
                known = ", ".join(sorted({host.name for host in hosts} | {tag for host in hosts for tag in host.tags}))
                raise FleetError(f"no host has the name or tag {word!r}; there are: {known or 'none yet'}")
            found.update(dict.fromkeys(matching))
        return tuple(sorted(found))

    def _is_enrolled(self, row: HostRow, spent: SpentTickets) -> bool:
        """Whether this hub has vouched for the row as it is."""
        if not row.enrolment or not spent.is_open_to(row.nonce, row.host_key):
            return False
        try:
            return opened("enrolment", row.enrolment, public_key(self._key)) == _told_of(row)
        except SealBroken:
            return False

    def _is_fresh(self, row: HostRow, spent: SpentTickets) -> bool:
        """Whether a host has joined with a ticket of this hub, and is vouched for from now on."""
        return spent.is_open_to(row.nonce, row.host_key) and self._is_proven(row)

    def _is_proven(self, row: HostRow) -> bool:
        return is_proven(self._key, row.name, row.nonce, row.host_key, row.tags, row.proof)


def _host(row: HostRow, *, is_enrolled: bool) -> Host:
    return Host(
        name=row.name,
        key=row.host_key,
        tags=row.tags,
        is_enrolled=is_enrolled,
        is_here=row.is_here,
        unseen_s=row.unseen_s,
        about=row.about,
    )


def _told_of(row: HostRow) -> dict[str, Any]:
    return {"name": row.name, "key": row.host_key, "tags": list(row.tags), "nonce": row.nonce}
