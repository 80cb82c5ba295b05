"""What the page of exits says of everybody still in is what leaving then does."""

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import fields, replace
from itertools import chain, cycle
from random import Random
from typing import Any

import pytest

from brackets.draw.bracket import Match
from brackets.draw.formats import DoubleElimination, Elimination, Format, Series, Swiss
from brackets.draw.names import match_name
from brackets.draw.plans import StagePlan
from brackets.draw.qualification import Everybody, FromEach
from brackets.draw.structure import Drawn, Outcome
from brackets.draw.treatment import KINDS, Standing, Treatment
from brackets.models import Fixture, Pareja, Stage
from brackets.selectors.course import Course, Run
from brackets.selectors.entering import entering
from brackets.selectors.exits import Exit, exits_of, still_in
from brackets.services.departures import Moved, pareja_leave
from brackets.services.fixtures import fixture_report, fixture_start
from brackets.services.foreseen import foresee
from brackets.services.preview import Change
from tests.brackets.services.desk import TIMES, undone
from tests.brackets.services.test_formats import TABLE
from tests.brackets.services.tournament import Tournament
from tests.factories.insider import insider
from tests.long import LONG

pytestmark = pytest.mark.django_db

ENDING = {"how": "played", "winner": "A", "chicas": [[40, 22], [40, 18]], "zapateria": False}
ABSENT = ({"how": "walkover", "winner": "B"}, {"how": "walkover", "winner": "A"})
"""By the side that did not come."""


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


def seal_later(there: Tournament, fixture: Fixture, **ending: object) -> None:
    """Its result waits for signatures."""
    fixture_start(fixture=fixture, now=there.who["now"])
    fixture_report(fixture=fixture, final=False, **there.who, **ENDING | ending)


def seal(there: Tournament, number: int | None = None) -> bool:
    """Sign what it has played, or what all have; whether that was anything."""
    waiting = Fixture.objects.filter(stage__championship=there.championship, status=Fixture.Status.PROVISIONAL)
    own = [fixture for fixture in waiting.order_by("number") if number in (None, *numbers_of(fixture))]
    for fixture in own:
        winner = {fixture.pareja_a_id: "A", fixture.pareja_b_id: "B", None: None}[fixture.winner_id]
        ending = {"how": fixture.how, "winner": winner, "chicas": fixture.chicas}
        fixture_report(fixture=fixture, final=True, **there.who, **ENDING | ending)
    return bool(own)


def numbers_of(fixture: Fixture) -> list[int]:
    return [pareja.number for pareja in (fixture.pareja_a, fixture.pareja_b) if pareja]


def exit_of(course: Course, number: int) -> Exit:
    (found,) = exits_of(course, [number])
    return found


def falls(run: Run, then: Run) -> Iterator[str]:
    """The passes that the page of its departure tells, of its rivals and of whoever else goes on because of them."""
    for match in run.outcome.matches.values():
        told = Change(run.by_key[match.key], then.by_key[match.key]).words.rpartition("; ")[2]
        if told.startswith(("pasa ", "no pasa ", "gana ", "no gana ")) and told != before_it(run, match):
            yield f"{match_name(run.structure, match)}: {told}"


def before_it(run: Run, match: Match) -> str:
    """What would be told of it as it is."""
    return Change(None, run.by_key[match.key]).words.rpartition("; ")[2]


def treated(run: Run, treatment: Treatment) -> Run:
    """The same stage under another treatment."""
    stage = copy(run.stage)
    stage.treatment = treatment.as_data()
    return replace(run, stage=stage)


def place(run: Run, number: int, treatment: Treatment) -> str:
    """Where the ranking has it, and nothing else."""
    places = {each.pareja: each.place for each in treated(run, treatment).ranking.overall}
    if not run.has_table:
        return f"queda en el puesto {places[number]}" if places.get(number) else "sin puesto"
    if number not in places:
        return "fuera de la tabla"
    if places[number] is None:
        return "al final, sin puesto"
    kinds = {name: getattr(treatment, name) for name in KINDS}
    nobody_last = {name: Standing.NOWHERE if each is Standing.LAST else each for name, each in kinds.items()}
    rest = treated(run, replace(treatment, **nobody_last)).ranking.overall
    by_results = number in {each.pareja for each in rest}
    return "en el puesto de sus resultados" if by_results else "al final, con puesto"


def entrants(course: Course) -> dict[str, list[int]]:
    """Who would enter each stage that is not published yet."""
    return {stage.name: [spot.pareja for spot in spots if spot.pareja is not None] for stage, spots in course.ahead}


TREATMENTS = [
    [
        Treatment(without_result=absent, left=left)
        for absent, left in zip(Standing, [*Standing][turn:] + [*Standing][:turn], strict=True)
    ]
    for turn in range(len(Standing))
]
"""All, so that each of these has every standing of either kind."""


def check(there: Tournament, seen: set[str], treatments: Sequence[Treatment]) -> int:
    """Let each leave in turn, sign what it has played, for its place what all have, and compare under these treatments; how many could."""
    course = there.course()
    numbers = still_in(course)
    exits = exits_of(course, numbers)
    with undone():
        unmoved = there.course() if seal(there) else course
    under = [
        (each, exits_of(replace(course, runs=tuple(treated(run, each) for run in course.runs)), numbers))
        for each in treatments
    ]
    for position, each in enumerate(exits):
        number = each.pareja.number
        with undone():
            before = there.course() if seal(there, number) else course
        with undone():
            pareja_leave(pareja=each.pareja, reason="prueba", played=False, **there.who)
            seal(there, number)
            after = there.course()
            signed = there.course() if seal(there) else after
        assert list(each.entering) == [
            f"En «{name}» {entering(name, now, entrants(signed)[name]).words}"
            for name, now in entrants(unmoved).items()
            if set(now) != set(entrants(signed)[name])
        ]
        runs = [run for run in after.runs if number in run.members]
        for treatment, told in under:
            places = [place(signed.run(run.stage.number), number, treatment) for run in runs]
            stages = [f"«{run.stage}»: {own}" for run, own in zip(runs, places, strict=True)]
            assert list(told[position].places) == stages, (number, treatment)
            seen.update(places)
        changed = [fall for run in runs for fall in falls(before.run(run.stage.number), run)]
        assert list(each.falls) == changed, number
        own = [
            fixture
            for run in runs
            for fixture in run.fixtures
            if each.pareja.pk in (fixture.pareja_a_id, fixture.pareja_b_id)
        ]
        assert each.played == sum(bool(fixture.chicas) for fixture in own)
    return len(exits)


HOWS = ("played", "played", "played", "disqualification")
OFTEN = 0.15 * TIMES
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


@pytest.mark.parametrize("absent", [False, pytest.param(True, marks=LONG)])
@pytest.mark.parametrize("forms", FORMS.values(), ids=FORMS)
def test_what_is_said_of_each_is_what_leaving_does(forms: tuple[Format, ...], *, absent: bool) -> None:
    """`absent`: the 1 comes to no mesa, and those are the first."""
    there, chance = tournament(*forms, parejas=4 if Series(0) in forms else 6 if Series(3) in forms else 5), Random(40)
    seen, places, turns = 0, set[str](), cycle(TREATMENTS)
    while playable := playable_in(there):
        own = [each for each in playable if 1 in numbers_of(each)] if absent else []
        first, *others = own[:1] or chance.sample(playable, min(2, len(playable)))
        there.record(first, ABSENT[numbers_of(first).index(1)] if own else ENDING | {"winner": chance.choice("AB")})
        for fixture in others:
            seal_later(there, fixture, how=chance.choice(HOWS), winner=chance.choice("AB"))
        if not seen or chance.random() < OFTEN:
            seen += check(there, places, next(turns) if TIMES == 1 else [*chain(*TREATMENTS)])
        for fixture in others:
            seal(there, fixture.pareja_a.number)
    assert seen
    if isinstance(forms[0], Series | Swiss):
        assert {standing.label.lower() for standing in Standing} <= places


def playable_in(there: Tournament) -> list[Fixture]:
    """What can be played, once the next round or stage is drawn where that is due; nothing at the end."""
    while not (playable := there.playable()):
        if (go_on := there.going_on()) is None:
            break
        go_on()
    return playable


def test_one_that_lost_all_its_mesas_by_absence_is_told_the_place_of_those() -> None:
    there = tournament(Series(0), parejas=4)
    with insider(Stage):
        Stage.objects.update(treatment=Treatment(without_result=Standing.WITHOUT_PLACE).as_data())
    for fixture in there.playable():
        if 1 in numbers_of(fixture):
            there.record(fixture, ABSENT[numbers_of(fixture).index(1)])

    assert exit_of(there.course(), 1).places == ("«Etapa 1»: al final, sin puesto",)


def test_a_mesa_that_waits_for_signatures_stays_as_it_was_played() -> None:
    there = tournament(Elimination(), parejas=4)
    fixture = there.playable()[0]
    seal_later(there, fixture)
    won, lost = fixture.pareja_a.number, fixture.pareja_b.number

    winner, loser = (exit_of(there.course(), number) for number in (won, lost))

    assert (winner.played, winner.falls, winner.at) == (1, ("Final, partida 3: gana quien llegue",), "")
    assert winner.places == ("«Etapa 1»: queda en el puesto 4",)
    assert (loser.played, loser.falls, loser.places) == (1, (), ("«Etapa 1»: queda en el puesto 4",))


def test_of_who_has_nothing_more_to_play_it_is_told_who_would_enter_in_its_stead_as_on_the_page_of_its_departure() -> (
    None
):
    there = tournament(Series(0), Elimination(), parejas=5)
    while ready := there.playable():
        there.record(ready[0], ENDING)
    course = there.course()

    for each in exits_of(course, still_in(course)):

        def leave(*, on_purpose: bool, pareja: Pareja = each.pareja) -> Moved:
            return pareja_leave(pareja=pareja, reason="prueba", on_purpose=on_purpose, **there.who)

        foreseen = foresee(there.championship, leave).entering
        assert each.entering == tuple(f"En «{entry.name}» {entry.words}" for entry in foreseen)
        assert f"saldría el {each.pareja.number}" in each.entering[0]
        assert "entraría el " in each.entering[0]


def test_before_anything_is_played_nobody_is_told_to_enter_in_the_stead_of_who_leaves() -> None:
    """Lots alone order the table then, as on the page of a departure."""
    there = tournament(Swiss(2), Elimination(), parejas=6)
    course = there.course()

    before = exits_of(course, still_in(course))
    there.record(playable_in(there)[0], ENDING)
    course = there.course()
    after = exits_of(course, still_in(course))

    assert [each.entering for each in before] == [()] * 6
    assert any(each.entering for each in after)


@pytest.mark.parametrize(("how", "place"), [("played", 8), ("disqualification", 7)])
def test_who_will_be_behind_it_once_all_is_signed_is_behind_it(how: str, place: int) -> None:
    there = tournament(Elimination(), parejas=8)
    fixture, other, *_ = there.playable()
    seal_later(there, fixture, how=how)

    assert exit_of(there.course(), other.pareja_a.number).places == (f"«Etapa 1»: queda en el puesto {place}",)


def test_only_what_was_played_is_counted_as_played() -> None:
    there = tournament(Series(0), parejas=5)
    one = there.parejas()[0]
    own = [each for each in there.playable() if one in (each.pareja_a, each.pareja_b)]
    for fixture, how in zip(own, ("played", "walkover", "retirement"), strict=False):
        chicas = [] if how == "walkover" else [[40, 22], [40, 18]] if how == "played" else [[40, 12]]
        there.record(fixture, {"how": how, "winner": "A", "chicas": chicas})

    assert exit_of(there.course(), one.number).played == 2


def test_a_mesa_that_counts_for_nobody_is_none_that_stays() -> None:
    there = tournament(Series(0), parejas=5)
    one, other = there.parejas()[:2]
    between = next(each for each in there.playable() if {one, other} == {each.pareja_a, each.pareja_b})
    there.record(between, ENDING)
    assert exit_of(there.course(), other.number).played == 1

    pareja_leave(pareja=one, voided=True, reason="jugó con otro nombre", **there.who)

    assert exit_of(there.course(), other.number).played == 0


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
