"""Sights: the windows, apps, processes and tabs that goals may select among, as they are now."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from goalwright.errors import NotPlannable, ToolFailure
from goalwright.tools.services import BrowserChoices

Row = Mapping[str, Any]


def seen(kind: str, browser: BrowserChoices) -> Sequence[Row]:
    """All of a kind, each by its attributes; NotPlannable, with the reason, if they can't be seen here."""
    try:
        return list(_SEEN[kind](browser))
    except ToolFailure as failure:
        raise NotPlannable("blocked", failure.problem) from None


def _windows(_browser: BrowserChoices) -> Iterator[Row]:
    from goalwright.tools.desktop.windows.window_adapter import desk_here, why_no_windows

    if problem := why_no_windows():
        raise ToolFailure(problem)
    desk = desk_here()
    active = desk.active()
    for window in desk.listed():
        is_active = active is not None and window.id == active.id
        yield {
            "title": window.title,
            "program": window.app,
            "minimized": window.is_minimized,
            "active": is_active,
        }


def _apps(browser: BrowserChoices) -> Iterator[Row]:
    """The programs that have a window, each once."""
    found: dict[str, bool] = {}
    for window in _windows(browser):
        found[window["program"]] = found.get(window["program"], False) or window["active"]
    return ({"program": program, "active": is_active} for program, is_active in sorted(found.items()))


def _processes(_browser: BrowserChoices) -> Iterator[Row]:
    import psutil

    for process in psutil.process_iter(["name", "memory_info"]):
        memory = process.info["memory_info"]
        yield {"program": process.info["name"] or "?", "size": memory.rss if memory is not None else 0}


def _tabs(browser: BrowserChoices) -> Iterator[Row]:
    from goalwright.tools.browser.seen import tabs_seen

    pages = tabs_seen(browser)
    if pages is None:
        raise ToolFailure("no browser is open: open a page first")
    for place, (title, address) in enumerate(pages):
        yield {"title": title, "address": address, "active": place == 0}


_SEEN: Mapping[str, Callable[[BrowserChoices], Iterator[Row]]] = {
    "window": _windows,
    "app": _apps,
    "process": _processes,
    "tab": _tabs,
}
