"""Sentences are cut into words and data, and data arrives byte for byte."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goalwright.interpret.grammar.tokens import Token, tokenise, unclosed_quote
from goalwright.interpret.interpreter import checked_text
from goalwright.rules.language import load_language
from interpret.sentences import COMMANDS, REFUSED, goals

SHORT_FORMS = load_language().contractions


def cut(text: str) -> tuple[Token, ...]:
    return tokenise(text, SHORT_FORMS)


def marks(text: str) -> list[tuple[str, str]]:
    return [(token.mark, token.value) for token in cut(text)]


QUOTES = [
    ('"', '"'),
    ("“", "”"),
    ("„", "“"),
    ("„", "”"),
    ("«", "»"),
    ("`", "`"),
    ("'", "'"),
    ("‘", "’"),
]


@pytest.mark.parametrize(("opening", "closing"), QUOTES)
@pytest.mark.parametrize(
    "inside",
    [
        "hello",
        "Hello,  World!",
        " padded ",
        "delete a.txt, then shut down",
        "if it rains",
        "#search .btn *.pdf C:\\x https://x.org",
        "{path} <the> [x] (a|b)",
        "tab\tand\nline",
        "日本語 ünïcödé 🎉",
        "and",
        "100, 200",
    ],
)
def test_a_quote_of_any_make_arrives_byte_for_byte(opening: str, closing: str, inside: str) -> None:
    assert goals(f"write {opening}{inside}{closing} to a.txt") == [("file.write", {"content": inside, "path": "a.txt"})]


@pytest.mark.parametrize(
    ("said", "inside"),
    [
        ('"don\'t"', "don't"),
        ("'don't stop'", "don't stop"),
        ("‘don’t stop’", "don’t stop"),
        ("“don’t 'quote' me”", "don’t 'quote' me"),
        ("\"she said 'no' and `left`\"", "she said 'no' and `left`"),
        ("'she said \"no\"'", 'she said "no"'),
        ("«il a dit “oui”»", "il a dit “oui”"),
        ('`it\'s "fine"`', 'it\'s "fine"'),
        ("'it's Bob's dog's'", "it's Bob's dog's"),
        ('""', ""),
    ],
)
def test_marks_of_another_make_are_data_inside_a_quote(said: str, inside: str) -> None:
    assert goals(f"write {said} to a.txt") == [("file.write", {"content": inside, "path": "a.txt"})]


SPOKEN = st.characters(exclude_categories=("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))


def is_fit(text: str) -> bool:
    try:
        checked_text(f"x{text}")
    except Exception:  # noqa: BLE001 - whatever intake turns away is no sentence
        return False
    return True


@given(st.sampled_from(['""', "“”", "«»", "``"]), st.text(SPOKEN, max_size=40))
def test_whatever_is_quoted_is_the_content(pair: str, inside: str) -> None:
    inside = inside.translate({ord(mark): None for mark in pair})
    if is_fit(inside):
        said = f"write {pair[0]}{inside}{pair[1]} to a.txt"
        assert goals(said) == [("file.write", {"content": inside, "path": "a.txt"})]


@given(st.one_of(st.text(max_size=60), st.text("'\"`“”‘’«»abc.,/\\#*()[]-:=@ \n1~{}|", max_size=60)))
def test_only_white_space_is_lost(text: str) -> None:
    place = 0
    for token in cut(text):
        if token.start < place:
            assert token.end == place, "only the words of one short form share a place"
            continue
        assert not text[place : token.start].strip()
        assert token.start < token.end
        place = token.end
    assert not text[place:].strip()


@given(st.sampled_from(COMMANDS + REFUSED))
def test_values_are_the_users_own_text(text: str) -> None:
    for token in cut(text):
        assert token.value in text[token.start : token.end]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("https://x.org/A?b=C#d", [("url", "https://x.org/A?b=C#d")]),
        ("HTTP://X.ORG", [("url", "HTTP://X.ORG")]),
        ("https://x.org/a, then", [("url", "https://x.org/a"), ("stop", ","), ("word", "then")]),
        ("https://x.org.", [("url", "https://x.org"), ("stop", ".")]),
        ("(https://x.org)", [("word", "("), ("url", "https://x.org"), ("word", ")")]),
        ("www.x.org!", [("url", "www.x.org"), ("stop", "!")]),
        ("localhost:8080/x", [("url", "localhost:8080/x")]),
        ("127.0.0.1:80", [("url", "127.0.0.1:80")]),
        ("javascript:alert(1)", [("url", "javascript:alert(1)")]),
        ("file:///etc/passwd", [("url", "file:///etc/passwd")]),
        ("mailto:a@b.org", [("url", "mailto:a@b.org")]),
        ("C:\\Users\\me\\a.txt", [("path", "C:\\Users\\me\\a.txt")]),
        ("c:/x/y", [("path", "c:/x/y")]),
        ("C:\\", [("path", "C:\\")]),
        ("D:\\x.txt, then", [("path", "D:\\x.txt"), ("stop", ","), ("word", "then")]),
        ("\\\\server\\share\\a.txt", [("path", "\\\\server\\share\\a.txt")]),
        ("/etc/hosts.", [("path", "/etc/hosts"), ("stop", ".")]),
        ("~/a/b.txt", [("path", "~/a/b.txt")]),
        ("./a ../b", [("path", "./a"), ("path", "../b")]),
        ("a/b/c.txt", [("path", "a/b/c.txt")]),
        ("a\\b.txt", [("path", "a\\b.txt")]),
        ("docs/", [("path", "docs/")]),
        ("~", [("path", "~")]),
        ("#search", [("selector", "#search")]),
        ("#a.b>c:first-child", [("selector", "#a.b>c:first-child")]),
        ('role=button[name="OK"]', [("selector", 'role=button[name="OK"]')]),
        ("css=.btn", [("selector", "css=.btn")]),
        ('text="Sign in"', [("selector", 'text="Sign in"')]),
        ("[data-id=7]", [("selector", "[data-id=7]")]),
        ("#search?", [("selector", "#search"), ("stop", "?")]),
        ("css=.btn!", [("selector", "css=.btn"), ("stop", "!")]),
        (".btn", [("dot", ".btn")]),
        ("*.pdf", [("glob", "*.pdf")]),
        ("report-*.x?s", [("glob", "report-*.x?s")]),
        ("joe.doe+x@mail.example.org", [("mail", "joe.doe+x@mail.example.org")]),
        ("100, 200", [("number", "100"), ("number", "200")]),
        ("(100,200)", [("number", "100"), ("number", "200")]),
        ("5:30", [("clock", "5:30")]),
        ("23:59:59", [("clock", "23:59:59")]),
        ("30%", [("number", "30"), ("word", "%")]),
        ("-5", [("number", "-5")]),
        ("2.5", [("number", "2.5")]),
        ("a.txt", [("dotted", "a.txt")]),
        ("archive.tar.gz.", [("dotted", "archive.tar.gz"), ("stop", ".")]),
        ("report(1).pdf", [("dotted", "report(1).pdf")]),
        ("ctrl+c", [("word", "ctrl+c")]),
        ("well-known", [("word", "well-known")]),
        ("wait... what?!", [("word", "wait"), ("stop", "..."), ("word", "what"), ("stop", "?!")]),
        ("a - b", [("word", "a"), ("stop", "-"), ("word", "b")]),
        ("日本語", [("word", "日本語")]),
        ("naïve", [("word", "naïve")]),
        ("🎉", [("word", "🎉")]),
        ("{{secret:mail.password}}", [("secret", "{{secret:mail.password}}")]),
    ],
)
def test_data_is_found_whole(text: str, expected: list[tuple[str, str]]) -> None:
    assert marks(text) == expected


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("what's", ["what", "is"]),
        ("what’s", ["what", "is"]),
        ("What'S", ["what", "is"]),
        ("don’t", ["do", "not"]),
        ("I'd", ["i", "would"]),
        ("Bob's", ["bob's"]),
        ("Bob’s", ["bob's"]),
        ("3-step", ["3", "step"]),
        ("three-step", ["three", "step"]),
        ("30%", ["30", "percent"]),
        ("STRASSE straße", ["strasse", "strasse"]),
    ],
)
def test_words_are_folded_and_short_forms_written_out(text: str, words: list[str]) -> None:
    assert [token.word for token in cut(text)] == words


@pytest.mark.parametrize("text", ['say "hello', "say “hello", "say „hello", "say «hello", "say `hello", 'a "b" "c'])
def test_a_quote_that_never_closes_is_found(text: str) -> None:
    assert unclosed_quote(cut(text)) is not None


@pytest.mark.parametrize("text", ["don't", "the dogs' bowl", '"a"', "“a”", "it’s", "5'9"])
def test_an_apostrophe_opens_nothing(text: str) -> None:
    assert unclosed_quote(cut(text)) is None


DATA = [
    ("open {} please", "https://x.org/A?b=C&d=%20#e", ("browser.navigate", "url")),
    ("open {}, then wait 2 seconds", "C:\\Users\\me\\My.Docs\\a.txt", ("file.open", "path")),
    ("could you read {}?", "\\\\server\\share\\a.txt", ("file.read", "path")),
    ("read {}.", "~/Docs/A.TXT", ("file.read", "path")),
    ("delete {} now", "/tmp/a-b_c.d", ("file.delete", "path")),
    ("click {}", "#Search-Box", ("browser.click", "selector")),
    ("click {}!", "css=.btn", ("browser.click", "selector")),
    ("click {}", ".Btn-Primary", ("browser.click", "selector")),
    ("find {}", "Report-*.PDF", ("file.find", "pattern")),
    ("search for {}", "Joe.Doe+x@Mail.example.org", ("browser.search", "query")),
    ("search for {}", "5:30", ("browser.search", "query")),
    ("type {}", "日本語", ("input.type", "text")),
]


@pytest.mark.parametrize(("sentence", "data", "place"), DATA, ids=[data for _, data, _ in DATA])
def test_data_reaches_its_parameter_as_it_was_typed(sentence: str, data: str, place: tuple[str, str]) -> None:
    verb, params = goals(sentence.format(data))[0]
    assert (verb, params[place[1]]) == (place[0], data)


@pytest.mark.parametrize("said", ["100, 200", "100,200", "(100, 200)", "100 200", "100 and 200"])
def test_a_point_is_two_numbers(said: str) -> None:
    assert goals(f"click at {said}") == [("input.click", {"x": 100, "y": 200})]
