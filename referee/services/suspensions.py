"""Suspending mesas from the desk, one or all of them, and letting them go on (16).

A suspension and its end are jugadas of the mesa's log, whoever orders them: the tablet that keeps it learns of them as of
a gap. What a tablet without signal recorded in between is not lost: it sets aside what a suspended mesa does not take.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid5

from django.db.models import QuerySet

from brackets.models import Championship, Fixture, HallStop, User
from brackets.selectors.callups import Convocatoria, callups_of
from brackets.selectors.single import single
from brackets.services.audit import audit_record
from brackets.services.championships import championship_lock, require_open
from brackets.services.hall import hall_stop_standing
from brackets.services.names import text_clean
from referee.models import Jugada, Mesa, SuspensionMeasure
from referee.rules import Reanudacion, Suspension, dump_jugada
from referee.selectors.folding import state_of
from referee.selectors.suspensions import standing_suspension
from referee.services.awaiting import appeal_awaited, require_no_appeal
from referee.services.errors import RefereeError
from referee.services.log import JugadaInput, jugadas_add
from referee.services.statements import mesa_select
from referee.services.telling import told_of_stop, told_of_stop_while_called
from referee.services.writing import one_writer

SUSPENDED, OVER = "suspendida", "terminada"
CAUSE, MEASURE = 120, 300


@dataclass(frozen=True, slots=True)
class Stopped:
    """What stopping the hall, or letting it go on, did: the mesas it reached, and those it left as they were.

    A mesa that its Juez had suspended before for a cause of its own stays suspended when the hall goes on.
    """

    stop: HallStop
    reached: Sequence[Fixture]
    left: Sequence[Fixture]


def hall_suspend(
    *, championship: Championship, client_id: UUID, cause: str, measure: str, user: User, now: datetime
) -> Stopped:
    """Suspend every mesa in play, and let nobody be called nor begin until `hall_resume`.

    The same `client_id` again does nothing. `sala-ya-suspendida` while it stands still for something else.
    """
    cause = text_clean(cause, field="cause", label="La causa", longest=CAUSE, required=True)
    measure = text_clean(measure, field="measure", label="La medida", longest=MEASURE)
    with one_writer():
        championship = championship_lock(championship)
        if (there := single(HallStop.objects.filter(client_id=client_id, championship=championship))) is not None:
            return Stopped(there, (), ())
        require_open(championship)
        if (standing := hall_stop_standing(championship)) is not None:
            message = f"La sala ya está suspendida: {standing.cause}. Reanúdela antes de suspenderla por otra causa."
            raise RefereeError("sala-ya-suspendida", message, article="16")
        stop = HallStop.objects.create(
            championship=championship, client_id=client_id, cause=cause, measure=measure, at=now, by=user
        )
        reached, left = _to_all(_in_play(championship), stop, f"Toda la sala: {cause}", user, now)
        told_of_stop(reached, stop, now=now)
        told_of_stop_while_called(_awaited(championship), stop, now=now)
        sentence = f"Suspendió toda la sala ({_mesas(reached)}): {cause}."
        _record(championship, user, now, "sala-suspender", sentence, stop, reached)
        return Stopped(stop, reached, left)


def hall_resume(*, championship: Championship, user: User, now: datetime) -> Stopped | None:
    """Let the hall go on: the mesas that it suspended are resumed. None where it was not standing still."""
    with one_writer():
        championship = championship_lock(championship)
        stop = hall_stop_standing(championship)
        if stop is None:
            return None
        stop.ended_at, stop.ended_by = now, user
        stop.save(update_fields=("ended_at", "ended_by"))
        reached, left = _to_all(_in_play(championship), stop, None, user, now)
        told_of_stop(reached, stop, now=now)
        told_of_stop_while_called(_awaited(championship), stop, now=now)
        sentence = f"Reanudó la sala ({_mesas(reached)}), suspendida por: {stop.cause}."
        _record(championship, user, now, "sala-reanudar", sentence, stop, reached)
        return Stopped(stop, reached, left)


def mesa_suspend(
    *, mesa: Mesa, client_id: UUID, cause: str, measure: str, user: User, now: datetime
) -> SuspensionMeasure | None:
    """Suspend one mesa in play, with the measure taken, if one is known already. The same `client_id` again does nothing.

    Raises JugadaRefused where the rulebook does not let it be suspended now, such as twice.
    """
    cause = text_clean(cause, field="cause", label="La causa", longest=CAUSE, required=True)
    measure = text_clean(measure, field="measure", label="La medida", longest=MEASURE)
    with one_writer():
        mesa = _locked(mesa)
        if Jugada.objects.filter(mesa=mesa, client_id=client_id).exists():
            return single(SuspensionMeasure.objects.filter(client_id=uuid5(client_id, "medida")))
        _add(mesa, client_id, Suspension(cause), user, now)
        _record_mesa(mesa, user, now, "mesa-suspender", f"Suspendió la {mesa.fixture.name}: {cause}.")
        return _measure(mesa, mesa.head_seq, uuid5(client_id, "medida"), measure, user, now) if measure else None


def mesa_resume(*, mesa: Mesa, client_id: UUID, user: User, now: datetime) -> Mesa:
    """Let one mesa go on, also while the hall stands still. Already going on, or over, nothing is done.

    `apelacion-pendiente` where an appeal that was admitted waits for its ruling.
    """
    with one_writer():
        mesa = _locked(mesa)
        require_no_appeal(mesa)
        if mesa.estado == SUSPENDED:
            _add(mesa, client_id, Reanudacion(), user, now)
            _record_mesa(mesa, user, now, "mesa-reanudar", f"Reanudó la {mesa.fixture.name}.")
    return mesa


def suspension_measure(*, mesa: Mesa, client_id: UUID, text: str, user: User, now: datetime) -> SuspensionMeasure:
    """Note what is decided about a mesa while it is suspended; the same `client_id` again is the same measure.

    `no-suspendida` once it goes on.
    """
    text = text_clean(text, field="text", label="La medida", longest=MEASURE, required=True)
    with one_writer():
        mesa = _locked(mesa)
        if (there := single(SuspensionMeasure.objects.filter(client_id=client_id))) is not None:
            return there
        seq = standing_suspension(state_of(mesa))
        if seq is None:
            message = "La mesa no está suspendida: no hay suspensión a la que anotar una medida."
            raise RefereeError("no-suspendida", message, article="16")
        _record_mesa(mesa, user, now, "mesa-medida", f"Medida en la {mesa.fixture.name}: {text}")
        return _measure(mesa, seq, client_id, text, user, now)


def _in_play(championship: Championship) -> QuerySet[Mesa]:
    playing = Mesa.objects.filter(fixture__stage__championship=championship, fixture__status=Fixture.Status.IN_PLAY)
    return playing.exclude(estado=OVER).order_by("pk")


def _mesas(reached: Sequence[Fixture]) -> str:
    return "1 mesa" if len(reached) == 1 else f"{len(reached)} mesas"


def _awaited(championship: Championship) -> Iterable[Convocatoria]:
    """The convocatorias that run: their mesas have not begun."""
    called = Fixture.objects.filter(stage__championship=championship, status=Fixture.Status.CALLED).order_by("pk")
    return callups_of(
        called.select_related("stage__championship", "table", "pareja_a", "pareja_b"), championship
    ).values()


def _to_all(
    mesas: Iterable[Mesa], stop: HallStop, cause: str | None, user: User, now: datetime
) -> tuple[list[Fixture], list[Fixture]]:
    """Suspend them for `cause`, or without one resume those that this stop suspended; in the order of their keys."""
    reached: list[Fixture] = []
    left: list[Fixture] = []
    jugada: Suspension | Reanudacion
    for each in list(mesas):
        mesa = _locked(each)
        begun = uuid5(stop.client_id, str(mesa.public_id))
        if cause is None:
            jugada, key = Reanudacion(), uuid5(begun, "fin")
            touched = mesa.estado == SUSPENDED and _suspended_by(mesa, begun) and appeal_awaited(mesa) is None
        else:
            jugada, key = Suspension(cause), begun
            touched = mesa.estado not in (SUSPENDED, OVER)
        if touched:
            _add(mesa, key, jugada, user, now)
            if cause is not None and stop.measure:
                _measure(mesa, mesa.head_seq, uuid5(begun, "medida"), stop.measure, user, now)
        (reached if touched else left).append(mesa.fixture)
    return reached, left


def _suspended_by(mesa: Mesa, client_id: UUID) -> bool:
    """Whether that jugada is what keeps the mesa suspended now."""
    seq = standing_suspension(state_of(mesa))
    return seq is not None and Jugada.objects.filter(mesa=mesa, seq=seq, client_id=client_id).exists()


def _locked(mesa: Mesa) -> Mesa:
    found = mesa_select(mesa.public_id)
    if found is None:
        raise Mesa.DoesNotExist
    return found


def _add(mesa: Mesa, client_id: UUID, jugada: Suspension | Reanudacion, user: User, now: datetime) -> None:
    refused = jugadas_add(mesa=mesa, jugadas=[JugadaInput(client_id, dump_jugada(jugada))], user=user, now=now)
    if refused is not None:
        raise refused


def _measure(mesa: Mesa, seq: int, client_id: UUID, text: str, user: User, now: datetime) -> SuspensionMeasure:
    return SuspensionMeasure.objects.create(mesa=mesa, seq=seq, client_id=client_id, text=text, at=now, by=user)


def _record(
    championship: Championship,
    user: User,
    now: datetime,
    action: str,
    sentence: str,
    stop: HallStop,
    reached: Sequence[Fixture],
) -> None:
    data = {"stop": stop.pk, "cause": stop.cause, "measure": stop.measure, "fixtures": [each.pk for each in reached]}
    audit_record(championship=championship, user=user, now=now, action=action, sentence=sentence, data=data)


def _record_mesa(mesa: Mesa, user: User, now: datetime, action: str, sentence: str) -> None:
    championship = mesa.fixture.stage.championship
    data = {"mesa": str(mesa.public_id), "fixture": mesa.fixture_id}
    audit_record(championship=championship, user=user, now=now, action=action, sentence=sentence[:300], data=data)
