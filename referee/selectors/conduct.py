"""What is on record of the conduct of parejas."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from brackets.models import Championship
from referee.models import Incident, IncidentDecision


@dataclass(frozen=True, slots=True)
class OnRecord:
    """One incident, when it became final and why it was cancelled, if it was."""

    incident: Incident
    final: IncidentDecision | None
    cancelled: IncidentDecision | None

    @property
    def counts(self) -> bool:
        return self.cancelled is None


def incidents_of(championship: Championship) -> QuerySet[Incident]:
    """All of a championship with what a page tells of them: three queries."""
    found = Incident.objects.filter(championship=championship).select_related(
        "championship", "pareja", "fixture", "written_by"
    )
    return found.prefetch_related("decisions__by", "pareja__players").order_by("-at", "-id")


def on_record(championship: Championship, *, number: int | None = None, grade: str = "") -> list[OnRecord]:
    """The ledger, the latest first: of the pareja of this number alone, or of one grade."""
    found = incidents_of(championship)
    if number is not None:
        found = found.filter(pareja__number=number)
    if grade:
        found = found.filter(grade=grade)
    return [_of(incident) for incident in found]


def standing_of(championship: Championship, parejas: Iterable[int | None]) -> list[OnRecord]:
    """What counts of these parejas, wherever it happened: what the Juez of their next mesa should know."""
    found = incidents_of(championship).filter(pareja__in=[pk for pk in parejas if pk is not None])
    return [each for each in map(_of, found) if each.counts]


def final_of(championship: Championship) -> list[Incident]:
    """What the public may read: final and not cancelled, the latest first. Three queries, one where there is none."""
    kinds = IncidentDecision.Kind
    cancelled = IncidentDecision.objects.filter(kind=kinds.CANCELLED).values("incident")
    found = Incident.objects.filter(championship=championship, decisions__kind=kinds.FINAL).exclude(pk__in=cancelled)
    return list(found.select_related("pareja").prefetch_related("pareja__players").order_by("-at", "-id"))


def _of(incident: Incident) -> OnRecord:
    ends = {end.kind: end for end in incident.decisions.all()}
    kinds = IncidentDecision.Kind
    return OnRecord(incident, ends.get(kinds.FINAL), ends.get(kinds.CANCELLED))
