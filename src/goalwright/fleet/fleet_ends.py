"""The ends of a fleet as a door opens them: the hub's and the worker's, each with its database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from goalwright.errors import FleetError

if TYPE_CHECKING:
    from pathlib import Path

    from goalwright.app import Goalwright
    from goalwright.fleet.hub import Hub
    from goalwright.fleet.worker import Worker

_MISSING = "the fleet needs its packages: `pip install 'goalwright[fleet]'`"


@contextmanager
def open_hub(home: Path, url: str = "", *, is_made: bool = False, is_patient: bool = True) -> Iterator[Hub]:
    """The hub with this state folder; `is_made` makes its key and the tables of the database if they are missing.

    A database that is away is waited for a while, unless the caller is not patient.
    """
    try:
        from goalwright.fleet.dbos_engine import DbosOrderLine, prepare_database
        from goalwright.fleet.directory import Directory
    except ImportError as error:
        raise FleetError(_MISSING) from error
    from goalwright.app.known_hosts import KnownHosts
    from goalwright.fleet.address import fleet_url
    from goalwright.fleet.hub import Hub
    from goalwright.fleet.identity import fleet_folder, own_key
    from goalwright.fleet.roster import Roster
    from goalwright.fleet.run_memory import RUNS_FILE, RunMemory
    from goalwright.fleet.ticket_book import TicketBook

    url = url or fleet_url()
    if not is_made:
        own_key(home, "hub", is_made=False)
    directory = Directory(url, is_patient=is_patient)
    directory.check()
    if is_made:
        directory.prepare()
        prepare_database(url)
    key = own_key(home, "hub", is_made=is_made)
    line = DbosOrderLine(url)
    roster = Roster(key, directory, TicketBook(fleet_folder(home) / "tickets.txt"), KnownHosts(home))
    try:
        yield Hub(key, directory, line, roster, RunMemory(home / RUNS_FILE))
    finally:
        line.close()
        directory.close()


@contextmanager
def open_worker(
    gw: Goalwright, ticket: str, name: str, tags: tuple[str, ...], tell: Callable[[str], None]
) -> Iterator[Worker]:
    """The worker of this machine, which joins with a ticket if it is given one; it must have this name, if one is."""
    try:
        from goalwright.fleet.dbos_engine import DbosHostLine
        from goalwright.fleet.directory import Directory
    except ImportError as error:
        raise FleetError(_MISSING) from error
    from goalwright.fleet.address import fleet_url
    from goalwright.fleet.identity import membership_of
    from goalwright.fleet.tickets import Ticket, ticket_from
    from goalwright.fleet.worker import Worker, join

    url = fleet_url()
    directory = Directory(url)
    joining = ticket_from(ticket) if ticket else membership_of(gw.home)
    if joining is None:
        raise FleetError(
            "this machine is in no fleet: `goalwright fleet enrol NAME` on the hub prints a ticket, and "
            "`goalwright worker --join TICKET` joins with it"
        )
    if name and joining.name != name:
        whose = "this ticket is for" if ticket else "this machine joined as"
        raise FleetError(f"{whose} {joining.name}, not {name}")
    try:
        membership = join(gw, directory, joining, tags) if isinstance(joining, Ticket) else joining
        yield Worker(gw, membership, directory, DbosHostLine(url), tell)
    finally:
        directory.close()
