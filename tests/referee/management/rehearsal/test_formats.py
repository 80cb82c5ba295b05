"""The stages of a rehearsal are playable for any number of parejas, and have the shape of the real ones."""

import pytest

from brackets.draw.formats import Series, check_format, lines_of, structure_of
from brackets.draw.standings import CRITERIA
from referee.management.rehearsal.formats import FORMATS, entering, partidas_of


@pytest.mark.parametrize("form", [form for form in FORMATS if form != "todos"])
def test_any_number_of_parejas_can_play_it(form: str) -> None:
    for parejas in (*range(2, 130), 300, 999, 1000, 1024):
        stages = FORMATS[form](parejas)
        for plan, entered in zip(stages, entering(stages, parejas), strict=True):
            check_format(plan.format, entered)
            assert structure_of(plan.format, lines_of(plan.format, entered))
            assert set(plan.criteria) <= {*CRITERIA, "sorteo"}


def test_the_mundial_of_2025_and_the_sixty_nine_of_2022() -> None:
    assert entering(FORMATS["mundial"](96), 96) == [96, 36, 12]
    assert partidas_of(FORMATS["mundial"](96), 96) == 144 + 54 + 12
    series, final = FORMATS["series"](69)
    assert series.format == Series(4)
    assert entering((series, final), 69) == [69, 18]


def test_salinas_plays_series_with_two_qualifiers_again_and_again() -> None:
    stages = FORMATS["salinas"](96)

    assert entering(stages, 96) == [96, 48, 24, 12, 6]
    assert [plan.format.kind for plan in stages] == ["series"] * 4 + ["eliminatoria"]
