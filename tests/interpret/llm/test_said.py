"""A span is the user's own text, cut between words: whatever a model writes, nothing else comes of it."""

from __future__ import annotations

import time

from hypothesis import given
from hypothesis import strategies as st

from goalwright.interpret.llm.said import SaidText

PIECES = st.sampled_from(
    [
        "delete",
        "notes.txt",
        '"my file.txt"',
        "/home/me/a.txt",
        "C:\\x\\y",
        "it's",
        "and",
        ",",
        ".",
        "  ",
        "\t",
        "30%",
        "é",
        "Ö1",
    ]
)
TEXTS = st.lists(PIECES, min_size=1, max_size=8).map(" ".join)


@given(TEXTS, st.data())
def test_a_span_is_in_the_text_and_cuts_no_word_path_or_quote(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    value = text[start : data.draw(st.integers(start, len(text)))]
    said = SaidText(text)
    span = said.span(value, may_end_in_stop=True)
    if span is None:
        return
    assert span in text
    assert span.split() == value.strip().removeprefix('"').removesuffix('"').split() or span.split() == value.split()
    for whole in ("notes.txt", "my file.txt", "/home/me/a.txt", "C:\\x\\y", "delete"):
        parts = {whole[at:] for at in range(1, len(whole))} | {whole[:at] for at in range(1, len(whole))}
        assert span not in parts - set(text.replace('"', " ").split())


@given(TEXTS, st.text(max_size=20))
def test_other_text_is_no_span(text: str, value: str) -> None:
    if " ".join(value.split()) not in " ".join(text.split()):
        assert SaidText(text).span(value, may_end_in_stop=True) is None


def test_hostile_values_are_looked_for_in_bounded_time() -> None:
    said = SaidText("a " * 2_000)
    began = time.process_time()
    for _ in range(20):
        assert said.span("a " * 1_000 + "b") is None
    assert time.process_time() - began < 5
