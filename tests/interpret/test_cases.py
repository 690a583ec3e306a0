"""Sentence in, goals out: the case tables say what is right, and what must be refused."""

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from goalwright.contracts import Goal
from goalwright.errors import NotUnderstood
from goalwright.interpret.interpreter import GoalInterpreter
from goalwright.interpret.scopes import resolve_scopes
from goalwright.rules import builtin_rules
from goalwright.rules.param_types import check_param
from rows import require_all

TABLES = Path(__file__).parent / "cases"
REFUSED = "refused_"
LEAST_COMMANDS = 400
LEAST_WITH_SEVERAL_CLAUSES = 200
LEAST_REFUSALS = 100

SAID = {rule.name for rule in builtin_rules().values()} - {"text.look", "text.skip"}
"""The rows that sentences lead to; what is skipped is not asked for."""

Case = dict[str, Any]


def tables(*, refused: bool) -> dict[str, list[Case]]:
    files = (file for file in sorted(TABLES.glob("*.json")) if file.name.startswith(REFUSED) is refused)
    return {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in files}


SAID_TABLES, REFUSED_TABLES = tables(refused=False), tables(refused=True)
COMMANDS = [case for table in SAID_TABLES.values() for case in table]
REFUSALS = [case for table in REFUSED_TABLES.values() for case in table]


def text_of(case: Case) -> str:
    return str(case["text"])


def dependencies_of(case: Case) -> dict[int, tuple[int, ...]]:
    return {int(index): tuple(earlier) for index, earlier in case.get("dependencies", {}).items()}


def goals_of(case: Case) -> list[Goal]:
    return [
        Goal(domain=domain, verb=verb, **{name: value for name, value in goal.items() if name != "verb"})
        for goal in case["goals"]
        for domain, _, verb in [goal["verb"].partition(".")]
    ]


def has_its_scopes(case: Case) -> bool:
    return all("scope" in case["goals"][index] for index in dependencies_of(case))


def plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [plain(part) for part in value]
    return {key: plain(part) for key, part in value.items()} if isinstance(value, Mapping) else value


@pytest.fixture(scope="module")
def interpreter() -> GoalInterpreter:
    return GoalInterpreter()


@pytest.mark.parametrize("table", SAID_TABLES)
def test_sentences_give_these_goals(table: str, interpreter: GoalInterpreter) -> None:
    require_all(SAID_TABLES[table], lambda case: require_goals(case, interpreter), text_of)


def require_goals(case: Case, interpreter: GoalInterpreter) -> None:
    meta = interpreter.read(case["text"], on_page=case.get("on_page", False)).meta_goal
    assert [(f"{goal.domain}.{goal.verb}", plain(goal.params)) for goal in meta.goals] == [
        (goal["verb"], goal["params"]) for goal in case["goals"]
    ]
    assert [plain(goal.when) for goal in meta.goals] == [goal.get("when", []) for goal in case["goals"]]
    assert [plain(goal.each) for goal in meta.goals] == [goal.get("each") for goal in case["goals"]]
    assert dict(meta.dependencies) == dependencies_of(case)
    assert not meta.diagnostics
    wanted = [goal.get("scope") for goal in case["goals"]]
    given = [goal.scope if scope else None for goal, scope in zip(meta.goals, wanted, strict=True)]
    assert given == wanted


@pytest.mark.parametrize("table", REFUSED_TABLES)
def test_sentences_are_refused(table: str, interpreter: GoalInterpreter) -> None:
    require_all(REFUSED_TABLES[table], lambda case: require_refused(case, interpreter), text_of)


def require_refused(case: Case, interpreter: GoalInterpreter) -> None:
    text = case["text"]
    with pytest.raises(NotUnderstood) as raised:
        interpreter.read(text, on_page=case.get("on_page", False))
    clauses = raised.value.clauses
    assert all(0 <= clause.start <= clause.end <= len(text) for clause in clauses)
    assert all(clause.text == text[clause.start : clause.end] for clause in clauses)
    if "suggests" in case:
        assert case["suggests"] in [suggestion for clause in clauses for suggestion in clause.suggestions]


def test_cases_keep_to_the_rule_table() -> None:
    rules = builtin_rules()
    for case, goal in ((each, goal) for each in COMMANDS for goal in goals_of(each)):
        shape = rules[goal.domain, goal.verb].shape_for(goal.params)
        problems = {
            name: check_param(value, shape.params[name], rules.words) if name in shape.params else "is unknown"
            for name, value in goal.params.items()
            if not isinstance(value, Mapping)
        }
        assert not {name: problem for name, problem in problems.items() if isinstance(problem, str)}, text_of(case)
        dated = (name for name, param in shape.params.items() if param.dated)
        supplied = {*goal.params, *shape.default_params, *shape.derive, *dated}
        assert supplied.issuperset(shape.required_params), text_of(case)


def test_scopes_of_a_case_give_its_dependencies() -> None:
    for case in filter(has_its_scopes, COMMANDS):
        meta = resolve_scopes(goals_of(case))
        assert (text_of(case), dict(meta.dependencies)) == (text_of(case), dependencies_of(case))
        assert not meta.diagnostics, text_of(case)


def test_tables_are_as_large_as_promised_and_say_nothing_twice() -> None:
    assert len(COMMANDS) >= LEAST_COMMANDS
    assert sum(len(case["goals"]) > 1 for case in COMMANDS) >= LEAST_WITH_SEVERAL_CLAUSES
    assert len(REFUSALS) >= LEAST_REFUSALS
    assert all(case["why"] for case in REFUSALS)
    counted = Counter(map(text_of, COMMANDS + REFUSALS))
    assert not [text for text, count in counted.items() if count > 1]


def test_every_verb_of_the_rule_table_has_a_case() -> None:
    said = {goal["verb"] for case in COMMANDS for goal in case["goals"]}
    assert not SAID - said
