"""Blank Planillas, to keep a mesa on paper."""

from collections.abc import Iterator, Sequence

from django.db.models import QuerySet
from django.urls import reverse

from brackets.models import Championship, Fixture
from referee.selectors.planilla.heading import heading_of_championship, heading_of_fixture, pareja_block
from referee.selectors.planilla.sheet import BlankSheet

CHUNK = 50


def fixtures_to_print() -> QuerySet[Fixture]:
    """Fixtures with everything a blank Planilla shows."""
    return Fixture.objects.select_related(
        "stage__championship", "table", "juez", "pareja_a", "pareja_b"
    ).prefetch_related("pareja_a__players", "pareja_b__players")


def blank_sheets(fixture_ids: Sequence[int], *, base_url: str) -> Iterator[BlankSheet]:
    """A blank Planilla for each of these fixtures, a few at a time in memory."""
    for start in range(0, len(fixture_ids), CHUNK):
        fixtures = fixtures_to_print().in_bulk(fixture_ids[start : start + CHUNK])
        for fixture_id in fixture_ids[start : start + CHUNK]:
            yield blank_sheet(fixtures[fixture_id], base_url=base_url)


def blank_sheet(fixture: Fixture, *, base_url: str) -> BlankSheet:
    """A Planilla to keep `fixture` on paper; the QR leads to its page."""
    a, b = (
        pareja_block(side, pareja, pareja.representative) if pareja else None
        for side, pareja in (("A", fixture.pareja_a), ("B", fixture.pareja_b))
    )
    page = reverse("referee:partida", args=(fixture.stage.championship.slug, fixture.pk))
    return BlankSheet(heading=heading_of_fixture(fixture), parejas=(a, b), page_url=base_url + page)


def empty_sheet(championship: Championship) -> BlankSheet:
    """A Planilla for whatever partida, all of it to be written."""
    return BlankSheet(heading=heading_of_championship(championship))
