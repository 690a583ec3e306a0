"""The bytecode of all our modules in one file: finding and opening 350 files takes a seventh of a short command.

The bundle is put together from the files that Python keeps in `__pycache__` (`bundle_writing.py`), beside which it
lies, and holds for a module as long as its source is the one it was made from. What everyday commands load of the
standard library is in it as well, and counts where nothing stands before the standard library. Whatever it does not
hold, Python loads as ever.

Modules that the same commands load are a group: when the first of them is asked for, all are made, one after the other
and without what `importlib` does for each. Their bytecode lies together, so that what they have in common is read once.
"""

from __future__ import annotations

import os
import sys
from _frozen_importlib import ModuleSpec  # importlib.machinery has the same, and takes a while to load
from _frozen_importlib_external import MAGIC_NUMBER, SourceFileLoader, cache_from_source
from _thread import _count as count_threads
from marshal import loads

from goalwright.parsed_files import ask_first

TYPE_CHECKING = False  # as in the package's own __init__
if TYPE_CHECKING:
    from types import CodeType, ModuleType

    Row = tuple[int, int, int, int]
    """A source's time and size (turned around for a package), and where its bytecode is; with no length, of when that
    is which Python kept and which did not count."""
    Group = tuple[int, int, tuple[str, ...]]
    """Where the bytecode of some modules is, and their names in the order in which they are to be made."""
    Print = tuple[int, int, str]
    """A file's time and size, and the digest of what it then held."""
    Index = tuple[dict[str, Row], dict[str, Group], dict[str, Row], dict[str, Print]]
    """The modules, the groups, the files that were parsed ahead of time, and what is known of tables."""

PACKAGE = __file__[: -len("/doors/cli/code_bundle.py")]
FILE = f"{PACKAGE}/__pycache__/all.{sys.implementation.cache_tag}.bundle"
NUMBER = 8
LAYOUT = b"goalwright 6 " + MAGIC_NUMBER
OURS = "goalwright"
LIBRARY_FOLDER = os.__file__.rpartition("/")[0]
_CACHED = f"{sys.implementation.cache_tag}.pyc"
_MODULE = type(sys)


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


class MadeLoader:
    """Hands a module over that was made with its group."""

    def __init__(self, module: ModuleType) -> None:
        self._module, self._spec = module, module.__spec__

    def create_module(self, _spec: ModuleSpec) -> ModuleType:
        return self._module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self._spec  # which Python has just put this one's in the place of


class BundleFinder:
    """Finds modules in the bundle, by a row for each; groups tell what to make when one of the first is asked for."""

    def __init__(self, index: Index, bundle: int) -> None:
        self._rows, self._groups, self._files, self._prints = index
        self._bundle = bundle
        self._library = library_folder()
        self.is_behind = False

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        if name in self._groups:
            self._make_group(*self._groups.pop(name))
            made = sys.modules.pop(name, None)  # what finds it there would load it by its own spec once more
            if made is not None:
                # The stub wants a class of importlib.abc, which takes a while to load.
                return ModuleSpec(name, MadeLoader(made))  # type: ignore[arg-type]
        row = self._rows.get(name)
        if row is None:
            self.is_behind = self.is_behind or name.startswith("goalwright.")
            return None
        return self._spec(name, *row)

    def _spec(self, name: str, time_ns: int, size: int, start: int, length: int) -> ModuleSpec | None:
        is_package = size < 0
        if name.startswith(OURS):
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
            self.is_behind = self.is_behind or kept_ns(source) != start
            return None
        spec = ModuleSpec(name, BundleLoader(name, source, self._bundle, start, length), origin=source)
        spec.has_location = True
        folder, _, base = source.rpartition("/")
        spec.cached = f"{folder}/__pycache__/{base[:-2]}{_CACHED}"
        if is_package:
            spec.submodule_search_locations = [stem]
        return spec

    def parsed(self, path: str) -> object:
        """What one of the parsed files holds, if it is as it was; else None."""
        row = self._files.get(path[len(PACKAGE) + 1 :]) if path.startswith(PACKAGE) else None
        try:
            seen = os.stat(path)  # noqa: PTH116
            if row is None or row[:2] != (seen.st_mtime_ns, seen.st_size):
                self.is_behind = True
                return None
            return loads(os.pread(self._bundle, row[3], row[2])) if row[3] else None
        except (OSError, EOFError, ValueError, TypeError):
            return None

    def digest(self, path: str) -> str | None:
        """The digest of a file, if it is as it was."""
        known = self._prints.get(path[len(PACKAGE) + 1 :]) if path.startswith(PACKAGE) else None
        try:
            seen = os.stat(path)  # noqa: PTH116
        except OSError:
            return None
        if known is None or known[:2] != (seen.st_mtime_ns, seen.st_size):
            self.is_behind = self.is_behind or path.startswith(PACKAGE)
            return None
        return known[2]

    def _make_group(self, start: int, length: int, names: tuple[str, ...]) -> None:
        """Make all that is not there yet. What is not as it was is left to the import that asks for it."""
        if count_threads():  # another thread could see a module that is half made
            return
        try:
            codes: tuple[CodeType, ...] = loads(os.pread(self._bundle, length, start))
        except (OSError, EOFError, ValueError, TypeError):
            return
        specs = [None if name in sys.modules else self._spec(name, *self._rows[name]) for name in names]
        run_together([(_begun(spec), code) for spec, code in zip(specs, codes, strict=True) if spec])


def _begun(spec: ModuleSpec) -> ModuleType:
    """A module as it is before its code has run."""
    module = _MODULE(spec.name)
    told = {"__loader__": spec.loader, "__package__": spec.parent, "__spec__": spec, "__file__": spec.origin}
    module.__dict__.update(told, __cached__=spec.cached)
    if spec.submodule_search_locations is not None:
        module.__path__ = spec.submodule_search_locations
    return module


def run_together(begun: list[tuple[ModuleType, CodeType]]) -> None:
    """Run the code of modules, each after those that it imports; a package is there before what is in it, and empty.

    If one fails, it and those after it are left to the imports that ask for them, which then say what is the matter.
    """
    modules = sys.modules
    waiting = {module.__name__: module for module, _code in begun if hasattr(module, "__path__")}
    modules.update(waiting)
    try:
        for module, code in begun:
            name = module.__name__
            parent, _, own = name.rpartition(".")
            if (parent and parent not in modules) or (name in modules and name not in waiting):
                continue
            waiting[name] = modules[name] = module
            exec(code, module.__dict__)  # as every import does
            del waiting[name]
            if parent:
                setattr(modules[parent], own, module)
    except Exception:  # noqa: BLE001  # importing the module has the same outcome, at the place where it matters
        pass
    finally:
        for name in waiting:
            modules.pop(name, None)


def library_folder() -> str:
    """Where the standard library is; empty if a module that something put before it could be meant instead."""
    for place in sys.path:
        if place == LIBRARY_FOLDER:
            return place
        if not place.endswith(".zip") and f"{place}/goalwright" != PACKAGE:
            break
    return ""


def use_bundle() -> None:
    """Load our modules from the bundle from now on, as far as it has them. For a process of our own alone."""
    if sys.flags.optimize or not hasattr(os, "pread"):
        return
    finder = _finder()
    sys.meta_path.insert(0, finder)
    ask_first(finder)


def _finder() -> BundleFinder:
    try:
        bundle = os.open(FILE, os.O_RDONLY | os.O_CLOEXEC)
        layout = os.pread(bundle, len(LAYOUT) + 2 * NUMBER, 0)
        start, length = (int.from_bytes(layout[-NUMBER * k :][:NUMBER], "little") for k in (2, 1))
        if not layout.startswith(LAYOUT) or start + length != os.fstat(bundle).st_size:
            raise ValueError
        return BundleFinder(loads(os.pread(bundle, length, start)), bundle)
    except (OSError, EOFError, ValueError, TypeError):
        return BundleFinder(({}, {}, {}, {}), -1)


def is_bundle_behind() -> bool:
    """Whether modules were loaded without the bundle that it could have, and Python keeps bytecode at all."""
    finder = next((finder for finder in sys.meta_path if isinstance(finder, BundleFinder)), None)
    return finder is not None and finder.is_behind and not sys.dont_write_bytecode


def kept_ns(source: str) -> int:
    """When Python has last kept bytecode of a source; 0 if it has none."""
    try:
        return os.stat(cache_from_source(source)).st_mtime_ns  # noqa: PTH116
    except (OSError, NotImplementedError):
        return 0
