"""Reading the whole hall at once: the number of queries is the same for one table and for a hundred."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple, TypeVar

from django.db.models import Exists, Q

from brackets.models import Championship, Fixture, HallStop, Role, Table
from brackets.selectors.callups import callups_of, with_presence
from brackets.selectors.hall import UNFINISHED
from referee.models import (
    Appeal,
    Call,
    Consulta,
    Device,
    Incident,
    IncidentDecision,
    Mesa,
    Planilla,
    RondaClaim,
    Signature,
)
from referee.selectors.appeals import appeals_waiting
from referee.selectors.calls import calls_open
from referee.selectors.control.seat import Seat, Tablet, tablet_of
from referee.selectors.control.step import Step, step_of
from referee.selectors.mesas import counted_mesa, mesa_counts
from referee.selectors.protests import protests_unseen

Row = TypeVar("Row")
Place = tuple[str, int]
"""A table, or a partida that has none."""

UNRECEIVED: Final = 100
"""Sealed Planillas that are looked through, the latest first: older ones are not what the desk does next."""
FIRST: Final = (Fixture.Status.IN_PLAY, Fixture.Status.CALLED, Fixture.Status.PROVISIONAL, Fixture.Status.READY)


class Placed(NamedTuple):
    """A table with its next step."""

    seat: Seat
    step: Step | None


@dataclass(frozen=True, slots=True)
class Hall:
    placed: tuple[Placed, ...]

    @property
    def jueces(self) -> list[tuple[int, str]]:
        """Who judges at one of them, by name."""
        found = {each.seat.fixture.juez for each in self.placed if each.seat.fixture and each.seat.fixture.juez}
        return sorted(((user.pk, str(user)) for user in found), key=lambda each: each[1])


class Waiting(NamedTuple):
    """What waits for somebody, by the place where it happened (`_place`): a partida may be over, and its table not."""

    calls: Mapping[Place, list[Call]]
    protests: Mapping[Place, list[Signature]]
    appeals: Mapping[Place, list[Appeal]]
    consultas: Mapping[Place, list[Consulta]]
    rondas: Mapping[Place, list[RondaClaim]]


def hall_of(championship: Championship, *, now: datetime) -> Hall:
    """Every table by its number, then what is played at none."""
    tables = list(championship.tables.all())
    fixtures = _fixtures(championship)
    called = [fixture for fixture in fixtures if fixture.status == Fixture.Status.CALLED]
    convocatorias = with_presence(callups_of(called, championship), now)
    devices = list(Device.objects.filter(championship=championship, revoked_at=None))
    unreceived = _unreceived(championship)
    waiting = _waiting(championship)
    away = {
        profile.user_id: away for profile in championship.juez_profiles.all() if (away := profile.away(now)) is not None
    }
    playable = _playable(championship, fixtures, away)
    incidents, stop = _incidents(fixtures), HallStop.objects.filter(championship=championship, ended_at=None).first()
    at = _by(fixtures, _place)

    def placed(table: Table | None, fixture: Fixture | None) -> Placed:
        place = ("mesa", table.pk) if table else ("partida", fixture.pk if fixture else 0)
        mesa = counted_mesa(fixture) if fixture else None
        seat = Seat(
            table=table,
            fixture=fixture,
            mesa=mesa,
            convocatoria=convocatorias.get(fixture.pk) if fixture else None,
            tablet=_tablet(table, mesa, devices, now),
            calls=tuple(waiting.calls[place]),
            protests=tuple(waiting.protests[place]),
            appeals=tuple(waiting.appeals[place]),
            consultas=tuple(waiting.consultas[place]),
            rondas=len(waiting.rondas[place]),
            incidents=incidents[fixture.pk] if fixture else 0,
            stop=stop,
            unreceived=next(iter(unreceived[place]), None),
            playable=playable,
            juez_away=away.get(fixture.juez_id or 0) if fixture else None,
            now=now,
        )
        return Placed(seat, step_of(seat))

    seats = [placed(table, _looked_at(at["mesa", table.pk])) for table in tables]
    return Hall((*seats, *(placed(None, fixture) for fixture in fixtures if fixture.table_id is None)))


def _fixtures(championship: Championship) -> list[Fixture]:
    """What is at a table or is to be, with all that a card tells of it."""
    to_come = Q(status=Fixture.Status.READY, table__isnull=False)
    return list(
        Fixture.objects.filter(stage__championship=championship)
        .filter(Q(status__in=FIRST[:3]) | to_come)
        .select_related("stage", "juez", "pareja_a", "pareja_b", "mesa")
        .defer("mesa__state", "mesa__rule_settings", "stage__slots", "stage__entrants", "stage__pairings")
        .defer("stage__paired_on", "stage__exchanges", "stage__commitments")
        .prefetch_related("pareja_a__players", "pareja_b__players")
        .order_by("stage__number", "round", "position")
    )


def _incidents(fixtures: Iterable[Fixture]) -> Counter[int]:
    """How many by the key of a fixture, without those that were cancelled."""
    there = Incident.objects.filter(fixture__in=[fixture.pk for fixture in fixtures])
    return Counter(there.exclude(decisions__kind=IncidentDecision.Kind.CANCELLED).values_list("fixture", flat=True))


def _looked_at(fixtures: Sequence[Fixture]) -> Fixture | None:
    return min(fixtures, key=lambda fixture: FIRST.index(Fixture.Status(fixture.status)), default=None)


def _tablet(table: Table | None, mesa: Mesa | None, devices: Iterable[Device], now: datetime) -> Tablet | None:
    """The one that keeps the mesa, else the one that always stands at the table."""
    by_mesa = (each for each in devices if mesa is not None and each.pk == mesa.device_id)
    by_table = (each for each in devices if mesa is None and table is not None and each.table_id == table.pk)
    device = next(by_mesa, None) or next(by_table, None)
    return tablet_of(device, now) if device else None


def _place(fixture: Fixture) -> Place:
    return ("mesa", fixture.table_id) if fixture.table_id else ("partida", fixture.pk)


def _waiting(championship: Championship) -> Waiting:
    rondas = RondaClaim.objects.filter(mesa__fixture__stage__championship=championship, outcome="")
    consultas = Consulta.objects.filter(championship=championship, end=None, fixture__isnull=False)
    appeals = appeals_waiting(championship).select_related("qualification", "mesa__fixture").defer("mesa__state")
    protests = protests_unseen(championship).select_related("planilla__mesa__fixture").defer("ink")
    return Waiting(
        calls=_by(calls_open(championship).defer("mesa__state"), lambda call: _place(call.mesa.fixture)),
        protests=_by(
            protests.defer("planilla__mesa__state"), lambda signature: _place(signature.planilla.mesa.fixture)
        ),
        appeals=_by(appeals, lambda appeal: _place(appeal.mesa.fixture)),
        consultas=_by(consultas.select_related("fixture"), _of_consulta),
        rondas=_by(
            rondas.select_related("mesa__fixture").defer("mesa__state"), lambda claim: _place(claim.mesa.fixture)
        ),
    )


def _of_consulta(consulta: Consulta) -> Place:
    return _place(consulta.fixture) if consulta.fixture else ("", 0)


def _unreceived(championship: Championship) -> Mapping[Place, list[Planilla]]:
    """Sealed and not yet handed in, of mesas that count, the latest first, by the table they were played at."""
    sealed = Planilla.objects.filter(
        mesa__fixture__stage__championship=championship,
        status=Planilla.Status.SEALED,
        delivered_at=None,
        corrected_at=None,
    )
    latest = sealed.select_related("mesa__fixture").defer("mesa__state").order_by("-sealed_at", "-id")[:UNRECEIVED]
    counting = (planilla for planilla in latest if mesa_counts(planilla.mesa))
    return _by(counting, lambda planilla: _place(planilla.mesa.fixture))


def _playable(championship: Championship, fixtures: Iterable[Fixture], away: Collection[int]) -> bool:
    """Whether something is ready that has no table, with a Juez for it, and neither of its parejas is at another one."""
    busy = [fixture for fixture in fixtures if fixture.status in FIRST[:2]]
    parejas = {pareja for fixture in busy for pareja in (fixture.pareja_a_id, fixture.pareja_b_id)}
    ready = Fixture.objects.filter(stage__championship=championship, status=Fixture.Status.READY, table=None)
    busy_jueces = Fixture.objects.filter(status__in=UNFINISHED, juez__isnull=False).values("juez")
    jueces = championship.roles.filter(kind=Role.Kind.JUEZ).exclude(user__in=away).exclude(user__in=busy_jueces)
    ready = ready.exclude(Q(pareja_a__in=parejas) | Q(pareja_b__in=parejas))
    return ready.filter(Q(juez__isnull=False) | Exists(jueces)).exists()


def _by(rows: Iterable[Row], key: Callable[[Row], Place]) -> defaultdict[Place, list[Row]]:
    found: defaultdict[Place, list[Row]] = defaultdict(list)
    for row in rows:
        found[key(row)].append(row)
    return found
