"""The scripts of the bench, loaded for a test and forgotten with it."""

from __future__ import annotations

import gc
import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

BENCH = Path(__file__).parents[2] / "bench"


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., ModuleType]]:
    """Loads a script by its name, with other values for its constants: at its own sizes it would take minutes."""

    def loaded(name: str, **constants: object) -> ModuleType:
        script = importlib.import_module(name)
        for constant, value in constants.items():
            monkeypatch.setattr(script, constant, value)
        return script

    monkeypatch.setattr(sys, "path", [str(BENCH), *sys.path])
    monkeypatch.setenv("PYTHONPATH", str(BENCH.parent / "src"))  # for what a script starts elsewhere
    known = set(sys.modules)
    gc.freeze()  # the scripts look for garbage often, and what the tests have loaded is much to look at
    yield loaded
    gc.unfreeze()
    for name in sys.modules.keys() - known:
        if Path(getattr(sys.modules[name], "__file__", None) or "/").parent == BENCH:
            del sys.modules[name]
