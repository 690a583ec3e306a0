"""Every key that can be said has a name in X, and what is no key is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from Xlib import XK  # type: ignore[import-untyped]  # it has no types

from goalwright.errors import ToolFailure
from goalwright.rules.words_loader import load_vocabulary
from goalwright.tools.desktop.keyboard.x_keys import keys_of, keysyms

WORDS = load_vocabulary()
KEYSYMS = keysyms()


def test_every_key_of_the_language_has_one_of_x() -> None:
    said = {WORDS.key(name) for name in KEYSYMS}
    assert said == set(KEYSYMS)
    assert [name for name in WORDS.keys if name not in KEYSYMS] == []


@pytest.mark.parametrize(
    ("combination", "keys"),
    [
        ("enter", ("enter",)),
        ("Ctrl+Shift+T", ("ctrl", "shift", "t")),
        ("shift+ctrl+t", ("ctrl", "shift", "t")),
        ("Control + c", ("ctrl", "c")),
        ("cmd+space", ("meta", "space")),
        ("ctrl++", ("ctrl", "plus")),
        ("+", ("plus",)),
        ("A", ("A",)),
        ("-", ("-",)),
        ("ö", ("ö",)),
        ("Page Down", ("pagedown",)),
        ("ArrowUp", ("up",)),
        ("shift", ("shift",)),
        ("ctrl+alt", ("ctrl", "alt")),
    ],
)
def test_a_combination_is_what_is_held_then_what_is_pressed(combination: str, keys: tuple[str, ...]) -> None:
    assert keys_of(combination) == keys


@pytest.mark.parametrize(
    "combination", ["", "+t", "t+r", "ctrl+ctrl+c", "hyper+q", "--help", "a b", "\n", "ctrl+", "$(id)"]
)
def test_what_is_no_key_is_refused(combination: str) -> None:
    with pytest.raises(ToolFailure, match="is not a key"):
        keys_of(combination)


@given(st.text())
def test_any_text_is_keys_or_refused(text: str) -> None:
    try:
        keys = keys_of(text)
    except ToolFailure as failure:
        told, keys = str(failure), ()
    else:
        told = ""
    assert "\n" not in told
    assert all(len(key) == 1 or key in KEYSYMS for key in keys)


def test_x_knows_every_name() -> None:
    XK.load_keysym_group("xf86")
    XK.load_keysym_group("xkb")
    unknown = [name for name in KEYSYMS.values() if name.replace("XF86", "XF86_") and not XK.string_to_keysym(name)]
    assert [name for name in unknown if not XK.string_to_keysym(name.replace("XF86", "XF86_"))] == []
    assert {"ctrl", "alt", "shift", "meta", "altgr"} < set(KEYSYMS)
