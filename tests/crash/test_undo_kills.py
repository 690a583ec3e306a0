"""SIGKILL while a run is taken back, and taking back runs that were killed: afterwards it is as if nothing had been."""

from __future__ import annotations

import random
from collections.abc import Callable

from campaigns import rounds, spread
from crash.crashes import CrashServer, CrashServers, Kill
from crash.story import require_as_if_never_run
from crash.world import World

SEED = 20_261_117
UNDONE = "undone"
Fresh = Callable[[], World]


def test_an_undo_killed_at_any_boundary_of_the_journal_is_completed_by_the_next(
    servers: CrashServers, fresh: Fresh
) -> None:
    def steps_of(server: CrashServer, world: World) -> int:
        assert server.do("run", world, actions="few_actions").said == "success"
        told = server.do("undo", world, Kill("boundary"))
        assert told.said == UNDONE
        return told.steps

    def check(server: CrashServer, at: int) -> int:
        world = fresh()
        before = world.picture()
        assert server.do("run", world, actions="few_actions").said == "success"
        told = server.do("undo", world, Kill("boundary", at))
        require_undone(server, world)
        require_as_if_never_run(world, before, f"at boundary {at} of the undo")
        return told.is_killed

    steps = servers.each([fresh()], steps_of)[0]
    assert steps > 50
    places = spread(range(1, steps + 1), 4)
    assert sum(servers.each(places, check)) > len(places) * 0.9


def test_an_undo_killed_again_and_again_is_completed_in_the_end(servers: CrashServers, fresh: Fresh) -> None:
    def check(server: CrashServer, seed: int) -> int:
        chance = random.Random(seed)
        world = fresh()
        before = world.picture()
        assert server.do("run", world).said == "success"
        kills = [Kill(chance.choice(["boundary", "call"]), chance.randint(1, 80)) for _ in range(4)]
        killed = sum(server.do("undo", world, kill).is_killed for kill in kills)
        require_undone(server, world)
        require_as_if_never_run(world, before, f"by {kills} (seed {seed})")
        return killed

    tries = rounds(4, 12)
    assert sum(servers.each(range(SEED, SEED + tries), check)) >= 2 * tries


def test_a_run_that_was_killed_can_be_undone_as_far_as_it_got(servers: CrashServers, fresh: Fresh) -> None:
    def check(server: CrashServer, seed: int) -> int:
        chance = random.Random(seed)
        world = fresh()
        before = world.picture()
        kills = [Kill(chance.choice(["boundary", "call"]), chance.randint(60, 260))]
        kills += [Kill("boundary", chance.randint(1, 40)) for _ in range(chance.choice([0, 1]))]
        killed = int(server.do("run", world, kills[0]).is_killed)
        killed += sum(server.do("undo", world, kill).is_killed for kill in kills[1:])
        require_undone(server, world)
        require_as_if_never_run(world, before, f"by {kills} (seed {seed})")
        return killed

    tries = rounds(8, 24)
    assert sum(servers.each(range(SEED, SEED + tries), check)) >= tries


def require_undone(server: CrashServer, world: World) -> None:
    """Undo to the end; there is nothing left to undo if an earlier one was killed with its last breath."""
    said = server.do("undo", world).said
    assert said == UNDONE or said.startswith("RunNotFound: there is nothing to undo"), f"{said} in {world.top}"
