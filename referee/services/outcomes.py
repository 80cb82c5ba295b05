"""Telling the bracket how a mesa ended, or that after all it has not."""

from collections.abc import Iterable
from datetime import datetime

from brackets.models import Fixture, User
from brackets.services.fixtures import fixture_clear, fixture_make_way, fixture_report, fixture_start
from referee.models import Mesa
from referee.rules import ChicaScore, Levante, MesaState, caidas, effective, outcome, side_of
from referee.services.errors import MesaOfOthers

HOW = {
    "abandono": Fixture.How.RETIREMENT,
    "descalificacion": Fixture.How.DISQUALIFICATION,
}


def caidas_of(state: MesaState) -> list[int]:
    """How many caídas each side made, whatever else each of them was; what adds to one is no other."""
    made = [0, 0]
    for entry in effective(state.entries):
        if isinstance(entry.jugada, Levante) and entry.jugada.word in caidas(state.reglamento):
            made[side_of(entry.jugada.subject)] += 1
    return made


def zapaterias_of(chicas: Iterable[ChicaScore]) -> list[str]:
    """Who made a zapatería in each of these chicas, those that ended nothing too (A-04), as `Fixture.zapaterias` has them."""
    return [chica.winner if chica.zapateria else "" for chica in chicas]


def begun(state: MesaState) -> bool:
    """Whether something of what was played still stands; nothing does where the whole mesa is played again."""
    position = state.position
    return bool(position.chicas or position.datas or any(position.points))


def outcome_report(
    *, mesa: Mesa, state: MesaState, final: bool, user: User, now: datetime, makes_way: bool = False
) -> None:
    """Give the fixture of a mesa the result that `state` has; provisional until the Planilla is sealed.

    Where the mesa goes on after all and another is at its table by now, it is refused, or with `makes_way` goes on without a
    table. Raises the BracketError that says what stands in the way: the next fixture may have begun; MesaOfOthers where others
    meet there by now.
    """
    if not mesa.stands:
        raise MesaOfOthers(mesa)
    fixture = mesa.fixture
    ended = outcome(state)
    if ended is None:
        since = fixture.started_at
        if makes_way:
            fixture_make_way(fixture=fixture, user=user, now=now)
        reason = "La mesa sigue: se anuló la jugada que la terminó."
        fixture_clear(fixture=fixture, user=user, now=now, reason=reason, goes_on=True)
        fixture_start(fixture=fixture, now=now, since=since if begun(state) else None)
        return
    chicas = state.position.chicas
    fixture_report(
        fixture=fixture,
        winner=ended.winner,
        how=HOW.get(ended.reason, Fixture.How.PLAYED),
        chicas=[list(chica.points) for chica in chicas],
        zapateria=ended.reason == "zapateria",
        zapaterias=zapaterias_of(chicas),
        caidas=caidas_of(state),
        final=final,
        user=user,
        now=now,
    )
