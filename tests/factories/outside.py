"""What people and attackers do to a sealed PDF, as PDF programs do it."""

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

from asn1crypto import keys, x509
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign import PdfSignatureMetadata, PdfSigner, SimpleSigner
from pyhanko.sign.fields import SigFieldSpec, append_signature_field
from pyhanko.stamp import TextStampStyle
from pyhanko_certvalidator.registry import SimpleCertificateStore

from tests.factories.sealing import certificate_named, key_of


def person_signer(whose: str) -> SimpleSigner:
    secret = key_of(whose).private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
    return SimpleSigner(
        signing_cert=x509.Certificate.load(certificate_named(whose).public_bytes(Encoding.DER)),
        signing_key=keys.PrivateKeyInfo.load(secret),
        cert_registry=SimpleCertificateStore(),
    )


SMALL = (60, 20, 180, 70)
HALF_A_PAGE = (0, 0, 595, 421)


def signed_outside(
    pdf: bytes, whose: str = "Rosa Guamán", *, field: str = "Signature1", visible: bool = True,
    box: tuple[int, int, int, int] = SMALL,
) -> bytes:  # fmt: skip
    """Signed further by a person, as FirmaEC does: a new field, seen on the page, in a revision of its own."""
    signer = PdfSigner(
        PdfSignatureMetadata(field_name=field), person_signer(whose), stamp_style=TextStampStyle(stamp_text="Firmado"),
        new_field_spec=SigFieldSpec(field, box=box if visible else None),
    )  # fmt: skip
    with ThreadPoolExecutor(1) as thread:  # of its own: a browser of another test may have left a loop in this one
        return thread.submit(signer.sign_pdf, IncrementalPdfFileWriter(BytesIO(pdf))).result().getvalue()


def signature_repeated(pdf: bytes, times: int) -> bytes:
    """A revision with so many fields more that have the value of the first signature."""
    writer = IncrementalPdfFileWriter(BytesIO(pdf))
    fields = writer.root["/AcroForm"]["/Fields"]
    first = fields[0].get_object()
    for number in range(times):
        again = generic.DictionaryObject(first)
        again[generic.pdf_name("/T")] = generic.pdf_string(f"Otra{number}")
        fields.append(writer.add_object(again))
    writer.update_container(fields)
    return written(writer)


def page_replaced(pdf: bytes) -> bytes:
    """A revision that gives the first page another content."""
    writer = IncrementalPdfFileWriter(BytesIO(pdf))
    page = writer.root["/Pages"]["/Kids"][0].get_object()
    page["/Contents"] = writer.add_object(generic.StreamObject(stream_data=b"BT /F1 40 Tf 100 400 Td (B 40) Tj ET"))
    writer.update_container(page)
    return written(writer)


def content_shadowed(pdf: bytes) -> bytes:
    """A revision that writes the content object of the first page anew, under its own number."""
    writer = IncrementalPdfFileWriter(BytesIO(pdf))
    page = writer.root["/Pages"]["/Kids"][0].get_object()
    content = page.raw_get("/Contents").get_object()
    content._data = b"BT /F1 40 Tf 100 400 Td (B 40) Tj ET"
    content._encoded_data = None
    writer.mark_update(page.raw_get("/Contents"))
    return written(writer)


def annotated(pdf: bytes) -> bytes:
    """A revision that lays a note with an appearance of its own over the first page."""
    writer = IncrementalPdfFileWriter(BytesIO(pdf))
    page = writer.root["/Pages"]["/Kids"][0].get_object()
    box = generic.ArrayObject(map(generic.NumberObject, (0, 0, 595, 842)))
    look = generic.StreamObject(
        {generic.pdf_name("/Type"): generic.pdf_name("/XObject"), generic.pdf_name("/Subtype"): generic.pdf_name("/Form"),
         generic.pdf_name("/BBox"): box}, stream_data=b"1 g 0 0 595 842 re f",
    )  # fmt: skip
    note = generic.DictionaryObject(
        {
            generic.pdf_name("/Type"): generic.pdf_name("/Annot"),
            generic.pdf_name("/Subtype"): generic.pdf_name("/FreeText"),
            generic.pdf_name("/Rect"): box,
            generic.pdf_name("/AP"): generic.DictionaryObject({generic.pdf_name("/N"): writer.add_object(look)}),
        }
    )
    notes = page.get("/Annots", generic.ArrayObject())
    page["/Annots"] = generic.ArrayObject([*notes, writer.add_object(note)])
    writer.update_container(page)
    return written(writer)


def seal_redressed(pdf: bytes) -> bytes:
    """A revision that gives our own signature's field an appearance and a place on the page."""
    writer = IncrementalPdfFileWriter(BytesIO(pdf))
    field = writer.root["/AcroForm"]["/Fields"][0].get_object()
    look = generic.StreamObject(
        {generic.pdf_name("/Type"): generic.pdf_name("/XObject"), generic.pdf_name("/Subtype"): generic.pdf_name("/Form"),
         generic.pdf_name("/BBox"): generic.ArrayObject(map(generic.NumberObject, (0, 0, 595, 842)))},
        stream_data=b"1 g 0 0 595 842 re f",
    )  # fmt: skip
    field["/Rect"] = generic.ArrayObject(map(generic.NumberObject, (0, 0, 595, 842)))
    field["/AP"] = generic.DictionaryObject({generic.pdf_name("/N"): writer.add_object(look)})
    writer.update_container(field)
    return written(writer)


def field_seen(pdf: bytes, box: tuple[int, int, int, int] = (0, 0, 595, 842)) -> bytes:
    """A revision that adds a field for a signature, which nobody signed, and lets it show something over the first page."""
    writer = IncrementalPdfFileWriter(BytesIO(pdf))
    append_signature_field(writer, SigFieldSpec("Vacio", box=box))
    field = writer.root["/AcroForm"]["/Fields"][-1].get_object()
    place = generic.ArrayObject(map(generic.NumberObject, (0, 0, box[2] - box[0], box[3] - box[1])))
    look = generic.StreamObject(
        {generic.pdf_name("/Type"): generic.pdf_name("/XObject"), generic.pdf_name("/Subtype"): generic.pdf_name("/Form"),
         generic.pdf_name("/BBox"): place}, stream_data=b"1 g 0 0 595 842 re f",
    )  # fmt: skip
    field["/AP"] = generic.DictionaryObject({generic.pdf_name("/N"): writer.add_object(look)})
    writer.update_container(field)
    return written(writer)


def written(writer: IncrementalPdfFileWriter) -> bytes:
    out = BytesIO()
    writer.write(out)
    return out.getvalue()
