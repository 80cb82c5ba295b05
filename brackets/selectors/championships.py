"""Reading championships."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count, QuerySet

from brackets.models import AuditEntry, Championship, Fixture, Pareja, Role, Stage


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a championship is; `fixtures` counts those to be played in its stages so far, by status.

    `stages` are all in their order; `left` are those without a final result, by the number of the stage.
    """

    parejas: int
    tables: int
    jueces: int
    stages: tuple[Stage, ...]
    fixtures: Mapping[str, int]
    left: Mapping[int, int]

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
    """What the Director needs to know for his next step: five queries."""
    stages = tuple(championship.stages.select_related("championship").order_by("number"))
    played = Fixture.objects.filter(stage__in=stages, number__isnull=False)
    statuses = played.order_by().values_list("stage__number", "status").annotate(count=Count("pk"))
    fixtures: Counter[str] = Counter()
    left: Counter[int] = Counter()
    for number, status, count in statuses:
        fixtures[status] += count
        left[number] += 0 if status == Fixture.Status.FINAL else count
    return Progress(
        parejas=championship.parejas.filter(status=Pareja.Status.ACTIVE).count(),
        tables=championship.tables.count(),
        jueces=championship.roles.filter(kind=Role.Kind.JUEZ).count(),
        stages=stages,
        fixtures=fixtures,
        left=left,
    )


def audit_list(championship: Championship) -> QuerySet[AuditEntry]:
    """What was done, the latest first."""
    return AuditEntry.objects.filter(championship=championship).select_related("user")
