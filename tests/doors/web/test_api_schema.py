"""What the OpenAPI document says is true: requests that are generated from it get what it promises."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from doors.web.caller import Asker, Served

ROUNDS = int(os.environ.get("GOALWRIGHT_TEST_ROUNDS", "0"))
"""Generated requests for each route; 0 is a small round. With 100 there are more than 2,000 in all."""
STREAM = "/api/events"


# A sentence of the right form need not be one that is understood.
CONFIG = """
[checks]
positive_data_acceptance.expected-statuses = ["2xx", "401", "403", "404", "409", "422", "429"]
"""
KNOWN_RUN = """
[parameters]
run_id = "known-run"
"""


@pytest.mark.slow
@pytest.mark.parametrize("more", ["", KNOWN_RUN] if ROUNDS else [KNOWN_RUN], ids=len)
def test_generated_requests_get_what_the_document_promises(
    served: Served, program: Asker, tmp_path: Path, more: str
) -> None:
    program.post("/api/runs", {"text": "create a folder known", "run_id": "known-run", "wait_s": 30})
    (tmp_path / "schemathesis.toml").write_text(more + CONFIG)
    document = json.loads(program.get("/openapi.json").body)
    del document["paths"][STREAM]  # it does not end: test_stream.py reads it
    file = tmp_path / "openapi.json"
    file.write_text(json.dumps(document))
    options = [
        *("--url", served.origin, "--header", f"Authorization: {program.headers['Authorization']}"),
        *("--max-examples", str(ROUNDS or 2), "--mode", "all", "--seed", "1", "--generation-database", "none"),
        *("--phases", "coverage,fuzzing" if ROUNDS else "fuzzing", "--continue-on-failure", "--max-failures", "20"),
        *("--suppress-health-check", "all", "--no-color", "--request-timeout", "60"),
    ]
    done = subprocess.run(
        [sys.executable, "-P", "-m", "schemathesis.cli", "run", str(file), *options],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        timeout=1_800,
    )
    told = done.stdout + done.stderr
    (tmp_path / "told.txt").write_text(told)
    assert done.returncode == 0, told[-8_000:]
    counted = re.search(r"([\d,]+) generated", told)
    assert counted is not None, told
    assert int(counted[1].replace(",", "")) >= (2_000 if ROUNDS >= 100 else 30)
    assert 'status="500"' not in program.get("/metrics").body.decode()
