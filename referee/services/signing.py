"""Signatures go to the end of the chain of their version, and a seal binds all of them."""

from datetime import datetime
from secrets import token_hex

from referee.models import Planilla, Signature
from referee.selectors.planilla.drawing import distance
from referee.selectors.signature_chain import inked_of, said_of, signature_link, signatures_genesis


def signature_append(signature: Signature) -> None:
    """Write it after those that its version has. The caller holds the mesa, so that the chain never forks."""
    planilla = signature.planilla
    before = list(planilla.signatures.order_by("pk"))
    apart = (distance(each.ink, signature.ink) for each in before)
    signature.apart = min((each for each in apart if each is not None), default=None)
    signature.salt = token_hex(16)
    signature.said, signature.inked = said_of(signature), inked_of(signature)
    signature.prev_hash = before[-1].hash if before else signed_head(planilla)
    signature.hash = signature_link(signature, version=planilla.version)
    signature.save(force_insert=True)


def planilla_seal(planilla: Planilla, at: datetime) -> None:
    """Seal a frozen version with the signatures it has by now."""
    planilla.status, planilla.sealed_at, planilla.signed_hash = Planilla.Status.SEALED, at, signed_head(planilla)
    planilla.save(update_fields=("status", "sealed_at", "signed_hash"))


def signed_head(planilla: Planilla) -> str:
    """What the next signature of this version builds on, and what a seal binds."""
    last = planilla.signatures.order_by("-pk").values_list("hash", flat=True).first() if planilla.pk else None
    return last or signatures_genesis(planilla, planilla.mesa.public_id)
