"""PAdES signatures of a sealed Planilla per second, next to pyHanko's own signer called afresh as its documentation does."""

import os
import time
from collections.abc import Callable
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bench.settings")
django.setup()

from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, pkcs12  # noqa: E402
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter  # noqa: E402
from pyhanko.sign import PdfSignatureMetadata, SimpleSigner, sign_pdf  # noqa: E402
from pyhanko.sign.fields import MDPPerm, SigSeedSubFilter  # noqa: E402

from bench.report import results_write  # noqa: E402
from referee.printing import sheet_pdf  # noqa: E402
from referee.sealing.pades import FIELD, HeldKeySigner, pdf_sign  # noqa: E402
from referee.services.keystore import p12_open  # noqa: E402
from tests.factories.sealing import PASSWORD, certificate_named, key_of  # noqa: E402
from tests.referee.printing.samples import ORDINARY  # noqa: E402

BITS: Final = 3072
OURS, THEIRS, ROUNDS = 60, 8, 7
LEAST: Final = 4.0
REASON: Final = "Planilla 6f1c2f0e-8a55-4a53-9a3b-0f0a2f9b7d11 v1, huella 7F3A-91C2-0D4E-55B1"


def rate(sign: Callable[[], bytes], count: int) -> float:
    start = time.perf_counter()
    for _ in range(count):
        sign()
    return count / (time.perf_counter() - start)


def by_pyhanko(pdf: bytes, signer: SimpleSigner) -> bytes:
    about = PdfSignatureMetadata(
        field_name=FIELD, md_algorithm="sha256", subfilter=SigSeedSubFilter.PADES, certify=True, reason=REASON,
        docmdp_permissions=MDPPerm.FILL_FORMS,
    )  # fmt: skip
    return bytes(sign_pdf(IncrementalPdfFileWriter(BytesIO(pdf)), about, signer=signer).getvalue())


def main() -> None:
    pdf = sheet_pdf(ORDINARY)
    certificate = certificate_named("Copa", bits=BITS)
    data = pkcs12.serialize_key_and_certificates(
        b"copa", key_of("Copa", BITS), certificate, None, BestAvailableEncryption(PASSWORD.encode())
    )
    held = HeldKeySigner(p12_open(data, PASSWORD))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "copa.p12"
        path.write_bytes(data)

        def load() -> SimpleSigner:
            signer = SimpleSigner.load_pkcs12(str(path), passphrase=PASSWORD.encode())
            assert signer is not None
            return signer

        kept = load()
        seen: dict[str, list[float]] = {"ours": [], "SimpleSigner afresh": [], "SimpleSigner kept": []}
        for turn in range(ROUNDS + 1):  # the first is thrown away
            rates = {
                "ours": rate(lambda: pdf_sign(pdf, held, reason=REASON, now=datetime.now(UTC)), OURS),
                "SimpleSigner afresh": rate(lambda: by_pyhanko(pdf, load()), THEIRS),
                "SimpleSigner kept": rate(lambda: by_pyhanko(pdf, kept), THEIRS),
            }
            for name, each in rates.items() if turn else ():
                seen[name].append(each)
    figures = {name: round(median(each), 1) for name, each in seen.items()}
    ratios = {name: round(median(seen["ours"]) / median(each), 2) for name, each in seen.items()}
    met = ratios["SimpleSigner afresh"] >= LEAST
    results_write(
        "signatures",
        {
            "rounds": ROUNDS, "bits": BITS, "bytes": len(pdf), "signatures_per_second": figures, "ours_is": ratios,
            "required": {"SimpleSigner afresh": LEAST}, "met": met,
        },
        ("pyhanko", "cryptography", "asn1crypto"),
    )  # fmt: skip
    if not met:
        raise SystemExit("signs less than four times as fast as pyHanko's SimpleSigner called afresh")


if __name__ == "__main__":
    main()
