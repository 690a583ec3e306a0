"""A session: one command continues where the last one ended, whatever happened to the browser in between."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.errors import ToolFailure
from goalwright.store.machine_locks import machine_locks
from goalwright.tools.browser import halting, navigating, session
from goalwright.tools.browser.browser_family import missing
from goalwright.tools.browser.process import find_running, is_alive
from goalwright.tools.browser.seen import browser_seen
from goalwright.tools.services import BrowserChoices, Services
from tools.browser.page_desk import PageDesk
from tools.browser.sites import Answer, Site


def test_a_later_command_finds_the_page_its_cookies_and_what_was_typed(own_whole_desk: PageDesk, site: Site) -> None:
    url = site.page("<input aria-label=Name><script>document.cookie = 'seen=yes'</script>")
    assert "note" not in own_whole_desk.do("navigate", url=url)
    own_whole_desk.do("type", text="bob", selector="label=Name")
    pid = own_whole_desk.pid()
    own_whole_desk.command()
    assert is_alive(pid)
    assert own_whole_desk.do("read", selector="label=Name")["text"] == "bob"
    assert own_whole_desk.evaluate("document.cookie") == "seen=yes"
    assert own_whole_desk.pid() == pid
    assert browser_seen(own_whole_desk.choices).url == url


def test_after_a_crash_the_next_command_starts_a_new_browser_and_says_so(own_whole_desk: PageDesk, site: Site) -> None:
    url = site.page("<p>hello")
    own_whole_desk.do("navigate", url=url)
    own_whole_desk.kill()
    own_whole_desk.command()
    with pytest.raises(ToolFailure, match="the browser was closed or has crashed"):
        own_whole_desk.do("read")
    assert "a new one was started" in own_whole_desk.do("navigate", url=url)["note"]
    assert own_whole_desk.do("read")["text"] == "hello"


def test_a_browser_that_crashes_during_a_command_is_noticed_and_replaced(own_desk: PageDesk, site: Site) -> None:
    url = site.page("<p>hello")
    own_desk.do("navigate", url=url)
    own_desk.kill()
    with pytest.raises(ToolFailure, match="the browser was closed or has crashed"):
        own_desk.do("click", selector="text=hello")
    assert "a new one was started" in own_desk.do("navigate", url=url)["note"]
    assert "note" not in own_desk.do("read")


def test_a_closed_browser_is_gone_and_the_next_one_needs_no_note(own_desk: PageDesk, site: Site) -> None:
    url = site.page("<p>hello")
    own_desk.do("navigate", url=url)
    pid = own_desk.pid()
    assert own_desk.do("close") == {"closed": True}
    assert not is_alive(pid)
    with pytest.raises(ToolFailure, match="no page is open"):
        own_desk.do("read")
    assert "note" not in own_desk.do("navigate", url=url)


def test_a_running_browser_is_used_in_its_most_recent_page_and_never_closed(
    whole_ported_desk: PageDesk, site: Site, tmp_path: Path
) -> None:
    whole_ported_desk.do("navigate", url=site.page("<p>first", "First"))
    whole_ported_desk.do("new_tab", url=site.page("<p>second", "Second"))
    whole_ported_desk.do("switch_tab", target="First")
    whole_ported_desk.run(whole_ported_desk.tool("read").close())
    running = find_running(whole_ported_desk.choices.folder)
    assert running is not None
    endpoint = whole_ported_desk.endpoint()
    for address in (endpoint, f"http://{endpoint.split('/')[2]}"):
        guest = PageDesk(tmp_path / "guest", cdp_url=address)
        try:
            assert guest.do("read")["text"] == "first"
            with pytest.raises(ToolFailure, match="Goalwright did not start that browser"):
                guest.do("close", risk="high")
        finally:
            guest.close()
    assert find_running(whole_ported_desk.choices.folder) == running


def test_a_browser_that_is_not_there_is_told(tmp_path: Path) -> None:
    desk = PageDesk(tmp_path, cdp_url="http://127.0.0.1:9")
    try:
        with pytest.raises(ToolFailure, match=r"at http://127.0.0.1:9 cannot be reached \(connect ECONN.*\): start it"):
            desk.do("read")
    finally:
        desk.close()


@pytest.mark.parametrize("address", ["127.0.0.1:9222", "http://127.0.0.1:99999", "http://[::1", "browser", "ftp://x"])
def test_what_is_no_address_of_a_browser_is_told(tmp_path: Path, address: str) -> None:
    desk = PageDesk(tmp_path, cdp_url=address)
    try:
        with pytest.raises(ToolFailure, match=r"GOALWRIGHT_CDP_URL is not the address of a browser: write it such as"):
            desk.do("read")
    finally:
        desk.close()


def test_a_key_in_the_address_of_a_browser_is_not_told(tmp_path: Path) -> None:
    desk = PageDesk(tmp_path, cdp_url="ws://me:key1@127.0.0.1:9/x?token=key2")
    try:
        with pytest.raises(ToolFailure, match=r"at ws://127.0.0.1:9 cannot be reached") as caught:
            desk.do("read")
        assert "key" not in str(caught.value)
    finally:
        desk.close()


def test_a_key_in_the_address_of_what_is_no_browser_is_not_told(tmp_path: Path, site: Site) -> None:
    desk = PageDesk(tmp_path, cdp_url=f"{site.address.replace('://', '://me:key1@')}/x?token=key2")
    try:
        with pytest.raises(ToolFailure) as caught:
            desk.do("read")
        assert "key" not in str(caught.value)
    finally:
        desk.close()


def test_a_page_that_is_too_slow_to_open_keeps_no_later_command_out(
    own_desk: PageDesk, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.pages["/hanging"] = Answer("too late", delay_s=60.0)
    own_desk.do("navigate", url=site.page("<p>hello"))
    monkeypatch.setattr(navigating, "ARRIVAL_MS", 300)
    with pytest.raises(ToolFailure, match="not ready within"):
        own_desk.do("navigate", url=site.at("/hanging"))
    own_desk.command()
    told = own_desk.do("read")
    assert told["text"] == "hello"
    assert "note" not in told


def test_a_page_that_was_left_loading_without_end_is_stopped_by_the_next_command(
    own_desk: PageDesk, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_busy(own_desk, site, "location = '/hanging'")
    monkeypatch.setattr(halting, "BUSY_S", 1.0)
    told = own_desk.do("read")
    assert told["text"] == "hello"
    assert told["note"] == "a page that kept loading was stopped"


def test_a_page_that_hangs_keeps_no_later_command_from_opening_another(
    own_desk: PageDesk, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_busy(own_desk, site, "fetch('/hanging'); while (true);")
    monkeypatch.setattr(halting, "BUSY_S", 1.0)
    told = own_desk.do("navigate", url=site.page("<p>hello", title="Again"))
    assert told["title"] == "Again"
    assert told["note"] == "a page that no longer answered was closed"


def test_pages_that_answer_are_left_alone_however_many_there_are(own_desk: PageDesk, site: Site) -> None:
    own_desk.do("navigate", url=site.page("<p>first"))
    for _ in range(4):
        own_desk.do("new_tab", url=site.page("<p>other"))
    own_desk.command()
    told = own_desk.do("read")
    assert (told["text"], "note" in told) == ("other", False)
    assert len(own_desk.session.tabs.pages) == 5


def leave_busy(desk: PageDesk, site: Site, endless: str) -> None:
    """End a command while its page is busy, and will be for long."""
    site.pages["/hanging"] = Answer("too late", delay_s=60.0)
    desk.do("navigate", url=site.page("<p>hello"))
    desk.evaluate(f"void setTimeout(() => {{ {endless} }})")
    end = time.monotonic() + 20
    while "/hanging" not in site.hits:
        assert time.monotonic() < end
        time.sleep(0.02)
    desk.command()


def test_two_commands_never_use_the_browser_at_once(
    own_desk: PageDesk, site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own_desk.machine_lock = machine_locks(tmp_path / "locks")
    own_desk.command()
    url = site.page("<p>hello")
    own_desk.do("navigate", url=url)
    monkeypatch.setattr(session, "LOCK_S", 0.2)
    other = PageDesk(tmp_path, machine_lock=own_desk.machine_lock)
    try:
        with pytest.raises(ToolFailure, match="another command is using the browser"):
            other.do("read")
        own_desk.run(own_desk.tool("read").close())
        assert other.do("read")["text"] == "hello"
    finally:
        other.close()


def test_a_session_goes_on_in_another_event_loop(own_desk: PageDesk, site: Site) -> None:
    own_desk.do("navigate", url=site.page("<p>hello"))
    tool = own_desk.tool("read")
    own_desk.run(tool.close())
    call = own_desk.call("read")

    async def read() -> str:
        try:
            return str((await tool.run(call, {})).output["text"])
        finally:
            await tool.close()

    assert asyncio.run(read()) == "hello"
    assert asyncio.run(read()) == "hello"


def test_without_a_browser_the_tools_say_what_installs_one(own_desk: PageDesk, tmp_path: Path) -> None:
    services = Services(roots=AllowedRoots([tmp_path]), browser=BrowserChoices(path="/nowhere/chrome"))
    why = missing(services)
    assert len(why) == len(own_desk.tools)
    assert "there is no browser at /nowhere/chrome" in why["browsers.click"]
