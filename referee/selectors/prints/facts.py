"""What of a championship there is to print, counted in a fixed number of queries."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from brackets.draw.formats import Series, Swiss
from brackets.models import Championship, Fixture, Pareja, Stage, zapaterias_made
from brackets.selectors.bracket import round_titles, within
from brackets.selectors.callups import walkovers_of
from brackets.selectors.stages import format_of, rounds_left_in, structure_for
from brackets.selectors.team import jueces_named
from referee.models import Appeal, Mesa, Planilla
from referee.selectors.appeals import WAITING

LONGEST: Final = 30  # days of a championship that are offered one by one
READY: Final = Q(pareja_a__isnull=False, pareja_b__isnull=False)


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """A round with how many partidas it has, how many of them know their two rivals, how many of those are still to be played.

    `sealed` are its sealed Planillas, `zapaterias` how many were made in it.
    """

    stage: Stage
    round: int
    name: str
    partidas: int
    ready: int
    open: int
    sealed: int
    zapaterias: int


@dataclass(frozen=True, slots=True)
class Facts:
    """What the offers are made from; `ruled` are the numbers of the appeals that are over.

    `unpaired` are the rounds of Swiss stages that are still to be paired.
    """

    championship: Championship
    today: date
    stages: Sequence[Stage]
    rounds: Sequence[RoundFacts]
    parejas: int
    tables: int
    jueces: int
    walkovers: Sequence[Fixture]
    ruled: Sequence[int]
    unpaired: int

    @property
    def published(self) -> list[Stage]:
        return [stage for stage in self.stages if stage.status == Stage.Status.PUBLISHED]

    @property
    def people(self) -> int:
        """How many play."""
        return self.parejas * self.championship.players_per_pareja

    @property
    def with_series(self) -> list[Stage]:
        """The published stages that have sheets of series: those that a table decides."""
        return [stage for stage in self.published if isinstance(format_of(stage), Series | Swiss)]

    @property
    def tonight(self) -> date:
        """The day of the championship that is today, or comes next; the last one afterwards."""
        return next((day for day in self.days if day >= self.today), self.days[-1])

    @property
    def partidas(self) -> int:
        """How many there are in all, also those whose rivals are not known yet."""
        return sum(each.partidas for each in self.rounds)

    @property
    def zapaterias(self) -> int:
        return sum(each.zapaterias for each in self.rounds)

    @property
    def played(self) -> int:
        """How many partidas are over."""
        return sum(each.ready - each.open for each in self.rounds)

    @property
    def has_ended(self) -> bool:
        """Whether every stage is published and nothing in it is left to be played, nor to be paired."""
        published = bool(self.stages) and len(self.published) == len(self.stages)
        return published and not self.waiting and not self.unpaired

    @property
    def waiting(self) -> int:
        """How many partidas that are known are still to be played."""
        return sum(each.open for each in self.rounds)

    @property
    def days(self) -> list[date]:
        """Of the championship."""
        length = (self.championship.ends_on - self.championship.starts_on).days
        return [self.championship.starts_on + timedelta(days=day) for day in range(min(length, LONGEST) + 1)]


def facts_of(championship: Championship, now: datetime) -> Facts:
    """Seven queries, and three at most for each Swiss stage, whatever the championship holds."""
    stages = list(championship.stages.order_by("number"))
    published = (stage for stage in stages if stage.status == Stage.Status.PUBLISHED)
    return Facts(
        championship=championship,
        today=championship.play_days.of(now),
        stages=stages,
        rounds=_rounds(stages),
        parejas=championship.parejas.filter(status=Pareja.Status.ACTIVE).count(),
        tables=championship.tables.count(),
        jueces=jueces_named(championship).count(),
        walkovers=list(walkovers_of(championship)),
        ruled=list(_over(championship)),
        unpaired=sum(rounds_left_in(stage) for stage in published),
    )


def sealed_mesas(championship: Championship, *, stage: int, round_: int) -> list[int]:
    """The keys of the mesas of a round with a sealed Planilla, in the order of the partidas."""
    sealed = Planilla.objects.filter(mesa=OuterRef("pk"), status=Planilla.Status.SEALED)
    mesas = Mesa.objects.filter(
        Exists(sealed), fixture__stage__championship=championship, fixture__stage__number=stage, fixture__round=round_
    )
    return list(mesas.order_by("fixture__position").values_list("pk", flat=True))


def open_fixtures(championship: Championship, *, stage: int, round_: int) -> list[int]:
    """The keys of the partidas of a round that know their two rivals and are still to be played, in their order."""
    fixtures = Fixture.objects.filter(stage__championship=championship, stage__number=stage, round=round_, how="")
    return list(fixtures.filter(READY).order_by("position").values_list("pk", flat=True))


def round_title(stage: Stage, number: int) -> str:
    """A round over all parts of its stage: `Cuartos: ronda 2`; one that a correction took back keeps its number."""
    return within(stage, round_titles(structure_for(stage)).get(number, f"Ronda {number}"))


def _over(championship: Championship) -> QuerySet[Appeal, int]:
    appeals = Appeal.objects.filter(championship=championship).exclude(WAITING)
    return appeals.order_by("number").values_list("number", flat=True)


def _rounds(stages: Sequence[Stage]) -> list[RoundFacts]:
    by_key = {stage.pk: stage for stage in stages}
    sealed = Planilla.objects.filter(mesa__fixture=OuterRef("pk"), status=Planilla.Status.SEALED)
    counted = (
        Fixture.objects.filter(stage__in=by_key, number__isnull=False)
        .annotate(is_sealed=Exists(sealed))
        .values("stage", "round")
        .annotate(
            partidas=Count("pk"),
            ready=Count("pk", filter=READY),
            open=Count("pk", filter=READY & Q(how="")),
            sealed=Count("pk", filter=READY & Q(is_sealed=True)),
        )
        .order_by("stage__number", "round")
    )
    made: Counter[tuple[int, int]] = Counter()
    with_some = Fixture.objects.filter(stage__in=by_key, number__isnull=False).exclude(zapaterias=[])
    for stage, number, zapaterias in with_some.values_list("stage", "round", "zapaterias"):
        made[stage, number] += sum(zapaterias_made(zapaterias))
    return [
        RoundFacts(
            stage=by_key[row["stage"]],
            round=row["round"],
            name=round_title(by_key[row["stage"]], row["round"]),
            partidas=row["partidas"],
            ready=row["ready"],
            open=row["open"],
            sealed=row["sealed"],
            zapaterias=made[row["stage"], row["round"]],
        )
        for row in counted
    ]
