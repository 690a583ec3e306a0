"""What verbs do with paths follows from their rows, so that scopes work for verbs nobody knew of."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from goalwright.contracts import Goal
from goalwright.contracts.locations import PathUse
from goalwright.interpret import resolve_scopes
from goalwright.rules import builtin_rules, load_rules
from goalwright.situate.anchoring import anchor_paths

FOLDER = {"object_type": "folder"}
ONE = PathUse(takes_path=True, by_object=True)
TWO = ONE._replace(takes_to=True, makes="to")


@pytest.mark.parametrize(
    ("name", "params", "expected"),
    [
        ("file.create", {}, ONE._replace(makes="path")),
        ("file.create", FOLDER, ONE._replace(makes="path", makes_folder=True)),
        ("file.write", {}, ONE._replace(makes="path")),
        ("file.append", {}, ONE._replace(makes="path")),
        ("file.read", {}, ONE),
        ("file.delete", {}, ONE),
        ("file.delete", FOLDER, ONE),
        ("file.copy", {}, TWO),
        ("file.move", {}, TWO),
        ("file.rename", {}, TWO._replace(is_beside=True)),
        ("file.compress", {}, TWO),
        ("file.extract", {}, TWO._replace(makes_folder=True)),
        ("file.list", {}, ONE._replace(may_lack_path=True)),
        ("file.find", {}, PathUse(takes_path=True, may_lack_path=True)),
        ("browser.upload", {}, ONE),
        ("browser.screenshot", {}, ONE),
        ("system.screenshot", {"path": "a.png"}, ONE._replace(makes="path")),
        ("browser.navigate", {}, PathUse()),
        ("text.echo", {}, PathUse()),
        ("no.such", {"path": "x"}, PathUse()),
    ],
)
def test_a_row_tells_what_becomes_of_paths(name: str, params: dict[str, Any], expected: PathUse) -> None:
    domain, verb = name.split(".")
    assert builtin_rules().path_use(Goal(domain=domain, verb=verb, params=params)) == expected


def test_scopes_work_for_a_users_own_verb(tmp_path: Path) -> None:
    (tmp_path / "notes.toml").write_text(
        """
[shelf]
intent = "file_operation"
description_template = "shelf:{path}"
main = "path"
required_params = ["path"]
params.path = { type = "path" }
kind = "achieve"
register = "dir:{path}"
value = ["exists"]
tool = "files.create_folder"
achieved_by = ["notes_shelf"]
expected_effect = "shelf:{path}"
examples = [{ params = { path = "a" }, description = "shelf:a" }]
""",
        encoding="utf-8",
    )
    rules = load_rules(tmp_path)
    shelf = Goal(domain="notes", verb="shelf", object="books", scope="inside:~/home")
    note = Goal(domain="file", verb="create", params={"path": "a.txt", "object_type": "file"}, scope="inside:books")
    meta = resolve_scopes([shelf, note], rules=rules)
    assert meta.dependencies == {1: (0,)}
    assert [goal.resolved_path for goal in anchor_paths(meta, rules).goals] == ["~/home/books", "~/home/books/a.txt"]
