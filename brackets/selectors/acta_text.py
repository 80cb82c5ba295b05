"""The text of an acta from the bytes of its file, or of the PDF that carries it."""

from io import BytesIO
from typing import Final

ACTA_NAME: Final = "acta.json"
"""As which the printed acta carries its file."""


class NoActa(ValueError):
    """What is no acta, in a sentence for people."""


def acta_text(raw: bytes) -> str:
    """JSON as it stands, or the file attached to a PDF; NoActa where there is none.

    >>> acta_text(b'{"acta": "sorteo"}')
    '{"acta": "sorteo"}'
    """
    return (_attached(raw) if raw.startswith(b"%PDF") else raw).decode("utf-8-sig", errors="replace")


def _attached(pdf: bytes) -> bytes:
    from pypdf import PdfReader

    try:
        files = PdfReader(BytesIO(pdf)).attachments.get(ACTA_NAME)
    except MemoryError:
        raise
    except Exception as error:
        raise NoActa("Ese PDF no se puede leer. Descárguelo otra vez, o use el archivo .json.") from error
    if not files:
        raise NoActa(
            "Ese PDF no lleva dentro el archivo del acta. Use el que se descarga de la página del sorteo, o el .json."
        )
    return files[0]
