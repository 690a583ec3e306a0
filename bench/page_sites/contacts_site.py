# mypy: ignore-errors
"""Flask-AppBuilder with contacts in groups; the user is ann."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path

from flask import Flask
from flask_appbuilder import AppBuilder, Model, ModelView
from flask_appbuilder.models.sqla.interface import SQLAInterface
from flask_appbuilder.utils.legacy import get_sqla_class
from sqlalchemy import Column, Date, ForeignKey, Integer, String
from sqlalchemy.orm import relationship

folder, port, password = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
PEOPLE = (
    ("Ann Lee", "12 Oak Street", "1980-04-01", "Family"),
    ("Bob Stone", "3 Mill Lane", "1975-09-12", "Work"),
    ("Cleo Hart", "8 River Road", "1990-01-30", "Work"),
    ("Dan Moss", "5 Hill View", "1968-11-05", "Friends"),
)

app = Flask("contacts")
app.config |= {
    "SQLALCHEMY_DATABASE_URI": f"sqlite:///{folder / 'contacts.db'}",
    "SECRET_KEY": "only-for-a-bench",
    "APP_NAME": "Contacts",
    "RATELIMIT_ENABLED": False,
}
db = get_sqla_class()(app)


class Group(Model):  # type: ignore[misc]
    __tablename__ = "group"
    id = Column(Integer, primary_key=True)
    name = Column(String(50), unique=True, nullable=False)

    def __repr__(self) -> str:
        return str(self.name)


class Contact(Model):  # type: ignore[misc]
    __tablename__ = "contact"
    id = Column(Integer, primary_key=True)
    name = Column(String(150), unique=True, nullable=False)
    address = Column(String(250))
    birthday = Column(Date)
    group_id = Column(Integer, ForeignKey("group.id"), nullable=False)
    group = relationship("Group")

    def __repr__(self) -> str:
        return str(self.name)


class ContactView(ModelView):  # type: ignore[misc]
    datamodel = SQLAInterface(Contact)
    list_columns = ("name", "address", "birthday", "group")
    add_columns = edit_columns = ("name", "address", "birthday", "group")


class GroupView(ModelView):  # type: ignore[misc]
    datamodel = SQLAInterface(Group)
    list_columns = ("name",)


with app.app_context():
    appbuilder = AppBuilder(app, db.session)
    db.create_all()
    appbuilder.add_view(ContactView, "Contacts", category="People")
    appbuilder.add_view(GroupView, "Groups", category="People")
    if not db.session.query(Group).count():
        groups = {name: Group(name=name) for name in ("Family", "Friends", "Work")}
        db.session.add_all(groups.values())
        for name, address, born, group in PEOPLE:
            db.session.add(Contact(name=name, address=address, birthday=date.fromisoformat(born), group=groups[group]))
        db.session.commit()
        role = appbuilder.sm.find_role("Admin")
        appbuilder.sm.add_user("ann", "Ann", "Lee", "ann@tea.example", role, password)
app.run(host="127.0.0.1", port=port, threaded=True)
