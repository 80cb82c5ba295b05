"""A name in a box: whole on one line or two where it can be, else both players cut alike."""

import pytest

from referee.printing.bracket_names import set_in
from referee.printing.type import typeset

PAIR = "Rosa Elvira Chiriboga / Luis Andrade"


@pytest.mark.parametrize(
    ("lines", "room", "told"),
    [
        (1, 200, (PAIR,)),
        (2, 200, (PAIR,)),
        (2, 100, ("Rosa Elvira Chiriboga /", "Luis Andrade")),
        (1, 95, ("R. Elvira Chirib… / L. Andrade",)),
        (2, 60, ("R. Elvira Chirib… /", "L. Andrade")),
    ],
)
def test_a_name_is_as_whole_as_its_room_allows(lines: int, room: float, told: tuple[str, ...]) -> None:
    set_, size = set_in(PAIR, lines, room=room, size=8, bold=False)

    assert set_ == told
    assert 7 <= size <= 8
    assert all(typeset(line).unit * size <= room + 0.01 for line in set_)


def test_two_names_for_which_there_is_no_room_are_cut_alike() -> None:
    (first, second), size = set_in(f"{'W' * 60} / {'M' * 60}", 2, room=120, size=8, bold=True)

    assert size == 7
    assert first.endswith("W… /")
    assert second.endswith("M…")
    assert len(first.removesuffix(" /")) == len(second)


def test_a_name_of_its_own_goes_on_in_the_second_line() -> None:
    told, _ = set_in("Los Inolvidables Caballeros y Damas del Cuarenta", 2, room=80, size=8, bold=False)

    assert " ".join(told) == "Los Inolvidables Caballeros y Damas del Cuarenta"
