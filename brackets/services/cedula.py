"""Ecuador's cédula: ten digits, of which the last one checks the others."""

from brackets.services.errors import InvalidValue

PROVINCES = frozenset(f"{number:02d}" for number in (*range(1, 25), 30))  # 30: issued abroad
PERSONS_BELOW = 6  # a third digit from 6 on belongs to an institution, not to a person


def cedula_clean(value: str, *, field: str, label: str) -> str:
    """The ten digits, or "" when there are none; InvalidValue otherwise. The message never repeats the number."""
    digits = "".join(char for char in value if char not in " -.\N{NO-BREAK SPACE}")
    if digits and not cedula_valid(digits):
        raise InvalidValue(
            "cedula-invalida",
            f"{label} no es una cédula válida: deben ser diez dígitos y el último debe corresponder a los "
            "demás. Revísela en el documento, o déjela vacía si la persona no tiene cédula.",
            field=field,
        )
    return digits


def cedula_valid(digits: str) -> bool:
    """Whether the province, the kind and the check digit are right.

    >>> cedula_valid("1712345675"), cedula_valid("1712345674")
    (True, False)
    """
    if not (len(digits) == 10 and digits.isascii() and digits.isdigit()):
        return False
    if digits[:2] not in PROVINCES or int(digits[2]) >= PERSONS_BELOW:
        return False
    return check_digit(digits[:9]) == int(digits[9])


def check_digit(nine: str) -> int:
    """Modulo 10 of the digits, every other one doubled from the first and nine taken off above nine."""
    doubled = (int(digit) * (2 if place % 2 == 0 else 1) for place, digit in enumerate(nine))
    return -sum(value - 9 if value > 9 else value for value in doubled) % 10
