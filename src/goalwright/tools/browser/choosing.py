"""Choosing: options of lists of every sort, values of spinners and sliders, and text."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from goalwright.contracts import ToolCall, Verdict
from goalwright.contracts.selector import Selector, SelectorStep
from goalwright.errors import ToolFailure
from goalwright.language.tables import words
from goalwright.named_tuple import NamedTuple
from goalwright.tools.browser.at_once import at_once
from goalwright.tools.browser.cell_editing import CELLS, edit_cell
from goalwright.tools.browser.date_parts import set_date_parts
from goalwright.tools.browser.each import is_for_all
from goalwright.tools.browser.filling import fill, held_value
from goalwright.tools.browser.in_page import hold_in, look_in
from goalwright.tools.browser.lists import choose_in_list, choose_in_menu, seen_before, take_in_list, take_suggestion
from goalwright.tools.browser.locating import act_on, describe, find_all, find_one, look_at, look_at_all
from goalwright.tools.browser.options import (
    ANYTHING,
    OPTIONS,
    Option,
    choose_options,
    is_pattern,
    matching,
    pieces_of,
    positions_of,
)
from goalwright.tools.browser.page_code import script
from goalwright.tools.browser.pointing import ACTION_MS, press_on
from goalwright.tools.browser.revealing import reveal
from goalwright.tools.browser.selector_arg import optional_selector
from goalwright.tools.browser.tagging import add_tag, is_tag_field
from goalwright.tools.browser.text_adding import added_to_text
from goalwright.tools.browser.text_places import replace_in_editor
from goalwright.tools.browser.transferring import MOVES, transfer
from goalwright.tools.browser.waiting import until
from goalwright.tools.browser.widgets import clock_or_calendar, set_widget

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Locator, Page

_NATIVE = (SelectorStep("css", "select"),)
_VALUES = frozenset({"spinbutton", "slider", "textbox", "searchbox", "date", "time", "color"})
_WRITTEN = frozenset({"textbox", "searchbox"})
_LISTS = frozenset({"combobox", "listbox", "menu", "menubar", "radiogroup", "tablist", "list", "tree", "grid"})
_CHOICES = frozenset(
    {"option", "radio", "menuitem", "menuitemradio", "menuitemcheckbox", "tab", "treeitem", "gridcell"}
)
# Whether one of the browser's own lists has just one option with exactly that name, and it can be chosen.
_HAS = """(el) => {
    const isReady = page.isReady(el, purpose) && !el.multiple;
    const having = isReady ? [...el.options].filter((option) => option.label === %s) : [];
    return having.length === 1 && !having[0].disabled && !having[0].closest('optgroup[disabled]');
}"""
_SHOWN = f"(el) => [({OPTIONS})(el), page.chosenIn(el)]"
_IS_CUT = "(el) => el.offsetWidth < 2 || el.offsetHeight < 2"
_WIDGET = """(el) => [el.nextElementSibling, el.previousElementSibling].filter(Boolean)
    .map((one) => (one.matches('[role=combobox]') ? one : one.querySelector('[role=combobox]')))
    .find((one) => one && one.checkVisibility()) || null"""
SUGGESTING_S = 3.0
_LISTED = 10


class Kind(NamedTuple):
    """What a control is that is not one of the browser's own lists."""

    role: str
    is_editable: bool
    is_rich: bool
    has_popup: bool
    is_menu: bool
    is_called_so: bool
    has_text: bool


async def select(page: Page, call: ToolCall) -> Mapping[str, Any]:
    """Choose an option, or several named together, in the list that the selector means, or the only one there is.

    What is not a list but has a value gets that value, a field of text only if it is to be set; in anything else the
    named text is selected.
    """
    wanted, selector, is_set = call.args["option"], optional_selector(call), call.args.get("mode") == "set"
    chosen: list[str] = []
    if selector and call.args.get("mode") in MOVES:
        return {"selected": await transfer(page, selector, wanted, call.args["mode"])}
    if selector and is_for_all(selector):
        return {"selected": await _set_each(page, selector, wanted)}
    if selector and call.args.get("mode") == "add" and await added_to_text(page, selector, wanted):
        return {"selected": [wanted]}

    async def at_any(element: ElementHandle) -> None:
        chosen.extend(await _chosen(element, wanted, is_set=is_set))

    def by_label(spot: Locator) -> Awaitable[object]:
        return spot.select_option(label=wanted, timeout=ACTION_MS)

    if selector and await at_once(page, selector, "select", by_label, fits=_HAS % json.dumps(wanted)):
        return {"selected": [wanted]}
    if selector and (choice := await _choice_by(page, selector, wanted)) is not None:
        await press_on(choice)
        chosen.append(wanted)
    elif selector:
        await act_on(page, selector, "select", at_any)
    else:
        await at_any(await _control(page, wanted))
    return {"selected": chosen}


async def is_selected(page: Page, call: ToolCall) -> Verdict:
    """Whether the list shows what was chosen, where that can be read."""
    wanted, selector = call.args["option"], optional_selector(call)
    if call.args.get("mode") in MOVES:
        return "yes"  # read back when it was moved
    if selector and is_for_all(selector):
        return await _are_set(page, selector, pieces_of(wanted))
    try:
        if selector:
            options, chosen = await look_at(page, selector, "select", _SHOWN, patience_s=0.5)
        else:
            options, chosen = await look_in(await _control(page, wanted), _SHOWN)
        if options is not None:
            meant = {options[at][0] for at in positions_of(wanted, options)}
            return "yes" if meant <= set(chosen) else "no"
        control = await (find_one(page, selector, "select", patience_s=0.5) if selector else _control(page, wanted))
    except ToolFailure:
        return "unobservable"  # lists close, and pages go on, once something is chosen
    expected = {wanted.casefold().strip(), wanted.strip().rstrip("%"), (await held_value(control, wanted)).casefold()}
    return "yes" if expected & {str(name).casefold() for name in chosen} else "unobservable"


async def _are_set(page: Page, selector: Selector, values: Sequence[str]) -> Verdict:
    shown = await look_at_all(page, selector.steps, "select", "(el) => page.chosenIn(el)")
    is_shown = len(shown) == len(values) and all(value in held for value, held in zip(values, shown, strict=True))
    return "yes" if is_shown else "unobservable"


async def _set_each(page: Page, selector: Selector, wanted: str) -> list[str]:
    """Give each of several things its own of the values that are named in a row, in the order of reading."""
    controls, values = await find_all(page, selector.steps, "select"), pieces_of(wanted)
    if len(controls) != len(values):
        raise ToolFailure(f"there are {len(controls)} of {selector.words()} on this page, and {len(values)} values")
    for control, value in zip(controls, values, strict=True):
        await _chosen(control, value, is_set=True)
    return list(values)


async def _chosen(control: ElementHandle, wanted: str, *, is_set: bool) -> list[str]:
    if await set_date_parts(control, wanted):
        return [wanted]
    if await look_in(control, "(el) => page.roleOf(el)") in CELLS:
        await edit_cell(control, wanted)
        return [wanted]
    options = await control.evaluate(OPTIONS)
    if options is not None:
        return await _chosen_natively(control, wanted, options, is_set=is_set)
    kind = Kind(**await look_in(control, "(el, wanted) => page.kindOf(el, wanted)", wanted))
    if kind.is_editable and is_pattern(wanted):
        option, name = await suggested(control, wanted)
        await (control.fill(name, timeout=ACTION_MS) if option is None else press_on(option))
        return [name]
    if await set_widget(control, wanted):
        return [wanted]
    pieces = pieces_of(wanted)
    if len(pieces) > 1 and kind.role in _LISTS | _WRITTEN and not kind.is_rich:
        return await _chosen_together(control, kind, wanted, pieces, is_set=is_set)
    return [await _chosen_in(control, kind, wanted, is_set=is_set)]


async def _chosen_natively(
    control: ElementHandle, wanted: str, options: Sequence[Option], *, is_set: bool
) -> list[str]:
    if not _has(options, wanted) and (widget := await _widget_of(control)) is not None:
        return [await choose_in_list(widget, wanted, is_editable=False)]
    if is_set and not _has(options, wanted) and (mate := await _mate_of(control)) is not None:
        await fill(mate, wanted)
        return [wanted]
    return await choose_options(control, wanted, options, is_added=not is_set)


async def _mate_of(control: ElementHandle) -> ElementHandle | None:
    """The field that holds the value where the list beside it only tells what is done with it."""
    return (await hold_in(control, "(el) => page.rowMate(el)")).as_element()


async def _widget_of(control: ElementHandle) -> ElementHandle | None:
    """What stands for a list of the browser's own that is hidden, and may get its options only when it is opened."""
    return (
        None
        if await control.is_visible() and not await control.evaluate(_IS_CUT)
        else (await control.evaluate_handle(_WIDGET)).as_element()
    )


async def _chosen_together(
    control: ElementHandle, kind: Kind, wanted: str, pieces: Sequence[str], *, is_set: bool
) -> list[str]:
    """Choose several that are named together, unless that is the name of one; what is not a list gets all of it."""
    taken = await take_in_list(control, wanted, is_editable=kind.is_editable)
    if taken is not None:
        return [taken]
    first = await take_in_list(control, pieces[0], is_editable=kind.is_editable)
    if first is None:
        return [await _chosen_in(control, kind, wanted, is_set=is_set)]
    return [first, *[await _chosen_in(control, kind, piece, is_set=is_set) for piece in pieces[1:]]]


async def _chosen_in(control: ElementHandle, kind: Kind, wanted: str, *, is_set: bool) -> str:
    if kind.role in _WRITTEN and is_set and await control.evaluate(script("editor_text")) is not None:
        await replace_in_editor(control, wanted)
        return wanted
    if kind.role in _LISTS or (kind.role in _WRITTEN and not kind.is_editable):
        return await choose_in_list(control, wanted, is_editable=kind.is_editable)
    if kind.role in _WRITTEN and not kind.is_rich and (taken := await take_suggestion(control, wanted)) is not None:
        return taken
    if kind.role in _WRITTEN and await is_tag_field(control):
        return await add_tag(control, wanted)
    if kind.role in _WRITTEN and not kind.is_rich and not is_set:
        await control.fill("", timeout=ACTION_MS)  # what was typed to look for it
        raise ToolFailure(f"{await describe(control)} has no {wanted!r} to choose: it is a field to type into")
    if kind.role in _VALUES and not kind.is_rich:
        await fill(control, wanted)
        await control.press("Tab", timeout=ACTION_MS)
        return wanted
    if kind.role in _CHOICES and (kind.is_called_so or not kind.has_popup):
        await press_on(control)
        return wanted
    if kind.is_menu and not kind.has_text:
        return await choose_in_menu(control, wanted)
    return await _selected_text(control, wanted)


async def _choice_by(page: Page, selector: Selector, wanted: str) -> ElementHandle | None:
    """The radio button of that name in the part of the page with the field's name, if that is not a field itself."""
    first, *more = selector.steps
    if first.way != "field" or more:
        return None
    fields = await look_at_all(page, (first,), "select", "page.isControl")
    steps = (SelectorStep("item", first.value), SelectorStep("role", role="radio", name=wanted))
    if any(fields):
        return None
    found = await find_all(page, steps, "click")
    if not found and not fields and await reveal(page, steps, "click", {}):
        found = await find_all(page, steps, "click")
    return found[0] if len(found) == 1 else None


async def _control(page: Page, wanted: str) -> ElementHandle:
    """What to choose from when no list is named: the only one that has the option, else the only one there is."""
    looking = f"(el) => page.isListShown(el) ? ({OPTIONS})(el) : []"
    lists = await find_all(page, _NATIVE, "select")
    having = [one for one in lists if _has(await look_in(one, looking), wanted)]
    if len(having) == 1:
        return having[0]
    if not having:
        choices = await find_all(page, (SelectorStep("role", role="option", name=wanted),), "click")
        if len(choices) == 1:
            own = await choices[0].evaluate_handle("(el) => el.closest('select') || el")
            return own.as_element() or choices[0]
    if is_pattern(wanted) and not lists:
        return await find_one(page, Selector.parse("role=textbox"), "select")
    field = await clock_or_calendar(page, wanted)
    return await find_one(page, Selector.parse("role=combobox"), "select") if field is None else field


def _has(options: Sequence[Option], wanted: str) -> bool:
    with suppress(ToolFailure):
        return bool(positions_of(wanted, options))
    return False


async def _selected_text(element: ElementHandle, wanted: str) -> str:
    is_whole = wanted.strip().casefold() in words("pages", "whole_text")
    selected = await element.evaluate(script("select_text"), [wanted, is_whole])
    if selected is None:
        raise ToolFailure(f"there is no {wanted!r} in {await describe(element)}: name a list, or a text in it")
    return str(selected)


async def suggested(control: ElementHandle, wanted: str) -> tuple[ElementHandle | None, str]:
    """What a field suggests that fits a pattern, once its beginning is typed: what to click for it, and its name."""
    start = wanted.partition(ANYTHING)[0].strip()
    before = await seen_before(control)
    await control.fill("", timeout=ACTION_MS)
    await control.type(start, timeout=ACTION_MS)
    names: list[str] = []

    async def fitting() -> list[str]:
        names[:] = await look_in(control, "(el, before) => page.suggestedBy(el, before)", before)
        name = matching(wanted, names)
        return [] if name is None else [name]

    if not (found := await until(fitting, SUGGESTING_S)):
        seen = ", ".join(map(repr, names[:_LISTED])) or "nothing"
        raise ToolFailure(f"no suggestion is like {wanted!r}: there is {seen}")
    looking = "(el, [name, before]) => page.optionOf(el, name, before)"
    return (await hold_in(control, looking, [found[0], before])).as_element(), found[0]
