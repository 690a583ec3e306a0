"""`goalwright worker`: this machine does what its fleet's hub asks."""

from __future__ import annotations

import asyncio
import signal
from contextlib import closing
from typing import TYPE_CHECKING, Annotated

from goalwright.doors.cli.parameters import AsJson, Option, wrong_argument
from goalwright.doors.cli.plain_text import message_text
from goalwright.doors.cli.screen import Line, show, show_json

if TYPE_CHECKING:
    from goalwright.fleet.worker import Worker

EPILOG = """\b
With GOALWRIGHT_FLEET_URL set:
  goalwright worker --join TICKET
  goalwright worker

\b
Example:
  goalwright worker --help
"""


def worker(
    ticket: Annotated[str, Option("--join", metavar="TICKET", help="Join the fleet that this ticket is for.")] = "",
    name: Annotated[str, Option("--name", metavar="NAME", help="The name it must have in the fleet.")] = "",
    tags: Annotated[str, Option("--tags", metavar="A,B", help="More tags for it, when it joins.")] = "",
    as_json: AsJson = False,
) -> int:
    """Serve as a host of a fleet, until stopped.

    It obeys the one hub whose ticket it joined with, within this machine's own allowed
    folders and policy. GOALWRIGHT_FLEET_URL is the address of the fleet's Postgres.
    """
    from goalwright.app import Goalwright
    from goalwright.fleet.fleet_ends import open_worker

    if tags and not ticket:
        raise wrong_argument("--tags goes with --join: the hub signs them when a host joins")

    def tell(message: str) -> None:
        if as_json:
            show_json({"message": message}, indent=None)
        else:
            show([Line(((message_text(message), ""),))])

    wanted = tuple(tag.strip() for tag in tags.split(",") if tag.strip())
    with closing(Goalwright()) as gw, open_worker(gw, ticket, name, wanted, tell) as made:
        asyncio.run(_served(made))
    return 0


async def _served(made: Worker) -> None:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, made.stop)
    await made.serve()
