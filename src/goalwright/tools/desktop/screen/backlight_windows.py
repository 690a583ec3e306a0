"""The Backlight of Windows, through screen-brightness-control."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from goalwright.errors import ToolFailure
from goalwright.tools.backlight import Panel
from goalwright.tools.desktop.displays import lacks_package

_PACKAGE = "screen_brightness_control"


class WindowsBacklight:
    """The first screen that Windows, or the screen itself, lets us set; all of them count in percent."""

    def missing(self) -> str:
        return lacks_package(_PACKAGE, _PACKAGE.replace("_", "-"))

    def panel(self) -> Panel:
        screens = _library().list_monitors()
        if not screens:
            raise ToolFailure("this machine has no screen whose brightness can be set: use the screen's own buttons")
        return self.named(screens[0])

    def named(self, name: str) -> Panel:
        [value] = _library().get_brightness(display=name)
        return Panel(name=name, value=int(value), most=100)

    def set_value(self, name: str, value: int) -> None:
        _library().set_brightness(value, display=name)


def _library() -> Any:
    return import_module(_PACKAGE)
