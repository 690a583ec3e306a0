"""Reading the screen: a real dialog, read by tesseract, and the places of texts in lines of words."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.desk import Desk, until
from goalwright.contracts import NEVER, StopSignal
from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.errors import ToolFailure
from goalwright.tools.desktop.screen.find_text import places_of
from goalwright.tools.desktop.screen.screen_family import FIND, MssScreen, tools_for
from goalwright.tools.desktop.screen.screen_port import Picture, PictureReader, Word
from goalwright.tools.desktop.screen.tesseract import TesseractReader, enlarged
from tools.one_call import called

QUESTION = "Save changes to the document before closing?"
LINE = ("Save", "the", "“Old”", "Notes...", "and", "save", "them")


class ReadOnce:
    """A reader that remembers: the same screen need not be read twice."""

    def __init__(self, reader: PictureReader) -> None:
        self._reader = reader
        self._words: tuple[Word, ...] | None = None

    def words(self, picture: Picture, stop: StopSignal) -> tuple[Word, ...]:
        if self._words is None:
            self._words = self._reader.words(picture, stop)
        return self._words


def test_texts_are_found_where_they_are(desk: Desk, tmp_path: Path) -> None:
    desk.start("zenity", "--question", "--text", QUESTION, "--ok-label", "Proceed", "--cancel-label", "Discard")
    until(desk.windows)
    x, y, width, height = until(lambda: drawn(desk))
    find = tools_for(MssScreen(), ReadOnce(TesseractReader()), AllowedRoots([tmp_path]))[FIND]
    found = {text: called(find, text=text).output for text in ("the DOCUMENT before", "proceed", "nowhere")}
    assert {text: output["found"] for text, output in found.items()} == {
        "the DOCUMENT before": True,
        "proceed": True,
        "nowhere": False,
    }
    assert found["nowhere"]["text"] == "'nowhere' is not on the screen."
    for text in ("the DOCUMENT before", "proceed"):
        (place,) = found[text]["places"]
        assert x <= place["x"] < place["x"] + place["width"] <= x + width
        assert y <= place["y"] < place["y"] + place["height"] <= y + height
        assert place["width"] > place["height"] > 5
        assert f"at {place['x']},{place['y']} (" in found[text]["text"]
    assert found["proceed"]["places"][0]["y"] > found["the DOCUMENT before"]["places"][0]["y"]


def drawn(desk: Desk) -> tuple[int, int, int, int] | None:
    """Where the window is, once something is drawn in it."""
    told = desk.output("xwininfo", "-id", next(iter(desk.windows())))
    said = dict(line.strip().split(": ", 1) for line in told.splitlines() if ": " in line)
    x, y = int(said["Absolute upper-left X"]), int(said["Absolute upper-left Y"])
    width, height = int(said["Width"]), int(said["Height"])
    picture = MssScreen().picture()
    row, inside = 3 * picture.width, slice(3 * x, 3 * (x + width))
    rows = [picture.rgb[row * line : row * (line + 1)][inside] for line in range(y, y + height)]
    return (x, y, width, height) if len(set(rows)) > height // 3 else None


@pytest.mark.parametrize(
    ("wanted", "boxes"),
    [
        ("save", [(0, 40), (250, 40)]),
        ("SAVE  the ", [(0, 90), (250, 90)]),
        ('"old" notes', [(100, 90)]),
        ("tes", [(150, 40)]),
        ("and save them", [(200, 140)]),
        ("the notes", []),
        ("them save", []),
    ],
)
def test_a_phrase_is_the_box_around_its_words(wanted: str, boxes: list[tuple[int, int]]) -> None:
    words = [word(text, place) for place, text in enumerate(LINE)]
    found = list(places_of(wanted, words))
    assert [(place["x"], place["width"]) for place in found] == boxes
    assert all((place["y"], place["height"]) == (7, 10) for place in found)


def test_a_phrase_does_not_go_on_in_another_line() -> None:
    words = [word("one", 0, line=1), word("two", 1, line=2)]
    assert list(places_of("one two", words)) == []
    assert [place["x"] for place in places_of("two", words)] == [50]


@given(st.text(), st.lists(st.text(min_size=1).filter(str.strip)))
def test_any_text_can_be_looked_for(wanted: str, texts: list[str]) -> None:
    if wanted.strip():
        words = [word(text, place) for place, text in enumerate(texts)]
        assert all(place["width"] > 0 for place in places_of(wanted, words))


def test_nothing_cannot_be_looked_for(tmp_path: Path) -> None:
    find = tools_for(MssScreen(), TesseractReader(), AllowedRoots([tmp_path]))[FIND]
    with pytest.raises(ToolFailure, match="there is nothing to look for"):
        called(find, text=" \n")


WHITE = Picture(width=20, height=10, rgb=b"\xff" * 600)


@pytest.mark.parametrize(
    ("language", "why"),
    [
        ("xyz", "tesseract lacks the language xyz: `sudo apt-get install tesseract-ocr-xyz`"),
        ("--help", "'--help' is not a language of tesseract"),
        ("../eng", "is not a language of tesseract"),
    ],
)
def test_languages_that_are_not_there_are_told(language: str, why: str) -> None:
    with pytest.raises(ToolFailure, match=why):
        TesseractReader(language).words(WHITE, NEVER)


def test_a_white_screen_has_no_words() -> None:
    assert TesseractReader().words(WHITE, NEVER) == ()


def test_reading_stops_when_it_is_told_to() -> None:
    stop = threading.Event()
    stop.set()
    noise = Picture(width=1000, height=600, rgb=bytes(range(200)) * 9000)
    with pytest.raises(ToolFailure, match="was stopped"):
        TesseractReader().words(noise, stop)


def test_enlarging_puts_means_between_pixels() -> None:
    picture = Picture(width=2, height=2, rgb=bytes(value for grey in (0, 100, 200, 40) for value in [grey] * 3))
    grey, scale = enlarged(picture)
    assert (scale, len(grey)) == (4, 64)
    assert grey[0::2][:3] == bytes([0, 50, 100])
    assert max(grey) <= 200


def word(text: str, place: int, line: int = 1) -> Word:
    made: Mapping[str, Any] = {"x": 50 * place, "y": 7, "width": 40, "height": 10}
    return Word(text=text, line=(1, line), **made)
