"""A book shop behind Django's admin, with the widgets that it has: `python book_site.py FOLDER PORT`."""

from __future__ import annotations

import sys
from pathlib import Path

from browser_runs import django_site

AUTHORS = ("Jules Verne", "Mary Shelley", "Jane Austen", "Leo Tolstoy", "Bram Stoker")
GENRES = ("Adventure", "Horror", "Romance", "Science fiction", "History")
TITLES = (
    *("Around the World", "Frankenstein", "Emma", "War and Peace", "Dracula", "The Mysterious Island", "Persuasion"),
    *("Anna Karenina", "The Last Man", "The Snake's Pass", "Sense and Sensibility", "Resurrection"),
)
STATUSES = ("draft", "printed", "sold out")


def main(folder: Path, port: str) -> None:
    django_site.configured(folder)
    from django.contrib import admin
    from django.core.management import call_command
    from django.db import connection, models
    from django.urls import path

    class Author(models.Model):
        """Someone who writes books."""

        name = models.CharField(max_length=40)

        class Meta:
            app_label = "auth"

        def __str__(self) -> str:
            return str(self.name)

    class Genre(models.Model):
        """A sort of book."""

        name = models.CharField(max_length=40)

        class Meta:
            app_label = "auth"

        def __str__(self) -> str:
            return str(self.name)

    class Book(models.Model):
        """Something to read."""

        title = models.CharField(max_length=80)
        author = models.ForeignKey(Author, on_delete=models.PROTECT)
        genres = models.ManyToManyField(Genre, blank=True)
        price = models.DecimalField(max_digits=6, decimal_places=2)
        published = models.DateField(null=True, blank=True)
        status = models.CharField(max_length=10, choices=[(one, one.capitalize()) for one in STATUSES])
        in_stock = models.BooleanField(default=False)
        notes = models.TextField(blank=True)

        class Meta:
            app_label = "auth"

        def __str__(self) -> str:
            return str(self.title)

    class AuthorAdmin(admin.ModelAdmin):
        search_fields = ("name",)

    class BookAdmin(admin.ModelAdmin):
        list_display = ("title", "author", "price", "status", "in_stock", "published")
        list_filter = ("status", "in_stock")
        list_per_page = 8
        search_fields = ("title",)
        autocomplete_fields = ("author",)
        filter_horizontal = ("genres",)
        ordering = ("title",)

    admin.site.register(Author, AuthorAdmin)
    admin.site.register(Genre)
    admin.site.register(Book, BookAdmin)
    sys.modules["browser_runs.django_site"].urlpatterns = [path("admin/", admin.site.urls)]  # type: ignore[attr-defined]  # Django's way
    if not (folder / "site.db").exists():
        call_command("migrate", verbosity=0)
        through = Book.genres.through
        with connection.schema_editor() as schema:
            for model in (Author, Genre, Book):
                schema.create_model(model)
        from django.contrib.auth.models import User
        from django.contrib.contenttypes.models import ContentType

        User.objects.create_superuser("ann", "ann@example.com", "right-one")
        User.objects.create_user("bob", "bob@example.com", "bobs-own", first_name="Bob", last_name="Stone")
        ContentType.objects.get_for_models(Author, Genre, Book, through)  # the server remembers their numbers
        call_command("migrate", verbosity=0)  # makes the permissions of the new models
        authors = [Author.objects.create(name=name) for name in AUTHORS]
        genres = [Genre.objects.create(name=name) for name in GENRES]
        for at, title in enumerate(TITLES):
            book = Book.objects.create(
                title=title,
                author=authors[at % len(authors)],
                price=f"{7 + (at * 5) % 13}.50",
                published=f"18{40 + at * 3}-0{1 + at % 9}-15",
                status=STATUSES[at % len(STATUSES)],
                in_stock=at % 2 == 0,
            )
            book.genres.add(genres[at % len(genres)])
    connection.close()
    call_command("runserver", f"127.0.0.1:{port}", use_reloader=False, use_threading=True, verbosity=0)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
