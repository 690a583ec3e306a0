"""Allowed origins: whatever a page tries, nothing reaches another one."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from goalwright.errors import SettingsError, ToolFailure
from goalwright.tools.browser import browser_line
from goalwright.tools.browser.origins import OriginGuard, origin_of, read_origin
from goalwright.tools.services import BrowserChoices
from tools.browser.escapes import ESCAPES, UNSURE, lay_out, ways_out
from tools.browser.light_browser import light_browser
from tools.browser.page_desk import PageDesk
from tools.browser.sites import Site, serving


@pytest.fixture(scope="module")
def sites() -> Iterator[tuple[Site, Site]]:
    with serving() as allowed, serving() as other:
        lay_out(allowed, other)
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
    owner = PageDesk(tmp_path_factory.mktemp("owner"), path=light_browser())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(browser_line, "IS_PRIVATE", False)
        owner.do("navigate", url=sites[0].at("/home"))
        owner.command()
        endpoint = owner.endpoint()
    folder = tmp_path_factory.mktemp("guest")
    desk = PageDesk(folder, cdp_url=endpoint, allowed_origins=(sites[0].address,))
    yield desk
    desk.close()
    owner.close()


def test_a_browser_started_with_the_list_lets_nothing_out(walled: PageDesk, sites: tuple[Site, Site]) -> None:
    assert ways_out(walled, *sites) == set()


@pytest.mark.thorough
def test_a_browser_of_somebody_else_lets_nothing_out_while_it_is_used(
    guarded: PageDesk, sites: tuple[Site, Site]
) -> None:
    assert ways_out(guarded, *sites) == set()


@pytest.mark.thorough
def test_the_escapes_would_reach_the_other_site_if_they_were_allowed(desk: PageDesk, sites: tuple[Site, Site]) -> None:
    assert ways_out(desk, *sites) >= ESCAPES.keys() - UNSURE


def test_the_list_holds_when_the_command_has_ended(walled: PageDesk, sites: tuple[Site, Site]) -> None:
    allowed, other = sites
    script = f"setInterval(() => fetch('{other.address}/late', {{ mode: 'no-cors' }}), 50)"
    walled.do("navigate", url=allowed.page(f"<script>{script}</script>"))
    walled.command()
    time.sleep(0.5)
    assert other.hits.count("/late") == 0


def test_an_address_elsewhere_is_refused_with_what_would_allow_it(walled: PageDesk, sites: tuple[Site, Site]) -> None:
    allowed, other = sites
    for url in (other.at("/x"), allowed.at("/0/away")):
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
        ("https://example.com./", "https://example.com."),
        ("https://EXAMPLE.com@evil.com", "https://evil.com"),
        ("http://example.com\\@evil.com", "http://evil.com"),
        ("https://bücher.example", "https://xn--bcher-kva.example"),
        ("https://straße.example", ""),
        ("https://example.com\uff0f.evil.com", ""),
        ("http://[::1", ""),
        ("http://2130706433/", "http://2130706433"),
        ("http://[::1]:80/", "http://[::1]"),
        ("file:///etc/passwd", ""),
        ("https://example.com:port/", ""),
        ("about:blank", ""),
    ],
)
def test_the_origin_of_an_address_is_its_scheme_host_and_port(url: str, origin: str) -> None:
    assert origin_of(url) == origin


@pytest.mark.parametrize(
    "text",
    [
        "",
        "https://",
        "https://a.com/path",
        "*.example.com/x",
        "file:///x",
        "https://a.com?x",
        "https://a@b.com",
        "data:x",
    ],
)
def test_what_is_no_origin_is_refused_in_the_settings(text: str) -> None:
    with pytest.raises(SettingsError, match="is not an origin"):
        read_origin(text)


@pytest.mark.parametrize("text", ["*", "https://*.example.com", "https://a;b.com", "https://<local>", "a,b.com"])
def test_what_could_mean_several_hosts_is_refused_in_the_settings(text: str) -> None:
    with pytest.raises(SettingsError, match=r"is not a single host|is not an origin"):
        read_origin(text)


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "chrome://settings",
        "devtools://devtools/bundled/inspector.html",
        "view-source:http://127.0.0.1/",
        "javascript:alert(1)",
        "data:text/html,hello",
        "blob:http://127.0.0.1/x",
        "about:blank",
        "filesystem:http://127.0.0.1/x",
        "ws://127.0.0.1/",
        "ftp://127.0.0.1/",
        " http://127.0.0.1/",
        "//127.0.0.1/",
        "",
    ],
)
def test_only_web_addresses_are_opened(url: str) -> None:
    with pytest.raises(ToolFailure, match="only http and https addresses are opened"):
        OriginGuard(BrowserChoices()).check(url)


@pytest.mark.parametrize(
    ("url", "is_fine"),
    [
        ("http://127.0.0.1:8000/x", True),
        ("about:blank", True),
        ("blob:http://127.0.0.1:8000/1-2-3", True),
        ("chrome-error://chromewebdata/", True),
        ("http://127.0.0.1:8001/x", False),
        ("https://127.0.0.1:8000/x", False),
        ("blob:http://127.0.0.1:8001/1-2-3", False),
        ("file:///home", False),
        ("chrome://settings/passwords", False),
        ("devtools://devtools/x", False),
        ("view-source:http://127.0.0.1:8000/x", False),
    ],
)
def test_nothing_is_done_in_a_page_that_is_elsewhere(url: str, is_fine: bool) -> None:
    guard = OriginGuard(BrowserChoices(allowed_origins=("http://127.0.0.1:8000",)))
    if is_fine:
        guard.check_page(url)
        return
    with pytest.raises(ToolFailure, match=r"not allowed|not among the allowed"):
        guard.check_page(url)


def test_a_wall_names_every_port_so_that_no_other_is_let_through(tmp_path: Path) -> None:
    guard = OriginGuard(BrowserChoices(allowed_origins=("example.com", "http://127.0.0.1:8000")))
    assert guard.launch_flags()[2] == ("--host-resolver-rules=MAP * ~NOTFOUND,EXCLUDE example.com,EXCLUDE 127.0.0.1")
    assert guard.launch_flags()[1] == (
        "--proxy-bypass-list=<-loopback>;https://example.com:443;http://127.0.0.1:8000;"
        "wss://example.com:443;ws://127.0.0.1:8000"
    )
    assert OriginGuard(BrowserChoices()).launch_flags() == []
