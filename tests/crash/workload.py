"""A run of thirty actions of every sort that changes files; no look at the end of a file tells its appends apart."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from crash.world import World
from goalwright.app import Goalwright
from goalwright.contracts import Goal, MetaGoal, Plan, PlannedAction, PlanResult, WorldState
from goalwright.contracts.plan import LOOK_TOOL
from goalwright.contracts.prepared import Prepared
from goalwright.contracts.stages import goals_text
from goalwright.situate.later_goals import told_later

LINE = "again and again\n"
LONG = "".join(f"line {number}\n" for number in range(1_000))
NOTE = "the key is under the mat"


def lay_out(world: World) -> World:
    """The files that the plan works on, and some that are none of its business."""
    world.write("log.txt", LINE * 2, 0o640)
    world.write("old.txt", "what was there before\n", 0o600)
    world.write("taken.txt", "about to be replaced\n", 0o755)
    world.write("docs/a.txt", "alpha\n")
    world.write("docs/b \u00fc 日本.txt", "beta\n", 0o604)
    world.write("docs/inner/run.sh", "#!/bin/sh\n", 0o755)
    (world.tree / "docs" / "link").symlink_to("inner/run.sh")
    world.write("junk.txt", "junk\n", 0o400)
    world.write("junk/deep/er.txt", "deep junk\n")
    world.write("pack/one.txt", LONG)
    world.write("pack/two.bin", bytes(range(256)) * 40, 0o600)
    world.write("into/here.txt", "to be replaced from the archive\n")
    world.write("into/stays.txt", "stays\n")
    world.write("bystander/-rf", "none of your business\n", 0o444)
    _archive(world.tree / "ready.zip")
    world.age()
    return world


def file_action(
    name: str, verb: str, tree: Path, path: str, to: str = "", *, after: str = "", risk: Any = "medium", **args: Any
) -> PlannedAction:
    """One call of a file tool; paths are below `tree`, and `after` names the actions to wait for."""
    places = {"path": path, "to": to} if to else {"path": path}
    full = {key: str(tree / place) for key, place in places.items()}
    return PlannedAction(
        action_id=name,
        intent="file_operation",
        description=f"{verb}:{path}",
        tool=f"files.{verb}",
        args={**full, **args},
        depends_on=tuple(after.split()),
        risk=risk,
        touches=tuple(f"file:{place}" for place in full.values()),
    )


def remember_action(name: str, what: str, *, after: str = "") -> PlannedAction:
    return PlannedAction(
        action_id=name,
        intent="memory_recall",
        description=f"remember:{what}",
        tool="memory.store_fact",
        args={"what": what},
        depends_on=tuple(after.split()),
        risk="low",
    )


def thirty_actions(tree: Path) -> tuple[PlannedAction, ...]:
    """Chains side by side: everything that is listed after an action's name comes before it."""
    append, copy = "append_file", "copy"
    rows = (
        file_action("make_work", "create_folder", tree, "work/one/two"),
        file_action("make_out", "create_folder", tree, "out"),
        file_action("make_empty", "create_file", tree, "work/empty.txt", after="make_work"),
        file_action("write_new", "write_file", tree, "work/new.txt", after="make_work", content=LONG),
        file_action("overwrite", "write_file", tree, "old.txt", risk="high", content="brand new\n"),
        file_action("log_1", append, tree, "log.txt", content=LINE),
        file_action("log_2", append, tree, "log.txt", after="log_1", content=LINE),
        file_action("log_3", append, tree, "log.txt", after="log_2", content=LINE),
        file_action("log_4", append, tree, "log.txt", after="log_3", content=LINE),
        file_action("new_1", append, tree, "work/new.txt", after="write_new", content="x"),
        file_action("new_2", append, tree, "work/new.txt", after="new_1", content="x"),
        file_action("begin_1", append, tree, "work/one/begun.txt", after="make_work", content=LINE),
        file_action("begin_2", append, tree, "work/one/begun.txt", after="begin_1", content=LINE),
        file_action("begin_3", append, tree, "work/one/begun.txt", after="begin_2", content=LINE),
        file_action("copy_docs", copy, tree, "docs", "work/docs", after="make_work"),
        file_action("copy_over", copy, tree, "old.txt", "taken.txt", after="overwrite", risk="high"),
        file_action("move_b", "move", tree, "docs/b \u00fc 日本.txt", "work/one/two/b.txt", after="copy_docs"),
        file_action("rename_new", "rename", tree, "work/new.txt", "work/new name é.txt", after="new_2"),
        file_action("rename_docs", "rename", tree, "work/docs", "work/documents", after="move_b"),
        file_action("delete_junk", "delete_file", tree, "junk.txt", risk="high"),
        file_action("delete_deep", "delete_folder", tree, "junk", risk="high"),
        file_action("zip_pack", "compress", tree, "pack", "out/pack.zip", after="make_out"),
        file_action("tar_pack", "compress", tree, "pack", "out/pack.tar.gz", after="make_out"),
        file_action("unzip_pack", "extract", tree, "out/pack.zip", "out/unpacked", after="zip_pack"),
        file_action("unzip_into", "extract", tree, "ready.zip", "into", risk="high"),
        remember_action("remember", NOTE),
        remember_action("remember_twice", NOTE, after="remember"),
        _look("read_old", tree, "taken.txt", after="copy_over"),
        file_action(
            "quote", append, tree, "log.txt", after="log_4 read_old", content={"from": "seen", "field": "text"}
        ),
        file_action("log_5", append, tree, "log.txt", after="quote begin_3", content=LINE),
    )
    assert len(rows) == 30
    return rows


def two_stages(tree: Path) -> tuple[PlannedAction, ...]:
    """An archive is unpacked; what is in it is then looked at, some of it deleted, and the rest counted in the log."""
    texts = {"select": {"kind": "file", "in": "fresh", "deep": True, "where": [["name", "starts", "f"]]}}
    count = {"value": {"join": [{"count": {"select": {"kind": "file", "in": "fresh", "deep": True}}}, "\n"]}}
    later = MetaGoal(
        goals=(
            Goal(domain="file", verb="delete", params={"path": texts}, goal_id="g1"),
            Goal(domain="file", verb="append", params={"path": "log.txt", "content": "deleted\n"}, goal_id="g2"),
            Goal(domain="file", verb="append", params={"path": "log.txt", "content": count}, goal_id="g3"),
        ),
        dependencies={1: (0,), 2: (1,)},
    )
    look = PlannedAction(
        action_id="look",
        intent="information_query",
        description="look",
        tool=LOOK_TOOL,
        args={"what": told_later(later), "goals": goals_text(later), "folder": str(tree), "stake": "high"},
        action_class="observe",
        depends_on=("unzip", "log_1"),
        goals=("g1",),
        risk="high",
    )
    return (
        file_action("unzip", "extract", tree, "ready.zip", "fresh"),
        file_action("log_1", "append_file", tree, "log.txt", content=LINE),
        look,
    )


def few_actions(tree: Path) -> tuple[PlannedAction, ...]:
    """A short run with every way of taking something back in it."""
    wanted = "make_work overwrite log_1 log_2 begin_1 copy_over move_b delete_junk unzip_into remember read_old quote"
    return part_of(thirty_actions(tree), wanted.split())


def part_of(actions: Sequence[PlannedAction], names: Sequence[str]) -> tuple[PlannedAction, ...]:
    """Some actions of a plan; each waits for all of them that came before it, through others or not."""
    before: dict[str, set[str]] = {}
    for action in actions:
        parents = set(action.depends_on)
        before[action.action_id] = parents.union(*(before[name] for name in parents))
    return tuple(
        replace(action, depends_on=tuple(sorted(before[action.action_id].intersection(names))))
        for action in actions
        if action.action_id in names
    )


def prepared(gw: Goalwright, actions: Sequence[PlannedAction], text: str = "a run") -> Prepared:
    """The actions as a plan that is ready to run, judged by the policy."""
    plan = Plan(actions=tuple(actions), goal_achieved_by=actions[-1].action_id, total_actions=len(actions))
    result = PlanResult(status="success", plan=plan)
    return gw.parts.orchestrator.judged(Prepared(text=text, meta=None, world=WorldState(), result=result))


def _look(name: str, tree: Path, path: str, *, after: str) -> PlannedAction:
    return replace(
        file_action(name, "read_file", tree, path, after=after, risk="none"), action_class="observe", goals=("seen",)
    )


def _archive(path: Path) -> None:
    """An archive in which every member has a time of its own, always the same."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in {"here.txt": "from the archive\n", "fresh/file.txt": "fresh\n"}.items():
            archive.writestr(zipfile.ZipInfo(name, (2020, 5, 6, 7, 8, 10)), content)
