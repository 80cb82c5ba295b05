"""The law over championships of several stages: whatever is done on the way, it ends as if it had been so from the start.

Series and repechaje of both kinds, Swiss and eliminations, exempt parejas, what follows two defeats, and all plans ready to pick.
"""

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any, Final

import pytest
from django.db import transaction
from hypothesis import HealthCheck, assume, event, given, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from brackets.draw.bracket import How, Status
from brackets.draw.formats import DoubleElimination, Elimination, Format, Series, Swiss
from brackets.draw.plans import StagePlan
from brackets.draw.plans_ready import BY_KEY
from brackets.draw.qualification import Best, Everybody, Exempt, FromEach, Rest, Rule, WinnerOf
from brackets.draw.refusal import DrawRefusal
from brackets.draw.structure import KNOCK_OUT, From, Section, Zapateria
from brackets.models import UNPLAYED, Fixture, MarkKind, Pareja, Stage
from brackets.selectors.bound import kept_wrongly, paired_wrongly
from brackets.selectors.course import Course, Run
from brackets.selectors.events import disagreements, events_of
from brackets.selectors.stages import format_of, kept_of, late_of, left_of, results_of, rules_of, spots_of, unsettled_of
from brackets.services.effects import NO_EFFECTS
from brackets.services.errors import BracketError
from brackets.services.fixtures import fixture_restore
from brackets.services.following import follow
from brackets.services.stages import stage_publish
from tests.brackets.services.desk import (
    ANY,
    AT_TABLES,
    AT_THE_DESK,
    COMING,
    ENDINGS,
    GOING,
    TIMES,
    is_given_back,
    undone,
)  # fmt: skip
from tests.brackets.services.tournament import Retelling, Tournament
from tests.long import short

TABLE: Final = ("mesas", "directo", "chicas", "puntos", "sorteo")
LASTING: Final = ("uncalled", "fallen", "marked")
SERIES: Final = (Series(size=4), Everybody())


def plans_of(*stages: tuple[Format | Rule, ...]) -> Callable[[int], Sequence[StagePlan]]:
    """Each a format and the rules by which one enters it."""

    def build(_entrants: int) -> Sequence[StagePlan]:
        return [
            StagePlan(name=f"Etapa {number}", format=form, entry=entry, criteria=TABLE)  # type: ignore[arg-type]
            for number, (form, *entry) in enumerate(stages, start=1)
        ]

    return build


CHAMPIONSHIPS: Final[dict[str, tuple[int, Callable[[int], Sequence[StagePlan]]]]] = {
    "repechaje, the best": (7, plans_of(SERIES, (Elimination(third_place=True), FromEach(1), Best(1, 2)))),
    "repechaje, played": (
        7,
        plans_of(SERIES, (Elimination(), Rest(1)), (Elimination(third_place=True), FromEach(1), FromEach(2, 2))),
    ),
    "swiss, then elimination": (7, plans_of((Swiss(rounds=2), Everybody()), (Elimination(), FromEach(1, 4)))),
    "swiss, then series": (6, plans_of((Swiss(rounds=3), Everybody()), (Series(size=0), FromEach(1, 3)))),
    "exempt": (8, plans_of((Series(size=3), Everybody()), (Elimination(), FromEach(1), Exempt((3, 8))))),
    "exempt in swiss": (7, plans_of((Elimination(), Everybody()), (Swiss(rounds=2), FromEach(1, 3), Exempt((1,))))),
    "two defeats after series": (6, plans_of((Series(size=3), Everybody()), (DoubleElimination(), FromEach(1, 2)))),
    "brackets": (
        5,
        plans_of(
            (DoubleElimination(second_final=False), Everybody()),
            (Series(size=0, turns=2), WinnerOf(1, "ganadores"), WinnerOf(1, "perdedores")),
        ),
    ),
    "consolation": (
        6,
        plans_of(
            (Elimination(third_place=True, consolation=True), Everybody()),
            (Swiss(rounds=2), Rest(1)),
            (Elimination(), FromEach(1, 1), FromEach(2, 1)),
        ),
    ),
    **{f"{key} of {size}": (size, BY_KEY[key].build) for key, size in [
        ("mundial", 8), ("mundial", 13), ("riobamba", 5), ("relampago", 7), ("todos", 4), ("todos-dos-vueltas", 3),
        ("series-final", 8), ("salinas", 9), ("suizo", 6),
    ]},
}  # fmt: skip
IN_SHORT: Final = (
    "repechaje, played", "swiss, then elimination", "exempt", "two defeats after series", "brackets", "consolation",
    "mundial of 8", "riobamba of 5",
)  # fmt: skip
"""Every format, and every way into a later stage."""

TOO_FEW = ("plazas-vacias", "too-few-entries", "swiss-rounds", "series-too-large", "series-too-small", "series-uneven")
"""Why the next stage cannot be drawn as it was planned: the Director plans it anew."""


class Law(RuleBasedStateMachine):
    """Anything in any order; after each step what always holds, at the end what it has come to."""

    name: str

    def __init__(self) -> None:
        super().__init__()
        self.atomic = transaction.atomic()
        self.atomic.__enter__()
        self.tournament: Tournament | None = None
        self.moved = False

    @initialize(
        zapateria=st.sampled_from(Zapateria),
        stages=st.integers(0, 3),
        choice=ANY,
        on_purpose=st.sampled_from([False, False, False, True]),
        corrections=st.lists(ANY, max_size=2),
        leaving=st.lists(ANY, max_size=2),
    )
    def start(
        self,
        zapateria: Zapateria,
        stages: int,
        choice: int,
        on_purpose: bool,  # noqa: FBT001
        corrections: list[int],
        leaving: list[int],
    ) -> None:
        """Some stages are played and the next one is drawn; then some results prove to be wrong, and some leave."""
        assume(choice)  # the simplest of all, which is always tried first, shows next to nothing
        entrants, build = CHAMPIONSHIPS[self.name]
        plans = [StagePlan.from_fields(plan.as_fields() | {"zapateria": zapateria}) for plan in build(entrants)]
        self.tournament = Tournament(range(1, entrants + 1), plans)
        self.on_purpose, self.marked, self.chance = on_purpose, False, Random(choice)
        self.tournament.draw_and_publish(1)
        self.moved = True
        for _ in range(stages):
            self.tournament.play(self.chance)
            self.go_on()
        for which in corrections:
            self.correct(which, which % 2)
        for which in leaving:
            self.do("leave", which, which)

    def attempt(
        self,
        act: Callable[[], Any],
        undo: Callable[[Any], object] | None = None,
        *,
        anew: bool = False,
        given_back: bool = False,
    ) -> None:
        """Refused, nothing changes; done once more, neither; and undone, it was never done.

        `given_back`: undone, it gives back what it was carried through against.
        """
        before = self.tournament.everything()
        try:
            done = act()
        except (BracketError, DrawRefusal) as refusal:
            event(f"refused: {refusal.code}")
            assert self.tournament.everything() == before
            return
        self.moved = True
        if isinstance(done, Stage) and not done.pairings and before[0] != list(self.tournament.everything()[0]):
            gone = {pareja.number for pareja in self.tournament.parejas() if pareja.status != Pareja.Status.ACTIVE}
            assert gone.isdisjoint(set(done.slots) - left_of(done).keys()), "drawn although it had left"
        self.marked |= bool(getattr(done, "marked", ()))
        event(f"fallen: {bool(getattr(done, 'fallen', ()))}")
        if not anew:
            again = self.tournament.everything()
            act()
            assert self.tournament.everything() == again
        # What was called, paired or drawn before is to be called, paired or drawn again.
        lasting = [name for name in LASTING if not given_back or name != "marked"]
        if undo and getattr(done, "changed", True) and not any(getattr(done, name, ()) for name in lasting):
            event(f"carried through and undone: {bool(getattr(done, 'marked', ()))}")
            with undone():
                undo(done)
                assert self.tournament.everything()[:-1] == before[:-1]

    def do(self, kind: str, which: int, how: int) -> None:
        if not self.on_purpose:
            kind, how = "record" if kind == "on-purpose" else kind, how + 2 * (how % 3 == 0)
        of = self.tournament.target(kind, which)
        if of is not None or kind == "enter":
            act = self.tournament.act(kind, of, how)
            given_back = is_given_back(kind, of) if isinstance(of, Fixture) else kind in ("enter", "reform")
            given_back |= isinstance(of, Pareja) and kind in ("leave", "expel") and of.status != Pareja.Status.ACTIVE
            self.attempt(act, self.tournament.undo_of(kind, of), anew=kind == "enter", given_back=given_back)

    at_a_table = rule(kind=st.sampled_from(AT_TABLES), which=ANY, how=ANY)(do)
    at_the_desk = rule(kind=st.sampled_from(AT_THE_DESK), which=ANY, how=ANY)(do)
    goes = rule(kind=st.sampled_from(GOING), which=ANY, how=ANY)(do)
    comes = rule(kind=st.sampled_from(COMING), which=ANY, how=ANY)(do)

    @rule(most=st.integers(1, 12))
    def play(self, most: int) -> None:
        self.tournament.play(self.chance, most)
        self.moved = True

    @rule()
    def go_on(self) -> None:
        if (act := self.tournament.going_on()) is not None:
            self.attempt(act, anew=True)

    @rule(which=ANY, how=st.integers(0, 1))
    def correct(self, which: int, how: int) -> None:
        """Somebody else won."""
        played = [each for each in self.tournament.fixtures() if each.status == "final" and each.how not in UNPLAYED]
        if played:
            fixture = played[which % len(played)]
            other = "B" if fixture.winner_id == fixture.pareja_a_id else "A"
            ending = dict(ENDINGS[how]) | {"winner": other, "on_purpose": self.on_purpose}
            act = self.tournament.on_fixture("record", fixture, ending)
            self.attempt(act, self.tournament.undo_of("record", fixture), given_back=True)

    @rule(number=st.integers(1, 4), what=st.sampled_from(["draw", "publish", "reopen"]))
    def any_stage(self, number: int, what: str) -> None:
        """Whichever, in its turn or not, again or for the first time."""
        who = self.tournament.who
        if stage := self.tournament.championship.stages.filter(number=number).first():
            acts: dict[str, Callable[[], Any]] = {
                "draw": lambda: self.tournament.draw(number),
                "publish": lambda: stage_publish(stage=stage, **who),
                "reopen": lambda: self.tournament.reopen(stage, on_purpose=self.on_purpose),
            }
            self.attempt(acts[what], anew=what == "draw")

    @invariant()
    def what_always_holds(self) -> None:
        if not self.moved:
            return  # what was refused changed nothing
        self.moved = False
        course = self.tournament.course()
        numbers = [fixture.number for run in course.runs for fixture in run.fixtures if fixture.number]
        assert len(numbers) == len(set(numbers))
        for run in course.runs:
            check_run(run, course, marked=self.marked)

    def teardown(self) -> None:
        try:
            if self.tournament is not None and sys.exc_info()[0] is None:
                if TIMES > 1:  # the short form asks once, after the end
                    self.it_is_as_if_told_right_from_the_start()
                self.the_end()
        finally:
            transaction.set_rollback(True)
            self.atomic.__exit__(None, None, None)

    def it_is_as_if_told_right_from_the_start(self) -> None:
        if self.marked:
            event("carried through on purpose")
            return
        told = Retelling(self.tournament).tell()
        event(f"told at once: {told is not None}")
        if told is None:
            again = Retelling(self.tournament, in_two=True)
            told = again.tell()
            if told is None and again.put_off:
                event("passed by a departure after the next draw, or entered from a round still to come")
                return
        assert told is not None, "nobody could have told it so from the start"
        assert told.truth() == self.tournament.truth()

    def the_end(self) -> None:
        """Played to the last mesa."""
        try:
            self.tournament.play_to_the_end(self.chance)
        except (BracketError, DrawRefusal) as refusal:
            if refusal.code not in TOO_FEW:  # a dead end
                raise
            event("too few are left for the next stage")
        else:
            event("played to the end")
            check_end(self.tournament.course())
        self.it_is_as_if_told_right_from_the_start()


def sides_of(match: Any) -> list[int]:
    return [side for side in (match.a, match.b) if isinstance(side, int)]


def check_run(run: Run, course: Course, *, marked: bool) -> None:
    """What holds of a published stage at any time."""
    stage, matches = run.stage, run.outcome.matches
    in_round = [(match.round, side) for match in matches.values() for side in sides_of(match)]
    assert len(in_round) == len(set(in_round)), "twice in a round"
    left, unsettled = left_of(stage), unsettled_of(stage)
    assert all(
        match.status in (Status.DECIDED, Status.BYE)
        or match.key in left[side].playing
        or side in unsettled.get(match.key, ())
        for match in matches.values()
        for side in sides_of(match)
        if side in course.roster.gone
    ), "one who left is still to play"
    assert disagreements(stage) == []
    if not isinstance(format_of(stage), Series | Swiss):
        assert all(pair != (None, None) for pair in zip(stage.slots[::2], stage.slots[1::2], strict=True)), (
            "two byes meet"
        )
    for match in matches.values():
        out = run.outcome.out.difference(unsettled.get(match.key, ()))
        assert match.status is not Status.READY or out.isdisjoint(sides_of(match)), "put out, and still to play"
    check_nobody_plays_on(run)
    check_kept(run)
    if isinstance(format_of(stage), Swiss):
        check_swiss(run)
    if not marked:
        check_entrants(run, course)


def check_kept(run: Run) -> None:
    """Kept on purpose, and marked so, is what does not follow from the results, and nothing else."""
    stage = run.stage
    with undone():
        assert follow(stage, run.roster) == NO_EFFECTS
    assert not kept_wrongly(stage, events_of(stage))
    kept = kept_of(stage)
    marks = [mark for fixture in run.fixtures for mark in fixture.marks if mark["kind"] == MarkKind.KEPT]
    assert kept.issuperset(mark["of"] for mark in marks)


def check_nobody_plays_on(run: Run) -> None:
    """In a knock-out: who was put out, or has lost as often as the format lets."""
    allowed = 2 if isinstance(format_of(run.stage), DoubleElimination) else 1
    lost, out = dict[int, int](), set[int]()
    for planned in run.drawn.structure.matches:
        match = run.outcome.matches[planned.key]
        if planned.section in KNOCK_OUT:
            assert out.isdisjoint(sides_of(match))
        if planned.section in (Section.MAIN, Section.LOSERS, Section.FINAL):
            assert all(lost.get(side, 0) < allowed for side in sides_of(match))
        if match.result:
            losers = [side for side in sides_of(match) if side != match.result.winner]
            lost |= {loser: lost.get(loser, 0) + 1 for loser in losers}
            out.update(losers if match.how is How.DISQUALIFICATION else ())


def check_swiss(run: Run) -> None:
    """Nobody meets the same rival twice nor rests twice, as far as those who are left can do without."""
    met: set[frozenset[int]] = set()
    assert paired_wrongly(run.stage) == []
    for pairs in run.stage.pairings:
        lines = run.drawn.slots
        meetings = [frozenset((lines[a], lines[b])) for a, b in pairs if b is not None]
        field = {lines[line] for pair in pairs for line in pair if line is not None}
        assert sum(b is None for _, b in pairs) == len(field) % 2
        if met.intersection(meetings):
            assert not could_be_paired(field, met), "they meet again, and need not"
        met.update(meetings)


def could_be_paired(field: set[Any], met: set[frozenset[int]]) -> bool:
    """Whether all could meet somebody new, whoever rests."""
    if len(field) % 2:
        return any(could_be_paired(field - {resting}, met) for resting in field)
    if not field:
        return True
    one, *others = field
    return any(could_be_paired(field - {one, other}, met) for other in others if frozenset((one, other)) not in met)


def check_entrants(run: Run, course: Course) -> None:
    """A later stage has those, and only those, who come to it by its rules; nobody who was put out of one before it."""
    there = {entrant["number"] for entrant in run.stage.entrants}
    assert len(there) == len(run.stage.entrants)
    for before in course.runs:
        if before.stage.number < run.stage.number:
            assert there.isdisjoint(before.outcome.out), "put out of an earlier stage, and plays on"
    if run.stage.number > 1:
        # Who left after it was published was there when it was drawn, and its rivals pass.
        since, roster = set(left_of(run.stage)), course.roster
        then = replace(roster, gone=roster.gone - since, expelled=roster.expelled - since, void=roster.void - since)
        spots = spots_of(run.stage, then)
        assert all(spot.settled for spot in spots)
        assert {spot.pareja for spot in spots if not spot.vacant} == there, "others qualified"
        check_first_ones(run, course, there)


def check_first_ones(run: Run, course: Course, there: set[Any]) -> None:
    """Counted once more and plainly, where nobody has left: the first ones of each series."""
    if course.roster.gone:
        return
    for each in rules_of(run.stage):
        if isinstance(each, FromEach):
            ranking = course.run(each.stage).ranking
            for group in ranking.groups:
                staying = [ranked.pareja for ranked in group if ranked.pareja not in ranking.left_out]
                assert there.issuperset(staying[: each.places])
        if isinstance(each, Exempt):
            assert there.issuperset(each.parejas)


def check_end(course: Course) -> None:
    """Everything is played: everybody who should play did, and one is the champion."""
    assert [run.stage.number for run in course.runs] == [stage.number for stage in course.stages]
    for run in course.runs:
        assert run.ended
        check_everybody_played(run)
    last = course.runs[-1]
    first = [each.pareja for each in last.ranking.overall if each.place == 1]
    staying = last.members - set(last.ranking.left_out)
    if last.has_table and len(last.ranking.groups) == 1 and staying:
        assert course.champion is not None
    elif last.outcome.champion in staying:
        assert course.champion is not None
        assert course.champion.number == last.outcome.champion
    if course.champion is not None:
        assert first == [course.champion.number]
        assert course.champion.number in staying


def check_everybody_played(run: Run) -> None:
    """Each has a place in a first partida; in series with each rival of the own, in a Swiss stage in each round until it is out."""
    structure, slots = run.drawn.structure, run.drawn.slots
    met: Counter[frozenset[int | None]] = Counter()
    first: set[int | None] = set()
    for planned in structure.matches:
        lines = [source.of[1] for source in (planned.a, planned.b) if source.what is From.LINE and source.of[1] >= 0]
        parejas = [slots[line] for line in lines]
        first.update(parejas)
        met[frozenset(parejas)] += 1
    form = format_of(run.stage)
    if not isinstance(form, Swiss):
        assert first - {None} >= run.members - run.roster.gone - set(run.outcome.out)
    if isinstance(form, Series):
        for group in structure.groups:
            parejas = [slots[line] for line in group]
            assert all(met[frozenset(pair)] == form.turns for pair in combinations(parejas, 2))
    if isinstance(form, Swiss):
        check_rounds(run, form.rounds)


def check_rounds(run: Run, rounds: int) -> None:
    slots = run.drawn.slots
    for number in range(1, rounds + 1):
        results = results_of(run.fixtures, run.roster.ids)
        before = {key: each for key, each in results.items() if key[0] < number}
        out = {*run.drawn.after(before).out, *run.roster.gone}
        if number > len(run.stage.pairings):
            assert len(run.members - out) < 2
            break
        marks = [mark["kind"] for each in run.fixtures if each.round == number for mark in each.marks]
        if MarkKind.KEPT in marks:
            continue  # the Director let it stand without who is in again since
        late = {each.pareja for each in late_of(run.stage) if each.place > number}
        paired = {slots[line] for pair in run.stage.pairings[number - 1] for line in pair if line is not None}
        assert run.members - out - late <= paired


def law(examples: int, steps: int) -> settings:
    quiet = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)
    return settings(max_examples=examples * TIMES, stateful_step_count=steps, suppress_health_check=quiet)


@pytest.mark.django_db
@pytest.mark.parametrize("name", short(sorted(CHAMPIONSHIPS), *IN_SHORT))
def test_the_law_of_stages(name: str) -> None:
    machine = type("Law", (Law,), {"name": name})
    if settings().derandomize:
        machine = seed(name)(machine)  # each its own steps
    run_state_machine_as_test(machine, settings=law(1, 8))


@pytest.mark.django_db
def test_a_final_is_told_though_its_rival_left_before_the_departure_by_which_the_other_passes_now() -> None:
    tournament = Tournament(range(1, 5), plans_of((Elimination(), Everybody()))(4))
    stage = tournament.draw_and_publish(1)
    for number in (1, 2, 3):
        tournament.record(stage.fixtures.get(number=number), {"how": "played", "winner": "A", "chicas": [[40, 20]]})
    semifinal, final = stage.fixtures.get(number=1), stage.fixtures.get(number=3)
    tournament.on_pareja("leave", final.pareja_b)()
    tournament.on_pareja("leave", semifinal.pareja_b)()

    tournament.on_fixture("clear", semifinal, {})()

    semifinal.refresh_from_db()
    assert (semifinal.how, semifinal.winner) == ("pass", final.pareja_a)
    told = Retelling(tournament).tell()
    assert told is not None
    assert told.truth() == tournament.truth()


@pytest.mark.django_db
def test_a_final_is_told_though_the_other_passed_for_want_of_a_rival_who_was_found_and_left_after_it() -> None:
    tournament = Tournament(range(1, 9), plans_of((Elimination(), Everybody()))(8))
    stage = tournament.draw_and_publish(1)
    quarter = stage.fixtures.get(number=2)
    for number in (1, 2, 3, 4, 6, 7):
        won = {"how": "played", "winner": "A", "chicas": [[40, 20]]}
        nobody = {"how": "disqualification", "winner": None}
        tournament.record(stage.fixtures.get(number=number), nobody if number == quarter.number else won)
    tournament.on_pareja("leave", stage.fixtures.get(number=7).pareja_b)()
    tournament.on_pareja("leave", quarter.pareja_a)()

    tournament.record(quarter, {"how": "played", "winner": "A", "chicas": [[40, 20]]})

    semifinal = stage.fixtures.get(number=5)
    assert (semifinal.how, semifinal.winner) == ("pass", stage.fixtures.get(number=1).pareja_a)
    told = Retelling(tournament).tell()
    assert told is not None
    assert told.truth() == tournament.truth()


@pytest.mark.django_db
def test_of_a_swiss_stage_that_all_but_one_leave_before_its_first_round_nothing_is_to_be_played() -> None:
    tournament = Tournament(range(1, 5), plans_of((Swiss(rounds=2), Everybody()))(4))
    tournament.draw_and_publish(1)
    for pareja in tournament.parejas()[1:]:
        tournament.on_pareja("leave", pareja)()

    tournament.play_to_the_end(Random(1))

    check_end(tournament.course())


@pytest.mark.django_db
@given(
    name=st.sampled_from(sorted(CHAMPIONSHIPS)),
    choice=ANY,
    which=st.lists(ANY, min_size=1, max_size=2),
    most=st.integers(0, 6),
    last_first=st.booleans(),
)
@settings(max_examples=4 * TIMES, suppress_health_check=(HealthCheck.too_slow,))
def test_what_is_carried_through_against_later_stages_and_undone_in_any_order_was_never_done(
    name: str, choice: int, which: list[int], most: int, *, last_first: bool
) -> None:
    entrants, build = CHAMPIONSHIPS[name]
    with undone():
        tournament, chance = Tournament(range(1, entrants + 1), build(entrants)), Random(choice)
        tournament.draw_and_publish(1)
        for _ in range(4):
            tournament.play(chance)
            if (act := tournament.going_on()) is not None:
                with suppress(BracketError, DrawRefusal):  # too few are left for it
                    act()
        tournament.play(chance, most)
        before, acts = tournament.everything(), []
        for each in which:
            played = [each for each in tournament.fixtures() if each.status == "final" and each.how not in UNPLAYED]
            fixture = played[each % len(played)]
            other = "B" if fixture.winner_id == fixture.pareja_a_id else "A"
            with suppress(DrawRefusal):
                acts.append((fixture, tournament.record(fixture, ENDINGS[0] | {"winner": other, "on_purpose": True})))
        event(f"marked: {[bool(done.marked) for _, done in acts]}")
        assume(not any(done.fallen for _, done in acts))  # what is drawn anew is drawn anew
        assume(
            len({fixture.pk for fixture, _ in acts}) == len(acts)
        )  # of one partida the last correction alone is undone
        told = []
        for fixture, _ in reversed(acts) if last_first else acts:
            fixture.refresh_from_db()
            try:
                told += fixture_restore(fixture=fixture, **tournament.who).not_given_back
            except (BracketError, DrawRefusal):
                assert not last_first, "what was done last can be undone first"
                return
        assert tournament.everything()[:-1] == before[:-1] or (told and not last_first)
        published = tournament.championship.stages.filter(status=Stage.Status.PUBLISHED)
        assert not any(kept_wrongly(stage, events_of(stage)) for stage in published)
