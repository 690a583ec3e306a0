"""Several processes at once, all with the same state folder."""

from __future__ import annotations

from collections.abc import Callable

from crash.crashes import CrashServer, CrashServers
from crash.world import World, differences

RUNS = 9


def test_runs_of_several_processes_do_not_disturb_each_other(servers: CrashServers, fresh: Callable[[], World]) -> None:
    alone = fresh()
    shared = [fresh() for _ in range(RUNS)]
    home = shared[0]
    home.state.mkdir(mode=0o700)
    for world in shared[1:]:
        world.state.symlink_to(home.state)

    def run(server: CrashServer, world: World) -> str:
        return server.do("run", world).said

    assert servers.each([alone], run) == ["success"]
    assert servers.each(shared, run) == ["success"] * RUNS
    wanted = alone.picture()
    for world in shared:
        assert not differences(world.picture(), wanted)
    with home.records() as gw:
        records = gw.history(limit=100)
        assert [record.status for record in records] == ["success"] * RUNS
        for record in records:
            kinds = [entry.kind for entry in gw.journal.entries(record.run_id)]
            assert (kinds.count("started"), kinds.count("finished"), kinds[-1]) == (30, 30, "settled")
