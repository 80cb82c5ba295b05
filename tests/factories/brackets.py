"""Championships, people, parejas and brackets for tests.

The factories write rows as they are told; `published_stage` makes a playable bracket through the services.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime
from typing import Any, TypeVar

import factory
from django.db.models import QuerySet
from factory.django import DjangoModelFactory

from brackets.models import (
    AuditEntry,
    Championship,
    EntryPerson,
    Fixture,
    Pareja,
    PersonalData,
    Player,
    Role,
    Stage,
    Table,
    User,
)
from brackets.models.with_data import Values
from brackets.people_keys import match_of
from brackets.selectors.audit import CLOSED
from brackets.services.audit import audit_record
from brackets.services.cedula import check_digit
from brackets.services.stages import stage_publish
from brackets.services.vault import personal_keep
from referee.management.rehearsal.drawing import draw_rehearsed
from tests.factories.remembered import remembered

Person = TypeVar("Person", Player, EntryPerson)
NOW = datetime(2026, 11, 28, 19, 0, tzinfo=UTC)
SEED = "prueba 3442"
"""Of four it draws 1 and 2 into one half, which tests of brackets count on."""
NAMES = ("Alba", "Bruno", "Celia", "Darío", "Elena", "Fabián", "Gloria", "Hugo", "Irene", "Julián")
OFFICIALS = ("Mónica", "Néstor", "Olga", "Pablo", "Rosa", "Silvio", "Teresa", "Ulises", "Wilma", "Zoila")
"""Given names of those who sign in: no player has one, so that no page has a player's name for theirs."""
SURNAMES = ("Ñato", "Ortega", "Pérez", "Quinde", "Rueda", "Saltos", "Tipán", "Uvillús", "Vaca", "Yépez")


def invented_cedula(number: int) -> str:
    """A cédula that passes its check, different for each number."""
    nine = f"17{number % 6}{number:06d}"
    return f"{nine}{check_digit(nine)}"


def invented_name(number: int, given: Sequence[str] = NAMES) -> str:
    hundreds = number // (len(given) * len(SURNAMES))
    name = f"{given[number % len(given)]} {SURNAMES[number // len(given) % len(SURNAMES)]}"
    initials = ""
    while hundreds:
        hundreds, letter = divmod(hundreds - 1, 26)
        initials += f" {chr(ord('A') + letter)}."
    return name + initials


class UserFactory(DjangoModelFactory[User]):
    class Meta:
        model = User
        skip_postgeneration_save = True

    username = factory.Sequence(lambda n: f"persona{n}")
    display_name = factory.Sequence(lambda n: f"{invented_name(n, OFFICIALS)} ({n})")
    password = factory.django.Password("cuarenta40")


class ChampionshipFactory(DjangoModelFactory[Championship]):
    """An open one; `status="draft"` for one in preparation, `players_per_pareja=1` for one of single players."""

    class Meta:
        model = Championship

    name = factory.Sequence(lambda n: f"Campeonato de prueba {n}")
    slug = factory.Sequence(lambda n: f"campeonato-de-prueba-{n}")
    place = "Coliseo Central"
    starts_on = date(2026, 11, 28)
    ends_on = date(2026, 11, 30)
    status = Championship.Status.OPEN
    appeal_minutes = 15
    created_at = NOW
    opened_at = factory.LazyAttribute(lambda one: None if one.status == Championship.Status.DRAFT else NOW)


class RoleFactory(DjangoModelFactory[Role]):
    class Meta:
        model = Role

    championship = factory.SubFactory(ChampionshipFactory)
    user = factory.SubFactory(UserFactory)
    kind = Role.Kind.JUEZ


class TableFactory(DjangoModelFactory[Table]):
    class Meta:
        model = Table

    championship = factory.SubFactory(ChampionshipFactory)
    number = factory.Sequence(lambda n: n + 1)


class PlayerFactory(DjangoModelFactory[Player]):
    class Meta:
        model = Player

    championship = factory.SelfAttribute("pareja.championship")
    pareja = factory.SubFactory("tests.factories.brackets.ParejaFactory", player_1=None, player_2=None)
    position = 1
    name = factory.Sequence(invented_name)

    @classmethod
    def _create(cls, model_class: type[Player], *args: Any, **kwargs: Any) -> Player:
        values = {name: kwargs.pop(name) for name in Values._fields if name in kwargs}
        player: Player = super()._create(model_class, *args, **kwargs)
        personal_keep([(player, Values(**values))], new=True)
        return player


def personal_set(people: Iterable[Player | EntryPerson], **changed: str) -> None:
    """Have these values kept of each of them, and what else was kept before: `cedula`, `email`, `phone`."""
    personal_keep([(each, each.values._replace(**changed)) for each in people])


def opened() -> list[Values]:
    """All that is enciphered of people and can be opened."""
    return [each.values for each in PersonalData.objects.all()]


def with_cedula(people: QuerySet[Person], cedula: str) -> QuerySet[Person]:
    """Those of them who have it."""
    return people.filter(personal__cedula_match=match_of("cedula", cedula))


class SecondPlayer(factory.RelatedFactory):
    """Whom a pareja of single players has not."""

    def call(self, instance: Pareja, step: Any, context: Any) -> Player | None:
        return super().call(instance, step, context) if instance.championship.players_per_pareja == 2 else None


class ParejaFactory(DjangoModelFactory[Pareja]):
    """With its players, two or one as its championship has: `player_1__name="Alba Ñato"`."""

    class Meta:
        model = Pareja
        skip_postgeneration_save = True

    championship = factory.SubFactory(ChampionshipFactory)
    number = factory.Sequence(lambda n: n % 9_999 + 1)  # no sheet takes a higher one
    player_1 = factory.RelatedFactory(PlayerFactory, factory_related_name="pareja", position=1)
    player_2 = SecondPlayer(PlayerFactory, factory_related_name="pareja", position=2)


class StageFactory(DjangoModelFactory[Stage]):
    class Meta:
        model = Stage

    championship = factory.SubFactory(ChampionshipFactory)
    status = Stage.Status.PUBLISHED
    lots_seed = "prueba"
    draw_number = factory.LazyAttribute(lambda one: int(one.status != Stage.Status.PLANNED))
    drawn_at = NOW
    published_at = factory.LazyAttribute(lambda one: NOW if one.status == Stage.Status.PUBLISHED else None)


class FixtureFactory(DjangoModelFactory[Fixture]):
    """A first-round fixture, ready, between two new parejas of its championship."""

    class Meta:
        model = Fixture

    stage = factory.SubFactory(StageFactory)
    round = 1
    position = factory.Sequence(lambda n: n)
    number = factory.Sequence(lambda n: n + 1)
    status = Fixture.Status.READY
    pareja_a = factory.SubFactory(ParejaFactory, championship=factory.SelfAttribute("..stage.championship"))
    pareja_b = factory.SubFactory(ParejaFactory, championship=factory.SelfAttribute("..stage.championship"))


class AuditEntryFactory(DjangoModelFactory[AuditEntry]):
    class Meta:
        model = AuditEntry

    championship = factory.SubFactory(ChampionshipFactory)
    user = factory.SubFactory(UserFactory)
    at = NOW
    action = "prueba"
    sentence = "Hizo una prueba."


def director_of(championship: Championship) -> User:
    """Its Director, the same one each time."""
    directors = Role.objects.select_related("user").filter(championship=championship, kind=Role.Kind.DIRECTOR)
    role = directors.order_by("pk").first()
    return (role or RoleFactory(championship=championship, kind=Role.Kind.DIRECTOR)).user


def closed_unplayed(championship: Championship) -> None:
    """Closed as it is, with the entry of the audit; `championship_close` would have all of it played first."""
    Championship.objects.filter(pk=championship.pk).update(status=Championship.Status.CLOSED)
    audit_record(
        championship=championship,
        user=director_of(championship),
        now=NOW,
        action=CLOSED,
        sentence="Cerró el campeonato.",
    )


@remembered
def entered(parejas: int, *, clubs: int = 0, players: int = 2) -> Championship:
    """A championship with its Director and parejas 1, 2, 3, …, of so many clubs in turn."""
    championship = ChampionshipFactory(players_per_pareja=players)
    for number in range(1, parejas + 1):
        ParejaFactory(championship=championship, number=number, club=f"Club {number % clubs}" if clubs else "")
    director_of(championship)
    return championship


@remembered
def drawn_stage(parejas: int = 4, *, championship: Championship | None = None, **pareja: Any) -> Stage:
    """A bracket of parejas 1, 2, 3, …, drawn by the service and not published."""
    championship = championship or ChampionshipFactory()
    for number in range(1, parejas + 1):
        ParejaFactory(championship=championship, number=number, **pareja)
    return draw_rehearsed(
        championship=championship, user=director_of(championship), now=NOW, public_seed=SEED, apart=True
    )


@remembered
def published_stage(
    parejas: int = 4, *, tables: int = 0, jueces: int = 0, championship: Championship | None = None, **pareja: Any
) -> Stage:
    """A bracket ready to be played, in a championship with so many tables and jueces."""
    stage = drawn_stage(parejas, championship=championship, **pareja)
    for number in range(1, tables + 1):
        TableFactory(championship=stage.championship, number=number)
    RoleFactory.create_batch(jueces, championship=stage.championship)
    return stage_publish(stage=stage, user=director_of(stage.championship), now=NOW)
