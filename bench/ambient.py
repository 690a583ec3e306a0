"""What a look at the desktop costs each command: the active window, the running apps, the names of the menu.

Each row is the median of many looks, then the first one of a new process, with the loading of what it needs. It all
takes place on a desktop of its own, the one that the tests start.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

from judged import judged  # noqa: E402

from desktop.desk import running_desk  # noqa: E402

LOOKS = 200
STARTS = 9
TARGET = "≤ 20"
APPS = ["text editor", "terminal", "firefox"]
_FIRST = """
import sys, time
sys.path.insert(0, {source!r})
import asyncio, goalwright.tools, goalwright.disk.allowed_roots  # every command has these anyway
start = time.perf_counter()
{code}
print(time.perf_counter() - start)
"""
_CODE = {
    "active window": "from goalwright.tools.desktop.windows.window_adapter import active_seen; active_seen(())",
    "running apps": "from goalwright.situate.running_apps import running_apps; "
    "from goalwright.tools.desktop.installed.program_names import "
    f"process_names; running_apps({APPS!r}, process_names)",
    "names of the menu": "from goalwright.tools.desktop.installed.menu import app_names; app_names()",
    "browser": "from goalwright.tools.browser.seen import browser_seen; from goalwright.tools.services import "
    "BrowserChoices; browser_seen(BrowserChoices(folder='/nowhere'))",
    "whole refresh": "from goalwright.situate.snapshot import snapshot; "
    "from goalwright.tools.desktop.installed.program_names import "
    "process_names; from goalwright.tools.desktop.windows.window_adapter import active_seen; "
    f"snapshot([], {APPS!r}, called=process_names, active=active_seen({APPS!r}))",
}


def main() -> None:
    with running_desk() as desk:
        os.environ.update(desk.environment)
        desk.open_window()
        table()


def table() -> None:
    print(f"\n{'A look at':20} {'first':>10}   warm")
    for name, code in _CODE.items():
        *loads, look = code.split("; ")
        scope: dict[str, object] = {}
        exec("; ".join(loads), scope)  # the rows are above
        warm = median_ms(partial(exec, look, scope))
        shown = judged(warm, TARGET if name == "whole refresh" else "", " ms")
        print(f"{name:20} {first_ms(code):7.2f} ms   {shown}")


def median_ms(look: Callable[[], object]) -> float:
    times = []
    for _ in range(LOOKS):
        start = time.perf_counter()
        look()
        times.append(time.perf_counter() - start)
    return 1000 * statistics.median(times)


def first_ms(code: str) -> float:
    script = _FIRST.format(source=sys.path[0], code=code)
    command = [sys.executable, "-c", script]
    runs = [subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(STARTS)]
    return 1000 * statistics.median(map(float, runs))


if __name__ == "__main__":
    main()
