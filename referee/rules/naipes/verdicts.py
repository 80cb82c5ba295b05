"""The verdict on a lift: right or wrong, what was forgotten, caída, limpia, each in a sentence with its article."""

from typing import NamedTuple

from referee.rules.awards import awards
from referee.rules.deck_names import card_name, figured
from referee.rules.errors import RuleViolation
from referee.rules.naipes.captures import Capture, Kind, captures
from referee.rules.naipes.deck import Cards, in_order, surplus
from referee.rules.naipes.lifting import Fault, Lifting, lifting
from referee.rules.naipes.reading import capture_rules
from referee.rules.naipes.saying import Finding, award, forgotten, judgement, no_caida, others, returned
from referee.rules.parameters import Award
from referee.rules.reglamento import Reglamento


class LiftVerdict(NamedTuple):
    """What the Juez says of a lift.

    `fault` is None for a lift that was right, and for a card that lifted nothing. `cards` and `escalera` are what
    stays lifted, `returned` what goes back to the table; when nothing was right the card thrown stays there too.
    `word` is the jugada that the lift earns and `points` what it pays, both None when it earns nothing or was
    wrong. `others` are the captures that were possible besides.
    """

    fault: Fault | None
    kind: Kind | None
    cards: Cards
    escalera: Cards
    returned: Cards
    forgotten: Cards
    caida: bool
    limpia: bool
    word: str | None
    points: Award
    others: tuple[Capture, ...]
    findings: tuple[Finding, ...]

    @property
    def right(self) -> bool:
        return self.fault is None

    def as_json(self) -> dict[str, object]:
        """For programs, with Spanish keys as in the notation."""
        return {
            "correcto": self.right,
            "falta": self.fault,
            "tipo": self.kind,
            "cartas": list(self.cards),
            "escalera": list(self.escalera),
            "vuelven": list(self.returned),
            "olvidadas": list(self.forgotten),
            "caida": self.caida,
            "limpia": self.limpia,
            "jugada": self.word,
            "puntos": self.points,
            "otras": [capture.as_json() for capture in self.others],
            "frases": [finding.as_json() for finding in self.findings],
        }


def lift_verdict(
    rules: Reglamento,
    table: Cards,
    card: str,
    lifted: Cards,
    previous: str | None = None,
    *,
    redealt: bool = False,
) -> LiftVerdict:
    """Judge what `card` lifted from `table`.

    `table` and `lifted` are without the card thrown, in any order. `previous` is the card that the player before
    has just thrown and left on the table, None where he lifted; `redealt`: this is the first card after a deal.
    Raises RuleViolation for cards that one deck does not have.
    """
    check_cards(rules, (*table, card))
    table, lifted = in_order(table), in_order(lifted)
    lift = lifting(capture_rules(rules), table, card, lifted) if lifted else Lifting(None, left=table)
    caida = lift.fault is None and is_caida(rules, lift, card, previous, redealt=redealt)
    limpia = lift.fault is None and bool(lifted) and not lift.left
    word = word_of(caida=caida, limpia=limpia)
    possible = tuple(c for c in captures(rules, table, card) if (c.kind, c.cards) != (lift.kind, lift.cards))
    said = [judgement(rules, table, card, lifted, lift)]
    if lift.fault and lift.fault != "no-esta-en-mesa":
        said.append(returned(rules, card, lift))
    if lift.forgotten:
        said.append(forgotten(rules, lift))
    if word:
        said.append(award(rules, word))
    if redealt and not caida and is_caida(rules, lift, card, previous, redealt=False):
        said.append(no_caida(rules))
    said.append(others(rules, possible, lift))
    return LiftVerdict(
        lift.fault,
        lift.kind,
        lift.cards,
        lift.escalera,
        lift.returned,
        lift.forgotten,
        caida,
        limpia,
        word,
        None if word is None else awards(rules)[word],
        possible,
        tuple(finding._replace(message=figured(rules, finding.message)) for finding in said),
    )


def check_cards(rules: Reglamento, cards: Cards) -> None:
    """Raise RuleViolation when one deck does not have these cards."""
    many = surplus(cards)
    if many:
        message = f"hay más de cuatro cartas {card_name(rules, many[0])}: la baraja tiene cuatro de cada una"
        raise RuleViolation("cartas-de-mas", message, rules.article("deck.cards"))


def is_caida(rules: Reglamento, lift: Lifting, card: str, previous: str | None, *, redealt: bool) -> bool:
    """Whether the igual of this lift is a caída on the card just thrown (6, A-19)."""
    allowed = not redealt or rules.caida_allowed_on_first_card_after_redeal
    return lift.kind == "igual" and previous == card and allowed


def word_of(*, caida: bool, limpia: bool) -> str | None:
    """The word of the notation for a lift that is a caída, a limpia, both or neither."""
    if caida:
        return "caida-limpia" if limpia else "caida"
    return "limpia" if limpia else None
