"""From a row as written in TOML to a Rule. Whether its parts fit together is for `row_checks` to say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from goalwright.contracts.frozen import FrozenDict, freeze
from goalwright.rules.file_place import RowPlace, shown
from goalwright.rules.rule import PATH_FAMILIES, Change, First, Param, Ref, RiskIf, Rule, Say, Shape, Way

_REF = re.compile(
    r"(?P<family>[a-z_]+)"
    r"(?::(?:(?P<every>\*)|\{(?P<param>[a-z][a-z0-9_]*)(?P<parent>\.parent)?\}))?"
    r"(?:\s*=\s*(?P<said>.+))?"
)
# family -> the forms it may take, and what to write
_FORMS: Mapping[str, tuple[tuple[str, ...], str]] = {
    **{family: (("param",), f"{family}:{{path}} or {family}:{{path.parent}}") for family in PATH_FAMILIES},
    "app": (("param", "every"), "app:{app} or app:*"),
    "page": (("bare", "every"), "page or page:*"),
}
_NOT_LAID_OVER = {"variants", "ways", "say", "examples"}


def parse_rule(domain: str, verb: str, row: Mapping[str, Any], *, file: str) -> Rule:
    """A Rule from a row whose form has been checked; raises RuleFileError for a register it cannot read."""
    place = RowPlace(file, verb)
    plain = _shape(domain, verb, row, place)
    shared = {name: value for name, value in row.items() if name not in _NOT_LAID_OVER}
    variants = []
    for index, variant in enumerate(row.get("variants", ())):
        params = {**shared.get("params", {}), **variant.get("params", {})}
        laid_over = {**shared, **variant, "params": params}
        variants.append(_shape(domain, verb, laid_over, place.inside(f"variants[{index}]")))
    return Rule(
        domain=domain,
        verb=verb,
        shape=plain,
        variants=tuple(variants),
        say=tuple(_say(entry) for entry in row.get("say", ())),
        examples=tuple(freeze(example, contract="Rule", field="examples") for example in row["examples"]),
        file=file,
    )


def _say(entry: str | Mapping[str, Any]) -> Say:
    if isinstance(entry, str):
        return Say(template=entry)
    first = entry.get("first", ())
    return Say(
        template=entry["say"],
        given=FrozenDict(entry.get("with", {})),
        on_page=entry.get("on_page"),
        firsts=tuple(map(_first, (first,) if isinstance(first, Mapping) else first)),
    )


def _first(entry: Mapping[str, Any]) -> First:
    domain, _, verb = entry["verb"].partition(".")
    return First(domain=domain, verb=verb, given=FrozenDict(entry.get("with", {})), gives=entry.get("gives"))


def _shape(domain: str, verb: str, row: Mapping[str, Any], place: RowPlace) -> Shape:
    refs = {field: _refs(row.get(field, ()), field, place) for field in ("ensure", "assume", "writes", "touches")}
    return Shape(
        when=FrozenDict(row.get("when", {})),
        intent=row["intent"],
        action_class=row.get("action_class", "actuate"),
        description_template=row["description_template"],
        main=row.get("main"),
        required_params=tuple(row.get("required_params", ())),
        default_params=FrozenDict(row.get("default_params", {})),
        allowed_values=FrozenDict({name: tuple(values) for name, values in row.get("allowed_values", {}).items()}),
        params=FrozenDict(_params(row)),
        inherit=tuple(row.get("inherit", ())),
        offers=tuple(row.get("offers", ())),
        derive=FrozenDict(row.get("derive", {})),
        kind=row["kind"],
        register=_ref(row["register"], "register", place) if "register" in row else None,
        value=tuple(row.get("value", ())),
        provides=row.get("provides", False),
        ways=_ways(f"{domain}_{verb}", row, place),
        expected_effect=row["expected_effect"],
        risk=row.get("risk", "low"),
        risk_if=tuple(
            RiskIf(when=_ref(text, "risk_if", place), risk=risk) for text, risk in row.get("risk_if", {}).items()
        ),
        **refs,
    )


def _params(row: Mapping[str, Any]) -> dict[str, Param]:
    """The row's parameters. A choice whose allowed values a variant takes away is no parameter of that variant."""
    allowed = row.get("allowed_values", {})
    return {
        name: Param(name=name, allowed=tuple(allowed.get(name, ())), **form)
        for name, form in row.get("params", {}).items()
        if form["type"] != "choice" or allowed.get(name) or "when" not in row
    }


def _refs(texts: Iterable[str], field: str, place: RowPlace) -> tuple[Ref, ...]:
    return tuple(_ref(text, field, place) for text in texts)


def _ref(text: str, field: str, place: RowPlace) -> Ref:
    found = _REF.fullmatch(text.strip())
    if found is None:
        raise place.wrong(field, f"has {shown(text)}", "write it like dir:{path.parent}, page or active = {app}")
    family, param = found["family"], found["param"]
    form = "param" if param else ("every" if found["every"] else "bare")
    forms, example = _FORMS.get(family, (("bare",), family))
    if form not in forms:
        raise place.wrong(field, f"has {shown(text)}", f"write {example}")
    change, value = _said(found["said"] or "exists")
    return Ref(
        family=family,
        param=param,
        parent=found["parent"] is not None,
        every=form == "every",
        change=change,
        value=value,
        text=text,
    )


def _said(said: str) -> tuple[Change, tuple[str, ...]]:
    """What a reference claims or brings about: a value, its absence, or that it is no longer known."""
    word, _, rest = said.partition(" ")
    if word in ("absent", "unknown") and not rest:
        return word, ()  # type: ignore[return-value]  # narrowed by the test, not by mypy
    if word in ("not", "like") and rest:
        return word, (rest,)  # type: ignore[return-value]  # narrowed by the test, not by mypy
    return "value", (said,)


def _ways(own: str, row: Mapping[str, Any], place: RowPlace) -> tuple[Way, ...]:
    """The row's special ways first, then the row's own."""
    ways = []
    for way in (*row.get("ways", ()), row):
        merged = {name: way.get(name, row.get(name)) for name in ("achieved_by", "tool", "args", "args_for")}
        ways.append(
            Way(
                needs=_refs(way.get("needs", ()), "ways.needs", place),
                achieved_by=tuple(merged["achieved_by"] or (own,)),
                tool=merged["tool"],
                args=None if merged["args"] is None else FrozenDict(merged["args"]),
                args_for=FrozenDict({tool: FrozenDict(args) for tool, args in (merged["args_for"] or {}).items()}),
            )
        )
    return tuple(ways)
