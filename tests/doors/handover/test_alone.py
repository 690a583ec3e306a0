"""A service that dies, hangs, is halted or is another's: commands are done alone, and no run is lost or done twice."""

from __future__ import annotations

import os
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from doors.cli.command import COMMAND, goal
from doors.cli.terminal import Terminal
from doors.handover.warm_service import WarmService, is_alive, is_root, until, warm_service
from goalwright.doors.cli.command_line import COMMANDS
from goalwright.doors.handover.caller_side import STAYING
from goalwright.doors.handover.hand_message import packed, stamp, unpacked
from goalwright.doors.handover.wanted_work import wanted_work

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux hands over")

CONNECT = """
import os, socket, sys
os.setgid(65534); os.setuid(65534)
line = socket.socket(socket.AF_UNIX)
try:
    line.connect(sys.argv[1])
    line.settimeout(5)
    print(len(line.recv(1)))
except PermissionError:
    print("no")
"""


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WarmService]:
    with warm_service(tmp_path_factory.mktemp("warm")) as found:
        yield found


@pytest.fixture
def doomed(tmp_path: Path) -> Iterator[WarmService]:
    """A service that the test may kill."""
    with warm_service(tmp_path) as found:
        yield found


def long_run(warm: WarmService) -> Terminal:
    """A run at a terminal, in the middle of its second action of three."""
    file = warm.cli.goals(
        goal("file.create", path="first", object_type="folder"),
        goal("rest.nap", "after:create", seconds=2),
        goal("file.create", "after:nap", path="third", object_type="folder"),
    )
    terminal = Terminal(warm.cli, "--goals", file, environment=warm.environment)
    terminal.wait_for(" s  nap 2")
    return terminal


@pytest.mark.slow
def test_a_caller_that_is_killed_takes_its_work_along(warm: WarmService) -> None:
    with long_run(warm) as terminal:
        (worker,) = warm.workers()
        terminal.process.kill()
        until(lambda: not is_alive(worker))
    assert not (warm.cli.folder / "third").exists()
    assert warm("history", "--json").document["runs"][0]["status"] == "interrupted"
    assert warm("resume", "--skip", "g1_nap_1").code == 0
    assert (warm.cli.folder / "third").is_dir()


@pytest.mark.slow
def test_a_service_that_hangs_is_not_waited_for(warm: WarmService) -> None:
    warm.process.suspend()
    try:
        assert warm.run("create a folder once").code == 0
    finally:
        warm.process.resume()
    runs = [run for run in warm("history", "--json").document["runs"] if run["text"] == "create a folder once"]
    assert len(runs) == 1


@pytest.mark.slow
def test_a_service_that_is_halted_does_not_keep_a_person_from_working(warm: WarmService) -> None:
    halted = warm.socket.with_name("halted.json")
    halted.write_text("{}")
    try:
        assert warm("create a folder while-halted", is_handed=False).code == 0
    finally:
        halted.unlink()
    assert warm("create a folder released").code == 0


@pytest.mark.slow
def test_only_its_user_reaches_it(warm: WarmService) -> None:
    assert stat.S_IMODE(warm.socket.stat().st_mode) == 0o600
    assert stat.S_IMODE(warm.socket.parent.stat().st_mode) == 0o700
    if not is_root():
        pytest.skip("only root can be another user")
    command = [sys.executable, "-c", CONNECT, str(warm.socket)]
    # Even one who is let into the folder, and to the socket, is turned away.
    assert subprocess.run(command, capture_output=True, check=True).stdout == b"no\n"
    opened = (warm.socket, *warm.socket.parents[:-2])
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in opened if path.stat().st_uid == os.getuid()}
    try:
        for path, mode in modes.items():
            path.chmod(mode | 0o007)
        assert subprocess.run(command, capture_output=True, check=True).stdout == b"0\n"
    finally:
        for path, mode in modes.items():
            path.chmod(mode)


@pytest.mark.slow
def test_what_is_no_command_is_turned_away(warm: WarmService) -> None:
    for told in (b"", b"\xff\xff\xff\xff", b"\0\0\0\4none", b"GET / HTTP/1.1\r\n\r\n" * 100_000):
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(20)
            line.connect(f"/proc/self/fd/{os.open(warm.socket.parent, os.O_RDONLY)}/{warm.socket.name}")
            try:
                line.sendall(told)
                line.shutdown(socket.SHUT_WR)
                assert line.recv(10) in (b"", b"N")
            except (BrokenPipeError, ConnectionResetError):
                continue
    assert warm("what is 2 + 2").code == 0


@pytest.mark.slow
def test_one_that_is_killed_is_one_line_and_the_run_goes_on_by_resume(doomed: WarmService) -> None:
    with long_run(doomed) as terminal:
        (worker,) = doomed.workers()
        doomed.process.kill()
        assert terminal.end() == 1
        told = terminal.text.rpartition("goalwright: ")[2]
        assert told.startswith("the process of the service that worked on this was killed")
        assert told.count("\n") == 1
        until(lambda: not is_alive(worker))
    assert not (doomed.cli.folder / "third").exists()
    resumed = doomed.run("resume", "--skip", "g1_nap_1")
    assert resumed.code == 0, resumed
    assert (doomed.cli.folder / "third").is_dir()
    assert doomed.running.process.poll() is None


@pytest.mark.slow
def test_commands_at_work_outlive_the_service(doomed: WarmService) -> None:
    with long_run(doomed) as terminal:
        doomed.running.stop(signal.SIGKILL)
        until(lambda: not doomed.is_there())
        assert doomed.run("create a folder aside").code == 0
        assert terminal.end() == 0, terminal.text
    assert (doomed.cli.folder / "third").is_dir()
    until(lambda: not is_alive(doomed.process))


@pytest.mark.slow
def test_what_was_changed_since_is_not_done_with_what_was_loaded(doomed: WarmService) -> None:
    site = doomed.cli.folder / "site"
    (site / "new-package").mkdir()  # as installing one does
    assert doomed("create a folder x", is_handed=False).code == 0


def test_another_version_is_left_alone() -> None:
    asked = [stamp(), [b"goalwright"], [b"%s=%s" % pair for pair in os.environb.items()], [], [], [], []]
    assert wanted_work(packed(asked)) is not None
    for place in range(len(stamp())):
        theirs = stamp()
        theirs[place] += b"x"
        assert wanted_work(packed([theirs, *asked[1:]])) is None
    assert wanted_work(packed([[], *asked[1:]])) is None
    assert wanted_work(packed([*asked[:2], [*asked[2], b"PYTHONHASHSEED=7"], *asked[3:]])) is None
    assert wanted_work(packed([*asked[:2], [*asked[2], b"LD_PRELOAD=x.so"], *asked[3:]])) is None


@pytest.mark.parametrize("message", [b"", b"7", b"-1", b"x\0y", b"1\0a\0", b"9999999999\0a"])
def test_a_broken_message_is_no_work(message: bytes) -> None:
    assert wanted_work(message) is None


def test_what_is_packed_is_the_same_again() -> None:
    cases: list[list[list[bytes]]] = [[[b"a", b""], [], [b"\xff\n"]], [[]], [[b""]]]
    for sections in cases:
        assert unpacked(packed(sections)) == sections


def test_the_commands_that_stay_are_commands() -> None:
    assert set(COMMANDS) >= STAYING


@pytest.mark.slow
def test_one_in_the_background_of_a_terminal_is_done_alone(warm: WarmService) -> None:
    """It would be stopped when it reads from the terminal, which a process of the service would not."""
    script = f"set -m; {' '.join(COMMAND)} plan 'create a folder behind' < /dev/tty > behind.txt & wait $!"
    before = warm.begun()
    command = ["script", "-qec", f'bash -c "{script}"', "/dev/null"]
    environment = warm.cli.environment(**warm.environment)
    subprocess.run(command, cwd=warm.cli.folder, env=environment, check=True, capture_output=True, timeout=60)
    assert "create folder behind" in (warm.cli.folder / "behind.txt").read_text()
    assert warm.begun() == before
