"""The neutrality report on paper."""

from django.http import HttpResponse
from django.utils import timezone

from brackets.selectors.hall import hall_of
from brackets.selectors.neutrality import Neutrality
from brackets.views.access import MemberRequest, championship_page
from referee.printing.neutrality import neutrality_pdf
from referee.views.planillas import pdf_response


@championship_page("floor.edit")
def neutrality_paper(request: MemberRequest) -> HttpResponse:
    """With `?nombres=no`, without the names of people and clubs."""
    report = Neutrality(hall_of(request.championship, timezone.now()), named=request.GET.get("nombres") != "no")
    return pdf_response(neutrality_pdf(report), f"neutralidad-{request.championship.slug}")
