"""pyperplan as its users run it: problem files in, plan out."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from pyperplan.heuristics.lm_cut import LmCutHeuristic  # type: ignore[import-untyped]  # it has no types
from pyperplan.heuristics.relaxation import hMaxHeuristic  # type: ignore[import-untyped]  # it has no types
from pyperplan.planner import search_plan  # type: ignore[import-untyped]  # it has no types
from pyperplan.search import astar_search, breadth_first_search  # type: ignore[import-untyped]  # it has no types
from pyperplan.task import Task  # type: ignore[import-untyped]  # it has no types

Solve = Callable[[], object]


def solvers(task: Task, folder: Path) -> dict[str, Solve]:
    """Ways to have pyperplan solve a task optimally, from files and from its own ready-made form."""
    domain, problem = folder / "domain.pddl", folder / "problem.pddl"
    _write(task, domain, problem)
    return {
        "pyperplan, A* with lmcut": lambda: search_plan(str(domain), str(problem), astar_search, LmCutHeuristic),
        "pyperplan, A* with hmax": lambda: search_plan(str(domain), str(problem), astar_search, hMaxHeuristic),
        "pyperplan, breadth first": lambda: search_plan(str(domain), str(problem), breadth_first_search, None),
        "  its search alone": lambda: breadth_first_search(task),
    }


def scratch() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="goalwright-bench-")


def _write(task: Task, domain: Path, problem: Path) -> None:
    names = {fact: f"f{number}" for number, fact in enumerate(sorted(task.facts))}

    def conjunction(facts: frozenset[str], form: str = "({})") -> str:
        return " ".join(form.format(names[fact]) for fact in sorted(facts))

    actions = [
        f"(:action a{number} :parameters () :precondition (and {conjunction(operator.preconditions)}) "
        f":effect (and {conjunction(operator.add_effects)} {conjunction(operator.del_effects, '(not ({}))')}))"
        for number, operator in enumerate(task.operators)
    ]
    predicates = " ".join(f"({name})" for name in names.values())
    domain.write_text(
        f"(define (domain d) (:requirements :strips) (:predicates {predicates})\n" + "\n".join(actions) + ")"
    )
    start, wanted = conjunction(task.initial_state), conjunction(task.goals)
    problem.write_text(f"(define (problem p) (:domain d) (:init {start}) (:goal (and {wanted})))")
