"""Routes that look: facts, rules, tools, settings and how this machine is."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from goalwright.app.overview import sentences_by_row, settings_document
from goalwright.contracts.documents import doctor_document, plain, tools_document
from goalwright.doors.cli.rules_command import SENTENCES_SHOWN, rule_document
from goalwright.doors.web.problems import TurnedDown
from goalwright.doors.web.request_bodies import FactsQuery, RulesQuery
from goalwright.doors.web.route_table import Call, Operation, Reply

if TYPE_CHECKING:
    from goalwright.app import Goalwright


async def facts(call: Call) -> Reply:
    asked: dict[str, Any] = {name: value or None for name, value in call.query.model_dump().items()}
    found = await asyncio.to_thread(lambda: call.service.gw.facts.query(**asked))
    return Reply({"facts": plain(found)})


async def rules(call: Call) -> Reply:
    gw = await call.service.applications.at()
    rows = await asyncio.to_thread(_rows, gw, call.query.name)
    if not rows:
        raise TurnedDown(404, "RuleNotFound", "no row has this name: leave the name out to see them all")
    return Reply({"rules": rows})


async def tools(call: Call) -> Reply:
    gw = await call.service.applications.at()
    return Reply(await asyncio.to_thread(lambda: tools_document(gw.registry)))


async def doctor(call: Call) -> Reply:
    gw = await call.service.applications.at()
    return Reply(doctor_document(await asyncio.to_thread(gw.doctor)))


async def settings(call: Call) -> Reply:
    gw = await call.service.applications.at()
    return Reply({"settings": await asyncio.to_thread(settings_document, gw)})


def _rows(gw: Goalwright, name: str) -> list[dict[str, Any]]:
    said = sentences_by_row(gw, SENTENCES_SHOWN)
    found = [rule for rule in gw.rules.values() if name in ("", rule.name, rule.domain)]
    return [rule_document(plain(rule), list(said.get(rule.name, ()))) for rule in found]


LOOK_ROUTES = (
    Operation(
        "GET", "/api/facts", "facts", "What was learnt in runs, newest first.", facts, {200: "facts"}, query=FactsQuery
    ),
    Operation(
        "GET",
        "/api/rules",
        "rules",
        "What can be asked for, and the words for it.",
        rules,
        {200: "rules"},
        query=RulesQuery,
        problems=(404, 503),
    ),
    Operation("GET", "/api/tools", "tools", "The tools that plans are made of.", tools, {200: "tools"}),
    Operation(
        "GET", "/api/doctor", "doctor", "What works on this machine, and how to get the rest.", doctor, {200: "doctor"}
    ),
    Operation(
        "GET",
        "/api/settings",
        "settings",
        "Every setting, and where it comes from.",
        settings,
        {200: "settings"},
        problems=(503,),
    ),
)
