"""Typing a secret: into one field of one document, whatever else on the page asks for the keys.

Keys go to what has the focus when they arrive, and any frame of a page can take it in between. So nothing is typed by
keys here: the text is put into the field inside its own document, in one step that no other document can come between.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from goalwright.errors import ToolFailure
from goalwright.tools.browser.input_values import VALUED
from goalwright.tools.browser.locating import describe
from goalwright.tools.browser.page_code import script
from goalwright.tools.browser.pointing import ACTION_MS

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle

_NOT_WRITTEN = "hidden submit button reset image checkbox radio file".split()
_FIELDS = f"input{''.join(f':not([type={kind}])' for kind in _NOT_WRITTEN)}, textarea"
_FIELD = f"""(el) => [el, el.control, el.querySelector('{_FIELDS}, [contenteditable]:not([contenteditable=false])')]
    .find((one) => one && (one.matches('{_FIELDS}') || one.isContentEditable)) || null"""
_EMPTY = "(el) => { if ('value' in el) el.value = ''; else el.textContent = ''; }"


async def plain_field(element: ElementHandle) -> ElementHandle:
    """The field that an element is or holds; ToolFailure for what takes its keys in some other place."""
    found = (await element.evaluate_handle(_FIELD)).as_element()
    if found is None:
        raise ToolFailure(f"secrets are typed into plain fields only, not into {await describe(element)}: name one")
    return found


async def put_secret(field: ElementHandle, text: str) -> None:
    """Put a text into a field in place of what is there; ToolFailure if the field takes none of it, or only a part."""
    await field.focus()  # some can be edited only once they are used
    await field.wait_for_element_state("editable", timeout=ACTION_MS)
    held, kind = await field.evaluate(script("put_secret"), text)
    if held == text or (kind not in VALUED and not (held and text.startswith(held))):
        return  # pages may reformat what they get, or move it elsewhere
    # A part of a secret could not be told from other text.
    await field.evaluate(_EMPTY)
    if kind in VALUED:
        raise ToolFailure(f"that secret is not a {kind}, which is all the field takes")
    raise ToolFailure("the field has no room for the whole secret, so nothing was left in it")
