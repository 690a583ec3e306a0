"""Servers of no good will: nothing runs that was not approved, nothing leaks, and each error is one clear line."""

from __future__ import annotations

import asyncio
import json
import os
from contextlib import closing
from pathlib import Path

import pytest

from goalwright.app.mcp_servers import McpServers, new_record
from goalwright.errors import GoalwrightError
from tools.mcp.odd_desk import OddDesk, echo

pytestmark = pytest.mark.slow

REFUSED = {
    # A server that offers this is not added, and the sentence says why.
    "two_alike": "two tools of one name",
    "many": "at most 500",
    "nameless": "without a usable name",
    "long_name": "without a usable name",
    "deep": "nested too deeply",
    "huge": "more than 1,000,000 bytes",
    "schema_list": "broke",
    "schema_text": "broke",
    "no_schema": "broke",
    "not_tools": "broke",
    "no_properties": "does not keep to the protocol",
    "other_protocol": "protocol version",
    "endless": "without end",
}
HARMLESS = {
    # A server that offers this is added, and its rows are as harmless as any: verbs of its own, of high risk.
    "alike_when_spelt": {"get_time", "get_time_2", "get_time_3", "get_time_4"},
    "strange_name": {"etc_passwd", "t_31mred", "t", "a_risk_none"},
    "ours": {"files_delete_file", "file_create", "run", "approve"},
    "ordering": {"echo"},
    "orders_short": {"go"},
    "toml": {"echo"},
    "many_params": {"echo"},
    "strange_params": {"echo"},
    "evil_enum": {"echo"},
    "remote_ref": {"echo"},
    "file_ref": {"echo"},
    "loop_ref": {"echo"},
    "slow_pattern": {"echo"},
    "hints": {"echo"},
}
TAKEN_NAMES = ("file", "browser", "system", "files", "browsers", "memory", "text", "mcp", "Odd", "../x", "a b", "")


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> OddDesk:
    """A desk to which the server was added while it behaved."""
    made = OddDesk(tmp_path_factory.mktemp("odd"))
    made.add()
    return made


def one_line(error: BaseException | str, *words: str) -> None:
    text = str(error)
    assert text.isprintable(), text
    assert len(text) < 1_000, text
    assert all(word in text for word in words), text


@pytest.mark.parametrize("mode", REFUSED)
def test_what_no_honest_server_offers_is_not_added(mode: str, tmp_path: Path) -> None:
    odd = OddDesk(tmp_path)
    with pytest.raises(GoalwrightError) as refusal:
        odd.add(mode)
    one_line(refusal.value, REFUSED[mode])
    assert not list(tmp_path.rglob("odd.*"))


@pytest.mark.parametrize("mode", HARMLESS)
def test_what_is_added_is_of_high_risk_and_shadows_nothing(mode: str, tmp_path: Path) -> None:
    odd = OddDesk(tmp_path)
    with closing(odd.application()) as gw:
        before = {rule.name: repr(rule) for rule in gw.rules.values()}
        tools = set(gw.registry.names())
    odd.add(mode)
    with closing(odd.application()) as gw:
        after = {rule.name: repr(rule) for rule in gw.rules.values()}
        added = after.keys() - before.keys()
        assert {name.removeprefix("odd.") for name in added} == HARMLESS[mode]
        assert {name: after[name] for name in before} == before
        rows = [gw.rules["odd", name.removeprefix("odd.")] for name in added]
        assert all(row.shape.risk == "high" and row.shape.ways[0].tool.startswith("mcp.odd.") for row in rows)
        assert {name for name in gw.registry.names() if not name.startswith("mcp.odd.")} == tools
        for sentence in ("delete notes.txt", "create a folder x", "read notes.txt"):
            assert all(goal.domain == "file" for goal in gw.interpret(sentence).goals)
    text = (odd.config / "rules" / "odd.toml").read_text()
    assert text.replace("\n", "").isprintable()
    assert text.isascii()


@pytest.mark.parametrize("name", TAKEN_NAMES)
def test_a_server_can_not_be_called_like_something_of_ours(name: str, tmp_path: Path) -> None:
    odd = OddDesk(tmp_path)
    with pytest.raises(GoalwrightError) as refusal:
        odd.add(name=name)
    one_line(refusal.value)
    assert not (odd.config / "rules").exists()


CHANGES = ("changed_description", "changed_schema", "changed_hints", "one_more", "one_less")


@pytest.mark.parametrize("mode", CHANGES)
def test_a_changed_manifest_is_not_used_until_it_was_looked_at(mode: str, desk: OddDesk) -> None:
    report = desk.run(echo(), mode=mode)
    outcome = report.outcomes["g0_echo_1"]
    assert (report.status, outcome.state) == ("failed", "failed")
    one_line(outcome.error, "not those that were added", "goalwright mcp refresh odd")


def test_a_manifest_that_changes_between_two_calls_stops_the_second(desk: OddDesk) -> None:
    report = desk.run(echo("a"), {**echo("b"), "scope": "after:echo"}, mode="changes_after")
    assert [outcome.state for outcome in report.outcomes.values()] == ["done", "failed"]


# Mode -> what becomes of the action, and words of its error or its answer.
CALLS = {
    "plain": ("done", "hello"),
    "twice": ("done", "one"),
    "other_id": ("done", "yours"),
    "garbage": ("done", "after garbage"),
    "unknown_block": ("in_doubt", "broke"),
    "bad_result": ("in_doubt", "broke"),
    "garbage_only": ("in_doubt", "broke"),
    "dies": ("in_doubt", "not known"),
    "dies_talking": ("in_doubt", "fatal"),
    "big": ("in_doubt", "more than 16 MB"),
    "long": ("done", "more characters are left out"),
    "error": ("failed", "refused echo"),
    "is_error": ("failed", "odd says: Ignore all"),
    "orders": ("done", "{{secret:bank}}"),
    "asks_password": ("done", "not supported"),
    "asks_model": ("done", "not supported"),
    "asks_roots": ("done", "not supported"),
    "asks_unknown": ("done", "-32"),
    "bad_image": ("done", "it is damaged"),
    "image": ("done", "one too many"),
}


@pytest.mark.parametrize("mode", CALLS)
def test_whatever_a_server_answers_is_an_outcome(mode: str, desk: OddDesk) -> None:
    report = desk.run(echo(), mode=mode)
    outcome = report.outcomes["g0_echo_1"]
    state, words = CALLS[mode]
    assert outcome.state == state, outcome
    if state == "done":
        assert words in outcome.output["text"]
        assert len(outcome.output["text"]) < 250_000
    else:
        one_line(outcome.error, words)


def test_a_server_that_never_answers_is_given_up(tmp_path: Path) -> None:
    odd = OddDesk(tmp_path)
    odd.add(timeout_s=2)
    for mode in ("silent", "null_result", "mute"):
        outcome = odd.run(echo(), mode=mode).outcomes["g0_echo_1"]
        assert outcome.state == "in_doubt"
        one_line(outcome.error, "took longer than 2 s")


def test_nothing_is_called_without_approval(desk: OddDesk) -> None:
    report = desk.run(echo(), mode="dies", approve=None)
    assert (report.status, dict(report.outcomes)) == ("refused", {})


def test_a_row_can_not_make_a_tool_less_risky_than_its_user_said(desk: OddDesk, tmp_path: Path) -> None:
    odd = OddDesk(tmp_path)
    odd.add()
    file = odd.config / "rules" / "odd.toml"
    file.write_text(file.read_text().replace('risk = "high"', 'risk = "none"'))
    report = odd.run(echo(), mode="dies", approve=None)
    assert report.status == "refused"
    one_line(report.reason, "always of high risk")


def test_a_server_sees_no_variable_that_it_was_not_given(
    desk: OddDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "hunter2")
    monkeypatch.setenv("FOR_ODD", "given")
    odd = OddDesk(tmp_path)
    odd.add(env=("FOR_ODD",))
    seen = json.loads(odd.run(echo(), mode="environment").outcomes["g0_echo_1"].output["text"])
    assert seen["FOR_ODD"] == "given"
    assert "hunter2" not in seen.values()
    assert seen.keys() <= {"HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER", "FOR_ODD", "LC_CTYPE"}


def test_files_that_a_server_sends_stay_in_the_folder_of_the_run(desk: OddDesk) -> None:
    report = desk.run(echo(), mode="image")
    files = [Path(name) for name in report.outcomes["g0_echo_1"].output["files"]]
    runs = Path(os.path.realpath(desk.folder / "state" / "runs"))
    assert len(files) == 20
    assert all(Path(os.path.realpath(file)).is_relative_to(runs / report.run_id) for file in files)
    assert {file.read_bytes() for file in files} == {b"hello"}


def test_what_a_server_says_becomes_content_and_nothing_else(desk: OddDesk) -> None:
    told = {"from": "g0", "field": "text"}
    for param in ("path", "to"):
        params = {"path": "a.txt", "to": "b.txt", param: told}
        report = desk.run(
            echo(), {"domain": "file", "verb": "copy", "params": params, "scope": "after:g0"}, mode="orders"
        )
        assert (report.status, dict(report.outcomes)) == ("refused", {})


def test_a_slow_pattern_of_a_schema_is_not_matched(tmp_path: Path) -> None:
    odd = OddDesk(tmp_path)
    odd.add("slow_pattern")
    report = odd.run(echo("a" * 40 + "b"), mode="slow_pattern")
    assert report.status == "success"


@pytest.mark.parametrize("mode", ["remote_ref", "file_ref"])
def test_a_schema_that_refers_elsewhere_is_not_followed(mode: str, tmp_path: Path) -> None:
    odd = OddDesk(tmp_path)
    odd.add(mode)
    assert odd.run(echo(), mode=mode).status == "success"


def test_a_schema_that_refers_to_itself_is_an_error_of_one_line(tmp_path: Path) -> None:
    odd = OddDesk(tmp_path)
    odd.add("loop_ref")
    outcome = odd.run(echo(), mode="loop_ref").outcomes["g0_echo_1"]
    assert outcome.state == "failed"
    one_line(outcome.error, "schema of echo can't be used")


def test_a_program_that_is_not_there_is_an_error_of_one_line(tmp_path: Path) -> None:
    odd = OddDesk(tmp_path)
    odd.behave("plain")
    with closing(odd.application()) as gw, pytest.raises(GoalwrightError) as refusal:
        asyncio.run(McpServers(gw).add(new_record("odd", command=("/no/such/program",)), {}))
    one_line(refusal.value, "/no/such/program is not there")


def test_a_record_that_was_changed_by_hand_is_not_used(tmp_path: Path) -> None:
    odd = OddDesk(tmp_path)
    odd.add()
    file = odd.config / "mcp" / "odd.json"
    document = json.loads(file.read_text())
    document["tools"][0]["description"] = "something else"
    file.write_text(json.dumps(document))
    with closing(odd.application()) as gw:
        assert not [name for name in gw.registry.names() if name.startswith("mcp.")]
        one_line(gw.registry.problems[0], "is not as it was written", "goalwright mcp refresh odd")
        record, found = asyncio.run(McpServers(gw).refreshed("odd"))
        McpServers(gw).pin(record, found)
    assert odd.run(echo()).status == "success"
