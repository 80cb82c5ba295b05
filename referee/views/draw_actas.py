"""The acta of a draw on paper: it is printed like all else that is signed, so it lives here."""

from django.http import HttpResponse
from django.urls import reverse

from brackets.selectors.site_address import site_address
from brackets.views.access import ChampionshipRequest, championship_page
from brackets.views.actas import published_or_404
from referee.printing.draw_acta import acta_paper, acta_pdf
from referee.views.planillas import pdf_response


@championship_page("championship.see")
def draw_acta_pdf(request: ChampionshipRequest) -> HttpResponse:
    """To be signed and hung up; 404 until the draw is published."""
    stage, slug = published_or_404(request), request.championship.slug
    url = f"{site_address()}{reverse('brackets:draw_public', args=(slug,))}"
    return pdf_response(acta_pdf(acta_paper(stage, request.championship, url)), f"acta-sorteo-{slug}-{stage.number}")
