"""What is being decided about a mesa: while there is anything, it is EN REVISIÓN.

A «juego y veo» counts from when its sheet is opened on the tablet until it is closed; a call until somebody goes; an appeal
from when it is admitted until the ruling; a protest at the signature until a Director says that he knows of it; a sealed
Planilla from when a ruling opens it until the next version is sealed.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from operator import itemgetter
from typing import Any, Final

from django.db.models import Exists, F, IntegerField, OuterRef, QuerySet, Value

from brackets.models import Championship, Fixture, left_without_effect_since
from referee.models import Appeal, Call, Consulta, Planilla, RondaClaim, Signature, TableReview, standing

LOOKED_INTO: Final = "Un «juego y veo» que el Juez comprueba"
RONDA: Final = "Una ronda por verificar"
DOUBT: Final = "El Juez llamó al Director por una duda de reglas"
TO_APPEAL: Final = "El Juez llamó al Director por una apelación"
PROTEST: Final = "Firma bajo protesta que el Director todavía no revisa"
APPEAL: Final = "Apelación admitida, a la espera del fallo"
CONSULTA: Final = "Consulta al Director sin resolver"
CORRECTION: Final = "El Director corrige la Planilla"
Rows = QuerySet[Any]


def pending_of(fixtures: Collection[int]) -> Mapping[int, list[str]]:
    """By the key of the fixture, in words, each thing once, in the order in which they stand below: one query.

    Of a mesa that was left without effect nothing is: what is asked of its partida (`CONSULTA`) waits all the same.
    """
    words, rows = zip(*_kinds(fixtures), strict=True)
    several = [
        each.annotate(place=Value(place, IntegerField()))
        .order_by()
        .values_list(key, "place", f"{key}__marks", f"{key}__mesa__opened_at")
        for place, (each, key) in enumerate(rows)
    ]
    found: defaultdict[int, list[str]] = defaultdict(list)
    for fixture, place, marks, opened_at in sorted(several[0].union(*several[1:]), key=itemgetter(0, 1)):
        word = words[place]
        if word != CONSULTA and left_without_effect_since(marks, opened_at):
            continue
        # What an admitted appeal holds open is corrected only by its ruling.
        if word != CORRECTION or APPEAL not in found[fixture]:
            found[fixture].append(word)
    return found


def pending_in(championship: Championship) -> Mapping[int, list[str]]:
    """The same of all partidas of a championship."""
    return pending_of(Fixture.objects.filter(stage__championship=championship).values_list("pk", flat=True))


def _kinds(fixtures: Collection[int]) -> Iterator[tuple[str, tuple[Rows, str]]]:
    """What each is called, its rows, and where these have the fixture."""
    of_mesa, key, stands = {"mesa__fixture__in": fixtures}, "mesa__fixture", standing("mesa__")
    waiting = Call.objects.filter(stands, **of_mesa, attended_at=None, withdrawn_at=None)
    protests = Signature.objects.filter(
        standing("planilla__mesa__"), planilla__mesa__fixture__in=fixtures, outcome=Signature.Outcome.PROTEST, seen=None
    ).exclude(planilla__status=Planilla.Status.REOPENED)
    looked_into = TableReview.objects.filter(
        **of_mesa, over=False, at_seq=F("mesa__head_seq"), mesa__fixture__status=Fixture.Status.IN_PLAY
    )
    sealed = Planilla.objects.filter(status=Planilla.Status.SEALED)
    newer = sealed.filter(mesa=OuterRef("mesa"), version__gt=OuterRef("version"))
    corrected = sealed.filter(~Exists(newer), stands, **of_mesa, corrected_at__isnull=False)
    yield LOOKED_INTO, (looked_into, key)
    yield RONDA, (RondaClaim.objects.filter(stands, **of_mesa, outcome=""), key)
    yield DOUBT, (waiting.filter(reason=Call.Reason.RULES), key)
    yield TO_APPEAL, (waiting.filter(reason=Call.Reason.APPEAL), key)
    yield PROTEST, (protests, "planilla__mesa__fixture")
    yield APPEAL, (Appeal.objects.filter(stands, **of_mesa, qualification__admitted=True, ruling=None), key)
    yield CONSULTA, (Consulta.objects.filter(fixture__in=fixtures, end=None), "fixture")
    yield CORRECTION, (corrected, key)
