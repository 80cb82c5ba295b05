"""One changed byte shows: in the digest that was signed, and to the command that verifies the log."""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from uuid import UUID

import pytest
from django.db import connection, transaction
from hypothesis import given
from hypothesis import strategies as st

from referee import triggers
from referee.models import Jugada, Mesa, Planilla, Signature
from referee.rules import LogHeader, LogLine, log_digest
from referee.selectors.digest import digest_of, log_header, log_lines
from referee.selectors.verification import mesa_check
from tests.factories.referee import SORTEO, Keeper, sealed_mesa

LINES = (SORTEO, "ronda B2 7", "caida A1", "segundo-reparto", 'ajusta A +30 "é"', "conteo A=22 B=18 mesa=0", "proclama")
HEADER: LogHeader = {
    "mesa": "0190b2f0-0000-7000-8000-000000000001", "reglamento": "riobamba", "version": 2,
    "settings": {"mayoria-bajo-20": "literal"}, "seats": ["A1", "B1", "A2", "B2"],
}  # fmt: skip
ROWS: list[LogLine] = [
    {"client_id": str(UUID(int=number)), "notation": line, "device_ts": f"2026-12-06T01:30:{number:02}.000001+00:00"}
    for number, line in enumerate(LINES, start=1)
]


def flipped(text: str, place: int, bit: int) -> str:
    """The text with one bit of one of its bytes changed."""
    changed = bytearray(text.encode())
    changed[place % len(changed)] ^= 1 << bit
    return changed.decode("latin-1")


@given(place=st.integers(0, 10**6), bit=st.integers(0, 6))
def test_one_changed_byte_of_header_or_log_is_another_digest(place: int, bit: int) -> None:
    """Wherever it falls: what can still be read as a header and rows has another digest."""
    whole = log_digest(HEADER, ROWS)
    written = json.dumps([HEADER, ROWS])

    try:
        header, rows = json.loads(flipped(written, place, bit))
        digest = log_digest(header, rows)
    except (ValueError, KeyError, TypeError, AttributeError):
        return  # no log any more
    assert (digest == whole) == (meaning(header, rows) == meaning(HEADER, ROWS))


def meaning(header: LogHeader, rows: list[LogLine]) -> object:
    """An instant is the same however it is written."""
    return header, [{**row, "device_ts": datetime.fromisoformat(row["device_ts"])} for row in rows]


@pytest.fixture
def sealed(db: None) -> Iterator[Keeper]:
    """A sealed mesa, before an insider who has lifted the triggers."""
    kept = sealed_mesa(*LINES)
    triggers.remove(connection)
    yield kept
    triggers.install(connection)


ROW_FIELDS = ("client_id", "notation", "device_ts")
HEADER_FIELDS = ("reglamento", "reglamento_version", "rule_settings", "seats", "public_id")


@given(data=st.data())
def check_any_change(kept: Keeper, data: st.DataObject) -> None:
    mesa = kept.mesa
    signed = Planilla.objects.get().digest
    where = data.draw(st.sampled_from((*ROW_FIELDS, *HEADER_FIELDS)))
    with transaction.atomic():
        if where in ROW_FIELDS:
            row = data.draw(st.sampled_from(list(Jugada.objects.filter(mesa=mesa))))
            Jugada.objects.filter(pk=row.pk).update(**{where: changed(data, getattr(row, where))})
        else:
            Mesa.objects.filter(pk=mesa.pk).update(**{where: changed(data, getattr(mesa, where))})
        tampered = Mesa.objects.get(pk=mesa.pk)
        assert log_digest(log_header(tampered), log_lines(tampered.pk)) != signed
        assert mesa_check(tampered).broken is not None
        transaction.set_rollback(True)


def changed(data: st.DataObject, value: object) -> object:
    """The smallest change of it."""
    match value:
        case str():
            place = data.draw(st.integers(0, len(value) - 1))
            other = data.draw(
                st.characters(codec="ascii", categories=("L", "N", "P", "Zs")).filter(lambda c: c != value[place])
            )
            return value[:place] + other + value[place + 1 :]
        case UUID():
            return UUID(int=value.int ^ (1 << data.draw(st.integers(0, 127))))
        case int():
            return value + 1
        case list():
            return [*value[:-2], value[-1], value[-2]]
        case dict():
            return {**value, "mayoria-bajo-20": "literal"}
        case None:
            return kept_moment()
    return value + timedelta(microseconds=data.draw(st.integers(1, 10**6)))


def kept_moment() -> object:
    return Jugada.objects.exclude(device_ts=None).first().device_ts


def test_any_change_of_a_signed_log_is_found_out(sealed: Keeper) -> None:
    assert mesa_check(sealed.mesa).broken is None
    assert digest_of(sealed.mesa) == Planilla.objects.get().digest

    check_any_change(sealed)

    assert mesa_check(sealed.mesa).broken is None


@pytest.mark.parametrize("model", [Planilla, Signature])
def test_a_digest_that_was_exchanged_is_found_out(sealed: Keeper, model: type[Planilla | Signature]) -> None:
    row = model.objects.first()
    for place in (0, 31, 63):
        other = row.digest[:place] + ("0" if row.digest[place] != "0" else "1") + row.digest[place + 1 :]
        model.objects.filter(pk=row.pk).update(digest=other)

        assert "no corresponde" in mesa_check(sealed.mesa).broken or "es de otro" in mesa_check(sealed.mesa).broken


def test_the_digest_of_before_stays_good(sealed: Keeper) -> None:
    """What was signed and printed when the chain's hash was what people signed."""
    Signature.objects.all().delete()
    Planilla.objects.update(digest=sealed.mesa.head_hash, status="frozen", sealed_at=None)
    planilla = Planilla.objects.get()
    sealed.sign(planilla, "A")
    sealed.sign(planilla, "juez")

    assert mesa_check(sealed.mesa).broken is None
