"""How a fleet looks on a screen: its hosts, its runs, and the plans of many hosts as one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from goalwright.doors.cli.plain_text import message_text, name_text
from goalwright.doors.cli.screen import Line, columns
from goalwright.fleet.host_about import told_of

if TYPE_CHECKING:
    from goalwright.fleet.fleet_runs import FleetRun
    from goalwright.fleet.grouping import PlanGroup
    from goalwright.fleet.host_states import HostState
    from goalwright.fleet.roster import Host

_NAMES_SHOWN = 8
_STYLES = {"done": "green", "failed": "bold red", "refused": "red", "running": "cyan", "stopped": "yellow"}
_AWAY_S = 60


def host_lines(hosts: Sequence[Host]) -> Iterator[Line]:
    if not hosts:
        yield Line((("No host has joined: `goalwright fleet enrol NAME` prints a ticket for one.", ""),))
        return
    rows = [
        (
            (name_text(host.name), "cyan"),
            (message_text(", ".join(host.tags)) or "-", ""),
            ("here", "green") if host.is_here else ("away", "yellow"),
            (_seen(host.unseen_s) if host.is_enrolled else "not enrolled: it holds no valid ticket of this hub", ""),
            (message_text(", ".join(f"{family} {count}" for family, count in told_of(host.about).tools.items())), ""),
        )
        for host in hosts
    ]
    yield from columns([(("host", "bold"), ("tags", "bold"), ("", ""), ("seen", "bold"), ("tools", "bold")), *rows])


def runs_lines(runs: Iterable[FleetRun]) -> Iterator[Line]:
    rows = [((run.name, "cyan"), (f"{len(run.hosts)} hosts", ""), (message_text(run.text), "")) for run in runs]
    if rows:
        yield from columns(rows)
    else:
        yield Line((("Nothing was run on the fleet yet.", ""),))


def run_lines(run: FleetRun, states: Mapping[str, HostState]) -> Iterator[Line]:
    """A fleet run as a table of its hosts."""
    yield Line(((f"{run.name}: {message_text(run.text)}", "bold"),))
    rows = [
        (
            (name_text(state.host), "cyan"),
            (state.stage, _STYLES.get(state.stage, "")),
            (_counted(state), ""),
            (message_text(state.reason), ""),
        )
        for state in states.values()
    ]
    yield from columns(rows, indent=2)


def group_lines(groups: Sequence[PlanGroup]) -> Iterator[Line]:
    """The plans of all hosts, equal ones once."""
    for group in groups:
        count = len(group.hosts)
        named = ", ".join(group.hosts[:_NAMES_SHOWN]) + (", …" if count > _NAMES_SHOWN else "")
        actions = f"{group.plan.count} action{'' if group.plan.count == 1 else 's'}"
        so = ", already so" if group.plan.is_already_so else ""
        title = f"{count} host{'' if count == 1 else 's'}: plan {group.shape[:8]}, {actions}{so}"
        yield Line(((title, "bold"), (f"  ({message_text(named)})", "")))
        rows = [
            ((message_text(action.what), ""), (action.tool, ""), (f"{action.risk} risk", ""))
            for action in group.plan.actions
        ]
        yield from columns(rows, indent=2)
        if group.plan.count > len(group.plan.actions):
            yield Line(((f"  and {group.plan.count - len(group.plan.actions)} more", ""),))


def summary(states: Iterable[HostState], done: str = "done") -> str:
    """How many hosts are at which stage, in words; `done` says what was done."""
    counts: dict[str, int] = {}
    for state in states:
        stage = done if state.stage == "done" else state.stage
        counts[stage] = counts.get(stage, 0) + 1
    return ", ".join(f"{count} {stage}" for stage, count in counts.items())


def _counted(state: HostState) -> str:
    answer = state.run or state.plan
    if answer is None or not answer.count:
        return "-"
    return f"{answer.done} of {answer.count}" if state.run is not None else f"{answer.count} planned"


def _seen(seconds: float) -> str:
    if seconds < _AWAY_S:
        return "now"
    minutes = int(seconds // 60)
    return f"{minutes} min ago" if minutes < 120 else f"{minutes // 60} h ago"
