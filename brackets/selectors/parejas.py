"""Reading parejas."""

import re
from typing import Final

from django.db.models import Prefetch, QuerySet

from brackets.models import Championship, Pareja, Player

MASKED: Final = re.compile(r"••••••\d{4}", re.ASCII)


def parejas_list(championship: Championship) -> QuerySet[Pareja]:
    """All parejas with their players, by number: two queries. The players come without their cédulas."""
    players = Player.objects.defer("cedula")
    return Pareja.objects.filter(championship=championship).prefetch_related(Prefetch("players", players))


def parejas_with_cedulas(championship: Championship) -> QuerySet[Pareja]:
    """The same with the cédulas, for those who may see them (`parejas.cedula` in `access`)."""
    return Pareja.objects.filter(championship=championship).prefetch_related("players")


def cedula_masked(cedula: str) -> str:
    """Its last four digits, enough to tell two apart: for the audit, which those read who may see it whole.

    They sign an appeal from the private page: no other page, paper or file has them.

    >>> cedula_masked("1712345675"), cedula_masked("")
    ('••••••5675', '')
    """
    return f"••••••{cedula[-4:]}" if cedula else ""


def cedula_begins(cedula: str) -> str:
    """Its first four digits, to compare with a document; the last four can still be any, whatever the check digit.

    >>> cedula_begins("1712345675"), cedula_begins("")
    ('1712••••••', '')
    """
    return f"{cedula[:4]}••••••" if cedula else ""


def without_last_digits(text: str) -> str:
    """A text of the audit without the digits that `cedula_masked` left in it, for a copy that is taken away.

    >>> without_last_digits('{"before": "••••••5675"}')
    '{"before": "••••••••••"}'
    """
    return MASKED.sub("•" * 10, text)
