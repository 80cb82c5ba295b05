"""Last year's edition of the second championship: played, closed, and in the archive."""

from datetime import datetime, timedelta
from typing import Final

from brackets.models import Championship, Fixture, Role, User
from brackets.models import Table as Furniture
from brackets.services.accounts import role_grant
from brackets.services.championships import championship_create
from brackets.services.fixtures import fixture_assign, fixture_call
from brackets.services.inscription import ParejaData
from brackets.services.parejas import pareja_add
from brackets.services.stages import stage_publish
from brackets.services.tables import tables_set
from referee.management.rehearsal.agenda import Agenda, Process
from referee.management.rehearsal.chance import stream
from referee.management.rehearsal.drawing import draw_rehearsed
from referee.management.rehearsal.founding import Founded
from referee.management.rehearsal.hall import Hall
from referee.management.rehearsal.options import Options, Rates
from referee.management.rehearsal.people import invented_parejas
from referee.management.rehearsal.signing_in import by_services
from referee.management.rehearsal.table import Table
from referee.rules import reglamento_get
from referee.services.closing import championship_close_answered
from referee.services.opening import championship_open_sealing
from referee.services.paper import paper_result_record

SEED: Final = "edición anterior"
PAREJAS: Final = 8
JUECES: Final = 2
AGO: Final = timedelta(days=364)
CALM: Final = Rates(absences=0, retirements=0, takeovers=0, reopenings=0, under_protest=0, unsigned=0, attempts=0)
ON_PAPER: Final = ([(40, 22), (40, 36)], [(40, 8)], [(18, 40), (40, 30), (40, 38)], [(28, 40), (36, 40)])
"""The first round was kept on paper: of it there are chicas, and one zapatería."""


def make_past(director: User, jueces: tuple[User, ...], now: datetime) -> Championship:
    """Play it from the draw to its closing, a year before now."""
    begun = now - AGO
    founded = _found(director, jueces[:JUECES], begun)
    options = Options(
        parejas=PAREJAS, reglamento="riobamba", seed=SEED, start=begun, tables=JUECES, jueces=JUECES, rates=CALM
    )
    hall = Hall(
        options=options,
        founded=founded,
        rules=reglamento_get(options.reglamento),
        agenda=Agenda(begun),
        sign_in=by_services(founded.championship),
        unchecked=True,
    )
    for fixture, chicas in zip(_ready(founded), ON_PAPER, strict=True):
        hall.agenda.now += timedelta(minutes=4)
        paper_result_record(fixture=fixture, chicas=chicas, user=director, now=hall.now)
    while ready := _ready(founded):
        for fixture, juez, table in zip(ready, founded.jueces, founded.championship.tables.all(), strict=False):
            _mesa(hall, fixture, juez, table)
    return championship_close_answered(championship=founded.championship, user=director, now=hall.now)


def _mesa(hall: Hall, fixture: Fixture, juez: User, table: Furniture) -> None:
    """With its log and its Planilla."""
    director = hall.founded.director
    fixture = fixture_assign(fixture=fixture, table=table, juez=juez, user=director, now=hall.now)
    fixture = fixture_call(fixture=fixture, user=director, now=hall.now)
    hall.agenda.now += timedelta(minutes=3)
    mesa = Table(hall, fixture, juez)
    _through(hall, mesa.play())
    _through(hall, mesa.sign())


def _through(hall: Hall, process: Process) -> None:
    for wait in process:
        hall.agenda.now += wait


def _ready(founded: Founded) -> list[Fixture]:
    ready = Fixture.objects.filter(stage=founded.stage, status=Fixture.Status.READY)
    return list(ready.select_related("stage", "pareja_a", "pareja_b", "juez").order_by("round", "number"))


def _found(director: User, jueces: tuple[User, ...], now: datetime) -> Founded:
    day = Championship().play_days.of(now)
    championship = championship_create(
        user=director,
        now=now,
        name="Copa Mixta de la Fiesta",
        edition=1,
        organiser="Comité de Fiestas (demostración)",
        place="Casa Comunal",
        starts_on=day,
        ends_on=day,
        reglamento="riobamba",
        rule_settings={},
        appeal_minutes=15,
        grace_minutes=10,
        identification="cédula",
        loser_signature=Championship.LoserSignature.OPTIONAL,
        players_per_pareja=2,
        jueces_public=True,
    )
    championship = championship_open_sealing(championship=championship, user=director, now=now)
    tables_set(championship=championship, count=JUECES, by=director, now=now)
    for juez in jueces:
        role_grant(championship=championship, user=juez, kind=Role.Kind.JUEZ, by=director, now=now)
    skills = {}
    for invented in invented_parejas(PAREJAS, stream(SEED, "inscripción")):
        data = ParejaData(player_1=invented.players[0], player_2=invented.players[1], club=invented.club)
        pareja = pareja_add(championship=championship, data=data, user=director, now=now)
        skills[pareja.pk] = invented.skills
    stage = draw_rehearsed(championship=championship, user=director, now=now, public_seed=SEED)
    stage = stage_publish(stage=stage, user=director, now=now)
    return Founded(championship, stage, director, director, jueces, skills)
