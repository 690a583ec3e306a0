"""Memory: keeping what the user wants remembered, and saying what is known."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from goalwright.contracts import Fact, Tool, ToolCall, Verdict
from goalwright.contracts.tool import Before
from goalwright.errors import ToolFailure
from goalwright.language.tables import words
from goalwright.tools.function_tool import FunctionTool
from goalwright.tools.services import FactsReader, Services

NOTE = "note"
"""The key of what the user asked to be remembered. The planner does not know it, so no note can change a plan."""
MAX_NOTE = 100_000
SHOWN = 20


def make_tools(services: Services) -> Mapping[str, Tool]:
    def is_kept(_call: ToolCall, _before: Before) -> Verdict:
        return "yes"

    def forgettable(_call: ToolCall, _before: Before) -> Before:
        return {"forget": True}  # facts go with the action they came from: undo needs nothing more

    def recall(call: ToolCall, _before: Before) -> Mapping[str, Any]:
        return _recalled(services.facts, call.args.get("what", ""))

    store = FunctionTool(act=_acknowledge, check=is_kept, invert=forgettable, known=_note, blocking=False)
    return {"memory.store_fact": store, "memory.get_recent_facts": FunctionTool(act=recall)}


def _acknowledge(call: ToolCall, _before: Before) -> Mapping[str, Any]:
    """Nothing is done here: the run records what `_note` gives, as it does for every tool."""
    what = call.args["what"]
    if not what.strip():
        raise ToolFailure("there is nothing to remember: say what")
    if len(what) > MAX_NOTE:
        raise ToolFailure(f"{len(what)} characters are too many to remember: at most {MAX_NOTE}; use a file instead")
    return {"text": f"Remembered: {what}"}


def _note(call: ToolCall) -> tuple[Fact, ...]:
    return (Fact(key=NOTE, value=call.args["what"], source=call.tool),)


def _recalled(reader: FactsReader | None, what: str) -> Mapping[str, Any]:
    found = _found(reader, what.strip()) if reader is not None else []
    about = f" about {what.strip()}" if what.strip() else ""
    text = "\n".join(map(_line, found)) or f"Nothing is remembered{about}."
    facts = [{"key": fact.key, "value": fact.value, "source": fact.source, "at": fact.at} for fact in found]
    return {"text": text, "facts": facts}


def _found(reader: FactsReader, what: str) -> list[Fact]:
    """Notes first, then what tools did; those with every word asked for, else those with any that means something."""
    found = [*reader.query(NOTE, text=what or None, limit=SHOWN), *_done(reader, what)]
    if found or not what:
        return found[:SHOWN]
    forgettable = words("words", "forgettable")
    asked = [word for word in what.casefold().split() if word not in forgettable]
    notes = [fact for word in asked for fact in reader.query(NOTE, text=word, limit=SHOWN)]
    done = [fact for word in asked for fact in _done(reader, word)]
    return list({(fact.key, fact.at, str(fact.value)): fact for fact in (*notes, *done)}.values())[:SHOWN]


def _done(reader: FactsReader, what: str) -> list[Fact]:
    return [fact for fact in reader.query(text=what or None, limit=2 * SHOWN) if fact.key != NOTE]


def _line(fact: Fact) -> str:
    if fact.key == NOTE:
        return str(fact.value)
    kind, colon, name = fact.key.partition(":")
    value = ", ".join(map(str, fact.value)) if isinstance(fact.value, tuple) else str(fact.value)
    when = f" ({datetime.fromtimestamp(fact.at):%Y-%m-%d %H:%M})" if fact.at is not None else ""
    return f"{f'{kind} {name}' if colon else kind}: {value}{when}"
