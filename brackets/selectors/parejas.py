"""Reading parejas."""

from typing import Any

from django.db.models import Prefetch, QuerySet

from brackets.models import Championship, Pareja, Player


def parejas_list(championship: Championship) -> QuerySet[Pareja]:
    """All parejas with their players, by number: two queries. The players come without their cédulas."""
    return Pareja.objects.filter(championship=championship).prefetch_related("players")


def parejas_with_cedulas(championship: Championship) -> QuerySet[Pareja]:
    """The same with the cédulas, for those who may see them (`parejas.cedula` in `access`)."""
    return Pareja.objects.filter(championship=championship).prefetch_related(players_with_data())


def players_with_data(to: str = "players") -> "Prefetch[Any]":
    """Players with what is enciphered of them, to prefetch: one query."""
    return Prefetch(to, Player.objects.select_related("personal"))


def cedulas_noted(before: str, after: str) -> tuple[str, str]:
    """What the audit has of a cédula before and after: whether there is one, and whether it is another; no digit of either.

    >>> cedulas_noted("", "1712345675"), cedulas_noted("1712345675", "1712345683"), cedulas_noted("1712345675", "")
    (('', 'anotada'), ('anotada', 'otra'), ('anotada', ''))
    """
    same = before == after
    return "anotada" if before else "", ("otra" if before and not same else "anotada") if after else ""


def cedula_begins(cedula: str) -> str:
    """Its first four digits, to compare with a document; the last four can still be any, whatever the check digit.

    >>> cedula_begins("1712345675"), cedula_begins("")
    ('1712••••••', '')
    """
    return f"{cedula[:4]}••••••" if cedula else ""
