"""Goals that look at what earlier goals of the same command do: planned in the middle of the run, and asked about."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from goalwright import Goalwright
from goalwright.contracts import Plan, RunEvent, RunReport
from goalwright.errors import ApprovalRefused, ContractViolation, GoalwrightError, NotPlannable, WorldDrifted

Goals = list[dict[str, Any]]
MEMBERS = {"one.txt": "1\n", "two.txt": "2\n", "pic.jpg": "jpg", "sub/deep.txt": "deep\n"}


def files(folder: str = "out", **fields: Any) -> dict[str, Any]:
    return {"select": {"kind": "file", "in": folder, **fields}}


TEXTS = files(where=[["type", "is", "txt"]])


def goal(verb: str, scope: str = "root", when: Any = None, **params: Any) -> dict[str, Any]:
    domain, _, name = verb.rpartition(".")
    found = {"domain": domain or "file", "verb": name, "params": params, "scope": scope}
    return found | ({"when": when} if when else {})


def answer(scope: str = "root", **form: Any) -> dict[str, Any]:
    return goal("text.answer", scope, value={"value": form})


UNZIP = goal("extract", path="a.zip", to="out")


class Desk:
    """A folder with an archive in it, and the application at work there."""

    def __init__(self, top: Path) -> None:
        self.tree = top / "tree"
        self.tree.mkdir()
        with zipfile.ZipFile(self.tree / "a.zip", "w") as archive:
            for name, content in MEMBERS.items():
                archive.writestr(name, content)
        self.gw = Goalwright(home=top / "state", cwd=self.tree, config=top / "config")

    def write(self, name: str, text: str) -> None:
        path = self.tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def plan(self, goals: Goals) -> Any:
        return self.gw.prepare(self.gw.goals_from(json.dumps({"goals": goals}), "goals"))

    def run(self, goals: Goals, approve: Any = True, **how: Any) -> RunReport:
        return asyncio.run(self.gw.run(self.plan(goals), approve=approve, **how))

    def names(self) -> list[str]:
        return sorted(str(path.relative_to(self.tree)) for path in self.tree.rglob("*") if path.is_file())

    def looked(self, run_id: str) -> list[str]:
        return [
            entry.action_id
            for entry in self.gw.journal.entries(run_id)
            if entry.kind == "finished" and "looked" in entry.data["outcome"]["output"]
        ]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    (tmp_path / "user").mkdir()
    return Desk(tmp_path)


class Case(NamedTuple):
    """Goals, how often is looked in the middle, which files are there then, and what is answered."""

    name: str
    goals: Goals
    looks: int
    left: Sequence[str]
    said: Sequence[str] = ()


ALL = ("a.zip", "out/one.txt", "out/pic.jpg", "out/sub/deep.txt", "out/two.txt")
CASES = [
    Case(
        "delete some of what was unpacked, and count the rest",
        [UNZIP, goal("delete", "after:g0", path=TEXTS), answer("after:g1", count=files())],
        1,
        ("a.zip", "out/pic.jpg", "out/sub/deep.txt"),
        ("There is 1 file.",),
    ),
    Case(
        "by a pattern",
        [UNZIP, goal("delete", "after:g0", path="out/*.txt"), answer("after:g1", count=files())],
        2,
        ("a.zip", "out/pic.jpg", "out/sub/deep.txt"),
        ("There is 1 file.",),
    ),
    Case(
        "a condition that holds then, and its opposite",
        [
            UNZIP,
            goal("text.echo", "after:g0", when=[["exists", "out/one.txt"]], text="there"),
            goal("text.echo", "after:g0", when=[["not", "exists", "out/one.txt"]], text="not there"),
        ],
        1,
        ALL,
        ("there", "skipped text.echo: out/one.txt exists"),
    ),
    Case(
        "a condition that was known before is not looked at again",
        [
            goal("create", when=[["not", "exists", "b.txt"]], path="b.txt", object_type="file"),
            UNZIP,
            answer("after:g1", count=files()),
            goal("text.echo", "after:g2", when=[["exists", "b.txt"]], text="was there"),
        ],
        1,
        ("a.zip", "b.txt", *ALL[1:]),
        ("There are 3 files.", "skipped text.echo: b.txt does not exist"),
    ),
    Case(
        "the text of a file that was changed",
        [
            goal("append", path="log.txt", content="b\na\n"),
            goal("sort_lines", "after:g0", path="log.txt"),
            goal("write", "after:g1", path="first.txt", content={"value": {"text": "log.txt", "lines": "first 1"}}),
        ],
        1,
        ("a.zip", "first.txt", "log.txt"),
    ),
    Case(
        "three stages",
        [
            UNZIP,
            goal("combine", "after:g0", things=TEXTS, to="all.txt"),
            answer("after:g1", text="all.txt"),
        ],
        2,
        ("a.zip", "all.txt", *ALL[1:]),
        ("1\n2\n",),
    ),
    Case(
        "a folder that was copied",
        [
            goal("create", path="new", object_type="folder"),
            UNZIP,
            goal("copy", "after:g1", path="out", to="again"),
            answer("after:g2", count=files("again", deep=True)),
        ],
        1,
        ("a.zip", "again/one.txt", "again/pic.jpg", "again/sub/deep.txt", "again/two.txt", *ALL[1:]),
        ("There are 4 files.",),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_earlier_goals_do_is_looked_at_when_they_are_done(desk: Desk, case: Case) -> None:
    before = desk.names()
    report = desk.run(case.goals)
    assert (report.status, report.reason) == ("success", "")
    assert desk.names() == sorted(case.left)
    said = [output.get("text") for _, output in report.answers]
    for text in case.said:
        assert text in said
    assert len(desk.looked(report.run_id)) == case.looks
    asyncio.run(desk.gw.undo())
    assert desk.names() == before


def test_what_needs_no_second_look_is_planned_at_once(desk: Desk) -> None:
    desk.write("inbox/a.txt", "a")
    goals = [
        goal("create", path="x", object_type="folder"),
        goal("move", "after:g0", path=files("inbox"), to="x/"),
        goal("find", "after:g1", things=files("x")),
    ]
    assert [action.tool for action in desk.plan(goals).plan.actions if action.tool == "look_tool"] == []


def test_the_plan_says_what_will_be_looked_at_and_what_that_is_for(desk: Desk) -> None:
    plan = desk.plan([UNZIP, goal("delete", "after:g0", path=TEXTS)]).plan
    look = plan.actions[-1]
    assert look.description == ("look:then delete files in out (type is txt); an approval covers at most 100 of them")
    assert (look.risk, look.depends_on) == ("high", ("g0_extract_1",))


def test_the_journal_has_what_was_seen_and_planned_before_the_first_action(desk: Desk) -> None:
    report = desk.run([UNZIP, goal("delete", "after:g0", path=TEXTS)])
    entries = desk.gw.journal.entries(report.run_id)
    at = {(entry.kind, entry.action_id): number for number, entry in enumerate(entries)}
    look = entries[at["finished", "g1_look_1"]].data["outcome"]["output"]
    assert [(what, found) for what, _, found in look["looked"]] == [("files in out (type is txt)", "2 files")]
    planned = [action["action_id"] for action in look["stage"]["actions"]]
    assert planned == ["g1_1_delete_1", "g1_2_delete_1"]
    assert all(at["finished", "g1_look_1"] < at["started", name] for name in planned)


def test_events_of_stages_are_those_of_one_run(desk: Desk) -> None:
    events: list[RunEvent] = []
    desk.run([UNZIP, answer("after:g0", count=files())], on_event=events.append)
    told = [(event.kind, event.action_id) for event in events]
    assert told[0] == ("run_started", "")
    assert told[-1] == ("run_ended", "")
    assert [kind for kind, _ in told].count("run_started") == [kind for kind, _ in told].count("run_ended") == 1
    assert ("action_ended", "g1_answer_1") in told


def test_nothing_found_later_is_said_and_changes_nothing_more(desk: Desk) -> None:
    report = desk.run([UNZIP, goal("delete", "after:g0", path=files(where=[["type", "is", "pdf"]]))])
    assert report.status == "failed"
    assert "nothing matches files in out (type is pdf)" in report.reason
    assert desk.names() == sorted(ALL)


def test_a_verb_that_is_not_there_is_refused_before_anything_is_done(desk: Desk) -> None:
    with pytest.raises(GoalwrightError):
        desk.plan([UNZIP, answer("after:g0", count=files()), goal("file.vanish", "after:g1", path="x")])
    assert desk.names() == ["a.zip"]


def test_a_goal_that_needs_what_an_earlier_stage_saw_is_refused(desk: Desk) -> None:
    desk.write("n.txt", "text")
    goals = [
        goal("read", path="n.txt"),
        UNZIP,
        goal(
            "write",
            "after:g0;after:g1",
            when=[["exists", "out/one.txt"]],
            path="m.txt",
            content={"from": "g0", "field": "text"},
        ),
    ]
    with pytest.raises(NotPlannable, match="two commands"):
        desk.plan(goals)


# Approval.

DELETE = [UNZIP, goal("delete", "after:g0", path=TEXTS)]


def test_a_person_is_shown_what_was_found_and_asked_again(desk: Desk) -> None:
    asked: list[list[str]] = []

    def approve(plan: Plan) -> bool:
        asked.append([action.action_id for action in plan.actions])
        return True

    assert desk.run(DELETE, approve).status == "success"
    assert asked == [["g0_extract_1", "g1_look_1"], ["g1_1_delete_1", "g1_2_delete_1"]]


def declined(desk: Desk) -> RunReport:
    """A run whose first stage is approved, and whose second is not."""
    answers = iter([True, False])
    report = desk.run(DELETE, lambda _plan: next(answers))
    assert report.status == "awaiting_approval"
    assert desk.names() == sorted(ALL)
    assert report.outcomes["g1_1_delete_1"].state == "pending"
    return report


def test_what_was_found_and_not_approved_waits_and_can_be_approved_by_its_hash(desk: Desk) -> None:
    report = declined(desk)
    assert [record.plan_hash for record in desk.gw.waiting()] == [report.plan_hash]
    with pytest.raises(ApprovalRefused, match="not the hash"):
        asyncio.run(desk.gw.approve(report.run_id, desk.plan(DELETE).plan_hash))
    assert asyncio.run(desk.gw.approve(report.run_id, report.plan_hash)).status == "success"
    assert desk.names() == ["a.zip", "out/pic.jpg", "out/sub/deep.txt"]
    assert desk.looked(report.run_id) == ["g1_look_1"]


def test_what_waits_is_not_approved_once_something_else_matches(desk: Desk) -> None:
    report = declined(desk)
    desk.write("out/three.txt", "3")
    with pytest.raises(WorldDrifted):
        asyncio.run(desk.gw.approve(report.run_id, report.plan_hash))
    assert "out/three.txt" in desk.names()


@pytest.mark.parametrize("is_declined", [False, True])
def test_a_run_that_waits_in_the_middle_can_be_taken_back(desk: Desk, is_declined: bool) -> None:
    report = declined(desk)
    if is_declined:
        desk.gw.decline(report.run_id)
    asyncio.run(desk.gw.undo(report.run_id))
    assert desk.names() == ["a.zip"]


def test_an_approval_by_hash_covers_what_it_was_told_of(desk: Desk) -> None:
    assert desk.run(DELETE, desk.plan(DELETE).plan_hash).status == "success"


def test_an_approval_by_hash_does_not_cover_more_things_than_it_was_told_of(desk: Desk) -> None:
    with zipfile.ZipFile(desk.tree / "a.zip", "w") as archive:
        for number in range(101):
            archive.writestr(f"{number}.txt", "x")
    assert desk.run(DELETE, desk.plan(DELETE).plan_hash).status == "awaiting_approval"
    assert len(desk.names()) == 102


def test_an_overwriting_that_only_shows_later_is_not_done_unasked(desk: Desk) -> None:
    desk.write("safe/one.txt", "mine")
    goals = [UNZIP, goal("move", "after:g0", path=TEXTS, to="safe/")]
    assert desk.plan(goals).needs_approval == ()
    report = desk.run(goals, None)
    assert report.status == "awaiting_approval"
    assert (desk.tree / "safe" / "one.txt").read_text() == "mine"


def test_what_was_found_outside_the_allowed_folders_is_refused(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "config.toml").write_text(f'allowed_roots = ["{desk.tree}"]\n')
    gw = Goalwright(home=tmp_path / "state2", cwd=desk.tree, config=tmp_path / "config")
    goals = [UNZIP, goal("copy", "after:g0", path=TEXTS, to="../elsewhere/")]
    prepared = gw.prepare(gw.goals_from(json.dumps({"goals": goals}), "goals"))
    report = asyncio.run(gw.run(prepared, approve=True))
    assert report.status == "failed"
    assert not (tmp_path / "elsewhere").exists()


def forged(desk: Desk, change: Callable[[dict[str, Any]], None]) -> RunReport:
    """A run of a plan from a file, in which the look was changed."""
    plan = desk.plan(DELETE).plan
    ids = {action.action_id: f"step_{number}" for number, action in enumerate(plan.actions, 1)}
    steps: list[dict[str, Any]] = [
        {
            "step_id": ids[action.action_id],
            "tool": action.tool,
            "args": dict(action.args),
            "description": action.description,
            "depends_on": [ids[name] for name in action.depends_on],
            "deliverable": "done",
        }
        for action in plan.actions
    ]
    change(steps[-1]["args"])
    payload = {"goal": "unzip", "steps": steps}
    return asyncio.run(desk.gw.apply(json.dumps(payload), approve=True))


def test_a_look_in_a_plan_from_a_file_asks_before_what_it_finds_is_done(desk: Desk) -> None:
    assert forged(desk, lambda _args: None).status == "success"
    assert desk.names() == ["a.zip", "out/pic.jpg", "out/sub/deep.txt"]


def test_a_look_whose_goals_are_called_like_earlier_ones_is_no_success(desk: Desk) -> None:
    later = [{"domain": "text", "verb": "echo", "params": {"text": "hi"}, "goal_id": "g0", "object": None}]
    text = json.dumps([{**later[0], "resolved_path": None, "each": None, "when": [], "after": []}])
    goals = [
        goal("text.echo", text="first"),
        goal("text.look", "after:g0", what="then echo hi", goals=text, folder=str(desk.tree)),
    ]
    with pytest.raises(ContractViolation, match="twice"):
        desk.run(goals)


def test_a_look_that_is_called_what_it_is_not_does_nothing(desk: Desk) -> None:
    report = forged(desk, lambda args: args.update(what="text.echo (text: hello)"))
    assert report.status == "failed"
    assert "not what it does" in report.reason
    assert desk.names() == sorted(ALL)


# The same sentence in the same situation gives the same plan, stages included.

SEEDED = """
import asyncio, json, sys
from goalwright import Goalwright
top, tree = sys.argv[1:]
gw = Goalwright(home=top, cwd=tree, config=top + "/config")
made = gw.prepare(gw.goals_from(sys.stdin.read(), "goals"))
report = asyncio.run(gw.run(made, approve=True))
assert report.status == "success", report.reason
asyncio.run(gw.undo())
print(made.plan_hash, report.plan_hash)
"""


def test_stages_are_the_same_over_hash_seeds(desk: Desk, tmp_path: Path) -> None:
    goals = [
        UNZIP,
        goal("combine", "after:g0", things=files(where=[["type", "is", ["txt", "jpg"]]], order="-name"), to="all.txt"),
        goal("delete", "after:g1", path=files(deep=True)),
        answer("after:g2", text="all.txt"),
    ]
    found = set()
    for seed in range(4):
        made = subprocess.run(
            [sys.executable, "-P", "-c", SEEDED, str(tmp_path / f"state{seed}"), str(desk.tree)],
            input=json.dumps({"goals": goals}),
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            text=True,
            check=True,
        )
        found.add(made.stdout)
    assert len(found) == 1


# What a file says never becomes a path, a tool, an address or a selector.

HOSTILE = [
    "/etc/passwd",
    "../../secret.txt",
    "~/secret.txt",
    "secret.txt",
    "file.delete",
    "look_tool",
    "https://evil.example/",
    "javascript:alert(1)",
    "css=#pay",
    '{"select":{"kind":"file","in":"/"}}',
    '{"value":{"text":"secret.txt"}}',
    '{"from":"g0","field":"text"}',
]
SAYS = {"text": "hostile.txt", "lines": "1"}
TAKERS: dict[str, Callable[[Any], Goals]] = {
    "a path": lambda value: [goal("delete", path={"value": value})],
    "a destination": lambda value: [goal("move", path="secret.txt", to={"value": value})],
    "an address": lambda value: [goal("browser.navigate", url={"value": value})],
    "a selector": lambda value: [goal("browser.click", selector={"value": value})],
    "a program": lambda value: [goal("system.launch", app={"value": value})],
}
FORMS: dict[str, Callable[[], Any]] = {
    "its text": lambda: SAYS,
    "joined": lambda: {"join": ["", SAYS]},
    "its lines": lambda: {"list": {"select": {"kind": "line", "in": "hostile.txt"}}},
}


@pytest.mark.parametrize("taker", TAKERS)
@pytest.mark.parametrize("is_later", [False, True], ids=["now", "later"])
def test_what_a_file_says_becomes_no_path_address_or_selector(desk: Desk, taker: str, is_later: bool) -> None:
    """12 texts in 3 forms and 5 places, at once and in a later stage: each is refused before anything is done."""
    desk.write("secret.txt", "secret")
    for text in HOSTILE:
        desk.write("hostile.txt", f"{text}\n")
        before = desk.names()
        for form in FORMS.values():
            goals = TAKERS[taker](form())
            if is_later:
                first = goal("append", path="hostile.txt", content="more\n")
                goals = [first, *({**each, "scope": "after:g0"} for each in goals)]
            with pytest.raises((ContractViolation, GoalwrightError), match="comes from what a file says"):
                desk.run(goals)
        assert desk.names() == before


@pytest.mark.parametrize("taker", TAKERS)
def test_what_an_earlier_goal_reads_becomes_no_path_address_or_selector(desk: Desk, taker: str) -> None:
    desk.write("hostile.txt", "secret.txt")
    desk.write("secret.txt", "secret")
    (wanted,) = TAKERS[taker]("")
    params = {
        name: {"from": "g0", "field": "text"} if isinstance(value, dict) else value
        for name, value in wanted["params"].items()
    }
    report = desk.run([goal("read", path="hostile.txt"), {**wanted, "params": params, "scope": "after:g0"}])
    assert report.status == "refused"
    assert desk.names() == ["a.zip", "hostile.txt", "secret.txt"]


@pytest.mark.parametrize("source", [{"value": SAYS}, {"from": "g0", "field": "text"}], ids=["value", "reference"])
@pytest.mark.parametrize("param", ["goals", "what", "folder"])
def test_what_a_file_says_becomes_no_goals_of_a_look(desk: Desk, param: str, source: Any) -> None:
    hostile = [{"domain": "file", "verb": "delete", "params": {"path": "secret.txt"}, "goal_id": "g9", "object": None}]
    text = json.dumps([{**hostile[0], "resolved_path": None, "each": None, "when": [], "after": []}])
    desk.write("hostile.txt", text)
    desk.write("secret.txt", "secret")
    given = {"what": "then delete secret.txt", "goals": text, "folder": str(desk.tree), param: source}
    goals = [goal("read", path="hostile.txt"), goal("text.look", "after:g0", **given)]
    if "value" in source:
        with pytest.raises(GoalwrightError, match="comes from what a file says"):
            desk.run(goals)
    else:
        assert desk.run(goals).status == "refused"
    assert "secret.txt" in desk.names()


def test_what_files_are_called_and_say_is_taken_literally_in_a_later_stage(desk: Desk) -> None:
    """Members of an archive with names and texts that look like expressions stay names and texts."""
    names = ["{select}.txt", "$(rm -rf).txt", "a;b.txt", "g0_delete_1.txt", "file.delete.txt", "css=x.txt"]
    for number, text in enumerate(HOSTILE):
        folder = f"box{number}"
        with zipfile.ZipFile(desk.tree / f"{folder}.zip", "w") as archive:
            for name in names:
                archive.writestr(name, text)
        goals = [
            goal("extract", path=f"{folder}.zip", to=folder),
            goal("combine", "after:g0", things=files(folder), to=f"{folder}.txt"),
            goal(
                "append",
                "after:g1",
                path="log.txt",
                content={"value": {"text": f"{folder}.txt", "lines": "1"}},
                when=[["compare", {"text": f"{folder}.txt"}, "contains", text]],
            ),
        ]
        before = set(desk.names())
        report = desk.run(goals)
        assert report.status == "success", report.reason
        assert set(desk.names()) - before - {"log.txt"} == {f"{folder}.txt", *(f"{folder}/{name}" for name in names)}
    assert "/etc/passwd" in (desk.tree / "log.txt").read_text()
    assert not {"secret.txt", "passwd"} & {Path(name).name for name in desk.names()}
