"""A championship of 96 invented parejas, drawn, published and with the first round handed out."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from brackets.models import Championship, Pareja, Role, Stage, User
from brackets.services.accounts import account_create, role_grant
from brackets.services.championships import championship_create, championship_open
from brackets.services.fixtures import fixtures_assign_auto
from brackets.services.inscription import ParejaData
from brackets.services.parejas import pareja_add
from brackets.services.stages import stage_draw, stage_publish
from brackets.services.tables import tables_set
from referee.management.demonstration.people import InventedPareja, invented_names, invented_parejas

PASSWORD = "cuarenta40"  # noqa: S105 (printed with the demonstration: nothing real is behind it)
SEEDED = 8


@dataclass(frozen=True, slots=True)
class Demonstration:
    """What `make demo` made: the accounts sign in with `PASSWORD`."""

    championship: Championship
    stage: Stage
    director: User
    jueces: tuple[User, ...]


def make_championship(*, parejas: int, jueces: int, tables: int, random: Random, now: datetime) -> Demonstration:
    """Create, open, fill, draw, publish and hand out the first round."""
    director = account_create(username="director", password=PASSWORD, display_name="Rosario Vinueza", by=None)
    championship = championship_create(
        user=director,
        now=now,
        name="Campeonato de Cuarenta",
        edition=1,
        organiser="Comité de Fiestas (demostración)",
        place="Coliseo Central",
        starts_on=now.date(),
        ends_on=now.date() + timedelta(days=2),
        reglamento="riobamba",
        rule_settings={},
        appeal_minutes=15,
        grace_minutes=10,
        identification="cédula",
        loser_signature=Championship.LoserSignature.OPTIONAL,
    )
    championship_open(championship=championship, user=director, now=now)
    tables_set(championship=championship, count=tables, by=director, now=now)
    staff = _accounts(championship, director, jueces, random, now)
    for place, invented in enumerate(invented_parejas(parejas, random), start=1):
        _pareja(championship, director, place, invented, now)
    stage = stage_draw(championship=championship, user=director, now=now, lots_seed=f"demostración {parejas}")
    stage = stage_publish(stage=stage, user=director, now=now)
    fixtures_assign_auto(stage=stage, round=1, user=director, now=now)
    return Demonstration(championship, stage, director, staff)


def _accounts(
    championship: Championship, director: User, jueces: int, random: Random, now: datetime
) -> tuple[User, ...]:
    control = account_create(username="control", password=PASSWORD, display_name="Marcelo Andrade", by=director)
    role_grant(championship=championship, user=control, kind=Role.Kind.CONTROL, by=director, now=now)
    staff = []
    for number, name in enumerate(invented_names(jueces, random), start=1):
        juez = account_create(username=f"juez{number:02}", password=PASSWORD, display_name=name, by=director)
        role_grant(championship=championship, user=juez, kind=Role.Kind.JUEZ, by=director, now=now)
        staff.append(juez)
    return tuple(staff)


def _pareja(championship: Championship, director: User, place: int, invented: InventedPareja, now: datetime) -> Pareja:
    data = ParejaData(
        player_1=invented.players[0],
        player_2=invented.players[1],
        club=invented.club,
        category=invented.category,
        representative=1 + place % 2,
        uniform=place % 3 == 0,
        seed=place if place <= SEEDED else None,
    )
    return pareja_add(championship=championship, data=data, user=director, now=now)
