"""A championship whose page of inscription is open, and people who ask there."""

from datetime import date
from typing import Any
from uuid import UUID, uuid4

from brackets.models import Category, Championship, ConsentText, Entry, EntryPerson, Inscription
from brackets.services.eligibility import Person
from brackets.services.entries import EntryData, entry_request
from brackets.services.inscription_settings import (
    CategoryData,
    InscriptionData,
    category_set,
    inscription_accept,
    inscription_set,
)
from tests.factories.brackets import NOW, ChampionshipFactory, director_of, invented_cedula, invented_name, personal_set

ADULT = date(1990, 5, 17)


def accepting(championship: Championship | None = None, **settled: Any) -> Championship:
    """Open to requests since always, with what is `settled`."""
    championship = championship or ChampionshipFactory()
    who = {"championship": championship, "user": director_of(championship), "now": NOW}
    inscription_set(data=InscriptionData(**settled), **who)
    inscription_accept(accepting=True, **who)
    return championship


def category(championship: Championship, name: str = "Abierta", **rule: Any) -> Category:
    data = CategoryData(name=name, **rule)
    return category_set(championship=championship, data=data, user=director_of(championship), now=NOW)


def person(number: int, **known: Any) -> Person:
    given = {"name": invented_name(number), "cedula": invented_cedula(number), "email": f"p{number}@ejemplo.ec"}
    return Person(**(given | {"phone": f"0990000{number:03d}"} | known))


def data(*people: Person, consent_version: int = 1, **given: Any) -> EntryData:
    return EntryData(people=people, consent=True, consent_version=consent_version, **given)


def ask(
    championship: Championship,
    *numbers: int,
    client_id: UUID | None = None,
    now: Any = NOW,
    people: tuple[Person, ...] = (),
    told: str = "",
    **given: Any,
) -> Entry:
    """A request of the people with these numbers, or of these."""
    client_id = client_id or uuid4()
    return entry_request(
        championship=championship,
        data=data(*(people or [person(number) for number in numbers]), **given),
        client_id=client_id,
        token=f"secreto-{client_id}",
        now=now,
        told=told,
    )


def kept_entry(championship: Championship) -> Entry:
    """A request of two people that waits for an answer, written as it is, whatever stage the championship is in."""
    Inscription.objects.create(championship=championship)
    consent = ConsentText.objects.create(championship=championship, version=1, text="De acuerdo.", since=NOW)
    entry = Entry.objects.create(
        championship=championship, category=category(championship), client_id=uuid4(), token=f"secreto-{uuid4()}",
        requested_at=NOW, queued_at=NOW, consent=consent, consented_at=NOW,
    )  # fmt: skip
    for position in (1, 2):
        asked = EntryPerson.objects.create(
            championship=championship, entry=entry, position=position, name=invented_name(position)
        )
        personal_set([asked], cedula=invented_cedula(500 + position))
    return entry
