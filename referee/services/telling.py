"""What the parejas of a mesa are told of appeals and of the hall: only those whose mesa it is."""

from collections.abc import Iterable
from datetime import datetime

from brackets.models import Fixture, HallStop, Notice
from brackets.selectors.callups import Convocatoria, hour
from brackets.services.notices import notice_add
from referee.models import Appeal, AppealRuling, Mesa
from referee.selectors.resolution_words import ruling_told


def told_of_qualification(appeal: Appeal, *, admitted: bool, reason: str, now: datetime) -> None:
    """The Director admitted the appeal, or rejected it."""
    word = "admitida: espere el fallo" if admitted else "rechazada: queda lo que decidió el Juez"
    title = f"Apelación {appeal.number} {'admitida' if admitted else 'rechazada'}"
    text = f"La apelación de la {appeal.mesa.fixture.name} quedó {word}. {reason}"
    _tell(appeal.mesa, Notice.Kind.RULING, title, text, now)


def told_of_ruling(ruling: AppealRuling, *, now: datetime) -> None:
    """The ruling, with what it rests on as far as a notice holds it; the page of the pareja has the whole."""
    appeal = ruling.appeal
    fixture = appeal.mesa.fixture
    resolved = ruling_told(ruling, appeal.mesa, appeal.championship.players_per_pareja)
    text = f"Apelación {appeal.number} de la {fixture.name}. {resolved}. {ruling.grounds}"
    _tell(appeal.mesa, Notice.Kind.RULING, f"Fallo de la apelación {appeal.number}", text, now)


def told_of_stop(fixtures: Iterable[Fixture], stop: HallStop, *, now: datetime) -> None:
    """The mesas that the stop of the hall suspended, or let go on once it ended."""
    title, then = (
        ("Sala suspendida", _why(stop)) if stop.ended_at is None else ("La sala se reanudó", "vuelva a su mesa.")
    )
    for fixture in fixtures:
        what = "quedó suspendida" if stop.ended_at is None else "sigue"
        _tell(fixture, Notice.Kind.CHANGE, title, f"La {fixture.name} {what}: {then}", now)


def told_of_stop_while_called(awaited: Iterable[Convocatoria], stop: HallStop, *, now: datetime) -> None:
    """Who was called to a mesa that has not begun: that it waits; once it goes on, from when a W.O. may be declared now."""
    for each in awaited:
        name, until = each.fixture.name, each.walkover_from
        if stop.ended_at is None:
            title = "Sala suspendida"
            told = f"no empieza todavía: {_why(stop)}"
            text = f"La {name} sigue convocada y {told} El tiempo de espera no corre mientras tanto."
        else:
            title = "La sala se reanudó"
            late = f" El W.O. se puede declarar desde las {hour(until)}." if until and each.absent else ""
            text = f"La {name} sigue convocada: vaya a la {each.fixture.table}.{late}"
        _tell(each.fixture, Notice.Kind.CHANGE, title, text, now)


def _why(stop: HallStop) -> str:
    measure = stop.measure or "Quédese cerca: se le avisará cuando siga"
    return f"{stop.cause.rstrip('.')}. {measure.rstrip('.')}."


def _tell(of: Mesa | Fixture, kind: Notice.Kind, title: str, text: str, now: datetime) -> None:
    """Both parejas: of a mesa those who sat at it."""
    fixture = of.fixture if isinstance(of, Mesa) else of
    notice_add(
        championship=fixture.stage.championship,
        parejas=[one for one in (of.pareja_a, of.pareja_b) if one],
        kind=kind,
        title=title,
        text=text[: Notice.TEXT],
        now=now,
        fixture=fixture,
    )
