"""From a row as written in TOML to a Rule, with every name in it checked against what it refers to."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Mapping
from typing import Any

from goalwright.contracts.frozen import FrozenDict, freeze
from goalwright.errors import RuleFileError
from goalwright.rules.derive import DERIVATIONS
from goalwright.rules.rule import PATH_FAMILIES, Change, Param, Ref, Rule, Shape, Way

_REF = re.compile(
    r"(?P<family>[a-z_]+)"
    r"(?::(?:(?P<every>\*)|\{(?P<param>[a-z][a-z0-9_]*)(?P<parent>\.parent)?\}))?"
    r"(?:\s*=\s*(?P<said>.+))?"
)
_FIELD = re.compile(r"\{([a-z][a-z0-9_]*)\}")
# family -> the forms it may take, and what to write
_FORMS: Mapping[str, tuple[tuple[str, ...], str]] = {
    **{family: (("param",), f"{family}:{{path}} or {family}:{{path.parent}}") for family in PATH_FAMILIES},
    "app": (("param", "every"), "app:{app} or app:*"),
    "page": (("bare", "every"), "page or page:*"),
}
_LAID_OVER = (
    "intent action_class description_template main required_params default_params allowed_values params inherit "
    "offers derive kind register value ensure assume writes touches provides tool achieved_by args args_for "
    "expected_effect risk"
).split()
_MERGED = {"params"}


class _Row:
    """Where in which file we are, so that every complaint can say so."""

    def __init__(self, file: str, name: str) -> None:
        self.file = file
        self.name = name

    def wrong(self, field: str, problem: str, remedy: str) -> RuleFileError:
        return RuleFileError(self.file, self.name, field, problem, remedy)


def parse_rule(domain: str, verb: str, row: Mapping[str, Any], *, file: str) -> Rule:
    """A Rule from a row whose form has been checked; raises RuleFileError where its parts do not fit together."""
    place = _Row(file, verb)
    plain = _shape(domain, verb, row, place, when=FrozenDict())
    variants = []
    for index, variant in enumerate(row.get("variants", ())):
        laid_over = {name: row[name] for name in _LAID_OVER if name in row} | variant
        for name in _MERGED & row.keys() & variant.keys():
            laid_over[name] = {**row[name], **variant[name]}
        laid_over["ways"] = variant.get("ways", ())
        inner = _Row(file, f"{verb}.variants[{index}]")
        variants.append(_shape(domain, verb, laid_over, inner, when=FrozenDict(variant["when"])))
        _check_when(variant["when"], variants[-1], plain, inner)
    if plain.main is not None and not any(plain.main in shape.params for shape in (plain, *variants)):
        raise place.wrong("main", f"is {plain.main!r}, which is no parameter", _one_of(plain.params))
    return Rule(
        domain=domain,
        verb=verb,
        shape=plain,
        variants=tuple(variants),
        say=tuple(row.get("say", ())),
        examples=tuple(freeze(example, contract="Rule", field="examples") for example in row["examples"]),
        file=file,
    )


def _shape(domain: str, verb: str, row: Mapping[str, Any], place: _Row, when: FrozenDict[str, str]) -> Shape:
    params = _params(row, place)
    known = params.keys() | row.get("derive", {}).keys()
    refs = {field: _refs(row.get(field, ()), field, params, known, place) for field in ("ensure", "assume", "writes", "touches")}
    register = _refs([row["register"]], "register", params, known, place)[0] if "register" in row else None
    shape = Shape(
        when=when,
        intent=row["intent"],
        action_class=row.get("action_class", "actuate"),
        description_template=row["description_template"],
        main=row.get("main"),
        required_params=tuple(row.get("required_params", ())),
        default_params=FrozenDict(row.get("default_params", {})),
        allowed_values=FrozenDict({name: tuple(values) for name, values in row.get("allowed_values", {}).items()}),
        params=FrozenDict(params),
        inherit=tuple(row.get("inherit", ())),
        offers=tuple(row.get("offers", ())),
        derive=FrozenDict(row.get("derive", {})),
        kind=row["kind"],
        register=register,
        value=tuple(row.get("value", ())),
        provides=row.get("provides", False),
        ways=_ways(domain, verb, row, params, known, place),
        expected_effect=row["expected_effect"],
        risk=row.get("risk", "low"),
        **refs,
    )
    _check_shape(shape, known, place)
    return shape


def _params(row: Mapping[str, Any], place: _Row) -> dict[str, Param]:
    allowed = row.get("allowed_values", {})
    params = {}
    for name, form in row.get("params", {}).items():
        if form["type"] == "choice" and not allowed.get(name):
            if name in row.get("required_params", ()) or name in row.get("default_params", {}):
                raise place.wrong(f"allowed_values.{name}", "is missing", "list the values that the choice allows")
            continue
        params[name] = Param(name=name, allowed=tuple(allowed.get(name, ())), **form)
    for name in allowed:
        if name not in row.get("params", {}):
            raise place.wrong(f"allowed_values.{name}", "names no parameter", _one_of(params))
    return params


def _refs(texts: Iterable[str], field: str, params: Mapping[str, Param], known: Iterable[str], place: _Row) -> tuple[Ref, ...]:
    return tuple(_ref(text, field, params, set(known), place) for text in texts)


def _ref(text: str, field: str, params: Mapping[str, Param], known: set[str], place: _Row) -> Ref:
    found = _REF.fullmatch(text.strip())
    if found is None:
        raise place.wrong(field, f"has {text!r}", "write it like dir:{path.parent}, page or active = {app}")
    family, param = found["family"], found["param"]
    form = "param" if param else ("every" if found["every"] else "bare")
    forms, example = _FORMS.get(family, (("bare",), family))
    if form not in forms:
        raise place.wrong(field, f"has {text!r}", f"write {example}")
    if param and param not in known:
        raise place.wrong(field, f"names the parameter {param!r}, which the row does not have", _one_of(known))
    if family in PATH_FAMILIES and param in params and params[param].type != "path":
        raise place.wrong(field, f"uses {param!r} as a path", "give that parameter the type path")
    change, value = _said(found["said"] or "exists", field, known, place)
    parent = found["parent"] is not None
    return Ref(family=family, param=param, parent=parent, every=form == "every", change=change, value=value, text=text)


def _said(said: str, field: str, known: set[str], place: _Row) -> tuple[Change, tuple[str, ...]]:
    """What a reference claims or brings about: a value, its absence, or that nobody knows any more."""
    word, _, rest = said.partition(" ")
    for name in _FIELD.findall(said):
        if name not in known:
            raise place.wrong(field, f"names the parameter {name!r}, which the row does not have", _one_of(known))
    if word in ("absent", "unknown") and not rest:
        return word, ()  # type: ignore[return-value]  # narrowed by the test, not by mypy
    if word in ("not", "like") and rest:
        return word, (rest,)  # type: ignore[return-value]  # narrowed by the test, not by mypy
    return "value", (said,)


def _ways(
    domain: str, verb: str, row: Mapping[str, Any], params: Mapping[str, Param], known: Iterable[str], place: _Row
) -> tuple[Way, ...]:
    """The row's special ways first, then the row's own."""
    own = f"{domain}_{verb}"
    ways = []
    for way in (*row.get("ways", ()), row):
        merged = {name: way.get(name, row.get(name)) for name in ("achieved_by", "tool", "args", "args_for")}
        for args in (merged["args"], *(merged["args_for"] or {}).values()):
            _check_args(args or {}, set(known), place)
        ways.append(
            Way(
                needs=_refs(way.get("needs", ()), "ways.needs", params, known, place),
                achieved_by=tuple(merged["achieved_by"] or (own,)),
                tool=merged["tool"],
                args=None if merged["args"] is None else FrozenDict(merged["args"]),
                args_for=FrozenDict({tool: FrozenDict(args) for tool, args in (merged["args_for"] or {}).items()}),
            )
        )
    return tuple(ways)


def _check_args(args: Mapping[str, str], known: set[str], place: _Row) -> None:
    for name, template in args.items():
        for used in _FIELD.findall(template):
            if used not in known:
                raise place.wrong(f"args.{name}", f"uses {used!r}, which the row does not have", _one_of(known))


def _check_shape(shape: Shape, known: Iterable[str], place: _Row) -> None:
    _check_names(shape, place)
    for name, function in shape.derive.items():
        if function not in DERIVATIONS:
            raise place.wrong(f"derive.{name}", f"is {function!r}", _one_of(DERIVATIONS))
    always = {*shape.required_params, *shape.default_params, *shape.derive, *shape.when}
    for field in ("description_template", "expected_effect"):
        _check_template(getattr(shape, field), field, always, place)
    for item in shape.value:
        _check_template(item, "value", always, place)
    if (shape.kind == "achieve") != bool(shape.value):
        remedy = "say which value the register gets" if shape.kind == "achieve" else "leave it out of an event"
        raise place.wrong("value", f"does not go with kind {shape.kind!r}", remedy)
    if shape.kind == "achieve" and shape.register is None:
        raise place.wrong("register", "is missing", "name the register that the row makes true")


def _check_names(shape: Shape, place: _Row) -> None:
    for field in ("required_params", "default_params", "inherit"):
        for name in getattr(shape, field):
            if name not in shape.params:
                raise place.wrong(field, f"names {name!r}, which has no type", f"add params.{name}")
    for name, param in shape.params.items():
        for relation in ("into", "beside"):
            other = getattr(param, relation)
            if other is not None and (other not in shape.params or shape.params[other].type != "path"):
                raise place.wrong(f"params.{name}.{relation}", f"names {other!r}", "name a parameter of type path")


def _check_template(template: str, field: str, always: set[str], place: _Row) -> None:
    try:
        used = [name for _, name, _, _ in string.Formatter().parse(template) if name is not None]
    except ValueError:
        raise place.wrong(field, f"has unbalanced braces: {template!r}", "write names in pairs, like {path}") from None
    for name in used:
        if name not in always:
            raise place.wrong(
                field,
                f"uses {name!r}, which may be missing when the row is used",
                "use required, default or derived parameters only",
            )


def _check_when(when: Mapping[str, str], variant: Shape, plain: Shape, place: _Row) -> None:
    for name, wanted in when.items():
        if name not in variant.params:
            raise place.wrong(f"when.{name}", "is not a parameter of the row", _one_of(variant.params))
        allowed = plain.params[name].allowed if name in plain.params else ()
        if wanted != "given" and allowed and wanted not in allowed:
            raise place.wrong(f"when.{name}", f"is {wanted!r}", _one_of(allowed))


def _one_of(names: Iterable[str]) -> str:
    listed = sorted(names)
    return f"use one of {', '.join(listed)}" if listed else "declare it under params"
