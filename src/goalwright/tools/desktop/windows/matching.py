"""Which window is meant: by its whole title, its app, or a part of its title, and never a guess among several."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from goalwright.errors import ToolFailure
from goalwright.language.tables import table
from goalwright.policy.path_text import printable
from goalwright.tools.desktop.installed.find_app import first_few
from goalwright.tools.desktop.windows.window_adapter import belongs_to
from goalwright.tools.desktop.windows.window_desk import Window, WindowDesk


def meant(desk: WindowDesk, target: str, *, front_wins: bool = False, top_wins: bool = False) -> Window:
    """The window that a target means, the active one without a target; ToolFailure lists several, or what there is.

    With `front_wins` the active window is taken to be meant if it is one of several, with `top_wins` the one on top
    of several windows of the app that was named.
    """
    if not target:
        return _active(desk)
    windows = desk.listed()
    found = matching(windows, target)
    if len(found) > 1 and front_wins:
        active = desk.active()
        found = [window for window in found if active is not None and window.id == active.id] or found
    if top_wins and found and all(belongs_to(window, target) for window in found):
        found = found[-1:]
    if len(found) == 1:
        return found[0]
    if found:
        raise ToolFailure(f"several windows fit {printable(target)}: {some(found)}; name one by more of its title")
    there = f"there are {some(windows)}" if windows else "no window is open"
    raise ToolFailure(f"no window fits {printable(target)}: {there}")


def matching(windows: Sequence[Window], target: str) -> list[Window]:
    """The windows that fit a target best; the dialogs of a window that fits are left to it."""
    for fits in _ways(" ".join(target.split()).casefold()):
        found = [window for window in windows if fits(window)]
        if found:
            owners = {window.id for window in found}
            return [window for window in found if window.parent not in owners] or found
    return []


def neighbour(desk: WindowDesk, target: str) -> Window | None:
    """The window that `next` or `previous` stands for; None if the target is a name."""
    said = target.casefold().removeprefix("the ").removesuffix(" window").removesuffix(" one").strip()
    step: int | None = table("windows")["steps"].get(said)
    if step is None:
        return None
    active = desk.active()
    pile = [window for window in reversed(desk.listed()) if active is None or window.id != active.id]
    if not pile:
        raise ToolFailure("there is no other window to switch to")
    return pile[step - 1] if step > 0 else pile[step]


def some(windows: Sequence[Window]) -> str:
    """Windows for a sentence: titles with the names of their programs."""
    return first_few([f"“{printable(window.title or window.app)}” ({printable(window.app)})" for window in windows])


def _active(desk: WindowDesk) -> Window:
    window = desk.active()
    if window is None:
        raise ToolFailure("no window is in front: say which one is meant")
    return window


def _ways(wanted: str) -> Iterator[Callable[[Window], bool]]:
    yield lambda window: window.title.casefold() == wanted
    yield lambda window: belongs_to(window, wanted)
    yield lambda window: wanted in window.title.casefold()
