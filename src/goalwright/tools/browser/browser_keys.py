"""Keys as browsers call them."""

from __future__ import annotations

import re

_SAME = """Enter Escape Tab Space Backspace Delete Insert Home End PageUp PageDown CapsLock NumLock ScrollLock
PrintScreen Pause ContextMenu Shift Alt Meta Control ArrowUp ArrowDown ArrowLeft ArrowRight NumpadAdd
NumpadSubtract NumpadMultiply NumpadDivide NumpadDecimal NumpadEnter AltGraph""".split()
# A key as the rules call it -> as browsers do; the others have the same name but for capitals.
_OTHERS = {
    "ctrl": "Control",
    "altgr": "AltGraph",
    "up": "ArrowUp",
    "down": "ArrowDown",
    "left": "ArrowLeft",
    "right": "ArrowRight",
    "playpause": "MediaPlayPause",
    "nexttrack": "MediaTrackNext",
    "previoustrack": "MediaTrackPrevious",
    "volumeup": "AudioVolumeUp",
    "volumedown": "AudioVolumeDown",
    "mute": "AudioVolumeMute",
}
# The name of a sign, and the sign.
_SIGNS = {
    item[:-1]: item[-1]
    for item in r"""plus+ minus- equal= underscore_ period. comma, slash/ backslash\ semicolon; colon: quote'
    doublequote" backquote` tilde~ exclamation! question? at@ hash# dollar$ percent% caret^ ampersand& asterisk*
    leftparen( rightparen) leftbracket[ rightbracket] leftbrace{ rightbrace} less< greater> pipe|""".split()
}
_NAMES = {name.lower(): name for name in _SAME} | _OTHERS | _SIGNS
_NUMBERED = re.compile(r"(f|numpad)(\d{1,2})", re.IGNORECASE)
_JOINT = re.compile(r"(?<=.)\+(?=.)")


def browser_key(combination: str) -> str:
    """A key or a combination such as `ctrl+shift+t`, as a browser has it; what it does not know stays as it is."""
    return "+".join(map(_name, _JOINT.split(combination.strip())))


def _name(part: str) -> str:
    part = part.strip()
    if numbered := _NUMBERED.fullmatch(part):
        return f"{numbered[1].capitalize()}{numbered[2]}"
    return _NAMES.get(part.lower(), part)
