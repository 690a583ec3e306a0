"""SIGKILL at every boundary of the journal of a run with two stages: exact when resumed, and looked at once."""

from __future__ import annotations

from collections.abc import Callable

from campaigns import spread
from crash.crashes import CrashServer, CrashServers, Kill, brought_to_end
from crash.story import left_by, require_as_if_never_run, require_as_if_undisturbed, story_faults
from crash.world import World

Fresh = Callable[[], World]
TWO = "two_stages"
LATE = "fresh/from nowhere.txt"


def has_looked(world: World) -> bool:
    with world.records() as gw:
        runs = gw.history()
        entries = gw.journal.entries(runs[0].run_id) if runs else ()
    return any(entry.kind == "finished" and entry.action_id == "look" for entry in entries)


def has_begun(world: World) -> bool:
    with world.records() as gw:
        return any(entry.kind == "started" for run in gw.history() for entry in gw.journal.entries(run.run_id))


def test_a_run_of_two_stages_killed_anywhere_is_completed_exactly_and_looks_once(
    servers: CrashServers, fresh: Fresh
) -> None:
    def undisturbed(server: CrashServer, world: World) -> tuple[int, dict[str, object]]:
        told = server.do("run", world, Kill("boundary"), TWO)
        assert told.said == "success"
        assert not story_faults(world)
        log = (world.tree / "log.txt").read_text()
        assert log.endswith("deleted\n1\n"), log
        assert not (world.tree / "fresh" / "fresh" / "file.txt").exists()
        return told.steps, left_by(world)

    steps, wanted = servers.each([fresh()], undisturbed)[0]

    def check(server: CrashServer, at: int) -> tuple[bool, bool]:
        world = fresh()
        told = server.do("run", world, Kill("boundary", at), TWO)
        is_planted = has_looked(world) and told.is_killed
        if is_planted:  # a second look would find this, delete it and count it
            world.write(LATE, "found by no look\n")
        brought_to_end(server, world, actions=TWO)
        if is_planted:
            (world.tree / LATE).unlink()
        require_as_if_undisturbed(world, wanted, f"at boundary {at}")
        return told.is_killed, is_planted

    places = spread(range(1, steps + 3), 3)
    done = servers.each(places, check)
    assert sum(killed for killed, _ in done) >= len(places) * 0.8
    assert sum(planted for _, planted in done) >= len(places) // 6


def test_undo_takes_back_both_stages_wherever_the_run_was_killed(servers: CrashServers, fresh: Fresh) -> None:
    steps = servers.each([Kill("boundary")], lambda server, kill: server.do("run", fresh(), kill, TWO))[0].steps

    def check(server: CrashServer, at: int) -> int:
        world = fresh()
        wanted = world.picture()
        told = server.do("run", world, Kill("boundary", at), TWO)
        if at % 8 == 1 or not has_begun(world):
            brought_to_end(server, world, actions=TWO)
        assert server.do("undo", world).said == "undone"
        require_as_if_never_run(world, wanted, f"at boundary {at}")
        return told.is_killed

    places = spread(range(1, steps, 4), 2)
    assert sum(servers.each(places, check)) > len(places) // 4
