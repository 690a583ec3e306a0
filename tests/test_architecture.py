"""Who may import whom, and what the rooms must not touch: every import counts, those inside functions too."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "goalwright"
MAX_LINES = 400
MOST_SHARED = 0.05
"""The part of the modules that may share a base name with another."""

# Room -> the rooms it may import. Every room may import itself, the package's own name and version, `errors`,
# `dataclass`, `named_tuple`, `parsed_files`, `standard_folders` and `early_interrupt`.
ROOMS: dict[str, set[str]] = {
    "dataclass": set(),
    "named_tuple": set(),
    "errors": set(),
    "parsed_files": set(),
    "standard_folders": set(),
    "early_interrupt": set(),
    "contracts": {"language"},
    "language": set(),
    "rules": {"contracts", "language"},
    "graph": {"contracts"},
    "interpret": {"contracts", "rules"},
    "plan": {"contracts", "graph", "rules"},
    "policy": {"contracts"},
    "situate": {"contracts", "language", "rules", "plan", "policy"},
    "disk": {"contracts", "policy"},
    "runs": {"contracts", "graph", "policy"},
    "store": {"contracts"},
    "jobs": {"contracts"},
    "tools": {"contracts", "language", "policy", "disk"},
}
APP = "app"
DOORS = {"doors", "fleet"}
DOORS_LEAD_TO = {"doors": {"fleet"}}
PUBLIC_API = {"__init__", "__main__"}
# The package itself is the public API, so only these of its names may be used inside it.
LEAVES = {"dataclass", "early_interrupt", "errors", "named_tuple", "parsed_files", "standard_folders"}
PACKAGE_NAMES = {"__version__"}

# What pure rooms may take from outside: values and algorithms. No clock, randomness, environment, network or disk.
PURE_ROOMS = ("interpret", "plan", "graph")
# The half of `interpret` that asks a model and remembers its answers; the other half must not know it.
IMPURE_HALF = "interpret.llm"
PURE_IMPORTS = {
    "__future__",
    "bisect",
    "collections",
    "contextlib",
    "dataclasses",
    "difflib",
    "enum",
    "functools",
    "gc",  # planning may hold the collector off: that changes how long it takes, never what comes of it
    "hassil",  # the reader of sentence templates; nothing of it opens a file
    "graphlib",
    "heapq",
    "itertools",
    "json",  # text to values and back; nothing is opened
    "logging",  # diagnostics of scopes, at the levels that the contract names; where they go is the app's choice
    "math",
    "operator",
    "re",
    "reprlib",
    "types",
    "typing",
    "unicodedata",
    "urllib.parse",  # spelling of addresses; nothing is fetched
}
IMPURE_CALLS = {"open", "input", "print", "__import__", "eval", "exec"}
VAGUE_NAMES = re.compile(r"(utils?|helpers?|common|models?|misc)")


def modules() -> dict[str, Path]:
    """Every module of the package by its dotted name below `goalwright`; the package itself is `__init__`."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        found[".".join(parts[:-1] if len(parts) > 1 and parts[-1] == "__init__" else parts)] = path
    return found


MODULES = modules()


def room_of(module: str) -> str:
    return module.partition(".")[0]


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """All that a file's source consists of."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def imports(module: str) -> Iterator[tuple[str, str | None]]:
    """What a module imports, absolute: (module, name), the name None for a plain import."""
    path = MODULES[module]
    package = ["goalwright", *path.relative_to(PACKAGE).parent.parts]
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*base, *([node.module] if node.module else [])])
            yield from ((source, alias.name) for alias in node.names)


def inner_imports(module: str) -> set[str]:
    """The package's own modules that a module imports, by their names below `goalwright`."""
    found = set()
    for source, name in imports(module):
        if source != "goalwright" and not source.startswith("goalwright."):
            continue
        inner = source.removeprefix("goalwright").removeprefix(".")
        deeper = f"{inner}.{name}".removeprefix(".") if name else inner
        if deeper in MODULES:
            found.add(deeper)
        elif inner:
            found.add(inner)
        elif name not in PACKAGE_NAMES:
            found.add("__init__")
    return found - {module}


def allowed(room: str) -> set[str]:
    if room in PUBLIC_API:
        return {*ROOMS, APP, *DOORS}
    if room == APP:
        return {*ROOMS, APP}
    if room in DOORS:
        return {APP, "contracts", *LEAVES, *DOORS_LEAD_TO.get(room, ()), room}
    return {*ROOMS[room], *LEAVES, room}


def test_every_module_belongs_to_a_known_room() -> None:
    assert {room_of(module) for module in MODULES} <= {*ROOMS, APP, *DOORS, *PUBLIC_API}


def test_rooms_import_only_what_they_may() -> None:
    reached = {
        f"{module} may not import {target}"
        for module in MODULES
        for target in inner_imports(module)
        if room_of(target) not in allowed(room_of(module))
    }
    assert not reached


def is_impure_half(module: str) -> bool:
    return f"{module}.".startswith(f"{IMPURE_HALF}.")


PURE_MODULES = [module for module in MODULES if room_of(module) in PURE_ROOMS and not is_impure_half(module)]


def test_pure_rooms_touch_nothing_outside() -> None:
    for module in PURE_MODULES:
        outside = {source for source, _ in imports(module) if room_of(source) != "goalwright"}
        impure = {source for source in outside if source not in PURE_IMPORTS and room_of(source) not in PURE_IMPORTS}
        assert not impure, f"{module} must be pure, but imports {sorted(impure)}"
        calls = [node.func for node in nodes_of(MODULES[module]) if isinstance(node, ast.Call)]
        called = {function.id for function in calls if isinstance(function, ast.Name)} & IMPURE_CALLS
        assert not called, f"{module} must be pure, but calls {sorted(called)}"
        assert not any(map(is_impure_half, inner_imports(module))), module


def circle(imported: dict[str, set[str]]) -> list[str]:
    """What imports itself by some way, and what waits for that; nothing if there is an order to load all in."""
    waiting = dict(imported)
    while ready := [name for name, before in waiting.items() if not before & waiting.keys()]:
        for name in ready:
            del waiting[name]
    return sorted(waiting)


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert not circle({module: inner_imports(module) for module in MODULES if module not in PUBLIC_API})


def folder_of(module: str) -> str:
    return ".".join(MODULES[module].relative_to(PACKAGE).parent.parts)


def test_no_folders_import_each_other_in_a_circle() -> None:
    imported: dict[str, set[str]] = {}
    for module in MODULES:
        if module not in PUBLIC_API:
            folders = {folder_of(target) for target in inner_imports(module) if target in MODULES}
            imported.setdefault(folder_of(module), set()).update(folders - {folder_of(module)})
    # The top folder holds the public API, which is left out, and `errors`, which every room may import.
    assert imported.pop("", set()) == set()
    assert not circle(imported)


def test_few_modules_share_a_base_name() -> None:
    names = Counter(path.stem for path in MODULES.values() if path.stem != "__init__")
    shared = sum(count for count in names.values() if count > 1)
    assert shared <= MOST_SHARED * names.total(), sorted(name for name, count in names.items() if count > 1)


def test_a_class_name_means_one_thing() -> None:
    homes: dict[str, list[str]] = {}
    for module, path in MODULES.items():
        for node in nodes_of(path):
            if isinstance(node, ast.ClassDef):
                homes.setdefault(node.name, []).append(module)
    assert {name: modules for name, modules in homes.items() if len(modules) > 1} == {}


def test_files_are_short_and_named_for_what_they_hold() -> None:
    for module, path in MODULES.items():
        assert len(path.read_text(encoding="utf-8").splitlines()) <= MAX_LINES, module
        assert not any(VAGUE_NAMES.fullmatch(part) for part in module.split(".")), module


@pytest.mark.parametrize("room", [path.parent for path in PACKAGE.glob("*/__init__.py")], ids=lambda path: path.name)
def test_rooms_say_what_they_are_for_and_hold_no_logic(room: Path) -> None:
    tree = ast.parse((room / "__init__.py").read_text(encoding="utf-8"))
    assert ast.get_docstring(tree)
    rest = [node for node in tree.body[1:] if not _is_late_loading(node)]
    assert all(isinstance(node, ast.Import | ast.ImportFrom | ast.Assign) for node in rest)
    assert not any(alias.name == "*" for node in rest if isinstance(node, ast.ImportFrom) for alias in node.names)


def _is_late_loading(node: ast.stmt) -> bool:
    """Names that are loaded when they are first used: what type checkers see, and the function that loads them."""
    is_for_types = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    return is_for_types or (isinstance(node, ast.FunctionDef) and node.name == "__getattr__")


def test_the_walk_sees_relative_and_inner_imports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = "from . import sibling\nfrom ..plan import planner\ndef f():\n    import goalwright.rules.book\n"
    (tmp_path / "doors").mkdir()
    (tmp_path / "doors" / "sample.py").write_text(source)
    monkeypatch.setattr(f"{__name__}.PACKAGE", tmp_path)
    monkeypatch.setitem(MODULES, "doors.sample", tmp_path / "doors" / "sample.py")
    assert inner_imports("doors.sample") == {"doors", "plan.planner", "rules.book"}
