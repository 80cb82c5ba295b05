"""The signed PDF of a Planilla: made when it is first asked for, the same bytes ever after."""

from dataclasses import replace
from datetime import datetime, timedelta
from functools import lru_cache
from hashlib import sha256
from threading import Lock
from typing import TYPE_CHECKING, Final

import structlog
from django.conf import settings
from django.urls import reverse
from django.utils.timezone import localtime

from referee.models import Certificate, Mesa, Planilla, SealedPdf
from referee.printing import sheet_pdf
from referee.selectors.planilla.build import planilla_sheet
from referee.selectors.planilla.sheet import PlanillaSheet
from referee.selectors.sealed.record import bytes_kept, certificate_in_use
from referee.services.keystore import KeyMaterial, KeyUnavailable, key_of
from referee.services.sealing import sealed_pdf_keep, sealed_pdf_lost

if TYPE_CHECKING:
    from referee.sealing.pades import HeldKeySigner, StampServer

WAIT: Final = timedelta(minutes=1)  # until a server of time stamps that did not answer is asked again

log = structlog.get_logger(__name__)


def planilla_paper(mesa: Mesa, version: int | None = None, *, base_url: str, now: datetime) -> bytes:
    """The signed PDF of a sealed version, by default the newest; `mesa` comes from `mesas_to_print`.

    What was signed once is given out as it was, whatever became of the certificate. Where it cannot be signed, a PDF that says so:
    whoever needs the paper gets it. A draft is never signed, nor a version whose signatures
    are not those it was sealed with. Raises Planilla.DoesNotExist.
    """
    sheet = planilla_sheet(mesa, base_url=base_url, version=version)
    if sheet.status in ("draft", "altered"):
        return sheet_pdf(sheet)
    planilla = next(each for each in mesa.planillas.all() if each.version == sheet.version)
    content = content_of(sheet)
    kept = _kept(planilla, content, now=now)
    if kept is not None:
        return kept
    certificate = certificate_in_use(mesa.fixture.stage.championship)
    if certificate is None:
        return sheet_pdf(sheet)
    try:
        return _sign(certificate, planilla, sheet, content, base_url=base_url, now=now)
    except KeyUnavailable as unavailable:
        log.warning("planilla_paper", mesa=str(mesa.public_id), problem=unavailable.message)
        return sheet_pdf(replace(sheet, seal=f"Sin firma electrónica: {_begun_small(unavailable.message)}"))


def _kept(planilla: Planilla, content: str, *, now: datetime) -> bytes | None:
    """This telling as it was signed; None where nobody has, or its file is gone, which is then noted."""
    kept = SealedPdf.objects.filter(planilla=planilla, content=content, lost_at__isnull=True).first()
    if kept is None:
        return None
    data = bytes_kept(kept)
    if data is None:
        log.error("sealed_pdf_lost", planilla=planilla.pk, sha256=kept.sha256)
        sealed_pdf_lost(pdf=kept, now=now)
    return data


def content_of(sheet: PlanillaSheet) -> str:
    """The digest of what a Planilla tells, whatever the address in its QR and whoever seals it."""
    told = repr(replace(sheet, seal="", verify_url=""))
    return sha256(f"{told}{sheet.overruled}".encode()).hexdigest()


def _sign(
    certificate: Certificate, planilla: Planilla, sheet: PlanillaSheet, content: str, *, base_url: str, now: datetime
) -> bytes:
    """Raises KeyUnavailable where the certificate does not sign."""
    signer = held_signer(certificate, now)
    drawn = sheet_pdf(replace(sheet, seal=seal_told(certificate, base_url)))
    data, timestamped = _pdf_sign(drawn, signer, reason=sheet.claim, now=now)
    made = sealed_pdf_keep(
        planilla=planilla, certificate=certificate, content=content, data=data, timestamped=timestamped, now=now
    )
    return bytes_kept(made) or data


def seal_told(certificate: Certificate, base_url: str) -> str:
    """By whom it is sealed, for the paper."""
    whose = f" ({certificate.organisation})" if certificate.organisation else ""
    return (
        f"Firmada electrónicamente con el certificado de «{certificate.subject}»{whose}, emitido por «{certificate.issuer}», "
        f"huella {certificate.fingerprint[:16].upper()}. Se comprueba en {base_url}{reverse('referee:planilla_check')}"
    )


def held_signer(certificate: Certificate, now: datetime) -> "HeldKeySigner":
    """What signs with this certificate. Raises KeyUnavailable, also where it is over."""
    if certificate.not_after <= now:
        message = (
            f"El certificado del campeonato venció el {localtime(certificate.not_after):%d/%m/%Y}. "
            "El Director debe poner otro en Panel › Certificado."
        )
        raise KeyUnavailable(message)
    return _held(key_of(certificate))


@lru_cache(maxsize=16)
def _held(material: KeyMaterial) -> "HeldKeySigner":
    from referee.sealing.pades import HeldKeySigner

    return HeldKeySigner(material)


class _Stamps:
    """Whether the server of time stamps is to be asked: one that is down must not hold up every Planilla of a round."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._again: datetime | None = None

    def server(self, now: datetime) -> "StampServer | None":
        from referee.sealing.pades import StampServer

        with self._lock:
            waits = self._again is not None and now < self._again
        return StampServer(settings.TSA_URL) if settings.TSA_URL and not waits else None

    def refused(self, now: datetime) -> None:
        with self._lock:
            self._again = now + WAIT


_STAMPS: Final = _Stamps()


def _pdf_sign(drawn: bytes, signer: "HeldKeySigner", *, reason: str, now: datetime) -> tuple[bytes, bool]:
    """Signed, and whether with a time stamp: where its server does not answer, a signature without one is better than none."""
    from referee.sealing.pades import StampRefused, pdf_sign

    stamps = _STAMPS.server(now)
    if stamps is not None:
        try:
            return pdf_sign(drawn, signer, reason=reason, now=now, stamps=stamps), True
        except StampRefused:
            log.exception("time_stamp", url=settings.TSA_URL)
            _STAMPS.refused(now)
    return pdf_sign(drawn, signer, reason=reason, now=now), False


def _begun_small(text: str) -> str:
    return text[:1].lower() + text[1:]
