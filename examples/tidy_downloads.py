"""Sort a folder's files into folders by kind, after showing the plan and asking.

Shows: goals made by a program, a plan that is looked at before it runs, approval of that very plan.

    python examples/tidy_downloads.py ~/Downloads
    python examples/tidy_downloads.py ~/Downloads --yes
"""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

from goalwright import Goal, Goalwright, MetaGoal

KINDS = {
    "Documents": {".pdf", ".txt", ".md", ".docx"},
    "Pictures": {".jpg", ".jpeg", ".png", ".gif"},
    "Archives": {".zip", ".gz", ".xz"},
}


def moves(folder: Path) -> tuple[Goal, ...]:
    """A goal for each file whose kind is known; the planner adds the folders that are missing."""
    return tuple(
        Goal(domain="file", verb="move", params={"path": str(file), "to": str(folder / kind / file.name)})
        for file in sorted(folder.iterdir())
        for kind, endings in KINDS.items()
        if file.is_file() and file.suffix.lower() in endings
    )


async def tidy(folder: Path, *, is_approved: bool) -> int:
    goals = moves(folder)
    if not goals:
        print("Nothing to tidy.")
        return 0
    async with Goalwright(cwd=folder) as gw:
        prepared = gw.prepare(MetaGoal(goals=goals), text=f"tidy {folder}")
        if prepared.plan is None:
            print(prepared.result.reason)
            return 1
        for action in prepared.plan.actions:
            print(f"- {action.description}")
        if not is_approved and input("Do this? [y/N] ").strip().lower() != "y":
            return 1
        report = await gw.run(prepared, approve=prepared.plan_hash)
        print(f"{report.status}: {len(goals)} files; `goalwright undo {report.run_id}` takes it back")
        return report.exit_code


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Sort a folder's files by kind.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--yes", action="store_true", help="approve the plan without being asked")
    given = parser.parse_args()
    raise SystemExit(asyncio.run(tidy(given.folder.expanduser().resolve(), is_approved=given.yes)))
