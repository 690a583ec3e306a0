"""files.find: files and folders by their names, anywhere below a folder."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from fnmatch import translate
from functools import partial
from typing import Any

from goalwright.contracts import Before, ToolCall
from goalwright.contracts import path_spelling as paths
from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.disk.disk_failures import go_on, legible, telling
from goalwright.disk.entries import FILE, path_arg
from goalwright.disk.tree_walks import WalkedEntry, walked
from goalwright.errors import ToolFailure
from goalwright.tools.function_tool import FunctionTool
from goalwright.tools.services import Services

MOST = 1_000
"""How many finds are listed, those with exactly the name asked for first; the rest are counted."""
_WILD = re.compile(r"[*?\[]")


def find(services: Services) -> FunctionTool:
    return FunctionTool(act=partial(_find, services.roots))


@telling("search")
def _find(roots: AllowedRoots, call: ToolCall, _before: Before) -> Before:
    pattern, path = call.args.get("pattern"), path_arg(call)
    if not isinstance(pattern, str) or not pattern:
        raise ToolFailure("there is no name to look for; say which name or pattern is meant, such as *.pdf")
    matches, wanted = _matcher(pattern), _plain(pattern)
    exact: list[dict[str, Any]] = []
    near: list[dict[str, Any]] = []
    counts = dict.fromkeys(("count", "searched", "unreadable"), 0)

    def pass_over(_path: str, _error: OSError) -> None:
        counts["unreadable"] += 1

    with roots.opened(path, follow=True) as spot:
        for found in walked(spot.fd, spot.name, unreadable=pass_over):
            go_on(call)
            counts["searched"] += 1
            if matches(found):
                counts["count"] += 1
                finds = exact if _plain(found.name) == wanted else near
                if len(finds) < MOST:
                    finds.append(_described(found, path))
    listed = (exact + near)[:MOST]
    return {"path": path, "pattern": pattern, "matches": listed, "truncated": counts["count"] > MOST, **counts}


def _described(found: WalkedEntry, top: str) -> dict[str, Any]:
    entry: dict[str, Any] = {"path": legible(paths.join(top, found.path)), "kind": found.kind}
    return entry | ({"size": found.seen.st_size} if found.kind == FILE else {})


def _matcher(pattern: str) -> Callable[[WalkedEntry], bool]:
    """A pattern with `*`, `?` or `[` fits whole names, any other text a part of one; with a `/` it fits paths."""
    part = "path" if "/" in pattern.strip("/") else "name"
    wanted = _plain(pattern.strip("/") or pattern)
    if not _WILD.search(wanted):
        return lambda found: wanted in _plain(getattr(found, part))
    fits = re.compile(translate(wanted)).match
    if part == "name":
        return lambda found: fits(_plain(found.name)) is not None
    return lambda found: any(fits(tail) for tail in _tails(_plain(found.path)))


def _tails(path: str) -> list[str]:
    """A path and every shorter one that it ends in."""
    parts = path.split("/")
    return ["/".join(parts[start:]) for start in range(len(parts))]


def _plain(text: str) -> str:
    """One spelling for names that look the same: accents composed, capitals made small."""
    return text if text.isascii() and text.islower() else unicodedata.normalize("NFC", text).casefold()
