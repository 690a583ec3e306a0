"""Reading text on pictures with tesseract, which wants letters larger than a screen has them."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
import time
from collections.abc import Iterator

from goalwright.contracts import StopSignal
from goalwright.errors import ToolFailure
from goalwright.tools.desktop.screen.screen_port import Picture, Word

PROGRAM = "tesseract"
PATIENCE_S = 55.0
MOST_PIXELS = 40_000_000
"""How large a picture may get when it is enlarged."""
MOST_DOUBLINGS = 2
_SPARSE = "11"
"""Text in any order and place, as it is on a screen."""
_POLL_S = 0.1
_FIELDS = 12
_LANGUAGE = re.compile(r"[A-Za-z]\w*(/\w+)?(\+[A-Za-z]\w*(/\w+)?)*")


class TesseractReader:
    """The `Reader` that runs tesseract; languages are named as it does, several with a plus between."""

    def __init__(self, language: str = "eng") -> None:
        self._language = language

    def words(self, picture: Picture, stop: StopSignal) -> tuple[Word, ...]:
        if not _LANGUAGE.fullmatch(self._language):
            raise ToolFailure(f"{self._language!r} is not a language of tesseract: write one like eng, or eng+deu")
        grey, scale = enlarged(picture)
        size = b"P5 %d %d 255\n" % (picture.width * scale, picture.height * scale)
        told = self._told(size + grey, stop)
        return tuple(_words(told, picture, scale))

    def _told(self, image: bytes, stop: StopSignal) -> str:
        command = [PROGRAM, "-", "-", "-l", self._language, "--psm", _SPARSE, "tsv"]
        environment = {**os.environ, "OMP_THREAD_LIMIT": "1"}  # its threads wait for each other more than they help
        pipe = subprocess.PIPE
        with tempfile.TemporaryFile() as file:
            file.write(image)
            file.seek(0)
            try:
                process = subprocess.Popen(command, stdin=file, stdout=pipe, stderr=pipe, env=environment)
            except OSError as error:
                raise ToolFailure(f"{PROGRAM} cannot be started: {error.strerror}") from error
            with process:
                said, complaint = _finished(process, stop)
        if process.returncode != 0:
            raise ToolFailure(self._problem(complaint.decode(errors="replace")))
        return said.decode(errors="replace")

    def _problem(self, said: str) -> str:
        if "language" in said:
            package = f"tesseract-ocr-{self._language.partition('+')[0].replace('_', '-')}"
            return f"tesseract lacks the language {self._language}: `sudo apt-get install {package}`"
        return f"tesseract could not read the screen: {' '.join(said.split())[:200] or 'it was ended, so try again'}"


def _finished(process: subprocess.Popen[bytes], stop: StopSignal) -> tuple[bytes, bytes]:
    """What the process writes, once it has ended; it is ended early if there is no more time for it."""
    end = time.monotonic() + PATIENCE_S
    while True:
        try:
            return process.communicate(timeout=_POLL_S)
        except subprocess.TimeoutExpired:
            if stop.is_set() or time.monotonic() > end:
                process.kill()
                raise ToolFailure("reading the screen was stopped, or took too long: try again") from None


def enlarged(picture: Picture) -> tuple[bytes, int]:
    """The picture in grey, and how many times wider and higher it has become."""
    red, green, blue = (picture.rgb[place::3] for place in range(3))
    grey, scale = _between(_between(red, blue), green), 1
    width, height = picture.width, picture.height
    for _ in range(MOST_DOUBLINGS):
        if 4 * width * height > MOST_PIXELS:
            break
        grey = _doubled(grey, width)
        width, height, scale = 2 * width, 2 * height, 2 * scale
    return grey, scale


def _doubled(grey: bytes, width: int) -> bytes:
    """Twice as wide and high, with what is between the pixels in between."""
    wide = bytearray(2 * len(grey))
    wide[0::2] = grey
    wide[1::2] = _between(grey, grey[1:] + grey[-1:])
    row = 2 * width
    rows = bytes(wide)
    middles = _between(rows, rows[row:] + rows[-row:])
    pairs = (rows[start : start + row] + middles[start : start + row] for start in range(0, len(rows), row))
    return b"".join(pairs)


def _between(one: bytes, other: bytes) -> bytes:
    """The mean of each two bytes; one sum over numbers as long as the picture is far quicker than a million small."""
    first, second = int.from_bytes(one, "little"), int.from_bytes(other, "little")
    even = int.from_bytes(b"\xfe" * len(one), "little")
    return ((first & second) + (((first ^ second) & even) >> 1)).to_bytes(len(one), "little")


def _words(told: str, picture: Picture, scale: int) -> Iterator[Word]:
    for line in told.splitlines()[1:]:
        fields = line.split("\t")
        if len(fields) == _FIELDS and fields[-1].strip():
            x, y, width, height = (int(field) // scale for field in fields[6:10])
            place = tuple(map(int, fields[1:5]))
            yield Word(
                text=fields[-1].strip(), line=place, x=picture.left + x, y=picture.top + y, width=width, height=height
            )
