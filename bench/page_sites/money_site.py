# mypy: ignore-errors
"""I Hate Money with one project: four people on a holiday and five bills."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path

from ihatemoney.models import Bill, BillType, Person, Project, db
from ihatemoney.run import create_app
from ihatemoney.utils import generate_password_hash

folder, port, password = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
BILLS = (
    ("2027-03-01", "Ann", "Train tickets", 120.0),
    ("2027-03-02", "Bob", "Groceries", 64.5),
    ("2027-03-03", "Ann", "Museum", 36.0),
    ("2027-03-04", "Cleo", "Dinner", 88.0),
    ("2027-03-05", "Dan", "Boat trip", 52.0),
)


class Settings:
    """What differs from how it is installed."""

    SQLALCHEMY_DATABASE_URI = f"sqlite:///{folder / 'money.db'}"
    SECRET_KEY = "only-for-a-bench"
    SESSION_COOKIE_SECURE = False
    ACTIVATE_DEMO_PROJECT = False


app = create_app(Settings)
with app.app_context():
    if Project.query.get("holiday") is None:
        project = Project(
            id="holiday",
            name="Holiday",
            password=generate_password_hash(password),
            contact_email="ann@tea.example",
            default_currency="XXX",
        )
        db.session.add(project)
        people = {name: Person(name=name, project=project, weight=1) for name in ("Ann", "Bob", "Cleo", "Dan")}
        db.session.add_all(people.values())
        db.session.commit()
        for day, payer, what, amount in BILLS:
            bill = Bill(
                amount=amount,
                date=date.fromisoformat(day),
                payer_id=people[payer].id,
                what=what,
                bill_type=BillType.EXPENSE,
                original_currency="XXX",
                project_default_currency="XXX",
                owers=list(people.values()),
            )
            db.session.add(bill)
        db.session.commit()
app.run(host="127.0.0.1", port=port, threaded=True)
