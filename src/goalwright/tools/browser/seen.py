"""A look at the browser from outside, for plans and for people: nothing is started, and nothing hidden is shown."""

from __future__ import annotations

from pathlib import Path

from goalwright.dataclass import dataclass
from goalwright.tools.browser.browser_files import TYPED, port_file
from goalwright.tools.services import BrowserChoices


@dataclass(frozen=True, slots=True, kw_only=True)
class BrowserSeen:
    """What a look at the browser tells: whether it runs, and the address of its most recent page."""

    is_running: bool
    url: str | None = None


def browser_seen(choices: BrowserChoices) -> BrowserSeen:
    """Whether a browser runs, and where its most recent page is; a look takes milliseconds."""
    endpoint = choices.cdp_url
    # Nothing that talks to browsers is loaded where there is none to talk to, which is the usual case.
    if not endpoint and not (choices.folder and port_file(Path(choices.folder)).exists()):
        return BrowserSeen(is_running=False)
    from goalwright.tools.browser.endpoints import recent_pages
    from goalwright.tools.browser.process import find_running

    if not endpoint and (running := find_running(choices.folder)) is not None:
        endpoint = running.endpoint
    pages = recent_pages(endpoint)
    if pages is None:
        return BrowserSeen(is_running=False)
    url = str(pages[0].get("url", "")) if pages else ""
    return BrowserSeen(is_running=True, url=_without_secrets(choices.folder, url) or None)


def _without_secrets(folder: str, url: str) -> str:
    """The address as it may be shown: a form may have put a secret that was typed into it."""
    if not folder or not (Path(folder) / TYPED).exists():
        return url
    from goalwright.tools.browser.secrets import Secrets

    return Secrets(folder=folder).hidden(url)
