"""Windows on Windows and macOS, through PyWinCtl."""

from __future__ import annotations

from typing import Any

from goalwright.tools.desktop.windows.window_desk import Rectangle, Window, WindowGone


class PyWinCtlWindows:
    """A WindowDesk by way of PyWinCtl, which is loaded at the first question: that takes a while."""

    def listed(self) -> tuple[Window, ...]:
        library = _library()
        return tuple(_window(handle) for handle in library.getAllWindows() if handle.title)

    def active(self) -> Window | None:
        handle = _library().getActiveWindow()
        return None if handle is None else _window(handle)

    def seen(self, window: int) -> Window:
        return _window(_handle(window))

    def work_area(self, window: int) -> Rectangle:
        screens = _library().getAllScreens()
        names = _handle(window).getMonitor() or list(screens)
        left, top, right, bottom = screens[names[0]]["workarea"]
        return Rectangle(left, top, right - left, bottom - top)

    def activate(self, window: int) -> None:
        handle = _handle(window)
        if handle.isMinimized:
            handle.restore(wait=False)
        handle.activate(wait=False)

    def minimize(self, window: int) -> None:
        _handle(window).minimize(wait=False)

    def maximize(self, window: int) -> None:
        _handle(window).maximize(wait=False)

    def unmaximize(self, window: int) -> None:
        _handle(window).restore(wait=False)

    def put(self, window: int, place: Rectangle) -> None:
        handle = _handle(window)
        handle.moveTo(place.x, place.y, wait=False)
        handle.resizeTo(place.width, place.height, wait=False)

    def request_close(self, window: int) -> None:
        _handle(window).close()


def _library() -> Any:
    import pywinctl

    return pywinctl


def _handle(window: int) -> Any:
    found = [handle for handle in _library().getAllWindows() if handle.getHandle() == window]
    if not found:
        raise WindowGone("the window is gone")
    return found[0]


def _window(handle: Any) -> Window:
    box = handle.box
    return Window(
        id=handle.getHandle(),
        title=handle.title,
        names=tuple(name for name in (handle.getAppName(),) if name),
        pid=handle.getPID() or None,
        place=Rectangle(box.left, box.top, box.width, box.height),
        is_minimized=bool(handle.isMinimized),
        is_maximized=bool(handle.isMaximized),
    )
