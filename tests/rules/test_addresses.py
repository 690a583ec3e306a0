"""Web addresses: what was said becomes an absolute URL and a page, or a reason why not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goalwright.rules.addresses import Address, host_and_path, page_of, read_address
from goalwright.rules.words_loader import load_vocabulary

WORDS = load_vocabulary()
WIKI = load_vocabulary(
    [("a.toml", {"sites": {"team wiki": {"host": "corp.example/wiki", "hosts": ["wiki.corp.example"]}}})]
)

READ = [
    # names of sites
    ("youtube", "https://youtube.com", ("youtube",)),
    ("  YouTube ", "https://youtube.com", ("youtube",)),
    ("yt", "https://youtube.com", ("youtube",)),
    ("twitter", "https://x.com", ("x",)),
    ("gmail", "https://mail.google.com", ("gmail",)),
    ("google maps", "https://google.com/maps", ("google", "/maps")),
    ("google docs", "https://docs.google.com/document", ("google docs", "/document")),
    # hosts
    ("google.com", "https://google.com", ("google",)),
    ("GOOGLE.com", "https://GOOGLE.com", ("google",)),
    ("www.google.com", "https://www.google.com", ("google",)),
    ("google.com/", "https://google.com/", ("google",)),
    ("https://www.google.com/", "https://www.google.com/", ("google",)),
    ("example.com.", "https://example.com.", ("example.com",)),
    ("my_host.example", "https://my_host.example", ("my_host.example",)),
    ("localhost", "http://localhost", ("localhost", "http:")),
    ("127.0.0.1", "http://127.0.0.1", ("127.0.0.1", "http:")),
    ("münchen.example", "https://münchen.example", ("münchen.example",)),
    ("xn--mnchen-3ya.example", "https://xn--mnchen-3ya.example", ("xn--mnchen-3ya.example",)),
    ("http://例え.jp/x", "http://例え.jp/x", ("例え.jp", "http:", "/x")),
    # schemes and ports
    ("HTTPS://Google.com/A/", "https://Google.com/A/", ("google", "/A")),
    ("http://google.com", "http://google.com", ("google", "http:")),
    ("example.com:443", "https://example.com:443", ("example.com",)),
    ("example.com:8443/x", "https://example.com:8443/x", ("example.com:8443", "/x")),
    ("http://example.com:80", "http://example.com:80", ("example.com", "http:")),
    ("https://example.com:80", "https://example.com:80", ("example.com:80",)),
    ("localhost:8000", "http://localhost:8000", ("localhost:8000", "http:")),
    ("localhost:8000/a?b#c", "http://localhost:8000/a?b#c", ("localhost:8000", "http:", "/a?b#c")),
    ("https://localhost:8000", "https://localhost:8000", ("localhost:8000",)),
    ("app.localhost:3000", "http://app.localhost:3000", ("app.localhost:3000", "http:")),
    ("localhost.example.com", "https://localhost.example.com", ("localhost.example.com",)),
    ("127.0.0.1.example.com", "https://127.0.0.1.example.com", ("127.0.0.1.example.com",)),
    ("[::1]", "http://[::1]", ("[::1]", "http:")),
    ("http://[::1]:8080/x", "http://[::1]:8080/x", ("[::1]:8080", "http:", "/x")),
    ("http://[::1:8080]", "http://[::1:8080]", ("[::1:8080]", "http:")),
    # pages of a site
    ("google.com/maps/", "https://google.com/maps/", ("google", "/maps")),
    ("google.com/maps/place/x", "https://google.com/maps/place/x", ("google", "/maps", "/place/x")),
    ("google.com/mapsx", "https://google.com/mapsx", ("google", "/mapsx")),
    ("docs.google.com", "https://docs.google.com", ("google docs",)),
    ("docs.google.com/x", "https://docs.google.com/x", ("google docs", "/x")),
    ("docs.google.com/documents", "https://docs.google.com/documents", ("google docs", "/documents")),
    ("m.youtube.com/watch?v=1", "https://m.youtube.com/watch?v=1", ("youtube", "//m.youtube.com", "/watch?v=1")),
    ("search.yahoo.com", "https://search.yahoo.com", ("yahoo", "//search.yahoo.com")),
    ("example.com/?q=1", "https://example.com/?q=1", ("example.com", "?q=1")),
    ("example.com?q=1", "https://example.com?q=1", ("example.com", "?q=1")),
    ("example.com#top", "https://example.com#top", ("example.com", "#top")),
    ("example.com/a/?q=javascript:x", "https://example.com/a/?q=javascript:x", ("example.com", "/a?q=javascript:x")),
]


@pytest.mark.parametrize(("said", "url", "page"), READ)
def test_an_address_is_read(said: str, url: str, page: tuple[str, ...]) -> None:
    assert read_address(said, WORDS) == Address(url, page)
    assert page_of(url, WORDS) == page


NOT_AN_ADDRESS = "like example.com/page"
REFUSED = [
    ("", NOT_AN_ADDRESS),
    ("example", NOT_AN_ADDRESS),
    ("not a site", NOT_AN_ADDRESS),
    ("example.com/a b", NOT_AN_ADDRESS),
    ("javascript:alert(1)", "uses the scheme javascript"),
    ("JaVaScRiPt:alert(1)", "uses the scheme javascript"),
    ("javascript://example.com/%0aalert(1)", "uses the scheme javascript"),
    ("javascript:1", NOT_AN_ADDRESS),
    (" javascript:alert(1)", NOT_AN_ADDRESS),
    ("java\tscript:alert(1)", NOT_AN_ADDRESS),
    ("java\nscript:alert(1)", NOT_AN_ADDRESS),
    ("\x01javascript:alert(1)", NOT_AN_ADDRESS),
    ("\x00https://example.com", NOT_AN_ADDRESS),
    ("file:///etc/passwd", "uses the scheme file"),
    ("FILE:/etc/passwd", "uses the scheme file"),
    ("data:text/html,x", "uses the scheme data"),
    ("Data:;base64,eA==", "uses the scheme data"),
    ("about:blank", "uses the scheme about"),
    ("chrome://settings", "uses the scheme chrome"),
    ("view-source:https://example.com", "uses the scheme view-source"),
    ("mailto:a@example.com", "uses the scheme mailto"),
    ("blob:https://example.com/x", "uses the scheme blob"),
    ("ftp://example.com", "only http and https"),
    ("tel:5551234", NOT_AN_ADDRESS),
    ("user@example.com", "carries a user name"),
    ("https://good.example@evil.example/", "carries a user name"),
    ("https://user:secret@example.com", "carries a user name"),
    ("https://@example.com", "carries a user name"),
    ("https://example.com\\@evil.example", "carries a user name"),
    ("https://evil.example\\.example.com", NOT_AN_ADDRESS),
    ("https:example.com", NOT_AN_ADDRESS),
    ("https:/example.com", NOT_AN_ADDRESS),
    ("https:///etc/passwd", NOT_AN_ADDRESS),
    ("http://", NOT_AN_ADDRESS),
    ("//example.com", NOT_AN_ADDRESS),
    ("https://https://example.com", NOT_AN_ADDRESS),
    ("-bad.example", NOT_AN_ADDRESS),
    ("a..b", NOT_AN_ADDRESS),
    ("e。com", NOT_AN_ADDRESS),
    ("http://2130706433/", NOT_AN_ADDRESS),
    ("example.com:99999", NOT_AN_ADDRESS),
    ("https://example.com:abc", NOT_AN_ADDRESS),
    ("https://[::1", NOT_AN_ADDRESS),
    ("https://[nonsense]", NOT_AN_ADDRESS),
    ("https://exa\u2100mple.com", NOT_AN_ADDRESS),
]


@pytest.mark.parametrize(("said", "reason"), REFUSED)
def test_what_is_no_web_address_is_refused_with_a_reason(said: str, reason: str) -> None:
    answer = read_address(said, WORDS)
    assert isinstance(answer, str)
    assert reason in answer


def test_other_hosts_of_a_site_with_a_path_lie_below_it() -> None:
    assert page_of("https://corp.example/wiki", WIKI) == ("team wiki", "/wiki")
    assert page_of("https://wiki.corp.example/a", WIKI) == ("team wiki", "/wiki", "//wiki.corp.example", "/a")
    assert page_of("https://corp.example/hr", WIKI) == ("team wiki", "/hr")


@pytest.mark.parametrize("url", ["about:blank", "", "chrome://newtab", "https://[", "file:///x", "https://x:y/"])
def test_a_page_that_is_no_web_page_stands_for_itself(url: str) -> None:
    assert page_of(url, WORDS) == (url,)


@pytest.mark.parametrize(
    ("url", "host", "path"),
    [
        ("https://www.google.com/maps", "google.com", "/maps"),
        ("https://[::1]:80/x", "::1", "/x"),
        ("about:blank", "", "blank"),
        ("https://[", "", ""),
    ],
)
def test_an_address_has_a_host_and_a_path(url: str, host: str, path: str) -> None:
    assert host_and_path(url) == (host, path)


def home(site: str) -> tuple[str, ...]:
    answer = read_address(site, WORDS)
    assert isinstance(answer, Address)
    return answer.page


# Image results are shown on another page than the one that image searches start from.
ELSEWHERE = {"google images"}


@given(query=st.text())
def test_the_results_of_a_search_lie_on_the_platforms_site(query: str) -> None:
    for name in sorted(WORDS.platforms.keys() - ELSEWHERE):
        platform = WORDS.platforms[name]
        page, front = page_of(platform.search_url(query), WORDS), home(platform.site)
        assert page[: len(front)] == front, name
        assert query.strip("/.") == "" or page != front, name


def test_searches_for_different_things_are_different_pages() -> None:
    queries = ["a", "b", "a b", "a/b", "a+b", "A", "a?", "a#", "ä"]
    for name, platform in WORDS.platforms.items():
        assert len({page_of(platform.search_url(query), WORDS) for query in queries}) == len(queries), name


def test_every_host_of_a_site_is_the_site() -> None:
    for site in WORDS.sites.values():
        front = home(site.name)
        for host in site.all_hosts[1:]:
            assert page_of(f"https://{host}", WORDS)[: len(front)] == front, host
            assert page_of(f"https://www.{host}/x/", WORDS)[-1] == "/x", host


_PIECES = st.sampled_from(
    ["http", "https", "javascript", ":", "/", "//", "@", "[", "]", "::1", "?", "#", "\\", "%", "."]
)
_MORE = st.sampled_from(["google.com", "www.", "maps", "localhost", "8000", " ", "\t", "\x00", "\u202e", "\ud800", "é"])


@given(st.lists(_PIECES | _MORE | st.text(max_size=3), max_size=8).map("".join) | st.text(st.characters(codec=None)))
def test_any_text_is_an_http_address_or_refused(said: str) -> None:
    answer = read_address(said, WORDS)
    host_and_path(said)
    assert page_of(said, WORDS)
    if isinstance(answer, Address):
        assert answer.url.startswith(("https://", "http://"))
        assert answer.page == page_of(answer.url, WORDS)
        assert not any(char.isspace() for char in answer.url)
    else:
        assert answer


@given(st.sampled_from([said for said, *_ in READ]), st.sampled_from(["", "www."]), st.sampled_from(["", "/"]))
def test_www_and_a_last_slash_make_no_difference(said: str, before: str, after: str) -> None:
    if "://" in said or "?" in said or "#" in said or "." not in said or said.endswith((".", "/")):
        return
    has_no_www = said.startswith("www.") or said[0].isdecimal()  # no number has a host before it
    changed = read_address(f"{'' if has_no_www else before}{said}{after}", WORDS)
    assert isinstance(changed, Address)
    assert changed.page == home(said)
