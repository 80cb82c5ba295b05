"""What a card thrown may take, and what brings points while cards are played."""

from collections.abc import Iterator
from typing import Final

from referee.rules.awards import beside
from referee.rules.deck_names import figured
from referee.rules.parameters import field_name
from referee.rules.reglamento import Reglamento
from referee.rules.rule_sheet.told import told
from referee.rules.rule_sheet.words import Both, Said, Terms, cards, listed, points, reward, say

FORGOTTEN: Final = {
    "las-retira-el-juez": Both(
        "No hay arranche: las cartas que alguien olvida en una escalera las retira el Juez hasta el final de la data y "
        "no cuentan para nadie.",
        "There is no arranche: cards forgotten in a sequence are put aside by the Juez (referee) until the end of the "
        "data and count for nobody.",
    ),
    "las-toma-la-rival": Both(
        "Las cartas que alguien olvida en una escalera las puede tomar la pareja rival.",
        "Cards forgotten in a sequence may be taken by the rivals.",
    ),
    "companero-y-luego-rival": Both(
        "Las cartas que alguien olvida las puede levantar su compañero y, si él tampoco las ve, la pareja rival.",
        "Cards that a player forgets may be lifted by his partner and, if he misses them too, by the rivals.",
    ),
}
RONDA_UNTIL: Final = {
    "cuarta-primera-carta": Both(
        "hasta que todos los jugadores hayan lanzado su primera carta",
        "until every player has thrown a first card",
    ),
    "propia-primera-carta": Both("antes de lanzar la propia primera carta", "before throwing one's own first card"),
    "primera-carta": Both(
        "después del reparto, antes de la primera carta que se lance", "after the deal, before any card is thrown"
    ),
}
ASKED_BY: Final = {
    "jugador-o-companero": Both(
        "Ha de pedirla el jugador o su compañero", "The player or the player's partner must ask for it"
    ),
}


def captures(rules: Reglamento, _terms: Terms) -> Iterator[Said]:
    most = rules.capture_addition_max_cards
    limpia = Both("", "")
    if rules.capture_longer_sum_if_limpia:
        limpia = Both(", o más si así queda limpia la mesa", ", or more if the table is then clean")
    many = (
        Both("cuantas sean", "however many")
        if most is None
        else Both(f"a lo más {cards(most).es}{limpia.es}", f"at most {cards(most).en}{limpia.en}")
    )
    figures = (
        Both("las figuras también suman", "figures add up too")
        if rules.capture_figures_add
        else Both("las figuras no suman", "figures do not add up")
    )
    after = (
        Both("una carta igual o a una suma", "a match or a sum")
        if "suma" in rules.capture_sequence_after
        else Both("una carta igual, pero no a una suma,", "a match, but not after a sum,")
    )
    order = figured(rules, rules.capture_sequence_order)
    yield say(
        f"Con la carta lanzada se levanta una carta igual, o cartas que sumen lo que ella vale ({many.es}; {figures.es}).",
        f"The card thrown lifts an equal card, or cards that add up to it ({many.en}; {figures.en}).",
        "capture.addition_max_cards",
        "capture.longer_sum_if_limpia",
        "capture.figures_add",
    )
    yield say(
        f"A {after.es} le sigue la escalera: {order}.",
        f"After {after.en} the sequence may be lifted too: {order}.",
        "capture.sequence_after",
        "capture.sequence_order",
    )
    yield say(*FORGOTTEN[rules.forgotten_cards_policy], "forgotten_cards.policy")


def bonuses(rules: Reglamento, terms: Terms) -> Iterator[Said]:
    yield from _caida(rules, terms)
    yield from _limpia(rules, terms)
    yield from _rondas(rules)
    yield from _wins_at_once(rules)


def _caida(rules: Reglamento, terms: Terms) -> Iterator[Said]:
    gives, asked = reward(rules.caida_points), _asked(rules, terms, "caida.claim_required", "caida.claim_deadline")
    yield say(
        f"Caída: levantar con una carta igual la que acaba de lanzar el adversario anterior; {gives.es}. {asked.es}",
        f"Caída: lifting with an equal card the one the opponent has just thrown; it {gives.en}. {asked.en}",
        "caida.points",
        "caida.claim_required",
        "caida.claim_deadline",
    )
    redeal = rules.caida_allowed_on_first_card_after_redeal
    yield say(
        f"La primera carta después de un nuevo reparto {'también' if redeal else 'no'} puede hacer caída.",
        f"The first card after a new deal {'can make a caída too' if redeal else 'cannot make a caída'}.",
        "caida.allowed_on_first_card_after_redeal",
    )


def _limpia(rules: Reglamento, terms: Terms) -> Iterator[Said]:
    gives, asked = reward(rules.limpia_points), _asked(rules, terms, "limpia.claim_required")
    yield say(
        f"Limpia: levantar todas las cartas de la mesa; {gives.es}. {asked.es}",
        f"Limpia: lifting all the cards of the table; it {gives.en}. {asked.en}",
        "limpia.points",
        "limpia.claim_required",
    )
    both = points(rules.caida_y_limpia_total_points)
    yield say(
        f"Caída y limpia con la misma carta: {both.es} en total.",
        f"Caída and limpia with the same card: {both.en} in all.",
        "caida_y_limpia.total_points",
    )


def _rondas(rules: Reglamento) -> Iterator[Said]:
    gives, until = reward(rules.ronda_points), RONDA_UNTIL[rules.ronda_claim_deadline]
    yield say(
        f"Ronda: recibir en un reparto tres cartas iguales; {gives.es}. Se pide {until.es}.",
        f"Ronda: being dealt three equal cards; it {gives.en}. It is asked for {until.en}.",
        "ronda.points",
        "ronda.claim_deadline",
    )
    checks = told(rules, "ronda.verified_by")
    if checks and rules.ronda_verified_by != "nadie":
        yield say(f"La ronda la comprueba {checks.es}.", f"A ronda is checked by {checks.en}.", "ronda.verified_by")
    four = reward(rules.doble_ronda_effect)
    yield say(
        f"Doble ronda: recibir las cuatro cartas iguales; {four.es}.",
        f"Doble ronda: being dealt all four equal cards; it {four.en}.",
        "doble_ronda.effect",
    )
    yield from _rondas_blocked(rules)


def _rondas_blocked(rules: Reglamento) -> Iterator[Said]:
    limits = {
        "ronda.blocked_from": (Both("ronda", "ronda"), rules.ronda_blocked_from),
        "doble_ronda.blocked_from": (Both("doble ronda", "doble ronda"), rules.doble_ronda_blocked_from),
    }
    for limit in dict.fromkeys(limit for _, limit in limits.values()):
        keys = [key for key, (_, own) in limits.items() if own == limit]
        what = listed(limits[key][0] for key in keys)
        yield say(*_limited(rules, what, limit), *keys)


def _limited(rules: Reglamento, what: Both, limit: int | None) -> Both:
    """Until which score this may be asked for."""
    if limit is not None:
        return Both(
            f"La pareja que ya tiene {points(limit).es} o más no puede pedir {what.es}.",
            f"A pareja with {points(limit).en} or more cannot ask for {what.en}.",
        )
    last = rules.match_target_points - rules.match_points_step
    but = (
        Both(f", salvo la regla del {last}", f", but for the rule of {last}") if rules.rule38_enabled else Both("", "")
    )
    return Both(
        f"Para pedir {what.es} no hay límite de puntos{but.es}.",
        f"There is no limit of points for asking for {what.en}{but.en}.",
    )


def _wins_at_once(rules: Reglamento) -> Iterator[Said]:
    """The jugadas that only some rulebooks know."""
    if rules.caida_en_ronda_effect is None:
        yield say(
            "La caída en ronda no existe aquí: vale como una caída.",
            "There is no caída en ronda here: it counts as a caída.",
            "caida_en_ronda.effect",
        )
    else:
        gives, until = _of_a_caida(rules, rules.caida_en_ronda_effect), told(rules, "caida_en_ronda.claim_deadline")
        asked = Both(f" Se pide {until.es}.", f" It is asked for {until.en}.") if until else Both("", "")
        yield say(
            f"Caída en ronda: hacer caída sobre una carta de la ronda de un rival; {gives.es}.{asked.es}",
            f"Caída en ronda: making caída on a card of a rival's ronda; it {gives.en}.{asked.en}",
            "caida_en_ronda.effect",
            "caida_en_ronda.claim_deadline",
        )
        yield from _blocked(rules)
    if rules.caida_streak_of_4_effect is None:
        yield say(
            "Cuatro caídas seguidas no dan nada más.",
            "Four caídas in a row bring nothing more.",
            "caida.streak_of_4_effect",
        )
    else:
        streak = reward(rules.caida_streak_of_4_effect)
        yield say(
            f"Dar cuatro caídas seguidas {streak.es}.",
            f"Making four caídas in a row {streak.en}.",
            "caida.streak_of_4_effect",
        )


def _of_a_caida(rules: Reglamento, award: int | str) -> Both:
    """The reward of a caída en ronda: all that the card brings, or beside what the caída brings."""
    gives = reward(award)
    if not isinstance(award, int):
        return gives
    if "caida-en-ronda" in beside(rules):
        return Both(f"{gives.es} además de los de la caída", f"{gives.en} besides those of the caída")
    return Both(f"{gives.es} en total", f"{gives.en} in all")


def _blocked(rules: Reglamento) -> Iterator[Said]:
    if rules.caida_en_ronda_blocked_from is None:
        any_score = _limited(rules, Both("caída en ronda", "caída en ronda"), None)
        yield say(*any_score, "caida_en_ronda.blocked_from")
        return
    limit, unless = points(rules.caida_en_ronda_blocked_from), Both("", "")
    if rules.caida_en_ronda_blocked_unless_unannounced:
        unless = Both(
            ", salvo que los rivales tengan menos y no hayan anunciado la ronda",
            ", unless the rivals have less and did not announce the ronda",
        )
    yield say(
        f"La pareja que ya tiene {limit.es} o más no la cobra{unless.es}.",
        f"A pareja with {limit.en} or more does not score it{unless.en}.",
        "caida_en_ronda.blocked_from",
        "caida_en_ronda.blocked_unless_unannounced",
    )


def _asked(rules: Reglamento, terms: Terms, required: str, deadline: str | None = None) -> Both:
    """Whether points must be asked for, by which of two partners, and until when."""
    wanted = getattr(rules, field_name(required))
    if not wanted:
        return Both("No hace falta pedirla.", "It need not be asked for.")
    asked = Both("Hay que pedirla", "It must be asked for")
    if terms.players_per_pareja > 1:
        asked = ASKED_BY.get(wanted, asked)
    until = told(rules, deadline) if deadline else None
    return Both(f"{asked.es} {until.es}.", f"{asked.en} {until.en}.") if until else Both(f"{asked.es}.", f"{asked.en}.")
