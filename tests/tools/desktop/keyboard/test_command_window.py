"""Keys never go to the window that a command came from, and dangerous ones only where that was approved.

The command is a real one, given in a real terminal that writes down whatever is typed into it.
"""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from desktop.desk import Desk, until
from goalwright import Goalwright
from goalwright.errors import ToolFailure
from goalwright.rules.words_loader import load_vocabulary
from goalwright.tools.desktop.keyboard.keyboard_family import tools_for
from goalwright.tools.desktop.keyboard.x11_keyboard import X11Input
from goalwright.tools.desktop.keyboard.x_keys import keys_of
from tools.desktop.keyboard.sheet import TITLE, open_sheet
from tools.one_call import called

SOURCE = Path(__file__).parents[4] / "src"
TERMINAL = "Where it was said"
FAILED = 5
REFUSED = "the keys would go to the window that the command came from"
WAYS = {
    "as it is": "{command}",
    "without WINDOWID": "env -u WINDOWID {command}",
    "with the WINDOWID of another": "env WINDOWID={sheet} {command}",
    "with an unfit WINDOWID": "env WINDOWID=x {command}",
    "away from its parents": "setsid --fork --wait {command}",
    "in a terminal of its own, as tmux has": "env -u WINDOWID setsid --fork script -qec {quoted} /dev/null",
}


def said_in_terminal(desk: Desk, folder: Path, sentences: list[str], *, way: str, sheet: str) -> list[tuple[int, str]]:
    """How each sentence ended that was said in a terminal, as (exit code, what it said), and what was typed there."""
    lines = ["stty -echo", "while [ ! -e go ]; do sleep 0.1; done"]
    for number, sentence in enumerate(sentences):
        said = shlex.join([sys.executable, "-m", "goalwright", "--yes", sentence])
        inner = f"{said} > out{number} 2>&1; echo $? > rc{number}"
        command = shlex.join(["sh", "-c", inner])
        lines += [way.format(command=command, quoted=shlex.quote(command), sheet=sheet)]
        lines += [f"while [ ! -s rc{number} ]; do sleep 0.1; done"]
    lines += ["stty raw", ": > ready", "exec cat >> typed"]
    (folder / "say.sh").write_text("\n".join(lines))
    (folder / "typed").touch()
    variables = {"PYTHONPATH": str(SOURCE), "GOALWRIGHT_HOME": str(folder / "state"), "LC_ALL": "C.UTF-8"}
    given = [f"{name}={value}" for name, value in variables.items()]
    shown = ["-title", TERMINAL, "-geometry", "60x10+500+400"]
    desk.start("env", "-C", str(folder), *given, "xterm", *shown, "-e", "sh", "say.sh")
    until(lambda: desk.windows().get(desk.active_window()) == TERMINAL)
    (folder / "go").touch()
    until((folder / "ready").exists, 120)
    ended = [(folder / f"rc{number}", folder / f"out{number}") for number in range(len(sentences))]
    return [(int(code.read_text()), out.read_text()) for code, out in ended]


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_keys_never_go_to_the_window_that_the_command_came_from(desk: Desk, tmp_path: Path, way: str) -> None:
    sheet = open_sheet(desk, tmp_path)
    there = desk.active_window()
    folder = tmp_path / "terminal"
    folder.mkdir()
    sentences = [
        'type "touch made" and press enter',
        "press alt+f4",
        f'switch to the window called "{TITLE}", then type "hello"',
    ]
    *kept, gone = said_in_terminal(desk, folder, sentences, way=way, sheet=there)
    assert [code for code, _ in kept] == [FAILED, FAILED]
    assert all(REFUSED in told for _, told in kept)
    assert TERMINAL in desk.windows().values()
    assert (folder / "typed").read_bytes() == b""
    assert gone[0] == 0, gone[1]
    assert sheet.has("hello")


@pytest.mark.parametrize(
    "said",
    [
        "press alt+f4",
        "press ctrl+w",
        "press control+q",
        "press enter",
        "press return",
        "press delete",
        "press shift+delete",
        "press ctrl+enter",
        "press ctrl+d",
        "press ctrl+alt+delete",
    ],
)
@pytest.mark.usefixtures("desk")
def test_keys_that_close_send_or_delete_are_as_risky_as_the_verbs(tmp_path: Path, said: str) -> None:
    app = Goalwright(home=tmp_path / "state", cwd=tmp_path, config=tmp_path / "config")
    prepared = app.prepare(said)
    assert [action.risk for action in prepared.needs_approval] == ["high"]


@pytest.mark.usefixtures("desk")
def test_other_keys_and_texts_need_no_approval(tmp_path: Path) -> None:
    app = Goalwright(home=tmp_path / "state", cwd=tmp_path, config=tmp_path / "config")
    for said in ("press ctrl+s", "press f5", "press a", "press tab", "press escape", 'type "hello"'):
        assert not app.prepare(said).needs_approval, said
    assert app.prepare('type "one\ntwo"').needs_approval


def test_what_was_not_approved_is_not_pressed() -> None:
    tools = tools_for(X11Input())
    with pytest.raises(ToolFailure, match=r"Alt\+F4 closes something, and that was not approved"):
        called(tools["system.input.keyboard.press"], key="Alt+F4", risk="medium")
    with pytest.raises(ToolFailure, match="a line break presses Enter"):
        called(tools["system.input.keyboard.type"], text="a\r", risk="medium")


def test_every_dangerous_key_is_one_that_can_be_said() -> None:
    from goalwright.language.tables import table

    words = load_vocabulary()
    for combination in (keys for rows in table("key_harm").values() for keys in rows):
        assert words.key(combination) == combination
        assert "+".join(keys_of(combination)) == combination
