"""Where keys lie: files below `settings.CERTIFICATES_ROOT`, for this account alone, enciphered.

Those of certificates are PKCS#12, those that sign checkpoints PKCS#8.
With `CERT_PASSPHRASE`, or else with a key derived from `SECRET_KEY`; whatever an older one of these enciphered is read, and
enciphered anew. Neither a copy of the database nor the repository has anything that signs.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import scrypt, sha256
from pathlib import Path
from typing import Final
from uuid import UUID

from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
    load_pem_private_key,
    pkcs12,
)
from django.conf import settings

from brackets.enciphering import derived
from referee.models import Certificate
from referee.services.errors import RefereeError
from referee.services.files import file_write

PURPOSE: Final = b"cuarenta: keys of certificates, 1"
UNREADABLE: Final = "No se puede leer el archivo de CERT_P12. Avise a quien cuida el sistema."
SIGNER_LOST: Final = (
    "No se encuentra el archivo de la clave de los puntos de control. Devuélvalo desde la copia de respaldo, o "
    "empiece otra con «manage.py nueva_encarnacion --clave-nueva»."
)
SIGNER_SEALED: Final = (
    "La clave de los puntos de control está cifrada con otra clave secreta. Ponga la anterior en SECRET_KEY_FALLBACKS, o en "
    "CERT_PASSPHRASE si la tenía, o empiece otra con «manage.py nueva_encarnacion --clave-nueva»."
)
SigningKey = RSAPrivateKey | EllipticCurvePrivateKey


@dataclass(frozen=True, slots=True)
class KeyMaterial:
    """What signs: the key, its certificate, and the certificates that lead to a root."""

    key: SigningKey
    certificate: x509.Certificate
    chain: tuple[x509.Certificate, ...] = ()


class KeyUnavailable(RefereeError):
    """The key of a certificate cannot be used here and now; nothing is signed."""

    http_status = 409

    def __init__(self, message: str) -> None:
        super().__init__("clave-no-disponible", message)


class P12Refused(ValueError):
    """Bytes and password that do not open as a PKCS#12 file with a key that signs; `reason` is one word for why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def key_of(certificate: Certificate) -> KeyMaterial:
    """What signs for this certificate and for no other: whatever tells by whom something is signed tells of it. Raises KeyUnavailable."""
    server = certificate.source == Certificate.Source.SERVER
    material = server_key() if server else key_read(certificate.public_id)
    if material.certificate.fingerprint(SHA256()).hex() == certificate.fingerprint:
        return material
    if server:
        raise KeyUnavailable(
            "El servidor tiene ahora otro certificado, y con ese todavía no se firma. El Director debe ponerlo en Panel › Certificado."
        )
    message = (
        "El archivo de la clave es de otro certificado. Devuélvalo desde la copia de respaldo, o cree otro certificado."
    )
    raise KeyUnavailable(message)


def key_keep(public_id: UUID, material: KeyMaterial) -> None:
    """Write the file of this certificate; what stood there is replaced at once or not at all."""
    name = str(public_id).encode()
    password = next(_passwords())
    sealed = pkcs12.serialize_key_and_certificates(
        name, material.key, material.certificate, material.chain, BestAvailableEncryption(password)
    )
    try:
        file_write(key_path(public_id), sealed)
    except OSError as error:
        message = (
            "No se pudo guardar la clave del certificado en el disco del servidor. Avise a quien cuida el sistema."
        )
        raise KeyUnavailable(message) from error


def key_read(public_id: UUID) -> KeyMaterial:
    """The key of this certificate, kept in memory from the first time on. Raises KeyUnavailable."""
    return _read(key_path(public_id), sha256(b"\0".join(_secrets())).hexdigest())


def key_forget(public_id: UUID) -> None:
    """Delete the file: nobody signs with this key any more."""
    key_path(public_id).unlink(missing_ok=True)
    _read.cache_clear()


def key_path(public_id: UUID) -> Path:
    return Path(settings.CERTIFICATES_ROOT) / f"{public_id}.p12"


def signer_keep(public_id: UUID, key: Ed25519PrivateKey) -> None:
    """Write the file of a key that signs checkpoints. Raises KeyUnavailable."""
    cipher = serialization.BestAvailableEncryption(next(_passwords()))
    try:
        file_write(signer_path(public_id), key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, cipher))
    except OSError as error:
        raise KeyUnavailable(
            "No se pudo guardar la clave de los puntos de control en el disco del servidor. Avise a quien cuida el sistema."
        ) from error


def signer_read(public_id: UUID) -> Ed25519PrivateKey:
    """The key that signs checkpoints, kept in memory from the first time on. Raises KeyUnavailable."""
    return _signer_read(signer_path(public_id), sha256(b"\0".join(_secrets())).hexdigest())


def signer_path(public_id: UUID) -> Path:
    return Path(settings.CERTIFICATES_ROOT) / f"{public_id}.pem"


def server_key() -> KeyMaterial:
    """The certificate of this server, where it was given one; one that took its place is read at once. Raises KeyUnavailable."""
    if not settings.CERT_P12:
        raise KeyUnavailable(
            "Este servidor no tiene un certificado propio: falta CERT_P12. Avise a quien cuida el sistema."
        )
    path = Path(settings.CERT_P12)
    try:
        there = path.stat()
    except OSError as error:
        raise KeyUnavailable(UNREADABLE) from error
    return _server_read(path, settings.CERT_P12_PASSWORD, (there.st_ino, there.st_mtime_ns, there.st_size))


def p12_open(data: bytes, password: str) -> KeyMaterial:
    """What is in a PKCS#12 file. Raises P12Refused: `no-es-p12`, `clave`, `sin-clave`, `sin-certificado`, `otra-clave`."""
    if not data.startswith(b"\x30"):
        raise P12Refused("no-es-p12")
    try:
        key, certificate, chain = pkcs12.load_key_and_certificates(data, password.encode())
    except ValueError as error:
        raise P12Refused("clave") from error
    if key is None:
        raise P12Refused("sin-clave")
    if certificate is None:
        raise P12Refused("sin-certificado")
    if not isinstance(key, RSAPrivateKey | EllipticCurvePrivateKey):
        raise P12Refused("otra-clave")
    return KeyMaterial(key, certificate, tuple(chain))


@lru_cache(maxsize=64)
def _read(path: Path, _secrets_now: str) -> KeyMaterial:
    try:
        data = path.read_bytes()
    except OSError as error:
        message = "No se encuentra el archivo de la clave del certificado. Devuélvalo desde la copia de respaldo, o cree otro certificado."
        raise KeyUnavailable(message) from error
    for tried, password in enumerate(_passwords()):
        try:
            material = p12_open(data, password.decode())
        except P12Refused:
            continue
        if tried:
            key_keep(UUID(path.stem), material)
        return material
    message = (
        "La clave del certificado está cifrada con otra clave secreta. Ponga la anterior en SECRET_KEY_FALLBACKS, o en "
        "CERT_PASSPHRASE si la tenía, o cree otro certificado."
    )
    raise KeyUnavailable(message)


@lru_cache(maxsize=64)
def _signer_read(path: Path, _secrets_now: str) -> Ed25519PrivateKey:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise KeyUnavailable(SIGNER_LOST) from error
    for tried, password in enumerate(_passwords()):
        try:
            key = load_pem_private_key(data, password)
        except ValueError:
            continue
        if not isinstance(key, Ed25519PrivateKey):
            break
        if tried:
            signer_keep(UUID(path.stem), key)
        return key
    raise KeyUnavailable(SIGNER_SEALED)


@lru_cache(maxsize=1)
def _server_read(path: Path, password: str, _file: tuple[int, int, int]) -> KeyMaterial:
    try:
        return p12_open(path.read_bytes(), password)
    except OSError as error:
        raise KeyUnavailable(UNREADABLE) from error
    except P12Refused as error:
        message = "El archivo de CERT_P12 no se abre con CERT_P12_PASSWORD, o no trae una clave que firme. Avise a quien cuida el sistema."
        raise KeyUnavailable(message) from error


def _secrets() -> Iterator[bytes]:
    if settings.CERT_PASSPHRASE:
        yield settings.CERT_PASSPHRASE.encode()
    yield settings.SECRET_KEY.encode()
    yield from (each.encode() for each in settings.SECRET_KEY_FALLBACKS)


def _passwords() -> Iterator[bytes]:
    """What files are enciphered with, the present one first. A passphrase is a person's, so guessing it is made slow."""
    if settings.CERT_PASSPHRASE:
        slow = scrypt(settings.CERT_PASSPHRASE.encode(), salt=PURPOSE, n=2**14, r=8, p=1, dklen=32)
        yield slow.hex().encode()
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        yield derived(secret.encode(), PURPOSE).hex().encode()
