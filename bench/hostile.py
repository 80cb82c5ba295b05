"""PDFs that are made to be dear to look at, each as long as may be handed in: `write` puts them into a folder."""

import os
import zlib
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path

from asn1crypto import keys as asn1_keys
from asn1crypto import x509 as asn1_x509
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign import PdfSignatureMetadata, PdfSigner, SimpleSigner
from pyhanko.sign.fields import SigFieldSpec
from pyhanko_certvalidator.registry import SimpleCertificateStore

LONG = 9 * 1024 * 1024
ENTRIES = 3_000_000
DEPTH = 19
CLAIM = b"% /ByteRange\n"
"""What has the product look for signatures."""


def write(folder: Path) -> None:
    folder.mkdir()
    for make in (endless_table, endless_pages, objects_within_objects):
        (folder / f"{make.__name__}.pdf").write_bytes(make())


def endless_table() -> bytes:
    """A cross-reference stream of millions of entries, in some kilobytes."""
    rows = zlib.compress(b"\x01\x00\x00\x0f\x00" * ENTRIES, 9)
    head = b"<</Type/XRef/Size %d/W[1 3 1]/Root 1 0 R/Filter/FlateDecode/Length %d>>" % (ENTRIES, len(rows))
    return _ended([b"<</Type/Catalog>>", _padding(len(rows))], _stream(head, rows))


def objects_within_objects() -> bytes:
    """An object stream of as many objects as there are entries, each an array within arrays."""
    many, nested = 20_000, b"[" * 200 + b"]" * 200
    index = b" ".join(b"%d %d" % (10 + number, number * len(nested)) for number in range(many))
    packed = zlib.compress(index + b" " + nested * many, 9)
    objects = _stream(
        b"<</Type/ObjStm/N %d/First %d/Filter/FlateDecode/Length %d>>" % (many, len(index) + 1, len(packed)), packed
    )
    fields = b" ".join(b"%d 0 R" % (10 + number) for number in range(many))
    body = _numbered([b"<</Type/Catalog/AcroForm<</Fields[" + fields + b"]>>>>", objects, _padding(1_000_000)])
    rows = b"".join(b"\x01%b\x00\x00" % place.to_bytes(4, "big") for place in _places(body, 3))
    rows = bytes(7) + rows + bytes(7) * 6
    rows += b"".join(b"\x02%b%b" % (b"\x00\x00\x00\x02", number.to_bytes(2, "big")) for number in range(many))
    head = b"<</Type/XRef/Size %d/W[1 4 2]/Root 1 0 R/Length %d>>" % (10 + many, len(rows))
    table = b"4 0 obj\n%b\nendobj\n" % _stream(head, rows)
    return b"%b%bstartxref\n%d\n%%%%EOF\n" % (body, table, len(body))


def endless_pages() -> bytes:
    """Signed, and seen on a page of a tree in which each node has itself three times below it, to the last depth that is looked at."""
    nodes = [b"<</Type/Pages/Count 1/Kids[%s]>>" % (b"%d 0 R " % (number + 3) * 3) for number in range(DEPTH)]
    page = b"<</Type/Page/MediaBox[0 0 595 842]/Parent %d 0 R>>" % (DEPTH + 1)
    plain = _tabled([b"<</Type/Catalog/Pages 2 0 R>>", *nodes, page, _padding(100_000)])
    signer = PdfSigner(
        PdfSignatureMetadata(field_name="A"), _signer(), new_field_spec=SigFieldSpec("A", box=(0, 0, 100, 100))
    )
    return signer.sign_pdf(IncrementalPdfFileWriter(BytesIO(plain))).getvalue()


def _signer() -> SimpleSigner:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Nadie")])
    now = datetime.now(UTC)
    made = x509.CertificateBuilder(name, name, key.public_key(), 1, now, now + timedelta(days=1)).sign(key, SHA256())
    return SimpleSigner(
        signing_cert=asn1_x509.Certificate.load(made.public_bytes(Encoding.DER)),
        signing_key=asn1_keys.PrivateKeyInfo.load(key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())),
        cert_registry=SimpleCertificateStore(),
    )


def _stream(head: bytes, data: bytes) -> bytes:
    return head + b"stream\n" + data + b"\nendstream"


def _padding(others: int) -> bytes:
    """So much that cannot be made smaller, and that nobody asks for."""
    noise = os.urandom(LONG - others)
    return _stream(b"<</Length %d>>" % len(noise), noise)


def _ended(objects: list[bytes], table: bytes) -> bytes:
    body = _numbered([*objects, table])
    return b"%sstartxref\n%d\n%%%%EOF\n" % (body, body.rindex(b"%d 0 obj" % (len(objects) + 1)))


def _tabled(objects: list[bytes]) -> bytes:
    body = _numbered(objects)
    places = b"".join(b"%010d 00000 n \n" % place for place in _places(body, len(objects)))
    table = b"xref\n0 %d\n0000000000 65535 f \n%b" % (len(objects) + 1, places)
    trailer = b"trailer\n<</Root 1 0 R/Size %d>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(body))
    return body + table + trailer


def _places(body: bytes, many: int) -> list[int]:
    """Where each object begins."""
    places, found = [], 0
    for number in range(1, many + 1):
        found = body.index(b"\n%d 0 obj\n" % number, found) + 1
        places.append(found)
    return places


def _numbered(objects: list[bytes]) -> bytes:
    parts = (b"%d 0 obj\n%s\nendobj\n" % (number, text) for number, text in enumerate(objects, 1))
    return b"%PDF-1.7\n" + CLAIM + b"".join(parts)
