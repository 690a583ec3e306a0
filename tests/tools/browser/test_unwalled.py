"""A browser with other people's pages, and ways out that no web site sees, held to the allowed origins."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from goalwright.errors import ToolFailure
from tools.browser.page_desk import PageDesk
from tools.browser.sites import Site

PATIENCE_S = 20.0
CALL = """<script>{
    const call = new RTCPeerConnection({ iceServers: [SERVER] });
    call.createDataChannel('x');
    call.createOffer().then((offer) => call.setLocalDescription(offer));
}</script>"""
RULES = """<script type=speculationrules>
    {"KIND": [{"urls": ["http://HOST/ahead"], "eagerness": "immediate"}]}
</script>"""
# What reaches neither a web site nor the place where requests are stopped.
QUIET = {
    "call": CALL.replace("SERVER", "{ urls: 'stun:HOST' }"),
    "relayed call": CALL.replace("SERVER", "{ urls: 'turn:HOST?transport=tcp', username: 'u', credential: 'c' }"),
    "transport": "<script>new WebTransport('https://HOST/t').ready.catch(() => 0)</script>",
    "loaded ahead": RULES.replace("KIND", "prefetch"),
    "shown ahead": RULES.replace("KIND", "prerender"),
}


class Listener:
    """Takes note of whatever arrives on two ports of this machine."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.tcp, self.udp = socket.socket(), socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.tcp.bind(("127.0.0.1", 0))
        self.udp.bind(("127.0.0.1", self.tcp.getsockname()[1]))
        self.tcp.listen()
        self.host = f"127.0.0.1:{self.tcp.getsockname()[1]}"
        self._threads = [threading.Thread(target=hear, daemon=True) for hear in (self._hear_tcp, self._hear_udp)]
        for thread in self._threads:
            thread.start()

    def _hear_tcp(self) -> None:
        while True:
            try:
                connection, _ = self.tcp.accept()
            except OSError:
                return
            with connection:
                connection.settimeout(1)
                try:
                    self.heard.append(connection.recv(100))
                except OSError:
                    continue  # a connection that carries nothing

    def _hear_udp(self) -> None:
        while True:
            heard = self.udp.recv(2000)
            if heard == b"end":
                return
            self.heard.append(heard)

    def close(self) -> None:
        self.tcp.shutdown(socket.SHUT_RDWR)
        self.udp.sendto(b"end", self.udp.getsockname())
        for thread in self._threads:
            thread.join()
        self.tcp.close()
        self.udp.close()


@pytest.fixture
def listener() -> Iterator[Listener]:
    listener = Listener()
    yield listener
    listener.close()


@pytest.fixture
def later() -> Iterator[Listener]:
    """One that hears nothing of what is sent again from before."""
    listener = Listener()
    yield listener
    listener.close()


@contextmanager
def guest_of(owner: PageDesk, folder: Path, *origins: str) -> Iterator[PageDesk]:
    """Another command in the owner's browser, with a list."""
    owner.command()
    guest = PageDesk(folder, cdp_url=owner.endpoint(), allowed_origins=origins)
    try:
        yield guest
    finally:
        guest.close()


def quiet_page(site: Site, listener: Listener) -> str:
    """A page that tries all of it."""
    return site.page("".join(QUIET.values()).replace("HOST", listener.host))


def test_what_no_site_sees_gets_out_only_where_there_is_no_list(
    ported_desk: PageDesk, site: Site, listener: Listener, later: Listener, tmp_path: Path
) -> None:
    ported_desk.do("navigate", url=quiet_page(site, listener))
    end = time.monotonic() + PATIENCE_S
    while not {b"GET ", b"\0\1\0\0"} <= {heard[:4] for heard in listener.heard}:
        assert time.monotonic() < end, listener.heard
        ported_desk.run(asyncio.sleep(0.05))
    ported_desk.do("navigate", url=site.page("<p>quiet"))
    walled = PageDesk(tmp_path / "walled", allowed_origins=(site.address,))
    with guest_of(ported_desk, tmp_path / "guest", site.address) as guest:
        try:
            guest.do("read")
            walled.do("navigate", url=site.page("<p>quiet"))
            for desk in (guest, walled):
                desk.do("navigate", url=quiet_page(site, later))
                desk.run(asyncio.sleep(1.5))
            assert later.heard == []
        finally:
            walled.close()


def test_workers_and_pages_that_were_there_before_are_held_too(
    ported_desk: PageDesk, site: Site, other_site: Site, tmp_path: Path
) -> None:
    away = other_site.address

    def work(who: str) -> str:
        return f"setInterval(() => fetch('{away}/{who}', {{ mode: 'no-cors' }}).catch(() => 0), 100)"

    site.pages["/worker.js"], site.pages["/shared.js"] = work("worker"), work("shared")
    site.pages["/service.js"] = (
        f"oninstall = () => skipWaiting(); onactivate = () => clients.claim(); {work('service')}"
    )
    starts = "new Worker('/worker.js'); new SharedWorker('/shared.js'); navigator.serviceWorker.register('/service.js')"
    url = site.page(f"<p>busy<script>{starts}; {work('page')}</script>")
    ported_desk.do("navigate", url=url)
    end = time.monotonic() + PATIENCE_S
    while {"/worker", "/shared", "/service", "/page"} - set(other_site.hits):
        assert time.monotonic() < end, other_site.hits
        ported_desk.run(asyncio.sleep(0.05))
    with guest_of(ported_desk, tmp_path / "guest", site.address) as guest:
        assert guest.do("read")["text"] == "busy"
        guest.run(asyncio.sleep(0.3))  # what was on its way
        other_site.hits.clear()
        guest.run(asyncio.sleep(0.7))
        assert other_site.hits == []
        sockets = [f"new WebSocket('{away}/late'.replace('http', 'ws'))", f"new EventSource('{away}/late')"]
        guest.evaluate("; ".join(sockets))
        guest.run(asyncio.sleep(0.3))
        assert other_site.hits == []


WAKING = """oninstall = () => skipWaiting(); onactivate = () => clients.claim();
    onmessage = () => new WebSocket('ws://HOST/woken');"""
KEPT = "var Kept = RTCPeerConnection, call = () => { CALL }".replace(
    "CALL", CALL.removeprefix("<script>{").removesuffix("}</script>").replace("new RTC", "new window.RTC")
)


def test_nothing_that_was_there_before_is_woken_or_calls_others(
    ported_desk: PageDesk, site: Site, listener: Listener, tmp_path: Path
) -> None:
    site.pages["/service.js"] = WAKING.replace("HOST", listener.host)
    register = "var ready = navigator.serviceWorker.register('/service.js').then(() => navigator.serviceWorker.ready)"
    call = KEPT.replace("window.RTCPeerConnection", "Kept").replace("SERVER", "{ urls: 'stun:HOST' }")
    ported_desk.do(
        "navigate", url=site.page(f"<p>busy<script>{register}; {call.replace('HOST', listener.host)}</script>")
    )
    ported_desk.evaluate("ready.then((one) => { one.active.postMessage(0); call() })")
    end = time.monotonic() + PATIENCE_S
    while not {b"GET ", b"\0\1\0\0"} <= {heard[:4] for heard in listener.heard}:
        assert time.monotonic() < end, listener.heard
        ported_desk.run(asyncio.sleep(0.05))
    ported_desk.evaluate("location.reload() && 0")
    ported_desk.do("read")
    with guest_of(ported_desk, tmp_path / "guest", site.address) as guest:
        assert guest.do("read")["text"] == "busy"
        guest.run(asyncio.sleep(0.3))  # what was on its way
        listener.heard.clear()
        guest.evaluate("void ready.then((one) => one.active.postMessage(0))")
        guest.evaluate("(() => { try { call() } catch { return 0 } })()")
        guest.run(asyncio.sleep(1))
        assert listener.heard == []


def test_a_page_of_somebody_else_keeps_its_text_and_is_held_whatever_it_did_to_its_scripts(
    ported_desk: PageDesk, site: Site, other_site: Site, tmp_path: Path
) -> None:
    spoiled = "<script>document.createElement = () => { throw 1 }; Element.prototype.append = () => 0</script>"
    ported_desk.do("navigate", url=site.page(f"<input aria-label=Name>{spoiled}"))
    ported_desk.do("type", text="bob", selector="label=Name")
    with guest_of(ported_desk, tmp_path / "guest", site.address) as guest:
        assert guest.do("read", selector="label=Name")["text"] == "bob"
        guest.evaluate(f"new WebSocket('{other_site.address}/socket'.replace('http', 'ws')) && 0")
        guest.run(asyncio.sleep(0.3))
    assert other_site.hits == []


def test_nothing_is_read_or_done_in_a_tab_that_is_elsewhere(
    ported_desk: PageDesk, site: Site, other_site: Site, tmp_path: Path
) -> None:
    ported_desk.do("navigate", url=other_site.page("<button>Go</button>"))
    with guest_of(ported_desk, tmp_path / "guest", site.address) as guest:
        steps: list[tuple[str, dict[str, Any]]] = [("read", {}), ("click", {"selector": "text=Go"}), ("screenshot", {})]
        for verb, args in steps:
            with pytest.raises(ToolFailure, match="not among the allowed origins"):
                guest.do(verb, **args)
        guest.do("navigate", url=site.page("<p>here"))
        assert guest.do("read")["text"] == "here"
        with pytest.raises(ToolFailure, match="not among the allowed origins"):
            guest.do("back")


def test_our_own_browser_is_not_used_with_a_list_that_it_was_started_without(ported_desk: PageDesk, site: Site) -> None:
    url = site.page("<p>hello")
    ported_desk.do("navigate", url=url)
    ported_desk.allowed_origins = (site.address,)
    ported_desk.command()
    steps: list[tuple[str, dict[str, Any]]] = [("read", {}), ("navigate", {"url": url})]
    for verb, args in steps:
        with pytest.raises(ToolFailure, match="close it, so that a new one keeps to them"):
            ported_desk.do(verb, **args)
    ported_desk.do("close", risk="high")
    ported_desk.do("navigate", url=url)
    assert ported_desk.do("read")["text"] == "hello"


def test_sockets_to_allowed_origins_pass_the_wall(site: Site, listener: Listener, tmp_path: Path) -> None:
    walled = PageDesk(tmp_path, allowed_origins=(site.address, f"http://{listener.host}"))
    try:
        walled.do("navigate", url=site.page("<p>home"))
        walled.evaluate(f"new WebSocket('ws://{listener.host}/fine') && 0")
        end = time.monotonic() + PATIENCE_S
        while not any(heard.startswith(b"GET /fine") for heard in listener.heard):
            assert time.monotonic() < end
            walled.run(asyncio.sleep(0.05))
    finally:
        walled.close()
