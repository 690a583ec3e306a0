"""Negations, conditions, times and repetitions are refused, or kept whole inside a text: never dropped."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goalwright.errors import NotUnderstood
from goalwright.interpret.grammar.template import literals
from goalwright.rules.language import load_language
from interpret.sentences import COMMANDS, TABLES, interpreter, read, said_in

CONDITIONS = [
    "if it rains",
    "unless it rains",
    "only if it is cold",
    "whenever it rains",
    "in case of fire",
    "when it rains",
    "as soon as it rains",
    "as long as it rains",
    "provided that it rains",
    "otherwise",
]
NEGATIONS = [
    "but not now",
    "not now",
    "never",
    "without asking",
    "but do not tell anyone",
    "rather not",
    "don't",
    "not",
]
SCHEDULES = [
    "at 5 pm",
    "at 17:30",
    "at noon",
    "at half past five",
    "tomorrow",
    "the day after tomorrow",
    "tonight",
    "later",
    "in ten minutes",
    "in a minute",
    "in half an hour",
    "on monday",
    "this friday",
    "next week",
    "in the evening",
    "before noon",
    "after lunch",
    "for 5 minutes",
    "by tomorrow",
    "until noon",
    "in june",
    "on christmas",
    "at dawn",
    "between 5 and 6",
]
REPEATS = [
    "every day",
    "every 5 minutes",
    "once a day",
    "over and over",
    "again and again",
    "each hour",
    "daily",
    "hourly",
    "repeatedly",
    "while i sleep",
    "until i say stop",
]
COUNTED = {"twice": 2, "3 times": 3, "three times": 3}
AT_END = CONDITIONS + NEGATIONS + SCHEDULES + REPEATS
AT_START = [
    "if it rains",
    "unless it rains,",
    "when it rains,",
    "in case of fire",
    "don't",
    "do not",
    "never",
    "please don't",
    "you must not",
    "at 5 pm",
    "at noon",
    "tomorrow",
    "on monday",
    "in ten minutes,",
    "in the evening",
    "next week",
    "in june",
    "every day",
    "every 5 minutes,",
    "twice",
    "three times",
    "while i sleep,",
    "until noon",
]


def one_for_each_verb() -> list[str]:
    """The shortest command of the case tables for every verb."""
    shortest: dict[str, str] = {}
    for file in sorted(TABLES.glob("[!r]*.json")):
        for case in json.loads(file.read_text(encoding="utf-8")):
            verb = case["goals"][0]["verb"]
            if len(case["goals"]) == 1 and len(case["text"]) < len(shortest.get(verb, "x" * 99)):
                shortest[verb] = case["text"]
    return sorted(shortest.values())


VERBS = one_for_each_verb()
PLAIN = [
    "delete old.txt",
    "delete the folders tmp and cache",
    "write hello to notes.txt",
    "create a folder docs",
    "create a folder called my files",
    "copy a.txt to docs",
    "compress the folder photos",
    "click Sign in",
    "click at 100, 200",
    "type hello in the search box",
    "select Texas from the dropdown",
    "close the window called gedit",
    "search for cats on youtube",
    "take a screenshot",
    'type "hello"',
    "what time is it",
    "what time is it in tokyo",
    "open youtube and mute",
    "open youtube, then search cats",
]


def dropped(said: str, phrase: str) -> bool:
    """Whether a sentence is followed as if a phrase were not there, or with only part of it."""
    meaning = read(said)
    return meaning is not None and said not in SAYS_SO and phrase.strip(" ,").casefold() not in said_in(meaning)


SAYS_SO = {"pause for 5 minutes"}


def commands_for(phrase: str) -> list[str]:
    """The plain ones, and some of all verbs: others for every phrase."""
    return PLAIN + VERBS[len(phrase) % 3 :: 3]


@pytest.mark.slow
@pytest.mark.parametrize("phrase", AT_END)
def test_nothing_at_the_end_of_a_command_is_dropped(phrase: str) -> None:
    assert not [said for said in (f"{command} {phrase}" for command in commands_for(phrase)) if dropped(said, phrase)]


@pytest.mark.parametrize("phrase", AT_START)
def test_nothing_at_the_start_of_a_command_is_dropped(phrase: str) -> None:
    assert not [said for said in (f"{phrase} {command}" for command in commands_for(phrase)) if dropped(said, phrase)]


@pytest.mark.parametrize("phrase", COUNTED)
def test_what_is_to_be_done_several_times_is_done_so_often_or_refused(phrase: str) -> None:
    for command in commands_for(phrase):
        once, often = read(command), read(f"{command} {phrase}")
        if often is None or phrase in said_in(often):
            continue
        assert once is not None
        assert often.meta_goal.goals[0].domain in ("browser", "input")
        assert len(often.meta_goal.goals) == COUNTED[phrase] * len(once.meta_goal.goals)


CERTAIN = [*CONDITIONS[:4], "at 5 pm", "tomorrow", "in ten minutes", "every day", "again and again", "every 5 minutes"]


@given(st.sampled_from(COMMANDS), st.sampled_from(CERTAIN), st.booleans())
def test_any_command_with_a_condition_a_time_or_a_repetition_is_refused(command: str, phrase: str, first: bool) -> None:
    said = f"{phrase} {command}" if first else f"{command.rstrip('.!?')} {phrase}"
    meaning = read(said)
    assert meaning is None or "date" in said_in(meaning)


@given(
    st.sampled_from(COMMANDS),
    st.sampled_from(["don't ", "do not ", "never ", "please don't ", "don’t ", "you must not "]),
)
def test_any_command_that_is_forbidden_is_refused(command: str, lead: str) -> None:
    assert read(lead + command) is None


ACTS_ANYWAY = [
    "delete a.txt as soon as it is done",
    "delete a.txt once it is ready",
    "once it is ready, delete a.txt",
    "when it appears, delete a.txt",
    "wait until noon and open youtube",
    "delete a.txt or b.txt",
    "delete either a.txt or b.txt",
    "delete a.txt instead of b.txt",
    "delete all files but notes.txt",
    "delete everything except notes.txt",
    "never mind, delete a.txt",
    "no, delete a.txt",
    "should i delete a.txt?",
    "can i delete a.txt?",
    "how do i delete a.txt",
    "forget to delete a.txt",
    "pretend to delete a.txt",
    "would you mind not deleting a.txt",
    "stop deleting a.txt",
    "open youtube and don't delete a.txt",
    "open youtube, but don't mute",
    "press don't the Submit button",
    "click Deploy over and over",
]


@pytest.mark.parametrize("said", ACTS_ANYWAY)
def test_what_is_not_asked_for_is_not_done(said: str) -> None:
    assert read(said) is None


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("open youtube if it rains", "condition"),
        ("unless it rains, open youtube", "condition"),
        ("don't open youtube", "negation"),
        ("delete a.txt but not b.txt", "negation"),
        ("open youtube tomorrow", "schedule"),
        ("open youtube at 5", "schedule"),
        ("delete old.txt on monday", "schedule"),
        ("open youtube every day", "repeat"),
        ("open youtube twice", "repeat"),
    ],
)
def test_the_refusal_says_why(said: str, kind: str) -> None:
    message = next(row.message for row in load_language().refusals if row.kind == kind)
    with pytest.raises(NotUnderstood, match=message) as raised:
        interpreter().interpret(said)
    assert message in [clause.problem for clause in raised.value.clauses]


@pytest.mark.parametrize("phrase", AT_END + AT_START)
def test_in_quotes_it_is_only_text(phrase: str) -> None:
    [goal] = interpreter().interpret(f'write "{phrase}" to a.txt').goals
    assert goal.params["content"] == phrase


WORDS = frozenset(
    "if unless not never without except tomorrow tonight twice every daily until while later whenever no".split()
)
HARMLESS = {
    ("audio.mute", "while"): "for a while",
    ("audio.mute", "no"): "no sound",
    ("audio.volume_up", "not"): "i can not hear it",
    ("browser.check", "every"): "tick every row",
    ("browser.click", "no"): "click Next until there is no next page",
    ("browser.click", "until"): "click Show more until it is gone",
    ("browser.read", "every"): "add up the prices on every page",
    ("browser.read", "no"): "count the rows until there is no next page",
    ("browser.read", "until"): "the same",
    ("browser.scroll", "until"): "scroll until you see the prices",
    ("browser.wait", "until"): "wait until #done appears",
    ("browser.wait", "while"): "wait a little while",
    ("file.create", "if"): "if needed: a folder that is there is left as it is",
    ("file.create", "not"): "if it does not exist: the same",
    ("file.write", "every"): "copy the table on every page into prices.csv",
    ("file.write", "no"): "until there is no next page",
    ("file.write", "until"): "the same",
    ("media.pause", "while"): "for a while",
    ("media.stop", "no"): "no more music",
    ("system.query", "not"): "is it not past noon: the time is told either way",
    ("system.query", "until"): "how many days until friday",
    ("window.minimize_all", "every"): "every window",
}


def test_no_template_takes_a_word_that_refuses_unless_it_is_meant() -> None:
    grammar = interpreter().grammar.grammar
    found = {
        (entry.rule.name, word)
        for entry in grammar.entries
        for word in WORDS.intersection(literals(entry.say.template, grammar.language.phrases, {}))
    }
    assert found <= set(HARMLESS)
