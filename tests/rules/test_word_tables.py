"""The word tables as shipped, and the user's rows laid over them: what is taken and what is refused."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from importlib import resources
from typing import Any
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goalwright.errors import RuleFileError
from goalwright.rules.vocabulary import Vocabulary, fold
from goalwright.rules.words_loader import WORD_TABLES, load_vocabulary

WORDS = load_vocabulary()

EVERYDAY = """
a an the it this that there here and then in on at to up down all some any one two new old my your me us we open close
file files folder page tab window app browser desktop documents downloads pictures music videos home mail email maps map
news photos images video weather time date clock notes calendar calculator terminal settings search find play stop next
target line box medium slack zoom notion steam discord spotify telegram whatsapp signal teams outlook messenger office
store shop bank chat drive docs sheets slides forms keep meet translate music radio tv sport sports games wiki threads
chrome firefox safari edge chromium notepad code python word excel paint explorer finder brave opera vlc
""".split()


def shipped(table: str) -> dict[str, dict[str, Any]]:
    text = resources.files("goalwright.rules").joinpath("words").joinpath(f"{table}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def spellings(table: str) -> Iterator[str]:
    for name, row in shipped(table).items():
        yield from (name, *row.get("aliases", []))


def test_every_shipped_row_passes_the_checks_made_of_users_rows() -> None:
    assert load_vocabulary([(f"{table}.toml", {table: shipped(table)}) for table in WORD_TABLES]) == WORDS


@pytest.mark.parametrize(
    ("table", "at_least"),
    [
        ("sites", 130),
        ("platforms", 50),
        ("apps", 200),
        ("browsers", 8),
        ("folders", 7),
        ("keys", 100),
        ("shortcuts", 10),
    ],
)
def test_the_tables_are_well_stocked(table: str, at_least: int) -> None:
    assert len(shipped(table)) >= at_least


@pytest.mark.parametrize("table", WORD_TABLES)
def test_no_name_is_given_twice(table: str) -> None:
    names = list(spellings(table))
    assert [name for name, count in Counter(names).items() if count > 1] == []
    assert [name for name in names if name != fold(name)] == []


def test_no_host_is_given_twice() -> None:
    pages = [page for site in WORDS.sites.values() for page in (site.address, *site.hosts)]
    assert [page for page, count in Counter(pages).items() if count > 1] == []


def test_no_site_is_called_by_an_everyday_word() -> None:
    assert [word for word in EVERYDAY if WORDS.site(word) is not None] == []


def test_a_name_is_a_sites_or_a_browsers_or_an_apps_or_a_folders() -> None:
    owners = Counter(name for table in ("sites", "browsers", "apps", "folders") for name in spellings(table))
    assert [name for name, count in owners.items() if count > 1] == []


def test_no_app_is_called_by_a_word_for_a_thing() -> None:
    things = "it this that file folder page tab window app desktop mail email calendar clock photos contacts news notes"
    assert [word for word in things.split() if WORDS.app(word) is not None] == []


def test_every_site_and_platform_is_found_where_it_lives() -> None:
    for site in WORDS.sites.values():
        assert WORDS.site_of_host(site.host, site.path) == site
    for platform in WORDS.platforms.values():
        results = urlsplit(platform.search)
        assert results.netloc in WORDS.sites[platform.site].all_hosts, platform.name
        assert platform.search.count("{query}") == 1


def test_every_shortcut_is_written_in_its_canonical_spelling() -> None:
    for shortcut in WORDS.shortcuts.values():
        for combo in (shortcut.linux, shortcut.darwin, shortcut.win32):
            assert WORDS.key(combo) == combo


def test_every_key_is_found_by_each_of_its_names() -> None:
    for key in WORDS.keys.values():
        assert {WORDS.key(name) for name in (key.name, *key.aliases)} == {key.name}


WIKI = {"sites": {"Team Wiki": {"host": "wiki.example/docs/", "aliases": ["tw"], "hosts": ["old.wiki.example"]}}}


def test_users_rows_are_added() -> None:
    search = "https://old.wiki.example/find/{query}"
    words = load_vocabulary(
        [
            ("a.toml", WIKI),
            ("b.toml", {"platforms": {"team wiki": {"site": "TEAM  wiki", "search": search}}}),
            (
                "c.toml",
                {"folders": {"Projects": {"path": "~/Work/Projects/"}}, "greet": {"intent": "not a word table"}},
            ),
            ("d.toml", {"keys": {"hyper": {"kind": "modifier"}, "compose": {}}}),
            ("e.toml", {"shortcuts": {"zoom in": {"linux": "Hyper++", "darwin": "Cmd++", "win32": "Ctrl++"}}}),
            ("g.toml", {"apps": {"Time  Tracker": {"aliases": ["timesheet"]}}, "browsers": {"Netsurf": {}}}),
            ("f.toml", {"states": {"editor_open": {"register": "app:editor", "value": "running"}}}),
        ]
    )
    site, platform = words.site("TW"), words.platform_of_host("wiki.example")
    assert site is not None
    assert (site.name, site.address, site.hosts) == ("team wiki", "wiki.example/docs", ("old.wiki.example",))
    assert platform is not None
    assert platform.search_url("x y") == "https://old.wiki.example/find/x%20y"
    folder, state = words.folder("projects"), words.state("editor_open")
    assert (folder and folder.path, state and state.register) == ("~/Work/Projects", "app:editor")
    app, browser = words.app("Timesheet"), words.browser("netsurf")
    assert (app and app.name, browser and browser.name) == ("time tracker", "netsurf")
    assert words.key("Compose+Shift+Hyper") == "shift+hyper+compose"
    assert [words.shortcut("zoom in", system) for system in ("linux", "darwin")] == ["hyper+plus", "meta+plus"]
    assert words.site("youtube") == WORDS.site("youtube")


def test_users_rows_replace_built_in_rows_and_each_other_by_name() -> None:
    first = {"sites": {"YouTube": {"host": "youtube.com", "aliases": ["the tube"]}}}
    second = {"folders": {"desktop": {"path": "/srv/desk"}}}
    third = {"folders": {"desktop": {"path": "D:\\Desk"}}}
    words = load_vocabulary([("a.toml", first), ("b.toml", second), ("c.toml", third)])
    site, folder = words.site("the tube"), words.folder("desktop")
    assert (site and site.name, words.site("yt")) == ("youtube", None)
    assert (folder and folder.path, words.folder("my desktop")) == ("D:\\Desk", None)
    assert WORDS.site("yt") is not None


def test_a_users_site_may_take_the_name_of_an_app() -> None:
    words = load_vocabulary([("mine.toml", {"sites": {"slack": {"host": "team.example"}}})])
    assert (words.site("slack") is not None, words.app("slack") is not None) == (True, True)


def test_files_without_words_change_nothing() -> None:
    assert load_vocabulary([("verbs.toml", {"greet": {"intent": "text"}}), ("empty.toml", {})]) == WORDS


def site(**fields: Any) -> dict[str, Any]:
    return {"sites": {"shop": {"host": "shop.example", **fields}}}


def platform(**fields: Any) -> dict[str, Any]:
    own = {"site": "shop", "search": "https://shop.example/?q={query}", **fields}
    return {**site(), "platforms": {"shop": own}}


def row(table: str, **fields: Any) -> dict[str, Any]:
    return {table: {"new": fields}}


MISTAKES = [
    ({"sites": 3}, "sites", "", "is 3, not a table", "write [sites.<name>] headers"),
    ({"sites": {"shop": "shop.example"}}, "sites.shop", "", "not a table", "write [sites.shop] as a header"),
    ({"sites": {"": {}}}, "sites.''", "", "no readable name", '[sites."a name"]'),
    ({"sites": {"a\nb": {}}}, r"sites.'a\nb'", "", "no readable name", "on one line"),
    ({"sites": {"Shop": {"host": "a.example"}, "shop": {"host": "a.example"}}}, "sites.shop", "", "twice", "keep one"),
    ({"sites": {"shop": {}}}, "sites.shop", "host", "is missing", '"example.org"'),
    (site(color="red"), "sites.shop", "color", "is not a field", "use aliases, host, hosts"),
    (site(**{"a\nb": 1}), "sites.shop", r"'a\nb'", "is not a field", "use aliases"),
    (site(host=7), "sites.shop", "host", "cannot be 7", '"example.org"'),
    (site(host="https://shop.example"), "sites.shop", "host", "'https://shop.example'", "without https:// and www."),
    (site(host="www.shop.example"), "sites.shop", "host", "'www.shop.example'", "without https:// and www."),
    (site(host="Shop.example"), "sites.shop", "host", "'Shop.example'", "in lower case"),
    (site(host="shop"), "sites.shop", "host", "'shop'", '"example.org"'),
    (site(host="shop .example"), "sites.shop", "host", "'shop .example'", '"example.org"'),
    (site(host="-shop.example"), "sites.shop", "host", "'-shop.example'", '"example.org"'),
    (site(host="shop.example\n"), "sites.shop", "host", r"'shop.example\n'", '"example.org"'),
    (site(host="shop.example/a?b"), "sites.shop", "host", "'shop.example/a?b'", "example.org/maps"),
    (site(host="shop.example/a/b/c/d/e"), "sites.shop", "host", "a/b/c/d/e", "example.org/maps"),
    (site(hosts="m.shop.example"), "sites.shop", "hosts", "cannot be", "list hosts"),
    (site(hosts=["m.shop.example", "www.shop.example"]), "sites.shop", "hosts[1]", "www.", "list hosts"),
    (site(hosts=["shop.example/a"]), "sites.shop", "hosts[0]", "shop.example/a", "and path"),
    (site(aliases="store"), "sites.shop", "aliases", "cannot be 'store'", 'such as ["yt", "you tube"]'),
    (site(aliases=["  "]), "sites.shop", "aliases[0]", "cannot be", "list other names"),
    (site(aliases=["a\u2028b"]), "sites.shop", "aliases[0]", r"'a\u2028b'", "list other names"),
    (site(aliases=["Google"]), "sites.shop", "aliases[0]", "'Google' already belongs to google", "[sites.google]"),
    (site(aliases=["G  Maps", "gmaps"]), "sites.shop", "aliases[1]", "google maps", '[sites."google maps"]'),
    ({"sites": {"yt": {"host": "yt.example"}}}, "sites.yt", "", "belongs to youtube", "choose another name"),
    (
        {"sites": {"youtube": {"host": "youtube.com", "aliases": ["v", "vimeo"]}}},
        "sites.youtube",
        "aliases[1]",
        "already belongs to vimeo",
        "[sites.vimeo]",
    ),
    ({"sites": {"wikipedia": {"host": "wikipedia.org"}}}, "sites.wikipedia", "hosts", "lacks en.", "[platforms.wik"),
    (row("platforms", site="shop"), "platforms.new", "search", "is missing", "{query} once"),
    (platform(search="https://shop.example/"), "platforms.shop", "search", "cannot be", "{query} once"),
    (platform(search="https://shop.example/{query}{query}"), "platforms.shop", "search", "cannot be", "{query} once"),
    (platform(search="https://shop.example/{q}/{query}"), "platforms.shop", "search", "cannot be", "{query} once"),
    (platform(search="http://shop.example/{query}"), "platforms.shop", "search", "http://", "https address"),
    (platform(search="https://{query}/"), "platforms.shop", "search", "cannot be", "{query} once"),
    (platform(search="https://www.shop.example/{query}"), "platforms.shop", "search", "www.", "without www."),
    (
        platform(search="https://other.example/{query}"),
        "platforms.shop",
        "search",
        "other.example is not",
        "shop.example",
    ),
    (platform(site="mars"), "platforms.shop", "site", "'mars' is not in the sites table", "add [sites.mars]"),
    (platform(site="red mars"), "platforms.shop", "site", "'red mars'", 'add [sites."red mars"]'),
    (platform(aliases=["youtube"]), "platforms.shop", "aliases[0]", "belongs to youtube", "[platforms.youtube]"),
    (row("apps", path="/usr/bin/x"), "apps.new", "path", "is not a field", "use aliases"),
    (row("apps", aliases=["VS  Code"]), "apps.new", "aliases[0]", "belongs to visual studio code", "[apps."),
    (row("apps", aliases=["n", "GitHub"]), "apps.new", "aliases[1]", "github of the sites table", "another name"),
    ({"apps": {"Google Chrome": {}}}, "apps.google chrome", "", "chrome of the browsers table", "another name"),
    (row("browsers", aliases=["yt"]), "browsers.new", "aliases[0]", "youtube of the sites table", "another name"),
    ({"browsers": {"gedit": {}}}, "browsers.gedit", "", "gedit of the apps table", "another name"),
    (row("folders", path="Projects"), "folders.new", "path", "'Projects'", '"~/Projects"'),
    (row("folders", path="~user/x"), "folders.new", "path", "'~user/x'", '"~/Projects"'),
    (row("folders", path="~/a\x00"), "folders.new", "path", r"'~/a\x00'", '"~/Projects"'),
    (row("folders"), "folders.new", "path", "is missing", '"~/Projects"'),
    (row("keys", kind="pedal"), "keys.new", "kind", "cannot be 'pedal'", '"key" or "modifier"'),
    (row("keys", aliases=["return"]), "keys.new", "aliases[0]", "belongs to enter", "[keys.enter]"),
    (row("keys", aliases=["a+b"]), "keys.new", "aliases[0]", "plus sign", "name one key"),
    (row("shortcuts", linux="ctrl+n"), "shortcuts.new", "darwin", "is missing", "ctrl+shift+t"),
    (
        row("shortcuts", linux="ctrl+n", darwin="meta+n", win32="strg+n"),
        "shortcuts.new",
        "win32",
        "'strg+n' is not a key combination",
        "ctrl+shift+t",
    ),
    (row("states", register="Browser!", value="on"), "states.new", "register", "'Browser!'", '"app:editor"'),
    (row("states", register=["browser"], value="on"), "states.new", "register", "cannot be", '"app:editor"'),
    (row("states", register="browser", value=True), "states.new", "value", "cannot be True", '"running"'),
]


@pytest.mark.parametrize(("document", "place", "field", "problem", "remedy"), MISTAKES)
def test_a_mistake_is_named_with_its_remedy(
    document: dict[str, Any], place: str, field: str, problem: str, remedy: str
) -> None:
    with pytest.raises(RuleFileError) as caught:
        load_vocabulary([("mine.toml", document)])
    error = caught.value
    assert (error.file, error.row, error.field) == ("mine.toml", place, field)
    assert problem in error.problem
    assert remedy in error.remedy
    assert re.fullmatch(r"mine\.toml: row .+; .+", str(error))
    assert len(str(error).splitlines()) == 1


def test_a_mistake_is_blamed_on_its_own_file() -> None:
    clash = {"sites": {"other": {"host": "other.example", "aliases": ["TW"]}}}
    with pytest.raises(RuleFileError, match=r"^b\.toml: row sites\.other: aliases\[0\]: 'TW' already belongs to team"):
        load_vocabulary([("a.toml", WIKI), ("b.toml", clash)])


def test_a_huge_value_makes_a_short_message() -> None:
    for document in (site(host="x" * 1_000_000), {"sites": {"n" * 1_000_000: {"host": 1}}}, site(**{"f" * 100_000: 1})):
        with pytest.raises(RuleFileError) as caught:
            load_vocabulary([("mine.toml", document)])
        assert len(str(caught.value)) < 500


_LEAVES = st.one_of(st.text(max_size=8), st.integers(), st.booleans(), st.floats(), st.lists(st.text(max_size=4)))
_FIELDS = (
    st.sampled_from("host hosts aliases site search path kind linux darwin win32 register value".split()) | st.text()
)
_DOCUMENTS = st.dictionaries(
    st.sampled_from(WORD_TABLES),
    st.dictionaries(st.text(max_size=8), st.dictionaries(_FIELDS, _LEAVES, max_size=4) | _LEAVES, max_size=3) | _LEAVES,
)


@given(_DOCUMENTS)
def test_any_document_is_taken_or_refused_in_one_line(document: dict[str, Any]) -> None:
    message = ""
    try:
        assert isinstance(load_vocabulary([("mine.toml", document)]), Vocabulary)
    except RuleFileError as error:
        message = str(error)
    assert len(message.splitlines()) <= 1
