"""The names of keys, and what X calls them."""

from __future__ import annotations

from collections.abc import Mapping

from goalwright.errors import ToolFailure

MODIFIERS: Mapping[str, str] = {
    "ctrl": "Control_L",
    "alt": "Alt_L",
    "shift": "Shift_L",
    "meta": "Super_L",
    "altgr": "ISO_Level3_Shift",
}

_EDITING = {
    "enter": "Return",
    "escape": "Escape",
    "tab": "Tab",
    "space": "space",
    "backspace": "BackSpace",
    "delete": "Delete",
    "insert": "Insert",
    "up": "Up",
    "down": "Down",
    "left": "Left",
    "right": "Right",
    "home": "Home",
    "end": "End",
    "pageup": "Prior",
    "pagedown": "Next",
}
_SYSTEM = {
    "capslock": "Caps_Lock",
    "numlock": "Num_Lock",
    "scrolllock": "Scroll_Lock",
    "printscreen": "Print",
    "pause": "Pause",
    "contextmenu": "Menu",
    "help": "Help",
    "sleep": "XF86Sleep",
    "power": "XF86PowerOff",
    "playpause": "XF86AudioPlay",
    "stop": "XF86AudioStop",
    "nexttrack": "XF86AudioNext",
    "previoustrack": "XF86AudioPrev",
    "volumeup": "XF86AudioRaiseVolume",
    "volumedown": "XF86AudioLowerVolume",
    "mute": "XF86AudioMute",
    "brightnessup": "XF86MonBrightnessUp",
    "brightnessdown": "XF86MonBrightnessDown",
}
_SIGNS = {
    "plus": "plus",
    "minus": "minus",
    "equal": "equal",
    "underscore": "underscore",
    "period": "period",
    "comma": "comma",
    "slash": "slash",
    "backslash": "backslash",
    "semicolon": "semicolon",
    "colon": "colon",
    "quote": "apostrophe",
    "doublequote": "quotedbl",
    "backquote": "grave",
    "tilde": "asciitilde",
    "exclamation": "exclam",
    "question": "question",
    "at": "at",
    "hash": "numbersign",
    "dollar": "dollar",
    "percent": "percent",
    "caret": "asciicircum",
    "ampersand": "ampersand",
    "asterisk": "asterisk",
    "leftparen": "parenleft",
    "rightparen": "parenright",
    "leftbracket": "bracketleft",
    "rightbracket": "bracketright",
    "leftbrace": "braceleft",
    "rightbrace": "braceright",
    "less": "less",
    "greater": "greater",
    "pipe": "bar",
}
_NUMPAD = {
    **{f"numpad{digit}": f"KP_{digit}" for digit in range(10)},
    "numpadadd": "KP_Add",
    "numpadsubtract": "KP_Subtract",
    "numpadmultiply": "KP_Multiply",
    "numpaddivide": "KP_Divide",
    "numpaddecimal": "KP_Decimal",
    "numpadenter": "KP_Enter",
}

KEYSYMS: Mapping[str, str] = {
    **MODIFIERS,
    **_EDITING,
    **_SYSTEM,
    **{f"f{number}": f"F{number}" for number in range(1, 25)},
    **_SIGNS,
    **_NUMPAD,
}
"""What X calls each key that has a name; every other key is the character on it."""

# Other names that plans written by hand use.
_ALIASES = {
    "control": "ctrl",
    "option": "alt",
    "command": "meta",
    "cmd": "meta",
    "super": "meta",
    "win": "meta",
    "return": "enter",
    "esc": "escape",
    "del": "delete",
    "arrowup": "up",
    "arrowdown": "down",
    "arrowleft": "left",
    "arrowright": "right",
}


def keys_of(combination: str) -> tuple[str, ...]:
    """The keys of a combination such as `ctrl+shift+t`, those to hold first; a ToolFailure if it is none."""
    parts = _parts(combination.strip())
    names = [_named(part, combination) for part in parts]
    held = [name for name in MODIFIERS if name in names]
    pressed = [name for name in names if name not in MODIFIERS]
    if len(pressed) > 1 or len(held) + len(pressed) != len(names):
        raise _unknown(combination)
    if held:
        pressed = [name.lower() if len(name.lower()) == 1 else name for name in pressed]
    return (*held, *pressed)


def _parts(combination: str) -> list[str]:
    """What stands between the pluses; a plus at the end, after a plus or alone, is the plus key."""
    if combination == "+" or combination.endswith("++"):
        return [*filter(None, combination[:-2].split("+")), "plus"]
    return [part.strip() for part in combination.split("+")]


def _named(part: str, combination: str) -> str:
    if len(part) == 1 and part.isprintable() and not part.isspace():
        return part
    name = "".join(part.lower().replace("_", " ").split())
    name = _ALIASES.get(name, name)
    if name not in KEYSYMS:
        raise _unknown(combination)
    return name


def _unknown(combination: str) -> ToolFailure:
    return ToolFailure(f"{combination!r} is not a key: write one like enter, f5 or ctrl+shift+t")
