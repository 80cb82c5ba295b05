"""Enciphering under one key, bound to what it is of; and a key for each use of another."""

from os import urandom
from typing import Final

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

KEY_BYTES: Final = 32
NONCE: Final = 12


def derived(key: bytes, purpose: bytes) -> bytes:
    """The key for this purpose, which tells nothing of the other one (HKDF-SHA-256)."""
    return HKDF(SHA256(), length=KEY_BYTES, salt=None, info=purpose).derive(key)


def closed(key: bytes, text: bytes, of: bytes) -> bytes:
    """AES-256-GCM under a fresh nonce, which comes first; it opens only as what it is `of`."""
    nonce = urandom(NONCE)
    return nonce + AESGCM(key).encrypt(nonce, text, of)


def opened(key: bytes, kept: bytes, of: bytes) -> bytes:
    """What was closed. Raises cryptography's InvalidTag where it was under another key, or is of something else."""
    return AESGCM(key).decrypt(kept[:NONCE], kept[NONCE:], of)
