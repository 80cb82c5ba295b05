"""The rules of a championship in sentences, to be read aloud: pure, from the rulebook as the championship settled it.

Every sentence is made of the values the engine reads, so the sheet cannot say anything else than what happens.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from referee.rules.parameters import GROUPS, field_name
from referee.rules.reglamento import Reglamento
from referee.rules.rule_sheet.bonuses import bonuses, captures
from referee.rules.rule_sheet.ending import closing, count
from referee.rules.rule_sheet.faults import faults, officials
from referee.rules.rule_sheet.game import ONE, deal, game
from referee.rules.rule_sheet.singles import alone
from referee.rules.rule_sheet.sources import source_of
from referee.rules.rule_sheet.words import LANGUAGES, Both, Language, Said, Terms, say

__all__ = ["LANGUAGES", "Language", "RuleSheet", "Section", "Sentence", "Terms", "read_aloud"]

Part = Callable[[Reglamento, Terms], Iterator[Said]]
# Each with the groups of parameters whose sentences are declared with them.
PARTS: Final[tuple[tuple[Both, Part, tuple[str, ...]], ...]] = (
    (Both("Qué se juega", "What is played"), game, ("Qué se juega",)),
    (Both("La data", "The data"), deal, ("Sorteo y reparto",)),
    (Both("Levantar cartas", "Lifting cards"), captures, ("Levantar cartas",)),
    (Both("Lo que da puntos", "What brings points"), bonuses, ("Caída y limpia", "Rondas")),
    (Both("El conteo al final de la data", "The count at the end of the data"), count, ("El conteo",)),
    (Both("Cómo termina una chica", "How a chica ends"), closing, ("38 que no juega", "Zapatería")),
    (Both("Errores y protestas", "Mistakes and protests"), faults, ("Mal reparto", "Protestas y sanciones")),
    (
        Both("Juez, Director y Planilla", "Juez, Director and Planilla"),
        officials,
        ("Autoridades, apelación y Planilla",),
    ),
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """One rule, where it stands, and whether the Director chose another reading of it than the adopted one."""

    text: str
    source: str
    keys: tuple[str, ...]
    decided: bool


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class RuleSheet:
    """The sheet in one language; `decided` says whether any sentence is the Director's."""

    language: Language
    title: str
    sections: tuple[Section, ...]

    @property
    def decided(self) -> bool:
        return any(sentence.decided for section in self.sections for sentence in section.sentences)


def read_aloud(rules: Reglamento, terms: Terms, language: Language = "es") -> RuleSheet:
    """The sheet of a championship that plays by `rules` and settled `terms` besides."""
    decided = frozenset(_decided(rules))
    title = Both("Reglas de este campeonato", "Rules of this championship")
    return RuleSheet(
        language,
        title.of(language),
        tuple(
            Section(
                name.of(language),
                tuple(
                    _sentence(rules, terms, said, decided, language)
                    for said in (*part(rules, terms), *_declared(rules, groups))
                ),
            )
            for name, part, groups in PARTS
        ),
    )


def _sentence(rules: Reglamento, terms: Terms, said: Said, decided: frozenset[str], language: Language) -> Sentence:
    text = said.en if language == "en" else said.es
    return Sentence(
        text=alone(text, language) if terms.players_per_pareja == ONE else text,
        source=source_of(rules, said.keys, language),
        keys=said.keys,
        decided=not decided.isdisjoint(said.keys),
    )


def _declared(rules: Reglamento, groups: tuple[str, ...]) -> Iterator[Said]:
    """The sentences that are declared with the parameters of these groups."""
    for group in GROUPS:
        for declared in group.declared if group.title in groups else ():
            sentence = declared.said.get(getattr(rules, field_name(declared.key)))
            if sentence:
                yield say(*sentence, declared.key)


def _decided(rules: Reglamento) -> Iterator[str]:
    """The parameters that the Director settled otherwise than the adopted reading."""
    for setting in rules.settings:
        if setting.key in rules.chosen:
            yield from setting.choice(rules.chosen[setting.key]).changes
