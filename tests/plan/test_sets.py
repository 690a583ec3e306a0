"""Goals for the things of a set: planned like any others, though most of the work is done once for all of them."""

from __future__ import annotations

from goalwright import Fact, Goal, GoalPlanner, MetaGoal, Plan, WorldState
from goalwright.plan.access import AccessLog

PLANNER = GoalPlanner()


def planned(goals: list[tuple[str, dict[str, str]]], facts: dict[str, str]) -> Plan:
    meta = MetaGoal(goals=tuple(Goal(domain="file", verb=verb, params=params) for verb, params in goals))
    world = WorldState(recent_facts=tuple(Fact(key=key, value=value) for key, value in facts.items()))
    plan = PLANNER.plan(meta, world).plan
    assert plan is not None
    return plan


def copies(count: int) -> list[tuple[str, dict[str, str]]]:
    return [("copy", {"path": f"/in/{number}.txt", "to": f"/out/{number}.txt"}) for number in range(count)]


def seen(count: int) -> dict[str, str]:
    return {"dir:/in": "exists", "dir:/out": "exists"} | {f"file:/in/{number}.txt": "exists" for number in range(count)}


def test_each_thing_of_a_set_is_planned_as_it_is_alone() -> None:
    together = planned(copies(50), seen(50))
    for number, action in enumerate(together.actions):
        (alone,) = planned(copies(50)[number : number + 1], seen(50)).actions
        assert (action.args, action.risk, action.touches, action.description) == (
            alone.args,
            alone.risk,
            alone.touches,
            alone.description,
        )
    assert together.minimal_certified


def test_things_in_folders_that_are_there_wait_for_no_other() -> None:
    assert [action.depends_on for action in planned(copies(5), seen(5)).actions] == [()] * 5
    made = [("create", {"path": f"/out/{number}.txt", "object_type": "file"}) for number in range(3)]
    assert [action.depends_on for action in planned(made, {"dir:/out": "exists"}).actions] == [()] * 3
    gone = [("delete", {"path": "/out", "object_type": "folder"}), *made]
    assert all(action.depends_on for action in planned(gone, {"dir:/out": "exists"}).actions[1:])


def test_what_is_at_stake_is_told_for_each_thing() -> None:
    plan = planned(copies(4), {**seen(4), "file:/out/2.txt": "exists", "file:/out/1.txt": "absent"})
    assert [action.risk for action in plan.actions] == ["medium", "medium", "high", "medium"]


def test_a_goal_that_shares_a_thing_with_the_set_keeps_its_place() -> None:
    shared = [*copies(20), ("delete", {"path": "/in/7.txt"})]
    plan = planned(shared, seen(20))
    assert plan.actions[-1].depends_on == (plan.actions[7].action_id,)


def test_a_goal_about_the_folder_of_the_set_keeps_its_place() -> None:
    plan = planned([*copies(5), ("delete", {"path": "/in"})], seen(5))
    before = set(plan.actions[-1].depends_on)
    before |= {earlier for action in plan.actions[:5] if action.action_id in before for earlier in action.depends_on}
    assert before == {action.action_id for action in plan.actions[:5]}


def test_a_file_in_a_tree_that_was_changed_follows_that_change() -> None:
    log = AccessLog()
    assert log.read("file:/a/b/c", 0) == []
    assert log.write("tree:/a", 1) == [0]
    assert log.read("file:/a/b/c", 2) == [1]
    assert log.write("entry:/a/b", 3) == [1, 2]
    assert log.read("file:/a/b/c", 4) == [3]
    assert log.read("file:/a/d", 5) == [1]
    assert set(log.write("tree:/a", 6)) == {1, 3, 4, 5}


def test_a_tree_without_anything_in_it_yet_counts_for_what_comes_into_it() -> None:
    log = AccessLog()
    assert log.write("entry:/a/b", 0) == []
    assert log.write("file:/a/b/new", 1) == [0]
    assert log.write("file:/a/other", 2) == []
