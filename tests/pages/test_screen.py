"""The screen shows what a terminal would."""

from __future__ import annotations

import pytest

from pages.screen import screen_text


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        ("one\r\ntwo\r\n", "one\ntwo"),
        ("\x1b[1;32mgreen\x1b[0m and plain", "green and plain"),
        ("12345\rab", "ab345"),
        ("done\r\n⠋ busy\r\x1b[2K", "done"),
        ("a\r\nb\r\nc\r\x1b[2K\x1b[1A\x1b[2KB", "a\nB"),
        ("\x1b[?25lhidden cursor\x1b[?25h", "hidden cursor"),
        ("\n\nlow", "\n\nlow"),
    ],
)
def test_what_is_seen_in_the_end(written: str, seen: str) -> None:
    assert screen_text(written) == seen


def test_what_it_cannot_draw_is_an_error() -> None:
    with pytest.raises(ValueError, match="does not know"):
        screen_text("\x1b[5;5H")
