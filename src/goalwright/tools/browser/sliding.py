"""Sliders that are not inputs: moved with keys until they show the value."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from goalwright.errors import ToolFailure
from goalwright.tools.browser.in_page import look_in
from goalwright.tools.browser.pointing import ACTION_MS
from goalwright.tools.browser.waiting import until

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle

MOST_KEYS = 1_000
_ROUNDS = 4
_STRIDE = 20
"""After how many keys to look whether a slider still moves."""
# How long a page may take to show where a slider is after a key.
_SHOWING_S = 0.5
_NOTHING = 1e-6
_MORE, _LESS = "ArrowRight", "ArrowLeft"
_ENDS = """(el) => ['aria-valuemin', 'aria-valuemax'].map((end) =>
    el.hasAttribute('aria-valuemin') && el.hasAttribute('aria-valuemax') ? Number(el.getAttribute(end)) : null)"""
# What takes the keys of a slider: itself, or the part of it that can be focused.
_KEYED = "(el) => (el.matches('[tabindex]') && el) || el.querySelector('[tabindex=\"0\"]') || el"
_SAID = "(el) => el.getAttribute('aria-valuenow') === null ? null : Number(el.getAttribute('aria-valuenow'))"


async def slide(handle: ElementHandle, wanted: str) -> None:
    """Move a slider to a value with the arrow keys; ToolFailure if it does not get there."""
    try:
        goal = float(wanted.strip().rstrip("%"))
    except ValueError:
        raise ToolFailure(f"{wanted!r} is not a number: a slider takes a number") from None
    least, most = await handle.evaluate(_ENDS)
    if (least is not None and goal < least) or (most is not None and goal > most):
        raise ToolFailure(f"the slider goes from {least:g} to {most:g}: it has no {wanted}")
    keyed = (await handle.evaluate_handle(_KEYED)).as_element() or handle
    meter = _Meter(handle, keyed)
    step = await meter.step()
    value = await meter.value(goal)
    for _ in range(_ROUNDS):
        keys = round((goal - value) / step)
        if keys == 0:
            break
        if abs(keys) > MOST_KEYS:
            raise ToolFailure(f"the slider is at {value:g}, too far from {wanted}")
        await meter.press(_MORE if keys > 0 else _LESS, abs(keys))
        before, value = value, await meter.value(goal)
        if value == before:
            break
    if abs(value - goal) >= abs(step):
        raise ToolFailure(f"the slider stays at {value:g}: {wanted} is out of its reach")
    if abs(value - goal) > _NOTHING:
        raise ToolFailure(f"the slider moves by {abs(step):g} and is at {value:g} now: it has no {wanted}")


async def press_to(slider: ElementHandle, wanted: str) -> None:
    """Move a slider of the browser's own that a widget is drawn over, with keys, which the widget knows."""
    value, step = await slider.evaluate("(el) => [Number(el.value), Number(el.step) || 1]")
    keys = round((float(wanted) - value) / step)
    if abs(keys) > MOST_KEYS:
        raise ToolFailure(f"the slider is at {value:g}, too far from {wanted}")
    await slider.focus()
    for _ in range(abs(keys)):
        await slider.press(_MORE if keys > 0 else _LESS, timeout=ACTION_MS)
    if abs(await slider.evaluate("(el) => Number(el.value)") - float(wanted)) > _NOTHING:
        raise ToolFailure(f"the slider does not get to {wanted}: it moves by {step:g}")


class _Meter:
    """Where a slider's value can be read: in its own words, or in a number on the page that moves with it."""

    def __init__(self, handle: ElementHandle, keyed: ElementHandle) -> None:
        self._handle, self._keyed = handle, keyed
        self._place: int | None = None

    async def step(self) -> float:
        """What one key changes; one is pressed to see that."""
        for key, sign in ((_MORE, 1), (_LESS, -1)):
            before = await self._values()
            await self._keyed.press(key, timeout=ACTION_MS)
            changed = await until(partial(self._moved, before), _SHOWING_S)
            if changed:
                self._place, by = changed[0]
                return sign * by
        raise ToolFailure("that slider does not show its value, or does not move with keys: drag it by hand")

    async def press(self, key: str, times: int) -> None:
        """Press a key that often, or until the slider moves no further."""
        for done in range(0, times, _STRIDE):
            before = await self._values()
            for _ in range(min(_STRIDE, times - done)):
                await self._keyed.press(key, timeout=ACTION_MS)
            if not await until(partial(self._moved, before), _SHOWING_S):
                return

    async def value(self, goal: float) -> float:
        """Where the slider is, once it shows that it has come to rest."""
        await until(partial(self._is_at, goal), _SHOWING_S)
        return (await self._values())[self._place or 0]

    async def _is_at(self, goal: float) -> bool:
        return abs((await self._values())[self._place or 0] - goal) <= _NOTHING

    async def _moved(self, before: list[float]) -> list[tuple[int, float]]:
        after = await self._values()
        return [(at, new - old) for at, (old, new) in enumerate(zip(before, after, strict=False)) if new != old]

    async def _values(self) -> list[float]:
        said = await self._handle.evaluate(_SAID)
        if said is not None:
            return [float(said)]
        frame = await self._handle.owner_frame()
        return [] if frame is None else list(await look_in(frame, "() => page.shownNumbers()"))
