"""Hostile names, contents and answers: whatever a file is called or holds, the page shows it as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from campaigns import spread
from doors.web.page_browser import OpenPage, chromium, opened
from doors.web.process import ServeProcess, served_process

pytestmark = pytest.mark.slow

# Each would set window.hacked, or open a box, if it were taken for markup or code.
TEXTS = (
    "<script>window.hacked=1</script>",
    "<img src=x onerror=window.hacked=1>",
    "<svg onload=window.hacked=1>",
    "<svg><script>window.hacked=1</script></svg>",
    "<iframe srcdoc='<script>parent.hacked=1</script>'></iframe>",
    "<body onload=window.hacked=1>",
    "<a href=javascript:window.hacked=1>x</a>",
    "<details open ontoggle=window.hacked=1>",
    "<input autofocus onfocus=window.hacked=1>",
    "<video><source onerror=window.hacked=1></video>",
    "<math><mtext><img src=x onerror=window.hacked=1></mtext></math>",
    "<style>*{display:none!important}</style>",
    "<link rel=stylesheet href=//evil.example/x.css>",
    "<meta http-equiv=refresh content='0;url=//evil.example'>",
    "<base href=//evil.example/>",
    "<form action=//evil.example><input name=x></form>",
    "<object data=javascript:window.hacked=1></object>",
    "<embed src=//evil.example>",
    "</title><script>window.hacked=1</script>",
    "</textarea><script>window.hacked=1</script>",
    "--></script><script>window.hacked=1</script>",
    "'\"><img src=x onerror=window.hacked=1>",
    "${window.hacked=1}",
    "{{constructor.constructor('window.hacked=1')()}}",
    "javascript:window.hacked=1",
    "data:text/html,<script>window.hacked=1</script>",
    "<img src=//evil.example/pixel.png>",
    "<template><script>window.hacked=1</script></template>",
    '<x-y is="script">window.hacked=1</x-y>',
    "\u202e<script>window.hacked=1</script>",
    "\u2028\u2029<img/src/onerror=window.hacked=1>",
)
NAMES = tuple(text.replace("/", "∕").replace("*", "p") for text in TEXTS)
"""No file name has a slash: this one looks like it. A star would stand for others."""
PLAIN = tuple(name for name in NAMES if name.isprintable())
"""Others are seen in folders, and refused in goals."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServeProcess]:
    with served_process(tmp_path_factory.mktemp("hostile")) as found:
        yield found


@pytest.fixture
def shown(browser: Browser, running: ServeProcess) -> Iterator[OpenPage]:
    address = str(running.program.post("/api/links").document["address"])
    with opened(browser, address) as page:
        yield page


def inert(shown: OpenPage) -> None:
    """Nothing of the texts became an element or ran; that nothing was asked of elsewhere is looked at in the end."""
    assert shown.page.evaluate("window.hacked") is None
    inside = "#app :is(script, img, iframe, object, embed, link, meta, base, form, video, math, style, template)"
    assert shown.page.locator(inside).count() == 0
    assert shown.page.locator("[onerror], [onload], [onfocus], [ontoggle], a[href^='javascript']").count() == 0


def run_goals(running: ServeProcess, *goals: Any) -> str:
    body = {"goals": list(goals), "wait_s": 60}
    answer = running.program.post("/api/runs", body)
    assert answer.status == 201, answer
    return str(answer.document["run"]["run_id"])


def goal(verb: str, **params: Any) -> dict[str, Any]:
    return {"domain": "file", "verb": verb, "params": params}


def test_there_are_thirty_texts() -> None:
    assert len(set(TEXTS)) >= 30


def test_contents_and_answers_are_text(shown: OpenPage, running: ServeProcess) -> None:
    (running.work / "all.txt").write_text("\n".join(TEXTS).replace("\u2028\u2029", ""))
    shown.run("read all.txt")
    shown.status("success")
    assert "<script>window.hacked=1</script>" in shown.page.inner_text(".answers pre")
    shown.page.locator(".action .line").first.click()
    shown.page.wait_for_selector(".details")
    inert(shown)


def test_names_of_files_are_text_in_every_view(shown: OpenPage, running: ServeProcess) -> None:
    folder = running.work / "names"
    folder.mkdir()
    for name in NAMES:
        (folder / name).write_text(name)
    made = run_goals(running, *(goal("write", path=f"copies/{name}", content=name) for name in PLAIN))
    listed = run_goals(running, goal("list", path="names"))
    for run_id in (made, listed):
        shown.go(f"/runs/{run_id}")
        shown.page.wait_for_selector(".status:not(.is-running)")
        for line in range(min(3, shown.page.locator(".action .line").count())):
            shown.page.locator(".action .line").nth(line).click()
        inert(shown)
    for name in PLAIN[::5]:
        when = {"kind": "file", "folder": str(folder), "file": name, "event": "changes"}
        assert running.program.post("/api/jobs", {"when": when, "text": "create a folder seen"}).status == 201
    for path, ready in (("/", ".recent .row"), ("/runs", ".row"), ("/machine", ".checks li"), ("/jobs", ".job")):
        shown.go(path)
        shown.page.wait_for_selector(ready)
        inert(shown)
    waiting = running.program.post(
        "/api/runs", {"goals": [goal("delete", path=f"names/{name}") for name in PLAIN], "wait_s": 60}
    ).document["run"]
    assert waiting["status"] == "awaiting_approval"
    for path in ("/waiting", f"/runs/{waiting['run_id']}"):
        shown.go(path)
        shown.page.wait_for_selector(".stake li >> nth=5")
        inert(shown)
    shown.page.click("text=Decline")
    shown.status("refused")


@pytest.mark.parametrize("place", spread(range(0, len(TEXTS), 6), 3))
def test_what_is_typed_is_text(shown: OpenPage, place: int) -> None:
    for text in TEXTS[place : place + 6]:
        shown.page.fill("#sentence", f'create a folder "{text}"')
        shown.page.wait_for_timeout(150)
        inert(shown)
        shown.page.fill("#sentence", text)
        shown.page.wait_for_timeout(150)
        inert(shown)


def test_errors_and_sentences_of_runs_are_text(shown: OpenPage, running: ServeProcess) -> None:
    for text in TEXTS[:6]:
        answer = running.program.post("/api/runs", {"text": f'create a file bad.txt saying "{text}"', "wait_s": 30})
        if answer.status != 201:
            continue
        shown.go(f"/runs/{answer.document['run']['run_id']}")
        shown.page.wait_for_selector(".head h1")
        inert(shown)
    shown.go("/")
    shown.run("stumble for 1 seconds")
    shown.status("failed")
    inert(shown)


def test_addresses_of_the_page_are_text(shown: OpenPage) -> None:
    for path in ("/runs/%3Cscript%3Ewindow.hacked=1%3C%2Fscript%3E", "/runs/javascript:window.hacked=1"):
        shown.go(path)
        shown.page.wait_for_timeout(200)
        assert shown.page.evaluate("window.hacked") is None


def test_a_script_that_is_put_in_does_not_run(shown: OpenPage) -> None:
    """Even if some text were taken for markup, the policy would not let it run."""
    tried = shown.page.evaluate(
        """(texts) => { const told = [];
            for (const html of texts) { try { document.body.insertAdjacentHTML("beforeend", html); told.push("in"); }
              catch (error) { told.push(error.name); } }
            return told; }""",
        list(TEXTS[:3]),
    )
    assert set(tried) == {"TypeError"}
    assert shown.page.evaluate("window.hacked") is None
    shown.complaints.clear()
