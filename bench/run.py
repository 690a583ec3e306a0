"""`make bench`: the figures that the documentation quotes, as ratios within one run."""

from __future__ import annotations

import gc
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from goalwright import GoalPlanner, ToolRegistry, WorldState

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "tests")]

# ruff: noqa: E402  # these are found only after the path is set
from peers import scratch, solvers
from problems import SHAPES, problem

from plan_oracles.pddl import encoded
from plan_oracles.problems import seeded_problem

SIZES = (10, 1_000, 10_000, 40_000)
RUNS = 200
PROBLEMS = 150
REMEMBERED = 10_000
STARTS = 15
PLANNER = GoalPlanner()
TOOLS = ToolRegistry.default(probe=False).capabilities()


def main() -> None:
    cost_per_goal()
    against_pyperplan()
    memory_per_goal()
    start_up()


def cost_per_goal() -> None:
    print("Planning: CPU per goal in µs, best of several runs")
    print(f"  {'goals':<12}" + "".join(f"{size:>10,}" for size in SIZES) + f"{'40,000 : 1,000':>18}")
    for shape in SHAPES:
        costs = []
        for size in SIZES:
            meta = problem(shape, size)
            runs = max(3, min(RUNS, 20_000 // size))
            costs.append(_best(lambda: PLANNER.plan(meta, WorldState(), TOOLS), runs) / size * 1e6)  # noqa: B023
        print(f"  {shape:<12}" + "".join(f"{cost:>10.1f}" for cost in costs) + f"{costs[3] / costs[1]:>17.2f}x")


def against_pyperplan() -> None:
    """Each gets a problem and returns a shortest plan; writing the problems down is in nobody's time."""
    seconds: dict[str, float] = {}
    count = 0
    with scratch() as folder:
        for seed in range(PROBLEMS):
            given = replace(seeded_problem(f"minimality {seed}", 8, with_hopeless=False), capabilities=None)
            result = PLANNER.plan(given.meta, given.world, None)
            task = encoded(given, result)
            if task is None or result.status != "success":
                continue
            count += 1
            ways: dict[str, Callable[[], object]] = {
                "Goalwright": partial(PLANNER.plan, given.meta, given.world, None),
                **solvers(task, Path(folder)),
            }
            for name, solve in ways.items():
                seconds[name] = seconds.get(name, 0.0) + _best(solve, 3)
    print(f"\nThe same {count} small problems (up to 8 goals), solved optimally: CPU per problem")
    for name, spent in seconds.items():
        ratio = "" if name == "Goalwright" else f"{spent / seconds['Goalwright']:>8.1f}x ours"
        print(f"  {name:<28}{spent / count * 1e3:>10.2f} ms{ratio}")


def memory_per_goal() -> None:
    meta = problem("random DAG", REMEMBERED)
    gc.collect()
    tracemalloc.start()
    PLANNER.plan(meta, WorldState(), TOOLS)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    print(f"\nMemory: {peak / REMEMBERED / 1024:.1f} KiB per goal at the peak (random DAG of {REMEMBERED:,})")


def start_up() -> None:
    print(f"\nStart-up, CPU in ms (best of {STARTS}, bare interpreter taken off)")
    bare = _command("pass")
    for label, code in (
        ("import goalwright", "import goalwright"),
        ("rule tables loaded", "from goalwright import PLANNER_RULES; len(PLANNER_RULES)"),
        ("first plan made", _FIRST_PLAN),
    ):
        print(f"  {label:<20}{(_command(code) - bare) * 1e3:>8.1f}")


_FIRST_PLAN = """
from goalwright import Goal, GoalPlanner, WorldState
GoalPlanner().plan(Goal(domain="browser", verb="navigate", params={"url": "github"}), WorldState())
"""


def _command(code: str) -> float:
    def run() -> None:
        subprocess.run([sys.executable, "-c", code], check=True)

    return _best(run, STARTS, clock=_children_cpu)


def _children_cpu() -> float:
    import resource

    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _best(run: Callable[[], object], times: int, clock: Callable[[], float] = time.process_time) -> float:
    best = float("inf")
    for _ in range(times):
        gc.collect()
        start = clock()
        run()
        best = min(best, clock() - start)
    return best


if __name__ == "__main__":
    main()
