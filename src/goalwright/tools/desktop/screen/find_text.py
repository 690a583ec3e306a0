"""system.display.find_text: whether a text is on the screen, and where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from goalwright.contracts import ToolCall
from goalwright.errors import ToolFailure
from goalwright.tools.desktop.screen.screen_port import PictureReader, Screen, Word

MOST_PLACES = 50
_QUOTES = {
    code: quote for quote, codes in {"'": range(0x2018, 0x201C), '"': range(0x201C, 0x2020)}.items() for code in codes
}


def find_text(screen: Screen, reader: PictureReader, call: ToolCall) -> Mapping[str, Any]:
    """Each place of the text as the box around its words; large and small letters are the same."""
    wanted = str(call.args["text"])
    if not _plain(wanted):
        raise ToolFailure("there is nothing to look for: name a text")
    places = list(places_of(wanted, reader.words(screen.picture(), call.stop)))
    return {
        "text": _sentence(wanted, places),
        "found": bool(places),
        "count": len(places),
        "places": places[:MOST_PLACES],
    }


def places_of(wanted: str, words: Sequence[Word]) -> Iterator[dict[str, Any]]:
    """Where the text stands within one line, from the first to the last."""
    phrase = _plain(wanted)
    for _, row in groupby(words, key=lambda word: word.line):
        line = list(row)
        starts, text = [], ""
        for word in line:
            starts.append(len(text))
            text += _plain(word.text) + " "
        at = text.find(phrase)
        while at >= 0:
            end = at + len(phrase)
            spans = zip(line, starts, strict=True)
            yield _box([word for word, start in spans if start < end and start + len(_plain(word.text)) > at])
            at = text.find(phrase, end)


def _box(words: Sequence[Word]) -> dict[str, Any]:
    left, top = min(word.x for word in words), min(word.y for word in words)
    right, bottom = max(word.x + word.width for word in words), max(word.y + word.height for word in words)
    found = " ".join(word.text for word in words)
    return {"words": found, "x": left, "y": top, "width": right - left, "height": bottom - top}


def _plain(text: str) -> str:
    """The text as it is compared: in small letters, with straight quotes and single spaces."""
    return " ".join(text.casefold().translate(_QUOTES).split())


def _sentence(wanted: str, places: Sequence[Mapping[str, Any]]) -> str:
    if not places:
        return f"{wanted!r} is not on the screen."
    spots = [f"{place['x']},{place['y']} ({place['width']} by {place['height']})" for place in places[:MOST_PLACES]]
    return f"{wanted!r} is on the screen at {', '.join(spots)}."
