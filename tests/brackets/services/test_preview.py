"""What an act would change, shown before it is done."""

from dataclasses import replace

import pytest
from django.db.models import Q

from brackets.draw.formats import DoubleElimination, Elimination, Format
from brackets.draw.qualification import Everybody, FromEach, Rest
from brackets.forms.floor import ResultForm
from brackets.models import AuditEntry, Stage
from brackets.selectors.stages import ranking_of, roster_of
from brackets.services.fixtures import Recorded, fixture_clear, fixture_report, fixture_unsettle
from brackets.services.foreseen import foresee
from brackets.services.planning import StagePlan
from brackets.services.preview import OtherPlace, preview
from tests.brackets.services.leaving import (
    come_back,
    first,
    leave,
    record,
    rows,
)
from tests.brackets.services.test_formats import FINAL, SERIES, Night
from tests.brackets.services.test_late_entries import enter
from tests.factories.brackets import NOW, director_of, published_stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage(db: None) -> Stage:
    """Eight, four first-round partidas."""
    return published_stage(8)


def test_a_preview_tells_what_would_change_and_changes_nothing(stage: Stage) -> None:
    fixture, before, entries = first(stage), rows(stage), AuditEntry.objects.count()
    assert fixture.pareja_b is not None

    foreseen = preview(stage.championship, lambda: leave(fixture.pareja_a))

    rival = fixture.pareja_b.number
    assert [(change.before.number, change.words) for change in foreseen.changes] == [
        (1, f"nadie contra el {rival}; pasa el {rival}"),
        (5, f"el {rival} contra por definir"),
    ]
    assert (rows(stage), AuditEntry.objects.count()) == (before, entries)


def test_where_nobody_comes_from_one_side_a_preview_says_that_whoever_comes_passes(stage: Stage) -> None:
    fixture = first(stage)
    record(fixture)

    foreseen = preview(stage.championship, lambda: leave(fixture.pareja_a))

    assert [(change.before.number, change.words) for change in foreseen.changes] == [(5, "pasa quien llegue")]


def test_a_correction_is_not_to_blame_for_who_had_left_before_it() -> None:
    night = Night.in_second(8, SERIES, FINAL)
    one, two = ranking_of(night.stage(1), roster_of(night.championship.pk)).groups
    leave(night.championship.parejas.get(number=one[0].pareja))
    first, second = two[0].pareja, two[1].pareja
    fixture = next(
        each
        for each in night.stage(1).fixtures.all()
        if {each.pareja_a.number, each.pareja_b.number} == {first, second}
    )

    foreseen = preview(
        night.championship, lambda: night.record(fixture, "A" if fixture.pareja_a.number == second else "B")
    )

    assert [(each.name, each.enter, each.leave) for each in foreseen.entering] == [("Final", (second,), (first,))]


@pytest.mark.parametrize("plan", [SERIES, replace(FINAL, entry=(Everybody(),))])
def test_who_wins_where_nobody_goes_on_is_said_to_win(plan: StagePlan) -> None:
    night = Night.published(4 if plan is SERIES else 2, plan)
    fixture = night.stage(1).fixtures.first()

    (change,) = [
        each for each in preview(night.championship, lambda: night.record(fixture)).changes if each.fixture == fixture
    ]
    form = ResultForm(fixture=fixture, sides=[fixture.pareja_a, fixture.pareja_b], late=None, now=NOW)

    assert "; gana el " in change.words
    assert form.fields["winner"].label == "¿Quién gana?"


def test_who_wins_a_semifinal_is_asked_for_as_who_goes_on(stage: Stage) -> None:
    fixture = first(stage)

    form = ResultForm(fixture=fixture, sides=[fixture.pareja_a, fixture.pareja_b], late=None, now=NOW)

    assert form.fields["winner"].label == "¿Quién pasa a la siguiente ronda?"


def test_a_result_that_counts_no_longer_or_counts_again_is_said_to(stage: Stage) -> None:
    fixture = first(stage)
    record(fixture)
    fixture.refresh_from_db()
    director, sides = (
        director_of(stage.championship),
        f"el {fixture.pareja_a.number} contra el {fixture.pareja_b.number}",
    )

    unsettled = preview(
        stage.championship, lambda: fixture_unsettle(fixture=fixture, user=director, now=NOW, reason="apelación")
    )
    fixture_unsettle(fixture=fixture, user=director, now=NOW, reason="apelación")
    settled = preview(
        stage.championship,
        lambda: fixture_report(
            fixture=fixture, winner="A", how=fixture.how, chicas=fixture.chicas, zapateria=False, final=True,
            user=director, now=NOW,
        ),
    )  # fmt: skip

    assert unsettled.changes[0].words == f"{sides}; su resultado queda provisional y deja de contar"
    assert settled.changes[0].words == f"{sides}; su resultado cuenta"


def test_a_later_stage_that_is_let_stand_is_not_said_to_have_others_in_it() -> None:
    night = Night.in_second(8, SERIES, FINAL)
    night.play(2)
    drawn = {each["number"] for each in night.stage(2).entrants}
    one, two = ranking_of(night.stage(1), roster_of(night.championship.pk)).groups[0][:2]
    fixture = next(
        each
        for each in night.stage(1).fixtures.all()
        if {each.pareja_a.number, each.pareja_b.number} == {one.pareja, two.pareja}
    )
    winner = "A" if fixture.pareja_a.number == two.pareja else "B"

    foreseen = foresee(
        night.championship,
        lambda *, on_purpose: night.record(fixture, winner, on_purpose=on_purpose, reason="Fallo"),
    )

    assert foreseen.on_purpose
    assert [each.sentence for each in foreseen.entering] == [
        f"«Final» sigue con quienes la juegan, aunque entraría el {two.pareja} y saldría el {one.pareja} por los resultados"
    ]
    night.record(fixture, winner, on_purpose=True, reason="Fallo")
    assert {each["number"] for each in night.stage(2).entrants} == drawn


def test_who_would_enter_is_told_of_each_of_two_stages_of_one_name() -> None:
    """Every later stage is offered the same."""
    night = Night.played(4, SERIES, FINAL, replace(FINAL, entry=(Rest(1),)))

    foreseen = preview(night.championship, lambda: the_second_beats_the_first(night))

    assert [(each.name, each.enter, each.leave) for each in foreseen.entering] == [
        ("Final", (2,), (1,)),
        ("Final", (1,), (2,)),
    ]


def test_the_order_is_told_of_each_of_two_stages_of_one_name() -> None:
    night = Night.in_second(4, SERIES, SERIES)

    foreseen = preview(night.championship, lambda: the_second_beats_the_first(night))

    assert [[place.after for place in each.places] for each in foreseen.orders] == [[2, 1, 3, 4]]


def the_second_beats_the_first(night: Night) -> Recorded:
    fixture = night.stage(1).fixtures.get(pareja_a__number__in=(1, 2), pareja_b__number__in=(1, 2))
    assert fixture.pareja_a is not None
    return night.record(fixture, "A" if fixture.pareja_a.number == 2 else "B")


@pytest.mark.parametrize("form", [Elimination(third_place=True), DoubleElimination()])
@pytest.mark.parametrize("leaves", [1, 2, 3])
def test_an_expulsion_tells_who_has_another_place_in_a_llave_and_the_champion(form: Format, leaves: int) -> None:
    night = Night.played(6, replace(FINAL, format=form, entry=(Everybody(),)))
    expelled = night.championship.parejas.get(number=leaves)
    before = places_in(night)
    one, two = sorted(before, key=lambda number: before[number] or 0)[:2]

    foreseen = foresee(night.championship, lambda *, on_purpose: leave(expelled, expelled=True))
    leave(expelled, expelled=True)

    after = places_in(night)
    moved = {number: (old, after.get(number)) for number, old in before.items() if after.get(number) != old}
    told = {each.pareja: (each.before, each.after) for stage in foreseen.other_places for each in stage.moved}
    assert {stage.name for stage in foreseen.other_places} == {"Final"}
    assert told == {number: (f"{old}.º", f"{new}.º" if new else "sin puesto") for number, (old, new) in moved.items()}
    assert foreseen.champion_words == (f"Gana el campeonato el {two}, y ya no el {one}." if leaves == one else "")
    assert not foreseen.nothing
    back = foresee(night.championship, lambda *, on_purpose: come_back(expelled))
    assert back.champion_words == (f"Gana el campeonato el {one}, y ya no el {two}." if leaves == one else "")
    assert {each.pareja for stage in back.other_places for each in stage.moved} == moved.keys()


def test_who_loses_in_a_llave_has_a_place_and_who_plays_on_has_none(stage: Stage) -> None:
    fixture = first(stage)
    assert fixture.pareja_b is not None

    foreseen = foresee(stage.championship, lambda *, on_purpose: leave(fixture.pareja_a))

    (told,) = foreseen.other_places
    assert fixture.pareja_a is not None
    assert told.moved == (OtherPlace(fixture.pareja_a.number, "sigue en juego", "8.º"),)


def places_in(night: Night) -> dict[int, int | None]:
    return {each.pareja: each.place for each in ranking_of(night.stage(1), roster_of(night.championship.pk)).overall}


def test_before_anything_is_played_no_order_is_told_and_with_the_first_result_it_is() -> None:
    night = Night.published(7, SERIES, FINAL)
    fixture = night.stage(1).fixtures.filter(number__isnull=False).earliest("number")

    entered = preview(night.championship, lambda: enter(night))
    first = preview(night.championship, lambda: night.record(fixture))
    night.record(fixture)
    taken = preview(night.championship, lambda: night.record(fixture, "B"))

    assert (entered.orders, entered.entering) == ((), ())
    assert len(first.orders) == len(taken.orders) == 1


def test_before_anything_is_played_nobody_is_told_to_enter_and_with_the_first_result_who_would_is() -> None:
    night = Night.published(7, SERIES, replace(FINAL, entry=(FromEach(1, 4),)))
    fixture = night.stage(1).fixtures.filter(number__isnull=False).earliest("number")

    before = preview(night.championship, lambda: enter(night))
    night.record(fixture)
    after = preview(night.championship, lambda: enter(night))

    assert before.entering == ()
    assert [(each.name, each.enter, each.leave) for each in after.entering] == [("Final", (8,), ())]


def test_where_the_only_result_is_taken_back_the_order_is_told_by_which_it_was() -> None:
    night = Night.published(4, SERIES, FINAL)
    last = [each.pareja for each in ranking_of(night.stage(1), roster_of(night.championship.pk)).groups[0]][-1]
    fixture = night.stage(1).fixtures.filter(Q(pareja_a__number=last) | Q(pareja_b__number=last)).earliest("number")
    assert fixture.pareja_a is not None
    night.record(fixture, "A" if fixture.pareja_a.number == last else "B")

    seen = preview(
        night.championship, lambda: fixture_clear(fixture=fixture, user=night.director, now=NOW, reason="prueba")
    )

    (order,) = seen.orders
    assert (order.places[0].before, order.places[3].after) == (last, last)
    assert [(each.name, each.leave) for each in seen.entering] == [("Final", (last,))]
