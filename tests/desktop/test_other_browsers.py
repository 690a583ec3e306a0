"""A browser that cannot be steered is started like any other app."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from desktop.desk import Desk, until
from goalwright import Goalwright


@pytest.fixture
def firefox(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program called Firefox in the menu: a window that notes that it was started."""
    program = tmp_path / "bin" / "firefox"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\necho started >> "{tmp_path}/started"\nexec xterm -name firefox -e sleep 600\n')
    program.chmod(0o755)
    entry = tmp_path / "share" / "applications" / "firefox.desktop"
    entry.parent.mkdir(parents=True)
    entry.write_text("[Desktop Entry]\nType=Application\nName=Firefox\nExec=firefox %u\n")
    monkeypatch.setenv("PATH", f"{program.parent}:{desk.environment['PATH']}")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    return tmp_path / "started"


def test_firefox_is_started_as_an_app_and_no_browser_of_ours_with_it(firefox: Path, tmp_path: Path) -> None:
    async def run() -> str:
        async with Goalwright(home=tmp_path / "state", cwd=tmp_path) as gw:
            report = await gw.run("open firefox")
            assert not gw.world().browser_running
            return report.status

    assert asyncio.run(run()) == "success"
    assert until(lambda: firefox.exists() and firefox.read_text() == "started\n")
