"""Downloads: what pages offer, kept whole in a folder under safe names."""

from __future__ import annotations

import asyncio
import hashlib
import os
import re
import unicodedata
from asyncio import Future
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, BinaryIO

from goalwright.contracts import ToolCall
from goalwright.disk import folder_times
from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.disk.atomic import temp_name, write_whole
from goalwright.disk.disk_failures import go_on, told
from goalwright.disk.prints import print_of_resource
from goalwright.errors import ToolFailure
from goalwright.tools.browser.locating import describe, find_one
from goalwright.tools.browser.pointing import press_on
from goalwright.tools.browser.selector_arg import selector_arg
from goalwright.tools.browser.waiting import until

if TYPE_CHECKING:
    from playwright.async_api import Download, ElementHandle, Frame, Page, Response

OFFER_MS = 15_000
OFFER_S = 0.1
ERRORS = 400
PIECE = 1 << 20
LONGEST_NAME = 150
MOST_READ = 500
MOST_ALIKE = 1_000
_UNSAFE = re.compile(r'[\\/:*?"<>|\x00-\x1f\x7f]+')
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])\s*(\.|$)")
_LOST_AT_ENDS = ". "
_READ_BY_SHELLS = ("-", "~")
_IS_FILE = "() => !['text/html', 'application/xhtml+xml'].includes(document.contentType)"
_SAVE = """() => { const link = document.createElement('a');
    link.href = location.href; link.download = '';
    document.documentElement.append(link); link.click(); link.remove(); }"""


class Transfers:
    """Files that come from pages, inside the allowed folders."""

    def __init__(self, roots: AllowedRoots, downloads: str, hidden: Callable[[str], str] = str) -> None:
        self._roots = roots
        self._hidden = hidden
        self._folder = downloads or str(Path("~/Downloads").expanduser())
        self._kept: dict[tuple[str, str], Mapping[str, Any]] = {}

    async def download(self, page: Page, call: ToolCall) -> Mapping[str, Any]:
        """Click what offers a download, and keep what comes in the downloads folder, whole."""
        element = await find_one(page, selector_arg(call), "click")
        return await self.keep(await self._offered(page, element), call)

    async def keep(self, offered: Download, call: ToolCall) -> Mapping[str, Any]:
        """Put what a page offers into the downloads folder once it is here; where it is, and what it is called."""
        source = await offered.path()  # waits until all of it is here
        problem = await offered.failure()
        if problem is not None:
            raise ToolFailure(f"the download failed: {problem}", is_transient=True)
        name = safe_name(self._hidden(offered.suggested_filename))
        kept = await asyncio.to_thread(self._keep, str(source), name, call)
        await offered.delete()
        self._kept[call.run_id, call.action_id] = kept
        told_of = {field: value for field, value in kept.items() if field != "times"}
        return {**told_of, "url": offered.url[:2_000]}

    async def received(self, call: ToolCall, _before: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """What undo needs: the file that the download made."""
        kept = self._kept.get((call.run_id, call.action_id))
        return None if kept is None else {**kept, "resources": [f"path:{kept['path']}"]}

    def print_of(self, resource: str) -> str:
        """The fingerprint of a download, or of the time of the folder it is in."""
        is_time = resource.startswith(folder_times.RESOURCE)
        return (folder_times.print_of_time if is_time else print_of_resource)(self._roots, resource)

    async def remove(self, _call: ToolCall, _before: Mapping[str, Any], inverse: Mapping[str, Any]) -> None:
        """Remove a download, if it is still there and still the file that came."""
        await asyncio.to_thread(self._remove, inverse)

    async def _offered(self, page: Page, element: ElementHandle) -> Download:
        """What a click brings: a download, or a file that the browser shows instead, which is downloaded from there."""
        described = await describe(element)
        with _awaited(page) as (offered, shown, opened):
            await press_on(element)
            either: set[Future[Any]] = {offered, shown, opened}
            await asyncio.wait(either, timeout=OFFER_MS / 1000, return_when=asyncio.FIRST_COMPLETED)
            if opened.done() and not offered.done():
                await _save_opened(opened.result(), offered)
            elif shown.done() and not offered.done():
                await _save_shown(page, described, shown.result())
                await asyncio.wait({offered}, timeout=OFFER_MS / 1000)
                await page.go_back()
            if not offered.done():
                raise ToolFailure(f"{described} offered no download within {OFFER_MS // 1000} s")
            return offered.result()

    def _keep(self, source: str, name: str, call: ToolCall) -> Mapping[str, Any]:
        """Put a file into the downloads folder under the first name that is free."""
        folder = self._roots.check(self._folder)
        Path(folder).mkdir(parents=True, exist_ok=True)
        was, size = folder_times.time_of(self._roots, folder), Path(source).stat().st_size
        for candidate in _names(name):
            path = str(Path(folder) / candidate)
            with told("write", path), self._roots.opened(path) as spot, Path(source).open("rb") as opened:
                try:
                    write_whole(spot.fd, spot.name, _pieces(call, opened), temp=temp_name(call), replace=False)
                except FileExistsError:
                    continue
                written = os.stat(spot.name, dir_fd=spot.fd, follow_symlinks=False).st_size
            if written != size:
                raise ToolFailure(f"{path} has {written} bytes instead of {size}: download it again")
            times = {folder: [was, folder_times.time_of(self._roots, folder)]}
            return {"path": path, "name": candidate, "bytes": size, "sha256": _digest(Path(source)), "times": times}
        raise ToolFailure(f"{self._folder} is full of files called {name}: remove some")

    def _remove(self, inverse: Mapping[str, Any]) -> None:
        path = inverse["path"]
        with told("remove", path), self._roots.opened(path) as spot:
            try:
                file = spot.open_regular()
            except FileNotFoundError:
                return
            with os.fdopen(file, "rb") as opened:
                if hashlib.file_digest(opened, "sha256").hexdigest() != inverse["sha256"]:
                    raise ToolFailure(f"{path} was changed since it was downloaded: remove it yourself")
            os.unlink(spot.name, dir_fd=spot.fd)
        folder_times.put_times_back(self._roots, inverse.get("times", {}))


def _pieces(call: ToolCall, opened: BinaryIO) -> Iterator[bytes]:
    while piece := opened.read(PIECE):
        go_on(call)
        yield piece


async def until_offered(offers: Sequence[Download]) -> None:
    """Wait a moment for a download that a press may have begun."""

    async def has_come() -> bool:
        return bool(offers)

    await until(has_come, OFFER_S, pause_s=0.01)


@contextmanager
def _awaited(page: Page) -> Iterator[tuple[Future[Download], Future[Response], Future[Page]]]:
    """What a click is going to bring: a download, a file or an error in the page's place, or another page."""
    loop = asyncio.get_running_loop()
    offered: Future[Download] = loop.create_future()
    shown: Future[Response] = loop.create_future()
    opened: Future[Page] = loop.create_future()
    last: list[Response] = []

    def came(download: Download) -> None:
        if not offered.done():
            offered.set_result(download)

    def answered(response: Response) -> None:
        if response.request.is_navigation_request() and response.frame == page.main_frame:
            last[:] = [response]

    def moved(frame: Frame) -> None:
        if frame == page.main_frame and last and not shown.done() and _is_no_page(last[0]):
            shown.set_result(last[0])

    def parted(other: Page) -> None:
        other.on("download", came)
        if not opened.done():
            opened.set_result(other)

    page.on("download", came)
    page.on("popup", parted)
    page.on("response", answered)
    page.on("framenavigated", moved)
    try:
        yield offered, shown, opened
    finally:
        page.remove_listener("download", came)
        page.remove_listener("popup", parted)
        page.remove_listener("response", answered)
        page.remove_listener("framenavigated", moved)
        offered.cancel()
        shown.cancel()


def _is_no_page(response: Response) -> bool:
    """Whether a site answers with an error, or with a file that the browser shows."""
    kind = response.headers.get("content-type", "text/html").partition(";")[0].strip().casefold()
    return response.status >= ERRORS or kind not in ("text/html", "application/xhtml+xml")


async def _save_opened(other: Page, offered: Future[Download]) -> None:
    """Have the browser save the file that a page of its own shows, and close that; other pages may still offer one."""
    from playwright.async_api import Error

    is_file = False
    with suppress(Error):  # one that only brings a download is closed by the browser itself
        await other.wait_for_load_state("domcontentloaded", timeout=OFFER_MS)
        is_file = bool(await other.evaluate(_IS_FILE))
        if is_file:
            await other.evaluate(_SAVE)
    await asyncio.wait({offered}, timeout=OFFER_MS / 1000)
    if is_file:
        await other.close()


async def _save_shown(page: Page, described: str, response: Response) -> None:
    """Have the browser save what it shows; an error page is left again, and is a ToolFailure."""
    if response.status >= ERRORS:
        await page.go_back()
        raise ToolFailure(f"{described} leads nowhere: the site answered {response.status} {response.status_text}")
    await page.evaluate(_SAVE)


def safe_name(offered: str) -> str:
    """A file name that stays in its folder on every system, as close to the offered one as possible."""
    begin, end = offered[:MOST_READ], offered[-MOST_READ:] if len(offered) > MOST_READ else ""
    name = unicodedata.normalize("NFC", f"{begin}{end}").replace("\\", "/").rpartition("/")[2]
    name = "".join(char for char in name if char.isprintable())
    name = _UNSAFE.sub("_", name).strip(_LOST_AT_ENDS) or "download"
    if _RESERVED.match(name) or name.startswith(_READ_BY_SHELLS):
        name = f"_{name}"
    stem, suffix = PurePath(name).stem, PurePath(name).suffix[:20].rstrip(_LOST_AT_ENDS)
    while len(f"{stem}{suffix}".encode()) > LONGEST_NAME:
        stem = stem[:-1]
    return f"{stem}{suffix}"


def _names(name: str) -> Iterator[str]:
    stem, suffix = PurePath(name).stem, PurePath(name).suffix
    yield name
    yield from (f"{stem} ({number}){suffix}" for number in range(1, MOST_ALIKE))


def _digest(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()
