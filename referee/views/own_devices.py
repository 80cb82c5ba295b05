"""The tablets and telephones in which somebody has come in with his account, and closing them."""

from typing import TYPE_CHECKING, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from referee.selectors.devices import own_devices
from referee.services.devices import device_leave

if TYPE_CHECKING:
    from brackets.models import User


@never_cache
@require_safe
@login_required
def account_devices(request: HttpRequest) -> HttpResponse:
    return render(
        request, "referee/account_devices.html", {"devices": own_devices(cast("User", request.user), timezone.now())}
    )


@require_POST
@login_required
def account_device_close(request: HttpRequest, device_id: int) -> HttpResponse:
    """Go from it: its token ends, or, of one that the desk paired, nobody is at it."""
    device = get_object_or_404(own_devices(cast("User", request.user), timezone.now()), pk=device_id)
    device_leave(device=device, now=timezone.now())
    messages.success(
        request, f"«{device.name}» ya no entra con su cuenta. Lo que tenga sin enviar sigue guardado en ese equipo."
    )
    return redirect("referee:account_devices")
