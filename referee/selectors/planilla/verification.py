"""What the public page says of a printed Planilla: whether it is the valid one, and what that one records."""

from dataclasses import dataclass, replace
from typing import Final, Literal

from referee.models import Mesa, Planilla, Signature
from referee.rules import FINGERPRINT_DIGITS
from referee.rules import fingerprint as fingerprint_of
from referee.selectors.planilla.build import planilla_sheet
from referee.selectors.planilla.sheet import PlanillaSheet

Verdict = Literal["current", "replaced", "draft", "unknown", "unprinted", "awaited"]


JUEZ: Final = str(Signature.Party.JUEZ)


@dataclass(frozen=True, slots=True)
class Verification:
    """The verdict on the paper in hand, and the Planilla that is valid now, if any is sealed.

    `unprinted` is the verdict where the address names no paper: it only asks for the valid Planilla. `awaited`: a
    tablet gave this receipt for a version that it has not sent yet.
    """

    verdict: Verdict
    sheet: PlanillaSheet
    printed_version: int | None
    printed_fingerprint: str

    @property
    def sealed(self) -> bool:
        return self.sheet.status == "sealed"


def verification(mesa: Mesa, *, version: str, fingerprint: str, base_url: str, result: str = "") -> Verification:
    """Judge a paper by the version and fingerprint printed on it; `mesa` comes from `mesas_to_print`.

    The receipt of a tablet says the `result` too: `A.40-22.40-8`, who won and each chica. All are what somebody typed
    or scanned: anything that is not right is `unknown`.
    """
    short = fingerprint.replace("-", "").strip().upper()
    number = int(version) if version.isascii() and version.isdecimal() and len(version) < 5 else None
    return Verification(
        verdict=_verdict(mesa, version=number, short=short, asked=bool(version or fingerprint), result=result),
        sheet=planilla_sheet(mesa, base_url=base_url),
        printed_version=number,
        printed_fingerprint=fingerprint_of(short) if len(short) == FINGERPRINT_DIGITS else "",
    )


def unnamed(checked: Verification) -> Verification:
    """The same without the names of who judged, and of who typed it from the paper."""
    sheet = checked.sheet
    signatures = (replace(each, name="") if each.party == JUEZ else each for each in sheet.signatures)
    heading = replace(sheet.heading, juez="")
    without = replace(sheet, heading=heading, signatures=tuple(signatures), transcribed=_typed(sheet.transcribed))
    return replace(checked, sheet=without)


def _typed(told: str) -> str:
    """Only that it was typed: who did stands after the colon."""
    return f"{told.partition(':')[0]}." if told else ""


def _verdict(mesa: Mesa, *, version: int | None, short: str, asked: bool, result: str) -> Verdict:
    if not asked:
        return "unprinted"
    if version is None or len(short) != FINGERPRINT_DIGITS:
        return "unknown"
    if version == 0:
        return "draft" if _was_a_head(mesa, short) else "unknown"
    if result and not any(planilla.version == version for planilla in mesa.planillas.all()):
        sealed = sum(planilla.status == Planilla.Status.SEALED for planilla in mesa.planillas.all())
        return "awaited" if version == sealed + 1 else "unknown"
    drafts = Planilla.objects.filter(mesa=mesa, version=version, digest__startswith=short.lower())
    statuses = set(drafts.values_list("status", flat=True))
    if statuses and result and result != _result_of(mesa, version):
        return "unknown"
    if Planilla.Status.SEALED in statuses:
        newer = any(p.version > version and p.status == Planilla.Status.SEALED for p in mesa.planillas.all())
        return "replaced" if newer else "current"
    if result and Planilla.Status.FROZEN in statuses:
        return "awaited"
    return "draft" if statuses else "unknown"


def _result_of(mesa: Mesa, version: int) -> str:
    """What the receipt of this version must say."""
    try:
        sheet = planilla_sheet(mesa, base_url="", version=version)
    except Planilla.DoesNotExist:
        return ""
    return ".".join([sheet.winner, *(f"{chica.points[0]}-{chica.points[1]}" for chica in sheet.chicas)])


def _was_a_head(mesa: Mesa, short: str) -> bool:
    """Whether the log has ever ended in this hash: then the paper is a draft printed while it was played."""
    return mesa.head_hash.startswith(short.lower()) or mesa.jugadas.filter(hash__startswith=short.lower()).exists()
