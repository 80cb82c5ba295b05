import pytest

from brackets.draw.elimination import draw
from brackets.draw.entries import Entry, by_seed, check_entries, check_size
from brackets.draw.refusal import DrawRefusal


@pytest.mark.parametrize("count", [2, 3, 96, 1024])
def test_two_to_1024_parejas_are_accepted(count):
    check_size(count)


@pytest.mark.parametrize(
    ("count", "code"), [(0, "too-few-entries"), (1, "too-few-entries"), (1025, "too-many-entries")]
)
def test_other_sizes_are_refused(count, code):
    with pytest.raises(DrawRefusal) as refusal:
        check_size(count)

    assert refusal.value.code == code
    assert str(count) in refusal.value.message
    assert refusal.value.http_status == 409


@pytest.mark.parametrize(
    ("entries", "code", "message"),
    [
        ([Entry(1)], "too-few-entries", "Hay 1 inscripción y un sorteo necesita al menos 2"),
        ([Entry(8), Entry(3), Entry(8), Entry(3)], "repeated-entry", "Las inscripciones 3 y 8 están más de una vez"),
        ([Entry(1, seed=4), Entry(2, seed=4)], "repeated-seed", "La cabeza de serie 4 está dada más de una vez"),
    ],
)
def test_entries_that_cannot_be_drawn_are_refused(entries, code, message):
    for refused in (check_entries, lambda entries: draw(entries, "cuarenta")):
        with pytest.raises(DrawRefusal, match=message) as refusal:
            refused(entries)

        assert refusal.value.code == code


def test_seeds_are_ordered_by_value_and_may_have_gaps():
    entries = [Entry(5, seed=40), Entry(6), Entry(7, seed=3), Entry(8, seed=12)]

    assert [entry.key for entry in by_seed(entries)] == [7, 8, 5]
