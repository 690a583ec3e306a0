"""The volume of Windows, with a stand-in for the library that only Windows has."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from types import ModuleType, SimpleNamespace

import pytest

from goalwright.errors import ToolFailure
from goalwright.tools.desktop.sound.volume import volume_tools
from goalwright.tools.desktop.sound.windows_mixer import WindowsMixer
from tools.desktop.hands import Hands


@dataclass
class EndpointVolume:
    """What pycaw calls the volume of a device."""

    scalar: float = 0.4
    mute: int = 0

    def GetMasterVolumeLevelScalar(self) -> float:  # noqa: N802  # the library's name
        return self.scalar

    def SetMasterVolumeLevelScalar(self, scalar: float, _context: object) -> None:  # noqa: N802  # the library's name
        self.scalar = scalar

    def GetMute(self) -> int:  # noqa: N802  # the library's name
        return self.mute

    def SetMute(self, mute: int, _context: object) -> None:  # noqa: N802  # the library's name
        self.mute = mute


@dataclass
class Speakers:
    """What pycaw calls a device."""

    id: str = "{0.0.0}"
    FriendlyName: str | None = "Speakers"
    EndpointVolume: EndpointVolume = field(default_factory=EndpointVolume)


class Windows:
    """The modules that Windows would have; `speakers` is the device that sound goes to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.speakers: Speakers | None = Speakers()
        pycaw, comtypes = ModuleType("pycaw.pycaw"), ModuleType("comtypes")
        vars(pycaw)["AudioUtilities"] = SimpleNamespace(GetSpeakers=lambda: self.speakers)
        vars(comtypes)["CoInitialize"] = lambda: None
        monkeypatch.setitem(sys.modules, "pycaw", ModuleType("pycaw"))
        monkeypatch.setitem(sys.modules, "pycaw.pycaw", pycaw)
        monkeypatch.setitem(sys.modules, "comtypes", comtypes)


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> Windows:
    return Windows(monkeypatch)


@pytest.fixture
def hands() -> Hands:
    return Hands(volume_tools(WindowsMixer()), "system.audio.")


def test_the_volume_is_set_and_taken_back(windows: Windows, hands: Hands) -> None:
    assert windows.speakers is not None
    volume = windows.speakers.EndpointVolume
    done = hands.do("change_volume", amount=20)
    assert done.verdict == "yes"
    assert volume.scalar == pytest.approx(0.6)
    muted = hands.do("mute")
    assert (muted.verdict, volume.mute) == ("yes", 1)
    muted.undo()
    done.undo()
    assert volume.mute == 0
    assert volume.scalar == pytest.approx(0.4)


def test_another_device_meanwhile_is_told(windows: Windows, hands: Hands) -> None:
    done = hands.do("set_volume", level=10)
    windows.speakers = Speakers(id="{other}", FriendlyName="Head\nphones")
    with pytest.raises(ToolFailure, match="the sound goes to Head phones now"):
        done.undo()
    windows.speakers = None
    with pytest.raises(ToolFailure, match="this machine has no sound output"):
        hands.do("get_volume")
