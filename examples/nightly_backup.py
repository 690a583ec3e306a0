"""Pack a folder into an archive with today's date, and keep the newest seven.

Shows: a run for a timer, which asks nothing and fails closed; deleting into the trash with approval of that plan alone.

    python examples/nightly_backup.py ~/notes ~/backups

From cron: `0 3 * * * /path/to/python /path/to/nightly_backup.py /home/ann/notes /home/ann/backups`.
"""

from __future__ import annotations

import asyncio
import sys
from datetime import date
from pathlib import Path

from goalwright import Goal, Goalwright, MetaGoal

KEPT = 7


async def back_up(folder: Path, backups: Path) -> int:
    archive = backups / f"{folder.name}-{date.today().isoformat()}.zip"
    if archive.exists():
        print(f"{archive} is there already")
        return 0
    async with Goalwright(cwd=folder.parent) as gw:
        packing = Goal(domain="file", verb="compress", params={"path": str(folder), "to": str(archive)})
        report = await gw.run(packing)
        print(f"{report.status}: {archive} {report.reason}".rstrip())
        if report.status != "success":
            return report.exit_code
        old = sorted(backups.glob(f"{folder.name}-????-??-??.zip"))[:-KEPT]
        if old:
            goals = tuple(Goal(domain="file", verb="delete", params={"path": str(file)}) for file in old)
            # Approves the plan for exactly these files; without it the run would be refused.
            prepared = gw.prepare(MetaGoal(goals=goals), text="remove old backups")
            report = await gw.run(prepared, approve=prepared.plan_hash)
            print(f"{report.status}: {len(old)} old backups to the trash")
        return report.exit_code


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit("usage: nightly_backup.py FOLDER BACKUPS")
    raise SystemExit(asyncio.run(back_up(*(Path(name).expanduser().resolve() for name in sys.argv[1:]))))
