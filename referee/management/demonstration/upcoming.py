"""A second championship, of next month, which takes inscriptions: some confirmed, some to be answered, some waiting."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from decimal import Decimal
from random import Random
from secrets import token_urlsafe
from typing import Final
from uuid import uuid4

from brackets.models import Category, Championship, Entry, EntryPerson, User
from brackets.services.cedula import check_digit
from brackets.services.championships import championship_create
from brackets.services.eligibility import Person
from brackets.services.entries import EntryData, entry_request
from brackets.services.entry_answers import entry_confirm, entry_pay, entry_reject
from brackets.services.inscription_settings import (
    CategoryData,
    InscriptionData,
    category_set,
    inscription_accept,
    inscription_set,
)
from referee.management.rehearsal.chance import stream
from referee.management.rehearsal.people import FAMILY
from referee.services.opening import championship_open_sealing

SEED: Final = "próximo"
CAPACITY: Final = 12
ASKED, CONFIRMED, PAID = 15, 8, 6
"""As many more than the places wait in line; one of those to be answered is rejected."""
WOMEN: Final = ("Ana Lucía", "Carmen", "Dolores", "Esther", "Fabiola", "Gladys", "Inés", "Julia", "Lourdes", "Mercedes")
MEN: Final = ("Abel", "Byron", "César", "Efraín", "Galo", "Hernán", "Iván", "Jorge", "Klever", "Milton")


def make_upcoming(director: User, now: datetime) -> Championship:
    """Found it and let people ask, in the days before now."""
    begun = now - timedelta(days=6)
    championship = _championship(director, begun)
    settled = InscriptionData(
        opens_at=begun,
        closes_at=now + timedelta(days=12),
        capacity=CAPACITY,
        fee=Decimal(10),
        payment="En efectivo en la mesa de inscripción, o por transferencia a la cuenta de la organización.",
        documents="Cédula de los dos y el comprobante del pago.",
    )
    inscription_set(championship=championship, data=settled, user=director, now=begun)
    categories = [
        category_set(championship=championship, data=data, user=director, now=begun)
        for data in (
            CategoryData(name="Abierta", minimum_age=18),
            CategoryData(name="Mixta", who=Category.Who.MIXED, minimum_age=18),
        )
    ]
    inscription_accept(championship=championship, accepting=True, user=director, now=begun)
    entries = list(_requests(championship, categories, begun))
    for place, entry in enumerate(entries[:CONFIRMED]):
        if place < PAID:
            entry_pay(entry=entry, paid=True, user=director, now=now - timedelta(days=2))
        entry_confirm(entry=entry, user=director, now=now - timedelta(days=1))
    entry_reject(
        entry=entries[CONFIRMED], reason="El comprobante es de otra fiesta.", user=director, now=now - timedelta(days=1)
    )
    return championship


def _championship(director: User, now: datetime) -> Championship:
    first = Championship().play_days.of(now) + timedelta(days=30)
    championship = championship_create(
        user=director,
        now=now,
        name="Copa Mixta de la Fiesta",
        edition=2,
        organiser="Comité de Fiestas (demostración)",
        place="Casa Comunal",
        starts_on=first,
        ends_on=first,
        reglamento="riobamba",
        rule_settings={},
        appeal_minutes=15,
        grace_minutes=10,
        identification="cédula",
        loser_signature=Championship.LoserSignature.OPTIONAL,
        players_per_pareja=2,
    )
    return championship_open_sealing(championship=championship, user=director, now=now)


def _requests(championship: Championship, categories: list[Category], begun: datetime) -> Iterator[Entry]:
    random = stream(SEED, "inscripción")
    families = FAMILY.split()
    for place in range(ASKED):
        given = MEN[place % len(MEN)], WOMEN[place * 3 % len(WOMEN)]
        people = [
            _person(f"{each} {families[(place + 7 * side) % len(families)]}", 2 * place + side, random)
            for side, each in enumerate(given)
        ]
        data = EntryData(people=people, category=categories[place % len(categories)], consent=True, consent_version=1)
        yield entry_request(
            championship=championship,
            data=data,
            client_id=uuid4(),
            token=token_urlsafe(24),
            now=begun + timedelta(hours=5 * (place + 1)),
        )


def _person(name: str, number: int, random: Random) -> Person:
    nine = f"30{number:07}"
    return Person(
        name=name,
        cedula=f"{nine}{check_digit(nine)}",
        birth_date=date(random.randint(1950, 2004), random.randint(1, 12), random.randint(1, 28)),
        sex=EntryPerson.Sex.WOMAN if number % 2 else EntryPerson.Sex.MAN,
        email=f"jugador{number}@ejemplo.invalid",
    )
