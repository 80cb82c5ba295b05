"""What the organiser answers to those who ask to enter; each answer can be taken back."""

from datetime import datetime
from typing import Final

from django.db import transaction

from brackets.models import Championship, Entry, EntryPerson, User
from brackets.selectors.inscription import (
    UNANSWERED,
    holders_of,
    inscription_of,
    known_elsewhere,
    next_in_line,
    room_of,
)
from brackets.services.audit import audit_record
from brackets.services.championships import championship_lock, require_not_closed
from brackets.services.entries import people_hold
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.inscription import ParejaData
from brackets.services.names import text_clean
from brackets.services.parejas import pareja_add, pareja_withdraw
from brackets.services.vault import cedulas_hold, personal_keep

State = Entry.State
FULL: Final = (
    "No queda ningún lugar{}: pase la solicitud a la lista de espera, o suba el cupo en los ajustes de la inscripción."
)


@transaction.atomic
def entry_confirm(*, entry: Entry, user: User, now: datetime) -> Entry:
    """It becomes a pareja with the next number; repeating it does nothing. `sin-cupo` when no place is left."""
    championship, entry = _locked(entry)
    if entry.state == State.CONFIRMED:
        return entry
    _require_state(entry, *UNANSWERED)
    if entry.state == State.WAITING:
        _require_room(championship, entry)
    people = list(entry.people.select_related("personal"))
    # From here on the players hold the cédulas.
    cedulas_hold(entry.people.all(), active=False)
    pareja = pareja_add(championship=championship, data=_as_pareja(entry, people), user=user, now=now, told=None)
    asked = {person.position: person.values for person in people}
    personal_keep((player, asked[player.position]) for player in pareja.players.all())
    entry.pareja = pareja
    return _answer(
        entry, State.CONFIRMED, user, now, f"Confirmó la solicitud {entry.pk}: es el número {pareja.number}."
    )


@transaction.atomic
def entry_reject(*, entry: Entry, reason: str, user: User, now: datetime) -> Entry:
    """No, and why: whoever asked reads it. The same again does nothing; `entry_reopen` takes it back."""
    _, entry = _locked(entry)
    reason = text_clean(reason, field="reason", label="El motivo", longest=300, required=True)
    if (entry.state, entry.reason) == (State.REJECTED, reason):
        return entry
    _require_state(entry, *UNANSWERED)
    cedulas_hold(entry.people.all(), active=False)
    return _answer(entry, State.REJECTED, user, now, f"Rechazó la solicitud {entry.pk}.", reason)


@transaction.atomic
def entry_join(*, entry: Entry, user: User, now: datetime) -> Entry:
    """Whom it asks for takes part already, and that inscription or request stands for this one; the same again does nothing.

    Nothing of it is carried over: whose cédula was typed is not proved by typing it, nor is the e-mail beside it. Its receipt says
    that it waits, as before, so that a stranger learns nothing. `no-repetida` where its people are not known elsewhere;
    `entry_reopen` takes it back.
    """
    championship, entry = _locked(entry)
    if entry.state == State.JOINED:
        return entry
    _require_state(entry, *UNANSWERED)
    known = known_elsewhere(championship).get(entry.pk)
    if not known:
        raise BracketError(
            "no-repetida",
            f"Nadie de la solicitud {entry.pk} participa ya ni tiene otra solicitud: confírmela o rechácela.",
        )
    cedulas_hold(entry.people.all(), active=False)
    entry.state, entry.answered_at, before = State.JOINED, None, entry.state
    entry.save(update_fields=("state", "answered_at"))
    audit_record(
        championship=championship,
        user=user,
        now=now,
        action="solicitud-responder",
        sentence=f"Unió la solicitud {entry.pk} a lo que ya había.",
        data={"entry": entry.pk, "before": before, "after": State.JOINED, "where": [each.where for each in known]},
    )
    return entry


@transaction.atomic
def entry_put_in_line(*, entry: Entry, user: User, now: datetime) -> Entry:
    """To the waiting list, at the place of the hour at which it was asked for; repeating it does nothing."""
    _, entry = _locked(entry)
    if entry.state == State.WAITING:
        return entry
    _require_state(entry, State.PENDING)
    return _answer(entry, State.WAITING, user, now, f"Pasó la solicitud {entry.pk} a la lista de espera.")


@transaction.atomic
def entry_promote_next(*, championship: Championship, user: User, now: datetime) -> Entry:
    """Who has waited longest, of those for whom there is a place, gets it and waits to be confirmed.

    BracketError `nadie-en-espera` or `sin-cupo`.
    """
    championship = championship_lock(championship)
    require_not_closed(championship)
    entry = next_in_line(championship, room_of(championship, inscription_of(championship)))
    if entry is None:
        if not championship.entries.filter(state=State.WAITING).exists():
            raise BracketError("nadie-en-espera", "Nadie está en la lista de espera.")
        raise BracketError("sin-cupo", FULL.format(" para quienes esperan"))
    return _answer(entry, State.PENDING, user, now, f"Sacó de la lista de espera la solicitud {entry.pk}.")


@transaction.atomic
def entry_reopen(*, entry: Entry, user: User, now: datetime) -> Entry:
    """Take back the answer: it waits for one again; repeating it does nothing.

    The pareja of a confirmed one is withdrawn: refused once the draw is published, as `pareja_withdraw` is. One that was rejected or
    withdrawn is refused where its people have entered another way; any where no place is left.
    """
    championship, entry = _locked(entry)
    if entry.state == State.PENDING:
        return entry
    people = list(entry.people.all())
    if any(person.erased_at for person in people):
        raise BracketError("datos-borrados", "Los datos de esta solicitud se borraron: ya no se puede confirmar.")
    if entry.state == State.CONFIRMED and entry.pareja is not None:
        pareja_withdraw(
            pareja=entry.pareja, user=user, now=now, reason=f"Se deshizo la confirmación de la solicitud {entry.pk}."
        )
    _require_room(championship, entry)
    if entry.state in (State.REJECTED, State.WITHDRAWN):
        _require_nobody_twice(championship, people)
    entry.pareja = None
    people_hold(entry)
    return _answer(entry, State.PENDING, user, now, f"Volvió a dejar por responder la solicitud {entry.pk}.")


@transaction.atomic
def entry_pay(*, entry: Entry, paid: bool, user: User, now: datetime) -> Entry:
    """Note that the fee was paid, when and to whom, or that it was not after all; the same again does nothing."""
    championship, entry = _locked(entry)
    if (entry.paid_at is not None) == paid:
        return entry
    entry.paid_at, entry.paid_by = (now, user) if paid else (None, None)
    entry.save(update_fields=("paid_at", "paid_by"))
    audit_record(
        championship=championship,
        user=user,
        now=now,
        action="solicitud-pagar" if paid else "solicitud-no-pagada",
        sentence=f"Anotó que la solicitud {entry.pk} {'está pagada' if paid else 'no está pagada'}.",
        data={"entry": entry.pk},
    )
    return entry


def _locked(entry: Entry) -> tuple[Championship, Entry]:
    """The championship, held, and the entry as it is now."""
    championship = championship_lock(entry.championship)
    require_not_closed(championship)
    return championship, Entry.objects.select_related("category", "pareja").get(pk=entry.pk)


def _require_nobody_twice(championship: Championship, people: list[EntryPerson]) -> None:
    held = holders_of(championship, [person.cedula for person in people])
    for person in people:
        if holder := held.get(person.cedula):
            code = "cedula-pedida" if holder.number is None else "cedula-repetida"
            message = f"{person.name} participa ya o lo pidió de nuevo, {holder.where}: resuelva primero eso."
            raise InvalidValue(code, message, field=f"cedula_{person.position}")


def _require_state(entry: Entry, *states: State) -> None:
    if entry.state not in states:
        raise BracketError(
            "otro-estado",
            f"La solicitud {entry.pk} está {entry.get_state_display().lower()}: deshaga primero lo anterior.",
        )


def _require_room(championship: Championship, entry: Entry) -> None:
    if not room_of(championship, inscription_of(championship)).has_place(entry.category):
        raise BracketError("sin-cupo", FULL.format(f" en {entry.category}" if entry.category else ""))


def _answer(entry: Entry, state: State, user: User, now: datetime, sentence: str, reason: str = "") -> Entry:
    before = entry.state
    entry.state, entry.reason = state, reason
    entry.answered_at = None if state == State.PENDING else now
    entry.save(update_fields=("state", "reason", "answered_at", "pareja"))
    audit_record(
        championship=entry.championship,
        user=user,
        now=now,
        action="solicitud-responder",
        sentence=sentence,
        data={"entry": entry.pk, "before": before, "after": state, "reason": reason},
    )
    return entry


def _as_pareja(entry: Entry, people: list[EntryPerson]) -> ParejaData:
    first, second = people[0], people[1] if len(people) > 1 else None
    return ParejaData(
        player_1=first.name,
        cedula_1=first.cedula,
        player_2=second.name if second else "",
        cedula_2=second.cedula if second else "",
        name=entry.name,
        club=entry.club,
        category=entry.category.name if entry.category else "",
    )
