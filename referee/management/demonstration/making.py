"""A championship in progress: its first mesas sealed, some in play, one waiting for signatures, the rest ready."""

from datetime import datetime, timedelta
from typing import Final

from brackets.models import Fixture, Role
from brackets.services.fixtures import fixtures_assign_auto
from referee.management.demonstration.night import CALLED, arrivals, calls, disagreements
from referee.management.demonstration.past import make_past
from referee.management.demonstration.upcoming import make_upcoming
from referee.management.rehearsal.agenda import Agenda, Process
from referee.management.rehearsal.chance import stream
from referee.management.rehearsal.founding import Plan, found
from referee.management.rehearsal.hall import Hall
from referee.management.rehearsal.options import Options, Rates
from referee.management.rehearsal.signing_in import by_services
from referee.management.rehearsal.table import Table
from referee.rules import reglamento_get
from referee.services.pins import pins_set

PAREJAS: Final = 96
JUECES: Final = 24
SEALED, IN_PLAY, UNSIGNED = 8, 6, 1
CALM: Final = Rates(absences=0, retirements=0, takeovers=0, reopenings=0, under_protest=0, unsigned=0, attempts=0)
SEED: Final = "demostración"
# Known to everybody, like the password: that of a Juez ends in his number.
DESK_PINS: Final = {"control": "402040", "director": "404020"}
FIRST_PIN: Final = 4000


def make_demonstration(now: datetime) -> str:
    """Make it, so that nothing of it lies in the future; say what was made."""
    options = Options(
        parejas=PAREJAS, reglamento="riobamba", seed=SEED, start=now, tables=JUECES, jueces=JUECES, rates=CALM
    )
    founded = found(_plan(options), stream(SEED, "inscripción"), now - timedelta(hours=4))
    past = make_past(founded.director, founded.jueces, now)
    hall = Hall(
        options=options,
        founded=founded,
        rules=reglamento_get(options.reglamento),
        agenda=Agenda(now),
        sign_in=by_services(founded.championship),
        unchecked=True,
    )
    _give_pins(hall, now)
    _hand_out(hall)
    fixtures = Fixture.objects.filter(stage=founded.stage, round=1, status=Fixture.Status.READY, juez__isnull=False)
    listed = list(fixtures.select_related("pareja_a", "pareja_b", "juez").order_by("number"))
    for place, fixture in enumerate(listed[: SEALED + IN_PLAY + UNSIGNED]):
        _mesa(hall, fixture, place, now)
    hall.agenda.now = now
    _hand_out(hall)
    arrivals(hall, now - timedelta(hours=3))
    calls(hall)
    disagreements(hall)
    upcoming = make_upcoming(founded.director, now)
    return (
        f"{founded.championship}: {PAREJAS} parejas, {JUECES} jueces; {SEALED} mesas selladas, "
        f"{IN_PLAY} en juego, {UNSIGNED} por firmar, {CALLED} convocadas, una apelación por calificar.\n"
        f"{upcoming}: recibe inscripciones.\n"
        f"{past}: terminado, en el archivo."
    )


def _plan(options: Options) -> Plan:
    return Plan(
        name="Campeonato de Cuarenta",
        edition=1,
        organiser="Comité de Fiestas (demostración)",
        place="Coliseo Central",
        reglamento=options.reglamento,
        settings=options.settings,
        parejas=options.parejas,
        jueces=options.jueces,
        tables=options.tables,
        lots_seed=f"{SEED} {options.parejas}",
    )


def _give_pins(hall: Hall, now: datetime) -> None:
    championship = hall.founded.championship
    roles = Role.objects.filter(championship=championship).select_related("user").order_by("user__username")
    jueces = [role.user for role in roles if role.kind == Role.Kind.JUEZ]
    pins = [(juez, f"{FIRST_PIN + number}") for number, juez in enumerate(jueces, start=1)]
    pins += [(role.user, DESK_PINS[role.user.username]) for role in roles if role.user.username in DESK_PINS]
    pins_set(championship=championship, pins=pins, by=hall.founded.director, now=now - timedelta(hours=4))


def _hand_out(hall: Hall) -> None:
    fixtures_assign_auto(
        championship=hall.founded.stage.championship,
        stage=hall.founded.stage,
        round=1,
        user=hall.founded.director,
        now=hall.now,
    )


def _mesa(hall: Hall, fixture: Fixture, place: int, now: datetime) -> None:
    """The first mesas are sealed, those after them in play, the last waits for its signatures."""
    juez = fixture.juez
    assert juez is not None  # noqa: S101 (only such were asked for)
    table = Table(hall, fixture, juez)
    random = stream(SEED, "hora", place)
    if SEALED <= place < SEALED + IN_PLAY:
        hall.agenda.now = now - table.length * random.uniform(0.2, 0.7)
        _last(hall, table.play(until=now))
        return
    sealed = place < SEALED
    hall.agenda.now = now - timedelta(minutes=random.uniform(20, 50) if sealed else 3) - table.length
    _last(hall, table.play())
    if sealed:
        _last(hall, table.sign())


def _last(hall: Hall, process: Process) -> None:
    """Let it go on until it is done, the clock with it."""
    for wait in process:
        hall.agenda.now += wait
