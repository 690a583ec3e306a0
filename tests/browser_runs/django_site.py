"""A small Django project in one file, for its admin: `python django_site.py FOLDER PORT`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import django
from django.conf import settings


def configured(folder: Path) -> None:
    settings.configure(
        ALLOWED_HOSTS=["127.0.0.1"],
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": folder / "site.db"}},
        DEBUG=True,
        DEFAULT_AUTO_FIELD="django.db.models.AutoField",
        INSTALLED_APPS=[
            "django.contrib.admin",
            "django.contrib.auth",
            "django.contrib.contenttypes",
            "django.contrib.sessions",
            "django.contrib.messages",
            "django.contrib.staticfiles",
        ],
        MIDDLEWARE=[
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.middleware.csrf.CsrfViewMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
            "django.contrib.messages.middleware.MessageMiddleware",
        ],
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        ROOT_URLCONF=__name__ if __name__ != "__main__" else "django_site",
        SECRET_KEY="for tests alone",
        STATIC_URL="/static/",
        TEMPLATES=[
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "APP_DIRS": True,
                "OPTIONS": {
                    "context_processors": [
                        "django.template.context_processors.request",
                        "django.contrib.auth.context_processors.auth",
                        "django.contrib.messages.context_processors.messages",
                    ]
                },
            }
        ],
        USE_TZ=True,
    )
    django.setup()


def main(folder: Path, port: str) -> None:
    configured(folder)
    from django.contrib import admin
    from django.core.management import call_command
    from django.db import connection, models
    from django.urls import path

    class Person(models.Model):
        """Someone with a birthday."""

        name = models.CharField(max_length=40)
        email = models.EmailField(blank=True)
        born = models.DateField()

        class Meta:
            app_label = "auth"
            verbose_name_plural = "people"

        def __str__(self) -> str:
            return str(self.name)

    class Visit(models.Model):
        """What keeps a person from being deleted."""

        person = models.ForeignKey(Person, on_delete=models.PROTECT)

        class Meta:
            app_label = "auth"

    class PersonAdmin(admin.ModelAdmin):
        search_fields = ("name",)

    admin.site.register(Person, PersonAdmin)
    sys.modules["django_site"].urlpatterns = [path("admin/", admin.site.urls)]  # type: ignore[attr-defined]  # Django's way
    if not (folder / "site.db").exists():
        call_command("migrate", verbosity=0)
        with connection.schema_editor() as schema:
            schema.create_model(Person)
            schema.create_model(Visit)
        call_command("createsuperuser", username="ann", email="ann@example.com", interactive=False, verbosity=0)
        from django.contrib.auth.models import User
        from django.contrib.contenttypes.models import ContentType

        ann = User.objects.get(username="ann")
        ann.set_password("right-one")
        ann.save()
        ContentType.objects.get_for_models(Person, Visit)  # the server remembers their numbers
        Person.objects.create(name="Bob Stone", born="1990-05-04")
        kept = Person.objects.create(name="Cleo Park", born="1985-01-02")
        Visit.objects.create(person=kept)
    connection.close()
    call_command("runserver", f"127.0.0.1:{port}", use_reloader=False, use_threading=True, verbosity=0)


if __name__ == "__main__":
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    sys.modules.setdefault("django_site", sys.modules["__main__"])
    main(Path(sys.argv[1]), sys.argv[2])
