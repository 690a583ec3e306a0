"""What is known of a server: how it is reached, what it may be told, and the manifest that its user has looked at."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from goalwright.contracts.checks import freeze_texts
from goalwright.contracts.frozen import EMPTY
from goalwright.dataclass import dataclass, field
from goalwright.errors import SettingsError
from goalwright.tools.mcp.tool_manifest import ManifestTool, manifest_digest, manifest_tools

FOLDER = "mcp"
"""The folder of the records, inside the config folder."""
TIMEOUT_S = 60.0
NAME = re.compile(r"[a-z][a-z_]{0,29}")
_TEXTS = ("command", "env", "secrets", "headers")
_RISKS = ("none", "low", "medium", "high")


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerRecord:
    """One server. It has a `command` or a `url`.

    `env` are variables of this environment that it is given, `secrets` variables whose values are in the keyring,
    `headers` those of HTTP requests with values from there. `trust` has the risk of tools, by the server's names for
    them, that the user has said is lower than high. `rows` is the manifest, `pin` its digest.
    """

    name: str
    command: tuple[str, ...] = ()
    url: str = ""
    folder: str = ""
    env: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()
    timeout_s: float = TIMEOUT_S
    trust: Mapping[str, str] = EMPTY
    pin: str = ""
    rows: tuple[Mapping[str, Any], ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        freeze_texts(self, *_TEXTS)

    @property
    def tools(self) -> tuple[ManifestTool, ...]:
        return manifest_tools(self.rows)

    @property
    def reached_by(self) -> str:
        """How it is reached, in words."""
        return self.url or " ".join(self.command)

    def risk(self, tool: str) -> str:
        return self.trust.get(tool, "high")


def require_server_name(name: str) -> str:
    if not NAME.fullmatch(name):
        raise SettingsError("mcp", name[:60], "is not a name for a server: use small letters and _, at most 30")
    return name


def record_file(config: Path, name: str) -> Path:
    return config / FOLDER / f"{require_server_name(name)}.json"


def record_names(config: Path) -> list[str]:
    """The names of the servers there are."""
    try:
        return sorted(path.stem for path in (config / FOLDER).glob("*.json") if NAME.fullmatch(path.stem))
    except OSError:
        return []


def read_record(config: Path, name: str, *, is_pinned: bool = True) -> ServerRecord:
    """What is known of a server; SettingsError if there is none, or its file is not as it was written.

    Without `is_pinned` the manifest may be any: the server is about to be looked at again.
    """
    file = record_file(config, name)
    try:
        read = json.loads(file.read_text("utf-8"))
        record = _record(name, read)
    except FileNotFoundError:
        raise SettingsError("mcp", name, "is not a server that was added: `goalwright mcp list` lists them") from None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        remedy = f"remove it with `goalwright mcp remove {name}`, and add the server again"
        raise SettingsError(str(file), "", f"can't be read: {remedy}") from None
    if is_pinned and manifest_digest(record.rows) != record.pin:
        remedy = f"look at the server again with `goalwright mcp refresh {name}`"
        raise SettingsError(str(file), "", f"is not as it was written: {remedy}")
    return record


def write_record(config: Path, record: ServerRecord) -> None:
    """Keep what is known of a server, for its user's eyes only."""
    file = record_file(config, record.name)
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    document = {
        **{name: list(getattr(record, name)) for name in _TEXTS},
        "url": record.url,
        "folder": record.folder,
        "timeout_s": record.timeout_s,
        "trust": dict(record.trust),
        "pin": record.pin,
        "tools": [dict(row) for row in record.rows],
    }
    part = file.with_suffix(".part")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as written:
        json.dump(document, written, indent=1, ensure_ascii=True)
    part.replace(file)


def _record(name: str, read: Any) -> ServerRecord:
    rows = read["tools"]
    if not all(isinstance(row, dict) and isinstance(row.get("name"), str) for row in rows):
        raise ValueError("rows of a manifest are objects with names")
    trust = {str(tool): risk for tool, risk in read["trust"].items() if risk in _RISKS}
    texts = {field_name: tuple(map(str, read[field_name])) for field_name in _TEXTS}
    if bool(texts["command"]) == bool(read["url"]):
        raise ValueError("a server has a command or an address")
    return ServerRecord(
        name=name,
        **texts,
        url=str(read["url"]),
        folder=str(read["folder"]),
        timeout_s=float(read["timeout_s"]),
        trust=trust,
        pin=str(read["pin"]),
        rows=tuple(rows),
    )
