"""What a rewarded jugada gives in a rulebook, and when a pareja may not have it."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from referee.rules.errors import RuleViolation
from referee.rules.jugadas import LEVANTES
from referee.rules.parameters import Award, value_text
from referee.rules.reglamento import Reglamento
from referee.rules.sides import side_of
from referee.rules.state import Position

CHICA: Final = "chica"
OUT_OF_PLAY: Final = "38-no-juega"
_PARAMETERS: Final = {
    "caida": "caida.points",
    "limpia": "limpia.points",
    "caida-limpia": "caida_y_limpia.total_points",
    "caida-en-ronda": "caida_en_ronda.effect",
    "cuatro-caidas": "caida.streak_of_4_effect",
    "ronda": "ronda.points",
    "doble-ronda": "doble_ronda.effect",
}


@cache
def awards(rules: Reglamento) -> Mapping[str, Award]:
    """What each word of a levante or a ronda gives; None where the rulebook does not reward it."""
    return {
        "caida": rules.caida_points,
        "limpia": rules.limpia_points,
        "caida-limpia": rules.caida_y_limpia_total_points,
        "caida-en-ronda": rules.caida_en_ronda_effect,
        "cuatro-caidas": rules.caida_streak_of_4_effect,
        "ronda": rules.ronda_points,
        "doble-ronda": rules.doble_ronda_effect,
    }


@cache
def beside(rules: Reglamento) -> frozenset[str]:
    """The words of levantes that add to a caída that is recorded on a line of its own: the same play, the same card.

    Four in a row are always so: the fourth is a caída as any other. A caída en ronda is so where the text lets it be asked for
    later than the caída, which has been paid by then; elsewhere it is the caída itself, and what it gives is all that the card gives.

    >>> from referee.rules.reglamentos import REGLAMENTOS
    >>> sorted(beside(REGLAMENTOS["pagat"])), sorted(beside(REGLAMENTOS["quito"]))
    (['caida-en-ronda', 'cuatro-caidas'], ['cuatro-caidas'])
    """
    later = rules.caida_en_ronda_claim_deadline == "fin-de-la-data"
    return frozenset({"cuatro-caidas", "caida-en-ronda"} if later else {"cuatro-caidas"})


@cache
def thrown_cards(rules: Reglamento) -> frozenset[str]:
    """The words of levantes that stand for a card thrown; the others reward one that is recorded already."""
    return frozenset(LEVANTES) - beside(rules)


@cache
def caidas(rules: Reglamento) -> frozenset[str]:
    """The words of levantes that are a caída, whatever else each is."""
    return frozenset({"caida", "caida-limpia", "caida-en-ronda"}) - beside(rules)


def points_of(rules: Reglamento, p: Position, side: int, word: str) -> int:
    """Points that `word` gives this pareja now: of an award that wins the chica, those it lacks."""
    award = awards(rules)[word]
    if award == CHICA:
        return rules.match_target_points - p.points[side]
    return award if isinstance(award, int) else 0


def at_38(rules: Reglamento, points: int) -> bool:
    """Whether a pareja with these points is the «38 que no juega»: one step short, where the rulebook has the rule."""
    return rules.rule38_enabled and points == rules.match_target_points - rules.match_points_step


def sanction_points(rules: Reglamento, p: Position, side: int, points: int) -> int:
    """What this pareja gets of the points that a rival's mistake gives: at 38 nothing, where those cannot close."""
    return 0 if at_38(rules, p.points[side]) and not rules.rule38_sanctions_may_close else points


def award_refusal(rules: Reglamento, p: Position, word: str, subject: str) -> RuleViolation | None:
    """Why `subject` may not score this levante or ronda whatever the cards were, or None."""
    side = side_of(subject)
    award = awards(rules)[word]
    if award is None:
        message = f"«{word}» no existe en el reglamento {rules.name}"
        return RuleViolation("no-existe-en-reglamento", message, rules.article(_PARAMETERS[word], "caida.points"))
    if at_38(rules, p.points[side]) and word not in rules.rule38_may_still_score:
        message = f"{subject[0]} está en {p.points[side]}, que no juega: solo {_still_scores(rules)}"
        article = rules.article("rule38.enabled", "rule38.may_still_score")
        return RuleViolation(OUT_OF_PLAY, message, article)
    return _blocked(rules, p, word, side)


def ronda_closes(rules: Reglamento, p: Position, word: str, subject: str, verified: Iterable[str] = ()) -> bool:
    """Whether this ronda would win the chica for its pareja now, so that the Juez verifies it before the rivals throw (8).

    Those that are `verified` for it are counted first, as if they were recorded. No ronda does that the pareja may not score, nor one
    that nobody has to verify. One that waits was asked for in time: that no other may be by now makes no difference.
    """
    if p.ended is not None or p.closer is not None or rules.ronda_verified_by in (None, "nadie"):
        return False
    side = side_of(subject)
    for each in verified:
        if award_refusal(rules, p, each, subject) is None:
            points = p.points[side] + points_of(rules, p, side, each)
            p = p._replace(points=(points, p.points[1]) if side == 0 else (p.points[0], points))
    reached = p.points[side] + points_of(rules, p, side, word)
    return reached >= rules.match_target_points and award_refusal(rules, p, word, subject) is None


@cache
def _still_scores(rules: Reglamento) -> str:
    """What a pareja at 38 may score, of what the rulebook rewards at all."""
    known = tuple(word for word in rules.rule38_may_still_score if awards(rules).get(word, word) is not None)
    return value_text("rule38.may_still_score", known)


def _blocked(rules: Reglamento, p: Position, word: str, side: int) -> RuleViolation | None:
    if word == "ronda":
        start = rules.ronda_blocked_from
    elif word == "doble-ronda":
        start = rules.doble_ronda_blocked_from
    elif word == "caida-en-ronda":
        start = None if _of_an_unannounced_ronda(rules, p, side) else rules.caida_en_ronda_blocked_from
    else:
        return None
    if start is None or p.points[side] < start:
        return None
    code = "caida-en-ronda-bloqueada" if word == "caida-en-ronda" else "ronda-bloqueada"
    message = f"con {p.points[side]} puntos ya no se puede anotar «{word}»: se cierra desde {start}"
    return RuleViolation(code, message, rules.article(_PARAMETERS[word].partition(".")[0] + ".blocked_from"))


def _of_an_unannounced_ronda(rules: Reglamento, p: Position, side: int) -> bool:
    """Whether the caida may still be on a ronda that rivals under the limit kept to themselves."""
    start = rules.caida_en_ronda_blocked_from
    return (
        start is not None
        and rules.caida_en_ronda_blocked_unless_unannounced
        and p.points[1 - side] < start
        and all(ronda.reparto != p.reparto or side_of(ronda.subject) == side for ronda in p.rondas)
    )
