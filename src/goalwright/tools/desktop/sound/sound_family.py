"""The tools of sound and media by name, and which of them this machine lacks."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from goalwright.contracts import Tool
from goalwright.tools.desktop.bus import bus_problem
from goalwright.tools.desktop.displays import NOT_LINUX, lacks_package
from goalwright.tools.desktop.sound.media import media_tools
from goalwright.tools.desktop.sound.mixer import Mixer
from goalwright.tools.desktop.sound.mpris import MprisPlayers
from goalwright.tools.desktop.sound.pulse_mixer import PulseMixer, pulse_missing
from goalwright.tools.desktop.sound.volume import volume_tools
from goalwright.tools.desktop.sound.windows_mixer import WindowsMixer
from goalwright.tools.services import Services

_NO_MIXER = "the volume cannot be set on this system: set it yourself"
_NO_MPRIS = "players are steered over D-Bus (MPRIS), which only Linux desktops have: use the player itself"


def make_tools(_services: Services) -> Mapping[str, Tool]:
    mixer: Mixer = WindowsMixer() if sys.platform == "win32" else PulseMixer()
    return {**volume_tools(mixer), **media_tools(MprisPlayers())}


def missing(services: Services) -> Mapping[str, str]:
    silent, unsteered = _volume_missing(), _media_missing()
    reasons = {name: unsteered if ".media_" in name else silent for name in make_tools(services)}
    return {name: reason for name, reason in reasons.items() if reason}


def _volume_missing() -> str:
    if sys.platform == "win32":
        return lacks_package("pycaw")
    return pulse_missing() if sys.platform != "darwin" else _NO_MIXER


def _media_missing() -> str:
    if sys.platform in NOT_LINUX:
        return _NO_MPRIS
    return bus_problem("session")
