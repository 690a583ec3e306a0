"""Goals with selections, values and conditions, from the goals file to the disk, and back by undo."""

from __future__ import annotations

import asyncio
import json
import os
import random
import time
import zipfile
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from goalwright import Goalwright
from goalwright.contracts import RunReport
from goalwright.errors import GoalwrightError, WorldDrifted

DAY = 86_400
INBOX: dict[str, tuple[str | int, float]] = {
    "inbox/invoice-01.pdf": (3_000, 40),
    "inbox/invoice-02.pdf": (9_000, 3),
    "inbox/holiday.jpg": (50_000, 10),
    "inbox/cat.png": (20_000, 100),
    "inbox/notes.txt": ("milk\neggs\nbread\n", 1),
    "inbox/todo.txt": ("call Bob\npay invoice\n", 200),
    "inbox/sub/old.log": (120_000, 400),
    "inbox/sub/new.log": (100, 0),
}
REPORTS: dict[str, tuple[str | int, float]] = {
    "reports/jan.txt": ("sales 10\n", 60),
    "reports/feb.txt": ("sales 20\n", 30),
    "reports/mar.txt": ("sales 30\n", 1),
    "summary.txt": ("apple pear apple\nfig\n", 0),
}
TODAY = date.today().isoformat()
Tree = Mapping[str, bytes | None]


def files(**fields: Any) -> dict[str, Any]:
    """A selection of files in inbox, unless otherwise said."""
    return {"select": {"kind": "file", "in": "inbox", **fields}}


def of_type(*types: str, **fields: Any) -> dict[str, Any]:
    return files(where=[["type", "is", list(types)]], **fields)


def goal(verb: str, scope: str = "root", each: Any = None, when: Any = None, **params: Any) -> dict[str, Any]:
    domain, _, name = verb.rpartition(".")
    found: dict[str, Any] = {"domain": domain or "file", "verb": name, "params": params, "scope": scope}
    return found | ({"each": each} if each else {}) | ({"when": when} if when else {})


def answer(**form: Any) -> dict[str, Any]:
    return goal("text.answer", value={"value": form})


class Case(NamedTuple):
    """Files, goals, and what must be there, be gone, be in a file or in the answers then."""

    name: str
    setup: Mapping[str, tuple[str | int, float]]
    goals: list[dict[str, Any]]
    there: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    texts: Mapping[str, str] = {}
    said: tuple[str, ...] = ()
    unsaid: tuple[str, ...] = ()


PDFS = of_type("pdf")
CASES = [
    Case(
        "a folder that is empty by then",
        REPORTS,
        [
            goal("move", path={"select": {"kind": "entry", "in": "reports"}}, to="old"),
            goal("delete", "after:move", when=[["empty", "reports"]], path="reports", object_type="folder"),
        ],
        there=("old/jan.txt",),
        gone=("reports",),
    ),
    Case(
        "what is left of a folder that an earlier goal is scoped to",
        REPORTS,
        [
            goal("delete", "inside:reports", path="jan.txt"),
            answer(count={"select": {"kind": "entry", "in": "reports"}}),
        ],
        gone=("reports/jan.txt",),
        said=("2 files",),
    ),
    Case(
        "photos into a new folder",
        INBOX,
        [goal("move", path=of_type("photo"), to="holiday")],
        there=("holiday/holiday.jpg", "holiday/cat.png"),
        gone=("inbox/cat.png", "holiday/notes.txt"),
    ),
    Case(
        "files that mention a name",
        INBOX,
        [goal("find", things=files(where=[["contents", "mentions", "bob"]]))],
        said=("todo.txt",),
        unsaid=("holiday.jpg",),
    ),
    Case(
        "a word in all text files",
        INBOX,
        [goal("search", text="invoice", things=of_type("text"))],
        said=("todo.txt", "pay invoice"),
        unsaid=("notes.txt",),
    ),
    Case(
        "everything except pdfs",
        INBOX,
        [goal("move", path=files(**{"kind": "entry", "except": [[["type", "is", "pdf"]]]}), to="misc")],
        there=("misc/notes.txt", "misc/sub/old.log", "inbox/invoice-01.pdf"),
        gone=("inbox/notes.txt",),
    ),
    Case(
        "logs in subfolders too",
        INBOX,
        [goal("delete", path=of_type("log", deep=True))],
        there=("inbox/notes.txt",),
        gone=("inbox/sub/old.log", "inbox/sub/new.log"),
    ),
    Case(
        "the biggest",
        INBOX,
        [goal("find", things=files(order="-size", limit=1))],
        said=("holiday.jpg",),
        unsaid=("cat.png",),
    ),
    Case(
        "the biggest of all",
        INBOX,
        [goal("find", things=files(order="-size", limit=1, deep=True))],
        said=("old.log",),
        unsaid=("cat.png",),
    ),
    Case(
        "the newest under another name",
        INBOX,
        [goal("copy", path=of_type("pdf", order="-modified", limit=1), to="latest.pdf")],
        there=("latest.pdf", "inbox/invoice-02.pdf"),
    ),
    Case(
        "older than a month and over a size",
        INBOX,
        [goal("delete", path=files(deep=True, where=[["age", "over", "1 month"], ["size", "over", "10 KB"]]))],
        there=("inbox/invoice-01.pdf", "inbox/holiday.jpg"),
        gone=("inbox/cat.png", "inbox/sub/old.log"),
    ),
    Case("how many", INBOX, [answer(count=files())], said=("6 files",)),
    Case("how big", INBOX, [answer(total=files(deep=True), of="size")], said=("202.1 KB",)),
    Case(
        "how many lines", REPORTS, [answer(count={"select": {"kind": "line", "in": "summary.txt"}})], said=("2 lines",)
    ),
    Case(
        "how many words", REPORTS, [answer(count={"select": {"kind": "word", "in": "summary.txt"}})], said=("4 words",)
    ),
    Case("the last line", INBOX, [answer(text="inbox/notes.txt", lines="last 1")], said=("bread",), unsaid=("milk",)),
    Case(
        "the first two lines",
        INBOX,
        [answer(text="inbox/notes.txt", lines="first 2")],
        said=("milk", "eggs"),
        unsaid=("bread",),
    ),
    Case("a percentage", {}, [answer(calc="15% * 230")], said=("34.5",)),
    Case("days until", {}, [answer(between=["today", "in 9 days"])], said=("9 days",)),
    Case(
        "a date in a name",
        {},
        [goal("create", path={"value": {"join": ["report-", {"date": "today"}, ".txt"]}}, object_type="file")],
        there=(f"report-{TODAY}.txt",),
    ),
    Case(
        "a folder called after the day",
        {},
        [goal("create", path={"value": {"date": "today"}}, object_type="folder")],
        there=(TODAY,),
    ),
    Case(
        "the list of files as a text",
        INBOX,
        [goal("write", path="index.txt", content={"value": {"list": files()}})],
        texts={"index.txt": "cat.png\nholiday.jpg\ninvoice-01.pdf\ninvoice-02.pdf\nnotes.txt\ntodo.txt"},
    ),
    Case(
        "only if it exists",
        {"draft.txt": ("x", 0)},
        [goal("delete", path="draft.txt", when=[["exists", "draft.txt"]])],
        gone=("draft.txt",),
    ),
    Case(
        "unless it exists",
        {"config.txt": ("off", 0)},
        [goal("write", path="config.txt", content="on", when=[["not", "exists", "config.txt"]])],
        texts={"config.txt": "off"},
        said=("config.txt exists",),
    ),
    Case(
        "if and otherwise",
        INBOX,
        [
            goal("compress", path="inbox", when=[["count", PDFS, "over", 3]]),
            goal("create", path="few.txt", object_type="file", when=[["not", "count", PDFS, "over", 3]]),
        ],
        there=("few.txt",),
        gone=("inbox.zip",),
    ),
    Case(
        "a condition is looked at once",
        {"a.txt": ("x", 0)},
        [
            goal("delete", path="a.txt", when=[["exists", "a.txt"]]),
            goal("create", path="b.txt", object_type="file", when=[["not", "exists", "a.txt"]]),
        ],
        gone=("a.txt", "b.txt"),
    ),
    Case(
        "if it contains",
        REPORTS,
        [goal("copy", path="summary.txt", to="fruit.txt", when=[["contains", "summary.txt", "apple"]])],
        there=("fruit.txt",),
    ),
    Case(
        "a folder only if it is missing, then something into it",
        {"summary.txt": ("fig\n", 0), "backup/old.txt": ("x", 0)},
        [
            goal("create", path="backup", object_type="folder", when=[["not", "exists", "backup"]]),
            goal("copy", scope="after:g0", path="summary.txt", to="backup/"),
        ],
        there=("backup/summary.txt",),
    ),
    Case(
        "what a skipped goal would have made",
        {"a.txt": ("x", 0)},
        [
            goal("copy", path="a.txt", to="b.txt", when=[["exists", "c.txt"]]),
            goal("read", scope="after:g0", path="b.txt"),
        ],
        gone=("b.txt",),
        said=("c.txt does not exist",),
    ),
    Case(
        "for each, two things",
        INBOX,
        [
            goal("copy", each=PDFS, path={"value": {"its": "path"}}, to="archive/"),
            goal(
                "append",
                scope="after:g0",
                each=PDFS,
                path="list.txt",
                content={"value": {"join": [{"its": "name"}, "\n"]}},
            ),
        ],
        there=("archive/invoice-01.pdf", "archive/invoice-02.pdf"),
        texts={"list.txt": "invoice-01.pdf\ninvoice-02.pdf\n"},
    ),
    Case(
        "numbered names",
        REPORTS,
        [
            goal(
                "rename",
                path=of_type("txt", **{"in": "reports"}),
                to={"value": {"join": ["report ", {"its": "number"}, {"its": "ending"}]}},
            )
        ],
        there=("reports/report 1.txt", "reports/report 3.txt"),
        gone=("reports/jan.txt",),
    ),
    Case(
        "names in small letters",
        {"reports/JAN.TXT": ("a", 0), "reports/feb.txt": ("b", 0)},
        [goal("rename", path=files(**{"in": "reports"}), to={"value": {"case": "lower", "of": {"its": "name"}}})],
        there=("reports/jan.txt", "reports/feb.txt"),
        gone=("reports/JAN.TXT",),
    ),
    Case(
        "sorted into folders by type",
        INBOX,
        [goal("move", path=files(), to={"value": {"join": ["sorted/", {"its": "type"}, "/"]}})],
        there=("sorted/image/cat.png", "sorted/document/invoice-01.pdf"),
        gone=("inbox/cat.png",),
    ),
    Case(
        "replaced in all of them",
        REPORTS,
        [goal("replace", path=of_type("txt", **{"in": "reports"}), text="sales", by="revenue")],
        texts={"reports/jan.txt": "revenue 10\n", "reports/mar.txt": "revenue 30\n"},
    ),
    Case(
        "duplicates",
        {
            "pics/a.jpg": ("same", 9),
            "pics/b.jpg": ("other", 0),
            "pics/copy of a.jpg": ("same", 5),
            "pics/deep/c.jpg": ("same", 1),
        },
        [
            goal(
                "find",
                things={"select": {"kind": "file", "in": "pics", "deep": True, "where": [["duplicate", "is", True]]}},
            )
        ],
        said=("copy of a.jpg", "c.jpg"),
        unsaid=("b.jpg", "pics/a.jpg"),
    ),
    Case(
        "combined",
        REPORTS,
        [goal("combine", things=of_type("txt", **{"in": "reports", "order": "-age"}), to="all.txt")],
        texts={"all.txt": "sales 10\nsales 20\nsales 30\n"},
    ),
    Case(
        "compared",
        {"old.txt": ("one\ntwo\nthree\n", 0), "new.txt": ("one\n2\nthree\nfour\n", 0)},
        [goal("compare", path="old.txt", other="new.txt")],
        said=("- two", "+ 2", "+ four"),
        unsaid=("- one",),
    ),
    Case(
        "sorted lines",
        {"a.txt": ("pear\napple\nfig", 0)},
        [goal("sort_lines", path="a.txt")],
        texts={"a.txt": "apple\nfig\npear"},
    ),
    Case("unique lines", {"a.txt": ("a\nb\na\n", 0)}, [goal("unique_lines", path="a.txt")], texts={"a.txt": "a\nb\n"}),
    Case(
        "a line in between",
        {"a.txt": ("a\r\nc\r\n", 0)},
        [goal("insert", path="a.txt", content="b", line=2)],
        texts={"a.txt": "a\r\nb\r\nc\r\n"},
    ),
    Case(
        "a line at the end",
        {"a.txt": ("a\nb", 0)},
        [goal("insert", path="a.txt", content="c", line=-1)],
        texts={"a.txt": "a\nb\nc"},
    ),
    Case(
        "the last lines gone",
        {"a.txt": ("a\nb\nc\n", 0)},
        [goal("delete_lines", path="a.txt", lines="last 2")],
        texts={"a.txt": "a\n"},
    ),
    Case(
        "lines by their text",
        {"a.txt": ("a\nB x\nc\n", 0)},
        [goal("delete_lines", path="a.txt", text="b")],
        texts={"a.txt": "a\nc\n"},
    ),
    Case(
        "a dated copy",
        REPORTS,
        [goal("back_up", path="reports")],
        there=(f"reports-{TODAY}/jan.txt", "reports/jan.txt"),
    ),
    Case(
        "one archive of several",
        INBOX,
        [goal("compress", things=PDFS, to="all.zip")],
        there=("all.zip", "inbox/invoice-01.pdf"),
    ),
    Case(
        "one kind here, another there",
        INBOX,
        [goal("move", path=PDFS, to="pdfs"), goal("move", path=of_type("image"), to="images")],
        there=("pdfs/invoice-01.pdf", "images/cat.png"),
        gone=("inbox/cat.png",),
    ),
    Case(
        "a slash says that a folder is meant",
        {"a.txt": ("x", 0)},
        [goal("move", path="a.txt", to="new/")],
        there=("new/a.txt",),
    ),
    Case(
        "a look after what is to come",
        INBOX,
        [
            goal("move", path=PDFS, to="pdfs"),
            goal("text.answer", scope="after:g0", value={"value": {"count": files()}}),
        ],
        said=("4 files",),
    ),
]
REFUSED: list[tuple[str, list[dict[str, Any]], str]] = [
    (
        "a file among the texts that is none",
        [goal("replace", path=of_type("txt", "log", deep=True), text="a", by="b")],
        "is not a text file",
    ),
    ("nothing matches", [goal("delete", path=of_type("mp3"))], "nothing matches files in inbox (type is mp3)"),
    (
        "one name for two",
        [goal("rename", path=PDFS, to="a.pdf")],
        "2 of files in inbox (type is pdf) would become a.pdf",
    ),
    ("one of two", [goal("delete", path=of_type("pdf", one=True))], "invoice-01.pdf, invoice-02.pdf; say which"),
    (
        "an exception that is not there",
        [goal("delete", path=files(**{"except": ["sink"]}))],
        "there is no sink to leave out",
    ),
    ("no folder", [goal("delete", path=files(**{"in": "outbox"}))], "there is no folder"),
    ("no day", [goal("write", path="a", content={"value": {"date": "the boss"}})], "is not a day"),
    ("no calculation", [answer(calc="2 +")], "is no calculation"),
    ("division by zero", [answer(calc="1 / 0")], "has no result"),
    ("outside", [answer(count={"select": {"kind": "file", "in": "/etc"}})], "outside the allowed folders"),
]


def lay(root: Path, setup: Mapping[str, tuple[str | int, float]]) -> None:
    for name, (content, days) in setup.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else os.urandom(content))
        then = time.time() - days * DAY - 60
        os.utime(path, (then, then))


def tree(root: Path) -> Tree:
    return {
        str(path.relative_to(root)): path.read_bytes() if path.is_file() else None for path in sorted(root.rglob("*"))
    }


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home" / ".data"))
    work = tmp_path / "home" / "w"
    work.mkdir(parents=True)
    return work


def app_in(home: Path) -> Goalwright:
    return Goalwright(home=home.parent / ".state", cwd=home, config=home.parent / ".config")


def done(gw: Goalwright, goals: list[dict[str, Any]]) -> RunReport:
    meta = gw.goals_from(json.dumps({"goals": goals}), "goals.json")
    return asyncio.run(gw.run(meta, approve=True))


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_what_was_asked_is_done_and_undone(case: Case, home: Path) -> None:
    lay(home, case.setup)
    before = tree(home)
    gw = app_in(home)
    report = done(gw, case.goals)
    assert report.status == "success", report
    said = json.dumps(
        [dict(each) if isinstance(each, Mapping) else str(each) for each in _outputs(report)], default=str
    )
    assert [path for path in case.there if not (home / path).exists()] == []
    assert [path for path in case.gone if (home / path).exists()] == []
    assert {path: (home / path).read_bytes().decode() for path in case.texts} == case.texts
    assert [text for text in case.said if text not in said] == []
    assert [text for text in case.unsaid if text in said] == []
    if tree(home) != before:
        asyncio.run(gw.undo(report.run_id))
        assert tree(home) == before


def _outputs(report: RunReport) -> list[Any]:
    return [answered.output if hasattr(answered, "output") else answered for answered in report.outcomes.values()]


@pytest.mark.parametrize(("name", "goals", "said"), REFUSED, ids=[row[0] for row in REFUSED])
def test_what_cannot_be_done_changes_nothing(name: str, goals: list[dict[str, Any]], said: str, home: Path) -> None:
    lay(home, INBOX)
    before = tree(home)
    with pytest.raises(GoalwrightError) as refused:  # the message is compared below
        done(app_in(home), goals)
    assert said in str(refused.value), name
    assert tree(home) == before


def test_an_archive_of_several_has_their_names(home: Path) -> None:
    lay(home, INBOX)
    done(app_in(home), [goal("compress", things=of_type("pdf", "log", deep=True), to="all.zip")])
    with zipfile.ZipFile(home / "all.zip") as archive:
        assert sorted(archive.namelist()) == ["invoice-01.pdf", "invoice-02.pdf", "sub/new.log", "sub/old.log"]


def test_the_trash_is_emptied_for_good(home: Path) -> None:
    lay(home, INBOX)
    gw = app_in(home)
    done(gw, [goal("delete", path=PDFS)])
    report = done(gw, [goal("empty_trash")])
    assert "2 things deleted for good" in str(_outputs(report))
    assert not list((home.parent / ".data" / "Trash" / "files").iterdir())


def test_a_selection_is_looked_at_again_when_its_plan_is_approved(home: Path) -> None:
    lay(home, INBOX)
    gw = app_in(home)
    meta = gw.goals_from(json.dumps({"goals": [goal("delete", path=PDFS)]}), "goals.json")
    waiting = asyncio.run(gw.run(meta, hold=True))
    (home / "inbox" / "new.pdf").write_text("new")
    with pytest.raises(WorldDrifted, match=r"also matches inbox/new\.pdf now"):
        asyncio.run(gw.approve(waiting.run_id, waiting.plan_hash))
    assert (home / "inbox" / "invoice-01.pdf").exists()


def test_a_plan_says_what_was_looked_at(home: Path) -> None:
    lay(home, INBOX)
    gw = app_in(home)
    meta = gw.goals_from(json.dumps({"goals": [goal("move", path=PDFS, to="a", when=[["exists", "inbox"]])]}), "g.json")
    looked = gw.prepare(meta).looked
    assert [(what, found) for what, _, found in looked] == [
        ("inbox", "folder"),
        ("files in inbox (type is pdf)", "2 files"),
    ]


def test_names_with_wild_characters_stand_for_themselves(home: Path) -> None:
    lay(home, {"in/[a]*.txt": ("x", 0), "in/a.txt": ("y", 0), "in/b?.txt": ("z", 0)})
    report = done(app_in(home), [goal("delete", path=files(**{"in": "in", "where": [["name", "contains", "["]]}))])
    assert report.status == "success"
    assert sorted(path.name for path in (home / "in").iterdir()) == ["a.txt", "b?.txt"]


def test_links_are_not_followed_out_of_the_folder(home: Path) -> None:
    lay(home, {"in/a.txt": ("x", 0), "out/secret.txt": ("secret", 0)})
    (home / "in" / "link").symlink_to(home / "out")
    report = done(app_in(home), [answer(list=files(**{"in": "in", "deep": True}))])
    assert "secret" not in str(_outputs(report))


@pytest.mark.parametrize("seed", range(int(os.environ.get("GOALWRIGHT_TEST_ROUNDS", "2"))))
def test_every_change_of_a_random_tree_is_undone_byte_for_byte(seed: int, home: Path) -> None:
    chance = random.Random(seed)
    for number in range(chance.randint(1, 6)):
        folder = home / "t" / chance.choice(["", "a", "a/b"])
        folder.mkdir(parents=True, exist_ok=True)
        lines = [chance.choice(["x", "Y", "", "10", "\u00e4 x"]) for _ in range(chance.randint(0, 9))]
        ends = chance.choice(["\n", "\r\n"])
        (folder / f"{number}.txt").write_bytes((ends.join(lines) + chance.choice(["", ends])).encode())
    texts = files(**{"in": "t", "deep": True})
    changes = [
        goal("sort_lines", path=texts, order=chance.choice(["ascending", "descending"])),
        goal("unique_lines", path=texts),
        goal("replace", path=texts, text="x", by=chance.choice(["", "zz"])),
        goal("insert", path=texts, content="new\nlines", line=chance.randint(-1, 9)),
        goal("delete_lines", path=texts, lines=chance.choice(["first 2", "last 1", "2-3"])),
        goal("delete_lines", path=texts, text="Y"),
        goal("combine", things=texts, to="all.txt"),
        goal("compress", things=texts, to="all.zip"),
        goal("back_up", path="t"),
        goal("rename", path=texts, to={"value": {"join": ["n", {"its": "number"}, ".txt"]}}),
        goal("move", path=texts, to={"value": {"join": ["by/", {"its": "month"}, "/", {"its": "folder"}, "/"]}}),
    ]
    before = tree(home)
    gw = app_in(home)
    for change in changes:
        report = done(gw, [change])
        assert report.status == "success", (change, report.reason)
        asyncio.run(gw.undo(report.run_id))
        assert tree(home) == before, change
