"""The neutrality report on paper."""

from django.http import HttpResponse
from django.utils import timezone

from brackets.selectors.hall import hall_of
from brackets.selectors.neutrality import Neutrality
from brackets.views.access import MemberRequest, championship_page
from brackets.views.exporting import exported
from referee.printing.neutrality import neutrality_pdf
from referee.printing.papers import KINDS, Asked, named_on
from referee.views.planillas import pdf_response


@championship_page("floor.edit")
def neutrality_paper(request: MemberRequest) -> HttpResponse:
    """With `?nombres=no`, without the names of people and clubs."""
    report = Neutrality(hall_of(request.championship, timezone.now()), named=request.GET.get("nombres") != "no")
    kind = KINDS["neutralidad"]
    people = len(named_on(kind, Asked(request.championship, timezone.now(), "")).people) if report.named else 0
    exported(request, "el informe de neutralidad", people, kind.fields)
    return pdf_response(neutrality_pdf(report), f"neutralidad-{request.championship.slug}")
