"""A saved plan comes back exactly, or not at all; and what has changed since is told in plain words."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goalwright import Fact, Goal, GoalPlanner, MetaGoal, WorldState
from goalwright.contracts import Plan, PlannedAction, UnmetGoal
from goalwright.contracts.circumstances import Circumstances, drift, relied_on
from goalwright.contracts.json_fields import canonical_json
from goalwright.contracts.saved_plan import SavedPlan, read_saved, to_text
from goalwright.errors import ContractViolation, SavedPlanError
from goalwright.situate.snapshot import observe_paths

HERE = Circumstances(
    cwd="/home/me/work",
    home="/home/me",
    platform="linux",
    patterns={"/home/me/work/*.pdf": ("/home/me/work/a.pdf", "/home/me/work/b.pdf")},
    prints={"path:/home/me/work/notes.txt": "file 644 5 abc", "volume": "30"},
    facts={"file:/home/me/work/notes.txt": "exists", "dir:/home/me/work/docs": "absent", "app:notes": "running"},
)
ACTION = PlannedAction(
    action_id="g0_write_1",
    intent="file_operation",
    description="write:notes.txt",
    args={"path": "/home/me/work/notes.txt", "content": "héllo\n日本", "times": 2, "ratio": 1.0},
    tool="files.write_file",
    risk="high",
)
PLAN = Plan(actions=(ACTION,), goal_achieved_by="g0_write_1", total_actions=1)
SAVED = SavedPlan(
    text='write "héllo" to notes.txt',
    made_at="2026-05-01T12:00:00Z",
    made_with="0.1.0",
    plan=PLAN,
    circumstances=HERE,
)
PARTIAL = replace(
    SAVED, status="partial", reason="g1: blocked by x", unmet=(UnmetGoal(goal_id="g1", reason="blocked", detail="x"),)
)


def changed(**changes: Any) -> Circumstances:
    return replace(HERE, **changes)


def document(saved: SavedPlan = SAVED) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(to_text(saved))
    return found


def hashed(**changes: Any) -> str:
    """A file that somebody wrote with a hash that matches."""
    data = {**document(), **changes}
    rest = {name: value for name, value in data.items() if name != "hash" and value is not ...}
    return json.dumps({**rest, "hash": hashlib.sha256(canonical_json(rest).encode()).hexdigest()})


@pytest.mark.parametrize("saved", [SAVED, PARTIAL])
def test_what_was_saved_comes_back(saved: SavedPlan) -> None:
    text = to_text(saved)
    assert read_saved(text, "plan.json") == saved
    assert read_saved(text.encode(), "plan.json") == saved
    assert repr(read_saved(text, "plan.json")) == repr(saved)
    assert to_text(read_saved(text, "plan.json")) == text
    assert read_saved(text, "plan.json").result.status == saved.status


def test_the_file_is_for_people_too() -> None:
    text = to_text(SAVED)
    assert text.startswith('{\n  "goalwright_plan": 1,\n  "text": "write \\"héllo\\" to notes.txt",\n')
    assert text.endswith("}\n")
    fields = (
        "goalwright_plan text made_at made_with cwd home platform status reason unmet plan patterns prints facts hash"
    )
    assert list(document()) == fields.split()


def test_spaces_and_order_do_not_count_but_letters_do() -> None:
    data = document()
    assert read_saved(json.dumps(data, separators=(",", ":")), "x") == SAVED
    assert read_saved(json.dumps(dict(reversed(data.items()))), "x") == SAVED


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.update(text="write bye to notes.txt"),
        lambda data: data["plan"]["actions"][0].update(tool="files.delete_file"),
        lambda data: data["plan"]["actions"][0]["args"].update(path="/etc/passwd"),
        lambda data: data["plan"]["actions"][0].update(risk="low"),
        lambda data: data["plan"]["actions"][0]["args"].update(times=2.0),
        lambda data: data["prints"].clear(),
        lambda data: data["facts"].update({"file:/x": "absent"}),
        lambda data: data.update(cwd="/"),
        lambda data: data.update(extra=1),
        lambda data: data.pop("facts"),
        lambda data: data.update(hash="0" * 64),
        lambda data: data.update(hash=None),
        lambda data: data.update(hash=data["hash"].upper()),
    ],
)
def test_any_change_is_noticed(change: Any) -> None:
    data = document()
    change(data)
    with pytest.raises(SavedPlanError) as caught:
        read_saved(json.dumps(data), "plan.json")
    assert str(caught.value) == ("plan.json: was changed since it was saved (its hash does not match): make a new plan")


@given(st.data())
def test_any_changed_letter_is_noticed(data: st.DataObject) -> None:
    text = to_text(PARTIAL)
    place = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.characters(codec="utf-8").filter(lambda letter: letter != text[place]))
    spoilt = text[:place] + letter + text[place + 1 :]
    assert outcome(spoilt) in (None, PARTIAL), "white space may change, and 1e0 may stand for 1.0"


def outcome(text: str) -> SavedPlan | None:
    try:
        return read_saved(text, "x")
    except SavedPlanError:
        return None


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "is not valid JSON at line 1 column 1"),
        ("[]", "is not a plan that `goalwright plan -o` saved"),
        ("5", "is not a plan that"),
        ('{"goal": "x", "steps": []}', "is not a plan that"),
        (b"\xff", "is not UTF-8"),
        ('{"goalwright_plan": 1, "goalwright_plan": 1}', "goalwright_plan: is written 2 times"),
        ('{"goalwright_plan": 1, "facts": {"a": NaN}}', "facts.a: is not a finite number"),
        ('{"goalwright_plan": 1, "facts": {"a": 1e999}}', "facts.a: is not a finite number"),
        ('{"goalwright_plan": 1} x', "text follows the end"),
        ("[" * 100_000, "is nested deeper"),
        ('{"goalwright_plan": 1}', "hash: is missing"),
        ('{"goalwright_plan": true}', "is not a plan that"),
        ('{"goalwright_plan": "1"}', "is not a plan that"),
        ('{"goalwright_plan": 0}', "is not a plan that"),
        (
            '{"goalwright_plan": 2, "anything": 1}',
            "was saved by a newer Goalwright (format 2; this one reads 1): update",
        ),
        (hashed(extra=1), "extra: is not a known field"),
        (hashed(facts=...), "facts: is missing"),
        (hashed(text=5), "text: must be text"),
        (hashed(cwd=""), "cwd: must not be empty"),
        (hashed(made_at=""), "made_at: must not be empty"),
        (hashed(prints={"a": 5}), "prints.a: must be text"),
        (hashed(prints=[]), "prints: must be an object"),
        (hashed(patterns={"*": "a"}), "patterns['*']: must be a list"),
        (hashed(patterns={"*": ["a", 5]}), "patterns['*'][1]: must be text"),
        (hashed(plan={}), "plan.actions: is missing"),
        (hashed(plan={**document()["plan"], "total_actions": 7}), "plan.total_actions: is 7"),
        (hashed(status="blocked"), "plan: must be left out"),
        (hashed(status="partial"), "unmet: a partial result says"),
        (hashed(unmet=[{"goal_id": "g0"}]), "unmet[0].reason: is missing"),
        (hashed(unmet=document(PARTIAL)["unmet"]), "unmet: a success leaves no goal unmet"),
    ],
)
def test_what_is_no_saved_plan_is_refused_with_the_reason(text: str | bytes, problem: str) -> None:
    with pytest.raises(SavedPlanError) as caught:
        read_saved(text, "plan.json")
    assert str(caught.value).startswith("plan.json: ")
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.sampled_from(list(document())), inner),
    )
)
def test_no_document_does_worse_than_to_be_refused(value: Any) -> None:
    with pytest.raises(SavedPlanError):
        read_saved(json.dumps(value), "x")


def test_a_name_that_is_no_text_cannot_be_saved() -> None:
    with pytest.raises(SavedPlanError, match="names a file whose name is not text"):
        to_text(replace(SAVED, circumstances=changed(patterns={"/*": ("/caf\udce9",)})))


def test_a_saved_plan_keeps_its_contract() -> None:
    for changes in ({"status": "blocked"}, {"status": "partial"}, {"made_at": ""}, {"plan": None}):
        with pytest.raises(ContractViolation):
            replace(SAVED, **changes)


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        (HERE, []),
        (changed(cwd="/b"), ["made in /home/me/work, but this is /b"]),
        (changed(home="/home/you"), ["made for the home folder /home/me, but this one is /home/you"]),
        (changed(platform="darwin"), ["made on linux, but this is darwin"]),
        (changed(facts={**HERE.facts, "file:/home/me/work/notes.txt": "absent"}), ["notes.txt is gone"]),
        (
            changed(
                facts={
                    **HERE.facts,
                    "file:/home/me/work/notes.txt": "absent",
                    "dir:/home/me/work/notes.txt": "exists",
                }
            ),
            ["notes.txt is a folder now"],
        ),
        (changed(facts={**HERE.facts, "dir:/home/me/work/docs": "exists"}), ["docs is there now"]),
        (
            changed(facts={"dir:/home/me/work/docs": "absent", "app:notes": "running"}),
            ["notes.txt can no longer be looked at"],
        ),
        (
            changed(facts={key: value for key, value in HERE.facts.items() if key != "app:notes"}),
            ["notes was running, and is absent now"],
        ),
        (changed(prints={**HERE.prints, "path:/home/me/work/notes.txt": "file 644 6 def"}), ["notes.txt has changed"]),
        (changed(prints={**HERE.prints, "path:/home/me/work/notes.txt": "absent"}), ["notes.txt is gone"]),
        (changed(prints={"volume": "30"}), ["notes.txt can no longer be looked at"]),
        (changed(prints={**HERE.prints, "volume": "31"}), ["volume has changed"]),
        (
            changed(patterns={"/home/me/work/*.pdf": ("/home/me/work/b.pdf", "/home/me/work/c.pdf")}),
            ["*.pdf also matches c.pdf now", "*.pdf no longer matches a.pdf"],
        ),
        (changed(patterns={}), ["*.pdf no longer matches a.pdf, b.pdf"]),
        (
            changed(patterns={"/home/me/work/*.pdf": tuple(f"/x/{n}" for n in range(5))}),
            ["*.pdf also matches /x/0, /x/1, /x/2 and 2 more now", "*.pdf no longer matches a.pdf, b.pdf"],
        ),
        (changed(facts={**HERE.facts, "file:/new": "exists"}, prints={**HERE.prints, "path:/new": "file"}), []),
    ],
)
def test_drift_is_told_in_plain_words(now: Circumstances, expected: list[str]) -> None:
    assert drift(HERE, now) == expected


def test_a_thing_is_told_once_whatever_noticed_it() -> None:
    now = changed(
        facts={**HERE.facts, "file:/home/me/work/notes.txt": "absent"},
        prints={**HERE.prints, "path:/home/me/work/notes.txt": "absent"},
    )
    assert drift(HERE, now) == ["notes.txt is gone"]


def test_what_lay_in_a_folder_that_is_gone_is_gone() -> None:
    then = changed(facts={"dir:/a": "exists", "file:/a/b": "exists"}, prints={}, patterns={})
    assert drift(then, replace(then, facts={"dir:/a": "absent"})) == ["/a is gone", "/a/b is gone"]


def test_a_strange_name_stays_on_one_line() -> None:
    then = changed(prints={"path:/a\nb": "file"}, facts={}, patterns={})
    assert drift(then, replace(then, prints={"path:/a\nb": "absent"})) == [r"'/a\nb' is gone"]


def test_what_a_plan_relies_on_is_what_it_is_about(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x")
    paths = [f"{tmp_path}/a.txt", f"{tmp_path}/b.txt"]
    world = WorldState(
        recent_facts=(*observe_paths(paths), Fact(key="volume", value=30), Fact(key="clipboard", value="x")),
        running_apps=frozenset({"notepad", "Spotify"}),
    )
    goals = (
        Goal(domain="file", verb="copy", params={"path": paths[0], "to": paths[1]}),
        Goal(domain="audio", verb="set_volume", params={"level": 10}),
        Goal(domain="system", verb="close", params={"app": "spotify"}),
    )
    plan = GoalPlanner().plan(MetaGoal(goals=goals), world).plan
    assert plan is not None
    found = relied_on(plan, world)
    assert found[f"file:{paths[0]}"] == "exists"
    assert found[f"file:{paths[1]}"] == "absent"
    assert {key: value for key, value in found.items() if not key.startswith(("file:", "dir:"))} == {
        "volume": 30,
        "app:spotify": "running",
    }
    here = Circumstances(cwd=str(tmp_path), home="/h", platform="linux", facts=found)
    assert set(paths) <= set(here.paths)
    (tmp_path / "b.txt").write_text("y")
    now = replace(here, facts={**found, **{fact.key: fact.value for fact in observe_paths(here.paths)}})
    assert drift(here, now) == ["b.txt is there now"]


def test_a_browser_matters_only_to_plans_with_pages() -> None:
    world = WorldState(browser_running=True)
    navigate = GoalPlanner().plan(Goal(domain="browser", verb="navigate", params={"url": "example.com"}), world).plan
    assert navigate is not None
    assert relied_on(navigate, world) == {"browser": "running"}
    assert relied_on(PLAN, world) == {}
