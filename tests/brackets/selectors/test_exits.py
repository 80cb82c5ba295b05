"""What the page of exits says of everybody still in is what leaving then does."""

from collections.abc import Iterator
from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest

from brackets.draw.bracket import Match
from brackets.draw.formats import DoubleElimination, Elimination, Format, Series, Swiss
from brackets.draw.names import match_name
from brackets.draw.plans import StagePlan
from brackets.draw.qualification import Everybody, FromEach
from brackets.draw.structure import Drawn, Outcome
from brackets.draw.treatment import Standing, Treatment
from brackets.models import Fixture
from brackets.selectors.course import Course, Run
from brackets.selectors.exits import Exit, exits_of, still_in
from brackets.services.departures import pareja_leave
from brackets.services.fixtures import fixture_report, fixture_start
from brackets.services.preview import Change
from tests.brackets.services.desk import undone
from tests.brackets.services.test_formats import TABLE
from tests.brackets.services.tournament import Tournament

pytestmark = pytest.mark.django_db

ENDING = {"how": "played", "winner": "A", "chicas": [[40, 22], [40, 18]], "zapateria": False}


def tournament(*forms: Format, parejas: int = 6) -> Tournament:
    """The first four of each stage go on to the next, if there is one."""
    entries = [(Everybody(),), *((FromEach(number, 4),) for number in range(1, len(forms)))]
    plans = [
        StagePlan(name=f"Etapa {number}", format=form, entry=entry, criteria=TABLE)
        for number, (form, entry) in enumerate(zip(forms, entries, strict=True), start=1)
    ]
    there = Tournament(range(1, parejas + 1), plans)
    there.draw_and_publish(1)
    return there


def seal_later(there: Tournament, fixture: Fixture, winner: str = "A") -> None:
    """Its result waits for signatures."""
    fixture_start(fixture=fixture, now=there.who["now"])
    fixture_report(fixture=fixture, final=False, **there.who, **ENDING | {"winner": winner})


def seal(there: Tournament, number: int) -> None:
    """Sign what it has played."""
    for fixture in there.fixtures():
        pair = (fixture.pareja_a, fixture.pareja_b)
        if fixture.status == Fixture.Status.PROVISIONAL and number in [each.number for each in pair if each]:
            winner = "A" if fixture.winner_id == fixture.pareja_a_id else "B"
            fixture_report(fixture=fixture, final=True, **there.who, **ENDING | {"winner": winner})


def exit_of(course: Course, number: int) -> Exit:
    (found,) = exits_of(course, [number])
    return found


def falls(run: Run, then: Run) -> Iterator[str]:
    """The passes that the page of its departure tells, of its rivals and of whoever else goes on because of them."""
    for match in run.outcome.matches.values():
        told = Change(run.by_key[match.key], then.by_key[match.key]).words.rpartition("; ")[2]
        if told.startswith(("pasa ", "no pasa ")) and told != before_it(run, match):
            yield f"{match_name(run.structure, match)}: {told}"


def before_it(run: Run, match: Match) -> str:
    """What would be told of it as it is."""
    return Change(None, run.by_key[match.key]).words.rpartition("; ")[2]


def place(run: Run, number: int) -> str:
    if run.has_table:
        standing = Treatment().left if number in run.ranking.left_out else Standing.BY_RESULTS
        return f"«{run.stage}»: {standing.label.lower()}"
    (own,) = [each.place for each in run.ranking.overall if each.pareja == number]
    return f"«{run.stage}»: queda en el puesto {own}"


def check(there: Tournament) -> int:
    """Let each leave in turn, sign what it has played, and compare; how many could."""
    course = there.course()
    exits = exits_of(course, still_in(course))
    for each in exits:
        number = each.pareja.number
        with undone():
            seal(there, number)
            before = there.course()
        with undone():
            pareja_leave(pareja=each.pareja, reason="prueba", played=False, **there.who)
            seal(there, number)
            after = there.course()
        runs = [run for run in after.runs if number in run.members]
        assert each.places == tuple(place(run, number) for run in runs), number
        changed = [fall for run in runs for fall in falls(before.run(run.stage.number), run)]
        assert list(each.falls) == changed, number
        own = [
            fixture
            for run in runs
            for fixture in run.fixtures
            if each.pareja.pk in (fixture.pareja_a_id, fixture.pareja_b_id)
        ]
        assert each.played == sum(fixture.how == "played" for fixture in own)
    return len(exits)


OFTEN = 0.4
"""Of the moments of a championship, those at which each is let leave."""
FORMS = {
    "elimination": (Elimination(third_place=True, consolation=True),),
    "two-defeats": (DoubleElimination(),),
    "series": (Series(3),),
    "league": (Series(0),),
    "swiss": (Swiss(2),),
    "series-final": (Series(0), Elimination(third_place=True)),
    "swiss-two-defeats": (Swiss(2), DoubleElimination()),
}


@pytest.mark.parametrize("forms", FORMS.values(), ids=FORMS)
def test_what_is_said_of_each_is_what_leaving_does(forms: tuple[Format, ...]) -> None:
    there, chance, seen = tournament(*forms, parejas=4 if Series(0) in forms else 6), Random(40), 0
    while True:
        playable = there.playable()
        if not playable:
            if (go_on := there.going_on()) is None:
                break
            go_on()
            continue
        first, *others = chance.sample(playable, min(2, len(playable)))
        there.record(first, ENDING | {"winner": chance.choice("AB")})
        for fixture in others:
            seal_later(there, fixture, chance.choice("AB"))
        if chance.random() < OFTEN:
            seen += check(there)
        for fixture in others:
            seal(there, fixture.pareja_a.number)
    assert seen


def test_a_mesa_that_waits_for_signatures_stays_as_it_was_played() -> None:
    there = tournament(Elimination(), parejas=4)
    fixture = there.playable()[0]
    seal_later(there, fixture, "A")
    won, lost = fixture.pareja_a.number, fixture.pareja_b.number

    winner, loser = (exit_of(there.course(), number) for number in (won, lost))

    assert (winner.played, winner.falls, winner.at) == (1, ("Final, partida 3: pasa quien llegue",), "")
    assert winner.places == ("«Etapa 1»: queda en el puesto 4",)
    assert (loser.played, loser.falls, loser.places) == (1, (), ("«Etapa 1»: queda en el puesto 4",))


def test_only_what_was_played_is_counted_as_played() -> None:
    there = tournament(Series(0), parejas=5)
    one = there.parejas()[0]
    own = [each for each in there.playable() if one in (each.pareja_a, each.pareja_b)]
    for fixture, how in zip(own, ("played", "walkover", "retirement"), strict=False):
        chicas = [] if how == "walkover" else [[40, 22], [40, 18]] if how == "played" else [[40, 12]]
        there.record(fixture, {"how": how, "winner": "A", "chicas": chicas})

    assert exit_of(there.course(), one.number).played == 2


class Counted(Drawn):
    """A stage that counts how often it is folded."""

    folds = 0

    def after(self, *args: Any, **kwargs: Any) -> Outcome:
        Counted.folds += 1
        return super().after(*args, **kwargs)


def test_a_stage_is_folded_once_for_each_that_has_something_to_play_in_it() -> None:
    there = tournament(Series(0), DoubleElimination(), parejas=5)
    while ready := there.playable():
        there.record(ready[0], ENDING)
    there.draw_and_publish(2)
    course = there.course()
    runs = tuple(
        replace(run, drawn=Counted(*(getattr(run.drawn, each.name) for each in fields(Drawn)))) for run in course.runs
    )
    Counted.folds = 0

    exits = exits_of(replace(course, runs=runs), still_in(course))

    assert len(exits) == 4
    assert Counted.folds == len(runs) + len(exits)
