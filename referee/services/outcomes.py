"""Telling the bracket how a mesa ended, or that after all it has not."""

from datetime import datetime

from brackets.models import User
from brackets.services.fixtures import fixture_clear, fixture_make_way, fixture_report, fixture_start
from referee.models import Mesa
from referee.rules import MesaState, caidas_made, outcome
from referee.selectors.mesa_ending import mesa_ending
from referee.services.errors import MesaOfOthers


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
    fixture_report(
        fixture=fixture,
        **mesa_ending(ended, state.position.chicas),
        caidas=caidas_made(state),
        final=final,
        user=user,
        now=now,
    )
