"""Wagtail with recipes: `python cms_site.py FOLDER PORT`."""

from __future__ import annotations

import sys
from pathlib import Path

RECIPES = (("Green tea pancakes", 25), ("Chai latte", 10), ("Tea eggs", 40), ("Earl Grey cake", 60), ("Kombucha", 15))
AUTHORS = (("Vera Lind", "Oslo"), ("Tom Reed", "Leeds"), ("Mai Tran", "Hue"))
WAGTAIL = ("contrib.forms", "contrib.redirects", "embeds", "sites", "users", "snippets", "documents", "images")


def main(folder: Path, port: str) -> None:
    import django
    from django.conf import settings

    (folder / "recipe_steps").mkdir()
    (folder / "recipe_steps" / "__init__.py").touch()
    sys.path.insert(0, str(folder))
    settings.configure(
        DEBUG=True,
        SECRET_KEY="for tests alone",
        ALLOWED_HOSTS=["*"],
        ROOT_URLCONF="tea_cms.urls",
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": folder / "cms.db"}},
        INSTALLED_APPS=[
            "tea_cms",
            *(f"wagtail.{name}" for name in (*WAGTAIL, "search", "admin")),
            "wagtail",
            "modelcluster",
            "taggit",
            *(f"django.contrib.{name}" for name in ("auth", "contenttypes", "sessions", "messages", "staticfiles")),
            "django_tasks",
        ],
        MIDDLEWARE=[
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.middleware.common.CommonMiddleware",
            "django.middleware.csrf.CsrfViewMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
            "django.contrib.messages.middleware.MessageMiddleware",
        ],
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
        MIGRATION_MODULES={"tea_cms": "recipe_steps"},
        STATIC_URL="/static/",
        MEDIA_ROOT=folder,
        MEDIA_URL="/media/",
        USE_TZ=True,
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        WAGTAIL_SITE_NAME="Tea recipes",
        WAGTAILADMIN_BASE_URL=f"http://127.0.0.1:{port}",
        WAGTAIL_ENABLE_UPDATE_CHECK=False,
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
    )
    django.setup()
    from django.core.management import call_command

    call_command("makemigrations", "tea_cms", verbosity=0)
    call_command("migrate", verbosity=0)
    _fill()
    call_command("runserver", f"127.0.0.1:{port}", "--noreload")


def _fill() -> None:
    from django.contrib.auth.models import User
    from tea_cms.models import Author, RecipePage
    from wagtail.models import Page

    User.objects.create_superuser("ann", "ann@tea.example", "right-one")
    for name in ("bob", "cleo"):
        User.objects.create_user(name, f"{name}@tea.example", "right-one", first_name=name.capitalize())
    home = Page.objects.get(depth=2)
    for number, (title, minutes) in enumerate(RECIPES):
        page = home.add_child(
            instance=RecipePage(title=title, minutes=minutes, body="<p>Boil water.</p>", live=number < 3)
        )
        page.save_revision()
    for name, town in AUTHORS:
        Author.objects.create(name=name, town=town)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    main(Path(sys.argv[1]), sys.argv[2])
