"""The cédula and its check digit."""

import pytest

from brackets.services.cedula import cedula_clean, cedula_valid, check_digit
from brackets.services.errors import InvalidValue
from tests.factories.brackets import invented_cedula


@pytest.mark.parametrize("digits", ["1712345675", "0102030400", "2400000002", "3012345678"])
def test_a_right_check_digit_is_accepted(digits: str) -> None:
    assert digits[:9] + str(check_digit(digits[:9])) == digits
    assert cedula_valid(digits)


@pytest.mark.parametrize("place", range(10))
def test_one_wrong_digit_is_always_noticed(place: int) -> None:
    right = "1712345675"

    wrong = [f"{right[:place]}{digit}{right[place + 1 :]}" for digit in "0123456789" if digit != right[place]]

    assert not any(map(cedula_valid, wrong))


@pytest.mark.parametrize(
    "digits",
    [
        "0010034064", "2510034065", "2910034061", "3110034067",  # no such province
        "1760034064", "1790034068",  # not of a person
        "171234567", "17123456750", "171234567a", "١٧١٢٣٤٥٦٧٥",
    ],
)  # fmt: skip
def test_what_is_no_cedula_of_a_person_is_refused(digits: str) -> None:
    assert not cedula_valid(digits)


def test_every_invented_cedula_is_valid_and_different() -> None:
    cedulas = {invented_cedula(number) for number in range(2500)}

    assert len(cedulas) == 2500
    assert all(map(cedula_valid, cedulas))


def test_spaces_and_hyphens_are_taken_off_and_none_at_all_is_fine() -> None:
    assert cedula_clean(" 171234567-5 ", field="cedula_1", label="La cédula") == "1712345675"
    assert cedula_clean("", field="cedula_1", label="La cédula") == ""


def test_the_refusal_never_repeats_the_number() -> None:
    with pytest.raises(InvalidValue) as refused:
        cedula_clean("1712345674", field="cedula_1", label="La cédula del jugador 1")

    assert "1712345674" not in str(vars(refused.value))
