"""Reading parejas."""

from django.db.models import Prefetch, QuerySet

from brackets.models import Championship, Pareja, Player


def parejas_list(championship: Championship) -> QuerySet[Pareja]:
    """All parejas with their players, by number: two queries. The players come without their cédulas."""
    players = Player.objects.defer("cedula")
    return Pareja.objects.filter(championship=championship).prefetch_related(Prefetch("players", players))


def parejas_with_cedulas(championship: Championship) -> QuerySet[Pareja]:
    """The same with the cédulas, for those who may see them (`parejas.cedula` in `access`)."""
    return Pareja.objects.filter(championship=championship).prefetch_related("players")


def cedula_masked(cedula: str) -> str:
    """Its last four digits, enough to tell two apart.

    >>> cedula_masked("1712345675"), cedula_masked("")
    ('••••••5675', '')
    """
    return f"••••••{cedula[-4:]}" if cedula else ""
