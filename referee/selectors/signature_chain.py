"""The chain of the signatures of a version: each binds the version it signs and the signature before it, the seal binds the last.

Pure; `docs/bitacora.md` gives the canonical form. What is personal of a signature is bound by salted digests, so that an archive
without ink can be checked too.
"""

from collections.abc import Iterable
from hashlib import sha256
from uuid import UUID

from referee.models import Planilla, Signature
from referee.rules import canonical, moment
from referee.selectors.tree.entries import said, signature_said

INK = "ink"


def signatures_genesis(planilla: Planilla, mesa: UUID) -> str:
    """What the first signature builds on: the version, by its number, its digest and its place in the chain of the log."""
    version = {
        "mesa": str(mesa),
        "version": planilla.version,
        "digest": planilla.digest,
        "seq": planilla.head_seq,
        "chain": planilla.chain_hash,
    }
    return sha256(canonical(version)).hexdigest()


def signature_link(signature: Signature, *, version: int) -> str:
    """The hash of one row: SHA-256 of the previous hash in hexadecimal followed by the canonical row."""
    row = {
        "signature": str(signature.client_id),
        "version": version,
        "digest": signature.digest,
        "party": signature.party,
        "outcome": signature.outcome,
        "signed_at": moment(signature.signed_at),
        "received_at": None if signature.received_at is None else moment(signature.received_at),
        "device": _id(signature.device),
        "holder": _id(signature.holder),
        "apart": signature.apart,
        "said": signature.said,
        "inked": signature.inked,
    }
    return sha256(signature.prev_hash.encode() + canonical(row)).hexdigest()


def said_of(signature: Signature) -> str:
    """The digest of what was written: name, reason, witness, jugadas contested and what becomes of the result without them."""
    return said(signature.salt, {name: each for name, each in signature_said(signature).items() if name != INK})


def inked_of(signature: Signature) -> str:
    """The digest of what was drawn."""
    return said(signature.salt, signature.ink)


def signatures_problem(
    planilla: Planilla, mesa: UUID, signatures: Iterable[Signature], *, with_ink: bool = True
) -> str:
    """What of these signatures, in order, is not what the version was signed and sealed with; empty where all is.

    `with_ink` false: they come from an archive without ink.
    """
    head = signatures_genesis(planilla, mesa)
    for signature in signatures:
        if signature.digest != planilla.digest:
            return f"la firma de {signature.get_party_display()} es de otro resultado"
        if signature.prev_hash != head:
            return f"la firma de {signature.get_party_display()} no continúa la cadena de la anterior"
        same = said_of(signature) == signature.said and (not with_ink or inked_of(signature) == signature.inked)
        if not same or signature_link(signature, version=planilla.version) != signature.hash:
            return f"la firma de {signature.get_party_display()} no es la que se registró: su huella no corresponde"
        head = signature.hash
    if planilla.status == Planilla.Status.SEALED and planilla.signed_hash != head:
        return "las firmas no son aquellas con las que se selló"
    return ""


def _id(public_id: UUID | None) -> str | None:
    return None if public_id is None else str(public_id)
