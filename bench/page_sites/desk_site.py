"""A NiceGUI application (Quasar's widgets) that keeps what is saved: `python desk_site.py FOLDER PORT`."""

import json
import sys
from functools import partial
from pathlib import Path

from nicegui import ui

folder, port = Path(sys.argv[1]), int(sys.argv[2])
ROOMS = [
    {"room": "Attic", "beds": 2, "price": 80},
    {"room": "Garden", "beds": 3, "price": 95},
    {"room": "Harbour", "beds": 1, "price": 60},
    {"room": "Tower", "beds": 4, "price": 140},
]
COLUMNS = [
    {"name": name, "label": name.capitalize(), "field": name, "sortable": True, "align": "left"}
    for name in ("room", "beds", "price")
]


def kept(name: str, what: object) -> None:
    (folder / name).write_text(json.dumps(what), encoding="utf-8")


@ui.page("/")  # type: ignore[untyped-decorator]  # it comes without types
def desk() -> None:
    ui.label("Guest desk").classes("text-h4")
    with ui.tabs() as tabs:
        first, second, third = ui.tab("Booking"), ui.tab("Rooms"), ui.tab("Tasks")
    with ui.tab_panels(tabs, value=first):
        for tab, shown in ((first, booking), (second, rooms), (third, chores)):
            with ui.tab_panel(tab):
                shown()
    with ui.header(), ui.button(icon="menu").props('flat color=white aria-label="Menu"'), ui.menu():
        ui.menu_item("About", on_click=lambda: ui.notify("Guest desk 1.0"))
        ui.menu_item("Reset", on_click=lambda: kept("reset.json", True))


def booking() -> None:
    guest = ui.input("Guest", validation={"Enter a name": bool})
    nights = ui.number("Nights", value=1, min=1, max=30, validation={"At most 30": lambda value: (value or 0) <= 30})
    fields = {
        "guest": guest,
        "room": ui.select([row["room"] for row in ROOMS], label="Room"),
        "nights": nights,
        "arrival": ui.input("Arrival").props("type=date"),
        "extras": ui.select(["Breakfast", "Parking", "Late checkout"], label="Extras", multiple=True),
        "meal": ui.radio(["Vegan", "Vegetarian", "Anything"], value="Anything").props("inline"),
        "quiet": ui.switch("Quiet side"),
        "cot": ui.checkbox("Baby cot"),
        "budget": ui.slider(min=0, max=200, value=100).props('label aria-label="Budget"'),
        "wishes": ui.textarea("Wishes"),
    }

    def book() -> None:
        if guest.validate() and nights.validate():
            kept("booking.json", {name: field.value for name, field in fields.items()})
            ui.notify(f"Booked for {guest.value}", type="positive")
        else:
            ui.notify("The booking is not complete", type="negative")

    ui.button("Book", on_click=book)


def rooms() -> None:
    table = ui.table(columns=COLUMNS, rows=[dict(row) for row in ROOMS], row_key="room", selection="multiple")
    note = ui.label("")

    def close() -> None:
        names = {row["room"] for row in table.selected}
        table.rows[:] = [row for row in table.rows if row["room"] not in names]
        kept("rooms.json", [row["room"] for row in table.rows])
        table.selected.clear()
        table.update()
        note.set_text(f"{len(names)} closed")

    async def ask() -> None:
        if await question:
            close()

    with ui.dialog() as question, ui.card():
        ui.label("Close the selected rooms?")
        with ui.row():
            ui.button("Yes", on_click=lambda: question.submit(True))
            ui.button("No", on_click=lambda: question.submit(False))
    ui.button("Close rooms", on_click=ask)


def chores() -> None:
    tasks = ["Make beds", "Call the plumber"]
    box = ui.column()

    def drawn() -> None:
        box.clear()
        kept("tasks.json", tasks)
        with box:
            for task in tasks:
                with ui.row().classes("items-center"):
                    ui.label(task)
                    ui.button(icon="delete", on_click=partial(done, task)).props("flat round")

    def done(task: str) -> None:
        tasks.remove(task)
        drawn()

    def added() -> None:
        tasks.append(new.value)
        new.set_value("")
        drawn()

    new = ui.input("New task").on("keydown.enter", added)
    drawn()


ui.run(host="127.0.0.1", port=port, show=False, reload=False, title="Guest desk")
