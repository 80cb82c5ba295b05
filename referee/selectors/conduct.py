"""What is on record of the conduct of parejas."""

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.db.models import QuerySet

from brackets.models import Championship, Fixture, Pareja
from referee.models import Incident, IncidentDecision, IncidentExpulsion


@dataclass(frozen=True, slots=True)
class OnRecord:
    """One incident, when it became final and why it was cancelled, if it was; `expulsion`, where the pareja was expelled for it."""

    incident: Incident
    final: IncidentDecision | None
    cancelled: IncidentDecision | None
    expulsion: IncidentExpulsion | None

    @property
    def counts(self) -> bool:
        return self.cancelled is None

    @property
    def is_in(self) -> bool:
        """Whether its pareja is in the championship now."""
        return self.incident.pareja.status == Pareja.Status.ACTIVE

    @property
    def may_expel(self) -> bool:
        """A grave one that is final leads to expelling a pareja that has not been."""
        expelled = self.incident.pareja.status == Pareja.Status.EXPELLED
        return self.counts and self.final is not None and is_grave(self.incident) and not expelled

    @property
    def partida_query(self) -> str:
        """What fills in the form of its partida: disqualified, the other wins, why; without the story, since addresses are kept."""
        incident = self.incident
        wins = "B" if incident.fixture and incident.fixture.pareja_a_id == incident.pareja_id else "A"
        return urlencode({"como": Fixture.How.DISQUALIFICATION, "pasa": wins, "motivo": offence(incident)})


def is_grave(incident: Incident) -> bool:
    return incident.grade == Incident.Grade.SEVERE


def offence(incident: Incident) -> str:
    """`Falta grave: ofensa (art. 16, 18)`."""
    article = f" ({incident.article})" if incident.article else ""
    return f"{incident.get_grade_display()}: {incident.get_kind_display().lower()}{article}"


def incidents_of(championship: Championship) -> QuerySet[Incident]:
    """All of a championship with what a page tells of them: three queries."""
    found = Incident.objects.filter(championship=championship).select_related(
        "championship", "pareja", "fixture", "written_by", "expulsion__by"
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
    expulsion: IncidentExpulsion | None = getattr(incident, "expulsion", None)
    return OnRecord(incident, ends.get(kinds.FINAL), ends.get(kinds.CANCELLED), expulsion)
