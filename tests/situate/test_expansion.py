"""A goal about a pattern becomes one goal for each thing that matches, or there is no plan at all."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from goalwright import GoalPlanner, ToolRegistry, WorldState
from goalwright.contracts import Goal, MetaGoal
from goalwright.errors import NotPlannable
from goalwright.interpret import GoalInterpreter, resolve_scopes
from goalwright.rules import builtin_rules
from goalwright.situate.anchoring import Surroundings, resolve_paths
from goalwright.situate.expansion import Expanded, expand
from goalwright.situate.matching_paths import matches
from goalwright.situate.orchestrator import goal_paths
from goalwright.situate.settling import settle
from goalwright.situate.snapshot import observe_paths
from runs.goals import goal

RULES = builtin_rules()


def in_folder(folder: Path, meta: MetaGoal) -> Expanded:
    placed = resolve_paths(meta, RULES, Surroundings(words=RULES.words, cwd=str(folder), home=str(folder / "home")))
    return expand(placed, RULES, matches)


def expanded(folder: Path, *goals: Goal) -> Expanded:
    return in_folder(folder, resolve_scopes(goals))


def paths(folder: Path, found: Expanded) -> list[str]:
    return [str(each.resolved_path).removeprefix(f"{folder}/") for each in found.meta.goals]


def at(folder: Path, **more: Any) -> Surroundings:
    """Paths that start in the folder, which is the home too."""
    return Surroundings(words=RULES.words, cwd=str(folder), home=str(folder), **more)


def files(folder: Path, *names: str) -> Path:
    for name in names:
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(name)
    return folder


def refusal(folder: Path, *goals: Goal) -> str:
    with pytest.raises(NotPlannable) as caught:
        expanded(folder, *goals)
    assert caught.value.status == "blocked"
    return caught.value.reason.replace(f"{folder}/", "").replace(str(folder), ".")


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("*.pdf", ["a.pdf", "b.pdf"]),
        ("?.txt", ["c.txt"]),
        ("[ab].pdf", ["a.pdf", "b.pdf"]),
        ("docs/*.pdf", ["docs/d.pdf"]),
        ("*/*.pdf", ["docs/d.pdf"]),
        ("**/*.pdf", ["a.pdf", "b.pdf", "docs/d.pdf", "docs/deep/e.pdf"]),
        (".*", [".hidden.pdf"]),
        ("./a*", ["a.pdf"]),
    ],
)
def test_a_pattern_becomes_its_matches(tmp_path: Path, pattern: str, expected: list[str]) -> None:
    files(tmp_path, "b.pdf", "a.pdf", "c.txt", "docs/d.pdf", "docs/deep/e.pdf", ".hidden.pdf")
    found = expanded(tmp_path, goal("file.delete", path=pattern, object_type="file"))
    assert paths(tmp_path, found) == expected
    assert list(found.patterns.values()) == [tuple(f"{tmp_path}/{name}" for name in expected)]
    for each in found.meta.goals:
        assert each.params["path"] == each.resolved_path


@pytest.mark.parametrize("verb", ["copy", "move"])
def test_each_match_goes_into_the_folder(tmp_path: Path, verb: str) -> None:
    files(tmp_path, "a.pdf", "b.pdf")
    found = expanded(tmp_path, goal(f"file.{verb}", path="*.pdf", to="backup"))
    assert [each.params["to"] for each in found.meta.goals] == [
        f"{tmp_path}/backup/{name}" for name in ("a.pdf", "b.pdf")
    ]
    one = expanded(tmp_path, goal(f"file.{verb}", path="a*", to="backup/"))
    assert [each.params["to"] for each in one.meta.goals] == [f"{tmp_path}/backup/a.pdf"]


def test_the_folder_that_things_go_into_stays_where_it_is(tmp_path: Path) -> None:
    files(tmp_path, "a.pdf", "old/b.pdf", "new/deep/c.pdf")
    assert paths(tmp_path, expanded(tmp_path, goal("file.move", path="*", to="old"))) == ["a.pdf", "new"]
    assert paths(tmp_path, expanded(tmp_path, goal("file.move", path="*", to="new/deep"))) == ["a.pdf", "old"]
    assert "nothing matches" in refusal(tmp_path, goal("file.move", path="ol*", to="old"))


@pytest.mark.parametrize(
    "said",
    [
        goal("file.find", pattern="*.pdf"),
        goal("file.list", path="*.pdf"),
        goal("file.create", path="new*.txt", object_type="file"),
        goal("file.write", path="*.pdf", content="x"),
        goal("file.copy", path="a.pdf", to="*.pdf"),
        goal("file.delete", path="a.pdf", object_type="file"),
        goal("text.echo", text="*.pdf"),
        goal("no.such", path="*.pdf"),
        goal("file.delete", path=5),
        goal("file.delete"),
    ],
)
def test_other_goals_are_left_alone(tmp_path: Path, said: Goal) -> None:
    files(tmp_path, "a.pdf")
    meta = resolve_paths(MetaGoal(goals=(said,)), RULES, at(tmp_path))
    found = expand(meta, RULES, matches)
    assert found.meta is meta
    assert found.patterns == {}


def test_an_object_may_be_a_pattern(tmp_path: Path) -> None:
    files(tmp_path, "a.txt", "b.txt")
    assert paths(tmp_path, expanded(tmp_path, goal("file.read", object="*.txt"))) == ["a.txt", "b.txt"]
    assert paths(tmp_path, expanded(tmp_path, goal("file.read", "inside:.", object="*.txt"))) == ["a.txt", "b.txt"]


def test_a_thing_of_that_very_name_wins(tmp_path: Path) -> None:
    files(tmp_path, "a*.txt", "ab.txt", "n[1].txt", "n1.txt")
    meta = expanded(tmp_path, goal("file.read", path="a*.txt"))
    assert paths(tmp_path, meta) == ["a*.txt"]
    assert meta.patterns == {}
    assert paths(tmp_path, expanded(tmp_path, goal("file.read", path="n[1].txt"))) == ["n[1].txt"]


def test_the_working_folder_is_never_taken_for_a_pattern(tmp_path: Path) -> None:
    odd, other = tmp_path / "[ab]*", tmp_path / "a"
    files(odd, "x.pdf", "y*.txt", "yy.txt")
    files(other, "z.pdf")
    found = expanded(odd, goal("file.read", path="*.pdf"))
    assert paths(odd, found) == ["x.pdf"]
    (pattern,) = found.patterns
    assert matches(pattern) == found.patterns[pattern]
    assert paths(odd, expanded(odd, goal("file.read", path="y*.txt"))) == ["y*.txt"]
    assert paths(odd, expanded(odd, goal("file.read", path="missing.txt"))) == ["missing.txt"]
    assert "nothing matches q*.txt in" in refusal(odd, goal("file.read", path="q*.txt"))


@pytest.mark.slow
def test_nothing_and_too_much_are_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path, goal("file.delete", path="docs/*.pdf")) == (
        "nothing matches *.pdf in docs: check the name and the folder"
    )
    assert refusal(tmp_path, goal("file.delete", path="*/x.pdf")).startswith("nothing matches */x.pdf in .:")
    many = [f"{tmp_path}/{number:05}.pdf" for number in range(10_001)]
    meta = resolve_paths(
        MetaGoal(goals=(goal("file.delete", path="*.pdf"),)),
        RULES,
        at(tmp_path),
    )
    with pytest.raises(NotPlannable, match=r"10,001 things match \*\.pdf in .*: at most 10,000"):
        expand(meta, RULES, lambda pattern: [] if "[*]" in pattern else many)
    assert len(expand(meta, RULES, lambda pattern: [] if "[*]" in pattern else many[1:]).meta.goals) == 10_000


def test_several_things_must_not_become_one(tmp_path: Path) -> None:
    files(tmp_path, "a.txt", "b.txt", "x/n.txt", "y/n.txt")
    assert refusal(tmp_path, goal("file.rename", path="*.txt", to="c.txt")) == (
        "2 things match *.txt in ., and they cannot all become c.txt: name one of them"
    )
    assert "cannot all become all.zip" in refusal(tmp_path, goal("file.compress", path="*.txt", to="all.zip"))
    assert "more than one thing called n.txt" in refusal(tmp_path, goal("file.copy", path="*/n.txt", to="z"))
    assert paths(tmp_path, expanded(tmp_path, goal("file.rename", path="a*", to="c.txt"))) == ["a.txt"]
    assert paths(tmp_path, expanded(tmp_path, goal("file.compress", path="*.txt"))) == ["a.txt", "b.txt"]


def test_several_archives_may_be_unpacked_into_one_folder(tmp_path: Path) -> None:
    files(tmp_path, "a.zip", "b.zip")
    found = expanded(tmp_path, goal("file.extract", path="*.zip", to="out"))
    assert [each.params["to"] for each in found.meta.goals] == [f"{tmp_path}/out"] * 2


def test_ids_and_dependencies_follow_the_parts(tmp_path: Path) -> None:
    files(tmp_path, "a.pdf", "b.pdf")
    goals = (
        goal("file.create", path="backup", object_type="folder"),
        goal("file.copy", "after:g0", path="*.pdf", to="backup"),
        goal("file.delete", "after:g1", path="*.pdf", object_type="file"),
        goal("text.echo", "after:g2", text="done"),
        goal("text.time"),
    )
    meta = expanded(tmp_path, *goals).meta
    assert [each.goal_id for each in meta.goals] == ["g0", "g1_1", "g1_2", "g2_1", "g2_2", "g3", "g4"]
    assert meta.dependencies == {1: (0,), 2: (0,), 3: (1, 2), 4: (1, 2), 5: (3, 4)}
    assert meta.meta_type == "dependent_multi"


def test_new_ids_never_clash_with_old_ones(tmp_path: Path) -> None:
    files(tmp_path, "a.pdf", "b.pdf")
    taken = Goal(domain="text", verb="time", goal_id="g0_2")
    meta = expanded(tmp_path, goal("file.delete", path="*.pdf", object_type="file"), taken).meta
    assert [each.goal_id for each in meta.goals] == ["g0__1", "g0__2", "g0_2"]


def test_goals_without_ids_keep_the_names_they_go_by(tmp_path: Path) -> None:
    files(tmp_path, "a.pdf", "b.pdf")
    removed = Goal.typed(goal_type="file_operation", action="rm", target="*.pdf")
    made = Goal.typed(goal_type="file_operation", action="mkdir", target="docs")
    meta = expanded(tmp_path, removed, made, goal("text.time")).meta
    assert [each.goal_id for each in meta.goals] == ["g0_1", "g0_2", "g1", "g2"]
    plan = GoalPlanner().plan(meta, WorldState()).plan
    assert plan is not None
    assert [action.action_id for action in plan.actions] == ["a1", "a2", "a3", "g2_time_1"]


def test_one_match_keeps_its_id_and_what_it_reads(tmp_path: Path) -> None:
    files(tmp_path, "a.txt")
    reader = goal("file.read", path="*.txt")
    writer = goal("file.write", "after:g0", path="out.md", content={"from": "g0", "field": "text"})
    meta = expanded(tmp_path, reader, writer).meta
    assert [each.goal_id for each in meta.goals] == ["g0", "g1"]
    assert GoalPlanner().plan(meta, WorldState()).status == "success"
    files(tmp_path, "b.txt")
    assert refusal(tmp_path, reader, writer) == "g1 needs what g0 sees, but g0 is about 2 things: name one of them"


def test_what_waits_for_too_much_is_refused(tmp_path: Path) -> None:
    many = [f"{tmp_path}/{number:05}.pdf" for number in range(2_000)]
    goals = (goal("file.read", path="*.pdf"), goal("file.delete", "after:g0", path="*.pdf", object_type="file"))
    meta = resolve_paths(resolve_scopes(goals), RULES, at(tmp_path))
    with pytest.raises(NotPlannable, match="split the command in two"):
        expand(meta, RULES, lambda pattern: [] if "[*]" in pattern else many)


def test_a_pattern_on_a_drive_that_is_not_here_is_left_for_the_policy(tmp_path: Path) -> None:
    found = expanded(tmp_path, goal("file.delete", path=r"C:\x\*.pdf", object_type="file"))
    assert found.meta.goals[0].resolved_path == r"C:\x\*.pdf"
    assert found.patterns == {}


def test_a_drive_with_an_odd_name_is_no_pattern(tmp_path: Path) -> None:
    drive = tmp_path / "[c]"
    files(drive, "x/a.pdf")
    meta = MetaGoal(goals=(goal("file.delete", path=r"C:\x\*.pdf", object_type="file"),))
    placed = resolve_paths(meta, RULES, at(tmp_path, drives={"C": str(drive)}))
    assert paths(drive, expand(placed, RULES, matches)) == ["x/a.pdf"]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (
            "copy all the pdfs in downloads to backup",
            [
                "create_folder:backup",
                "copy:home/Downloads/a.pdf:backup/a.pdf",
                "copy:home/Downloads/b.pdf:backup/b.pdf",
            ],
        ),
        ("delete all the logs in docs", ["delete:docs/x.log", "delete:docs/y.log"]),
        (
            "move all the pdfs in downloads to docs",
            ["move:home/Downloads/a.pdf:docs/a.pdf", "move:home/Downloads/b.pdf:docs/b.pdf"],
        ),
    ],
)
def test_sentences_about_many_things_are_planned_one_by_one(tmp_path: Path, sentence: str, expected: list[str]) -> None:
    files(tmp_path, "home/Downloads/a.pdf", "home/Downloads/b.pdf", "home/Downloads/c.txt", "docs/x.log", "docs/y.log")
    here = Surroundings(words=RULES.words, cwd=str(tmp_path), home=str(tmp_path / "home"))
    asked = GoalInterpreter().interpret(sentence)
    now = settle(
        asked, RULES, here, allowed=str, running=lambda _: False, sights=lambda _: (), now=datetime(2026, 8, 8)
    )
    meta = in_folder(tmp_path, now.meta).meta
    facts = observe_paths([path for each in meta.goals for path in goal_paths(each, RULES)])
    tools = ToolRegistry.default(probe=False).capabilities()
    plan = GoalPlanner().plan(meta, WorldState(recent_facts=facts), tools).plan
    assert plan is not None
    assert [action.description.replace(f"{tmp_path}/", "") for action in plan.actions] == expected


def test_several_things_are_not_made_into_one_file_one_after_the_other(tmp_path: Path) -> None:
    files(tmp_path, "bills/a.txt", "bills/b.txt")
    here = Surroundings(words=RULES.words, cwd=str(tmp_path), home=str(tmp_path / "home"))
    chosen = {"select": {"kind": "file", "in": "bills"}}
    asked = MetaGoal(goals=(Goal(domain="file", verb="compress", params={"path": chosen, "to": "bills.zip"}),))
    with pytest.raises(NotPlannable, match=r"2 of files in bills would become bills\.zip"):
        settle(asked, RULES, here, allowed=str, running=lambda _: False, sights=lambda _: (), now=datetime(2026, 8, 8))


def counted(folder: str) -> Goal:
    chosen = {"select": {"kind": "file", "in": folder}}
    return Goal(domain="text", verb="answer", params={"value": {"value": {"count": chosen}}})


def test_what_is_said_of_files_that_others_bring_waits_for_them(tmp_path: Path) -> None:
    files(tmp_path, "bills/a.txt", "bills/b.txt", "box/c.txt", "other/d.txt")
    here = Surroundings(words=RULES.words, cwd=str(tmp_path), home=str(tmp_path / "home"))
    chosen = {"select": {"kind": "file", "in": "bills"}}
    copied = Goal(domain="file", verb="copy", params={"path": chosen, "to": "box/"})
    is_full = (("count", {"select": {"kind": "file", "in": "box"}}, "over", 2),)
    told = Goal(domain="file", verb="create", params={"path": "full.txt", "object_type": "file"}, when=is_full)
    asked = MetaGoal(goals=(copied, counted("box"), counted("other"), told))
    now = settle(
        asked, RULES, here, allowed=str, running=lambda _: False, sights=lambda _: (), now=datetime(2026, 8, 8)
    )
    assert [now.meta.goals[at].params["value"] for at in (2, 3)] == ["3", "1"]
    assert dict(now.meta.dependencies) == {2: (0, 1), 4: (0, 1)}
