"""Metrics: what the service counts, in the text format of Prometheus."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from goalwright import __version__

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_BUCKETS_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)


class Metrics:
    """Counts of this process since it began; what the journal knows is asked of the journal."""

    def __init__(self) -> None:
        self._began = time.time()
        self._requests: Counter[tuple[str, str, int]] = Counter()
        self._within: Counter[float] = Counter()
        self._seconds = 0.0
        self._answers = 0
        self._unexpected = 0

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests[method, route, status] += 1
        self._answers += 1
        self._seconds += seconds
        for bound in _BUCKETS_S:
            if seconds <= bound:
                self._within[bound] += 1

    def unexpected(self) -> None:
        """Something failed that no sentence was written for."""
        self._unexpected += 1

    def text(self, runs: Mapping[str, int], *, going: int, streams: int, waiting: int) -> str:
        """Everything that is counted; `runs` are those that the journal has, by status."""
        return "\n".join([*self._lines(runs, going, streams, waiting), ""])

    def _lines(self, runs: Mapping[str, int], going: int, streams: int, waiting: int) -> Iterator[str]:
        yield from _metric("goalwright_info", "gauge", "The version.", [({"version": __version__}, 1)])
        began = round(self._began, 3)
        yield from _metric("goalwright_start_time_seconds", "gauge", "When the service began.", [({}, began)])
        listed = [({"status": status}, count) for status, count in sorted(runs.items())]
        yield from _metric("goalwright_runs", "gauge", "Runs in the journal, by how they ended.", listed)
        yield from _metric("goalwright_runs_going", "gauge", "Runs that are going on.", [({}, going)])
        yield from _metric("goalwright_approvals_waiting", "gauge", "Plans that wait for approval.", [({}, waiting)])
        yield from _metric("goalwright_streams", "gauge", "Open streams of events.", [({}, streams)])
        failed = "goalwright_unexpected_errors_total"
        yield from _metric(failed, "counter", "Failures without a sentence.", [({}, self._unexpected)])
        requests = [
            ({"method": method, "route": route, "status": str(status)}, count)
            for (method, route, status), count in sorted(self._requests.items())
        ]
        yield from _metric("goalwright_http_requests_total", "counter", "Requests that were answered.", requests)
        yield from self._durations()

    def _durations(self) -> Iterator[str]:
        name = "goalwright_http_request_seconds"
        yield f"# HELP {name} How long answers took, streams left out."
        yield f"# TYPE {name} histogram"
        for bound in _BUCKETS_S:
            yield f'{name}_bucket{{le="{bound:g}"}} {self._within[bound]}'
        yield f'{name}_bucket{{le="+Inf"}} {self._answers}'
        yield f"{name}_sum {self._seconds:.6f}"
        yield f"{name}_count {self._answers}"


def _metric(name: str, kind: str, told: str, values: Sequence[tuple[dict[str, str], float]]) -> Iterator[str]:
    yield f"# HELP {name} {told}"
    yield f"# TYPE {name} {kind}"
    for labels, value in values:
        inner = ",".join(f'{label}="{_escaped(text)}"' for label, text in labels.items())
        yield f"{name}{{{inner}}} {value}" if inner else f"{name} {value}"


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
