"""What is wrong with a lift, in a Spanish sentence for each fault."""

from collections.abc import Callable
from typing import Final

from referee.rules.naipes.captures import sums
from referee.rules.naipes.deck import VALUES, Cards, missing
from referee.rules.naipes.lifting import Fault, Lifting
from referee.rules.naipes.reading import capture_rules
from referee.rules.naipes.spoken import many, one, spoken
from referee.rules.reglamento import Reglamento

Say = Callable[[Reglamento, Cards, str, Cards, Lifting], str]


def fault_sentence(rules: Reglamento, table: Cards, card: str, lifted: Cards, lift: Lifting) -> tuple[str, str]:
    """The sentence for the fault of `lift` and its article; raises KeyError when it has none."""
    say, keys = _FAULTS[lift.fault]  # type: ignore[index]  # None is the KeyError of the docstring
    return f"Levante incorrecto: {say(rules, table, card, lifted, lift)}.", rules.article(*keys)


def _absent(_rules: Reglamento, table: Cards, _card: str, lifted: Cards, _lift: Lifting) -> str:
    absent = missing(table, lifted)
    return f"{spoken(absent)} no {many(absent, 'está', 'están')} en la mesa"


def _no_base(rules: Reglamento, _table: Cards, _card: str, _lifted: Cards, _lift: Lifting) -> str:
    return f"la escalera solo sigue a {_kinds(rules)}, y aquí falta"


def _two_equal(_rules: Reglamento, _table: Cards, card: str, _lifted: Cards, _lift: Lifting) -> str:
    return f"{one(card)} levanta un solo igual"


def _two_ways(_rules: Reglamento, _table: Cards, _card: str, _lifted: Cards, _lift: Lifting) -> str:
    return "son dos levantes a la vez, y con una carta se hace uno solo"


def _one_too_many(_rules: Reglamento, _table: Cards, card: str, _lifted: Cards, lift: Lifting) -> str:
    return f"con {one(card)} no se levanta además {spoken(lift.returned)}"


def _figure(_rules: Reglamento, _table: Cards, card: str, _lifted: Cards, _lift: Lifting) -> str:
    return f"{one(card)} solo levanta su igual: las figuras no suman"


def _no_sum(rules: Reglamento, _table: Cards, card: str, lifted: Cards, _lift: Lifting) -> str:
    lower = tuple(c for c in lifted if VALUES.get(c, VALUES[card]) < VALUES[card])
    if len(lower) == 1:
        return f"{one(lower[0])} ni es igual a {one(card)} ni llega a sumar {VALUES[card]}"
    if sums(lower, VALUES[card], None) and capture_rules(rules).most is not None:
        return _too_many(rules, (), card, lifted, _lift)
    return f"{spoken(lower)} suman {sum(VALUES[c] for c in lower)}, no {VALUES[card]}"


def _too_many(rules: Reglamento, _table: Cards, _card: str, _lifted: Cards, _lift: Lifting) -> str:
    return f"se pueden sumar a lo más {capture_rules(rules).most} cartas"


def _no_escalera(rules: Reglamento, _table: Cards, _card: str, _lifted: Cards, lift: Lifting) -> str:
    return f"la escalera solo sigue a {_kinds(rules)}: no se levanta {spoken(lift.returned)}"


def _repeated(_rules: Reglamento, _table: Cards, _card: str, _lifted: Cards, lift: Lifting) -> str:
    extra = f"{many(lift.returned, 'sobra', 'sobran')} {spoken(lift.returned)}"
    return f"la escalera lleva una sola carta de cada número o figura: {extra}"


def _gap(_rules: Reglamento, _table: Cards, _card: str, _lifted: Cards, lift: Lifting) -> str:
    return f"{spoken(lift.returned)} no {many(lift.returned, 'sigue', 'siguen')} en la escalera"


def _kinds(rules: Reglamento) -> str:
    names = {"igual": "un igual", "suma": "una suma"}
    return " o ".join(names[kind] for kind in capture_rules(rules).sequence_after)


_ADDITION: Final = ("capture.addition_max_cards",)
_ESCALERA: Final = ("capture.sequence_after", "capture.sequence_order")
_FAULTS: Final[dict[Fault, tuple[Say, tuple[str, ...]]]] = {
    "no-esta-en-mesa": (_absent, ("capture.matching",)),
    "escalera-sin-levante": (_no_base, _ESCALERA),
    "dos-iguales": (_two_equal, ("capture.matching",)),
    "dos-alternativas": (_two_ways, ("capture.one_alternative_per_play", "capture.addition_max_cards")),
    "sobra-una-carta": (_one_too_many, ("capture.matching", "capture.addition_max_cards")),
    "figura-no-suma": (_figure, ("capture.figures_add",)),
    "no-suma": (_no_sum, _ADDITION),
    "suma-de-mas-cartas": (_too_many, _ADDITION),
    "escalera-no-vale": (_no_escalera, _ESCALERA),
    "escalera-repetida": (_repeated, _ESCALERA),
    "escalera-con-salto": (_gap, _ESCALERA),
}
