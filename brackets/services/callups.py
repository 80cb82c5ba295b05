"""The convocatoria after the first call: further calls, who came, and a W.O. that a person declares.

Each step is written once: the same again does nothing. What was noted by mistake is undone from the last one back.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.timezone import localtime

from brackets.blank import is_blank
from brackets.models import CallUp, Fixture, User
from brackets.selectors.callups import CALLS, ORDINALS, SIDES, Convocatoria, convocatoria_of, hour
from brackets.selectors.wording import counted, inside, said
from brackets.services.audit import audit_record
from brackets.services.convocatoria import callup_write
from brackets.services.endings import ending_given
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.fixtures import Recorded, fixture_record, fixture_release
from brackets.services.fixtures.locking import fixture_lock
from brackets.services.hall import require_hall_open
from brackets.services.telling import told_of_call_again

Kind = CallUp.Kind
DECLARED: Final = (Fixture.How.WALKOVER, Fixture.How.DOUBLE_NO_SHOW)


@dataclass(frozen=True, slots=True)
class Noted:
    """The convocatoria as it stands now, whether anything was written, and how many lines."""

    convocatoria: Convocatoria
    changed: bool
    lines: int = 1

    @property
    def told(self) -> str:
        """What was written, in words."""
        texts = [line.text for line in self.convocatoria.lines[-self.lines :]]
        return "; ".join((*texts[:1], *map(inside, texts[1:])))


@transaction.atomic
def callup_call(*, fixture: Fixture, number: int, user: User, now: datetime) -> Noted:
    """The second or third call; the first is `fixture_call`. Making one that was made does nothing.

    `llamada-fuera-de-orden` before the one before it, `llamada-muy-pronto` within a minute of it.
    """
    there = _running(fixture)
    require_hall_open(there.championship)
    if number in there.calls:
        return Noted(there, changed=False)
    if number not in range(2, CALLS + 1):
        raise InvalidValue("llamada", "Las llamadas son tres.", field="number")
    if number != there.next_call():
        raise BracketError(
            "llamada-fuera-de-orden", f"Antes de la {ORDINALS[number]} llamada haga la {ORDINALS[number - 1]}."
        )
    possible = there.call_from()
    if possible and now < possible:
        raise BracketError(
            "llamada-muy-pronto",
            f"La {ORDINALS[number - 1]} llamada fue hace menos de un minuto, a las {hour(there.calls[number - 1].at)}: "
            f"la {ORDINALS[number]} se puede hacer desde las {localtime(possible):%H:%M:%S}. Nada cambió.",
        )
    noted = _write(there, Kind.CALL, user=user, now=now, number=number)
    possible = noted.convocatoria.walkover_from
    until = f"El W.O. se puede declarar desde las {hour(possible)}." if possible else ""
    told_of_call_again(there.fixture, call=ORDINALS[number], until=until, now=now)
    return noted


@transaction.atomic
def callup_present(*, fixture: Fixture, side: str, position: int | None, user: User, now: datetime) -> Noted:
    """The whole side came, or of a pareja only the player in place `position`."""
    there = _running(fixture)
    _require_side(side)
    if position is not None and position not in range(1, there.championship.players_per_pareja + 1):
        raise InvalidValue("jugador", "Ese lado no tiene tal jugador.", field="position")
    came = there.present(side)
    if there.is_complete(side) or position in came:
        return Noted(there, changed=False)
    return _write(there, Kind.PRESENT, user=user, now=now, side=side, position=position)


@transaction.atomic
def callup_arrived(*, fixture: Fixture, sides: str, user: User, now: datetime) -> Noted:
    """These sides (A, B or AB) came, whole; whoever is noted already stays as it is."""
    if not sides:
        raise InvalidValue("lado", "Diga de cuál de los dos lados se trata.", field="side")
    each = [callup_present(fixture=fixture, side=side, position=None, user=user, now=now) for side in sides]
    written = sum(noted.changed for noted in each)
    return Noted(each[-1].convocatoria, changed=written > 0, lines=written)


@transaction.atomic
def callup_identified(*, fixture: Fixture, side: str, user: User, now: datetime) -> Noted:
    """The Juez or the desk saw the documents of that side; who has not come is not identified (`sin-presencia`)."""
    there = _running(fixture)
    _require_side(side)
    if there.identified(side):
        return Noted(there, changed=False)
    if not there.is_complete(side):
        raise BracketError("sin-presencia", f"No están todos los del {there.number_of(side)}: anote antes su llegada.")
    return _write(there, Kind.IDENTIFIED, user=user, now=now, side=side)


@transaction.atomic
def callup_seated(*, fixture: Fixture, user: User, now: datetime) -> Noted:
    """Everybody sits at the table and the mesa can begin; `sin-presencia` while somebody is missing."""
    there = _running(fixture)
    if there.seated:
        return Noted(there, changed=False)
    if there.absent:
        missing = " y del ".join(str(there.number_of(side)) for side in there.absent)
        raise BracketError("sin-presencia", f"Falta gente del {missing}: anote antes su llegada.")
    _started(there.fixture, now)
    return _write(there, Kind.SEATED, user=user, now=now)


@transaction.atomic
def callup_undo(*, fixture: Fixture, event_id: int, user: User, now: datetime) -> Noted:
    """Annul the last event that stands; undoing the first call leaves the convocatoria without effect.

    Undone already: nothing is done. `no-es-lo-ultimo` for any other; a W.O. is undone by taking the result back.
    """
    fixture = fixture_lock(fixture)
    there = convocatoria_of(fixture, fixture.stage.championship)
    event = next((each for each in there.noted if each.pk == event_id), None)
    if event is None:
        raise BracketError("no-es-lo-ultimo", "Eso es de otra convocatoria: ya no se deshace.")
    if event_id in there.annulled or (event.number == 1 and not there.is_running and there.walkover is None):
        return Noted(there, changed=False)
    if event.kind == Kind.WALKOVER:
        raise BracketError("con-resultado", "El W.O. ya es el resultado: quítelo con «Quitar el resultado».")
    there = _running(fixture)
    if there.last is None or event_id != there.last.pk:
        raise BracketError("no-es-lo-ultimo", "Solo se deshace lo último que se anotó. Empiece por eso.")
    if event.kind == Kind.CALL and event.number == 1:
        fixture = fixture_release(fixture=fixture, user=user, now=now)
        return Noted(convocatoria_of(fixture, there.championship), changed=True)
    if event.kind == Kind.SEATED:
        _started(there.fixture, None)
    return _write(there, Kind.ANNULLED, user=user, now=now, annuls=event)


def _started(fixture: Fixture, at: datetime | None) -> None:
    fixture.started_at = at
    fixture.save(update_fields=("started_at",))


@transaction.atomic
def callup_walkover(*, fixture: Fixture, absent: str, user: User, now: datetime, reason: str = "") -> Recorded:
    """A person declares that `absent` (A, B or AB) did not come; the same again does nothing.

    Never by itself and never before its hour (`antes-de-hora`, `falta-llamada`); who is there is not absent
    (`esta-presente`), and wins only who is known to be there (`rival-sin-anotar`).
    """
    fixture = fixture_lock(fixture)
    championship = fixture.stage.championship
    there = convocatoria_of(fixture, championship)
    if fixture.how in DECLARED and there.walkover is not None and there.walkover.side == absent:
        return Recorded(fixture, changed=False)
    there = _running(fixture)
    if absent not in (*SIDES, "AB"):
        raise InvalidValue("ausente", "Diga quién no se presentó.", field="absent")
    require_hall_open(championship)
    _require_hour(there, now)
    _require_absent(there, absent)
    how = Fixture.How.DOUBLE_NO_SHOW if absent == "AB" else Fixture.How.WALKOVER
    winner = {"A": "B", "B": "A", "AB": None}[absent]
    _write(there, Kind.WALKOVER, user=user, now=now, side=absent)
    return fixture_record(
        fixture=fixture, how=how, winner=winner, chicas=[], zapateria=False, user=user, now=now, reason=reason
    )


@transaction.atomic
def absence_record(
    *, fixture: Fixture, how: str, winner: str | None, user: User, now: datetime, reason: str, on_purpose: bool = False
) -> Recorded:
    """An absence typed at the desk outside a convocatoria: from a partida that nobody called it needs a `reason` (`motivo`
    on that field), since no call stands for it. Otherwise `fixture_record`.
    """
    fixture = fixture_lock(fixture)
    ending_given(fixture, how, winner, [], zapateria=False)  # who wins is asked before why
    if fixture.called_at is None and is_blank(reason):
        message = f"Nadie convocó la {fixture.name}: escriba por qué se da por ausente, o convóquela primero."
        raise InvalidValue("motivo", message, field="reason")
    return fixture_record(
        fixture=fixture, how=how, winner=winner, chicas=[], zapateria=False, user=user, now=now, reason=reason,
        on_purpose=on_purpose,
    )  # fmt: skip


def _running(fixture: Fixture) -> Convocatoria:
    """The convocatoria that runs, with the fixture held; refused where none does."""
    fixture = fixture_lock(fixture)
    there = convocatoria_of(fixture, fixture.stage.championship)
    if there.is_running:
        return there
    if fixture.status in (Fixture.Status.READY, Fixture.Status.WAITING):
        raise BracketError("sin-convocar", f"La {fixture.name} no está convocada: convóquela primero.")
    raise BracketError(
        "sin-convocar", f"La {fixture.name} figura como «{fixture.get_status_display()}»: su convocatoria ya pasó."
    )


def _require_side(side: str) -> None:
    if side not in SIDES:
        raise InvalidValue("lado", "Diga de cuál de los dos lados se trata.", field="side")


def _require_hour(there: Convocatoria, now: datetime) -> None:
    call, name = there.championship.walkover_call, there.fixture.name
    possible = there.walkover_from
    if possible is None:
        raise BracketError(
            "falta-llamada", f"En este campeonato se espera desde la {ORDINALS[call]} llamada: hágala antes del W.O."
        )
    if now < possible:
        raise BracketError(
            "antes-de-hora",
            f"El W.O. de la {name} es posible desde las {hour(possible)}: "
            f"{counted(there.championship.grace_minutes, 'minuto', 'minutos')} después de la {ORDINALS[call]} llamada"
            f"{', sin contar lo que la sala estuvo suspendida' if there.put_off else ''}. Espere hasta entonces.",
        )


def _require_absent(there: Convocatoria, absent: str) -> None:
    players = there.championship.players_per_pareja
    for side in absent:
        if there.is_complete(side):
            message = said(
                players,
                "La pareja {} está presente: no puede perder por ausencia. Deshaga su llegada si fue un error.",
            )
            raise BracketError("esta-presente", message.format(there.number_of(side)))
    for side in set(SIDES) - set(absent):
        if not there.is_complete(side):
            message = said(
                players, "La pareja {} no figura como presente: anote su llegada, o declare ausentes a las dos."
            )
            raise BracketError("rival-sin-anotar", message.format(there.number_of(side)))


def _write(there: Convocatoria, kind: CallUp.Kind, *, user: User, now: datetime, **about: object) -> Noted:
    fixture = there.fixture
    event = callup_write(fixture, kind, turn=there.turn, user=user, now=now, **about)
    after = convocatoria_of(fixture, there.championship)
    audit_record(
        championship=there.championship,
        user=user,
        now=now,
        action=f"convocatoria-{kind.value}",
        sentence=f"{fixture}: {inside(after.said(event))}."[:300],
        data={"fixture": fixture.pk, "turn": there.turn, "side": event.side, "number": event.number},
    )
    return Noted(after, changed=True)
