"""What is played: parejas, cards, chicas and mesa; who deals, and how."""

from collections.abc import Iterator
from typing import Final

from referee.rules.reglamento import Reglamento
from referee.rules.rule_sheet.told import told
from referee.rules.rule_sheet.words import Both, Said, Terms, cards, points, say

ONE: Final = 1
WAYS_TO_DRAW: Final = {
    "primer-brillo": Both(
        "Las cartas se reparten descubiertas, una a una: quien recibe el primer brillo (diamante) reparte primero.",
        "The cards are dealt face up, one by one: whoever gets the first diamond deals first.",
    ),
    "carta-mayor": Both(
        "Cada jugador levanta una carta: quien saca la más alta reparte primero.",
        "Each player lifts a card: the highest one deals first.",
    ),
    "acuerdo": Both(
        "Quién reparte primero se decide de común acuerdo.",
        "Who deals first is settled by agreement.",
    ),
}
OTHERWISE: Final = {
    1: Both("dos jugadores, mano a mano", "two single players, one against one"),
    2: Both("cuatro jugadores, dos contra dos", "four players, two against two"),
}
HANDS: Final = {
    "derecha": Both("derecha", "right"),
    "izquierda": Both("izquierda", "left"),
}


def game(rules: Reglamento, terms: Terms) -> Iterator[Said]:
    yield _players(rules, terms)
    target, ends = points(rules.match_target_points), rules.match_chicas_to_win_mesa
    yield say(
        f"Gana la chica la pareja que primero suma {target.es}.",
        f"The first pareja to reach {target.en} wins the chica.",
        "match.target_points",
    )
    if ends == ONE:
        yield say("La mesa es de una sola chica.", "The mesa (match) is a single chica.", "match.chicas_to_win_mesa")
    else:
        yield say(
            f"Gana la mesa la pareja que gana {ends} chicas, seguidas o no: se juegan a lo más {2 * ends - 1}.",
            f"The pareja that wins {ends} chicas, in a row or not, wins the mesa (match): at most "
            f"{2 * ends - 1} are played.",
            "match.chicas_to_win_mesa",
        )
    step, floor = points(rules.match_points_step), _floor(rules)
    yield say(
        f"Los puntos se anotan de {rules.match_points_step} en {rules.match_points_step}: un tanto son {step.es}. "
        f"{floor.es}",
        f"Points are counted in steps of {rules.match_points_step}: one tanto is {step.en}. {floor.en}",
        "match.points_step",
        "match.score_floor",
    )


def _floor(rules: Reglamento) -> Both:
    """What happens to points that a sanction cannot take."""
    if rules.match_score_floor is None:
        return Both(
            "Lo que una sanción no puede quitar se debe, y lo pagan los puntos siguientes de esa chica.",
            "What a sanction cannot take is owed, and paid by the next points of that chica.",
        )
    least = points(rules.match_score_floor)
    return Both(f"Ninguna pareja baja de {least.es}.", f"No pareja goes below {least.en}.")


def deal(rules: Reglamento, terms: Terms) -> Iterator[Said]:
    yield _first_dealer(rules, terms)
    if rules.match_chicas_to_win_mesa > ONE:
        again = rules.deal_sorteo_each_chica
        yield say(
            "Para cada chica se sortea otra vez." if again else "En las chicas siguientes continúa la rotación.",
            "It is drawn again for each chica." if again else "In the following chicas the turn simply goes on.",
            "deal.sorteo_each_chica",
        )
    shuffles, cut = told(rules, "deal.shuffle_by"), told(rules, "deal.cut_by")
    if shuffles:
        yield say(f"Baraja {shuffles.es}.", f"The cards are shuffled by {shuffles.en}.", "deal.shuffle_by")
    if cut:
        yield say(f"Parte el naipe {cut.es}.", f"The cards are cut by {cut.en}.", "deal.cut_by")
    hand = HANDS[rules.deal_turn_direction]
    each, deck = cards(rules.deal_cards_per_block), cards(rules.deck_cards)
    deals = rules.deck_cards // (rules.deal_cards_per_block * 2 * terms.players_per_pareja)
    yield say(
        f"Se reparten {each.es} en bloque a cada jugador y se juega hacia la {hand.es}: empieza quien está a la "
        f"{hand.es} de quien reparte, y reparte después el siguiente. Con {deals} repartos se juegan las {deck.es}: "
        "eso es una data.",
        f"Each player is dealt {each.en} in one block and play goes to the {hand.en}: whoever sits to the "
        f"{hand.en} of the dealer begins, and deals next. {deals} such deals use the {deck.en}: that is a data (hand).",
        "deal.cards_per_block",
        "deal.turn_direction",
        "deck.cards",
    )


def _players(rules: Reglamento, terms: Terms) -> Said:
    keys = ("match.players_per_pair", "deck.cards", "deck.figures")
    first, second, third = rules.deck_figures
    deck = cards(rules.deck_cards)
    other = [number for number in rules.match_players_per_pair if number != terms.players_per_pareja]
    also = Both("", "")
    if other:
        also = Both(
            f" El reglamento admite también {OTHERWISE[other[0]].es}.",
            f" The rulebook also allows {OTHERWISE[other[0]].en}.",
        )
    sides = _sides(terms.players_per_pareja)
    return say(
        f"Juegan {sides.es}, con {deck.es}: del as al 7, y las figuras {first}, {second} y {third}.{also.es}",
        f"Played by {sides.en}, with {deck.en}: ace to 7, and the figures {first}, {second} and {third}.{also.en}",
        *keys,
    )


def _sides(players: int) -> Both:
    if players == ONE:
        return OTHERWISE[ONE]
    return Both("dos parejas de dos, sentadas en forma alternada", "two parejas of two, seated alternately")


def _first_dealer(rules: Reglamento, terms: Terms) -> Said:
    way = WAYS_TO_DRAW.get(rules.deal_first_dealer_method)
    if way:
        return say(*way, "deal.first_dealer_method")
    ace, figure = points(rules.deal_sorteo_ace_value or 0), rules.deal_sorteo_figure_value
    who = Both(
        "La pareja con la suma más alta decide cuál de los suyos reparte primero",
        "The pareja with the higher sum decides which of its players deals first",
    )
    if terms.players_per_pareja == ONE:
        who = Both("Quien saca la más alta reparte primero", "Whoever lifts the higher one deals first")
    return say(
        f"Para sortear la data cada jugador levanta una carta; el as vale {ace.es} y cada figura, {figure}. {who.es}; "
        "en empate se repite.",
        f"To draw the data each player lifts a card; the ace counts {ace.en} and any figure {figure}. {who.en}; a tie "
        "is drawn again.",
        "deal.first_dealer_method",
        "deal.sorteo_ace_value",
        "deal.sorteo_figure_value",
    )
