"""The worker: a process that serves one host of a fleet until it is stopped, or until another takes its place."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

from goalwright import __version__
from goalwright.app import Goalwright
from goalwright.errors import FleetError
from goalwright.fleet.answering import Answering
from goalwright.fleet.directory import LEASE_S, Directory
from goalwright.fleet.engine import HostLine
from goalwright.fleet.host_about import about_text
from goalwright.fleet.host_names import require_name
from goalwright.fleet.identity import Membership, fleet_folder, own_key, remember, require_free
from goalwright.fleet.seals import public_key
from goalwright.fleet.seat import Seat
from goalwright.fleet.tickets import Ticket, proof

LOST_LEASE = 75
"""The exit code of a worker whose place was taken while it did not answer."""
_LEAVE_S = 30.0


def join(gw: Goalwright, directory: Directory, ticket: Ticket, tags: tuple[str, ...]) -> Membership:
    """Join the fleet that a ticket is for: this machine obeys that hub from now on."""
    wanted = tuple(dict.fromkeys((*ticket.tags, *(require_name(tag, "tag") for tag in tags))))
    membership = Membership(name=ticket.name, hub_key=ticket.hub_key, tags=wanted)
    require_free(gw.home, membership)
    key = public_key(own_key(gw.home, "worker"))
    directory.join(ticket.name, key, wanted, ticket.nonce, proof(ticket, key, wanted))
    remember(gw.home, membership)
    return membership


class Worker:
    """Answers the hub's orders. Its lease says that it, and no other process, serves this host."""

    def __init__(
        self, gw: Goalwright, membership: Membership, directory: Directory, line: HostLine, tell: Callable[[str], None]
    ) -> None:
        self._gw = gw
        self._membership = membership
        self._directory = directory
        self._line = line
        self._tell = tell
        self._answering = Answering(gw, membership, tell, directory.now)
        self._instance = os.urandom(16).hex()
        self._seat = Seat(fleet_folder(gw.home))
        self._about = ""
        self._is_lost = threading.Event()
        self._stopping = asyncio.Event()

    async def serve(self) -> None:
        """Serve until `stop` is called. A host that another worker serves is refused."""
        loop = asyncio.get_running_loop()
        if not await self._leased(self._seat.taken(self._instance)):
            wait = f"stop that one, or wait {LEASE_S:.0f} s if it has died"
            raise FleetError(await self._unseated(f"another worker serves {self._membership.name}: {wait}"))

        def answered(seal: str) -> str:
            """Called in a thread of the engine's; what it returns is the end of the order."""
            answer = asyncio.run_coroutine_threadsafe(self._answering.answered(seal), loop).result()
            if self._is_lost.is_set() or self._stopping.is_set():
                threading.Event().wait()  # the process ends: the next worker of the host answers this order
            return answer

        await asyncio.to_thread(self._line.open, self._membership.name, self._instance, answered)
        with suppress(FleetError):  # the database went away just now: it is taken over with the next lease
            await asyncio.to_thread(self._line.take_over)
        self._tell(f"{self._membership.name} serves its fleet")
        await self._keep_lease()
        await self._leave()

    def stop(self) -> None:
        """Stop serving, cleanly: runs are stopped after their running actions, and gone on with by the next worker."""
        self._stopping.set()

    async def _keep_lease(self) -> None:
        while not self._stopping.is_set():
            try:
                await asyncio.wait_for(self._stopping.wait(), LEASE_S / 5)
            except TimeoutError:
                try:
                    if not await self._leased():
                        self._is_lost.set()
                        return
                    await asyncio.to_thread(self._line.take_over)
                except FleetError as error:  # the database is away, and so is everyone who could take the lease
                    self._tell(str(error))

    async def _leave(self) -> NoReturn:
        """End the runs in order, and the process with them: the engine's threads wait for answers that don't come."""
        for run_id in self._answering.at_work():
            try:
                await self._gw.stop(run_id, by="the worker", wait_s=_LEAVE_S)
            except Exception as error:  # noqa: BLE001  # the door's end: it leaves whatever happens
                self._tell(str(error))
        if not self._is_lost.is_set():
            await asyncio.to_thread(self._directory.drop_lease, self._membership.name, self._instance)
        else:
            self._tell(await self._unseated(f"another worker serves {self._membership.name} now: this one stops"))
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(LOST_LEASE if self._is_lost.is_set() else 0)

    def _about_text(self) -> str:
        return about_text(__version__, str(self._gw.cwd), (tool.name for tool in self._gw.registry.available()))

    async def _unseated(self, usual: str) -> str:
        """Why this worker can't serve: as `usual`, or since the database does not know its host."""
        name = self._membership.name
        with suppress(FleetError):
            if name not in {row.name for row in await asyncio.to_thread(self._directory.hosts)}:
                return f"{name} is not in the fleet (any more): `goalwright fleet enrol {name}` on the hub lets it join"
        return usual

    async def _leased(self, predecessor: str = "") -> bool:
        if not self._about:
            self._about = await asyncio.to_thread(self._about_text)
        return await asyncio.to_thread(
            self._directory.hold_lease, self._membership.name, self._instance, self._about, predecessor
        )
