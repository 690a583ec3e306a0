"""One id: started, resumed, stopped and undone by several processes, it stays one run with one outcome."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess

import pytest

from campaigns import rounds
from crash.world import World
from goalwright.app import Goalwright
from goalwright.contracts import Goal
from goalwright.contracts.run_report import RunStatus
from goalwright.errors import ContractViolation, RunIdTaken, RunNotFound
from runs.bell import Bell, ready, ring
from runs.by_id.processes import answered, one_round, process

ROUNDS = rounds(40)


def test_starting_an_id_twice_does_it_once(world: World, gw: Goalwright) -> None:
    first = asyncio.run(gw.run(one_round(world.tree, 1), run_id="mine-1"))
    again = asyncio.run(gw.run(one_round(world.tree, 1), run_id="mine-1"))
    assert (first.run_id, again.run_id) == ("mine-1", "mine-1")
    assert (first.status, again.status) == ("success", "success")
    assert {name: outcome.state for name, outcome in again.outcomes.items()} == dict.fromkeys(first.outcomes, "done")
    assert (world.tree / "round1.txt").read_text() == "once\n"
    assert gw.journal.count() == 1


def test_ten_starts_of_one_id_at_once_do_it_once(world: World, gw: Goalwright) -> None:
    async def ten() -> list[str]:
        reports = await asyncio.gather(*(gw.run(one_round(world.tree, 1), run_id="mine") for _ in range(10)))
        return [report.status for report in reports]

    assert asyncio.run(ten()) == ["success"] * 10
    assert (world.tree / "round1.txt").read_text() == "once\n"
    assert [entry.kind for entry in gw.journal.entries("mine")].count("begun") == 1


def test_six_processes_that_start_one_id_do_it_once(world: World) -> None:
    children = [process(world, "start", "mine", 7) for _ in range(6)]
    assert [answered(child) for child in children] == [["mine", "success"]] * 6
    assert (world.tree / "round7.txt").read_text() == "once\n"


def test_an_id_belongs_to_one_command(world: World, gw: Goalwright) -> None:
    asyncio.run(gw.run(one_round(world.tree, 1), run_id="mine"))
    with pytest.raises(RunIdTaken, match="another command"):
        asyncio.run(gw.run(one_round(world.tree, 2), run_id="mine"))
    with pytest.raises(RunIdTaken):
        asyncio.run(gw.run("create a folder other", run_id="mine"))
    assert not (world.tree / "round2.txt").exists()


@pytest.mark.parametrize("run_id", ["../x", "a b", "-x", "é", "x" * 101])
def test_an_id_that_no_folder_should_have_is_refused(run_id: str, gw: Goalwright) -> None:
    with pytest.raises(ContractViolation, match="run_id"):
        asyncio.run(gw.run("create a folder docs", run_id=run_id))
    with pytest.raises(ContractViolation, match="run_id"):
        asyncio.run(gw.start("create a folder docs", run_id=run_id))


def test_a_failed_run_is_taken_up_where_it_stopped(gw: Goalwright, bell: Bell) -> None:
    bell.broken = {"second"}
    plan = ready(gw, ring("first"), ring("second", "first"))
    assert asyncio.run(gw.run(plan, run_id="mine")).status == "failed"
    bell.broken = set()
    report = asyncio.run(gw.run(plan, run_id="mine"))
    assert (report.status, bell.rung) == ("success", ["first", "second"])


def test_a_run_that_was_killed_is_taken_up_by_a_start_of_its_id(world: World, gw: Goalwright, bell: Bell) -> None:
    child = process(world, "slow", "mine", 40, 0.05)
    wait_for_events(gw, "mine", 8)
    child.kill()
    child.communicate(timeout=60)
    done = [name for name, outcome in gw.show("mine").outcomes.items() if outcome.state == "done"]
    chain = [ring(f"b{number}", *([f"b{number - 1}"] if number else [])) for number in range(40)]
    report = asyncio.run(gw.run(ready(gw, *chain), run_id="mine"))
    # A bell that was ringing when the process died may have rung: no one can see that.
    assert report.status in ("success", "interrupted")
    assert not set(done) & set(bell.rung)


def test_an_undone_run_is_not_run_again_by_its_id(world: World, gw: Goalwright) -> None:
    asyncio.run(gw.run(one_round(world.tree, 1), run_id="mine"))
    asyncio.run(gw.undo("mine"))
    assert asyncio.run(gw.run(one_round(world.tree, 1), run_id="mine")).run_id == "mine"
    assert not (world.tree / "round1.txt").exists()


def test_two_processes_do_random_things_to_the_same_ids(world: World, gw: Goalwright) -> None:
    children = [process(world, "rounds", who, os.environ.get("GOALWRIGHT_TEST_SEED", "5")) for who in ("a", "b")]
    try:
        for number in range(ROUNDS):
            for child in children:
                tell(child, number)
            for child in children:
                assert heard(child) == '"done"'
            require_one_outcome(world, gw, number)
    finally:
        for child in children:
            child.kill()
            child.communicate(timeout=60)


def require_one_outcome(world: World, gw: Goalwright, number: int) -> None:
    """The run is there once or not at all, no process has it, and the files are what its record says."""
    run_id = f"round-{number}"
    record = gw.journal.find(run_id)
    file, made = world.tree / f"round{number}.txt", world.tree / f"made{number}.txt"
    assert not gw.journal.is_running(run_id)
    if record is None or record.undone:
        assert not file.exists()
        assert not made.exists()
        return
    entries = gw.journal.entries(run_id)
    given_up = sum(entry.kind == "stopping" and entry.data["now"] is True for entry in entries)
    # One that was told to stop at once may stay open, as if its process had died, until it is resumed.
    assert record.status in ("success", "cancelled", *([None] if given_up else []))
    if record.status != "success":
        assert asyncio.run(gw.resume(run_id)).status == "success"
    assert file.read_text() == "once\n"
    assert made.exists()
    kinds = [entry.kind for entry in gw.journal.entries(run_id)]
    assert kinds.count("ended") <= kinds.count("begun") <= kinds.count("ended") + given_up


def tell(child: subprocess.Popen[str], number: int) -> None:
    assert child.stdin is not None
    child.stdin.write(f"{number}\n")
    child.stdin.flush()


def heard(child: subprocess.Popen[str]) -> str:
    assert child.stdout is not None
    return child.stdout.readline().strip()


def wait_for_events(gw: Goalwright, run_id: str, count: int) -> None:
    """Until the run has written down so much."""

    async def waiting() -> None:
        while gw.journal.find(run_id) is None or len(gw.journal.entries(run_id)) < count:
            await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(waiting(), 60))


class TestStop:
    def test_ends_a_run_in_another_process_cleanly(self, world: World, gw: Goalwright) -> None:
        child = process(world, "slow", "mine", 200, 0.05)
        wait_for_events(gw, "mine", 6)
        record = asyncio.run(gw.stop("mine", by="ann"))
        assert record.status == "cancelled"
        assert answered(child) == "cancelled"
        outcomes = gw.show("mine").outcomes.values()
        assert {outcome.state for outcome in outcomes} == {"done", "pending"}
        stopping = next(entry for entry in gw.journal.entries("mine") if entry.kind == "stopping")
        assert stopping.data == {"by": "ann", "now": False}

    def test_now_abandons_what_is_running(self, world: World, gw: Goalwright) -> None:
        child = process(world, "slow", "mine", 3, 20)
        wait_for_events(gw, "mine", 2)
        record = asyncio.run(gw.stop("mine", now=True))
        assert record.status is None  # interrupted: resume and undo clear up what is in doubt
        assert gw.show("mine").outcomes["b0"].state == "in_doubt"
        child.send_signal(signal.SIGKILL)  # its bell goes on ringing in a thread
        child.communicate(timeout=60)

    def test_of_what_is_not_running_is_refused(self, world: World, gw: Goalwright) -> None:
        asyncio.run(gw.run(one_round(world.tree, 1), run_id="mine"))
        with pytest.raises(RunNotFound, match="not running"):
            asyncio.run(gw.stop("mine"))
        with pytest.raises(RunNotFound, match="no run"):
            asyncio.run(gw.stop("other"))

    def test_left_for_an_earlier_process_does_not_stop_a_later_one(self, gw: Goalwright, bell: Bell) -> None:
        bell.broken = {"first"}
        plan = ready(gw, ring("first"))
        asyncio.run(gw.run(plan, run_id="mine"))
        (gw.journal.run_folder("mine") / "stop").write_text('["ann", true]')
        bell.broken = set()
        assert asyncio.run(gw.resume("mine")).status == "success"

    def test_does_not_wait_for_what_another_run_holds(self, world: World, gw: Goalwright) -> None:
        """A run that waits for a file which another process is working on ends at once."""

        async def waits_and_is_stopped() -> str:
            async with gw.parts.pools.held(["file:x"], [f"file:{world.tree}/held.txt"]):
                goal = Goal(domain="file", verb="append", params={"path": f"{world.tree}/held.txt", "content": "x"})
                running = asyncio.create_task(gw.run(goal, run_id="mine"))
                while gw.journal.find("mine") is None:
                    await asyncio.sleep(0.01)
                await gw.stop("mine", wait_s=30)
                return (await running).status

        assert asyncio.run(waits_and_is_stopped()) == "cancelled"
        assert not (world.tree / "held.txt").exists()


class TestFollowing:
    def test_goes_on_from_the_last_number_after_a_kill(self, world: World, gw: Goalwright) -> None:
        runner = process(world, "slow", "mine", 60, 0.03)
        wait_for_events(gw, "mine", 1)
        seen: list[str] = []
        after = "0"
        for _ in range(4):
            follower = process(world, "follow", "mine", after)
            lines = [heard(follower) for _ in range(7)]
            follower.kill()
            follower.communicate(timeout=60)
            seen += lines
            after = lines[-1].strip("[]").split(",")[0]
        last = process(world, "follow", "mine", after)
        out, _ = last.communicate(timeout=120)
        seen += out.splitlines()[:-1]
        assert answered(runner) == "success"
        numbers = [int(line.strip("[]").split(",")[0]) for line in seen]
        assert numbers == sorted(set(numbers))
        ends = [line for line in seen if "action_ended" in line]
        assert [line.split('"')[-2] for line in ends] == [f"b{number}" for number in range(60)]
        assert "run_started" in seen[0]
        assert "run_ended" in seen[-1]

    def test_ends_when_the_process_of_the_run_is_killed(self, world: World, gw: Goalwright) -> None:
        runner = process(world, "slow", "mine", 100, 0.05)
        wait_for_events(gw, "mine", 4)
        follower = process(world, "follow", "mine", "0")
        heard(follower)
        runner.kill()
        runner.communicate(timeout=60)
        follower.communicate(timeout=60)
        assert follower.returncode == 0

    def test_a_listener_that_raises_does_not_disturb_the_run(self, world: World, gw: Goalwright) -> None:
        def listener(_event: object) -> None:
            raise ZeroDivisionError("mine")

        assert asyncio.run(gw.run(one_round(world.tree, 1), on_event=listener)).status == "success"


def test_preparing_does_not_hold_the_loop_up(world: World, gw: Goalwright) -> None:
    """While plans are made the loop goes round."""

    async def both() -> int:
        rounds = 0
        task = asyncio.create_task(gw.run("create folders a, b, c, d, e and f, then create g.txt, h.txt and i.txt"))
        while not task.done() and gw.journal.count() == 0:
            rounds += 1
            await asyncio.sleep(0)
        assert (await task).status == "success"
        return rounds

    assert asyncio.run(both()) > 20


def test_start_returns_an_id_that_everything_else_takes(world: World, gw: Goalwright) -> None:
    async def story() -> tuple[str, RunStatus, list[str]]:
        run_id = await gw.start("create a folder docs and put notes.txt in it saying hello", by="ann")
        kinds: list[str] = [event.kind async for event in gw.events(run_id)]
        return run_id, (await gw.report(run_id)).status, kinds

    run_id, status, kinds = asyncio.run(story())
    assert status == "success"
    assert (kinds[0], kinds[-1]) == ("run_started", "run_ended")
    assert gw.show(run_id).record.asked_by == "ann"
    assert (world.tree / "docs" / "notes.txt").read_text() == "hello"
