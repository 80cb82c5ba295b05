"""Reading championships."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from brackets.draw.entries import SMALLEST
from brackets.draw.refusal import DrawRefusal
from brackets.models import AuditEntry, Championship, Fixture, Pareja, Role, Stage
from brackets.selectors.stages import rounds_left_in, spots_of


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a championship is; `fixtures` counts those to be played in its stages so far, by status.

    `stages` are all in their order; by the number of the stage, `left` are those without a final result that will have two
    sides, and `rounds` the Swiss ones still to be paired. `short`: the stage to be drawn next has fewer than two who enter.
    """

    parejas: int
    tables: int
    jueces: int
    stages: tuple[Stage, ...]
    fixtures: Mapping[str, int]
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
    """What the Director needs to know for his next step: five queries, three more between stages and between Swiss rounds."""
    stages = tuple(championship.stages.select_related("championship").order_by("number"))
    played = Fixture.objects.filter(stage__in=stages, number__isnull=False)
    alone = Q(status=Fixture.Status.WAITING) & (Q(nobody_a=True) | Q(nobody_b=True))
    statuses = (
        played.order_by()
        .values_list("stage__number", "status")
        .annotate(count=Count("pk"), alone=Count("pk", filter=alone))
    )
    fixtures: Counter[str] = Counter()
    left: Counter[int] = Counter()
    for number, status, count, passes in statuses:
        fixtures[status] += count
        left[number] += 0 if status == Fixture.Status.FINAL else count - passes
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
        fixtures=fixtures,
        left=left,
        rounds=rounds,
        short=following if following is not None and _is_short(following) else None,
    )


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
