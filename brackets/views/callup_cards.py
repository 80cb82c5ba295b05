"""A convocatoria as the pages of the desk show it: in a row, and side by side."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from brackets.models import Championship, Fixture, Pareja
from brackets.selectors.callups import SIDES, Convocatoria, Step, callups_of, hour, with_presence
from brackets.selectors.wording import said


class Called(NamedTuple):
    """What a row of the desk shows of a convocatoria: where it stands, and the one thing to do next."""

    there: Convocatoria
    step: Step | None
    summary: str


class SideShown(NamedTuple):
    """Who of a side came, and what can be noted of it."""

    pareja: Pareja | None
    icon: str
    told: str
    alone: bool
    buttons: tuple[Step, ...]


def steps_of(called: Sequence[Fixture], championship: Championship, now: datetime) -> dict[int, Called]:
    """One query for all of them, and those of who checked in."""
    found = with_presence(callups_of(called, championship), now)
    return {pk: Called(there, there.step(now), summary_of(there)) for pk, there in found.items() if there.is_running}


def summary_of(there: Convocatoria) -> str:
    """Where it stands, in one line."""
    parts = [f"{len(there.calls)}.ª llamada {hour(there.calls[len(there.calls)].at)}"]
    came = [str(there.number_of(side)) for side in SIDES if there.is_complete(side)]
    alone = [str(there.number_of(side)) for side in SIDES if there.is_alone(side)]
    if came:
        parts.append(f"presente {' y '.join(came)}")
    if alone:
        parts.append(f"incompleta {' y '.join(alone)}")
    if there.seated:
        parts.append("en la mesa")
    elif there.walkover_from and there.absent:
        parts.append(f"W.O. desde {hour(there.walkover_from)}")
    return " · ".join(parts)


def sides_of(there: Convocatoria) -> tuple[SideShown, ...]:
    return tuple(_side(there, side) for side in SIDES)


def absences_of(there: Convocatoria) -> tuple[Step, ...]:
    """The W.O. that can be declared as things stand: of one side where the other is there, or of both."""
    players, absent = there.championship.players_per_pareja, there.absent
    if absent == "AB":
        return (Step("AB", said(players, "No se presentó ninguna de las dos")),)
    if absent:
        return (Step(absent, said(players, "No se presentó la {}").format(there.number_of(absent))),)
    return ()


def _side(there: Convocatoria, side: str) -> SideShown:
    pareja = there.fixture.pareja_a if side == "A" else there.fixture.pareja_b
    pair, came = there.championship.players_per_pareja > 1, there.present(side)
    done = "Identificada" if pair else "Identificado"
    if identified := there.identified(side):
        return SideShown(pareja, "final", f"{done} a las {hour(identified.at)}", alone=False, buttons=())
    if there.is_complete(side):
        told = "Están los dos" if pair else "Llegó"
        return SideShown(pareja, "ready", told, alone=False, buttons=(Step(f"identificada-{side}", done),))
    names = {player.position: player.name for player in pareja.players.all()} if pareja else {}
    if came:
        alone = ", ".join(there.arrived(side))
        whole = Step(f"presente-{side}", "Llegó su compañero")
        return SideShown(pareja, "waiting", f"Llegó solo {alone}", alone=True, buttons=(whole,))
    return SideShown(pareja, "waiting", "No llegó", alone=False, buttons=_arrivals(side, names, pair=pair))


def _arrivals(side: str, names: Mapping[int, str], *, pair: bool) -> tuple[Step, ...]:
    if not pair:
        return (Step(f"presente-{side}", "Llegó"),)
    single = (Step(f"presente-{side}-{place}", f"Solo {name}") for place, name in names.items())
    return (Step(f"presente-{side}", "Llegaron los dos"), *single)
