"""Reading championships."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count, QuerySet

from brackets.draw.entries import SMALLEST
from brackets.draw.refusal import DrawRefusal
from brackets.models import GOES_UNPLAYED, AuditEntry, Championship, Fixture, Pareja, Role, Stage
from brackets.selectors.stages import rounds_left_in, spots_of
from brackets.selectors.voided import voided_in


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a championship is; `fixtures` counts what is played in its stages so far, by status, `voided` what ended and counts
    for nobody, and `unplayed` what nobody plays.

    `stages` are all in their order; by the number of the stage, `left` are those that are played and have no final result
    yet, and `rounds` the Swiss ones still to be paired. `short`: the stage to be drawn next has fewer than two who enter.
    """

    parejas: int
    tables: int
    jueces: int
    stages: tuple[Stage, ...]
    fixtures: Mapping[str, int]
    voided: int
    unplayed: int
    left: Mapping[int, int]
    rounds: Mapping[int, int]
    short: Stage | None = None

    @property
    def stage(self) -> Stage | None:
        """The first one."""
        return self.stages[0] if self.stages else None


def public_championships() -> QuerySet[Championship]:
    """Those that anyone may see, the latest first."""
    return Championship.objects.exclude(status=Championship.Status.DRAFT)


def championship_stage(championship: Championship) -> Stage | None:
    """Its first stage, planned, drawn or published."""
    return Stage.objects.filter(championship=championship).select_related("championship").first()


def published_stage(championship: Championship) -> Stage | None:
    """Its first stage, as long as the public and the jueces may see it: then nobody else is inscribed."""
    stage = championship_stage(championship)
    return stage if stage and stage.status == Stage.Status.PUBLISHED else None


def championship_progress(championship: Championship) -> Progress:
    """What the Director needs to know for his next step: six queries, two more where a pareja is voided, three between stages and
    between Swiss rounds.
    """
    stages = tuple(championship.stages.select_related("championship").order_by("number"))
    there = Fixture.objects.filter(stage__in=stages, number__isnull=False)
    statuses = (
        there.order_by()
        .values_list("stage__number", "status")
        .annotate(played=Count("pk", filter=~GOES_UNPLAYED), unplayed=Count("pk", filter=GOES_UNPLAYED))
    )
    fixtures: Counter[str] = Counter()
    left: Counter[int] = Counter()
    unplayed = 0
    for number, status, played, not_played in statuses:
        fixtures[status] += played
        left[number] += 0 if status == Fixture.Status.FINAL else played
        unplayed += not_played
    voided = _voided(championship, there)
    fixtures[Fixture.Status.FINAL] -= voided
    rounds = {stage.number: _rounds_left(stage) for stage in stages if not left[stage.number]}
    going_on = [
        stage
        for stage in stages
        if stage.status != Stage.Status.PUBLISHED or left[stage.number] or rounds[stage.number]
    ]
    following = going_on[0] if going_on and going_on[0].number > 1 else None
    return Progress(
        parejas=championship.parejas.filter(status=Pareja.Status.ACTIVE).count(),
        tables=championship.tables.count(),
        jueces=championship.roles.filter(kind=Role.Kind.JUEZ).count(),
        stages=stages,
        fixtures=+fixtures,
        voided=voided,
        unplayed=unplayed,
        left=left,
        rounds=rounds,
        short=following if following is not None and _is_short(following) else None,
    )


def _voided(championship: Championship, there: QuerySet[Fixture]) -> int:
    voided = voided_in([championship.pk])
    final = there.filter(stage__in=voided.meetings.keys(), status=Fixture.Status.FINAL).exclude(GOES_UNPLAYED)
    return sum(voided.has(fixture) for fixture in final) if voided.meetings else 0


def _rounds_left(stage: Stage) -> int:
    return rounds_left_in(stage) if stage.status == Stage.Status.PUBLISHED else 0


def _is_short(stage: Stage) -> bool:
    """Whether too few enter a planned stage for whatever draw; where its rules contradict each other the draw says so."""
    if stage.status != Stage.Status.PLANNED:
        return False
    try:
        return sum(spot.pareja is not None for spot in spots_of(stage)) < SMALLEST
    except DrawRefusal:
        return False


def audit_list(championship: Championship) -> QuerySet[AuditEntry]:
    """What was done, the latest first."""
    return AuditEntry.objects.filter(championship=championship).select_related("user")
