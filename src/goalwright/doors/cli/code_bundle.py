"""The bytecode of all our modules in one file: finding and opening 350 files takes a seventh of a short command.

The bundle is put together from the files that Python keeps in `__pycache__`, beside which it lies, and holds for a
module as long as its source is the one it was made from. What everyday commands load of the standard library is in it
as well, and counts where nothing stands before the standard library. Whatever it does not hold, Python loads as ever.
"""

from __future__ import annotations

import os
import sys
from _frozen_importlib import ModuleSpec  # importlib.machinery has the same, and takes a while to load
from _frozen_importlib_external import MAGIC_NUMBER, SourceFileLoader, cache_from_source
from marshal import dumps, loads

TYPE_CHECKING = False  # as in the package's own __init__
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import CodeType

LIBRARY = (
    "_weakrefset asyncio bisect calendar concurrent copyreg contextvars datetime difflib enum heapq json logging "
    "pathlib queue re selectors signal socket sqlite3 string struct subprocess threading traceback typing urllib "
    "weakref zoneinfo"
).split()
"""What is taken from the standard library: modules, and packages with all that is in them."""
PACKAGE = __file__[: -len("/doors/cli/code_bundle.py")]
FILE = f"{PACKAGE}/__pycache__/all.{sys.implementation.cache_tag}.bundle"
_HEADER = 16  # of a file in `__pycache__`: what wrote it, whether it is checked, the source's time and size
_NUMBER = 8
_LAYOUT = b"goalwright 3 " + MAGIC_NUMBER
_OURS = "goalwright"


class BundleFinder:
    """Finds modules in the bundle; each row of its index is a source's time and size (turned around for a
    package), and where its bytecode is; with no length, of when that is which Python kept and which did not count.
    """

    def __init__(self, rows: dict[str, tuple[int, int, int, int]], bundle: int) -> None:
        self._rows, self._bundle = rows, bundle
        self._library = library_folder()
        self.is_behind = False

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        row = self._rows.get(name)
        if row is None:
            self.is_behind = self.is_behind or name.startswith("goalwright.")
            return None
        time_ns, size, start, length = row
        is_package = size < 0
        if name.startswith(_OURS):
            stem = f"{PACKAGE}{name[10:].replace('.', '/')}"
        elif self._library:
            stem = f"{self._library}/{name.replace('.', '/')}"
        else:
            return None
        source = f"{stem}/__init__.py" if is_package else f"{stem}.py"
        try:
            seen = os.stat(source)  # noqa: PTH116  # pathlib takes a while to load
        except OSError:
            seen = None
        if seen is None or seen.st_mtime_ns != time_ns or seen.st_size != (~size if is_package else size):
            self.is_behind = True
            return None
        if not length:
            self.is_behind = self.is_behind or _kept_ns(source) != start
            return None
        spec = ModuleSpec(name, BundleLoader(name, source, self._bundle, start, length), origin=source)
        spec.has_location = True
        folder, _, base = source.rpartition("/")
        spec.cached = f"{folder}/__pycache__/{base[:-2]}{sys.implementation.cache_tag}.pyc"
        if is_package:
            spec.submodule_search_locations = [stem]
        return spec


class BundleLoader(SourceFileLoader):
    """Loads one module from the bundle; all else that a loader is asked for, it answers from the source."""

    def __init__(self, name: str, path: str, bundle: int, start: int, length: int) -> None:
        super().__init__(name, path)
        self._place = bundle, length, start

    def get_code(self, fullname: str) -> CodeType | None:
        try:
            code: CodeType = loads(os.pread(*self._place))
        except (OSError, EOFError, ValueError, TypeError):
            return super().get_code(fullname)
        return code


def library_folder() -> str:
    """Where the standard library is; empty if a module that something put before it could be meant instead."""
    folder = os.__file__.rpartition("/")[0]
    for place in sys.path:
        if place == folder:
            return folder
        if not place.endswith(".zip") and f"{place}/goalwright" != PACKAGE:
            break
    return ""


def use_bundle() -> None:
    """Load our modules from the bundle from now on, as far as it has them. For a process of our own alone."""
    if sys.flags.optimize or not hasattr(os, "pread"):
        return
    sys.meta_path.insert(0, _finder())


def _finder() -> BundleFinder:
    try:
        bundle = os.open(FILE, os.O_RDONLY | os.O_CLOEXEC)
        layout = os.pread(bundle, len(_LAYOUT) + 2 * _NUMBER, 0)
        start, length = (int.from_bytes(layout[-_NUMBER * k :][:_NUMBER], "little") for k in (2, 1))
        if not layout.startswith(_LAYOUT) or start + length != os.fstat(bundle).st_size:
            raise ValueError
        return BundleFinder(loads(os.pread(bundle, length, start)), bundle)
    except (OSError, EOFError, ValueError, TypeError):
        return BundleFinder({}, -1)


def keep_bundle() -> None:
    """Write the bundle, if modules were loaded without it and Python keeps bytecode at all."""
    finder = next((finder for finder in sys.meta_path if isinstance(finder, BundleFinder)), None)
    if finder is not None and finder.is_behind and not sys.dont_write_bytecode:
        write_bundle()


def write_bundle() -> None:
    """Put together what is in `__pycache__`; where nothing can be written, all stays as it is."""
    rows, parts, start = {}, [], len(_LAYOUT) + 2 * _NUMBER
    for name, source in _modules():
        is_package = source.endswith("/__init__.py")
        try:
            seen = os.stat(source)  # noqa: PTH116
        except OSError:
            continue
        code = _bytecode(source, seen)
        place = start if code else _kept_ns(source)
        rows[name] = seen.st_mtime_ns, ~seen.st_size if is_package else seen.st_size, place, len(code)
        parts.append(code)
        start += len(code)
    index = dumps(rows)
    layout = _LAYOUT + start.to_bytes(_NUMBER, "little") + len(index).to_bytes(_NUMBER, "little")
    made = f"{FILE}.{os.getpid()}"
    try:
        with open(made, "xb") as opened:  # noqa: PTH123
            opened.write(b"".join((layout, *parts, index)))
        os.replace(made, FILE)  # noqa: PTH105
    except OSError:
        return


def _modules() -> Iterator[tuple[str, str]]:
    yield from _inside(_OURS, PACKAGE)
    library = library_folder()
    for name in LIBRARY if library else ():
        yield name, f"{library}/{name}.py"
        yield from _inside(name, f"{library}/{name}")


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


def _kept_ns(source: str) -> int:
    """When Python has last kept bytecode of a source; 0 if it has none."""
    try:
        return os.stat(cache_from_source(source)).st_mtime_ns  # noqa: PTH116
    except (OSError, NotImplementedError):
        return 0


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
