"""Whether the parts of a row fit together, so that no goal can make the planner stumble over it.

Made of users' rows when they are loaded; the tests make the same checks of the rows that come with Goalwright.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from goalwright.rules.file_place import RowPlace, one_of, shown
from goalwright.rules.param_checks import always_given, check_params, check_value, types_of
from goalwright.rules.register_checks import check_registers
from goalwright.rules.rule import HARMFUL, Rule, Shape
from goalwright.rules.vocabulary import Vocabulary

_FIELD = re.compile(r"\{([a-z][a-z0-9_]*)\}")


def check_rule(rule: Rule, words: Vocabulary) -> None:
    """Raise RuleFileError for the first thing in a row that does not go with the rest of it."""
    place = RowPlace(rule.file, rule.verb)
    for index, (shape, here) in enumerate(_places(rule)):
        check_params(shape, words, here)
        if index > 0:
            _check_when(rule, index - 1, here)
        always = always_given(shape, rule.shape)
        _check_templates(shape, always, here)
        check_registers(shape, types_of(shape), always, here)
    _check_main(rule)
    _check_served(rule)
    for index, example in enumerate(rule.examples):
        _check_example(rule, example, words, place, f"examples[{index}]")


def _places(rule: Rule) -> Iterator[tuple[Shape, RowPlace]]:
    """Each of a row's shapes, with where it stands in its file."""
    place = RowPlace(rule.file, rule.verb)
    yield rule.shape, place
    for index, variant in enumerate(rule.variants):
        yield variant, place.inside(f"variants[{index}]")


def _check_templates(shape: Shape, always: set[str], place: RowPlace) -> None:
    names = types_of(shape).keys()
    for field, template in _templates(shape):
        if set("{}") & set(_FIELD.sub("", template)):
            raise place.wrong(field, f"has braces that hold no plain name: {shown(template)}", "write them like {path}")
        for name in _FIELD.findall(template):
            if name not in names:
                raise place.wrong(field, f"uses {name!r}, which the row does not have", one_of(names))
            if name not in always:
                remedy = "use a required, default or derived parameter" if not shape.provides else "use {path} only"
                raise place.wrong(field, f"uses {name!r}, which may be missing when the row is used", remedy)


def _templates(shape: Shape) -> Iterator[tuple[str, str]]:
    for field in ("description_template", "expected_effect"):
        yield field, getattr(shape, field)
    for way in shape.ways:
        for name, template in (way.args or {}).items():
            yield f"args.{name}", template
        for tool, args in way.args_for.items():
            for name, template in args.items():
                yield f'args_for."{tool}".{name}', template


def _check_when(rule: Rule, index: int, place: RowPlace) -> None:
    variant, plain = rule.variants[index], rule.shape
    for name, wanted in variant.when.items():
        param = plain.params.get(name) or variant.params.get(name)
        if param is None or name not in variant.params:
            raise place.wrong(f"when.{name}", "is not a parameter of the row", one_of(variant.params))
        if wanted == HARMFUL and param.type == "selector":
            continue
        if wanted != "given" and wanted not in param.allowed:
            raise place.wrong(f"when.{name}", f"is {shown(wanted)}", one_of({*param.allowed, "given"}))
        if wanted == plain.default_params.get(name):
            remedy = "describe the default in the row itself, and other values in variants"
            raise place.wrong(f"when.{name}", f"is {wanted!r}, the default, which chooses no variant", remedy)
    for earlier in rule.variants[:index]:
        if earlier.when.items() <= variant.when.items():
            raise place.wrong(
                "when", "is never reached, as an earlier variant takes the same goals", "put it before that"
            )


def _check_main(rule: Rule) -> None:
    names = {name for shape in rule.shapes for name in shape.params}
    for shape, here in _places(rule):
        if shape.main is not None and shape.main not in (names if shape.main == rule.shape.main else shape.params):
            raise here.wrong("main", f"is {shape.main!r}, which is not a parameter", one_of(names))


def _check_served(rule: Rule) -> None:
    """Each tool of a row is found by a name of its own, or the planner could take one for another."""
    tools: dict[str, str] = {}
    for shape, here in _places(rule):
        for way in shape.ways:
            tool = tools.setdefault(way.achieved_by[0], way.tool)
            if tool != way.tool:
                problem = f"begins with {way.achieved_by[0]!r} for {way.tool}, as it does for {tool}"
                remedy = f'name each tool apart, such as ["{rule.domain}_{rule.verb}_other"]'
                raise here.wrong("achieved_by", problem, remedy)


def _check_example(rule: Rule, example: Mapping[str, Any], words: Vocabulary, place: RowPlace, field: str) -> None:
    params = example["params"]
    shape = rule.shape_for(params)
    for name, value in params.items():
        if name not in shape.params:
            remedy = one_of(shape.params, "leave it out")
            raise place.wrong(f"{field}.params", f"has {name!r}, which is not a parameter", remedy)
        check_value(value, shape.params[name], f"{field}.params.{name}", words, place)
    for name in shape.required_params:
        if name not in params and name not in rule.shape.derive:
            raise place.wrong(f"{field}.params", f"lacks {name!r}", "give every required parameter a value")
    known = {name for way in shape.ways for args in (way.args, *way.args_for.values()) for name in args or shape.params}
    for name in example.get("args", {}):
        if name not in known:
            raise place.wrong(f"{field}.args", f"has {name!r}, which is not an argument", one_of(known, "leave it out"))
