"""The signature of an archive, by the certificate that the championship seals its Planillas with."""

from datetime import datetime
from functools import partial
from typing import NamedTuple

import structlog

from brackets.models import Championship
from referee.sealing.planillas import held_signer
from referee.selectors.archive.document import Sign
from referee.selectors.sealed.record import certificate_in_use
from referee.services.keystore import KeyUnavailable

log = structlog.get_logger(__name__)


class ArchiveSigning(NamedTuple):
    """`sign` is None where archives are not signed now; `words` say with what, or why not, in a sentence."""

    sign: Sign | None
    words: str


def archive_signing(championship: Championship, now: datetime) -> ArchiveSigning:
    """Return how to sign an archive of it. One that cannot be signed is written all the same: a copy is better than none."""
    if championship.imported_at is not None:
        return ArchiveSigning(None, "Con la firma que trajo, si es el mismo documento; si no, sin ninguna.")
    certificate = certificate_in_use(championship)
    if certificate is None:
        return ArchiveSigning(None, "Sin firma: el campeonato no tiene certificado, y nadie responde por este archivo.")
    try:
        signer = held_signer(certificate, now)
    except KeyUnavailable as unavailable:
        log.warning("archive_signing", championship=championship.pk, problem=unavailable.message)
        return ArchiveSigning(None, f"Sin firma, y nadie responde por este archivo. {unavailable.message}")
    from referee.sealing.pades import digest_sign

    return ArchiveSigning(
        partial(digest_sign, signer=signer), f"Firmado con el certificado de «{certificate.subject}»."
    )
