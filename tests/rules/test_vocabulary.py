"""Looking words up: names, aliases, hosts, programs, key combinations and shortcuts."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from urllib.parse import quote, unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goalwright.contracts.frozen import FrozenDict
from goalwright.errors import ContractViolation
from goalwright.rules.vocabulary import Platform, Site, Vocabulary
from goalwright.rules.words_loader import load_vocabulary

WORDS = load_vocabulary()


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("youtube", "youtube"),
        ("YouTube", "youtube"),
        ("yt", "youtube"),
        ("  You \t Tube ", "youtube"),
        ("twitter", "x"),
        ("X", "x"),
        ("Google Maps", "google maps"),
        ("the new york times", "new york times"),
        ("EL PAÍS", "el pais"),
        ("stack overflow", "stackoverflow"),
        ("youtube.com", None),
        ("spotify", None),
        ("", None),
        ("nowhere", None),
    ],
)
def test_a_site_is_found_by_any_of_its_names(said: str, name: str | None) -> None:
    site = WORDS.site(said)
    assert (site and site.name) == name


@pytest.mark.parametrize(
    ("host", "path", "name"),
    [
        ("youtube.com", "", "youtube"),
        ("WWW.YouTube.com", "", "youtube"),
        ("m.youtube.com", "/watch", "youtube"),
        ("en.wikipedia.org", "", "wikipedia"),
        ("google.com", "", "google"),
        ("google.com", "/search", "google"),
        ("google.com", "/maps", "google maps"),
        ("google.com", "/maps/", "google maps"),
        ("google.com", "/maps/search/pizza/@1,2/data", "google maps"),
        ("google.com", "/mapsandmore", "google"),
        ("google.com", "/travel/flights/search", "google flights"),
        ("google.com", "/travel", "google"),
        ("docs.google.com", "", "google docs"),
        ("docs.google.com", "/spreadsheets/u/0", "google sheets"),
        ("youtube.com.evil.example", "", None),
        ("notyoutube.com", "", None),
        ("", "", None),
        ("", "/maps", None),
    ],
)
def test_a_page_belongs_to_the_most_specific_site(host: str, path: str, name: str | None) -> None:
    site = WORDS.site_of_host(host, path)
    assert (site and site.name) == name


def test_a_site_knows_where_it_begins() -> None:
    maps = WORDS.site("google maps")
    assert maps is not None
    assert (maps.host, maps.path, maps.address) == ("google.com", "/maps", "google.com/maps")


@pytest.mark.parametrize(
    ("said", "url"),
    [
        ("youtube", "https://youtube.com/results?search_query=nvidia"),
        ("YT", "https://youtube.com/results?search_query=nvidia"),
        ("google", "https://google.com/search?q=nvidia"),
        ("twitter", "https://x.com/search?q=nvidia"),
        ("Google Maps", "https://google.com/maps/search/nvidia"),
        ("gmaps", "https://google.com/maps/search/nvidia"),
        ("maps", "https://google.com/maps/search/nvidia"),
        ("wikipedia", "https://en.wikipedia.org/w/index.php?search=nvidia"),
        ("spotify", "https://open.spotify.com/search/nvidia"),
        ("spotify web player", "https://open.spotify.com/search/nvidia"),
        ("bing images", "https://bing.com/images/search?q=nvidia"),
    ],
)
def test_a_platform_is_found_by_its_names_and_its_sites_names(said: str, url: str) -> None:
    platform = WORDS.platform(said)
    assert platform is not None
    assert platform.search_url("nvidia") == url


@pytest.mark.parametrize("said", ["", "nowhere", "paypal", "https://google.com"])
def test_what_is_no_platform_is_not_found(said: str) -> None:
    assert WORDS.platform(said) is None


@pytest.mark.parametrize(
    ("host", "path", "name"),
    [
        ("youtube.com", "", "youtube"),
        ("www.youtube.com", "/watch", "youtube"),
        ("google.com", "", "google"),
        ("google.com", "/maps/place", "google maps"),
        ("bing.com", "", "bing"),
        ("twitter.com", "", "x"),
        ("open.spotify.com", "/album", "spotify"),
        ("hn.algolia.com", "", "hacker news"),
        ("paypal.com", "", None),
        ("example.org", "", None),
    ],
)
def test_the_platform_of_a_page(host: str, path: str, name: str | None) -> None:
    platform = WORDS.platform_of_host(host, path)
    assert (platform and platform.name) == name


@pytest.mark.parametrize(("names", "chosen"), [(("b", "a", "shop"), "shop"), (("b", "a"), "b")])
def test_of_several_platforms_the_namesake_wins_then_the_first(names: tuple[str, ...], chosen: str) -> None:
    search = "https://shop.example/?q={query}"
    words = Vocabulary(
        sites=FrozenDict({"shop": Site(name="shop", host="shop.example")}),
        platforms=FrozenDict({name: Platform(name=name, site="shop", search=search) for name in names}),
    )
    platform = words.platform_of_host("shop.example")
    assert platform is not None
    assert platform.name == chosen


@given(st.text())
def test_a_query_survives_its_search_url(query: str) -> None:
    platform = WORDS.platform("google")
    assert platform is not None
    url = platform.search_url(query)
    assert url == f"https://google.com/search?q={quote(query, safe='')}"
    assert unquote(url.removeprefix("https://google.com/search?q=")) == query


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("spotify", "spotify"),
        ("VS Code", "visual studio code"),
        ("Visual  Studio Code", "visual studio code"),
        ("visual studio", "visual studio"),
        ("editor", "text editor"),
        ("Terminal", "terminal"),
        ("notepad plus plus", "notepad++"),
        ("chrome", None),
        ("youtube", None),
        ("", None),
        ("frobnicator", None),
    ],
)
def test_an_app_is_found_by_any_of_its_names(said: str, name: str | None) -> None:
    app = WORDS.app(said)
    assert (app and app.name) == name


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("chrome", "chrome"),
        ("Google Chrome", "chrome"),
        ("chromium", "chromium"),
        ("mozilla firefox", "firefox"),
        ("Microsoft Edge", "edge"),
        ("safari", "safari"),
        ("brave browser", "brave"),
        ("opera", "opera"),
        ("vivaldi", "vivaldi"),
        ("spotify", None),
        ("browser", None),
        ("", None),
    ],
)
def test_a_browser_is_found_by_any_of_its_names(said: str, name: str | None) -> None:
    browser = WORDS.browser(said)
    assert (browser and browser.name) == name


@pytest.mark.parametrize(
    ("said", "path"),
    [
        ("desktop", "~/Desktop"),
        ("My Desktop", "~/Desktop"),
        ("documents folder", "~/Documents"),
        ("downloads", "~/Downloads"),
        ("pictures", "~/Pictures"),
        ("music", "~/Music"),
        ("videos", "~/Videos"),
        ("home", "~"),
        ("attic", None),
    ],
)
def test_a_known_folder_has_a_path(said: str, path: str | None) -> None:
    folder = WORDS.folder(said)
    assert (folder and folder.path) == path


@pytest.mark.parametrize(
    ("said", "canonical"),
    [
        ("Ctrl+Shift+T", "ctrl+shift+t"),
        ("shift+CONTROL+t", "ctrl+shift+t"),
        ("cmd+option+escape", "alt+meta+escape"),
        ("Meta+Shift+Alt+Ctrl+A", "ctrl+alt+shift+meta+a"),
        ("t+ctrl", "ctrl+t"),
        ("Return", "enter"),
        ("esc", "escape"),
        ("Page  Down", "pagedown"),
        ("ArrowUp", "up"),
        ("ctrl + page up", "ctrl+pageup"),
        ("F1", "f1"),
        ("f24", "f24"),
        ("windows key", "meta"),
        ("ctrl+shift", "ctrl+shift"),
        ("a", "a"),
        ("A", "a"),
        ("7", "7"),
        ("é", "é"),
        ("ẞ", "ß"),
        ("+", "plus"),
        ("ctrl++", "ctrl+plus"),
        ("ctrl + +", "ctrl+plus"),
        ("ctrl+plus", "ctrl+plus"),
        ("ctrl+-", "ctrl+minus"),
        (".", "period"),
        ("\\", "backslash"),
        ("volume up", "volumeup"),
        ("numpad 5", "numpad5"),
        ("", None),
        ("   ", None),
        ("f25", None),
        ("f0", None),
        ("ab", None),
        ("a+b", None),
        ("ctrl+", None),
        ("+a", None),
        ("++", None),
        ("ctrl+++", None),
        ("ctrl+ctrl+c", None),
        ("ctrl+control", None),
        ("hyperdrive+c", None),
        ("\x00", None),
        ("\n", None),
    ],
)
def test_a_key_combination_has_one_spelling(said: str, canonical: str | None) -> None:
    assert WORDS.key(said) == canonical


_KEY_NAMES = sorted({name for key in WORDS.keys.values() for name in (key.name, *key.aliases)})


@given(st.one_of(st.text(), st.lists(st.sampled_from(_KEY_NAMES), max_size=4).map("+".join)))
def test_a_canonical_combination_is_its_own_spelling(said: str) -> None:
    canonical = WORDS.key(said)
    assert canonical is None or WORDS.key(canonical) == canonical


@pytest.mark.parametrize(
    ("name", "platform", "combo"),
    [
        ("copy", "linux", "ctrl+c"),
        ("copy", "darwin", "meta+c"),
        ("copy", "win32", "ctrl+c"),
        ("Select  All", "darwin", "meta+a"),
        ("redo", "linux", "ctrl+shift+z"),
        ("redo", "darwin", "shift+meta+z"),
        ("redo", "win32", "ctrl+y"),
        ("paste", "freebsd14", "ctrl+v"),
    ],
)
def test_a_shortcut_depends_on_the_platform(name: str, platform: str, combo: str) -> None:
    assert WORDS.shortcut(name, platform) == combo


def test_an_unknown_shortcut_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ContractViolation, match="has no 'fly': use one of copy, paste"):
        WORDS.shortcut("fly", "linux")


@pytest.mark.parametrize(
    ("name", "meaning"),
    [
        ("browser_running", ("browser", "running")),
        ("browser_open", ("browser", "running")),
        ("url_loaded", None),
    ],
)
def test_some_state_names_mean_a_register(name: str, meaning: tuple[str, str] | None) -> None:
    state = WORDS.state(name)
    assert (state and (state.register, state.value)) == meaning


def test_a_vocabulary_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        WORDS.sites = FrozenDict()  # type: ignore[misc]  # refusing is the point
    with pytest.raises(TypeError):
        WORDS.sites["new"] = Site(name="new", host="new.example")  # type: ignore[index]  # as above


@pytest.mark.slow
def test_the_built_in_words_are_loaded_once_and_without_pydantic() -> None:
    assert load_vocabulary() is WORDS
    script = (
        "import sys; from goalwright.rules.words_loader import load_vocabulary; load_vocabulary();"
        "sys.exit('pydantic' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], check=True, env={"PYTHONPATH": ":".join(sys.path)})
