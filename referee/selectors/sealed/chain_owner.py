"""Of which championship here the chain of an acta is: an address may have moved, or be another's."""

from typing import Final
from uuid import UUID

from django.db.models import Count, Q

from brackets.models import Championship
from referee.models import Mesa
from referee.selectors.championship_chain import SLUG, ChampionshipChain, championship_chain

MOST_MESAS: Final = 500
MOST: Final = 8  # championships that are compared


def championship_of(
    slug: str, digest: str, then: ChampionshipChain | None = None, *, drafts: bool
) -> Championship | None:
    """The one that has this very chain, else the one with the most mesas of `then`, else the one at this address; `drafts` too or not.

    An import where the address is taken gets a number behind it, and mesas keep their identifiers.
    """
    found = _with_mesas(then) if then else []
    found += [each for each in _at(slug) if each not in found]
    seen = [each for each in found if drafts or each.status != Championship.Status.DRAFT][:MOST]
    if len(seen) < 2:
        return next(iter(seen), None)
    return next((each for each in seen if championship_chain(each).digest == digest), seen[0])


def _with_mesas(then: ChampionshipChain) -> list[Championship]:
    names = [name for head in then.heads[:MOST_MESAS] if (name := _uuid(head.mesa))]
    mesas = Mesa.objects.filter(public_id__in=names).values_list("fixture__stage__championship")
    counted = mesas.annotate(mesas=Count("pk")).order_by("-mesas", "fixture__stage__championship")[:MOST]
    found = Championship.objects.in_bulk([pk for pk, _ in counted])
    return [found[pk] for pk, _ in counted]


def _at(slug: str) -> list[Championship]:
    """The one at this address, and those whose address was this one with a number behind it."""
    if not slug or not SLUG.fullmatch(slug):
        return []
    found = Championship.objects.filter(Q(slug=slug) | Q(slug__startswith=f"{slug}-")).order_by("slug")
    return [each for each in found if each.slug == slug or each.slug.removeprefix(f"{slug}-").isdecimal()]


def _uuid(told: str) -> UUID | None:
    try:
        return UUID(told)
    except ValueError:
        return None
