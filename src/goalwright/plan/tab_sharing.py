"""Which tab each page goal works in.

Goals said to follow one another stay in one tab. A goal without an order shares a tab only where it can
be met there without getting in the way; otherwise it gets a tab of its own and can run in parallel.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from goalwright.dataclass import dataclass
from goalwright.plan.state import Condition, are_related
from goalwright.plan.task import Task

PAGE = "page"
Page = tuple[Any, ...]


def assign_tabs(tasks: Sequence[Task], skipped: Collection[int]) -> None:
    """Give every task that works on a page its tab, and put the tab's number into its registers."""
    tabs = _Tabs()
    nearest: list[int] = []
    for task in tasks:
        near = max((nearest[index] for index in task.before), default=-1)
        if task.is_browsing and task.index not in skipped:
            if PAGE in task.touches:
                task.tab = tabs.choose(task, near)
                near = task.index
            number_page(task, task.tab or 0)
        nearest.append(near)


def number_page(task: Task, tab: int) -> None:
    """Put a tab's number where the task speaks of its page."""
    register = f"{PAGE}:{tab}"
    if PAGE in task.touches:
        task.touches = tuple([register if touched == PAGE else touched for touched in task.touches])
    if task.condition is not None and task.condition.register == PAGE:
        task.condition = Condition(register, task.condition.value)
    for write in task.writes:
        if write.register == PAGE and write.more:
            task.writes = tuple([w._replace(register=register) if w is write else w for w in task.writes])


@dataclass(slots=True)
class _Stop:
    """A stop on a tab's way: one page, or pages that are all prefixes of the last one asked for there."""

    tab: int
    page: Page | None  # None where an event leaves the page unknown
    tail: int  # the last goal in line that belongs here


class _Tabs:
    def __init__(self) -> None:
        self._stop_of: dict[int, _Stop] = {}
        self._anchor: dict[int, int] = {}  # the goal in line that a goal stands with
        self._last: list[_Stop] = []  # per tab, where its way ends
        self._last_event: list[int] = []
        self._beyond: dict[Page, _Stop] = {}  # page -> the first stop that lies there or deeper
        self._exactly: dict[Page, _Stop] = {}  # page -> the first stop that lies there
        self._latest = 0

    def choose(self, task: Task, near: int) -> int:
        home = self._stop_of.get(near)
        if task.condition is None or task.condition.register != PAGE:
            tab = home.tab if home is not None else self._latest
            return self._pass_event(task, tab)
        page = task.condition.value
        if home is not None and self._last[home.tab].tail == self._anchor[near]:
            return self._travel(task, home.tab, page)
        for stop in self._shared_stops(page):
            is_last_seen = stop is self._last[stop.tab] and stop.page is not None and len(stop.page) >= len(page)
            if is_last_seen or self._last_event[stop.tab] <= near:
                return self._join(task, stop, page)
        return self._travel(task, len(self._last), page)

    def _shared_stops(self, page: Page) -> list[_Stop]:
        """Stops that already show the page, or that can be made to by going deeper, first tab first."""
        found = [self._beyond.get(page)]
        found += [self._exactly.get(page[:depth]) for depth in range(1, len(page))]
        return sorted({id(stop): stop for stop in found if stop is not None}.values(), key=lambda stop: stop.tab)

    def _join(self, task: Task, stop: _Stop, page: Page) -> int:
        self._stop_of[task.index] = stop
        self._anchor[task.index] = stop.tail
        self._deepen(stop, page)
        self._latest = stop.tab
        return stop.tab

    def _travel(self, task: Task, tab: int, page: Page) -> int:
        """Go on in a tab, or start one."""
        stop = self._end_of(tab)
        if stop.page is not None and stop.tail > self._last_event[tab] and are_related(stop.page, page):
            self._deepen(stop, page)
            stop.tail = task.index
        else:
            stop = self._last[tab] = _Stop(tab, page, task.index)
            self._remember(stop)
        self._settle(task, stop)
        return tab

    def _end_of(self, tab: int) -> _Stop:
        """The last stop of a tab, which may be a new one."""
        if tab == len(self._last):
            self._last.append(_Stop(tab, None, -1))
            self._last_event.append(-1)
        return self._last[tab]

    def _pass_event(self, task: Task, tab: int) -> int:
        is_forgetful = any(write.register == PAGE for write in task.writes)
        stop = self._end_of(tab)
        if is_forgetful or stop.tail < 0:
            stop = self._last[tab] = _Stop(tab, None, task.index)
        stop.tail = task.index
        self._last_event[tab] = task.index
        self._settle(task, stop)
        return tab

    def _settle(self, task: Task, stop: _Stop) -> None:
        self._stop_of[task.index] = stop
        self._anchor[task.index] = task.index
        self._latest = stop.tab

    def _deepen(self, stop: _Stop, page: Page) -> None:
        if stop.page is not None and len(page) > len(stop.page):
            if self._exactly.get(stop.page) is stop:
                del self._exactly[stop.page]
            stop.page = page
            self._remember(stop)

    def _remember(self, stop: _Stop) -> None:
        if stop.page is not None:
            self._exactly.setdefault(stop.page, stop)
            for depth in range(1, len(stop.page) + 1):
                self._beyond.setdefault(stop.page[:depth], stop)
