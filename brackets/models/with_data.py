"""Of whom `PersonalData` are kept."""

from typing import Any, NamedTuple, Protocol

from django.db import models


class Values(NamedTuple):
    """What is enciphered of a person; empty what is not known."""

    cedula: str = ""
    email: str = ""
    phone: str = ""


class Kept(Protocol):
    """What `PersonalData` are to whom they are of."""

    cedula_match: str
    cedula_end: str
    email_match: str
    phone_match: str

    @property
    def values(self) -> Values: ...


class WithData(models.Model):
    """Reads what is enciphered of a person: one query unless `personal` was selected with it. Raises KeysLost."""

    personal: Any

    class Meta:
        abstract = True

    @property
    def values(self) -> Values:
        return kept.values if (kept := self._kept) else Values()

    @property
    def cedula(self) -> str:
        return self.values.cedula

    @property
    def email(self) -> str:
        return self.values.email

    @property
    def phone(self) -> str:
        return self.values.phone

    @property
    def cedula_end(self) -> str:
        """The last four digits; nothing is opened for them."""
        return kept.cedula_end if (kept := self._kept) else ""

    @property
    def cedula_match(self) -> str:
        """The same where the cédula is the same, empty without one; nothing is opened for it, nor for the others."""
        return kept.cedula_match if (kept := self._kept) else ""

    @property
    def email_match(self) -> str:
        return kept.email_match if (kept := self._kept) else ""

    @property
    def phone_match(self) -> str:
        return kept.phone_match if (kept := self._kept) else ""

    @property
    def _kept(self) -> Kept | None:
        return getattr(self, "personal", None)
