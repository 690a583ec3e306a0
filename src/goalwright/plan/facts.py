"""From a WorldState to registers: what the snapshot says, in the planner's terms."""

from __future__ import annotations

from collections.abc import Mapping

from goalwright.contracts import Fact, WorldState
from goalwright.contracts.path_spelling import normal
from goalwright.plan.paths import PATH_REGISTERS, folders_above, known_identity, standing_folders
from goalwright.plan.state import ABSENT, CLEAR, DROP, EXISTS, MAKE, SET, Registers, RegisterWrite, Value, unheard
from goalwright.rules.addresses import page_of
from goalwright.rules.derive import FILE, FOLDER
from goalwright.rules.vocabulary import Vocabulary

RUNNING = ("running",)
_WORDS: Mapping[object, Value] = {"absent": ABSENT, "unknown": None, "exists": EXISTS, True: EXISTS, False: ABSENT}


def read_facts(world: WorldState, words: Vocabulary) -> dict[str, Value]:
    """What the facts say of each register, later ones over earlier ones."""
    facts: dict[str, Value] = {}
    for fact in sorted(world.recent_facts, key=lambda fact: fact.at if fact.at is not None else 0.0):
        facts[_register(fact, words)] = value = _value(fact)
        if ":" not in fact.key:  # a state that tools speak of may be told by its bare name
            facts[f"state:{fact.key}"] = value
    return facts


def standing_registers(words: Vocabulary) -> Registers:
    """What is so in every world: the folders that always exist."""
    registers = Registers()
    registers.apply([RegisterWrite(MAKE, folder, EXISTS) for folder in standing_folders(words)], unheard)
    return registers


def starting_registers(
    standing: Registers, world: WorldState, facts: Mapping[str, Value], words: Vocabulary
) -> Registers:
    """The state a plan starts from: what always stands, what the snapshot says, and the facts in it."""
    registers = standing.detached()
    registers.apply(_observed(world, words), unheard)
    # Absences first: a folder that exists overrules one above it that is said to be missing.
    absences = sorted([register for register, value in facts.items() if not value])
    presences = sorted([register for register, value in facts.items() if value])
    registers.apply([_fact_write(register, facts[register]) for register in (*absences, *presences)], unheard)
    return registers


def known_kinds(facts: Mapping[str, Value]) -> dict[str, str]:
    """Which paths are known to be files and which folders."""
    known = [register.partition(":") for register, value in facts.items() if value]
    return {path: FILE if family == "file" else FOLDER for family, _, path in known if family in PATH_REGISTERS}


def _observed(world: WorldState, words: Vocabulary) -> list[RegisterWrite]:
    page: Value = ABSENT
    if world.browser_running:
        page = page_of(world.browser_last_url, words) if world.browser_last_url is not None else None
    writes = [
        RegisterWrite(SET, "browser", RUNNING if world.browser_running else ABSENT),
        RegisterWrite(SET, "page:0", page, ("page",)),
    ]
    writes += [RegisterWrite(SET, f"app:{app.casefold()}", RUNNING, ("app",)) for app in sorted(world.running_apps)]
    if world.active_window is not None:
        writes.append(RegisterWrite(SET, "active", (world.active_window.casefold(),)))
    return writes


def _fact_write(register: str, value: Value) -> RegisterWrite:
    family, _, path = register.partition(":")
    if family in PATH_REGISTERS and value:
        return RegisterWrite(MAKE, register, value, folders_above(path))
    if family in PATH_REGISTERS:
        return RegisterWrite(CLEAR if family == "dir" and value == ABSENT else DROP, register, value)
    return RegisterWrite(SET, register, value, (family,) if family in ("page", "app") else ())


def _register(fact: Fact, words: Vocabulary) -> str:
    family, colon, rest = fact.key.partition(":")
    if family in PATH_REGISTERS and colon:
        place = normal(rest) if rest.startswith("/") else known_identity(rest, words.folder)
        return fact.key if place == rest else f"{family}:{place}"
    if family == "app" and colon:
        return f"app:{rest.casefold()}"
    return fact.key


def _value(fact: Fact) -> Value:
    value = fact.value
    if isinstance(value, tuple):
        return value
    if (type(value) is str or isinstance(value, str | bool)) and value in _WORDS:
        return _WORDS[value]
    return (value,)
