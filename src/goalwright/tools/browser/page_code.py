"""The code that looks at a page, and the smaller pieces that run there, as they are sent."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import resources

from goalwright.language.tables import table

_COMMENTS = re.compile(r"(?ms)^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*$")
_INDENTS = re.compile(r"(?m)^\s+")
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_PARTS = tuple(
    "names search places shapes cards sections twins pager hidden calendar points choices rows".split()
    + "things turns widgets adders answers".split()
)
_GIVEN = """find, rankOf, opener, hoverer, toTurn, dayStep, datePartsOf, shownNumbers, describe, reach, isReady,
    roleOf, nameOf, visible, seenText, besideText, isEditable, isCalled, seenBefore, optionOf, optionNames, scrollOn,
    searchOf, kindOf, leadsAway, chosenIn, checkedOf, boxOf, isListShown, isMenu, isControl, peersOf, suggestedBy,
    sectionText, entriesIn, pager, nextPage, scrollGrids, sumsIn, isInNamedRow, harmOf, enterHarmOf,
    isChosenAmong, isTaken, adderBy, standing, tableRows, worth, valueIn, orderBy, transferOf, menuTitle,
    rowMate, passedOver, yesTo, pageWays, nameField, keeperOf"""


@cache
def page_code() -> str:
    """The code that looks at a page, an expression that gives its functions; `WORDS` in it are the language's."""
    parts = [_file(f"page_{part}.js") for part in _PARTS]
    words = json.dumps(table("pages") | {"shapes": table("shapes")}, separators=(",", ":"), ensure_ascii=False)
    return _slim(f"(() => {{ const WORDS = {words}; {' '.join(parts)} return {{ {_GIVEN} }}; }})()")


@cache
def script(name: str) -> str:
    """A piece of code that runs in a page without `page_code`, which is long: small messages are quick."""
    return _slim(_file(f"script_{name}.js").strip())


def _slim(code: str) -> str:
    """Code that means the same and is read sooner: each document takes it in again.

    It has no comments that stand by themselves and no indents, and is ASCII: one letter beyond that makes the engine
    keep all that is sent with it, Playwright's own code too, in twice the room, which takes a third longer.
    """
    return _BEYOND_ASCII.sub(_escaped, _INDENTS.sub("", _COMMENTS.sub("", code)))


def _escaped(char: re.Match[str]) -> str:
    """A character as its units of UTF-16, as JSON writes it."""
    return json.dumps(char[0])[1:-1]


def _file(name: str) -> str:
    return resources.files("goalwright.tools.browser").joinpath(name).read_text(encoding="utf-8")
