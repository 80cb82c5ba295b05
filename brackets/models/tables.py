"""The furniture: a `Table` is where a mesa is played."""

from django.db import models

from brackets.models.championships import Championship


class Table(models.Model):
    """A numbered table in the hall."""

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField("mesa")

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=("championship", "number"), name="table_number_once"),)

    def __str__(self) -> str:
        return f"Mesa {self.number}"
