"""The acta of a draw on paper: it is printed like all else that is signed, so it lives here."""

from django.http import HttpResponse
from django.urls import reverse

from brackets.selectors.draw_acta import acta_of
from brackets.selectors.draw_lines import groups_of, parejas_by_number
from brackets.selectors.draw_review import unkept_of
from brackets.selectors.draws import drawn_lines, terms_of
from brackets.views.access import ChampionshipRequest, championship_page
from brackets.views.actas import published_or_404
from referee.printing.draw_acta import ActaPaper, acta_pdf
from referee.views.planillas import base_url, pdf_response


@championship_page("championship.see")
def draw_acta_pdf(request: ChampionshipRequest) -> HttpResponse:
    """To be signed and hung up; 404 until the draw is published."""
    stage, slug = published_or_404(request), request.championship.slug
    parejas = parejas_by_number(stage)
    paper = ActaPaper(
        championship=request.championship,
        stage=stage,
        terms=terms_of(stage),
        acta=acta_of(stage),
        groups=groups_of(stage, parejas, drawn_lines(stage)),
        unkept=unkept_of(stage, parejas),
        url=f"{base_url(request)}{reverse('brackets:draw_public', args=(slug,))}?etapa={stage.number}",
    )
    return pdf_response(acta_pdf(paper), f"acta-sorteo-{slug}-{stage.number}")
