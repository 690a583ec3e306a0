"""What went wrong in the browser, as one plain sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from goalwright.errors import ToolFailure

if TYPE_CHECKING:
    from playwright.async_api import Error

CRASHED = "the page has crashed: reload it"
GONE = "the browser was closed or has crashed: open the page again"
_ELSEWHERE = "{url} leads to an origin that is not among the allowed ones: see allowed_origins"
# The browser's name for a network failure -> what it means for the site, and whether trying again may help.
_NETWORK: Mapping[str, tuple[str, bool]] = {
    "ERR_NAME_NOT_RESOLVED": ("there is no site {host}: check the address", False),
    "ERR_CONNECTION_REFUSED": ("{host} refuses connections: it may be down", True),
    "ERR_CONNECTION_RESET": ("{host} closed the connection: try again", True),
    "ERR_CONNECTION_CLOSED": ("{host} closed the connection: try again", True),
    "ERR_EMPTY_RESPONSE": ("{host} sent no answer: try again", True),
    "ERR_INTERNET_DISCONNECTED": ("this machine is not connected to the internet", True),
    "ERR_NETWORK_CHANGED": ("the network changed meanwhile: try again", True),
    "ERR_CONNECTION_TIMED_OUT": ("{host} did not answer in time: try again", True),
    "ERR_TIMED_OUT": ("{host} did not answer in time: try again", True),
    "ERR_ADDRESS_UNREACHABLE": ("{host} cannot be reached from here", True),
    "ERR_TOO_MANY_REDIRECTS": ("{host} redirects in a loop", False),
    "ERR_SSL_PROTOCOL_ERROR": ("{host} has no working https", False),
    "ERR_UNSAFE_PORT": ("browsers do not open that port of {host}", False),
    "ERR_INVALID_URL": ("{url} is not an address", False),
    "ERR_FILE_NOT_FOUND": ("there is no file {url}", False),
    "ERR_HTTP_RESPONSE_CODE_FAILURE": ("{host} answered with an error and no page", False),
    "ERR_BLOCKED_BY_CLIENT": (_ELSEWHERE, False),
    "ERR_PROXY_CONNECTION_FAILED": (_ELSEWHERE, False),
    "ERR_TUNNEL_CONNECTION_FAILED": (_ELSEWHERE, False),
    "ERR_ABORTED": ("{url} opened no page: it may be a download", False),
}
# A part of what Playwright says -> what it means. The last attempt it lists is what counted.
_REASONS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(<[a-z][^>]*>).*? intercepts pointer events"), "{0} covers it"),
    (re.compile(r"element is not enabled"), "it is disabled: something else may have to be filled in or ticked first"),
    (re.compile(r"element is not editable"), "it cannot be edited"),
    (re.compile(r"element is not visible"), "it cannot be seen"),
    (re.compile(r"element is not stable"), "it keeps moving"),
    (re.compile(r"element is outside of the viewport"), "it cannot be scrolled into view"),
    (re.compile(r"did not find some options"), "there is no such option"),
)
_GONE = re.compile(r"not attached to the DOM|(Element|Node) is detached|JSHandle is disposed|Frame was detached")
_LEFT = re.compile(
    r"Execution context was destroyed|Cannot find context|because of a navigation|interrupted by another"
)
_CLOSED = re.compile(r"has been closed|Target closed|Session closed|Connection closed|Browser closed")
_CODE = re.compile(r"net::(ERR_[A-Z0-9_]+)(?: at (\S+))?")
_WAITED = re.compile(r"Timeout (\d+)ms exceeded")


def plain(error: Error, *, is_browser_gone: bool, url: str = "") -> ToolFailure:
    """A failure of the browser as a sentence that a person can act on."""
    text = error.message
    if "Page crashed" in text or "Target crashed" in text:
        return ToolFailure(CRASHED)
    if is_browser_gone:
        return ToolFailure(GONE)
    if found := _CODE.search(text):
        return _network(found[1], found[2] or url)
    if "Download is starting" in text:
        return ToolFailure("that address is a download, not a page: download it from a page that links to it")
    for pattern, problem in (
        (_CLOSED, "the page was closed meanwhile: open it again"),
        (_LEFT, "the page changed to another one meanwhile: try again"),
        (_GONE, "the page removed the element meanwhile: try again"),
    ):
        if pattern.search(text):
            return ToolFailure(problem, is_transient=pattern is not _CLOSED)
    if found := _WAITED.search(text):
        return ToolFailure(_waited(text, int(found[1]) / 1000))
    first = text.splitlines()[0].partition(": ")
    return ToolFailure(f"the browser could not do that: {(first[2] or first[0])[:200]}")


def _network(code: str, url: str) -> ToolFailure:
    host = urlsplit(url).netloc.rpartition("@")[2] or url[:100] or "the site"
    if code.startswith("ERR_CERT"):
        kind = code.removeprefix("ERR_CERT_").replace("_", " ").lower()
        return ToolFailure(f"{host} cannot be trusted: its certificate is not valid ({kind})")
    problem, is_transient = _NETWORK.get(code, ("{host} could not be loaded ({code})", True))
    return ToolFailure(problem.format(host=host, url=url[:200], code=code), is_transient=is_transient)


def _waited(text: str, seconds: float) -> str:
    for pattern, reason in _REASONS:
        found = list(pattern.finditer(text))
        if found:
            return f"that could not be done within {seconds:g} s: {reason.format(*found[-1].groups())}"
    return f"the page was not ready within {seconds:g} s: try again"
