"""Commands run for real on a small tree, judged by what they leave behind and answer, never by how they were read.

    .venv/bin/python -P bench/asked.py bench/asks/*.txt [-v]

A line is `what is said | what it must do | or this`. Several commands in a row are parted by ` // `. What it must do is
a list parted by `; `: `a > b` moved, `+b` new, `+d/` a new folder, `-a` gone, `a = text`, `a has text`, `a lacks text`,
`+z.zip{a,b}` a new zip of these, `?text` answered, `!text` not answered, `++a*` new whatever its whole name, `none` for
nothing at all, `refuse`. Whatever is not mentioned must stay as it is: one change too many makes a command wrong.
"""

from __future__ import annotations

import fnmatch
import os
import subprocess
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from random import Random

DAY_S = 86_400
LONGEST_S = 120
"""For what a command may take on a busy machine before it counts as hanging."""
TEXTS: Mapping[str, tuple[str, int]] = {
    "bills/jan bill.txt": ("rent 700\npower 45\n", 300),
    "docs/notes.txt": ("milk\neggs\nbread\nmilk\n", 1),
    "docs/todo.txt": ("call Bob\npay invoice\nfix roof\n", 200),
    "docs/draft.md": ("# Title\nhello world\n", 3),
    "docs/empty.txt": ("", 5),
    "logs/app.log": ("ok\nERROR disk full\nok\nERROR net down\n", 0),
    "logs/web.log": ("GET /\nGET /about\n", 20),
    "a.txt": ("one\ntwo\nthree\n", 2),
    "b.txt": ("one\ntwo\nfour\n", 3),
    "names.txt": ("zoe\nadam\nmia\nadam\n", 4),
    "data.csv": ("name,age\nann,30\nbob,25\n", 6),
}
BLOBS: Mapping[str, tuple[int, int]] = {
    "bills/feb.pdf": (3_000, 250),
    "bills/mar.pdf": (9_000, 40),
    "bills/apr.pdf": (1_200, 2),
    "bills/scan.jpg": (20_000, 400),
    "photos/beach.jpg": (50_000, 10),
    "photos/cat.png": (20_001, 100),
    "photos/dog.jpg": (30_000, 5),
    "photos/raw/old.tif": (80_000, 800),
    "photos/raw/copy.jpg": (50_000, 9),
    "docs/report.docx": (4_000, 60),
    "logs/old.log": (120_000, 400),
    "logs/sub/new.log": (100, 0),
    "songs/one.mp3": (5_000, 50),
    "songs/two.mp3": (7_000, 20),
    "songs/three.wav": (90_000, 70),
}
FOLDERS = ("vacant",)

Tree = dict[str, bytes | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """What is said, in one command or several, and what each allowed outcome consists of."""

    said: tuple[str, ...]
    outcomes: tuple[tuple[str, ...], ...]


def asks_of(file: Path) -> Iterator[Ask]:
    """The asks of a table."""
    for line in file.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            said, *outcomes = line.split(" | ")
            yield Ask(
                said=tuple(said.split(" // ")),
                outcomes=tuple(tuple(_dated(item.strip()) for item in outcome.split("; ")) for outcome in outcomes),
            )


def judged(ask: Ask) -> tuple[str, str]:
    """A verdict ("right", "refused" or "wrong"), and why it is not right with the last lines that were printed."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        root = Path(folder, "home", "w")
        _lay_out(root)
        before, code, answer, told = _tree(root), 0, "", ""
        for said in ask.said:
            code, answer, told = _run(said, Path(folder), root)
            if code:
                break
        after = _tree(root)
    faults = [_fault(outcome, before, after, answer, code) for outcome in ask.outcomes]
    shown = " ".join((answer + told).split())[-230:]
    if "" in faults:
        return "right", shown
    verdict = "refused" if code and (after == before or len(ask.said) > 1) else "wrong"
    return verdict, f"{faults[0]} | {shown}"


def _run(said: str, folder: Path, root: Path) -> tuple[int, str, str]:
    """Run one command as a user does, in a process of its own."""
    own = {
        "HOME": str(folder / "home"),
        "GOALWRIGHT_HOME": str(folder / "state"),
        "GOALWRIGHT_CONFIG": str(folder / "config"),
        "NO_COLOR": "1",
        "COLUMNS": "200",
    }
    command = [sys.executable, "-P", "-m", "goalwright", said, "--yes"]
    done = subprocess.run(
        command,
        cwd=root,
        env={**os.environ, **own},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=LONGEST_S,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def _lay_out(root: Path) -> None:
    dice = Random(7)
    contents = {path: (text.encode(), days) for path, (text, days) in TEXTS.items()}
    contents |= {path: (b"\xff\x00" + dice.randbytes(size - 2), days) for path, (size, days) in BLOBS.items()}
    contents["photos/raw/copy.jpg"] = (contents["photos/beach.jpg"][0], 9)
    for path, (content, days) in contents.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(content)
        moment = time.time() - days * DAY_S - 60
        os.utime(root / path, (moment, moment))
    for path in FOLDERS:
        (root / path).mkdir()


def _tree(root: Path) -> Tree:
    return {
        str(path.relative_to(root)): path.read_bytes() if path.is_file() else None for path in sorted(root.rglob("*"))
    }


def _fault(outcome: Sequence[str], before: Tree, after: Tree, answer: str, code: int) -> str:
    """Why this outcome is not what happened, or nothing."""
    if outcome == ("refuse",):
        return "" if code and before == after else "not refused"
    if code:
        return f"exit {code}"
    told, left = answer.casefold(), dict(after)
    expected = dict(before)
    for item in outcome:
        if fault := _unmet(item, before, expected, left, told):
            return f"{item}: {fault}"
    return _unmentioned(expected, left)


def _unmentioned(expected: Tree, left: Tree) -> str:
    parents = {str(parent) for path in left for parent in Path(path).parents}
    extra = [path for path in left if path not in expected and not (left[path] is None and path in parents)]
    gone = [path for path in expected if path not in left and expected[path] is not None]
    changed = [path for path in expected if path in left and left[path] != expected[path]]
    faults = [f"{kind} {paths[:3]}" for kind, paths in (("new", extra), ("gone", gone), ("changed", changed)) if paths]
    return "; ".join(faults)


def _unmet(item: str, before: Tree, expected: Tree, left: Tree, told: str) -> str:
    """What is missing of one part of an outcome. What it explains is taken over into what is expected."""
    if item == "none":
        return ""
    if item[0] in "?!":
        is_told = any(each.casefold() in told for each in item[1:].split("|"))
        return "" if is_told == (item[0] == "?") else "in the answer" if is_told else "not in the answer"
    if item.startswith("-"):
        return _is_gone(item[1:].rstrip("/"), expected, left)
    if item.startswith("+"):
        return _is_new(item[1:], expected, left, before, is_loose=item.startswith("++"))
    for sign in (" > ", " = ", " has ", " lacks "):
        if sign in item or item.endswith(sign.rstrip()):
            path, _, value = item.partition(sign.rstrip())
            return _SIGNS[sign](path.strip(), value.strip(), before, expected, left)
    raise ValueError(f"{item!r} says nothing that can be judged")


def _is_gone(path: str, expected: Tree, left: Tree) -> str:
    for each in [each for each in expected if each == path or each.startswith(path + "/")]:
        del expected[each]
        if each in left:
            return "still there"
    return ""


def _is_new(pattern: str, expected: Tree, left: Tree, before: Tree, *, is_loose: bool) -> str:
    pattern, _, inside = pattern.lstrip("+").rstrip("}").partition("{")
    found = [path for path in left if path not in before and fnmatch.fnmatchcase(path, pattern.rstrip("/"))]
    if not found or (len(found) > 1 and not is_loose):
        return "not there" if not found else f"{len(found)} of them"
    for path in found:
        expected[path] = left[path]
    return _lacks_members(left[found[0]], inside) if inside else ""


def _lacks_members(content: bytes | None, inside: str) -> str:
    with tempfile.TemporaryFile() as file:
        file.write(content or b"")
        if not zipfile.is_zipfile(file):
            return "is no archive"
        with zipfile.ZipFile(file) as archive:
            names = {Path(name).name for name in archive.namelist() if not name.endswith("/")}
    return "" if names == set(inside.split(",")) else f"holds {sorted(names)}"


def _is_moved(source: str, target: str, before: Tree, expected: Tree, left: Tree) -> str:
    expected.pop(source, None)
    if source in left:
        return "still there"
    if not target:
        return ""
    for pattern in target.split("|"):
        for path in left:
            if fnmatch.fnmatchcase(path, pattern) and left[path] == before[source]:
                expected[path] = left[path]
                return ""
    return "not there"


def _holds(path: str, text: str, _before: Tree, expected: Tree, left: Tree) -> str:
    expected[path] = left.get(path)
    got = (left.get(path) or b"").decode(errors="replace")
    return "" if path in left and got.strip("\n") == text.replace("\\n", "\n").strip("\n") else f"holds {got[:60]!r}"


def _has(path: str, text: str, _before: Tree, expected: Tree, left: Tree) -> str:
    expected[path] = left.get(path)
    got = (left.get(path) or b"").decode(errors="replace")
    return "" if any(each in got for each in text.split("|")) else f"holds {got[:60]!r}"


def _lacks(path: str, text: str, before: Tree, expected: Tree, left: Tree) -> str:
    return "" if _has(path, text, before, expected, left) else "has it"


_SIGNS = {" > ": _is_moved, " = ": _holds, " has ": _has, " lacks ": _lacks}


def _dated(item: str) -> str:
    """An item with the dates of this day in it, in each of the usual forms where any will do."""
    today = date.today()
    item = item.replace("$iso", today.isoformat()).replace("$week", f"{today.isocalendar().week}")
    for name, then in _named_days(today):
        item = item.replace(name, "|".join(_forms(then)))
    if "$days:" in item:
        start, _, day = item.partition("$days:")
        then = date(today.year, int(day[:2]), int(day[3:5]))
        if then < today:
            then = then.replace(year=today.year + 1)
        item = f"{start}{(then - today).days}{day[5:]}"
    return item


def _named_days(today: date) -> Iterator[tuple[str, date]]:
    yield "$today", today
    yield "$tomorrow", today + timedelta(days=1)
    yield "$yesterday", today - timedelta(days=1)
    yield "$lastfriday", today - timedelta(days=(today.weekday() - 4) % 7 or 7)
    for days in (60, 45, 30, 21, 14, 10, 7, 5, 3, 2):
        yield f"$days+{days}", today + timedelta(days=days)
        yield f"$days-{days}", today - timedelta(days=days)


def _forms(day: date) -> tuple[str, ...]:
    return day.isoformat(), f"{day.day} {day:%B}", f"{day:%B} {day.day}"


def main(arguments: Sequence[str]) -> None:
    """Judge the tables that were named."""
    for file in (Path(each) for each in arguments if not each.startswith("-")):
        verdicts: Counter[str] = Counter()
        for ask in asks_of(file):
            verdict, why = judged(ask)
            verdicts[verdict] += 1
            if verdict != "right" and "-v" in arguments:
                print(f"{verdict}: {' // '.join(ask.said)}\n    {why}", flush=True)
        total = verdicts.total()
        print(f"{file.name}: {verdicts['right']} of {total} right, {verdicts['wrong']} wrong")


if __name__ == "__main__":
    main(sys.argv[1:])
