"""Who answers for a document: its CMS signature, by a certificate that the document itself lists."""

from collections.abc import Container
from hashlib import sha256
from typing import Final, NamedTuple

from referee.selectors.archive.refusal import UNANSWERED, Refused
from referee.selectors.sealed.record import fingerprint_told

ALGORITHMS: Final = {"sha256_rsa", "sha256_ecdsa"}
"""What archives are signed with; anything else, a weaker digest too, is refused."""
UNSIGNED: Final = (
    f"{UNANSWERED.capitalize()}: no está firmado. Lo que trae corresponde entre sí, y pudo rehacerlo cualquiera."
)


class Signer(NamedTuple):
    """As its certificate names it; `fingerprint` is the SHA-256 of that, in hexadecimal."""

    name: str
    issuer: str
    fingerprint: str


def signer_of(signature: bytes, digest: str, certificates: Container[str]) -> Signer | None:
    """Return who signed the document of this SHA-256; None where it has no signature.

    `certificates` are the fingerprints that the document lists as those of its championship. Raises Refused where the signature is not of these
    bytes, or by another certificate. Nothing vouches for a certificate: people compare its fingerprint with that on a signed Planilla.
    """
    if not signature:
        return None
    try:
        signer = _verified(signature, bytes.fromhex(digest))
    except Exception as error:  # it may be anything, and what cannot be verified counts for nothing
        raise Refused(f"{UNANSWERED}: la firma no se puede comprobar") from error
    if signer is None:
        raise Refused(f"{UNANSWERED}: la firma no es de este documento")
    if signer.fingerprint not in certificates:
        raise Refused(
            f"{UNANSWERED}: lo firma «{signer.name}», con un certificado (huella {fingerprint_told(signer.fingerprint)}) que no es "
            "ninguno de los del campeonato"
        )
    return signer


def answers(signer: Signer | None) -> str:
    """Who answers for it, in sentences for people."""
    if signer is None:
        return UNSIGNED
    return (
        f"Lo firma «{signer.name}», con un certificado emitido por «{signer.issuer}», huella {fingerprint_told(signer.fingerprint)}. Compárela "
        "con la de una Planilla firmada: quien tiene otra clave puede ponerse el mismo nombre."
    )


def _verified(signature: bytes, digest: bytes) -> Signer | None:
    """Return whose it is; None where it is not of this digest. Raises whatever reading what is malformed raises."""
    from asn1crypto import cms
    from pyhanko.sign.general import extract_signer_info
    from pyhanko.sign.validation.generic_cms import extract_certs_for_validation, validate_sig_integrity

    content = cms.ContentInfo.load(signature, strict=True)
    signed = content["content"]
    if content["content_type"].native != "signed_data" or signed["encap_content_info"]["content"].native is not None:
        return None
    info = extract_signer_info(signed)
    if info["digest_algorithm"]["algorithm"].native != "sha256" or not info["signed_attrs"].native:
        return None
    if info["signature_algorithm"]["algorithm"].native not in ALGORITHMS:
        return None
    certificate = extract_certs_for_validation(signed).signer_cert
    intact, valid = validate_sig_integrity(info, certificate, expected_content_type="data", actual_digest=digest)
    if not (intact and valid):
        return None
    subject, issuer = (
        str(each.native.get("common_name") or each.human_friendly)[:200]
        for each in (certificate.subject, certificate.issuer)
    )
    return Signer(subject, issuer, sha256(certificate.dump()).hexdigest())
