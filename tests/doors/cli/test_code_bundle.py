"""The bundle of bytecode: used when it is right, never when it is not, and written where it may be."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib.util import cache_from_source
from pathlib import Path

import pytest

import goalwright

LOOK = """
import sys
from goalwright.doors.cli.code_bundle import use_bundle
use_bundle()
import goalwright.contracts.run_ids as plain, goalwright.language as package
import importlib.resources
for module in (plain, package):
    print(type(module.__loader__).__name__, module.__file__ == module.__spec__.origin, module.__cached__ is not None)
print(importlib.resources.files(package).joinpath("en").is_dir(), package.__path__ == [package.__file__[:-12]])
print(plain.__loader__.get_source(plain.__name__).startswith('\"\"\"'))
"""
BUNDLED = "BundleLoader True True\nBundleLoader True True\nTrue True\nTrue\n"
PLAIN = BUNDLED.replace("Bundle", "SourceFile")


class Copy:
    """A copy of the package that may be changed."""

    def __init__(self, folder: Path) -> None:
        self.package = folder / "src" / "goalwright"
        shutil.copytree(Path(goalwright.__file__).parent, self.package, ignore=shutil.ignore_patterns("*.bundle"))
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        self._env = {**kept, "PYTHONPATH": str(self.package.parent), "GOALWRIGHT_HOME": str(folder / "state")}

    @property
    def bundle(self) -> Path:
        return self.package / "__pycache__" / f"all.{sys.implementation.cache_tag}.bundle"

    def said(self, *arguments: str, options: tuple[str, ...] = ("-P",), folder: Path | None = None) -> str:
        command = [sys.executable, *options, *arguments]
        done = subprocess.run(command, cwd=folder, env=self._env, capture_output=True, text=True, check=False)
        return done.stdout + done.stderr

    def history(self, *options: str) -> str:
        return self.said("-m", "goalwright", "history", options=("-P", *options))


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return Copy(tmp_path_factory.mktemp("copy"))


def test_the_bundle_is_written_by_a_command_unless_python_keeps_no_bytecode(copy: Copy) -> None:
    assert "Nothing was run" in copy.history("-B")
    assert not copy.bundle.exists()
    assert copy.said("-c", LOOK) == PLAIN
    assert "Nothing was run" in copy.history()
    assert copy.said("-c", LOOK) == BUNDLED
    written = copy.bundle.stat().st_mtime_ns
    assert "Nothing was run" in copy.history()
    assert copy.bundle.stat().st_mtime_ns == written, "it held all that was loaded"
    assert list(copy.bundle.parent.glob("*.bundle*")) == [copy.bundle], "nothing is left beside it"


def test_a_source_that_was_changed_or_is_new_counts_and_not_the_bundle(copy: Copy) -> None:
    copy.history()
    source = copy.package / "contracts" / "run_ids.py"
    before = source.read_text()
    source.write_text(before.replace('"""', '"""!', 1))
    assert copy.said("-c", LOOK) == PLAIN.replace("SourceFile", "Bundle").replace("Bundle", "SourceFile", 1)
    copy.history()
    assert copy.said("-c", LOOK) == BUNDLED, "a command has put the new one in"
    told = copy.said("-c", LOOK + "print(plain.__doc__[0])")
    assert told.endswith("!\n")
    source.rename(source.with_name("elsewhere.py"))
    assert "No module named 'goalwright.contracts.run_ids'" in copy.said("-c", LOOK)
    source.with_name("elsewhere.py").rename(source)


PARSED = """
import sys
from goalwright import parsed_files
from goalwright.doors.cli.code_bundle import PACKAGE, use_bundle
use_bundle()
for name in parsed_files.NAMES:
    path = f"{PACKAGE}/{name}"
    with open(path, "rb") as opened:
        data = opened.read()
    try:
        same = parsed_files.parsed(path) == parsed_files.parse(path, data)
    except ValueError as error:
        same = type(error).__name__
    print(sys.meta_path[0].parsed(path) is not None, same)
"""


def test_parsed_files_come_from_the_bundle_unless_they_were_changed(copy: Copy) -> None:
    copy.history()
    assert copy.said("-c", PARSED) == "True True\n" * 4
    templates, catalogue = copy.package / "rules" / "templates.txt", copy.package / "tools" / "catalogue.json"
    whole, rows = templates.read_text(encoding="utf-8"), catalogue.read_text(encoding="utf-8")
    templates.write_text(f"{whole}another\t[]\n", encoding="utf-8")
    catalogue.write_text("{", encoding="utf-8")
    assert copy.said("-c", PARSED) == "True True\nFalse True\nTrue True\nFalse JSONDecodeError\n"
    sentence = "create a folder docs"
    assert "1 action" in copy.said("-m", "goalwright", "plan", sentence), "it writes the bundle"
    assert copy.said("-c", PARSED) == "True True\nTrue True\nTrue True\nFalse JSONDecodeError\n"
    written = copy.bundle.stat().st_mtime_ns
    assert "1 action" in copy.said("-m", "goalwright", "plan", sentence)
    assert copy.bundle.stat().st_mtime_ns == written
    catalogue.write_text(rows, encoding="utf-8")


def test_a_bundle_that_is_damaged_or_from_elsewhere_is_not_used(copy: Copy) -> None:
    copy.history()
    whole = copy.bundle.read_bytes()
    index = int.from_bytes(whole[17:25], "little")
    middle = b"\0" * (index - 33)
    damages = {
        "empty": (b"", PLAIN),
        "cut": (whole[: len(whole) // 2], PLAIN),
        "of another Python": (whole[:13] + b"\0\0\0\0" + whole[17:], PLAIN),
        "no index": (whole[:index] + b"\0" * (len(whole) - index), PLAIN),
        "bytecode lost": (whole[:33] + middle + whole[index:], BUNDLED),
    }
    for name, (content, expected) in damages.items():
        copy.bundle.write_bytes(content)
        assert copy.said("-c", LOOK) == expected, name
        assert "Nothing was run" in copy.history(), name
    copy.bundle.unlink()


OF_THE_LIBRARY = """
import os, sys
sys.path[:0] = sys.argv[1:]
from goalwright.doors.cli.code_bundle import use_bundle
use_bundle()
import bisect, urllib.parse
for module in (bisect, urllib, urllib.parse):
    print(type(module.__loader__).__name__, os.path.dirname(module.__file__).startswith(os.path.dirname(os.__file__)))
print(urllib.parse.quote("a b"), bisect.bisect([1, 3], 2), urllib.__path__ == [os.path.dirname(urllib.__file__)])
"""


def test_the_standard_library_comes_from_the_bundle_unless_something_stands_before_it(
    copy: Copy, tmp_path: Path
) -> None:
    copy.history()
    said = "BundleLoader True\n" * 3 + "a%20b 1 True\n"
    assert copy.said("-c", OF_THE_LIBRARY) == said
    assert copy.said("-c", OF_THE_LIBRARY, str(tmp_path)) == said.replace("Bundle", "SourceFile")
    (tmp_path / "bisect.py").write_text("bisect = lambda *_: 1\n")
    assert copy.said("-c", OF_THE_LIBRARY, str(tmp_path)).startswith("SourceFileLoader False\n")


def test_who_writes_the_bundle_does_not_matter(copy: Copy, tmp_path: Path) -> None:
    copy.bundle.unlink(missing_ok=True)
    write = (
        "import sys; sys.path.insert(0, sys.argv[1]); import goalwright.doors.cli.bundle_writing as w; w.write_bundle()"
    )
    assert copy.said("-c", write, str(tmp_path)) == ""
    assert copy.said("-c", OF_THE_LIBRARY).startswith("BundleLoader True\n" * 3)


OF_TABLES = """
import sys
from goalwright.doors.cli.code_bundle import use_bundle
use_bundle()
opened = []
sys.addaudithook(lambda name, told: opened.append(str(told[0])) if name == "open" else None)
from goalwright.language.tables import table
print(table("numbers")["units"][1], any(name.endswith("numbers.toml") for name in opened))
"""


def test_a_table_is_read_only_if_it_was_changed(copy: Copy) -> None:
    copy.history()
    assert copy.said("-c", OF_TABLES) == "one False\n"
    file = copy.package / "language" / "en" / "numbers.toml"
    before = file.read_text()
    file.write_text(before.replace('"one"', '"eno"'))
    assert copy.said("-c", OF_TABLES) == "eno True\n"
    file.write_text(before)
    assert copy.said("-c", OF_TABLES) == "one True\n", "it is not as it was when the bundle was written"
    copy.history()


def test_without_assertions_and_docstrings_python_loads_its_own(copy: Copy) -> None:
    copy.history()
    assert copy.said("-c", LOOK.rpartition("print")[0], options=("-P", "-OO")) == PLAIN.rpartition("True")[0]


def test_what_was_not_compiled_when_the_bundle_was_written_is_put_in_later(copy: Copy) -> None:
    copy.history()
    kept = Path(cache_from_source(str(copy.package / "contracts" / "run_ids.py")))
    kept.unlink()
    copy.bundle.unlink()
    copy.said("-m", "goalwright", "--version")
    assert copy.said("-c", LOOK).startswith("SourceFile"), "there was no bytecode of it"
    copy.said("-c", "import goalwright.contracts.run_ids")
    assert kept.exists()
    copy.history()
    assert copy.said("-c", LOOK) == BUNDLED
    written = copy.bundle.stat().st_mtime_ns
    copy.history()
    assert copy.bundle.stat().st_mtime_ns == written, "it is written again only when there is more to put in"


TOGETHER = """
import sys
from goalwright.doors.cli.bundle_writing import groups
from goalwright.doors.cli.code_bundle import BundleLoader, use_bundle
import json
early = set(sys.modules)
if "bundle" in sys.argv:
    use_bundle()
told, alone = {}, []
for firsts, names in groups():
    __import__(firsts[0])
    for name in names:
        if "bundle" in sys.argv and name not in early:
            if name not in sys.modules or type(sys.modules[name].__loader__) is not BundleLoader:
                alone.append(name)
        __import__(name)
for firsts, names in groups():
    for name in names:
        module, (parent, _, own) = sys.modules[name], name.rpartition(".")
        assert not parent or getattr(sys.modules[parent], own) is module, name
        assert module.__spec__.name == module.__name__ == name and module.__package__ == module.__spec__.parent
        assert module.__file__ == module.__spec__.origin and not getattr(module.__spec__, "_initializing", False)
        told[name] = sorted(vars(module))
print(json.dumps([told, alone]))
"""


def test_modules_that_are_made_together_are_those_that_are_made_one_by_one(copy: Copy) -> None:
    copy.history()
    ours, _ = json.loads(copy.said("-c", TOGETHER))
    bundled, alone = json.loads(copy.said("-c", TOGETHER, "bundle"))
    assert ours == bundled
    assert len(ours) > 250
    assert len(alone) < len(ours) / 20, "only what comes before its package is left to be loaded by itself"


ODD = """
import sys, threading
import goalwright.store
from goalwright.doors.cli.code_bundle import use_bundle
use_bundle()
if "thread" in sys.argv:
    threading.Thread(target=threading.Event().wait, daemon=True).start()
import goalwright.contracts.run_ids
print("goalwright.store.journal_file" in sys.modules)
import goalwright.store.journal_file
"""


def test_a_group_is_not_made_beside_another_thread(copy: Copy) -> None:
    copy.history()
    assert copy.said("-c", ODD) == "True\n"
    assert copy.said("-c", ODD, "thread") == "False\n"


def test_what_fails_in_a_group_fails_where_it_is_imported(copy: Copy) -> None:
    source = copy.package / "store" / "rows.py"
    before = source.read_text()
    source.write_text(before + "\nraise LookupError('not today')\n")
    try:
        for _ in range(2):  # from its source, and from the bundle that has it
            said = copy.said("-c", ODD)
            assert said.startswith("False\n")
            assert said.endswith("LookupError: not today\n")
            copy.said("-m", "compileall", "-q", str(source.parent))
            copy.said("-c", "from goalwright.doors.cli.bundle_writing import write_bundle; write_bundle()")
    finally:
        source.write_text(before)
        copy.bundle.unlink()


LOADED = """
import sys
from _frozen_importlib import _find_and_load_unlocked as find
import _frozen_importlib, os, json
names = []
def told(name, import_):
    names.append(name)
    return find(name, import_)
_frozen_importlib._find_and_load_unlocked = told
leave = os._exit
def left(code):
    ours = [name for name in sys.modules if name.startswith("goalwright.")]
    print(json.dumps([len(ours), sorted(set(ours).intersection(names))]), file=sys.stderr)
    sys.stderr.flush()
    leave(code)
os._exit = left
from goalwright.__main__ import main
main()
"""


def test_a_file_run_makes_nearly_all_modules_in_groups(copy: Copy, tmp_path: Path) -> None:
    copy.said("-m", "goalwright", "create a folder one", folder=tmp_path)
    said = copy.said("-c", LOADED, "create a folder two and put a.txt in it saying hello", folder=tmp_path)
    loaded, one_by_one = json.loads(said.splitlines()[-1])
    assert loaded > 200
    assert len(one_by_one) < loaded / 4, f"run `make together`: {one_by_one}"
