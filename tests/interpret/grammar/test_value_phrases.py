"""Words for a value are worked out wherever a text goes, or refused; only in quotes are they letters."""

from __future__ import annotations

import pytest

from goalwright.rules.language import load_values
from interpret.sentences import goals, refusal

VALUES = [
    "today's date",
    "the date",
    "the time",
    "the current time",
    "the current date and time",
    "the date and the time",
    "what time it is",
    "the day of the week",
    "tomorrow's date",
    "a list of all the pdfs in docs",
    "the names of the files in docs",
    "the number of files in docs",
    "the number of lines in b.txt",
    "the word count of b.txt",
    "how many pdfs are in docs",
    "the path of the newest file",
    "the size of the largest pdf in docs",
    "the first line of b.txt",
    "the size of a.zip",
    "the longest line of b.txt",
    "the name of the smaller pdf in docs",
    "the size of the newer file in docs",
    "the sum of 2 and 3",
    "15% of 230",
    "how many days until december 24",
]
NOT_WORKED_OUT = [
    "the date and the battery level",
    "the time in tokyo",
    "the list of files",
    "all file names",
    "the files in docs",
    "how many files there are",
    "their sizes",
    "the second line",
    "up the numbers",
    "the page title",
    "the page's address",
    "the battery level",
    "how much battery is left",
    "my ip",
    "my ip address",
    "this computer's name",
    "the hostname",
    "the free disk space",
    "the current folder",
    "the weather in paris",
    "the total",
    "the output of ls",
    "a random number",
    "the number of guests",
    "the list of demands",
    "a list of wishes",
    "the name of the best file in docs",
    "the size of the shorter video",
    "the first word of every file",
    "3 lines",
    "3 lines of b.txt",
    "whether a.txt is empty",
]
PLACES = [
    "write {} to a.txt",
    "append {} to log.txt",
    "create a.txt saying {}",
    "create a.txt with the text {}",
    "copy {} to the clipboard",
    "type {}",
    "send a notification saying {}",
]
TEXTS = [
    "the time has come",
    "the date palm",
    "the size matters",
    "the year of the cat",
    "the weather report",
    "the title song",
    "time flies",
    "date",
    "my ip is secret",
    "15% off",
    "2 times a day",
    "current affairs",
    "today's special",
]


@pytest.mark.parametrize("place", PLACES)
def test_a_value_is_worked_out(place: str) -> None:
    made = {value: [*goals(place.format(value))[-1][1].values()] for value in VALUES}
    assert [value for value, params in made.items() if not any("value" in param for param in params)] == []


@pytest.mark.parametrize("place", PLACES)
def test_what_cannot_be_worked_out_is_not_written_as_its_words(place: str) -> None:
    told = {value: refusal(place.format(value)) for value in NOT_WORKED_OUT}
    assert [value for value, error in told.items() if load_values().message not in str(error)] == []


@pytest.mark.parametrize("place", PLACES)
def test_in_quotes_the_words_are_the_text(place: str) -> None:
    texts = {value: {*goals(place.format(f'"{value}"'))[-1][1].values()} for value in VALUES + NOT_WORKED_OUT}
    assert [value for value, params in texts.items() if value not in params] == []


@pytest.mark.parametrize("place", [place for place in PLACES if not place.startswith("type")])
def test_a_text_that_only_begins_like_a_value_stays_a_text(place: str) -> None:
    texts = {text: {*goals(place.format(text))[-1][1].values()} for text in TEXTS}
    assert [text for text, params in texts.items() if text not in params] == []


@pytest.mark.parametrize(
    "sentence",
    [
        "write the list of files to x",
        "remember the battery level",
        "mute the sound and write my ip to a.txt",
        "write the time in tokyo to a.txt",
    ],
)
def test_the_refusal_says_why_wherever_the_value_goes(sentence: str) -> None:
    assert load_values().message in str(refusal(sentence))


@pytest.mark.parametrize("said", ["the result", "the output", "the answer", "the contents", "its contents"])
def test_what_was_read_before_is_meant_by_a_word_for_it(said: str) -> None:
    (_, _), (verb, params) = goals(f"read a.txt and write {said} to b.txt")
    assert (verb, params["content"]) == ("file.write", {"from": "g0", "field": "text"})
    assert "was not named before" in str(refusal(f"write {said} to b.txt"))


def test_what_is_searched_or_listened_to_may_be_called_anything() -> None:
    assert goals("search for today's date") == [("browser.search", {"query": "today's date"})]
    assert goals("search for my ip address") == [("browser.search", {"query": "my ip address"})]
    assert goals("open youtube and write the page title to a.txt")[-1][1]["content"] == {"from": "g1", "field": "text"}
