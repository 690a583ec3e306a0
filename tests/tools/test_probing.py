"""Probing: tools are connected, or say in a sentence why they cannot be used here."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from goalwright.app import Goalwright
from goalwright.contracts import ToolCapability
from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.tools import Services, ToolEntry, ToolRegistry, probing
from goalwright.tools.browser import browser_tools
from goalwright.tools.catalogue import catalogue, names_under
from goalwright.tools.desktop.keyboard import keyboard_family
from goalwright.tools.desktop.keyboard.x11_keyboard import X11Input
from goalwright.tools.desktop.windows import windows_family
from goalwright.tools.desktop.windows.x11_windows import X11Windows
from goalwright.tools.probing import FAMILIES, Family, longest_match, on_platform, probed

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src")}
HEAVY = ("psutil", "sqlite3", "zoneinfo", "importlib.metadata", "asyncio")


@pytest.fixture
def services(tmp_path: Path) -> Services:
    return Services(roots=AllowedRoots([tmp_path]))


def modules_after(code: str) -> set[str]:
    script = f"import sys\n{code}\nprint(*sys.modules)"
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60, env=ENVIRONMENT)
    return set(done.stdout.split())


def test_families_that_load_late_make_what_the_catalogue_promises(services: Services) -> None:
    assert {*browser_tools.make_tools(services)} == {*names_under("browsers")}
    assert {*windows_family.tools_for(X11Windows())} == {*names_under("system.window"), windows_family.ACTIVE}
    assert {*keyboard_family.tools_for(X11Input())} == {*names_under("system.input")}


def test_every_tool_is_there_or_says_why_not(services: Services) -> None:
    registry = ToolRegistry.default(probe=True, services=services)
    assert registry.names() == ToolRegistry.default().names()
    for entry in registry:
        assert entry.is_available != bool(entry.missing), entry.name
    assert [capability.name for capability in registry.available()] == [e.name for e in registry if e.is_available]


@pytest.mark.parametrize(
    "name", ["files.create_file", "memory.store_fact", "echo_tool", "get_time", "system.state.get_disk_usage"]
)
def test_tools_that_need_nothing_are_connected(name: str, services: Services) -> None:
    assert ToolRegistry.default(probe=True, services=services)[name].is_available


@pytest.mark.parametrize(
    "name", ["system.window.minimize", "system.state.get_active_window", "system.input.mouse.move"]
)
def test_without_a_display_its_tools_say_so(name: str, services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert "no display" in ToolRegistry.default(probe=True, services=services)[name].missing


def test_without_services_files_stay_in_the_home_and_the_working_folder() -> None:
    assert ToolRegistry.default(probe=True)["files.create_file"].is_available


def test_a_tool_of_another_platform_says_where_it_exists() -> None:
    capability = ToolCapability(name="tray")
    entry = ToolEntry(name="tray", capability=capability, platforms=("darwin", "win32"))
    assert on_platform(entry, "linux").missing == "it exists on macOS and Windows only, and this is Linux"
    assert on_platform(entry, "darwin") is entry


def test_nothing_is_available_on_a_platform_that_no_tool_knows(services: Services) -> None:
    assert not any(entry.is_available for entry in probed(catalogue(), services, "plan9"))


def test_a_family_that_lacks_a_package_says_how_to_get_it(
    services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "needy_family.py").write_text("import package_nobody_has.inner\n")
    monkeypatch.syspath_prepend(tmp_path)
    family = Family("needy_family", services)
    why = "the Python package package_nobody_has is not installed: `pip install package_nobody_has`"
    assert family.connection("needy") == (None, why)


def test_a_mistake_inside_the_program_is_not_taken_for_a_missing_package(services: Services) -> None:
    with pytest.raises(ModuleNotFoundError):
        Family("goalwright.tools.nowhere", services).connection("lost")


@pytest.mark.parametrize("module", dict.fromkeys(FAMILIES.values()))
def test_a_family_makes_tools_of_the_catalogue_and_says_why_it_lacks_the_others(
    module: str, services: Services
) -> None:
    loaded: Any = import_module(module)
    lacking = loaded.missing(services) if hasattr(loaded, "missing") else {}
    declared = {name for name in ToolRegistry.default().names() if module == longest_match(name, FAMILIES)}
    assert {*loaded.make_tools(services), *lacking} == declared


def test_a_family_is_loaded_when_one_of_its_tools_is_asked_for() -> None:
    code = "import goalwright.tools as t; r = t.ToolRegistry.default(probe=True); e = r['files.create_folder']; "
    assert not [name for name in modules_after(code) if name.startswith("goalwright.tools.files")]
    loaded = modules_after(code + "e.tool")
    assert "goalwright.tools.files" in loaded
    assert not [name for name in loaded if name.startswith(("goalwright.tools.desktop", "goalwright.tools.browser"))]
    assert "goalwright.tools.files.create" not in loaded


def test_only_tools_that_were_asked_about_can_hold_anything(services: Services) -> None:
    registry = ToolRegistry.default(probe=True, services=services)
    assert registry.connected() == []
    assert registry["echo_tool"].is_available
    assert registry.connected() == [registry["echo_tool"].tool]


def test_tools_come_and_go_while_a_process_lives(
    services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(probing, "LOOK_S", 0)
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    registry = ToolRegistry.default(probe=True, services=services)
    assert "xdotool is not installed" in registry["system.input.keyboard.type"].missing
    helper = tmp_path / "xdotool"
    helper.write_text("#!/bin/sh\n")
    helper.chmod(0o755)
    assert registry["system.input.keyboard.type"].missing  # as it was seen
    registry.look_again()
    assert registry["system.input.keyboard.type"].missing == ""
    helper.unlink()
    registry.look_again()
    assert "xdotool is not installed" in registry["system.input.keyboard.type"].missing
    assert registry["system.input.keyboard.type"].tool is None


def test_a_tool_that_is_asked_again_still_counts_as_connected(services: Services) -> None:
    registry = ToolRegistry.default(probe=True, services=services)
    used = registry["files.read_file"].tool
    registry.look_again()
    assert used in registry.connected()


def test_each_plan_is_made_with_the_tools_of_the_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probing, "LOOK_S", 0)
    browser = tmp_path / "chromium"
    config = tmp_path / "config"
    config.mkdir()
    (config / "config.toml").write_text(f'browser_path = "{browser}"\n')
    gw = Goalwright(home=tmp_path / "state", cwd=tmp_path, config=config)
    assert gw.prepare("go to example.com").result.status == "no_capability"
    browser.write_text("#!/bin/sh\n")
    browser.chmod(0o755)
    assert gw.prepare("go to example.com").result.status == "success"
    browser.unlink()
    assert gw.prepare("go to example.com").result.status == "no_capability"


def test_importing_the_tools_loads_nothing_heavy() -> None:
    assert not modules_after("import goalwright.tools; goalwright.tools.ToolRegistry.default()") & set(HEAVY)


def test_probing_loads_neither_psutil_nor_databases() -> None:
    loaded = modules_after("import goalwright.tools; goalwright.tools.ToolRegistry.default(probe=True)")
    assert not loaded & {"psutil", "sqlite3", "zoneinfo"}
