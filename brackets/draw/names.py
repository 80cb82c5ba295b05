"""What rounds and matches are called in Spanish."""

from typing import Final

from brackets.draw.bracket import Match
from brackets.draw.structure import Planned, Section, Structure

BY_MATCHES: Final = {
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


def in_round(rounds: int, number: int) -> str:
    """The same inside a sentence.

    >>> [in_round(7, number) for number in (1, 5, 6, 7)]
    ['en la ronda de 128', 'en cuartos de final', 'en la semifinal', 'en la final']
    """
    name = _inside(round_name(rounds, number))
    return f"en {name}" if name.endswith("s de final") else f"en la {name}"


def part_name(structure: Structure, planned: Planned) -> str:
    """The round of its part of the stage that a match belongs to.

    >>> from brackets.draw.knockout import double_elimination
    >>> stage = double_elimination(4)
    >>> [part_name(stage, planned) for planned in stage.matches[::2]]
    ['Ganadores, semifinal', 'Ganadores, final', 'Segunda oportunidad, ronda 2', 'Segunda final']
    """
    section, step = planned.section, planned.step
    if section is Section.SERIES:
        return f"Serie {planned.group + 1}, ronda {step}" if len(structure.groups) > 1 else f"Ronda {step}"
    if section is Section.SWISS:
        return f"Ronda {step}"
    if section is Section.THIRD:
        return "Tercer puesto"
    if section is Section.LOSERS:
        return f"Segunda oportunidad, ronda {step}"
    if section is Section.FINAL:
        return "Final" if step == 1 else "Segunda final"
    name = round_name(structure.steps[section], step)
    if section is Section.CONSOLATION:
        return f"Consuelo, {_inside(name)}"
    return f"Ganadores, {_inside(name)}" if Section.LOSERS in structure.steps else name


def match_name(structure: Structure, match: Match) -> str:
    """The round and the printed number.

    >>> from brackets.draw.knockout import single_elimination
    >>> from brackets.draw.structure import outcome
    >>> stage = single_elimination(4)
    >>> match_name(stage, outcome(stage, (7, None, 4, 9), {}).matches[1, 1])
    'Semifinal, partida 1'
    """
    name = part_name(structure, structure[match.key])
    return f"{name}, partida {match.number}" if match.number else f"{name}, lugar {match.position + 1}"


def _inside(name: str) -> str:
    return name[0].lower() + name[1:]
