"""Selectors in words: what a person reads where a plan has a selector."""

from __future__ import annotations

import pytest

from goalwright.contracts.selector_words import selector_words


@pytest.mark.parametrize(
    ("selector", "words"),
    [
        ("text=Contact", "Contact"),
        ("field=user name", "field user name"),
        ("placeholder=Search", "field Search"),
        ("label=Wrap as a gift", "Wrap as a gift"),
        ('role=button[name="OK"]', "button OK"),
        (r'role=button[name="say \"hi\" >> now"]', 'button say "hi" >> now'),
        ("role=heading", "heading"),
        ("role=link >> nth=0", "first link"),
        ("text=Contact >> nth=-1", "last Contact"),
        ("role=row >> nth=11", "12th row"),
        ('role=dialog >> role=button[name="OK"]', "button OK in dialog"),
        ("role=dialog >> role=link >> nth=1", "second link in dialog"),
        ("#main > a", "#main > a"),
        ("css=.menu", ".menu"),
        ("nth=2", "nth=2"),
        ('text=5" screen', 'text=5" screen'.removeprefix("text=")),
        ("", ""),
    ],
)
def test_a_selector_is_said_in_words(selector: str, words: str) -> None:
    assert selector_words(selector) == words
