"""A conversation: commands that point at the one before, and the prompt they are typed at."""

from __future__ import annotations

import os
import random
import stat
import time
from pathlib import Path

import pytest

from doors.cli.command import Cli, QuickCli
from doors.cli.terminal import Terminal
from goalwright.doors.cli.talking import words_of

FILES = {
    "inbox/a.pdf": "a" * 300,
    "inbox/b.pdf": "b" * 3000,
    "inbox/notes.txt": "milk\neggs\n",
    "logs/a.log": "first\n",
    "logs/b.log": "second\n",
    "reports/jan.txt": "jan\n",
    "reports/feb.txt": "feb\n",
    "summary.txt": "sum\n",
}
CALM = {"PROMPT_TOOLKIT_NO_CPR": "1"}

# What is said, one command after the other, and what is there and gone in the end; all of them are carried out.
TALKS: list[tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = [
    (("find all pdfs in inbox", "move them to archive"), ("archive/a.pdf", "archive/b.pdf"), ("inbox/a.pdf",)),
    (("how many pdfs are in inbox", "move them to archive"), ("archive/a.pdf", "archive/b.pdf"), ("inbox/a.pdf",)),
    (("what is the biggest file in inbox", "delete it"), ("inbox/a.pdf",), ("inbox/b.pdf",)),
    (("list the files in logs", "delete the second one"), ("logs/a.log",), ("logs/b.log",)),
    (("list the files in logs", "delete the last one"), ("logs/a.log",), ("logs/b.log",)),
    (("find all files in inbox", "move the first two to keep"), ("keep/a.pdf", "keep/b.pdf"), ("keep/notes.txt",)),
    (("find all files in inbox", "delete the biggest one"), ("inbox/a.pdf", "inbox/notes.txt"), ("inbox/b.pdf",)),
    (("find all pdfs in inbox", "move both of them to keep"), ("keep/a.pdf", "keep/b.pdf"), ("inbox/a.pdf",)),
    (("find all pdfs in inbox", "zip them into all.zip", "move it to zips"), ("zips/all.zip",), ("all.zip",)),
    (("create a folder docs", "move summary.txt there", "and reports/jan.txt"), ("docs/jan.txt",), ("summary.txt",)),
    (("copy summary.txt to backup", "do the same with reports/jan.txt"), ("backup/jan.txt", "reports/jan.txt"), ()),
    (("create x.txt", "now y.txt and z.txt as well"), ("x.txt", "y.txt", "z.txt"), ()),
    (("create x.txt", "y.txt too", "delete it"), ("x.txt",), ("y.txt",)),
    (("move inbox/notes.txt to done", "undo that"), ("inbox/notes.txt",), ("done/notes.txt",)),
    (("move inbox/notes.txt to done", "put it back please"), ("inbox/notes.txt",), ("done/notes.txt",)),
    (("move summary.txt to s.txt", "what time is it", "undo that"), ("summary.txt",), ("s.txt",)),
    (("rename summary.txt to end.txt", "delete it"), (), ("end.txt", "summary.txt")),
    (
        ("read summary.txt", "if it is empty move it into vacant, otherwise into used"),
        ("used/summary.txt",),
        ("summary.txt", "vacant/summary.txt"),
    ),
    (("read inbox/notes.txt", "if it contains milk, delete it"), (), ("inbox/notes.txt",)),
    (("find all pdfs in inbox", "how big are they"), ("inbox/a.pdf",), ()),
    (("move summary.txt to docs", "delete that folder"), (), ("docs", "summary.txt")),
    (("create a folder docs", "move inbox/notes.txt into it", "list that folder"), ("docs/notes.txt",), ()),
    (("move inbox/notes.txt to done", "bring it back"), ("inbox/notes.txt",), ("done/notes.txt",)),
    (("move inbox/notes.txt to done", "move it back"), ("inbox/notes.txt",), ("done/notes.txt",)),
    (("look in inbox for pdfs", "move them to archive"), ("archive/a.pdf", "inbox/notes.txt"), ("inbox/a.pdf",)),
    (("search inbox for eggs", "move them to archive"), ("archive/notes.txt", "inbox/a.pdf"), ("inbox/notes.txt",)),
    (("list the files in logs", "i want the second one deleted"), ("logs/a.log",), ("logs/b.log",)),
    (
        ("find all files in inbox", "delete the first one", "and the last one"),
        ("inbox/b.pdf",),
        ("inbox/a.pdf", "inbox/notes.txt"),
    ),
    (("find all pdfs in inbox", "copy the first one to keep", "now the second one"), ("keep/a.pdf", "keep/b.pdf"), ()),
    (
        ("delete all pdfs in inbox", "do the same with the txt files"),
        ("summary.txt",),
        ("inbox/a.pdf", "inbox/notes.txt"),
    ),
    (("delete all txt files in inbox", "and in reports"), ("summary.txt",), ("inbox/notes.txt", "reports/jan.txt")),
    (("create a folder docs", "move summary.txt there", "list it"), ("docs/summary.txt",), ()),
    (("zip inbox", "move the zip to zips"), ("zips/inbox.zip", "inbox/a.pdf"), ("inbox.zip",)),
]

# The last command is refused with these words, and nothing is changed by it.
REFUSED: list[tuple[tuple[str, ...], str]] = [
    (("delete it",), "was not named before"),
    (("delete the second one",), "was not named before"),
    (("again",), "no command came before it"),
    (("do the same with summary.txt",), "no command came before it"),
    (("undo that",), "nothing was changed here"),
    (("find all pdfs in inbox", "delete it"), "it may mean a.pdf or b.pdf"),
    (("list the files in logs", "delete it"), "it may mean logs, a.log or b.log"),
    (("list the files in logs", "delete the third one"), "there are only a.log and b.log"),
    (("copy summary.txt to backup", "delete it"), "it may mean w/summary.txt or backup/summary.txt"),
    (("find all pdfs in inbox", "copy them to keep", "delete them"), "it may mean"),
    (("find all files in inbox", "delete both of them"), "it may mean"),
    (("delete summary.txt", "delete it"), "nothing before it"),
    (("find all pdfs in inbox", "delete the first one", "and the first one"), "no longer there"),
    (("find all pdfs in inbox", "delete the first one", "and the third one"), "there are only"),
    (("create x.txt", "frobnicate summary.txt", "delete it"), "nothing before it"),
    (("move summary.txt to s.txt", "undo that", "delete it"), "no longer there"),
    (("move summary.txt to s.txt", "do the same with reports/jan.txt"), "would overwrite s.txt"),
    (("create a folder d and copy summary.txt to it", "do the same with reports/jan.txt"), "did several things"),
    (("create x.txt", "open youtube and delete it"), "was not named before"),
    (("create x.txt", "and delete the universe"), "not understood"),
]


@pytest.fixture
def talk(quick: QuickCli) -> QuickCli:
    work = quick.folder / "w"
    for name, text in FILES.items():
        quick.write(f"w/{name}", text)
    return QuickCli(folder=work, patch=quick.patch, streams=quick.streams)


@pytest.mark.parametrize(("said", "there", "gone"), TALKS, ids=lambda said: " / ".join(said)[:60])
def test_a_command_points_at_the_one_before(
    talk: QuickCli, said: tuple[str, ...], there: tuple[str, ...], gone: tuple[str, ...]
) -> None:
    talk.home.mkdir(exist_ok=True)
    for text in said:
        outcome = talk(text, "--yes")
        assert outcome.code == 0, (text, outcome)
    assert [name for name in there if not (talk.folder / name).exists()] == []
    assert [name for name in gone if (talk.folder / name).exists()] == []


@pytest.mark.parametrize(("said", "why"), REFUSED, ids=lambda said: " / ".join(said)[:60] if said else "")
def test_what_points_nowhere_or_at_several_things_is_refused(talk: QuickCli, said: tuple[str, ...], why: str) -> None:
    talk.home.mkdir(exist_ok=True)
    for text in said[:-1]:
        talk(text, "--yes")
    before = _tree(talk.folder)
    outcome = talk(said[-1], "--yes")
    assert outcome.code != 0, outcome
    assert why in outcome.err
    assert _tree(talk.folder) == before


def test_what_a_word_was_taken_for_is_shown_and_told_to_programs(talk: QuickCli) -> None:
    talk.home.mkdir(exist_ok=True)
    talk("create x.txt")
    assert "it: x.txt, from “create x.txt”\n" in talk("append hello to it").err
    assert "it: x.txt, from “append hello to it”\n" in talk("plan", "delete it").out
    assert talk("interpret", "delete it", "--json").document["references"] == [
        {"said": "it", "meant": "x.txt", "source": "append hello to it"}
    ]
    (talk.folder / "x.txt").write_text("changed")
    assert "it: x.txt (changed since: x.txt), from" in talk("delete it", "--dry-run").out
    asked = talk("delete it")
    assert asked.code == 6  # of high risk, as ever
    assert (talk.folder / "x.txt").exists()
    (talk.folder / "x.txt").unlink()
    assert "x.txt was meant, which is no longer there" in talk("delete it", "--yes").err


def test_what_was_said_is_kept_for_a_short_while_in_a_private_file_of_its_door(talk: QuickCli) -> None:
    talk.home.mkdir(exist_ok=True)
    talk("create x.txt")
    (kept,) = (talk.folder / "state" / "conversations").iterdir()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert stat.S_IMODE(kept.parent.stat().st_mode) == 0o700
    document = kept.read_text()
    at = time.time() - 16 * 60
    kept.write_text(document.replace(document.partition('"at": ')[2].partition(",")[0], str(at)))
    assert "was not named before" in talk("delete it", "--yes").err
    for damaged in ("", "[]", "{}", document.replace('"path"', '"pat"'), document[:-9], "\x00"):
        kept.write_text(damaged)
        assert talk("delete it", "--yes").code == 3, damaged
    assert (talk.folder / "x.txt").exists()


def test_another_folder_is_no_place_for_the_same(talk: QuickCli) -> None:
    talk.home.mkdir(exist_ok=True)
    talk("create x.txt")
    (talk.folder / "else").mkdir()
    settings = talk.environment()
    elsewhere = QuickCli(folder=talk.folder / "else", patch=talk.patch, streams=talk.streams)
    outcome = elsewhere("again", environment={name: settings[name] for name in settings if name.startswith("GOAL")})
    assert "given in another folder" in outcome.err
    assert list((talk.folder / "else").iterdir()) == []


def test_conversations_with_other_names_are_others(talk: QuickCli) -> None:
    talk.home.mkdir(exist_ok=True)
    talk("create x.txt", environment={"GOALWRIGHT_CONVERSATION": "a"})
    assert talk("plan", "delete it", environment={"GOALWRIGHT_CONVERSATION": "b"}).code == 3
    assert talk("plan", "delete it", environment={"GOALWRIGHT_CONVERSATION": "a"}).code == 0


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("delete it", ["delete it"]),
        ("undo", ["undo"]),
        ("history -n 2", ["history", "-n", "2"]),
        ("show me the files in inbox", ["show me the files in inbox"]),
        ('explain "open notes.txt"', ["explain", "open notes.txt"]),
        ("goalwright history", ["history"]),
        ('goalwright "delete it"', ["delete it"]),
        ("list bob's files", ["list bob's files"]),
    ],
)
def test_a_line_is_a_sentence_or_a_command(line: str, words: list[str]) -> None:
    assert words_of(line) == words


@pytest.mark.slow
def test_the_prompt_holds_a_conversation(cli: Cli) -> None:
    for name, text in FILES.items():
        cli.write(name, text)
    with Terminal(cli, environment=CALM) as terminal:
        terminal.wait_for("Ctrl-D leaves.\ngoalwright>")
        _say(terminal, "find all pdfs in inbox\r", "1 action done")
        _say(
            terminal, "move them to archive\r", "them: a.pdf and b.pdf, from “find all pdfs in inbox”", "3 actions done"
        )
        terminal.wait_for("goalwright>")
        _say(terminal, "delete the first one\r", "Run this? [y/N] ", "")
        _say(terminal, "n\n", "not approved, so nothing was done")
        _say(terminal, "delete the first one\r", "Run this? [y/N] ", "")
        terminal.interrupt()
        terminal.wait_for("interrupted\ngoalwright>")
        assert (cli.folder / "archive/a.pdf").exists()
        _say(terminal, "delete archive/a\t", "archive/a.pdf", "")
        _say(terminal, "\r", "Run this? [y/N] ", "")
        _say(terminal, "y\n", "1 action done")
        assert not (cli.folder / "archive/a.pdf").exists()
        _say(terminal, "undo that\r", "1 action undone")
        _say(terminal, "gibberish all over\r", "not understood")
        _say(terminal, "\x12find", "find all pdfs in inbox", "")
        _say(terminal, "\x07", "goalwright>", "")
        _say(terminal, "history -n 1\r", "success")
        _say(terminal, "half a line\x03", "half a line")
        _say(terminal, "help\r", "takes it back")
        terminal.type("\x04")
        assert terminal.end() == 0
    assert "Traceback" not in terminal.text
    assert (cli.folder / "archive/a.pdf").exists()
    history = cli.folder / "state" / "history"
    assert "move them to archive" in history.read_text()
    assert stat.S_IMODE(history.stat().st_mode) == 0o600


@pytest.mark.slow
def test_ctrl_c_in_mid_run_stops_the_run_and_not_the_conversation(cli: Cli) -> None:
    with (cli.folder / "big.bin").open("wb") as big:
        for number in range(6):
            big.write(random.Random(number).randbytes(1 << 20))
    with Terminal(cli, environment=CALM) as terminal:
        terminal.wait_for("goalwright>")
        terminal.type("create x.txt, then zip big.bin, then create y.txt\r")
        while not list(cli.folder.glob(".goalwright-*")):
            assert terminal.process.poll() is None
            time.sleep(0.001)
        terminal.interrupt()
        terminal.wait_for("2 of 3 actions done")  # what is at work when Ctrl-C comes is finished
        assert (cli.folder / "x.txt").exists()
        assert not (cli.folder / "y.txt").exists()
        _say(terminal, "resume\r", "3 actions done")
        assert (cli.folder / "y.txt").exists()
        _say(terminal, "undo that\r", "3 actions undone")
        terminal.type("\x04")
        assert terminal.end() == 0
    assert "Traceback" not in terminal.text
    assert sorted(path.name for path in cli.folder.glob("*.*")) == ["big.bin"]


@pytest.mark.slow
def test_the_prompt_asks_again_in_mid_run_for_what_only_the_run_can_tell(cli: Cli) -> None:
    cli.write("list.txt", "milk\neggs\n")
    said = "sort the lines of list.txt, then if list.txt contains milk delete list.txt\r"
    with Terminal(cli, environment=CALM) as terminal:
        terminal.wait_for("goalwright>")
        _say(terminal, said, "Run this? [y/N] ", "")
        _say(terminal, "y\n", "delete list.txt", "[y/N] ")
        assert (cli.folder / "list.txt").read_text() == "eggs\nmilk\n"
        _say(terminal, "n\n", "waits for approval")
        assert (cli.folder / "list.txt").exists()
        terminal.type("\x04")
        assert terminal.end() == 0
    assert "Traceback" not in terminal.text


@pytest.mark.slow
def test_without_a_terminal_there_is_help(cli: Cli) -> None:
    assert "Usage:" in cli().out


def _say(terminal: Terminal, keys: str, answer: str, then: str = "goalwright>") -> None:
    """Type, and wait until the answer is written and the next command is asked for; what was written before does not
    count."""
    terminal.raw = ""
    terminal.type(keys)
    terminal.wait_for(answer)
    terminal.raw = terminal.text.rpartition(answer)[2] if then else terminal.raw
    terminal.wait_for(then)


def _tree(folder: Path) -> dict[str, bytes]:
    kept = ("state", "config", "home")
    files = (path for path in folder.rglob("*") if path.is_file())
    return {
        os.fspath(path.relative_to(folder)): path.read_bytes()
        for path in files
        if path.relative_to(folder).parts[0] not in kept
    }
