"""Order: which goals come after which, as scopes that the scope resolver reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from goalwright.contracts.goal import ROOT, Goal
from goalwright.dataclass import replace
from goalwright.interpret.grammar.draft import Draft, ForeseenValue
from goalwright.interpret.grammar.sharing import Sharing, place_draft

OWN_FIELD = "selector"
"""The parameter of a search that says in which field of the page it is done."""
_SEARCH = "role=searchbox"
THEN, BEFORE, THEN_NEXT, BEFORE_NEXT, AFTER_NEXT = "then", "before", "then_next", "before_next", "after"
AHEAD = "ahead"
"""The order of words that put a clause before the one that is said before it: "delete a, but copy it first"."""


def ordered(drafts: Sequence[Draft], sharing: Sharing) -> list[Draft]:
    """The goals in the order they run, each with the earlier ones it comes after."""
    running: list[Draft] = []
    stage: list[int] = []
    before: list[int] = []
    for draft, starts_stage in _in_running_order(drafts):
        if starts_stage and stage:
            before, stage = _unfollowed(stage, running), []
        _stay_on_platform(draft, running, sharing)
        place_draft(draft, running)
        shared = sharing.followed(draft, running)
        seen = [value.draft for value in draft.params.values() if isinstance(value, ForeseenValue)]
        searched = [other for other in running if other is draft.search]
        shared |= {_place_of(each, running) for each in (*seen, *searched)}
        if before and not shared & set(stage):
            shared = _without_covered(shared | set(before), running)
        draft.after = shared if draft.maker is None else shared | {draft.maker}
        stage.append(len(running))
        running.append(draft)
    return running


def goals_of(drafts: Sequence[Draft]) -> list[Goal]:
    """Goals with scopes: `inside:` and `drive:` for places, `after:` for what neither of them says already."""
    firsts = {draft.rule.verb: index for index, draft in reversed(list(enumerate(drafts)))}
    goals = []
    for draft in drafts:
        rule = draft.rule
        params = {name: _value(value, drafts) for name, value in draft.params.items()}
        if draft.each is not None and rule.verb in ("move", "copy"):
            params["to"] = _for_several(params["to"])
        goal = Goal(domain=rule.domain, verb=rule.verb, params=params, scope=_scope(draft, drafts, firsts))
        goals.append(replace(goal, when=draft.when, each=draft.each) if draft.when or draft.each else goal)
    return goals


def _for_several(goal: Any) -> Any:
    """Where each of several things goes: a name without an ending is a folder's, even where there is none yet."""
    is_folder = isinstance(goal, str) and "." not in goal.rpartition("/")[2]
    return f"{goal.rstrip('/')}/" if is_folder else goal


def _value(value: Any, drafts: Sequence[Draft]) -> Any:
    """A parameter's value; what another goal will see becomes a reference to it."""
    if not isinstance(value, ForeseenValue):
        return value
    return {"from": f"g{_place_of(value.draft, drafts)}", "field": "text"}


def _place_of(draft: Draft, drafts: Sequence[Draft]) -> int:
    return next(index for index, other in enumerate(drafts) if other is draft)


def _scope(draft: Draft, drafts: Sequence[Draft], firsts: dict[str, int]) -> str:
    parts = [f"drive:{draft.drive}"] if draft.drive else []
    if draft.inside is not None:
        parts.append(f"inside:{draft.inside}")
    for index in sorted(draft.after):
        if index != draft.maker:
            verb = drafts[index].rule.verb
            parts.append(f"after:{verb}" if firsts[verb] == index else f"after:g{index}")
    return ";".join(parts) or ROOT


def _in_running_order(drafts: Sequence[Draft]) -> Iterator[tuple[Draft, bool]]:
    """Each goal with whether it starts a new stage; "before x, y" runs y first, "y after x" x first."""
    groups = [list(group) for _, group in groupby(drafts, key=lambda draft: id(draft.piece))]
    starts = [draft.piece.order in (THEN, BEFORE) or THEN in _orders(draft) for draft, *_ in groups]
    index = 0
    while index < len(groups):
        taken = 2 if _swaps(groups, index) else 1
        if taken == 2:
            groups[index], groups[index + 1] = groups[index + 1], groups[index]
            starts[index + 1] = True
        elif index and THEN_NEXT in _orders(groups[index - 1][0]):
            starts[index] = True
        for place in range(index, index + taken):
            yield from ((draft, starts[place] and draft is groups[place][0]) for draft in groups[place])
        index += taken


def _swaps(groups: Sequence[Sequence[Draft]], index: int) -> bool:
    if index + 1 >= len(groups):
        return False
    is_ahead = AHEAD in _orders(groups[index + 1][0]) and AHEAD not in _orders(groups[index][0])
    return is_ahead or BEFORE_NEXT in _orders(groups[index][0]) or groups[index + 1][0].piece.order == AFTER_NEXT


def _orders(draft: Draft) -> tuple[str, ...]:
    return draft.piece.reading.orders if draft.piece.reading is not None else ()


def _unfollowed(stage: Sequence[int], drafts: Sequence[Draft]) -> list[int]:
    followed = set().union(*(drafts[index].after for index in stage))
    return [index for index in stage if index not in followed]


def _without_covered(found: set[int], drafts: Sequence[Draft]) -> set[int]:
    """The places that no other of them comes after anyway."""
    covered: set[int] = set()
    for index in sorted(found, reverse=True):
        waiting = list(drafts[index].after)
        while waiting:
            place = waiting.pop()
            if place not in covered:
                covered.add(place)
                waiting += drafts[place].after
    return found - covered


def _stay_on_platform(draft: Draft, running: Sequence[Draft], sharing: Sharing) -> None:
    """A search that does not say where stays on the page: by the platform's address, else in the page's own field."""
    if "platform" not in draft.shape.inherit or "platform" in draft.params:
        return
    site = None
    for before in reversed(running):
        site = sharing.site(before)
        if site is not None or "platform" in before.shape.offers:
            break
    else:
        site = sharing.open_site
    platform = sharing.words.platform(site) if site is not None else None
    if platform is not None:
        draft.params["platform"] = platform.name
    elif site is not None and OWN_FIELD in draft.rule.shape_for({**draft.params, OWN_FIELD: _SEARCH}).required_params:
        draft.params[OWN_FIELD] = _SEARCH
