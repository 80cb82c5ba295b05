"""One step of the fold: what a jugada does to a position. It never refuses; `judging` does."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from referee.rules.awards import CHICA, awards, points_of, sanction_points
from referee.rules.counting import count_points, only
from referee.rules.data_notion import board_annulled, data_named, dealer_after_misdeal, in_first_data
from referee.rules.jugadas import (
    Adjudica,
    Ajusta,
    Anula,
    Arranche,
    Conteo,
    Exit,
    FueraDeTurno,
    JuegoYVeo,
    Jugada,
    Levante,
    MalPedido,
    MalReparto,
    Proclama,
    Reanudacion,
    Recuento,
    Reparte,
    Reparto,
    RepiteData,
    Ronda,
    Sorteo,
    Suspension,
)
from referee.rules.reglamento import Reglamento
from referee.rules.sanctions import (
    after_rejected,
    no_longer_latest,
    play_of,
    protested_levante,
    remembered,
    sanction_of,
)
from referee.rules.sides import SIDES, Pair, next_seat, side_of
from referee.rules.state import (
    Board,
    ChicaScore,
    DataScore,
    DataStart,
    Lift,
    Outcome,
    Position,
    Reason,
    RondaSeen,
    Sanction,
    shown,
)
from referee.rules.state import unpaid as owed

SANCTIONS: Final = (JuegoYVeo, MalPedido, FueraDeTurno)
NO_PLAY: Final = (*SANCTIONS, Suspension, Reanudacion, Ajusta, Adjudica, Recuento, Reparte)
"""What may stand between two sanctions of one play: it records no card that was thrown or dealt."""


def step(  # noqa: C901 (one line a kind of jugada)
    rules: Reglamento, seats: tuple[str, ...], position: Position, number: int, jugada: Jugada
) -> Position:
    """The position after `jugada`, row `number` of the log."""
    p = position
    if p.sanctions and not isinstance(jugada, (*NO_PLAY, Levante)):
        p = p._replace(sanctions=())
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
            return begun(p)._replace(withdrawn=p.withdrawn + cards, withdrawn_in=p.reparto)
        case JuegoYVeo():
            return _juego_y_veo(rules, seats, p, number, jugada)
        case MalReparto():
            return _mal_reparto(rules, seats, p, jugada)
        case MalPedido():
            return _mal_pedido(rules, seats, p, number, jugada)
        case FueraDeTurno(subject=subject):
            p = p._replace(sanctions=no_longer_latest(p.sanctions))
            return scored(rules, p, only(side_of(subject), rules.out_of_turn_offender_points or 0))
        case Recuento(a=a, b=b, table=table):
            return p._replace(recount=(a, b, table))
        case Reparte(player=player):
            return begun(p)._replace(dealer=player)
        case Suspension():
            return p._replace(suspended=True)
        case Reanudacion():
            return p._replace(suspended=False)
        case Ajusta(subject=subject, points=points):
            return _by_ruling(p, lambda board: _adjusted(rules, board, side_of(subject), points))
        case RepiteData():
            return _repeated(p, jugada)
        case Adjudica(word="adjudica-chica", subject=subject):
            side = side_of(subject)
            return _by_ruling(p, lambda board: _awarded(rules, board, side))._replace(award=side)
        case Exit() | Adjudica():
            return _ended(p, jugada)
        case Anula():  # takes a row out of the fold; it is no step of it
            return position


def begun(p: Position) -> Position:
    """A play of this data is recorded: what the last data left behind can no longer be protested."""
    return p._replace(fresh=False, lifts=(), starts=_starts(p)) if p.fresh else p


def _starts(p: Position) -> tuple[DataStart, ...]:
    """What every data of this chica began with, this one too."""
    return (*p.starts, DataStart(p.dealer or "", p.board)) if p.fresh else p.starts


def scored(rules: Reglamento, p: Position, points: Pair, **changes: Any) -> Position:
    """Add or take `points`; what cannot be taken is unpaid (A-25), and points past forty are kept only where the setting says so
    (A-33).

    `changes`: other fields of the position that change with them.
    """
    floor, target = rules.match_score_floor, rules.match_target_points
    same = p.earned == p.points
    if not same:
        changes.setdefault("earned", _kept(rules, _sum(p.earned, points)))
    a, b = p.points[0] + points[0], p.points[1] + points[1]
    if not rules.match_keeps_over_target:
        a, b = min(a, target), min(b, target)
    if floor is not None and (a < floor or b < floor):
        lacking = (max(0, floor - a), max(0, floor - b))
        changes |= {"unpaid": _sum(p.unpaid, lacking), "chica_unpaid": _sum(p.chica_unpaid, lacking)}
        a, b = max(a, floor), max(b, floor)
    closer = p.closer if p.closer is not None and (a, b)[p.closer] >= target else None
    if closer is None and (a >= target or b >= target):
        closer = 0 if a >= target else 1
    if same:
        changes.setdefault("earned", (a, b))
    peak = (max(p.peak[0], a), max(p.peak[1], b))
    return p._replace(points=(a, b), closer=closer, peak=peak, **changes)


def _kept(rules: Reglamento, points: Pair) -> Pair:
    """These points, no more than are kept and no fewer than can be (A-25, A-33)."""
    a, b = points
    if not rules.match_keeps_over_target:
        a, b = min(a, rules.match_target_points), min(b, rules.match_target_points)
    floor = rules.match_score_floor
    return (a, b) if floor is None else (max(a, floor), max(b, floor))


def _put_back(p: Position, board: Board) -> Position:
    """The board is `board` again, and what sanctions of this chica could not take is what it was then."""
    taken_back = (board.unpaid[0] - p.chica_unpaid[0], board.unpaid[1] - p.chica_unpaid[1])
    return p._replace(
        points=board.points,
        peak=board.peak,
        unpaid=_sum(p.unpaid, taken_back),
        chica_unpaid=board.unpaid,
        closer=board.closer,
        earned=board.earned,
    )


def _by_ruling(p: Position, rule: Callable[[Position], Position]) -> Position:
    """A ruling is of no data: where one is annulled or repeated, what was added, taken or awarded since it began stays."""
    starts = tuple(start._replace(board=rule(_put_back(p, start.board)).board) for start in p.starts)
    return rule(p)._replace(starts=starts)


def _sum(one: Pair, other: Pair) -> Pair:
    return one[0] + other[0], one[1] + other[1]


def _lower(one: Pair, other: Pair) -> Pair:
    return min(one[0], other[0]), min(one[1], other[1])


def _levante(rules: Reglamento, p: Position, number: int, word: str, subject: str) -> Position:
    side = side_of(subject)
    p = begun(p)
    points = points_of(rules, p, side, word)
    after = _rewarded(rules, p, side, word, points)
    play = play_of(rules, p, number, word, subject)
    caida = next((lift for lift in p.lifts if lift.number == play), None)
    sanctioned = caida.sanctioned if caida else None  # what is recorded beside a caída is the same play
    lift = Lift(number, p.reparto, subject, after.points[side] - p.points[side], word, play, sanctioned=sanctioned)
    return after._replace(lifts=(*p.lifts, lift), sanctions=after.sanctions if caida else ())


def _ronda(rules: Reglamento, p: Position, ronda: Ronda) -> Position:
    side = side_of(ronda.subject)
    p = begun(p)
    seen = RondaSeen(p.reparto, ronda.subject, ronda.rank)
    lifts = tuple(lift._replace(rondas_after=(*lift.rondas_after, ronda.subject)) for lift in p.lifts)
    points = points_of(rules, p, side, ronda.word)
    return _rewarded(rules, p._replace(rondas=(*p.rondas, seen), lifts=lifts), side, ronda.word, points)


def _rewarded(rules: Reglamento, p: Position, side: int, word: str, points: int) -> Position:
    """The points of a levante or a ronda; what wins the chica outright earns all forty."""
    after = scored(rules, p, only(side, points))
    if p.earned == p.points or awards(rules)[word] != CHICA:
        return after
    lacking = rules.match_target_points - p.earned[side]
    return after._replace(earned=_sum(p.earned, only(side, max(0, lacking))))


def _conteo(rules: Reglamento, seats: tuple[str, ...], p: Position, conteo: Conteo) -> Position:
    dealer = p.dealer or seats[0]
    following = next_seat(seats, dealer)
    cards = (conteo.a, conteo.b)
    points = count_points(rules, cards, side_of(following), conteo.falla, p.points).total
    counted = DataScore(
        len(p.chicas) + 1, p.data, dealer, annulled=False, cards=cards, table=conteo.table, withdrawn=p.withdrawn
    )
    *earlier, this = _starts(p)
    starts = (*earlier, this._replace(counted=True))
    p = _next_data(p, (counted,), following, lifts=p.lifts, starts=starts)
    if not (points[0] and points[1]):
        return scored(rules, p, points)
    first = side_of(following)  # both are paid: whoever deals next counts first, and so reaches 40 first
    return scored(rules, scored(rules, p, only(first, points[first])), only(1 - first, points[1 - first]))


def _mal_reparto(rules: Reglamento, seats: tuple[str, ...], p: Position, jugada: MalReparto) -> Position:
    """Ten for the rivals, the data is annulled, and the player they chose deals, or the next in turn order (4.c; A-21)."""
    dealer = p.dealer or seats[0]
    rivals = 1 - side_of(dealer)
    if rules.misdeal_offender_loses == "la-mesa":
        return p._replace(ended=Outcome(SIDES[rivals], "mal-reparto"))
    following = jugada.dealer or dealer_after_misdeal(rules, seats, dealer)
    annulled = DataScore(len(p.chicas) + 1, p.data, dealer, annulled=True)
    starts, left = _starts(p), board_annulled(rules, p)
    p = _next_data(_put_back(p, left) if left else p, (annulled,), following, lifts=(), starts=starts)
    points = sanction_points(rules, p, rivals, rules.misdeal_points_to_opponents)
    return scored(rules, p, only(rivals, points))


def _next_data(
    p: Position, ended: Iterable[DataScore], dealer: str, lifts: tuple[Lift, ...], starts: tuple[DataStart, ...]
) -> Position:
    return p._replace(
        datas=joined((*p.datas, *ended)),
        data=len(starts) + 1,
        reparto=1,
        dealer=dealer,
        withdrawn=0,
        withdrawn_in=0,
        rondas=(),
        lifts=lifts,
        fresh=True,
        starts=starts,
        recount=None,
    )


def joined(datas: Iterable[DataScore]) -> tuple[DataScore, ...]:
    """The datas in order; one that comes again was annulled the second time."""
    found: dict[tuple[int, int], DataScore] = {}
    for data in datas:
        place = (data.chica, data.data)
        there = found.get(place)
        found[place] = data if there is None else DataScore(*place, there.dealer, annulled=True)
    return tuple(found.values())


def _repeated(p: Position, jugada: RepiteData) -> Position:
    """Annul this data and the later ones with all that they brought, and give the deal to the player who was due (17, 18)."""
    number = data_named(p, jugada)
    start = p.starts[number - 1]
    chica = len(p.chicas) + 1
    annulled = [
        DataScore(chica, data, (p.dealer if data == p.data else p.starts[data - 1].dealer) or "", annulled=True)
        for data in range(number, len(p.starts) + 1)
    ]
    again = start._replace(counted=False)
    starts = (*p.starts[: number - 1], *(again for _ in annulled))
    return _next_data(_put_back(p, start.board), annulled, start.dealer, lifts=(), starts=starts)


def _juego_y_veo(rules: Reglamento, seats: tuple[str, ...], p: Position, number: int, protest: JuegoYVeo) -> Position:
    """Upheld: the caller's bonus, and what the offender pays or the play had claimed. Rejected: the caller pays."""
    caller = side_of(protest.subject)
    if not protest.upheld:
        p = p._replace(sanctions=after_rejected(p.sanctions, protest))
        return scored(rules, p, only(caller, rules.wrong_lift_rejected_points or 0))
    taken = 0
    p = p._replace(sanctions=remembered(p.sanctions, sanction_of(seats, p, number, protest)))
    named = protested_levante(p, protest)
    if named is not None:
        if rules.wrong_lift_takes_back:
            taken = sum(lift.points for lift in p.lifts if lift.play == named.play)
        lifts = tuple(lift._replace(taken_back=True) if lift.play == named.play else lift for lift in p.lifts)
        p = p._replace(lifts=lifts)
    bonus = sanction_points(rules, p, caller, rules.wrong_lift_caller_points or 0)
    change = _both(caller, bonus, rules.wrong_lift_offender_points - taken)
    return scored(rules, p, change)


def _mal_pedido(rules: Reglamento, seats: tuple[str, ...], p: Position, number: int, claim: MalPedido) -> Position:
    p = _claimed(p, sanction_of(seats, p, number, claim))
    return scored(rules, p, _wrong_claim(rules, p, side_of(claim.subject)))


def _claimed(p: Position, claim: Sanction) -> Position:
    """Remember whose claim was punished, and of which levante; of two claims of one levante, the one of its player."""
    lifts = tuple(
        lift._replace(sanctioned=claim)
        if lift.play == claim.play and (lift.sanctioned is None or claim.offender == lift.subject)
        else lift
        for lift in p.lifts
    )
    return p._replace(sanctions=remembered(p.sanctions, claim), lifts=lifts)


def _wrong_claim(rules: Reglamento, p: Position, offender: int) -> Pair:
    bonus = rules.wrong_claim_rivals_points
    if bonus is None:
        bonus = rules.other_error_rivals_points or 0
    bonus = sanction_points(rules, p, 1 - offender, bonus)
    return _both(offender, rules.wrong_claim_offender_points or 0, bonus)


def _both(side: int, own: int, rivals: int) -> Pair:
    return (own, rivals) if side == 0 else (rivals, own)


def _adjusted(rules: Reglamento, p: Position, side: int, points: int) -> Position:
    """Points by a ruling; those that bring a pareja to forty are not earned, and what is taken from one that has them is so no longer
    (3.g.6, 18; A-03)."""
    after = scored(rules, p, only(side, points))
    if max(p.points[side], after.points[side]) < rules.match_target_points:
        return after
    return after._replace(earned=_lower(p.earned, after.points))


def _awarded(rules: Reglamento, p: Position, side: int) -> Position:
    """The chica by a ruling: forty points, none more of them earned (18; A-03)."""
    points = _both(side, rules.match_target_points, p.points[1 - side])
    return p._replace(points=points, closer=side, earned=_lower(p.earned, points))


def _ended(p: Position, jugada: Exit | Adjudica) -> Position:
    side = side_of(jugada.subject)
    if isinstance(jugada, Adjudica):
        return p._replace(ended=Outcome(SIDES[side], "fallo"), suspended=False)
    reason: Reason = "abandono" if jugada.word == "abandono" else "descalificacion"
    return p._replace(ended=Outcome(SIDES[1 - side], reason), suspended=False)


def proclaimed(rules: Reglamento, seats: tuple[str, ...], p: Position) -> Position:
    """The chica of `closer` is proclaimed; it may end the mesa, else the next chica begins (3.g.6–7, 12, 16)."""
    winner = p.closer or 0
    won = p.earned[winner] >= rules.match_target_points
    zapateria = won and is_zapateria(rules, p, loser=1 - winner)
    points, unpaid = (shown(p.points[0], rules), shown(p.points[1], rules)), owed(p)
    chicas = (*p.chicas, ChicaScore(points, SIDES[winner], zapateria))
    reason: Reason | None = None
    if zapateria and _ends_mesa(rules, p, chica=len(chicas)):
        reason = "zapateria"  # also in the chica that wins the mesa: it puts out who had lost before (12)
    elif sum(chica.winner == SIDES[winner] for chica in chicas) == rules.match_chicas_to_win_mesa:
        reason = "chicas"
    if reason:
        return p._replace(chicas=chicas, closer=None, ended=Outcome(SIDES[winner], reason))
    dealer = None if rules.deal_sorteo_each_chica else p.dealer
    if dealer is not None and not p.fresh:
        dealer = next_seat(seats, dealer)
    drawn = int(dealer is not None)
    return Position(dealer=dealer, unpaid=unpaid, chicas=chicas, datas=p.datas, data=drawn, reparto=drawn)


def is_zapateria(rules: Reglamento, p: Position, loser: int) -> bool:
    """Whether `loser` would end this chica under the threshold, where there is one (3.g.6, 12; A-03, A-04)."""
    measured = p.peak if rules.zapateria_measured_on == "nunca-llego" else p.points
    return rules.zapateria_threshold_below is not None and measured[loser] < rules.zapateria_threshold_below


def _ends_mesa(rules: Reglamento, p: Position, chica: int) -> bool:
    reached = {
        "ninguna": False,
        "primera-data": chica == 1 and in_first_data(p),
        "primera-chica": chica == 1,
        "cualquier-chica": True,
    }[rules.zapateria_scope]
    return reached and rules.zapateria_mesa_effect == "termina-la-mesa"
