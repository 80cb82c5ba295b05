"""Who answered what on a Planilla (P12, P13)."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from django.utils.timezone import localtime

from brackets.selectors.wording import said
from referee.models import Confirmation, Signature
from referee.rules import LedgerRow
from referee.selectors.planilla.hours import hour_of
from referee.selectors.planilla.names import Names
from referee.selectors.planilla.notes import described
from referee.selectors.planilla.sheet import Hour, ParejaBlock, SignatureBlock


def signatures_of(
    signatures: Iterable[Signature],
    *,
    rows: Sequence[LedgerRow],
    parejas: tuple[ParejaBlock, ParejaBlock],
    juez: str,
    confirmed: Iterable[Confirmation] = (),
    on_paper: bool = False,
    timed: bool = True,
) -> tuple[SignatureBlock, ...]:
    """One block a party, in the order of the form; empty where nobody has answered. `timed`: the paper says when."""
    by_party = {signature.party: signature for signature in signatures}
    names = Names(parejas)
    expected = [(block.side, _who(block), _signer(block)) for block in parejas]
    expected.append((Signature.Party.JUEZ.value, "Juez", juez))
    hours = {each.party: _local(each.at) for each in confirmed}
    blocks = (
        replace(_block(by_party.get(party), party, who, name, rows, names), confirmed=hours.get(party))
        for party, who, name in expected
    )
    if not on_paper:
        return tuple(blocks)
    return tuple(
        replace(block, on_paper=True, at=block.at if timed else None) if block.outcome else block for block in blocks
    )


def _who(pareja: ParejaBlock) -> str:
    return said(len(pareja.players), "Representante de la pareja {}").format(pareja.number)


def _signer(pareja: ParejaBlock) -> str:
    return next((seat.name for seat in pareja.players if seat.representative), "")


def _block(
    signature: Signature | None, party: str, who: str, name: str, rows: Sequence[LedgerRow], names: Names
) -> SignatureBlock:
    if signature is None:
        return SignatureBlock(party=party, who=who, name=name)
    contested = set(signature.contested)
    return SignatureBlock(
        party=party,
        who=who,
        name=signature.name,
        outcome=signature.outcome,
        at=_local(signature.signed_at),
        ink=tuple(tuple(stroke) for stroke in signature.ink),
        reason=signature.reason,
        witness=signature.witness,
        contested=tuple(f"{row.number}, {described(row, names)}" for row in rows if row.number in contested),
        changes_result=signature.changes_result,
        late=_late(signature),
    )


def _late(signature: Signature) -> Hour | None:
    if signature.received_at is None:
        return None
    hour = hour_of(received=signature.received_at, tablet=signature.signed_at)
    return hour if hour.tablet else None


def _local(moment: datetime) -> datetime:
    return localtime(moment)
