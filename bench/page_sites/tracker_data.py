"""The tickets and pages of a Trac environment: `python tracker_data.py FOLDER`, run once in Trac's own environment."""

import sys

from trac.env import Environment
from trac.perm import PermissionSystem
from trac.ticket.model import Ticket
from trac.wiki.model import WikiPage

TICKETS = (
    ("Lid is loose", "major", "ann"),
    ("Handle gets hot", "critical", "bob"),
    ("Spout drips", "minor", "ann"),
    ("Label is crooked", "trivial", "cleo"),
    ("Filter clogs", "critical", "ann"),
)

env = Environment(sys.argv[1])
PermissionSystem(env).grant_permission("anonymous", "TRAC_ADMIN")
for summary, priority, owner in TICKETS:
    ticket = Ticket(env)
    told = {"summary": summary, "priority": priority, "owner": owner, "reporter": "ann", "status": "new"}
    ticket.populate({**told, "description": f"{summary}, seen in the shop."})
    ticket.insert()
page = WikiPage(env, "TeaNotes")
page.text = "= Tea notes =\n\nGreen tea steeps for two minutes.\n"
page.save("ann", "first")
