"""Goalwright: the application object behind every door."""

from __future__ import annotations

import os
from functools import partial as bound
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from goalwright.app.places import user_name
from goalwright.app.staging import next_stage
from goalwright.app.wiring import Wiring

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection, Iterable, Mapping, Sequence

    from goalwright.app.job_desk import JobDesk
    from goalwright.app.settings import Chosen, Settings
    from goalwright.contracts import (
        Check,
        CleanReport,
        Extraction,
        Goal,
        Interpretation,
        Listener,
        MetaGoal,
        Plan,
        PlanPayload,
        PlanResult,
        Prepared,
        RunDetails,
        RunEvent,
        RunRecord,
        RunReport,
        UndoReport,
        WorldState,
    )
    from goalwright.rules import RuleBook
    from goalwright.runs.stop import StopRequest
    from goalwright.runs.wish import Wish
    from goalwright.store.facts_memory import FactsMemory
    from goalwright.store.journal_store import SqliteJournal
    from goalwright.tools import ToolRegistry
    from goalwright.tools.browser.secret_box import SecretBox

STOP_WAIT_S = 60.0


class Goalwright:
    """Understands, plans, runs and takes back. Everything is loaded when it is first needed.

    `config` is the folder with the user's settings (its `rules` folder holds rule tables), `home` the folder for
    state, `cwd` the folder that relative paths start from. Left out, they are where the platform has them; the
    environment's GOALWRIGHT_CONFIG and GOALWRIGHT_HOME come before that. Within one `conversation`, commands may point
    at the one before ("delete it"). Use it with `async with`, or call `close`.
    """

    def __init__(
        self,
        home: str | os.PathLike[str] | None = None,
        cwd: str | os.PathLike[str] | None = None,
        config: str | os.PathLike[str] | None = None,
        conversation: str = "",
    ) -> None:
        self.parts = Wiring(home, cwd, config, conversation, next_stage=next_stage)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_exception: object) -> None:
        await self.parts.background.wait()
        await self.release()
        self.close()

    async def release(self) -> None:
        """Give back what tools hold beyond one action, such as the connection to a browser, which itself goes on."""
        await self.parts.release()

    def close(self) -> None:
        """Let go of the files that are open; using it again opens them again."""
        self.parts.close()

    @property
    def home(self) -> Path:
        """The folder for state."""
        return self.parts.home

    @property
    def cwd(self) -> Path:
        """The folder that relative paths start from."""
        return self.parts.cwd

    @property
    def config(self) -> Path:
        """The folder with the user's settings."""
        return self.parts.config

    @property
    def settings(self) -> Settings:
        return self.parts.settings

    @property
    def rules(self) -> RuleBook:
        return self.parts.rules

    @property
    def registry(self) -> ToolRegistry:
        return self.parts.registry

    @property
    def facts(self) -> FactsMemory:
        return self.parts.facts

    @property
    def journal(self) -> SqliteJournal:
        return self.parts.journal

    @property
    def secrets(self) -> SecretBox:
        return self.parts.secrets

    @property
    def jobs(self) -> JobDesk:
        from goalwright.app.job_desk import JobDesk

        return JobDesk(self.parts, lambda cwd: Goalwright(self.home, cwd, self.config).parts)

    def interpret(self, text: str) -> MetaGoal:
        """The goals of a sentence with their dependencies; raises NotUnderstood."""
        return self.read(text).meta_goal

    def read(self, text: str) -> Interpretation:
        """The goals of a sentence and how it was understood; raises NotUnderstood."""
        return self.parts.read(text)

    def is_sentence(self, text: str) -> bool:
        """Whether the grammar takes the text for a sentence; no model is asked."""
        return self.parts.interpreter.is_sentence(text)

    def chosen(self, text: str, extraction: Extraction) -> Interpretation:
        """The interpretation that was picked among the readings of an ambiguous sentence."""
        from goalwright.interpret.interpreter import interpretation

        return interpretation(text, extraction, "grammar", self.rules)

    def examples(self, limit: int = 3) -> Mapping[str, tuple[str, ...]]:
        """A few sentences for each row of the rules, by the row's name."""
        from goalwright.interpret.grammar.samples import samples

        return samples(self.parts.interpreter.grammar.grammar, limit)

    def goals_from(self, text: str | bytes, source: str) -> MetaGoal:
        """The goals of a goals file, scopes resolved and paths anchored; `source` is what errors call the file."""
        from goalwright.interpret.goals_file import read_goals

        return self.anchored(read_goals(text, source, self.rules))

    def anchored(self, meta: MetaGoal) -> MetaGoal:
        """The same goals with their paths joined to the places that their scopes name."""
        from goalwright.situate.anchoring import anchor_paths

        return anchor_paths(meta, self.rules)

    def plan(self, source: str | Goal | MetaGoal, world: WorldState | None = None) -> PlanResult:
        """The shortest plan with all tools, available here or not. Without `world` this machine is looked at."""
        if world is None:
            return self.prepare(source, any_tool=True).result
        from goalwright.plan.planner import GoalPlanner

        goals = self.interpret(source) if isinstance(source, str) else source
        return GoalPlanner(self.rules).plan(goals, world, self.registry.capabilities())

    def prepare(self, source: str | Goal | MetaGoal, *, text: str = "", any_tool: bool = False) -> Prepared:
        """The plan for a sentence or for goals on this machine as it is, with what decides whether it may run.

        It takes as long as it takes: `run` and `start` do it in a thread, so that their event loop is never held up.
        """
        from goalwright.app.preparing import prepared

        return prepared(self.parts, source, text=text, any_tool=any_tool)

    def stages(self, plan: Plan) -> list[list[str]]:
        """Action ids by stage: those of one stage can run side by side once the stages before it are done."""
        from goalwright.graph import layers

        return layers({action.action_id: action.depends_on for action in plan.actions})

    def structured(self, meta: MetaGoal | Goal, step_count: int | None = None) -> str:
        """The structured plan as JSON text: as many steps as actions, or exactly `step_count`."""
        from goalwright.plan.planner import GoalPlanner
        from goalwright.plan.structured import StructuredPlanner

        return StructuredPlanner(planner=GoalPlanner(self.rules)).plan(self.parts.settled(meta), step_count)

    def validate(
        self, payload: object, tools: Iterable[str] | None = None, step_count: int | None = None
    ) -> PlanPayload:
        """The structured plan that `payload` holds, or PlanPayloadError with every violation of its contract."""
        from goalwright.plan.payload import validate_plan_payload

        return validate_plan_payload(payload, tools, step_count)

    async def run(  # noqa: PLR0913  # every one of them is a choice of the caller
        self,
        source: str | Goal | MetaGoal | Prepared,
        *,
        approve: Any = None,
        partial: bool = False,
        dry_run: bool = False,
        hold: bool = False,
        run_id: str = "",
        by: str = "",
        on_event: Listener | None = None,
        stop: StopRequest | None = None,
    ) -> RunReport:
        """Do what a sentence, goals or a prepared plan say, or report why not.

        `approve` is for plans with actions of high risk: True, the plan's hash, or a function that is shown the plan
        and returns True. `hold` keeps such a plan, unless it is approved, for `approve`. `partial` allows plans that
        leave goals unmet. With a `run_id` of the caller's, a run of that id is taken up if there is one: it is done
        once, however often and from however many processes it is started. `by` is who asks.
        """
        from goalwright.app.preparing import request_of

        wish = self._wish(
            run_id=run_id,
            request=request_of(source, str(self.cwd)),
            by=by,
            approve=approve,
            is_partial=partial,
            is_dry=dry_run,
            is_held=hold,
            on_event=on_event,
            stop=stop,
        )
        return await self.parts.conversation.kept(self.parts.runs, wish, bound(self._prepared, source))

    async def start(
        self,
        source: str | Goal | MetaGoal | Prepared,
        *,
        approve: Any = None,
        partial: bool = False,
        run_id: str = "",
        by: str = "",
    ) -> str:
        """Begin a run in the background, and return its id once it is written down; NotPlannable if it cannot begin.

        A plan that needs approval, and is not approved, waits for it. `events`, `stop`, `approve`, `report`, `resume`
        and `undo` take the id, in this process or another.
        """
        from goalwright.contracts.run_ids import new_run_id, require_run_id

        name = require_run_id(run_id) if run_id else new_run_id()
        work = bound(self.run, source, approve=approve, partial=partial, hold=True, run_id=name, by=by)
        await self.parts.background.begin(name, lambda heard: work(on_event=heard), self.journal, is_new=not run_id)
        return name

    async def report(self, run_id: str) -> RunReport:
        """What came of a run, once it is at rest: finished, stopped, interrupted, or waiting for approval."""
        from goalwright.runs.following import at_rest
        from goalwright.runs.verdicts import kept_report

        await self.parts.background.ended(run_id)  # of others' runs nothing is heard: they are looked at
        record = await at_rest(self.journal, run_id)
        return kept_report(record, self.journal.entries(record.run_id))

    async def take_up(self, run_id: str, *, by: str = "") -> RunReport:
        """What comes of a run that was begun before: it is waited for, or gone on with, unless it has ended."""
        return await self.parts.runs.take_up(run_id, self._wish(by=by))

    async def approve(
        self,
        run_id: str,
        plan_hash: str,
        *,
        by: str = "",
        on_event: Listener | None = None,
        stop: StopRequest | None = None,
    ) -> RunReport:
        """Run the plan of this hash that waits; ApprovalRefused or WorldDrifted, and it waits on, if it may not."""
        return await self.parts.runs.approve(run_id, plan_hash, self._wish(by=by, on_event=on_event, stop=stop))

    def decline(self, run_id: str, *, by: str = "") -> RunRecord:
        """End a run that waits for approval without running it."""
        return self.parts.runs.decline(run_id, by or user_name())

    def waiting(self, limit: int = 100) -> list[RunRecord]:
        """The runs that wait for approval, newest first."""
        return self.parts.runs.waiting(limit)

    def events(self, run_id: str, after: int = 0) -> AsyncIterator[RunEvent]:
        """The numbered events of a run after that number, from whichever process they come, until it is at rest."""
        return self.parts.runs.events(run_id, after)

    async def stop(self, run_id: str, *, now: bool = False, by: str = "", wait_s: float = STOP_WAIT_S) -> RunRecord:
        """Have the process that is at work on a run end it: after the running actions, or `now`; wait until it has."""
        return await self.parts.runs.stop(run_id, by=by or user_name(), is_now=now, wait_s=wait_s)

    async def apply(self, text: str | bytes, source: str = "plan", **how: Any) -> RunReport:
        """Run a saved plan, exactly as it was saved, or a structured one; `how` is what `run` takes.

        A changed file raises SavedPlanError, one that no longer fits WorldDrifted; `source` is what errors call it.
        """
        return await self.run(await self.prepared_from(text, source), **how)

    async def prepared_from(self, text: str | bytes, source: str = "plan") -> Prepared:
        """The plan in a file, ready to run: saved plans are held against the world first."""
        return await self.parts.keeper.prepared_from(text, source)

    async def save(self, prepared: Prepared) -> str:
        """A prepared plan as the text of a file for `apply`, with its hash and all it relies on."""
        return await self.parts.keeper.saved_text(prepared)

    async def resume(
        self,
        run_id: str = "",
        *,
        redo: Collection[str] = (),
        skip: Collection[str] = (),
        approve: Any = None,
        by: str = "",
        on_event: Listener | None = None,
        stop: StopRequest | None = None,
    ) -> RunReport:
        """Go on with a run that failed, was stopped or interrupted; without an id, the last. `approve` as for `run`."""
        wish = self._wish(by=by, approve=approve, on_event=on_event, stop=stop)
        return await self.parts.runs.resume(run_id, wish, redo=redo, skip=skip)

    async def undo(
        self, run_id: str = "", *, by: str = "", dry_run: bool = False, stop: StopRequest | None = None
    ) -> UndoReport:
        """Take a run back; without an id, the last one. WorldDrifted: things have changed, and nothing was touched."""
        from goalwright.runs.taking_back import take_back

        return await take_back(self.parts.runs, run_id, by=by or user_name(), dry_run=dry_run, stop=stop)

    def resumable(self, run_id: str = "") -> RunRecord:
        """The run that `resume` takes up."""
        from goalwright.runs.meant_run import to_resume

        return to_resume(self.journal, run_id)

    def undoable(self, run_id: str = "") -> RunRecord:
        """The run that `undo` takes back."""
        from goalwright.runs.meant_run import to_take_back

        return to_take_back(self.journal, run_id)

    def stop_request(self) -> StopRequest:
        """What a door gives to a run so that it can be stopped: cleanly with `request`, at once with `now`."""
        from goalwright.runs.stop import StopRequest

        return StopRequest()

    async def _prepared(self, source: str | Goal | MetaGoal | Prepared) -> Prepared:
        from goalwright.contracts import Prepared

        if isinstance(source, Prepared):
            return source
        import asyncio

        return await asyncio.get_running_loop().run_in_executor(self.parts.preparers, self.prepare, source)

    def _wish(self, *, by: str = "", stop: StopRequest | None = None, **more: Any) -> Wish:
        from goalwright.runs.wish import Wish

        return Wish(cwd=str(self.cwd), by=by or user_name(), stop=stop or self.stop_request(), **more)

    def history(self, limit: int = 20) -> list[RunRecord]:
        """The last runs, newest first."""
        return self.journal.runs(limit=limit)

    def show(self, run_id: str = "") -> RunDetails:
        """Everything about a run; without an id, about the last one."""
        from goalwright.runs.taking_back import run_details

        return run_details(self.journal, run_id)

    def world(self) -> WorldState:
        """What can be seen of this machine, the working folder included."""
        from goalwright.tools.desktop.installed.menu import app_names

        return self.parts.observed([str(self.cwd)], app_names())

    def doctor(self) -> tuple[Check, ...]:
        """What works on this machine, and what to do about the rest."""
        from goalwright.app.examination import examine

        return examine(self.parts)

    def settings_table(self) -> Sequence[Chosen]:
        """Every setting with its value and where that comes from."""
        return tuple(self.settings.chosen.values())

    def clean(self, keep_days: int | None = None, *, everything: bool = False) -> CleanReport:
        """Remove old runs and facts from the state folder; `everything` removes all but what is running."""
        from goalwright.app.cleaning import cleaned

        return cleaned(self.parts, 0 if everything else keep_days)
