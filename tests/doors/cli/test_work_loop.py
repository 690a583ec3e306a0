"""Ctrl-C while the app is at work: what is asked for once, twice and a third time."""

from __future__ import annotations

import asyncio
import signal
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from goalwright import Goalwright
from goalwright.doors.cli.work_loop import to_its_end


def test_a_third_ctrl_c_ends_what_listens_to_none(tmp_path: Path) -> None:
    async def deaf(_stop: Any) -> None:
        for _ in range(3):
            signal.raise_signal(signal.SIGINT)
        await asyncio.sleep(60)

    with closing(Goalwright(home=tmp_path)) as gw, pytest.raises(KeyboardInterrupt):
        to_its_end(gw, deaf, lambda _message: None)
