"""Goalwright: the application object behind every door."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from goalwright.app.wiring import BROWSER_FOLDER, Parts

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from goalwright.app.settings import Chosen
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
        RunDetails,
        RunRecord,
        RunReport,
        UndoReport,
        WorldState,
    )
    from goalwright.contracts.prepared import Prepared
    from goalwright.runs.stop import StopRequest


class Goalwright(Parts):
    """Understands, plans, runs and takes back. Everything is loaded when it is first needed.

    `config` is the folder with the user's settings (its `rules` folder holds rule tables), `home` the folder for
    state, `cwd` the folder that relative paths start from. Left out, they are where the platform has them; the
    environment's GOALWRIGHT_CONFIG and GOALWRIGHT_HOME come before that. Use it with `async with`, or call `close`.
    """

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_exception: object) -> None:
        await self.release()
        self.close()

    # Understanding.

    def interpret(self, text: str) -> MetaGoal:
        """The goals of a sentence with their dependencies; raises NotUnderstood."""
        return self.read(text).meta_goal

    def read(self, text: str) -> Interpretation:
        """The goals of a sentence and how it was understood; raises NotUnderstood."""
        return self.interpreter.read(text, on_page=self.browser_seen()[0])

    def chosen(self, text: str, extraction: Extraction) -> Interpretation:
        """The interpretation that was picked among the readings of an ambiguous sentence."""
        from goalwright.interpret.interpreter import interpretation

        return interpretation(text, extraction, "grammar", self.rules)

    def examples(self, limit: int = 3) -> Mapping[str, tuple[str, ...]]:
        """A few sentences for each row of the rules, by the row's name."""
        from goalwright.interpret.grammar.samples import samples

        return samples(self.interpreter.grammar.grammar, limit)

    def goals_from(self, text: str | bytes, source: str) -> MetaGoal:
        """The goals of a goals file, scopes resolved and paths anchored; `source` is what errors call the file."""
        from goalwright.interpret.goals_file import read_goals

        return self.anchored(read_goals(text, source, self.rules))

    def anchored(self, meta: MetaGoal) -> MetaGoal:
        """The same goals with their paths joined to the places that their scopes name."""
        from goalwright.situate.anchoring import anchor_paths

        return anchor_paths(meta, self.rules)

    # Planning.

    def plan(self, source: str | Goal | MetaGoal, world: WorldState | None = None) -> PlanResult:
        """The shortest plan with all tools, available here or not. Without `world` this machine is looked at."""
        if world is None:
            return self.prepare(source, any_tool=True).result
        from goalwright.plan.planner import GoalPlanner

        goal = self.interpret(source) if isinstance(source, str) else source
        return GoalPlanner(self.rules).plan(goal, world, self.registry.capabilities())

    def prepare(self, source: str | Goal | MetaGoal, *, text: str = "", any_tool: bool = False) -> Prepared:
        """The plan for a sentence or for goals on this machine as it is, with what decides whether it may run."""
        from goalwright.contracts import Goal, MetaGoal
        from goalwright.errors import ContractViolation

        if not isinstance(source, str | Goal | MetaGoal):
            raise ContractViolation("Goalwright", "source", "must be a sentence, a Goal or a MetaGoal")
        text = text or (source if isinstance(source, str) else "")
        goals = self.interpret(source) if isinstance(source, str) else source
        meta = MetaGoal(goals=(goals,)) if isinstance(goals, Goal) else goals
        return self.orchestrator.prepare(meta, text=text, any_tool=any_tool)

    def stages(self, plan: Plan) -> list[list[str]]:
        """Action ids by stage: those of one stage can run side by side once the stages before it are done."""
        from goalwright.graph import layers

        return layers({action.action_id: action.depends_on for action in plan.actions})

    def structured(self, meta: MetaGoal | Goal, step_count: int | None = None) -> str:
        """The structured plan as JSON text: as many steps as actions, or exactly `step_count`."""
        from goalwright.plan.planner import GoalPlanner
        from goalwright.plan.structured import StructuredPlanner

        return StructuredPlanner(planner=GoalPlanner(self.rules)).plan(meta, step_count)

    def validate(
        self, payload: object, tools: Iterable[str] | None = None, step_count: int | None = None
    ) -> PlanPayload:
        """The structured plan that `payload` holds, or PlanPayloadError with every violation of its contract."""
        from goalwright.plan.payload import validate_plan_payload

        return validate_plan_payload(payload, tools, step_count)

    # Doing.

    async def run(
        self,
        source: str | Goal | MetaGoal | Prepared,
        *,
        approve: Any = None,
        partial: bool = False,
        dry_run: bool = False,
        on_event: Listener | None = None,
        stop: StopRequest | None = None,
    ) -> RunReport:
        """Do what a sentence, goals or a prepared plan say, or report why not.

        `approve` is for plans with actions of high risk: True, the plan's hash, or a function that is shown the plan
        and returns True. `partial` allows plans that leave goals unmet.
        """
        from goalwright.contracts.prepared import Prepared
        from goalwright.runs.running import run_plan

        prepared = source if isinstance(source, Prepared) else self.prepare(source)
        return await run_plan(
            self.hands,
            prepared,
            cwd=str(self.cwd),
            approve=approve,
            partial=partial,
            dry_run=dry_run,
            on_event=on_event,
            stop=stop,
        )

    async def apply(
        self,
        text: str | bytes,
        source: str = "plan",
        *,
        approve: Any = None,
        partial: bool = False,
        dry_run: bool = False,
        on_event: Listener | None = None,
        stop: StopRequest | None = None,
    ) -> RunReport:
        """Run a saved plan, exactly as it was saved, or a structured one.

        A saved plan that was changed raises SavedPlanError; one that was made elsewhere, or that relies on what is no
        longer so, raises WorldDrifted. `source` is what errors call the file.
        """
        prepared = await self.prepared_from(text, source)
        return await self.run(prepared, approve=approve, partial=partial, dry_run=dry_run, on_event=on_event, stop=stop)

    async def prepared_from(self, text: str | bytes, source: str = "plan") -> Prepared:
        """The plan in a file, ready to run: saved plans are held against the world first."""
        from goalwright.situate.plan_files import prepared_from_file

        return await prepared_from_file(self.orchestrator, self.hands, text, source)

    async def save(self, prepared: Prepared) -> str:
        """A prepared plan as the text of a file for `apply`, with its hash and all it relies on."""
        from goalwright.situate.plan_files import saved_text

        return await saved_text(self.orchestrator, self.hands, prepared)

    async def resume(
        self,
        run_id: str = "",
        *,
        redo: Collection[str] = (),
        skip: Collection[str] = (),
        on_event: Listener | None = None,
        stop: StopRequest | None = None,
    ) -> RunReport:
        """Take up a run that was cut off, stopped or failed; without an id, the last such run."""
        from goalwright.runs.running import resume_run

        return await resume_run(self.hands, run_id, redo=redo, skip=skip, on_event=on_event, stop=stop)

    async def undo(self, run_id: str = "", *, dry_run: bool = False) -> UndoReport:
        """Take a run back; without an id, the last one. WorldDrifted: things have changed, and nothing was touched."""
        from goalwright.runs.taking_back import take_back

        return await take_back(self.hands, run_id, dry_run=dry_run)

    def stop_request(self) -> StopRequest:
        """What a door gives to a run so that it can be stopped: cleanly with `request`, at once with `now`."""
        from goalwright.runs.stop import StopRequest

        return StopRequest()

    # Looking back, and around.

    def history(self, limit: int = 20) -> list[RunRecord]:
        """The last runs, newest first."""
        return self.journal.runs(limit=limit)

    def show(self, run_id: str = "") -> RunDetails:
        """Everything about a run; without an id, about the last one."""
        from goalwright.runs.past_runs import run_details

        return run_details(self.journal, run_id)

    def world(self) -> WorldState:
        """What can be seen of this machine, the working folder included."""
        from goalwright.tools.desktop.installed.menu import app_names

        return self.observed([str(self.cwd)], app_names())

    def doctor(self) -> tuple[Check, ...]:
        """What works on this machine, and what to do about the rest."""
        from goalwright.app.examination import examine

        return examine(self)

    def settings_table(self) -> Sequence[Chosen]:
        """Every setting with its value and where that comes from."""
        return tuple(self.settings.chosen.values())

    def clean(self, keep_days: int | None = None, *, everything: bool = False) -> CleanReport:
        """Remove old runs and facts from the state folder; `everything` removes all but what is running."""
        from goalwright.contracts import CleanReport

        days = 0 if everything else self.settings["keep_days"] if keep_days is None else keep_days
        before = _size(self.home)
        runs, facts = self.journal.clean(days), self.facts.clean(days)
        self.close()  # what was removed leaves the disk when the files are closed
        return CleanReport(runs_removed=runs, facts_removed=facts, bytes_freed=max(0, before - _size(self.home)))


def _size(home: Path) -> int:
    """What is kept of runs and facts, in bytes; the browser's profile, which changes as it likes, aside."""
    total = 0
    for base, folders, names in os.walk(home):
        if Path(base) == home:
            folders[:] = [name for name in folders if name != BROWSER_FOLDER]
        for name in names:
            with suppress(OSError):
                total += Path(base, name).lstat().st_size
    return total
