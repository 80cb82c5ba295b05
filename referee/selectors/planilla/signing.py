"""How a Planilla was signed, for who directs: on which tablet, who was signed in on it, when, and how alike what was drawn is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils.timezone import localtime

from brackets.models import User
from brackets.selectors.wording import counted
from referee.models import Device, Planilla, Signature
from referee.selectors.planilla.drawing import Drawn, is_one_hand, nearest


@dataclass(frozen=True, slots=True)
class SignedHow:
    """One answer: whose, with the tablet by name and public id, and the account; `apart`: thousandths to the one it is most like."""

    who: str
    name: str
    at: datetime
    received_at: datetime | None
    tablet: str
    device: UUID | None
    holder: str
    apart: int | None


@dataclass(frozen=True, slots=True)
class Signing:
    """All answers of a version; `doubt` where one person may have drawn them all, else empty."""

    version: int
    answers: tuple[SignedHow, ...]
    doubt: str


def signing_of(planilla: Planilla) -> Signing:
    """Of a version with its signatures at hand; two queries."""
    signatures = list(planilla.signatures.all())
    drawn = [Drawn(each.party, each.device, each.signed_at, each.ink) for each in signatures if each.ink]
    tablets = dict(
        Device.objects.filter(public_id__in=[each.device for each in signatures if each.device]).values_list(
            "public_id", "name"
        )
    )
    people = {
        user.public_id: str(user)
        for user in User.objects.filter(public_id__in=[each.holder for each in signatures if each.holder])
    }
    answers = tuple(_answer(each, tablets, people) for each in signatures)
    return Signing(planilla.version, answers, _doubt(drawn))


def _answer(signature: Signature, tablets: Mapping[UUID, str], people: Mapping[UUID, str]) -> SignedHow:
    return SignedHow(
        who=signature.get_party_display(),
        name=signature.name,
        at=localtime(signature.signed_at),
        received_at=localtime(signature.received_at) if signature.received_at else None,
        tablet=tablets.get(signature.device, "") if signature.device else "",
        device=signature.device,
        holder=people.get(signature.holder, "") if signature.holder else "",
        apart=signature.apart,
    )


def _doubt(drawn: Sequence[Drawn]) -> str:
    pair = nearest(drawn)
    if pair is None or not is_one_hand(drawn):
        return ""
    hours = [each.at for each in drawn]
    seconds = round((max(hours) - min(hours)).total_seconds())
    return (
        f"Hay {counted(len(drawn), 'firma', 'firmas')} de la misma tablet, con {seconds} s entre la primera y la última, y sus trazos se parecen "
        f"(a {pair[2]} milésimas el más cercano): puede haberlas dibujado una sola persona. Pregunte a las parejas; esto no invalida nada."
    )
