"""The tools of the volume: told, set, changed, off and on; each is read back, and can be taken back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from goalwright.contracts import Before, Tool, ToolCall, Verdict
from goalwright.errors import ToolFailure
from goalwright.tools.desktop.amounts import FULL, amount_arg, level_arg
from goalwright.tools.desktop.sound.mixer import Mixer, Output
from goalwright.tools.function_tool import FunctionTool

Wanted = Callable[[ToolCall, Before], int]

VOLUME, MUTE = "volume", "mute"
CLOSE_ENOUGH = 1
"""How many percent a device may be off: some know only a few steps."""


def volume_tools(mixer: Mixer) -> dict[str, Tool]:
    return {
        "system.audio.get_volume": FunctionTool(act=lambda _call, _before: told(mixer.default())),
        "system.audio.set_volume": _level_tool(mixer, lambda call, _before: level_arg(call, "level", "volume")),
        "system.audio.change_volume": _level_tool(mixer, _changed_level),
        "system.audio.mute": _mute_tool(mixer, is_muted=True),
        "system.audio.unmute": _mute_tool(mixer, is_muted=False),
    }


def told(output: Output) -> Mapping[str, Any]:
    """The volume for a person and for a program."""
    off = ", and the sound is off" if output.is_muted else ""
    return {
        "text": f"The volume is {output.level}%{off}.",
        "level": output.level,
        "muted": output.is_muted,
        "device": output.label,
    }


def _level_tool(mixer: Mixer, wanted: Wanted) -> FunctionTool:
    return FunctionTool(
        look_first=partial(_look, mixer, wanted),
        act=partial(_set_level, mixer, wanted),
        check=partial(_has_level, mixer, wanted),
        invert=partial(_undoable, VOLUME),
        take_back=partial(_restore_level, mixer),
        print_of=partial(print_of, mixer),
    )


def _mute_tool(mixer: Mixer, *, is_muted: bool) -> FunctionTool:
    return FunctionTool(
        look_first=lambda _call: _seen(mixer.default()),
        act=partial(_set_muted, mixer, is_muted),
        check=lambda _call, before: "yes" if mixer.output(before["output"]).is_muted == is_muted else "no",
        invert=partial(_undoable, MUTE),
        take_back=lambda _call, before, _inverse: mixer.set_muted(before["output"], before["muted"]),
        print_of=partial(print_of, mixer),
    )


def print_of(mixer: Mixer, resource: str) -> str:
    kind, _, name = resource.partition(":")
    output = mixer.output(name)
    return str(output.is_muted) if kind == MUTE else " ".join(f"{channel:.3f}" for channel in output.channels)


def _look(mixer: Mixer, wanted: Wanted, call: ToolCall) -> Before:
    seen = _seen(mixer.default())
    wanted(call, seen)
    return seen


def _seen(output: Output) -> Before:
    return {
        "output": output.name,
        "label": output.label,
        "level": output.level,
        "channels": list(output.channels),
        "muted": output.is_muted,
    }


def _changed_level(call: ToolCall, before: Before) -> int:
    """Counted from what was before, so that a second attempt adds nothing; what is amplified is never raised."""
    amount, level = amount_arg(call, "amount", "volume"), int(before["level"])
    if amount >= 0 and level >= FULL:
        return level
    return max(0, min(FULL, level + amount))


def _set_level(mixer: Mixer, wanted: Wanted, call: ToolCall, before: Before) -> Mapping[str, Any]:
    output = _same_output(mixer, before)
    level = wanted(call, before)
    if output.level != level:
        mixer.set_channels(output.name, scaled(tuple(before["channels"]), level))
    return told(mixer.output(output.name))


def scaled(channels: tuple[float, ...], level: int) -> tuple[float, ...]:
    """The channels with the loudest at the level, balanced as they were."""
    loudest = max(channels, default=0.0)
    if loudest <= 0:
        return (level / FULL,) * len(channels)
    return tuple(level / FULL * (channel / loudest) for channel in channels)


def _has_level(mixer: Mixer, wanted: Wanted, call: ToolCall, before: Before) -> Verdict:
    level = mixer.output(before["output"]).level
    return "yes" if abs(level - wanted(call, before)) <= CLOSE_ENOUGH else "no"


def _restore_level(mixer: Mixer, _call: ToolCall, before: Before, _inverse: Before) -> None:
    output = mixer.output(before["output"])
    channels = tuple(before["channels"])
    if len(channels) != len(output.channels):
        channels = scaled(output.channels, before["level"])
    mixer.set_channels(output.name, channels)


def _set_muted(mixer: Mixer, is_muted: bool, _call: ToolCall, before: Before) -> Mapping[str, Any]:
    output = _same_output(mixer, before)
    mixer.set_muted(output.name, is_muted)
    return {"text": f"The sound is {'off' if is_muted else 'on'}.", "muted": is_muted, "device": output.label}


def _undoable(kind: str, _call: ToolCall, before: Before) -> Before:
    return {"resources": [f"{kind}:{before['output']}"]}


def _same_output(mixer: Mixer, before: Before) -> Output:
    output = mixer.default()
    if output.name != before["output"]:
        raise ToolFailure(
            f"the sound goes to {output.label} now, and went to {before['label']} when this began: say it again"
        )
    return output
