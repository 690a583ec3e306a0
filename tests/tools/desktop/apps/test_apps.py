"""Apps on a real desktop: started, brought to the front, asked to close, and read back by other means."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop.desk import Desk, until
from goalwright.contracts import ToolCall
from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.errors import ToolFailure
from goalwright.tools import Services
from goalwright.tools.desktop.apps.apps_family import make_tools, missing
from goalwright.tools.desktop.apps.launching import start_app

LAUNCH, PATH = "system.apps.launch.shell", "system.apps.launch.path"
FOCUS, CLOSE = "system.apps.focus", "system.apps.request_close"
SHELL_TEXTS = ["$(touch x)", "; touch x", "-e touch x", "`touch x`", "a\nb", "| touch x", "' \" touch x"]


def services() -> Services:
    return Services(roots=AllowedRoots([Path.home()]))


def done(name: str, **args: Any) -> Mapping[str, Any]:
    """Run a tool as the executor does, and return what it says."""

    async def steps() -> Mapping[str, Any]:
        tool = make_tools(services())[name]
        call = ToolCall(tool=name, action_id="g0", args=args)
        before = await tool.look(call)
        result = await tool.run(call, before)
        assert await tool.verify(call, before) == "yes"
        return result.output

    return asyncio.run(steps())


def program(desk: Desk, name: str, script: str) -> Path:
    file = desk.folder / name
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)
    return file


def add_entry(desk: Desk, entry_id: str, name: str, command: str, more: str = "") -> None:
    folder = Path(desk.environment["XDG_DATA_HOME"], "applications")
    folder.mkdir(exist_ok=True)
    (folder / f"{entry_id}.desktop").write_text(f"[Desktop Entry]\nName={name}\nExec={command}\n{more}\n")


@pytest.fixture
def desk(desk: Desk) -> Iterator[Desk]:
    """The desktop, without the entries and programs that tests add to it."""
    yield desk
    for folder in (Path(desk.environment["XDG_DATA_HOME"], "applications"), desk.folder):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)


def titles(desk: Desk) -> list[str]:
    return list(desk.windows().values())


def front_title(desk: Desk) -> str:
    return desk.windows().get(desk.active_window(), "")


@pytest.mark.parametrize("name", ["mousepad", "the text editor"])
def test_an_app_is_started_by_its_name_and_stands_in_front(name: str, desk: Desk) -> None:
    told = done(LAUNCH, app_name=name)
    assert told["app"] == "Mousepad"
    assert "Mousepad" in told["window"]
    assert "Mousepad" in front_title(desk)
    assert Path(f"/proc/{told['pid']}/comm").read_text() == "mousepad\n"


def test_a_started_app_is_detached_and_outlives_the_command(desk: Desk) -> None:
    start = "from goalwright.tools.desktop.apps.launching import start_app"
    code = f"{start}; print(start_app('mousepad')['pid'], flush=True); input()"
    environment = {**desk.environment, "PYTHONPATH": str(Path(__file__).parents[4] / "src")}
    command = subprocess.Popen(
        [sys.executable, "-c", code], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert command.stdout is not None
    pid = int(command.stdout.readline())
    assert {str(Path(f"/proc/{pid}/fd/{handle}").readlink()) for handle in range(3)} == {"/dev/null"}
    assert os.getsid(pid) == pid
    command.kill()
    command.communicate()
    assert "mousepad" in Path(f"/proc/{pid}/comm").read_text()
    assert until(lambda: [title for title in titles(desk) if "Mousepad" in title])


def test_an_address_reaches_the_app_as_one_word(desk: Desk) -> None:
    told = desk.folder / "told"
    reader = program(desk, "reader", f'printf "%s\\n" "$#" "$@" > {told}; exec xterm')
    add_entry(desk, "reader", "Page Reader", f"{reader} --open %u")
    address = "https://example.org/?q=$(touch%20x)&a=';b=\"`c`"
    done(LAUNCH, app_name="page reader", url=address)
    assert until(lambda: told.read_text() if told.exists() else "").splitlines() == ["2", "--open", address]


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "-x", "javascript:alert(1)", "https://", "http://a b", "ftp://x/"]
)
def test_only_addresses_that_may_be_opened_are_passed_on(url: str, desk: Desk) -> None:
    with pytest.raises(ToolFailure, match="not an address that may be opened"):
        done(LAUNCH, app_name="mousepad", url=url)
    assert titles(desk) == []


def test_an_app_that_ends_at_once_with_an_error_is_said_to(desk: Desk) -> None:
    add_entry(desk, "broken", "Broken", str(program(desk, "broken", "exit 7")))
    with pytest.raises(ToolFailure, match=r"Broken ended at once with an error \(code 7\)"):
        done(LAUNCH, app_name="broken")


def test_a_program_that_cannot_start_is_a_sentence(desk: Desk) -> None:
    nonsense = desk.folder / "nonsense"
    nonsense.write_bytes(b"\x7fELF nonsense")
    nonsense.chmod(0o755)
    with pytest.raises(ToolFailure, match=r"cannot start .*nonsense: Exec format error"):
        done(PATH, path=str(nonsense))


def test_programs_without_a_window_run_in_a_terminal(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERMINAL", "xterm")
    lister = program(desk, "lister", "exec sleep 60")
    add_entry(desk, "lister", "Lister", f"{lister} 'a b'", "Terminal=true")
    told = done(LAUNCH, app_name="lister")
    assert told["window"]
    assert len(titles(desk)) == 1


def test_a_second_attempt_after_a_crash_starts_no_second_program(desk: Desk) -> None:
    async def steps() -> None:
        tool = make_tools(services())[LAUNCH]
        call = ToolCall(tool=LAUNCH, action_id="g0", args={"app_name": "xterm"})
        before = await tool.look(call)
        await tool.run(call, before)
        await tool.run(call, before)

    asyncio.run(steps())
    assert len(titles(desk)) == 1


@pytest.mark.parametrize("name", ["-rf $(touch x); 'q\" ünï", "two\nlines", "`x`", " ", "-"])
def test_a_program_is_started_by_its_path(name: str, desk: Desk) -> None:
    told = desk.folder / "done it"
    script = program(desk, name, f'touch "{told}"; exec sleep 60')
    assert done(PATH, path=str(script))["text"].isprintable()
    until(told.exists)
    assert sorted(entry.name for entry in desk.folder.iterdir() if entry.name in ("x", "done it")) == ["done it"]


@pytest.mark.parametrize(
    ("path", "why"),
    [("/nowhere/at/all", "no program at"), ("/etc", "no program at"), ("/etc/passwd", "chmod"), ("sh", "full path")],
)
def test_what_is_no_program_is_not_started(path: str, why: str, desk: Desk) -> None:
    with pytest.raises(ToolFailure, match=why):
        done(PATH, path=path)


def test_a_running_app_comes_to_the_front_and_undo_brings_back_the_former_window(desk: Desk) -> None:
    done(LAUNCH, app_name="mousepad")
    other = desk.open_window("Other")

    async def steps() -> None:
        tool = make_tools(services())[FOCUS]
        call = ToolCall(tool=FOCUS, action_id="g0", args={"app_name": "text editor"})
        before = await tool.look(call)
        await tool.run(call, before)
        assert await tool.verify(call, before) == "yes"
        assert "Mousepad" in front_title(desk)
        inverse = await tool.inverse(call, before)
        assert inverse is not None
        assert "gone" not in await tool.fingerprint(inverse["resources"][0])
        await tool.undo(call, before, inverse)

    asyncio.run(steps())
    until(lambda: desk.active_window() == other)


def test_an_app_that_runs_without_a_window_shows_one_when_it_is_wanted(desk: Desk) -> None:
    daemon = program(desk, "pop-up", "[ -e ~/up ] && exec xterm -name pop-up; touch ~/up; sleep 60")
    add_entry(desk, "pop-up", "Pop up", str(daemon))
    desk.start(str(daemon))
    until((desk.folder / "up").exists)
    done(FOCUS, app_name="pop up")
    assert len(titles(desk)) == 1


def test_an_app_closes_when_it_is_asked(desk: Desk) -> None:
    pid = done(LAUNCH, app_name="mousepad")["pid"]
    desk.open_window("Other")
    done(CLOSE, app_name="text editor")
    assert titles(desk) == ["Other"]
    until(lambda: not Path(f"/proc/{pid}").exists() or "Z" in Path(f"/proc/{pid}/stat").read_text())


def test_an_app_that_asks_first_is_said_to_be_open_and_goes_on(desk: Desk) -> None:
    done(LAUNCH, app_name="mousepad")
    desk.output("xdotool", "type", "words")
    until(lambda: [title for title in titles(desk) if title.startswith("*")])
    with pytest.raises(ToolFailure, match=r"mousepad is still open: .*it asks"):
        done(CLOSE, app_name="mousepad")
    assert [title for title in titles(desk) if "Mousepad" in title]


def test_an_app_without_a_window_is_asked_to_end_and_one_that_will_not_is_named(desk: Desk) -> None:
    polite = desk.start(str(program(desk, "polite-app", "while :; do sleep 0.1; done")))
    until(lambda: Path(f"/proc/{polite.pid}/comm").read_text() == "polite-app\n")
    done(CLOSE, app_name="polite app")
    assert polite.wait() == -signal.SIGTERM


@pytest.mark.parametrize("shown", [{"DISPLAY": ":7654"}, {"WAYLAND_DISPLAY": "wayland-7"}])
def test_a_program_whose_windows_cannot_be_seen_is_not_ended(shown: dict[str, str], desk: Desk) -> None:
    editor = program(desk, "far-editor", "sleep 60")
    elsewhere = subprocess.Popen([editor], env={**desk.environment, **shown})
    desk.started.append(elsewhere)
    until(lambda: Path(f"/proc/{elsewhere.pid}/comm").read_text() == "far-editor\n")
    with pytest.raises(ToolFailure, match=r"far-editor .* may have windows that cannot be seen from here"):
        done(CLOSE, app_name="far-editor")
    assert elsewhere.poll() is None


def test_what_does_not_run_is_neither_focused_nor_closed(desk: Desk) -> None:
    desk.open_window("One")
    for name in (FOCUS, CLOSE):
        with pytest.raises(ToolFailure, match=r"frobnicator is not running: open are “One”"):
            done(name, app_name="frobnicator")


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    name=st.one_of(
        st.text(max_size=60), st.sampled_from(["$(touch x)", "; touch x", "-e touch x", "`touch x`", "a\nb"])
    )
)
def test_any_name_is_inert_everywhere(name: str, desk: Desk) -> None:
    named = f"zz{name}zz"
    for tool in (LAUNCH, FOCUS, CLOSE):
        with pytest.raises(ToolFailure) as failure:
            done(tool, app_name=named)
        assert failure.value.problem.isprintable()
    assert not (desk.folder / "x").exists()
    assert not Path("x").exists()


def test_one_call_starts_an_app_for_other_tools(desk: Desk) -> None:
    assert start_app("mousepad")["app"] == "Mousepad"


def test_without_a_display_the_reason_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert missing(services()) == dict.fromkeys((LAUNCH, FOCUS), "there is no display: start it in a desktop session")
    assert set(make_tools(services())) == {PATH, CLOSE}
