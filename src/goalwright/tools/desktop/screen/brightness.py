"""system.display.set_brightness: read back, and taken back step by step."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from typing import Any

from goalwright.contracts import Before, Tool, ToolCall, Verdict
from goalwright.tools.backlight import Backlight
from goalwright.tools.desktop.amounts import level_arg
from goalwright.tools.desktop.screen.backlight_linux import LinuxBacklight
from goalwright.tools.desktop.screen.backlight_windows import WindowsBacklight
from goalwright.tools.function_tool import FunctionTool
from goalwright.tools.services import Services

NAME = "system.display.set_brightness"
_RESOURCE = "brightness:"
_NO_LIBRARY = "the brightness cannot be set on this system: set it yourself"


def brightness_tools(services: Services) -> dict[str, Tool]:
    """The tool by name, on the light that was given or on this machine's own."""
    backlight = _backlight(services)
    return {
        NAME: FunctionTool(
            look_first=partial(_look, backlight),
            act=partial(_set, backlight),
            check=partial(_is_set, backlight),
            invert=lambda _call, before: {"resources": [f"{_RESOURCE}{before['screen']}"]},
            take_back=lambda _call, before, _inverse: backlight.set_value(before["screen"], before["value"]),
            print_of=lambda resource: str(backlight.named(resource.removeprefix(_RESOURCE)).value),
        )
    }


def brightness_missing(services: Services) -> dict[str, str]:
    """Why it cannot be set here, and what to do about it, by the tool's name."""
    is_unknown = sys.platform == "darwin" and services.backlight is None
    why = _NO_LIBRARY if is_unknown else _backlight(services).missing()
    return {NAME: why} if why else {}


def _backlight(services: Services) -> Backlight:
    if services.backlight is not None:
        return services.backlight
    return WindowsBacklight() if sys.platform == "win32" else LinuxBacklight()


def _look(backlight: Backlight, call: ToolCall) -> Before:
    level_arg(call, "level", "brightness")
    panel = backlight.panel()
    return {"screen": panel.name, "value": panel.value}


def _set(backlight: Backlight, call: ToolCall, before: Before) -> Mapping[str, Any]:
    panel = backlight.named(before["screen"])
    backlight.set_value(panel.name, panel.value_at(level_arg(call, "level", "brightness")))
    level = backlight.named(panel.name).level
    return {"text": f"The brightness is {level}%.", "level": level, "screen": panel.name}


def _is_set(backlight: Backlight, call: ToolCall, before: Before) -> Verdict:
    panel = backlight.named(before["screen"])
    return "yes" if panel.value == panel.value_at(level_arg(call, "level", "brightness")) else "no"
