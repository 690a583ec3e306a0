"""Several processes at once, all with the same state folder; and several threads, with the same trash."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from crash.crashes import CrashServer, CrashServers
from crash.workload import file_action, prepared
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
            assert (kinds.count("started"), kinds.count("finished"), kinds[-1]) == (30, 30, "ended")


def test_things_deleted_side_by_side_share_a_trash_that_is_not_there_yet(tmp_path: Path) -> None:
    for number in range(25):
        world = World(tmp_path / str(number)).make()
        names = [f"{name}.txt" for name in range(16)]
        for name in names:
            world.write(name, name)
        with world.opened() as gw:
            deletes = [file_action(name, "delete_file", world.tree, name, risk="high") for name in names]
            report = asyncio.run(gw.run(prepared(gw, deletes), approve=True))
        assert report.status == "success", report.reason
        assert len(list((world.trash / "files").iterdir())) == len(names)
