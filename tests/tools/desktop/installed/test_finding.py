"""Which app a name means: the surest first, several listed, none guessed."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from goalwright.errors import ToolFailure
from goalwright.tools.desktop.installed import menu as menu_module
from goalwright.tools.desktop.installed.find_app import find_app
from goalwright.tools.desktop.installed.menu import app_names
from goalwright.tools.desktop.installed.program_names import process_names

ENTRIES = {
    "org.gnome.TextEditor": ("Writer’s Pad", "Text Editor", "gnome-text-editor %U"),
    "org.xfce.mousepad": ("Mousepad", "Text Editor", "mousepad %U"),
    "mousepad-settings": ("Text Editor Settings", "", "mousepad --preferences"),
    "chromium": ("Chromium Web Browser", "Web Browser", "chromium %U"),
    "draw-one": ("Draw One", "", "draw-one"),
    "draw-two": ("Draw Two", "", "draw-two"),
    "twin-a": ("Twin", "", "twin-a"),
    "twin-b": ("Twin", "", "twin-b"),
    "same-a": ("Same", "", "twin-a --one"),
    "same-b": ("Same", "", "twin-a --two"),
    "gone": ("Gone", "", "not-there-any-more"),
    "secret": ("Secret", "", "draw-one --secret\nNoDisplay=true"),
}
PROGRAMS = "gnome-text-editor mousepad chromium draw-one draw-two twin-a twin-b htop-x".split()


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with a few programs and entries."""
    programs, entries = tmp_path / "bin", tmp_path / "share" / "applications"
    programs.mkdir()
    entries.mkdir(parents=True)
    for program in (*PROGRAMS, "only on path"):
        (programs / program).write_text("#!/bin/true\n")
        (programs / program).chmod(0o755)
    for name, (title, generic, command) in ENTRIES.items():
        text = f"[Desktop Entry]\nType=Application\nName={title}\nGenericName={generic}\nExec={command}\n"
        (entries / f"{name}.desktop").write_text(text)
    for name, value in {
        "PATH": str(programs),
        "XDG_DATA_DIRS": str(tmp_path / "share"),
        "XDG_DATA_HOME": str(tmp_path / "own"),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "XDG_CONFIG_DIRS": str(tmp_path / "etc"),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "LANG": "C.UTF-8",
    }.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("mousepad", "mousepad %U"),
        ("the Mousepad", "mousepad %U"),
        ("  MOUSEPAD ", "mousepad %U"),
        ("org.xfce.mousepad", "mousepad %U"),
        ("editor", "gnome-text-editor %U"),
        ("text editor", "gnome-text-editor %U"),
        ("text editor settings", "mousepad --preferences"),
        ("chrome", "chromium %U"),
        ("chromium", "chromium %U"),
        ("web browser", "chromium %U"),
        ("writer’s pad", "gnome-text-editor %U"),
        ("draw one", "draw-one"),
        ("secret", "draw-one --secret"),
    ],
)
def test_a_name_means_one_app(name: str, command: str, machine: Path) -> None:
    assert " ".join(find_app(name).command) == command


def test_programs_without_an_entry_are_found_on_the_path(machine: Path) -> None:
    assert find_app("htop x").command == (str(machine / "bin" / "htop-x"),)
    assert find_app("only on path").command == (str(machine / "bin" / "only on path"),)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("draw", r"several apps are called draw: Draw One \(draw-one\), Draw Two \(draw-two\); name one"),
        ("twin", r"several apps are called twin: Twin \(twin-a\), Twin \(twin-b\)"),
        ("same", r"several apps are called same: Same \(same-a\), Same \(same-b\)"),
        ("gone", "no app called gone is installed"),
        ("", "has no name"),
        ("  ", "has no name"),
        ("a\nb", "line breaks"),
        ("a\0b", "line breaks"),
        ("x" * 3000, "3000 characters"),
        ("-rf", "no app called -rf"),
        ("../bin/mousepad", "no app called"),
        ("$(mousepad)", "no app called"),
        ("mousepad;", "no app called"),
        ("mousepad --preferences", "no app called"),
    ],
)
def test_what_is_not_one_app_is_refused_in_a_sentence(name: str, told: str, machine: Path) -> None:
    with pytest.raises(ToolFailure, match=told) as failure:
        find_app(name)
    assert "\n" not in failure.value.problem
    assert len(failure.value.problem) < 500


def test_the_users_choice_for_a_kind_of_file_decides(machine: Path) -> None:
    (machine / "config").mkdir()
    choices = "[Default Applications]\ntext/plain=not-there.desktop;org.xfce.mousepad.desktop;\n"
    (machine / "config" / "mimeapps.list").write_text(choices)
    assert find_app("editor").command == ("mousepad", "%U")
    assert find_app("Writer’s Pad").command == ("gnome-text-editor", "%U")


def test_a_broken_list_of_choices_decides_nothing(machine: Path) -> None:
    (machine / "config").mkdir()
    (machine / "config" / "mimeapps.list").write_bytes(b"text/plain=\xff\n[Default Applications\n")
    assert find_app("editor").command == ("gnome-text-editor", "%U")


def test_own_entries_stand_before_the_systems(machine: Path) -> None:
    own = machine / "own" / "applications"
    own.mkdir(parents=True)
    (own / "org.xfce.mousepad.desktop").write_text("[Desktop Entry]\nName=Mousepad\nExec=mousepad --mine\n")
    assert find_app("mousepad").command == ("mousepad", "--mine")


def test_localized_names_are_known(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = machine / "share" / "applications" / "calc.desktop"
    entry.write_text("[Desktop Entry]\nName=Sums\nName[de]=Rechnerei\nExec=draw-two\n")
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert find_app("rechnerei") == find_app("sums")
    assert {"Rechnerei", "Sums"} <= set(app_names())


def test_the_list_of_names_has_what_the_menu_shows(machine: Path) -> None:
    names = app_names()
    assert {"Mousepad", "Draw One", "Twin"} <= set(names)
    assert not {"Secret", "Gone"} & set(names)
    assert len(names) == len(set(names))


def test_the_list_is_remembered_until_the_folder_changes(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = app_names()
    menu_module._remembered.clear()
    monkeypatch.setattr(menu_module, "read_entry", None)  # whoever reads an entry now fails
    assert app_names() == first
    monkeypatch.undo()


def test_a_new_entry_is_seen_at_once(machine: Path) -> None:
    assert "Fresh" not in app_names()
    (machine / "share" / "applications" / "fresh.desktop").write_text("[Desktop Entry]\nName=Fresh\nExec=draw-one\n")
    os.utime(machine / "share" / "applications", (time.time() + 5, time.time() + 5))
    assert "Fresh" in app_names()


@pytest.mark.parametrize("kept", [b"", b"[]", b"{}", b'{"state": 1}', b"\xff", b'{"state": "x", "apps": [1]}'])
def test_a_broken_memory_is_made_anew(kept: bytes, machine: Path) -> None:
    first = app_names()
    menu_module._remembered.clear()
    (machine / "cache" / "goalwright" / "apps.json").write_bytes(kept)
    assert app_names() == first


def test_processes_are_called_as_table_and_entries_say(machine: Path) -> None:
    assert "mousepad" in process_names("text editor")
    assert "gnome-text-editor" in process_names("Writer’s Pad")
    assert process_names("spotify") == {"spotify"}
    (machine / "bin" / "flatpak").symlink_to("/bin/true")
    boxed = "[Desktop Entry]\nName=Sound Box\nExec=flatpak run org.x.Box\nStartupWMClass=soundbox\n"
    (machine / "share" / "applications" / "org.x.Box.desktop").write_text(boxed)
    os.utime(machine / "share" / "applications", (1.0, 1.0))
    assert process_names("sound box") == {"sound box", "Box", "soundbox"}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.text(max_size=300))
def test_any_name_is_an_app_or_a_sentence(name: str, machine: Path) -> None:
    process_names(name)
    try:
        told = find_app(name).name
    except ToolFailure as failure:
        told = failure.problem
    assert told.isprintable()
