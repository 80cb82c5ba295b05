"""Checkpoints of a log and the notes that carry them, as https://c2sp.org has them.

`signed-note` (the envelope and the keys' text), `tlog-checkpoint` (the body) and `cosignature/v1` of `tlog-cosignature`, with Ed25519
alone. What is read is taken as it is written there or refused; nothing is repaired.
"""

import re
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from hashlib import sha256
from typing import Self

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from kernel.merkle import HASH_BYTES

MOST_BYTES = 131_072  # sixteen signatures, which all must take, are a hundred thousand where they are post-quantum
MOST_SIGNATURES = 32
MOST_NAME = 255
MOST_SIZE = 2**53 - 1  # what JavaScript counts exactly
MOST_TIME = 2**63 - 1
KEY_BYTES, ID_BYTES, TIME_BYTES = 32, 4, 8

SIGNATURE_LINE = re.compile(r"— (\S+) (\S+)")
NAME = re.compile(r"[^\s+\ud800-\udfff]+")
NUMBER = re.compile(r"0|[1-9][0-9]*")
INCARNATION = re.compile(r"incarnation ([0-9a-f]{32})")
KEY_ID = re.compile(r"[0-9a-f]{8}")


class NoteRefused(ValueError):
    """The text is no note, no checkpoint or no key, or is not signed as it must be.

    `code` is stable and for programs, `message` is Spanish and for people.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class KeyKind(IntEnum):
    """The signature types of signed-note that are made and read here."""

    NOTE = 0x01
    COSIGNATURE = 0x04


@dataclass(frozen=True, slots=True)
class Signature:
    """A line under a note: `signed` is what follows the key's id."""

    name: str
    key_id: bytes
    signed: bytes

    def __str__(self) -> str:
        return f"— {self.name} {b64encode(self.key_id + self.signed).decode()}\n"

    @classmethod
    def parse(cls, line: str) -> Self:
        """Read one line, with or without its end."""
        found = SIGNATURE_LINE.fullmatch(line.removesuffix("\n"))
        decoded = _decoded(found[2]) if found else None
        if not found or not _is_name(found[1]) or decoded is None or len(decoded) <= ID_BYTES:
            raise NoteRefused(
                "firma-mal-formada", "Una firma se escribe «— nombre base64», con un solo espacio entre los tres."
            )
        return cls(found[1], decoded[:ID_BYTES], decoded[ID_BYTES:])


@dataclass(frozen=True, slots=True)
class Note:
    """A text that ends in a newline, and who signed it; nothing of it is verified."""

    text: str
    signatures: tuple[Signature, ...]

    def __str__(self) -> str:
        return f"{self.text}\n{''.join(map(str, self.signatures))}"

    @classmethod
    def parse(cls, content: bytes) -> Self:
        text, blank, lines = _text(content).rpartition("\n\n")
        if not blank or not lines.endswith("\n"):
            raise NoteRefused(
                "nota-sin-firmas", "Una nota es un texto, una línea en blanco y sus firmas, cada una en su línea."
            )
        signatures = [Signature.parse(line) for line in lines[:-1].split("\n")]
        if len(signatures) > MOST_SIGNATURES:
            raise NoteRefused("nota-larga", f"La nota lleva más de {MOST_SIGNATURES} firmas.")
        return cls(f"{text}\n", tuple(signatures))


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The size and the root of a log at one moment.

    `incarnation` names the database that it was made from (32 hexadecimal digits): a restored copy begins another.
    `extensions` are the lines after it, which say nothing here.
    """

    origin: str
    size: int
    root: bytes
    incarnation: str | None = None
    extensions: tuple[str, ...] = ()

    def body(self) -> str:
        """Return the text that is signed; ValueError where these values are no checkpoint."""
        own = [f"incarnation {self.incarnation}"] if self.incarnation is not None else []
        lines = [self.origin, str(self.size), b64encode(self.root).decode(), *own, *self.extensions]
        body = "".join(f"{line}\n" for line in lines)
        if self.parse(body) != self:
            raise ValueError("a checkpoint that reads as another one")
        return body

    @classmethod
    def parse(cls, body: str) -> Self:
        """Read the text of a note."""
        *lines, end = _text(body.encode("utf-8", "surrogatepass")).split("\n")
        if end or len(lines) < 3 or not all(lines):
            raise NoteRefused(
                "punto-mal-formado",
                "Un punto de control son al menos tres líneas, ninguna vacía: origen, tamaño y raíz.",
            )
        origin, size, root, *further = lines
        if len(origin.encode()) > MOST_NAME:
            raise NoteRefused("punto-origen", f"El origen de un punto de control tiene a lo sumo {MOST_NAME} bytes.")
        if not NUMBER.fullmatch(size) or len(size) > len(str(MOST_SIZE)) or int(size) > MOST_SIZE:
            raise NoteRefused(
                "punto-tamano", "El tamaño de un punto de control es un número en cifras, sin ceros delante ni signo."
            )
        incarnation = _incarnation(further.pop(0)) if further and _names_incarnation(further[0]) else None
        if any(map(_names_incarnation, further)):
            raise NoteRefused(
                "punto-encarnacion", "La encarnación de la base se dice una vez, en la línea que sigue a la raíz."
            )
        return cls(origin, int(size), _root(root), incarnation, tuple(further))


@dataclass(frozen=True, slots=True)
class VerifierKey:
    """A public key with the name it signs under and what it signs: notes, or checkpoints of others."""

    name: str
    kind: KeyKind
    public: bytes

    def __post_init__(self) -> None:
        if not _is_name(self.name) or len(self.public) != KEY_BYTES:
            raise NoteRefused("clave-mal-formada", "Una clave tiene un nombre sin espacios ni «+» y 32 bytes.")

    @classmethod
    def of(cls, name: str, private: Ed25519PrivateKey, kind: KeyKind = KeyKind.NOTE) -> Self:
        return cls(name, kind, private.public_key().public_bytes_raw())

    @property
    def key_id(self) -> bytes:
        return sha256(self.name.encode() + b"\n" + bytes([self.kind]) + self.public).digest()[:ID_BYTES]

    def __str__(self) -> str:
        """The `vkey` of signed-note."""
        return f"{self.name}+{self.key_id.hex()}+{b64encode(bytes([self.kind]) + self.public).decode()}"

    @classmethod
    def parse(cls, vkey: str) -> Self:
        name, key_id, encoded = [*vkey.split("+", 2), "", ""][:3]
        material = _decoded(encoded) or b""
        if not KEY_ID.fullmatch(key_id) or len(material) != 1 + KEY_BYTES or material[0] not in [*KeyKind]:
            raise NoteRefused("clave-mal-formada", "Una clave se escribe «nombre+id+base64», y aquí solo Ed25519.")
        key = cls(name, KeyKind(material[0]), material[1:])
        if key.key_id.hex() != key_id:
            raise NoteRefused("clave-con-otro-id", "El id de la clave no es el suyo: la clave está mal copiada.")
        return key


@dataclass(frozen=True, slots=True)
class Cosigned:
    """Who saw that the log only grew up to this checkpoint, and when (seconds since 1970)."""

    name: str
    time: int


@dataclass(frozen=True, slots=True)
class Verified:
    checkpoint: Checkpoint
    cosigned: tuple[Cosigned, ...]


def sign(text: str, name: str, private: Ed25519PrivateKey) -> Signature:
    return Signature(name, VerifierKey.of(name, private).key_id, private.sign(text.encode()))


def cosign(body: str, name: str, private: Ed25519PrivateKey, *, time: int) -> Signature:
    """Sign the body of a checkpoint of another log as `cosignature/v1`, `time` in seconds since 1970.

    Whoever does says that this is the largest tree of that log it has seen, and that it holds all those it saw before.
    """
    key = VerifierKey.of(name, private, KeyKind.COSIGNATURE)
    return Signature(name, key.key_id, time.to_bytes(TIME_BYTES, "big") + private.sign(_cosigned_text(body, time)))


def signed_checkpoint(checkpoint: Checkpoint, private: Ed25519PrivateKey) -> Note:
    """Return the note of a log, whose key bears the name of its origin."""
    body = checkpoint.body()
    return Note(body, (sign(body, checkpoint.origin, private),))


def verify(content: bytes, log: VerifierKey, cosigners: Sequence[VerifierKey] = ()) -> Verified:
    """Return the checkpoint of a note that `log` signed, and which of the `cosigners` did.

    Signatures of other keys are passed over, as signed-note demands. One by a key that is known must be good and be there once,
    or the whole note is refused.
    """
    keys = {(key.name, key.key_id): key for key in (log, *cosigners)}
    if log.kind is not KeyKind.NOTE or any(key.kind is not KeyKind.COSIGNATURE for key in cosigners):
        raise ValueError("a log signs notes, and cosigners checkpoints of others")
    if len(keys) != 1 + len(cosigners):
        raise ValueError("two keys of one name and id")
    note = Note.parse(content)
    known = [(keys[found], each) for each in note.signatures if (found := (each.name, each.key_id)) in keys]
    if len({key for key, _ in known}) != len(known):
        raise NoteRefused("firma-repetida", "La misma clave firma dos veces esta nota.")
    signed = [(key, _checked(note.text, key, signature)) for key, signature in known]
    if log not in (key for key, _ in known):
        raise NoteRefused("firma-ausente", f"«{log.name}» no firma esta nota.")
    checkpoint = Checkpoint.parse(note.text)
    if checkpoint.origin != log.name:
        raise NoteRefused(
            "punto-de-otro", f"Este punto de control no es de «{log.name}», sino de «{checkpoint.origin}»."
        )
    return Verified(checkpoint, tuple(Cosigned(key.name, time) for key, time in signed if key is not log))


def cosigned(body: str, key: VerifierKey, signature: Signature) -> Cosigned:
    """Verify that this key, of a cosigner, signed the body of a checkpoint; raises NoteRefused."""
    if key.kind is not KeyKind.COSIGNATURE or (key.name, key.key_id) != (signature.name, signature.key_id):
        raise NoteRefused("firma-ajena", f"La firma no es de «{key.name}».")
    return Cosigned(key.name, _checked(body, key, signature))


def _checked(text: str, key: VerifierKey, signature: Signature) -> int:
    """Verify one signature; the time that a cosigner says, 0 of a log."""
    signed, time = signature.signed, 0
    if key.kind is KeyKind.COSIGNATURE:
        time, signed = int.from_bytes(signed[:TIME_BYTES], "big"), signed[TIME_BYTES:]
    message = text.encode() if key.kind is KeyKind.NOTE else _cosigned_text(text, time)
    if time > MOST_TIME or not _is_signed(message, key.public, signed):
        raise NoteRefused("firma-falsa", f"La firma de «{key.name}» no es de este texto.")
    return time


def _is_signed(message: bytes, public: bytes, signed: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signed, message)
    except InvalidSignature:
        return False
    return True


def _cosigned_text(body: str, time: int) -> bytes:
    return f"cosignature/v1\ntime {time}\n{body}".encode()


def _text(content: bytes) -> str:
    """Return what a note may hold: UTF-8 without control characters, of a length that is worth reading."""
    if len(content) > MOST_BYTES:
        raise NoteRefused("nota-larga", f"La nota tiene más de {MOST_BYTES} bytes.")
    try:
        text = content.decode()
    except UnicodeDecodeError:
        raise NoteRefused("nota-ilegible", "La nota no es texto UTF-8.") from None
    if any(each < " " and each != "\n" for each in text):
        raise NoteRefused("nota-ilegible", "La nota lleva caracteres de control.")
    return text


def _is_name(name: str) -> bool:
    return bool(NAME.fullmatch(name)) and len(name.encode()) <= MOST_NAME


def _root(encoded: str) -> bytes:
    root = _decoded(encoded)
    if root is None or len(root) != HASH_BYTES:
        raise NoteRefused("punto-raiz", f"La raíz de un punto de control son {HASH_BYTES} bytes en base64.")
    return root


def _names_incarnation(line: str) -> bool:
    return line.partition(" ")[0] == "incarnation"


def _incarnation(line: str) -> str:
    found = INCARNATION.fullmatch(line)
    if not found:
        raise NoteRefused("punto-encarnacion", "La encarnación de la base son 32 cifras hexadecimales en minúsculas.")
    return found[1]


def _decoded(encoded: str) -> bytes | None:
    """Decode standard base64 that is written as it is encoded: padded, without spare bits, blanks or other letters."""
    try:
        decoded = b64decode(encoded, validate=True)
    except (Base64Error, ValueError):
        return None
    return decoded if b64encode(decoded).decode() == encoded else None
