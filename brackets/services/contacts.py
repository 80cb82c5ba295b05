"""How a person is reached: an e-mail address and a telephone as people write them."""

import re
from typing import Final

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from brackets.services.errors import InvalidValue

PHONE: Final = re.compile(r"\+?\d{7,15}")


def email_clean(value: str, *, field: str) -> str:
    """The address, or "" when there is none."""
    address = value.strip()
    if not address:
        return ""
    try:
        validate_email(address)
    except ValidationError as error:
        message = "El correo no está bien escrito. Revíselo, o déjelo vacío: no es obligatorio."
        raise InvalidValue("correo", message, field=field) from error
    if len(address) > 120:
        raise InvalidValue("demasiado-largo", "El correo pasa de 120 letras: escriba otro.", field=field)
    return address


def phone_clean(value: str, *, field: str) -> str:
    """Digits alone, with the + of another country, or "" when there is none."""
    digits = re.sub(r"[\s().\-]", "", value)
    if digits and not PHONE.fullmatch(digits):
        message = "El teléfono tiene de 7 a 15 números, por ejemplo 099 123 4567. Revíselo, o déjelo vacío."
        raise InvalidValue("telefono", message, field=field)
    return digits
