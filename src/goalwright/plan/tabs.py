"""Which tab each page goal works in.

Goals said to follow one another stay in one tab. A goal that nobody ordered shares a tab only where it can
be met there without getting in the way; otherwise it gets a tab of its own and can run in parallel.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from goalwright.plan.state import Condition, Write
from goalwright.plan.task import Task

PAGE = "page"
Page = tuple[Any, ...]


def assign_tabs(tasks: Sequence[Task], skipped: Collection[int]) -> None:
    """Give every task that works on a page its tab, and put the tab's number into its registers."""
    tabs = _Tabs()
    nearest: list[int] = []
    for task in tasks:
        near = max((nearest[index] for index in task.before), default=-1)
        if task.index not in skipped and PAGE in task.touches:
            task.tab = tabs.choose(task, near)
            _number(task, f"{PAGE}:{task.tab}")
            near = task.index
        elif task.index not in skipped and any(write.register == PAGE for write in task.writes):
            _number(task, f"{PAGE}:0")
        nearest.append(near)


class _Tabs:
    def __init__(self) -> None:
        self._tab_of: dict[int, int] = {}
        self._tail: list[int] = []  # per tab, the last goal in line
        self._page: list[Page | None] = []  # per tab, the page it shows after that goal, if that is known
        self._last_event: list[int] = []
        self._anchor: dict[int, int] = {}  # a goal that shares a tab stands where the tab's tail stood
        self._wanted: dict[Page, int] = {}  # pages and their prefixes -> the first tab that shows them
        self._shown: dict[Page, int] = {}  # pages as they were asked for -> the first tab that shows them
        self._latest = 0

    def choose(self, task: Task, near: int) -> int:
        line = self._anchor.get(near, near)
        home = self._tab_of.get(near)
        if task.is_event:
            tab = home if home is not None else self._latest
            return self._extend(task, tab)
        page = task.condition.value if task.condition is not None else ()
        if home is not None and self._tail[home] == line:
            return self._extend(task, home, page)
        for tab in self._candidates(page, home):
            if self._is_free(tab, page) or (self._last_event[tab] <= near and self._is_related(tab, page, home)):
                return self._share(task, tab, page)
        return self._extend(task, len(self._tail), page)

    def _candidates(self, page: Page, home: int | None) -> list[int]:
        prefixes = [self._shown.get(page[:depth]) for depth in range(1, len(page) + 1)]
        found = [home, self._wanted.get(page), *prefixes]
        return sorted({tab for tab in found if tab is not None}, key=lambda tab: (tab != home, tab))

    def _is_free(self, tab: int, page: Page) -> bool:
        shown = self._page[tab]
        return shown is not None and shown[: len(page)] == page

    def _is_related(self, tab: int, page: Page, home: int | None) -> bool:
        related = [self._wanted.get(page)] + [self._shown.get(page[:depth]) for depth in range(1, len(page) + 1)]
        return tab in related or (tab == home and self._is_free(tab, page))

    def _share(self, task: Task, tab: int, page: Page) -> int:
        self._tab_of[task.index] = tab
        self._anchor[task.index] = self._tail[tab]
        shown = self._page[tab]
        if shown is not None and page[: len(shown)] == shown:
            self._page[tab] = page
        self._remember(tab, page)
        self._latest = tab
        return tab

    def _extend(self, task: Task, tab: int, page: Page | None = None) -> int:
        if tab == len(self._tail):
            self._tail.append(-1)
            self._page.append(None)
            self._last_event.append(-1)
        self._tab_of[task.index] = tab
        self._tail[tab] = task.index
        if task.is_event:
            self._last_event[tab] = task.index
            if any(write.register == PAGE for write in task.writes):
                self._page[tab] = None
        elif page is not None:
            self._page[tab] = page
            self._remember(tab, page)
        self._latest = tab
        return tab

    def _remember(self, tab: int, page: Page) -> None:
        self._shown.setdefault(page, tab)
        for depth in range(1, len(page) + 1):
            self._wanted.setdefault(page[:depth], tab)


def _number(task: Task, register: str) -> None:
    task.touches = tuple(register if touched == PAGE else touched for touched in task.touches)
    if task.condition is not None and task.condition.register == PAGE:
        task.condition = Condition(register, task.condition.value)
    task.writes = tuple(
        Write(write.code, register, write.value, write.more) if write.register == PAGE and write.code == 0 else write
        for write in task.writes
    )
