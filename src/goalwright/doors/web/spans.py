"""Spans: one for each run and each of its actions, told to OpenTelemetry where it is installed and set up."""

from __future__ import annotations

import os
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from goalwright.contracts import RunEvent

_NANO = 1_000_000_000
_MOST_OPEN = 10_000


def run_spans() -> RunSpans | None:
    """What tells of runs; None without OpenTelemetry's SDK, or without an exporter named in the environment."""
    if find_spec("opentelemetry") is None or find_spec("opentelemetry.sdk") is None:
        return None
    if not any(name.startswith("OTEL_EXPORTER_") or name == "OTEL_TRACES_EXPORTER" for name in os.environ):
        return None
    from opentelemetry import trace
    from opentelemetry.sdk.trace import TracerProvider

    provider = trace.get_tracer_provider()
    if not isinstance(provider, TracerProvider):
        provider = TracerProvider()
        exporter = _exporter()
        if exporter is None:
            return None
        provider.add_span_processor(exporter)
        trace.set_tracer_provider(provider)
    return RunSpans(provider)


def _exporter() -> Any:
    """The exporter that the environment names: `console`, or OTLP over HTTP where that package is installed."""
    from opentelemetry.sdk.trace.export import BatchSpanProcessor, ConsoleSpanExporter

    if os.environ.get("OTEL_TRACES_EXPORTER") == "console":
        import sys

        return BatchSpanProcessor(ConsoleSpanExporter(out=sys.stderr))
    if find_spec("opentelemetry.exporter") is None or find_spec("opentelemetry.exporter.otlp.proto.http") is None:
        return None
    from importlib import import_module

    otlp = import_module("opentelemetry.exporter.otlp.proto.http.trace_exporter")
    return BatchSpanProcessor(otlp.OTLPSpanExporter())


class RunSpans:
    """Opens a span when a run or an action begins, and closes it when it ends, at the times that the journal has."""

    def __init__(self, provider: Any) -> None:
        self._tracer = provider.get_tracer("goalwright")
        self._runs: dict[str, Any] = {}
        self._actions: dict[tuple[str, str], Any] = {}

    def tell(self, event: RunEvent) -> None:
        at = int(event.at * _NANO)
        if event.kind == "run_started" and len(self._runs) < _MOST_OPEN:
            attributes = {"goalwright.run_id": event.run_id, "goalwright.by": event.by}
            self._runs[event.run_id] = self._tracer.start_span("run", start_time=at, attributes=attributes)
        elif event.kind == "action_started" and len(self._actions) < _MOST_OPEN:
            self._begin_action(event, at)
        elif event.kind == "action_ended":
            self._end_action(event, at)
        elif event.kind == "run_ended":
            self._end_run(event, at)

    def _begin_action(self, event: RunEvent, at: int) -> None:
        from opentelemetry.trace import set_span_in_context

        run = self._runs.get(event.run_id)
        context = set_span_in_context(run) if run is not None else None
        attributes = {"goalwright.run_id": event.run_id, "goalwright.action_id": event.action_id}
        span = self._tracer.start_span("action", context=context, start_time=at, attributes=attributes)
        self._actions[event.run_id, event.action_id] = span

    def _end_action(self, event: RunEvent, at: int) -> None:
        span = self._actions.pop((event.run_id, event.action_id), None)
        if span is None or event.outcome is None:
            return
        span.set_attribute("goalwright.state", event.outcome.state)
        span.set_attribute("goalwright.attempts", event.outcome.attempts)
        _mark(span, event.outcome.is_done, event.outcome.error)
        span.end(end_time=at)

    def _end_run(self, event: RunEvent, at: int) -> None:
        for key in [key for key in self._actions if key[0] == event.run_id]:
            self._actions.pop(key).end(end_time=at)
        span = self._runs.pop(event.run_id, None)
        if span is not None:
            span.set_attribute("goalwright.status", event.status or "")
            _mark(span, event.status == "success", event.reason)
            span.end(end_time=at)


def _mark(span: Any, is_good: bool, problem: str) -> None:
    from opentelemetry.trace import Status, StatusCode

    span.set_status(Status(StatusCode.OK) if is_good else Status(StatusCode.ERROR, problem))
