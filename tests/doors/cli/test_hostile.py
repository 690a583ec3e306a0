"""Hostile paths through the front door: refused whatever the verb, even with --yes, and nothing outside is touched."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from doors.cli.command import QuickCli, goal
from policy.hostile_paths import HOSTILE, SECRET, HostilePath, Tree, grow_tree, surroundings

REFUSALS = (2, 4, 6)


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return grow_tree(tmp_path / "tree")


@pytest.fixture
def inside(tree: Tree, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> QuickCli:
    """The command in the one allowed folder."""
    return QuickCli(folder=tree.root, patch=monkeypatch, streams=capsys)


@pytest.mark.parametrize("row", [row for row in HOSTILE if row.is_anchored], ids=lambda row: row.name)
@pytest.mark.sampled(2)
def test_no_verb_reaches_outside(inside: QuickCli, tree: Tree, row: HostilePath) -> None:
    row.trap(tree)
    path = tree.spelled(row.path)
    before = surroundings(tree)
    for verb in (
        goal("file.write", path=path, content="mine now"),
        goal("file.move", path=str(tree.root / "notes.txt"), to=path),
        goal("file.read", path=path),
    ):
        inside.write("goals.json", json.dumps({"goals": [verb]}))
        outcome = inside("--goals", "goals.json", "--yes", "--json")
        assert outcome.code in REFUSALS, (verb, outcome)
        assert SECRET not in outcome.out + outcome.err
        assert outcome.document
    assert surroundings(tree) == before


def test_only_yes_on_the_command_line_or_at_a_terminal_is_an_approval(inside: QuickCli, tree: Tree) -> None:
    goals = json.dumps({"goals": [goal("file.delete", path="notes.txt", object_type="file")]})
    inside.write("goals.json", goals)
    for arguments, stdin in (
        (("delete notes.txt",), "y\n"),
        (("delete notes.txt",), "yes\n" * 10),
        (("run", "--goals", "goals.json"), "y\n"),
        (("run", "--goals", "-"), goals),
        (("delete notes.txt", "--partial"), ""),
        (("delete notes.txt", "--verbose"), ""),
        (("delete notes.txt", "--json"), "y\n"),
    ):
        assert inside(*arguments, stdin=stdin).code == 6, arguments
        yes = {"GOALWRIGHT_YES": "1", "YES": "1", "CI": "true", "GOALWRIGHT_APPROVE": "true"}
        assert inside(*arguments, stdin=stdin, environment=yes).code == 6, arguments
    for arguments in (("delete notes.txt --yes",), ("delete notes.txt", "--ye"), ("delete notes.txt", "--yes=true")):
        assert inside(*arguments).code in (2, 3), arguments
    assert (tree.root / "notes.txt").exists()
