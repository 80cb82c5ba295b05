"""How long a hall takes, and how many tables it needs."""

from random import Random

import pytest

from referee.management.rehearsal.planning import CHANGEOVER, hall_minutes, tables_needed

MESA = [50.0]
ROUND = MESA[0] + CHANGEOVER


@pytest.mark.parametrize(
    ("parejas", "tables", "rounds"),
    [(2, 1, 1), (4, 1, 3), (4, 2, 2), (3, 5, 2), (5, 4, 3), (8, 4, 3), (8, 3, 4), (96, 1, 95), (96, 48, 7), (1024, 512, 10)],
)  # fmt: skip
def test_mesas_of_one_length_take_so_many_rounds(parejas: int, tables: int, rounds: int) -> None:
    assert hall_minutes(parejas, tables, MESA, Random(1)) == rounds * ROUND


def test_the_fewest_tables_that_suffice_are_found() -> None:
    assert tables_needed(8, 3 * ROUND / 60, MESA, Random(1)) == 4
    assert tables_needed(8, 4 * ROUND / 60, MESA, Random(1)) == 2
    assert tables_needed(8, 7 * ROUND / 60, MESA, Random(1)) == 1


def test_no_number_of_tables_makes_the_rounds_fewer() -> None:
    assert tables_needed(8, 2.9 * ROUND / 60, MESA, Random(1)) is None
