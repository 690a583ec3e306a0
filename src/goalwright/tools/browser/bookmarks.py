"""Bookmarks: pages that the user wants to find again, in a list of Goalwright's own."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from goalwright.contracts import ToolCall, Verdict
from goalwright.errors import ToolFailure
from goalwright.tools.browser.browser_files import write_json

if TYPE_CHECKING:
    from playwright.async_api import Page

FILE = "bookmarks.json"


class Bookmarks:
    """The list, newest last. Each address is in it once; `hidden` takes secrets out of it."""

    def __init__(self, folder: str, clock: Callable[[], float], hidden: Callable[[str], str] = str) -> None:
        self._file = Path(folder) / FILE
        self._clock = clock
        self._hidden = hidden

    def all(self) -> list[dict[str, Any]]:
        """Every bookmark: its address, its title, and when it was kept."""
        try:
            listed = json.loads(self._file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return []
        except (OSError, ValueError):
            raise ToolFailure(f"{self._file} is not a list of bookmarks: repair it or move it away") from None
        return [item for item in listed if isinstance(item, dict) and "url" in item] if isinstance(listed, list) else []

    async def bookmark(self, page: Page, _call: ToolCall) -> Mapping[str, Any]:
        kept, url = self.all(), self._hidden(page.url)
        known = any(item["url"] == url for item in kept)
        if not known:
            kept.append({"url": url, "title": self._hidden(await page.title())[:200], "at": self._clock()})
            write_json(self._file, kept, indent=1)
        return {"bookmarked": url, "is_new": not known}

    async def is_kept(self, page: Page, _call: ToolCall) -> Verdict:
        return "yes" if any(item["url"] == self._hidden(page.url) for item in self.all()) else "no"

    async def known(self, _call: ToolCall, before: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """What undo needs: the bookmark that this very action made last."""
        newest = next(reversed(self.all()), None)
        if newest is None or newest["url"] != before.get("url"):
            return None
        return {"url": newest["url"], "at": newest["at"]}

    async def remove(self, _call: ToolCall, _before: Mapping[str, Any], inverse: Mapping[str, Any]) -> None:
        """Remove a bookmark, if it is still there."""
        kept = self.all()
        left = [item for item in kept if (item["url"], item.get("at")) != (inverse["url"], inverse["at"])]
        if len(left) != len(kept):
            write_json(self._file, left, indent=1)
