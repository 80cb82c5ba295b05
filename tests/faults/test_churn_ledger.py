"""The churn's count itself: what was damaged on purpose is found."""

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest

from tests.faults.churn.ledger import DAMAGES, Ledger, Row, damages

MESA, DEVICE = uuid4(), 7
BEGUN = datetime(2026, 11, 28, 20, 0, tzinfo=UTC)
SHOWN = [uuid4() for _ in range(4)]


def row(seq: int, client_id: UUID, second: float, device: int = DEVICE) -> Row:
    return Row(seq, client_id, device, BEGUN + timedelta(seconds=second))


ROWS = [row(place + 1, client_id, place) for place, client_id in enumerate(SHOWN)]


def ledger() -> Ledger:
    """Four touches, a second apart, all of them seen as saved."""
    return Ledger(MESA, DEVICE, [BEGUN.timestamp() + second for second in range(4)], list(SHOWN))


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        (ROWS, {}),
        (ROWS[:3], {"lost": 1}),
        ([*ROWS, row(5, uuid4(), 3.5)], {"duplicated": 1}),
        ([*ROWS, row(5, SHOWN[0], 9, device=0)], {"duplicated": 1, "out of order": 1}),
        ([*ROWS, row(5, uuid4(), -1)], {"duplicated": 1}),
        ([*ROWS, row(5, uuid4(), 3.5, device=8)], {}),  # another tablet's, after a take-over
        ([row(1, SHOWN[1], 1), row(2, SHOWN[0], 0), *ROWS[2:]], {"out of order": 1}),
        ([*ROWS[:3], row(5, SHOWN[3], 3)], {"gaps": 1}),
    ],
)
def test_every_kind_of_damage_is_counted(rows: list[Row], found: dict[str, int]) -> None:
    assert damages([ledger()], {MESA: rows}, set()) == dict.fromkeys(DAMAGES, 0) | found


def test_what_waits_for_a_person_is_not_lost() -> None:
    assert damages([ledger()], {MESA: ROWS[:3]}, {SHOWN[3]})["lost"] == 0


def test_a_tablet_that_nobody_touched_adds_nothing() -> None:
    assert damages([Ledger(MESA, DEVICE + 1)], {MESA: ROWS}, set()) == dict.fromkeys(DAMAGES, 0)


def test_rows_of_a_tablet_that_nobody_touched_are_too_many() -> None:
    assert damages([Ledger(MESA, DEVICE)], {MESA: ROWS}, set())["duplicated"] == len(ROWS)


def test_a_touch_of_which_nobody_knows_may_be_in_the_log_once() -> None:
    unknown = ledger()
    unknown.shown.pop()

    assert damages([unknown], {MESA: ROWS}, set()) == dict.fromkeys(DAMAGES, 0)
