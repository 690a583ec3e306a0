"""What a host has and the goals don't say never reaches the database: secrets, and what stands in files."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from browser_runs.room import NO_WINDOW, close_browser
from fleet.forks import Forked
from fleet.site import Postgres, Site
from goalwright.tools.browser.secret_hiding import spellings
from tools.browser.file_keyring import CHOSEN, FILE_VARIABLE
from tools.browser.light_browser import light_browser
from tools.browser.sites import Site as WebSite
from tools.browser.sites import serving

pytestmark = pytest.mark.slow
PIN = 'Pa$$ wörd&<42>"x'
TEXT = "what-only-this-file-says"
FORM = """<form action=/sent><label>Code <input name=code oninput="document.title = p.textContent = this.value"></label>
    <p id=p></p><button>Send</button></form>"""


@pytest.fixture
def web() -> Iterator[WebSite]:
    with serving() as served:
        yield served


def test_no_secret_and_no_content_of_a_file_is_in_a_dump_of_the_database(
    site: Site, postgres: Postgres, web: WebSite, tmp_path: Path
) -> None:
    """A form is sent with a secret, once in vain, and files are read, copied, searched and rewritten."""
    kept = {**CHOSEN, **NO_WINDOW, FILE_VARIABLE: str(tmp_path / "keyring"), "GOALWRIGHT_BROWSER": light_browser()}

    def begin(arguments: list[str], folder: Path, environment: dict[str, str], log: Path) -> Forked:
        return Forked(arguments, folder, {**environment, **kept}, log)

    worker = site.worker("web1", begin=begin)
    (worker.folder / "private.txt").write_text(f"{TEXT}\nsecond\n")
    environment = {**worker.environment(), **kept, "PYTHONPATH": str(Path(__file__).parents[1])}
    command = [sys.executable, "-P", "-m", "goalwright", "secret", "set", "bank", "--origin", web.address]
    subprocess.run(command, env=environment, input=PIN, text=True, check=True, capture_output=True)
    web.page("<p>sent", path="/sent")
    typing = [
        {"domain": "browser", "verb": "navigate", "params": {"url": web.page(FORM)}},
        {"domain": "browser", "verb": "type", "params": {"text": "{{secret:bank}}", "selector": "label=Code"}},
    ]
    rows = {
        "sent": ([*typing, {"domain": "browser", "verb": "click", "params": {"selector": "text=Send"}}], 0),
        "in vain": ([*typing, {"domain": "browser", "verb": "click", "params": {"selector": "text=Nothing"}}], 5),
    }
    try:
        for name, (goals, code) in rows.items():
            chained = [{**goal, "scope": f"after:g{at - 1}" if at else "root"} for at, goal in enumerate(goals)]
            file = tmp_path / f"{name}.json"
            file.write_text(json.dumps({"goals": chained, "text": name}))
            site.told("run", "--goals", str(file), "--on", "web1", "--yes", code=code)
    finally:
        close_browser(worker.folder.parent)
    assert any(hit.startswith("/sent?code=Pa") for hit in web.hits)
    for sentence in (
        "copy private.txt to copied.txt and read copied.txt",
        "compare private.txt with copied.txt",
        "replace second with third in private.txt",
        "append the first line of private.txt to other.txt",
        "put missing.txt here saying the contents of private.txt",
    ):
        site.told("run", sentence, "--on", "web1", "--yes")
    assert TEXT in (worker.folder / "other.txt").read_text() + (worker.folder / "missing.txt").read_text()
    dump = postgres.dump(site.url)
    assert "private.txt" in dump  # the goals are there, and so would be the rest
    assert TEXT not in dump
    assert spellings([PIN]).findall(dump) == []
    assert spellings([PIN]).findall(json.dumps({"way": PIN}))  # it would be found
