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

from goalwright.language import tables
from goalwright.parsed_files import digest
from goalwright.rules import compiled

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "src" / "goalwright" / "rules" / compiled.FILE
LANGUAGE = ROOT / "src" / "goalwright" / "language"


def compile_tables() -> ModuleType:
    loader = SourceFileLoader("compile_tables", str(ROOT / "scripts" / "compile_tables.py"))
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


@pytest.mark.slow
def test_the_shipped_file_is_up_to_date() -> None:
    script = compile_tables()
    assert SHIPPED.read_text(encoding="utf-8") == script.compiled_text(), "run `make tables`"
    assert SHIPPED.with_name(compiled.TEMPLATES).read_text(encoding="utf-8") == script.templates_text(), (
        "run `make tables`"
    )
    assert (LANGUAGE / tables.FILE).read_text(encoding="utf-8") == script.language_text(), "run `make tables`"


def test_every_table_is_in_it_with_its_digest() -> None:
    known = compiled._compiled()["tables"]
    names = {f"{folder}/{name}" for folder in compiled.FOLDERS for name in compiled.table_names(folder)}
    assert known.keys() == names
    for name, table in known.items():
        data = (SHIPPED.parent / f"{name}.toml").read_bytes()
        assert table["digest"] == digest(data)


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


WORDS = """
from goalwright.language.tables import table, words
print("brace" in words("words", "several"), "hour" in table("dates")["seconds"])
"""


@pytest.mark.parametrize("spoilt", [None, "", "words 0123456789abcdef {", '{"words": ["0123456789abcdef", {}]}'])
def test_a_changed_word_table_is_read_itself(copy: Path, spoilt: str | None) -> None:
    language = copy.parent / "language"
    known = language / "en" / "words.toml"
    known.write_text(known.read_text(encoding="utf-8").replace("several = [", 'several = ["brace", '), encoding="utf-8")
    if spoilt is not None:
        (language / tables.FILE).write_text(spoilt, encoding="utf-8")
    assert answers(copy, WORDS) == ["True True"]


def change(rules: Path) -> None:
    """A folder and a sentence that no table had before."""
    folders, audio = rules / "words" / "folders.toml", rules / "tables" / "audio.toml"
    folders.write_text(folders.read_text(encoding="utf-8") + '\n[aardvarks]\npath = "~/Aardvarks"\n', encoding="utf-8")
    text = audio.read_text(encoding="utf-8")
    head, mute, rest = text.partition("[mute]")
    before, say, after = rest.partition("say = [")
    assert say, "the row has sentences"
    audio.write_text(head + mute + before + say + '\n  "hush now dear",' + after, encoding="utf-8")


def answers(rules: Path, code: str = READ) -> list[str]:
    env = {**os.environ, "PYTHONPATH": str(rules.parents[1]), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", code]
    done = subprocess.run(
        command, env=env, cwd=rules.parents[1], capture_output=True, text=True, timeout=60, check=True
    )
    return done.stdout.splitlines()


@pytest.mark.slow
def test_a_changed_table_is_read_itself(copy: Path) -> None:
    change(copy)
    assert answers(copy) == ["aardvarks True", "['mute']"]


@pytest.mark.slow
@pytest.mark.parametrize("spoilt", [None, "{"])
def test_without_the_file_the_tables_are_read(copy: Path, spoilt: str | None) -> None:
    change(copy)
    for file in (copy / compiled.FILE, copy / compiled.TEMPLATES):
        if spoilt is None:
            file.unlink()
        else:
            file.write_text(spoilt, encoding="utf-8")
    assert answers(copy) == ["aardvarks False", "['mute']"]


ALL_READ = """
import sys
from goalwright.errors import NotUnderstood
from goalwright.interpret.interpreter import GoalInterpreter
from goalwright.language.tables import table
interpreter = GoalInterpreter()
for rows in table("heads").values():
    for row in rows:
        for page in (False, True):
            try:
                interpreter.read(row["example"], on_page=page)
            except NotUnderstood:
                continue
print("hassil" in sys.modules)
"""


def test_nothing_that_is_shipped_is_read_again() -> None:
    done = subprocess.run([sys.executable, "-c", ALL_READ], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
