"""What may be recorded now, for whom, what each would give, and for what is refused, why and by which article."""

from functools import cache

from referee.rules.awards import CHICA, OUT_OF_PLAY, awards
from referee.rules.choices import Choice, Target
from referee.rules.errors import RuleViolation
from referee.rules.folding import step
from referee.rules.history import cause_of, last_effective
from referee.rules.judging import (
    BY_SUM,
    LONGEST_ESCALERA,
    has_protest,
    has_wrong_claim,
    judge,
    protest_refusal,
    repartos_of,
    withdraws,
)
from referee.rules.jugadas import (
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
from referee.rules.labels import LABELS, article_of, word_label
from referee.rules.notation import dump_jugada
from referee.rules.parameter_values import value_text
from referee.rules.previewing import change, score
from referee.rules.ronda_window import ranks_gone, subject_refusal
from referee.rules.sides import SIDES
from referee.rules.state import MesaState, Position

__all__ = ["Choice", "Target", "legal"]

WHY = "motivo"


def legal(state: MesaState) -> tuple[Choice, ...]:
    """Every jugada the rulebook knows, for each pareja it can concern, allowed or refused with the reason.

    `decide` accepts exactly what an allowed choice covers; an `anula` of an older jugada is the exception:
    whether it would break a later one is asked with `preview`.
    """
    choices = [choice for side in SIDES for choice in _of_pareja(state, side)]
    choices += [_simple(state, jugada, needs) for jugada, needs in _of_nobody(state)]
    arranche = [_arranche(state)] if withdraws(state.reglamento) else []
    return (*choices, _sorteo(state), *arranche, _conteo(state), _anula(state))


def _of_pareja(state: MesaState, side: str) -> list[Choice]:
    rules = state.reglamento
    levantes = [_levante(state, Levante(word, side)) for word in LEVANTES if awards(rules)[word] is not None]
    protests = [_protest(state, side), _simple(state, JuegoYVeo(side, upheld=False), finding="no-procede")]
    return [
        *levantes,
        *_rondas(state, side),
        *(protests if has_protest(rules) else []),
        *([_simple(state, MalPedido(side))] if has_wrong_claim(rules) else []),
        _ajusta(state, side),
        *(_simple(state, Adjudica(word, side, WHY), ("reason",)) for word in ("adjudica-chica", "adjudica-mesa")),
        *(_simple(state, Exit(word, side, WHY), ("reason",)) for word in ("abandono", "descalificacion")),
    ]


def _of_nobody(state: MesaState) -> list[tuple[Jugada, tuple[str, ...]]]:
    repartos = [word for word, number in REPARTOS.items() if number <= repartos_of(state.reglamento, state.seats)]
    return [
        *((Reparto(word), ()) for word in repartos),
        (MalReparto(), ()),
        (Proclama(), ()),
        (Suspension(WHY), ("reason",)),
        (Reanudacion(), ()),
        (RepiteData(WHY), ("reason",)),
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
    p = state.position
    first_of_redeal = p.reparto > 1 and all(lift.reparto != p.reparto for lift in p.lifts)
    if (
        choice.allowed
        and levante.word.startswith("caida")
        and first_of_redeal
        and not state.reglamento.caida_allowed_on_first_card_after_redeal
    ):
        return choice._replace(note="No vale con la primera carta después de este reparto.")
    return choice


def _rondas(state: MesaState, side: str) -> list[Choice]:
    """`ronda` and `doble-ronda`: of the same ranks and players, each with its own points and limits."""
    rules, seats, p = state.reglamento, state.seats, state.position
    gone = ranks_gone(p)
    ranks = tuple(rank for rank in RANKS if rank not in gone)
    words = [word for word in RONDAS if awards(rules)[word] is not None]
    choices = [_winning(state, _simple(state, Ronda(word, side, ranks[0]), ("rank",))) for word in words]
    if not any(choice.allowed for choice in choices):
        return choices
    subjects = tuple(
        subject for subject in _members(seats, side) if subject == side or not subject_refusal(rules, seats, p, subject)
    )
    return [choice._replace(subjects=subjects, ranks=ranks) if choice.allowed else choice for choice in choices]


def _winning(state: MesaState, choice: Choice) -> Choice:
    """The choice, saying that it wins the chica outright where the rulebook gives it for that."""
    outright = choice.allowed and awards(state.reglamento)[choice.jugada] == CHICA
    return choice._replace(note="Gana la chica.") if outright else choice


def _protest(state: MesaState, side: str) -> Choice:
    """Upholding a protest, of a levante that claimed nothing (the line) or of one that did (the targets)."""
    choice = _simple(state, JuegoYVeo(side, upheld=True), finding="procede")
    if not choice.allowed:
        return choice
    targets = []
    for lift in reversed(state.position.lifts):
        subjects = tuple(
            subject
            for subject in choice.subjects
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
                label=_label(state, lift.number),
                line=dump_jugada(protest),
                points=change(state.position, after),
                score=score(state, after),
            )
        )
    return choice._replace(targets=tuple(targets))


def _label(state: MesaState, number: int) -> str:
    jugada = next(entry.jugada for entry in state.entries if entry.number == number)
    return f"{word_label(state.reglamento, jugada.word)} {getattr(jugada, 'subject', '')}"


def _ajusta(state: MesaState, side: str) -> Choice:
    points = state.reglamento.match_points_step
    choice = _simple(state, Ajusta(side, points, WHY), ("points", "reason"))
    return choice._replace(step=points) if choice.allowed else choice


def _sorteo(state: MesaState) -> Choice:
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
    claimed = rules.falla_points and not rules.falla_automatic
    choice = _simple(state, Conteo(a=cards, b=0, table=0), ("conteo", "falla") if claimed else ("conteo",))
    return choice._replace(points=None, score=None, closes=False, cards=cards)


def _anula(state: MesaState) -> Choice:
    choice = Choice(jugada="anula", label=LABELS["anula"], article="", needs=("number",))
    last = last_effective(state.entries)
    if last is None and not state.entries:
        message = "todavía no hay ninguna jugada que deshacer"
        return choice._replace(allowed=False, code="nada-que-deshacer", message=message)
    if last is None:
        return choice
    return choice._replace(last=last.number, line=dump_jugada(Anula(last.number)))
