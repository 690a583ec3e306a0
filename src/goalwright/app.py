"""Goalwright: the application object behind every door, and the only place where its parts are wired."""

from __future__ import annotations

import os
import sys
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from goalwright.contracts import (
        Extraction,
        Goal,
        Interpretation,
        MetaGoal,
        Plan,
        PlanPayload,
        PlanResult,
        WorldState,
    )
    from goalwright.interpret import GoalInterpreter
    from goalwright.rules import RuleBook
    from goalwright.tools import ToolRegistry

CONFIG_VARIABLE = "GOALWRIGHT_CONFIG"
HOME_VARIABLE = "GOALWRIGHT_HOME"


class Goalwright:
    """Plans goals with the user's own rules. Everything is loaded when it is first needed.

    `config` is the folder with the user's settings (its `rules` folder holds rule tables), `home` the folder for
    state, `cwd` the folder that relative paths start from. Left out, they are where the platform has them; the
    environment's GOALWRIGHT_CONFIG and GOALWRIGHT_HOME come before that. It can be used with `async with`, or without.
    """

    def __init__(
        self,
        home: str | os.PathLike[str] | None = None,
        cwd: str | os.PathLike[str] | None = None,
        config: str | os.PathLike[str] | None = None,
    ) -> None:
        self._home = home
        self._cwd = cwd
        self._config = config

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_exception: object) -> None:
        """Nothing is held open, so there is nothing to close."""

    @cached_property
    def home(self) -> Path:
        return _folder(self._home, HOME_VARIABLE, _DATA_FOLDERS)

    @cached_property
    def cwd(self) -> Path:
        return Path.cwd() if self._cwd is None else Path(self._cwd)

    @cached_property
    def config(self) -> Path:
        return _folder(self._config, CONFIG_VARIABLE, _CONFIG_FOLDERS)

    @cached_property
    def rules(self) -> RuleBook:
        """The built-in rows with the user's laid over them; the first mistake in a file raises RuleFileError."""
        from goalwright.rules import builtin_rules, load_rules

        rules, shipped = load_rules(self.config / "rules"), builtin_rules()
        if rules is not shipped:
            from goalwright.plan.examples import check_examples

            check_examples(rules, [rule for key, rule in rules.items() if shipped.get(key) is not rule])
        return rules

    @cached_property
    def registry(self) -> ToolRegistry:
        """The catalogue of tools, each also serving the user's rows that name it."""
        from goalwright.tools import ToolRegistry

        return ToolRegistry.default().serving(self.rules.own_capabilities())

    @cached_property
    def settings(self) -> Mapping[str, Any]:
        """The user's config.toml; a missing one is empty, a broken one raises SettingsError."""
        return _read_settings(self.config / "config.toml")

    @cached_property
    def interpreter(self) -> GoalInterpreter:
        """The grammar of the rules, and the model that the settings or the environment name, if any."""
        from goalwright.interpret import GoalInterpreter
        from goalwright.interpret.llm import configured_extractor

        model = configured_extractor(self.rules, self.settings, os.environ, self.home)
        return GoalInterpreter(self.rules, model=model)

    def interpret(self, text: str) -> MetaGoal:
        """The goals of a sentence with their dependencies; raises NotUnderstood."""
        return self.read(text).meta_goal

    def read(self, text: str) -> Interpretation:
        """The goals of a sentence and how it was understood; raises NotUnderstood."""
        return self.interpreter.read(text)

    def chosen(self, text: str, extraction: Extraction) -> Interpretation:
        """The interpretation that was picked among the readings of an ambiguous sentence."""
        from goalwright.interpret.interpreter import interpretation

        return interpretation(text, extraction, "grammar")

    def examples(self, limit: int = 3) -> Mapping[str, tuple[str, ...]]:
        """A few sentences for each row of the rules, by the row's name."""
        from goalwright.interpret.grammar.samples import samples

        return samples(self.interpreter.grammar.grammar, limit)

    def anchored(self, meta: MetaGoal) -> MetaGoal:
        """The same goals with their paths joined to the places that their scopes name."""
        from goalwright.orchestrate import anchor_paths

        return anchor_paths(meta)

    def goals_from(self, text: str | bytes, source: str) -> MetaGoal:
        """The goals of a goals file, scopes resolved and paths anchored; `source` is what errors call the file."""
        from goalwright.interpret.goals_file import read_goals
        from goalwright.orchestrate import anchor_paths

        return anchor_paths(read_goals(text, source))

    def plan(self, goal: Goal | MetaGoal, world: WorldState | None = None) -> PlanResult:
        """The shortest plan with the registry's tools; nothing is known of the world unless `world` says it."""
        from goalwright.contracts import WorldState
        from goalwright.plan.planner import GoalPlanner

        return GoalPlanner(self.rules).plan(goal, world or WorldState(), self.registry.capabilities())

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


# sys.platform -> the variable that names the folder for such things, and where it is without; others follow linux.
_CONFIG_FOLDERS = {
    "linux": ("XDG_CONFIG_HOME", "~/.config"),
    "darwin": ("", "~/Library/Application Support"),
    "win32": ("APPDATA", "~/AppData/Roaming"),
}
_DATA_FOLDERS = {
    "linux": ("XDG_DATA_HOME", "~/.local/share"),
    "darwin": ("", "~/Library/Application Support"),
    "win32": ("LOCALAPPDATA", "~/AppData/Local"),
}


def _folder(given: str | os.PathLike[str] | None, variable: str, table: dict[str, tuple[str, str]]) -> Path:
    """The folder given, else the one that Goalwright's own variable names, else the platform's."""
    chosen = given if given is not None else os.environ.get(variable)
    if chosen:
        return _expanded(chosen)
    platform_variable, fallback = table.get(sys.platform, table["linux"])
    named = os.environ.get(platform_variable, "") if platform_variable else ""
    # The XDG specification has relative paths ignored.
    return _expanded(named if named and Path(named).is_absolute() else fallback) / "goalwright"


def _read_settings(file: Path) -> dict[str, Any]:
    import tomllib

    from goalwright.errors import SettingsError

    try:
        return tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(str(file), "", f"is not TOML: {error}: mend that line") from None
    except OSError as error:
        raise SettingsError(str(file), "", f"cannot be read ({error.strerror}): check its permissions") from None


def _expanded(folder: str | os.PathLike[str]) -> Path:
    try:
        return Path(folder).expanduser()
    except RuntimeError:  # no home folder can be found: the path stays as it is and is simply not there
        return Path(folder)
