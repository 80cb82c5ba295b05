"""What the signatures of a PDF are worth, in a process of its own: `python -m referee.selectors.sealed.examine < a.pdf`.

A PDF from anybody may be made to take for ever or all memory, so the process limits itself before it reads. It asks no database and
answers JSON (`Examined` in `examination.py`); no Django is loaded.
"""

import json
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Any, Final

from asn1crypto import pem, x509
from pyhanko.pdf_utils.generic import IndirectObject
from pyhanko.pdf_utils.misc import PdfError
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.diff_analysis import ModificationLevel, StandardDiffPolicy
from pyhanko.sign.diff_analysis.policies import DEFAULT_DIFF_POLICY
from pyhanko.sign.diff_analysis.rules.form_field_rules import SigFieldCreationRule
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko.sign.validation.pdf_embedded import EmbeddedPdfSignature
from pyhanko.sign.validation.settings import KeyUsageConstraints
from pyhanko.sign.validation.status import SignatureCoverageLevel
from pyhanko_certvalidator import ValidationContext

from referee.selectors.sealed.limits import limited

MOST: Final = 30  # signatures
LONGEST_REASON: Final = 500
FITS: Final = {ModificationLevel.NONE, ModificationLevel.LTA_UPDATES, ModificationLevel.FORM_FILLING}
TOO_HARD: Final = "demasiado"
DEEPEST: Final = 20  # of a tree of pages
MOST_NODES: Final = 20_000
"""Of a tree of pages: one that has a node in many places is as large as it likes in a small file."""
UNREADABLE: Final = (
    PdfError, ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError, OSError, NotImplementedError,
    ZeroDivisionError,
)  # fmt: skip


def examined(data: bytes, roots: list[x509.Certificate]) -> dict[str, Any]:
    """Every signature in the file, in the order of its revisions. `problem` where the file cannot be read."""
    try:
        reader = PdfFileReader(BytesIO(data), strict=True)
        if reader.encrypted:
            return {"problem": "cifrado", "signatures": []}
        embedded = list(reader.embedded_regular_signatures)
        if len(embedded) > MOST:  # the last one may be the one that covers the page
            return {"problem": "firmas", "signatures": []}
        signatures = [signature_told(each, data, roots) for each in embedded]
        return {"problem": "", "signatures": signatures, "beside": seen_beside(reader, embedded)}
    except MemoryError:
        return {"problem": TOO_HARD, "signatures": []}
    except UNREADABLE:
        return {"problem": "ilegible", "signatures": []}


def signature_told(signature: EmbeddedPdfSignature, data: bytes, roots: list[x509.Certificate]) -> dict[str, Any]:
    """One signature: whose, whether what it covers is as it was, and what was added after it."""
    certificate = signature.signer_cert
    told: dict[str, Any] = {
        "name": _named(certificate.subject),
        "issuer": _named(certificate.issuer),
        "fingerprint": sha256(certificate.dump()).hexdigest(),
        "at": _at(signature.self_reported_timestamp),
        "reason": str(signature.sig_object.get("/Reason", ""))[:LONGEST_REASON],
        "end": _end(signature),
        "share": covered(signature),
        "intact": False,
        "whole": False,
        "fits": False,
        "trusted": None,
    }
    try:
        status = validate_pdf_signature(
            signature,
            ValidationContext(trust_roots=roots, allow_fetching=False),
            diff_policy=policy(),
            key_usage_settings=KeyUsageConstraints(key_usage=set()),
        )
    except (PdfError, ValueError, KeyError, TypeError, IndexError, AttributeError):
        return told
    return told | {
        "intact": bool(status.intact and status.valid),
        "whole": status.coverage == SignatureCoverageLevel.ENTIRE_FILE,
        "fits": status.coverage >= SignatureCoverageLevel.ENTIRE_REVISION
        and status.modification_level in FITS
        and status.docmdp_ok is not False,
        "trusted": bool(status.trusted) if roots else None,
    }


def policy() -> StandardDiffPolicy:
    """pyHanko's own, but that a signature added later may be seen: those of FirmaEC are."""
    form = DEFAULT_DIFF_POLICY.form_rule
    if form is None:
        return DEFAULT_DIFF_POLICY
    rules = [
        SigFieldCreationRule(allow_new_visible_after_certify=True) if isinstance(rule, SigFieldCreationRule) else rule
        for rule in form.field_rules
    ]
    return StandardDiffPolicy(DEFAULT_DIFF_POLICY.global_rules, type(form)(rules))


def covered(signature: EmbeddedPdfSignature) -> float:
    """How much of the smallest page the signature may cover where it is seen: 0 unseen, 1 all of it, or what is not to be told."""
    field = signature.sig_field
    try:
        widgets = [field, *(kid.get_object() for kid in field.get("/Kids", ()))]
        boxes = [widget["/Rect"] for widget in widgets if "/Rect" in widget]
        seen = sum(map(_area, boxes))
        return min(1.0, seen / min(_page_areas(signature.reader.root["/Pages"]))) if seen else 0.0
    except UNREADABLE:
        return 1.0


def seen_beside(reader: PdfFileReader, embedded: list[EmbeddedPdfSignature]) -> bool:
    """Whether anything is laid over a page that is not a signature of these: an empty field shows what it likes, and so does a time stamp's."""
    try:
        fields = [each.sig_field for each in embedded]
        own = {_number(part) for field in fields for part in (field, *field.get("/Kids", ()))}
        laid = _laid_over(reader.root["/Pages"])
        return any(_is_seen(each) for each in laid if not (isinstance(each, IndirectObject) and _number(each) in own))
    except UNREADABLE:
        return True


def _pages(
    node: Any, inherited: Any = None, depth: int = 0, seen: "count[int] | None" = None
) -> Iterator[tuple[Any, Any]]:
    """Each page below the node, and its box. Raises ValueError where there are too many."""
    seen = seen or count(1)
    if next(seen) > MOST_NODES:
        raise ValueError("more nodes than there can be pages")
    box = node.get("/MediaBox", inherited)
    if "/Kids" not in node:
        yield node, box
    elif depth < DEEPEST:
        for kid in node["/Kids"]:
            yield from _pages(kid.get_object(), box, depth + 1, seen)


def _laid_over(tree: Any) -> Iterator[Any]:
    for page, _ in _pages(tree):
        yield from page.get("/Annots", ())


def _number(part: Any) -> int:
    """Of the object in the file that this is, or stands in."""
    reference = part.reference if isinstance(part, IndirectObject) else part.container_ref
    return int(reference.idnum)


def _is_seen(part: Any) -> bool:
    laid = part.get_object()
    return laid.get("/Subtype") != "/Link" and _area(laid["/Rect"]) > 0


def _page_areas(tree: Any) -> Iterator[float]:
    return (_area(box) for _, box in _pages(tree))


def _area(box: Any) -> float:
    left, low, right, high = (float(each) for each in box)
    return abs(right - left) * abs(high - low)


def _named(name: x509.Name) -> str:
    native = name.native
    return str(native.get("common_name") or native.get("organization_name") or name.human_friendly)[:120]


def _at(moment: datetime | None) -> str | None:
    return None if moment is None else moment.astimezone(UTC).isoformat()


def _end(signature: EmbeddedPdfSignature) -> int:
    """Where the last range that it covers ends in the file."""
    ranges = [int(each) for each in signature.byte_range]
    return ranges[-2] + ranges[-1]


def roots_of(folder: str) -> list[x509.Certificate]:
    """The certificates in a folder, PEM or DER."""
    found = []
    for path in sorted(Path(folder).iterdir()) if folder else []:
        raw = path.read_bytes()
        blobs = [der for _, _, der in pem.unarmor(raw, multiple=True)] if pem.detect(raw) else [raw]
        found += [x509.Certificate.load(der) for der in blobs]
    return found


def main() -> None:
    limited()
    folder = sys.argv[1] if len(sys.argv) > 1 else ""
    sys.stdout.write(json.dumps(examined(sys.stdin.buffer.read(), roots_of(folder))))


if __name__ == "__main__":
    main()
