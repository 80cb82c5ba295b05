"""The act of a W.O.: made when it is asked for, so that it always says what the record says."""

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache

from brackets.selectors.bracket import round_name
from brackets.selectors.callups import ABSENCES
from brackets.selectors.site_address import site_address
from brackets.selectors.walkovers import walkover_told
from brackets.views.access import MemberRequest, championship_page
from brackets.views.exporting import exported
from brackets.views.results import fixture_or_404
from referee.printing.walkover import WalkoverPaper, walkover_pdf_bytes
from referee.selectors.planilla.heading import heading_of_championship
from referee.views.planillas import pdf_response, people_of_fixture


@never_cache
@championship_page("print")
def walkover_pdf(request: MemberRequest, fixture_id: int) -> HttpResponse:
    """404 where no W.O. decided it, or its result was taken back."""
    fixture, slug = fixture_or_404(request, fixture_id), request.championship.slug
    if fixture.how not in ABSENCES:
        raise Http404
    paper = WalkoverPaper(
        walkover=walkover_told(fixture, request.championship),
        round_name=round_name(fixture),
        url=f"{site_address()}{reverse('referee:partida', args=(slug, fixture_id))}",
        article=heading_of_championship(request.championship).places.identification,
    )
    exported(request, f"el acta de W.O. de la {fixture.name}", people_of_fixture(fixture), ("nombre", "llegada"))
    return pdf_response(walkover_pdf_bytes(paper), f"acta-wo-{fixture.number}")
