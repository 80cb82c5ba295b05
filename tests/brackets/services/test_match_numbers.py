"""A match has one number: what refuses or explains names it as the lists do, in later stages too."""

import re
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any, Final

import pytest

from brackets.draw.bracket import Key
from brackets.draw.formats import DoubleElimination, Elimination, Format, Series, Swiss
from brackets.draw.plans import StagePlan
from brackets.draw.qualification import Everybody, FromEach
from brackets.draw.refusal import DrawRefusal
from brackets.models import AuditEntry, Fixture, Stage
from brackets.selectors.bracket import part_of
from brackets.services.departures import pareja_leave, pareja_return
from brackets.services.errors import BracketError
from brackets.services.fixtures import fixture_clear
from brackets.services.following import PLAYED_ON
from tests.brackets.services.tournament import Tournament
from tests.factories.remembered import remembered

pytestmark = pytest.mark.django_db

LATER: Final[dict[str, Format]] = {
    "elimination": Elimination(third_place=True, consolation=True),
    "two defeats": DoubleElimination(),
    "series": Series(size=3),
    "swiss": Swiss(rounds=2),
}
NUMBERED: Final = re.compile(r"[Pp]artidas? ((?:\d+(?:, | y la | y )?)+)")


@pytest.fixture(params=LATER)
def tournament(request: pytest.FixtureRequest) -> Tournament:
    return in_its_second_stage(request.param)


@remembered
def in_its_second_stage(later: str) -> Tournament:
    """Ten partidas of a first stage, then another one, whose byes leave room for who enters late."""
    plans = [
        StagePlan(name="Fase de grupos", format=Series(size=0), entry=(Everybody(),), criteria=("mesas", "sorteo")),
        StagePlan(name="Cuadro", format=LATER[later], entry=(FromEach(1, 5),), criteria=("mesas", "sorteo")),
    ]
    there = Tournament(range(1, 6), plans)
    there.draw_and_publish(1)
    win_all(there)
    there.draw_and_publish(2)
    assert second(there).first_number == 11
    return there


def second(tournament: Tournament) -> Stage:
    return tournament.championship.stages.get(number=2)


def win_all(tournament: Tournament) -> None:
    while playable := tournament.playable():
        tournament.record(playable[0], {"how": "played", "winner": "A", "chicas": [[40, 22], [40, 18]]})


@pytest.mark.long
def test_every_number_in_a_refusal_is_that_of_the_match_it_speaks_of(tournament: Tournament) -> None:
    win_all(tournament)
    while (go_on := tournament.going_on()) is not None:
        go_on()
        win_all(tournament)

    named = 0
    for act in attempts(tournament):
        if (refused := refusal_of(act)) is not None:
            check(refused, tournament)
            named += "partida" in refused.message

    assert named


def test_who_is_asked_for_a_result_too_early_reads_the_listed_number(tournament: Tournament) -> None:
    waiting = [each for each in tournament.fixtures() if each.status in (Fixture.Status.WAITING, Fixture.Status.FINAL)]

    for fixture in waiting:
        refused = refusal_of(lambda each=fixture: tournament.record(each, {"how": "walkover", "winner": "A"}))
        if refused is not None:
            assert str(fixture.number) in refused.message
            check(refused, tournament)


def test_every_sentence_of_the_audit_names_partidas_by_their_listed_numbers(tournament: Tournament) -> None:
    win_all(tournament)
    listed = {fixture.number for fixture in tournament.fixtures()}

    for entry in AuditEntry.objects.filter(championship=tournament.championship):
        assert listed.issuperset(numbers_in(entry.sentence)), entry.sentence


def attempts(tournament: Tournament) -> list[Callable[[], Any]]:
    """Another winner, or none, in each partida; each pareja leaves."""
    own: list[Callable[[], Any]] = []
    for fixture, how in product(tournament.fixtures(), ("other", "clear")):
        other = "B" if fixture.winner_id == fixture.pareja_a_id else "A"
        ending = {"how": "disqualification", "winner": other}
        own.append(
            (lambda fixture=fixture, ending=ending: tournament.record(fixture, ending))
            if how == "other"
            else (lambda fixture=fixture: fixture_clear(fixture=fixture, reason="prueba", **tournament.who))
        )
    for pareja, back in product(tournament.parejas(), (False, True)):
        act = pareja_return if back else pareja_leave
        own.append(lambda act=act, pareja=pareja: act(pareja=pareja, reason="prueba", **tournament.who))
    return own


def refusal_of(act: Callable[[], Any]) -> DrawRefusal | BracketError | None:
    try:
        act()
    except (DrawRefusal, BracketError) as refused:
        return refused
    return None


def check(refused: DrawRefusal | BracketError, tournament: Tournament) -> None:
    """Each number is listed; a name before it is that of its round; what blocks is named, and nothing else as blocking."""
    fixtures = {fixture.number: fixture for fixture in tournament.fixtures()}
    assert fixtures.keys() >= numbers_in(refused.message), refused.message
    parts = "|".join(sorted({part_of(each) for each in fixtures.values()}, key=len, reverse=True))
    for name, number in re.findall(rf"({parts}), partida (\d+)", refused.message):
        assert name == part_of(fixtures[int(number)]), refused.message
    if "ya tiene resultado" in refused.message:
        played = re.findall(r"partida (\d+) \(ya tiene resultado\)", refused.message)
        blocking = [fixtures[int(number)] for number in played]
        assert all(fixture.status in PLAYED_ON for fixture in blocking)
        assert [(fixture.round, fixture.position) for fixture in blocking] == keys_of(refused)


def keys_of(refused: DrawRefusal | BracketError) -> Sequence[Key]:
    return [*refused.blocking] if isinstance(refused, DrawRefusal) else []


def numbers_in(text: str) -> set[int]:
    return {int(number) for found in NUMBERED.findall(text) for number in re.findall(r"\d+", found)}
