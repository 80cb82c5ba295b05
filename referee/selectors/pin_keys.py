"""The keys that PINs lie under: one for each championship, itself under `SECRET_KEY` or, while that is changed, an older one.

Without it nothing in the database tells whether a guessed PIN is right, and no row does anything in the place of another.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from hmac import digest
from secrets import token_bytes
from typing import Final

from cryptography.exceptions import InvalidTag
from django.conf import settings

from brackets.enciphering import KEY_BYTES, closed, derived, opened

PURPOSE: Final = b"cuarenta: keys of PINs, 1"


@dataclass(frozen=True, slots=True)
class PinKey:
    """The key of one championship; `current`: it lies under `SECRET_KEY`, not under an older one."""

    raw: bytes = field(repr=False)
    current: bool

    def seal(self, base: bytes, of: str) -> str:
        """`base` for the database, bound to what it is `of`."""
        return _sealed(self.raw, base, of)

    def open(self, sealed: str, of: str) -> bytes | None:
        """What was sealed; None where it was under another key, or is of something else."""
        return _opened(self.raw, sealed, of)

    def fingerprint(self, base: bytes) -> str:
        """Equal for equal PINs, and for those alone."""
        return digest(self.raw, base, "sha256").hex()


def key_fresh() -> str:
    """A new key, as it is kept."""
    return key_sealed(token_bytes(KEY_BYTES))


def key_sealed(raw: bytes) -> str:
    return _sealed(_derived(settings.SECRET_KEY), raw, "")


def key_opened(sealed: str) -> PinKey | None:
    """The key kept as `sealed`; None where no `SECRET_KEY` that is known here opens it."""
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        if (raw := _opened(_derived(secret), sealed, "")) is not None:
            return PinKey(raw, current=secret == settings.SECRET_KEY)
    return None


def _sealed(key: bytes, text: bytes, of: str) -> str:
    return closed(key, text, of.encode()).hex()


def _opened(key: bytes, sealed: str, of: str) -> bytes | None:
    try:
        return opened(key, bytes.fromhex(sealed), of.encode())
    except InvalidTag:
        return None


@lru_cache(maxsize=8)
def _derived(secret: str) -> bytes:
    return derived(secret.encode(), PURPOSE)
