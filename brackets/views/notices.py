"""What parejas were told by e-mail: how each mail stands, and sending one again on purpose."""

from typing import Final

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from brackets.models import Delivery
from brackets.selectors.deliveries import deliveries_counted, deliveries_of
from brackets.services.deliveries import AGAIN, delivery_again
from brackets.views.access import WRITE, MemberRequest, championship_page
from brackets.views.refusals import told

A_PAGE: Final = 50


@championship_page("notices.see")
def notices(request: MemberRequest) -> HttpResponse:
    asked = request.GET.get("estado", "")
    state = asked if asked in Delivery.State.values else ""
    counted = deliveries_counted(request.championship)
    context = {
        "configured": settings.MAIL_CONFIGURED,
        "page": Paginator(deliveries_of(request.championship, state), A_PAGE).get_page(request.GET.get("pagina")),
        "states": [(each, counted[each.value]) for each in Delivery.State],
        "state": state,
        "total": sum(counted.values()),
        "doubtful": counted[Delivery.State.UNKNOWN],
        "again": AGAIN,
    }
    return render(request, "brackets/notices.html", context)


@championship_page("notices.see", WRITE)
def notice_again(request: MemberRequest, delivery_id: int) -> HttpResponse:
    found = Delivery.objects.filter(notice__championship=request.championship)
    delivery = get_object_or_404(found, pk=delivery_id)
    with told(request):
        delivery_again(delivery=delivery, user=request.user, now=timezone.now())
        messages.success(request, f"El correo a {delivery.address} sale otra vez.")
    return redirect("brackets:notices", request.championship.slug)
