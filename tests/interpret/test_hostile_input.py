"""Text is data: whatever it holds, it is understood or refused, and soon."""

from __future__ import annotations

import json
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goalwright.errors import NotUnderstood
from goalwright.interpret.interpreter import MAX_CHARACTERS
from interpret.sentences import COMMANDS, interpreter, read

PATIENCE_S = 5
LONG = MAX_CHARACTERS


def filled(piece: str, length: int = LONG) -> str:
    return (piece * (length // len(piece) + 1))[:length]


PIECES = {
    "double quotes": '"',
    "single quotes": "'",
    "curly quotes": "‘",
    "closing quotes": "’",
    "quotes of all makes": "\"'`“”‘’«»„",
    "quoted letters": "'a ",
    "apostrophes in words": "a'a",
    "dots": ".",
    "slashes": "/",
    "backslashes": "\\",
    "hashes": "#",
    "hash words": "#a",
    "brackets": "[",
    "closed brackets": "[a]",
    "braces": "{{",
    "parentheses": "(",
    "pairs in parentheses": "(1,",
    "dotted": "a.",
    "dotted words": "aa.bb.",
    "slashed": "a/",
    "mixed slashes": "a\\b/",
    "hyphens": "-",
    "hyphenated": "a-",
    "joined": "a+b&",
    "stars": "*",
    "star words": "a*",
    "commas": ",",
    "digits": "1",
    "digit commas": "1,",
    "digit dots": "1.",
    "clocks": "1:",
    "addresses": "http://a",
    "schemes": "a:",
    "open addresses": "://",
    "mail": "a@",
    "mail words": "a@b.c ",
    "equals": "text=",
    "selectors": "css=[",
    "tildes": "~",
    "tilde slashes": "~/",
    "underscores": "_",
    "letters": "a",
    "short words": "a ",
    "and": "and ",
    "then": "then ",
    "the": "the ",
    "please": "please ",
    "commands": "open youtube and ",
    "commands with commas": "open youtube, ",
    "deletions": "delete a.txt, ",
    "free text": "search for cats and ",
    "typing": "type a and ",
    "clicking": "click a then ",
    "lists": "create a, b, c, ",
    "names": "click A, B, ",
    "buttons": "click the a button, ",
    "links in a row": "the first link and ",
    "dialogs": "button in the dialog in the form ",
    "menus": "A > ",
    "numbers in words": "one hundred and ",
    "durations": "2 minutes ",
    "its": "it ",
    "in it": "in it ",
    "on the": "on the ",
    "inside": "create a in b in ",
    "to": "copy a to b to ",
    "before": "open a before ",
    "if": "if ",
    "not": "not ",
    "steps": "a 3-step plan to ",
    "emoji": "🎉",
    "combining marks": "e\u0301",
    "other scripts": "日本 ",
    "line ends": "\n",
    "lines": "mute\n",
    "template": "{path} [<the>] (a|b) ",
    "colons": ":",
    "ellipses": "…",
    "dashes": " - ",
    "percent": "% ",
    "plus": "+ ",
}
WORKER = """
import json, sys
from goalwright.contracts import MetaGoal
from goalwright.errors import NotUnderstood
from goalwright.interpret.interpreter import GoalInterpreter
reader = GoalInterpreter()
print("ready", flush=True)
for line in sys.stdin:
    try:
        found = reader.interpret(json.loads(line))
        print("understood" if isinstance(found, MetaGoal) else "what?", flush=True)
    except NotUnderstood as refusal:
        print("refused", flush=True)
    except BaseException as error:
        print(repr(error)[:300], flush=True)
"""


class Worker:
    """An interpreter in a process of its own, so that one that hangs can be ended."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def answer(self, text: str) -> str:
        process = self._process or self._start()
        assert process.stdin is not None
        process.stdin.write(json.dumps(text).encode() + b"\n")
        process.stdin.flush()
        return self._line(process, PATIENCE_S)

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def _start(self) -> subprocess.Popen[bytes]:
        source = Path(__file__).parents[2] / "src"
        self._process = subprocess.Popen(
            [sys.executable, "-c", WORKER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={"PYTHONPATH": str(source), "PYTHONIOENCODING": "utf-8"},
        )
        assert self._line(self._process, 60) == "ready"
        return self._process

    def _line(self, process: subprocess.Popen[bytes], patience_s: float) -> str:
        assert process.stdout is not None
        if not select.select([process.stdout], [], [], patience_s)[0]:
            self.close()
            return f"no answer within {patience_s} s"
        return process.stdout.readline().decode().strip()


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    made = Worker()
    yield made
    made.close()


@pytest.mark.slow
@pytest.mark.parametrize("piece", PIECES.values(), ids=PIECES.keys())
@pytest.mark.parametrize("length", [40, 700, LONG])
def test_long_runs_are_answered_soon(worker: Worker, piece: str, length: int) -> None:
    assert worker.answer(filled(piece, length)) in ("understood", "refused")


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece", ["'", '"', ".", "/", "\\", "#a", "a.", "a/", "-", "~", "1.", "*", "[", "(", "a@", "‘", "a "]
)
@pytest.mark.parametrize("start", ["open ", "click #", "delete C:\\"])
def test_long_runs_behind_a_verb_are_answered_soon(worker: Worker, start: str, piece: str) -> None:
    assert worker.answer(f"{start}{filled(piece, LONG - 40)} x") in ("understood", "refused")


@pytest.mark.parametrize(
    "text", ["x" * LONG, "a, " * 100 + "x" * 5_000, 'write "' + "x" * 5_000, "open " + "a." * 5_000]
)
def test_a_refusal_does_not_repeat_it_all(text: str) -> None:
    with pytest.raises(NotUnderstood) as raised:
        interpreter().interpret(text)
    assert len(str(raised.value)) < 500


@pytest.mark.parametrize("text", ["x" * 1_000_000, "open youtube and " * 60_000, '"' * 1_000_000])
def test_a_megabyte_is_refused_at_once(worker: Worker, text: str) -> None:
    assert worker.answer(text) == "refused"


@pytest.mark.parametrize("inner", ["x" * 19_000, "and then delete a.txt " * 800, "' ` “ " * 3_000])
def test_a_long_quote_is_one_text(inner: str) -> None:
    meaning = read(f'write "{inner}" to a.txt')
    assert meaning is not None
    assert meaning.meta_goal.goals[0].params["content"] == inner


@pytest.mark.parametrize(
    "text",
    [
        "open youtube\x00",
        "open \x1b[31myoutube",
        "open \u202eyoutube",
        "delete \u2066a.txt\u2069",
        "open you\u200btube",
        "open \ud800 youtube",
        "open \udfff",
        'write "hello to a.txt',
        "write “hello to a.txt",
        "write «hello to a.txt",
        "write `hello to a.txt",
        'type "a" and "b',
        ".",
        "...",
        "?!",
        ",,,",
        "- - -",
        '"',
        '""',
        "''",
        "``",
        "()",
        "[]",
        "{}",
        "{path}",
        "{{path}}",
        "<the>",
        "delete <the> {path}",
        "open {address}",
        "(open|close) youtube",
        "[open] youtube",
        "delete {file:path}",
        "$(rm -rf /)",
        "; rm -rf /",
        "' OR 1=1 --",
        "%s%s%n",
        "\\0",
        "null",
        "None",
        "__import__('os')",
        "\x7f",
        "\ufeffopen youtube",
    ],
)
def test_what_is_no_command_is_refused(text: str) -> None:
    assert read(text) is None


@given(st.text(max_size=200))
def test_any_text_is_understood_or_refused(text: str) -> None:
    meaning = read(text)
    assert meaning is None or meaning.meta_goal.goals


@given(
    st.lists(st.sampled_from([*PIECES.values(), "open ", "delete ", "write ", " to ", " in ", "a.txt"]), max_size=40)
)
def test_any_mix_of_troublesome_pieces_is_understood_or_refused(pieces: list[str]) -> None:
    read("".join(pieces))


@given(st.sampled_from(COMMANDS), st.integers(0, 60), st.characters())
def test_a_command_with_any_character_put_in_is_understood_or_refused(command: str, place: int, mark: str) -> None:
    read(command[:place] + mark + command[place:])


@pytest.mark.parametrize(
    "again", ["in the folder docs ", "in the folder docs, ", "i want a.txt ", "a.txt should be deleted "]
)
def test_places_and_wishes_on_top_of_each_other_are_refused(again: str) -> None:
    with pytest.raises(NotUnderstood):
        interpreter().interpret(again * 300 + "delete a.txt")
