"""Uploads: to the field that is meant, only from the allowed folders, and none in another's place."""

from __future__ import annotations

import pytest

from goalwright.errors import PolicyRefusal, ToolFailure
from tools.browser.page_desk import PageDesk
from tools.browser.sites import Site

FIELDS = {
    "a field": "<input type=file aria-label=Photo id=file>",
    "a label that hides its field": "<label>Photo<input type=file id=file style='display: none'></label>",
    "a button that asks": "<input type=file id=file hidden><button onclick=file.click()>Photo</button>",
}


@pytest.mark.parametrize("body", FIELDS.values(), ids=FIELDS)
def test_a_file_is_given_to_a_page(desk: PageDesk, site: Site, body: str) -> None:
    (desk.root / "photo.txt").write_text("smile")
    desk.do("navigate", url=site.page(body))
    done = desk.do("upload", path=str(desk.root / "photo.txt"), selector="text=Photo")
    assert done == {"uploaded": "photo.txt", "bytes": 5}
    assert desk.evaluate("file.files[0].text()") == "smile"


def test_only_files_inside_the_allowed_folders_are_given_to_a_page(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page(FIELDS["a field"]))
    (desk.root / "link").unlink(missing_ok=True)
    (desk.root / "link").symlink_to("/etc/passwd")
    for path in ("/etc/passwd", str(desk.root / "link")):
        with pytest.raises(PolicyRefusal):
            desk.do("upload", path=path, selector="#file")
    with pytest.raises(ToolFailure, match="there is no file"):
        desk.do("upload", path=str(desk.root / "none.txt"), selector="#file")


FILE_FIELDS = """<label>Resume <input type=file id=cv></label><button onclick="photo.click()">Photo</button>
    <input type=file id=photo accept="image/*" hidden><input type=file id=table accept=".csv, text/tab-separated-values"
    hidden>"""


@pytest.mark.parametrize(("name", "field"), [("me.png", "photo"), ("all.csv", "table"), ("cv.txt", "cv")])
def test_a_file_goes_to_the_only_field_that_asks_for_its_sort(
    desk: PageDesk, site: Site, name: str, field: str
) -> None:
    (desk.root / name).write_text("x", encoding="utf-8")
    desk.do("navigate", url=site.page(FILE_FIELDS))
    desk.do("upload", path=str(desk.root / name), selector="role=file")
    assert desk.evaluate("[cv, photo, table].filter((one) => one.files.length).map((one) => one.id).join()") == field


def test_fields_for_files_that_nothing_tells_apart_are_told(desk: PageDesk, site: Site) -> None:
    (desk.root / "me.png").write_text("x", encoding="utf-8")
    desk.do("navigate", url=site.page(FILE_FIELDS + "<label>Logo <input type=file accept=.png></label>"))
    with pytest.raises(ToolFailure, match=r"me\.png may go to any of 2: .*'Logo'.*; say which"):
        desk.do("upload", path=str(desk.root / "me.png"), selector="role=file")


SEVERAL = {
    "a field": "<label>Papers <input type=file id=file multiple></label>",
    "a button that asks": "<input type=file id=file hidden multiple><button onclick=file.click()>Papers</button>",
}
NAMES = "[...file.files].map((one) => one.name).join()"


@pytest.mark.parametrize("body", SEVERAL.values(), ids=SEVERAL)
def test_files_that_one_command_gives_to_one_field_are_all_in_it(desk: PageDesk, site: Site, body: str) -> None:
    for name in ("a.txt", "b c.txt"):
        (desk.root / name).write_text("x", encoding="utf-8")
    desk.do("navigate", url=site.page(body))
    for name in ("a.txt", "b c.txt"):
        desk.do("upload", path=str(desk.root / name), selector="text=Papers")
    assert desk.evaluate(NAMES) == "a.txt,b c.txt"
    desk.evaluate("file.value = ''")
    desk.do("upload", path=str(desk.root / "a.txt"), selector="text=Papers")
    assert desk.evaluate(NAMES) == "a.txt"


def test_a_field_for_one_file_takes_no_second_in_its_place(desk: PageDesk, site: Site) -> None:
    (desk.root / "a.txt").write_text("x", encoding="utf-8")
    desk.do("navigate", url=site.page(FIELDS["a field"]))
    desk.do("upload", path=str(desk.root / "a.txt"), selector="#file")
    with pytest.raises(ToolFailure, match=r"'Photo'.* takes one file and has a\.txt"):
        desk.do("upload", path=str(desk.root / "a.txt"), selector="#file")
    assert desk.evaluate(NAMES) == "a.txt"
