"""Saved plans: a plan as a file, with all it relies on and a hash over everything."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Literal

from goalwright.contracts.checks import require_text
from goalwright.contracts.circumstances import CIRCUMSTANCES, Circumstances, circumstances_to_json
from goalwright.contracts.digests import sha256
from goalwright.contracts.json_fields import (
    Reader,
    canonical_json,
    read_count,
    read_fields,
    read_text,
    read_text_or_none,
)
from goalwright.contracts.plan import Plan, PlanResult, UnmetGoal
from goalwright.contracts.plan_json import plan_from_json, plan_to_json, unmet_from_json, unmet_to_json
from goalwright.contracts.strict_json import Faults, JsonLimits, place_text, read_json
from goalwright.dataclass import dataclass
from goalwright.errors import ContractViolation, SavedPlanError

FORMAT = 1
LIMITS = JsonLimits(max_bytes=64 << 20, max_values=5_000_000)

MARK, _HASH = "goalwright_plan", "hash"
_SURROGATE = re.compile("[\ud800-\udfff]")
_CHANGED = "was changed since it was saved (its hash does not match): make a new plan"
_NO_PLAN = "is not a plan that `goalwright plan -o` saved"


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedPlan:
    """A plan that can be run later, exactly as it is, while its circumstances are the same.

    `text` is the sentence, or what stood for it; `made_at` is when, as people write it, and `made_with` which version
    of this program made it.
    """

    text: str
    made_at: str
    made_with: str
    plan: Plan
    circumstances: Circumstances
    status: Literal["success", "partial"] = "success"
    reason: str | None = None
    unmet: tuple[UnmetGoal, ...] = ()

    def __post_init__(self) -> None:
        require_text(self, "text", empty=True)
        require_text(self, "made_at", "made_with")
        _ = self.result  # it checks that status, reason and unmet go together

    @property
    def result(self) -> PlanResult:
        return PlanResult(status=self.status, plan=self.plan, reason=self.reason, unmet=self.unmet)


def to_text(saved: SavedPlan) -> str:
    """The file's text: indented JSON that ends with a line end."""
    document = _document(saved)
    text = json.dumps({**document, _HASH: _hash(document)}, indent=2, ensure_ascii=False, allow_nan=False)
    if not text.isascii() and _SURROGATE.search(text):
        raise SavedPlanError("the plan", "names a file whose name is not text, so it cannot be saved: rename that file")
    return f"{text}\n"


def read_saved(text: str | bytes, source: str) -> SavedPlan:
    """The plan that `to_text` wrote; SavedPlanError for anything else, and if as much as a letter was changed."""
    document = _read(text, source)
    _require_format(document, source)
    try:
        if document.get(_HASH) != _hash({name: value for name, value in document.items() if name != _HASH}):
            raise SavedPlanError(source, _CHANGED if _HASH in document else f"{_HASH}: is missing: make a new plan")
        return _saved(read_fields(document, "SavedPlan", "", _FIELDS))
    except ContractViolation as error:
        raise SavedPlanError(source, f"{error.field}: {error.problem}") from None


def _document(saved: SavedPlan) -> dict[str, Any]:
    here = circumstances_to_json(saved.circumstances)
    return {
        MARK: FORMAT,
        "text": saved.text,
        "made_at": saved.made_at,
        "made_with": saved.made_with,
        "cwd": here["cwd"],
        "home": here["home"],
        "platform": here["platform"],
        "status": saved.status,
        "reason": saved.reason,
        "unmet": unmet_to_json(saved.unmet),
        "plan": plan_to_json(saved.plan),
        **here,
    }


def _hash(document: Mapping[str, Any]) -> str:
    return sha256(canonical_json(document).encode()).hexdigest()


def _read(text: str | bytes, source: str) -> dict[str, Any]:
    faults = Faults()
    document = read_json(text, LIMITS, faults)
    for place, problem in faults.listed:
        where = place_text(place)
        raise SavedPlanError(source, problem if where == "$" else f"{where}: {problem}")
    if not isinstance(document, dict) or MARK not in document:
        raise SavedPlanError(source, _NO_PLAN)
    return document


def _require_format(document: Mapping[str, Any], source: str) -> None:
    found = document[MARK]
    if type(found) is not int or found < 1:
        raise SavedPlanError(source, _NO_PLAN)
    if found != FORMAT:
        problem = f"was saved by a newer Goalwright (format {found}; this one reads {FORMAT}): update it"
        raise SavedPlanError(source, f"{problem}, or make a new plan")


def _saved(fields: dict[str, Any]) -> SavedPlan:
    here = Circumstances(**{name: fields[name] for name in CIRCUMSTANCES})
    own = {name: value for name, value in fields.items() if name not in (*CIRCUMSTANCES, MARK, _HASH)}
    return SavedPlan(circumstances=here, **own)


def _read_plan(value: Any, _contract: str, place: str) -> Plan:
    try:
        return plan_from_json(value)
    except ContractViolation as error:
        raise ContractViolation("SavedPlan", f"{place}.{error.field}", error.problem) from None


def _read_unmet(value: Any, _contract: str, place: str) -> tuple[UnmetGoal, ...]:
    try:
        return unmet_from_json(value)
    except ContractViolation as error:
        raise ContractViolation("SavedPlan", f"{place}{error.field}", error.problem) from None


_FIELDS: dict[str, Reader] = {
    MARK: read_count,
    "text": read_text,
    "made_at": read_text,
    "made_with": read_text,
    "status": read_text,
    "reason": read_text_or_none,
    "unmet": _read_unmet,
    "plan": _read_plan,
    **CIRCUMSTANCES,
    _HASH: read_text,
}
