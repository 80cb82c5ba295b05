"""PAdES and CMS signatures by pyHanko, with a key that is already in memory.

Slow to import, so import it inside functions. pyHanko's own signer reads its key anew for each signature, and signs once more to
learn how long the signature gets: together that is most of its time. Here the key is kept and the room is known.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import cache
from http.client import HTTPException
from io import BytesIO
from time import monotonic
from typing import Any, Final
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from asn1crypto import tsp
from asn1crypto import x509 as asn1_x509
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign import PdfSignatureMetadata, PdfSigner
from pyhanko.sign.fields import MDPPerm, SigSeedSubFilter
from pyhanko.sign.signers import Signer
from pyhanko.sign.signers.pdf_byterange import BuildProps
from pyhanko.sign.signers.pdf_cms import PdfCMSSignedAttributes
from pyhanko.sign.timestamps import TimeStamper, TimestampRequestError
from pyhanko.sign.timestamps.common_utils import set_tsp_headers
from pyhanko_certvalidator.registry import SimpleCertificateStore

from referee.services.keystore import KeyMaterial

FIELD: Final = "Sello"
ROOM: Final = 12288  # of a signature without its certificates and its time stamp, in hexadecimal digits
STAMP: Final = 24576
PATIENCE: Final = 5  # seconds for a server of time stamps, from the asking to the last byte
LARGEST_ANSWER: Final = 64 * 1024
PIECE: Final = 4096

StampRefused = (TimestampRequestError, OSError, ValueError, HTTPException)


class HeldKeySigner(Signer):
    """Signs with a key object that was read once."""

    def __init__(self, material: KeyMaterial) -> None:
        self.key = material.key
        certificates = [
            asn1_x509.Certificate.load(each.public_bytes(Encoding.DER))
            for each in (material.certificate, *material.chain)
        ]
        registry = SimpleCertificateStore()
        registry.register_multiple(certificates)
        super().__init__(signing_cert=certificates[0], cert_registry=registry)
        self.room = ROOM + 2 * sum(len(each.dump()) for each in certificates)

    async def async_sign_raw(self, data: bytes, digest_algorithm: str, dry_run: bool = False) -> bytes:  # noqa: FBT001, FBT002 (its signature)
        if isinstance(self.key, RSAPrivateKey):
            return self.key.sign(data, PKCS1v15(), SHA256())
        return self.key.sign(data, ECDSA(SHA256()))


class StampServer(TimeStamper):
    """A server of RFC 3161 time stamps by its address.

    Raises one of StampRefused where it does not answer in time, or stamps something else than what it was asked to.
    """

    def __init__(self, url: str) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.url = url

    async def async_request_tsa_response(self, req: tsp.TimeStampReq) -> tsp.TimeStampResp:
        asked = Request(self.url, data=req.dump(), headers=set_tsp_headers({}))  # noqa: S310 (the operator's own address)
        asking = asyncio.get_running_loop().run_in_executor(_asking(), _answer, asked, monotonic() + PATIENCE)
        response = tsp.TimeStampResp.load(await asyncio.wait_for(asking, PATIENCE))
        _require_imprint(req, response)
        return response


class _NoRedirects(HTTPRedirectHandler):
    """The operator named one server: an answer that leads to another is an error, as any that is no stamp."""

    def redirect_request(self, *_told: Any) -> None:
        return None


_OPENER: Final = build_opener(_NoRedirects)


def _answer(asked: Request, until: float) -> bytes:
    """What the server says. A socket's own timeout begins anew with each byte, so the hour is looked at between them."""
    told = b""
    try:
        with _OPENER.open(asked, timeout=PATIENCE) as answer:
            while piece := answer.read1(min(PIECE, LARGEST_ANSWER - len(told))):
                told += piece
                if monotonic() > until:
                    raise TimeoutError
    except HTTPError as refused:
        refused.close()
        raise
    return told


def _require_imprint(req: tsp.TimeStampReq, response: tsp.TimeStampResp) -> None:
    """Refuse a stamp on something else: whoever reads the signature would find it wrong, and our record would call it stamped."""
    if response["status"]["status"].native not in ("granted", "granted_with_mods"):
        return  # its reason is told by whoever reads it
    stamped = response["time_stamp_token"]["content"]["encap_content_info"]["content"].parsed["message_imprint"]
    asked = req["message_imprint"]
    if (stamped["hashed_message"].native, stamped["hash_algorithm"]["algorithm"].native) != (
        asked["hashed_message"].native,
        asked["hash_algorithm"]["algorithm"].native,
    ):
        raise TimestampRequestError("The time stamp is on something else than what was asked.")


def pdf_sign(
    pdf: bytes, signer: HeldKeySigner, *, reason: str, now: datetime, stamps: StampServer | None = None
) -> bytes:
    """Certify `pdf` as PAdES B-B, or B-T with a server of time stamps; afterwards only further signatures fit it.

    Raises one of StampRefused where the server of time stamps does not give one.
    """
    writer = IncrementalPdfFileWriter(BytesIO(pdf))
    about = PdfSignatureMetadata(
        field_name=FIELD,
        md_algorithm="sha256",
        subfilter=SigSeedSubFilter.PADES,
        certify=True,
        docmdp_permissions=MDPPerm.FILL_FORMS,
        reason=reason,
        app_build_props=BuildProps(name="Cuarenta Torneo"),
    )
    session = PdfSigner(about, signer, timestamper=stamps).init_signing_session(writer)
    session.system_time = now
    prepared = session.prepare_tbs_document(None, bytes_reserved=signer.room + (STAMP if stamps else 0))
    output = BytesIO()
    digest, _ = prepared.digest_tbs_document(output=output)
    signing = prepared.perform_signature(digest.document_digest, PdfCMSSignedAttributes(signing_time=now))
    _aside().submit(asyncio.run, signing).result()
    return output.getvalue()


def digest_sign(digest: bytes, signer: HeldKeySigner) -> bytes:
    """Sign what has this SHA-256: a detached CMS signature (DER) without an hour, so that with an RSA key the same gives the same."""
    signing = signer.async_sign(digest, "sha256")
    return bytes(_aside().submit(asyncio.run, signing).result().dump())


def digest_stamp(digest: bytes, stamps: StampServer) -> bytes:
    """The time stamp (DER) of what has this SHA-256. Raises one of StampRefused."""
    asking = stamps.async_timestamp(digest, "sha256")
    return bytes(_aside().submit(asyncio.run, asking).result().dump())


@cache
def _aside() -> ThreadPoolExecutor:
    """Threads without an event loop: pyHanko brings one for each signature, and the caller may have one already."""
    return ThreadPoolExecutor(max_workers=4, thread_name_prefix="pades")


@cache
def _asking() -> ThreadPoolExecutor:
    """Threads that wait for a server of time stamps: whoever asked does not wait for one that drips."""
    return ThreadPoolExecutor(max_workers=4, thread_name_prefix="stamps")
