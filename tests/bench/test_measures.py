"""Each part of the bench that needs no browser runs to its end, here with next to nothing to measure."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import psutil
import pytest

from desktop.desk import Desk
from interpret.llm.scripted_endpoint import ScriptedEndpoint, says

Bench = Callable[..., ModuleType]
Streams = pytest.CaptureFixture[str]

PEER = """
import sys
sys.path[:0] = [{folder!r}]
from answering import answer
def quick(size, width, file, watch):
    with watch.running():
        file.write_bytes(bytes(size))
def broken(size, width, file, watch):
    if size > 20:
        raise OSError("no room")
    file.touch()
answer({{"quick": quick, "broken": broken}})
"""


class QuickModel(ScriptedEndpoint):
    """Stands for a model that takes half a minute to read what it is asked."""

    process = psutil.Process()

    def __init__(self) -> None:
        super().__init__()
        self.script = [says("no")]


@pytest.mark.thorough
def test_starting(bench: Bench, capsys: Streams) -> None:
    bench("startup", RUNS=1).main(("--where",))
    said = capsys.readouterr().out
    for part in ("python -c pass", "--version", "refused typo", "PYTHONDONTWRITEBYTECODE=1", "at most 24.0x"):
        assert part in said
    assert "goalwright.contracts" in said


def test_planning(bench: Bench, capsys: Streams) -> None:
    bench("run", SIZES=(1, 2, 3, 4), RUNS=3, PROBLEMS=5, REMEMBERED=10, STARTS=1).main()
    said = capsys.readouterr().out
    for part in ("random DAG", "pyperplan, A* with lmcut", "KiB per goal at the peak (random DAG of 10)", "first plan"):
        assert part in said


def test_execution_beside_another_runner(bench: Bench, tmp_path: Path, capsys: Streams) -> None:
    peers = bench("durable_peers", ENVIRONMENT=tmp_path)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} "$@"\n')
    (tmp_path / "bin" / "python").chmod(0o755)
    shutil.copy(peers.LOCK, tmp_path)
    script = tmp_path / "peer.py"
    script.write_text(PEER.format(folder=str(peers.ROOT / "bench" / "outside")))
    ways = {"quick one": peers.Way(str(script), "quick"), "broken one": peers.Way(str(script), "broken")}
    peers.WAYS.clear()
    peers.WAYS.update(ways)
    execution = bench("execution", SIZE=30, ROUNDS=1)
    execution.against_others(tmp_path / f"spare {number}" for number in range(100))
    said = capsys.readouterr().out
    assert "quick one : durable" in said
    assert "broken one: left out (OSError: no room)" in said


def test_execution_alone_and_at_every_size(bench: Bench, tmp_path: Path, capsys: Streams) -> None:
    bench("durable_peers").WAYS.clear()
    bench("durable_peers", ENVIRONMENT=tmp_path)
    shutil.copy(bench("durable_peers").LOCK, tmp_path)
    bench("run_memory", SIZE=50)
    bench("execution_scale", OFTEN={5: 1, 10: 1}, COMMITS=4, PAUSE_S=0.01, PAUSES=2, WRITTEN=4)
    bench("execution", SIZE=10, ALONE=1).main()
    said = capsys.readouterr().out
    for part in (
        "no journal : asyncio, CPU",
        "layers of 10",
        "blocking, in threads",
        "beyond its outcome",
        "left free",
    ):
        assert part in said


@pytest.mark.thorough
def test_language(bench: Bench, tmp_path: Path, capsys: Streams) -> None:
    sentences = [
        {"text": "open youtube", "verbs": ["browser.navigate"]},
        {"text": "mumble", "verbs": ["browser.navigate"]},
        {"text": "delete a.txt", "verbs": []},
    ]
    (tmp_path / "few.jsonl").write_text("\n".join(map(json.dumps, sentences)))
    (tmp_path / "case.json").write_text(json.dumps(sentences))
    sizes = {"ROUNDS": 1, "LOADS": 1, "RANDOM_TEXTS": 1, "REPEATED": {"one word": ("open ",)}}
    language = bench("language", UTTERANCES=tmp_path, CASES=tmp_path, MODEL_NEEDS=("none",), **sizes)
    language.main()
    said = capsys.readouterr().out
    for part in ("       1 of 2 ", "delete: 'delete a.txt' as file.delete", "p99", "cached, as shipped", "joined"):
        assert part in said


def test_a_call_to_a_model(bench: Bench, capsys: Streams) -> None:
    bench("model_call", LocalModel=QuickModel)
    bench("language", ROUNDS=1, MODEL_SENTENCES=("open youtube",)).against_the_model()
    assert "'open youtube'" in capsys.readouterr().out


def test_looks_at_the_desktop(bench: Bench, desk: Desk, capsys: Streams) -> None:
    desk.open_window()
    bench("ambient", LOOKS=1, STARTS=1).table()
    assert "whole refresh" in capsys.readouterr().out
