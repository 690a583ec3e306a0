"""Other users of the machine: they cannot reach the browser, read what it keeps, or pretend to be it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from accounts import User, account, python_for_all
from tools.browser.intruder import MARK, attempts
from tools.browser.page_desk import wait_for_end

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can act as other users")

INTRUDER = Path(__file__).with_name("intruder.py")
START = f"""
import asyncio, json, sys
from goalwright.tools.browser.browser_line import reach_browser
from goalwright.tools.browser.process import start_browser
from goalwright.tools.services import BrowserChoices

running = asyncio.run(start_browser(BrowserChoices(folder=sys.argv[1])))
with reach_browser(sys.argv[1]) as line:
    line.ask("Target.createTarget", url="data:text/html,<title>{MARK}</title>")
    line.ask("Storage.setCookies", cookies=[{{"name": "key", "value": "mine", "url": "https://shop.example"}}])
print(json.dumps([running.keeper, running.pid]))
"""
FIND = """
import json, sys
from goalwright.tools.browser.process import find_running
from goalwright.tools.browser.browser_line import reach_browser
try:
    reach_browser(sys.argv[1]).__exit__()
    why = ""
except OSError as error:
    why = str(error)
print(json.dumps([find_running(sys.argv[1]) is not None, why]))
"""
LISTEN = """
import os, socket, sys, time
os.chdir(sys.argv[1])
door = socket.socket(socket.AF_UNIX)
door.bind("browser.socket")
os.chmod("browser.socket", 0o777)
door.listen()
print("ready", flush=True)
heard = 0
while True:
    connected, _ = door.accept()
    connected.settimeout(3)
    try:
        heard += len(connected.recv(1000))
    except OSError:
        pass
    connected.close()
    print(heard, flush=True)
"""
GREET = """
import socket, sys
connected = socket.socket(socket.AF_UNIX)
connected.settimeout(10)
connected.connect(sys.argv[1])
try:
    connected.sendall(b"GET / HTTP/1.1\\r\\nUpgrade: websocket\\r\\nSec-WebSocket-Key: x\\r\\n\\r\\n")
    print(len(connected.recv(1000)))
except ConnectionError:
    print(0)
"""


@pytest.fixture(scope="module")
def other() -> Iterator[User]:
    """The one who is up to something."""
    with account(f"gwother{os.getpid()}", python_for_all()) as user:
        yield user


@pytest.fixture(scope="module", params=["root", "a user"])
def owner(request: pytest.FixtureRequest) -> Iterator[User]:
    """The one whose browser it is."""
    if request.param == "root":
        yield User(0, sys.executable)
    else:
        with account(f"gwowner{os.getpid()}", python_for_all()) as user:
            yield user


@contextmanager
def place(owner: User, mode: int = 0o755) -> Iterator[Path]:
    """A folder of the owner's that all can go through."""
    folder = Path(tempfile.mkdtemp(prefix="goalwright-users-"))
    os.chown(folder, owner.uid, owner.uid)
    folder.chmod(mode)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@dataclass(frozen=True)
class Kept:
    """A browser that runs, and what another user's attempts on it came to."""

    folder: Path
    keeper: int
    browser: int
    told: dict[str, str]


@contextmanager
def running(owner: User, folder: Path) -> Iterator[tuple[int, int]]:
    keeper, browser = owner.told("-c", START, str(folder))
    try:
        yield keeper, browser
    finally:
        for pid in (keeper, browser):
            try:
                os.kill(pid, signal.SIGTERM)
            except ProcessLookupError:
                continue
            wait_for_end(pid)


@pytest.fixture(scope="module")
def kept(owner: User, other: User) -> Iterator[Kept]:
    with place(owner) as home, running(owner, home / "browser") as (keeper, browser):
        done = other.told(str(INTRUDER), str(home / "browser"), str(keeper), str(browser))
        assert done["uid"] == other.uid != owner.uid
        yield Kept(home / "browser", keeper, browser, done["told"])


@pytest.mark.parametrize("attempt", attempts("/", 1, 1))
def test_another_user_gets_nowhere(kept: Kept, attempt: str) -> None:
    assert kept.told[attempt] in ("PermissionError", "ConnectionRefusedError", "FileNotFoundError", "ValueError")


def test_after_all_that_the_owner_still_has_the_browser(kept: Kept, owner: User) -> None:
    assert owner.told("-c", FIND, str(kept.folder)) == [True, ""]
    assert len(kept.told) >= 50


def test_another_user_finds_no_browser_there(kept: Kept, other: User) -> None:
    is_found, why = other.told("-c", FIND, str(kept.folder))
    assert not is_found
    assert "Permission denied" in why


def test_the_keeper_lets_no_other_user_in_even_where_all_rights_are_given(kept: Kept, owner: User, other: User) -> None:
    door = kept.folder / "browser.socket"
    kept.folder.chmod(0o755)
    door.chmod(0o777)
    try:
        assert other.told("-c", GREET, str(door)) == 0
        assert owner.told("-c", GREET, str(door)) > 0
    finally:
        door.chmod(0o600)
        kept.folder.chmod(0o700)


@contextmanager
def listening(who: User, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A program of a user's that listens where the browser would."""
    with subprocess.Popen(
        who.command("-c", LISTEN, str(folder)), stdout=subprocess.PIPE, text=True, env=who.environment, cwd="/"
    ) as impostor:
        assert impostor.stdout is not None
        assert impostor.stdout.readline() == "ready\n"
        try:
            yield impostor
        finally:
            impostor.kill()


def give(folder: Path, user: User, mode: int) -> None:
    folder.mkdir(exist_ok=True)
    os.chown(folder, user.uid, user.uid)
    folder.chmod(mode)


@pytest.mark.parametrize("how", ["a folder of its own", "a link to one", "a folder that all may write in", "a socket"])
def test_another_user_cannot_pretend_to_be_the_browser(owner: User, other: User, how: str) -> None:
    with place(owner, 0o777) as home:
        folder = there = home / "browser"
        if how == "a folder of its own":
            give(folder, other, 0o755)
        elif how == "a link to one":
            there = home / "elsewhere"
            give(there, other, 0o755)
            folder.symlink_to(there)
        else:
            give(folder, owner, 0o777)
        with listening(other, there) as impostor:
            if how == "a socket":  # as if it had got there somehow
                folder.chmod(0o700)
                os.chown(folder / "browser.socket", owner.uid, owner.uid)
            is_found, why = owner.told("-c", FIND, str(folder))
            assert (is_found, bool(why)) == (False, True)
            impostor.kill()
            assert impostor.stdout is not None
            assert impostor.stdout.read().split() in ([], ["0"], ["0", "0"])  # not a byte was said


@pytest.mark.parametrize("who", [0, 1], ids=["keeper", "browser"])
def test_after_a_crash_another_user_cannot_take_the_place_of_the_browser(owner: User, other: User, who: int) -> None:
    with place(owner, 0o777) as home, running(owner, home / "browser") as pids:
        os.kill(pids[who], signal.SIGKILL)
        for pid in pids:
            wait_for_end(pid)
        assert (home / "browser" / "browser.socket").exists()
        done = other.told(str(INTRUDER), str(home / "browser"), "1", "1")["told"]
        for attempt in ("connect to the socket", "remove the socket", "put another socket there"):
            assert done[attempt] == "PermissionError"
        assert owner.told("-c", FIND, str(home / "browser"))[0] is False
        # All may write in the folder around it, so the other user can put something else in its place.
        (home / "browser").rename(home / "old")
        give(home / "browser", other, 0o755)
        with listening(other, home / "browser"):
            assert owner.told("-c", FIND, str(home / "browser"))[0] is False
            failed = subprocess.run(
                owner.command("-c", START, str(home / "browser")),
                capture_output=True,
                text=True,
                env=owner.environment,
                cwd="/",
                check=False,
            )
            assert "the browser cannot be kept in" in failed.stderr
            assert sorted(entry.name for entry in (home / "browser").iterdir()) == ["browser.socket"]
            assert (home / "browser").stat().st_mode & 0o777 == 0o755


def test_nothing_listens_on_a_port(kept: Kept) -> None:
    mine: set[str] = set()
    for pid in family(kept.keeper):
        for link in Path(f"/proc/{pid}/fd").iterdir():
            try:
                mine.add(str(link.readlink()))
            except OSError:
                continue
    rows = [line.split() for kind in ("tcp", "tcp6") for line in Path(f"/proc/net/{kind}").read_text().splitlines()[1:]]
    assert [row[1] for row in rows if row[3] == "0A" and f"socket:[{row[9]}]" in mine] == []


def family(pid: int) -> Sequence[int]:
    import psutil

    return [pid, *(child.pid for child in psutil.Process(pid).children(recursive=True))]
