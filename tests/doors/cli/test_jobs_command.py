"""Jobs at the command line: shown with their next times, approved when they are made, listed and changed."""

from __future__ import annotations

import json

import pytest

from doors.cli.command import QuickCli
from goalwright.contracts.job_ports import Firing
from goalwright.contracts.job_views import JobView
from goalwright.contracts.jobs import Job, Routine
from goalwright.doors.cli.job_view import firing_lines
from goalwright.doors.cli.moments import moment_text

DAILY = "every day at 22:00 copy notes.txt to kept.txt"
RISKY = "every day at 22:00 delete notes.txt"
ROUTINE = "when I say tidy up, create a folder kept"


def made(quick: QuickCli, *arguments: str) -> str:
    """The id of the job that a command makes."""
    found = quick(*arguments, "--json")
    assert found.code == 0, found.out
    return str(found.document["job_id"])


def with_notes(quick: QuickCli) -> QuickCli:
    (quick.folder / "notes.txt").write_text("hello")
    return quick


def test_a_job_is_shown_with_its_next_times_and_its_plan_and_says_that_no_service_runs(quick: QuickCli) -> None:
    found = with_notes(quick)(DAILY)
    assert found.code == 0
    assert found.out.startswith("Made job ")
    assert "When:   every day at 22:00" in found.err
    assert found.err.count(" at 22:00\n") == 4  # the rule, and three times
    assert "copy notes.txt to kept.txt" in found.err
    assert "No service is running" in found.err
    assert "`goalwright serve`" in found.err
    assert not (quick.folder / "kept.txt").exists()


def test_a_job_is_only_shown_by_a_dry_run_and_by_plan(quick: QuickCli) -> None:
    for command in ((DAILY, "--dry-run"), ("plan", DAILY), ("interpret", DAILY)):
        found = with_notes(quick)(*command)
        assert (found.code, "every day at 22:00" in found.out) == (0, True)
    assert quick("jobs", "--json").document == {"jobs": [], "has_service": False}
    assert quick("plan", DAILY, "--json").document["when"]["rule"] == "FREQ=DAILY"


def test_high_risk_is_listed_and_approved_when_the_job_is_made(quick: QuickCli) -> None:
    refused = with_notes(quick)(RISKY)
    assert refused.code == 6
    assert "Risk:   delete" in refused.err
    assert "--ask-then" in refused.err.splitlines()[-1]
    assert quick("jobs", "--json").document["jobs"] == []
    assert quick(RISKY, "--yes", "--json").document["ask_then"] is False
    for command in ((RISKY, "--ask-then"), (f"{RISKY} but ask me then",)):
        assert quick(*command, "--json").document["ask_then"] is True
    assert (quick.folder / "notes.txt").exists()


def test_jobs_are_listed_shown_paused_resumed_run_and_removed(quick: QuickCli) -> None:
    job = made(with_notes(quick), DAILY)
    assert DAILY in quick("jobs").out
    assert "every day at 22:00" in quick("jobs", "show", job).out
    assert quick("jobs", "pause", job, "--json").document["state"] == "paused"
    assert quick("jobs", "resume", job, "--json").document["state"] == "active"
    assert quick("jobs", "run", job).code == 0
    assert (quick.folder / "kept.txt").read_text() == "hello"
    assert len(quick("jobs", "show", job, "--json").document["firings"]) == 1
    assert quick("jobs", "remove", job).out == f"Job {job} is removed; the runs that it began stay\n"
    assert quick("jobs").out.startswith("There are no jobs")


def test_a_routine_is_done_when_its_words_are_said_and_needs_no_service(quick: QuickCli) -> None:
    found = quick(ROUTINE)
    assert (found.code, "service" in found.err) == (0, False)
    assert quick("Tidy up!", "--dry-run").code == 0
    assert not (quick.folder / "kept").exists()
    assert quick("tidy up").code == 0
    assert (quick.folder / "kept").is_dir()


def test_a_job_about_files_acts_on_the_file_it_is_run_with(quick: QuickCli) -> None:
    (quick.folder / "inbox").mkdir()
    (quick.folder / "done").mkdir()
    job = made(quick, "when a txt file lands in inbox move it to done")
    (quick.folder / "inbox" / "a.txt").write_text("a")
    quick("jobs", "run", job).require_one_line(6, "say which file")
    assert quick("jobs", "run", job, "--file", "inbox/a.txt").code == 0
    assert (quick.folder / "done" / "a.txt").read_text() == "a"


def test_goals_as_data_make_a_job(quick: QuickCli) -> None:
    goals = [{"domain": "file", "verb": "create", "params": {"path": "made.txt"}}]
    order = {"when": {"kind": "moment", "at": "2999-01-01T08:00:00", "zone": "Europe/Berlin"}, "goals": goals}
    found = quick("jobs", "add", "--goals", "-", "--json", stdin=json.dumps(order)).document
    assert (found["when"]["kind"], found["goals"]) == ("moment", goals)
    for broken in ("{", "[]", '{"when": {"kind": "week"}, "text": "open gmail"}', '{"text": "open gmail"}'):
        quick("jobs", "add", "--goals", "-", stdin=broken).require_one_line(2, "standard input")


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("jobs", "list", "abc"), 2, ("takes no name",)),
        (("jobs", "add"), 2, ("needs a sentence",)),
        (("jobs", "show"), 2, ("needs the id",)),
        (("jobs", "show", "nothing"), 2, ("nothing",)),
        (("jobs", "pause", "abc", "--goals", "-"), 2, ("`jobs add` only",)),
        (("jobs", "show", "abc", "--file", "a"), 2, ("`jobs run` only",)),
        (("jobs", "add", "open gmail"), 3, ("neither when nor how often",)),
        (("jobs", "add", "every day at 9 frobnicate the wug"), 3, ("frobnicate the wug",)),
        (("when a pdf lands in nowhere move it to kept",), 6, ("no folder", "nowhere")),
        (("on 2020-01-01 mute the sound",), 3, ("passed",)),
    ],
)
def test_what_makes_no_job_is_told_in_one_line(
    quick: QuickCli, arguments: tuple[str, ...], code: int, words: tuple[str, ...]
) -> None:
    quick(*arguments).require_one_line(code, *words)
    assert quick("jobs", "--json").document["jobs"] == []


def test_sentences_about_jobs_list_and_change_them(quick: QuickCli) -> None:
    job = made(with_notes(quick), DAILY)
    other = made(quick, "every friday at 9 open example.com")
    for sentence in ("list my jobs", "show me all my jobs", "what jobs do I have"):
        assert {job, other} <= set(quick(sentence).out.split()), sentence
    assert quick("pause the job about kept.txt", "--json").document["job_id"] == job
    assert quick(f"resume job {job}", "--json").document["state"] == "active"
    assert quick("pause all my jobs").out.count("rests until it is resumed") == 2
    quick("remove the job about every").require_one_line(6, job, other)
    quick("remove all jobs").require_one_line(6, "--yes")
    assert quick("cancel the job about example.com").code == 0
    assert quick("remove all jobs", "--yes").code == 0
    assert quick("jobs", "--json").document["jobs"] == []


def test_what_was_never_due_is_shown_with_the_time_at_which_it_was_done() -> None:
    job = Job(job_id="j1", trigger=Routine(words=("tidy up",)), cwd="/tmp", text="create a folder kept")
    timed = Firing(job_id="j1", key="at-1", run_id="run-1", due=1_795_000_000.0, at=1_795_000_060.0)
    arrived = Firing(job_id="j1", key="file-1", run_id="run-2", due=0.0, at=1_795_000_060.0)
    lines = [str(line) for line in firing_lines(JobView(job=job, state="active", firings=(timed, arrived)))]
    assert not any("1970" in line for line in lines)
    assert any(moment_text(arrived.at) in line for line in lines)
    assert any(moment_text(timed.due) in line for line in lines)
