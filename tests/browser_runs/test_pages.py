"""Popups, boxes, frames, slow pages, files that come and go, and what is kept of a failure: all through a plan."""

from __future__ import annotations

from pathlib import Path

import pytest

from browser_runs.room import OpenApp, Room
from doors.cli.command import goal
from goalwright.contracts import RunReport
from tools.browser.sites import Answer, Site

ASKING = '<button onclick="document.title = {question}">Ask</button>'


def told(report: RunReport) -> str:
    """What the run read last."""
    assert report.status == "success", {name: outcome.error for name, outcome in report.outcomes.items()}
    return str(report.answers[-1][1]["text"])


def click(name: str) -> dict[str, object]:
    return goal("browser.click", selector=f"text={name}")


POPUPS = {
    "script": "<button onclick=\"window.open('/popup')\">Go</button>",
    "link": "<a href=/popup target=_blank>Go</a>",
}


@pytest.mark.parametrize("body", POPUPS.values(), ids=POPUPS)
def test_a_page_that_opens_in_a_new_tab_is_followed_and_the_old_one_is_back_when_it_closes(
    app: OpenApp, site: Site, body: str
) -> None:
    site.page("<p>in the popup <button onclick='window.close()'>Done</button>", path="/popup")
    url = site.page(f"<p>at home {body}")
    assert told(app.run(goal("browser.navigate", url=url), click("Go"), goal("browser.read"))).startswith(
        "in the popup"
    )
    assert told(app.run(click("Done"), goal("browser.read"))).startswith("at home")


@pytest.mark.parametrize(
    ("question", "answer", "title"),
    [
        ("confirm('Sure?')", "OK", "true"),
        ("confirm('Sure?')", "Cancel", "false"),
        ("prompt('Name?', 'x')", "OK", "x"),
    ],
)
def test_a_question_of_the_page_is_answered_by_the_next_action(
    app: OpenApp, site: Site, question: str, answer: str, title: str
) -> None:
    url = site.page(ASKING.format(question=question))
    report = app.run(goal("browser.navigate", url=url), click("Ask"), click(answer), goal("browser.read"))
    assert told(report) == "Ask"
    assert report.answers[-1][1]["title"] == title
    assert "?" in str(report.outcomes["g1_click_1"].output["dialogs"])


def test_alerts_hold_nothing_up_and_are_told(app: OpenApp, site: Site) -> None:
    url = site.page("<button onclick=\"alert('Saved')\">Save</button>")
    next_url = site.page("<p>next")
    report = app.run(
        goal("browser.navigate", url=url), click("Save"), goal("browser.navigate", url=next_url), goal("browser.read")
    )
    assert told(report) == "next"
    assert report.outcomes["g1_click_1"].output["dialogs"][0]["text"] == "Saved"


def test_what_is_in_frames_is_read_clicked_and_filled(app: OpenApp, site: Site, other_site: Site) -> None:
    inner = other_site.page("<input aria-label=City><button onclick='this.textContent = `gone`'>Inside</button>")
    url = site.page(f"<p>outside<iframe srcdoc=\"<iframe src='{inner}'></iframe>\"></iframe>")
    report = app.run(
        goal("browser.navigate", url=url),
        goal("browser.type", text="Rome", selector="label=City"),
        click("Inside"),
        goal("browser.read", selector="label=City"),
        goal("browser.read"),
    )
    assert "gone" in told(report)
    assert report.answers[0][1]["text"] == "Rome"


def test_slow_pages_are_waited_for(app: OpenApp, site: Site) -> None:
    late = "setTimeout(() => { document.querySelector('p').outerHTML = '<h2>Late</h2>' }, 700)"
    site.pages["/never.png"] = Answer(delay_s=8)
    site.pages["/slow"] = Answer(f"<p>here<img src=/never.png><script>{late}</script>", delay_s=0.8)
    report = app.run(goal("browser.navigate", url=site.at("/slow")), goal("browser.read", selector="role=heading"))
    assert told(report) == "Late"


def test_files_are_downloaded_uploaded_and_taken_back(app: OpenApp, site: Site) -> None:
    site.pages["/report.csv"] = Answer("a,b", headers={"Content-Disposition": "attachment; filename=report.csv"})
    (app.folder / "cv.txt").write_text("my life")
    shown = "this.files[0].text().then((text) => document.querySelector('b').textContent = text)"
    url = site.page(f'<a href=/report.csv>Get</a><label>CV <input type=file onchange="{shown}"></label><b></b>')
    report = app.run(
        goal("browser.navigate", url=url),
        goal("browser.download", selector="text=Get"),
        goal("browser.download", selector="text=Get"),
        goal("browser.upload", path="cv.txt", selector="label=CV"),
        goal("browser.wait", selector="text=my life"),
        goal("browser.read", selector="b"),
    )
    assert told(report) == "my life"
    downloads = app.home / "Downloads"
    assert sorted(file.name for file in downloads.iterdir()) == ["report (1).csv", "report.csv"]
    app.undo(report.run_id)
    assert list(downloads.iterdir()) == []


def test_a_failed_action_keeps_a_picture_and_an_outline_and_show_names_them(room: Room, site: Site) -> None:
    url = site.page("<h1>Shop</h1><button disabled>Pay</button>", "Till")
    room.do(f"go to {url}")
    failed = room("click the button named Nothing")
    assert failed.code == 5
    shown = room.do("show")
    picture, outline = sorted((Path(file) for file in shown["files"]), key=lambda file: file.suffix)
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert outline.read_text().startswith(f"{url}\nTill\n")
    assert 'heading "Shop"' in outline.read_text()
    assert {picture.name, outline.name} <= {Path(line.strip()).name for line in room("show").out.splitlines()}
    assert picture.stat().st_mode & 0o077 == 0 or picture.parent.stat().st_mode & 0o077 == 0
