"""Certificates and sealed PDFs as they are kept."""

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509 import load_pem_x509_certificate
from django.conf import settings
from django.db.models import QuerySet

from brackets.models import Championship
from referee.models import Certificate, OutsideSigned, SealedPdf


def certificate_in_use(championship: Championship) -> Certificate | None:
    """What Planillas are signed with now; nothing where the championship only came here from its archive."""
    if championship.imported_at is not None:
        return None
    return championship.certificates.filter(ended_at__isnull=True).first()


def has_signed(championship: Championship) -> bool:
    """Whether a Planilla of it may come signed: it has a certificate, or had one with which some were."""
    signed = SealedPdf.objects.filter(certificate__championship=championship)
    return certificate_in_use(championship) is not None or signed.exists()


def certificates_ended(championship: Championship) -> QuerySet[Certificate]:
    """Those of before, the last one first: what was signed with them still stands."""
    return championship.certificates.filter(ended_at__isnull=False)


def fingerprint_told(fingerprint: str) -> str:
    """As other programs show it.

    >>> fingerprint_told("7f3a91")
    '7F:3A:91'
    """
    return ":".join(fingerprint[at : at + 2] for at in range(0, len(fingerprint), 2)).upper()


def public_der(certificate: Certificate) -> bytes:
    """The certificate alone, as a `.cer` file holds it."""
    return load_pem_x509_certificate(certificate.pem.encode()).public_bytes(Encoding.DER)


def sealed_among(digests: Iterable[str]) -> SealedPdf | None:
    """The sealed PDF of one of these digests, with all that is said of it."""
    found = SealedPdf.objects.select_related(
        "certificate", "planilla__mesa__fixture__stage__championship", "planilla__corrected_by"
    )
    return found.filter(sha256__in=list(digests)).order_by("-size").first()


def bytes_kept(kept: SealedPdf | OutsideSigned) -> bytes | None:
    """The file as it was, or None where it is gone or is no longer that one."""
    try:
        data = (Path(settings.SEALED_ROOT) / kept.file).read_bytes()
    except OSError:
        return None
    return data if sha256(data).hexdigest() == kept.sha256 else None
