"""The executor's part of `make bench`: 1,000 no-op actions beside bare commits, asyncio, LangGraph and DBOS.

Contestants take turns within one run, and a ratio is the median of the turns' own ratios: what slows the machine down
slows both sides of it.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median
from typing import NamedTuple

from goalwright.contracts import Plan

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "bench")]

# ruff: noqa: E402  # these are found only after the path is set
import no_ops
from durable_peers import WAYS, Answer, Peer, peers
from execution_scale import growth, independent_actions, journal_size, memory
from judged import judged
from no_ops import WIDTHS, Spent, plan_of

SIZE = 1_000
ROUNDS = 3
ALONE = 7
"""How many turns there are if there is no peer to take one."""


def main() -> None:
    with _scratch() as folder:
        spare = (folder / str(number) for number in count())
        against_others(spare)
        growth(spare)
        independent_actions(spare)
        memory(spare)
        journal_size(spare)


@contextmanager
def _scratch() -> Iterator[Path]:
    """A folder on the project's own disk: the system's temporary one may be in memory, where commits cost nothing."""
    (ROOT / "build").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bench-", dir=ROOT / "build") as name:
        yield Path(name)


class Turn(NamedTuple):
    """What each took within seconds of the others; if a peer had its turn, its answer, and what ours took beside it."""

    commits_s: float
    durable: Spent
    plain: Spent
    tasks: Spent
    peer: str = ""
    answer: Answer | None = None
    beside_s: float = 0.0


Figure = Callable[[Turn], float | None]


def against_others(spare: Iterator[Path]) -> None:
    with peers() as running:
        print(f"Execution: {SIZE:,} no-op actions, medians of contestants taking turns")
        turns = {shape: _turns(width, running, spare) for shape, width in WIDTHS.items()}
    print(f"  {'each action, µs':<46}" + "".join(f"{shape:>18}" for shape in turns))
    for label, seconds in (*_COSTS, *_of_peers(lambda _, answer: answer.wall_s)):
        _print_row(label, turns, seconds, lambda value, _: f"{value / SIZE * 1e6:,.0f}")
    print(f"  {_mood(turns)}")
    print("  as ratios")
    for label, ratio in (*_RATIOS, *_of_peers(lambda turn, answer: answer.wall_s / turn.beside_s, " : durable")):
        _print_row(label, turns, ratio, lambda value, shape: judged(value, TARGETS.get((label, shape), "")))  # noqa: B023
    print("  as ratios of CPU")
    for label, ratio in _of_peers(lambda turn, answer: answer.cpu_s / turn.durable.cpu_s, " : durable"):
        _print_row(label, turns, ratio, lambda value, _: judged(value))
    print("  on the disk, bytes for each action (ours below)")
    for label, size in _of_peers(lambda _, answer: answer.bytes):
        _print_row(label, turns, size, lambda value, _: f"{value / SIZE:,.0f}")


TARGETS = {
    ("durable, in bare commits", "chain"): "≤ 2.5",
    ("durable, in bare commits", "layers of 10"): "< 1",
    **{("no journal : asyncio, CPU", shape): "≤ 10" for shape in WIDTHS},
    **{(f"LangGraph, a node each, {mode} : durable", shape): "≥ 3" for mode in ("sync", "async") for shape in WIDTHS},
}
_COSTS: tuple[tuple[str, Figure], ...] = (
    ("a bare commit each (WAL, synchronous FULL)", lambda turn: turn.commits_s),
    ("Goalwright, durable", lambda turn: turn.durable.wall_s),
    ("  of that, CPU", lambda turn: turn.durable.cpu_s),
    ("Goalwright, no journal (CPU)", lambda turn: turn.plain.cpu_s),
    ("asyncio, a task each (CPU)", lambda turn: turn.tasks.cpu_s),
)
_RATIOS: tuple[tuple[str, Figure], ...] = (
    ("durable, in bare commits", lambda turn: turn.durable.wall_s / turn.commits_s),
    ("no journal : asyncio, CPU", lambda turn: turn.plain.cpu_s / turn.tasks.cpu_s),
)


def _mood(turns: Mapping[str, list[Turn]]) -> str:
    commits = [turn.commits_s / SIZE * 1e6 for each in turns.values() for turn in each]
    spread = f"a bare commit took from {min(commits):,.0f} to {max(commits):,.0f} µs, turn by turn"
    return f"({spread}: the wider that is, the less the ratios say)"


def _of_peers(figure: Callable[[Turn, Answer], float], ending: str = "") -> Iterator[tuple[str, Figure]]:
    """A row for each peer: its label, and the figure in the turns that were its own."""
    for label in WAYS:
        yield f"{label}{ending}", partial(_figure, label=label, figure=figure)


def _figure(turn: Turn, label: str, figure: Callable[[Turn, Answer], float]) -> float | None:
    return figure(turn, turn.answer) if turn.answer is not None and turn.peer == label else None


def _turns(width: int, running: Mapping[str, Peer], spare: Iterator[Path]) -> list[Turn]:
    """Ours before and after each peer's, so that every peer is compared with its neighbours."""
    plan = plan_of(SIZE, width)
    ways = [label for label, way in WAYS.items() if way.script in running and (way.is_wide or width == 1)]
    if not ways:
        return [_turn(plan, width, spare) for _ in range(ALONE)]
    return [_beside(_turn(plan, width, spare), running, label, width, spare) for label in ways * ROUNDS]


def _turn(plan: Plan, width: int, spare: Iterator[Path]) -> Turn:
    """Half of the commits come before our run and half after it: the disk's mood changes as we go."""
    with _emptied(next(spare)) as disk:
        commits_s = no_ops.bare_commits(SIZE // 2, disk)
        durable = _durable(plan, spare)
        commits_s += no_ops.bare_commits(SIZE // 2, disk)
    return Turn(commits_s, durable, no_ops.plain_run(plan), no_ops.asyncio_tasks(SIZE, width))


def _beside(turn: Turn, running: Mapping[str, Peer], label: str, width: int, spare: Iterator[Path]) -> Turn:
    way = WAYS[label]
    try:
        with _emptied(next(spare)) as folder:
            answer = running[way.script].ask(way.name, SIZE, width, folder / "peer.db")
    except RuntimeError as error:
        print(f"  {label}: left out ({error})")
        return turn
    beside_s = (turn.durable.wall_s + _durable(plan_of(SIZE, width), spare).wall_s) / 2
    return turn._replace(peer=label, answer=answer, beside_s=beside_s)


def _durable(plan: Plan, spare: Iterator[Path]) -> Spent:
    with _emptied(next(spare)) as folder:
        return no_ops.durable_run(plan, folder)


@contextmanager
def _emptied(folder: Path) -> Iterator[Path]:
    """A folder that is gone afterwards, so that nobody works on a disk full of what others left."""
    folder.mkdir()
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def _print_row(label: str, turns: Mapping[str, list[Turn]], figure: Figure, shown: Callable[[float, str], str]) -> None:
    """The medians for each shape; no row at all if no turn has the figure."""
    found = {shape: [value for value in map(figure, each) if value is not None] for shape, each in turns.items()}
    if any(found.values()):
        texts = [shown(median(values), shape) if values else "-" for shape, values in found.items()]
        print(f"  {label:<46}" + "".join(f"{text:>18}" for text in texts))


if __name__ == "__main__":
    main()
