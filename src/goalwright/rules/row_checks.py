"""Whether the parts of a row fit together, so that no goal can make the planner stumble over it.

Made of users' rows when they are loaded; the tests make the same checks of the rows that come with Goalwright.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from goalwright.rules.derive import SIGNATURES
from goalwright.rules.file_place import RowPlace, one_of, shown
from goalwright.rules.param_types import check_param
from goalwright.rules.register_checks import check_registers
from goalwright.rules.rule import HARMFUL, HARMFUL_TYPES, PATH_FAMILIES, Param, Rule, Shape
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
        if wanted == HARMFUL and param.type in HARMFUL_TYPES:
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


def check_params(shape: Shape, words: Vocabulary, place: RowPlace) -> None:
    """Raise RuleFileError for the first parameter that does not go with the rest of its row."""
    for param in shape.params.values():
        _check_bounds(param, place)
    _check_allowed(shape, place)
    for field in ("required_params", "default_params", "inherit"):
        for name in getattr(shape, field):
            if name not in shape.params:
                raise place.wrong(field, f"names {name!r}, which has no type", f'add params.{name} = {{ type = "…" }}')
    for name, value in shape.default_params.items():
        check_value(value, shape.params[name], f"default_params.{name}", words, place)
    for param in shape.params.values():
        _check_relations(param, shape, place)
    _check_platform(shape, place)
    _check_derived(shape, place)


def check_value(value: object, param: Param, field: str, words: Vocabulary, place: RowPlace) -> None:
    """Raise RuleFileError for a value that the parameter would not take from a goal."""
    problem = check_param(value, param, words)
    if isinstance(problem, str):
        raise place.wrong(field, f"is {shown(value)}, which {problem}", "write a value that the parameter takes")


def types_of(shape: Shape) -> Mapping[str, str]:
    """The type of everything that a row can name: its parameters and what is derived from them."""
    derived = {name: SIGNATURES[function].gives for name, function in shape.derive.items()}
    return derived | {name: param.type for name, param in shape.params.items()}


def always_given(shape: Shape, plain: Shape) -> set[str]:
    """What has a value whenever the row is used."""
    early = {*shape.required_params, *shape.when}
    given = early | shape.default_params.keys()
    if shape.provides and shape.kind == "achieve":  # nothing says more than which path
        given = early = {name for name, wanted in shape.when.items() if wanted != "given"}
        if shape.register is not None and shape.register.family in PATH_FAMILIES:
            given.add("path")
    for name, function in shape.derive.items():
        signature = SIGNATURES[function]
        # A declared parameter is derived by the plain row, from what was said; others at the end, from everything.
        is_declared = name in shape.params
        source = early if is_declared else given
        is_derived = not is_declared or plain.derive.get(name) == function
        if is_derived and signature.is_certain and signature.needs.keys() <= source:
            given = given | {name}
    return given


def _check_bounds(param: Param, place: RowPlace) -> None:
    for bound in ("min", "max"):
        if getattr(param, bound) is not None and param.type != "number":
            raise place.wrong(f"params.{param.name}.{bound}", f"does not go with the type {param.type}", "leave it out")
    if param.min is not None and param.max is not None and param.min > param.max:
        raise place.wrong(f"params.{param.name}.min", f"is {param.min}, more than max", f"write at most {param.max}")
    if param.type == "choice" and not param.allowed:
        raise place.wrong(f"allowed_values.{param.name}", "is missing", "list the values that the choice allows")


def _check_allowed(shape: Shape, place: RowPlace) -> None:
    for name in shape.allowed_values:
        field = f"allowed_values.{name}"
        if name not in shape.params:
            raise place.wrong(field, "names no parameter", f'add params.{name} = {{ type = "choice" }}')
        kind = shape.params[name].type
        if kind != "choice":
            raise place.wrong(f"params.{name}.type", f"is {kind!r}, but {field} lists its values", "write 'choice'")


def _check_platform(shape: Shape, place: RowPlace) -> None:
    """What is offered to later goals, or taken from earlier ones, is a search platform."""
    declared = shape.params.get("platform")
    if (shape.offers or shape.inherit) and declared is not None and declared.type != "platform":
        raise place.wrong("params.platform.type", f"is {declared.type!r}", "write 'platform'")
    page = shape.params.get("url")
    if shape.offers and declared is None and page is not None and page.type != "url":
        raise place.wrong("params.url.type", f"is {page.type!r}, and offers reads the platform from it", "write 'url'")


def _check_relations(param: Param, shape: Shape, place: RowPlace) -> None:
    for relation in ("into", "beside", "dated"):
        other, field = getattr(param, relation), f"params.{param.name}.{relation}"
        if other is None:
            continue
        if param.type != "path":
            raise place.wrong(field, f"does not go with the type {param.type}", "leave it out")
        paths = {name for name in shape.required_params if shape.params[name].type == "path"} - {param.name}
        if other not in paths:
            remedy = one_of(paths, "name another parameter that is a required path")
            raise place.wrong(field, f"names {other!r}", remedy)


def _check_derived(shape: Shape, place: RowPlace) -> None:
    for name, function in shape.derive.items():
        if function not in SIGNATURES:
            raise place.wrong(f"derive.{name}", f"is {function!r}", one_of(SIGNATURES))
        signature = SIGNATURES[function]
        for needed, kind in signature.needs.items():
            if needed not in shape.params or shape.params[needed].type != kind:
                add = f'add params.{needed} = {{ type = "{kind}" }}'
                raise place.wrong(f"derive.{name}", f"is {function}, which needs the parameter {needed!r}", add)
        declared = shape.params.get(name)
        if declared is not None and declared.type != signature.gives:
            raise place.wrong(
                f"params.{name}.type", f"is {declared.type!r}, but {function} derives it", f"write {signature.gives!r}"
            )
