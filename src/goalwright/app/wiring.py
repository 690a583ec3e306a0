"""Wiring: everything Goalwright is made of, each part made once and when it is first needed."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from goalwright.app.late_part import part
from goalwright.app.places import HOSTS_FILE, JOBS_FILE, config_folder, expanded, state_folder, user_folder
from goalwright.errors import NotUnderstood

CDP_VARIABLE = "GOALWRIGHT_CDP_URL"
BROWSER_FOLDER = "browser"
PREPARERS = 4

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from concurrent.futures import ThreadPoolExecutor

    from goalwright.app.background import Background
    from goalwright.app.door_conversation import DoorConversation
    from goalwright.app.job_reader import JobReader
    from goalwright.app.settings import Settings
    from goalwright.contracts import Goal, Interpretation, MetaGoal, ToolCall, WorldState
    from goalwright.disk.allowed_roots import AllowedRoots
    from goalwright.interpret import GoalInterpreter
    from goalwright.rules import RuleBook
    from goalwright.runs.executor import PlanExecutor
    from goalwright.runs.pools import Pools
    from goalwright.runs.runs import Runs
    from goalwright.situate.orchestrator import GoalOrchestrator
    from goalwright.situate.plan_files import PlanKeeper
    from goalwright.store.facts_memory import FactsMemory
    from goalwright.store.jobs_store import SqliteJobs
    from goalwright.store.journal_store import SqliteJournal
    from goalwright.tools import ToolRegistry
    from goalwright.tools.browser.secret_box import SecretBox
    from goalwright.tools.browser.seen import BrowserSeen
    from goalwright.tools.services import BrowserChoices


class Wiring:
    """Which part is given what. `home` is the folder for state, `cwd` where relative paths start."""

    def __init__(
        self,
        home: str | os.PathLike[str] | None = None,
        cwd: str | os.PathLike[str] | None = None,
        config: str | os.PathLike[str] | None = None,
        conversation: str = "",
        folders: Sequence[str] | None = None,
        *,
        next_stage: Callable[[Wiring, ToolCall], Mapping[str, Any]],
    ) -> None:
        """`next_stage` plans goals that were put off, with these parts."""
        self.guard = threading.RLock()
        self._folders = folders
        self._next_stage = next_stage
        self._conversation = conversation
        self._home = home
        self._cwd = cwd
        self._config = config

    async def release(self) -> None:
        """Give back what tools hold beyond one action, such as the connection to a browser, which itself goes on."""
        registry: ToolRegistry | None = self.__dict__.get("registry")
        for tool in registry.connected() if registry is not None else ():
            close = getattr(tool, "close", None)
            if close is not None:
                await close()

    def close(self) -> None:
        """Let go of the files that are open; using it again opens them again."""
        kept: tuple[part[Any], ...] = (Wiring.journal, Wiring.facts, Wiring.preparers, Wiring.job_store)
        made_of_them: tuple[part[Any], ...] = (Wiring.registry, Wiring.orchestrator, Wiring.keeper, Wiring.executor)
        journal, facts, preparers, job_store, *_ = [
            self.__dict__.pop(made.name, None) for made in (*kept, *made_of_them, Wiring.runs)
        ]
        if journal is not None:
            journal.close_now()
        if facts is not None:
            facts.close()
        if job_store is not None:
            job_store.close()
        if preparers is not None:
            preparers.shutdown(wait=False)

    @part
    def home(self) -> Path:
        return state_folder(self._home)

    @part
    def cwd(self) -> Path:
        return Path.cwd() if self._cwd is None else Path(self._cwd).absolute()

    @part
    def config(self) -> Path:
        return config_folder(self._config)

    @part
    def settings(self) -> Settings:
        """What the environment and config.toml set; the first mistake raises SettingsError."""
        from goalwright.app.settings import read_settings

        return read_settings(self.config, os.environ)

    @part
    def rules(self) -> RuleBook:
        """The built-in rows with the user's laid over them; the first mistake in a file raises RuleFileError."""
        from goalwright.app.own_rules import rules_of

        return rules_of(self.config / "rules")

    @part
    def roots(self) -> AllowedRoots:
        """The folders that files may be read and changed in."""
        from goalwright.disk.allowed_roots import AllowedRoots

        if self._folders is not None:
            return AllowedRoots(self._folders)
        named = self.settings["allowed_roots"]
        return AllowedRoots([self.cwd / expanded(root) for root in named] if named else [user_folder(), self.cwd])

    @part
    def registry(self) -> ToolRegistry:
        """The tools, each connected or saying why it is missing, and serving the user's rows that name it."""
        from goalwright.store.machine_locks import machine_locks
        from goalwright.tools import ToolRegistry
        from goalwright.tools.services import Services

        services = Services(
            roots=self.roots,
            facts=self.facts.reader,
            machine_lock=machine_locks(self.home / "locks"),
            browser=self.browser_choices,
            steered=lambda: self.rules.words.steered_browsers(),  # noqa: PLW0108  # undo loads no rules
            screen_language=self.settings["screen_language"],
            next_stage=lambda call: self._next_stage(self, call),
        )
        registry = ToolRegistry.default(probe=True, services=services)
        if (self.config / "mcp").is_dir():
            from goalwright.tools.mcp.server_entries import server_entries

            registry = registry.joined(*server_entries(self.config))
        # The catalogue serves every row that is shipped, so rules are loaded for the user's own only: undo needs none.
        has_own = (self.config / "rules").is_dir()
        return registry.serving(self.rules.own_capabilities()) if has_own else registry

    @part
    def browser_choices(self) -> BrowserChoices:
        """Which browser, whose profile, and where it may go."""
        from goalwright.situate.known_folders import known_folders
        from goalwright.tools.services import BrowserChoices

        user = user_folder()
        downloads = known_folders(os.environ, str(user)).get("downloads", str(user / "Downloads"))
        return BrowserChoices(
            path=self.settings["browser_path"],
            cdp_url=os.environ.get(CDP_VARIABLE, ""),
            folder=str(self.home / BROWSER_FOLDER),
            downloads=str(expanded(self.settings["downloads_folder"] or downloads)),
            allowed_schemes=tuple(self.settings["allowed_schemes"]),
            allowed_origins=tuple(self.settings["allowed_origins"]),
        )

    @part
    def secrets(self) -> SecretBox:
        """What may be typed into pages of one origin, kept in the system's keyring."""
        from goalwright.tools.browser.secret_box import SecretBox

        return SecretBox(folder=self.browser_choices.folder)

    def browser_seen(self) -> BrowserSeen:
        """Whether a browser of ours runs, and the address of its page; a look takes milliseconds."""
        from goalwright.tools.browser.seen import browser_seen

        return browser_seen(self.browser_choices)

    def observed(self, paths: Sequence[str], apps: Sequence[str]) -> WorldState:
        """The snapshot for the paths and apps that goals mention."""
        from goalwright.situate.snapshot import snapshot
        from goalwright.tools.desktop.displays import has_x11
        from goalwright.tools.desktop.installed.program_names import process_names

        active = None
        if has_x11():
            from goalwright.tools.desktop.windows.window_adapter import active_seen

            active = active_seen(tuple(apps))
        seen = self.browser_seen()
        page = None if seen.is_changed else seen.url  # what was typed or pressed there is not what the address gives
        return snapshot(paths, apps, browser=(seen.is_running, page), called=process_names, active=active)

    def sights(self, kind: str) -> Sequence[Mapping[str, Any]]:
        """The windows, apps, processes or tabs that there are now; NotPlannable if they can't be seen."""
        from goalwright.app.sights import seen

        return seen(kind, self.browser_choices)

    def members(self, archive: str, folder_name: str) -> Iterable[str] | None:
        """What is in an archive, as far as that can be told without unpacking it."""
        from goalwright.tools.files.archives.archive_listing import listed

        return listed(self.roots, archive, folder_name)

    @part
    def interpreter(self) -> GoalInterpreter:
        """The grammar of the rules, and the model that the settings or the environment name, if any."""
        from goalwright.app.configured_model import configured_extractor
        from goalwright.interpret import GoalInterpreter
        from goalwright.tools.desktop.installed.menu import app_names

        model = configured_extractor(self.rules, self.settings.file, os.environ, self.home)
        return GoalInterpreter(self.rules, model=model, apps=app_names())

    @part
    def conversation(self) -> DoorConversation:
        """What the last command of this door left behind."""
        from goalwright.app.door_conversation import DoorConversation
        from goalwright.store.conversation_files import ConversationFiles

        files = ConversationFiles(self.home)
        return DoorConversation(files, self._conversation, str(self.cwd), lambda: self.interpreter.follow_ups)

    def read(self, text: str, **known: Any) -> Interpretation:
        """A sentence as it is understood here; ForTheFleet or AsksForJob if it is for elsewhere or for later.

        `known` is what is known better of what is around it, such as a `recall`.
        """
        self.require_local(text)
        try:
            return self.interpreter.read(text, **{**self.said_here(), **known})
        except NotUnderstood as declined:
            if known:
                raise
            self.job_reader.refuse(text, declined)

    @part
    def job_reader(self) -> JobReader:
        """What reads the sentences that are declined: few are for later, or about jobs."""
        from goalwright.app.job_reader import JobReader

        def absolute(path: str) -> str:
            return self.orchestrator.here.absolute(path)

        return JobReader(self.interpreter, self.said_here, absolute, self.home / JOBS_FILE, lambda: self.job_store)

    def require_local(self, text: str) -> None:
        """Raise ForTheFleet, or NotUnderstood, for a sentence that says on which hosts of the fleet to do it."""
        if (self.home / HOSTS_FILE).exists():
            from goalwright.app.said_hosts import require_local  # only a hub has hosts

            require_local(text, self.home, lambda part: self.interpreter.grammar.extract(part, **self.said_here()))

    def said_here(self) -> dict[str, Any]:
        """What is around a sentence: the page that is open, the command before, and what lies in the folder."""
        seen, recall = self.browser_seen(), self.conversation.last if self._conversation else None
        around = {"on_page": seen.is_running, "page": seen.url or "", "recall": recall}
        cwd = str(self.cwd)
        return {**around, "is_there": cache(lambda name: os.path.lexists(os.path.join(cwd, name)))}  # noqa: PTH118

    @part
    def facts(self) -> FactsMemory:
        """What was learnt in earlier runs."""
        from goalwright.store.facts_memory import FactsMemory

        # The registry is not there yet: it is made with these very facts.
        return FactsMemory(self.home / "facts.db", lambda tool: self.registry.is_trusted(tool))  # noqa: PLW0108

    @part
    def journal(self) -> SqliteJournal:
        """The record of runs."""
        from goalwright.store.journal_store import SqliteJournal

        return SqliteJournal(self.home)

    @part
    def job_store(self) -> SqliteJobs:
        """The record of jobs."""
        from goalwright.store.jobs_store import SqliteJobs

        return SqliteJobs(self.home / JOBS_FILE)

    @part
    def orchestrator(self) -> GoalOrchestrator:
        """Goals to plans, on this machine as it is."""
        from goalwright.situate.anchoring import Surroundings
        from goalwright.situate.known_folders import folders_here, known_folders
        from goalwright.situate.matching_paths import matches
        from goalwright.situate.orchestrator import GoalOrchestrator

        user = str(user_folder())
        here = Surroundings(
            cwd=str(self.cwd),
            home=user,
            words=self.rules.words,
            folders=known_folders(os.environ, user) | folders_here(str(self.cwd), self.rules.words.folders.values()),
            drives={letter: str(expanded(folder)) for letter, folder in self.settings["drives"].items()},
        )
        return GoalOrchestrator(
            self.rules,
            self.registry,
            self.roots,
            here,
            observe=self.observed,
            matches=matches,
            members=self.members,
            sights=self.sights,
            own=(str(self.home.absolute()), str(self.config.absolute())),
            programs=tuple(filter(os.path.isabs, os.get_exec_path())),
            schemes=self.settings["allowed_schemes"],
        )

    def settled(self, meta: MetaGoal | Goal) -> MetaGoal:
        """The goals as they are now: what they select, work out and depend on is looked at."""
        return self.orchestrator.settled(meta).meta

    @part
    def background(self) -> Background:
        """The runs that go on while their caller does other things."""
        from goalwright.app.background import Background

        return Background()

    @part
    def preparers(self) -> ThreadPoolExecutor:
        """The threads in which plans are made, so that no event loop waits for one, nor for a model."""
        from concurrent.futures import ThreadPoolExecutor

        return ThreadPoolExecutor(max_workers=PREPARERS, thread_name_prefix="goalwright-prepare")

    @part
    def keeper(self) -> PlanKeeper:
        """What plans rely on, kept and compared."""
        from goalwright.situate.plan_files import PlanKeeper

        return PlanKeeper(self.orchestrator, lambda plan: self.executor.resolver.prints(plan))  # noqa: PLW0108  # made late

    @part
    def pools(self) -> Pools:
        """What one action at a time may use: one set for all runs of this process, locked against other processes."""
        from goalwright.runs.pools import Pools
        from goalwright.store.machine_locks import machine_locks

        return Pools(machine_locks(self.home / "locks"))

    @part
    def executor(self) -> PlanExecutor:
        """What carries plans out."""
        from goalwright.runs.executor import PlanExecutor
        from goalwright.runs.resolver import ToolResolver

        return PlanExecutor(
            ToolResolver(self.registry),
            journal=self.journal,
            facts=self.facts,
            max_parallel=self.settings["max_parallel"],
            pools=self.pools,
        )

    @part
    def runs(self) -> Runs:
        """Runs by id."""
        from goalwright.app.late_judge import LateJudge
        from goalwright.runs.runs import Runs

        judge = LateJudge(lambda: self.orchestrator, lambda: self.keeper)
        return Runs(self.journal, self.executor, judge, self.facts)
