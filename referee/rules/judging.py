"""The judgement: why a jugada may not be recorded in a position. `judge` returns, or raises RuleViolation."""

from collections.abc import Callable
from typing import Final

from brackets.blank import is_blank
from referee.rules.awards import award_refusal
from referee.rules.data_notion import repeatable
from referee.rules.errors import RuleViolation
from referee.rules.jugadas import (
    REPARTOS,
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
from referee.rules.plural import counted
from referee.rules.reglamento import Reglamento
from referee.rules.ronda_window import ronda_refusal
from referee.rules.sanctions import claim_refusal, protested_claim_refusal, protested_levante
from referee.rules.sides import SIDES, next_seat, side_of
from referee.rules.state import Lift, Position

LONGEST_ESCALERA: Final = 9  # 9.b: after an ace taken with an ace, 2 to K
PERRO: Final = 10  # 14.b, and the points that 4.c never lets be taken
BY_SUM: Final = "suma-de-cartas"
RULING: Final = (Ajusta, Adjudica, RepiteData)
DRAWING_ALLOWS: Final = (Sorteo, Suspension, Ajusta, Adjudica, Exit, Anula)
CLOSING_ALLOWS: Final = (Proclama, JuegoYVeo, MalPedido, *RULING, Suspension, Anula)
AWARDED_ALLOWS: Final = (Proclama, *RULING, Suspension, Anula)
SUSPENDED_ALLOWS: Final = (Reanudacion, *RULING, Exit, Anula)


def judge(rules: Reglamento, seats: tuple[str, ...], p: Position, jugada: Jugada) -> None:
    """Raise RuleViolation when `jugada` may not follow in position `p`; `anula` is judged by the log."""
    _phase(rules, p, jugada)
    subject = getattr(jugada, "subject", None)
    if subject is not None and len(subject) > 1 and subject not in seats:
        raise RuleViolation(
            "no-sentado", f"en esta mesa no se sienta {subject}", rules.article("match.players_per_pair")
        )
    check = _CHECKS.get(type(jugada))
    if check:
        check(rules, seats, p, jugada)
    blank = reason_refusal(jugada)
    if blank:
        raise blank


def reason_refusal(jugada: Jugada) -> RuleViolation | None:
    """The refusal of a reason that shows no letter, or None; an `anula` may have none at all."""
    reason: str | None = getattr(jugada, "reason", None)
    if reason is None or not is_blank(reason):
        return None
    return RuleViolation("falta-motivo", "el motivo está en blanco: escriba por qué", "")


def _phase(rules: Reglamento, p: Position, jugada: Jugada) -> None:
    if p.ended is not None:
        ruling = isinstance(jugada, Adjudica) and jugada.word == "adjudica-mesa"
        if not (ruling or isinstance(jugada, Anula)):
            raise RuleViolation("mesa-terminada", "la mesa ya terminó; solo cabe deshacer o un fallo", _juez(rules))
    elif p.suspended:
        leaves_a_chica_won = isinstance(jugada, Exit) and p.closer is not None
        if leaves_a_chica_won or not isinstance(jugada, SUSPENDED_ALLOWS):
            message = "la mesa está suspendida: primero anote la reanudación"
            raise RuleViolation("mesa-suspendida", message, _juez(rules))
    elif p.award is not None or p.closer is not None:
        _decided(rules, p, jugada)
    elif p.dealer is None and not isinstance(jugada, DRAWING_ALLOWS):
        raise RuleViolation("falta-sorteo", "primero se sortea la data", rules.article("deal.first_dealer_method"))


def _decided(rules: Reglamento, p: Position, jugada: Jugada) -> None:
    """A chica that a ruling gave, or that was won. A ruling is final: no play and no sanction undoes it (17)."""
    if p.award is not None:
        if not isinstance(jugada, AWARDED_ALLOWS):
            message = f"un fallo adjudicó la chica a {SIDES[p.award]}, y ya no se juega ni se sanciona en ella: proclámela, o anule el fallo"
            raise RuleViolation("chica-adjudicada", message, rules.article("appeal.to", "gaps.resolved_by"))
    elif not isinstance(jugada, CLOSING_ALLOWS):
        message = "la chica está por proclamar: proclámela, o resuelva antes la protesta"
        raise RuleViolation("chica-por-proclamar", message, _juez(rules))


def _juez(rules: Reglamento) -> str:
    return rules.article("officials.authority")


def _sorteo(rules: Reglamento, seats: tuple[str, ...], p: Position, jugada: Sorteo) -> None:
    article = rules.article("deal.first_dealer_method")
    if p.dealer is not None:
        raise RuleViolation("sorteo-hecho", "la data ya se sorteó", article)
    if rules.deal_first_dealer_method == BY_SUM:
        _sorteo_by_sum(rules, seats, jugada, article)
    elif jugada.cards:
        message = "en este reglamento no se suman cartas: diga solo quién reparte"
        raise RuleViolation("sorteo-sin-cartas", message, article)
    elif jugada.dealer is None:
        raise RuleViolation("falta-reparte", "diga quién reparte", article)
    elif jugada.dealer not in seats:
        raise RuleViolation("reparte-equivocado", f"en esta mesa no se sienta {jugada.dealer}", article)


def _sorteo_by_sum(rules: Reglamento, seats: tuple[str, ...], jugada: Sorteo, article: str) -> None:
    if sorted(player for player, _ in jugada.cards) != sorted(seats):
        message = "cada jugador sentado levanta una carta, y solo una"
        raise RuleViolation("sorteo-incompleto", message, article)
    sums = sorteo_sums(rules, jugada)
    if sums[0] == sums[1]:
        if jugada.dealer is not None:
            message = f"empate a {sums[0]}: nadie reparte, el sorteo se repite"
            raise RuleViolation("sorteo-empatado", message, article)
        return
    winner = 0 if sums[0] > sums[1] else 1
    side = "AB"[winner]
    if jugada.dealer is None:
        message = f"gana {side} ({sums[winner]} contra {sums[1 - winner]}): diga quién reparte"
        raise RuleViolation("falta-reparte", message, article)
    if jugada.dealer not in seats or side_of(jugada.dealer) != winner:
        message = f"reparte {side}, que sumó {sums[winner]} contra {sums[1 - winner]}"
        raise RuleViolation("reparte-equivocado", message, article)


def sorteo_sums(rules: Reglamento, sorteo: Sorteo) -> tuple[int, int]:
    """What the cards of each pareja add up to: the ace one, a figure ten (3.c)."""
    sums = [0, 0]
    for player, rank in sorteo.cards:
        if rank == "A":
            value = rules.deal_sorteo_ace_value
        else:
            value = int(rank) if rank.isdigit() else rules.deal_sorteo_figure_value
        sums[side_of(player)] += value or 0
    return sums[0], sums[1]


def _levante(rules: Reglamento, _seats: tuple[str, ...], p: Position, jugada: Levante) -> None:
    refusal = award_refusal(rules, p, jugada.word, jugada.subject)
    if refusal:
        raise refusal


def _ronda(rules: Reglamento, seats: tuple[str, ...], p: Position, jugada: Ronda) -> None:
    refusal = award_refusal(rules, p, jugada.word, jugada.subject) or ronda_refusal(
        rules, seats, p, jugada.subject, jugada.rank
    )
    if refusal:
        raise refusal


def _reparto(rules: Reglamento, seats: tuple[str, ...], p: Position, jugada: Reparto) -> None:
    number = REPARTOS[jugada.word]
    if number > repartos_of(rules, seats):
        message = f"con {len(seats)} jugadores una data tiene {repartos_of(rules, seats)} repartos"
        raise RuleViolation("no-existe-en-reglamento", message, rules.article("deal.cards_per_block"))
    if p.reparto != number - 1:
        raise RuleViolation(
            "reparto-hecho", f"la data va en el reparto {p.reparto}", rules.article("deal.cards_per_block")
        )


def repartos_of(rules: Reglamento, seats: tuple[str, ...]) -> int:
    """How many deals make a data: 40 cards, five to each player."""
    return rules.deck_cards // (rules.deal_cards_per_block * len(seats))


def withdraws(rules: Reglamento) -> bool:
    """Whether the Juez withdraws forgotten escalera cards with an `arranche` in this rulebook."""
    return rules.forgotten_cards_policy == "las-retira-el-juez"


def _arranche(rules: Reglamento, _seats: tuple[str, ...], p: Position, jugada: Arranche) -> None:
    if not withdraws(rules):
        message = f"en el reglamento {rules.name} el Juez no retira cartas olvidadas"
        raise RuleViolation("no-existe-en-reglamento", message, rules.article("forgotten_cards.policy"))
    if jugada.cards > LONGEST_ESCALERA or p.withdrawn + jugada.cards > rules.deck_cards:
        message = f"una escalera no deja olvidadas más de {LONGEST_ESCALERA} cartas"
        raise RuleViolation(
            "arranche-imposible", message, rules.article("forgotten_cards.policy", "capture.sequence_order")
        )


def has_protest(rules: Reglamento) -> bool:
    """Whether a levante may be protested with a `juego-y-veo` in this rulebook."""
    return rules.wrong_lift_caller_points is not None


def has_wrong_claim(rules: Reglamento) -> bool:
    """Whether asking for points without right, or any other error, is sanctioned with a `mal-pedido`."""
    sanctions = (rules.wrong_claim_offender_points, rules.wrong_claim_rivals_points, rules.other_error_rivals_points)
    return any(points is not None for points in sanctions)


def _juego_y_veo(rules: Reglamento, seats: tuple[str, ...], p: Position, jugada: JuegoYVeo) -> None:
    if not has_protest(rules):
        message = f"en el reglamento {rules.name} no se protesta un levante con «juego y veo»"
        raise RuleViolation("no-existe-en-reglamento", message, rules.article("wrong_lift.caller_points"))
    if jugada.number is None:
        return
    lift = protested_levante(p, jugada)
    if lift is None:
        message = f"la jugada {jugada.number} no es un levante con puntos de esta data"
        raise RuleViolation("protesta-sin-levante", message, rules.article("wrong_lift.who_may_call"))
    refusal = protest_refusal(rules, seats, lift, jugada.subject)
    if refusal:
        raise refusal


def protest_refusal(rules: Reglamento, seats: tuple[str, ...], lift: Lift, caller: str) -> RuleViolation | None:
    """Why `caller` may not protest this levante, or None: only a rival may, and once; by some texts only who plays next (5)."""
    article = rules.article("wrong_lift.who_may_call")
    if side_of(lift.subject) == side_of(caller):
        return RuleViolation("protesta-propia", "nadie protesta su propio levante: se protesta el del rival", article)
    if lift.taken_back:
        message = f"a la jugada {lift.number} ya se le quitaron los puntos"
        return RuleViolation("ya-protestada", message, rules.article("wrong_lift.offender_loses"))
    claimed = protested_claim_refusal(rules, lift)
    if claimed:
        return claimed
    only_next = rules.wrong_lift_who_may_call == "siguiente"
    if only_next and len(lift.subject) > 1 and len(caller) > 1 and next_seat(seats, lift.subject) != caller:
        message = f"solo {next_seat(seats, lift.subject)}, que juega a continuación, puede protestar"
        return RuleViolation("no-es-su-turno", message, article)
    return None


def _mal_pedido(rules: Reglamento, _seats: tuple[str, ...], p: Position, jugada: MalPedido) -> None:
    if not has_wrong_claim(rules):
        message = f"el reglamento {rules.name} no sanciona pedir puntos sin razón"
        raise RuleViolation("no-existe-en-reglamento", message, rules.article("wrong_claim.offender_points"))
    twice = claim_refusal(rules, p, jugada)
    if twice:
        raise twice


def _out_of_turn(rules: Reglamento, _seats: tuple[str, ...], _p: Position, _jugada: FueraDeTurno) -> None:
    if rules.out_of_turn_offender_points is None:
        message = f"el reglamento {rules.name} no sanciona jugar fuera de turno"
        raise RuleViolation("no-existe-en-reglamento", message, rules.article("out_of_turn.offender_points"))


def _reparte(rules: Reglamento, seats: tuple[str, ...], p: Position, jugada: Reparte) -> None:
    article = rules.article("deal.next_dealer")
    if jugada.player not in seats:
        raise RuleViolation("no-sentado", f"en esta mesa no se sienta {jugada.player}", article)
    if jugada.player == p.dealer:
        raise RuleViolation("reparte-igual", f"ya consta que esta data la reparte {p.dealer}", article)


def _mal_reparto(rules: Reglamento, seats: tuple[str, ...], p: Position, jugada: MalReparto) -> None:
    """The pareja that gets the bonus deals, and says which of its players (4.c)."""
    if jugada.dealer is None:
        return
    may = may_deal(rules, seats, p)
    if jugada.dealer not in may:
        article = rules.article("misdeal.deal_passes_to_opponents")
        who = f"reparte {' o '.join(may)}" if may else "aquí un mal reparto pierde la mesa, y nadie más reparte"
        raise RuleViolation("reparte-equivocado", who, article)


def may_deal(rules: Reglamento, seats: tuple[str, ...], p: Position) -> tuple[str, ...]:
    """The players who may deal after a misdeal now, in turn order; none where it loses the mesa."""
    if rules.misdeal_offender_loses == "la-mesa" or p.dealer is None:
        return ()
    if rules.misdeal_deal_passes_to_opponents is False:
        return (p.dealer,)
    first = next_seat(seats, p.dealer)
    if rules.misdeal_next_dealer == "siguiente":
        return (first,)
    at = seats.index(first)
    return tuple(seat for seat in (*seats[at:], *seats[:at]) if side_of(seat) == side_of(first))


def _cards_counted(rules: Reglamento, seats: tuple[str, ...], p: Position, jugada: Conteo | Recuento) -> None:
    """The data is played out, and its cards are all there (3.f–g)."""
    last = repartos_of(rules, seats)
    if p.reparto != last:
        message = f"la data va en el reparto {p.reparto} de {last}: se cuenta jugadas las {rules.deck_cards} cartas"
        raise RuleViolation("falta-reparto", message, rules.article("count.invariant"))
    total = jugada.a + jugada.b + jugada.table + p.withdrawn
    if total != rules.deck_cards:
        withdrawn = counted(p.withdrawn, "retirada", "retiradas")
        message = f"{jugada.a} + {jugada.b} + {jugada.table} en la mesa + {withdrawn} = {total}, no {rules.deck_cards}"
        raise RuleViolation("conteo-no-suma-40", message, rules.article("count.invariant"))


def _conteo(rules: Reglamento, seats: tuple[str, ...], p: Position, jugada: Conteo) -> None:
    _cards_counted(rules, seats, p, jugada)
    if rules.count_leftovers_to_last_lift and jugada.table and jugada.a + jugada.b:
        message = "lo que queda en la mesa es de la pareja que levantó última: cuéntelo con sus cartas"
        raise RuleViolation("sobrantes-con-dueno", message, rules.article("deal.leftover_cards_go_to"))
    if jugada.falla and (jugada.a == 0) == (jugada.b == 0):
        message = "hay falla cuando A o B, y solo uno de los dos lados, no levantó ninguna carta"
        raise RuleViolation("falla-no-procede", message, rules.article("falla.points"))


def _proclama(rules: Reglamento, _seats: tuple[str, ...], p: Position, _jugada: Proclama) -> None:
    if p.closer is None:
        raise RuleViolation(
            "nada-que-proclamar",
            f"nadie ha sumado {rules.match_target_points} puntos",
            rules.article("match.target_points", "officials.authority"),
        )


def _reanudacion(rules: Reglamento, _seats: tuple[str, ...], p: Position, _jugada: Reanudacion) -> None:
    if not p.suspended:
        raise RuleViolation("no-suspendida", "la mesa no está suspendida", rules.article("officials.authority"))


def _ajusta(rules: Reglamento, _seats: tuple[str, ...], p: Position, jugada: Ajusta) -> None:
    if jugada.points == 0 or jugada.points % rules.match_points_step:
        message = f"los puntos van de {rules.match_points_step} en {rules.match_points_step}"
        raise RuleViolation("puntos-impares", message, rules.article("match.points_step"))
    if abs(jugada.points) > rules.match_target_points:
        message = f"una chica tiene {rules.match_target_points} puntos"
        raise RuleViolation("ajuste-excesivo", message, rules.article("match.target_points"))
    if jugada.points == -PERRO and not rules.misdeal_subtract_from_offender_allowed:
        message = "en ningún caso se restan diez puntos; si hubo un error, anule la jugada"
        raise RuleViolation("no-se-restan-diez", message, rules.article("misdeal.subtract_from_offender_allowed"))
    if p.award is not None:
        side = side_of(jugada.subject)
        others_forty = side != p.award and p.points[side] + jugada.points >= rules.match_target_points
        if others_forty or (side == p.award and jugada.points < 0):
            message = f"un fallo ya adjudicó la chica a {SIDES[p.award]}: anúlelo antes de ajustar puntos en su contra"
            raise RuleViolation("fallo-contrario", message, rules.article("appeal.to", "gaps.resolved_by"))


def _adjudica(rules: Reglamento, _seats: tuple[str, ...], p: Position, jugada: Adjudica) -> None:
    rival = 1 - side_of(jugada.subject)
    if contrary_award(rules, p, rival, jugada.word):
        first, second = SIDES[rival], jugada.subject[0]
        message = f"un fallo ya adjudicó la chica a {first}: anúlelo antes de fallar a favor de {second}"
        if p.ended is not None and p.ended.reason == "fallo":
            message = f"un fallo ya adjudicó la mesa a {first}: anúlelo antes de fallar a favor de {second}"
        raise RuleViolation("fallo-contrario", message, rules.article("appeal.to", "gaps.resolved_by"))


def contrary_award(rules: Reglamento, p: Position, rival: int, word: str) -> bool:
    """Whether an award to `rival` stands, until it is annulled, against this one (18).

    That of a chica is against one of the mesa only where the chica gives the mesa.
    """
    if p.ended is not None and p.ended.reason == "fallo":
        return p.ended.winner == SIDES[rival]
    if p.award != rival or word == "adjudica-chica":
        return p.award == rival
    return p.won(rival) + (p.ended is None) >= rules.match_chicas_to_win_mesa


def _repite_data(rules: Reglamento, _seats: tuple[str, ...], p: Position, jugada: RepiteData) -> None:
    stand = repeatable(p)
    if jugada.data in stand or (jugada.data is None and stand):
        return
    if jugada.data is None:
        message = "en esta chica no hay data que repetir: ninguna se jugó, o están anuladas"
    else:
        message = f"la data {jugada.data} de esta chica no se jugó, o ya está anulada"
    raise RuleViolation("data-inexistente", message, rules.article("appeal.to", "gaps.resolved_by"))


_CHECKS: Final[dict[type, Callable[..., None]]] = {
    Sorteo: _sorteo,
    Levante: _levante,
    Ronda: _ronda,
    Reparto: _reparto,
    Reparte: _reparte,
    MalReparto: _mal_reparto,
    Arranche: _arranche,
    JuegoYVeo: _juego_y_veo,
    MalPedido: _mal_pedido,
    FueraDeTurno: _out_of_turn,
    Conteo: _conteo,
    Recuento: _cards_counted,
    Proclama: _proclama,
    Reanudacion: _reanudacion,
    Ajusta: _ajusta,
    Adjudica: _adjudica,
    RepiteData: _repite_data,
}
