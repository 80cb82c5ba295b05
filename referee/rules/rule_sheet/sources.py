"""Where the rulebook says what a sentence of the sheet tells."""

from typing import Final

from referee.rules.reglamento import Reglamento, cite
from referee.rules.rule_sheet.words import Both, Language

SILENT: Final = Both("costumbre", "custom")
ABSENT: Final = Both("no consta", "not in the text")
OURS: Final = Both("organizador", "organiser")
PLACES: Final = (Both("párrafo", "paragraph"), Both("tabla de estilos", "table of styles"))


def source_of(rules: Reglamento, keys: tuple[str, ...], language: Language = "es") -> str:
    """Where these parameters stand in the text, in a few words; without keys, that the organiser settled it.

    What the text does not say is named as custom, what it does not know as absent.

    >>> from referee.rules.reglamentos import REGLAMENTOS
    >>> source_of(REGLAMENTOS["riobamba"], ("caida.points",))
    'art. 6, 15.a'
    >>> source_of(REGLAMENTOS["riobamba"], ("match.score_floor",), "en")
    'custom'
    """
    if not keys:
        return OURS.of(language)
    silent = "D" in {rules.parameters[key].basis for key in keys}
    place = cite(rules.article(*keys)) or (SILENT if silent else ABSENT).of(language)
    for word in PLACES if language == "en" else ():
        place = place.replace(word.es, word.en)
    return place
