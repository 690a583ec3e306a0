"""Runs: what may run and what not, how runs end, and what is written down."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from crash.workload import file_action
from crash.world import World
from goalwright.app import Goalwright
from goalwright.contracts import Plan, PlanResult, RunEvent, UnmetGoal, WorldState
from goalwright.contracts.prepared import Prepared
from policy.hostile_approvals import NO_APPROVALS, NoApproval
from runs.bell import Bell, ready, ring
from runs.undo.trees import exact_picture

UNMET = (UnmetGoal(goal_id="g9", reason="blocked", detail="no way"),)
# Runs wait for an answer that takes its time; the policy by itself cannot.
REFUSED_HERE = [row for row in NO_APPROVALS if row.name != "an async callable"]


@pytest.fixture
def risky(world: World, gw: Goalwright) -> Prepared:
    """A plan that writes over a file, and does something harmless besides."""
    world.write("old.txt", "old")
    write = file_action("over", "write_file", world.tree, "old.txt", risk="high", content="new")
    return ready(gw, write, file_action("make", "create_file", world.tree, "made.txt"))


def run(gw: Goalwright, prepared: Prepared, **more: Any) -> Any:
    return asyncio.run(gw.run(prepared, **more))


@pytest.mark.parametrize("row", REFUSED_HERE, ids=[row.name for row in REFUSED_HERE])
def test_what_is_not_an_approval_of_this_very_plan_is_none(
    row: NoApproval, world: World, gw: Goalwright, risky: Prepared
) -> None:
    before = exact_picture(world.tree)
    assert risky.plan is not None
    report = run(gw, risky, approve=row.value(risky.plan))
    assert (report.status, report.exit_code, report.run_id) == ("refused", 6, "")
    assert "over" in report.reason
    assert risky.plan_hash in report.reason
    assert exact_picture(world.tree) == before
    assert not world.state.exists()


async def asked_for_long(plan: Plan) -> bool:
    await asyncio.sleep(0)
    return plan.total_actions == 2


@pytest.mark.parametrize("approve", [True, lambda _plan: True, asked_for_long], ids=["true", "asked", "asked for long"])
def test_an_approved_plan_runs(approve: Any, world: World, gw: Goalwright, risky: Prepared) -> None:
    report = run(gw, risky, approve=approve)
    assert (report.status, report.exit_code, report.reason) == ("success", 0, "")
    assert (world.tree / "old.txt").read_text() == "new"


def test_the_hash_of_a_plan_approves_it_and_no_other(world: World, gw: Goalwright, risky: Prepared) -> None:
    other = ready(gw, file_action("over", "write_file", world.tree, "old.txt", risk="high", content="other"))
    assert run(gw, other, approve=risky.plan_hash).status == "refused"
    assert run(gw, risky, approve=risky.plan_hash).status == "success"
    assert (world.tree / "old.txt").read_text() == "new"


def test_whoever_is_asked_is_shown_the_plan_once_and_before_anything_happens(
    world: World, gw: Goalwright, risky: Prepared
) -> None:
    shown = []

    def ask(plan: Plan) -> bool:
        shown.append((plan, (world.tree / "old.txt").read_text()))
        return True

    run(gw, risky, approve=ask)
    assert shown == [(risky.plan, "old")]


def test_nobody_is_asked_about_a_plan_without_high_risk(world: World, gw: Goalwright) -> None:
    harmless = ready(gw, file_action("make", "create_file", world.tree, "made.txt"))
    assert run(gw, harmless, approve=lambda _plan: pytest.fail("asked")).status == "success"


def test_a_dry_run_leaves_no_trace_not_even_a_state_folder(world: World, gw: Goalwright, risky: Prepared) -> None:
    before = exact_picture(world.top)
    for approve in (None, True):
        report = run(gw, risky, approve=approve, dry_run=True)
        assert (report.status, report.run_id, report.outcomes) == ("success", "", {})
        assert report.plan == risky.plan
    assert exact_picture(world.top) == before
    assert not world.state.exists()


def test_a_dry_run_changes_nothing_of_the_state_that_is_there(world: World, gw: Goalwright, risky: Prepared) -> None:
    run(gw, ready(gw, file_action("make", "create_file", world.tree, "made.txt")))
    gw.close()
    before = exact_picture(world.top)
    assert run(gw, risky, dry_run=True).status == "success"
    gw.close()
    assert exact_picture(world.top) == before


def test_a_partial_plan_runs_only_if_that_was_asked_for(world: World, gw: Goalwright) -> None:
    partial = ready(gw, file_action("make", "create_file", world.tree, "made.txt"), unmet=UNMET)
    refused = run(gw, partial, approve=True)
    assert (refused.status, refused.exit_code, refused.unmet) == ("refused", 4, UNMET)
    assert not world.state.exists()
    done = run(gw, partial, partial=True)
    assert (done.status, done.exit_code, done.unmet, done.plan_status) == ("partial", 0, UNMET, "partial")
    assert (world.tree / "made.txt").exists()
    assert gw.history()[0].status == "partial"


def test_goals_without_a_plan_are_refused_with_the_planners_reason(gw: Goalwright) -> None:
    result = PlanResult(status="blocked", reason="g0: the door is shut", unmet=UNMET)
    report = run(gw, Prepared(text="", meta=None, world=WorldState(), result=result), approve=True, partial=True)
    assert (report.status, report.exit_code, report.plan) == ("refused", 4, None)
    assert report.reason == "g0: the door is shut"


@pytest.mark.parametrize("path", ["/etc/made.txt", "../../made.txt", "link/made.txt"])
def test_a_plan_that_leads_outside_is_refused_whoever_approves(path: str, world: World, gw: Goalwright) -> None:
    (world.tree / "link").symlink_to("/etc")
    prepared = ready(gw, file_action("make", "create_file", world.tree, path))
    report = run(gw, prepared, approve=True, partial=True)
    assert (report.status, report.exit_code) == ("refused", 6)
    assert report.reason.startswith("make: ")
    assert not world.state.exists()


def test_a_plan_that_calls_a_delete_harmless_is_refused(world: World, gw: Goalwright) -> None:
    path = world.write("old.txt", "old")
    prepared = ready(gw, file_action("delete", "delete_file", world.tree, "old.txt", risk="low"))
    report = run(gw, prepared, approve=True)
    assert (report.status, report.exit_code) == ("refused", 6)
    assert path.exists()


def test_a_failure_stops_what_comes_after_it_and_nothing_else(world: World, gw: Goalwright, bell: Bell) -> None:
    bell.broken = {"bad"}
    report = run(gw, ready(gw, ring("bad"), ring("child", "bad"), ring("grandchild", "child"), ring("free")))
    assert (report.status, report.exit_code) == ("failed", 5)
    assert report.reason == "bad: the rope is torn: tie it"
    states = {name: outcome.state for name, outcome in report.outcomes.items()}
    assert states == {"bad": "failed", "child": "skipped", "grandchild": "skipped", "free": "done"}
    assert bell.rung == ["free"]
    assert gw.history()[0].status == "failed"


def test_a_file_that_appears_between_planning_and_doing_is_not_replaced(world: World, gw: Goalwright) -> None:
    prepared = ready(gw, file_action("write", "write_file", world.tree, "new.txt", risk="low", content="ours"))
    world.write("new.txt", "theirs")
    report = run(gw, prepared, approve=True)
    assert (report.status, report.exit_code) == ("failed", 5)
    assert "is there now" in report.reason
    assert (world.tree / "new.txt").read_text() == "theirs"


def test_a_run_that_is_stopped_lets_what_runs_finish_and_begins_nothing_new(gw: Goalwright, bell: Bell) -> None:
    stop = gw.stop_request()
    bell.meanwhile = lambda _name: asyncio.run_coroutine_threadsafe(_request(stop), loop).result()
    loop = asyncio.new_event_loop()
    report = loop.run_until_complete(gw.run(ready(gw, ring("first"), ring("second", "first")), stop=stop))
    loop.close()
    assert (report.status, report.exit_code) == ("cancelled", 130)
    assert [outcome.state for outcome in report.outcomes.values()] == ["done", "cancelled"]
    assert report.run_id in report.reason
    assert bell.rung == ["first"]


async def _request(stop: Any) -> None:
    stop.request()


def test_events_tell_the_run_from_beginning_to_end(gw: Goalwright, bell: Bell) -> None:
    events: list[RunEvent] = []
    report = run(gw, ready(gw, ring("first"), ring("second", "first")), on_event=events.append)
    told = [(event.kind, event.action_id) for event in events]
    inner = [(kind, name) for name in ("first", "second") for kind in ("action_started", "action_ended")]
    assert told == [("run_started", ""), *inner, ("run_ended", "")]
    assert {event.run_id for event in events} == {report.run_id}


def test_the_journal_knows_the_run_as_it_was(world: World, gw: Goalwright, risky: Prepared) -> None:
    report = run(gw, risky, approve=True)
    shown = gw.show()
    assert (shown.status, shown.record.plan, shown.record.plan_hash) == ("success", risky.plan, risky.plan_hash)
    assert (shown.record.text, shown.record.cwd) == ("ring", str(world.tree))
    assert {name: outcome.state for name, outcome in shown.outcomes.items()} == {"over": "done", "make": "done"}
    assert shown.outcomes == report.outcomes
