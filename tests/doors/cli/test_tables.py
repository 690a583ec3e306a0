"""`goalwright rules`, `tools` and `validate`."""

from __future__ import annotations

import json
import re

import pytest

from doors.cli.command import QuickCli

STEP = {"step_id": "step_1", "tool": "get_time", "description": "d", "args": {}, "depends_on": [], "deliverable": "x"}
JOT = """
[jot]
intent = "file_operation"
description_template = "jot:{text}"
required_params = ["text"]
params.text = { type = "content" }
kind = "event"
tool = "files.append_file"
args = { path = "~/notes.txt", content = "{text}" }
expected_effect = "jotted"
examples = [{ params = { text = "milk" }, description = "jot:milk" }]

[sites.intranet]
host = "intranet.example"
"""


def test_rules_are_listed_one_a_line(quick: QuickCli) -> None:
    lines = quick("rules").out.splitlines()
    assert any(
        re.fullmatch(r"browser\.search +low +search for hello +query, platform=google, selector\?", line)
        for line in lines
    )
    assert len(lines) > 75
    assert all(line == line.rstrip() for line in lines)


def test_a_domain_or_a_verb_can_be_chosen(quick: QuickCli) -> None:
    assert {row["domain"] for row in quick("rules", "audio", "--json").document["rules"]} == {"audio"}
    assert [row["name"] for row in quick("rules", "audio.mute", "--json").document["rules"]] == ["audio.mute"]
    shown = quick("rules", "browser.wait").out
    assert "choice (attached, detached, visible, hidden) = visible" in shown
    assert "When seconds is given:" in shown
    assert '{"domain": "browser", "verb": "wait", "params": {"seconds": 2}}' in shown


def test_rules_as_json_have_the_fields_of_the_row(quick: QuickCli) -> None:
    (row,) = quick("rules", "file.create", "--json").document["rules"]
    assert row["intent"] == "file_operation"
    assert row["required_params"] == ["path", "object_type"]
    assert row["register"].startswith("file:{path}")
    assert row["variants"][0]["when"] == {"object_type": "folder"}
    assert row["variants"][0]["ways"][0]["tool"] == "files.create_folder"


def test_rules_say_what_the_risk_depends_on(quick: QuickCli) -> None:
    (row,) = quick("rules", "file.write", "--json").document["rules"]
    assert (row["risk"], row["risk_if"]) == ("high", {"file:{path} = absent": "low"})
    assert "risk     high; low if file:{path} = absent" in quick("rules", "file.write").out


@pytest.mark.parametrize(("name", "near"), [("browser.clik", "browser.click"), ("broswer", "browser"), ("zzz", "see")])
def test_unknown_rows_are_usage_errors_with_the_nearest_name(quick: QuickCli, name: str, near: str) -> None:
    quick("rules", name).require_one_line(2, repr(name), near)


def test_words_are_tables_too(quick: QuickCli) -> None:
    document = quick("rules", "--sites", "--platforms", "--json").document
    assert document.keys() == {"sites", "platforms"}
    assert len(document["sites"]) >= 100
    assert len(document["platforms"]) >= 40
    assert "youtube.com" in quick("rules", "--sites").out
    assert "https://youtube.com/results?search_query={query}" in quick("rules", "--platforms").out


def test_rules_of_the_user_are_listed_and_planned(quick: QuickCli) -> None:
    (quick.rules / "notes.toml").write_text(JOT)
    assert "notes.jot" in quick("rules").out
    assert quick("rules", "notes.jot", "--json").document["rules"][0]["file"] == "notes.toml"
    assert "intranet.example" in quick("rules", "--sites").out
    goals = {"goals": [{"domain": "notes", "verb": "jot", "params": {"text": "milk"}}]}
    outcome = quick("plan", "--goals", "-", stdin=json.dumps(goals))
    assert outcome.code == 0, outcome
    assert "files.append_file" in outcome.out


@pytest.mark.parametrize("command", [("rules",), ("plan", "--goals", "-")], ids=["rules", "plan"])
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[jot]\nkind = 3\n", ("notes.toml", "row jot", "intent", "is missing; add")),
        (JOT.replace("files.append_file", "Not A Tool"), ("notes.toml", "row jot", "tool")),
        (JOT.replace('kind = "event"', 'kind = "evnt"'), ("notes.toml", "row jot", "kind", "event")),
        ("[jot\n", ("notes.toml", "is not TOML", "correct that line")),
        ("[sites.x]\n", ("notes.toml", "host")),
    ],
    ids=["form", "tool", "kind", "toml", "site"],
)
def test_a_mistake_in_a_rule_file_is_one_line_with_file_row_field_and_remedy(
    quick: QuickCli, command: tuple[str, ...], text: str, words: tuple[str, ...]
) -> None:
    (quick.rules / "notes.toml").write_text(text)
    goals = '{"goals": [{"domain": "audio", "verb": "mute"}]}'
    quick(*command, stdin=goals).require_one_line(2, *words)


def test_a_mistake_in_a_rule_file_is_one_document_if_json_is_asked_for(quick: QuickCli) -> None:
    (quick.rules / "notes.toml").write_text("[jot]\nkind = 3\n")
    error = quick("rules", "--json")
    assert (error.code, error.err) == (2, "")
    assert error.document["error"].keys() >= {
        "kind",
        "message",
        "exit_code",
        "file",
        "row",
        "field",
        "problem",
        "remedy",
    }


def test_binary_rule_files_are_one_line(quick: QuickCli) -> None:
    (quick.rules / "notes.toml").write_bytes(b"\xff\xfe\x00")
    quick("rules").require_one_line(2, "notes.toml", "UTF-8")


def test_tools_are_listed_in_declared_order(quick: QuickCli) -> None:
    document = quick("tools", "--json").document
    names = [tool["name"] for tool in document["tools"]]
    assert names[:2] == ["browsers.navigate", "browsers.launch"]
    assert document["tools"][0].keys() >= {"can_achieve", "requires", "effects", "risk", "reversible", "platforms"}
    lines = quick("tools").out.splitlines()
    assert [line.split()[0] for line in lines[1 : len(names) + 1]] == names
    assert re.fullmatch(r"108 tools, \d+ of them usable here", lines[-1])


def test_a_valid_plan_is_said_to_be_valid(quick: QuickCli) -> None:
    (quick.folder / "plan.json").write_text(json.dumps({"goal": "g", "steps": [STEP]}))
    assert quick("validate", "plan.json").out == "plan.json: valid, 1 step\n"
    assert quick("validate", "plan.json", "--json").document == {"valid": True, "goal": "g", "steps": [STEP]}
    quick("validate", "plan.json", "--count", "2").require_one_line(2, "steps", "1 step", "2 were asked")
    quick("validate", "plan.json", "--tools", "a, echo_tool").require_one_line(2, "steps[0].tool", "get_time")
    assert quick("validate", "plan.json", "--tools", "a,get_time").code == 0


@pytest.mark.parametrize("arguments", [("--tools", ""), ("--tools", "a,,b"), ("--count", "0"), ("--count", "many")])
def test_wrong_options_of_validate_are_usage_errors(quick: QuickCli, arguments: tuple[str, str]) -> None:
    quick("validate", "-", *arguments).require_one_line(2, arguments[0])


def test_violations_are_all_in_the_json(quick: QuickCli) -> None:
    outcome = quick("validate", "-", "--json", stdin=json.dumps({"goal": 1, "steps": [{}], "more": 0}))
    assert outcome.code == 2
    assert len(outcome.document["error"]["violations"]) == 8
