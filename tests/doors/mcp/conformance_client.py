"""What conformance tests start as a client: `conformance_client.py FOLDER URL` adds the server and calls its tools."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

from goalwright import Goalwright
from goalwright.app.mcp_servers import McpServers, new_record


async def main(folder: Path, url: str) -> None:
    def application() -> Goalwright:
        return Goalwright(home=folder / "state", cwd=folder / "work", config=folder / "config")

    async with application() as gw:
        record = await McpServers(gw).add(new_record("tested", url=url), {})
    async with application() as gw:
        for tool in record.tools:
            goal = {"domain": "tested", "verb": tool.called, "params": dict.fromkeys(tool.required, 5)}
            await gw.run(gw.goals_from(json.dumps({"goals": [goal]}), "goals"), approve=True)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2]))
