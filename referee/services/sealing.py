"""Sealed PDFs: each telling of a version is kept once, whoever made it, and never changes."""

from datetime import datetime
from hashlib import sha256
from pathlib import Path

from django.conf import settings

from referee.models import Certificate, Planilla, SealedPdf
from referee.services.files import file_write
from referee.services.writing import one_writer


def sealed_pdf_keep(
    *, planilla: Planilla, certificate: Certificate, content: str, data: bytes, timestamped: bool, now: datetime
) -> SealedPdf:
    """Keep `data` as the signed PDF of this telling of the version, or answer the one that somebody kept before.

    The file is written first: a row always has its bytes. Two that sign at once each write their own, and one row stays.
    """
    digest = sha256(data).hexdigest()
    made = SealedPdf(
        planilla=planilla, certificate=certificate, content=content, sha256=digest, size=len(data), signed_at=now,
        timestamped=timestamped,
    )  # fmt: skip
    path = Path(settings.SEALED_ROOT) / made.file
    file_write(path, data)
    with one_writer():
        Planilla.objects.select_for_update(of=("self",)).get(pk=planilla.pk)
        before = SealedPdf.objects.filter(planilla=planilla, content=content, lost_at__isnull=True).first()
        if before is None:
            made.save(force_insert=True)
            return made
    if before.sha256 != digest:
        path.unlink(missing_ok=True)
    return before


def sealed_pdf_lost(*, pdf: SealedPdf, now: datetime) -> None:
    """Its file is gone, or is another one: whoever has it still finds it here, and the next to ask gets a new one."""
    with one_writer():
        SealedPdf.objects.filter(pk=pdf.pk, lost_at__isnull=True).update(lost_at=now)
