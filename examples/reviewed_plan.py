"""Write a plan to a file for someone else to read, and run exactly that plan once they agree.

Shows: a plan as JSON, its hash, and `apply`, which refuses a plan that was edited or a world that has changed.

    python examples/reviewed_plan.py plan "create a folder site and put index.html in it saying hello" plan.json
    python examples/reviewed_plan.py apply plan.json
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

from goalwright import Goalwright, GoalwrightError


async def write_plan(sentence: str, file: Path) -> int:
    async with Goalwright() as gw:
        prepared = gw.prepare(sentence)
        if prepared.plan is None:
            print(prepared.result.reason)
            return 1
        text = await gw.save(prepared)
        file.write_text(text, encoding="utf-8")
    for action in json.loads(text)["plan"]["actions"]:
        print(f"{action['risk']:>6}  {action['tool']}  {json.dumps(action['args'])}")
    print(f"hash {prepared.plan_hash}")
    return 0


async def apply_plan(file: Path) -> int:
    async with Goalwright() as gw:
        # Reading it is the review: the file's hash covers every action, so this approves what was read.
        report = await gw.apply(file.read_bytes(), str(file), approve=True)
        print(report.status, report.reason)
        return report.exit_code


def main(arguments: list[str]) -> int:
    match arguments:
        case ["plan", sentence, file]:
            return asyncio.run(write_plan(sentence, Path(file)))
        case ["apply", file]:
            return asyncio.run(apply_plan(Path(file)))
    raise SystemExit("usage: reviewed_plan.py plan SENTENCE FILE | apply FILE")


if __name__ == "__main__":
    try:
        raise SystemExit(main(sys.argv[1:]))
    except GoalwrightError as error:
        print(error)
        raise SystemExit(error.exit_code) from error
