"""What one call to a small local model costs, for comparison: SmolLM2-135M on one thread, its prompt already read."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from goalwright.errors import NotUnderstood
from goalwright.interpret.llm import LlmExtractor, ModelSettings
from goalwright.rules import builtin_rules

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests")]

# ruff: noqa: E402  # this is found only after the path is set
from interpret.llm.local_model import LocalModel

TOKENS = 60
SENTENCE = "would you fetch me github.com"


class ModelCall(NamedTuple):
    """The processor time of the server and of this process, and the time that passed."""

    cpu_s: float
    wall_s: float


def time_model_call(text: str) -> float:
    """The processor seconds of one extraction by the model."""
    return measure_model_call(text).cpu_s


def measure_model_call(text: str) -> ModelCall:
    """One extraction, after another that made the model read its prompt; starting the server is in nobody's time."""
    with LocalModel() as model:
        settings = ModelSettings(name="smollm2", base_url=model.url, retries=0, timeout_s=120, max_output_tokens=TOKENS)
        extractor = LlmExtractor(builtin_rules(), settings)
        _extract(extractor, f"{text} again")
        cpu, wall = _cpu_s(model.process.pid), time.perf_counter()
        _extract(extractor, text)
        spent = ModelCall(_cpu_s(model.process.pid) - cpu, time.perf_counter() - wall)
    if extractor.calls != 2:
        raise RuntimeError(f"{extractor.calls} calls were made for two sentences")
    return spent


def _extract(extractor: LlmExtractor, text: str) -> None:
    with suppress(NotUnderstood):  # a model this small is seldom right; what it costs is the same
        extractor.extract(text)


def _cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") + time.process_time()


if __name__ == "__main__":
    call = measure_model_call(SENTENCE)
    print(f"One call to the local model: {call.cpu_s:.2f} s of processor time, {call.wall_s:.2f} s in all")
