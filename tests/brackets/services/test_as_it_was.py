"""A reopened stage of which mesas are kept, and which those who are left cannot be drawn for: it is published as it was."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import pytest
from django.test import Client

from brackets.draw.formats import Series
from brackets.draw.qualification import Exempt, rule_data
from brackets.draw.refusal import DrawRefusal
from brackets.models import Championship, Stage
from brackets.selectors.as_it_was import way_out
from brackets.selectors.departures import departures_of
from brackets.selectors.events import disagreements
from brackets.selectors.stages import ranking_of, roster_of
from brackets.services.audit import audit_record
from brackets.services.championships import championship_close
from brackets.services.errors import BracketError
from brackets.services.fixtures import fixture_restore
from brackets.services.stages import stage_publish, stage_reopen
from referee.management.rehearsal.drawing import draw_rehearsed
from referee.models import Mesa
from referee.selectors.mesas import mesa_counts
from referee.services.tree import tree_sweep
from tests.attacks.test_verifier import found_by_all
from tests.brackets.services.test_formats import FINAL, SERIES, Night
from tests.brackets.services.test_reopening import (
    come_back,
    leave,
    night_of,
    reopen,
    reopened_with_a_mesa,
    reopened_with_every_mesa,
)
from tests.brackets.views.conftest import url
from tests.factories.brackets import NOW
from tests.factories.referee import ZAPATERIA, Keeper, keepers

pytestmark = pytest.mark.django_db

AS_IT_WAS: Final = "Publique la etapa como estaba"


def with_too_few(**kind: bool) -> tuple[Night, Keeper]:
    """A reopened final of two of which a mesa is kept: the whole series of one of them has gone home, or is out in another way."""
    night, kept = reopened_with_a_mesa()
    loser = kept.fixture.pareja_b
    assert loser is not None
    for group in ranking_of(night.stage(1), roster_of(night.championship.pk)).groups:
        if loser.number in [each.pareja for each in group]:
            for each in group:
                leave(night, each.pareja, **kind)
    return night, kept


def publish(night: Night, number: int = 1) -> Stage:
    return stage_publish(stage=night.stage(number), user=night.director, now=NOW)


@pytest.mark.parametrize("kind", [{}, {"expelled": True}])
def test_with_fewer_than_two_it_is_published_as_it_was_and_the_championship_ends(kind: dict[str, bool]) -> None:
    night, kept = with_too_few(**kind)

    assert publish(night, 2).status == Stage.Status.PUBLISHED

    fixture = night.stage(2).fixtures.get(mesa=kept.mesa)
    assert (fixture.how, fixture.winner, fixture.mesa.planillas.count()) == ("pass", kept.fixture.pareja_a, 1)
    assert disagreements(night.stage(2)) == []
    closed = championship_close(championship=night.championship, user=night.director, now=NOW)
    assert closed.status == Championship.Status.CLOSED


def test_its_result_is_given_back_to_who_has_gone_home_too() -> None:
    night, kept = with_too_few()
    publish(night, 2)

    fixture_restore(fixture=night.stage(2).fixtures.get(mesa=kept.mesa), user=night.director, now=NOW)

    fixture = night.stage(2).fixtures.get(mesa=kept.mesa)
    assert (fixture.how, fixture.winner) == ("played", kept.fixture.pareja_a)
    assert fixture.mark == ""
    assert disagreements(night.stage(2)) == []


@pytest.mark.parametrize("last", ["pareja_a", "pareja_b"])
def test_of_two_who_have_gone_home_the_last_to_go_wins_as_where_it_had_stayed_published(last: str) -> None:
    night, kept = reopened_with_a_mesa()
    stays = getattr(kept.fixture, last)
    for number in sorted(range(1, 9), key=lambda number: number == stays.number):
        leave(night, number)

    publish(night, 2)

    fixture = night.stage(2).fixtures.get(mesa=kept.mesa)
    assert (fixture.how, fixture.winner) == ("pass", stays)
    assert disagreements(night.stage(2)) == []


def test_who_is_expelled_after_having_left_left_first_all_the_same() -> None:
    """And its hour and reason are those of its leaving, not of the publication."""
    night, kept = reopened_with_a_mesa()
    first, last = kept.fixture.pareja_a, kept.fixture.pareja_b
    assert first is not None
    assert last is not None
    others = [number for number in range(1, 9) if number not in (first.number, last.number)]
    for number in (*others, first.number, last.number):
        leave(night, number)
    leave(night, first.number, expelled=True)
    before = told_departures(night)

    publish(night, 2)

    fixture = night.stage(2).fixtures.get(mesa=kept.mesa)
    assert (fixture.how, fixture.winner) == ("pass", last)
    assert told_departures(night) == before


def test_they_leave_it_in_the_order_in_which_they_went_home_whoever_had_left_it_before_and_come_back() -> None:
    night = night_of(Series(size=4))
    (kept,) = keepers([night.stage(1).fixtures.filter(status="ready").earliest("number")])
    kept.open()
    kept.record(*ZAPATERIA)
    kept.seal()
    night.play()
    leave(night, 1)
    come_back(night, 1)
    reopen(night, on_purpose=True)
    for number in range(1, 8):
        leave(night, number)

    publish(night)

    assert [each["pareja"] for each in night.stage(1).left] == [1, 2, 3, 4, 5, 6, 7]
    assert disagreements(night.stage(1)) == []


def told_departures(night: Night) -> list[tuple[int, object, str]]:
    return [
        (each.pareja.number, each.at, each.reason)
        for each in departures_of(night.championship, night.championship.parejas.all())
    ]


def test_who_comes_back_plays_in_it() -> None:
    night, kept = with_too_few()
    publish(night, 2)

    assert kept.fixture.pareja_b is not None
    come_back(night, kept.fixture.pareja_b.number)

    assert night.stage(2).fixtures.get(mesa=kept.mesa).status == "ready"
    assert disagreements(night.stage(2)) == []


def refusals(night: Night, number: int, *plans: Any) -> list[str]:
    said = []
    for act in (lambda: night.draw(number), lambda: night.plan(*plans)):
        with pytest.raises((BracketError, DrawRefusal)) as error:
            act()
        said.append(str(error.value))
    return said


def test_what_cannot_be_done_says_so() -> None:
    night, _ = with_too_few()

    drawn, changed = refusals(night, 2, SERIES, replace(FINAL, name="Gran final"))

    assert drawn.startswith("En «Final» no entran ni dos")
    assert all(AS_IT_WAS in each and "Vuelva a sortear" not in each for each in (drawn, changed))
    removed = refusals(night, 2, SERIES)[1]
    assert removed == changed


def test_so_it_is_where_so_many_do_not_part_into_series() -> None:
    night = Night.published(6, replace(SERIES, format=Series(size=4)))
    (kept,) = keepers([night.stage(1).fixtures.filter(status="ready").earliest("number")])
    kept.open()
    kept.record(*ZAPATERIA)
    kept.seal()
    reopen(night, on_purpose=True)
    leave(night, 6)

    assert all(AS_IT_WAS in each for each in refusals(night, 1, replace(SERIES, name="Otra")))
    publish(night)

    assert disagreements(night.stage(1)) == []
    night.play()
    assert ranking_of(night.stage(1), roster_of(night.championship.pk)).complete


@pytest.mark.long
def test_so_it_is_where_not_every_kept_mesa_would_have_a_partida() -> None:
    night = reopened_with_every_mesa()
    leave(night, 3)

    assert AS_IT_WAS in refusals(night, 1, replace(SERIES, name="Otra"))[0]
    publish(night)

    assert disagreements(night.stage(1)) == []


@pytest.mark.long
def test_a_kept_mesa_counts_no_more_where_its_partida_is_another_of_the_new_draw() -> None:
    """Whatever the draw: also where the same two meet there again, with the sides that they had."""
    for seed in map(str, range(8)):
        night = night_of(Series(size=4))
        kept = keepers(list(night.stage(1).fixtures.filter(status="ready").order_by("number")))[-1]
        kept.open()
        kept.record(*ZAPATERIA)
        kept.seal()
        gone = next(
            number
            for number in range(1, 8)
            if number not in (kept.fixture.pareja_a.number, kept.fixture.pareja_b.number)
        )
        kept.now += timedelta(minutes=1)
        stage_reopen(stage=night.stage(1), user=night.director, now=kept.now, reason="x", on_purpose=True)
        leave(night, gone)
        draw_rehearsed(championship=night.championship, user=night.director, now=kept.now, public_seed=seed, number=1)
        publish(night)

        assert not mesa_counts(Mesa.objects.select_related("fixture").get(pk=kept.mesa.pk))


def test_a_mesa_on_paper_gives_way_to_one_that_is_kept() -> None:
    night = night_of(Series(size=4))
    (kept,) = keepers([night.stage(1).fixtures.filter(status="ready").latest("round", "position")])
    kept.open()
    kept.record(*ZAPATERIA)
    kept.seal()
    night.play()
    reopen(night, on_purpose=True)
    leave(night, 3)

    night.publish()

    assert night.stage(1).fixtures.get(mesa=kept.mesa).number is not None


def test_while_a_draw_can_be_made_it_is() -> None:
    night, kept = reopened_with_a_mesa()
    assert kept.fixture.pareja_b is not None
    leave(night, kept.fixture.pareja_b.number)

    with pytest.raises(BracketError) as error:
        publish(night, 2)

    assert error.value.code == "sorteo-por-repetir"
    assert night.publish(2).status == Stage.Status.PUBLISHED


def test_where_others_would_enter_too_it_says_who_may_come_back() -> None:
    night, kept = with_too_few()
    winner = kept.fixture.pareja_a
    assert winner is not None
    for fixture in night.stage(1).fixtures.filter(winner=winner).order_by("number"):
        night.record(fixture, "B" if fixture.winner_id == fixture.pareja_a_id else "A")

    with pytest.raises(BracketError, match="Reincorpore a quien salió, y vuelva a sortear la etapa") as error:
        publish(night, 2)

    assert AS_IT_WAS not in str(error.value)
    assert all(AS_IT_WAS not in each for each in refusals(night, 2, SERIES))


def test_without_a_kept_mesa_the_stage_is_removed() -> None:
    night = Night.played(8, SERIES, FINAL)
    night.draw(2)
    for number in range(2, 9):
        leave(night, number)

    with pytest.raises(BracketError, match="Cambie cuántas clasifican, o quite la etapa"):
        night.draw(2)
    night.plan(SERIES)

    assert night.championship.stages.count() == 1


def test_its_page_offers_to_publish_it_and_says_what_becomes_of_who_has_left(client: Client) -> None:
    night, kept = with_too_few()
    client.force_login(night.director)

    page = client.get(f"{url('draw', night.championship)}?etapa=2").content.decode()

    assert url("draw_publish", night.championship) in page
    assert kept.fixture.pareja_b is not None
    assert f"Se publica como estaba: el {kept.fixture.pareja_b.number} salió desde entonces" in page


def test_where_results_have_changed_who_enters_it_says_to_correct_them() -> None:
    night, _ = reopened_with_a_mesa()
    stage = night.stage(2)
    assert way_out(stage) == ""
    stage.entry = [rule_data(Exempt((1,)))]
    stage.save()

    assert way_out(stage) == "Corrija lo que cambió quiénes entran en la etapa, y vuelva a sortearla."


def test_reopened_again_it_is_published_as_it_was_once_more() -> None:
    night, _ = with_too_few()
    publish(night, 2)
    before = night.rows()

    reopen(night, 2, on_purpose=True)
    publish(night, 2)

    after = night.rows()
    assert [row.get("winner_id") for row in after] == [row.get("winner_id") for row in before]
    assert disagreements(night.stage(2)) == []


def test_hours_later_its_archive_is_an_honest_one(tmp_path: Path) -> None:
    """Who left while it was reopened left before checkpoints that were signed meanwhile."""
    night, _ = with_too_few()
    championship, later = night.championship, NOW + timedelta(hours=5)
    tree_sweep(championship=championship, now=NOW, at_once=True)
    audit_record(championship=championship, user=None, now=later, action="w-o", sentence="No vino.")
    tree_sweep(championship=championship, now=later, at_once=True)
    gone = departures_of(championship, championship.parejas.all())

    stage_publish(stage=night.stage(2), user=night.director, now=later + timedelta(minutes=5))
    tree_sweep(championship=championship, now=later + timedelta(minutes=7), at_once=True)

    assert found_by_all(tmp_path / "a.json", championship) == ("", [], [])
    assert {each.at for each in departures_of(championship, championship.parejas.all())} == {NOW}
    assert [each.at for each in gone] == [NOW] * len(gone)
    assert {each["at"] for each in night.stage(2).left} == {NOW.isoformat()}
