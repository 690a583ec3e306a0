"""A plan as a tree: what waits for what can be read from it, however large, long or hostile the plan is."""

from __future__ import annotations

from pathlib import Path

import pytest

from doors.cli.plans import action, plan, stages
from goalwright.contracts import Plan, PlannedAction
from goalwright.doors.cli.action_words import action_words
from goalwright.doors.cli.plan_view import plan_lines, tree_rows
from goalwright.doors.cli.screen import ASCII, UNICODE, Marks, marks_for
from goalwright.doors.cli.short_paths import Places

PLACES = Places("/home/me/work", "/home/me")


def text(shown: Plan, marks: Marks = UNICODE, *, verbose: bool = False) -> list[str]:
    lines = plan_lines(shown, stages(shown), PLACES, marks, verbose=verbose)
    return ["".join(part for part, _ in line.parts).rstrip() for line in lines]


def leads(shown: Plan) -> list[str]:
    return [row.lead + row.action.action_id for row in tree_rows(shown, stages(shown), UNICODE)]


def test_a_chain_goes_straight_down() -> None:
    assert leads(plan(action("a"), action("b", "a"), action("c", "b"))) == ["a", "↓ b", "↓ c"]


def test_what_runs_side_by_side_branches() -> None:
    shown = plan(action("a"), action("b", "a"), action("c", "a"), action("d", "b"), action("e"))
    assert leads(shown) == ["├─ a", "│  ├─ b", "│  │  ↓ d", "│  └─ c", "└─ e"]


def test_what_waits_for_several_stands_below_the_latest_and_names_the_others() -> None:
    shown = plan(action("a"), action("b"), action("c", "a", "b"))
    assert leads(shown) == ["├─ a", "└─ b", "   ↓ c"]
    assert text(shown)[3] == "     after: a"


def test_the_order_of_listing_does_not_matter() -> None:
    assert leads(plan(action("c", "b"), action("b", "a"), action("a"))) == ["a", "↓ b", "↓ c"]


def test_ascii_is_drawn_where_nothing_else_can_be() -> None:
    shown = plan(action("a"), action("b", "a"), action("c", "a"))
    assert text(shown, ASCII)[1].startswith("|- b")
    assert "".join(text(shown, ASCII)).isascii()


@pytest.mark.parametrize(("encoding", "marks"), [("utf-8", UNICODE), ("ascii", ASCII), ("latin-1", ASCII)])
def test_the_marks_are_those_that_the_stream_takes(encoding: str, marks: Marks, tmp_path: Path) -> None:
    with (tmp_path / "out").open("w", encoding=encoding) as stream:
        assert marks_for(stream) == marks


def test_long_and_deep_plans_stay_readable() -> None:
    chain = plan(*(action(f"a{n}", *([f"a{n - 1}"] if n else [])) for n in range(3000)))
    assert max(map(len, text(chain, verbose=True))) < 80
    deep = [action("r")]
    for level in range(60):
        parent = deep[-1].action_id
        deep += [action(f"x{level}", parent), action(f"y{level}", parent)]
    assert max(map(len, text(plan(*deep), verbose=True))) < 100
    assert sum("after: " in line for line in text(plan(*deep), verbose=True)) > 30


def test_a_large_plan_is_folded_with_counts() -> None:
    moves = [
        action(f"m{n}", description=f"move:/a/{n}:/b/{n}", args={"path": f"/a/{n}", "to": f"/b/{n}"}, risk="medium")
        for n in range(500)
    ]
    folder = action("f", description="create_folder:/b", tool="files.create_folder", risk="low")
    assert text(plan(folder, *moves))[:3] == [
        "create folder /b  files.create_folder  low risk",
        "500 times: move /a/0 to /b/0, move /a/1 to /b/1, move /a/2 to /b/2 and 497 more  files.some_tool  medium risk",
        "--verbose shows every action.",
    ]
    assert len(text(plan(*moves[:40]))) > 40
    assert len(text(plan(*moves), verbose=True)) > 500


def test_an_action_is_told_in_words_with_its_tool_and_risk() -> None:
    shown = plan(
        action(
            "g0_write_1",
            description="write:/home/me/work/docs/a.txt",
            args={"path": "/home/me/work/docs/a.txt", "content": "docs"},
            tool="files.write_file",
            risk="high",
            why="nobody else would",
        )
    )
    assert text(shown) == [
        "g0_write_1  write docs/a.txt  files.write_file  high risk",
        "  content = docs",
        "",
        "1 action, not proven minimal",
    ]
    assert "  why: nobody else would" in text(shown, verbose=True)


@pytest.mark.parametrize(
    ("description", "args", "words"),
    [
        (
            "copy:/home/me/a.txt:/tmp/b.txt",
            {"path": "/home/me/a.txt", "to": "/tmp/b.txt"},
            "copy ~/a.txt to /tmp/b.txt",
        ),
        ("move:/home/me/a:b:/tmp/c", {"path": "/home/me/a:b", "to": "/tmp/c"}, "move ~/a:b to /tmp/c"),
        ("create_folder:/home/me/work/x", {"path": "/home/me/work/x"}, "create folder x"),
        ("list:/home/me/work", {"path": "/home/me/work"}, "list ."),
        ("search:nvidia on youtube", {"url": "https://youtube.com"}, "search nvidia on youtube"),
        ('click:role=link[name="Contact"]', {"selector": 'role=link[name="Contact"]'}, "click link Contact"),
        ("mute", {}, "mute"),
        ("Say hello: twice", {"text": "hello"}, "Say hello: twice"),
        ("echo:/home/me/work/x", {"text": "/home/me/work/x"}, "echo /home/me/work/x"),
        ("read:a\x1b[2J\nb", {"path": "a\x1b[2J\nb"}, "read a\\x1b[2J\\nb"),
    ],
)
def test_words(description: str, args: dict[str, object], words: str) -> None:
    assert action_words(action("a", description=description, args=args), PLACES) == words


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/home/me/work/a", "a"),
        ("/home/me/work", "."),
        ("/home/me/workshop", "~/workshop"),
        ("/home/me", "~"),
        ("/etc/hosts", "/etc/hosts"),
        ("C:\\Users\\me", "C:\\Users\\me"),
        ("a/b", "a/b"),
    ],
)
def test_paths_are_shown_from_where_one_is_or_lives(path: str, shown: str) -> None:
    assert PLACES.shown(path) == shown


def test_from_the_root_folder_paths_stay_absolute() -> None:
    assert Places("/", "/").shown("/etc/hosts") == "/etc/hosts"
    assert Places("", "").shown("/etc/hosts") == "/etc/hosts"


def test_control_characters_in_names_never_reach_the_terminal() -> None:
    hostile = PlannedAction(action_id="a\x1b]0;x\x07", intent="i", description="d:\u202e", args={"p\x00": "\r\x9b31m"})
    assert all(line.isprintable() for line in text(plan(hostile), verbose=True))
