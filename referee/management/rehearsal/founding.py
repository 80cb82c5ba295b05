"""A championship of invented people: created, opened, inscribed, drawn and published by the real services."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Final

from brackets.models import Championship, Pareja, Role, Stage, User
from brackets.selectors.planning import zapateria_of
from brackets.services.accounts import account_create, role_grant
from brackets.services.championships import championship_create
from brackets.services.inscription import ParejaData
from brackets.services.parejas import pareja_add
from brackets.services.planning import stages_plan
from brackets.services.stages import stage_publish
from brackets.services.tables import tables_set
from referee.management.rehearsal.drawing import draw_rehearsed
from referee.management.rehearsal.formats import PLAIN, stages_of
from referee.management.rehearsal.people import InventedPareja, invented_names, invented_parejas
from referee.services.opening import championship_open_sealing

PASSWORD: Final = "girasol-azul-7"  # noqa: S105 (printed with the demonstration: nothing real is behind it)
SEEDED: Final = 8
DAYS: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What to found; `prefix` goes before every username. `form` is one of `formats.FORMATS`."""

    name: str
    edition: int | None
    organiser: str
    place: str
    reglamento: str
    settings: Mapping[str, str]
    parejas: int
    jueces: int
    tables: int
    lots_seed: str
    prefix: str = ""
    players: int = 2
    form: str = PLAIN


@dataclass(frozen=True, slots=True)
class Founded:
    """A championship whose first stage is published; its accounts sign in with `PASSWORD`. `skills` by the id of the pareja."""

    championship: Championship
    stage: Stage
    director: User
    control: User
    jueces: tuple[User, ...]
    skills: Mapping[int, tuple[float, ...]]


def found(plan: Plan, random: Random, now: datetime) -> Founded:
    """Create, open, fill, draw and publish; tables and jueces are not handed out yet."""
    director = account_create(
        username=f"{plan.prefix}director", password=PASSWORD, display_name="Rosario Vinueza", by=None
    )
    championship = _championship(plan, director, now)
    tables_set(championship=championship, count=plan.tables, by=director, now=now)
    control, jueces = _accounts(plan, championship, director, random, now)
    skills = {}
    for place, invented in enumerate(invented_parejas(plan.parejas, random, plan.players), start=1):
        pareja = _pareja(championship, director, place, invented, min(SEEDED, plan.parejas), now)
        skills[pareja.pk] = invented.skills
    if stages := stages_of(plan.form, plan.parejas, zapateria_of(championship)):
        stages_plan(championship=championship, plans=stages, user=director, now=now)
    stage = draw_rehearsed(championship=championship, user=director, now=now, public_seed=plan.lots_seed)
    stage = stage_publish(stage=stage, user=director, now=now)
    return Founded(championship, stage, director, control, jueces, skills)


def free_prefix(wanted: str) -> str:
    """`wanted`, or with a number behind it where its accounts exist already."""
    taken = set(User.objects.filter(username__endswith="director").values_list("username", flat=True))
    prefixes = (wanted, *(f"{wanted}{number}-" for number in range(2, len(taken) + 3)))
    return next(prefix for prefix in prefixes if f"{prefix}director" not in taken)


def _championship(plan: Plan, director: User, now: datetime) -> Championship:
    first = Championship().play_days.of(now)
    championship = championship_create(
        user=director,
        now=now,
        name=plan.name,
        edition=plan.edition,
        organiser=plan.organiser,
        place=plan.place,
        starts_on=first,
        ends_on=first + timedelta(days=DAYS),
        reglamento=plan.reglamento,
        rule_settings=plan.settings,
        appeal_minutes=15,
        grace_minutes=10,
        identification="cédula",
        loser_signature=Championship.LoserSignature.OPTIONAL,
        players_per_pareja=plan.players,
    )
    return championship_open_sealing(championship=championship, user=director, now=now)


def _accounts(
    plan: Plan, championship: Championship, director: User, random: Random, now: datetime
) -> tuple[User, tuple[User, ...]]:
    control = account_create(
        username=f"{plan.prefix}control", password=PASSWORD, display_name="Marcelo Andrade", by=director
    )
    role_grant(championship=championship, user=control, kind=Role.Kind.CONTROL, by=director, now=now)
    jueces = []
    for number, name in enumerate(invented_names(plan.jueces, random), start=1):
        juez = account_create(
            username=f"{plan.prefix}juez{number:02}", password=PASSWORD, display_name=name, by=director
        )
        role_grant(championship=championship, user=juez, kind=Role.Kind.JUEZ, by=director, now=now)
        jueces.append(juez)
    return control, tuple(jueces)


def _pareja(
    championship: Championship, director: User, place: int, invented: InventedPareja, seeded: int, now: datetime
) -> Pareja:
    data = ParejaData(
        player_1=invented.players[0],
        player_2=invented.players[1] if len(invented.players) > 1 else "",
        club=invented.club,
        category=invented.category,
        representative=1 + place % len(invented.players),
        uniform=place % 3 == 0,
        seed=place if place <= seeded else None,
    )
    return pareja_add(championship=championship, data=data, user=director, now=now)
