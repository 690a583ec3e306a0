"""A site of recipes behind Wagtail, for tasks on pages."""
