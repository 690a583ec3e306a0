"""The Mixer of Windows: its core audio, through pycaw."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from goalwright.errors import ToolFailure
from goalwright.tools.desktop.sound.labels import label
from goalwright.tools.desktop.sound.mixer import Output


class WindowsMixer:
    """Sound through the device that Windows calls its speakers; Windows has one volume for all its channels."""

    def default(self) -> Output:
        speakers = _speakers()
        volume = speakers.EndpointVolume
        return Output(
            name=str(speakers.id),
            label=label(speakers.FriendlyName) or "the speakers",
            channels=(float(volume.GetMasterVolumeLevelScalar()),),
            is_muted=bool(volume.GetMute()),
        )

    def output(self, name: str) -> Output:
        found = self.default()
        if found.name != name:
            raise ToolFailure(f"the sound goes to {found.label} now: choose the former output again")
        return found

    def set_channels(self, name: str, channels: tuple[float, ...]) -> None:
        self.output(name)
        _speakers().EndpointVolume.SetMasterVolumeLevelScalar(max(channels, default=0.0), None)

    def set_muted(self, name: str, is_muted: bool) -> None:
        self.output(name)
        _speakers().EndpointVolume.SetMute(int(is_muted), None)


def _speakers() -> Any:
    import_module("comtypes").CoInitialize()  # once in every thread that asks; asking again does no harm
    speakers = import_module("pycaw.pycaw").AudioUtilities.GetSpeakers()
    if speakers is None:
        raise ToolFailure("this machine has no sound output: connect speakers or headphones")
    return speakers
