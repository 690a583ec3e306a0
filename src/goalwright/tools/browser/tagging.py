"""Fields that make a tag of each word that is entered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goalwright.errors import ToolFailure
from goalwright.tools.browser.locating import describe
from goalwright.tools.browser.pointing import ACTION_MS, press_on
from goalwright.tools.browser.waiting import until

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle

TAKING_S = 2.0
# What a tag field is in: by the marks that such widgets have.
_BOX = "[class*=tag i], [class*=token i], [class*=chip i], [class*=pill i], [class*=multi i]"
_IS_TAGGED = f"(el) => Boolean(el.closest('{_BOX}'))"
# Whether a text stands as a tag of its own beside the field, which is empty again.
_IS_TAKEN = f"""(el, text) => {{
    const boxes = [], around = (one) => one && one.closest('{_BOX}');
    for (let box = around(el); box && boxes.length < 4; box = around(box.parentElement)) boxes.push(box);
    const bare = (one) => (one.innerText || '').replace(/[\\u00d7\\u2715\\u2716\\s]+$/, '').trim();
    const says = (one) => one !== el && !el.contains(one) && bare(one) === text;
    return boxes.some((box) => [...box.querySelectorAll('*')].some(says))
        && !(('value' in el ? el.value : el.innerText) || '').includes(text); }}"""


# How many tags of the page say a text: some pages put another field in the place of the one that was used.
_TAGS = f"""(text) => [...document.querySelectorAll('{_BOX}')].filter((one) => one.getClientRects().length
    && (one.innerText || '').replace(/[\\u00d7\\u2715\\u2716\\s]+$/, '').trim() === text).length"""


async def is_tag_field(control: ElementHandle) -> bool:
    return bool(await control.evaluate(_IS_TAGGED))


async def add_tag(control: ElementHandle, text: str) -> str:
    """Enter a word as a tag, read back; ToolFailure if no tag comes of it."""
    if await control.evaluate(_IS_TAKEN, text):
        return text
    frame = await control.owner_frame()
    before = await frame.evaluate(_TAGS, text) if frame is not None else 0
    await press_on(control)
    await control.type(text, timeout=ACTION_MS)
    await control.press("Enter", timeout=ACTION_MS)

    async def is_taken() -> bool:
        if frame is not None and not await control.evaluate("(el) => el.isConnected"):
            return bool(await frame.evaluate(_TAGS, text) > before)
        return bool(await control.evaluate(_IS_TAKEN, text))

    if not await until(is_taken, TAKING_S):
        raise ToolFailure(f"{await describe(control)} made no tag of {text!r}: look at it")
    return text
