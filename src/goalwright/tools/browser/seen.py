"""A look at the browser from outside, for plans and for people: nothing is started, and nothing hidden is shown."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from goalwright.dataclass import dataclass
from goalwright.tools.browser.browser_files import CHANGED, TABS, TYPED, may_run, read_json
from goalwright.tools.services import BrowserChoices


@dataclass(frozen=True, slots=True, kw_only=True)
class BrowserSeen:
    """What a look at the browser tells: whether it runs, and the address of its most recent page.

    A page that `is_changed` is no longer as its address gave it: something was typed or pressed there.
    """

    is_running: bool
    url: str | None = None
    is_changed: bool = False


def browser_seen(choices: BrowserChoices) -> BrowserSeen:
    """Whether a browser runs, and where its most recent page is; a look takes milliseconds."""
    # Nothing that talks to browsers is loaded where there is none to talk to, which is the usual case.
    if not choices.cdp_url and not (choices.folder and may_run(Path(choices.folder))):
        return BrowserSeen(is_running=False)
    from goalwright.tools.browser.endpoints import recent_pages

    memory = read_json(Path(choices.folder) / TABS if choices.folder else None, {})
    pages = recent_pages(choices.cdp_url) if choices.cdp_url else _our_pages(choices.folder, memory.get("current"))
    if pages is None:
        return BrowserSeen(is_running=False)
    page = pages[0] if pages else {}
    url = _without_secrets(choices.folder, str(page.get("url", "")))
    name = page.get("targetId", page.get("id"))
    return BrowserSeen(is_running=True, url=url or None, is_changed=name in memory.get(CHANGED, ()))


def _our_pages(folder: str, current: str | None) -> list[Mapping[str, Any]] | None:
    """The pages of our own browser, the one that commands work in first; None if it does not answer."""
    from goalwright.tools.browser.browser_line import reach_browser

    try:
        with reach_browser(folder) as line:
            pages = line.pages()
    except OSError:
        return None
    return pages and sorted(pages, key=lambda page: page["targetId"] != current)


def _without_secrets(folder: str, url: str) -> str:
    """The address as it may be shown: a form may have put a secret that was typed into it."""
    if not folder or not (Path(folder) / TYPED).exists():
        return url
    from goalwright.tools.browser.secrets import Secrets

    return Secrets(folder=folder).hidden(url)
