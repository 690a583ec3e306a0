"""The tools of all servers as entries of the registry. Nothing is connected to, nor loaded, until one is used."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from goalwright.contracts import ToolCapability, ToolEntry
from goalwright.errors import SettingsError
from goalwright.tools.late_tool import LateTool
from goalwright.tools.mcp.param_guesses import argument_type
from goalwright.tools.mcp.server_record import ServerRecord, read_record, record_names
from goalwright.tools.mcp.tool_manifest import ManifestTool

PREFIX = "mcp"


def server_entries(config: Path) -> tuple[list[ToolEntry], list[str]]:
    """An entry for each tool, and what is wrong with servers whose tools can't be used."""
    entries: list[ToolEntry] = []
    problems: list[str] = []
    for name in record_names(config):
        try:
            entries += _entries(read_record(config, name))
        except SettingsError as error:
            problems.append(f"the MCP server {name} is not used: {error}")
    return entries, problems


def tool_name(server: str, called: str) -> str:
    """What a server's tool is called here. Nothing of ours begins so."""
    return f"{PREFIX}.{server}.{called}"


def intent_of(server: str) -> str:
    return f"{PREFIX}_{server}"


def _entries(record: ServerRecord) -> Iterator[ToolEntry]:
    line: list[Any] = []
    for tool in record.tools:
        yield _entry(record, tool, line)


def _entry(record: ServerRecord, tool: ManifestTool, line: list[Any]) -> ToolEntry:
    def made() -> Any:
        from goalwright.tools.mcp.server_tool import ServerLine, ServerTool  # brings the SDK

        if not line:
            line.append(ServerLine(record))
        return ServerTool(line[0], tool)

    name, risk = tool_name(record.name, tool.called), record.risk(tool.name)
    required = set(tool.required)
    return ToolEntry(
        name=name,
        capability=ToolCapability(name=name),
        risk=risk,  # type: ignore[arg-type]  # the record has checked it
        least_risk=risk,  # type: ignore[arg-type]
        description=f"The tool {tool.called} of the MCP server {record.name}.",
        args={
            param: argument_type(param, schema, is_local=not record.url) + ("" if param in required else "?")
            for param, schema in tool.properties.items()
        },
        intents=(intent_of(record.name),),
        timeout_s=record.timeout_s,
        is_idempotent=risk == "none",
        waits=True,
        is_trusted=False,
        tool=LateTool(made),
    )
