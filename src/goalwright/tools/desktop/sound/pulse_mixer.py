"""The Mixer of Linux: PulseAudio, or PipeWire that speaks its language."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from goalwright.errors import ToolFailure
from goalwright.tools.desktop.displays import lacks_package
from goalwright.tools.desktop.sound.labels import label
from goalwright.tools.desktop.sound.mixer import Output

_SYSTEM_WIDE = "/var/run/pulse/native"
_NO_SERVER = "no sound server is running: start PipeWire or PulseAudio, or log in on the desktop"
_NO_OUTPUT = "this machine has no sound output: connect speakers or headphones"
_STAND_IN = "auto_null"
"""What PulseAudio plays to while there is no device."""


class PulseMixer:
    """Sound through PulseAudio's protocol; each call has a connection of its own, so any thread may call."""

    def default(self) -> Output:
        with _connected() as pulse:
            name = pulse.server_info().default_sink_name
            if not name or name == _STAND_IN:
                raise ToolFailure(_NO_OUTPUT)
            return _told(_sink(pulse, name))

    def output(self, name: str) -> Output:
        with _connected() as pulse:
            return _told(_sink(pulse, name))

    def set_channels(self, name: str, channels: tuple[float, ...]) -> None:
        with _connected() as pulse:
            sink = _sink(pulse, name)
            sink.volume.values = list(channels)
            pulse.volume_set(sink, sink.volume)

    def set_muted(self, name: str, is_muted: bool) -> None:
        with _connected() as pulse:
            pulse.mute(_sink(pulse, name), is_muted)


def pulse_missing() -> str:
    """Why there is no sound here and what to do about it; empty if there seems to be. Only files are looked at."""
    if lacking := lacks_package("pulsectl"):
        return lacking
    server = os.environ.get("PULSE_SERVER", "")
    if server:
        path = server.removeprefix("unix:")
        is_there = not path.startswith("/") or Path(path).exists()
    else:
        is_there = any(socket.exists() for socket in _sockets())
    return "" if is_there else _NO_SERVER


def _sockets() -> Iterator[Path]:
    if folder := os.environ.get("PULSE_RUNTIME_PATH"):
        yield Path(folder, "native")
    if folder := os.environ.get("XDG_RUNTIME_DIR"):
        yield Path(folder, "pulse", "native")
    yield Path(_SYSTEM_WIDE)


@contextmanager
def _connected() -> Iterator[Any]:
    try:
        import pulsectl  # type: ignore[import-untyped]  # it brings no types
    except OSError:
        raise ToolFailure("PulseAudio's library is not installed: `sudo apt-get install libpulse0`") from None
    try:
        with pulsectl.Pulse("goalwright", connect=False) as pulse:
            _connect(pulse)
            yield pulse
    except pulsectl.PulseError as error:
        raise ToolFailure(f"the sound server failed ({type(error).__name__}): try again") from None


def _connect(pulse: Any) -> None:
    """Connect without `timeout`, which makes pulsectl wait for the whole of it each time; libpulse has its own."""
    from pulsectl import PulseError

    try:
        pulse.connect(autospawn=False)
    except PulseError:
        raise ToolFailure(_NO_SERVER) from None


def _sink(pulse: Any, name: str) -> Any:
    found = next((sink for sink in pulse.sink_list() if sink.name == name), None)
    if found is None:
        raise ToolFailure(f"the sound output {name} is gone: connect it again")
    return found


def _told(sink: Any) -> Output:
    return Output(
        name=sink.name,
        label=label(sink.description) or sink.name,
        channels=tuple(sink.volume.values),
        is_muted=bool(sink.mute),
    )
