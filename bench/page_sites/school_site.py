"""A school behind Django's admin, edited in lists and in rows of a page: `python school_site.py FOLDER PORT`."""

from __future__ import annotations

import sys
from pathlib import Path

from browser_runs import django_site

TEACHERS = (("Ida", "Berg"), ("Tom", "Hale"), ("Eve", "Moss"))
COURSES = (
    ("Pottery", 0, "mon", 12, "2026-09-07", True),
    ("Spanish", 1, "tue", 20, "2026-09-08", True),
    ("Chess", 2, "fri", 8, "2026-10-02", False),
    ("Drawing", 0, "wed", 15, "2026-09-16", True),
    ("Singing", 1, "mon", 30, "2026-11-02", False),
)
STUDENTS = ("Ann Lee", "Bob Stone", "Cleo Hart", "Dan Moss", "Finn Low", "Gil Ray")


def main(folder: Path, port: str) -> None:
    django_site.configured(folder)
    from django.contrib import admin
    from django.core.management import call_command
    from django.db import connection, models
    from django.urls import path

    class Teacher(models.Model):
        """Someone who gives courses."""

        first_name = models.CharField(max_length=40)
        last_name = models.CharField(max_length=40)

        class Meta:
            app_label = "auth"

        def __str__(self) -> str:
            return f"{self.first_name} {self.last_name}"

    class Course(models.Model):
        """What is taught."""

        name = models.CharField(max_length=60, unique=True)
        teacher = models.ForeignKey(Teacher, on_delete=models.PROTECT)
        day = models.CharField(
            max_length=3, choices=[("mon", "Monday"), ("tue", "Tuesday"), ("wed", "Wednesday"), ("fri", "Friday")]
        )
        seats = models.PositiveIntegerField()
        begins = models.DateField()
        is_open = models.BooleanField("open", default=True)
        description = models.TextField(blank=True)

        class Meta:
            app_label = "auth"

        def __str__(self) -> str:
            return str(self.name)

    class Enrolment(models.Model):
        """A student in a course."""

        course = models.ForeignKey(Course, on_delete=models.CASCADE)
        student = models.CharField(max_length=60)
        paid = models.BooleanField(default=False)

        class Meta:
            app_label = "auth"

        def __str__(self) -> str:
            return str(self.student)

    class EnrolmentInline(admin.TabularInline):
        model = Enrolment
        extra = 1

    def close(_admin: object, request: object, queryset: models.QuerySet) -> None:
        from django.contrib import messages

        count = queryset.update(is_open=False)
        messages.success(request, f"{count} closed")

    close.short_description = "Close the selected courses"  # type: ignore[attr-defined]  # Django's way

    class CourseAdmin(admin.ModelAdmin):
        list_display = ("name", "teacher", "day", "seats", "begins", "is_open")
        list_editable = ("seats",)
        list_filter = ("day", "is_open", "teacher")
        search_fields = ("name", "description")
        date_hierarchy = "begins"
        inlines = (EnrolmentInline,)
        actions = (close,)
        ordering = ("name",)
        fieldsets = (
            (None, {"fields": ("name", "teacher", "day", "seats", "begins", "is_open")}),
            ("More", {"fields": ("description",), "classes": ("collapse",)}),
        )

    admin.site.register(Teacher)
    admin.site.register(Course, CourseAdmin)
    sys.modules["browser_runs.django_site"].urlpatterns = [path("admin/", admin.site.urls)]  # type: ignore[attr-defined]  # Django's way
    if not (folder / "site.db").exists():
        call_command("migrate", verbosity=0)
        with connection.schema_editor() as schema:
            for model in (Teacher, Course, Enrolment):
                schema.create_model(model)
        from django.contrib.auth.models import User
        from django.contrib.contenttypes.models import ContentType

        User.objects.create_superuser("ann", "ann@example.com", "right-one")
        ContentType.objects.get_for_models(Teacher, Course, Enrolment)
        call_command("migrate", verbosity=0)
        teachers = [Teacher.objects.create(first_name=first, last_name=last) for first, last in TEACHERS]
        for name, teacher, day, seats, begins, is_open in COURSES:
            made = Course.objects.create(
                name=name, teacher=teachers[teacher], day=day, seats=seats, begins=begins, is_open=is_open
            )
            for student in STUDENTS[: 1 + seats % 4]:
                Enrolment.objects.create(course=made, student=student)
    connection.close()
    call_command("runserver", f"127.0.0.1:{port}", use_reloader=False, use_threading=True, verbosity=0)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
