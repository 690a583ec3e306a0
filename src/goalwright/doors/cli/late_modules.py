"""Parts of the standard library that others import and a short command does not use: each is loaded when it is.

`asyncio` alone brings along TLS, the parser of Python and its tokens, a tenth of the time of a file run.
"""

from __future__ import annotations

import sys
from _frozen_importlib import ModuleSpec  # importlib.machinery has the same, and takes a while to load
from _frozen_importlib_external import PathFinder
from _thread import allocate_lock
from types import ModuleType
from typing import Any

LATE = (
    "asyncio.sslproto asyncio.staggered asyncio.trsock fnmatch inspect ipaddress linecache locale logging "
    "ntpath ssl textwrap"
).split()
_TLS = ("asyncio.sslproto", "ssl")
_LOGGING = "logging"
_IS_MADE = "_is_made"
"""Set once Python has made the module that stands in: while it does, it asks for the path of a package, too."""
_HAVE_LOGGERS = frozenset({"asyncio.futures", "asyncio.log", "concurrent.futures._base"})
"""What loads `logging` to have a logger at hand that a short command says nothing to."""
_TURN = allocate_lock()
_SET_BY_IMPORT = frozenset({"__loader__", "__name__", "__package__", "__spec__"})


class LateModule(ModuleType):
    """Stands in for a module: hands on what is asked of it, and loads the module when that happens first."""

    def __getattr__(self, name: str) -> Any:
        if name == "__path__":  # importing asks for it, and none but `logging` is a package
            raise AttributeError(name)
        return getattr(_loaded(self), name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name in _SET_BY_IMPORT:
            ModuleType.__setattr__(self, name, value)
        else:
            setattr(_loaded(self), name, value)

    def __delattr__(self, name: str) -> None:
        delattr(_loaded(self), name)

    def __dir__(self) -> list[str]:
        return dir(_loaded(self))


class LateLogging(LateModule):
    """Stands in for `logging`: it is not loaded to make a logger that may never be used."""

    def __getattr__(self, name: str) -> Any:
        if name == "__path__" and self.__dict__.get(_IS_MADE):  # it is a package, and something is imported from it
            return _loaded(self).__path__
        if name in _MADE_LATE and sys._getframe(1).f_globals.get("__name__") in _HAVE_LOGGERS:
            return _MADE_LATE[name]
        return super().__getattr__(name)


class LateLogger:
    """Stands in for a logger, which is made when something is asked of it."""

    def __init__(self, name: str) -> None:
        self._name = name

    def debug(self, *given: Any, **options: Any) -> None:
        """No caller can have asked to hear it before the module is loaded."""
        if not isinstance(sys.modules.get(_LOGGING), LateModule):
            self.__getattr__("debug")(*given, **options)

    def __getattr__(self, name: str) -> Any:
        import logging

        return getattr(logging.getLogger(self._name), name)


_MADE_LATE = {"getLogger": LateLogger, "DEBUG": 10}


class LateFinder:
    """Has some modules stood in for when they are first imported; what uses one then gets the real one."""

    def __init__(self, names: set[str]) -> None:
        self.names = names

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        # The stub wants a class of importlib.abc, which takes a while to load.
        return ModuleSpec(name, self) if name in self.names else None  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> LateModule:
        return (LateLogging if spec.name == _LOGGING else LateModule)(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """There is nothing to do before something is asked of it."""
        module.__dict__[_IS_MADE] = True


def load_late() -> None:
    """Have these modules loaded late from now on. For a process of our own alone."""
    # Where Python was built without TLS, importing it has to fail.
    has_tls = "_ssl" in sys.builtin_module_names or PathFinder.find_spec("_ssl") is not None
    sys.meta_path.insert(0, LateFinder(set(LATE) if has_tls else set(LATE).difference(_TLS)))
    if _LOGGING in sys.modules:
        _quieten(sys.modules[_LOGGING])


def _quieten(logging: Any) -> None:
    """Without a handler Python would print that the screen is gone to the screen."""
    logging.getLogger("goalwright").addHandler(logging.NullHandler())


def _loaded(late: LateModule) -> ModuleType:
    """The module itself. Of threads that ask at once one takes the late one away, and Python has one load it."""
    name: str = ModuleType.__getattribute__(late, "__name__")
    with _TURN:
        is_first = sys.modules.get(name) is late
        if is_first:
            for finder in sys.meta_path:
                if isinstance(finder, LateFinder):
                    finder.names.discard(name)
            del sys.modules[name]
    from importlib import import_module

    module = import_module(name)
    if is_first and name == _LOGGING:
        _quieten(module)
    return module
