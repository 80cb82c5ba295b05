"""A finished mesa as a file, for anybody."""

from django.http import Http404, HttpResponse

from brackets.selectors.single import single
from brackets.views.access import ChampionshipRequest, championship_page
from brackets.views.results import fixture_or_404
from referee.models import Mesa
from referee.selectors.mesa_file import mesa_is_public, mesa_text


@championship_page("championship.see")
def partida_notation(request: ChampionshipRequest, fixture_id: int) -> HttpResponse:
    """The whole mesa in the notation, once it is over: `arbitrar` folds it again and computes what was signed."""
    fixture = fixture_or_404(request, fixture_id)
    mesa = single(Mesa.objects.filter(fixture=fixture))
    if mesa is None or not mesa_is_public(mesa, fixture):
        raise Http404
    name = f"{request.championship.slug}-partida-{fixture.number}.txt"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(mesa_text(mesa, fixture), content_type="text/plain; charset=utf-8", headers=headers)
