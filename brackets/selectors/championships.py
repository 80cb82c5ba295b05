"""Reading championships."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count, QuerySet

from brackets.models import AuditEntry, Championship, Fixture, Pareja, Role, Stage


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a championship is; `fixtures` counts those with two parejas, by status, and those waiting."""

    parejas: int
    tables: int
    jueces: int
    stage: Stage | None
    fixtures: Mapping[str, int]


def public_championships() -> QuerySet[Championship]:
    """Those that anyone may see, the latest first."""
    return Championship.objects.exclude(status=Championship.Status.DRAFT)


def championship_stage(championship: Championship) -> Stage | None:
    """Its bracket, drawn or published."""
    return Stage.objects.filter(championship=championship).select_related("championship").first()


def published_stage(championship: Championship) -> Stage | None:
    """Its bracket, as long as the public and the jueces may see it."""
    stage = championship_stage(championship)
    return stage if stage and stage.status == Stage.Status.PUBLISHED else None


def championship_progress(championship: Championship) -> Progress:
    """What the Director needs to know for his next step: five queries."""
    stage = championship_stage(championship)
    played = Fixture.objects.filter(stage=stage, number__isnull=False)
    statuses = played.order_by().values_list("status").annotate(count=Count("pk"))
    return Progress(
        parejas=championship.parejas.filter(status=Pareja.Status.ACTIVE).count(),
        tables=championship.tables.count(),
        jueces=championship.roles.filter(kind=Role.Kind.JUEZ).count(),
        stage=stage,
        fixtures=dict(statuses) if stage else {},
    )


def audit_list(championship: Championship) -> QuerySet[AuditEntry]:
    """What was done, the latest first."""
    return AuditEntry.objects.filter(championship=championship).select_related("user")
