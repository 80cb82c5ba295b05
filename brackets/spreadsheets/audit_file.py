"""The whole record of a championship as a file, line by line, closed by the SHA-256 of all that stands before."""

import csv
import json
from collections.abc import Iterable, Iterator
from hashlib import sha256
from io import StringIO
from typing import Any, Final

from brackets.models import AuditEntry, Championship
from brackets.spreadsheets.formulas import formula_neutralise

COLUMNS: Final = ("id", "hora", "usuario", "nombre", "accion", "frase", "via", "tablet", "direccion", "datos")


def audit_jsonl(championship: Championship, entries: Iterable[AuditEntry]) -> Iterator[str]:
    """One JSON object a line: first the championship, then each entry, the oldest first, at last how many and the digest."""
    return _closed(_json_lines(championship, entries), lambda digest: json.dumps({"sha256": digest}) + "\n")


def audit_csv(entries: Iterable[AuditEntry]) -> Iterator[str]:
    """The same as a sheet; its last line is `sha256` and the digest. What a sheet would take for a formula is told as text."""
    return _closed(_csv_lines(entries), lambda digest: f"sha256,{digest}\r\n")


def _json_lines(championship: Championship, entries: Iterable[AuditEntry]) -> Iterator[str]:
    yield json.dumps({"campeonato": str(championship), "direccion": championship.slug}, ensure_ascii=False) + "\n"
    for entry in entries:
        yield json.dumps(_told(entry), ensure_ascii=False) + "\n"


def _csv_lines(entries: Iterable[AuditEntry]) -> Iterator[str]:
    yield _csv_line(COLUMNS)
    for entry in entries:
        told = _told(entry) | {"datos": json.dumps(entry.data, ensure_ascii=False)}
        yield _csv_line([formula_neutralise(str(told[column])) for column in COLUMNS])


def _csv_line(cells: Iterable[str]) -> str:
    line = StringIO()
    csv.writer(line).writerow(cells)
    return line.getvalue()


def _told(entry: AuditEntry) -> dict[str, Any]:
    origin = getattr(entry, "origin", None)
    return {
        "id": entry.pk,
        "hora": entry.at.isoformat(),
        "usuario": entry.user.username if entry.user else "",
        "nombre": str(entry.user or ""),
        "accion": entry.action,
        "frase": entry.sentence,
        "via": entry.via,
        "tablet": entry.device,
        "direccion": str(origin.address) if origin else "",
        "datos": entry.data,
    }


def _closed(lines: Iterable[str], last: Any) -> Iterator[str]:
    digest = sha256()
    for line in lines:
        digest.update(line.encode())
        yield line
    yield last(digest.hexdigest())
