"""The keeper: several clients at once, none of which can break it or leaves anything, and no file for any of them."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from campaigns import spread
from goalwright.errors import ToolFailure
from goalwright.tools.browser import browser_line, keeper
from goalwright.tools.browser.browser_line import BrowserLine, line_address, reach_browser
from goalwright.tools.browser.process import Running, find_running, is_alive, start_browser
from goalwright.tools.browser.web_socket import CLOSE, PING, PONG, TEXT, Frames, framed
from goalwright.tools.services import BrowserChoices
from tools.browser.light_browser import light_browser
from tools.browser.page_desk import PageDesk, wait_for_end
from tools.browser.sites import Site

ROUNDS = int(os.environ.get("GOALWRIGHT_TEST_ROUNDS", "2"))
HEAD = "GET {path} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
KEY = "dGhlIHNhbXBsZSBub25jZQ=="
VERSION = b'{"id":1,"method":"Browser.getVersion"}'
MASKED = 0x80
NOT_OURS = r"only yours|Too many levels|Not a directory"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The folder of a browser that runs, without Playwright."""
    folder = str(tmp_path_factory.mktemp("kept") / "browser")
    before = listening(os.getpid())  # this process may have served other tests
    running = asyncio.run(start_browser(BrowserChoices(folder=folder)))
    assert listening(os.getpid()) <= before
    yield folder
    assert running.keeper is not None
    os.kill(running.keeper, signal.SIGTERM)
    for pid in (running.keeper, running.pid):
        wait_for_end(pid or 0)


def found(folder: str) -> Running:
    running = find_running(folder)
    assert running is not None
    return running


def ask(line: BrowserLine, method: str, session: str = "", **params: Any) -> Any:
    """What a page or the browser answers."""
    number = line.say(method, session, **params)
    assert asyncio.run(line.until(lambda: number in line.answers, 30)), method
    return line.answers[number]


def new_page(line: BrowserLine, url: str = "about:blank", **params: Any) -> str:
    """A session with a new page."""
    name = ask(line, "Target.createTarget", url=url, **params)["result"]["targetId"]
    return str(ask(line, "Target.attachToTarget", targetId=name, flatten=True)["result"]["sessionId"])


def value(line: BrowserLine, session: str, expression: str) -> Any:
    told = ask(line, "Runtime.evaluate", session, expression=expression, awaitPromise=True)
    return told["result"]["result"].get("value")


def raw(folder: str) -> socket.socket:
    """A connection on which nothing has been said."""
    connected = socket.socket(socket.AF_UNIX)
    connected.settimeout(20)
    opened = os.open(folder, os.O_RDONLY)
    try:
        connected.connect(f"/proc/self/fd/{opened}/browser.socket")
    finally:
        os.close(opened)
    return connected


def heard(connected: socket.socket) -> bytes:
    """What came until the other side closed."""
    data = b""
    try:
        while more := connected.recv(65536):
            data += more
    except ConnectionError:
        pass
    return data


def greeted(folder: str) -> socket.socket:
    """A connection that has become a web socket."""
    connected = raw(folder)
    connected.sendall((HEAD.format(path="/", key=KEY) + "\r\n").encode())
    answer = b""
    while not answer.endswith(b"\r\n\r\n"):
        answer += connected.recv(1)
    assert b"Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" in answer  # the example of RFC 6455
    return connected


def first_of(connected: socket.socket, frames: Frames) -> tuple[int, bytes]:
    while True:
        for message in frames.messages():
            return message
        data = connected.recv(65536)
        assert data
        frames.add(data)


@pytest.mark.parametrize(
    "head",
    [
        HEAD.format(path="/json/version", key=KEY),
        HEAD.format(path="/json/list", key=KEY),
        HEAD.format(path="/devtools/browser/x", key=KEY),
        HEAD.format(path="//", key=KEY),
        HEAD.format(path="/", key=KEY) + "Origin: http://127.0.0.1\r\n",
        HEAD.format(path="/", key=KEY) + "ORIGIN:null\r\n",
        HEAD.format(path="/", key=KEY).replace("GET", "POST"),
        HEAD.format(path="/", key=KEY).replace("HTTP/1.1", "HTTP/1.0"),
        "GET / HTTP/1.1\r\nHost: x\r\n",
        HEAD.format(path="/", key=KEY).replace("websocket", "h2c"),
        "\r\n",
        "X" * 40_000,
    ],
    ids=lambda head: head[:25].replace("\r\n", " "),
)
def test_only_a_client_without_an_origin_gets_an_answer(folder: str, head: str) -> None:
    with raw(folder) as connected:
        connected.sendall(f"{head}\r\n".encode())
        assert heard(connected) == b""


def test_messages_come_in_any_pieces_and_pings_are_answered(folder: str) -> None:
    frames = Frames(are_masked=False)
    with greeted(folder) as connected:
        half = len(VERSION) // 2
        pieces = (
            bytes((TEXT, MASKED | half)) + bytes(4) + VERSION[:half],
            framed(b"there?", PING, is_masked=True),
            bytes((0x80, MASKED | len(VERSION) - half)) + b"\1\2\3\4",
            bytes(byte ^ (1, 2, 3, 4)[place % 4] for place, byte in enumerate(VERSION[half:])),
        )
        for byte in b"".join(pieces):
            connected.send(bytes((byte,)))
        assert first_of(connected, frames) == (PONG, b"there?")
        kind, answer = first_of(connected, frames)
        assert (kind, answer.startswith(b'{"id": 1, "result": {"protocolVersion"')) == (TEXT, True)
        connected.sendall(framed(b"\3\xe8", CLOSE, is_masked=True))
        assert first_of(connected, frames) == (CLOSE, b"\3\xe8")
        assert heard(connected) == b""


BROKEN: dict[str, bytes] = {
    "nothing": b"",
    "not masked": framed(VERSION),
    "binary": bytes((0x82, MASKED | 1)) + bytes(4) + b"x",
    "compressed": bytes((0xC1, MASKED | 1)) + bytes(4) + b"x",
    "a rest of nothing": bytes((0x80, MASKED | 1)) + bytes(4) + b"x",
    "too long": bytes((0x81, MASKED | 127)) + b"\xff" * 8 + bytes(4) + b"x" * 1000,
    "half a message": framed(VERSION, is_masked=True)[:-5],
    "no JSON": framed(b"hello", is_masked=True),
    "no text": framed(b"\xff\xfe", is_masked=True),
    "other text": framed('{"id":1}'.encode("utf-16"), is_masked=True),
    "two in one": framed(b'{"id":1}\0{"id":2,"method":"Browser.close"}', is_masked=True),
    "a list": framed(b"[]", is_masked=True),
    "nothing in it": framed(b"null", is_masked=True),
    "a session of another kind": framed(b'{"id":1,"method":"Browser.close","sessionId":[]}', is_masked=True),
    "deep": framed(b"[" * 100_000, is_masked=True),
    "many questions": framed(VERSION, is_masked=True) * 200,
    "large questions": framed(b'{"id":1,"method":"X","params":{"x":"%s"}}' % (b"x" * 2_000_000), is_masked=True),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_clients_end_alone(folder: str, name: str) -> None:
    before = found(folder)
    for _ in range(ROUNDS):
        for connect in (raw, greeted):
            connected = connect(folder)
            with suppress(ConnectionError):  # it may be noticed early
                connected.sendall(BROKEN[name])
            connected.close()
    assert found(folder) == before


def test_a_session_of_another_client_is_none(folder: str) -> None:
    with reach_browser(folder) as one, reach_browser(folder) as other:
        session = new_page(one)
        assert value(one, session, "1 + 1") == 2
        for stolen in (session, "0" * 32):
            told = ask(other, "Runtime.evaluate", stolen, expression="1")
            assert told["error"] == {"code": -32001, "message": "Session with given id not found."}
        assert value(one, session, "2 + 2") == 4


def test_clients_at_once_get_their_own_answers(folder: str) -> None:
    lines = [reach_browser(folder) for _ in range(8)]
    try:
        sessions = [new_page(line) for line in lines]
        for place, (line, session) in enumerate(zip(lines, sessions, strict=True)):
            line.say("Runtime.evaluate", session, expression=f"'{place}'.repeat(100000)")
        for place, (line, session) in enumerate(zip(lines, sessions, strict=True)):
            assert value(line, session, str(place)) == place
            (long,) = [told for told in map(str, line.answers.values()) if len(told) > 100_000]
            assert str(place) * 100_000 in long
    finally:
        for line in lines:
            line.__exit__()


@pytest.fixture
def sides(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[tuple[str, BinaryIO, BinaryIO]]:
    """A keeper of which little may wait, and both pipes of a browser that the test is."""
    monkeypatch.setattr(keeper, "MOST_WAITING", 1 << 22)
    with browser_line.open_door(str(tmp_path)) as door:
        (theirs, into), (out, answers) = os.pipe(), os.pipe()
        os.set_blocking(into, False)
        keeping = threading.Thread(target=keeper.Keeper(door, into, out, 0).serve)
        keeping.start()
        with open(theirs, "rb") as asked, open(answers, "wb") as answering:  # noqa: PTH123  # descriptors
            assert taken(asked)["method"] == "Target.setAutoAttach"  # to hear of boxes
            yield str(tmp_path), asked, answering
        keeping.join(20)
        assert not keeping.is_alive()
        for number in (into, out):
            os.close(number)


def taken(asked: BinaryIO) -> Any:
    """The next message that reaches the browser."""
    message = bytearray()
    while (byte := asked.read(1)) != b"\0":
        assert byte
        message += byte
    return json.loads(message)


def begun(asked: BinaryIO, answering: BinaryIO, name: str) -> None:
    told = {"id": taken(asked)["id"], "result": {"sessionId": name}}
    answering.write(json.dumps(told).encode() + b"\0")
    answering.flush()


def test_a_client_that_does_not_read_is_hung_up_on(sides: tuple[str, BinaryIO, BinaryIO]) -> None:
    folder, asked, answering = sides
    with greeted(folder) as idle:
        begun(asked, answering, "S")
        idle.sendall(framed(VERSION, is_masked=True))
        assert taken(asked) == {"id": 1, "method": "Browser.getVersion", "sessionId": "S"}
        long = json.dumps({"method": "X.said", "params": "x" * 1_000_000, "sessionId": "S"}).encode() + b"\0"
        for _ in range(8):
            answering.write(long)
        answering.flush()
        ended = taken(asked)
        assert (ended["method"], ended["params"]) == ("Target.detachFromTarget", {"sessionId": "S"})
        assert 0 < len(heard(idle)) < len(long)
    with greeted(folder):
        begun(asked, answering, "T")


def test_a_browser_that_does_not_read_costs_the_client_and_not_the_keeper(
    sides: tuple[str, BinaryIO, BinaryIO],
) -> None:
    folder, asked, answering = sides
    with greeted(folder) as eager:
        begun(asked, answering, "S")
        question = framed(b'{"id":1,"method":"X","params":"%s"}' % (b"x" * 1_000_000), is_masked=True)
        with pytest.raises(ConnectionError):
            eager.sendall(question * 30)
    while (message := taken(asked))["method"] == "X":
        assert message["sessionId"] == "S"
    assert message["method"] == "Target.detachFromTarget"


def test_who_leaves_before_there_is_a_session_has_none_left(sides: tuple[str, BinaryIO, BinaryIO]) -> None:
    folder, asked, answering = sides
    greeted(folder).close()
    begun(asked, answering, "S")
    ended = taken(asked)
    assert (ended["method"], ended["params"]) == ("Target.detachFromTarget", {"sessionId": "S"})


def test_when_all_places_are_taken_the_next_is_turned_away_and_later_let_in(folder: str) -> None:
    lines = [raw(folder) for _ in range(64)]
    with raw(folder) as late:
        assert heard(late) == b""
    for line in lines:
        line.close()
    end = time.monotonic() + 20
    while find_running(folder) is None:
        assert time.monotonic() < end


SETTING = """
import asyncio, sys
from goalwright.tools.browser.browser_line import line_address
from playwright.async_api import async_playwright

async def main():
    async with async_playwright() as playwright:
        with line_address(sys.argv[1]) as address:
            browser = await playwright.chromium.connect_over_cdp(address, is_local=True)
        context = browser.contexts[0]
        page = next(page for page in context.pages if page.url.startswith("http"))
        await page.set_viewport_size({"width": 333, "height": 222})
        await context.add_init_script("window.planted = true")
        await page.emulate_media(color_scheme="dark")
        await context.set_geolocation({"latitude": 1, "longitude": 2})
        await context.set_extra_http_headers({"X-Planted": "yes"})
        await context.route("**/*", lambda route: route.abort())
        assert await page.evaluate("innerWidth") == 333
        print("ready", flush=True)
        await asyncio.sleep(600)

asyncio.run(main())
"""


def test_a_killed_client_leaves_nothing(folder: str, site: Site) -> None:
    url = site.page("<p>hello")
    with reach_browser(folder) as line:
        session = new_page(line, url)
        state = "[innerWidth, innerHeight, matchMedia('(prefers-color-scheme: dark)').matches]"
        before = value(line, session, state)
        source = Path(__file__).parents[3] / "src"
        with subprocess.Popen(
            [sys.executable, "-c", SETTING, folder],
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(source)},
            start_new_session=True,
        ) as setting:
            assert setting.stdout is not None
            assert setting.stdout.readline() == b"ready\n"
            assert value(line, session, "innerWidth") == 333
            os.killpg(setting.pid, signal.SIGKILL)
        end = time.monotonic() + 20
        while value(line, session, state) != before:
            assert time.monotonic() < end
            time.sleep(0.02)
        ask(line, "Page.navigate", session, url=url)
        while value(line, session, "document.body?.innerText") != "hello":
            assert time.monotonic() < end
            time.sleep(0.02)
        assert value(line, session, "window.planted") is None


READ = "fetch(location).then((a) => a.text()).catch(() => '').then((a) => a + document.documentElement.innerText)"


SCHEMES = ["file://", "FILE:", "view-source:file://", "file://localhost", "\tfile:///", "file:\\\\"]


@pytest.mark.parametrize("scheme", spread(SCHEMES, 2))
@pytest.mark.parametrize("is_apart", [False, True], ids=["in the window", "in a context of its own"])
def test_files_are_closed_to_whoever_steers_the_browser(
    folder: str, tmp_path: Path, scheme: str, is_apart: bool
) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("for my eyes only")
    url = f"{scheme}{secret}"
    with reach_browser(folder) as line:
        apart = ask(line, "Target.createBrowserContext")["result"] if is_apart else {}
        for session in (new_page(line, url, **apart), new_page(line, **apart)):
            for _ in range(2):
                time.sleep(0.1)
                assert "eyes" not in str(value(line, session, READ))
                ask(line, "Page.navigate", session, url=url)
            for way in (
                "location = url",
                "open(url)",
                "document.body.append(Object.assign(document.createElement('iframe'), {src: url}))",
            ):
                value(line, session, f"url = {url!r}; {way}")
            for frame in _frames(ask(line, "Page.getFrameTree", session)["result"]["frameTree"]):
                told = ask(line, "Page.getResourceContent", session, frameId=frame, url=url)
                assert "eyes" not in str(told)
                options = {"disableCache": True, "includeCredentials": True}
                told = ask(line, "Network.loadNetworkResource", session, frameId=frame, url=url, options=options)
                assert not told.get("result", {}).get("resource", {}).get("success")
        for page in line.pages() or ():
            session = ask(line, "Target.attachToTarget", targetId=page["targetId"], flatten=True)["result"]["sessionId"]
            assert "eyes" not in str(value(line, session, "document.documentElement.innerText"))


def _frames(tree: Any) -> list[str]:
    return [tree["frame"]["id"], *(name for child in tree.get("childFrames", ()) for name in _frames(child))]


def test_files_are_shown_where_that_is_allowed(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>a page of mine")
    desk = PageDesk(tmp_path, path=light_browser(), allowed_schemes=("http", "https", "file"))
    try:
        desk.do("navigate", url=(tmp_path / "page.html").as_uri())
        assert desk.do("read")["text"] == "a page of mine"
    finally:
        desk.close()


@pytest.mark.parametrize("who", ["keeper", "pid"])
def test_the_browser_and_its_keeper_end_together(own_desk: PageDesk, site: Site, who: str) -> None:
    own_desk.do("navigate", url=site.page("<p>hello"))
    running = found(own_desk.choices.folder)
    assert running.pid is not None
    assert running.keeper is not None
    os.kill(getattr(running, who), signal.SIGKILL)
    end = time.monotonic() + 20
    while is_alive(running.pid) or is_alive(running.keeper):
        assert time.monotonic() < end
        time.sleep(0.01)
    assert find_running(own_desk.choices.folder) is None
    with pytest.raises(ToolFailure, match="the browser was closed or has crashed"):
        own_desk.do("read")
    assert "a new one was started" in own_desk.do("navigate", url=site.page("<p>again"))["note"]


def listening(pid: int) -> set[str]:
    """The addresses that a process listens at, with all that it has started."""
    import psutil

    family = [psutil.Process(pid), *psutil.Process(pid).children(recursive=True)]
    links = [link for one in family for link in Path(f"/proc/{one.pid}/fd").iterdir()]
    mine = set()
    for link in links:
        with suppress(OSError):  # closed meanwhile
            mine.add(str(link.readlink()))
    rows = [line.split() for kind in ("tcp", "tcp6") for line in Path(f"/proc/net/{kind}").read_text().splitlines()[1:]]
    return {row[1] for row in rows if row[3] == "0A" and f"socket:[{row[9]}]" in mine}


def test_there_is_no_port(folder: str) -> None:
    running = found(folder)
    assert running.keeper is not None
    assert listening(running.keeper) == set()
    assert not (Path(folder) / "profile" / "DevToolsActivePort").exists()


@pytest.mark.parametrize("flag", ["--remote-debugging-port=0", "--remote-debugging-port=45871"])
def test_a_browser_that_opens_a_port_all_the_same_is_not_used(tmp_path: Path, flag: str) -> None:
    from goalwright.tools.browser.find_browser import find_browser

    wrapper = tmp_path / "wrapper"
    wrapper.write_text(f'#!/bin/sh\nexec "{find_browser().path}" {flag} "$@"\n')
    wrapper.chmod(0o755)
    home = tmp_path / "home"
    with pytest.raises(ToolFailure, match="opens a port that all users of this machine can reach"):
        asyncio.run(start_browser(BrowserChoices(folder=str(home), path=str(wrapper))))
    assert find_running(str(home)) is None


def test_what_others_could_open_before_is_closed_when_a_browser_starts(tmp_path: Path) -> None:
    home = tmp_path / "browser"
    home.mkdir()
    home.chmod(0o777)
    for name in ("browser.log", "browser.json"):
        (home / name).write_text("{}")
        (home / name).chmod(0o666)
    before = os.umask(0)
    try:
        running = asyncio.run(start_browser(BrowserChoices(folder=str(home))))
    finally:
        os.umask(before)
    assert running.keeper is not None
    os.kill(running.keeper, signal.SIGTERM)
    modes = {entry.name: entry.stat().st_mode & 0o777 for entry in (home, *home.iterdir())}
    wait_for_end(running.keeper)
    wait_for_end(running.pid or 0)
    assert modes == {"browser": 0o700, "profile": 0o700} | dict.fromkeys(
        ("browser.log", "browser.json", "browser.socket"), 0o600
    )


def test_a_browser_is_reached_in_a_folder_of_any_name(tmp_path: Path, site: Site) -> None:
    desk = PageDesk(tmp_path / f"a folder: \N{GREEK SMALL LETTER ALPHA}%20?#{'x' * 110}")
    try:
        desk.do("navigate", url=site.page("<p>hello"))
        desk.command()
        assert desk.do("read")["text"] == "hello"
    finally:
        desk.close()


def put_link(home: Path) -> None:
    home.rename(home.with_name("real"))
    home.symlink_to("real")


def put_file(home: Path) -> None:
    home.rename(home.with_name("real"))
    home.write_text("x")


CHANGES: dict[str, Callable[[Path], object]] = {
    "others may write in it": lambda home: home.chmod(0o702),
    "a group may write in it": lambda home: home.chmod(0o720),
    "it is a link": put_link,
    "it is a file": put_file,
}


@pytest.mark.parametrize("how", CHANGES)
def test_a_folder_that_is_not_only_its_users_is_not_trusted(tmp_path: Path, how: str) -> None:
    home = tmp_path / "browser"
    home.mkdir(mode=0o700)
    with browser_line.open_door(str(home)) as door:
        CHANGES[how](home)
        with pytest.raises(OSError, match=NOT_OURS):
            reach_browser(str(home))
        with pytest.raises(OSError, match=NOT_OURS), line_address(str(home)):
            pass
        door.settimeout(0.1)
        with pytest.raises(TimeoutError):
            door.accept()
