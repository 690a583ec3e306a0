"""Downloads and uploads: whole, inside their folders, under safe names."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from pathlib import Path

import pytest

from goalwright.errors import ToolFailure
from goalwright.tools.browser.downloads import LONGEST_NAME, safe_name
from tools.browser.page_desk import PageDesk
from tools.browser.sites import Answer, Site

BYTES = bytes(range(256)) * 4_000
OLD_TIME = 1_600_000_000_123_456_789


def offer(site: Site, name: str, body: bytes = BYTES) -> str:
    site.pages["/file"] = Answer(body, headers={"Content-Disposition": f'attachment; filename="{name}"'})
    return site.page("<a href=/file>Get the report</a>")


def test_a_download_is_kept_whole_beside_others_of_its_name_and_taken_back(desk: PageDesk, site: Site) -> None:
    folder = desk.root / "Downloads"
    folder.mkdir(exist_ok=True)
    os.utime(folder, ns=(OLD_TIME, OLD_TIME))
    desk.do("navigate", url=offer(site, "report.bin"))
    first = desk.done("download", selector="text=Get the report")
    assert folder.stat().st_mtime_ns != OLD_TIME
    second = desk.do("download", selector="text=Get the report")
    assert Path(first.output["path"]) == desk.root / "Downloads" / "report.bin"
    assert Path(first.output["path"]).read_bytes() == BYTES
    assert first.output["bytes"] == len(BYTES)
    assert Path(second["path"]).name == "report (1).bin"
    desk.undo(first)
    desk.undo(first)
    assert [file.name for file in folder.glob("report*")] == ["report (1).bin"]
    assert folder.stat().st_mtime_ns == OLD_TIME, "undo.md promises the times of folders"


BLOB = """<button onclick="const a = document.createElement('a'); a.download = 'made here.txt';
    a.href = window.URL.createObjectURL(new Blob(['made here'])); a.click()">Export</button>"""


@pytest.mark.parametrize(
    ("body", "name"), [("<a href=/file>Export</a>", "pressed.bin"), (BLOB, "made here.txt")], ids=["sent", "made"]
)
def test_what_a_click_downloads_is_kept_and_told(
    desk: PageDesk, site: Site, monkeypatch: pytest.MonkeyPatch, body: str, name: str
) -> None:
    offer(site, "pressed.bin")
    monkeypatch.setattr("goalwright.tools.browser.downloads.OFFER_S", 20.0)
    desk.do("navigate", url=site.page(body))
    call = replace(desk.call("click", selector="text=Export"), is_last=True)
    told = desk.run(desk.doing(call)).output
    assert Path(told["path"]) == desk.root / "Downloads" / name
    assert Path(told["path"]).stat().st_size == told["bytes"]


def test_what_a_click_downloads_while_other_actions_follow_is_told_with_one_of_them(desk: PageDesk, site: Site) -> None:
    offer(site, "later.bin")
    desk.do("navigate", url=site.page("<a href=/file>Export</a>"))
    told = [desk.do("click", selector="text=Export"), desk.do("wait", seconds=2)]
    assert [Path(output["path"]).name for output in told if "path" in output] == ["later.bin"]


def test_what_a_page_downloads_by_itself_is_not_kept(desk: PageDesk, site: Site) -> None:
    offer(site, "unasked.bin")
    desk.command()
    desk.do(
        "navigate", url=site.page("<p>hello<script>onload = () => setTimeout(() => location = '/file', 300)</script>")
    )
    assert "path" not in desk.do("wait", seconds=1)
    assert not list((desk.root / "Downloads").glob("unasked*"))


def test_a_download_that_was_changed_is_not_taken_back(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=offer(site, "mine.bin"))
    done = desk.done("download", selector="text=Get the report")
    Path(done.output["path"]).write_text("my notes")
    with pytest.raises(ToolFailure, match="was changed since"):
        desk.undo(done)
    assert Path(done.output["path"]).read_text() == "my notes"


def test_a_download_stays_in_its_folder_whatever_the_page_calls_it(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=offer(site, "../../../../evil.sh"))
    kept = Path(desk.do("download", selector="text=Get the report")["path"])
    assert kept.parent == desk.root / "Downloads"
    body = "<a download='..\\\\..\\\\x/../../evil.sh' href='data:text/plain,hello'>Get</a>"
    desk.do("navigate", url=site.page(body))
    assert Path(desk.do("download", selector="text=Get")["path"]).parent == desk.root / "Downloads"


def test_a_file_that_the_browser_shows_is_downloaded_from_there(desk: PageDesk, site: Site) -> None:
    site.pages["/notes.txt"] = Answer(b"some notes\n", headers={"Content-Type": "text/plain"})
    url = site.page("<a href=/notes.txt>Get the notes</a>")
    desk.do("navigate", url=url)
    kept = Path(desk.do("download", selector="text=Get the notes")["path"])
    assert (kept.name, kept.read_bytes()) == ("notes.txt", b"some notes\n")
    assert desk.do("read", selector="text=Get the notes")["url"] == url


PDF = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n%%EOF\n"


@pytest.mark.parametrize(
    ("sort", "way", "body"),
    [
        ("text/plain", "", b"some notes\n"),
        ("application/pdf", "", PDF),
        ("application/octet-stream", "attachment; filename=paper", b"x" * 999),
    ],
)
def test_a_file_that_is_shown_in_a_tab_of_its_own_is_downloaded_and_the_tab_closed(
    whole_desk: PageDesk, site: Site, sort: str, way: str, body: bytes
) -> None:
    site.pages["/paper"] = Answer(body, headers={"Content-Type": sort, **({"Content-Disposition": way} if way else {})})
    url = site.page("<a href=/paper target=_blank>Get the paper</a>")
    whole_desk.do("navigate", url=url)
    kept = Path(whole_desk.do("download", selector="text=Get the paper")["path"])
    assert (kept.stem.split(" ")[0], kept.read_bytes()) == ("paper", body)
    assert whole_desk.do("read", selector="text=Get the paper")["url"] == url


def test_a_link_that_leads_nowhere_is_told_at_once(desk: PageDesk, site: Site) -> None:
    url = site.page("<a href=/gone.zip>Get it</a>")
    desk.do("navigate", url=url)
    with pytest.raises(ToolFailure, match=r"link 'Get it'.* leads nowhere: the site answered 404"):
        desk.do("download", selector="text=Get it")
    assert desk.do("read", selector="text=Get it")["url"] == url


def test_what_offers_no_download_is_told(desk: PageDesk, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    from goalwright.tools.browser import downloads as transfers

    monkeypatch.setattr(transfers, "OFFER_MS", 1_000)
    desk.do("navigate", url=site.page("<button>Get</button>"))
    with pytest.raises(ToolFailure, match=r"button 'Get'.* offered no download within 1 s"):
        desk.do("download", selector="text=Get")


@pytest.mark.parametrize(
    ("offered", "kept"),
    [
        ("report.pdf", "report.pdf"),
        ("../../etc/passwd", "passwd"),
        ("..\\..\\boot.ini", "boot.ini"),
        ("..", "download"),
        ("", "download"),
        (".bashrc", "bashrc"),
        ("a\x00b\nc.txt", "abc.txt"),
        ("evil\u202efdp.exe", "evilfdp.exe"),
        ("what?.txt", "what_.txt"),
        ("CON.txt", "_CON.txt"),
        ("con", "_con"),
        ("console.txt", "console.txt"),
        ("-rf", "_-rf"),
        ("~", "_~"),
        ("...", "download"),
        (" . hidden . ", "hidden"),
        ("a\u2066b\u200f.txt", "ab.txt"),
        ("a\ud800.txt", "a.txt"),
        ("grüße.txt", "grüße.txt"),
        ("a\u2028b\u2029c.txt", "abc.txt"),
        ("con .txt", "_con .txt"),
        ("COM¹.log", "_COM¹.log"),
        ("CONIN$", "_CONIN$"),
        ("a. . .", "a"),
        ("x.bbbbbbbbbbbbbbbbbb ccc", "x.bbbbbbbbbbbbbbbbbb"),
        ("\x1b[31mred.txt", "[31mred.txt"),
        ("..%2f..%2fevil.sh", "%2f..%2fevil.sh"),
    ],
)
def test_names_of_downloads_are_safe_on_every_system(offered: str, kept: str) -> None:
    assert safe_name(offered) == kept


def test_a_very_long_name_keeps_its_ending() -> None:
    name = safe_name("ü" * 500 + ".tar.gz")
    assert len(name.encode()) <= LONGEST_NAME
    assert name.endswith(".gz")


def test_a_name_without_end_is_read_at_its_ends_only() -> None:
    assert safe_name("x" * 50_000_000 + ".tar.gz") == "x" * 147 + ".gz"


OFFERED = {
    "attachment; filename=\"good.txt\"; filename*=UTF-8''..%2F..%2Fevil.sh": 1,
    "attachment; filename*=UTF-8''a%E2%80%AEtxt.exe": 1,
    "attachment; filename*=UTF-8''a%00%0d%0a%1b%E2%80%A8b.txt": 1,
    'attachment; filename="/etc/passwd"': 1,
    "attachment": 0,
}


def test_what_a_site_calls_a_file_leads_nowhere_else_and_an_empty_one_is_kept(desk: PageDesk, site: Site) -> None:
    for number, (told, size) in enumerate(OFFERED.items()):
        site.pages[f"/file{number}"] = Answer(b"x" * size, headers={"Content-Disposition": told})
    desk.do("navigate", url=site.page("".join(f"<a href=/file{at}>Get {at}</a> " for at in range(len(OFFERED)))))
    for number, size in enumerate(OFFERED.values()):
        kept = Path(desk.do("download", selector=f"text=Get {number}")["path"])
        assert (kept.parent, kept.stat().st_size) == (desk.root / "Downloads", size)
        assert kept.name.isprintable()


def test_nothing_is_written_through_a_link_of_the_same_name(desk: PageDesk, site: Site) -> None:
    (desk.root / "Downloads").mkdir(exist_ok=True)
    (desk.root / "Downloads" / "linked.bin").symlink_to(desk.root / "target")
    desk.do("navigate", url=offer(site, "linked.bin", b"x"))
    assert desk.do("download", selector="text=Get the report")["name"] == "linked (1).bin"
    assert not (desk.root / "target").exists()


def test_a_page_saves_nothing_once_the_command_has_ended(
    tmp_path: Path, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("HOME", str(tmp_path)), ("DISPLAY", ""), ("WAYLAND_DISPLAY", "")):
        monkeypatch.setenv(name, value)
    offer(site, "late.bin", b"late")
    own_desk = PageDesk(tmp_path)
    try:
        own_desk.do("navigate", url=site.page("<script>setTimeout(() => location = '/file', 1000)</script>"))
        own_desk.command()
        end = time.monotonic() + 20
        while "/file" not in site.hits:
            assert time.monotonic() < end
            time.sleep(0.02)
        time.sleep(0.5)
        assert not [*tmp_path.rglob("*late*"), *tmp_path.rglob("*.crdownload")]
        assert own_desk.do("read")["title"] == "Test"
    finally:
        own_desk.close()
