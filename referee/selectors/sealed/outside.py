"""What people signed on a Planilla outside, with certificates of their own."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from brackets.models import Fixture
from referee.models import Mesa, OutsideSigned

TRUST: Final = {
    None: "cadena no comprobada",
    True: "cadena comprobada",
    False: "cadena no reconocida",
}


@dataclass(frozen=True, slots=True)
class OutsideSigner:
    """Whose certificate, by whom issued, when by his own clock, and what is known of whoever issued it."""

    name: str
    issuer: str
    at: datetime | None
    trust: str


@dataclass(frozen=True, slots=True)
class Outside:
    """One file that was brought: the version that it signs, and who signed it."""

    kept: OutsideSigned
    version: int
    signers: tuple[OutsideSigner, ...]


def outside_of(mesa: Mesa) -> list[Outside]:
    """Each file brought for a version of this mesa's Planilla, in the order they came: one query."""
    found = OutsideSigned.objects.filter(pdf__planilla__mesa=mesa).select_related("pdf__planilla", "brought_by")
    return [Outside(each, each.pdf.planilla.version, tuple(map(_signer, each.signers))) for each in found]


def outside_names(fixtures: Collection[Fixture]) -> Mapping[int, str]:
    """By fixture, who signed its Planilla outside, where anybody did: one query."""
    names: dict[int, list[str]] = {}
    found = OutsideSigned.objects.filter(pdf__planilla__mesa__fixture__in=[fixture.pk for fixture in fixtures])
    for fixture, signers in found.values_list("pdf__planilla__mesa__fixture", "signers"):
        names.setdefault(fixture, []).extend(each["name"] for each in signers)
    return {fixture: ", ".join(dict.fromkeys(each)) for fixture, each in names.items()}


def _signer(told: Mapping[str, Any]) -> OutsideSigner:
    at = told["at"]
    return OutsideSigner(
        told["name"], told["issuer"], datetime.fromisoformat(at) if at else None, TRUST[told["trusted"]]
    )
