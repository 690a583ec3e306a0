"""Manifests: what a server says its tools are, in a form that can be compared, and names of ours for all of it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from goalwright.contracts.frozen import EMPTY
from goalwright.contracts.json_fields import canonical_json
from goalwright.dataclass import dataclass
from goalwright.errors import SettingsError

MOST_TOOLS = 500
MOST_PARAMS = 100
MOST_BYTES = 1_000_000
DEEPEST = 40
LONGEST_NAME = 60
_KEPT = ("name", "title", "description", "inputSchema", "outputSchema", "annotations")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_OTHER = re.compile(r"[^a-z0-9]+")
# Patterns of a stranger can take forever to match; the server checks its own.
_LEFT_OUT = frozenset({"pattern", "patternProperties", "format", "$id", "$schema", "$anchor", "$dynamicRef"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ManifestTool:
    """One tool of a server. `name` is the server's name for it, `called` ours; `params` are its names by ours."""

    name: str
    called: str
    description: str = ""
    schema: Mapping[str, Any] = EMPTY
    params: Mapping[str, str] = EMPTY

    @property
    def properties(self) -> Mapping[str, Mapping[str, Any]]:
        """The schemas of the parameters, by our names for them."""
        given = self.schema.get("properties")
        known = given if isinstance(given, Mapping) else {}
        found = {ours: known.get(theirs) for ours, theirs in self.params.items()}
        return {ours: schema if isinstance(schema, Mapping) else {} for ours, schema in found.items()}

    @property
    def required(self) -> tuple[str, ...]:
        """Our names of the parameters that must be given."""
        wanted = self.schema.get("required")
        names = wanted if isinstance(wanted, list) else []
        return tuple(ours for ours, theirs in self.params.items() if theirs in names)


def manifest_rows(tools: Iterable[Any]) -> list[dict[str, Any]]:
    """What the SDK's tools say, by name, without what may differ from one answer to the next."""
    rows = [tool.model_dump(by_alias=True, mode="json", exclude_none=True) for tool in tools]
    return sorted(({key: row[key] for key in _KEPT if key in row} for row in rows), key=lambda row: str(row["name"]))


def manifest_digest(rows: Sequence[Mapping[str, Any]]) -> str:
    """What a manifest is recognised by."""
    return hashlib.sha256(canonical_json(list(rows)).encode(errors="surrogatepass")).hexdigest()


def require_sane(server: str, rows: Sequence[Mapping[str, Any]]) -> None:
    """SettingsError for a manifest that no honest server has."""
    names = [row.get("name") for row in rows]
    if len(rows) > MOST_TOOLS:
        raise SettingsError(server, "", f"offers {len(rows)} tools: at most {MOST_TOOLS} can be used")
    if len(set(names)) < len(names):
        raise SettingsError(server, "", "offers two tools of one name: use another server")
    if not all(isinstance(name, str) and name.strip() and len(name) <= 200 for name in names):  # generous
        raise SettingsError(server, "", "offers a tool without a usable name: use another server")
    for row in rows:
        if _depth(row) > DEEPEST:
            raise SettingsError(
                server, "", "describes a tool by a schema that is nested too deeply: use another server"
            )
    if len(canonical_json(list(rows)).encode(errors="surrogatepass")) > MOST_BYTES:
        raise SettingsError(server, "", f"describes its tools in more than {MOST_BYTES:,} bytes: use another server")


def manifest_tools(rows: Sequence[Mapping[str, Any]]) -> tuple[ManifestTool, ...]:
    """The tools of a manifest, each with a name of ours that no other has."""
    taken: set[str] = set()
    return tuple(_tool(row, taken) for row in rows)


def _tool(row: Mapping[str, Any], taken: set[str]) -> ManifestTool:
    schema = row.get("inputSchema")
    schema = schema if isinstance(schema, Mapping) else {}
    properties = schema.get("properties")
    theirs = list(properties)[:MOST_PARAMS] if isinstance(properties, Mapping) else []
    params: dict[str, str] = {}
    for name in theirs:
        params[_unique(spelled(str(name)), params)] = str(name)
    called = _unique(spelled(str(row["name"])), taken)
    taken.add(called)
    return ManifestTool(
        name=str(row["name"]),
        called=called,
        description=str(row.get("description") or ""),
        schema=schema,
        params=params,
    )


def spelled(name: str) -> str:
    """A name in small letters, digits and underscores, a letter first: `getCurrent-Time` is `get_current_time`."""
    plain = _OTHER.sub("_", _CAMEL.sub("_", name).lower()).strip("_")[:LONGEST_NAME]
    return plain if plain[:1].isalpha() and plain.isascii() else f"t_{plain}".rstrip("_")


def plain_schema(schema: Any) -> Any:
    """A schema that can be checked in bounded time: without patterns, and with references into itself only."""
    if isinstance(schema, Mapping):
        kept = {key: plain_schema(value) for key, value in schema.items() if key not in _LEFT_OUT}
        reference = kept.get("$ref")
        if isinstance(reference, str) and not reference.startswith("#/"):
            del kept["$ref"]
        return kept
    if isinstance(schema, list | tuple):
        return [plain_schema(item) for item in schema]
    return schema


def changes(old: Sequence[Mapping[str, Any]], new: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """What became of each tool that is not as it was: (its name, "new", "gone" or "changed")."""
    before, after = ({str(row["name"]): row for row in rows} for rows in (old, new))
    for name in sorted({*before, *after}):
        if name not in before:
            yield name, "new"
        elif name not in after:
            yield name, "gone"
        elif canonical_json(before[name]) != canonical_json(after[name]):
            yield name, "changed"


def _unique(name: str, taken: Iterable[str]) -> str:
    number, found = 2, name
    while found in taken:
        found, number = f"{name}_{number}", number + 1
    return found


def _depth(value: Any, limit: int = DEEPEST + 1) -> int:
    if limit == 0:
        return 1
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return 1 + max((_depth(item, limit - 1) for item in inner), default=0)
