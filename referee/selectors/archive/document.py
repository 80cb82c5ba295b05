"""The form of a document: JSON of which each row is one line, so that it is written and read without ever being in memory.

    {"formato":"cuarenta-torneo/archivo","incluye":{…},"instalacion":"…","partes":{
    "campeonato":[
    {…}
    ],
    …
    },"huellas":{
    "campeonato":{"filas":1,"sha256":"…","tramos":["…"]},
    …
    },
    "huella":"…","firma":"…"}

Each row is canonical. The digest of a part is that of its rows, each with an end of line and without the comma; of every hundred rows there is a
short one, which says where something was changed. The last line has the SHA-256 of all the bytes before it and, where the championship has a
certificate, a detached CMS signature of the same bytes in base64.
"""

import gzip
import json
import re
import zlib
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, Final, cast

import msgspec

from brackets.selectors.wording import counted
from referee.rules import canonical
from referee.selectors.archive.refusal import UNANSWERED, Refused

FORMAT: Final = "cuarenta-torneo/archivo"
VERSION: Final = 1
STRETCH: Final = 100
LONGEST: Final = 16 * 1024 * 1024
MOST_ROWS: Final = 1_000_000
"""Of a championship of a thousand parejas that meet in twenty rounds it has half. What has more is not read at all."""
MOST_BYTES: Final = 1024 * 1024 * 1024
"""The same, unpacked: a few kilobytes of gzip may hold a gigabyte."""
AT_ONCE: Final = 1024 * 1024
SHORT: Final = 16
GZIP: Final = b"\x1f\x8b"
LONGEST_NAME: Final = 120
HEAD: Final = {"formato", "version", "incluye", "instalacion"}
INCLUDED: Final = {"personales", "tinta"}
LONGEST_SIGNATURE: Final = 64 * 1024
"""Base64 characters: with the certificates that lead to a root it has a few thousand."""
LAST: Final = re.compile(rb'"huella":"([0-9a-f]{64})"(?:,"firma":"([A-Za-z0-9+/]+={0,2})")?\}')
Parts = Iterable[tuple[str, Iterable[bytes]]]
Sign = Callable[[bytes], bytes]
"""Gives a detached CMS signature (DER) of what has this SHA-256, or nothing."""

encode: Callable[[Any], bytes] = msgspec.json.Encoder(order="sorted").encode


class Digests:
    """Of a part as it goes by."""

    def __init__(self) -> None:
        self.rows = 0
        self._whole, self._stretch, self._stretches = sha256(), sha256(), list[str]()

    def add(self, row: bytes) -> None:
        line = row + b"\n"
        self._whole.update(line)
        self._stretch.update(line)
        self.rows += 1
        if self.rows % STRETCH == 0:
            self._end()

    def _end(self) -> None:
        self._stretches.append(self._stretch.hexdigest()[:SHORT])
        self._stretch = sha256()

    def told(self) -> dict[str, Any]:
        last = [self._stretch.hexdigest()[:SHORT]] if self.rows % STRETCH else []
        return {"filas": self.rows, "sha256": self._whole.hexdigest(), "tramos": [*self._stretches, *last]}


def document(head: dict[str, Any], parts: Parts, sign: Sign | None = None) -> Iterator[bytes]:
    """The lines of a document; the last one has its digest and its signature."""
    whole = sha256()
    for line in _body(head, parts):
        whole.update(line)
        yield line
    signature = sign(whole.digest()) if sign else b""
    signed = b',"firma":"%s"' % b64encode(signature) if signature else b""
    yield b'"huella":"%s"%s}\n' % (whole.hexdigest().encode(), signed)


def _body(head: dict[str, Any], parts: Parts) -> Iterator[bytes]:
    opened = canonical({"formato": FORMAT, "version": VERSION, **head}).removesuffix(b"}")
    yield opened + b',"partes":{\n'
    digests: dict[str, Any] = {}
    for name, rows in parts:
        if digests:
            yield b"],\n"
        yield b'"%s":[\n' % name.encode()
        told = Digests()
        before = b""
        for row in rows:
            told.add(row)
            if before:
                yield before + b",\n"
            before = row
        if before:
            yield before + b"\n"
        digests[name] = told.told()
    yield b']\n},"huellas":{\n'
    yield b",\n".join(b'"%s":%s' % (name.encode(), canonical(each)) for name, each in digests.items()) + b"\n"
    yield b"},\n"


@dataclass(frozen=True, slots=True)
class Line:
    """A row as it stands in the file: of which part, its number there from 1, its line in the file, its bytes."""

    part: str
    row: int
    line: int
    text: bytes


def refused(what: str, line: Line) -> Refused:
    """What is wrong with the row of this line."""
    return Refused(what, line=line.line, part=line.part, row=line.row)


@dataclass
class Reader:
    """A document as it is read: `head` is there after the first line, `digest` and `signature` at the end. Iterating it again begins anew.

    `signature` is empty where there is none, and verified by `signature.signer_of`.

    Raises Refused where it is not in this form, and at the end where a digest is another.
    """

    path: Path
    names: tuple[str, ...]
    head: dict[str, Any] = field(default_factory=dict)
    digest: str = ""
    signature: bytes = b""
    rows: dict[str, int] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Line]:
        with _opened(self.path) as file:
            _require_sensible(file)
        with _opened(self.path) as file:
            lines = _Lines(file)
            self.head = _head(lines)
            digests: dict[str, Digests] = {}
            for place, name in enumerate(self.names):
                digests[name] = Digests()
                yield from _part(lines, name, digests[name], last=place == len(self.names) - 1)
            self.rows = {name: each.rows for name, each in digests.items()}
            _ends(lines, digests)
            self.digest, self.signature = lines.end()


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    """The file, unpacked if it is packed."""
    with path.open("rb") as raw:
        packed = raw.read(len(GZIP)) == GZIP
        raw.seek(0)
        yield cast("IO[bytes]", gzip.GzipFile(fileobj=raw)) if packed else raw


def _require_sensible(file: IO[bytes]) -> None:
    """Raise Refused where it holds more than any championship does, as soon as that much was read."""
    rows = size = 0
    with suppress(OSError, EOFError, zlib.error):  # what is damaged is found, with its line, when it is read
        while chunk := file.read(AT_ONCE):
            rows, size = rows + chunk.count(b"\n"), size + len(chunk)
            if rows > MOST_ROWS or size > MOST_BYTES:
                raise Refused("tiene más de un millón de filas o más de 1 GB: ningún campeonato tiene tanto")


class _Lines:
    """The lines of a file, counted, with the digest of all before the one that is being read."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file, self._before, self._now = file, sha256(), b""
        self.number = 0

    def next(self) -> bytes:
        self._before.update(self._now)
        self.number += 1
        try:
            self._now = self._file.readline(LONGEST)
        except (OSError, EOFError, zlib.error) as error:
            raise Refused("el archivo comprimido está dañado a partir de aquí", line=self.number) from error
        if not self._now.endswith(b"\n"):
            what = (
                "el archivo termina antes de tiempo: está incompleto"
                if len(self._now) < LONGEST
                else "la línea es demasiado larga"
            )
            raise Refused(what, line=self.number)
        return self._now[:-1]

    def want(self, wanted: bytes) -> None:
        if self.next() != wanted:
            raise Refused(f"aquí tendría que decir «{wanted.decode()}»", line=self.number)

    def end(self) -> tuple[str, bytes]:
        """The digest at the end, which is that of all before it, the signature, and then nothing."""
        last = LAST.fullmatch(self.next())
        digest = self._before.hexdigest()
        if last is None or last[1] != digest.encode():
            raise Refused(f"la huella del final no es la del documento, que es {digest}", line=self.number)
        try:
            more = self._file.read(1)
        except (OSError, EOFError, zlib.error):
            more = b"what is no part of it"
        if more:
            raise Refused("después del final hay algo más", line=self.number + 1)
        return digest, self._signature(last[2] or b"")

    def _signature(self, encoded: bytes) -> bytes:
        try:
            signature = b64decode(encoded, validate=True) if len(encoded) <= LONGEST_SIGNATURE else b""
        except Base64Error:
            signature = b""
        if b64encode(signature) != encoded:
            raise Refused(f"{UNANSWERED}: la firma no se puede leer", line=self.number)
        return signature


def _head(lines: _Lines) -> dict[str, Any]:
    text = lines.next()
    end = b',"partes":{'
    try:
        head = json.loads(text.removesuffix(end) + b"}") if text.endswith(end) else None
    except (ValueError, RecursionError):
        head = None
    if not isinstance(head, dict) or head.get("formato") != FORMAT:
        raise Refused("no es el archivo de un campeonato", line=1)
    if head.get("version") != VERSION:
        version = head.get("version")
        raise Refused(f"es de la versión {version} y aquí se lee la {VERSION}: actualice esta instalación", line=1)
    included = head.get("incluye")
    if (
        set(head) != HEAD
        or not isinstance(head["instalacion"], str)
        or not (len(head["instalacion"]) <= LONGEST_NAME and head["instalacion"].isprintable())
        or not isinstance(included, dict)
        or set(included) != INCLUDED
        or not all(isinstance(each, bool) for each in included.values())
    ):
        raise Refused("la cabecera no dice lo que pide el esquema", line=1)
    if canonical(head).removesuffix(b"}") + end != text:
        raise Refused("la cabecera no está escrita como se exportó", line=1)
    return head


def _part(lines: _Lines, name: str, digests: Digests, *, last: bool) -> Iterator[Line]:
    lines.want(b'"%s":[' % name.encode())
    more = True
    closing = b"]" if last else b"],"
    while True:
        text = lines.next()
        if text == closing and (not more or not digests.rows):
            return
        if not more or not text.startswith(b"{"):
            wanted = f"una fila de la parte «{name}»" if more else f"el fin de la parte «{name}»"
            raise Refused(f"aquí tendría que estar {wanted}", line=lines.number)
        more = text.endswith(b",")
        row = text[:-1] if more else text
        digests.add(row)
        yield Line(name, digests.rows, lines.number, row)


def _ends(lines: _Lines, digests: dict[str, Digests]) -> None:
    """What the document says of the digests of its parts; raises Refused with the rows that are others."""
    lines.want(b'},"huellas":{')
    for place, (name, each) in enumerate(digests.items()):
        told = each.told()
        text = lines.next().removesuffix(b"," if place < len(digests) - 1 else b"")
        if text != b'"%s":%s' % (name.encode(), canonical(told)):
            raise Refused(_differing(text, name, told), line=lines.number, part=name)
    lines.want(b"},")


def _differing(text: bytes, name: str, told: dict[str, Any]) -> str:
    try:
        (said,) = json.loads(b"{" + text + b"}").values()
        stretches = list(said["tramos"])
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return f"lo que dice de la parte «{name}» no se puede leer"
    for place, (one, other) in enumerate(zip(stretches, told["tramos"], strict=False)):
        if one != other:
            first, last = place * STRETCH + 1, min((place + 1) * STRETCH, told["filas"])
            return f"la parte «{name}» no es la que se exportó: algo cambió entre las filas {first} y {last}"
    return f"la parte «{name}» no es la que se exportó: tiene {counted(told['filas'], 'fila', 'filas')}, y no {said.get('filas')}"
