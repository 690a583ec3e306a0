"""DBOS on Postgres as the engine: an order is a workflow of one step on its host's queue.

The step is the whole run on that host. A worker that comes back takes up the workflows that it had begun, and the step
finds the run under its own id: the journal of the host, not DBOS, sees to each action being done once.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import dbos._serialization
from dbos import DBOS, DBOSClient, DBOSConfig, EnqueueOptions
from dbos import error as dbos_errors
from sqlalchemy.exc import SQLAlchemyError

from goalwright.errors import FleetError
from goalwright.fleet.directory import RETRY_S
from goalwright.fleet.engine import Carried, Stage

T = TypeVar("T")
_APPLICATION = "goalwright-fleet"
_VERSION = "1"
"""Of what travels. DBOS takes up only workflows of its own application version."""
_WORKFLOW = "carry_out"
_POLLING_S = 0.5
_CONNECTIONS = 10
"""Of a host to the database, beside one that listens and one of the directory's: one for each order, two for DBOS."""
_MOST_RECOVERIES = 1_000_000
_SENT_AT_ONCE = 8
_AT_ONCE = 8
"""Orders that a host works on at a time: a stop must get past a run."""
_STAGES: Mapping[str, Stage] = {
    "ENQUEUED": "waiting",
    "DELAYED": "waiting",
    "PENDING": "begun",
    "SUCCESS": "answered",
    "CANCELLED": "withdrawn",
}


class _NoPickle:
    """DBOS unpickles whatever a row of its database declares to be pickled, whichever serializer is configured.

    Who can write to the database could so run code on every machine. All that we send is JSON, so nothing is lost.
    """

    @staticmethod
    def loads(_data: bytes) -> Any:
        raise TypeError("pickled data in the fleet's database is not read")

    @staticmethod
    def dumps(_value: Any) -> bytes:
        raise TypeError("nothing is pickled for the fleet's database")


dbos._serialization.pickle = _NoPickle  # type: ignore[attr-defined, assignment]  # see the class
_JSON = dbos._serialization.DBOSPortableJSON


def prepare_database(url: str) -> None:
    """Make, or bring up to date, the tables of the engine. FleetError if this role may not."""
    log = logging.getLogger("dbos")
    usual = log.level
    log.setLevel(logging.CRITICAL)  # it warns if it may not look whether the database exists, which is known by now
    try:
        DBOS.migrate(url)
    except (SQLAlchemyError, dbos_errors.DBOSException) as error:
        problem = str(error.__cause__ or error).strip().splitlines()[0]
        raise FleetError(f"the tables of the fleet can't be made: {problem}; its owner must enrol once") from error
    finally:
        log.setLevel(usual)


class DbosOrderLine:
    """The hub's end: it needs no process of its own, so nothing is lost with a hub that dies."""

    def __init__(self, url: str) -> None:
        # Lazy, since it would take a look at once that it does not try again while the database is away.
        self._client = DBOSClient(system_database_url=url, serializer=_JSON, application_name=_APPLICATION, lazy=True)

    def send(self, orders: Sequence[tuple[str, str, str]]) -> None:
        with ThreadPoolExecutor(min(_SENT_AT_ONCE, len(orders) or 1)) as sending:
            list(sending.map(lambda order: self._sent(*order), orders))

    def _sent(self, host: str, order_id: str, order: str) -> None:
        options: EnqueueOptions = {
            "workflow_name": _WORKFLOW,
            "queue_name": host,
            "workflow_id": order_id,
            "app_version": _VERSION,
            "application_name": _APPLICATION,
        }
        _patiently(lambda: self._client.enqueue(options, order))

    def carried(self, order_ids: Iterable[str]) -> Mapping[str, Carried]:
        wanted = list(order_ids)
        if not wanted:
            return {}
        rows = _patiently(lambda: self._client.list_workflows(workflow_ids=wanted, load_input=False))
        return {row.workflow_id: _carried(row) for row in rows}

    def withdraw(self, order_ids: Iterable[str]) -> None:
        waiting = [name for name, carried in self.carried(order_ids).items() if carried.stage == "waiting"]
        if waiting:
            _patiently(lambda: self._client.cancel_workflows(waiting))

    def close(self) -> None:
        self._client.destroy()


class DbosHostLine:
    """A host's end: one per process, since DBOS keeps itself in globals."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._host = self._executor = ""
        self._at_work: set[str] = set()
        self._suspects: set[str] = set()
        self._engine: DBOS

    def open(self, host: str, instance: str, answer: Callable[[str], str]) -> None:
        self._host, self._executor = host, f"{host}/{instance}"
        config: DBOSConfig = {
            "name": _APPLICATION,
            "system_database_url": self._url,
            "application_version": _VERSION,
            "executor_id": self._executor,
            "serializer": _JSON,
            "sys_db_pool_size": _CONNECTIONS,
            "run_migrations": False,
            "log_level": "CRITICAL",
            "enable_otlp": False,
        }
        self._engine = DBOS(config=config)

        @DBOS.step()
        def answered(order: str) -> str:
            return answer(order)

        @DBOS.workflow(name=_WORKFLOW, max_recovery_attempts=_MOST_RECOVERIES)
        def carry_out(order: str) -> str:
            name = str(DBOS.workflow_id)
            self._at_work.add(name)
            try:
                return answered(order)
            finally:
                self._at_work.discard(name)

        try:
            DBOS.listen_queues([host])
            DBOS.launch()
            DBOS.register_queue(host, worker_concurrency=_AT_ONCE, polling_interval_sec=_POLLING_S)
        except SQLAlchemyError as error:
            problem = f"the fleet's database went away: {type(error).__name__}"
            raise FleetError(f"{problem}; start the worker again when it is back") from error

    def take_over(self) -> None:
        try:
            self._take_over()
        except (SQLAlchemyError, dbos_errors.DBOSException) as error:  # not all calls of DBOS are tried again by itself
            raise FleetError(f"the fleet's database is away: {type(error).__name__}") from error

    def _take_over(self) -> None:
        pending = DBOS.list_workflows(status="PENDING", queue_name=self._host, load_input=False, load_output=False)
        others = {str(row.executor_id) for row in pending} - {self._executor}
        if others:
            # Recovery at launch knows one executor id alone, and a frozen predecessor may begin orders after that.
            DBOS._recover_pending_workflows(sorted(others))
        # If the database goes away just as DBOS writes how a workflow ended, it is left pending for good. Seen twice
        # without anyone at work on it, an order is put back into its queue: its run is known, and is not done again.
        mine = {row.workflow_id for row in pending if row.executor_id == self._executor} - self._at_work
        for name in mine & self._suspects:
            self._engine._sys_db.reenqueue_for_recovery(name, [self._executor], self._host)
        self._suspects = mine

    def close(self) -> None:
        DBOS.destroy(workflow_completion_timeout_sec=0)


def _patiently(work: Callable[[], T]) -> T:
    """Do what can be done twice, again while the database is away: DBOS tries again after some failures, not all."""
    for pause in (*RETRY_S, None):
        try:
            return work()
        except SQLAlchemyError as error:
            if pause is None:
                raise FleetError(f"the fleet's database is away: {type(error).__name__}; start it") from error
            time.sleep(pause)
    raise AssertionError("the last pause is None")


def _carried(row: Any) -> Carried:
    stage = _STAGES.get(row.status, "broken")
    answer = row.output if stage == "answered" and isinstance(row.output, str) else ""
    return Carried(stage, answer)
