"""The built-in rows: every verb with its parameters, kind, tools and intent, and examples that really plan."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from goalwright import PLANNER_RULES, Goal, GoalPlanner, ToolRegistry, WorldState
from goalwright.contracts.frozen import FrozenDict
from goalwright.rules import Rule, RuleBook, load_rules
from goalwright.rules.row_checks import check_rule
from goalwright.rules.rule import HARMFUL, Shape
from goalwright.rules.schema import check_form
from rules.row_files import GOOD, write

WORLD = WorldState(browser_running=True)
ACHIEVE, EVENT, OBSERVE = "achieve", "event", "observe"


class Case(NamedTuple):
    """One line of the table: `params` as people write them, `tools` in the order of the row and its variants."""

    verb: str
    params: str
    kind: str
    tools: str
    leaves_page_unknown: bool = False


# `a, b?` are required and optional parameters, `c=1` has a default, `d (x, y)` lists what is allowed.
CASES = [
    Case("browser.open", "app?", ACHIEVE, "browsers.launch", True),
    Case("browser.navigate", "url", ACHIEVE, "browsers.navigate"),
    Case(
        "browser.search",
        "query, platform=google | query, selector",
        f"{ACHIEVE} | {EVENT}",
        "browsers.navigate browsers.search",
        True,
    ),
    Case(
        "browser.click",
        "button? (left, right, middle), clicks?, selector, state? (open, closed, chosen, ascending, descending, gone)",
        EVENT,
        "browsers.click",
        True,
    ),
    Case("browser.hover", "selector", EVENT, "browsers.hover", True),
    *(Case(f"browser.{verb}", "selector", EVENT, f"browsers.{verb}", True) for verb in ("check", "uncheck")),
    Case("browser.drag", "selector, to", EVENT, "browsers.drag", True),
    Case(
        "browser.type",
        "text, line?, mode? (insert, append, replace, end, start, after, before), selector?",
        EVENT,
        "browsers.type",
        True,
    ),
    Case("browser.add", "text, kind?", EVENT, "browsers.add", True),
    Case("browser.press", "key, selector?", EVENT, "browsers.press", True),
    Case(
        "browser.select", "option, mode? (choose, set, add, move, take_out), selector?", EVENT, "browsers.select", True
    ),
    Case("browser.upload", "path, selector", EVENT, "browsers.upload", True),
    Case("browser.download", "selector", EVENT, "browsers.download", True),
    Case(
        "browser.wait",
        "selector, state=visible (attached, detached, visible, hidden) | seconds",
        EVENT,
        "browsers.wait",
    ),
    Case("browser.read", "measure? (count, sum, average, list, table, solve), selector?", OBSERVE, "browsers.read"),
    Case("browser.screenshot", "path?", OBSERVE, "browsers.screenshot"),
    Case("browser.find", "text", OBSERVE, "browsers.find"),
    Case("browser.scroll", "direction=down (up, down, top, bottom), selector?", EVENT, "browsers.scroll"),
    Case("browser.zoom", "direction (in, out, reset)", EVENT, "browsers.zoom"),
    *(Case(f"browser.{verb}", "", EVENT, f"browsers.{verb}", True) for verb in ("back", "forward", "reload")),
    Case("browser.new_tab", "url?", EVENT, "browsers.new_tab", True),
    Case("browser.close_tab", "", EVENT, "browsers.close_tab", True),
    Case("browser.switch_tab", "target", EVENT, "browsers.switch_tab", True),
    Case("browser.bookmark", "", EVENT, "browsers.bookmark"),
    Case("browser.close", "", EVENT, "browsers.close"),
    Case("file.create", "path, object_type (file, folder)", ACHIEVE, "files.create_file files.create_folder"),
    Case("file.write", "path, content", ACHIEVE, "files.write_file"),
    Case("file.append", "path, content", EVENT, "files.append_file"),
    Case("file.read", "path", OBSERVE, "files.read_file"),
    Case("file.info", "path", OBSERVE, "files.get_info"),
    Case("file.open", "path", EVENT, "files.open"),
    *(Case(f"file.{verb}", "path, to", EVENT, f"files.{verb}") for verb in ("copy", "move", "rename")),
    # Nobody has to say what a deleted path is: where its name or a fact tells, it is derived.
    Case("file.delete", "path, object_type (file, folder)", EVENT, "files.delete_file files.delete_folder"),
    Case("file.list", "path=.", OBSERVE, "files.list_directory"),
    Case("file.find", "pattern, path=. | things", OBSERVE, "files.find files.list_things"),
    Case("file.compress", "path, to? | things, to", EVENT, "files.compress files.compress_all"),
    Case("file.extract", "path, to?", EVENT, "files.extract"),
    Case(
        "file.sort_lines",
        "path, order=ascending (ascending, descending), by=text (text, number, length, place)",
        EVENT,
        "files.sort_lines",
    ),
    Case("file.unique_lines", "path", EVENT, "files.unique_lines"),
    Case("file.replace", "path, text, by | path, lines, by", EVENT, "files.replace_text"),
    Case("file.insert", "path, content, line", EVENT, "files.insert_line"),
    Case("file.delete_lines", "path, lines | path, text", EVENT, "files.delete_lines"),
    Case("file.keep_lines", "path, lines | path, text", EVENT, "files.keep_lines"),
    Case(
        "file.restyle_lines",
        "path, style (upper, lower, capitalized, trimmed, indented, numbered), lines?",
        EVENT,
        "files.restyle_lines",
    ),
    Case("file.search", "text, things", OBSERVE, "files.search"),
    Case("file.compare", "path, other", OBSERVE, "files.compare"),
    Case("file.combine", "things, to", EVENT, "files.combine"),
    Case("file.back_up", "path, to", EVENT, "files.copy"),
    Case("file.empty_trash", "", EVENT, "files.empty_trash"),
    Case("system.launch", "app", ACHIEVE, "system.apps.focus system.apps.launch.shell"),
    Case("system.launch_path", "path", EVENT, "system.apps.launch.path"),
    Case("system.visit", "app, url", EVENT, "system.apps.launch.shell"),
    Case("system.focus", "app", EVENT, "system.apps.focus"),
    Case("system.close", "app", EVENT, "system.apps.request_close"),
    Case(
        "system.query",
        "what (time, date, battery, disk, memory, cpu, network, window, processes), place?",
        OBSERVE,
        "system.state.get_time system.state.get_date system.state.get_battery system.state.get_disk_usage "
        "system.state.get_memory_usage system.state.get_cpu_usage system.state.get_network_status "
        "system.state.get_active_window system.state.get_processes",
    ),
    Case("system.screenshot", "path?", OBSERVE, "system.display.take_screenshot"),
    Case("system.find_text", "text", OBSERVE, "system.display.find_text"),
    Case("system.brightness", "level", ACHIEVE, "system.display.set_brightness"),
    Case("system.notify", "text", EVENT, "system.notify"),
    *(Case(f"system.{verb}", "", EVENT, f"system.power.{verb}") for verb in ("lock", "sleep", "shutdown", "restart")),
    *(
        Case(f"window.{verb}", "target?", EVENT, f"system.window.{verb}")
        for verb in ("minimize", "maximize", "restore")
    ),
    Case("window.close", "target?", EVENT, "system.window.close", True),
    Case("window.minimize_all", "", EVENT, "system.window.minimize_all"),
    Case("window.snap", "direction (left, right), target?", EVENT, "system.window.snap_left system.window.snap_right"),
    Case("window.switch", "target", EVENT, "system.window.switch"),
    Case("audio.set_volume", "level", ACHIEVE, "system.audio.set_volume"),
    *(Case(f"audio.{verb}", "", ACHIEVE, f"system.audio.{verb}") for verb in ("mute", "unmute")),
    *(Case(f"audio.{verb}", "amount=10", EVENT, "system.audio.change_volume") for verb in ("volume_up", "volume_down")),
    Case("audio.get_volume", "", OBSERVE, "system.audio.get_volume"),
    Case("media.play", " | query, platform=youtube", "event | achieve", "system.audio.media_play browsers.navigate"),
    *(Case(f"media.{verb}", "", EVENT, f"system.audio.media_{verb}") for verb in ("pause", "stop", "next", "previous")),
    Case("clipboard.write", "text", ACHIEVE, "system.clipboard.write"),
    Case("clipboard.read", "", OBSERVE, "system.clipboard.read"),
    Case("clipboard.copy", "", EVENT, "system.input.keyboard.press"),
    Case("clipboard.paste", "", EVENT, "system.input.keyboard.press", True),
    Case("input.type", "text", EVENT, "system.input.keyboard.type", True),
    Case("input.press", "key", EVENT, "system.input.keyboard.press", True),
    Case("input.click", "x, y", EVENT, "system.input.mouse.click", True),
    Case("input.move", "x, y", EVENT, "system.input.mouse.move"),
    Case("memory.remember", "what", EVENT, "memory.store_fact"),
    Case("memory.recall", "what?", OBSERVE, "memory.get_recent_facts"),
    Case("text.echo", "text", OBSERVE, "echo_tool"),
    Case("text.time", "", OBSERVE, "get_time"),
    Case("text.answer", "value, text?", OBSERVE, "answer_tool"),
    Case("text.look", "what, goals, folder, page?, stake? (high)", OBSERVE, "look_tool"),
    Case("text.skip", "text", OBSERVE, "echo_tool"),
]

INTENTS = {
    "browser": "browser_control",
    "file": "file_operation",
    "system.launch": "application_launch",
    "system.launch_path": "application_launch",
    "system.visit": "application_launch",
    "system.focus": "application_control",
    "system.close": "application_control",
    "system.query": "system_query",
    "system.screenshot": "screen_capture",
    "system.find_text": "screen_capture",
    "system": "system_control",
    "window": "window_management",
    "audio": "system_control",
    "media": "system_control",
    "clipboard": "clipboard_operation",
    "input": "input_control",
    "memory": "memory_recall",
    "text": "information_query",
}
# What a goal's actions get as arguments where these are not the row's own parameters.
ARGUMENTS = {
    "browser.navigate": {"url"},
    "browser.search": {"url"},
    "system.visit": {"app_name", "url"},
    "system.launch": {"app_name"},
    "system.focus": {"app_name"},
    "system.close": {"app_name"},
    "audio.volume_up": {"amount"},
    "audio.volume_down": {"amount"},
    "media.play": {"url"},
    "clipboard.copy": {"key"},
    "clipboard.paste": {"key"},
    "file.find": {"things"},
    "file.compress": {"things", "to"},
}
RANGES = {
    "system.brightness": ("level", 0, 100),
    "audio.set_volume": ("level", 0, 100),
    "audio.volume_up": ("amount", 0, 100),
    "audio.volume_down": ("amount", 0, 100),
}


def row(verb: str) -> Rule:
    domain, _, name = verb.partition(".")
    return PLANNER_RULES[domain, name]


def signature(shape: Shape) -> str:
    return ", ".join(_param(name, shape) for name in shape.params)


def _param(name: str, shape: Shape) -> str:
    if name in shape.default_params:
        text = f"{name}={shape.default_params[name]}"
    else:
        text = name if name in shape.required_params else f"{name}?"
    allowed = shape.allowed_values.get(name)
    return f"{text} ({', '.join(allowed)})" if allowed else text


def test_the_table_has_these_verbs_and_no_others() -> None:
    assert sorted(rule.name for rule in PLANNER_RULES.values()) == sorted(case.verb for case in CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.verb)
def test_a_row_has_the_parameters_kind_tools_and_intent_of_its_verb(case: Case) -> None:
    rule = row(case.verb)
    plain, *others = map(sorted_params, case.params.split("|"))
    assert sorted_params(signature(rule.shape)) == plain
    apart = [shape for shape in rule.variants if shape.required_params != rule.shape.required_params]
    assert [needed(shape) for shape in apart] == others
    kinds = case.kind.replace(OBSERVE, EVENT).split(" | ")
    assert list(dict.fromkeys(shape.kind for shape in rule.shapes)) == kinds
    for shape in rule.shapes:  # what is seen may be put somewhere, which is a change
        assert shape.action_class == ("observe" if case.kind == OBSERVE and not shape.writes else "actuate")
    tools = dict.fromkeys(way.tool for shape in rule.shapes for way in shape.ways)
    assert " ".join(tools) == case.tools
    assert {shape.intent for shape in rule.shapes} == {INTENTS.get(case.verb, INTENTS[rule.domain])}


def sorted_params(text: str) -> str:
    """The parameters in the order of their names: the table's order is for reading."""
    parts, depth, current = [], 0, ""
    for char in f"{text.strip()},":
        depth += {"(": 1, ")": -1}.get(char, 0)
        if char == "," and depth == 0:
            parts.append(current.strip())
            current = ""
        else:
            current += char
    return ", ".join(sorted(part for part in parts if part))


def needed(shape: Shape) -> str:
    """A variant's own parameters, without the optional ones that it keeps from its row."""
    return ", ".join(sorted(_param(name, shape) for name in (*shape.required_params, *shape.default_params)))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.verb)
def test_arguments_are_the_rows_parameters_except_where_said(case: Case) -> None:
    for shape in row(case.verb).shapes:
        for way in shape.ways:
            if way.args is not None and any(text != f"{{{name}}}" for name, text in way.args.items()):
                assert way.args.keys() == ARGUMENTS[case.verb]
    assert case.verb not in ARGUMENTS or any(way.args for shape in row(case.verb).shapes for way in shape.ways)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.verb)
def test_clicks_and_the_like_leave_the_page_unknown_and_others_do_not(case: Case) -> None:
    unknown = {
        ref.family == "page" and ref.change == "unknown" for shape in row(case.verb).shapes for ref in shape.writes
    }
    assert (True in unknown) == case.leaves_page_unknown


@pytest.mark.parametrize(("verb", "bounds"), RANGES.items())
def test_levels_have_their_range(verb: str, bounds: tuple[str, int, int]) -> None:
    name, low, high = bounds
    param = row(verb).shape.params[name]
    assert (param.type, param.min, param.max) == ("number", low, high)


def test_browser_open_also_serves_addresses() -> None:
    assert "browser_open" in PLANNER_RULES["browser", "navigate"].shape.ways[-1].achieved_by
    assert PLANNER_RULES["browser", "search"]["inherit"] == ("platform",)


EXAMPLES = [
    pytest.param(rule, example, id=f"{rule.name}-{index}")
    for rule in PLANNER_RULES.values()
    for index, example in enumerate(rule.examples)
]


@pytest.mark.parametrize(("rule", "example"), EXAMPLES)
@pytest.mark.parametrize("bound", [False, True], ids=["unbound", "catalogue"])
def test_every_example_plans_as_it_says(rule: Rule, example: FrozenDict[str, Any], bound: bool) -> None:
    tools = ToolRegistry.default().capabilities() if bound else None
    goal = Goal(domain=rule.domain, verb=rule.verb, params=example["params"])
    result = GoalPlanner().plan(goal, WORLD, tools)
    assert result.status == "success", result.reason
    assert result.plan is not None
    action = result.plan.actions[-1]
    assert action.rule == rule.name
    assert action.description == example["description"]
    assert {name: action.args.get(name) for name in example.get("args", {})} == example.get("args", {})
    shape = rule.shape_for(example["params"])
    if bound and "object_type" not in shape.params:
        assert action.tool in {way.tool for way in shape.ways}


def test_every_kind_of_file_and_question_has_its_tool() -> None:
    tools = ToolRegistry.default().capabilities()
    for rule in PLANNER_RULES.values():
        for variant in rule.variants:
            chosen = {name: value for name, value in variant.when.items() if value not in ("given", HARMFUL)}
            if not chosen:
                continue
            params = {**dict.fromkeys(variant.required_params, "x"), **chosen}
            params |= {"path": "x"} if "path" in variant.params else {}
            plan = GoalPlanner().plan(Goal(domain=rule.domain, verb=rule.verb, params=params), WORLD, tools).plan
            assert plan is not None
            assert plan.actions[-1].tool == variant.ways[-1].tool


def test_the_built_in_rows_pass_the_checks_made_of_users_rows() -> None:
    folder = resources.files("goalwright.rules").joinpath("tables")
    for entry in folder.iterdir():
        for verb, written in tomllib.loads(entry.read_text(encoding="utf-8")).items():
            check_form(written, file=entry.name, name=verb)
    for rule in PLANNER_RULES.values():
        check_rule(rule, PLANNER_RULES.words)


def test_the_shipped_files_load_as_users_files_too(tmp_path: Path) -> None:
    folder = resources.files("goalwright.rules").joinpath("tables")
    for entry in folder.iterdir():
        (tmp_path / entry.name).write_text(entry.read_text(encoding="utf-8"), encoding="utf-8")
    assert load_rules(tmp_path) == PLANNER_RULES


# -- reading rows -----------------------------------------------------------------------------------------------------


def test_rows_read_like_mappings_with_the_contracts_fields() -> None:
    wait = PLANNER_RULES["browser", "wait"]
    assert wait["intent"] == "browser_control"
    assert wait["action_class"] == "actuate"
    assert wait["description_template"] == "wait:{selector}:{state}"
    assert wait["required_params"] == ("selector",)
    assert wait["default_params"] == {"state": "visible"}
    assert wait["allowed_values"] == {"state": ("attached", "detached", "visible", "hidden")}
    assert {"domain", "verb", "kind", "risk", "examples", "say"} <= set(wait)
    assert len(list(wait)) == len(wait)
    assert all(wait[field] == wait.get(field) for field in wait)
    assert ("browser", "fly") not in PLANNER_RULES
    with pytest.raises(KeyError):
        wait["when"]


def test_the_table_is_read_only_all_the_way_down() -> None:
    table: Any = PLANNER_RULES
    wait: Any = PLANNER_RULES["browser", "wait"]
    with pytest.raises(TypeError):
        table["browser", "wait"] = wait
    with pytest.raises(TypeError):
        del table["browser", "wait"]
    with pytest.raises(TypeError):
        wait["risk"] = "none"
    with pytest.raises(TypeError):
        wait["default_params"]["state"] = "hidden"
    with pytest.raises(TypeError):
        del wait["allowed_values"]["state"]
    with pytest.raises(TypeError):
        wait["examples"][0]["params"]["selector"] = "#other"
    with pytest.raises(AttributeError):
        wait["required_params"].append("x")
    for value, field in (
        (wait, "shape"),
        (wait.shape, "risk"),
        (wait.shape.ways[0], "tool"),
        (wait.shape.register, "family"),
    ):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(value, field, None)
    assert not hasattr(table, "pop")
    assert not hasattr(table, "update")


# -- version ----------------------------------------------------------------------------------------------------------


def version_in_another_process(seed: str) -> str:
    environment = {
        **os.environ,
        "PYTHONHASHSEED": seed,
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
    }
    code = "import goalwright; print(goalwright.PLANNER_RULES.version)"
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    return run.stdout.strip()


@pytest.mark.slow
def test_the_version_is_the_same_in_every_process() -> None:
    assert {version_in_another_process(seed) for seed in ("0", "1", "4242")} == {PLANNER_RULES.version}


def test_the_version_tells_any_change() -> None:
    rows = list(PLANNER_RULES.values())
    versions = {PLANNER_RULES.version, RuleBook(rows[1:], PLANNER_RULES.words).version}
    changed = dataclasses.replace(rows[0], shape=dataclasses.replace(rows[0].shape, risk="high"))
    versions.add(RuleBook([changed, *rows[1:]], PLANNER_RULES.words).version)
    assert len(versions) == 3
    assert RuleBook(reversed(rows), PLANNER_RULES.words).version == PLANNER_RULES.version


def test_the_version_tells_new_rows_and_words(tmp_path: Path) -> None:
    words = load_rules(write(tmp_path, {"sites": {"team wiki": {"host": "wiki.example"}}}))
    rows = load_rules(write(tmp_path, {"stamp": GOOD}))
    assert len({PLANNER_RULES.version, words.version, rows.version}) == 3


def test_every_row_names_a_tool_of_the_catalogue_that_serves_it() -> None:
    registry = ToolRegistry.default()
    for capability in PLANNER_RULES.named_capabilities():
        assert capability.can_achieve <= registry[capability.name].capability.can_achieve
