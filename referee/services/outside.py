"""A Planilla that somebody signed outside, brought back: our bytes first, then signatures and nothing else."""

from datetime import datetime
from hashlib import sha256
from pathlib import Path

from django.conf import settings

from brackets.models import User
from brackets.services.audit import audit_record
from referee.models import Mesa, OutsideSigned, Planilla
from referee.selectors.sealed.verdict import Lineage, lineage_of, verdict_of
from referee.services.errors import RefereeError
from referee.services.files import file_write
from referee.services.writing import one_writer


class OutsideRefused(RefereeError):
    """The file is not kept; nothing was changed."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"firmada-fuera-{code}", message)


class OutsideUndecided(OutsideRefused):
    """The server has too much to do to look at the file; nothing is said against it."""

    http_status = 503


def outside_signed_keep(*, mesa: Mesa, data: bytes, user: User, now: datetime) -> OutsideSigned:
    """Keep it beside the Planilla, with who signed; the same file again changes nothing. Raises OutsideRefused.

    Looking at the file takes up to half a minute, outside of any transaction.
    """
    lineage = lineage_of(data, known=True)
    _require_ours(lineage, mesa, data)
    pdf = lineage.pdf
    if pdf is None:
        raise AssertionError
    made = OutsideSigned(
        pdf=pdf,
        sha256=sha256(data).hexdigest(),
        signers=[
            {
                "name": each.name,
                "issuer": each.issuer,
                "at": each.at.isoformat() if each.at else None,
                "trusted": each.trusted,
            }
            for each in lineage.later
        ],
        brought_at=now,
        brought_by=user,
    )
    file_write(Path(settings.SEALED_ROOT) / made.file, data)
    with one_writer():
        Planilla.objects.select_for_update(of=("self",)).get(pk=pdf.planilla_id)
        before = OutsideSigned.objects.filter(sha256=made.sha256).first()
        if before is not None:
            return before
        made.save(force_insert=True)
        audit_record(
            championship=mesa.fixture.stage.championship,
            user=user,
            now=now,
            action="planilla-firmada-fuera",
            sentence=f"Subió la Planilla de la {mesa.fixture.name}, firmada fuera por {_names(lineage)}."[:300],
            data={"mesa": str(mesa.public_id), "version": pdf.planilla.version, "sha256": made.sha256},
        )
    return made


def _require_ours(lineage: Lineage, mesa: Mesa, data: bytes) -> None:
    """Refuse what is not the Planilla of this mesa that counts, with signatures after ours."""
    pdf = lineage.pdf
    if lineage.undecided:
        raise OutsideUndecided("sin-decidir", f"{lineage.undecided} El archivo no se guardó todavía.")
    if pdf is None:
        _refuse_strange(data, lineage)
    elif pdf.planilla.mesa_id != mesa.pk:
        message = f"Esa es la Planilla de la {pdf.planilla.mesa.fixture.name}. Súbala en la página de esa partida."
        raise OutsideRefused("otra-mesa", message)
    elif lineage.problems:
        raise OutsideRefused(
            "alterada", " ".join(lineage.problems) + " Fírmela de nuevo sobre el PDF que se descarga aquí."
        )
    elif not lineage.later:
        message = "El archivo es nuestro PDF tal como se descargó: todavía no lleva ninguna firma más. Fírmelo y vuelva a subirlo."
        raise OutsideRefused("sin-firma", message)
    elif (newest := _newest(mesa)) != pdf.planilla.version:
        message = f"Firmó la versión {pdf.planilla.version}, y la vigente es la {newest}. Descargue esa y fírmela."
        raise OutsideRefused("otra-version", message)


def _refuse_strange(data: bytes, lineage: Lineage) -> None:
    verdict = verdict_of(data, lineage)
    if verdict.kind == "unsigned":
        message = "El PDF no lleva la firma del campeonato. Descargue aquí el PDF firmado, firme ese y súbalo."
        raise OutsideRefused("sin-la-nuestra", message)
    if verdict.kind == "altered":
        message = "El archivo no empieza con nuestro PDF sin cambios: " + " ".join(verdict.problems)
        raise OutsideRefused("alterada", f"{message} Fírmelo sin imprimirlo ni guardarlo antes con otro programa.")
    message = "El archivo no es una Planilla de este sitio. " + " ".join(verdict.problems)
    raise OutsideRefused("ajena", f"{message} Descargue aquí el PDF, fírmelo y suba el archivo firmado.")


def _newest(mesa: Mesa) -> int:
    sealed = Planilla.objects.filter(mesa=mesa, status=Planilla.Status.SEALED).order_by("-version")
    return sealed.values_list("version", flat=True).first() or 0


def _names(lineage: Lineage) -> str:
    return ", ".join(each.name for each in lineage.later)
