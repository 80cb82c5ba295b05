"""The product's addresses and the peer's."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from bench.peer.lists import LISTS
from bench.peer.views import EventView


def ready(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok")


urlpatterns = [
    path("bench/ready", ready),
    path("bench/events", EventView.as_view()),
    *(path(f"bench/lista/{name}/<slug:slug>/", view) for name, view in LISTS.items()),
    path("", include("cuarenta_torneo.urls")),
]
