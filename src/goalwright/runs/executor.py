"""PlanExecutor: runs a PlanGraph, each action as soon as those it depends on are done."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from goalwright.contracts import ActionOutcome, Journal, Listener, PlanGraph, ToolResult
from goalwright.contracts.frozen import EMPTY
from goalwright.contracts.journal import FactsWriter
from goalwright.dataclass import dataclass, field, replace
from goalwright.runs.graph_walk import MAX_PARALLEL, RETRIES, Ports, Walk
from goalwright.runs.leavings import Leavings
from goalwright.runs.pools import Pools
from goalwright.runs.recovery import Earlier
from goalwright.runs.resolver import ToolResolver
from goalwright.runs.stop import StopRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class Execution:
    """The graph with its results, the outcome of each action, and what to compare before taking them back.

    `left` is everything that actions which can be undone relied on or changed, as they left it.
    """

    graph: PlanGraph
    outcomes: Mapping[str, ActionOutcome]
    left: Leavings = field(default_factory=Leavings)


class PlanExecutor:
    """Runs plans with the tools that a resolver finds.

    With a journal, every effect is announced before and reported after; without one nothing survives a crash.
    Only `max_parallel` actions of a run are at work at a time. What one action at a time may use is shared by all
    runs that have the same `pools`.
    """

    def __init__(
        self,
        resolver: ToolResolver,
        *,
        journal: Journal | None = None,
        facts: FactsWriter | None = None,
        max_parallel: int = MAX_PARALLEL,
        retries: int = RETRIES,
        pools: Pools | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.resolver = resolver
        self.pools = pools or Pools()
        self._ports = Ports(
            resolver=resolver,
            journal=journal,
            facts=facts,
            max_parallel=max(1, max_parallel),
            retries=retries,
            pools=self.pools,
            clock=clock,
        )

    async def run(
        self,
        graph: PlanGraph,
        *,
        run_id: str = "",
        keep: str = "",
        earlier: Mapping[str, Earlier] = EMPTY,
        stop: StopRequest | None = None,
        on_event: Listener | None = None,
        is_flushed: bool = True,
    ) -> Execution:
        """Run the graph to its end. `earlier` holds what a run that was cut off has already done or begun, `keep` is
        the folder that tools keep old bytes in. One who writes more of the run next need not have it `is_flushed`."""
        walk = Walk(
            self._ports,
            graph,
            run_id=run_id,
            keep=keep,
            earlier=earlier,
            stop=stop or StopRequest(),
            on_event=on_event,
        )
        outcomes = await walk.to_the_end(is_flushed=is_flushed)
        results = {name: _result(outcome) for name, outcome in outcomes.items() if outcome.state in ("done", "failed")}
        return Execution(graph=replace(graph, results=results), outcomes=outcomes, left=walk.leavings)


def _result(outcome: ActionOutcome) -> ToolResult:
    if outcome.is_done:
        return ToolResult(ok=True, output=outcome.output)
    return ToolResult(ok=False, output=outcome.output, error=outcome.error or "failed")
