"""The keys that PINs lie under: one for each championship, itself under `SECRET_KEY` or, while that is changed, an older one.

Without it nothing in the database tells whether a guessed PIN is right, and no row does anything in the place of another.
"""

from dataclasses import dataclass
from functools import lru_cache
from hmac import digest
from secrets import token_bytes
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

PURPOSE: Final = b"cuarenta: keys of PINs, 1"
BYTES: Final = 32
NONCE: Final = 12


@dataclass(frozen=True, slots=True)
class PinKey:
    """The key of one championship; `current`: it lies under `SECRET_KEY`, not under an older one."""

    raw: bytes
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
    return key_sealed(token_bytes(BYTES))


def key_sealed(raw: bytes) -> str:
    return _sealed(_derived(settings.SECRET_KEY), raw, "")


def key_opened(sealed: str) -> PinKey | None:
    """The key kept as `sealed`; None where no `SECRET_KEY` that is known here opens it."""
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        if (raw := _opened(_derived(secret), sealed, "")) is not None:
            return PinKey(raw, current=secret == settings.SECRET_KEY)
    return None


def _sealed(key: bytes, text: bytes, of: str) -> str:
    nonce = token_bytes(NONCE)
    return (nonce + AESGCM(key).encrypt(nonce, text, of.encode())).hex()


def _opened(key: bytes, sealed: str, of: str) -> bytes | None:
    kept = bytes.fromhex(sealed)
    try:
        return AESGCM(key).decrypt(kept[:NONCE], kept[NONCE:], of.encode())
    except InvalidTag:
        return None


@lru_cache(maxsize=8)
def _derived(secret: str) -> bytes:
    return HKDF(SHA256(), length=BYTES, salt=None, info=PURPOSE).derive(secret.encode())
