"""Sliders that are not inputs: moved with keys until they show the value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goalwright.errors import ToolFailure
from goalwright.tools.browser.frames import page_code
from goalwright.tools.browser.pointing import ACTION_MS

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle

MOST_KEYS = 1_000
_ROUNDS = 4
_NOTHING = 1e-6
_MORE, _LESS = "ArrowRight", "ArrowLeft"
_ENDS = """(el) => ['aria-valuemin', 'aria-valuemax'].map((end) =>
    el.hasAttribute('aria-valuemin') && el.hasAttribute('aria-valuemax') ? Number(el.getAttribute(end)) : null)"""
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
    meter = _Meter(handle)
    step = await meter.step()
    for _ in range(_ROUNDS):
        value = await meter.value()
        keys = round((goal - value) / step)
        if keys == 0:
            break
        if abs(keys) > MOST_KEYS:
            raise ToolFailure(f"the slider is at {value:g}, too far from {wanted}")
        for _ in range(abs(keys)):
            await handle.press(_MORE if keys > 0 else _LESS, timeout=ACTION_MS)
    value = await meter.value()
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

    def __init__(self, handle: ElementHandle) -> None:
        self._handle = handle
        self._place: int | None = None

    async def step(self) -> float:
        """What one key changes; one is pressed to see that."""
        for key, sign in ((_MORE, 1), (_LESS, -1)):
            before = await self._values()
            await self._handle.press(key, timeout=ACTION_MS)
            after = await self._values()
            changed = [at for at, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]]
            if changed:
                self._place = changed[0]
                return sign * (after[self._place] - before[self._place])
        raise ToolFailure("that slider does not show its value, or does not move with keys: drag it by hand")

    async def value(self) -> float:
        return (await self._values())[self._place or 0]

    async def _values(self) -> list[float]:
        said = await self._handle.evaluate(_SAID)
        if said is not None:
            return [float(said)]
        frame = await self._handle.owner_frame()
        return [] if frame is None else list(await frame.evaluate(f"() => {page_code()}.shownNumbers()"))
