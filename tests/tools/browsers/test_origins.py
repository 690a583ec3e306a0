"""Allowed origins: whatever a page tries, nothing reaches another one."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from goalwright.errors import SettingsError, ToolFailure
from goalwright.tools.browsers.origins import OriginGuard, origin_of, read_origin
from goalwright.tools.browsers.process import find_running
from goalwright.tools.services import BrowserChoices
from tools.browsers.page_desk import PageDesk, one_empty_tab
from tools.browsers.sites import Answer, Site, serving

SOCKET = "new WebSocket('{other}/socket'.replace('http', 'ws'))"
FETCH = "fetch('{other}/fetched', {{ mode: 'no-cors' }})"
# Ways out of an allowed page, each as the page's body.
ESCAPES = {
    "image": "<img src='{other}/image'>",
    "script": "<script src='{other}/script.js'></script>",
    "style": "<link rel=stylesheet href='{other}/style'>",
    "preload": "<link rel=preload as=image href='{other}/preload'>",
    "prefetch": "<link rel=prefetch href='{other}/prefetch'>",
    "frame": "<iframe src='{other}/frame'></iframe>",
    "object": "<object data='{other}/object'></object>",
    "fetch": f"<script>{FETCH}</script>",
    "request": "<script>var r = new XMLHttpRequest(); r.open('GET', '{other}/xhr'); r.send()</script>",
    "beacon": "<script>navigator.sendBeacon('{other}/beacon', 'data')</script>",
    "event source": "<script>new EventSource('{other}/events')</script>",
    "socket": f"<script>{SOCKET}</script>",
    "socket in a frame": '<iframe srcdoc="<script>{socket_in_frame}</script>"></iframe>',
    "redirected image": "<img src='/away'>",
    "redirected fetch": "<script>fetch('/away', {{ mode: 'no-cors' }})</script>",
    "redirected frame": "<iframe src='/away'></iframe>",
    "location": "<script>location = '{other}/location'</script>",
    "refresh": "<meta http-equiv=refresh content='0;url={other}/refresh'>",
    "form": "<form action='{other}/form' method=post></form><script>document.forms[0].submit()</script>",
    "popup": "<script>onclick = () => window.open('{other}/popup')</script>",
    "link in a new tab": "<script>onclick = () => document.querySelector('a').click()</script>"
    "<a target=_blank rel=noopener href='{other}/tab'></a>",
    "worker": "<script>new Worker('/worker.js')</script>",
    "blob worker": "<script>new Worker(URL.createObjectURL(new Blob([`{work}`])))</script>",
    "shared worker": "<script>new SharedWorker('/worker.js')</script>",
    "service worker": "<script>navigator.serviceWorker.register('/service.js')</script>",
}  # fmt: skip


@pytest.fixture(scope="module")
def sites() -> Iterator[tuple[Site, Site]]:
    with serving() as allowed, serving() as other:
        work = f"{FETCH.format(other=other.address)}; {SOCKET.format(other=other.address)}"
        allowed.pages["/worker.js"] = work
        allowed.pages["/service.js"] = f"oninstall = () => {{ {work} }}"
        allowed.pages["/away"] = Answer(status=302, headers={"Location": other.at("/redirected")})
        allowed.page("<p>home", path="/home")
        for number, body in enumerate(ESCAPES.values()):
            filled = body.format(
                other=other.address, socket_in_frame=SOCKET.format(other=other.address).replace('"', "'"), work=work
            )
            allowed.page(f"<button>go</button>{filled}", path=f"/escape{number}")
        yield allowed, other


@pytest.fixture(scope="module")
def walled(sites: tuple[Site, Site], tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageDesk]:
    """A browser that was started with the list."""
    desk = PageDesk(tmp_path_factory.mktemp("walled"), allowed_origins=(sites[0].address,))
    desk.do("navigate", url=sites[0].at("/home"))
    yield desk
    desk.close()


@pytest.fixture(scope="module")
def guarded(sites: tuple[Site, Site], tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageDesk]:
    """A browser that somebody else started without any list."""
    owner = PageDesk(tmp_path_factory.mktemp("owner"))
    owner.do("navigate", url=sites[0].at("/home"))
    owner.command()
    running = find_running(owner.choices.folder)
    assert running is not None
    folder = tmp_path_factory.mktemp("guest")
    desk = PageDesk(folder, cdp_url=running.endpoint, allowed_origins=(sites[0].address,))
    yield desk
    desk.close()
    owner.close()


def try_to_escape(desk: PageDesk, sites: tuple[Site, Site], name: str) -> list[str]:
    allowed, other = sites
    other.hits.clear()
    number = list(ESCAPES).index(name)
    with suppress(ToolFailure):
        desk.do("navigate", url=allowed.at(f"/escape{number}"))
        if "onclick" in ESCAPES[name]:
            desk.do("click", selector="text=go")
    # What would get out does so at once; a little time is given to what begins by itself.
    desk.run(asyncio.sleep(0.3))
    desk.run(one_empty_tab(desk))
    return list(other.hits)


@pytest.mark.parametrize("name", ESCAPES)
def test_a_browser_started_with_the_list_lets_nothing_out(
    walled: PageDesk, sites: tuple[Site, Site], name: str
) -> None:
    assert try_to_escape(walled, sites, name) == []


@pytest.mark.parametrize("name", ESCAPES)
def test_a_browser_of_somebody_else_lets_nothing_out_while_it_is_used(
    guarded: PageDesk, sites: tuple[Site, Site], name: str
) -> None:
    assert try_to_escape(guarded, sites, name) == []


def test_the_escapes_would_reach_the_other_site_if_they_were_allowed(desk: PageDesk, sites: tuple[Site, Site]) -> None:
    held = [name for name in ESCAPES if name not in ("preload", "prefetch") and not try_to_escape(desk, sites, name)]
    assert held == []


def test_the_list_holds_when_the_command_has_ended(walled: PageDesk, sites: tuple[Site, Site]) -> None:
    allowed, other = sites
    script = f"setInterval(() => fetch('{other.address}/late', {{ mode: 'no-cors' }}), 50)"
    walled.do("navigate", url=allowed.page(f"<script>{script}</script>"))
    walled.command()
    time.sleep(0.5)
    assert other.hits.count("/late") == 0


def test_an_address_elsewhere_is_refused_with_what_would_allow_it(walled: PageDesk, sites: tuple[Site, Site]) -> None:
    allowed, other = sites
    for url in (other.at("/x"), allowed.at("/away")):
        with pytest.raises(ToolFailure, match="not among the allowed"):
            walled.do("navigate", url=url)
    walled.do("navigate", url=allowed.page(f"<a href='{other.at('/x')}'>go</a>"))
    with pytest.raises(ToolFailure, match="not among the allowed origins"):
        walled.do("click", selector="text=go")
    assert not [hit for hit in other.hits if hit == "/x"]


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://Example.com/a?b#c", "https://example.com"),
        ("https://example.com:443", "https://example.com"),
        ("http://example.com:8080/", "http://example.com:8080"),
        ("wss://example.com/socket", "https://example.com"),
        ("https://user:pass@evil.com/https://example.com", "https://evil.com"),
        ("https://example.com.evil.com", "https://example.com.evil.com"),
        ("https://example.com./", "https://example.com"),
        ("http://[::1]:80/", "http://[::1]"),
        ("file:///etc/passwd", ""),
        ("https://example.com:port/", ""),
        ("about:blank", ""),
    ],
)
def test_the_origin_of_an_address_is_its_scheme_host_and_port(url: str, origin: str) -> None:
    assert origin_of(url) == origin


@pytest.mark.parametrize(
    "text", ["", "https://", "https://a.com/path", "*.example.com/x", "file:///x", "https://a.com?x"]
)
def test_what_is_no_origin_is_refused_in_the_settings(text: str) -> None:
    with pytest.raises(SettingsError, match="is no origin"):
        read_origin(text)


def test_a_wall_names_every_port_so_that_no_other_is_let_through(tmp_path: Path) -> None:
    guard = OriginGuard(BrowserChoices(allowed_origins=("example.com", "http://127.0.0.1:8000")))
    assert guard.launch_flags()[1] == (
        "--proxy-bypass-list=<-loopback>;https://example.com:443;http://127.0.0.1:8000;"
        "wss://example.com:443;ws://127.0.0.1:8000"
    )
    assert OriginGuard(BrowserChoices()).launch_flags() == []
