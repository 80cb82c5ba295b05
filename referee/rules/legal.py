"""What may be recorded now, for whom, what each would give, and for what is refused, why and by which article."""

from dataclasses import replace
from functools import cache

from referee.rules.awards import CHICA, OUT_OF_PLAY, awards, caidas, ronda_closes, thrown_cards
from referee.rules.choices import Choice, Target
from referee.rules.data_notion import repeatable
from referee.rules.deck_names import deck_names
from referee.rules.errors import RuleViolation
from referee.rules.folding import step
from referee.rules.history import cause_of, last_effective
from referee.rules.judging import (
    BY_SUM,
    LONGEST_ESCALERA,
    has_protest,
    has_wrong_claim,
    judge,
    may_deal,
    protest_refusal,
    repartos_of,
    withdraws,
)
from referee.rules.jugadas import (
    JUEZ,
    LEVANTES,
    RANKS,
    REPARTOS,
    RONDAS,
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
from referee.rules.labels import LABELS, article_of, word_label
from referee.rules.notation import dump_jugada
from referee.rules.parameters import value_text
from referee.rules.plausibility import question
from referee.rules.previewing import change, score
from referee.rules.reglamento import Reglamento
from referee.rules.ronda_window import ranks_gone, subject_refusal
from referee.rules.sides import SIDES, next_seat, side_of
from referee.rules.state import MesaState, Position

__all__ = ["Choice", "Target", "legal"]

WHY = "motivo"
HOLD = "No lanzan los rivales hasta que el Juez verifique."


def legal(state: MesaState) -> tuple[Choice, ...]:
    """Every jugada the rulebook knows, for each pareja it can concern, allowed or refused with the reason.

    `decide` accepts exactly what an allowed choice covers; an `anula` of an older jugada is the exception:
    whether it would break a later one is asked with `preview`.
    """
    choices = [choice for side in SIDES for choice in _of_pareja(state, side)]
    choices += [_simple(state, jugada, needs) for jugada, needs in _of_nobody(state)]
    arranche = [_arranche(state)] if withdraws(state.reglamento) else []
    dealt = (_reparte(state), _mal_reparto(state), _repite_data(state))
    return (*choices, *dealt, _sorteo(state), *arranche, _conteo(state), _recuento(state), _anula(state))


def _of_pareja(state: MesaState, side: str) -> list[Choice]:
    rules = state.reglamento
    levantes = [_levante(state, Levante(word, side)) for word in LEVANTES if awards(rules)[word] is not None]
    protests = [_protest(state, side), _simple(state, JuegoYVeo(side, upheld=False), finding="no-procede")]
    return [
        *levantes,
        *_rondas(state, side),
        *(protests if has_protest(rules) else []),
        *([_sanction(state, MalPedido(side))] if has_wrong_claim(rules) else []),
        *([_simple(state, FueraDeTurno(side))] if rules.out_of_turn_offender_points is not None else []),
        _ajusta(state, side),
        *(_simple(state, Adjudica(word, side, WHY), ("reason",)) for word in ("adjudica-chica", "adjudica-mesa")),
        *(_simple(state, Exit(word, side, WHY), ("reason",)) for word in ("abandono", "descalificacion")),
    ]


def _of_nobody(state: MesaState) -> list[tuple[Jugada, tuple[str, ...]]]:
    repartos = [word for word, number in REPARTOS.items() if number <= repartos_of(state.reglamento, state.seats)]
    return [
        *((Reparto(word), ()) for word in repartos),
        (Proclama(), ()),
        (Suspension(WHY), ("reason",)),
        (Reanudacion(), ()),
    ]


def _simple(state: MesaState, jugada: Jugada, needs: tuple[str, ...] = (), finding: str | None = None) -> Choice:
    """A choice whose permission and effect do not depend on its arguments."""
    shows = "reason" not in needs  # what a ruling or an exit does, its own words say
    refusal, after = _tried(state, jugada, fold=shows)
    subject: str | None = getattr(jugada, "subject", None)
    word = jugada.word
    if refusal:
        return Choice(
            jugada=word,
            label=word_label(state.reglamento, word),
            subject=subject,
            finding=finding,
            needs=needs,
            allowed=False,
            note="38 que no juega" if refusal.code == OUT_OF_PLAY else None,
            code=refusal.code,
            message=refusal.message,
            article=refusal.article,
        )
    return Choice(
        jugada=word,
        label=word_label(state.reglamento, word),
        subject=subject,
        subjects=_members(state.seats, subject),
        finding=finding,
        needs=needs,
        line=None if needs else dump_jugada(jugada),
        points=change(state.position, after) if shows else None,
        score=score(state, after) if shows else None,
        closes=after.closer is not None and state.position.closer is None,
        cause=cause_of(state) if isinstance(jugada, Reanudacion) else None,
        article=article_of(state.reglamento, word),
    )


def _tried(state: MesaState, jugada: Jugada, *, fold: bool) -> tuple[RuleViolation | None, Position]:
    try:
        judge(state.reglamento, state.seats, state.position, jugada)
    except RuleViolation as refusal:
        return refusal, state.position
    if not fold:
        return None, state.position
    return None, step(state.reglamento, state.seats, state.position, state.next_number, jugada)


@cache
def _members(seats: tuple[str, ...], subject: str | None) -> tuple[str, ...]:
    return () if subject is None else (subject, *(seat for seat in seats if seat[0] == subject))


def _levante(state: MesaState, levante: Levante) -> Choice:
    choice = _winning(state, _simple(state, levante))
    if not choice.allowed:
        return choice
    asked = question(state.reglamento, state.seats, state.position, levante)
    choice = choice._replace(ask=asked) if asked else choice
    note = _first_card(state, levante)
    return choice._replace(note=note) if note else choice


def _first_card(state: MesaState, levante: Levante) -> str | None:
    """What the first card of a reparto cannot be, for the pareja that throws it, until a card of it is known to be thrown."""
    rules, p = state.reglamento, state.position
    if p.dealer is None or next_seat(state.seats, p.dealer)[0] != levante.subject[0]:
        return None
    if not p.fresh and _thrown(rules, p):
        return None
    if p.reparto == 1:
        return "No vale con la primera carta: la mesa está vacía." if levante.word in thrown_cards(rules) else None
    if rules.caida_allowed_on_first_card_after_redeal or levante.word not in caidas(rules):
        return None
    return "No vale con la primera carta después de este reparto."


def _thrown(rules: Reglamento, p: Position) -> bool:
    """Whether the log proves that a card of this reparto was thrown: one that lifted, or one after which cards were withdrawn."""
    lifted = any(lift.reparto == p.reparto and lift.word in thrown_cards(rules) for lift in p.lifts)
    return lifted or p.withdrawn_in == p.reparto


def _rondas(state: MesaState, side: str) -> list[Choice]:
    """`ronda` and `doble-ronda`: of the same ranks and players, each with its own points and limits."""
    rules, seats, p = state.reglamento, state.seats, state.position
    gone = ranks_gone(p)
    ranks = tuple(rank for rank in RANKS if rank not in gone)
    words = [word for word in RONDAS if awards(rules)[word] is not None]
    choices = [
        _winning(state, _verified(state, _simple(state, Ronda(word, side, ranks[0]), ("rank",)))) for word in words
    ]
    if not any(choice.allowed for choice in choices):
        return choices
    subjects = tuple(
        subject for subject in _members(seats, side) if subject == side or not subject_refusal(rules, seats, p, subject)
    )
    return [choice._replace(subjects=subjects, ranks=ranks) if choice.allowed else choice for choice in choices]


def _verified(state: MesaState, choice: Choice) -> Choice:
    """The choice, saying that the rivals wait where it would win the chica."""
    if not ronda_closes(state.reglamento, state.position, choice.jugada, choice.subject or ""):
        return choice
    return choice._replace(hold=HOLD, note=HOLD if choice.allowed else choice.note)


def _winning(state: MesaState, choice: Choice) -> Choice:
    """The choice, saying that it wins the chica outright where the rulebook gives it for that."""
    outright = choice.allowed and awards(state.reglamento)[choice.jugada] == CHICA
    return choice._replace(note="Gana la chica.") if outright else choice


def _sanction(state: MesaState, jugada: JuegoYVeo | MalPedido, finding: str | None = None) -> Choice:
    """A choice whose play may have been punished, with its question, for those to whom it is not refused."""
    choice = _simple(state, jugada, finding=finding)
    if not state.position.sanctions or not choice.allowed:
        return choice
    named = [replace(jugada, subject=subject) for subject in choice.subjects]
    subjects = tuple(each.subject for each in named if not _tried(state, each, fold=False)[0])
    return choice._replace(subjects=subjects, ask=question(state.reglamento, state.seats, state.position, jugada))


def _protest(state: MesaState, side: str) -> Choice:
    """Upholding a protest, of a levante that claimed nothing (the line) or of one that did (the targets)."""
    choice = _sanction(state, JuegoYVeo(side, upheld=True), finding="procede")
    if not choice.allowed:
        return choice
    targets = []
    for lift in reversed(state.position.lifts):
        subjects = tuple(
            subject
            for subject in _members(state.seats, side)
            if protest_refusal(state.reglamento, state.seats, lift, subject) is None
        )
        if side not in subjects:
            continue
        protest = JuegoYVeo(side, upheld=True, number=lift.number)
        after = step(state.reglamento, state.seats, state.position, state.next_number, protest)
        targets.append(
            Target(
                number=lift.number,
                subjects=subjects,
                label=f"{word_label(state.reglamento, lift.word)} {lift.subject}",
                line=dump_jugada(protest),
                points=change(state.position, after),
                score=score(state, after),
                ask=question(state.reglamento, state.seats, state.position, protest),
            )
        )
    return choice._replace(targets=tuple(targets))


def _reparte(state: MesaState) -> Choice:
    """The player who dealt this data out of turn."""
    p = state.position
    others = tuple(seat for seat in state.seats if seat != p.dealer)
    choice = _simple(state, Reparte(others[0]), ("dealer",))
    return choice._replace(points=None, score=None, subjects=others) if choice.allowed else choice


def _mal_reparto(state: MesaState) -> Choice:
    """Where the pareja that deals now has more than one player, it says which of them (4.c)."""
    may = may_deal(state.reglamento, state.seats, state.position)
    choice = _simple(state, MalReparto(), ("dealer",) if len(may) > 1 else ())
    return choice._replace(subjects=may) if choice.allowed else choice


def _repite_data(state: MesaState) -> Choice:
    """The datas of this chica that a ruling may repeat, the last one first."""
    choice = _simple(state, RepiteData(WHY), ("data", "reason"))
    if not choice.allowed:
        return choice
    p = state.position
    targets = tuple(
        Target(number, (), f"Data {number}" + ("" if number == p.data else ", ya contada"), f"{choice.jugada} {number}")
        for number in repeatable(p)
    )
    return choice._replace(targets=targets)


def _ajusta(state: MesaState, side: str) -> Choice:
    points = state.reglamento.match_points_step
    choice = _simple(state, Ajusta(side, points, WHY), ("points", "reason"))
    return choice._replace(step=points) if choice.allowed else choice


def _sorteo(state: MesaState) -> Choice:
    """The sorteo, and what the deck calls its figures."""
    return _drawn(state)._replace(figures=deck_names(state.reglamento) or None)


def _drawn(state: MesaState) -> Choice:
    """Cards to add up, or by another method of the rulebook just the dealer, who is one of `subjects`."""
    if state.reglamento.deal_first_dealer_method == BY_SUM:
        tie = Sorteo(cards=tuple((seat, RANKS[0]) for seat in state.seats), dealer=None)
        return _simple(state, tie, ("cards",))._replace(points=None, score=None)
    choice = _simple(state, Sorteo(cards=(), dealer=state.seats[0]), ("dealer",))
    if not choice.allowed:
        return choice
    how = value_text("deal.first_dealer_method", state.reglamento.deal_first_dealer_method)
    return choice._replace(points=None, score=None, subjects=state.seats, note=f"Quién reparte: {how}.")


def _arranche(state: MesaState) -> Choice:
    choice = _simple(state, Arranche(1), ("n",))
    left = state.reglamento.deck_cards - state.position.withdrawn
    return choice._replace(cards=min(LONGEST_ESCALERA, left)) if choice.allowed else choice


def _conteo(state: MesaState) -> Choice:
    """What the parejas captured; where a falla pays only when it is asked for, whether it is."""
    rules = state.reglamento
    cards = rules.deck_cards - state.position.withdrawn
    claimed = ("falla",) if rules.falla_points and not rules.falla_automatic else ()
    owned = ("leftovers",) if rules.count_leftovers_to_last_lift else ()
    choice = _simple(state, Conteo(a=cards, b=0, table=0), ("conteo", *claimed, *owned))
    return _with_owner(rules, state.position, choice._replace(points=None, score=None, closes=False, cards=cards))


def _with_owner(rules: Reglamento, p: Position, choice: Choice) -> Choice:
    """The count, with whose the cards left on the table may be; the log knows the levantes that claimed points."""
    if "leftovers" not in choice.needs or not choice.allowed:
        return choice
    cards = thrown_cards(rules)
    lifts = [] if p.fresh else [lift for lift in p.lifts if lift.word in cards and not lift.taken_back]
    lifted = [side_of(lift.subject) for lift in lifts]
    owners = SIDES[::-1] if lifted[-1:] == [1] else SIDES
    known = f"; el último levante anotado es de {owners[0]}" if lifted else ""
    return choice._replace(subjects=owners, note=f"Lo que queda en la mesa es de quien levantó último{known}.")


def _recuento(state: MesaState) -> Choice:
    """The cards that the Juez counted himself, and who asked for it: a player, a pareja, or the Juez (3.g)."""
    cards = state.reglamento.deck_cards - state.position.withdrawn
    choice = _simple(state, Recuento(JUEZ, cards, 0, 0), ("asked-by", "conteo"))
    if not choice.allowed:
        return choice
    return choice._replace(points=None, score=None, cards=cards, subjects=(JUEZ, *SIDES, *state.seats))


def _anula(state: MesaState) -> Choice:
    choice = Choice(jugada="anula", label=LABELS["anula"], article="", needs=("number",))
    last = last_effective(state.entries)
    if last is None and not state.entries:
        message = "todavía no hay ninguna jugada que deshacer"
        return choice._replace(allowed=False, code="nada-que-deshacer", message=message)
    if last is None:
        return choice
    return choice._replace(last=last.number, line=dump_jugada(Anula(last.number)))
