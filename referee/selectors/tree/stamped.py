"""What a time stamp (RFC 3161) is of, and which hour it says. Its signature is for `openssl ts -verify` (docs/transparencia.md)."""

from base64 import b64decode
from binascii import Error as Base64Error
from datetime import datetime
from hashlib import sha256


def stamp_hour(token: bytes, body: str) -> datetime | None:
    """The hour in a time stamp on the SHA-256 of the body of a checkpoint; None where it is none, or of something else."""
    from asn1crypto import cms, tsp  # slow

    try:
        content = cms.ContentInfo.load(token, strict=True)["content"]["encap_content_info"]
        told = content["content"].parsed
        if content["content_type"].native != "tst_info" or not isinstance(told, tsp.TSTInfo):
            return None
        imprint, hour = told["message_imprint"], told["gen_time"].native
        algorithm = imprint["hash_algorithm"]["algorithm"].native
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
    good = algorithm == "sha256" and imprint["hashed_message"].native == sha256(body.encode()).digest()
    return hour if good and isinstance(hour, datetime) else None


def stamp_hour_of(token: str, body: str) -> datetime | None:
    """The same of a token in base64."""
    try:
        return stamp_hour(b64decode(token, validate=True), body)
    except (Base64Error, ValueError):
        return None
