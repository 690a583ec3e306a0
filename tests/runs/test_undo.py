"""A run is taken back whole and in reverse if nothing has changed since; else nothing is touched."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from goalwright.contracts import (
    Fact,
    PlannedAction,
    RunRecord,
    ToolCall,
    ToolCapability,
    ToolEntry,
    ToolResult,
    Verdict,
)
from goalwright.errors import PolicyRefusal, RunNotFound, ToolFailure, WorldDrifted
from goalwright.runs.pools import Pools
from goalwright.runs.trail import Touched
from goalwright.runs.undo import UndoOutcome, undo_run
from goalwright.store.journal_store import SqliteJournal
from store.journal_runs import a_plan, a_run, an_action, finished, recorded, settled, started


class Killed(BaseException):
    """The process died: nothing after this moment happened."""


@dataclass
class Shelf:
    """A tool that puts things under paths, in memory. The print of a path covers all that lies below it.

    `before_undo` and `after_undo` are called around the effect of each undo, with the path.
    """

    things: dict[str, str] = field(default_factory=dict)
    before_undo: Callable[[str], None] = lambda _: None
    after_undo: Callable[[str], None] = lambda _: None
    undone: list[str] = field(default_factory=list)
    also: tuple[str, ...] = ()

    def resources(self, call: ToolCall) -> tuple[str, ...]:
        return (f"path:{call.args['path']}",)

    async def fingerprint(self, resource: str, apart: Container[str] = ()) -> str:
        path = resource.removeprefix("path:")
        if self.things.get(path) == "unreachable":
            raise PolicyRefusal(path, "leads outside")
        below = {name: value for name, value in self.things.items() if name == path or name.startswith(f"{path}/")}
        return repr(sorted(below.items()))

    async def look(self, call: ToolCall) -> Mapping[str, Any]:
        return {"old": self.things.get(call.args["path"])}

    async def run(self, call: ToolCall, before: Mapping[str, Any]) -> ToolResult:
        self.things[call.args["path"]] = call.args["value"]
        return ToolResult(ok=True)

    async def verify(self, call: ToolCall, before: Mapping[str, Any]) -> Verdict:
        return "yes"

    def facts(self, call: ToolCall) -> tuple[Fact, ...]:
        return ()

    async def inverse(self, call: ToolCall, before: Mapping[str, Any]) -> Mapping[str, Any] | None:
        if call.args.get("forever"):
            return None
        return {"new": call.args["value"], "resources": [f"path:{path}" for path in self.also]}

    async def undo(self, call: ToolCall, before: Mapping[str, Any], inverse: Mapping[str, Any]) -> None:
        path = call.args["path"]
        self.before_undo(path)
        if self.things.get(path) not in (inverse["new"], before["old"]):
            raise ToolFailure(f"{path} is something else now")
        if before["old"] is None:
            self.things.pop(path, None)
        else:
            self.things[path] = before["old"]
        self.undone.append(path)
        self.after_undo(path)


def put(name: str, path: str, value: str = "new", **args: Any) -> PlannedAction:
    return an_action(name, tool="shelf.put", args={"path": path, "value": value, **args})


FOUR = (
    put("a1", "/docs"),
    put("a2", "/docs/x", "1"),
    put("a3", "/docs/x", "2"),
    put("a4", "/other"),
)


@dataclass
class Story:
    """A run of a shelf's, and the undo of it."""

    journal: SqliteJournal
    shelf: Shelf = field(default_factory=Shelf)
    risk: Any = "low"
    missing: bool = False

    def tools(self, action: PlannedAction) -> tuple[ToolEntry, ToolCall]:
        capability = ToolCapability(name="shelf.put", can_achieve=frozenset({"file_create"}))
        tool = None if self.missing else self.shelf
        entry = ToolEntry(name="shelf.put", capability=capability, risk=self.risk, tool=tool, missing="no shelf here")
        return entry, ToolCall(tool="shelf.put", action_id=action.action_id, args=action.args)

    def run(self, *actions: PlannedAction, end: bool = True) -> RunRecord:
        """Run the actions as the executor does."""
        record = a_run(plan=a_plan(*actions))
        with self.journal.begin(record):
            asyncio.run(self._act(record))
            if end:
                asyncio.run(self.settle(record))
                self.journal.end(record.run_id, "success")
        return record

    async def _act(self, record: RunRecord) -> None:
        for action in record.plan.actions:
            _, call = self.tools(action)
            before = await self.shelf.look(call)
            await self.journal.record(started(record, action.action_id, before))
            await self.shelf.run(call, before)
            inverse = await self.shelf.inverse(call, before)
            self.journal.record(finished(record, action.action_id, inverse=inverse))
        await self.journal.flush()

    async def settle(self, record: RunRecord) -> None:
        names = {f"path:{action.args['path']}" for action in record.plan.actions}
        names |= {f"path:{path}" for path in self.shelf.also}
        await self.journal.record(settled(record, {name: await self.shelf.fingerprint(name) for name in names}))

    def undo(self, record: RunRecord, **options: Any) -> list[UndoOutcome]:
        return asyncio.run(undo_run(self.journal, record, self.tools, Pools(), **options))

    def undo_entries(self, record: RunRecord) -> list[tuple[str, str]]:
        entries = self.journal.entries(record.run_id)
        return [(entry.kind, entry.action_id) for entry in entries if entry.kind.startswith("undo")]


@pytest.fixture
def story(journal: SqliteJournal) -> Story:
    return Story(journal, Shelf({"/docs/x": "mine", "/apart": "mine"}))


def states(outcomes: list[UndoOutcome]) -> dict[str, str]:
    return {outcome.action_id: outcome.state for outcome in outcomes}


def test_a_run_is_taken_back_last_action_first(story: Story) -> None:
    before = dict(story.shelf.things)
    run = story.run(*FOUR)
    outcomes = story.undo(run)
    assert story.shelf.things == before
    assert [(outcome.action_id, outcome.state, outcome.reason) for outcome in outcomes] == [
        (name, "undone", "") for name in ("a4", "a3", "a2", "a1")
    ]
    assert story.shelf.undone == ["/other", "/docs/x", "/docs/x", "/docs"]
    assert story.journal.run(run.run_id).undone
    assert story.undo_entries(run)[:4] == [
        ("undo_started", "a4"),
        ("undo_finished", "a4"),
        ("undo_started", "a3"),
        ("undo_finished", "a3"),
    ]


def test_actions_are_taken_back_in_the_order_they_ended_whatever_the_plan_lists(story: Story) -> None:
    record = a_run(plan=a_plan(*FOUR))
    ends = ("a3", "a1", "a4", "a2")
    with story.journal.begin(record):
        entries = [started(record, name, {"old": None}) for name in ("a1", "a2", "a3", "a4")]
        entries += [finished(record, name, inverse={"new": "?"}) for name in ends]
        entries += [settled(record, {f"path:{path}": "[]" for path in ("/docs", "/docs/x", "/other")})]
        asyncio.run(recorded(story.journal, entries))
    story.shelf.things.clear()
    assert [outcome.action_id for outcome in story.undo(record)] == list(reversed(ends))


def changed(shelf: Shelf) -> None:
    shelf.things["/other"] = "changed"


def gone(shelf: Shelf) -> None:
    del shelf.things["/other"]


def put_inside(shelf: Shelf) -> None:
    shelf.things["/docs/y"] = "mine"


def out_of_reach(shelf: Shelf) -> None:
    shelf.things["/other"] = "unreachable"


@pytest.mark.parametrize("drift", [changed, gone, put_inside, out_of_reach])
def test_nothing_is_touched_if_anything_has_changed_since(story: Story, drift: Callable[[Shelf], None]) -> None:
    run = story.run(*FOUR)
    drift(story.shelf)
    before = dict(story.shelf.things)
    with pytest.raises(WorldDrifted, match=r"nothing was touched: /(other|docs) ") as caught:
        story.undo(run)
    assert len(caught.value.changes) == 1
    assert story.shelf.things == before
    assert story.undo_entries(run) == []
    assert not story.journal.run(run.run_id).undone
    assert not story.journal.is_running(run.run_id)


def test_what_only_the_inverse_knows_of_counts_as_changed_too(story: Story) -> None:
    story.shelf.also = ("/made",)
    run = story.run(put("a1", "/made/deep/x"))
    story.shelf.things["/made/other"] = "mine"
    with pytest.raises(WorldDrifted, match="/made "):
        story.undo(run)
    assert story.shelf.undone == []


def test_what_was_never_printed_counts_as_changed(story: Story) -> None:
    run = story.run(put("a1", "/a"))
    asyncio.run(recorded(story.journal, [settled(run, {})]))
    with pytest.raises(WorldDrifted, match="/a was not looked at when the run ended"):
        story.undo(run)


def test_what_the_run_only_looked_at_may_change(story: Story) -> None:
    record = a_run(plan=a_plan(put("a1", "/a"), an_action("a2", action_class="observe", args={"path": "/apart"})))
    story.shelf.things["/a"] = "new"
    with story.journal.begin(record):
        entries = [started(record, "a1", {"old": None}), finished(record, "a1", inverse={"new": "new"})]
        entries += [started(record, "a2"), finished(record, "a2")]
        entries += [settled(record, {"path:/a": "[('/a', 'new')]", "path:/apart": "[('/apart', 'mine')]"})]
        asyncio.run(recorded(story.journal, entries))
    story.shelf.things["/apart"] = "changed"
    assert states(story.undo(record)) == {"a1": "undone"}


def test_what_cannot_be_taken_back_is_told_and_the_rest_is_undone(story: Story) -> None:
    run = story.run(put("a1", "/a"), put("a2", "/b", forever=True), put("a3", "/c"))
    outcomes = story.undo(run)
    assert states(outcomes) == {"a3": "undone", "a2": "irreversible", "a1": "undone"}
    assert outcomes[1].reason == "cannot be taken back"
    assert story.journal.run(run.run_id).undone


def test_a_run_of_which_nothing_can_be_taken_back_is_not_undone(story: Story) -> None:
    run = story.run(put("a1", "/a", forever=True))
    assert states(story.undo(run)) == {"a1": "irreversible"}
    assert not story.journal.run(run.run_id).undone


def test_what_puts_nothing_at_stake_need_not_be_taken_back(story: Story) -> None:
    story.risk = "none"
    run = story.run(put("a1", "/a", forever=True))
    assert story.undo(run) == []


@pytest.mark.parametrize(("state", "told"), [("failed", {}), ("skipped", {}), ("cancelled", {})])
def test_what_was_not_done_is_not_taken_back(story: Story, state: str, told: dict[str, str]) -> None:
    run = story.run(put("a1", "/a"))
    entries = [started(run, "a1"), finished(run, "a1", state=state), settled(run, {})]
    asyncio.run(recorded(story.journal, entries))
    assert states(story.undo(run)) == told
    assert story.shelf.things["/a"] == "new"


def test_what_is_in_doubt_is_told_and_left(story: Story) -> None:
    run = story.run(put("a1", "/a"), put("a2", "/b"))
    prints = {name: asyncio.run(story.shelf.fingerprint(name)) for name in ("path:/a", "path:/b")}
    asyncio.run(recorded(story.journal, [started(run, "a2", {"old": None}), settled(run, prints)]))
    outcomes = story.undo(run)
    assert states(outcomes) == {"a2": "in_doubt", "a1": "undone"}
    assert "can't be checked" in outcomes[0].reason
    assert "/b" in story.shelf.things


def test_a_run_that_was_cut_off_must_be_resumed_first(story: Story) -> None:
    run = story.run(*FOUR, end=False)
    with pytest.raises(RunNotFound, match=f"goalwright resume {run.run_id}"):
        story.undo(run)
    assert story.undo_entries(run) == []


def test_a_run_that_went_on_after_its_end_and_was_cut_off_then_must_be_resumed_too(story: Story) -> None:
    run = story.run(put("a1", "/a"), put("a2", "/b"))
    asyncio.run(recorded(story.journal, [started(run, "a2")]))
    with pytest.raises(RunNotFound, match="resume"):
        story.undo(run)


def test_a_run_that_goes_on_is_not_undone(story: Story) -> None:
    run = story.run(put("a1", "/a"))
    lock = story.journal.lock(run.run_id)
    assert lock is not None
    with lock, pytest.raises(RunNotFound, match="still going on"):
        story.undo(run)
    story.shelf.before_undo = lambda _: _require(story.journal.is_running(run.run_id))
    story.undo(run)


def _require(claim: bool) -> None:
    assert claim


def test_a_run_is_undone_once(story: Story) -> None:
    run = story.run(put("a1", "/a"))
    story.undo(run)
    with pytest.raises(RunNotFound, match="undone already"):
        story.undo(run)


def failing(shelf: Shelf, path: str, error: Exception) -> None:
    def fail(undone: str) -> None:
        if undone == path:
            raise error

    shelf.before_undo = fail


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ToolFailure("the shelf is stuck: shake it"), "the shelf is stuck: shake it"),
        (ZeroDivisionError("oh"), "shelf.put broke: ZeroDivisionError: oh"),
    ],
)
def test_a_failure_stops_the_undo_which_goes_on_there_next_time(story: Story, error: Exception, reason: str) -> None:
    before = dict(story.shelf.things)
    run = story.run(*FOUR)
    failing(story.shelf, "/docs/x", error)
    outcomes = story.undo(run)
    assert states(outcomes) == {"a4": "undone", "a3": "failed", "a2": "left", "a1": "left"}
    assert [outcome.reason for outcome in outcomes][1:3] == [reason, "left as it is, because a3 failed"]
    assert not story.journal.run(run.run_id).undone
    again = story.undo(run, dry_run=True)
    assert states(again) == {"a4": "undone_before", "a3": "failed", "a2": "left", "a1": "left"}
    assert again[1].reason == f"{reason} (when it was last tried; `goalwright undo` tries again)"
    story.shelf.before_undo = lambda _: None
    assert states(story.undo(run)) == {"a4": "undone_before", "a3": "undone", "a2": "undone", "a1": "undone"}
    assert story.shelf.things == before
    assert story.shelf.undone.count("/other") == 1


@pytest.mark.parametrize("moment", ["before_undo", "after_undo"])
@pytest.mark.parametrize("step", range(4))
def test_an_undo_that_was_killed_goes_on_where_it_was(story: Story, moment: str, step: int) -> None:
    before = dict(story.shelf.things)
    run = story.run(*FOUR)
    remaining = step

    def die(path: str) -> None:
        nonlocal remaining
        remaining -= 1
        if remaining < 0:
            raise Killed

    setattr(story.shelf, moment, die)
    with pytest.raises(Killed):
        story.undo(run)
    story.journal.close_now()
    setattr(story.shelf, moment, lambda _: None)
    assert set(states(story.undo(run)).values()) <= {"undone", "undone_before"}
    assert story.shelf.things == before
    assert story.journal.run(run.run_id).undone


def test_going_on_with_an_undo_compares_what_it_has_not_yet_touched(story: Story) -> None:
    run = story.run(put("a1", "/a"), put("a2", "/docs/y"), put("a3", "/docs/z"))
    failing(story.shelf, "/docs/y", ToolFailure("stuck"))
    story.undo(run)
    story.shelf.things["/a"] = "changed"
    story.shelf.before_undo = lambda _: None
    with pytest.raises(WorldDrifted, match="/a "):
        story.undo(run)
    assert story.shelf.undone == ["/docs/z"]


def test_a_dry_run_says_what_would_be_undone_and_does_nothing(story: Story) -> None:
    run = story.run(*FOUR, put("a5", "/b", forever=True))
    before = dict(story.shelf.things)
    outcomes = story.undo(run, dry_run=True)
    assert states(outcomes) == {"a5": "irreversible", "a4": "undone", "a3": "undone", "a2": "undone", "a1": "undone"}
    assert story.shelf.things == before
    assert story.undo_entries(run) == []
    changed(story.shelf)
    with pytest.raises(WorldDrifted):
        story.undo(run, dry_run=True)


def test_what_was_remembered_of_an_action_is_forgotten_before_it_counts_as_undone(story: Story) -> None:
    run = story.run(put("a1", "/a"), put("a2", "/b"))
    failing(story.shelf, "/a", ToolFailure("stuck"))
    forgotten = []

    def forget(run_id: str, action_id: str) -> None:
        forgotten.append((run_id, action_id))
        assert ("undo_finished", action_id) not in story.undo_entries(run)

    story.undo(run, forget=forget)
    assert forgotten == [(run.run_id, "a2")]


def test_a_tool_that_is_missing_is_told_of_before_anything_is_touched(story: Story) -> None:
    run = story.run(put("a1", "/a"))
    story.missing = True
    with pytest.raises(ToolFailure, match=r"a1: shelf\.put cannot be used here: no shelf here"):
        story.undo(run)
    assert story.undo_entries(run) == []


@pytest.mark.parametrize(
    ("name", "is_touched"),
    [
        ("path:/a/b", True),
        ("path:/a/b/c/d", True),
        ("path:/a", True),
        ("path:/", True),
        ("path:/a/bc", False),
        ("path:/a/c", False),
        ("volume", True),
        ("vol", False),
        ("clipboard", False),
    ],
)
def test_what_lies_inside_or_around_changes_too(name: str, is_touched: bool) -> None:
    assert (name in Touched(["path:/a/b", "volume"])) is is_touched
