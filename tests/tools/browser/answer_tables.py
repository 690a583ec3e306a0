"""All tables of pages that answer, and the part of them that every run of the tests goes through."""

from __future__ import annotations

from collections.abc import Mapping

from campaigns import spread
from tools.browser.answering_pages import ACCEPTING, REJECTING, Case
from tools.browser.civic_answers import CIVIC_ACCEPTING, CIVIC_REJECTING
from tools.browser.club_answers import CLUB_ACCEPTING, CLUB_REJECTING
from tools.browser.desk_answers import DESK_ACCEPTING, DESK_REJECTING
from tools.browser.field_answers import FIELD_ACCEPTING, FIELD_REJECTING
from tools.browser.fresh_answers import FRESH_ACCEPTING, FRESH_REJECTING
from tools.browser.hostile_answers import HOSTILE_ACCEPTING, HOSTILE_REJECTING
from tools.browser.house_answers import HOUSE_ACCEPTING, HOUSE_REJECTING
from tools.browser.judged_answers import JUDGED_ACCEPTING, JUDGED_REJECTING
from tools.browser.known_answers import KNOWN_ACCEPTING, KNOWN_REJECTING
from tools.browser.later_answers import LATER_ACCEPTING, LATER_REJECTING
from tools.browser.odd_answers import ODD_ACCEPTING, ODD_REJECTING
from tools.browser.office_answers import OFFICE_ACCEPTING, OFFICE_REJECTING
from tools.browser.plain_answers import PLAIN_ACCEPTING, PLAIN_REJECTING, PLAIN_REJECTING_NAMES
from tools.browser.quiet_answers import QUIET_ACCEPTING, QUIET_REJECTING
from tools.browser.shop_answers import SHOP_ACCEPTING, SHOP_REJECTING
from tools.browser.street_answers import STREET_ACCEPTING, STREET_REJECTING
from tools.browser.town_answers import TOWN_ACCEPTING, TOWN_REJECTING
from tools.browser.work_answers import WORK_ACCEPTING, WORK_REJECTING

Cases = Mapping[str, Case]
# Tables of what pages do, each in a way of its own, and tables of what they say and show, which the words decide.
_WAYS = 6
_SCENES = 16
_TABLES: Mapping[str, tuple[Cases, Cases, int]] = {
    "odd": (ODD_REJECTING, ODD_ACCEPTING, _WAYS),
    "hostile": (HOSTILE_REJECTING, HOSTILE_ACCEPTING, _WAYS),
    "fresh": (FRESH_REJECTING, FRESH_ACCEPTING, _WAYS),
    "quiet": (QUIET_REJECTING, QUIET_ACCEPTING, _WAYS),
    "plain": ({**PLAIN_REJECTING, **PLAIN_REJECTING_NAMES}, PLAIN_ACCEPTING, _WAYS),
    "shop": (SHOP_REJECTING, SHOP_ACCEPTING, _SCENES),
    "club": (CLUB_REJECTING, CLUB_ACCEPTING, _SCENES),
    "office": (OFFICE_REJECTING, OFFICE_ACCEPTING, _SCENES),
    "town": (TOWN_REJECTING, TOWN_ACCEPTING, _SCENES),
    "house": (HOUSE_REJECTING, HOUSE_ACCEPTING, _SCENES),
    "work": (WORK_REJECTING, WORK_ACCEPTING, _SCENES),
    "field": (FIELD_REJECTING, FIELD_ACCEPTING, _SCENES),
    "civic": (CIVIC_REJECTING, CIVIC_ACCEPTING, _SCENES),
    "street": (STREET_REJECTING, STREET_ACCEPTING, _WAYS),
    "desk": (DESK_REJECTING, DESK_ACCEPTING, _WAYS),
    "judged": (JUDGED_REJECTING, JUDGED_ACCEPTING, _WAYS),
    "later": (LATER_REJECTING, LATER_ACCEPTING, 1),
    "known": (KNOWN_REJECTING, KNOWN_ACCEPTING, _SCENES),
}
# What a page's watcher alone can see, and the signs that are in no other table: run each time.
_PINNED = frozenset(
    {
        "office: another one was quicker",
        "office: tag that is struck out",
        "office: others in the room",
        "town: start again",
        "town: on to the home page",
        "work: grey with a mark",
        "work: section that opens",
        "work: first step again",
        "work: button for later",
        "work: still in the list",
        "field: waiting for a network",
        "field: row in red",
        "field: three empty fields",
        "field: other times",
        "known: board without it",
        "known: bank page",
        "desk: name put back",
        "street: class is full by now",
        "desk: file with a lock",
        "judged: added, and gone two seconds later",
        "judged: code for later",
        "judged: period of the report",
        "judged: report as a file",
    }
)


def _chosen(table: str, cases: Cases, every: int) -> dict[str, Case]:
    named = [(f"{table}: {what}", case) for what, case in cases.items()]
    return dict(spread(named, every)) | {name: case for name, case in named if name in _PINNED}


ALL_REJECTING, ALL_ACCEPTING = dict(REJECTING), dict(ACCEPTING)
for _name, (_rejecting, _accepting, _every) in _TABLES.items():
    ALL_REJECTING |= _chosen(_name, _rejecting, _every)
    ALL_ACCEPTING |= _chosen(_name, _accepting, _every)
