"""What may be appealed at a mesa, and until when: the minutes run from the decision of the Juez (17)."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from brackets.models import Championship, Fixture
from referee.models import Appeal, AppealRuling, Jugada, Mesa
from referee.rules import Suspension, dump_jugada, ledger
from referee.selectors.folding import state_of
from referee.selectors.mesas import mesa_counts
from referee.selectors.quarantine import recorded_at_table


@dataclass(frozen=True, slots=True)
class Appealable:
    """A jugada and its time: `label` as people read it, `taken` what of it was appealed already (`Appeal.About`)."""

    jugada: int
    label: str
    decided_at: datetime
    until: datetime
    taken: frozenset[str]

    def open(self, now: datetime) -> bool:
        """Whether it is within its time."""
        return now <= self.until


def decision_hour(row: Jugada, mesa: Mesa) -> datetime:
    """When the Juez decided it: the hour of his tablet, where it can be, else the hour it reached the server."""
    told = row.device_ts
    return told if told is not None and mesa.opened_at <= told <= row.received_at else row.received_at


def appeal_until(decided_at: datetime, championship: Championship) -> datetime:
    """The last moment to appeal what was decided then. A championship is not opened without these minutes."""
    return decided_at + timedelta(minutes=championship.appeal_minutes or 0)


def admission_cause(number: int) -> str:
    """Why a mesa is suspended from the admission of that appeal to its ruling."""
    return f"Apelación {number} admitida"


def directors_rows(mesa: Mesa) -> frozenset[int]:
    """The rows of the log by which the Director admits an appeal or carries out a ruling: nothing of them is appealed."""
    rulings = AppealRuling.objects.filter(appeal__mesa=mesa).values_list("jugadas", flat=True)
    numbers = Appeal.objects.filter(mesa=mesa, qualification__admitted=True).values_list("number", flat=True)
    pauses = [dump_jugada(Suspension(admission_cause(number))) for number in numbers]
    admissions = Jugada.objects.filter(mesa=mesa, device=None, notation__in=pauses).values_list("seq", flat=True)
    return frozenset(number for jugadas in rulings for number, _ in jugadas).union(admissions)


def decisions(mesa: Mesa, championship: Championship) -> list[Appealable]:
    """The jugadas of the log, the latest first, each with its last moment; the Director's own are not among them.

    None once the championship is closed: it takes no appeal. Five queries and the fold.
    """
    if championship.is_closed:
        return []
    directors, taken = directors_rows(mesa), _taken(mesa)
    labels = {row.number: row.label for row in ledger(state_of(mesa))}
    answer = []
    for row in Jugada.objects.filter(mesa=mesa).exclude(seq__in=directors).order_by("-seq"):
        decided_at = decision_hour(row, mesa)
        until = appeal_until(decided_at, championship)
        there = frozenset(taken.get(row.seq, ()))
        answer.append(Appealable(row.seq, labels.get(row.seq, row.notation), decided_at, until, there))
    return answer


def appealable(mesa: Mesa, championship: Championship, now: datetime) -> list[Appealable]:
    """Those of them within their time."""
    return [row for row in decisions(mesa, championship) if row.open(now)]


@dataclass(frozen=True, slots=True)
class Running:
    """A mesa at which something may still be appealed, and the last moment for that."""

    fixture: Fixture
    until: datetime

    @property
    def seal(self) -> str:
        """What a page sends back of the term that it told."""
        return f"{self.fixture.pk}:{self.until.isoformat()}"


def terms_running(championship: Championship, now: datetime) -> list[Running]:
    """The mesas that are over, count and may still be appealed, the first to end first: one query; none of a closed championship."""
    if championship.is_closed:
        return []
    since = now - timedelta(minutes=championship.appeal_minutes or 0)
    latest = Jugada.objects.filter(
        recorded_at_table(),  # a ruling is not appealed
        mesa__fixture__stage__championship=championship,
        mesa__estado="terminada",
        received_at__gte=since,
    ).select_related("mesa__fixture__table")
    terms: dict[int, Running] = {}
    for row in latest.order_by("seq"):
        fixture, until = row.mesa.fixture, appeal_until(decision_hour(row, row.mesa), championship)
        if until >= now and mesa_counts(row.mesa):
            terms[fixture.pk] = Running(fixture, until)
    return sorted(terms.values(), key=lambda each: each.until)


def _taken(mesa: Mesa) -> dict[int, set[str]]:
    taken: dict[int, set[str]] = {}
    for jugada, about in Appeal.objects.filter(mesa=mesa).values_list("jugada", "about"):
        taken.setdefault(jugada, set()).add(about)
    return taken
