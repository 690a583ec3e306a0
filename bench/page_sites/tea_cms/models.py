"""What the site is made of: pages with recipes, and authors."""

from __future__ import annotations

from django.db import models
from wagtail.admin.panels import FieldPanel
from wagtail.fields import RichTextField
from wagtail.models import Page
from wagtail.snippets.models import register_snippet


class RecipePage(Page):
    """How something is made."""

    minutes = models.PositiveIntegerField(default=10)
    body = RichTextField(blank=True)
    content_panels = (*Page.content_panels, FieldPanel("minutes"), FieldPanel("body"))


@register_snippet
class Author(models.Model):
    """Someone who writes recipes."""

    name = models.CharField(max_length=40)
    town = models.CharField(max_length=40, blank=True)

    def __str__(self) -> str:
        return str(self.name)
