"""A rehearsal plays what the Director can choose, and the real championships are among it."""

import pytest

from brackets.draw.plans import foresee
from brackets.draw.structure import Zapateria
from referee.management.rehearsal.formats import FORMATS, PLAIN, partidas_of, stages_of


@pytest.mark.parametrize("form", FORMATS)
def test_any_number_of_parejas_can_play_it(form: str) -> None:
    for parejas in (2, 3, 5, 9, 69, 96, 1000, 1024):
        stages = stages_of(form, parejas)
        assert not [stage.problem for stage in foresee(stages, parejas) if stage.problem]
        assert bool(stages) == (form != PLAIN)


def test_the_mundial_of_2025_and_the_sixty_nine_of_2022() -> None:
    assert [stage.entrants for stage in foresee(stages_of("mundial", 96), 96)] == [96, 36, 12]
    assert partidas_of(stages_of("mundial", 96), 96) == 144 + 54 + 12
    assert foresee(stages_of("series-final", 69), 69)[0].sizes == (4,) * 15 + (3,) * 3


def test_a_zapateria_does_what_the_reglamento_says() -> None:
    assert {plan.zapateria for plan in stages_of("riobamba", 16, Zapateria.IF_DEFEATED)} == {Zapateria.IF_DEFEATED}
