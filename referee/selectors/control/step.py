"""The one thing that the desk does next at a table."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from brackets.models import Away, Fixture
from referee.selectors.control.seat import Seat

DECIDE: Final = "decidir"
JUEZ_AWAY: Final[Mapping[Away, str]] = {Away.PAUSED: "está en pausa", Away.GONE: "se fue"}


class Step(NamedTuple):
    """`act` is what a button sends, with the row it is about; a `view` is a page to go to, with its argument.

    `need` says why the desk is wanted; empty where it may wait. `quiet`: the rest of the card says so already, and nobody
    has to be called to it. `action`: what one must be allowed to do.
    """

    need: str
    words: str
    act: str = ""
    of: int = 0
    view: str = ""
    action: str = "calls.attend"
    more: str = ""
    quiet: bool = False

    @property
    def sent(self) -> str:
        """What its button sends: `convocatoria:37:llamada-2:5-12`."""
        return ":".join(filter(None, (self.act, str(self.of), self.more)))


def step_of(seat: Seat) -> Step | None:
    """People who wait come first, then what the law asks, then play, then paper; None where nothing is to be done."""
    return next((step for look in LOOKS if (step := look(seat))), None)


def _call(seat: Seat) -> Step | None:
    if not seat.calls:
        return None
    call = seat.calls[0]
    return Step(f"Llama el Juez: {call.get_reason_display()}", "Voy yo", "atender", call.pk)


def _protest(seat: Seat) -> Step | None:
    if not seat.protests:
        return None
    protest = seat.protests[0]
    name = protest.planilla.mesa.fixture.name.capitalize()
    return Step(f"{name}: firmaron bajo protesta", "Protesta vista", "ver-protesta", protest.pk, action="protests.see")


def _appeal(seat: Seat) -> Step | None:
    """It is the Director's: to be qualified, or, once it was admitted, to be ruled upon."""
    if not seat.appeals:
        return None
    appeal = seat.appeals[0]
    admitted = getattr(appeal, "qualification", None) is not None
    told = f"{appeal} ({appeal.mesa.fixture.name})"  # what is looked at there may be another by now
    need = f"{told} admitida: falta el fallo" if admitted else f"{told} por calificar"
    return Step(need, "Ver la apelación", view="referee:appeal", of=appeal.number, action="appeals.see")


def _consulta(seat: Seat) -> Step | None:
    if not seat.consultas:
        return None
    consulta = seat.consultas[0]
    number, of = consulta.number, f" ({consulta.fixture.name})" if consulta.fixture else ""
    return Step(
        f"Consulta {number}{of} sin resolver",
        "Resolver la consulta",
        view="referee:consulta_resolution",
        of=number,
        action="consultas.resolve",
    )


def _without_place(seat: Seat) -> Step | None:
    """A ruling lets it go on, and somebody else has its table or its Juez by now."""
    fixture = seat.fixture
    if fixture is None or not seat.in_play or (fixture.table_id and fixture.juez_id):
        return None
    need = f"En juego, sin {'Juez' if fixture.table_id else 'mesa'}"
    return Step(need, "Asignar mesa y Juez", view="brackets:fixture", of=fixture.pk, action="floor.edit")


def _suspended(seat: Seat) -> Step | None:
    if not seat.suspended:
        return None
    return Step("Mesa suspendida", "Ver la suspensión", view="referee:suspensions", action="suspensions.edit")


def _stopped(seat: Seat) -> Step | None:
    """Nobody is called and nothing begins until the hall goes on."""
    if seat.stop is None or seat.fixture is None or seat.status not in (Fixture.Status.READY, Fixture.Status.CALLED):
        return None
    need = f"Sala suspendida: {seat.stop.cause}"
    return Step(need, "Ver la suspensión", view="referee:suspensions", action="suspensions.edit", quiet=True)


def _silent(seat: Seat) -> Step | None:
    if not seat.silent:
        return None
    words = "Tablet sin señal" if seat.tablet else "En juego, sin tablet"
    return Step(words, "Ver las tablets", view="referee:devices", action="devices.edit")


def _called(seat: Seat) -> Step | None:
    """What its convocatoria asks for; while one only waits, its page."""
    if seat.fixture is None or not seat.called:
        return None
    page = Step("", "Ver la convocatoria", view="brackets:fixture", of=seat.fixture.pk, action="results.record")
    next_one = seat.convocatoria.step(seat.now) if seat.convocatoria else None
    if seat.convocatoria is None or next_one is None:
        return page
    if next_one.code == DECIDE:
        return page._replace(need="W.O. posible", words=next_one.label)
    return Step(
        "Convocada",
        next_one.label,
        "convocatoria",
        seat.fixture.pk,
        more=f"{next_one.code}:{seat.convocatoria.rivals}",
        action="floor.edit",
        quiet=True,
    )


def _receive(seat: Seat) -> Step | None:
    if seat.unreceived is None:
        return None
    number = seat.unreceived.mesa.fixture.number
    return Step(
        f"Planilla {number} sellada", "Recibir la Planilla", "recibir", seat.unreceived.pk, action="results.record"
    )


def _juez_away(seat: Seat) -> Step | None:
    """Nobody is called to a table without its Juez, and who is called there waits for another."""
    fixture = seat.fixture
    if fixture is None or fixture.juez is None or seat.juez_away is None:
        return None
    if seat.juez_away not in JUEZ_AWAY or seat.status not in (Fixture.Status.READY, Fixture.Status.CALLED):
        return None
    need = f"{fixture.juez} {JUEZ_AWAY[seat.juez_away]}"
    return Step(need, "Dar a otro Juez", view="brackets:juez", of=fixture.juez.pk, action="jueces.edit")


def _away(seat: Seat) -> Step | None:
    """A table that is not in use is given nothing, and nobody is called to it; what it has already wants somebody."""
    if seat.table is None or seat.away is None or not seat.unused:
        return None
    stuck = seat.fixture is not None and seat.away is not Away.NOT_YET
    name = seat.fixture.name.capitalize() if seat.fixture else ""
    if seat.away is Away.PAUSED:
        need = f"{name} está en una mesa en pausa" if stuck else ""
        return Step(need, "Volver a usarla", "usar", seat.table.pk, action="tables.edit")
    need = f"{name} está en una mesa que ya cerró" if stuck else ""
    return Step(need, "Cambiar sus horas", view="brackets:table_hours", of=seat.table.number, action="tables.edit")


def _ready(seat: Seat) -> Step | None:
    if seat.fixture is None or seat.status != Fixture.Status.READY:
        return None
    return Step("Por convocar", "Convocar", "convocar", seat.fixture.pk, action="floor.edit", quiet=True)


def _sign(seat: Seat) -> Step | None:
    if seat.mesa is None or seat.status != Fixture.Status.PROVISIONAL:
        return None
    return Step("", "Ver la partida", view="brackets:fixture", of=seat.mesa.fixture_id, action="results.record")


def _assign(seat: Seat) -> Step | None:
    if not seat.playable or not seat.free or seat.fixture is not None or seat.table is None:
        return None
    return Step("Mesa libre", "Asignar lo que sigue", "asignar", seat.table.pk, action="floor.edit", quiet=True)


LOOKS: Final[tuple[Callable[[Seat], Step | None], ...]] = (
    _call, _appeal, _protest, _consulta, _without_place, _suspended, _stopped, _silent, _juez_away, _called, _receive, _away, _ready, _sign, _assign,
)  # fmt: skip
