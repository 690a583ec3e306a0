"""What a site answers while something is being sent: requests on their way, and the answers that count."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Frame, Page, Request, Response

_READING_S = 2.0
_MOST = 10_000
_FOLLOWED = frozenset({"document", "fetch", "xhr", "script"})
_BAD = 400
_DOCUMENTS = 20
_REDIRECTS = range(300, 400)
_MADE = frozenset({201, 204, 205})
_NAMING = frozenset({"PUT", "PATCH", "DELETE"})
"""Methods that name what they change, so that any good answer says that it was changed."""
UNREACHED = 1_000
"""What stands for an answer that never came, as the connection broke."""
_GIVEN_UP = "net::ERR_ABORTED"


class PageAnswers:
    """What the site of one page was asked: the first request for another page, and what else.

    `asked` are the requests for documents, of frames too; `is_writing` says that one of all was to change something.
    """

    def __init__(self) -> None:
        self.sent: Request | None = None
        self.leading: Request | None = None
        """The last request for another page."""
        self.asked: list[Request] = []
        self.is_writing = False
        self.last_s = 0.0
        """When the last answer was complete."""
        self.open: dict[Request, float] = {}
        self.written: list[int] = []
        self.read: list[tuple[str, int]] = []
        self.last_written: Response | None = None
        self.is_lost = False
        """Whether the connection broke on the way to another page."""
        self.is_made = False
        """Whether an answer says by its status that something was made, changed or removed."""

    @property
    def is_led_on(self) -> bool:
        """Whether the site answered what was sent to it by leading on to another page, or its script has done so."""
        before = (request.redirected_from for request in self.asked)
        is_taken = bool(self.written) and max(self.written) < _BAD
        is_left = is_taken and any(request.method == "GET" for request in self.asked)
        return is_left or any(each is not None and each.method == "POST" for each in before)

    @property
    def failed_write(self) -> int:
        """The site's answer to what was sent in the background, if it took none of it."""
        return self.written[-1] if self.written and min(self.written) >= _BAD else 0

    def failed_read(self, usual: Collection[str] = ()) -> int:
        """The site's answer to what it was asked in the background, if it gave none and was sent nothing else.

        What the page asks for as `usual`, whatever is pressed, says nothing of the press.
        """
        read = [status for asked, status in self.read if asked not in usual]
        return read[-1] if read and not self.is_writing and min(read) >= _BAD else 0


class SiteAnswers:
    """The requests of a browser's pages from now on, until `stop`. A page that is only just opened is among them.

    What only `reads` is waited for that long: some sites keep it open, and some ask again and again.
    """

    def __init__(self, page: Page, reads: frozenset[str], reading_s: float) -> None:
        self._context, self._reads, self._reading_s = page.context, reads, reading_s
        self._pages: defaultdict[Page, PageAnswers] = defaultdict(PageAnswers)
        self._clock = asyncio.get_running_loop().time
        self._began = self._clock()
        self.hear: Mapping[str, Callable[[Any], None]] = {
            "request": self._asked,
            "response": self._answered,
            "requestfinished": self._over,
            "requestfailed": self._failed,
        }
        _listen(self, page.context)

    def stop(self) -> None:
        _hearers[self._context].discard(self)

    def of(self, page: Page) -> PageAnswers:
        return self._pages[page]

    def is_quiet(self, page: Page) -> bool:
        """Whether nothing is on its way; another page is waited for as what is sent is."""
        return not any(
            request.method not in self._reads
            or request is self.of(page).leading
            or (self._is_awaited(at) and self._clock() < at + self._reading_s)
            for request, at in self.of(page).open.items()
        )

    async def data(self, page: Page) -> str:
        """What came back for what was last sent in the background, if that is data."""
        response = self.of(page).last_written
        with suppress(Exception):  # it may be large, or gone with its page
            if response is not None and "json" in response.headers.get("content-type", ""):
                async with asyncio.timeout(_READING_S):
                    return (await response.text())[:_MOST]
        return ""

    def _is_awaited(self, asked: float) -> bool:
        return asked < self._began + self._reading_s

    def _asked(self, request: Request) -> None:
        frame = _frame(request)
        if frame is None or request.resource_type not in _FOLLOWED:
            return
        answers = self.of(frame.page)
        answers.open[request] = self._clock()
        is_before = answers.sent is None or request.is_navigation_request()  # what comes later is of the page it led to
        answers.is_writing |= is_before and request.method not in self._reads and _is_own(request, frame)
        if request.is_navigation_request():
            answers.asked = [*answers.asked, request][:_DOCUMENTS]
        if _is_for_page(request, frame):
            answers.sent, answers.leading, answers.is_lost = answers.sent or request, request, False

    def _answered(self, response: Response) -> None:
        request, frame = response.request, _frame(response.request)
        if frame is None or request.resource_type not in _FOLLOWED:
            return
        if request.method not in self._reads:
            is_named = request.method in _NAMING and response.ok
            self.of(frame.page).is_made |= response.status in _MADE or is_named
        if _is_for_page(request, frame):
            return
        if _is_own(request, frame):
            answers = self.of(frame.page)
            self._note(answers, request, response.status)
            if request.method not in self._reads:
                answers.last_written = response

    def _failed(self, request: Request) -> None:
        self._over(request)
        frame = _frame(request)
        if frame is None or request.resource_type not in _FOLLOWED or request.failure == _GIVEN_UP:
            return
        if _is_for_page(request, frame):
            self.of(frame.page).is_lost = True
        elif _is_own(request, frame):
            self._note(self.of(frame.page), request, UNREACHED)

    def _note(self, answers: PageAnswers, request: Request, status: int) -> None:
        if request.method not in self._reads:
            answers.written.append(status)
        elif not request.is_navigation_request() and status not in _REDIRECTS:
            answers.read.append((question(request.url), status))

    def _over(self, request: Request) -> None:
        frame = _frame(request)
        asked = None if frame is None else self.of(frame.page).open.pop(request, None)
        if frame is None or asked is None:
            return
        if request.method not in self._reads or self._is_awaited(asked):
            self.of(frame.page).last_s = self._clock()


# Those that hear of what the pages of a browser ask for. Beginning and ending to listen takes a message each time.
_hearers: WeakKeyDictionary[BrowserContext, set[SiteAnswers]] = WeakKeyDictionary()


def _listen(hearer: SiteAnswers, context: BrowserContext) -> None:
    """Let one more hear what a browser's pages ask for, which is listened to from the first time on."""
    if context not in _hearers:
        _hearers[context] = set()
        for event in hearer.hear:
            context.on(event, partial(_tell, _hearers[context], event))  # type: ignore[call-overload]  # each of its own
    _hearers[context].add(hearer)


def _tell(hearers: Collection[SiteAnswers], event: str, told: Any) -> None:
    for each in hearers:
        each.hear[event](told)


def question(url: str) -> str:
    """What an address asks for, whatever the values in it: those of a page that asks again and again often change."""
    place, _, asked = url.partition("#")[0].partition("?")
    return f"{place}?{'&'.join(part.partition('=')[0] for part in asked.split('&'))}"


def _frame(request: Request) -> Frame | None:
    with suppress(Exception):  # what a worker asks for has none
        return request.frame
    return None


def _is_for_page(request: Request, frame: Frame) -> bool:
    return request.is_navigation_request() and frame.parent_frame is None


def _is_own(request: Request, frame: Frame) -> bool:
    """Whether a request goes to the site that asks for it: to its page's, or to its frame's."""
    return _site(request.url) in (_site(frame.page.url), _site(frame.url))


def _site(url: str) -> str:
    """The name of a site without those of its parts: `api.example.com` belongs to `www.example.com`."""
    return ".".join((urlsplit(url).hostname or "").rsplit(".", 2)[-2:])
