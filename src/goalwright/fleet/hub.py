"""The hub: sends hosts signed orders, and reads their signed answers. It keeps nothing in memory.

A fleet run is its signed record, the signed notes on it and the orders on their way, all in the database: a hub
that dies is followed by one that reads them again.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping, Sequence

from nacl.signing import SigningKey

from goalwright.errors import FleetError, SealBroken
from goalwright.fleet.directory import Directory
from goalwright.fleet.engine import OrderLine
from goalwright.fleet.fleet_runs import FleetRun, Notes, approval, fleet_run_from, mark, notes_from, number_of
from goalwright.fleet.host_states import Answered, HostState, answer_to, progress_of, state_of, too_late
from goalwright.fleet.orders import Kind, Order
from goalwright.fleet.rollout import Rollout, Wave, next_wave
from goalwright.fleet.roster import Host, Roster
from goalwright.fleet.run_memory import RunMemory

_MOVING = ("waiting", "planning", "ready", "running")


class Hub:
    """What a person at the hub can do. Calls talk to the database and return; none of them waits for a host."""

    def __init__(
        self, key: SigningKey, directory: Directory, line: OrderLine, roster: Roster, memory: RunMemory
    ) -> None:
        self._key = key
        self._directory = directory
        self._line = line
        self.roster = roster
        self._memory = memory

    def begin(self, text: str, goals: str, hosts: Sequence[str], rollout: Rollout, by: str) -> FleetRun:
        """A new fleet run: kept first, then each host is asked for its plan."""
        number = self._directory.new_run(self._memory.read().number)
        self._memory.begun(number)
        until = self._deadline(rollout.deadline_s)
        run = FleetRun(number=number, text=text, goals=goals, hosts=tuple(hosts), rollout=rollout, by=by, until=until)
        self._directory.keep_run(number, run.sealed(self._key))
        self._send(run.order("plan", host, 0, until=until) for host in hosts)
        return run

    def _deadline(self, seconds: int) -> int:
        """The time so many seconds from now, by the clock of the database: that one everybody can ask."""
        return math.ceil(self._directory.now() + seconds) if seconds else 0

    def find(self, name: str) -> FleetRun:
        number = number_of(name)
        record = self._directory.run(number)
        if not record:
            raise FleetError(f"there is no {name}: `goalwright fleet show` lists what there is")
        try:
            return fleet_run_from(record, number, self._key)
        except SealBroken as error:
            raise FleetError(f"{name} is not this hub's: `goalwright fleet show` lists what this one began") from error

    def runs(self, limit: int = 20) -> list[FleetRun]:
        found = []
        for number, record in self._directory.runs(limit):
            try:
                found.append(fleet_run_from(record, number, self._key))
            except SealBroken:  # another hub's, or a stranger's
                continue
        return found

    def notes(self, run: FleetRun) -> Notes:
        return notes_from(run, self._directory.notes(run.number), self._key)

    def states(self, run: FleetRun) -> dict[str, HostState]:
        """How far each host has come, by name."""
        notes = self.notes(run)
        hosts = {host.name: host for host in self.roster.hosts()}
        plans = self._answers(run, "plan", notes.serial, hosts)
        runs = self._answers(run, "run", notes.serial, hosts)
        is_late = bool(notes.until) and self._directory.now() > notes.until
        states = (
            state_of(name, plans.get(name), runs.get(name), is_here=_is_here(hosts.get(name))) for name in run.hosts
        )
        return {state.host: too_late(state) if is_late else state for state in states}

    def approve(self, run: FleetRun, plans: Mapping[str, str], by: str) -> None:
        """Allow exactly these plans, by host."""
        self._directory.note(run.number, approval(run, plans, by, self._key))
        self._memory.changed(run.name, time.time())

    def pass_canary(self, run: FleetRun, by: str) -> None:
        self._directory.note(run.number, mark(run, "canary over", by, self._key))

    def next_wave(self, run: FleetRun) -> Wave:
        """The next wave of approved plans, or what holds it up."""
        return self._next_wave(run, self.notes(run))

    def _next_wave(self, run: FleetRun, notes: Notes) -> Wave:
        states = self.states(run)
        if notes.is_stopped:
            return Wave()
        order = [host for host in run.hosts if host in notes.approved]
        progress = {host: progress_of(states[host], notes.approved[host]) for host in order}
        return next_wave(order, progress, run.rollout, is_canary_over=notes.is_canary_over)

    def advance(self, run: FleetRun) -> Wave:
        """Send the next wave, and return it. Called again, it goes on where it is."""
        notes = self.notes(run)
        wave = self._next_wave(run, notes)
        orders = [run.order("run", host, notes.serial, notes.approved[host], until=notes.until) for host in wave.hosts]
        self._send(orders)
        if orders and self.notes(run).is_stopped:  # in the moment between
            self._line.withdraw(order.order_id for order in orders)
        return wave

    def is_going(self, run: FleetRun) -> bool:
        """Whether any host has still something to do for it."""
        return any(state.stage in _MOVING for state in self.states(run).values())

    def stop(self, run: FleetRun, by: str) -> None:
        """Send nothing more, take back what no host has begun, and have the others stop."""
        serial = self.notes(run).serial
        self._directory.note(run.number, mark(run, "stopped", by, self._key))
        orders = {host: run.order("run", host, serial).order_id for host in run.hosts}
        plans = [run.order("plan", host, serial).order_id for host in run.hosts]
        self._line.withdraw([*orders.values(), *plans])
        carried = self._line.carried(orders.values())
        begun = [host for host, name in orders.items() if name in carried and carried[name].stage == "begun"]
        self._send(run.order("stop", host, serial, voids=serial) for host in begun)

    def resume(self, run: FleetRun, by: str, deadline_s: int = 0) -> None:
        """Ask the hosts that are not done for their plans again; those that had begun go on with the plan they have."""
        states, notes = self.states(run), self.notes(run)
        until = self._deadline(deadline_s)
        self._directory.note(run.number, mark(run, "resumed", by, self._key, until=until))
        orders = []
        for host, state in states.items():
            if state.run is not None and state.run.plan_hash and state.stage != "done":
                orders.append(run.order("run", host, notes.serial + 1, state.run.plan_hash, until=until))
            elif state.stage not in ("planning", "waiting", "running", "done"):
                orders.append(run.order("plan", host, notes.serial + 1, until=until))
        self._send(orders)

    def undo(self, run: FleetRun, by: str, *, is_foreseen: bool = False) -> tuple[Kind, int]:
        """Have every host make, or only foresee, an undo of what it did; `asked` with what is returned tells of it.

        What is still going on is stopped first, and what a host has not begun it won't begin after the undo.
        """
        kind: Kind = "foresee" if is_foreseen else "undo"
        number = self.next_round(run, kind)
        if not is_foreseen and self.is_going(run):
            self.stop(run, by)
        voids = -1 if is_foreseen else self.notes(run).serial
        self._send(run.order(kind, host, number, voids=voids) for host in run.hosts)
        if not is_foreseen:
            self._memory.undone(run.name)
        return kind, number

    def asked(self, run: FleetRun, kind: Kind, round_number: int) -> dict[str, HostState]:
        """What came of `undo`, by host."""
        hosts = {host.name: host for host in self.roster.hosts()}
        found = self._answers(run, kind, round_number, hosts, lowest=round_number)
        return {name: state_of(name, None, found.get(name), is_here=_is_here(hosts.get(name))) for name in run.hosts}

    def next_round(self, run: FleetRun, kind: Kind) -> int:
        """The first number under which no host was asked for this yet."""
        number = 0
        while self._line.carried([run.order(kind, host, number).order_id for host in run.hosts]):
            number += 1
        return number

    def _send(self, orders: Iterable[Order]) -> None:
        self._line.send([(order.host, order.order_id, order.sealed(self._key)) for order in orders])

    def _answers(
        self, run: FleetRun, kind: Kind, serial: int, hosts: Mapping[str, Host], lowest: int = 0
    ) -> dict[str, Answered]:
        """The newest order of a kind for each host, with its answer if the host has signed one."""
        orders = {
            order.order_id: order
            for host in run.hosts
            for order in (run.order(kind, host, number) for number in range(lowest, serial + 1))
        }
        found: dict[str, Answered] = {}
        carried = self._line.carried(orders)
        for order_id, order in orders.items():
            if order_id not in carried:
                continue
            host = hosts.get(order.host)
            found[order.host] = answer_to(
                order, carried[order_id], host.key if host is not None and host.is_enrolled else ""
            )
        return found


def _is_here(host: Host | None) -> bool | None:
    return host.is_here if host is not None and host.is_enrolled else None
