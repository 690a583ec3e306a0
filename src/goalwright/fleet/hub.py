"""The hub: enrols hosts, sends them signed orders, and reads their signed answers. It keeps nothing in memory.

A fleet run is its signed record, the signed notes on it and the orders on their way, all in the database: a hub
that dies is followed by one that reads them again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

from nacl.signing import SigningKey

from goalwright.app.known_hosts import KnownHosts
from goalwright.dataclass import dataclass
from goalwright.errors import FleetError, SealBroken
from goalwright.fleet.directory import Directory, HostRow
from goalwright.fleet.engine import Carried, OrderLine
from goalwright.fleet.fleet_runs import FleetRun, Notes, approval, fleet_run_from, mark, notes_from, number_of
from goalwright.fleet.orders import HostAnswer, Kind, Order, answer_from
from goalwright.fleet.removed_keys import RemovedKeys
from goalwright.fleet.rollout import Progress, Rollout, Wave, next_wave
from goalwright.fleet.seals import opened, public_key, sealed
from goalwright.fleet.tickets import Ticket, is_proven, new_ticket, require_name

HostStage: TypeAlias = Literal["waiting", "planning", "ready", "refused", "running", "done", "failed", "stopped"]
_ENDED: Mapping[str, HostStage] = {"success": "done", "partial": "done", "cancelled": "stopped", "refused": "refused"}


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


@dataclass(frozen=True, slots=True, kw_only=True)
class HostState:
    """How far one host of a fleet run has come."""

    host: str
    stage: HostStage
    reason: str = ""
    plan: HostAnswer | None = None
    run: HostAnswer | None = None
    is_here: bool = True


class Hub:
    """What a person at the hub can do. Calls talk to the database and return; none of them waits for a host."""

    def __init__(
        self, key: SigningKey, directory: Directory, line: OrderLine, removed: RemovedKeys, known: KnownHosts
    ) -> None:
        self._key = key
        self._directory = directory
        self._line = line
        self._removed = removed
        self._known = known

    # Hosts.

    def enrol(self, name: str, tags: Sequence[str]) -> Ticket:
        """A ticket with which a machine can join under this name."""
        require_name(name)
        given = tuple(require_name(tag, "tag") for tag in tags)
        self._known.write({**self._known.read(), name: given})
        return new_ticket(name, given, self._key)

    def hosts(self) -> list[Host]:
        """All hosts; those that joined with a ticket of this hub since the last look are enrolled."""
        found = [self._host(row) for row in self._directory.hosts()]
        self._known.write({**self._known.read(), **{host.name: host.tags for host in found if host.is_enrolled}})
        return found

    def remove(self, name: str) -> None:
        """Take a host out of the fleet for good; to come back, it needs a new key and a new ticket."""
        keys = [row.host_key for row in self._directory.hosts() if row.name == name]
        for key in keys:
            self._removed.add(key)
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

    # Fleet runs.

    def begin(self, text: str, goals: str, hosts: Sequence[str], rollout: Rollout, by: str) -> FleetRun:
        """A new fleet run: kept first, then each host is asked for its plan."""
        number = self._directory.new_run()
        run = FleetRun(number=number, text=text, goals=goals, hosts=tuple(hosts), rollout=rollout, by=by)
        self._directory.keep_run(number, run.sealed(self._key))
        for host in hosts:
            self._send(run.order("plan", host, 0))
        return run

    def find(self, name: str) -> FleetRun:
        number = number_of(name)
        record = self._directory.run(number)
        if not record:
            raise FleetError(f"there is no {name}: `goalwright fleet show` lists what there is")
        return fleet_run_from(record, number, self._key)

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
        hosts = {host.name: host for host in self.hosts()}
        plans = self._answers(run, "plan", notes.serial, hosts)
        runs = self._answers(run, "run", notes.serial, hosts)
        return {name: _state(name, plans.get(name), runs.get(name), hosts.get(name)) for name in run.hosts}

    def approve(self, run: FleetRun, plans: Mapping[str, str], by: str) -> None:
        """Allow exactly these plans, by host."""
        self._directory.note(run.number, approval(run, plans, by, self._key))

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
        progress = {host: _progress(states[host], notes.approved[host]) for host in order}
        return next_wave(order, progress, run.rollout, is_canary_over=notes.is_canary_over)

    def advance(self, run: FleetRun) -> Wave:
        """Send the next wave, and return it. Called again, it goes on where it is."""
        notes = self.notes(run)
        wave = self._next_wave(run, notes)
        orders = [run.order("run", host, notes.serial, notes.approved[host]) for host in wave.hosts]
        for order in orders:
            self._send(order)
        if orders and self.notes(run).is_stopped:  # in the moment between
            self._line.withdraw(order.order_id for order in orders)
        return wave

    def stop(self, run: FleetRun, by: str) -> None:
        """Send nothing more, take back what no host has begun, and have the others stop."""
        serial = self.notes(run).serial
        self._directory.note(run.number, mark(run, "stopped", by, self._key))
        orders = {host: run.order("run", host, serial).order_id for host in run.hosts}
        plans = [run.order("plan", host, serial).order_id for host in run.hosts]
        self._line.withdraw([*orders.values(), *plans])
        carried = self._line.carried(orders.values())
        for host, order_id in orders.items():
            if carried.get(order_id, Carried("withdrawn")).stage == "begun":
                self._send(run.order("stop", host, serial))

    def resume(self, run: FleetRun, by: str) -> None:
        """Ask the hosts that are not done for their plans again; those that had begun go on with the plan they have."""
        states, notes = self.states(run), self.notes(run)
        self._directory.note(run.number, mark(run, "resumed", by, self._key))
        for host, state in states.items():
            if state.stage == "done":
                continue
            if state.run is not None and state.run.plan_hash:
                self._send(run.order("run", host, notes.serial + 1, state.run.plan_hash))
            elif state.stage not in ("planning", "waiting", "running"):
                self._send(run.order("plan", host, notes.serial + 1))

    def ask(self, run: FleetRun, kind: Kind, round_number: int) -> None:
        """Have every host foresee, or make, an undo of what it did."""
        for host in run.hosts:
            self._send(run.order(kind, host, round_number))

    def asked(self, run: FleetRun, kind: Kind, round_number: int) -> dict[str, HostState]:
        """What came of `ask`, by host."""
        hosts = {host.name: host for host in self.hosts()}
        found = self._answers(run, kind, round_number, hosts, lowest=round_number)
        return {name: _state(name, None, found.get(name), hosts.get(name)) for name in run.hosts}

    def next_round(self, run: FleetRun, kind: Kind) -> int:
        """The first number under which no host was asked for this yet."""
        number = 0
        while self._line.carried([run.order(kind, host, number).order_id for host in run.hosts]):
            number += 1
        return number

    def _send(self, order: Order) -> None:
        self._line.send(order.host, order.order_id, order.sealed(self._key))

    def _answers(
        self, run: FleetRun, kind: Kind, serial: int, hosts: Mapping[str, Host], lowest: int = 0
    ) -> dict[str, tuple[Carried, HostAnswer | None]]:
        """The newest order of a kind for each host, with its answer if the host has signed one."""
        orders = {
            order.order_id: order
            for host in run.hosts
            for order in (run.order(kind, host, number) for number in range(lowest, serial + 1))
        }
        found: dict[str, tuple[Carried, HostAnswer | None]] = {}
        carried = self._line.carried(orders)
        for order_id, order in orders.items():
            if order_id not in carried:
                continue
            host = hosts.get(order.host)
            found[order.host] = _answer(carried[order_id], order, host)
        return found

    def _host(self, row: HostRow) -> Host:
        enrolled = self._enrolment(row)
        return Host(
            name=row.name,
            key=row.host_key,
            tags=row.tags,
            is_enrolled=enrolled,
            is_here=row.is_here,
            unseen_s=row.unseen_s,
            about=row.about,
        )

    def _enrolment(self, row: HostRow) -> bool:
        """Whether this hub vouches for the row; one that joined with its ticket is vouched for from now on."""
        if row.host_key in self._removed:
            return False
        told = {"name": row.name, "key": row.host_key, "tags": list(row.tags)}
        if row.enrolment:
            try:
                return opened("enrolment", row.enrolment, public_key(self._key)) == told
            except SealBroken:
                return False
        if not is_proven(self._key, row.name, row.nonce, row.host_key, row.tags, row.proof):
            return False
        self._directory.enrolled(row.name, sealed("enrolment", told, self._key))
        return True


def _answer(carried: Carried, order: Order, host: Host | None) -> tuple[Carried, HostAnswer | None]:
    if carried.stage != "answered" or host is None or not host.is_enrolled:
        return carried, None
    try:
        return carried, answer_from(carried.answer, order, host.key)
    except SealBroken as error:
        return Carried("broken", str(error)), None


def _state(
    name: str,
    plan: tuple[Carried, HostAnswer | None] | None,
    run: tuple[Carried, HostAnswer | None] | None,
    host: Host | None,
) -> HostState:
    if host is None or not host.is_enrolled:
        return HostState(host=name, stage="failed", reason="is no longer enrolled", is_here=False)
    plan_answer = plan[1] if plan is not None else None
    stage, reason, run_answer = _stage(plan, run, is_here=host.is_here)
    return HostState(host=name, stage=stage, reason=reason, plan=plan_answer, run=run_answer, is_here=host.is_here)


def _stage(
    plan: tuple[Carried, HostAnswer | None] | None, run: tuple[Carried, HostAnswer | None] | None, *, is_here: bool
) -> tuple[HostStage, str, HostAnswer | None]:
    if run is not None and run[0].stage != "withdrawn":
        carried, answer = run
        if answer is not None:
            return _ENDED.get(answer.status, "failed"), answer.reason, answer
        if carried.stage == "broken":
            return "failed", carried.answer or "the order was lost", None
        return ("running" if carried.stage == "begun" else "waiting"), "", None
    if plan is None or plan[0].stage == "withdrawn":
        return "stopped", "", None
    carried, answer = plan
    if answer is not None:
        return ("ready" if answer.status == "ready" else "refused"), answer.reason, None
    if carried.stage == "broken":
        return "failed", carried.answer or "the order was lost", None
    return ("planning" if is_here else "waiting"), "", None


def _progress(state: HostState, approved: str) -> Progress:
    if state.stage == "done":
        return "done"
    if state.stage in ("failed", "refused", "stopped") or (state.run is not None):
        return "failed"
    if state.stage == "ready":
        return "idle" if state.plan is not None and state.plan.plan_hash == approved else "failed"
    return "sent" if state.is_here else "away"
