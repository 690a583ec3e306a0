"""Secrets: typed on their own origin only, and shown nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from goalwright.contracts import ToolCall
from goalwright.errors import ToolFailure
from goalwright.tools.browsers.secret_box import SecretBox
from goalwright.tools.browsers.secret_marks import is_secret
from goalwright.tools.browsers.secrets import HIDDEN, Secrets
from goalwright.tools.browsers.spellings import spellings
from tools.browsers.file_keyring import FILE_VARIABLE, FileKeyring
from tools.browsers.page_desk import PageDesk
from tools.browsers.sites import Site

VALUE = "hunter2-correct-horse"


@pytest.fixture
def secret_desk(tmp_path: Path, site: Site, monkeypatch: pytest.MonkeyPatch) -> Iterator[PageDesk]:
    monkeypatch.setenv(FILE_VARIABLE, str(tmp_path / "keyring.json"))
    keyring = FileKeyring()
    folder = str(tmp_path / "home" / "browser")
    SecretBox(lambda: keyring).put("bank", VALUE, site.address)
    keyring.set_password("goalwright", "secret:loose", VALUE)
    desk = PageDesk(tmp_path, secrets=lambda: Secrets(lambda: keyring, folder))
    yield desk
    desk.close()


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
        for verb, args in (("read", {}), ("read", {"selector": "label=Code"}), ("find", {"text": "hunter2"})):
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
        "a b&amp;c&lt;d&gt;",
        "a  \n b&c<d>",
        "x a b&c<d> y",
    ],
)
def test_every_spelling_of_a_secret_is_found(text: str) -> None:
    found = spellings(["a b&c<d>", " "]).sub(HIDDEN, text)
    assert HIDDEN in found
    assert "d" not in found.replace("code", "").lower()


def test_nothing_is_found_where_there_is_no_secret() -> None:
    assert spellings([]).sub(HIDDEN, "some text") == "some text"
