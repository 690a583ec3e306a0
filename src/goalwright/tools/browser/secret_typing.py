"""Typing a secret: into one field of one document, whatever else on the page asks for the keys.

Keys go to what has the focus when they arrive, and any frame of a page can take it in between. So nothing is typed by
keys here: the text is put into the field inside its own document, in one step that no other document can come between.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from goalwright.errors import ToolFailure
from goalwright.tools.browser.input_values import VALUED
from goalwright.tools.browser.locating import describe
from goalwright.tools.browser.pointing import ACTION_MS

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle

_NOT_WRITTEN = "hidden submit button reset image checkbox radio file".split()
_FIELDS = f"input{''.join(f':not([type={kind}])' for kind in _NOT_WRITTEN)}, textarea"
_FIELD = f"""(el) => [el, el.control, el.querySelector('{_FIELDS}, [contenteditable]:not([contenteditable=false])')]
    .find((one) => one && (one.matches('{_FIELDS}') || one.isContentEditable)) || null"""
# The browser's own command writes as keys do, and where it cannot, the value is set and told as a script would.
_PUT = """(el, text) => {
    const isValued = 'value' in el, page = el.ownerDocument;
    el.focus();
    const isWritten = el.getRootNode().activeElement === el && (!isValued || el.selectionStart !== null
        || ['email', 'number'].includes(el.type));
    if (isWritten && isValued) el.select();
    else if (isWritten) page.defaultView.getSelection().selectAllChildren(el);
    if (!(isWritten && page.execCommand('insertText', false, text)) && isValued) {
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(el), 'value').set.call(el, text);
        for (const type of ['input', 'change']) el.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
    }
    for (const type of ['keydown', 'keyup']) el.dispatchEvent(
        new KeyboardEvent(type, { key: 'Shift', code: 'ShiftLeft', bubbles: true, composed: true }));
    return [isValued ? el.value : el.textContent, el.type || ''];
}"""
_EMPTY = "(el) => { if ('value' in el) el.value = ''; else el.textContent = ''; }"


async def plain_field(element: ElementHandle) -> ElementHandle:
    """The field that an element is or holds; ToolFailure for what takes its keys in some other place."""
    found = (await element.evaluate_handle(_FIELD)).as_element()
    if found is None:
        raise ToolFailure(f"a secret is typed into plain fields only, and {await describe(element)} is none: name one")
    return found


async def put_secret(field: ElementHandle, text: str) -> None:
    """Put a text into a field in place of what is there; ToolFailure if the field takes none of it, or only a part."""
    await field.focus()  # some can be edited only once they are used
    await field.wait_for_element_state("editable", timeout=ACTION_MS)
    held, kind = await field.evaluate(_PUT, text)
    if held == text or (kind not in VALUED and not (held and text.startswith(held))):
        return  # pages may write what they get their own way, and take it away
    # A part of a secret could not be told from other text.
    await field.evaluate(_EMPTY)
    if kind in VALUED:
        raise ToolFailure(f"a field for a {kind} takes no such text as that secret")
    raise ToolFailure("the field has no room for the whole secret, so nothing was left in it")
