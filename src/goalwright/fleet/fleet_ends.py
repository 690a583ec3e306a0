"""The ends of a fleet as a door opens them: the hub's and the worker's, each with its database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from goalwright.errors import FleetError

if TYPE_CHECKING:
    from goalwright.app import Goalwright
    from goalwright.fleet.hub import Hub
    from goalwright.fleet.worker import Worker

_MISSING = "the fleet needs its packages: `pip install 'goalwright[fleet]'`"


@contextmanager
def open_hub(gw: Goalwright, *, is_made: bool = False, is_patient: bool = True) -> Iterator[Hub]:
    """The hub of this machine; `is_made` makes its key and the tables of the database if they are missing.

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
    from goalwright.fleet.removed_keys import RemovedKeys

    url = fleet_url()
    key = own_key(gw.home, "hub", is_made=is_made)
    directory = Directory(url, is_patient=is_patient)
    directory.check()
    if is_made:
        directory.prepare()
        prepare_database(url)
    line = DbosOrderLine(url)
    try:
        yield Hub(key, directory, line, RemovedKeys(fleet_folder(gw.home) / "removed.txt"), KnownHosts(gw.home))
    finally:
        line.close()
        directory.close()


@contextmanager
def open_worker(gw: Goalwright, ticket: str, tags: tuple[str, ...], tell: Callable[[str], None]) -> Iterator[Worker]:
    """The worker of this machine, which joins with a ticket if it is given one."""
    try:
        from goalwright.fleet.dbos_engine import DbosHostLine
        from goalwright.fleet.directory import Directory
    except ImportError as error:
        raise FleetError(_MISSING) from error
    from goalwright.fleet.address import fleet_url
    from goalwright.fleet.identity import membership_of
    from goalwright.fleet.worker import Worker, join

    url = fleet_url()
    directory = Directory(url)
    try:
        membership = join(gw, directory, ticket, tags) if ticket else membership_of(gw.home)
        if membership is None:
            raise FleetError(
                "this machine is in no fleet: `goalwright fleet enrol NAME` on the hub prints a ticket, and "
                "`goalwright worker --join TICKET` joins with it"
            )
        yield Worker(gw, membership, directory, DbosHostLine(url), tell)
    finally:
        directory.close()
