"""Choices that stand in many rows of a page, put together once and not by every row."""

from collections.abc import Collection, Iterable

from django import template
from django.db.models import Model
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def options(rows: Iterable[Model], chosen: int | None, busy: Collection[int], word: str) -> SafeString:
    """An option for each, `chosen` selected; who is busy elsewhere with that word behind."""
    return format_html_join(
        "",
        '<option value="{}"{}>{}{}</option>',
        (
            (
                row.pk,
                SafeString(" selected" if row.pk == chosen else ""),
                row,
                f" ({word})" if _elsewhere(row.pk, chosen, busy) else "",
            )
            for row in rows
        ),
    )


def _elsewhere(row: int, chosen: int | None, busy: Collection[int]) -> bool:
    return row in busy and row != chosen
