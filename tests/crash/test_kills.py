"""SIGKILL at every boundary of the journal and at random moments: afterwards every effect is there exactly once."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import pytest

from campaigns import rounds, spread
from crash.crashes import CrashServer, CrashServers, Kill, brought_to_end
from crash.story import left_by, require_as_if_undisturbed, story_faults
from crash.world import World

SEED = 20_261_116
Fresh = Callable[[], World]


@pytest.fixture
def wanted(servers: CrashServers, fresh: Fresh) -> dict[str, Any]:
    """What a run that nobody disturbs leaves behind."""

    def undisturbed(server: CrashServer, world: World) -> dict[str, Any]:
        assert server.do("run", world).said == "success"
        assert not story_faults(world)
        return left_by(world)

    return servers.each([fresh()], undisturbed)[0]


def test_a_run_killed_at_any_boundary_of_the_journal_is_completed_exactly_once(
    servers: CrashServers, fresh: Fresh, wanted: dict[str, Any]
) -> None:
    steps = servers.each([Kill("boundary")], lambda server, kill: server.do("run", fresh(), kill))[0].steps
    assert steps > 120

    def check(server: CrashServer, at: int) -> int:
        world = fresh()
        told = server.do("run", world, Kill("boundary", at))
        brought_to_end(server, world)
        require_as_if_undisturbed(world, wanted, f"at boundary {at}")
        return told.is_killed

    # How many actions share a commit varies from run to run, so the last few boundaries may come or not.
    places = spread(range(1, steps + 6), 6)
    assert sum(servers.each(places, check)) > len(places) * 0.85


def test_a_run_killed_again_and_again_while_it_is_resumed_is_completed_exactly_once(
    servers: CrashServers, fresh: Fresh, wanted: dict[str, Any]
) -> None:
    def check(server: CrashServer, seed: int) -> int:
        chance = random.Random(seed)
        world = fresh()
        kills = [
            Kill(chance.choice(["boundary", "call"]), chance.randint(1, 120)) for _ in range(chance.choice([2, 3, 4]))
        ]
        killed = server.do("run", world, kills[0]).is_killed + brought_to_end(server, world, kills[1:])
        require_as_if_undisturbed(world, wanted, f"by {kills} (seed {seed})")
        return killed

    tries = rounds(6, 20)
    assert sum(servers.each(range(SEED, SEED + tries), check)) >= 2 * tries


def test_a_run_killed_at_random_calls_of_the_system_is_completed_exactly_once(
    servers: CrashServers, fresh: Fresh, wanted: dict[str, Any]
) -> None:
    steps = servers.each([Kill("call")], lambda server, kill: server.do("run", fresh(), kill))[0].steps
    assert steps > 150
    places = random.Random(SEED).sample(range(1, steps), rounds(15, 60))

    def check(server: CrashServer, at: int) -> int:
        world = fresh()
        killed = server.do("run", world, Kill("call", at)).is_killed + brought_to_end(server, world)
        require_as_if_undisturbed(world, wanted, f"at call {at}")
        return killed

    assert sum(servers.each(places, check)) > len(places) * 0.65


def test_a_run_killed_at_random_moments_is_completed_exactly_once(
    servers: CrashServers, fresh_on_disk: Fresh, wanted: dict[str, Any]
) -> None:
    def life(server: CrashServer, world: World) -> float:
        start = time.monotonic()
        assert server.do("run", world).said == "success"
        return time.monotonic() - start

    def check(server: CrashServer, seed: int) -> int:
        chance = random.Random(seed)
        world = fresh_on_disk()
        kills = [Kill(seconds=chance.uniform(0, life_s)) for _ in range(chance.choice([1, 2]))]
        killed = server.do("run", world, kills[0]).is_killed + brought_to_end(server, world, kills[1:])
        require_as_if_undisturbed(world, wanted, f"by {kills} (seed {seed})")
        return killed

    # Where the machine is less busy than when a life was measured, runs end before they are killed: measure again.
    killed, tries = 0, rounds(9, 24)
    for first in range(SEED, SEED + 5 * tries, tries):
        life_s = min(servers.each([fresh_on_disk() for _ in range(3)], life))
        killed += sum(servers.each(range(first, first + tries), check))
        if killed > tries // 2:
            return
    pytest.fail(f"only {killed} kills")
