"""The Director says at the desk that he has seen a protest."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone

from brackets.views.access import WRITE, MemberRequest, championship_page
from referee.selectors.protests import protests_of
from referee.services.protests import protest_see, protest_unsee


@championship_page("protests.see", WRITE)
def protest_seen(request: MemberRequest, signature_id: int) -> HttpResponse:
    """It waits no more; with `a=deshacer`, again."""
    signature = get_object_or_404(protests_of(request.championship), pk=signature_id)
    act = protest_unsee if request.POST.get("a") == "deshacer" else protest_see
    act(signature=signature, by=request.user, now=timezone.now())
    return redirect("referee:calls", request.championship.slug)
