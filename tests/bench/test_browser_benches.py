"""Each part of the bench that needs a browser runs to its end: on its own page, or on one like those of a package."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from tools.browser.light_browser import light_browser

Bench = Callable[..., ModuleType]
Streams = pytest.CaptureFixture[str]
TASK = """<!doctype html><title>Task</title><div id=query></div><button>Yes</button><button>No</button>
<script>
Math.seedrandom = (seed) => { window.wanted = seed % 2 ? 'No' : 'Yes'; };
var WOB_DONE_GLOBAL = false, WOB_RAW_REWARD_GLOBAL = 0;
const core = { startEpisodeReal() {}, getUtterance: () => `Click on the "${wanted}" button.` };
onclick = (event) => {
  WOB_DONE_GLOBAL = true;
  WOB_RAW_REWARD_GLOBAL = event.target.textContent === wanted ? 1 : -1;
};
</script>"""
UNSOLVABLE = TASK.replace('Click on the "${wanted}" button.', "Find out who did it.")
TODOS = """<!doctype html><title>Todos</title><input placeholder="What needs to be done?"><ul></ul>
<script>
onkeydown = (event) => {
  if (event.key !== 'Enter') return;
  document.querySelector('ul').append(Object.assign(document.createElement('li'), { textContent: event.target.value }));
  event.target.value = '';
};
</script>"""
FORGETFUL = TODOS.replace("document.querySelector('ul').append", "void ")


@pytest.fixture(autouse=True)
def _no_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is none to be had, and what a script tells Goalwright through the environment is gone afterwards."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "GOALWRIGHT_CDP_URL"):
        monkeypatch.setenv(name, "")
    monkeypatch.setenv("GOALWRIGHT_BROWSER", light_browser())


@pytest.mark.thorough
def test_steps_starts_commands_and_tabs(bench: Bench, capsys: Streams) -> None:
    bench("browser_costs", TABS=1)
    bench("browser").main(turns=1)
    said = capsys.readouterr().out
    for part in ("the commits of the journal apart", "start one, open a page", "go on in it", "MiB per further tab"):
        assert part in said


@pytest.mark.thorough
def test_miniwob(bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Streams) -> None:
    pages = tmp_path / "miniwob" / "html" / "miniwob"
    pages.mkdir(parents=True)
    (tmp_path / "miniwob" / "__init__.py").touch()
    for name, page in {"click-button": TASK, "guess": UNSOLVABLE}.items():
        (pages / f"{name}.html").write_text(page)
    monkeypatch.syspath_prepend(tmp_path)
    log = tmp_path / "log"
    monkeypatch.setattr(sys, "argv", ["miniwob_tasks", "--seeds", "2", "--other-seeds", "1", "--log", str(log)])
    assert bench("miniwob_tasks").main() == 0
    episodes = [json.loads(line) for line in log.read_text().splitlines()]
    assert [(each["task"], each["seed"], each["ended"]) for each in episodes] == [
        ("click-button", 0, "solved"),
        ("click-button", 1, "solved"),
        ("guess", 0, "refused"),
    ]
    assert "mean rate over tasks 50.0%, every seed solved in 1" in capsys.readouterr().out


@pytest.mark.thorough
def test_todomvc(bench: Bench, tmp_path: Path, capsys: Streams) -> None:
    package = tmp_path / "node_modules" / "todomvc"
    for place, page in {"plain/": TODOS, "built/www/": TODOS, "forgetful/": FORGETFUL, "sources/src/": "x"}.items():
        (package / "examples" / place).mkdir(parents=True)
        (package / "examples" / place / "index.html").write_text(page)
    (package / "package.json").write_text("{}")
    assert bench("todomvc", FOLDER=tmp_path, PATIENCE_S=1.0).main([]) == 1
    said = capsys.readouterr().out
    assert "in 0 of 4 implementations, 3 of which can be served: under" in said
    assert "add 2, tick 0, count 0, delete 0; wrong in 0" in said
