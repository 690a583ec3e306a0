"""The same problem gives the same plan, byte for byte, in any process and under any hash seed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROBLEMS = 400
PROGRAM = """
import json, sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from goalwright.plan.planner import GoalPlanner
from plan_oracles.problems import seeded_problem

def plain(value):
    if is_dataclass(value):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return [[key, plain(each)] for key, each in value.items()]
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    assert value is None or isinstance(value, (str, int, float)), type(value)
    return value

planner = GoalPlanner()
for seed in range(int(sys.argv[1])):
    problem = seeded_problem(f"determinism {seed}", 30 if seed % 20 == 0 else 8)
    result = planner.plan(problem.meta, problem.world, problem.capabilities)
    print(json.dumps(plain(result)))
"""


def plans(hash_seed: str) -> bytes:
    env = {
        **os.environ,
        "PYTHONHASHSEED": hash_seed,
        "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")]),
    }
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(PROBLEMS)], env=env, cwd=ROOT, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


@pytest.mark.slow
def test_plans_are_byte_identical_under_any_hash_seed() -> None:
    first = plans("0")
    assert len(first.splitlines()) == PROBLEMS
    assert b'"status": "success"' in first
    assert b'"status": "partial"' in first
    for hash_seed in ("1", "4242", "random"):
        assert plans(hash_seed) == first
