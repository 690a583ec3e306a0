"""The tables read ahead of time are those that are shipped, and a table that was changed since is read itself."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest

from goalwright.rules import compiled

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "src" / "goalwright" / "rules" / compiled.FILE


def compile_tables() -> ModuleType:
    loader = SourceFileLoader("compile_tables", str(ROOT / "scripts" / "compile-tables"))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    before, no_bytecode = list(sys.path), sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    try:
        loader.exec_module(module)
    finally:
        sys.path[:], sys.dont_write_bytecode = before, no_bytecode
    return module


def test_the_shipped_file_is_up_to_date() -> None:
    assert SHIPPED.read_text(encoding="utf-8") == compile_tables().compiled_text(), "run `make tables`"


def test_every_table_is_in_it_with_its_digest() -> None:
    tables = compiled._compiled()["tables"]
    names = {f"{folder}/{name}" for folder in compiled.FOLDERS for name in compiled.table_names(folder)}
    assert tables.keys() == names
    for name, table in tables.items():
        folder, _, table_name = name.partition("/")
        data = (compiled.folder_of(folder) / f"{table_name}.toml").read_bytes()
        assert table["digest"] == compiled.digest(data)


READ = """
from goalwright.rules.compiled import built_in_table, built_in_templates
from goalwright.interpret.interpreter import GoalInterpreter
print(sorted(built_in_table("words", "folders"))[0], len(built_in_templates()) > 0)
print([goal.verb for goal in GoalInterpreter().interpret("hush now dear").goals])
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The package as it is shipped, in a place where its tables may be changed."""
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "src" / "goalwright", tmp_path / "goalwright", ignore=ignored)
    return tmp_path / "goalwright" / "rules"


def change(rules: Path) -> None:
    """A folder and a sentence that no table had before."""
    folders, audio = rules / "words" / "folders.toml", rules / "tables" / "audio.toml"
    folders.write_text(folders.read_text(encoding="utf-8") + '\n[aardvarks]\npath = "~/Aardvarks"\n', encoding="utf-8")
    text = audio.read_text(encoding="utf-8")
    head, mute, rest = text.partition("[mute]")
    before, say, after = rest.partition("say = [")
    assert say, "the row has sentences"
    audio.write_text(head + mute + before + say + '\n  "hush now dear",' + after, encoding="utf-8")


def answers(rules: Path) -> list[str]:
    env = {**os.environ, "PYTHONPATH": str(rules.parents[1]), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", READ]
    done = subprocess.run(
        command, env=env, cwd=rules.parents[1], capture_output=True, text=True, timeout=60, check=True
    )
    return done.stdout.splitlines()


def test_a_changed_table_is_read_itself(copy: Path) -> None:
    change(copy)
    assert answers(copy) == ["aardvarks True", "['mute']"]


@pytest.mark.parametrize("spoilt", [None, "{"])
def test_without_the_file_the_tables_are_read(copy: Path, spoilt: str | None) -> None:
    change(copy)
    if spoilt is None:
        (copy / compiled.FILE).unlink()
    else:
        (copy / compiled.FILE).write_text(spoilt, encoding="utf-8")
    assert answers(copy) == ["aardvarks False", "['mute']"]
