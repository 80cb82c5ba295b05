"""Parejas of one series do not meet again in the first mesa of the next stage, unless the Director turns that off."""

from random import Random

import pytest
from django.urls import reverse

from brackets.draw.acta import verify
from brackets.draw.formats import Elimination, Series
from brackets.draw.plans import StagePlan
from brackets.draw.protections import CLUBS_APART
from brackets.draw.qualification import Everybody, FromEach, Rest
from brackets.models import Stage
from brackets.selectors.draw_acta import acta_of
from brackets.selectors.draw_lines import parejas_by_number
from brackets.selectors.draw_review import review_of
from referee.management.rehearsal.drawing import draw_rehearsed
from tests.brackets.services.test_formats import TABLE, Night
from tests.brackets.views.conftest import draw_on_the_page
from tests.factories.brackets import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    """Eight series of two are played; all sixteen go on, the winners as seeds."""
    return Night.played(
        16,
        StagePlan(name="Series", format=Series(2), entry=(Everybody(),), criteria=TABLE),
        StagePlan(name="Final", format=Elimination(), entry=(FromEach(1, 2),), criteria=TABLE),
        clubs=3,
    )


def drawn(night: Night, seed: str, **asked: bool) -> Stage:
    return draw_rehearsed(
        championship=night.championship, user=night.director, now=NOW, public_seed=seed, number=2, **asked
    )  # fmt: skip


def met_again(night: Night, stage: Stage) -> int:
    series = {frozenset(night.stage(1).slots[line : line + 2]) for line in range(0, 16, 2)}
    return sum(frozenset(stage.slots[line : line + 2]) in series for line in range(0, 16, 2))


def test_nobody_meets_again_whatever_the_seed(night: Night) -> None:
    """Without the protection 39 of 60 such draws had somebody meet again."""
    seeds = [f"semilla {number}" for number in range(8)]

    assert [met_again(night, drawn(night, seed)) for seed in seeds] == [0] * 8
    assert sum(met_again(night, drawn(night, seed, series_apart=False)) > 0 for seed in seeds) >= 4


def test_the_draw_says_so_and_is_repeated_from_its_acta(night: Night) -> None:
    stage = drawn(night, "semilla")
    acta = acta_of(stage)

    assert [each["attribute"] for each in stage.protections] == ["serie", "club"]
    assert [each["attribute"] for each in acta["sorteo"]["protecciones"]] == ["serie", "club"]
    assert verify(acta).good
    assert review_of(stage, parejas_by_number(stage)).repeated == ()


def test_it_goes_before_clubs_where_both_cannot_be_kept() -> None:
    """Two of each of two series; the winners are seeds, and the other two are of the clubs of the winners of the other series."""
    night = Night.played(
        4,
        StagePlan(name="Series", format=Series(2), entry=(Everybody(),), criteria=TABLE),
        StagePlan(name="Final", format=Elimination(), entry=(FromEach(1, 2),), criteria=TABLE),
    )
    series = [
        sorted((played.pareja_a, played.pareja_b), key=lambda pareja, played=played: pareja != played.winner)
        for played in night.stage(1).fixtures.select_related("pareja_a", "pareja_b", "winner")
    ]
    for clubs, parejas in zip(("ab", "ba"), series, strict=True):
        for club, pareja in zip(clubs, parejas, strict=True):
            night.championship.parejas.filter(pk=pareja.pk).update(club=club)

    stage = drawn(night, "semilla")

    meet = [set(stage.slots[:2]), set(stage.slots[2:])]
    assert all({pareja.number for pareja in parejas} not in meet for parejas in series)
    assert [each["attribute"] for each in acta_of(stage)["sin_cumplir"]] == ["club", "club"]


def test_it_is_ticked_on_the_page_where_somebody_comes_from_series(night: Night, client) -> None:
    client.force_login(night.director)
    page = reverse("brackets:draw", args=(night.championship.slug,))

    assert "misma serie" not in client.get(page).content.decode().split("Más protecciones")[0]
    words = client.get(page, {"etapa": 2}).content.decode()
    draw_on_the_page(client, night.championship, number=2, apart="on", series_apart="on")
    ticked = night.stage(2)
    draw_on_the_page(client, night.championship, number=2, apart="on")
    off = night.stage(2)

    assert "Separar en su primera mesa a quienes vienen de la misma serie" in words
    assert 'name="series_apart" ' in words
    assert [each["attribute"] for each in ticked.protections] == ["serie", "club"]
    assert (off.protections, off.procedure) == ([], CLUBS_APART)


def test_who_comes_through_a_repechaje_does_not_meet_those_of_its_series_again() -> None:
    """Four series of four; the winners, and the first four of a knock-out of the others. Who meets whom of the seeds is fixed."""
    night = Night(
        16,
        StagePlan(name="Series", format=Series(4), entry=(Everybody(),), criteria=TABLE),
        StagePlan(name="Repechaje", format=Elimination(), entry=(Rest(1),), criteria=TABLE),
        StagePlan(name="Final", format=Elimination(), entry=(FromEach(1), FromEach(2, 4)), criteria=TABLE),
    )
    for number in (1, 2):
        night.publish(number)
        night.play(number, Random(3 + number))
    first = night.stage(1)
    series = {first.slots[line]: number for number in range(4) for line in range(4 * number, 4 * number + 4)}

    for seed in range(6):
        stage = draw_rehearsed(
            championship=night.championship, user=night.director, now=NOW, public_seed=f"s{seed}", number=3
        )
        assert [each["marks"]["serie"] for each in stage.entrants] == [
            f"1.{series[each['number']] + 1}" for each in stage.entrants
        ]
        seeded = {each["number"] for each in stage.entrants if each["seed"]}
        mesas = [set(stage.slots[line : line + 2]) for line in range(0, 8, 2)]
        assert all(len({series[each] for each in mesa}) == 2 for mesa in mesas if not mesa <= seeded)
        assert verify(acta_of(stage)).good


def test_it_is_on_by_default_where_all_come_through_a_knock_out(client) -> None:
    """Four series of four; the first two of each play two waves, and the four winners of those draw anew."""
    night = Night(
        16,
        StagePlan(name="Series", format=Series(4), entry=(Everybody(),), criteria=TABLE),
        StagePlan(name="Llave", format=Elimination(), entry=(FromEach(1, 2),), criteria=TABLE),
        StagePlan(name="Final", format=Elimination(), entry=(FromEach(2, 4),), criteria=TABLE),
    )
    for number in (1, 2):
        night.publish(number)
        night.play(number, Random(number))
    client.force_login(night.director)
    page = client.get(reverse("brackets:draw", args=(night.championship.slug,)), {"etapa": 3}).content.decode()

    final = night.draw(3)

    assert "Separar en su primera mesa a quienes vienen de la misma serie" in page
    assert [each["attribute"] for each in final.protections] == ["serie", "club"]
    assert len({each["marks"]["serie"] for each in final.entrants}) < 4
    assert verify(acta_of(final)).good


@pytest.mark.long
def test_who_comes_through_a_repechaje_in_series_does_not_meet_those_of_its_first_series_either() -> None:
    """Without the series before the last one 53 of 60 such draws had somebody of the first series meet again."""
    night = Night(
        16,
        StagePlan(name="Series", format=Series(4), entry=(Everybody(),), criteria=TABLE),
        StagePlan(name="Repechaje", format=Series(4), entry=(Rest(1),), criteria=TABLE),
        StagePlan(name="Final", format=Elimination(), entry=(FromEach(1), FromEach(2, 4)), criteria=TABLE),
    )
    for number in (1, 2):
        night.publish(number)
        night.play(number, Random(3 + number))
    series = [set(night.stage(number).slots[line : line + 4]) for number in (1, 2) for line in range(0, 16, 4)]

    for seed in range(6):
        stage = draw_rehearsed(
            championship=night.championship, user=night.director, now=NOW, public_seed=f"s{seed}", number=3
        )
        mesas = [set(stage.slots[line : line + 2]) for line in range(0, 16, 2)]
        assert not [mesa for mesa in mesas if any(mesa <= each for each in series)]
        assert verify(acta_of(stage)).good
        assert review_of(stage, parejas_by_number(stage)).repeated == ()
    entered = {each["number"]: each["marks"]["serie"].split() for each in stage.entrants}
    first = night.stage(1).slots
    assert all(values[0] == f"1.{first.index(number) // 4 + 1}" for number, values in entered.items())
    assert sorted(map(len, entered.values())) == [1] * 4 + [2] * 12


def test_a_stage_in_one_piece_keeps_nobody_apart_afterwards() -> None:
    night = Night.played(
        4,
        StagePlan(name="Liga", format=Series(0), entry=(Everybody(),), criteria=TABLE),
        StagePlan(name="Final", format=Elimination(), entry=(FromEach(1, 4),), criteria=TABLE),
    )

    assert night.draw(2).protections == []
