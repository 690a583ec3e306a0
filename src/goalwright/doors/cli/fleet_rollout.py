"""A fleet run at a terminal: the plans shown and approved, the waves sent, and what came of them."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from goalwright.doors.cli.fleet_view import group_lines, run_lines, summary
from goalwright.doors.cli.screen import Line, is_asked, is_yes, show, show_json, warn
from goalwright.errors import ACTION_FAILED, DRIFTED, INTERRUPTED, NOT_PLANNABLE, REFUSED
from goalwright.named_tuple import NamedTuple

if TYPE_CHECKING:
    from goalwright.app import Goalwright
    from goalwright.fleet.fleet_runs import FleetRun
    from goalwright.fleet.hub import HostState, Hub

_LOOK_S = 0.3


class Choices(NamedTuple):
    """What was said at the command line."""

    what: str
    on: tuple[str, ...]
    tags: tuple[str, ...]
    goals: str | None
    spread: tuple[int, int, int]
    wait_s: int
    plan_set: str
    yes: bool
    as_json: bool
    by: str


def begun(gw: Goalwright, hub: Hub, chosen: Choices) -> int:
    """A new fleet run, from a sentence to its end."""
    from goalwright.fleet.rollout import Rollout

    goals = _goals(gw, chosen)
    hosts = hub.chosen(chosen.on)
    with _ctrl_c():
        run = hub.begin(chosen.what, goals, hosts, Rollout(*chosen.spread), chosen.by)
        return _to_its_end(hub, run, chosen)


def _goals(gw: Goalwright, chosen: Choices) -> str:
    """The goals file that is sent: the one that was given, once it is known to be sound, or that of the sentence."""
    from goalwright.doors.cli.named_files import read_input, source_name
    from goalwright.doors.cli.sentences import asked_goals
    from goalwright.errors import GoalsFileError
    from goalwright.fleet.goals_text import goals_text

    if chosen.goals is None or chosen.what:
        asked = asked_goals(gw, chosen.what or None, chosen.goals, as_json=chosen.as_json)
        return goals_text(asked.meta, chosen.what)
    text = read_input(chosen.goals, lambda source, problem: GoalsFileError(source, "", problem))
    gw.goals_from(text, source_name(chosen.goals))
    return text.decode()


def resumed(hub: Hub, chosen: Choices) -> int:
    """A fleet run gone on with: what failed, was stopped, or waited."""
    run = hub.find(chosen.what)
    with _ctrl_c():
        hub.resume(run, chosen.by)
        return _to_its_end(hub, run, chosen)


def undone(hub: Hub, chosen: Choices) -> int:
    """A fleet run taken back on every host, as far as each can."""
    run = hub.find(chosen.what)
    with _ctrl_c():
        number = hub.next_round(run, "undo")
        hub.ask(run, "undo", number)
        states = _watched(lambda: hub.asked(run, "undo", number), _is_settled, chosen)
    _tell(run, states, chosen)
    return 0 if all(state.run is not None and state.run.status == "success" for state in states.values()) else DRIFTED


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
    from goalwright.fleet.grouping import grouped, set_hash

    known = hub.notes(run).approved
    plans = [state.plan for state in states.values() if state.stage == "ready" and state.plan is not None]
    new = {plan.host: plan.plan_hash for plan in plans if known.get(plan.host) != plan.plan_hash}
    if not new:
        if not known:
            _tell(run, states, chosen)
        return 0 if known else NOT_PLANNABLE
    groups = grouped(plans)
    if not chosen.as_json:
        show(group_lines(groups))
        for state in states.values():
            if state.stage != "ready":
                show([Line(((f"{state.host}: {state.stage}  {state.reason}".rstrip(), "yellow"),))])
    digest = set_hash(new)
    if any(plan.needs_approval for plan in plans if plan.host in new) and not _is_allowed(digest, len(new), chosen):
        warn(f"not approved: nothing was run; `--hash {digest}` approves this very set of plans")
        return REFUSED
    hub.approve(run, new, chosen.by)
    return 0


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
        if not pending or time.monotonic() > left_at:
            return states
        if (now := summary(states.values())) != told and not chosen.as_json:
            show([Line(((now, ""),))], beside=True)
            told = now
        time.sleep(_LOOK_S)


def _is_planned(state: HostState) -> bool:
    return state.stage not in ("planning", "waiting")


def _is_settled(state: HostState) -> bool:
    return state.stage in ("done", "failed", "refused", "stopped", "ready")


def _tell(run: FleetRun, states: Mapping[str, HostState], chosen: Choices) -> None:
    if chosen.as_json:
        show_json({"name": run.name, "text": run.text, "hosts": list(states.values())})
    else:
        show(run_lines(run, states))
        show(
            [
                Line(
                    (
                        (
                            f"{summary(states.values())} ({run.name}; undo with `goalwright fleet undo {run.name}`)",
                            "bold",
                        ),
                    )
                )
            ]
        )


def _code(states: Mapping[str, HostState]) -> int:
    stages = {state.stage for state in states.values()}
    if stages <= {"done"}:
        return 0
    return ACTION_FAILED if "failed" in stages or "done" in stages else REFUSED


@contextmanager
def _ctrl_c() -> Iterator[None]:
    """Ctrl-C as an exception: what was sent goes on without this process."""
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
