"""Heads, frames and noun phrases: what the tables promise holds for every row."""

import re

import pytest

from goalwright.interpret.grammar.grammar import grammar_of
from goalwright.interpret.grammar.heads import Head, HeadIndex, first_words_of, words_of, written_out
from goalwright.interpret.grammar.matcher import Words
from goalwright.interpret.grammar.noun_phrases import Features, filled_in
from goalwright.interpret.grammar.slot_kinds import KINDS
from goalwright.interpret.interpreter import GoalInterpreter
from goalwright.rules import builtin_rules
from goalwright.rules.language import load_language

SLOT = re.compile(r"\{(\w+)[:}]")
HEADS = grammar_of(None).head_rows


def example(head: Head) -> str:
    return head.example


@pytest.fixture(scope="module")
def interpreter() -> GoalInterpreter:
    return GoalInterpreter()


@pytest.mark.parametrize("head", HEADS, ids=example)
def test_the_example_of_a_head_is_read_as_its_verb(head: Head, interpreter: GoalInterpreter) -> None:
    goals = interpreter.interpret(head.example).goals
    assert f"{goals[-1].domain}.{goals[-1].verb}" == head.rule.name  # behind what it points back at
    assert len(goals) <= 1 + (" and " in head.example)


def test_every_slot_of_a_noun_phrase_and_frame_is_of_a_kind_that_exists() -> None:
    grammar = grammar_of(None)
    grammar.read_all()
    phrases = load_language().noun_phrases
    known = KINDS | phrases.keys()
    used = {kind for template in grammar.noun_phrases.templates() for kind, _ in grammar.templates[template].slots}
    framed = {kind for frame in load_language().frames.values() for kind in frame.values() if kind}
    assert used | framed <= known


def test_every_frame_and_noun_phrase_is_used() -> None:
    grammar, language = grammar_of(None), load_language()
    roles = {role.rpartition(":")[2] for rows in language.heads.values() for row in rows for role in row["takes"]}
    assert roles == language.frames.keys()
    grammar.read_all()
    used = {kind for template in grammar.templates.values() for kind, _ in template.slots}
    used |= {kind for rule in builtin_rules().values() for say in rule.say for kind in SLOT.findall(say.template)}
    in_wishes = {"wish_lead", "wish_joint", "done_to", "ought_to", "has_been", "is_done", "participle"}
    in_commands = {"each_clause", "front_place", "among", "left_aside", "first_in_it"}
    spoken_of_in_code = {"if_clause", "content_value", *in_commands, *in_wishes}
    assert language.noun_phrases.keys() <= used | spoken_of_in_code


@pytest.mark.parametrize("verb", ["move", "transfer", "shift", "put", "drop", "stick"])
@pytest.mark.parametrize("goal", ["~/archive", "the archive folder", "the folder called archive", "my archive folder"])
def test_every_verb_that_moves_takes_every_way_to_name_a_folder(
    verb: str, goal: str, interpreter: GoalInterpreter
) -> None:
    (found,) = interpreter.interpret(f"{verb} report.pdf into {goal}").goals
    assert (found.verb, found.params["path"], found.params["to"].strip("~/")) == ("move", "report.pdf", "archive")


@pytest.mark.parametrize(
    "frame", ["um, {}", "maybe {}", "can we {}", "how about you {}", "{} real quick", "actually, {}"]
)
def test_light_words_change_nothing(frame: str, interpreter: GoalInterpreter) -> None:
    said = "delete all pdfs in inbox older than 2 weeks"
    assert interpreter.interpret(frame.format(said)).goals == interpreter.interpret(said).goals


def test_features_that_contradict_each_other_kill_a_reading() -> None:
    assert Features(kind="file").merged({"kind": "folder"}) is None
    assert Features(where=[1]).merged({"where": [2], "limit": 3}) == {"where": [1, 2], "limit": 3}


def test_a_pattern_is_filled_in_at_any_depth() -> None:
    found, used = filled_in({"count": [["size", "over", "{least}"]], "n": 1}, {"least": "5 MB"})
    assert (found, used) == ({"count": [["size", "over", "5 MB"]], "n": 1}, {"least"})
    assert filled_in("{a}/{b}", {"a": "x"})[0] is None


def test_a_way_with_alternatives_stands_for_each_of_them() -> None:
    assert list(written_out("(throw|chuck) _ away")) == ["throw _ away", "chuck _ away"]


@pytest.mark.parametrize(
    ("way", "firsts"),
    [
        ("copy", ["copy"]),
        ("(throw|chuck) _ away", ["throw", "chuck"]),
        ("(get rid of|bin) (a|b)", ["get", "bin"]),
        ("(please |)copy _", ["please", "copy"]),
        ("(|quickly) copy", ["copy", "quickly"]),
        ("re(name|title) it", ["rename", "retitle"]),
        ("(co|du)p(y|e)", ["copy", "cope", "dupy", "dupe"]),
    ],
)
def test_a_way_is_found_by_each_word_it_may_begin_with(way: str, firsts: list[str]) -> None:
    assert list(first_words_of(way)) == firsts
    assert {said.split()[0] for said in written_out(way)} == set(firsts)
    assert set(words_of(way)) == {word for said in written_out(way) for word in said.split() if word != "_"}


def test_every_way_of_every_head_is_found_by_its_first_word() -> None:
    index = HeadIndex(HEADS)
    listed = {(id(head), *way.before, "_", *way.behind) for word in index for head, way in index.at(word)}
    written = [(id(head), said.partition("_")) for head in HEADS for way in head.written for said in written_out(way)]
    assert listed == {(head, *before.split(), "_", *behind.split()) for head, (before, _, behind) in written}
    assert index.at("no such word") == ()


def test_a_way_is_found_by_a_verb_in_another_form_before_any_other_sentence() -> None:
    words = Words(["deleting", "notes.txt"], lambda *_: [], 1_000)
    assert HeadIndex(HEADS).opening("delete", words, 0)
