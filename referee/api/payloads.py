"""Answers built from what the selectors read."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import cast

import msgspec

from brackets.models import Championship, Fixture, Pareja, User
from brackets.selectors.site_address import site_address
from referee.api import answers
from referee.api.bodies import JugadasSend, Representatives
from referee.models import Device, Jugada, Mesa, Planilla
from referee.rules import Anula, LedgerRow, LogHeader, LogLine, ledger, reglamento_get, result
from referee.rules.bridge import legal_json, row_json
from referee.selectors.digest import log_header, log_line, log_lines
from referee.selectors.folding import state_of
from referee.selectors.mesas import (
    counted_mesa,
    fixtures_for_tablet,
    last_heard,
    planilla_corrected,
    planilla_standing,
    players_by_pareja,
    round_names,
    was_sealed,
)
from referee.selectors.receipts import rows_sent
from referee.services.log import Recorded
from referee.services.statements import LogRow

Names = Mapping[int, list[str]]

msgspec.json.Decoder(answers.LogRow)  # looked into by the one thread that imports, as in `bodies`


def mesa_answer(mesa: Mesa, device: Device) -> answers.MesaAnswer:
    fixture = mesa.fixture
    state, planilla = state_of(mesa), planilla_standing(mesa)
    return answers.MesaAnswer(
        id=mesa.public_id,
        fixture=fixture.pk,
        status=fixture.status,
        table=fixture.table.number if fixture.table else None,
        round=round_names([fixture])[fixture.pk],
        championship=championship_answer(fixture.stage.championship),
        parejas=_parejas(mesa, players_by_pareja([mesa])),
        seats=mesa.seats,
        representatives=Representatives(A=mesa.representative_a, B=mesa.representative_b),
        lease_epoch=mesa.lease_epoch,
        lease=_lease(mesa, device, last_heard(mesa)),
        header=_header(log_header(mesa)),
        head=answers.Head(seq=mesa.head_seq, hash=mesa.head_hash),
        state=result(state),
        legal=legal_json(state),
        log=_log_rows(ledger(state), log_lines(mesa.pk)),
        planilla=_planilla(planilla) if planilla else None,
        correction=_correction(planilla_corrected(mesa)),
        public_url=site_address(),
    )


def recorded_answer(recorded: Recorded, sent: JugadasSend, *, minimal: bool) -> answers.RecordedAnswer:
    state, base_seq = recorded.state, sent.base_seq
    answer = answers.RecordedAnswer(
        acked=recorded.acked,
        head=answers.Head(seq=len(state.entries), hash=recorded.head_hash),
        receipts=receipts_answer(_sent_rows(recorded, sent)),
        state=dict(recorded.result or result(state)),
    )
    if not minimal:
        answer.legal = legal_json(state)
        tail = _tail(recorded, base_seq)
        answer.log_tail = _log_rows(tail, _lines(recorded, tail))
    return answer


def receipts_answer(rows: Iterable[LogRow | Jugada]) -> list[answers.Receipt]:
    return [
        answers.Receipt(
            seq=row.seq,
            client_id=row.client_id,
            notation=row.notation,
            device=row.device_id,
            user=row.user_id,
            lease_epoch=row.lease_epoch,
            device_ts=row.device_ts and row.device_ts.astimezone(UTC),
            signed=row.signed,
            received_at=row.received_at,
            prev_hash=row.prev_hash,
            hash=row.hash,
        )
        for row in rows
    ]


def _sent_rows(recorded: Recorded, sent: JugadasSend) -> Iterable[LogRow | Jugada]:
    """The rows of what was sent; a query only where some were recorded before."""
    if len(recorded.rows) == len(sent.jugadas):
        return recorded.rows
    return rows_sent(recorded.mesa_id, [each.client_id for each in sent.jugadas])


def _tail(recorded: Recorded, base_seq: int) -> Sequence[LedgerRow]:
    """The rows after `base_seq`; the whole log where one of them is an `anula`, which changes older rows."""
    state, before = recorded.state, recorded.before
    if any(isinstance(entry.jugada, Anula) for entry in state.entries[base_seq:]):
        return ledger(state)
    if before is not None and len(before.entries) == base_seq:
        return ledger(state, since=before)
    return ledger(state)[base_seq:]


def _lines(recorded: Recorded, tail: Sequence[LedgerRow]) -> Sequence[LogLine]:
    """The same rows as the log has them; a query only where they are not those just recorded."""
    fresh = recorded.rows
    if fresh and tail and tail[0].number == fresh[0].seq:
        return [log_line(row.client_id, row.notation, row.device_ts) for row in fresh]
    return log_lines(recorded.mesa_id, tail[0].number - 1) if tail else ()


def mesa_list(*, device: Device, user: User) -> answers.MesaList:
    fixtures = fixtures_for_tablet(device=device, user=user)
    names, rounds = players_by_pareja(fixtures), round_names(fixtures)
    return answers.MesaList(mesas=[_summary(fixture, device, names, rounds[fixture.pk]) for fixture in fixtures])


def championship_answer(championship: Championship) -> answers.ChampionshipAnswer:
    rules = reglamento_get(championship.reglamento, championship.rule_settings)
    return answers.ChampionshipAnswer(
        slug=championship.slug,
        name=str(championship),
        reglamento=answers.ReglamentoAnswer(
            key=rules.key,
            name=rules.name,
            version=rules.version,
            settings=championship.rule_settings,
            chicas=2 * rules.match_chicas_to_win_mesa - 1,
            turn=rules.deal_turn_direction,
        ),
    )


def _summary(fixture: Fixture, device: Device, names: Names, round_name: str) -> answers.MesaSummary:
    mesa = counted_mesa(fixture)
    return answers.MesaSummary(
        fixture=fixture.pk,
        id=mesa.public_id if mesa else None,
        table=fixture.table.number if fixture.table else None,
        round=round_name,
        estado=mesa.estado if mesa else None,
        status=fixture.status,
        sealed=mesa is not None and was_sealed(fixture),
        parejas=_parejas(fixture, names),
        lease=_lease(mesa, device, last_heard(fixture)) if mesa else answers.Lease(mine=False, holder=None, epoch=0),
    )


def _parejas(of: Mesa | Fixture, names: Names) -> answers.Parejas:
    # Only fixtures with both parejas are ever listed.
    a, b = cast("Pareja", of.pareja_a), cast("Pareja", of.pareja_b)
    return answers.Parejas(A=_pareja(a, names), B=_pareja(b, names))


def _pareja(pareja: Pareja, names: Names) -> answers.ParejaAnswer:
    players = names[pareja.pk]
    return answers.ParejaAnswer(
        number=pareja.number,
        name=pareja.name or " / ".join(players),
        club=pareja.club,
        players=players,
        representative=pareja.representative,
    )


def _lease(mesa: Mesa, device: Device, last_at: datetime | None) -> answers.Lease:
    holder = mesa.device
    return answers.Lease(
        mine=mesa.device_id == device.pk,
        holder=holder.name if holder else None,
        epoch=mesa.lease_epoch,
        juez=str(holder.user) if holder and holder.user else None,
        last_at=last_at,
    )


def _header(header: LogHeader) -> answers.LogHeader:
    return answers.LogHeader(
        mesa=header["mesa"],
        reglamento=header["reglamento"],
        version=header["version"],
        settings=dict(header["settings"]),
        seats=list(header["seats"]),
    )


def _log_rows(rows: Sequence[LedgerRow], lines: Sequence[LogLine]) -> list[answers.LogRow]:
    # A row that came between the reading of the two belongs to the next answer.
    return [_log_row(row, line) for row, line in zip(rows, lines, strict=False)]


def _log_row(row: LedgerRow, line: LogLine) -> answers.LogRow:
    told = {**row_json(row), "client_id": line["client_id"], "device_ts": line["device_ts"]}
    return msgspec.convert(told, answers.LogRow)


def _correction(planilla: Planilla | None) -> answers.CorrectionAnswer | None:
    if planilla is None:
        return None
    return answers.CorrectionAnswer(version=planilla.version, reason=planilla.correction, unsigned=planilla.unsigned)


def _planilla(planilla: Planilla) -> answers.PlanillaAnswer:
    return answers.PlanillaAnswer(
        version=planilla.version,
        status=planilla.status,
        fingerprint=planilla.fingerprint,
        digest=planilla.digest,
        signatures=[
            answers.SignatureAnswer(
                party=signature.party,
                outcome=signature.outcome,
                name=signature.name,
                signed_at=signature.signed_at,
                changes_result=signature.changes_result,
            )
            for signature in planilla.signatures.all()
        ],
    )
