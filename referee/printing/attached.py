"""A file inside a PDF, for whoever has only the PDF."""

from io import BytesIO


def pdf_with_file(pdf: bytes, name: str, data: bytes) -> bytes:
    """The same pages with `data` attached as `name`; the same bytes for the same input."""
    from pypdf import PdfWriter

    writer = PdfWriter(clone_from=BytesIO(pdf))
    writer.add_attachment(name, data)
    written = BytesIO()
    writer.write(written)
    return written.getvalue()
