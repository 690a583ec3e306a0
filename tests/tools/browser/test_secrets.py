"""Secrets: typed on their own origin only, and shown nowhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from goalwright.contracts import ToolCall
from goalwright.errors import ToolFailure
from goalwright.tools.browser.browser_files import TYPED
from goalwright.tools.browser.secret_box import SecretBox, is_secret
from goalwright.tools.browser.secret_hiding import HIDDEN, Hiding, spellings
from goalwright.tools.browser.secrets import Secrets
from tools.browser.file_keyring import FILE_VARIABLE, FileKeyring
from tools.browser.light_browser import light_browser
from tools.browser.page_desk import PageDesk, one_empty_tab
from tools.browser.sites import Site

VALUE = "hunter2-correct-horse"


@pytest.fixture(scope="module")
def kept_desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageDesk]:
    """A browser beside a keyring in a file."""
    root, keyring = tmp_path_factory.mktemp("secrets"), FileKeyring()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(FILE_VARIABLE, str(root / "keyring.json"))
        folder = str(root / "home" / "browser")
        desk = PageDesk(root, path=light_browser(), secrets=lambda: Secrets(lambda: keyring, folder))
        yield desk
        desk.close()


@pytest.fixture
def secret_desk(kept_desk: PageDesk, site: Site) -> PageDesk:
    """A browser in which no secret was typed yet; `bank` belongs to the site, and `loose` to none."""
    SecretBox(FileKeyring).put("bank", VALUE, site.address)
    FileKeyring().set_password("goalwright", "secret:loose", VALUE)
    (Path(kept_desk.choices.folder) / TYPED).unlink(missing_ok=True)
    kept_desk.command()
    kept_desk.do("launch")
    kept_desk.run(one_empty_tab(kept_desk))
    return kept_desk


def everything_kept(desk: PageDesk) -> bytes:
    files = [*(desk.root / "home" / "runs").rglob("*"), *(desk.root / "home" / "browser").glob("*.json")]
    return b"".join(file.read_bytes() + str(file).encode() for file in files if file.is_file())


def test_a_secret_is_typed_where_it_belongs_and_shown_nowhere(secret_desk: PageDesk, site: Site) -> None:
    body = "<input aria-label=Code oninput='document.querySelector(`p`).innerText = this.value'><p></p>"
    secret_desk.do("navigate", url=site.page(body))
    done = secret_desk.done("type", text="{{secret:bank}}", selector="label=Code")
    assert secret_desk.evaluate("document.querySelector('input').value") == VALUE
    assert done.verdict == "yes"
    assert VALUE not in repr(done)
    for _ in range(2):
        steps: list[tuple[str, dict[str, Any]]] = [
            ("read", {}),
            ("read", {"selector": "label=Code"}),
            ("find", {"text": "hunter2"}),
        ]
        for verb, args in steps:
            seen = secret_desk.do(verb, **args)
            assert VALUE not in repr(seen)
            assert HIDDEN in repr(seen)
        with pytest.raises(ToolFailure) as caught:
            secret_desk.do("click", selector="text=nothing of the sort")
        assert VALUE not in str(caught.value)
        secret_desk.command()  # what was typed is still in the page, and still shown nowhere
    assert VALUE.encode() not in everything_kept(secret_desk)


def test_fields_are_painted_over_in_pictures_once_a_secret_was_typed(secret_desk: PageDesk, site: Site) -> None:
    body = (
        "<body style='margin: 0'><input aria-label=Code style='position: fixed; inset: 0; width: 100%; height: 100%'>"
    )
    secret_desk.do("navigate", url=site.page(body))
    secret_desk.do("type", text="{{secret:bank}}", selector="label=Code")
    masked = Path(secret_desk.do("screenshot")["path"]).read_bytes()
    secret_desk.evaluate("document.querySelector('input').value = ''")
    assert Path(secret_desk.do("screenshot")["path"]).read_bytes() == masked


def test_a_secret_is_not_typed_on_another_origin_nor_in_a_frame_of_one(
    secret_desk: PageDesk, site: Site, other_site: Site
) -> None:
    other = other_site.page("<input aria-label=Code>", path="/phish")
    for url in (other, site.page(f"<iframe src='{other}'></iframe>")):
        secret_desk.do("navigate", url=url)
        with pytest.raises(ToolFailure, match=f"bank may be typed on {site.address} only") as caught:
            secret_desk.do("type", text="{{secret:bank}}", selector="label=Code")
        assert VALUE not in str(caught.value)


GREEDY = """<input id=i oninput="fetch('/got?' + this.value)"><script>
    const way = new MessageChannel();
    way.port1.onmessage = () => { i.focus(); way.port2.postMessage(0) };
    way.port2.postMessage(0);
</script>"""


def test_a_frame_that_takes_the_focus_gets_nothing_of_a_secret(
    secret_desk: PageDesk, site: Site, other_site: Site
) -> None:
    greedy = other_site.page(GREEDY).replace("127.0.0.1", "localhost")
    widget = "<div role=textbox aria-label=Code tabindex=0>write here</div>"
    for field in ("<input aria-label=Code>", widget, "<input aria-label=Code>"):
        url = site.page(f"{field}<iframe src='{greedy}'></iframe>")
        secret_desk.do("navigate", url=url)
        with suppress(ToolFailure):
            secret_desk.do("type", text="{{secret:bank}}", selector="label=Code")
            assert secret_desk.evaluate("document.querySelector('input').value") == VALUE
    assert not [hit for hit in other_site.hits if "got" in hit]


FIELDS = {
    "password": "<input type=password aria-label=Code value=old>",
    "email": "<input type=email aria-label=Code value=old@x.y>",
    "text area": "<textarea aria-label=Code>old</textarea>",
    "editable": "<div contenteditable aria-label=Code role=textbox>old <b>one</b></div>",
    "closed until it is used": "<input aria-label=Code readonly onfocus='this.readOnly = false'>",
    "not there yet": "<input aria-label=Code disabled><script>setTimeout(() => i.disabled = false, 200)</script>",
    "shadow": "<div><template shadowrootmode=open><input aria-label=Code></template></div>",
    "label": "<label id=l>Code<input></label>",
    "that hands the focus on": "<input aria-label=Code onfocus=other.focus()><input id=other>",
}


HOLDING = "(document.querySelector('div')?.shadowRoot || document)"


def test_a_secret_takes_the_place_of_what_a_field_holds(secret_desk: PageDesk, site: Site) -> None:
    told = "<script>var told = []; for (const t of ['input', 'keyup']) addEventListener(t, () => told.push(t))</script>"
    for name, body in FIELDS.items():
        secret_desk.do("navigate", url=site.page(told + body.replace("disabled>", "disabled id=i>")))
        secret_desk.do("type", text="{{secret:bank}}", selector="label=Code")
        field = f"{HOLDING}.querySelector('input, textarea, [contenteditable]')"
        assert (name, secret_desk.evaluate(f"{field}.value ?? {field}.textContent")) == (name, VALUE)
        assert (name, set(secret_desk.evaluate("told"))) == (name, {"input", "keyup"})


def test_a_field_that_takes_no_such_text_keeps_nothing_of_a_secret(secret_desk: PageDesk, site: Site) -> None:
    kinds = ("date", "number", "color")
    secret_desk.do("navigate", url=site.page("".join(f"<input type={kind} aria-label={kind}>" for kind in kinds)))
    for kind in kinds:
        with pytest.raises(ToolFailure, match=f"that secret is not a {kind}"):
            secret_desk.do("type", text="{{secret:bank}}", selector=f"label={kind}")


def test_a_secret_is_not_shown_where_a_text_is_cut_off_in_the_middle_of_it(secret_desk: PageDesk, site: Site) -> None:
    long = "o" * 45
    body = f"<input aria-label=Code><h1>{long} {VALUE} and more</h1>"
    body += f"<button>Go {long} {VALUE}</button><button>Go {long} {VALUE} 2</button>"
    secret_desk.do("navigate", url=site.page(body, title=f"{long} {VALUE}"))
    secret_desk.do("type", text="{{secret:bank}}", selector="label=Code")
    told = [repr(secret_desk.do("find", text=text)) for text in ("oooooo", "horse", "and more")]
    for selector in ('role=button[name="No"]', "text=Go", "label=No"):
        with pytest.raises(ToolFailure) as caught:
            secret_desk.do("click", selector=selector)
        told.append(str(caught.value))
    for text in told:
        assert HIDDEN in text
        assert VALUE[:6] not in text
        assert VALUE[-6:] not in text.replace("'horse'", "")


@pytest.mark.parametrize("kind", ["submit", "button", "checkbox", "hidden"])
def test_a_secret_is_written_into_nothing_but_what_is_written_into(
    secret_desk: PageDesk, site: Site, kind: str
) -> None:
    secret_desk.do("navigate", url=site.page(f"<input id=it type={kind} value=as-it-was>"))
    with pytest.raises(ToolFailure):
        secret_desk.do("type", text="{{secret:bank}}", selector="css=#it")
    assert secret_desk.evaluate("it.value") == "as-it-was"


def test_a_download_that_is_called_like_a_secret_gets_another_name(secret_desk: PageDesk, site: Site) -> None:
    secret_desk.do("navigate", url=site.page("<input aria-label=Code>"))
    secret_desk.do("type", text="{{secret:bank}}", selector="label=Code")
    secret_desk.show(f"<a download='of {VALUE}.txt' href='data:text/plain,hello'>Get</a>")
    done = secret_desk.done("download", selector="text=Get")
    assert VALUE not in repr((done.output, done.inverse))
    assert Path(done.output["path"]).name == f"of {HIDDEN}.txt"
    assert Path(done.output["path"]).read_text() == "hello"


def test_a_bookmark_has_no_secret_in_it_and_is_taken_back(secret_desk: PageDesk, site: Site) -> None:
    url = site.page("<input aria-label=Code>")
    secret_desk.do("navigate", url=url)
    secret_desk.do("type", text="{{secret:bank}}", selector="label=Code")
    secret_desk.evaluate(f"history.replaceState(0, '', '?code={VALUE}'); document.title = 'for {VALUE}'")
    done = secret_desk.done("bookmark")
    file = Path(secret_desk.choices.folder) / "bookmarks.json"
    [kept] = json.loads(file.read_text(encoding="utf-8"))
    assert (kept["url"], kept["title"]) == (f"{url}?code={HIDDEN}", f"for {HIDDEN}")
    assert (done.verdict, secret_desk.do("bookmark")["is_new"]) == ("yes", False)
    secret_desk.undo(done)
    assert json.loads(file.read_text(encoding="utf-8")) == []


def test_no_word_of_a_secret_is_read_by_itself(secret_desk: PageDesk, site: Site) -> None:
    SecretBox(FileKeyring).put("bank", "correct horse battery staple", site.address)
    secret_desk.do(
        "navigate", url=site.page("<input aria-label=Code oninput='p.textContent = this.value'><p id=p></p>")
    )
    secret_desk.do("type", text="{{secret:bank}}", selector="label=Code")
    assert secret_desk.do("read", selector="#p >> word=0")["text"] == HIDDEN
    with pytest.raises(ToolFailure, match=r"has only 1 word\b"):
        secret_desk.do("read", selector="#p >> word=1")


def test_a_secret_that_is_not_there_or_not_bound_is_told(secret_desk: PageDesk, site: Site) -> None:
    secret_desk.do("navigate", url=site.page("<input aria-label=Code>"))
    for name, problem in (("other", "the keyring has no secret other"), ("loose", "is not bound to an origin")):
        with pytest.raises(ToolFailure, match=problem):
            secret_desk.do("type", text=f"{{{{secret:{name}}}}}", selector="label=Code")


def test_a_text_that_names_no_secret_is_typed_as_it_is(secret_desk: PageDesk, site: Site) -> None:
    secret_desk.do("navigate", url=site.page("<input aria-label=Code>"))
    secret_desk.do("type", text="{{name}}", selector="label=Code")
    assert secret_desk.do("read", selector="label=Code")["text"] == "{{name}}"
    assert not is_secret(ToolCall(tool="browsers.type", action_id="a", args={"text": "{{secret}}"}))


def test_a_field_that_has_no_room_for_a_secret_keeps_no_part_of_it(secret_desk: PageDesk, site: Site) -> None:
    secret_desk.do("navigate", url=site.page("<input aria-label=Code maxlength=7>"))
    with pytest.raises(ToolFailure, match="has no room for the whole secret"):
        secret_desk.do("type", text="{{secret:bank}}", selector="label=Code")
    assert secret_desk.evaluate("document.querySelector('input').value") == ""


def test_a_secret_is_never_typed_into_a_box_of_the_browser(secret_desk: PageDesk, site: Site) -> None:
    body = "<button onclick='document.title = prompt(1)'>Ask</button>"
    secret_desk.do("navigate", url=site.page(body))
    secret_desk.do("click", selector="text=Ask")
    with pytest.raises(ToolFailure, match="never into a box of the browser"):
        secret_desk.do("type", text="{{secret:bank}}")
    secret_desk.do("click", selector="text=OK")
    assert VALUE not in str(secret_desk.evaluate("document.title"))


def test_where_a_page_shows_a_secret_it_is_painted_over_in_pictures(secret_desk: PageDesk, site: Site) -> None:
    body = "<input aria-label=Code oninput='p.textContent = `it is ${this.value}!`'><p id=p>it is</p>"
    secret_desk.do("navigate", url=site.page(body))
    secret_desk.do("type", text="{{secret:bank}}", selector="label=Code")
    masked = Path(secret_desk.do("screenshot")["path"]).read_bytes()
    secret_desk.evaluate("p.innerHTML = p.textContent.replace(/e/g, 'c')")
    assert Path(secret_desk.do("screenshot")["path"]).read_bytes() != masked
    secret_desk.evaluate(f"p.textContent = 'it is {VALUE}!'")
    assert Path(secret_desk.do("screenshot")["path"]).read_bytes() == masked


@pytest.mark.parametrize(
    "text",
    [
        "a b&c<d>",
        "A B&C<D>",
        "?code=a+b%26c%3Cd%3E",
        "?code=a%20b%26c%3cd%3e",
        "?next=%3Fcode%3Da%2520b%2526c%253Cd%253E",
        "a b&amp;c&lt;d&gt;",
        "a  \n b&c<d>",
        "x a b&c<d> y",
    ],
)
def test_every_spelling_of_a_secret_is_found(text: str) -> None:
    found = spellings(["a b&c<d>", " "]).sub(HIDDEN, text)
    assert HIDDEN in found
    assert "d" not in found.replace("code", "").replace("3D", "").lower()


@pytest.mark.parametrize("text", ['it\'s "5"', repr('it\'s "5"'), "'it''s \"5\"'", 'it\\\'s \\"5\\"'])
def test_a_secret_with_quotes_is_found_in_quotes(text: str) -> None:
    assert "5" not in Hiding(['it\'s "5"']).without(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("there is hunter2-corr", "there is •••"),
        ("there is 'HUNTER2-corr'; more", "there is '•••'; more"),
        ("link 'hunt…'", "link 'hunt…'"),
        ("link 'hunter…'", "link '•••…'"),
        ("-horse and more", "••• and more"),
        ("hunter2 is a name", "hunter2 is a name"),
        ("hunters' huts", "hunters' huts"),
        ("the horse", "the horse"),
        ("?c=hunter2%2Dcorr", "?c=•••"),
        ("hunter2-hunter2-cor", "hunter2-•••"),
        ("", ""),
    ],
)
def test_parts_of_a_secret_are_hidden_where_a_text_was_cut_off(text: str, shown: str) -> None:
    assert Hiding([VALUE, " "]).without(text) == shown


def test_nothing_is_found_where_there_is_no_secret() -> None:
    assert Hiding([]).without("some text") == "some text"
