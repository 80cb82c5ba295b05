"""The bracket of a stage for printing."""

from django.http import Http404, HttpResponse

from brackets.selectors.sheet import stage_numbered, stage_sheet
from brackets.views.access import ChampionshipRequest, championship_page
from referee.printing.bracket import bracket_pdf
from referee.printing.bracket_fit import PAPERS
from referee.selectors.bracket_paper import bracket_paper
from referee.views.planillas import pdf_response


@championship_page("championship.see")
def sheet_pdf(request: ChampionshipRequest, number: int) -> HttpResponse:
    """Of a published stage, on A4 unless A3 is asked for."""
    stage = stage_numbered(request.championship, number, drawn=False)
    if stage is None:
        raise Http404
    asked = request.GET.get("papel", "").lower()
    format_ = asked if asked in PAPERS else "a4"
    pdf = bracket_pdf(bracket_paper(stage_sheet(stage)), format_)
    return pdf_response(pdf, f"llave-{request.championship.slug}-{stage.number}-{format_}")
