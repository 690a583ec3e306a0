"""Plug-ins: tools of other packages, found through their entry points; a broken one harms nobody else."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from goalwright.contracts import ToolCall
from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.tools import Services, ToolRegistry

GOOD = """
from goalwright.contracts import ToolCapability, ToolEntry
from goalwright.tools.function_tool import FunctionTool

def entry(name, **more):
    capability = ToolCapability(name=name, can_achieve=["lamp_on"])
    given = {"intents": ["system_control"], "tool": FunctionTool(act=lambda call, before: {"text": "lit"})} | more
    return ToolEntry(name=name, capability=capability, **given)
"""

Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Puts a distribution with one module and one entry point on the path."""
    installed = []

    def put(name: str, code: str, attribute: str = "tools") -> None:
        site = tmp_path / "site"
        info = site / f"{name}-1.0.dist-info"
        info.mkdir(parents=True)
        (site / f"{name}.py").write_text(GOOD + code)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[goalwright.tools]\n{name} = {name}:{attribute}\n")
        monkeypatch.syspath_prepend(site)
        installed.append(name)

    yield put
    for name in installed:
        sys.modules.pop(name, None)


@pytest.fixture
def probed(tmp_path: Path) -> Callable[[], ToolRegistry]:
    return lambda: ToolRegistry.default(probe=True, services=Services(roots=AllowedRoots([tmp_path])))


BUILT_IN = len(ToolRegistry.default())


def test_a_plug_ins_tools_come_after_the_built_in_ones(install: Install, probed: Callable[[], ToolRegistry]) -> None:
    install("lamp_tools", "tools = [entry('lamp.on', risk='medium'), entry('lamp.off', is_trusted=False)]")
    registry = probed()
    assert registry.names()[BUILT_IN:] == ["lamp.on", "lamp.off"]
    assert registry.problems == ()
    lamp = registry["lamp.on"]
    assert (lamp.risk, lamp.intents, lamp.is_available) == ("medium", ("system_control",), True)
    assert not registry.is_trusted("lamp.off")
    assert lamp.tool is not None
    result = asyncio.run(lamp.tool.run(ToolCall(tool="lamp.on", action_id="a1"), {}))
    assert result.output == {"text": "lit"}


def test_a_function_is_given_the_services(install: Install, probed: Callable[[], ToolRegistry], tmp_path: Path) -> None:
    install("rooted_tools", "def tools(services):\n    yield entry('rooted', description=services.roots.folders[0])")
    assert probed()["rooted"].description == str(tmp_path)


def test_the_unprobed_catalogue_has_no_plug_ins(install: Install) -> None:
    install("lamp_tools", "tools = [entry('lamp.on')]")
    assert len(ToolRegistry.default()) == BUILT_IN


def test_plug_ins_are_taken_in_the_order_of_their_names(install: Install, probed: Callable[[], ToolRegistry]) -> None:
    install("zebra_tools", "tools = [entry('shared'), entry('zebra')]")
    install("ant_tools", "tools = [entry('shared'), entry('ant')]")
    registry = probed()
    assert registry.names()[BUILT_IN:] == ["shared", "ant", "zebra"]
    assert len(registry.problems) == 1
    assert "zebra_tools" in registry.problems[0]


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("tools = [entry('files.create_file')]", "which is taken"),
        ("tools = [entry('echo_tool')]", "which is taken"),
        ("tools = [entry('lamp.on', intents=[])]", "has no intents"),
        ("tools = [entry('lamp.on', tool=None)]", "has no tool to do its work"),
        ("tools = [entry('lamp.on', tool=object())]", "has no resources"),
        ("tools = [entry('Lamp On')]", "use small letters"),
        ("tools = [entry('lamp.\\u043en')]", "use small letters"),
        ("tools = [entry('lamp.on', risk='mortal')]", "risk"),
        ("tools = ['lamp.on']", "is not a ToolEntry"),
        ("tools = 'lamp.on'", "must be a list of ToolEntry"),
        ("tools = 5", "must be a list of ToolEntry"),
        ("def tools(): return []", "TypeError"),
        ("def tools(services): return None", "must be a list of ToolEntry"),
        ("raise RuntimeError('no lamp')", "RuntimeError: no lamp"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("import package_nobody_has", "package_nobody_has"),
        ("tools = [", "SyntaxError"),
        ("other = []", "AttributeError"),
    ],
)
def test_a_broken_plug_in_is_told_of_and_breaks_nothing(
    install: Install, probed: Callable[[], ToolRegistry], code: str, told: str
) -> None:
    install("broken_tools", code)
    install("sound_tools", "tools = [entry('sound')]")
    registry = probed()
    assert registry.names()[BUILT_IN:] == ["sound"]
    (problem,) = registry.problems
    assert problem.startswith("the plug-in broken_tools of broken_tools ")
    assert told in problem
    assert registry["files.create_file"].capability == ToolRegistry.default()["files.create_file"].capability


def test_the_sound_tools_of_a_half_broken_plug_in_are_used(
    install: Install, probed: Callable[[], ToolRegistry]
) -> None:
    install("half_tools", "tools = [entry('good'), entry('files.copy'), entry('fine', platforms=['plan9'])]")
    registry = probed()
    assert registry.names()[BUILT_IN:] == ["good", "fine"]
    assert "plan9" in registry["fine"].missing
    assert len(registry.problems) == 1
