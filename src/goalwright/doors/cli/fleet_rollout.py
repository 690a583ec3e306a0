"""A fleet run at a terminal: the plans shown and approved, the waves sent, and what came of them."""

from __future__ import annotations

import signal
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from goalwright.app.places import user_name
from goalwright.doors.cli.fleet_view import group_lines, run_lines, summary
from goalwright.doors.cli.screen import Line, is_asked, is_yes, show, show_json, warn
from goalwright.errors import ACTION_FAILED, DRIFTED, INTERRUPTED, NOT_PLANNABLE, REFUSED, UNFINISHED
from goalwright.named_tuple import NamedTuple

if TYPE_CHECKING:
    from goalwright.app import Goalwright
    from goalwright.fleet.fleet_runs import FleetRun
    from goalwright.fleet.host_states import HostState
    from goalwright.fleet.hub import Hub

_LOOK_S = 0.3
WAIT_S = 15


class Choices(NamedTuple):
    """What was said at the command line. `said` is the sentence without the hosts that it names."""

    what: str = ""
    said: str = ""
    on: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    goals: str | None = None
    spread: tuple[int, int, int, int] = (0, 0, 0, 0)
    wait_s: int = WAIT_S
    plan_set: str = ""
    yes: bool = False
    as_json: bool = False
    dry_run: bool = False

    @property
    def by(self) -> str:
        return f"{user_name()}@{socket.gethostname()}"


def begun(gw: Goalwright, hub: Hub, chosen: Choices) -> int:
    """A new fleet run, from a sentence to its end."""
    from goalwright.fleet.rollout import Rollout

    goals, text = _goals(gw, chosen)
    hosts = hub.roster.chosen(chosen.on)
    with _ctrl_c():
        run = hub.begin(text, goals, hosts, Rollout(*chosen.spread), chosen.by)
        if chosen.dry_run:
            return _foreseen(hub, run, chosen)
        gw.parts.conversation.changed_by(run.name)
        return _to_its_end(hub, run, chosen)


def _goals(gw: Goalwright, chosen: Choices) -> tuple[str, str]:
    """The goals file that is sent: the one that was given, once it is known to be sound, or that of the sentence.

    With it goes what the fleet run is called.
    """
    from goalwright.doors.cli.named_files import read_input, source_name
    from goalwright.doors.cli.sentences import asked_goals
    from goalwright.errors import GoalsFileError
    from goalwright.fleet.goals_text import goals_text

    if chosen.goals is None or chosen.what:
        said = chosen.said or chosen.what
        asked = asked_goals(gw, said or None, chosen.goals, as_json=chosen.as_json)
        return goals_text(asked.meta, said), chosen.what
    text = read_input(chosen.goals, lambda source, problem: GoalsFileError(source, "", problem))
    source = source_name(chosen.goals)
    return text.decode(), gw.goals_from(text, source).text or f"the goals in {source}"


def resumed(hub: Hub, chosen: Choices) -> int:
    """A fleet run gone on with: what failed, was stopped, or waited."""
    from goalwright.fleet.rollout import Rollout

    run = hub.find(chosen.what)
    with _ctrl_c():
        hub.resume(run, chosen.by, Rollout(*chosen.spread).deadline_s)
        return _to_its_end(hub, run, chosen)


def undone(hub: Hub, chosen: Choices) -> int:
    """A fleet run taken back on every host, as far as each can; a dry run says how far that is."""
    run = hub.find(chosen.what)
    with _ctrl_c():
        kind, number = hub.undo(run, chosen.by, is_foreseen=chosen.dry_run)
        states = _watched(lambda: hub.asked(run, kind, number), _is_settled, chosen)
    _tell(run, states, chosen, "would be undone" if chosen.dry_run else "undone")
    stages = {state.stage for state in states.values()}
    is_partial = any(state.run is not None and state.run.status == "partial" for state in states.values())
    if is_partial or stages & {"failed", "refused", "stopped"}:
        return DRIFTED
    return 0 if stages <= {"done"} else UNFINISHED


def followed(hub: Hub, chosen: Choices) -> int:
    """A fleet run watched until every host has settled, or is away."""
    run = hub.find(chosen.what)
    with _ctrl_c():
        try:
            states = _watched(lambda: hub.states(run), _is_settled, chosen)
        except KeyboardInterrupt:
            return INTERRUPTED
    _tell(run, states, chosen)
    return 0


def _foreseen(hub: Hub, run: FleetRun, chosen: Choices) -> int:
    """The plans of all hosts shown, and nothing run."""
    states = _watched(lambda: hub.states(run), _is_planned, chosen)
    hub.stop(run, chosen.by)
    _show_plans(states, chosen)
    if chosen.as_json:
        _tell(run, states, chosen)
    if any(state.stage == "refused" for state in states.values()):
        return NOT_PLANNABLE
    return 0 if all(state.stage == "ready" for state in states.values()) else UNFINISHED


def _to_its_end(hub: Hub, run: FleetRun, chosen: Choices) -> int:
    try:
        planned = _watched(lambda: hub.states(run), _is_planned, chosen)
        code = _approved(hub, run, planned, chosen)
        if code:
            return code
        _sent(hub, run, chosen)
    except KeyboardInterrupt:
        warn(f"{run.name} goes on where it was begun: `goalwright fleet stop {run.name}` stops it there")
        return INTERRUPTED
    states = hub.states(run)
    _tell(run, states, chosen)
    return _code(states)


def _approved(hub: Hub, run: FleetRun, states: Mapping[str, HostState], chosen: Choices) -> int:
    """Show the plans, and ask about those of high risk. Not 0: nothing will be run."""
    from goalwright.fleet.grouping import set_hash

    known = hub.notes(run).approved
    plans = [state.plan for state in states.values() if state.stage == "ready" and state.plan is not None]
    new = {plan.host: plan.plan_hash for plan in plans if known.get(plan.host) != plan.plan_hash}
    if not new:
        if known:
            return 0
        _tell(run, states, chosen)
        return NOT_PLANNABLE if any(state.stage == "refused" for state in states.values()) else UNFINISHED
    _show_plans(states, chosen)
    digest = set_hash(new)
    if any(plan.needs_approval for plan in plans if plan.host in new) and not _is_allowed(digest, len(new), chosen):
        warn(f"not approved: nothing was run; `--hash {digest}` approves this very set of plans")
        return REFUSED
    hub.approve(run, new, chosen.by)
    return 0


def _show_plans(states: Mapping[str, HostState], chosen: Choices) -> None:
    from goalwright.fleet.grouping import grouped

    if chosen.as_json:
        return
    show(group_lines(grouped(state.plan for state in states.values() if state.stage == "ready" and state.plan)))
    for state in states.values():
        if state.stage != "ready":
            show([Line(((f"{state.host}: {state.stage}  {state.reason}".rstrip(), "yellow"),))])


def _is_allowed(digest: str, count: int, chosen: Choices) -> bool:
    if chosen.yes or chosen.plan_set == digest:
        return True
    return not chosen.as_json and is_asked() and is_yes(f"Run this on {count} host{'' if count == 1 else 's'}?")


def _sent(hub: Hub, run: FleetRun, chosen: Choices) -> None:
    """Send wave after wave until nothing is left to send, and wait for what was sent."""
    while True:
        wave = hub.advance(run)
        if wave.held == "canary":
            _watched(lambda: hub.states(run), _is_settled, chosen)
            if not _is_past_canary(hub, run, chosen):
                return
            continue
        if wave.held == "threshold":
            warn(f"stopped after {run.rollout.stop_after} failures: `goalwright fleet resume {run.name}` goes on")
            return
        _watched(lambda: hub.states(run), _is_settled, chosen)
        if not wave.hosts and not wave.held:
            return


def _is_past_canary(hub: Hub, run: FleetRun, chosen: Choices) -> bool:
    states = hub.states(run)
    if not chosen.as_json:
        show(run_lines(run, states))
    if any(state.stage in ("failed", "refused") for state in states.values() if state.run is not None):
        warn(f"the canary failed: nothing more is sent; `goalwright fleet resume {run.name}` goes on")
        return False
    if not chosen.yes and not (is_asked() and not chosen.as_json and is_yes("Go on with the rest?")):
        warn(f"only the canary was run: `goalwright fleet resume {run.name} --yes` goes on with the rest")
        return False
    hub.pass_canary(run, chosen.by)
    return True


def _watched(
    look: Callable[[], dict[str, HostState]], is_over: Callable[[HostState], bool], chosen: Choices
) -> dict[str, HostState]:
    """Look until every host is that far; hosts that are away are waited for only so long."""
    told, left_at = "", time.monotonic() + chosen.wait_s
    while True:
        states = look()
        pending = [state for state in states.values() if not is_over(state)]
        if any(state.is_here for state in pending):
            left_at = time.monotonic() + chosen.wait_s
        elif not pending or time.monotonic() > left_at:
            return states
        if (now := summary(states.values())) != told and not chosen.as_json:
            show([Line(((now, ""),))], beside=True)
            told = now
        time.sleep(_LOOK_S)


def _is_planned(state: HostState) -> bool:
    return state.stage not in ("planning", "waiting")


def _is_settled(state: HostState) -> bool:
    return state.stage in ("done", "failed", "refused", "stopped", "ready")


def _tell(run: FleetRun, states: Mapping[str, HostState], chosen: Choices, done: str = "done") -> None:
    if chosen.as_json:
        show_json({"name": run.name, "text": run.text, "hosts": list(states.values())})
    else:
        show(run_lines(run, states))
        undo = f"; undo with `goalwright undo {run.name}`" if done == "done" else ""
        show([Line(((f"{summary(states.values(), done)} ({run.name}{undo})", "bold"),))])


def _code(states: Mapping[str, HostState]) -> int:
    stages = {state.stage for state in states.values()}
    if stages <= {"done"}:
        return 0
    if "failed" in stages:
        return ACTION_FAILED
    return REFUSED if "refused" in stages else UNFINISHED


@contextmanager
def _ctrl_c() -> Iterator[None]:
    """Ctrl-C as an exception: what was sent goes on without this process."""
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
