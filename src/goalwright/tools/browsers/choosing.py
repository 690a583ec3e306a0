"""Choosing: options of lists of every sort, values of spinners and sliders, and text."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from goalwright.contracts import ToolCall, Verdict
from goalwright.errors import ToolFailure
from goalwright.tools.browsers.at_once import at_once
from goalwright.tools.browsers.filling import fill, held_value
from goalwright.tools.browsers.frames import page_code
from goalwright.tools.browsers.locating import Found, act_on, describe, find_all, find_one, look_at
from goalwright.tools.browsers.options import OPTIONS, choose_options, no_option, positions_of
from goalwright.tools.browsers.pointing import ACTION_MS, press_on
from goalwright.tools.browsers.selectors import Step, parse_selector
from goalwright.tools.browsers.suggestions import is_pattern, matching, suggested
from goalwright.tools.browsers.widgets import clock_or_calendar, set_widget

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Page

OPENING_S = 2.0
_PAUSE_S = 0.05
_NATIVE = parse_selector("css=select")
_VALUES = frozenset({"spinbutton", "slider", "textbox", "searchbox", "date", "time", "color"})
_LISTS = frozenset(
    {"combobox", "listbox", "menu", "menubar", "radiogroup", "tablist", "list", "tree", "grid", "button"}
)
_CHOICES = frozenset(
    {"option", "radio", "menuitem", "menuitemradio", "menuitemcheckbox", "tab", "treeitem", "gridcell"}
)
_WHOLE = frozenset({"text", "all", "all text", "everything", "the text", "all the text", "whole text"})
# Selects a text in an element, or all of it; what was selected, null if the text is not in it.
_SELECT_TEXT = """(el, [wanted, isWhole]) => {
    const clean = (text) => text.replace(/\\s+/g, ' ').trim();
    const walker = document.createTreeWalker(el, NodeFilter.SHOW_TEXT), places = [];
    let text = '';
    while (walker.nextNode()) for (let at = 0; at < walker.currentNode.length; at += 1) {
        const char = /\\s/.test(walker.currentNode.data[at]) ? ' ' : walker.currentNode.data[at];
        if (char === ' ' && text.endsWith(' ')) continue;
        text += char;
        places.push([walker.currentNode, at]);
    }
    const from = text.toLowerCase().indexOf(clean(wanted).toLowerCase()), range = document.createRange();
    if (from < 0 && !isWhole) return null;
    if (from < 0) range.selectNodeContents(el);
    else {
        range.setStart(...places[from]);
        const [node, at] = places[from + clean(wanted).length - 1];
        range.setEnd(node, at + 1);
    }
    const editor = el.closest('[contenteditable]:not([contenteditable=false])');
    if (editor) editor.focus();
    const selection = getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
    return clean(String(selection));
}"""
# Whether a list of the browser's own has just one option that is called so, letter by letter, and can be chosen.
_HAS = """(el) => {
    const having = page.isReady(el, purpose) ? [...el.options].filter((option) => option.label === %s) : [];
    return having.length === 1 && !having[0].disabled && !having[0].closest('optgroup[disabled]');
}"""
_SHOWN = f"(el) => [({OPTIONS})(el), page.chosenIn(el)]"


async def select(page: Page, call: ToolCall) -> Mapping[str, Any]:
    """Choose an option, or several named together, in the list that the selector means, or the only one there is.

    What is no list but has a value gets it; in anything else the text that is named is selected.
    """
    wanted, selector = call.args["option"], call.args.get("selector")
    chosen: list[str] = []

    async def at_any(found: Found) -> None:
        chosen.extend(await _chosen(found.element, wanted))

    if selector and await at_once(
        page,
        selector,
        "select",
        lambda spot: spot.select_option(label=wanted, timeout=ACTION_MS),
        fits=_HAS % json.dumps(wanted),
    ):
        return {"selected": [wanted]}
    if selector:
        await act_on(page, selector, "select", at_any)
    else:
        await at_any(Found(await _control(page, wanted)))
    return {"selected": chosen}


async def is_selected(page: Page, call: ToolCall) -> Verdict:
    """Whether the list shows what was chosen, where that can be read."""
    wanted, selector = call.args["option"], call.args.get("selector")
    try:
        if selector:
            options, chosen = await look_at(page, selector, "select", _SHOWN, patience_s=0.5)
        else:
            looking = f"(el) => {{ const page = {page_code()}; return ({_SHOWN})(el); }}"
            options, chosen = await (await _control(page, wanted)).evaluate(looking)
        if options is not None:
            names = [name for name, _ in options]
            return "yes" if {names[at] for at in positions_of(wanted, names)} <= set(chosen) else "no"
        control = await (find_one(page, selector, "select", patience_s=0.5) if selector else _control(page, wanted))
    except ToolFailure:
        return "unobservable"  # lists close, and pages go on, once something is chosen
    expected = {wanted.casefold().strip(), wanted.strip().rstrip("%"), (await held_value(control, wanted)).casefold()}
    return "yes" if expected & {str(name).casefold() for name in chosen} else "unobservable"


async def _chosen(control: ElementHandle, wanted: str) -> list[str]:
    looking = f"""(el) => {{ const page = {page_code()}, role = page.roleOf(el);
        return [role, ({OPTIONS})(el), page.isEditable(el), !!el.getAttribute('aria-haspopup'),
            el.isContentEditable]; }}"""
    role, options, is_editable, has_popup, is_rich = await control.evaluate(looking)
    if options is not None:
        return await choose_options(control, wanted, options)
    if is_editable and is_pattern(wanted):
        option, name = await suggested(control, wanted)
        await (control.fill(name, timeout=ACTION_MS) if option is None else press_on(option))
        return [name]
    if await set_widget(control, wanted):
        return [wanted]
    if is_rich:
        return [await _selected_text(control, wanted)]
    if role in _VALUES:
        await fill(control, wanted)
        await control.press("Tab", timeout=ACTION_MS)
    elif role in _CHOICES:
        await press_on(control)
    elif role in _LISTS and (role != "button" or has_popup):
        await press_on(await _option(control, wanted, is_editable=is_editable))
    else:
        return [await _selected_text(control, wanted)]
    return [wanted]


async def _control(page: Page, wanted: str) -> ElementHandle:
    """What to choose from when no list is named: the only one that has the option, else the only one there is."""
    looking = f"(el) => {page_code()}.isListShown(el) ? ({OPTIONS})(el).map(([name]) => name) : []"
    lists = await find_all(page, _NATIVE, "select")
    having = [one for one in lists if _has(await one.evaluate(looking), wanted)]
    if len(having) == 1:
        return having[0]
    if not having:
        choices = await find_all(page, (Step(way="role", role="option", name=wanted),), "click")
        if len(choices) == 1:
            own = await choices[0].evaluate_handle("(el) => el.closest('select') || el")
            return own.as_element() or choices[0]
    if is_pattern(wanted) and not lists:
        return await find_one(page, "role=textbox", "select")
    field = await clock_or_calendar(page, wanted)
    return await find_one(page, "role=combobox", "select") if field is None else field


def _has(names: Sequence[str], wanted: str) -> bool:
    is_there = wanted.lower().strip() in (name.lower() for name in names)
    return is_there or (is_pattern(wanted) and matching(wanted, names) is not None)


async def _option(control: ElementHandle, wanted: str, *, is_editable: bool) -> ElementHandle:
    """The option of a list that the page has built itself, which is opened, and typed into, if need be."""
    option = await _shown_option(control, wanted, 0)
    if option is None:
        if await control.get_attribute("aria-expanded") != "true":
            await press_on(control)
        option = await _shown_option(control, wanted, OPENING_S)
    if option is None and is_editable:
        await control.fill(wanted, timeout=ACTION_MS)
        option = await _shown_option(control, wanted, OPENING_S)
    if option is None:
        names = await control.evaluate(f"(el) => {page_code()}.optionNames(el)")
        with suppress(Exception):  # closing the list again is a courtesy
            await control.press("Escape", timeout=ACTION_MS)
        raise ToolFailure(no_option(wanted, names))
    return option


async def _shown_option(control: ElementHandle, wanted: str, patience_s: float) -> ElementHandle | None:
    loop = asyncio.get_running_loop()
    end = loop.time() + patience_s
    while True:
        looking = f"(el, [wanted, isOpen]) => {page_code()}.optionOf(el, wanted, isOpen)"
        found = (await control.evaluate_handle(looking, [wanted, patience_s > 0])).as_element()
        if found is not None or loop.time() >= end:
            return found
        await asyncio.sleep(_PAUSE_S)


async def _selected_text(element: ElementHandle, wanted: str) -> str:
    is_whole = wanted.strip().casefold() in _WHOLE
    selected = await element.evaluate(_SELECT_TEXT, [wanted, is_whole])
    if selected is None:
        raise ToolFailure(
            f"there is no {wanted!r} to select in {await describe(element)}: name a list, or a text in it"
        )
    return str(selected)
