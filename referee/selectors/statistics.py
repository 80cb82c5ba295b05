"""What has been done at the tables, per pareja, championship and edition: counted of what is final and counts, and of nothing else.

So nothing is told of a mesa that is still played, whatever is public of it meanwhile. Caídas, limpias, rondas and minutes are of the
mesas that have a log; what was kept on paper has its chicas and zapaterías.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any, Final

from django.db.models import Case, F, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from brackets.models import Championship, Fixture, left_without_effect_since, zapaterias_made
from brackets.selectors.observed import minutes_in
from brackets.selectors.voided import voided_in
from referee.models import Jugada, Planilla, standing
from referee.rules import Reanudacion, Suspension

COUNTED: Final = ("caidas", "limpias", "caidas_limpias", "rondas", "dobles")
SAT_DOWN: Final = (Fixture.How.PLAYED, Fixture.How.RETIREMENT, Fixture.How.DISQUALIFICATION)


@dataclass(frozen=True, slots=True)
class Counted:
    """A partida that is final; `sides` are the keys of its parejas, `figures` what `rules.figures` counted of its log, if it has one of the two.

    `zapaterias`: how many each side made.

    `minutes` from its first jugada to the last of the Planilla that was signed first, by the clock of the tablet, less those
    for which it was suspended.
    """

    fixture: int
    number: int | None
    championship: int
    sides: tuple[int | None, int | None]
    winner: int | None
    chicas: tuple[tuple[int, int], ...]
    zapaterias: tuple[int, int]
    minutes: int | None
    figures: Mapping[str, Any]

    def of(self, pareja: int) -> tuple[int, int]:
        """On which side this pareja sits, and on which its rival."""
        return (0, 1) if self.sides[0] == pareja else (1, 0)


@dataclass(slots=True)
class Figures:
    """What was counted over some mesas; of one pareja, or of both sides together.

    `turns` are the datas of each side that is counted: two for a data of both.
    """

    mesas: int = 0
    won: int = 0
    logged: int = 0
    jugadas: int = 0
    datas: int = 0
    turns: int = 0
    chicas: int = 0
    chicas_logged: int = 0
    points: int = 0
    points_logged: int = 0
    zapaterias: int = 0
    suffered: int = 0
    done: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTED, 0))
    minutes: list[int] = field(default_factory=list)

    @property
    def per_data(self) -> float | None:
        """Points of one side in an average data of those that were logged."""
        return self.points_logged / self.turns if self.turns else None

    @property
    def datas_per_chica(self) -> float | None:
        return self.datas / self.chicas_logged if self.chicas_logged else None

    @property
    def jugadas_per_data(self) -> float | None:
        return self.jugadas / self.datas if self.datas else None

    @property
    def average_minutes(self) -> float | None:
        return sum(self.minutes) / len(self.minutes) if self.minutes else None

    def per_mesa(self, what: str) -> float | None:
        return self.done[what] / self.logged if self.logged else None


def counted_of(championships: Collection[Championship]) -> list[Counted]:
    """Everything final of them but what counts for nobody: three queries, four where a pareja is voided, whatever their number."""
    keys = [each.pk for each in championships]
    final = Fixture.objects.filter(
        stage__championship__in=keys,
        stage__status="published",
        status=Fixture.Status.FINAL,
        how__in=SAT_DOWN,
        number__isnull=False,
    )
    timed = final.annotate(signed=_signed()).annotate(
        began=_hour_of(1),
        ended=_hour_of(OuterRef("signed")),
        figures=Case(When(standing("mesa__"), then=F("mesa__figures"))),
    )
    rows = timed.order_by("stage__number", "number").values_list(
        "pk", "number", "stage__championship", "pareja_a", "pareja_b", "winner", "chicas", "began", "ended", "figures",
        "marks", "mesa__opened_at", "zapaterias", "stage", "round", "position",
    )  # fmt: skip
    stood, voided = _stood_still(timed), voided_in(keys)
    return [
        Counted(
            pk, number, championship, (a, b), winner, tuple((int(x), int(y)) for x, y in chicas),
            zapaterias_made(made),
            *((None, {}) if figures and left_without_effect_since(marks, opened_at)
              else (_minutes(began, ended, stood.get(pk, timedelta())), figures or {})),
        )
        for pk, number, championship, a, b, winner, chicas, began, ended, figures, marks, opened_at, made, stage, *key in rows
        if not voided.meets(stage, (key[0], key[1]))
    ]  # fmt: skip


def _signed() -> Coalesce:
    """The last jugada that was played: what a ruling adds comes after the first Planilla that was sealed, and may come days later."""
    sealed = Planilla.objects.filter(mesa=OuterRef("mesa"), status=Planilla.Status.SEALED).order_by("version")
    return Coalesce(Subquery(sealed.values("head_seq")[:1]), F("mesa__head_seq"))


def _hour_of(seq: int | OuterRef) -> Subquery:
    """By the clock of the tablet; none of what was typed from paper, nor of others who sat there before."""
    rows = Jugada.objects.filter(standing("mesa__"), mesa=OuterRef("mesa"), seq=seq)
    return Subquery(rows.values("device_ts")[:1])


def figures_of(counted: Iterable[Counted]) -> Figures:
    """Both sides together."""
    found = Figures()
    for mesa in counted:
        _add_mesa(found, mesa)
        for side in (0, 1):
            _add_side(found, mesa, side)
        found.zapaterias += sum(mesa.zapaterias)
    return found


def by_championship(counted: Iterable[Counted]) -> dict[int, Figures]:
    """By the key of the championship."""
    groups: defaultdict[int, list[Counted]] = defaultdict(list)
    for mesa in counted:
        groups[mesa.championship].append(mesa)
    return {championship: figures_of(mesas) for championship, mesas in groups.items()}


def by_pareja(counted: Iterable[Counted]) -> dict[int, Figures]:
    """By the key of each pareja that has played."""
    found: defaultdict[int, Figures] = defaultdict(Figures)
    for mesa in counted:
        for side, pareja in enumerate(mesa.sides):
            if pareja is not None:
                own = found[pareja]
                _add_mesa(own, mesa)
                _add_side(own, mesa, side)
                own.won += mesa.winner == pareja
                own.zapaterias += mesa.zapaterias[side]
                own.suffered += mesa.zapaterias[1 - side]
    return dict(found)


def longest(counted: Sequence[Counted]) -> tuple[Counted | None, Counted | None]:
    """The mesa that took the most time, and the one of the most datas."""
    timed = [mesa for mesa in counted if mesa.minutes]
    logged = [mesa for mesa in counted if mesa.figures]
    return (
        max(timed, key=lambda mesa: mesa.minutes or 0, default=None),
        max(logged, key=lambda mesa: mesa.figures["datas"], default=None),
    )


def _add_mesa(found: Figures, mesa: Counted) -> None:
    found.mesas += 1
    found.chicas += len(mesa.chicas)
    if mesa.minutes:
        found.minutes.append(mesa.minutes)
    if mesa.figures:
        found.logged += 1
        found.jugadas += mesa.figures["jugadas"]
        found.datas += mesa.figures["datas"]
        found.chicas_logged += mesa.figures["chicas"]


def _add_side(found: Figures, mesa: Counted, side: int) -> None:
    found.points += sum(chica[side] for chica in mesa.chicas)
    if mesa.figures:
        own = mesa.figures["AB"[side]]
        found.points_logged += own["puntos"]
        found.turns += mesa.figures["datas"]
        for what in COUNTED:
            found.done[what] += own[what]


def _stood_still(timed: QuerySet[Fixture]) -> dict[int, timedelta]:
    """For how long each mesa was suspended while it was played, by the key of its partida (16)."""
    marks = (
        Jugada.objects.filter(mesa__fixture__in=timed.values("pk"))
        .filter(Q(notation__startswith=Suspension.word) | Q(notation__startswith=Reanudacion.word))
        .annotate(last=_signed())
        .filter(seq__lte=F("last"))
        .annotate(at=Coalesce("device_ts", "received_at"))
        .order_by("mesa", "seq")
        .values_list("mesa__fixture", "notation", "at")
    )
    stood: defaultdict[int, timedelta] = defaultdict(timedelta)
    for (fixture, before, since), (also, after, at) in pairwise(marks):
        if fixture == also and before.startswith(Suspension.word) and after.startswith(Reanudacion.word):
            stood[fixture] += max(at - since, timedelta())
    return stood


def _minutes(began: datetime | None, ended: datetime | None, stood: timedelta) -> int | None:
    played = ended - began - stood if began and ended else timedelta()
    return round(minutes_in(played)) if played > timedelta() else None
