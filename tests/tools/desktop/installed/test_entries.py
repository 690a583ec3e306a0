"""Desktop entries: read as programs write them, and started without any shell."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from goalwright.errors import ToolFailure
from goalwright.tools.desktop.installed.menu import InstalledApp, command_words, filled_command, read_entry

ENTRY = """
# a comment
[Desktop Entry]
Type=Application
Name=Notes
Name[de]=Notizen
Name[de_AT]=Notizzettel
GenericName=Text Editor
Exec="/opt/my notes/run" --name=%c %U
StartupWMClass=NotesWindow

[Desktop Action new]
Name=New note
Exec=other
"""


def test_an_entry_is_read_in_the_users_language_first() -> None:
    read = read_entry(ENTRY, "notes.desktop", ("de_AT", "de"))
    assert read is not None
    app, program = read
    assert app.names == ("Notizzettel", "Notes")
    assert app.generic == ("Text Editor",)
    assert app.command == ("/opt/my notes/run", "--name=%c", "%U")
    assert app.window_class == "NotesWindow"
    assert program == "/opt/my notes/run"


@pytest.mark.parametrize(
    "change",
    [
        ("Type=Application", "Type=Link"),
        ("Type=Application", "Hidden=true"),
        ('Exec="/opt/my notes/run" --name=%c %U', "Exec="),
        ('Exec="/opt/my notes/run" --name=%c %U', 'Exec="never closed'),
        ("Name=Notes\nName[de]=Notizen\nName[de_AT]=Notizzettel\n", "Name=\n"),
        ("[Desktop Entry]", "[Other]"),
    ],
)
def test_what_describes_no_app_is_none(change: tuple[str, str]) -> None:
    text = ENTRY.replace(*change)
    assert text != ENTRY
    assert read_entry(text, "notes.desktop", ("de",)) is None


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("a b  c", ["a", "b", "c"]),
        ('"a b" c', ["a b", "c"]),
        ('x "" y', ["x", "", "y"]),
        (r'"say \"hi\" \$5 \\ \`x\`"', [r'say "hi" $5 \ `x`']),
        ("sh -c $(rm)", ["sh", "-c", "$(rm)"]),
        ('a"b c"d', ["ab cd"]),
    ],
)
def test_exec_lines_are_words(line: str, words: list[str]) -> None:
    assert command_words(line) == words


def app(*command: str, entry_id: str = "x.desktop") -> InstalledApp:
    return InstalledApp(id=entry_id, names=("Notes",), command=command)


@pytest.mark.parametrize(
    ("command", "url", "filled"),
    [
        (("x", "%U"), "", ["x"]),
        (("x", "%u"), "https://a.b/?q=$(x)&y='", ["x", "https://a.b/?q=$(x)&y='"]),
        (("x", "--open=%f"), "https://a.b", ["x", "--open=https://a.b"]),
        (("x", "%i", "100%%", "--name", "%c"), "", ["x", "100%", "--name", "Notes"]),
        (("x", "", "y"), "", ["x", "", "y"]),
    ],
)
def test_field_codes_are_filled_or_left_out(command: tuple[str, ...], url: str, filled: list[str]) -> None:
    assert filled_command(app(*command), url) == filled


@pytest.mark.parametrize(
    ("command", "program"),
    [
        ("/usr/bin/code --new", "code"),
        ("env A=1 B=2 /opt/run %u", "run"),
        ("flatpak run org.x.Y", ""),
        ("sh -c x", ""),
        ("env", ""),
    ],
)
def test_what_only_starts_a_program_is_not_the_program(command: str, program: str) -> None:
    assert app(*command.split()).program == program


def test_an_app_without_a_place_for_an_address_is_not_given_one() -> None:
    with pytest.raises(ToolFailure, match="does not say how it is given an address"):
        filled_command(app("x"), "https://a.b")
    assert filled_command(app("/usr/bin/x", entry_id=""), "https://a.b") == ["/usr/bin/x", "https://a.b"]


@given(text=st.text())
@example("[Desktop Entry]\nName=a\nExec=a %")
@example("[Desktop Entry]\nName=a\nExec=a \\")
@example("[Desktop Entry]\nName=\\\nExec=\\")
def test_any_text_is_an_entry_or_none(text: str) -> None:
    read = read_entry(f"[Desktop Entry]\n{text}", "x.desktop", ())
    if read is not None:
        assert filled_command(read[0])


@given(address=st.text(min_size=1))
def test_an_address_stays_one_word(address: str) -> None:
    assert filled_command(app("x", "-u", "%u", "y"), address) == ["x", "-u", address, "y"]
