"""Finding a browser: the chosen one, else the first in a fixed order, else what installs one."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from goalwright.errors import ToolFailure
from goalwright.tools.browser.find_browser import find_browser, find_browsers


def program(folder: Path, name: str) -> str:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("#!/bin/sh\n")
    file.chmod(0o755)
    return str(file)


@pytest.fixture
def machine(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "bin").mkdir()
    return {"PATH": str(tmp_path / "bin"), "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path / "playwright")}


def test_browsers_are_tried_in_order_playwrights_chrome_edge_chromium(tmp_path: Path, machine: dict[str, str]) -> None:
    programs = [program(tmp_path / "bin", name) for name in ("chromium", "microsoft-edge", "google-chrome")]
    program(tmp_path / "playwright", "chromium-999/chrome-linux/chrome")
    newest = program(tmp_path / "playwright", "chromium-1200/chrome-linux/chrome")
    program(tmp_path / "playwright", "chromium_headless_shell-1300/chrome-linux/chrome")
    found = [browser.path for browser in find_browsers(platform="linux", environ=machine)]
    assert found == [newest, *reversed(programs)]


def test_a_chosen_browser_is_the_only_one(tmp_path: Path, machine: dict[str, str]) -> None:
    program(tmp_path / "bin", "google-chrome")
    mine = program(tmp_path / "mine", "browser")
    assert [browser.path for browser in find_browsers(mine, platform="linux", environ=machine)] == [mine]


def test_a_chosen_browser_that_is_not_there_is_told(tmp_path: Path, machine: dict[str, str]) -> None:
    program(tmp_path / "bin", "google-chrome")
    with pytest.raises(ToolFailure, match="no browser at /nowhere/chrome"):
        find_browser("/nowhere/chrome", platform="linux", environ=machine)


@pytest.mark.parametrize(
    ("installer", "command"), [("apt-get", "sudo apt install chromium"), ("dnf", "sudo dnf install")]
)
def test_without_a_browser_the_error_says_what_installs_one_here(
    tmp_path: Path, machine: dict[str, str], installer: str, command: str
) -> None:
    for name in (installer, "sudo"):
        program(tmp_path / "bin", name)
    with pytest.raises(ToolFailure, match=command) as caught:
        find_browser(platform="linux", environ=machine)
    assert "playwright install chromium" in str(caught.value)


def test_where_there_is_no_sudo_it_is_left_out(tmp_path: Path, machine: dict[str, str]) -> None:
    program(tmp_path / "bin", "apt-get")
    with pytest.raises(ToolFailure, match="with `apt install chromium` or"):
        find_browser(platform="linux", environ=machine)


def test_without_a_package_manager_the_playwright_of_this_python_installs_one(machine: dict[str, str]) -> None:
    with pytest.raises(ToolFailure, match=rf"install one with `{sys.executable} -m playwright install chromium`$"):
        find_browser(platform="linux", environ=machine)


def test_programs_of_windows_are_found_by_its_variables(tmp_path: Path, machine: dict[str, str]) -> None:
    edge = program(tmp_path / "x86", "Microsoft/Edge/Application/msedge.exe")
    environ = {**machine, "ProgramFiles(x86)": str(tmp_path / "x86")}
    assert find_browser(platform="win32", environ=environ) == ("Edge", edge)
