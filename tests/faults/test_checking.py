"""The check itself: a history that was tampered with does not pass."""

from uuid import UUID, uuid4

import pytest

from tests.faults.checking import Row, problems

MESA = uuid4()
SENT = [(uuid4(), "caida A"), (uuid4(), "limpia B"), (uuid4(), "caida A")]
STORED: list[Row] = [(seq, client_id, line) for seq, (client_id, line) in enumerate(SENT, start=1)]


def test_a_true_history_has_no_problems() -> None:
    assert not problems({MESA: SENT}, {MESA: STORED})


@pytest.mark.parametrize(
    ("stored", "found"),
    [
        (STORED[:2], {"lost": 1, "disordered": 1}),
        ([], {"lost": 3, "disordered": 1}),
        ([*STORED, (4, SENT[0][0], "caida A")], {"doubled": 1, "disordered": 1}),
        ([STORED[0], (3, *SENT[1]), (4, *SENT[2])], {"gaps": 1}),
        ([(1, *SENT[1]), (2, *SENT[0]), (3, *SENT[2])], {"disordered": 1}),
        ([*STORED, (4, UUID(int=7), "caida A")], {"foreign": 1, "disordered": 1}),
        ([(1, SENT[0][0], "caida B"), *STORED[1:]], {"disordered": 1}),
    ],
)
def test_every_kind_of_damage_is_found(stored: list[Row], found: dict[str, int]) -> None:
    assert problems({MESA: SENT}, {MESA: stored}) == found
