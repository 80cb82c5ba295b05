"""The templates: for any number of entrants a plan that can be drawn and played until one is left."""

import pytest

from brackets.draw.formats import Series
from brackets.draw.plans import foresee
from brackets.draw.plans_ready import TEMPLATES
from brackets.draw.qualification import said
from brackets.draw.structure import Zapateria
from tests.brackets.draw.playing import play

BY_KEY = {template.key: template for template in TEMPLATES}
PLAYED = [*range(2, 34), 65, 96, 200]
"""Every way in which a template parts the field comes before 34; league series begin after 64."""
LARGE = (201, 256, 257, 300, 511, 513, 777, 1000, 1023, 1024)

each_template = pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.key)


@each_template
def test_every_number_of_entrants_gives_stages_that_can_be_drawn(template):
    problems = {
        (entrants, stage.problem)
        for entrants in (*range(2, 201), *LARGE)
        for stage in foresee(template.plans(entrants), entrants)
        if stage.problem or stage.entrants < 2
    }

    assert problems == set()


@each_template
@pytest.mark.parametrize("entrants", PLAYED)
def test_it_is_played_to_one_champion(template, entrants):
    rankings = play(template.plans(entrants), entrants)

    assert all(ranking.complete for ranking in rankings)
    assert [each.place for each in rankings[-1].overall].count(1) == 1
    assert len(rankings[0].overall) == entrants


@each_template
@pytest.mark.parametrize("zapateria", Zapateria)
def test_a_zapateria_has_the_effect_it_is_given_in_every_stage(template, zapateria):
    assert {plan.zapateria for plan in template.plans(96, zapateria)} == {zapateria}


def field_of(key, entrants):
    return [(stage.entrants, stage.sizes or None) for stage in foresee(BY_KEY[key].plans(entrants), entrants)]


def test_the_mundial_of_2025():
    """96, 36 in nine series of four, nine winners and three of the repechaje."""
    assert field_of("mundial", 96) == [(96, (4,) * 24), (36, (4,) * 9), (12, None)]
    *_, final = BY_KEY["mundial"].plans(96)
    assert [said(rule, {2: "Cuartos"}) for rule in final.entry] == [
        "La primera de cada serie de «Cuartos».",
        "Las 3 mejores segundas de «Cuartos».",
    ]


def test_the_sixty_nine_of_2022():
    assert field_of("mundial", 69)[0] == (69, (4,) * 15 + (3,) * 3)


def test_a_mundial_goes_on_in_full_series_and_never_without_its_winners():
    for entrants in range(13, 1025):
        first, second, last = foresee(BY_KEY["mundial"].plans(entrants), entrants)
        assert set(second.sizes) == {4}
        assert len(first.sizes) < second.entrants <= 2 * len(first.sizes)
        assert len(second.sizes) < last.entrants <= 2 * len(second.sizes)


def test_salinas_plays_series_with_two_that_go_on_until_two_are_left():
    assert [entrants for entrants, _ in field_of("salinas", 96)] == [96, 48, 24, 12, 6, 4, 2]
    for entrants in range(2, 1025):
        plans = BY_KEY["salinas"].plans(entrants)
        assert len(plans) <= 10
        assert foresee(plans, entrants)[-1].entrants == 2


def test_riobamba_needs_twice_as_many_partidas_as_a_lightning_championship():
    (two,), (one,) = (foresee(BY_KEY[key].plans(64), 64) for key in ("riobamba", "relampago"))
    assert (one.matches, two.matches) == (64, 127)


def test_all_against_all_is_one_series_as_long_as_that_can_be():
    assert field_of("todos", 64) == [(64, (64,))]
    assert field_of("todos", 65) == [(65, (13,) * 5), (5, (5,))]
    assert BY_KEY["todos-dos-vueltas"].plans(8)[0].format == Series(size=0, turns=2)


def test_a_swiss_stage_has_rounds_for_one_unbeaten():
    rounds = {
        entrants: BY_KEY["suizo"].plans(entrants)[0].format.rounds for entrants in (2, 3, 4, 5, 8, 9, 96, 128, 129)
    }
    assert rounds == {2: 1, 3: 1, 4: 2, 5: 2, 8: 3, 9: 4, 96: 7, 128: 7, 129: 8}
