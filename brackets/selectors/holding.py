"""Which partidas something is kept of, whoever keeps it: this package knows of no mesas nor Planillas."""

from collections.abc import Collection, Iterable, Sequence
from functools import reduce
from operator import or_

from django.db.models import PROTECT, Exists, OuterRef, Q
from django.db.models.fields.reverse_related import ForeignObjectRel

from brackets.draw.bracket import Key, Match
from brackets.models import Fixture, Notice
from brackets.selectors.called import CALLED_OFF


def holding(fixtures: Iterable[Fixture]) -> list[Fixture]:
    """Those that rows of others hold on to: one query for each kind of row, however many fixtures."""
    by_key = {fixture.pk: fixture for fixture in fixtures}
    held: set[int] = set()
    for relation in _holders():
        rows = relation.related_model._default_manager.filter(**{f"{relation.field.name}__in": by_key})  # noqa: SLF001
        held.update(rows.values_list(f"{relation.field.name}_id", flat=True))
    return [fixture for key, fixture in by_key.items() if key in held]


def held_and_told(keys: Collection[int]) -> tuple[set[int], set[int]]:
    """Of the fixtures with these keys, those that rows of others hold on to, and those whose call somebody was told of as fallen: one query."""
    if not keys:
        return set(), set()
    own = OuterRef("pk")
    held = (Exists(each.related_model._default_manager.filter(**{each.field.name: own})) for each in _holders())  # noqa: SLF001
    told = Exists(Notice.objects.filter(fixture=own, title=CALLED_OFF))
    found = list(
        Fixture.objects.filter(pk__in=keys).annotate(kept=reduce(or_, map(Q, held))).values_list("pk", "kept", told)
    )
    return {pk for pk, is_held, _ in found if is_held}, {pk for pk, _, was_told in found if was_told}


def _holders() -> list[ForeignObjectRel]:
    return [each for each in Fixture._meta.related_objects if each.on_delete is PROTECT]  # noqa: SLF001 (documented, in spite of its name)


def places_kept(
    there: Sequence[Fixture], held: Collection[Fixture], matches: Iterable[Match]
) -> list[tuple[Fixture, Key]]:
    """Which of these fixtures stay when their stage is drawn anew, and which match each of them is from then on.

    One that is `held` stays where it is, in a free place where nothing is played in that, and where it was if none is free. One
    that is only marked stays where its place is played and no held one needs it.
    """
    played = [match.key for match in matches if match.number is not None]
    own = {fixture.pk: (fixture.round, fixture.position) for fixture in there}
    moving = [each for each in held if own[each.pk] not in played]
    marked = [each for each in there if each not in held and each.marks and own[each.pk] in played]
    free = [key for key in played if key not in {own[each.pk] for each in (*held, *marked)}]
    while marked and len(free) < len(moving):
        free.append(own[marked.pop().pk])
    to = dict(zip((each.pk for each in moving), free, strict=False))
    return [(each, to.get(each.pk, own[each.pk])) for each in there if each in held or each in marked]
