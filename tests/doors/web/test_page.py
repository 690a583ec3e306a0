"""The page in a real Chromium: what a person does at it, from the first letter to the undo."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from campaigns import spread
from doors.cli.command import COMMAND
from doors.web.page_browser import OpenPage, chromium, opened
from doors.web.process import ServeProcess, served_process

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServeProcess]:
    with served_process(tmp_path_factory.mktemp("page")) as found:
        yield found


def address(running: ServeProcess) -> str:
    return str(running.program.post("/api/links").document["address"])


@pytest.fixture
def shown(browser: Browser, running: ServeProcess) -> Iterator[OpenPage]:
    with opened(browser, address(running)) as page:
        yield page


def test_an_empty_page_teaches_with_examples_that_work(shown: OpenPage) -> None:
    shown.page.wait_for_selector(".example:enabled")
    examples = shown.page.locator(".example:enabled")
    assert examples.count() == 3
    examples.nth(1).click()
    shown.planned()
    assert shown.page.evaluate("document.activeElement.id") == "sentence"


def test_the_plan_appears_while_one_types_and_is_run_and_undone(shown: OpenPage, running: ServeProcess) -> None:
    shown.page.locator("#sentence").press_sequentially("create a folder typed and put notes.txt in it saying hello")
    shown.page.wait_for_selector(".action >> nth=1")
    shown.planned()
    assert shown.words() == ["create folder typed", "write typed/notes.txt"]
    assert shown.page.locator("mark.clause").all_inner_texts() == [
        "create a folder typed",
        "put notes.txt in it saying hello",
    ]
    assert shown.page.locator(".goal").count() == 2
    assert shown.page.locator("g.node").count() == 2
    assert "2 actions, proven minimal" in shown.page.inner_text(".said")
    assert not (running.work / "typed").exists()
    shown.page.press("#sentence", "Enter")
    shown.status("success")
    assert (running.work / "typed" / "notes.txt").read_text() == "hello"
    shown.page.wait_for_selector("g.node.is-done >> nth=1")
    shown.page.locator(".action .line").nth(1).click()
    details = shown.page.inner_text(".details")
    assert "verified: its effect was seen" in details
    assert "saw before" in details
    assert "can be taken back" in details
    # In words: names of the machine's own are in what is folded away.
    assert not [name for name in ("is_same", "kept", "times", "file:/", "brings about") if name in details]
    shown.page.click(".details summary")
    assert "is_same" in shown.page.inner_text(".details")
    shown.page.click("text=Undo")
    shown.status("undone")
    assert "2 actions taken back" in shown.page.inner_text(".doing")
    assert not (running.work / "typed").exists()


def test_only_the_latest_answer_counts(shown: OpenPage) -> None:
    answered: list[str] = []
    shown.page.on("response", lambda response: answered.append(response.url) if "/api/plans" in response.url else None)
    for count in range(1, 30):
        shown.page.fill("#sentence", f"create a folder latest{count}")
    shown.page.wait_for_selector(".action .words >> text=create folder latest29")
    assert len(answered) < 29


def test_what_is_not_understood_is_marked_and_put_right_with_a_click(shown: OpenPage) -> None:
    shown.page.fill("#sentence", "create a foldr trip")
    shown.page.wait_for_selector("mark.lost")
    assert "not understood" in shown.page.inner_text(".said")
    shown.page.locator(".choices button").first.click()
    shown.planned()
    assert shown.words() == ["create folder trip"]


def test_what_is_at_stake_is_shown_and_approved(shown: OpenPage, running: ServeProcess) -> None:
    (running.work / "old.txt").touch()
    shown.say("create a folder new, then delete old.txt")
    assert "you will be asked" in shown.page.inner_text(".said")
    assert shown.page.inner_text(".saying button") == "Run …"
    shown.run("create a folder new, then delete old.txt")
    stake = shown.page.locator(".stake")
    assert "delete old.txt" in stake.inner_text()
    assert "create" not in stake.locator("ul").inner_text()
    assert (running.work / "old.txt").exists()
    shown.page.click("text=Approve and run")
    shown.status("success")
    assert not (running.work / "old.txt").exists()
    assert "approved by" in shown.page.inner_text(".facts")


def test_what_waits_is_declined_from_its_list(shown: OpenPage, running: ServeProcess) -> None:
    (running.work / "dear.txt").touch()
    running.program.post("/api/runs", {"text": "delete dear.txt", "wait_s": 30})
    shown.page.wait_for_selector(".badge")
    shown.page.click("nav >> text=Waiting")
    shown.page.locator(".stake", has_text="dear.txt").locator("text=Decline").click()
    shown.page.wait_for_selector("text=Nothing waits.")
    assert (running.work / "dear.txt").exists()


def test_a_plan_that_is_out_of_date_says_so(shown: OpenPage, running: ServeProcess) -> None:
    (running.work / "moving.txt").write_text("one")
    shown.run("delete moving.txt")
    (running.work / "moving.txt").write_text("another")
    shown.page.click("text=Approve and run")
    shown.page.wait_for_selector(".stake .problem")
    assert "out of date" in shown.page.inner_text(".stake .problem")
    assert (running.work / "moving.txt").exists()
    shown.page.click("text=Decline")
    shown.status("refused")


def test_a_run_is_watched_and_stopped(shown: OpenPage) -> None:
    shown.run("nap for 60 seconds, then create a folder dreams")
    shown.status("running")
    shown.page.wait_for_selector("g.node.is-running")
    shown.page.wait_for_selector(".bar.is-running")
    shown.page.click("text=Stop now")
    shown.page.wait_for_selector(".status.is-cancelled, .status.is-interrupted")
    assert shown.page.locator(".doing >> text=Resume").count() >= 1


def test_answers_are_shown(shown: OpenPage, running: ServeProcess) -> None:
    (running.work / "poem.txt").write_text("roses are red\nviolets are blue")
    shown.run("read poem.txt")
    shown.status("success")
    assert shown.page.inner_text(".answers pre") == "roses are red\nviolets are blue"


def test_a_run_of_the_command_line_appears_by_itself(shown: OpenPage, running: ServeProcess) -> None:
    command = [
        *COMMAND,
        "create a folder typed-elsewhere, then nap for 2 seconds, then create a folder last",
        "--json",
    ]
    environment = running.cli.environment(**running.plugin)
    other = subprocess.Popen(
        command, cwd=running.work, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    shown.page.locator(".recent .row a", has_text="typed-elsewhere").click()
    shown.page.wait_for_selector("g.node.is-running")
    shown.status("success")
    assert shown.page.locator(".action.is-done").count() == 3
    out, _ = other.communicate(timeout=60)
    assert json.loads(out)["run_id"] == shown.page.url.rpartition("/")[2]


def test_two_pages_see_the_same(browser: Browser, shown: OpenPage, running: ServeProcess) -> None:
    with opened(browser, address(running)) as other:
        run_id = shown.run("nap for 60 seconds")
        other.page.click(f".recent .row a[href='/runs/{run_id}']")
        other.page.wait_for_url(f"**/runs/{run_id}")
        other.page.wait_for_selector("g.node.is-running")
        other.page.click("text=Stop now")
        for page in (shown, other):
            page.page.wait_for_selector(".status.is-cancelled, .status.is-interrupted")


def test_everything_is_stopped_and_released(shown: OpenPage) -> None:
    shown.run("nap for 60 seconds")
    shown.status("running")
    shown.page.click("text=Stop all")
    shown.page.click("text=Really stop all")
    shown.page.wait_for_selector(".halted")
    shown.page.wait_for_selector(".status.is-cancelled, .status.is-interrupted")
    shown.page.click("nav >> text=Do")
    shown.page.fill("#sentence", "create a folder halted")
    assert shown.page.locator(".saying button").is_disabled()
    shown.page.click("text=Release")
    shown.page.wait_for_selector(".halted", state="detached")
    assert shown.page.locator(".saying button").is_enabled()


def test_history_is_searched(shown: OpenPage, running: ServeProcess) -> None:
    for name in ("needle", "hay"):
        running.program.post("/api/runs", {"text": f"create a folder {name}-found", "wait_s": 30})
    shown.page.click("nav >> text=History")
    shown.page.wait_for_selector("text=hay-found")
    shown.page.fill("#search", "needle-found")
    shown.page.wait_for_selector("text=hay-found", state="detached")
    assert shown.page.locator(".rows .row").count() == 1
    shown.page.locator(".rows .row a").click()
    shown.status("success")
    shown.page.go_back()
    shown.page.wait_for_selector("#search")


def test_the_keyboard_is_enough(shown: OpenPage) -> None:
    page = shown.page
    page.keyboard.press("Escape")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "sentence"
    page.keyboard.type("what time is it")
    shown.planned()
    page.keyboard.press("Enter")
    shown.status("success")
    page.evaluate("document.activeElement.blur()")
    reached = []
    for _ in range(14):
        page.keyboard.press("Tab")
        reached.append(
            page.evaluate("document.activeElement.innerText || document.activeElement.ariaLabel || ''").strip()
        )
    assert {"Do", "History", "Waiting", "Machine", "Stop all"} <= set(reached)
    assert any("query" in text or "time" in text for text in reached), reached


def test_nothing_jumps_while_one_types(shown: OpenPage) -> None:
    shown.page.wait_for_selector(".example:enabled")
    shown.page.evaluate(
        """() => { window.moved = 0; new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) window.moved += entry.value; }).observe({type: "layout-shift"}); }"""
    )
    shown.page.locator("#sentence").press_sequentially("create a folder calm and put notes.txt in it", delay=15)
    shown.planned()
    assert shown.page.evaluate("window.moved") < 0.1


def test_the_machine_and_its_settings_are_shown(shown: OpenPage) -> None:
    shown.page.click("nav >> text=Machine")
    shown.page.wait_for_selector(".checks li >> nth=5")
    shown.page.wait_for_selector("td:has-text('allowed_roots')")
    shown.page.wait_for_selector("text=usable here")


def test_a_page_whose_session_has_ended_says_how_to_come_back(browser: Browser, running: ServeProcess) -> None:
    with opened(browser, address(running)) as page:
        page.page.evaluate("localStorage.setItem('goalwright-key', 'gone')")
        page.page.reload()
        page.page.wait_for_selector("text=goalwright serve")


SIGHTS = [(1280, "light"), (1280, "dark"), (380, "light"), (380, "dark")]


@pytest.mark.parametrize(("width", "colours"), spread(SIGHTS[::-1], 4))
def test_axe_finds_nothing_serious(browser: Browser, running: ServeProcess, width: int, colours: str) -> None:
    (running.work / "axe.txt").touch()
    with opened(browser, address(running), viewport={"width": width, "height": 760}, color_scheme=colours) as shown:
        found = []
        shown.say("create a folder axe and delete axe.txt")
        found += shown.axe()
        shown.page.fill("#sentence", "no such thing")
        shown.page.wait_for_selector("mark.lost")
        found += shown.axe()
        shown.run("create a folder axe and delete axe.txt")
        shown.page.wait_for_selector(".stake")
        shown.page.locator(".action .line").first.click()
        found += shown.axe()
        shown.page.click("text=Decline")
        shown.status("refused")
        for path, ready in (
            ("/runs", ".row"),
            ("/machine", ".checks li"),
            ("/waiting", "h1"),
            ("/", ".example:enabled"),
        ):
            shown.go(path)
            shown.page.wait_for_selector(ready)
            found += shown.axe()
            assert shown.page.evaluate("document.documentElement.scrollWidth") <= width
        assert found == []


def test_the_vendored_script_is_the_one_that_its_licence_names() -> None:
    import hashlib

    vendor = Path(__file__).parents[3] / "src" / "goalwright" / "doors" / "web" / "page" / "vendor"
    told = (vendor / "LICENSES.txt").read_text("utf-8")
    assert hashlib.sha256((vendor / "htm-preact.js").read_bytes()).hexdigest() in told
    assert "Apache License" in told
    assert "MIT License" in told


@pytest.mark.thorough
def test_five_hundred_actions_are_shown_and_no_event_is_missed(shown: OpenPage, running: ServeProcess) -> None:
    page = shown.page
    goals = [
        {"domain": "file", "verb": "create", "params": {"path": f"many/{number:03}", "object_type": "folder"}}
        for number in range(499)
    ]
    begun = running.program.post("/api/runs", {"goals": goals, "run_id": "many-1"}).document
    assert begun["run"]["plan"]["total_actions"] >= 499
    page.evaluate("history.pushState(null, '', '/runs/many-1'); dispatchEvent(new Event('goalwright-route'))")
    page.wait_for_selector(".status.is-success", timeout=180_000)  # the run itself takes as long as the disk does
    count = begun["run"]["plan"]["total_actions"]
    page.wait_for_selector(f"g.node.is-done >> nth={count - 1}")
    assert page.locator(".action.is-done").count() == count
    events = running.program.get("/api/runs/many-1/events?limit=2000").document["events"]
    assert len(events) == 2 * count + 2
    end = time.monotonic() + 30
    received = "import('/page/stream.js').then((stream) => stream.connection.received)"
    while page.evaluate(received) < len(events):
        assert time.monotonic() < end


def test_a_sentence_that_says_when_becomes_a_job_with_its_risk_in_sight(shown: OpenPage, running: ServeProcess) -> None:
    (running.work / "tidy").mkdir(exist_ok=True)
    shown.page.fill("#sentence", "every friday at 5 pm delete all tmp files in tidy")
    shown.page.click("text=Look at the job")
    assert "delete" in shown.page.locator(".job .danger").first.inner_text()
    shown.page.click("text=Ask me each time")
    panel = shown.page.locator("article.job", has_text="delete all tmp files")
    panel.wait_for()
    assert "Friday" in panel.inner_text()
    assert shown.axe() == []
    panel.get_by_text("Pause").click()
    panel.get_by_text("Resume").wait_for()
    panel.get_by_text("Run now").click()
    panel.get_by_text("nothing matches").wait_for()
    panel.get_by_text("Remove").click()
    panel.get_by_text("Really remove").click()
    panel.wait_for(state="detached")
    assert running.program.get("/api/jobs").document["jobs"] == []
