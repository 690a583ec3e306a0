"""MCP servers: added, looked at, trusted and removed by a person, never by a plan."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from goalwright.dataclass import replace
from goalwright.errors import GoalwrightError, RuleFileError, SettingsError
from goalwright.named_tuple import NamedTuple
from goalwright.tools.mcp.server_entries import PREFIX
from goalwright.tools.mcp.server_record import (
    TIMEOUT_S,
    ServerRecord,
    read_record,
    record_file,
    record_names,
    require_server_name,
    write_record,
)
from goalwright.tools.mcp.server_rows import rows_text, with_risk
from goalwright.tools.mcp.tool_manifest import changes, manifest_digest, manifest_tools

if TYPE_CHECKING:
    from goalwright.app.goalwright import Goalwright

RISKS = ("none", "low", "medium", "high")
FIRST_CONNECT_S = 180.0
"""How long a server may take to start while a person waits: `npx` and `uvx` may fetch it first."""
_LOOPBACK = ("127.0.0.1", "localhost", "::1")


class ToolChange(NamedTuple):
    """What became of a tool since its server was last looked at, with what the server says of it now."""

    tool: str
    what: str
    description: str


class McpServers:
    """The servers of one user. Nothing here calls a tool."""

    def __init__(self, gw: Goalwright) -> None:
        self._gw = gw
        self._config = gw.config

    def names(self) -> Sequence[str]:
        return record_names(self._config)

    def record(self, name: str) -> ServerRecord:
        return read_record(self._config, name)

    def rows_file(self, name: str) -> Path:
        """The rule file with the server's verbs."""
        return self._config / "rules" / f"{name}.toml"

    async def add(self, record: ServerRecord, secrets: Mapping[str, str]) -> ServerRecord:
        """Connect to a server, pin what it offers, and write rows for it. Nothing is left if that fails."""
        from goalwright.tools.mcp.server_secrets import forget_secrets, keep_secret

        self._require_free(record.name)
        _require_reachable(record)
        for name, value in secrets.items():
            keep_secret(record.name, name, value)
        try:
            rows = await _manifest(record)
            added = replace(record, rows=tuple(rows), pin=manifest_digest(rows))
            write_record(self._config, added)
            self._write_rows(added, rows_text(added))
        except BaseException:
            record_file(self._config, record.name).unlink(missing_ok=True)
            forget_secrets(record)
            raise
        return added

    async def refreshed(self, name: str) -> tuple[ServerRecord, Sequence[ToolChange]]:
        """What a server offers now, and how that differs from what was pinned; nothing is pinned yet."""
        old = read_record(self._config, name, is_pinned=False)
        rows = await _manifest(old)
        told = {str(row["name"]): str(row.get("description") or "") for row in (*old.rows, *rows)}
        found = [ToolChange(tool, what, told.get(tool, "")) for tool, what in changes(old.rows, rows)]
        touched = {change.tool for change in found}
        trust = {tool: risk for tool, risk in old.trust.items() if tool not in touched}
        return replace(old, rows=tuple(rows), pin=manifest_digest(rows), trust=trust), found

    def pin(self, record: ServerRecord, found: Sequence[ToolChange], *, rewrite: bool = False) -> None:
        """Take over what a server offers now. Rows that are there stay, unless all are to be written again."""
        file = self.rows_file(record.name)
        new = {change.tool for change in found if change.what == "new"}
        reset = {change.tool for change in found if change.what == "changed"}
        tools = {tool.name: tool for tool in manifest_tools(record.rows)}
        if rewrite or not file.is_file():
            text = rows_text(record)
        else:
            text = file.read_text("utf-8") + rows_text(record, [tools[name] for name in sorted(new)])
            for name in reset:
                text = with_risk(text, tools[name].called, "high")
        write_record(self._config, record)
        self._write_rows(record, text)

    def trust(self, name: str, tools: Sequence[str], risk: str) -> ServerRecord:
        """Say how risky some tools are; their rows say so, too."""
        record = self.record(name)
        if risk not in RISKS:
            raise SettingsError("mcp", risk[:40], f"is no risk: use {', '.join(RISKS)}")
        known = {tool.called: tool for tool in record.tools} | {tool.name: tool for tool in record.tools}
        for given in tools:
            if given not in known:
                raise SettingsError("mcp", given[:60], f"is no tool of {name}: `goalwright mcp show {name}` lists them")
        chosen = [known[given] for given in tools]
        changed = replace(record, trust={**record.trust, **{tool.name: risk for tool in chosen}})
        write_record(self._config, changed)
        text = self.rows_file(name).read_text("utf-8") if self.rows_file(name).is_file() else ""
        for tool in chosen:
            text = with_risk(text, tool.called, risk)
        if text:
            self._write_rows(changed, text)
        return changed

    def remove(self, name: str) -> None:
        """Forget a server, its rows and its secrets."""
        from goalwright.tools.mcp.server_secrets import forget_secrets

        file = record_file(self._config, name)
        if not file.is_file():
            raise SettingsError("mcp", name, "is not a server that was added: `goalwright mcp list` lists them")
        try:
            record = self.record(name)
        except SettingsError:
            record = None
        if record is not None and (record.secrets or record.headers):
            forget_secrets(record)
        file.unlink()
        self.rows_file(name).unlink(missing_ok=True)

    def sentences(self, name: str) -> Mapping[str, Sequence[str]]:
        """Sentences for the server's verbs, by verb."""
        said = self._gw.examples(3)
        return {rule.verb: said.get(rule.name, ()) for rule in self._gw.rules.values() if rule.domain == name}

    def _require_free(self, name: str) -> None:
        """No server may be called like something that is there: its verbs would be taken for others."""
        require_server_name(name)
        domains = {rule.domain for rule in self._gw.rules.values()}
        heads = {tool.partition(".")[0] for tool in self._gw.registry.names()} | {PREFIX}
        if name in self.names():
            raise SettingsError("mcp", name, f"is there already: remove it first, or `goalwright mcp refresh {name}`")
        if name in domains or name in heads or self.rows_file(name).exists():
            raise SettingsError("mcp", name, "is the name of verbs or tools that are there: use another one")

    def _write_rows(self, record: ServerRecord, text: str) -> None:
        """Write the rule file, if all rules can be loaded with it; else it stays as it was."""
        file = self.rows_file(record.name)
        before = file.read_bytes() if file.is_file() else None
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        try:
            from goalwright.app.goalwright import Goalwright

            len(Goalwright(self._gw.home, self._gw.cwd, self._config).rules)
        except RuleFileError:
            if before is None:
                file.unlink()
            else:
                file.write_bytes(before)
            raise


async def _manifest(record: ServerRecord) -> list[dict[str, Any]]:
    try:
        from goalwright.tools.mcp.server_connection import ServerConnection
    except ImportError:
        raise GoalwrightError("the Python package mcp is not installed: `pip install 'goalwright[mcp]'`") from None

    connection = ServerConnection(record, FIRST_CONNECT_S)
    try:
        return await connection.manifest()
    finally:
        await connection.close()


def _require_reachable(record: ServerRecord) -> None:
    if bool(record.command) == bool(record.url):
        raise SettingsError("mcp", record.name, "needs either a command behind -- or --url")
    if record.url:
        parts = urlsplit(record.url)
        is_plain = parts.scheme == "http" and parts.hostname not in _LOOPBACK
        if parts.scheme not in ("http", "https") or not parts.hostname or is_plain:
            raise SettingsError("--url", record.url[:200], "is not an https address (http only for this computer)")
        if parts.username or parts.password:
            raise SettingsError("--url", parts.hostname, "has a password in it: use --header, which asks for it")


def new_record(  # each is a choice of the caller
    name: str,
    *,
    command: Sequence[str] = (),
    url: str = "",
    folder: str = "",
    env: Sequence[str] = (),
    secrets: Sequence[str] = (),
    headers: Sequence[str] = (),
    timeout_s: float = TIMEOUT_S,
) -> ServerRecord:
    """What is known of a server before it was ever asked. A program is kept by its whole path."""
    return ServerRecord(
        name=require_server_name(name),
        command=tuple(command),
        url=url,
        folder=os.path.realpath(folder) if folder else "",
        env=tuple(env),
        secrets=tuple(secrets),
        headers=tuple(headers),
        timeout_s=timeout_s,
    )
