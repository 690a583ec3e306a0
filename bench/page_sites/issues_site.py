"""Roundup, an issue tracker, with some issues: `python issues_site.py FOLDER PORT PASSWORD`; the user is ann."""

import subprocess
import sys
from pathlib import Path
from wsgiref.simple_server import make_server

from roundup.cgi.wsgi_handler import RequestDispatcher

folder, port, password = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
home, programs = folder / "tracker", Path(sys.executable).parent
ISSUES = (
    ("Kettle leaks", "urgent", "chatting", "ann"),
    ("Menu has a typo", "wish", "unread", "bob"),
    ("Door squeaks", "bug", "in-progress", "ann"),
    ("Lamp is dark", "critical", "unread", "bob"),
)


def told(*arguments: str) -> None:
    who = ("-u", f"admin:{password}") if arguments[0] == "create" else ()
    subprocess.run([programs / "roundup-admin", "-i", home, *who, *arguments], check=True, stdout=subprocess.DEVNULL)


settings = f"tracker_web=http://127.0.0.1:{port}/,mail_domain=tea.example,mail_host=localhost"
told("install", "classic", "sqlite", settings)
told("initialise", password)
for name, real in (("ann", "Ann Lee"), ("bob", "Bob Stone")):
    address = f"address={name}@tea.example"
    told("create", "user", f"username={name}", f"password={password}", address, "roles=User,Admin", f"realname={real}")
told("create", "keyword", "name=kitchen")
told("create", "keyword", "name=hall")
for title, priority, status, owner in ISSUES:
    told("create", "issue", f"title={title}", f"priority={priority}", f"status={status}", f"assignedto={owner}")
make_server("127.0.0.1", int(port), RequestDispatcher(str(home))).serve_forever()
