"""Whether people may enter a category, and what must be known of them for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from brackets.models import Category, EntryPerson
from brackets.selectors.wording import counted
from brackets.services.errors import InvalidValue

Who = Category.Who
Sex = EntryPerson.Sex
OLDEST: Final = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """What is asked of one person; what the category does not need is left out before it is stored."""

    name: str
    cedula: str = ""
    birth_date: date | None = None
    sex: str = ""
    email: str = ""
    phone: str = ""


def age_on(born: date, day: date) -> int:
    """Completed years; who was born on 29 February completes one on 1 March where there is none.

    >>> age_on(date(2008, 11, 28), date(2026, 11, 28)), age_on(date(2008, 11, 29), date(2026, 11, 28))
    (18, 17)
    """
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def require_eligible(category: Category, people: Sequence[Person], *, day: date) -> None:
    """InvalidValue for the first thing that the rule of the category says against these people on this day."""
    if category.minimum_age is not None:
        for place, person in enumerate(people, start=1):
            _require_age(category, person, place, day)
    if category.asks_sex:
        _require_sex(category, people)


def _require_age(category: Category, person: Person, place: int, day: date) -> None:
    field = f"birth_date_{place}"
    if person.birth_date is None:
        raise InvalidValue("falta", f"La categoría {category} pide la fecha de nacimiento.", field=field)
    age = age_on(person.birth_date, day)
    if not 0 <= age <= OLDEST:
        raise InvalidValue("fecha-de-nacimiento", "Revise la fecha de nacimiento: día, mes y año.", field=field)
    if age < (category.minimum_age or 0):
        raise InvalidValue(
            "edad",
            f"La categoría {category} es desde {counted(category.minimum_age or 0, 'año cumplido', 'años cumplidos')} el primer día "
            "del campeonato. Elija otra categoría.",
            field=field,
        )


def _require_sex(category: Category, people: Sequence[Person]) -> None:
    for place, person in enumerate(people, start=1):
        if person.sex not in Sex.values:
            raise InvalidValue("falta", f"La categoría {category} pide decir mujer u hombre.", field=f"sex_{place}")
    given = sorted(person.sex for person in people)
    good = {
        Who.LADIES: set(given) == {Sex.WOMAN},
        Who.GENTLEMEN: set(given) == {Sex.MAN},
        Who.MIXED: given == sorted((Sex.WOMAN, Sex.MAN)),
    }[Who(category.who)]
    if not good:
        needs = {Who.LADIES: "solo de mujeres", Who.GENTLEMEN: "solo de hombres", Who.MIXED: "de una mujer y un hombre"}
        raise InvalidValue(
            "categoria",
            f"La categoría {category} es {needs[Who(category.who)]}. Elija otra categoría.",
            field="category",
        )
