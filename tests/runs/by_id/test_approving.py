"""Plans that wait for approval: kept, held against the world, approved once or declined."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from crash.world import World
from goalwright.app import Goalwright
from goalwright.errors import ApprovalRefused, NotPlannable, RunNotFound, WorldDrifted
from runs.by_id.processes import heard_json, process

SENTENCE = "delete notes.txt"


@pytest.fixture
def notes(world: World) -> Path:
    return world.write("notes.txt", "mine")


def held(gw: Goalwright, run_id: str = "mine") -> str:
    """The hash of a plan that waits."""
    report = asyncio.run(gw.run(SENTENCE, run_id=run_id, hold=True, by="ann"))
    assert (report.status, report.exit_code, report.run_id) == ("awaiting_approval", 6, run_id)
    return report.plan_hash


def test_a_plan_that_waits_is_kept_with_who_asked_and_who_approved(notes: Path, gw: Goalwright) -> None:
    plan_hash = held(gw)
    assert notes.exists()
    assert [record.run_id for record in gw.waiting()] == ["mine"]
    report = asyncio.run(gw.approve("mine", plan_hash, by="bob"))
    assert report.status == "success"
    assert not notes.exists()
    record = gw.show("mine").record
    assert (record.asked_by, record.approved_by, record.status) == ("ann", "bob", "success")
    assert record.approved_at is not None
    assert gw.waiting() == []
    kinds = [entry.kind for entry in gw.journal.entries("mine")]
    assert kinds[:3] == ["asked", "approved", "begun"]
    asyncio.run(gw.undo("mine"))
    assert notes.read_text() == "mine"


def test_a_plan_that_was_started_can_be_approved_at_once(notes: Path, gw: Goalwright) -> None:
    async def approved(number: int) -> str:
        notes.write_text("mine")
        run_id = await gw.start(SENTENCE, run_id=f"mine-{number}")
        return (await gw.approve(run_id, gw.waiting()[0].plan_hash)).status

    async def all_approved() -> list[str]:
        return [await approved(number) for number in range(10)]

    assert asyncio.run(all_approved()) == ["success"] * 10


def test_a_waiting_plan_survives_a_kill(world: World, notes: Path, gw: Goalwright) -> None:
    child = process(world, "hold", "mine", "notes.txt")
    status, plan_hash = heard_json(child)
    child.kill()
    child.communicate(timeout=60)
    assert status == "awaiting_approval"
    assert gw.show("mine").status == "awaiting_approval"
    assert asyncio.run(gw.approve("mine", plan_hash)).status == "success"
    assert not notes.exists()


@pytest.mark.parametrize("change", ["content", "mode", "gone", "folder"])
def test_what_has_changed_since_is_noticed_and_the_plan_goes_on_waiting(
    change: str, notes: Path, gw: Goalwright
) -> None:
    plan_hash = held(gw)
    if change == "content":
        notes.write_text("changed")
    elif change == "mode":
        notes.chmod(0o600)
    else:
        notes.unlink()
        if change == "folder":
            notes.mkdir()
    with pytest.raises(WorldDrifted, match=r"notes\.txt"):
        asyncio.run(gw.approve("mine", plan_hash))
    assert gw.show("mine").status == "awaiting_approval"
    assert notes.exists() == (change != "gone")


def test_a_prepared_plan_is_held_against_the_world_too(notes: Path, gw: Goalwright) -> None:
    prepared = gw.prepare(SENTENCE)
    notes.write_text("changed")
    with pytest.raises(WorldDrifted, match=r"notes\.txt has changed"):
        asyncio.run(gw.run(prepared, approve=prepared.plan_hash))
    assert notes.read_text() == "changed"
    assert gw.history() == []


@pytest.mark.parametrize("wrong", ["", "0" * 64, "yes", "é"])
def test_another_hash_is_refused(wrong: str, notes: Path, gw: Goalwright) -> None:
    plan_hash = held(gw)
    with pytest.raises(ApprovalRefused, match="not the hash"):
        asyncio.run(gw.approve("mine", wrong))
    with pytest.raises(ApprovalRefused, match="not the hash"):
        asyncio.run(gw.approve("mine", plan_hash[:-1]))
    assert notes.exists()
    assert gw.show("mine").status == "awaiting_approval"


def test_the_hash_of_another_plan_is_refused(world: World, notes: Path, gw: Goalwright) -> None:
    world.write("other.txt")
    stale = asyncio.run(gw.run("delete other.txt", run_id="other", hold=True)).plan_hash
    held(gw)
    with pytest.raises(ApprovalRefused, match="not the hash"):
        asyncio.run(gw.approve("mine", stale))
    assert notes.exists()


def test_a_second_approval_is_refused(world: World, notes: Path, gw: Goalwright) -> None:
    plan_hash = held(gw)
    asyncio.run(gw.approve("mine", plan_hash, by="bob"))
    world.write("notes.txt", "mine")
    with pytest.raises(ApprovalRefused, match="approved by bob"):
        asyncio.run(gw.approve("mine", plan_hash, by="eve"))
    assert notes.exists()


def test_approvals_at_once_run_it_once(notes: Path, gw: Goalwright) -> None:
    plan_hash = held(gw)

    async def ten() -> list[object]:
        return await asyncio.gather(*(gw.approve("mine", plan_hash) for _ in range(10)), return_exceptions=True)

    answers = asyncio.run(ten())
    assert [getattr(answer, "status", None) for answer in answers].count("success") == 1
    assert all(isinstance(answer, ApprovalRefused | RunNotFound) for answer in answers if isinstance(answer, Exception))
    assert [entry.kind for entry in gw.journal.entries("mine")].count("begun") == 1


def test_a_declined_plan_is_over(notes: Path, gw: Goalwright) -> None:
    plan_hash = held(gw)
    assert gw.decline("mine", by="bob").status == "refused"
    with pytest.raises(ApprovalRefused, match="refused"):
        asyncio.run(gw.approve("mine", plan_hash))
    with pytest.raises(RunNotFound, match="nothing to resume"):
        asyncio.run(gw.resume("mine"))
    assert "declined by bob" in gw.show("mine").record.reason
    assert notes.exists()


def test_what_waits_can_be_neither_resumed_nor_undone(notes: Path, gw: Goalwright) -> None:
    held(gw)
    with pytest.raises(RunNotFound, match="goalwright approve mine"):
        asyncio.run(gw.resume("mine"))
    with pytest.raises(RunNotFound, match="nothing to resume"):
        asyncio.run(gw.resume())
    with pytest.raises(RunNotFound, match="never began"):
        asyncio.run(gw.undo("mine"))
    with pytest.raises(RunNotFound, match="nothing to undo"):
        asyncio.run(gw.undo())


def test_what_is_not_allowed_any_more_is_not_approved(world: World, gw: Goalwright) -> None:
    folder = world.tree / "in"
    world.write("in/notes.txt", "mine")
    plan_hash = asyncio.run(gw.run("delete in/notes.txt", run_id="mine", hold=True)).plan_hash
    folder.rename(world.tree / "real")
    folder.symlink_to("/etc")
    with pytest.raises(ApprovalRefused, match="not allowed"):
        asyncio.run(gw.approve("mine", plan_hash))


def test_starting_a_waiting_id_again_with_the_hash_approves_it(notes: Path, gw: Goalwright) -> None:
    plan_hash = held(gw)
    assert asyncio.run(gw.run(SENTENCE, run_id="mine")).status == "awaiting_approval"
    assert asyncio.run(gw.run(SENTENCE, run_id="mine", approve="0" * 64)).status == "awaiting_approval"
    assert notes.exists()
    assert asyncio.run(gw.run(SENTENCE, run_id="mine", approve=plan_hash)).status == "success"
    assert not notes.exists()


def test_start_keeps_what_needs_approval_and_refuses_what_cannot_be_planned(notes: Path, gw: Goalwright) -> None:
    async def started() -> str:
        return await gw.start(SENTENCE)

    assert gw.show(asyncio.run(started())).status == "awaiting_approval"
    with pytest.raises(NotPlannable):
        asyncio.run(gw.start("delete nothing-is-called-so.txt"))


def test_a_plan_that_needs_no_approval_does_not_wait(world: World, gw: Goalwright) -> None:
    assert asyncio.run(gw.run("create a folder docs", hold=True)).status == "success"
    assert (world.tree / "docs").is_dir()


def test_the_record_is_plain_json(notes: Path, gw: Goalwright) -> None:
    held(gw)
    from goalwright.contracts.documents import details_document

    document = json.loads(json.dumps(details_document(gw.show("mine"))))
    assert (document["status"], document["asked_by"]) == ("awaiting_approval", "ann")
