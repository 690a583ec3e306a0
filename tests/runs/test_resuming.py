"""Taking runs up again: what is done stays done, what nobody can see is for a person to decide."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from crash.workload import file_action
from crash.world import World
from goalwright.app import Goalwright
from goalwright.contracts import UnmetGoal
from goalwright.errors import RunNotFound
from runs.bell import Bell, cut_off, plan_of, ready, ring

CHAIN = (ring("first"), ring("second", "first"), ring("third", "second"))
DOUBT = (("started", "first"), ("finished", "first"), ("started", "second"))


def resume(gw: Goalwright, run_id: str = "", **more: Any) -> Any:
    return asyncio.run(gw.resume(run_id, **more))


def states(report: Any) -> dict[str, str]:
    return {name: outcome.state for name, outcome in report.outcomes.items()}


def test_an_action_in_doubt_that_nobody_can_see_stops_the_run_there(gw: Goalwright, bell: Bell) -> None:
    run_id = cut_off(gw, plan_of(*CHAIN, ring("aside")), *DOUBT)
    for _ in range(2):
        report = resume(gw)
        assert (report.run_id, report.status, report.exit_code) == (run_id, "interrupted", 5)
        assert states(report) == {"first": "done", "second": "in_doubt", "third": "skipped", "aside": "done"}
        assert "--redo" in report.reason
        assert "--skip" in report.reason
        assert bell.rung == ["aside"]
    assert gw.show(run_id).outcomes["second"].state == "in_doubt"


def test_redo_does_it_again_and_goes_on(gw: Goalwright, bell: Bell) -> None:
    run_id = cut_off(gw, plan_of(*CHAIN), *DOUBT)
    report = resume(gw, redo=["second"])
    assert (report.status, bell.rung) == ("success", ["second", "third"])
    assert gw.show(run_id).outcomes["second"].is_done


def test_skip_leaves_it_and_goes_on(gw: Goalwright, bell: Bell) -> None:
    run_id = cut_off(gw, plan_of(*CHAIN), *DOUBT)
    report = resume(gw, skip=["second"])
    assert (report.status, bell.rung) == ("success", ["third"])
    assert states(report) == {"first": "done", "second": "skipped", "third": "done"}
    assert gw.show(run_id).outcomes["second"].state == "skipped"


@pytest.mark.parametrize("name", ["first", "third", "nobody", ""])
@pytest.mark.parametrize("how", ["redo", "skip"])
def test_only_what_is_in_doubt_can_be_redone_or_skipped(name: str, how: str, gw: Goalwright, bell: Bell) -> None:
    cut_off(gw, plan_of(*CHAIN), *DOUBT)
    chosen: dict[str, Any] = {how: [name]}
    with pytest.raises(RunNotFound, match="in doubt: second"):
        resume(gw, **chosen)
    assert bell.rung == []


def test_nothing_is_both_redone_and_skipped(gw: Goalwright, bell: Bell) -> None:
    cut_off(gw, plan_of(*CHAIN), *DOUBT)
    with pytest.raises(RunNotFound, match="either"):
        resume(gw, redo=["second"], skip=["second"])
    assert bell.rung == []


def test_a_redo_that_is_cut_off_again_is_in_doubt_again(gw: Goalwright, bell: Bell) -> None:
    cut_off(gw, plan_of(*CHAIN), *DOUBT)
    stop = gw.stop_request()
    loop = asyncio.new_event_loop()
    bell.meanwhile = lambda _name: loop.call_soon_threadsafe(stop.now)
    report = loop.run_until_complete(gw.resume(redo=["second"], stop=stop))
    loop.run_until_complete(loop.shutdown_default_executor())
    loop.close()
    assert states(report)["second"] in ("in_doubt", "done")
    assert report.status == "cancelled"
    assert gw.show().outcomes["third"].state == "pending"


def test_what_failed_is_tried_again_and_what_is_done_is_not(gw: Goalwright, bell: Bell) -> None:
    bell.broken = {"second"}
    failed = asyncio.run(gw.run(ready(gw, *CHAIN)))
    assert states(failed) == {"first": "done", "second": "failed", "third": "skipped"}
    bell.broken = set()
    report = resume(gw)
    assert (report.run_id, report.status, report.exit_code) == (failed.run_id, "success", 0)
    assert bell.rung == ["first", "second", "third"]
    assert [record.status for record in gw.history()] == ["success"]


def test_a_partial_run_that_is_resumed_is_still_a_partial_one(gw: Goalwright, bell: Bell) -> None:
    unmet = (UnmetGoal(goal_id="g9", reason="blocked", detail="no way"),)
    bell.broken = {"first"}
    asyncio.run(gw.run(ready(gw, ring("first"), unmet=unmet), partial=True))
    bell.broken = set()
    report = resume(gw)
    assert (report.status, report.exit_code, report.unmet) == ("partial", 0, unmet)


def test_a_run_that_has_come_to_its_end_cannot_be_resumed(gw: Goalwright, bell: Bell) -> None:
    with pytest.raises(RunNotFound, match="nothing to resume"):
        resume(gw)
    run_id = asyncio.run(gw.run(ready(gw, ring("first")))).run_id
    for name in ("", run_id, run_id.rpartition("-")[2]):
        with pytest.raises(RunNotFound, match="nothing to resume"):
            resume(gw, name)
    with pytest.raises(RunNotFound, match="no run"):
        resume(gw, "20200101-000000-none")
    assert bell.rung == ["first"]


def test_a_plan_that_the_policy_no_longer_allows_is_not_resumed(world: World, gw: Goalwright, bell: Bell) -> None:
    (world.tree / "folder").mkdir()
    write = file_action("write", "create_file", world.tree, "folder/made.txt", after="first")
    cut_off(gw, plan_of(ring("first"), write))
    (world.tree / "folder").rmdir()
    (world.tree / "folder").symlink_to("/etc")
    report = resume(gw)
    assert (report.status, report.exit_code) == ("refused", 6)
    assert report.reason.startswith("write: ")
    assert bell.rung == []
    (world.tree / "folder").unlink()
    (world.tree / "folder").mkdir()
    assert resume(gw).status == "success"


def test_a_run_that_is_going_on_can_be_neither_resumed_nor_undone(world: World, gw: Goalwright, bell: Bell) -> None:
    begun, done = threading.Event(), threading.Event()

    def meanwhile(_name: str) -> None:
        begun.set()
        done.wait(30)

    bell.meanwhile = meanwhile

    def elsewhere() -> list[str]:
        assert begun.wait(30)
        told = []
        with world.records() as other:
            run_id = other.history()[0].run_id
            for attempt in (other.resume(run_id), other.undo(run_id), other.resume(), other.undo()):
                with pytest.raises(RunNotFound) as raised:
                    asyncio.run(attempt)
                told.append(str(raised.value))
            assert other.show().status == "running"
        return told

    async def both() -> tuple[Any, list[str]]:
        running = asyncio.create_task(gw.run(ready(gw, ring("first"))))
        told = await asyncio.to_thread(elsewhere)
        done.set()
        return await running, told

    report, told = asyncio.run(both())
    assert report.status == "success"
    assert ["going on" in line for line in told] == [True, True, False, True]
    assert "nothing to resume" in told[2]
    assert bell.rung == ["first"]
