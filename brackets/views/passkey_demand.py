"""Whether a passkey is demanded of the desk: who has one, and switching it on and off."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from brackets.selectors.passkeys import demand_of, desk_people, relying_party
from brackets.selectors.site_address import site_address
from brackets.services.passkey_demand import passkeys_demand, passkeys_demand_end
from brackets.views.access import FORM, MemberRequest, championship_page
from brackets.views.refusals import told


@never_cache
@championship_page("passkeys.demand", FORM)
def passkey_demand(request: MemberRequest) -> HttpResponse:
    championship = request.championship
    if request.method == "POST":
        with told(request):
            messages.success(request, _done(request))
        return redirect("brackets:passkey_demand", championship.slug)
    context = {
        "demand": demand_of(championship),
        "people": desk_people(championship),
        "possible": relying_party() is not None,
        "address": site_address(),
    }
    return render(request, "brackets/passkey_demand.html", context)


def _done(request: MemberRequest) -> str:
    asked, championship, now = request.POST.get("a"), request.championship, timezone.now()
    if asked == "exigir":
        passkeys_demand(championship=championship, user=request.user, now=now)
        return "Desde ahora se exige llave de acceso. Para deshacerlo: «Dejar de exigirla», aquí mismo."
    if asked == "dejar":
        passkeys_demand_end(championship=championship, user=request.user, now=now)
        return "Ya no se exige llave de acceso: la contraseña y el PIN bastan. Para deshacerlo, exíjala otra vez."
    raise Http404
