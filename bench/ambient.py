"""What a look at the desktop costs each command: the active window, the running apps, the names of the menu.

Run it in a desktop session: `python bench/ambient.py`. Each row is the median of many looks, then the first one of a
new process, with the loading of what it needs.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

LOOKS = 200
APPS = ["text editor", "terminal", "firefox"]
_FIRST = """
import sys, time
sys.path.insert(0, {source!r})
import asyncio, goalwright.tools, goalwright.policy.roots  # every command has these anyway
start = time.perf_counter()
{code}
print(time.perf_counter() - start)
"""
_CODE = {
    "active window": "from goalwright.tools.windows.owners import active_seen; active_seen(())",
    "running apps": "from goalwright.world import running_apps; from goalwright.tools.installed.names import "
    f"process_names; running_apps({APPS!r}, process_names)",
    "names of the menu": "from goalwright.tools.installed.menu import app_names; app_names()",
    "whole refresh": "from goalwright.world import snapshot; from goalwright.tools.installed.names import "
    "process_names; from goalwright.tools.windows.owners import active_seen; "
    f"snapshot([], {APPS!r}, called=process_names, active=active_seen({APPS!r}))",
}


def main() -> None:
    print(f"{'a look at':20} {'warm':>10} {'first':>10}")
    for name, code in _CODE.items():
        *loads, look = code.split("; ")
        scope: dict[str, object] = {}
        exec("; ".join(loads), scope)  # the rows are above
        warm = median_ms(lambda look=look, scope=scope: exec(look, scope))
        print(f"{name:20} {warm:7.2f} ms {first_ms(code):7.2f} ms")


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
    runs = [subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(9)]
    return 1000 * statistics.median(map(float, runs))


if __name__ == "__main__":
    main()
