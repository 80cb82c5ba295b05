"""Which mesas are suspended, for what, since when, and what was decided; and those that were."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import zip_longest
from operator import attrgetter
from uuid import uuid5

from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet

from brackets.models import Championship, Fixture, HallStop, User
from referee.models import Jugada, Mesa, SuspensionMeasure
from referee.rules import Anula, Entry, MesaState, Reanudacion, Suspension, effective, parse_jugada
from referee.selectors.mesas import is_suspended, mesa_counts
from referee.selectors.quarantine import recorded_at_table


@dataclass(frozen=True, slots=True)
class Suspended:
    """One suspension: who recorded it, at its table or from the desk, and what ended it, if anything did.

    `hall` is the stop of the whole hall that it belongs to.
    """

    mesa: Mesa
    seq: int
    cause: str
    since: datetime
    by: User
    at_table: bool
    until: datetime | None
    ended_by: User | None
    hall: HallStop | None
    measures: Sequence[SuspensionMeasure] = field(default_factory=tuple)

    @property
    def fixture(self) -> Fixture:
        return self.mesa.fixture


@dataclass(frozen=True, slots=True)
class Suspensions:
    """Those that stand, the longest first, and the past ones, the latest first; what stops the hall, and what did."""

    standing: Sequence[Suspended]
    past: Sequence[Suspended]
    stop: HallStop | None
    stops: Sequence[HallStop]


def standing_suspension(state: MesaState) -> int | None:
    """The number of the jugada that keeps this mesa suspended, None where it is not."""
    if not state.position.suspended:
        return None
    return max(entry.number for entry in effective(state.entries) if isinstance(entry.jugada, Suspension))


def stops_of(championship: Championship) -> list[HallStop]:
    """All stops of the hall, the latest first: one query."""
    return list(HallStop.objects.filter(championship=championship).select_related("by", "ended_by").order_by("-pk"))


def mesas_in_play(championship: Championship) -> QuerySet[Mesa]:
    """Those that may be suspended now, by table."""
    playing = _told().filter(fixture__stage__championship=championship, fixture__status=Fixture.Status.IN_PLAY)
    return playing.exclude(estado__in=("suspendida", "terminada")).order_by("fixture__table__number", "pk")


def suspensions_of(championship: Championship) -> Suspensions:
    """All suspensions of a championship that nobody annulled; the number of queries does not grow with them."""
    stops = stops_of(championship)
    logs: dict[int, list[Jugada]] = defaultdict(list)
    for row in _rows(championship):
        logs[row.mesa_id].append(row)
    mesas = {mesa.pk: mesa for mesa in _told().filter(pk__in=logs)}
    measures: dict[tuple[int, int], list[SuspensionMeasure]] = defaultdict(list)
    for measure in SuspensionMeasure.objects.filter(mesa__in=mesas).select_related("by"):
        measures[measure.mesa_id, measure.seq].append(measure)
    found = [each for pk, log in logs.items() for each in _of(mesas[pk], log, stops, measures)]
    standing = sorted((each for each in found if each.until is None), key=attrgetter("since", "mesa.pk"))
    past = sorted((each for each in found if each.until is not None), key=attrgetter("since"), reverse=True)
    return Suspensions(standing, past, next((stop for stop in stops if stop.ended_at is None), None), stops)


def _told() -> QuerySet[Mesa]:
    mesas = Mesa.objects.select_related(
        "fixture__stage__championship",
        "fixture__table",
        "fixture__juez",
        "device",
        "pareja_a",
        "pareja_b",
    )
    return mesas.prefetch_related("pareja_a__players", "pareja_b__players")


def _rows(championship: Championship) -> QuerySet[Jugada]:
    """What suspends, resumes and annuls, of the mesas that were ever suspended: no other row says whether one stands."""
    words = Q()
    for kind in (Suspension, Reanudacion, Anula):
        words |= Q(notation__startswith=kind.word)
    of_theirs = Jugada.objects.filter(mesa__fixture__stage__championship=championship)
    ever = of_theirs.filter(notation__startswith=Suspension.word).values("mesa_id")
    rows = of_theirs.filter(words, mesa__in=ever).select_related("user").order_by("mesa_id", "seq")
    return rows.annotate(at_table=ExpressionWrapper(recorded_at_table(), BooleanField()))


def _of(
    mesa: Mesa,
    log: Sequence[Jugada],
    stops: Iterable[HallStop],
    measures: dict[tuple[int, int], list[SuspensionMeasure]],
) -> Iterable[Suspended]:
    """The suspensions of one log, each with the row that ended it, or when the mesa did."""
    halls = {uuid5(stop.client_id, str(mesa.public_id)): stop for stop in stops}
    by_seq = {row.seq: row for row in log}
    rows = effective([Entry(row.seq, parse_jugada(row.notation)) for row in log])
    for row, following in zip_longest(rows, rows[1:]):
        if not isinstance(row.jugada, Suspension):
            continue
        begun = by_seq[row.number]
        end = by_seq[following.number] if following and isinstance(following.jugada, Reanudacion) else None
        yield Suspended(
            mesa=mesa,
            seq=row.number,
            cause=row.jugada.reason,
            since=_hour(begun),
            by=begun.user,
            at_table=begun.at_table,  # type: ignore[attr-defined]  # annotated by `_rows`
            until=_hour(end) if end else _over(mesa, last=following is None),
            ended_by=end.user if end else None,
            hall=halls.get(begun.client_id),
            measures=measures[mesa.pk, row.number],
        )


def _hour(row: Jugada) -> datetime:
    return row.device_ts or row.received_at


def _over(mesa: Mesa, *, last: bool) -> datetime | None:
    """When a ruling or the desk ended the mesa while it was suspended; None where it stands still. `last`: nothing followed it in the log."""
    if last and is_suspended(mesa, mesa.fixture) and mesa_counts(mesa):
        return None
    return mesa.fixture.decided_at or mesa.opened_at
