"""The programs in examples/ do what they say, for real."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from browser_runs.room import NO_WINDOW, close_browser, make_home
from doors.cli.command import Cli
from goalwright.errors import SavedPlanError, WorldDrifted

EXAMPLES = Path(__file__).parents[1] / "examples"
PROGRAMS = sorted(EXAMPLES.glob("*.py"))


@pytest.fixture
def cli(tmp_path: Path) -> Iterator[Cli]:
    yield Cli(folder=make_home(tmp_path))
    close_browser(tmp_path)


def run(cli: Cli, program: str, *arguments: str, typed: str = "", code: int = 0) -> str:
    """What an example prints, run in the home folder as a user would."""
    done = subprocess.run(
        [sys.executable, "-P", "-W", "error", str(EXAMPLES / program), *arguments],
        cwd=cli.home,
        env=cli.environment(**NO_WINDOW),
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (code, ""), done.stdout
    return done.stdout


def names(folder: Path) -> list[str]:
    return sorted(str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file())


@pytest.fixture
def downloads(cli: Cli) -> Path:
    for name in ("report.pdf", "scan.PDF", "cat.jpg", "old.zip", "unknown.xyz"):
        cli.write(f"home/Downloads/{name}", name)
    return cli.home / "Downloads"


BEFORE = ["cat.jpg", "old.zip", "report.pdf", "scan.PDF", "unknown.xyz"]
AFTER = ["Archives/old.zip", "Documents/report.pdf", "Documents/scan.PDF", "Pictures/cat.jpg", "unknown.xyz"]


def test_downloads_are_tidied_once_the_plan_is_approved(cli: Cli, downloads: Path) -> None:
    shown = run(cli, "tidy_downloads.py", "Downloads", typed="n\n", code=1)
    assert "move:" in shown
    assert names(downloads) == BEFORE
    assert "success: 4 files" in run(cli, "tidy_downloads.py", "Downloads", typed="y\n")
    assert names(downloads) == AFTER
    assert run(cli, "tidy_downloads.py", "Downloads", "--yes") == "Nothing to tidy.\n"


def test_the_last_run_in_a_folder_is_taken_back_unless_things_changed(cli: Cli, downloads: Path) -> None:
    run(cli, "tidy_downloads.py", "Downloads", "--yes")
    assert "success  tidy" in run(cli, "undo_last.py", "Downloads")
    assert names(downloads) == AFTER
    (downloads / "Pictures" / "cat.jpg").write_text("another cat", "utf-8")
    assert "Left as it is" in run(cli, "undo_last.py", "Downloads", "--undo", code=WorldDrifted.exit_code)
    assert names(downloads) == AFTER


def test_what_was_tidied_is_put_back(cli: Cli, downloads: Path) -> None:
    run(cli, "tidy_downloads.py", "Downloads", "--yes")
    assert "Taken back" in run(cli, "undo_last.py", "Downloads", "--undo")
    assert names(downloads) == BEFORE
    assert "undone" in run(cli, "undo_last.py", "Downloads")


def test_a_backup_has_the_date_and_the_newest_seven_are_kept(cli: Cli) -> None:
    cli.write("home/notes/a.txt", "alpha")
    for day in range(1, 9):
        cli.write(f"home/backups/notes-2020-01-0{day}.zip", "")
    told = run(cli, "nightly_backup.py", "notes", "backups")
    today = f"notes-{date.today().isoformat()}.zip"
    assert "2 old backups to the trash" in told
    assert names(cli.home / "backups") == [*(f"notes-2020-01-0{day}.zip" for day in range(3, 9)), today]
    assert "is there already" in run(cli, "nightly_backup.py", "notes", "backups")


def test_a_reviewed_plan_is_run_once_as_it_was_written(cli: Cli) -> None:
    sentence = "create a folder site and put index.html in it saying hello"
    told = run(cli, "reviewed_plan.py", "plan", sentence, "plan.json")
    assert "low  files.write_file" in told
    assert not (cli.home / "site").exists()
    plan = cli.home / "plan.json"
    kept = plan.read_text("utf-8")
    plan.write_text(kept.replace('"hello"', '"hullo"'), "utf-8")
    run(cli, "reviewed_plan.py", "apply", "plan.json", code=SavedPlanError.exit_code)
    plan.write_text(kept, "utf-8")
    assert run(cli, "reviewed_plan.py", "apply", "plan.json").startswith("success")
    assert (cli.home / "site" / "index.html").read_text("utf-8") == "hello"
    run(cli, "reviewed_plan.py", "apply", "plan.json", code=WorldDrifted.exit_code)


def test_a_form_in_a_page_is_filled_in_and_sent(cli: Cli) -> None:
    told = run(cli, "signed_up.py", "Ann Lee", "ann@example.com")
    assert "Welcome, Ann Lee" in told
    assert "ann@example.com, with news" in told


def test_there_are_five_and_each_says_what_it_shows_and_how_to_run_it() -> None:
    assert len(PROGRAMS) >= 5
    for program in PROGRAMS:
        said = ast.get_docstring(ast.parse(program.read_text("utf-8"))) or ""
        assert "Shows:" in said, program.name
        assert f"python examples/{program.name}" in said, program.name
        assert program.name in Path(__file__).read_text("utf-8"), program.name
