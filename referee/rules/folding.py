"""One step of the fold: what a jugada does to a position. It never refuses; `judging` does."""

from typing import Any

from referee.rules.awards import points_of, sanction_points
from referee.rules.counting import count_points, only
from referee.rules.jugadas import (
    Adjudica,
    Ajusta,
    Anula,
    Arranche,
    Conteo,
    Exit,
    JuegoYVeo,
    Jugada,
    Levante,
    MalPedido,
    MalReparto,
    Proclama,
    Reanudacion,
    Reparto,
    RepiteData,
    Ronda,
    Sorteo,
    Suspension,
)
from referee.rules.reglamento import Reglamento
from referee.rules.sides import SIDES, Pair, next_seat, side_of
from referee.rules.state import ChicaScore, DataScore, Lift, Outcome, Position, Reason, RondaSeen, shown


def step(  # noqa: C901 (one line a kind of jugada)
    rules: Reglamento, seats: tuple[str, ...], position: Position, number: int, jugada: Jugada
) -> Position:
    """The position after `jugada`, row `number` of the log."""
    p = position._replace(just_upheld_against=None) if position.just_upheld_against is not None else position
    match jugada:
        case Levante(word=word, subject=subject):
            return _levante(rules, p, number, word, subject)
        case Reparto():
            return begun(p)._replace(reparto=p.reparto + 1)
        case Ronda():
            return _ronda(rules, p, jugada)
        case Conteo():
            return _conteo(rules, seats, p, jugada)
        case Sorteo(dealer=dealer):
            return p if dealer is None else p._replace(dealer=dealer, data=1, reparto=1)
        case Proclama():
            return proclaimed(rules, seats, p)
        case Arranche(cards=cards):
            return begun(p)._replace(withdrawn=p.withdrawn + cards)
        case JuegoYVeo():
            return _juego_y_veo(rules, p, jugada)
        case MalReparto():
            return _mal_reparto(rules, seats, p)
        case MalPedido(subject=subject):
            return scored(rules, p, _wrong_claim(rules, p, side_of(subject)))
        case Suspension():
            return p._replace(suspended=True)
        case Reanudacion():
            return p._replace(suspended=False)
        case Ajusta(subject=subject, points=points):
            return scored(rules, p, only(side_of(subject), points))
        case RepiteData():
            return _annulled(p, p.dealer or seats[0])
        case Exit() | Adjudica():
            return _decided(rules, p, jugada)
        case Anula():  # takes a row out of the fold; it is no step of it
            return position


def begun(p: Position) -> Position:
    """A play of this data is recorded: what the last data left behind can no longer be protested."""
    return p._replace(fresh=False, lifts=()) if p.fresh else p


def scored(rules: Reglamento, p: Position, points: Pair, **changes: Any) -> Position:
    """`points` added or taken, never below the floor; what could not be taken is unpaid (A-25).

    `changes`: other fields of the position that change with them.
    """
    floor, target = rules.match_score_floor, rules.match_target_points
    a, b = p.points[0] + points[0], p.points[1] + points[1]
    unpaid = p.unpaid
    if a < floor or b < floor:
        unpaid = (unpaid[0] + max(0, floor - a), unpaid[1] + max(0, floor - b))
        a, b = max(a, floor), max(b, floor)
    closer = p.closer if p.closer is not None and (a, b)[p.closer] >= target else None
    if closer is None and (a >= target or b >= target):
        closer = 0 if a >= target else 1
    peak = (max(p.peak[0], a), max(p.peak[1], b))
    return p._replace(points=(a, b), unpaid=unpaid, closer=closer, peak=peak, **changes)


def _levante(rules: Reglamento, p: Position, number: int, word: str, subject: str) -> Position:
    side = side_of(subject)
    points = points_of(rules, p, side, word)
    before = () if p.fresh else p.lifts
    lifts = (*before, Lift(number, p.reparto, subject, points))
    return scored(rules, p, only(side, points), fresh=False, lifts=lifts)


def _ronda(rules: Reglamento, p: Position, ronda: Ronda) -> Position:
    side = side_of(ronda.subject)
    p = begun(p)
    seen = RondaSeen(p.reparto, ronda.subject, ronda.rank)
    points = points_of(rules, p, side, ronda.word)
    return scored(rules, p, only(side, points), rondas=(*p.rondas, seen))


def _conteo(rules: Reglamento, seats: tuple[str, ...], p: Position, conteo: Conteo) -> Position:
    dealer = p.dealer or seats[0]
    following = next_seat(seats, dealer)
    cards = (conteo.a, conteo.b)
    points = count_points(rules, cards, side_of(following), conteo.falla, p.points).total
    counted = DataScore(
        len(p.chicas) + 1, p.data, dealer, annulled=False, cards=cards, table=conteo.table, withdrawn=p.withdrawn
    )
    p = _next_data(p, counted, following, lifts=p.lifts)
    if not (points[0] and points[1]):
        return scored(rules, p, points)
    first = side_of(following)  # both are paid: whoever deals next counts first, and so reaches 40 first
    return scored(rules, scored(rules, p, only(first, points[first])), only(1 - first, points[1 - first]))


def _mal_reparto(rules: Reglamento, seats: tuple[str, ...], p: Position) -> Position:
    dealer = p.dealer or seats[0]
    rivals = 1 - side_of(dealer)
    if rules.misdeal_offender_loses == "la mesa":
        return p._replace(ended=Outcome(SIDES[rivals], "mal-reparto"))
    following = dealer if rules.misdeal_deal_passes_to_opponents is False else next_seat(seats, dealer)
    points = sanction_points(rules, p, rivals, rules.misdeal_points_to_opponents)
    return scored(rules, _annulled(p, following), only(rivals, points))


def _annulled(p: Position, dealer: str) -> Position:
    annulled = DataScore(len(p.chicas) + 1, p.data, p.dealer or dealer, annulled=True)
    return _next_data(p, annulled, dealer, lifts=())


def _next_data(p: Position, ended: DataScore, dealer: str, lifts: tuple[Lift, ...]) -> Position:
    return p._replace(
        datas=(*p.datas, ended),
        data=p.data + 1,
        reparto=1,
        dealer=dealer,
        withdrawn=0,
        rondas=(),
        lifts=lifts,
        fresh=True,
    )


def _juego_y_veo(rules: Reglamento, p: Position, protest: JuegoYVeo) -> Position:
    """Upheld: the caller's bonus, and what the offender pays or the play had claimed. Rejected: the caller pays."""
    caller = side_of(protest.subject)
    if not protest.upheld:
        return scored(rules, p, only(caller, rules.wrong_lift_rejected_points or 0))
    taken = 0
    if protest.number is None:
        p = p if p.closer is not None else begun(p)
    else:
        if rules.wrong_lift_takes_back:
            taken = sum(lift.points for lift in p.lifts if lift.number == protest.number)
        lifts = tuple(lift._replace(taken_back=True) if lift.number == protest.number else lift for lift in p.lifts)
        p = p._replace(lifts=lifts)
    bonus = sanction_points(rules, p, caller, rules.wrong_lift_caller_points or 0)
    change = _both(caller, bonus, rules.wrong_lift_offender_points - taken)
    return scored(rules, p, change)._replace(just_upheld_against=1 - caller)


def _wrong_claim(rules: Reglamento, p: Position, offender: int) -> Pair:
    bonus = rules.wrong_claim_rivals_points
    if bonus is None:
        bonus = rules.other_error_rivals_points or 0
    bonus = sanction_points(rules, p, 1 - offender, bonus)
    return _both(offender, rules.wrong_claim_offender_points or 0, bonus)


def _both(side: int, own: int, rivals: int) -> Pair:
    return (own, rivals) if side == 0 else (rivals, own)


def _decided(rules: Reglamento, p: Position, jugada: Exit | Adjudica) -> Position:
    side = side_of(jugada.subject)
    if isinstance(jugada, Exit):
        reason: Reason = "abandono" if jugada.word == "abandono" else "descalificacion"
        return p._replace(ended=Outcome(SIDES[1 - side], reason), suspended=False)
    if jugada.word == "adjudica-mesa":
        return p._replace(ended=Outcome(SIDES[side], "fallo"), suspended=False)
    points = (rules.match_target_points, p.points[1]) if side == 0 else (p.points[0], rules.match_target_points)
    return p._replace(points=points, closer=side)


def proclaimed(rules: Reglamento, seats: tuple[str, ...], p: Position) -> Position:
    """The chica of `closer` is proclaimed; it may end the mesa, else the next chica begins (3.g.6–7, 12, 16)."""
    winner = p.closer or 0
    zapateria = is_zapateria(rules, p, loser=1 - winner)
    points = (shown(p.points[0], rules), shown(p.points[1], rules))
    chicas = (*p.chicas, ChicaScore(points, SIDES[winner], zapateria))
    reason: Reason | None = None
    if sum(chica.winner == SIDES[winner] for chica in chicas) == rules.match_chicas_to_win_mesa:
        reason = "chicas"
    elif zapateria and _ends_mesa(rules, chica=len(chicas)):
        reason = "zapateria"
    if reason:
        return p._replace(chicas=chicas, closer=None, ended=Outcome(SIDES[winner], reason))
    dealer = None if rules.deal_sorteo_each_chica else p.dealer
    if dealer is not None and not p.fresh:
        dealer = next_seat(seats, dealer)
    drawn = int(dealer is not None)
    return Position(dealer=dealer, unpaid=p.unpaid, chicas=chicas, datas=p.datas, data=drawn, reparto=drawn)


def is_zapateria(rules: Reglamento, p: Position, loser: int) -> bool:
    """Whether `loser` would end this chica under the threshold, where there is one (3.g.6, 12; A-03, A-04)."""
    measured = p.peak if rules.zapateria_measured_on == "nunca-llego" else p.points
    return rules.zapateria_threshold_below is not None and measured[loser] < rules.zapateria_threshold_below


def _ends_mesa(rules: Reglamento, chica: int) -> bool:
    reached = rules.zapateria_scope == "cualquier-chica" or (rules.zapateria_scope == "primera-chica" and chica == 1)
    return reached and rules.zapateria_mesa_effect == "termina la mesa"
