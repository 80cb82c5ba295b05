"""Papers of sealed Planillas, and what is read in them."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from io import BytesIO
from typing import Any

from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext
from pypdf import PdfReader

from referee.models import Mesa
from referee.sealing import planilla_paper
from referee.selectors.planilla.build import mesas_to_print
from tests.factories.brackets import NOW
from tests.factories.referee import Keeper

BASE = "https://torneo.example.ec"


def mesa_of(kept: Keeper) -> Mesa:
    return mesas_to_print().get(public_id=kept.mesa_id)


def signed(kept: Keeper, version: int | None = None, now: datetime = NOW, base_url: str = BASE) -> bytes:
    return planilla_paper(mesa_of(kept), version, base_url=base_url, now=now)


def checked(signature: Any, context: ValidationContext) -> Any:
    """What pyHanko says of it, asked in a thread: a browser of another test may have left a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(validate_pdf_signature, signature, context).result()


def text_of(pdf: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages).split())
