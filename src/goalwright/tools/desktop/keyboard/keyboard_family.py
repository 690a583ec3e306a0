"""The tools of keyboard and mouse by name, and which of them this machine lacks."""

from __future__ import annotations

import shutil
import unicodedata
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from goalwright.contracts import Before, Tool, ToolCall
from goalwright.contracts.harm import key_harm
from goalwright.errors import ToolFailure
from goalwright.tools.catalogue import names_under
from goalwright.tools.desktop.displays import lacks_package, lacks_x11
from goalwright.tools.desktop.keyboard.keyboard_port import InputDevices, Point
from goalwright.tools.desktop.keyboard.x_keys import keys_of
from goalwright.tools.function_tool import FunctionTool
from goalwright.tools.services import Services

FAMILY = "system.input"
_UNTYPABLE = ("Cc", "Cs", "Co", "Cn")
_TYPABLE = "\n\t"


def make_tools(_services: Services) -> Mapping[str, Tool]:
    from goalwright.tools.desktop.keyboard.x11_keyboard import X11Input

    return tools_for(X11Input())


def tools_for(devices: InputDevices) -> Mapping[str, Tool]:
    return {
        f"{FAMILY}.keyboard.type": FunctionTool(act=partial(_type, devices)),
        f"{FAMILY}.keyboard.press": FunctionTool(act=partial(_press, devices)),
        f"{FAMILY}.mouse.click": FunctionTool(act=partial(_at_point, devices, devices.click, "clicked_at")),
        f"{FAMILY}.mouse.move": FunctionTool(
            act=partial(_at_point, devices, devices.move, "moved_to"),
            check=lambda call, _before: "yes" if devices.pointer() == _point(call) else "no",
        ),
    }


def missing(_services: Services) -> Mapping[str, str]:
    why = lacks_x11("no program may press keys or the mouse for another")
    if not why and shutil.which("xdotool") is None:
        why = "xdotool is not installed: `sudo apt-get install xdotool`"
    why = why or lacks_package("Xlib", "python-xlib")
    return dict.fromkeys(names_under(FAMILY), why) if why else {}


def _type(devices: InputDevices, call: ToolCall, _before: Before) -> Mapping[str, Any]:
    text = str(call.args["text"]).replace("\r\n", "\n").replace("\r", "\n")
    strange = next((c for c in text if unicodedata.category(c) in _UNTYPABLE and c not in _TYPABLE), "")
    if strange:
        raise ToolFailure(f"no key types the character U+{ord(strange):04X}: leave it out of the text")
    if "\n" in text:
        _require_approval(call, "a line break presses Enter, which sends or runs what is typed")
    if text:
        devices.type_text(text, call.stop)
    return {"typed": len(text)}


def _press(devices: InputDevices, call: ToolCall, _before: Before) -> Mapping[str, Any]:
    keys = keys_of(str(call.args["key"]))
    if harm := key_harm(keys):
        _require_approval(call, f"{call.args['key']} {harm} something")
    devices.press(keys, call.stop)
    return {"pressed": call.args["key"]}


def _require_approval(call: ToolCall, problem: str) -> None:
    if call.risk != "high":
        raise ToolFailure(f"{problem}, and that was not approved: make a new plan and approve it")


def _at_point(
    devices: InputDevices, act: Callable[..., None], name: str, call: ToolCall, _before: Before
) -> Mapping[str, Any]:
    point = _point(call)
    width, height = devices.screen()
    if not (0 <= point.x < width and 0 <= point.y < height):
        raise ToolFailure(f"{point.x},{point.y} is outside the screen, which is {width} by {height}")
    act(point, call.stop)
    return {name: f"{point.x},{point.y}"}


def _point(call: ToolCall) -> Point:
    x, y = call.args["x"], call.args["y"]
    if not (float(x).is_integer() and float(y).is_integer()):
        raise ToolFailure(f"{x},{y} is between pixels: write whole numbers")
    return Point(int(x), int(y))
