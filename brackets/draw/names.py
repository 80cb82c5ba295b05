"""What rounds and matches are called in Spanish."""

from brackets.draw.bracket import Bracket, Key

BY_MATCHES = {
    1: "Final",
    2: "Semifinal",
    4: "Cuartos de final",
    8: "Octavos de final",
    16: "Dieciseisavos de final",
    32: "Treintaidosavos de final",
}


def round_name(rounds: int, number: int) -> str:
    """The name of round `number` (from 1) in a bracket of so many rounds.

    >>> [round_name(7, number) for number in (1, 2, 7)]
    ['Ronda de 128', 'Treintaidosavos de final', 'Final']
    """
    if not 1 <= number <= rounds:
        raise ValueError(f"there is no round {number} of {rounds}")
    matches = 1 << (rounds - number)
    return BY_MATCHES.get(matches, f"Ronda de {2 * matches}")


def match_name(bracket: Bracket, key: Key) -> str:
    """The round and the printed number.

    >>> from brackets.draw.bracket import fold
    >>> match_name(fold((7, None, 4, 9), {}), (1, 1))
    'Semifinal, partida 1'
    """
    match = bracket[key]
    name = round_name(len(bracket.rounds), match.round)
    return f"{name}, partida {match.number}" if match.number else f"{name}, lugar {match.position + 1}"
