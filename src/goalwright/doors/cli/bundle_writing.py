"""Writing the bundle of bytecode: see `code_bundle.py`, which reads it."""

from __future__ import annotations

import os
from _frozen_importlib_external import MAGIC_NUMBER, cache_from_source
from collections.abc import Iterator
from marshal import dumps, loads
from typing import TYPE_CHECKING

from goalwright.doors.cli.code_bundle import FILE, LAYOUT, LIBRARY_FOLDER, NUMBER, OURS, PACKAGE, kept_ns
from goalwright.parsed_files import NAMES, digest, parse

if TYPE_CHECKING:
    from goalwright.doors.cli.code_bundle import Group, Print, Row

LIBRARY = (
    "_weakrefset asyncio bisect calendar concurrent copyreg contextvars datetime difflib enum heapq json logging "
    "pathlib queue re selectors signal socket sqlite3 string struct subprocess threading traceback typing urllib "
    "weakref zoneinfo"
).split()
"""What is taken from the standard library: modules, and packages with all that is in them."""
TOGETHER = f"{PACKAGE}/doors/cli/loaded_together.txt"
_HEADER = 16  # of a file in `__pycache__`: what wrote it, whether it is checked, the source's time and size


def write_bundle() -> None:
    """Put together what is in `__pycache__`; where nothing can be written, all stays as it is."""
    rows: dict[str, Row] = {}
    codes, parts, start = {}, [], len(LAYOUT) + 2 * NUMBER
    for name, source in _modules():
        is_package = source.endswith("/__init__.py")
        try:
            seen = os.stat(source)  # noqa: PTH116
        except OSError:
            continue
        code = _bytecode(source, seen)
        place = start if code else kept_ns(source)
        rows[name] = seen.st_mtime_ns, ~seen.st_size if is_package else seen.st_size, place, len(code)
        codes[name] = code
        parts.append(code)
        start += len(code)
    together: dict[str, Group] = {}
    for firsts, names in groups():
        known = tuple(name for name in names if codes.get(name))
        parts.append(dumps(tuple(loads(codes[name]) for name in known)))
        together |= dict.fromkeys(firsts, (start, len(parts[-1]), known))
        start += len(parts[-1])
    files: dict[str, Row] = {}
    for name in NAMES:
        try:
            seen = os.stat(f"{PACKAGE}/{name}")  # noqa: PTH116
        except OSError:
            continue
        parts.append(_parsed(f"{PACKAGE}/{name}"))
        files[name] = seen.st_mtime_ns, seen.st_size, start, len(parts[-1])
        start += len(parts[-1])
    index = dumps((rows, together, files, dict(_prints())))
    layout = LAYOUT + start.to_bytes(NUMBER, "little") + len(index).to_bytes(NUMBER, "little")
    made = f"{FILE}.{os.getpid()}"
    try:
        with open(made, "xb") as opened:  # noqa: PTH123
            opened.write(b"".join((layout, *parts, index)))
        os.replace(made, FILE)  # noqa: PTH105
    except OSError:
        return


def _prints() -> Iterator[tuple[str, Print]]:
    """What is known of every table of the package, and of the files that were parsed ahead of time."""
    tables = (f"{folder}/{file}" for folder, _, files in os.walk(PACKAGE) for file in files if file.endswith(".toml"))
    for path in (*(f"{PACKAGE}/{name}" for name in NAMES), *sorted(tables)):
        try:
            with open(path, "rb") as opened:  # noqa: PTH123
                seen = os.fstat(opened.fileno())
                yield path[len(PACKAGE) + 1 :], (seen.st_mtime_ns, seen.st_size, digest(opened.read()))
        except OSError:
            continue


def groups() -> Iterator[tuple[list[str], list[str]]]:
    """The groups of modules: those that may be asked for first, and all in the order in which they are to be made."""
    try:
        with open(TOGETHER, encoding="utf-8") as opened:  # noqa: PTH123
            listed = opened.read()
    except OSError:
        return
    for group in listed.partition("\n")[2].split("\n\n"):
        firsts, _, names = group.partition("\n")
        yield firsts.split(), names.split()


def _modules() -> Iterator[tuple[str, str]]:
    yield from _inside(OURS, PACKAGE)
    for name in LIBRARY:  # also if something stands before it here: where the bundle is read, there may be nothing
        yield name, f"{LIBRARY_FOLDER}/{name}.py"
        yield from _inside(name, f"{LIBRARY_FOLDER}/{name}")


def _inside(name: str, root: str) -> Iterator[tuple[str, str]]:
    """The modules of a package; nothing if it is none."""
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if name.isidentifier() and name != "__pycache__")
        package = f"{name}{folder[len(root) :].replace(os.sep, '.')}"
        for file in sorted(files):
            if file == "__init__.py":
                yield package, f"{folder}/{file}"
            elif file.endswith(".py"):
                yield f"{package}.{file[:-3]}", f"{folder}/{file}"


def _parsed(path: str) -> bytes:
    """What a parsed file holds, in Python's own form; nothing if that cannot be told."""
    try:
        with open(path, "rb") as opened:  # noqa: PTH123
            return dumps(parse(path, opened.read()))
    except (OSError, ValueError):
        return b""


def _bytecode(source: str, seen: os.stat_result) -> bytes:
    """What Python keeps of a source, if it is of this state of it; else nothing."""
    try:
        with open(cache_from_source(source), "rb") as opened:  # noqa: PTH123
            kept = opened.read()
    except (OSError, NotImplementedError):
        return b""
    state = (0, int(seen.st_mtime), seen.st_size)
    header = MAGIC_NUMBER + b"".join((number & 0xFFFFFFFF).to_bytes(4, "little") for number in state)
    return kept[_HEADER:] if kept[:_HEADER] == header else b""
