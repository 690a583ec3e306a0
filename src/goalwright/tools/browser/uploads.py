"""Uploads: files inside the allowed folders, given to the fields of a page that take files."""

from __future__ import annotations

import mimetypes
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from goalwright.contracts import ToolCall
from goalwright.contracts.selector import Selector, SelectorStep
from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.errors import ToolFailure
from goalwright.named_tuple import NamedTuple
from goalwright.tools.browser.locating import describe, find_all, find_one
from goalwright.tools.browser.pointing import press_on
from goalwright.tools.browser.selector_arg import selector_arg

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Page

ASK_MS = 15_000
_ANY_FILE_FIELD = Selector.parse("role=file")
_FILE_FIELDS = (SelectorStep("css", "input[type=file]"),)
_FILE_FIELD = """(el) => el.matches('input[type=file]') ? el
    : el.control && el.control.type === 'file' ? el.control : el.querySelector('input[type=file]')"""
_HOLDS = "(el, field) => el === field && el.isConnected && el.files.length > 0"


class _Given(NamedTuple):
    """What an action has given to a field, with what was there from earlier ones."""

    run_id: str
    action_id: str
    field: ElementHandle
    paths: Sequence[str]


class Uploads:
    """Files that go to pages; what one command gives to one field, the field holds together."""

    def __init__(self, roots: AllowedRoots) -> None:
        self._roots = roots
        self._given: list[_Given] = []

    async def upload(self, page: Page, call: ToolCall) -> Mapping[str, Any]:
        """Give a file to the field that the selector means, or to what asks for one when it is clicked."""
        path = self._roots.check(call.args["path"])
        if not Path(path).is_file():
            raise ToolFailure(f"there is no file {call.args['path']}: name one that exists")
        element = await _taker(page, selector_arg(call), path)
        field = (await element.evaluate_handle(_FILE_FIELD)).as_element()
        if field is None:
            async with page.expect_file_chooser(timeout=ASK_MS) as chooser:
                await press_on(element)
            field = (await chooser.value).element
        await self._give(field, path, call)
        return {"uploaded": Path(path).name, "bytes": Path(path).stat().st_size}

    async def _give(self, field: ElementHandle, path: str, call: ToolCall) -> None:
        """Put a file into a field, beside those that the same run has put there; a field for one takes no second."""
        self._given = [given for given in self._given if given.run_id == call.run_id]
        before = await self._held(field, call)
        if before and not await field.evaluate("(el) => el.multiple"):
            held = PurePath(before[-1]).name
            raise ToolFailure(f"{await describe(field)} takes one file and has {held}: name another field, or one file")
        paths = [*before, path]
        await field.set_input_files(paths)
        self._given.append(_Given(call.run_id, call.action_id, field, paths))

    async def _held(self, field: ElementHandle, call: ToolCall) -> Sequence[str]:
        """The files that a field still has of other actions of this run."""
        from playwright.async_api import Error

        for given in reversed([given for given in self._given if given.action_id != call.action_id]):
            with suppress(Error):  # its page is gone
                if await given.field.evaluate(_HOLDS, field):
                    return given.paths
        return ()


async def _taker(page: Page, selector: Selector, path: str) -> ElementHandle:
    """What a file is given to; of several fields that no name tells apart, the only one that asks for its sort."""
    fields = await find_all(page, _FILE_FIELDS, "attached") if selector == _ANY_FILE_FIELD else []
    if len(fields) < 2:
        return await find_one(page, selector, "upload")
    asked = [str(await field.evaluate("(el) => el.accept")) for field in fields]
    fitting = [field for field, accepted in zip(fields, asked, strict=True) if is_accepted(path, accepted)]
    telling = [field for field, accepted in zip(fields, asked, strict=True) if accepted and field in fitting]
    meant = telling or fitting
    if len(meant) != 1:
        told = "; ".join([await describe(field) for field in meant or fields])
        raise ToolFailure(f"{Path(path).name} may go to any of {len(meant or fields)}: {told}; say which")
    return meant[0]


def is_accepted(path: str, accepted: str) -> bool:
    """Whether a file is of a sort that a field asks for, as HTML's `accept` has it; one that says nothing takes all."""
    suffix, kind = PurePath(path).suffix.casefold(), mimetypes.guess_type(path)[0] or ""
    sorts = [sort.strip().casefold() for sort in accepted.split(",") if sort.strip()]
    return not sorts or any(
        sort in (suffix, kind) or (sort.endswith("/*") and kind.startswith(sort[:-1])) for sort in sorts
    )
