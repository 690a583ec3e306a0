"""Clauses that go on with what was said before them: names in one folder, lines, copies, results and values."""

from __future__ import annotations

from typing import Any

import pytest

from goalwright.errors import NotUnderstood
from goalwright.interpret.interpreter import GoalInterpreter

THERE = {"docs", "bills", "a.txt", "b.txt", "names.txt", "songs", "vacant", "photos", "logs", "data.csv"}
INTERPRETER = GoalInterpreter()

READ: list[tuple[str, list[tuple[Any, ...]]]] = [
    (
        "create c.txt and d.txt and zip both",
        [
            ("file.create", {"path": "c.txt", "object_type": "file"}),
            ("file.create", {"path": "d.txt", "object_type": "file"}),
            ("file.compress", {"things": ("c.txt", "d.txt")}),
        ],
    ),
    (
        "create c.txt and d.txt and zip each of them",
        [
            ("file.create", {"path": "c.txt", "object_type": "file"}),
            ("file.create", {"path": "d.txt", "object_type": "file"}),
            ("file.compress", {"path": "c.txt"}),
            ("file.compress", {"path": "d.txt"}),
        ],
    ),
    (
        "copy a.txt to docs as x.txt, b.txt as y.txt and names.txt as z.txt",
        [
            ("file.copy", {"path": "a.txt", "to": "docs/x.txt"}),
            ("file.copy", {"path": "b.txt", "to": "docs/y.txt"}),
            ("file.copy", {"path": "names.txt", "to": "docs/z.txt"}),
        ],
    ),
    (
        "copy a.txt to docs/x.txt and b.txt as y.txt",
        [("file.copy", {"path": "a.txt", "to": "docs/x.txt"}), ("file.copy", {"path": "b.txt", "to": "y.txt"})],
    ),
    (
        "copy photos/dog.jpg to vacant and if there is a b.txt, delete it",
        [
            ("file.copy", {"path": "photos/dog.jpg", "to": "vacant"}),
            ("file.delete", {"path": "b.txt"}, (("exists", "b.txt"),)),
        ],
    ),
    (
        "add milk to b.txt unless it already has it",
        [("file.append", {"content": "milk", "path": "b.txt"}, (("not", "contains", "b.txt", "milk"),))],
    ),
    (
        "put copies of a.txt and b.txt in docs",
        [("file.copy", {"path": "a.txt", "to": "docs"}), ("file.copy", {"path": "b.txt", "to": "docs"})],
    ),
    (
        "put a copy of a.txt and a copy of b.txt into docs",
        [("file.copy", {"path": "a.txt", "to": "docs"}), ("file.copy", {"path": "b.txt", "to": "docs"})],
    ),
    (
        "how many words are in a.txt and b.txt together",
        [("text.answer", {"value": {"value": {"count": {"select": {"kind": "word", "in": ("a.txt", "b.txt")}}}}})],
    ),
    (
        "make two files called x.txt and y.txt saying hey",
        [("file.write", {"path": "x.txt", "content": "hey"}), ("file.write", {"path": "y.txt", "content": "hey"})],
    ),
    (
        "create x.txt and y.txt, both saying hey",
        [("file.write", {"path": "x.txt", "content": "hey"}), ("file.write", {"path": "y.txt", "content": "hey"})],
    ),
    (
        "if songs is not empty, zip it into s.zip and delete it",
        [
            ("file.compress", {"path": "songs", "to": "s.zip"}, (("not", "empty", "songs"),)),
            ("file.delete", {"path": "songs"}, (("not", "empty", "songs"),)),
        ],
    ),
    (
        "find a jpg in bills and move it to docs",
        [
            (
                "file.find",
                {"things": {"select": {"kind": "file", "in": "bills", "where": (("type", "is", "jpg"),), "one": True}}},
            ),
            (
                "file.move",
                {
                    "path": {"select": {"kind": "file", "in": "bills", "where": (("type", "is", "jpg"),), "one": True}},
                    "to": "docs",
                },
            ),
        ],
    ),
    (
        "how long ago was a.txt changed",
        [
            (
                "text.answer",
                {
                    "value": {
                        "value": {"its": "age", "of": {"select": {"kind": "file", "where": (("path", "is", "a.txt"),)}}}
                    }
                },
            )
        ],
    ),
    ("move a.txt next to docs/notes.txt", [("file.move", {"path": "a.txt", "to": "docs"})]),
    (
        "show me the last line of a.txt and delete that line",
        [
            ("text.answer", {"value": {"value": {"text": "a.txt", "lines": "last 1"}}}),
            ("file.delete_lines", {"path": "a.txt", "lines": "last 1"}),
        ],
    ),
    (
        "append the first line of a.txt to b.txt and delete that line from a.txt",
        [
            ("file.append", {"content": {"value": {"text": "a.txt", "lines": "first 1"}}, "path": "b.txt"}),
            ("file.delete_lines", {"lines": "first 1", "path": "a.txt"}),
        ],
    ),
    (
        "keep the newest pdf in bills and delete the others",
        [
            (
                "file.delete",
                {
                    "path": {
                        "select": {
                            "kind": "file",
                            "in": "bills",
                            "where": (("type", "is", "pdf"),),
                            "except": (
                                {
                                    "select": {
                                        "kind": "file",
                                        "in": "bills",
                                        "where": (("type", "is", "pdf"),),
                                        "order": "-modified",
                                        "limit": 1,
                                    }
                                },
                            ),
                        }
                    }
                },
            )
        ],
    ),
    ("keep the first line of a.txt and delete the rest", [("file.keep_lines", {"lines": "first 1", "path": "a.txt"})]),
    (
        "is there a folder old? if not, create one",
        [
            ("text.answer", {"value": {"value": {"whether": (("exists", "old"),)}}}),
            ("file.create", {"object_type": "folder", "path": "old"}, (("not", "exists", "old"),)),
        ],
    ),
    (
        "is there a file x.txt? if not, make one",
        [
            ("text.answer", {"value": {"value": {"whether": (("exists", "x.txt"),)}}}),
            ("file.create", {"object_type": "file", "path": "x.txt"}, (("not", "exists", "x.txt"),)),
        ],
    ),
    (
        "check whether a.txt is empty and delete it if so",
        [
            ("text.answer", {"value": {"value": {"whether": (("empty", "a.txt"),)}}}),
            ("file.delete", {"path": "a.txt"}, (("empty", "a.txt"),)),
        ],
    ),
    (
        "find the word two in a.txt and if it is not there, delete a.txt",
        [
            ("file.search", {"text": "two", "things": ("a.txt",)}),
            ("file.delete", {"path": "a.txt"}, (("not", "contains", "a.txt", "two"),)),
        ],
    ),
    ("create y.txt with the text bye now", [("file.write", {"path": "y.txt", "content": "bye now"})]),
    ("create y.txt saying hello please", [("file.write", {"path": "y.txt", "content": "hello"})]),
    (
        "append the size of data.csv to info.txt, then the date",
        [
            (
                "file.append",
                {
                    "content": {
                        "value": {
                            "its": "size",
                            "of": {"select": {"kind": "file", "where": (("path", "is", "data.csv"),)}},
                        }
                    },
                    "path": "info.txt",
                },
            ),
            ("file.append", {"content": {"value": {"date": "today"}}, "path": "info.txt"}),
        ],
    ),
    (
        "write the size of data.csv to info.txt, then the date",
        [
            (
                "file.write",
                {
                    "content": {
                        "value": {
                            "its": "size",
                            "of": {"select": {"kind": "file", "where": (("path", "is", "data.csv"),)}},
                        }
                    },
                    "path": "info.txt",
                },
            ),
            ("file.append", {"content": {"value": {"date": "today"}}, "path": "info.txt"}),
        ],
    ),
    (
        "make a copy of docs named docs2, delete the md file in it and zip it as d.zip",
        [
            ("file.copy", {"path": "docs", "to": "docs2"}),
            (
                "file.delete",
                {"path": {"select": {"kind": "file", "in": "docs2", "where": (("type", "is", "md"),), "one": True}}},
            ),
            ("file.compress", {"path": "docs2", "to": "d.zip"}),
        ],
    ),
    (
        "delete b.txt, but save a copy of it in vacant first",
        [("file.copy", {"to": "vacant", "path": "b.txt"}), ("file.delete", {"path": "b.txt"})],
    ),
    ("move docs/draft.md up one level", [("file.move", {"path": "docs/draft.md", "to": "."})]),
    (
        "move all files in photos/raw one level up",
        [("file.move", {"path": {"select": {"kind": "file", "in": "photos/raw"}}, "to": "photos"})],
    ),
    (
        "are a.txt and b.txt the same? if not, show me the differences",
        [
            ("file.compare", {"path": "a.txt", "other": "b.txt"}),
            ("file.compare", {"path": "a.txt", "other": "b.txt"}, (("not", "same", "a.txt", "b.txt"),)),
        ],
    ),
    (
        "make folders x, y and z and then delete y",
        [
            ("file.create", {"path": "x", "object_type": "folder"}),
            ("file.create", {"path": "y", "object_type": "folder"}),
            ("file.create", {"path": "z", "object_type": "folder"}),
            ("file.delete", {"path": "y"}),
        ],
    ),
    (
        "move all files from docs to vacant that were changed in the last week",
        [
            (
                "file.move",
                {
                    "path": {"select": {"kind": "file", "in": "docs", "where": (("age", "under", "1 week"),)}},
                    "to": "vacant",
                },
            )
        ],
    ),
    (
        "delete the older of a.txt and b.txt and rename the other one to c.txt",
        [
            (
                "file.delete",
                {
                    "path": {
                        "select": {
                            "kind": "file",
                            "where": (("path", "is", ("a.txt", "b.txt")),),
                            "order": "modified",
                            "limit": 1,
                        }
                    }
                },
            ),
            (
                "file.rename",
                {
                    "path": {"select": {"kind": "file", "where": (("path", "is", ("a.txt", "b.txt")),), "one": True}},
                    "to": "c.txt",
                },
            ),
        ],
    ),
    (
        "copy names.txt, call the copy people.txt and sort it",
        [("file.copy", {"path": "names.txt", "to": "people.txt"}), ("file.sort_lines", {"path": "people.txt"})],
    ),
    (
        "add the line done to all txt files in docs",
        [
            (
                "file.append",
                {
                    "content": "done",
                    "path": {"select": {"kind": "file", "in": "docs", "where": (("type", "is", "txt"),)}},
                },
            )
        ],
    ),
    ("note done in log.txt", [("file.append", {"content": "done", "path": "log.txt"})]),
    (
        "before deleting a.txt, copy it to docs",
        [("file.copy", {"path": "a.txt", "to": "docs"}), ("file.delete", {"path": "a.txt"})],
    ),
    (
        "turn the first line of a.txt into upper case",
        [("file.restyle_lines", {"lines": "first 1", "path": "a.txt", "style": "upper"})],
    ),
    ("create x.txt with red and blue on separate lines", [("file.write", {"path": "x.txt", "content": "red\nblue\n"})]),
]
"""What is said, and the verbs, parameters and conditions of its goals."""
REFUSED = [
    ("copy photos/dog.jpg to vacant and if there is a cat.png, delete it", "it may mean cat.png or photos/cat.png"),
    ("zip songs into s.zip and delete it", "not understood"),
    ("find two in a.txt and if it's there, delete a.txt", "not understood"),
    ('add "x" to a.txt and then show me how many things are on it', "not understood"),
    ("put the word draft in front of every line in a.txt", "where in a text it goes"),
    ("remove the word x from a.txt and save the result as c.txt", "copy that file first"),
    ("sort a.txt and leave the original alone", "not understood"),
    ("write hello to x.txt in that order", "not understood"),
    ("move a.txt to the top folder", "not understood"),
    ("make a.txt read only", "not understood"),
    ("create a folder per month", "not understood"),
    ("sort names.txt and write the longest one to x.txt", "not understood"),
]
"""What is said, and a part of the reason why it is refused."""


def goals(said: str) -> list[tuple[Any, ...]]:
    found = INTERPRETER.read(said, is_there=THERE.__contains__).meta_goal.goals
    told = [(f"{goal.domain}.{goal.verb}", dict(goal.params), goal.when) for goal in found]
    return [each if each[-1] else each[:-1] for each in told]


@pytest.mark.parametrize(("said", "expected"), READ, ids=[said for said, _ in READ])
def test_a_clause_goes_on_with_what_was_said(said: str, expected: list[tuple[Any, ...]]) -> None:
    assert goals(said) == expected


@pytest.mark.parametrize(("said", "reason"), REFUSED, ids=[said for said, _ in REFUSED])
def test_what_may_mean_two_things_or_nothing_is_refused(said: str, reason: str) -> None:
    with pytest.raises(NotUnderstood, match=reason):
        goals(said)
