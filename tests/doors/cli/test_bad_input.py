"""Bad input: one line that names the place, the right exit code, never a traceback."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from doors.cli.command import QuickCli, goal
from goalwright.doors.cli.named_files import read_input
from goalwright.errors import GoalsFileError

DEEP = 200_000
RUN_COMMANDS = ("undo", "resume", "stop", "show", "watch", "approve")
NOBODY = 65534


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--nothing",), ("--nothing", "goalwright --help")),
        (("plna",), ("'plna'", "plan", "goalwright --help")),
        (("plan",), ("--goals", "goalwright plan --help")),
        (("plan", "--goals"), ("--goals",)),
        (("plan", "--goals", "a", "b", "c"), ("c",)),
        (("plan", "--gaols", "a"), ("--gaols",)),
        (("validate",), ("FILE",)),
        (("rules", "a", "b"), ("b",)),
        (("tools", "extra"), ("extra",)),
        (("plan", "--goals", "-", "--steps", "three"), ("a sentence or --goals",)),
        (("plan", "mute", "--steps=three"), ("three",)),
        (("run", "--goals"), ("'--goals' requires an argument", "goalwright run --help")),
        (("create", "a", "folder", "trip"), ("'a folder trip'", "put quotes around the whole sentence")),
        (("histroy",), ("did you mean 'history'? See `goalwright --help`",)),
        (("--hlep",), ("no option is called '--hlep': did you mean '--help'?",)),
        (("help", "me"), ("quotes",)),
        (("explain",), ("SENTENCE is missing",)),
        (("completion",), ("missing: use bash, zsh or fish",)),
        (("completion", "tcsh"), ("'tcsh' is unknown: use bash, zsh or fish",)),
        (("jobs", "lsit"), ("'lsit' is unknown: use list, add,",)),
        (("history", "-n", "0"), ("--limit: write 1 or more",)),
        (("history", "-n", "x"), ("--limit: 'x' is not a whole number",)),
        (("history", "-n", "9" * 30), ("--limit: write 999999999 or less",)),
        (("watch", "--after", "-1"), ("--after: write 0 or more",)),
        (("rules", "file.mvoe"), ("no verb or domain is called 'file.mvoe': did you mean file.move?",)),
        (("approve", "--hash", "abc"), ("need RUN",)),
        (("approve", "--decline"), ("need RUN",)),
        *(((command, ""), ("RUN: an empty text", "leave it out")) for command in RUN_COMMANDS),
    ],
)
def test_wrong_arguments_are_one_line(quick: QuickCli, arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    quick(*arguments).require_one_line(2, *words)


def test_a_run_whose_name_is_empty_is_not_the_last_one(quick: QuickCli) -> None:
    assert quick("create a folder trip").code == 0
    quick("undo", "").require_one_line(2, "RUN")
    assert (quick.folder / "trip").is_dir()


@pytest.mark.parametrize(("asked", "meant"), [(("help",), ("--help",)), (("help", "undo"), ("undo", "--help"))])
def test_help_is_shown_to_those_who_say_help(quick: QuickCli, asked: tuple[str, ...], meant: tuple[str, ...]) -> None:
    assert quick(*asked).out == quick(*meant).out


@pytest.mark.parametrize("arguments", [("plna", "--json"), ("plan", "--json"), ("--json",)])
def test_wrong_arguments_are_one_document_if_json_is_asked_for(quick: QuickCli, arguments: tuple[str, ...]) -> None:
    error = quick(*arguments)
    assert (error.code, error.err) == (2, "")
    assert error.document["error"]["exit_code"] == 2


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("", ("nothing to do",)),
        ("frobnicate the widget", ("'frobnicate the widget'", "goalwright rules")),
        ("delte notes.txt", ('did you mean "delete notes.txt"?',)),
        ("open youtube and frobnicate", ("'frobnicate'",)),
        ("shut down the computer if it rains", ("condition",)),
        ('write "hello to notes.txt', ("never closed",)),
        ("open \u202eyoutube", ("U+202E",)),
        ("frobnicate\x1b[31m", ("U+001B",)),
        ("create \udcff.txt", ("a byte that is not UTF-8 at character 8",)),
    ],
)
@pytest.mark.parametrize("command", [(), ("plan",), ("interpret",)])
def test_sentences_that_are_not_understood_are_declined(
    quick: QuickCli, command: tuple[str, ...], sentence: str, words: tuple[str, ...]
) -> None:
    quick(*command, sentence).require_one_line(3, *words)
    error = quick(*command, sentence, "--json")
    assert (error.code, error.err, error.document["error"]["kind"]) == (3, "", "NotUnderstood")


def test_a_sentence_and_goals_are_not_taken_together(quick: QuickCli) -> None:
    quick("plan", "mute", "--goals", "-").require_one_line(2, "not both")


CONTENTS: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "line 1 column 1"),
    "binary": (bytes(range(256)), "UTF-8"),
    "not json": (b"goals: yes", "JSON"),
    "trailing": (b'{"goals": []} x', "JSON"),
    "list": (b"[]", "object"),
    "no goals": (b'{"goals": []}', "goals"),
    "deep": (b"[" * DEEP, "nested"),
    "deep objects": (b'{"a":' * DEEP + b"1" + b"}" * DEEP, "nested"),
    "duplicate": (b'{"goals": 1, "goals": 2}', "goals"),
    "nan": (b'{"goals": [{"domain": "a", "verb": "b", "params": {"x": NaN}}]}', "goals[0].params.x"),
    "huge number": (b'{"goals": [{"domain": "a", "verb": "b", "params": {"x": 1%s}}]}' % (b"0" * 9999), "64 bits"),
    "control": (b'{"goals": [{"domain": "a\\u001b[2J", "verb": "b"}]}', "\\x1b"),
    "duplicate ids": (
        b'{"goals": [{"domain": "a", "verb": "b", "goal_id": "x"}, {"domain": "a", "verb": "b", "goal_id": "x"}]}',
        "'x'",
    ),
    "wrong type": (b'{"goals": [{"domain": 1, "verb": "b"}]}', "goals[0].domain"),
    "unknown field": (b'{"goals": [{"domain": "a", "verb": "b", "\\u202egn": 1}]}', "goals[0]"),
}


@pytest.mark.parametrize(("content", "place"), CONTENTS.values(), ids=CONTENTS.keys())
def test_wrong_goals_files_are_one_line(quick: QuickCli, content: bytes, place: str) -> None:
    (quick.folder / "goals.json").write_bytes(content)
    quick("plan", "--goals", "goals.json").require_one_line(2, "goals.json", place)


@pytest.mark.parametrize("more", [(), ("--steps",)])
def test_wrong_goals_are_one_document_if_json_is_asked_for(quick: QuickCli, more: tuple[str, ...]) -> None:
    error = quick("plan", "--goals", "-", "--json", *more, stdin=CONTENTS["wrong type"][0])
    assert (error.code, error.err) == (2, "")
    assert error.document["error"] == {
        "kind": "GoalsFileError",
        "message": error.document["error"]["message"],
        "exit_code": 2,
        "source": "standard input",
        "place": "goals[0].domain",
        "problem": error.document["error"]["problem"],
    }


@pytest.mark.parametrize("content", [content for content, _ in CONTENTS.values()], ids=CONTENTS.keys())
def test_wrong_structured_plans_are_one_line(quick: QuickCli, content: bytes) -> None:
    quick("validate", "-", stdin=content).require_one_line(2)


def _missing(path: Path) -> None:
    del path


def _looping(path: Path) -> None:
    path.symlink_to(path)


def _huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(10**12)


UNREADABLE: dict[str, tuple[Callable[[Path], None], str]] = {
    "missing": (_missing, "does not exist"),
    "folder": (Path.mkdir, "is a folder"),
    "loop": (_looping, "cannot be read"),
    "huge": (_huge, "larger than 64 MiB"),
}


@pytest.mark.parametrize(("make", "problem"), UNREADABLE.values(), ids=UNREADABLE.keys())
def test_files_that_cannot_be_read_are_one_line(quick: QuickCli, make: Callable[[Path], None], problem: str) -> None:
    make(quick.folder / "in.json")
    for command in (("plan", "--goals"), ("validate",)):
        quick(*command, "in.json").require_one_line(2, "in.json", problem)


@pytest.fixture
def locked(tmp_path: Path) -> Path:
    path = tmp_path / "in.json"
    path.write_text("{}")
    path.chmod(0)
    return path


@pytest.fixture
def as_nobody(locked: Path) -> Iterator[None]:
    """The superuser may read everything, so such a one becomes somebody else for a while."""
    is_superuser = os.geteuid() == 0
    if is_superuser:
        os.seteuid(NOBODY)
    yield
    if is_superuser:
        os.seteuid(0)


@pytest.mark.usefixtures("as_nobody")
def test_files_of_others_are_refused_with_the_remedy(locked: Path) -> None:
    with pytest.raises(GoalsFileError, match=r"in\.json: may not be read: check its permissions"):
        read_input(str(locked), lambda source, problem: GoalsFileError(source, "", problem))


def test_names_that_are_not_text_are_one_line(quick: QuickCli) -> None:
    quick("plan", "--goals", os.fsdecode(b"\xff\n\x1b[0m")).require_one_line(2, "\\x1b[0m", "does not exist")


MEGABYTE = "x" * 2**20


@pytest.mark.parametrize(
    "bad",
    [
        goal("file.write", path="a.txt", content=MEGABYTE),
        goal("file.write", path=MEGABYTE, content="a"),
        goal(f"file.{MEGABYTE}", path="a"),
        goal("browser.search", query=MEGABYTE),
        goal("browser.navigate", url="https://" + MEGABYTE),
        goal("audio.set_volume", level="\x1b]0;title\x07"),
        goal("browser.search", query="a\x00b"),
        goal("file.create", path=["a"], object_type="folder"),
        goal("file.write", path="a.txt", content={"deep": [{"er": [1, 2, {"x": None}]}]}),
        goal("audio.mute") | {"goal_id": MEGABYTE},
    ],
    ids=lambda bad: f"{bad['domain']}.{bad['verb'][:10]}",
)
def test_wrong_parameters_never_make_a_traceback_or_a_long_line(quick: QuickCli, bad: dict[str, object]) -> None:
    file = quick.goals(bad)
    outcome = quick("plan", "--goals", file, "-v")
    assert outcome.code in (0, 4), outcome
    assert "Traceback" not in outcome.err
    assert "\x1b" not in outcome.out + outcome.err
    assert max(map(len, (outcome.out + outcome.err).splitlines())) < 3000
    assert outcome.err.count("\n") == (1 if outcome.code else 0)
    as_json = quick("plan", "--goals", file, "--json")
    assert (as_json.code, as_json.err) == (outcome.code, "")
    assert as_json.document["status"] != "partial"


def test_long_values_are_cut_where_people_read_and_whole_in_json(quick: QuickCli) -> None:
    content = "y" * 200_000
    file = quick.goals(goal("file.write", path="a.txt", content=content))
    shown = quick("plan", "--goals", file, "-v").out
    assert "... (200000 characters)" in shown
    assert max(map(len, shown.splitlines())) < 3000
    document = quick("plan", "--goals", file, "--json").document
    assert document["plan"]["actions"][0]["args"]["content"] == content
    assert json.loads(json.dumps(document)) == document
