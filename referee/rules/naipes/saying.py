"""The sentences of a verdict, in Spanish, each with a stable code and its article."""

from typing import Final, NamedTuple

from referee.rules.awards import awards
from referee.rules.labels import LABELS, article_of
from referee.rules.naipes.captures import Capture
from referee.rules.naipes.deck import VALUES, Cards
from referee.rules.naipes.faults import fault_sentence
from referee.rules.naipes.lifting import Lifting
from referee.rules.naipes.spoken import many, one, spoken
from referee.rules.reglamento import Reglamento

FORGOTTEN: Final = {
    "las-retira-el-juez": "el Juez retira lo olvidado hasta que termine la data y no cuenta para nadie",
    "las-toma-la-rival": "el rival puede tomar lo olvidado, y si así limpia la mesa la limpia es suya",
    "companero-y-luego-rival": "puede tomarlo el compañero, si lo hay y lo nota; si no, el rival; si nadie, queda en la mesa",
}


class Finding(NamedTuple):
    """One sentence; `code` is stable and for programs, `message` for people, `article` where it is written."""

    code: str
    message: str
    article: str

    def as_json(self) -> dict[str, object]:
        """With Spanish keys, as in the notation."""
        return {"codigo": self.code, "mensaje": self.message, "articulo": self.article}


def judgement(rules: Reglamento, table: Cards, card: str, lifted: Cards, lift: Lifting) -> Finding:
    """Whether the lift was right."""
    if not lifted:
        message = f"No levantó nada: queda {one(card)} más en la mesa."
        return Finding("sin-levante", message, rules.article("capture.matching"))
    if lift.fault:
        return Finding(lift.fault, *fault_sentence(rules, table, card, lifted, lift))
    following = (
        f", y en escalera {many(lift.escalera, 'sigue', 'siguen')} {spoken(lift.escalera)}" if lift.escalera else ""
    )
    igual = lift.kind == "igual"
    how = f"{one(card)} levanta su igual" if igual else f"{spoken(lift.cards)} suman {VALUES[card]}"
    key = "capture.matching" if igual else "capture.addition_max_cards"
    article = rules.article(key, *(["capture.sequence_order"] if following else []))
    return Finding("correcto", f"Levante correcto: {how}{following}.", article)


def returned(rules: Reglamento, card: str, lift: Lifting) -> Finding:
    """What goes back to the table after a wrong lift."""
    stays = lift.cards + lift.escalera
    back = f"{many(lift.returned, 'Vuelve', 'Vuelven')} a la mesa {spoken(lift.returned)}"
    if stays:
        message = f"{back}; lo demás queda levantado: {spoken(stays)}."
    else:
        message = f"{back}, y también queda {one(card)}."
    return Finding("vuelven", message, rules.article("wrong_lift.offender_loses"))


def forgotten(rules: Reglamento, lift: Lifting) -> Finding:
    """What was left of the escalera, and what becomes of it."""
    policy = FORGOTTEN[rules.forgotten_cards_policy]
    message = f"De la escalera olvidó {spoken(lift.forgotten)}: {policy}."
    return Finding("olvidadas", message, rules.article("forgotten_cards.policy"))


def award(rules: Reglamento, word: str) -> Finding:
    """What the lift earns."""
    points = awards(rules)[word]
    return Finding(word, f"Es {LABELS[word].lower()}: vale {points} puntos.", article_of(rules, word))


def no_caida(rules: Reglamento) -> Finding:
    """Why an igual with the card just thrown is no caída."""
    article = rules.article("caida.allowed_on_first_card_after_redeal") or rules.article("caida.points")
    message = "No es caída: es la primera carta después de repartir."
    return Finding("no-es-caida", message, article)


def others(rules: Reglamento, possible: tuple[Capture, ...], lift: Lifting) -> Finding:
    """What else could have been lifted."""
    beside = lift.kind is not None
    article = rules.article("capture.matching", "capture.addition_max_cards", "capture.sequence_order")
    if not possible:
        message = "No había otro levante posible." if beside else "Con esa carta no se podía levantar nada."
        return Finding("sin-alternativa", message, article)
    ways = "; ".join(_way(capture) for capture in possible)
    return Finding("alternativas", f"{'También podía' if beside else 'Podía'} levantar: {ways}.", article)


def _way(capture: Capture) -> str:
    way = f"{spoken(capture.cards)} ({capture.kind})"
    if capture.escalera:
        way += f" con la escalera {spoken(capture.escalera)}"
    return way + (", y era limpia" if capture.limpia else "")
