"""How a parameter of a rulebook is declared: in one place, from which everything else is made.

Each field of a class of this package is a parameter. Its declaration has the dotted key, the name for display, the words
for its values, the default where a text is silent, the sentences of the rule sheet, and the setting by which a Director
changes it, alone or with others. From it come the field of `Reglamento`, its check, the question of the form, the row of
the comparison, the sentence read aloud, and the rows of docs/reglamento.md and docs/reglamentos.md. A text adds its value
and source, and cites the settings that it leaves open (`Doubt`).
"""

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, Field, dataclass, field
from typing import Any, Final, Literal, ParamSpec

Basis = Literal["E", "I", "D", "N"]
Value = int | str | bool | None | tuple[int, ...] | tuple[str, ...]
Award = int | str | None  # points, or "chica" (wins it outright), or None: this rulebook does not reward it
Phrase = tuple[str, str]  # in Spanish and in English
Unit = Literal["punto", "carta", ""]
CARDS: Final[Unit] = "carta"
PLAIN: Final[Unit] = ""
DECLARED: Final = "declared"
Declared = ParamSpec("Declared")
AS_WRITTEN: Final[Phrase] = ("Lo que dice el reglamento", "What the rulebook says")


@dataclass(frozen=True, slots=True)
class Cited:
    """A value and where it comes from: `article` of the reglamento, or the ambiguity (`A-07`) behind it."""

    value: Value
    basis: Basis
    article: str


@dataclass(frozen=True, slots=True)
class Option:
    """A value of a setting: how a file names it, what people read, what the parameter then is, and what changes besides."""

    value: str
    label: Phrase
    new: Value
    also: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Variant:
    """A setting as a rulebook offers it whose text gives the rule: a custom of other tables, and the `reason` to have it.

    `values` are those offered (none named: all). Files call what the rulebook itself says `first`, and people `kept`, or as
    the option of that name reads. `only`: rulebooks that offer it; `replaces`: only those that reward or sanction it at all.
    `manual` is the question in the English of docs/.
    """

    reason: Phrase
    manual: str
    kept: Phrase = AS_WRITTEN
    values: tuple[str, ...] = ()
    first: str = "reglamento"
    only: tuple[str, ...] = ()
    replaces: bool = False


@dataclass(frozen=True, slots=True)
class Doubt:
    """A setting that a text leaves open or contradicts: the places, the `values` it offers, ours first, and why it is ours.

    Without a `reason` it is that of the variant. `question` and `words`, by value, are what people read of this text instead
    of what is declared.
    """

    key: str
    article: str
    values: tuple[str, ...]
    reason: Phrase | None = None
    question: Phrase | None = None
    words: Mapping[str, Phrase] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Asked:
    """The setting by which a Director changes a parameter: a doubt where a text cites it (`Doubt`), else a variant where there is one.

    `reading` is its entry in the register of docs/reglamento.md, where it has one of its own.
    """

    key: str
    question: Phrase
    options: tuple[Option, ...]
    variant: Variant | None = None
    reading: str = ""


@dataclass(frozen=True, slots=True)
class Declaration:
    """Everything about a parameter that does not depend on a rulebook.

    `words` are its coded values in Spanish, `none` what None means. `silent`: its value in a rulebook that does not name it.
    `said`: for each value the sentence of the rule sheet in Spanish and English; a parameter without is told by a module of
    `rule_sheet`. `engine`: a program reads it, and not only people.
    """

    key: str
    name: str
    _: KW_ONLY
    words: Mapping[str, str] = field(default_factory=dict)
    none: str = "no existe"
    unit: Unit = "punto"
    silent: Cited | None = None
    asked: Asked | None = None
    said: Mapping[Value, Phrase] = field(default_factory=dict)
    engine: bool = True


@dataclass(frozen=True, slots=True)
class ForPeople(Declaration):
    """Of a parameter that only people read."""

    engine: bool = field(default=False, kw_only=True)


def _declaring(declaration: Callable[Declared, Declaration]) -> Callable[Declared, Any]:
    """A field of a class of this package, from what `declaration` is made of."""

    def declared(*args: Declared.args, **kwargs: Declared.kwargs) -> Any:
        made: Field[Any] = field(metadata={DECLARED: declaration(*args, **kwargs)})
        return made

    return declared


parameter = _declaring(Declaration)
"""A parameter that the engine or the championship reads."""
note = _declaring(ForPeople)
"""One that only people read."""


def default(value: Value, article: str = "") -> Cited:
    """The text is silent, or not clear: this system's default."""
    return Cited(value, "D", article)


def absent(article: str = "", value: Value = None) -> Cited:
    """The rulebook has no such rule."""
    return Cited(value, "N", article)
