"""The numbers in the addresses of pages."""

from typing import Final

from django.urls.converters import IntConverter

LARGEST: Final = 2**63 - 1
"""What a database can be asked for; of a larger number there is nothing."""


class BoundedNumber(IntConverter):
    """`<number:…>` in a route: an address with a larger one leads nowhere."""

    def to_python(self, value: str) -> int:
        number = super().to_python(value)
        if number > LARGEST:
            raise ValueError(value)
        return number
