"""Bookmarks: pages that the user wants to find again, in a list of Goalwright's own."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from goalwright.contracts import ToolCall, Verdict
from goalwright.errors import ToolFailure

if TYPE_CHECKING:
    from playwright.async_api import Page

FILE = "bookmarks.json"


class Bookmarks:
    """The list, newest last; each address is in it once, without what is `hidden`."""

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
            raise ToolFailure(f"{self._file} cannot be read as a list of bookmarks: mend it or move it away") from None
        return [item for item in listed if isinstance(item, dict) and "url" in item] if isinstance(listed, list) else []

    async def bookmark(self, page: Page, _call: ToolCall) -> Mapping[str, Any]:
        """Keep the page in the list."""
        kept, url = self.all(), self._hidden(page.url)
        known = any(item["url"] == url for item in kept)
        if not known:
            kept.append({"url": url, "title": self._hidden(await page.title())[:200], "at": self._clock()})
            self._write(kept)
        return {"bookmarked": url, "is_new": not known}

    async def is_kept(self, page: Page, _call: ToolCall) -> Verdict:
        return "yes" if any(item["url"] == self._hidden(page.url) for item in self.all()) else "no"

    async def known(self, _call: ToolCall, before: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """What undo needs: the bookmark that was made last in this very action."""
        newest = self.all()[-1:]
        is_ours = bool(newest) and newest[0]["url"] == before.get("url")
        return {"url": newest[0]["url"], "at": newest[0]["at"]} if is_ours else None

    async def remove(self, _call: ToolCall, _before: Mapping[str, Any], inverse: Mapping[str, Any]) -> None:
        """Take a bookmark back; one that is gone already is fine."""
        kept = self.all()
        left = [item for item in kept if (item["url"], item.get("at")) != (inverse["url"], inverse["at"])]
        if len(left) != len(kept):
            self._write(left)

    def _write(self, kept: list[dict[str, Any]]) -> None:
        temp = self._file.with_suffix(".new")
        with open(os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as opened:  # noqa: PTH123  # a descriptor
            json.dump(kept, opened, ensure_ascii=False, indent=1)
        temp.replace(self._file)
