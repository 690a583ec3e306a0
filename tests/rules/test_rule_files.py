"""Users' rule files: what they add and replace, and every mistake that can be made in one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goalwright import PLANNER_RULES, Goal, GoalPlanner, ToolCapability, ToolRegistry, WorldState
from goalwright.errors import ContractViolation, RuleFileError
from goalwright.rules import RuleBook, as_rule_book, load_rules
from goalwright.rules.loader import MAX_FILE_BYTES, user_rows
from goalwright.rules.words_loader import load_vocabulary
from rules.row_files import ACHIEVE, DROP, GOOD, Row, changed, toml, write

WORDS = load_vocabulary()
DIGITS_LIMIT = 4_300


def plan_of(rules: RuleBook, domain: str, verb: str, tools: list[ToolCapability] | None = None, **params: Any) -> Any:
    world = WorldState(browser_running=True)
    result = GoalPlanner(rules).plan(Goal(domain=domain, verb=verb, params=params), world, tools)
    assert result.plan is not None, result.reason
    return result.plan.actions[-1]


def test_no_folder_or_an_empty_one_leaves_the_built_in_rows(tmp_path: Path) -> None:
    assert load_rules(None) is PLANNER_RULES
    assert load_rules(tmp_path) is PLANNER_RULES
    assert load_rules(tmp_path / "missing") is PLANNER_RULES


def test_a_file_adds_a_domain_named_after_it(tmp_path: Path) -> None:
    rules = load_rules(write(tmp_path, {"stamp": GOOD}, "front-desk.toml"))
    assert set(rules) - set(PLANNER_RULES) == {("front_desk", "stamp")}
    assert set(PLANNER_RULES) <= set(rules)
    action = plan_of(rules, "front_desk", "stamp", path="a.txt")
    assert (action.description, action.args["label"]) == ("stamp:a.txt:plain", "plain x 1")
    assert (action.rule, action.expected_effect) == ("front_desk.stamp", "stamped:a.txt")


def test_a_new_verb_of_an_existing_tool_plans_without_code(tmp_path: Path) -> None:
    row = {
        "intent": "window_management",
        "description_template": "tile_left:{target}",
        "required_params": ["target"],
        "params": {"target": {"type": "target"}},
        "kind": "event",
        "register": "active",
        "tool": "system.window.snap_left",
        "expected_effect": "tiled",
        "examples": [{"params": {"target": "notes"}, "description": "tile_left:notes"}],
    }
    rules = load_rules(write(tmp_path, {"domain": "window", "tile": row}, "mine.toml"))
    tools = ToolRegistry.default().serving(rules.own_capabilities()).capabilities()
    action = plan_of(rules, "window", "tile", tools, target="notes")
    assert (action.tool, action.args) == ("system.window.snap_left", {"target": "notes"})
    assert plan_of(rules, "window", "snap", tools, direction="left").tool == "system.window.snap_left"


def test_a_row_replaces_the_built_in_one_of_its_name(tmp_path: Path) -> None:
    row = {
        "intent": "system_control",
        "description_template": "hush",
        "kind": "achieve",
        "register": "sound",
        "value": ["muted"],
        "tool": "system.audio.mute",
        "expected_effect": "silence",
        "examples": [{"params": {}, "description": "hush"}],
    }
    rules = load_rules(write(tmp_path, {"mute": row}, "audio.toml"))
    assert list(rules) == list(PLANNER_RULES)
    assert plan_of(rules, "audio", "mute").description == "hush"
    assert PLANNER_RULES["audio", "mute"]["description_template"] == "mute"


def test_later_files_win_in_the_order_of_their_names(tmp_path: Path) -> None:
    for name, effect in (("b.toml", "second"), ("a.toml", "first"), ("ignored.txt", "neither")):
        write(tmp_path, {"domain": "desk", "stamp": changed(GOOD, {"expected_effect": effect})}, name)
    assert load_rules(tmp_path)["desk", "stamp"]["expected_effect"] == "second"


def test_words_are_added_and_rows_may_use_them_in_the_same_folder(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "sites": {"team wiki": {"host": "wiki.example", "aliases": ["tw"]}},
            "platforms": {"team wiki": {"site": "team wiki", "search": "https://wiki.example/find?q={query}"}},
        },
        "My words, 2nd edition.toml",
    )
    search = {
        "intent": "browser_control",
        "description_template": "look_up:{query} on {platform}",
        "required_params": ["query"],
        "default_params": {"platform": "tw"},
        "params": {"query": {"type": "line"}, "platform": {"type": "platform"}},
        "derive": {"url": "search_url"},
        "kind": "achieve",
        "register": "page",
        "value": ["{url}"],
        "writes": ["browser = running"],
        "tool": "browsers.navigate",
        "args": {"url": "{url}"},
        "expected_effect": "found",
        "examples": [{"params": {"query": "holidays"}, "description": "look_up:holidays on tw"}],
    }
    rules = load_rules(write(tmp_path, {"look_up": search}, "desk.toml"))
    assert plan_of(rules, "desk", "look_up", query="a b").args == {"url": "https://wiki.example/find?q=a%20b"}
    assert plan_of(rules, "browser", "navigate", url="TW").args == {"url": "https://wiki.example"}
    assert plan_of(rules, "browser", "search", query="x", platform="team wiki").args["url"].endswith("?q=x")


def test_a_byte_order_mark_and_windows_line_ends_are_fine(tmp_path: Path) -> None:
    text = f'\ufeffdomain = "desk"\r\nstamp = {toml(GOOD)}\r\n'
    (tmp_path / "notes.toml").write_bytes(text.encode())
    assert ("desk", "stamp") in load_rules(tmp_path)


# -- mistakes ---------------------------------------------------------------------------------------------------------


def one_line(error: RuleFileError) -> None:
    message = str(error)
    assert len(message.splitlines()) == 1
    assert message.isprintable()
    assert len(message) < 700
    assert error.problem
    assert error.remedy


def refusal(folder: Path) -> RuleFileError:
    """The one-line error that a folder's files lead to; nothing of them is kept."""
    before = (PLANNER_RULES.version, len(PLANNER_RULES))
    with pytest.raises(RuleFileError) as caught:
        load_rules(folder)
    assert (PLANNER_RULES.version, len(PLANNER_RULES)) == before
    one_line(caught.value)
    return caught.value


BAD_FILES = [
    (b"stamp = ", "is not TOML", "correct that line"),
    (b"[stamp]\n[stamp]\n", "is not TOML", "correct that line"),
    (b"[stamp]\nkind = 1\nkind = 2\n", "is not TOML", "correct that line"),
    (b'kind = "\x00"\n', "is not TOML", "correct that line"),
    (b"kind = '\xff\xfe'", "is not UTF-8 text", "save it as UTF-8"),
    ("kind = 'x'".encode("utf-16"), "is not UTF-8 text", "save it as UTF-8"),
    (b"#" * (MAX_FILE_BYTES + 1), "is larger than 1 MB", "split it"),
    (b"x = " + b"[" * 50_000 + b"]" * 50_000, "is nested too deeply", "flatten it"),
    (b"x = " + b"9" * (DIGITS_LIMIT + 1), "thousands of digits", "smaller"),
]


@pytest.mark.parametrize(("content", "problem", "remedy"), BAD_FILES)
def test_a_broken_file_is_named(tmp_path: Path, content: bytes, problem: str, remedy: str) -> None:
    write(tmp_path, {"stamp": GOOD}, "a.toml")
    (tmp_path / "broken.toml").write_bytes(content)
    error = refusal(tmp_path)
    assert (error.file, error.row) == ("broken.toml", "")
    assert problem in error.problem
    assert remedy in error.remedy


def test_what_is_not_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "folder.toml").mkdir()
    assert "is not a file" in refusal(tmp_path).problem


def test_a_pipe_does_not_hang(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    assert "is not a file" in refusal(tmp_path).problem


def test_a_strange_file_name_stays_on_one_line(tmp_path: Path) -> None:
    (tmp_path / "a\nb.toml").write_text("x = ", encoding="utf-8")
    assert refusal(tmp_path).file == r"'a\nb.toml'"


DEEP_KEY = "x" + ".x" * 5_000
WHOLE_FILES: list[tuple[dict[str, Any], str, str, str, str]] = [
    ({"domain": "My Notes", "stamp": GOOD}, "", "domain", "'My Notes'", 'domain = "notes"'),
    ({"domain": 5, "stamp": GOOD}, "", "domain", "is 5", 'domain = "notes"'),
    ({"domain": "ünder"}, "", "domain", "'ünder'", 'domain = "notes"'),
    ({"domain": "a" * 100_000}, "", "domain", "aaa", 'domain = "notes"'),
    ({"stamp": 5}, "stamp", "", "is 5, not a row", "[stamp]"),
    ({"stamp": [GOOD]}, "stamp", "", "not a row", "[stamp]"),
    ({"intent": "file_operation"}, "intent", "", "not a row", "leave it out"),
    ({"Stamp": GOOD}, "Stamp", "", "is not a verb's name", "lower-case"),
    ({"stamp it": GOOD}, "stamp it", "", "is not a verb's name", "lower-case"),
    ({"2stamp": GOOD}, "2stamp", "", "is not a verb's name", "a letter first"),
    ({"_stamp": GOOD}, "_stamp", "", "is not a verb's name", "a letter first"),
    ({"": GOOD}, "''", "", "is not a verb's name", "lower-case"),
    ({"a\nb": GOOD}, r"'a\nb'", "", "is not a verb's name", "lower-case"),
    ({"s" * 100_000: GOOD}, "'sss", "", "is not a verb's name", "lower-case"),
    ({"sites": 3}, "sites", "", "is 3", "[sites.<name>]"),
    ({"stamp": {}}, "stamp", "intent", "is missing", 'intent = "file_operation"'),
]


@pytest.mark.parametrize(("table", "row", "field", "problem", "remedy"), WHOLE_FILES)
def test_a_file_with_a_wrong_frame_is_refused(
    tmp_path: Path, table: dict[str, Any], row: str, field: str, problem: str, remedy: str
) -> None:
    error = refusal(write(tmp_path, table))
    assert (error.file, error.field) == ("desk.toml", field)
    assert error.row.startswith(row)
    assert problem in error.problem
    assert remedy in error.remedy


NAMES = "lower-case letters, digits and underscores"
IN_QUOTES, A_LIST, A_TABLE = "text in quotes", "a list in square brackets", "write a table"

# What is changed in the good row; the row, field, problem and remedy that the error must name.
FORMS: list[tuple[dict[str, Any], str, str, str, str]] = [
    ({"colour": "red"}, "stamp", "colour", "is not a known field", "use one of achieved_by, action_class"),
    ({"a\nb": "red"}, "stamp", r"'a\nb'", "is not a known field", "use one of"),
    ({"x" * 100_000: 1}, "stamp", "'xxx", "is not a known field", "use one of"),
    (
        {"descripton_template": "x"},
        "stamp",
        "descripton_template",
        "is not a known field",
        "write description_template",
    ),
    ({"required_param": []}, "stamp", "required_param", "is not a known field", "write required_params"),
    ({"params.path.tpye": "path"}, "stamp", "params.path.tpye", "is not a known field", "write type"),
    ({"ways.0.need": []}, "stamp", "ways[0].need", "is not a known field", "write needs"),
    ({"examples.0.param": {}}, "stamp", "examples[0].param", "is not a known field", "write params"),
    ({"variants.0.examples": []}, "stamp", "variants[0].examples", "is not a known field", "use one of"),
    ({"intent": DROP}, "stamp", "intent", "is missing", 'add it, such as intent = "file_operation"'),
    ({"description_template": DROP}, "stamp", "description_template", "is missing", "add it, such as"),
    ({"kind": DROP}, "stamp", "kind", "is missing", 'add kind = "achieve"'),
    ({"tool": DROP}, "stamp", "tool", "is missing", 'tool = "files.copy"'),
    ({"expected_effect": DROP}, "stamp", "expected_effect", "is missing", "add it, such as"),
    ({"examples": DROP}, "stamp", "examples", "is missing", "add examples ="),
    ({"params.path.type": DROP}, "stamp", "params.path.type", "is missing", 'type = "line"'),
    ({"examples.0.params": DROP}, "stamp", "examples[0].params", "is missing", "add params = {}"),
    ({"examples.0.description": DROP}, "stamp", "examples[0].description", "is missing", "add the description"),
    ({"variants.0.when": DROP}, "stamp", "variants[0].when", "is missing", "when = {"),
    ({"intent": 5}, "stamp", "intent", "is 5", IN_QUOTES),
    ({"intent": "File Operation"}, "stamp", "intent", "'File Operation'", NAMES),
    ({"intent": ""}, "stamp", "intent", "''", NAMES),
    ({"intent": "a\n"}, "stamp", "intent", r"'a\n'", NAMES),
    ({"action_class": "watch"}, "stamp", "action_class", "'watch'", "write 'actuate' or 'observe'"),
    ({"action_class": 5}, "stamp", "action_class", "is 5", "'observe'"),
    ({"kind": "wish"}, "stamp", "kind", "'wish'", "write 'achieve' or 'event'"),
    ({"risk": "deadly"}, "stamp", "risk", "'deadly'", "'none', 'low', 'medium' or 'high'"),
    ({"risk_if": "high"}, "stamp", "risk_if", "'high'", A_TABLE),
    ({"risk_if": {"file:{path}": "deadly"}}, "stamp", "risk_if.file:{path}", "'deadly'", "'medium' or 'high'"),
    ({"risk_if": {" ": "high"}}, "stamp", "risk_if. ", "is empty", "at least one word"),
    ({"description_template": 5}, "stamp", "description_template", "is 5", IN_QUOTES),
    ({"description_template": " "}, "stamp", "description_template", "is empty", "at least one word"),
    ({"description_template": "a\tb"}, "stamp", "description_template", "U+0009", "leave it out"),
    ({"description_template": "a\u202eb"}, "stamp", "description_template", "U+202E", "leave it out"),
    ({"description_template": "x" * 501}, "stamp", "description_template", "501 characters", "at most 500"),
    ({"expected_effect": ["x"]}, "stamp", "expected_effect", "is ['x']", IN_QUOTES),
    ({"expected_effect": "a\x00b"}, "stamp", "expected_effect", "U+0000", "leave it out"),
    ({"main": ["path"]}, "stamp", "main", "is ['path']", IN_QUOTES),
    ({"required_params": "path"}, "stamp", "required_params", "'path'", A_LIST),
    ({"required_params": [1]}, "stamp", "required_params[0]", "is 1", IN_QUOTES),
    ({"required_params": ["Path"]}, "stamp", "required_params[0]", "'Path'", NAMES),
    ({"default_params": ["plain"]}, "stamp", "default_params", "is ['plain']", A_TABLE),
    ({"default_params.mode": ["plain"]}, "stamp", "default_params.mode", "is ['plain']", "true or false"),
    ({"default_params.copies": float("nan")}, "stamp", "default_params.copies", "is nan", "a number"),
    ({"default_params.Mode": "x"}, "stamp", "default_params.Mode", "'Mode'", NAMES),
    ({"allowed_values": ["plain"]}, "stamp", "allowed_values", "is ['plain']", A_TABLE),
    ({"allowed_values.mode": "plain"}, "stamp", "allowed_values.mode", "is 'plain'", A_LIST),
    ({"allowed_values.mode": [1]}, "stamp", "allowed_values.mode[0]", "is 1", IN_QUOTES),
    ({"params": ["path"]}, "stamp", "params", "is ['path']", A_TABLE),
    ({"params.path": "path"}, "stamp", "params.path", "is 'path'", A_TABLE),
    ({"params.path.type": "walrus"}, "stamp", "params.path.type", "'walrus'", "'any', 'app', 'choice'"),
    ({"params.path.type": ["path"]}, "stamp", "params.path.type", "['path']", "'any', 'app', 'choice'"),
    ({"params.copies.min": "1"}, "stamp", "params.copies.min", "'1'", "write a number"),
    ({"params.copies.min": True}, "stamp", "params.copies.min", "is True", "write a number"),
    ({"params.copies.max": float("inf")}, "stamp", "params.copies.max", "is inf", "write a number"),
    ({"params.copies.max": 10**400}, "stamp", "params.copies.max", "is 1000", "at most 15 digits"),
    ({"params.to.into": 5}, "stamp", "params.to.into", "is 5", IN_QUOTES),
    ({"params.to.beside": []}, "stamp", "params.to.beside", "is []", IN_QUOTES),
    ({"inherit": "platform"}, "stamp", "inherit", "'platform'", A_LIST),
    ({"inherit": ["path"]}, "stamp", "inherit[0]", "'path'", "write 'platform'"),
    ({"offers": ["url"]}, "stamp", "offers[0]", "'url'", "write 'platform'"),
    ({"derive": "archive_name"}, "stamp", "derive", "'archive_name'", A_TABLE),
    ({"derive.archive": 5}, "stamp", "derive.archive", "is 5", IN_QUOTES),
    ({"register": ["page"]}, "stamp", "register", "['page']", IN_QUOTES),
    ({"value": "exists"}, "stamp", "value", "'exists'", A_LIST),
    ({"ensure": "dir:{path}"}, "stamp", "ensure", "dir:{path}", A_LIST),
    ({"assume": [5]}, "stamp", "assume[0]", "is 5", IN_QUOTES),
    ({"writes": {"a": "b"}}, "stamp", "writes", "{'a': 'b'}", A_LIST),
    ({"touches": [""]}, "stamp", "touches[0]", "is empty", "at least one word"),
    ({"provides": "yes"}, "stamp", "provides", "'yes'", "true or false"),
    ({"provides": 1}, "stamp", "provides", "is 1", "true or false"),
    ({"tool": 5}, "stamp", "tool", "is 5", IN_QUOTES),
    ({"tool": "Files.Copy"}, "stamp", "tool", "'Files.Copy'", "such as files.copy"),
    ({"tool": "files..copy"}, "stamp", "tool", "'files..copy'", "such as files.copy"),
    ({"tool": "rm -rf /"}, "stamp", "tool", "'rm -rf /'", "such as files.copy"),
    ({"tool": "a" * 121}, "stamp", "tool", "aaa", "such as files.copy"),
    ({"achieved_by": "desk_stamp"}, "stamp", "achieved_by", "'desk_stamp'", A_LIST),
    ({"achieved_by": ["desk.stamp"]}, "stamp", "achieved_by[0]", "'desk.stamp'", NAMES),
    ({"args": ["path"]}, "stamp", "args", "['path']", A_TABLE),
    ({"args.file": 5}, "stamp", "args.file", "is 5", IN_QUOTES),
    ({"args.file": "a\x07"}, "stamp", "args.file", "U+0007", "leave it out"),
    ({"args.File": "x"}, "stamp", "args.File", "'File'", NAMES),
    ({"args_for": {"a b": {}}}, "stamp", "args_for.a b", "'a b'", "such as files.copy"),
    ({"args_for": {"files.copy": "x"}}, "stamp", "args_for.files.copy", "'x'", A_TABLE),
    ({"say": "stamp it"}, "stamp", "say", "'stamp it'", A_LIST),
    ({"say": [5]}, "stamp", "say[0]", "is 5", IN_QUOTES),
    ({"examples": {}}, "stamp", "examples", "is {}", A_LIST),
    ({"examples": []}, "stamp", "examples", "is []", "at least one entry"),
    ({"examples": ["stamp a.txt"]}, "stamp", "examples[0]", "'stamp a.txt'", A_TABLE),
    ({"examples.0.params": []}, "stamp", "examples[0].params", "is []", A_TABLE),
    ({"examples.0.description": 5}, "stamp", "examples[0].description", "is 5", IN_QUOTES),
    ({"examples.0.params.path": [[1]]}, "stamp", "examples[0].params.path", "is [1]", IN_QUOTES),
    ({"ways": {}}, "stamp", "ways", "is {}", A_LIST),
    ({"ways.0": "fast"}, "stamp", "ways[0]", "'fast'", A_TABLE),
    ({"ways.0.tool": "Fast"}, "stamp", "ways[0].tool", "'Fast'", "such as files.copy"),
    ({"variants": {}}, "stamp", "variants", "is {}", A_LIST),
    ({"variants.0.when": {}}, "stamp", "variants[0].when", "is {}", "at least one entry"),
    ({"variants.0.when": {"mode": 1}}, "stamp", "variants[0].when.mode", "is 1", IN_QUOTES),
    ({"variants.0.kind": "wish"}, "stamp", "variants[0].kind", "'wish'", "write 'achieve' or 'event'"),
]

BRACES, MISSING_NAME = "braces that hold no plain name", "which the row does not have"
MAY_BE_MISSING, ONE_REGISTER = "which may be missing", "write it like dir:{path.parent}"
V0, V1 = "stamp.variants[0]", "stamp.variants[1]"

MEANINGS: list[tuple[dict[str, Any], str, str, str, str]] = [
    ({"description_template": "x:{pth}"}, "stamp", "description_template", MISSING_NAME, "use one of app, archive"),
    (
        {"description_template": "x:{to}"},
        "stamp",
        "description_template",
        MAY_BE_MISSING,
        "required, default or derived",
    ),
    ({"description_template": "x:{path"}, "stamp", "description_template", BRACES, "{path}"),
    ({"description_template": "x:path}"}, "stamp", "description_template", BRACES, "{path}"),
    ({"description_template": "{}"}, "stamp", "description_template", BRACES, "{path}"),
    ({"description_template": "{0}"}, "stamp", "description_template", BRACES, "{path}"),
    ({"description_template": "{path!r}"}, "stamp", "description_template", BRACES, "{path}"),
    ({"description_template": "{path:>9999}"}, "stamp", "description_template", BRACES, "{path}"),
    ({"description_template": "{path.__class__}"}, "stamp", "description_template", BRACES, "{path}"),
    ({"description_template": "{path[0]}"}, "stamp", "description_template", BRACES, "{path}"),
    ({"description_template": "{{path}}"}, "stamp", "description_template", BRACES, "{path}"),
    ({"expected_effect": "{nothing}"}, "stamp", "expected_effect", MISSING_NAME, "use one of app, archive"),
    ({"variants.1.expected_effect": "{app}"}, V1, "expected_effect", MAY_BE_MISSING, "required, default"),
    ({"args.file": "{nothing}"}, "stamp", "args.file", MISSING_NAME, "use one of app, archive"),
    ({"args.file": "{to}"}, "stamp", "args.file", MAY_BE_MISSING, "required, default or derived"),
    ({"args.file": "{path.parent}"}, "stamp", "args.file", BRACES, "{path}"),
    ({"args_for": {"t": {"x": "{no}"}}}, "stamp", 'args_for."t".x', MISSING_NAME, "use one of"),
    ({"ways.0.args": {"x": "{no}"}}, "stamp", "args.x", MISSING_NAME, "use one of"),
    ({"main": "paht"}, "stamp", "main", "'paht', which is not a parameter", "use one of app"),
    ({"variants.0.main": "paht"}, V0, "main", "'paht', which is not a parameter", "use one of app"),
    ({"required_params": ["path", "size"]}, "stamp", "required_params", "'size', which has no type", "add params.size"),
    ({"default_params.size": 3}, "stamp", "default_params", "'size', which has no type", "add params.size"),
    ({"default_params.mode": "odd"}, "stamp", "default_params.mode", "must be one of plain, fancy", "write a value"),
    ({"default_params.copies": "two"}, "stamp", "default_params.copies", "must be a number", "write a value"),
    ({"default_params.copies": True}, "stamp", "default_params.copies", "must be a number", "write a value"),
    ({"default_params.copies": 10}, "stamp", "default_params.copies", "must be from 1 to 9", "write a value"),
    ({"default_params.app": ""}, "stamp", "default_params.app", "is empty", "write a value"),
    ({"inherit": ["platform"]}, "stamp", "inherit", "'platform', which has no type", "add params.platform"),
    (
        {"inherit": ["platform"], "params.platform": {"type": "line"}},
        "stamp",
        "params.platform.type",
        "is 'line'",
        "write 'platform'",
    ),
    (
        {"offers": ["platform"], "params.url": {"type": "any"}},
        "stamp",
        "params.url.type",
        "is 'any'",
        "write 'url'",
    ),
    ({"params.pick": {"type": "choice"}}, "stamp", "allowed_values.pick", "is missing", "list the values"),
    ({"allowed_values.mode": []}, "stamp", "allowed_values.mode", "is missing", "list the values"),
    ({"allowed_values.size": ["s"]}, "stamp", "allowed_values.size", "names no parameter", "add params.size"),
    ({"allowed_values.path": ["a"]}, "stamp", "params.path.type", "is 'path', but", "write 'choice'"),
    ({"params.copies.min": 10}, "stamp", "params.copies.min", "is 10, more than max", "write at most 9"),
    ({"params.path.min": 1}, "stamp", "params.path.min", "does not go with the type path", "leave it out"),
    ({"params.app.max": 1}, "stamp", "params.app.max", "does not go with the type app", "leave it out"),
    ({"params.to.into": "nowhere"}, "stamp", "params.to.into", "names 'nowhere'", "use path"),
    ({"params.to.into": "app"}, "stamp", "params.to.into", "names 'app'", "use path"),
    ({"params.to.into": "to"}, "stamp", "params.to.into", "names 'to'", "use path"),
    ({"params.to.beside": "nowhere"}, "stamp", "params.to.beside", "names 'nowhere'", "use path"),
    ({"params.app.into": "path"}, "stamp", "params.app.into", "does not go with the type app", "leave it out"),
    (
        {"params.path.into": "to"},
        "stamp",
        "params.path.into",
        "names 'to'",
        "name another parameter that is a required",
    ),
    ({"derive.archive": "magic"}, "stamp", "derive.archive", "is 'magic'", "use one of archive_folder, archive_name"),
    ({"derive.less": "negative_amount"}, "stamp", "derive.less", "needs the parameter 'amount'", "params.amount"),
    ({"derive.url": "search_url"}, "stamp", "derive.url", "needs the parameter 'query'", "params.query"),
    ({"derive.mode": "archive_name"}, "stamp", "params.mode.type", "archive_name derives it", "write 'path'"),
    ({"derive.what": "object_kind", "args.x": "{what}"}, "stamp", "args.x", MAY_BE_MISSING, "required, default"),
    (
        {"variants.1.derive": {"to": "archive_name"}, "variants.1.when": {"app": "given"}},
        V1,
        "args.to",
        MAY_BE_MISSING,
        "",
    ),
    ({"register": "File:{path}"}, "stamp", "register", "has 'File:{path}'", ONE_REGISTER),
    ({"register": "page; rm"}, "stamp", "register", "has 'page; rm'", ONE_REGISTER),
    ({"register": "file"}, "stamp", "register", "has 'file'", "write file:{path}"),
    ({"register": "file:*"}, "stamp", "register", "has 'file:*'", "write file:{path}"),
    ({"register": "lamp:{path}"}, "stamp", "register", "has 'lamp:{path}'", "write lamp"),
    ({"register": "app"}, "stamp", "register", "has 'app'", "write app:{app} or app:*"),
    ({"register": "page:{path}"}, "stamp", "register", "has 'page:{path}'", "write page or page:*"),
    ({"register": "page:*"}, "stamp", "register", "has 'page:*'", "name one register"),
    ({"register": "volume = 3"}, "stamp", "register", "says 'volume = 3'", "put what it gets into value"),
    ({"register": "file:{no}"}, "stamp", "register", "'no', which the row does not have", "use one of app"),
    ({"register": "file:{to}"}, "stamp", "register", "'to', which may be missing", "make it required"),
    ({"register": "file:{mode}"}, "stamp", "register", "uses 'mode' to name file", "the type path"),
    ({"touches": ["app:{path}"]}, "stamp", "touches", "uses 'path' to name app", "the type app"),
    ({"touches": ["page = unknown"]}, "stamp", "touches", "says 'page = unknown'", "leave out what follows"),
    ({"ensure": ["dir:{path.child}"]}, "stamp", "ensure", "{path.child}", ONE_REGISTER),
    ({"ensure": ["file:{path} = absent"]}, "stamp", "ensure", "= absent", "move it to assume"),
    ({"ensure": ["browser = unknown"]}, "stamp", "ensure", "= unknown", "browser = running"),
    ({"assume": ["active = not {mode}"]}, "stamp", "assume", "= not {mode}", "write what must be so"),
    ({"assume": ["page"]}, "stamp", "assume", "has 'page'", "write browser = running"),
    ({"assume": ["tree:{path} = absent"]}, "stamp", "assume", "tree:{path}", "write dir:{path} = exists"),
    ({"assume": ["file:{path} = open"]}, "stamp", "assume", "= open", "write file:{path} = exists"),
    ({"assume": ["app:* = running"]}, "stamp", "assume", "app:*", "name one register"),
    ({"assume": ["active = x{mode}"]}, "stamp", "assume", "x{mode}", "write {app} alone"),
    ({"assume": ["active = {no}"]}, "stamp", "assume", "'no', which the row does not have", "use one of app"),
    ({"writes": ["page = {mode}"]}, "stamp", "writes", "page = {mode}", "write page = unknown"),
    ({"writes": ["app:* = running"]}, "stamp", "writes", "app:* = running", "write app:* = unknown"),
    ({"writes": ["tree:{path} = exists"]}, "stamp", "writes", "tree:{path}", "write tree:{path} = absent"),
    ({"writes": ["entry:{path} = exists"]}, "stamp", "writes", "entry:{path}", "= like {path}"),
    ({"writes": ["entry:{path} = like path"]}, "stamp", "writes", "like path", "= like {path}"),
    ({"writes": ["entry:{path} = like {mode}"]}, "stamp", "writes", "like {mode}", "= like {path}"),
    ({"writes": ["file:{path} = like {path}"]}, "stamp", "writes", "like {path}", "write file:{path} = exists"),
    ({"writes": ["active = like {path}"]}, "stamp", "writes", "like {path}", "write active = unknown"),
    ({"writes": ["file:{path} = not exists"]}, "stamp", "writes", "not exists", "write file:{path} = exists"),
    ({"ways.0.needs": ["active = {to}"]}, "stamp", "ways.needs", "'to', which may be missing", "make it required"),
    ({"ways.0.needs": ["lamp:x"]}, "stamp", "ways.needs", "lamp:x", ONE_REGISTER),
    ({"risk_if": {"file:{path": "high"}}, "stamp", "risk_if", "file:{path", ONE_REGISTER),
    ({"risk_if": {"file:{no}": "high"}}, "stamp", "risk_if", "'no', which the row does not have", "use one of app"),
    ({"risk_if": {"file:{to}": "high"}}, "stamp", "risk_if", "'to', which may be missing", "make it required"),
    ({"risk_if": {"active = unknown": "high"}}, "stamp", "risk_if", "= unknown", "write what must be so"),
    ({"risk_if": {"page": "high"}}, "stamp", "risk_if", "has 'page'", "write browser = running"),
    ({"risk_if": {"tree:{path}": "high"}}, "stamp", "risk_if", "tree:{path}", "write dir:{path} = exists"),
    ({"risk_if": {"file:{path} = open": "high"}}, "stamp", "risk_if", "= open", "write file:{path} = exists"),
    ({"risk_if": {"volume = loud": "high"}}, "stamp", "risk_if", "which the row does not work on", "name its register"),
    ({"variants.0.risk_if": {"volume": "low"}}, V0, "risk_if", "does not work on", "name its register"),
    ({"value": ["exists"]}, "stamp", "value", "does not go with kind 'event'", "leave it out"),
    ({"provides": True, "variants": []}, "stamp", "provides", "does not go with kind 'event'", "leave it out"),
    ({"variants.0.when": {"colour": "given"}}, V0, "when.colour", "is not a parameter", "use one of app"),
    ({"variants.0.when": {"mode": "odd"}}, V0, "when.mode", "is 'odd'", "use one of fancy, given, plain"),
    ({"variants.0.when": {"copies": "3"}}, V0, "when.copies", "is '3'", "use given"),
    (
        {"variants.0.when": {"mode": "plain"}},
        V0,
        "when.mode",
        "the default, which chooses no variant",
        "in the row itself",
    ),
    (
        {"variants.1.when": {"mode": "fancy"}, "variants.1.args": {}, "variants.1.writes": []},
        V1,
        "when",
        "never reached",
        "before",
    ),
    ({"variants.0.achieved_by": DROP}, V0, "achieved_by", "'desk_stamp' for stamps.fancy", "such as"),
    ({"ways.0.achieved_by": DROP}, "stamp", "achieved_by", "as it does for stamps.fast", "such as"),
    (
        {"examples.0.params.size": 3},
        "stamp",
        "examples[0].params",
        "'size', which is not a parameter",
        "use one of app",
    ),
    ({"examples.0.params.path": 3}, "stamp", "examples[0].params.path", "must be text", "write a value"),
    ({"examples.0.params": {}}, "stamp", "examples[0].params", "lacks 'path'", "every required parameter"),
    (
        {"examples.0.args": {"size": 1}},
        "stamp",
        "examples[0].args",
        "'size', which is not an argument",
        "use one of file",
    ),
]

ACHIEVING: list[tuple[dict[str, Any], str, str, str, str]] = [
    ({"register": DROP}, "stamp", "register", "is missing", "name the register"),
    ({"value": DROP}, "stamp", "value", "is missing", 'such as ["exists"]'),
    ({"value": []}, "stamp", "value", "is missing", 'such as ["exists"]'),
    ({"value": ["{no}"]}, "stamp", "value", "'no', which the row does not have", "use one of level"),
    ({"value": ["{path}"]}, "stamp", "value", "'path', which may be missing", "make it required"),
    ({"value": ["at {level}"]}, "stamp", "value", "'at {level}'", "write {app} alone"),
    ({"value": ["{level"]}, "stamp", "value", "'{level'", "write {app} alone"),
    ({"register": "page"}, "stamp", "value", "['{level}']", '["{url}"]'),
    ({"register": "page", "value": ["{url}"]}, "stamp", "value", "'url', which may be missing", "make it required"),
    (
        {"required_params": ["path", "level"], "register": "entry:{path}"},
        "stamp",
        "register",
        "entry:{path}",
        "write file:{path} or dir:{path}",
    ),
    (
        {"required_params": ["path", "level"], "register": "file:{path}"},
        "stamp",
        "value",
        "begins with '{level}'",
        "begin with exists",
    ),
    (
        {"touches": ["active"], "risk_if": {"active = lamp": "high"}},
        "stamp",
        "risk_if",
        "which the row does not work on",
        "name its register, or one that it ensures",
    ),
    ({"provides": True}, "stamp", "description_template", "'level', which may be missing", "use {path} only"),
    (
        {"provides": True, "value": ["on"], "description_template": "on", "expected_effect": "on"},
        "stamp",
        "provides",
        "the required parameter 'level'",
        "leave it out",
    ),
]


def test_the_rows_that_are_spoilt_here_are_good(tmp_path: Path) -> None:
    rules = load_rules(write(tmp_path, {"stamp": GOOD, "light": ACHIEVE}))
    assert plan_of(rules, "desk", "stamp", path="a.txt", mode="fancy", copies=2).args["label"] == "fancy x 2"
    assert plan_of(rules, "desk", "stamp", path="a.txt", to="b.txt").args["to"] == "b.txt"
    assert plan_of(rules, "desk", "light", level=3).description == "light:3"


@pytest.mark.parametrize(
    ("good", "changes", "row", "field", "problem", "remedy"),
    [(GOOD, *case) for case in FORMS + MEANINGS] + [(ACHIEVE, *case) for case in ACHIEVING],
)
def test_every_mistake_is_named_with_its_remedy(
    tmp_path: Path, good: Row, changes: dict[str, Any], row: str, field: str, problem: str, remedy: str
) -> None:
    write(tmp_path, {"light": ACHIEVE}, "a-good-one.toml")
    error = refusal(write(tmp_path, {"stamp": changed(good, changes)}))
    assert (error.file, error.row) == ("desk.toml", row)
    assert error.field.startswith(field) if field.startswith("'xxx") else error.field == field
    assert problem in error.problem
    assert remedy in error.remedy
    assert str(error).startswith(f"desk.toml: row {row}: {error.field}: ")


@pytest.mark.slow
def test_deep_tables_are_refused_like_any_other_mistake(tmp_path: Path) -> None:
    for place in ("colour", "default_params.mode", "params.path.type", "examples.0.params.path", "value", "say"):
        deep: Any = "x"
        for _ in range(150):
            deep = {"x": deep}
        refusal(write(tmp_path, {"stamp": changed(GOOD, {place: deep})}))
    (tmp_path / "desk.toml").write_text(f"stamp.{DEEP_KEY} = 1\n", encoding="utf-8")
    refusal(tmp_path)


def test_dates_are_no_values(tmp_path: Path) -> None:
    for place in ("default_params.mode", "examples.0.params.path", "intent", "params.copies.min"):
        text = toml(changed(GOOD, {place: "@DATE"})).replace('"@DATE"', "1979-05-27")
        (tmp_path / "desk.toml").write_text(f"stamp = {text}\n", encoding="utf-8")
        assert "1979" in refusal(tmp_path).problem


# -- rows given in code -----------------------------------------------------------------------------------------------

PLAIN = {"intent": "lamp", "description_template": "dim:{room}", "required_params": ["room"]}


def test_rows_may_come_as_mappings_with_the_contract_fields_only() -> None:
    row = {**PLAIN, "default_params": {"by": 10}, "allowed_values": {"room": ["hall", "attic"]}}
    action = plan_of(as_rule_book({("lamp", "dim"): row}), "lamp", "dim", room="hall")
    assert (action.description, action.args) == ("dim:hall", {"room": "hall", "by": 10})


@pytest.mark.parametrize(
    "rules", [{"lamp.dim": PLAIN}, {("lamp",): PLAIN}, {("lamp", 5): PLAIN}, {None: PLAIN}, [PLAIN], 5]
)
def test_what_is_no_mapping_of_rows_is_a_violation(rules: Any) -> None:
    with pytest.raises(ContractViolation, match=r"\(domain, verb\)"):
        as_rule_book(rules)


@pytest.mark.parametrize(
    "row",
    [
        None,
        5,
        "row",
        [],
        {},
        {**PLAIN, "required_params": 5},
        {**PLAIN, "required_params": [[]]},
        {**PLAIN, "required_params": None},
        {**PLAIN, "default_params": 5},
        {**PLAIN, "default_params": {5: 6}},
        {**PLAIN, "allowed_values": {"room": 5}},
        {**PLAIN, "allowed_values": {"room": {}}},
        {**PLAIN, "allowed_values": 5},
        {**PLAIN, "params": None},
        dict[Any, Any](PLAIN) | {5: 6},
        {**PLAIN, "intent": b"lamp"},
        {**PLAIN, "intent": "\ud800"},
        {**PLAIN, "description_template": "\ud800"},
        {**PLAIN, "description_template": "{x.__class__}"},
    ],
)
def test_a_wrong_row_given_in_code_is_refused_like_one_in_a_file(row: Any) -> None:
    with pytest.raises(RuleFileError, match=r"^rules: row dim: "):
        as_rule_book({("lamp", "dim"): row})


# -- any row at all ---------------------------------------------------------------------------------------------------

_LEAVES = st.one_of(
    st.text(max_size=8),
    st.sampled_from(
        ["{path}", "{to}", "{path", "file:{path}", "dir:{to.parent} = absent", "given", "page = unknown", ""]
    ),
    st.sampled_from(["active = not {app}", "entry:{to} = like {path}", "app:{app} = running", "achieve", "platform"]),
    st.integers(),
    st.booleans(),
    st.floats(),
)
_VALUES = st.recursive(
    _LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def _places(value: Any, at: str = "") -> list[str]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place for key, item in items for place in (f"{at}{key}", *_places(item, f"{at}{key}."))]


_PLACES = [place for place in _places(GOOD) if "stamps" not in place]


@given(st.dictionaries(st.sampled_from(_PLACES), _VALUES | st.just(DROP), min_size=1, max_size=3), st.booleans())
def test_a_spoilt_row_loads_and_plans_or_is_refused(changes: dict[str, Any], lone: bool) -> None:
    row: Row = GOOD
    for place in sorted(changes, key=lambda place: (-place.count("."), place)):
        if not (changes[place] is DROP and place[-1].isdigit()):
            row = changed(row, {place: changes[place]})
        if lone:
            break
    try:
        (rule,) = user_rows("desk.toml", {"stamp": row}, WORDS)
    except RuleFileError as error:
        one_line(error)
        return
    planner = GoalPlanner(RuleBook([*PLANNER_RULES.values(), rule], WORDS))
    for example in rule.examples:
        for more in ({}, {"to": "b"}, {"app": "x"}, {"mode": "fancy"}, {"copies": 2, "mode": "plain"}):
            goal = Goal(domain="desk", verb="stamp", params={**example["params"], **more})
            assert planner.plan(goal, WorldState()).status


@given(st.dictionaries(st.text(max_size=6), _VALUES, max_size=3))
def test_any_document_is_taken_or_refused(table: dict[str, Any]) -> None:
    try:
        assert list(user_rows("desk.toml", table, WORDS)) == []
    except RuleFileError as error:
        one_line(error)


@pytest.mark.slow
def test_files_are_checked_only_when_there_are_any() -> None:
    code = "import sys, goalwright; len(goalwright.PLANNER_RULES); sys.exit('pydantic' in sys.modules)"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    assert subprocess.run([sys.executable, "-c", code], env=environment, check=False).returncode == 0
