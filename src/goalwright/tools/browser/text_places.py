"""Adding to a text at its end, its start, or beside one of its lines, in fields and editors of every sort."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goalwright.errors import ToolFailure
from goalwright.tools.browser.locating import describe
from goalwright.tools.browser.page_code import script
from goalwright.tools.browser.pointing import ACTION_MS, press_on

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle

PLACES = frozenset({"end", "start", "after", "before"})
"""Modes of typing that put a line somewhere into a text."""
_HELD = "(el) => 'value' in el && typeof el.value === 'string' ? el.value : null"
_KEYS = {"end": ("ControlOrMeta+End",), "start": ("ControlOrMeta+Home",)}
_TAKER = "(el) => el.isContentEditable ? el : el.querySelector('[contenteditable]:not([contenteditable=false])')"
# Puts the cursor at the end, or the start, of the line that says something; whether there is just one.
_TO_LINE = """(el, [line, isAfter]) => {
    const says = (one) => one.innerText.trim() === line.trim();
    const found = [...el.querySelectorAll('p, li, div, h1, h2, h3, h4, h5, h6, blockquote, pre')].filter(says)
        .filter((one, _at, all) => !all.some((other) => other !== one && one.contains(other)));
    if (found.length !== 1) return false;
    const selection = el.ownerDocument.defaultView.getSelection();
    el.focus();
    selection.selectAllChildren(found[0]);
    if (isAfter) selection.collapseToEnd(); else selection.collapseToStart();
    return true; }"""


def edited(held: str, text: str, mode: str, line: str) -> str | None:
    """A text with a line added; None if the line that it is to stand beside is not there exactly once."""
    if mode == "end":
        joint = "" if not held or held.endswith("\n") else "\n"
        return f"{held}{joint}{text}"
    if mode == "start":
        return f"{text}\n{held}" if held else text
    lines = held.split("\n")
    at = [place for place, each in enumerate(lines) if each.strip().casefold() == line.strip().casefold()]
    if len(at) != 1:
        return None
    place = at[0] + (mode == "after")
    return "\n".join([*lines[:place], text, *lines[place:]])


async def put_line(element: ElementHandle, text: str, mode: str, line: str) -> None:
    """Put a line into what an element holds, and read it back; ToolFailure if the place for it cannot be found."""
    in_editor = await element.evaluate(script("editor_text"))
    held = in_editor if in_editor is not None else await element.evaluate(_HELD)
    if held is None:
        await _put_by_keys(element, text, mode, line)
        return
    wanted = edited(str(held), text, mode, line)
    if wanted is None:
        raise ToolFailure(f"{await describe(element)} does not have the line {line!r} exactly once: name another")
    if in_editor is None:
        await element.fill(wanted, timeout=ACTION_MS)
        return
    await replace_in_editor(element, wanted)


async def replace_in_editor(editor: ElementHandle, wanted: str) -> None:
    """Put a text in place of all that a code editor holds, with its own keys, and read it back."""
    frame = await editor.owner_frame()
    if frame is None:
        raise ToolFailure("the page has changed meanwhile: try again")
    await press_on(editor)
    await frame.page.keyboard.press("ControlOrMeta+a")
    await (frame.page.keyboard.insert_text(wanted) if wanted else frame.page.keyboard.press("Delete"))
    held = await editor.evaluate(script("editor_text"))
    if str(held).rstrip() != wanted.rstrip():
        raise ToolFailure(f"{await describe(editor)} holds {str(held)[:60]!r} now, not what was typed: look at it")


async def _put_by_keys(element: ElementHandle, text: str, mode: str, line: str) -> None:
    taker = (await element.evaluate_handle(_TAKER)).as_element()
    frame = None if taker is None else await taker.owner_frame()
    if taker is None or frame is None:
        raise ToolFailure(f"nothing can be typed into {await describe(element)}: name a field")
    keyboard, is_empty = frame.page.keyboard, not str(await taker.evaluate("(el) => el.innerText")).strip()
    await taker.focus()
    if mode in _KEYS:
        await keyboard.press(_KEYS[mode][0])
    elif not await taker.evaluate(_TO_LINE, [line, mode == "after"]):
        raise ToolFailure(f"{await describe(element)} does not have the line {line!r} exactly once: name another")
    if mode in ("end", "after") and not is_empty:
        await keyboard.press("Enter")
    await keyboard.insert_text(text)
    if mode in ("start", "before") and not is_empty:
        await keyboard.press("Enter")
    if text.split("\n", maxsplit=1)[0] not in str(await taker.evaluate("(el) => el.innerText")):
        raise ToolFailure(f"{await describe(element)} did not take the text: look at it")
