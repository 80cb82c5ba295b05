"""The count of a data, and what closes a chica and ends a mesa."""

from collections.abc import Iterator
from typing import Final

from referee.rules.awards import awards
from referee.rules.counting import card_points, majority_by_data
from referee.rules.reglamento import Reglamento
from referee.rules.rule_sheet.words import Both, Said, Terms, cards, either, points, say

DEALS_NEXT: Final = Both("la pareja que reparte la data siguiente", "the pareja that deals the next data")
DEALT: Final = Both("la pareja que repartió la data", "the pareja that dealt the data")
DEALS_ONLY: Final = Both(" y solo si a ella le toca repartir la data siguiente", " and only if it deals the next data")
DEALT_ONLY: Final = Both(" y solo si ella repartió la data", " and only if it dealt the data")
BOTH_PAREJAS: Final = Both("cada pareja", "each pareja")
FOR: Final = {
    "cartas": Both(" por sus cartas", " for its cards"),
    "darlas": Both(": «dos por darlas»", ": «dos por darlas»"),
}
JUGADAS: Final = {
    "caida": Both("caída", "caída"),
    "limpia": Both("limpia", "limpia"),
    "caida-limpia": Both("caída y limpia", "caída y limpia"),
    "caida-en-ronda": Both("caída en ronda", "caída en ronda"),
    "cuatro-caidas": Both("cuatro caídas seguidas", "four caídas in a row"),
    "ronda": Both("ronda", "ronda"),
    "doble-ronda": Both("doble ronda", "doble ronda"),
    "conteo": Both("conteo", "the count"),
}
ZAPATERIA_IN: Final = {
    "primera-chica": Both("en la primera chica", "in the first chica"),
    "primera-data": Both(
        "en la primera chica, si se gana en su primera data,", "in the first chica, if it is won in its first data,"
    ),
    "cualquier-chica": Both("en cualquier chica", "in any chica"),
}
ZAPATERIA_OUT: Final = {
    "no-elimina-primera-derrota": Both(
        "La zapatería no elimina del campeonato si es la primera derrota; si la pareja ya tenía otra, sí.",
        "A zapatería does not put a pareja out of the championship if it is its first defeat; after another it does.",
    ),
    "ninguno": Both(
        "La zapatería no cambia nada en el campeonato.", "A zapatería changes nothing in the championship."
    ),
    "elimina": Both(
        "La zapatería elimina del campeonato a la pareja.", "A zapatería puts the pareja out of the championship."
    ),
}


def count(rules: Reglamento, _terms: Terms) -> Iterator[Said]:
    limit, step = rules.count_threshold, rules.count_per_card_over
    first, *more = ((n, card_points(rules, n)) for n in (limit + 1, limit + 2, limit + 3, rules.deck_cards))
    others = "".join(f"; {n}, {paid}" for n, paid in more)
    yield say(
        f"La pareja con más cartas, si tiene {limit} o más, gana {points(rules.count_points_at_threshold).es} por las "
        f"primeras {limit} y {step} por cada carta más, hasta completar tantos: {cards(first[0]).es}, "
        f"{points(first[1]).es}{others}.",
        f"The pareja with more cards, if it has {limit} or more, gains {points(rules.count_points_at_threshold).en} "
        f"for the first {limit} and {step} for each further card, rounded up to whole tantos: {cards(first[0]).en}, "
        f"{points(first[1]).en}{others}.",
        "count.threshold",
        "count.points_at_threshold",
        "count.per_card_over",
    )
    yield _majority(rules)
    yield _tie(rules)
    yield _tie_at_threshold(rules)
    yield from _limits(rules)
    yield from _falla(rules)


def closing(rules: Reglamento, _terms: Terms) -> Iterator[Said]:
    yield from _rule38(rules)
    yield from _zapateria(rules)


def _majority(rules: Reglamento) -> Said:
    keys = (
        "count.majority_points", "count.majority_max_cards", "count.majority_requires_data",
        "count.majority_to", "count.majority_always", *(("deal.data_belongs_to",) if majority_by_data(rules) else ()),
    )  # fmt: skip
    limit = cards(rules.count_threshold)
    if not rules.count_majority_points:
        return say(
            f"Si nadie llega a {limit.es}, tener más cartas no da nada.",
            f"If nobody has {limit.en}, having more cards brings nothing.",
            *keys,
        )
    gain, most = points(rules.count_majority_points), cards(rules.count_majority_max_cards)
    only = Both("", "")
    if rules.count_majority_requires_data:
        only = DEALS_ONLY if rules.deal_data_belongs_to == "quien-reparte" else DEALT_ONLY
    if rules.count_majority_to == "la-de-la-data":
        who = _whose(rules)
        said = Both(
            f"Si nadie llega a {limit.es} y una pareja tiene más, con hasta {most.es}, {who.es} gana {gain.es}{only.es}.",
            f"If nobody has {limit.en} and one pareja has more, with up to {most.en}, {who.en} gains {gain.en}{only.en}.",
        )
    else:
        said = Both(
            f"Si nadie llega a {limit.es}, la que tiene más gana {gain.es}, con hasta {most.es}{only.es}.",
            f"If nobody has {limit.en}, the pareja with more gains {gain.en}, with up to {most.en}{only.en}.",
        )
    if majority_by_data(rules):
        said = Both(f"{said.es} Igualmente se llama «dos por darlas».", f"{said.en} It is called «dos por darlas» too.")
    also = Both("", "")
    if rules.count_majority_always:
        also = Both(
            f" Con {limit.es} o más los cobra también, además de lo suyo.",
            f" With {limit.en} or more it gains them besides.",
        )
    return say(f"{said.es}{also.es}", f"{said.en}{also.en}", *keys)


def _tie(rules: Reglamento) -> Said:
    if not rules.count_tie_points:
        return say(
            f"Con igual número de cartas, menos de {rules.count_threshold}, nadie gana nada.",
            f"With the same number of cards, below {rules.count_threshold}, nobody gains anything.",
            "count.tie_points",
        )
    gain, who = points(rules.count_tie_points), _whose(rules)
    return say(
        f"Con igual número de cartas, menos de {rules.count_threshold}, gana {gain.es} {who.es}: «dos por darlas».",
        f"With the same number of cards, below {rules.count_threshold}, {who.en} gains {gain.en}: «dos por darlas».",
        "count.tie_points",
        "deal.data_belongs_to",
    )


def _whose(rules: Reglamento) -> Both:
    """The pareja «a la que le corresponde la data»."""
    return DEALS_NEXT if rules.deal_data_belongs_to == "quien-reparte" else DEALT


def _tie_at_threshold(rules: Reglamento) -> Said:
    keys = (
        "count.tie_at_threshold_points", "count.tie_at_threshold_to", "count.tie_at_threshold_for",
        "deal.data_belongs_to",
    )  # fmt: skip
    half = cards(rules.deck_cards // 2)
    if not rules.count_tie_at_threshold_points:
        return say(f"Con {half.es} cada una, nadie gana nada.", f"With {half.en} each, nobody gains anything.", *keys)
    gain = points(rules.count_tie_at_threshold_points)
    who = BOTH_PAREJAS if rules.count_tie_at_threshold_to == "ambas" else _whose(rules)
    why = FOR[rules.count_tie_at_threshold_for]
    return say(
        f"Con {half.es} cada una, {who.es} gana {gain.es}{why.es}.",
        f"With {half.en} each, {who.en} gains {gain.en}{why.en}.",
        *keys,
    )


def _limits(rules: Reglamento) -> Iterator[Said]:
    if rules.count_blocked_from is not None:
        limit = points(rules.count_blocked_from)
        yield say(
            f"La pareja que ya tiene {limit.es} o más no cobra nada por sus cartas: solo «dos por darlas» y la falla.",
            f"A pareja with {limit.en} or more scores nothing for its cards: only «dos por darlas» and the falla.",
            "count.blocked_from",
        )
    if rules.count_wins_chica_from is not None:
        limit = points(rules.count_wins_chica_from)
        yield say(
            f"Un conteo de {limit.es} o más gana la chica en el acto.",
            f"A count of {limit.en} or more wins the chica at once.",
            "count.wins_chica_from",
        )


def _falla(rules: Reglamento) -> Iterator[Said]:
    if not rules.falla_points:
        yield say(
            "No levantar ninguna carta en la data (falla) no da nada a los rivales.",
            "Lifting no card at all in the data (falla) gives the rivals nothing.",
            "falla.points",
            "falla.automatic",
        )
        return
    gain = points(rules.falla_points)
    how = Both("si la piden", "if they ask for it")
    if rules.falla_automatic:
        how = Both("sin que haga falta pedirla", "without being asked for")
    yield say(
        f"Falla: si una pareja no levanta ninguna carta en la data, los rivales ganan {gain.es}, {how.es}.",
        f"Falla: if a pareja lifts no card at all in the data, the rivals gain {gain.en}, {how.en}.",
        "falla.points",
        "falla.automatic",
    )


def closing_words(rules: Reglamento) -> tuple[str, ...]:
    """What still scores for the «38 que no juega», without what this rulebook does not reward at all."""
    rewarded = awards(rules)
    return tuple(word for word in rules.rule38_may_still_score if rewarded.get(word, 0) is not None)


def _rule38(rules: Reglamento) -> Iterator[Said]:
    last = rules.match_target_points - rules.match_points_step
    if not rules.rule38_enabled:
        yield say(
            f"Aquí no existe el «{last} que no juega»: cualquier punto que se gane puede completar "
            f"{rules.match_target_points} y ganar la chica.",
            f"There is no «{last} que no juega» here: any point gained may complete {rules.match_target_points} and "
            "win the chica.",
            "rule38.enabled",
            "rule38.may_still_score",
        )
        return
    what = either(JUGADAS[word] for word in closing_words(rules))
    yield say(
        f"«{last} que no juega»: la pareja que tiene {points(last).es} ya solo suma con {what.es}; nada más le vale.",
        f"«{last} que no juega»: a pareja with {points(last).en} only scores with {what.en}; nothing else counts.",
        "rule38.enabled",
        "rule38.may_still_score",
    )
    may = rules.rule38_sanctions_may_close
    yield say(
        f"Los puntos por un error de los rivales {'también' if may else 'tampoco'} le sirven para cerrar.",
        f"Points for a mistake of the rivals {'may close the chica too' if may else 'may not close it either'}.",
        "rule38.sanctions_may_close",
    )


def _zapateria(rules: Reglamento) -> Iterator[Said]:
    if rules.zapateria_threshold_below is None:
        yield say(
            "No hay zapatería: perder con pocos puntos no cambia nada.",
            "There is no zapatería: losing with few points changes nothing.",
            "zapateria.threshold_below",
        )
        return
    low = points(rules.zapateria_threshold_below)
    never = rules.zapateria_measured_on == "nunca-llego"
    yield say(
        f"Zapatería: perder la chica {'sin haber llegado nunca a' if never else 'con menos de'} {low.es}"
        f"{' en ella' if never else ' en el marcador'}.",
        f"Zapatería: losing a chica {'without ever having reached' if never else 'with less than'} {low.en}"
        f"{' in it' if never else ' on the board'}.",
        "zapateria.threshold_below",
        "zapateria.measured_on",
    )
    where = ZAPATERIA_IN.get(rules.zapateria_scope)
    ends = where is not None and rules.zapateria_mesa_effect != "ninguno"
    yield say(
        f"Una zapatería {where.es} termina la mesa: la gana la otra pareja."
        if where and ends
        else f"Una zapatería{f' {where.es}' if where else ''} es solo un título: la mesa sigue.",
        f"A zapatería {where.en} ends the mesa: the other pareja wins it."
        if where and ends
        else f"A zapatería{f' {where.en}' if where else ''} is only a title: the mesa goes on.",
        "zapateria.scope",
        "zapateria.mesa_effect",
    )
    yield say(*ZAPATERIA_OUT[rules.zapateria_tournament_effect], "zapateria.tournament_effect")
