"""What the buttons of the control page do: each makes one call of a service that is there for all pages."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Final, NamedTuple

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import get_object_or_404

from brackets.models import Fixture
from brackets.selectors.bracket import fixtures_of
from brackets.services.callups import callup_undo
from brackets.services.errors import BracketError
from brackets.services.fixtures import fixture_call, fixture_release, fixtures_assign_auto
from brackets.services.tables import table_pause
from brackets.views.access import MemberRequest
from brackets.views.callups import UNKNOWN, note
from brackets.views.rivals import others_meet
from referee.models import Planilla
from referee.selectors.calls import calls_of
from referee.selectors.protests import protests_of
from referee.services.calls import call_attend, call_unattend
from referee.services.planillas import planilla_deliver, planilla_undeliver
from referee.services.protests import protest_see, protest_unsee


class Done(NamedTuple):
    """What to tell, and what the button that undoes it sends."""

    words: str
    undo: str = ""


class Asked(NamedTuple):
    """`convocar:37`, taken apart; `more` of a step of a convocatoria is the step and the rivals that the page shows."""

    act: str
    of: int
    more: str


def done(request: MemberRequest, sent: str, now: datetime) -> Done:
    """Do it. 404 for what there is not, 403 for what is not theirs to do; what a service refuses is raised."""
    asked = _asked(sent)
    if asked.act not in ACTS:
        raise Http404
    action, act = ACTS[asked.act]
    if action not in request.allowed:
        raise PermissionDenied
    return act(request, asked, now)


def _asked(sent: str) -> Asked:
    act, _, rest = sent.partition(":")
    number, _, more = rest.partition(":")
    return Asked(act, int(number) if number.isascii() and number.isdigit() and len(number) < 16 else 0, more)


def _fixture(request: MemberRequest, asked: Asked) -> Fixture:
    return get_object_or_404(
        fixtures_of(request.championship).select_related("stage", "pareja_a", "pareja_b"), pk=asked.of
    )


def _attend(request: MemberRequest, asked: Asked, now: datetime) -> Done:
    call = get_object_or_404(calls_of(request.championship), pk=asked.of)
    gone = call_attend(call=call, by=request.user, now=now)
    if gone.attended_by_id and gone.attended_by_id != request.user.pk:
        return Done(f"Ya va {gone.attended_by}.")
    return Done("El Juez sabe que alguien va.", f"no-atender:{call.pk}")


def _unattend(request: MemberRequest, asked: Asked, now: datetime) -> Done:
    call = get_object_or_404(calls_of(request.championship), pk=asked.of)
    call_unattend(call=call, by=request.user, now=now)
    return Done("La llamada espera otra vez.", f"atender:{call.pk}")


def _see(request: MemberRequest, asked: Asked, now: datetime) -> Done:
    signature = get_object_or_404(protests_of(request.championship), pk=asked.of)
    protest_see(signature=signature, by=request.user, now=now)
    return Done("Consta que el Director vio la protesta.", f"no-vista:{signature.pk}")


def _unsee(request: MemberRequest, asked: Asked, now: datetime) -> Done:
    signature = get_object_or_404(protests_of(request.championship), pk=asked.of)
    protest_unsee(signature=signature, by=request.user, now=now)
    return Done("La protesta espera otra vez al Director.", f"ver-protesta:{signature.pk}")


def _receive(request: MemberRequest, asked: Asked, now: datetime) -> Done:
    planilla_deliver(planilla=_planilla(request, asked), user=request.user, now=now)
    return Done("La Planilla consta como recibida.", f"no-recibida:{asked.of}")


def _unreceive(request: MemberRequest, asked: Asked, now: datetime) -> Done:
    planilla_undeliver(planilla=_planilla(request, asked), user=request.user, now=now)
    return Done("La Planilla queda por recibir.", f"recibir:{asked.of}")


def _planilla(request: MemberRequest, asked: Asked) -> Planilla:
    planillas = Planilla.objects.filter(mesa__fixture__stage__championship=request.championship)
    return get_object_or_404(planillas, pk=asked.of)


def _call(request: MemberRequest, asked: Asked, now: datetime) -> Done:
    called = fixture_call(fixture=_fixture(request, asked), user=request.user, now=now)
    return Done(f"{called} convocada a la {called.table}.", f"desconvocar:{called.pk}")


def _uncall(request: MemberRequest, asked: Asked, now: datetime) -> Done:
    fixture = _fixture(request, asked)
    if fixture.status != Fixture.Status.CALLED:
        return Done(f"La {fixture.name} no está convocada: no cambió nada.")
    fixture_release(fixture=fixture, user=request.user, now=now)
    return Done(f"La convocatoria de la {fixture.name} quedó sin efecto.", f"convocar:{fixture.pk}")


def _callup(request: MemberRequest, asked: Asked, now: datetime) -> Done:
    fixture, (step, _, shown) = _fixture(request, asked), asked.more.partition(":")
    if why := others_meet(shown or None, fixture, (fixture.pareja_a, fixture.pareja_b)):
        raise BracketError("otros-rivales", why)
    noted = note(fixture, step, request, now)
    if noted is None:
        return Done(UNKNOWN)
    if not noted.changed:
        return Done("Ya estaba anotado, no cambió nada.")
    there = noted.convocatoria
    undo = f"deshacer:{asked.of}:{there.last.pk}" if there.last else ""
    return Done(f"{noted.told}.", undo)


def _undo_callup(request: MemberRequest, asked: Asked, now: datetime) -> Done:
    event = int(asked.more) if asked.more.isascii() and asked.more.isdigit() and len(asked.more) < 16 else 0
    undone = callup_undo(fixture=_fixture(request, asked), event_id=event, user=request.user, now=now)
    return Done("Se deshizo lo último." if undone.changed else "Ya estaba deshecho, no cambió nada.")


def _assign(request: MemberRequest, asked: Asked, now: datetime) -> Done:
    given = fixtures_assign_auto(championship=request.championship, user=request.user, now=now)
    if not given.assigned:
        return Done("No se asignó nada: falta una mesa o un Juez libre, o no hay partida lista.")
    return Done(f"Mesa y Juez para {len(given.assigned)} {'partida' if len(given.assigned) == 1 else 'partidas'}.")


def _use(request: MemberRequest, asked: Asked, now: datetime) -> Done:
    table = get_object_or_404(request.championship.tables, pk=asked.of)
    if not table.paused_at(now):
        return Done(f"La {table} ya está en uso: no cambió nada.")
    until = int(table.paused_until.timestamp()) if table.paused_until else ""
    table_pause(table=table, paused=False, by=request.user, now=now)
    return Done(f"La {table} está otra vez en uso.", f"pausar:{table.pk}:{until}")


def _pause(request: MemberRequest, asked: Asked, now: datetime) -> Done:
    table = get_object_or_404(request.championship.tables, pk=asked.of)
    known = asked.more.isascii() and asked.more.isdigit() and len(asked.more) < 11
    until = datetime.fromtimestamp(int(asked.more), UTC) if known else None
    table_pause(table=table, paused=True, until=until, by=request.user, now=now)
    return Done(f"La {table} está en pausa.", f"usar:{table.pk}")


Act = Callable[[MemberRequest, Asked, datetime], Done]
ACTS: Final[Mapping[str, tuple[str, Act]]] = {
    "atender": ("calls.attend", _attend),
    "no-atender": ("calls.attend", _unattend),
    "ver-protesta": ("protests.see", _see),
    "no-vista": ("protests.see", _unsee),
    "recibir": ("results.record", _receive),
    "no-recibida": ("results.record", _unreceive),
    "convocar": ("floor.edit", _call),
    "desconvocar": ("floor.edit", _uncall),
    "convocatoria": ("floor.edit", _callup),
    "deshacer": ("floor.edit", _undo_callup),
    "asignar": ("floor.edit", _assign),
    "usar": ("tables.edit", _use),
    "pausar": ("tables.edit", _pause),
}
