"""What somebody does at the page of inscription: asks for it, withdraws it, asks again."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction

from brackets.models import Category, Championship, ConsentText, Entry, EntryPerson, Inscription, User
from brackets.models.with_data import Values
from brackets.selectors.inscription import (
    UNANSWERED,
    Window,
    holders_of,
    inscription_of,
    room_behind_line,
    room_of,
    window_of,
)
from brackets.selectors.single import single
from brackets.services.audit import audit_record
from brackets.services.championships import championship_lock
from brackets.services.contacts import email_clean, phone_clean
from brackets.services.doubts import letters_of, require_told
from brackets.services.eligibility import Person, require_eligible
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.inscription import ParejaData, pareja_clean
from brackets.services.parejas import pareja_withdraw
from brackets.services.vault import cedulas_hold, personal_keep

State = Entry.State
DESK: Final = "Si es un error, hable con la mesa de inscripción."
SHUT: Final = {
    Window.NONE: "Este campeonato no tiene inscripción en línea: inscríbase con la organización.",
    Window.DRAWN: "El sorteo ya está publicado: la inscripción terminó.",
    Window.ENDED: "El campeonato ya terminó.",
    Window.HALTED: "La inscripción está cerrada por ahora. Pregunte a la organización.",
    Window.BEFORE: "La inscripción todavía no se abre. Vuelva en la fecha que dice esta página.",
    Window.AFTER: "El plazo de inscripción ya terminó. Pregunte a la organización si queda lugar.",
}
"""Why nothing is taken now, and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryData:
    """What is typed at the page: one or two people, as the championship has."""

    people: Sequence[Person]
    category: Category | None = None
    name: str = ""
    club: str = ""
    consent: bool = False
    consent_version: int = 0


@transaction.atomic
def entry_request(
    *, championship: Championship, data: EntryData, client_id: UUID, token: str, now: datetime, told: str = ""
) -> Entry:
    """Ask to enter; in the waiting list when no place is left. The same `client_id` again gives the same entry.

    BracketError when the page takes nothing now, or is full and keeps no list; InvalidValue for a wrong value and for a person
    whom the category excludes; Doubtful for letters that papers cannot print, unless `told` is its seal. Somebody who takes part
    already is asked for like anybody, with as many queries: only the desk learns of it (`known_elsewhere`).
    """
    championship = championship_lock(championship)
    if again := single(Entry.objects.filter(championship=championship, client_id=client_id)):
        return again
    inscription = _require_taking(championship, now)
    consent = _agreed(championship, data)
    data = entry_clean(championship, data)
    state = _state_of_new(championship, inscription, data.category)
    held = holders_of(championship, [person.cedula for person in data.people])
    require_told(letters_of(_as_pareja(data)), told)
    entry = Entry.objects.create(
        championship=championship, category=data.category, client_id=client_id, token=token, state=state,
        name=data.name, club=data.club, requested_at=now, queued_at=now, consent=consent, consented_at=now,
    )  # fmt: skip
    people = EntryPerson.objects.bulk_create(
        EntryPerson(
            championship=championship, entry=entry, position=place, name=person.name, birth_date=person.birth_date,
            sex=person.sex, active=person.cedula not in held,
        )
        for place, person in enumerate(data.people, start=1)
    )  # fmt: skip
    asked = [Values(person.cedula, person.email, person.phone) for person in data.people]
    personal_keep(zip(people, asked, strict=True), new=True)
    _record(entry, "solicitud-pedir", f"Se pidió la inscripción: solicitud {entry.pk}.", now)
    return entry


@transaction.atomic
def entry_withdraw(*, entry: Entry, now: datetime, user: User | None = None) -> Entry:
    """Whoever asked, or the desk for him, does not want it any more; a pareja that was confirmed is withdrawn with it.

    Repeating it does nothing. `sorteo-publicado` once the draw is public: then it is the Director's. `entry_ask_again` undoes it.
    """
    championship = championship_lock(entry.championship)
    entry = Entry.objects.select_related("pareja").get(pk=entry.pk)
    if entry.state == State.WITHDRAWN:
        return entry
    if entry.state == State.REJECTED:
        raise BracketError("rechazada", "Esta solicitud fue rechazada: no hay nada que retirar.")
    if championship.status == Championship.Status.CLOSED:
        raise BracketError("campeonato-terminado", SHUT[Window.ENDED])
    if entry.pareja is not None:
        if window_of(championship, inscription_of(championship), now) == Window.DRAWN:
            raise BracketError(
                "sorteo-publicado",
                "El sorteo ya está publicado: avise a la mesa de inscripción que no va a jugar, y el Director lo retira.",
            )
        pareja_withdraw(pareja=entry.pareja, user=user, now=now, reason=f"Retirada de la solicitud {entry.pk}.")
    cedulas_hold(entry.people.all(), active=False)
    entry.state, entry.answered_at = State.WITHDRAWN, now
    entry.save(update_fields=("state", "answered_at"))
    _record(entry, "solicitud-retirar", f"Se retiró la solicitud {entry.pk}.", now, user)
    return entry


@transaction.atomic
def entry_ask_again(*, entry: Entry, now: datetime) -> Entry:
    """A withdrawn one is asked for anew, behind all others; repeating it does nothing.

    It is refused as a new one would be, and like a new one tells nothing of who takes part; `datos-borrados` when nothing is left to ask with.
    """
    championship = championship_lock(entry.championship)
    entry = Entry.objects.select_related("category").prefetch_related("people").get(pk=entry.pk)
    if entry.state in (*UNANSWERED, State.JOINED):
        return entry
    if entry.state != State.WITHDRAWN:
        raise BracketError("no-retirada", f"Solo una solicitud retirada se vuelve a pedir. {DESK}")
    if any(person.erased_at for person in entry.people.all()):
        raise BracketError("datos-borrados", "Los datos de esta solicitud se borraron: haga una nueva.")
    inscription = _require_taking(championship, now)
    state = _state_of_new(championship, inscription, entry.category)
    entry.state, entry.queued_at, entry.answered_at, entry.pareja = state, now, None, None
    entry.save(update_fields=("state", "queued_at", "answered_at", "pareja"))
    people_hold(entry)
    _record(entry, "solicitud-volver-a-pedir", f"Se volvió a pedir la solicitud {entry.pk}.", now)
    return entry


def _as_pareja(data: EntryData) -> ParejaData:
    people = [*data.people, Person(name="")][:2]
    return ParejaData(
        player_1=people[0].name, cedula_1=people[0].cedula, player_2=people[1].name, cedula_2=people[1].cedula,
        name=data.name, club=data.club,
    )  # fmt: skip


def entry_clean(championship: Championship, data: EntryData) -> EntryData:
    """As it is stored, without what its category does not need; InvalidValue for the first value that cannot be."""
    clean = pareja_clean(_as_pareja(data), players=championship.players_per_pareja)
    category = _category(championship, data.category)
    given = []
    for place, person in enumerate(data.people, start=1):
        cedula: str = getattr(clean, f"cedula_{place}")
        if not cedula:
            message = "Falta la cédula. Quien no tiene cédula ecuatoriana se inscribe en la mesa de inscripción."
            raise InvalidValue("falta-cedula", message, field=f"cedula_{place}")
        given.append(
            Person(
                name=getattr(clean, f"player_{place}"),
                cedula=cedula,
                birth_date=person.birth_date if category and category.asks_birth else None,
                sex=person.sex if category and category.asks_sex else "",
                email=email_clean(person.email, field=f"email_{place}"),
                phone=phone_clean(person.phone, field=f"phone_{place}"),
            )
        )
    if category is not None:
        require_eligible(category, given, day=championship.starts_on)
    return replace(data, people=tuple(given), category=category, name=clean.name, club=clean.club)


def people_hold(entry: Entry) -> None:
    """Its people hold their cédulas from now on, each unless another does; as many queries either way."""
    people = list(entry.people.select_related("personal"))
    held = holders_of(entry.championship, [person.cedula for person in people], but=entry)
    free = [person.pk for person in people if person.cedula not in held]
    cedulas_hold(entry.people.filter(pk__in=free), active=True)


def _require_taking(championship: Championship, now: datetime) -> Inscription:
    inscription = inscription_of(championship)
    window = window_of(championship, inscription, now)
    if inscription is None or window != Window.OPEN:
        raise BracketError("inscripcion-cerrada", SHUT[window])
    return inscription


def _state_of_new(championship: Championship, inscription: Inscription, category: Category | None) -> State:
    if room_behind_line(championship, room_of(championship, inscription)).has_place(category):
        return State.PENDING
    if not inscription.waiting_list:
        raise BracketError(
            "sin-cupo", "Ya no queda ningún lugar, y no hay lista de espera. Pregunte a la organización."
        )
    return State.WAITING


def _agreed(championship: Championship, data: EntryData) -> ConsentText:
    """The text that was read: agreeing to one that has changed meanwhile is agreeing to nothing."""
    latest = championship.consent_texts.last()
    if not data.consent or latest is None:
        message = "Sin su consentimiento no se pueden guardar los datos: marque la casilla si está de acuerdo."
        raise InvalidValue("consentimiento", message, field="consent")
    if latest.version != data.consent_version:
        message = "El texto del consentimiento cambió mientras llenaba la página: léalo y márquelo de nuevo."
        raise InvalidValue("consentimiento-cambiado", message, field="consent")
    return latest


def _category(championship: Championship, category: Category | None) -> Category | None:
    """One of this championship; None only where it has none."""
    if category is None and championship.categories.exists():
        raise InvalidValue("falta", "Elija la categoría.", field="category")
    if category is not None and category.championship_id != championship.pk:
        raise InvalidValue("categoria", "Esa categoría no es de este campeonato.", field="category")
    return category


def _record(entry: Entry, action: str, sentence: str, now: datetime, user: User | None = None) -> None:
    audit_record(
        championship=entry.championship, user=user, now=now, action=action, sentence=sentence, data={"entry": entry.pk}
    )
