"""From a fixture and the fold of its log to what a board shows of it."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from brackets.models import Fixture, Pareja
from brackets.selectors.chips import chips
from brackets.selectors.voided import VOIDED
from brackets.selectors.wording import said
from referee.models import Mesa
from referee.rules import SIDES, LedgerRow, MesaState, Outcome, Position, ledger, outcome, reason_of, side_of
from referee.selectors.board import ESTADOS, names_of, told
from referee.selectors.live.estado import estado_of
from referee.selectors.live.state import LiveChica, LiveDealer, LiveJugada, LiveMesa, LiveSide
from referee.selectors.mesa_ending import mesa_ending
from referee.selectors.mesas import counted_mesa, is_cut_short

Pair = tuple[int, int]


def mesa_told(
    fixture: Fixture,
    state: MesaState | None,
    *,
    round_name: str,
    pending: tuple[str, ...],
    version: int,
    at: datetime | None,
    voided: bool,
) -> LiveMesa:
    """The whole of it; the stage with its championship, the parejas with their players and the mesa are at hand.

    The score is that of the log; once a result is recorded, its chicas are, and who won is whoever won by that, and nobody where it
    is `voided`.
    """
    mesa = counted_mesa(fixture)
    position = state.position if state else Position()
    rows = ledger(state) if state else ()
    names = names_of(fixture)
    chicas = _chicas(fixture, state)
    jugadas = tuple(_jugada(row, names) for row in reversed(_last_data(rows)))
    return LiveMesa(
        fixture=fixture.pk,
        number=fixture.number,
        championship=fixture.stage.championship.slug,
        round=round_name,
        table=fixture.table.number if fixture.table else None,
        state=estado_of(fixture, mesa, pending, voided=voided),
        review=pending,
        estado=ESTADOS[mesa.estado] if mesa and not is_cut_short(mesa, fixture) else "",
        sides=(_side(fixture, mesa, chicas, 0, voided=voided), _side(fixture, mesa, chicas, 1, voided=voided)),
        chicas=chicas,
        chica=len(position.chicas) + (position.ended is None) if position.data or position.chicas else 0,
        data=position.data,
        dealer=_dealer(position, names),
        last=jugadas[0] if jugadas else None,
        jugadas=jugadas,
        jugada=len(state.entries) if state else None,
        result=VOIDED if voided else _result(fixture, state),
        voided=voided,
        visibility=fixture.stage.championship.live_visibility,
        version=version,
        at=at,
    )


def _side(fixture: Fixture, mesa: Mesa | None, chicas: Sequence[LiveChica], index: int, *, voided: bool) -> LiveSide:
    pareja: Pareja | None = (fixture.pareja_a, fixture.pareja_b)[index]
    letter = SIDES[index]
    points = (mesa.points_a, mesa.points_b)[index] if mesa else None
    perros, tantos = chips(points) if points is not None else (None, None)
    won = fixture.winner_id == pareja.pk if pareja and fixture.how else bool(mesa and mesa.winner == letter)
    return LiveSide(
        letter=letter,
        number=pareja.number if pareja else None,
        title=pareja.title if pareja else "",
        players=tuple(player.name for player in pareja.players.all()) if pareja else (),
        points=points,
        perros=perros,
        tantos=tantos,
        won=sum(chica.winner == letter for chica in chicas) if mesa or chicas else None,
        winner=won and not voided,
    )


def _chicas(fixture: Fixture, state: MesaState | None) -> tuple[LiveChica, ...]:
    """The proclaimed ones of the log; those of the result where that has others, or there is no log."""
    logged = state.position.chicas if state else ()
    if fixture.chicas in ([], [list(chica.points) for chica in logged]):
        return tuple(LiveChica(chica.points, chica.winner, chica.zapateria) for chica in logged)
    made = fixture.zapaterias or [""] * len(fixture.chicas)
    told = zip(fixture.chicas, made, strict=True)
    return tuple(LiveChica((a, b), "A" if a > b else "B", zapateria=bool(by)) for (a, b), by in told)


def _dealer(position: Position, names: Mapping[str, str]) -> LiveDealer | None:
    if position.dealer is None or position.ended:
        return None
    return LiveDealer(SIDES[side_of(position.dealer)], position.dealer, names.get(position.dealer, ""))


def _last_data(rows: Sequence[LedgerRow]) -> list[LedgerRow]:
    """The rows of the data in play, or of the last one."""
    if not rows:
        return []
    last = rows[-1].chica, rows[-1].data
    return [row for row in rows if (row.chica, row.data) == last]


def _jugada(row: LedgerRow, names: Mapping[str, str]) -> LiveJugada:
    each = told(row, names)
    changed = [f"{side} {points:+}" for side, points in each.points]
    annulled = f" (anulada por la {each.annulled_by})" if each.annulled_by else ""
    return LiveJugada(
        number=each.number,
        kind=row.jugada.word,
        side=each.side,
        label=each.label,
        who=each.who,
        points=row.points,
        score=each.score,
        annulled_by=each.annulled_by,
        text=", ".join([each.label, *([each.who] if each.who else []), *changed]) + annulled,
    )


def _result(fixture: Fixture, state: MesaState | None) -> str:
    """Who won and why; empty while nobody has."""
    players = fixture.stage.championship.players_per_pareja
    ended = outcome(state) if state else None
    winner = _winner(fixture, ended.winner if ended else "")
    if winner is None:
        return fixture.get_how_display() if fixture.how else ""
    words = f"Gana {said(players, 'la pareja')} {winner.number}"
    if state is None or ended is None or not _ended_so(fixture, ended):
        how = "" if fixture.how == Fixture.How.PLAYED and not fixture.is_won_otherwise else f" ({fixture.how_told})"
        return f"{words}{how}"
    return f"{words} {reason_of(state.reglamento, ended)}"


def _ended_so(fixture: Fixture, ended: Outcome) -> bool:
    """Whether the result is still that of the log: the same side won it, and in the same way."""
    if not fixture.how:
        return True
    there = mesa_ending(ended, ())
    how = _winner_id(fixture, ended.winner), there["how"], there["zapateria"]
    return (fixture.winner_id, fixture.how, fixture.by_zapateria) == how


def _winner(fixture: Fixture, of_log: str) -> Pareja | None:
    """Whoever has the result; before there is one, whoever won by the log."""
    by_key = {pareja.pk: pareja for pareja in (fixture.pareja_a, fixture.pareja_b) if pareja}
    return by_key.get(fixture.winner_id or 0) if fixture.how else by_key.get(_winner_id(fixture, of_log) or 0)


def _winner_id(fixture: Fixture, side: str) -> int | None:
    return {"A": fixture.pareja_a_id, "B": fixture.pareja_b_id}.get(side)
