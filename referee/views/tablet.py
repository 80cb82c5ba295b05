"""The Juez's screen: one page, and everything else through the API. Whoever opens it signs in on it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def tablet(request: HttpRequest) -> HttpResponse:
    return render(request, "tablet.html")
