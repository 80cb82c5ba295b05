"""Bringing a championship that was played elsewhere, or only verifying its archive, and watching how far it is."""

from typing import Any, Final
from uuid import UUID

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from brackets.models import User
from brackets.selectors.access import may_create_championship
from brackets.views.access import FORM, posted
from referee.selectors.archive.arrivals import arrival_shown, arrivals_of
from referee.services.archives.arriving import archive_arrival_create
from referee.services.archives.kept import archives_sweep
from referee.tasks import archive_arrival_dispatch

MEGABYTE: Final = 1024 * 1024
LARGEST: Final = 256 * MEGABYTE
"""A thousand parejas with all their jugadas and ink need a tenth of it."""


class BringForm(forms.Form):
    """The file, whether to write anything, and whether also what had not ended."""

    file = forms.FileField(
        label="Archivo",
        error_messages={"required": "Elija el archivo del campeonato.", "empty": "El archivo está vacío."},
    )
    only_verify = forms.BooleanField(required=False)
    unfinished = forms.BooleanField(required=False)

    def clean_file(self) -> Any:
        """Longer than any championship is: it would only fill the disk."""
        file = self.cleaned_data["file"]
        if file.size > LARGEST:
            raise forms.ValidationError(f"El archivo pasa de {LARGEST // MEGABYTE} MB: no es el de un campeonato.")
        return file


def _whoever_may(request: HttpRequest) -> User:
    user = request.user
    if not isinstance(user, User) or not may_create_championship(user):
        raise PermissionDenied
    return user


@never_cache
@login_required
@require_http_methods(FORM)
def archive_bring(request: HttpRequest) -> HttpResponse:
    """Hand in the file."""
    user, given = _whoever_may(request), posted(request)
    form = BringForm(given, request.FILES if given is not None else None)
    if not form.is_valid():
        archives_sweep(now=timezone.now())
        return render(request, "referee/archive_bring.html", {"form": form}, status=422 if form.errors else 200)
    file = form.cleaned_data["file"]
    arrival = archive_arrival_create(
        name=file.name,
        chunks=file.chunks(),
        only_verify=form.cleaned_data["only_verify"],
        unfinished=form.cleaned_data["unfinished"],
        user=user,
        now=timezone.now(),
    )
    archive_arrival_dispatch(arrival)
    return redirect("referee:archive_arrival", arrival.public_id)


@never_cache
@login_required
@require_safe
def archive_arrival(request: HttpRequest, arrival_id: UUID) -> HttpResponse:
    """How far it is; its script asks `archive_arrival_state` and loads the page again at the end."""
    return render(request, "referee/archive_arrival.html", {"shown": _shown(request, arrival_id)})


@never_cache
@login_required
@require_safe
def archive_arrival_state(request: HttpRequest, arrival_id: UUID) -> HttpResponse:
    """The same for the script."""
    state = _shown(request, arrival_id)
    return JsonResponse({key: state[key] for key in ("status", "done", "total", "label", "finished")})


def _shown(request: HttpRequest, arrival_id: UUID) -> dict[str, Any]:
    arrival = get_object_or_404(arrivals_of(_whoever_may(request)), public_id=arrival_id)
    return arrival_shown(arrival, timezone.now())
