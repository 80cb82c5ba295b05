"""The product's addresses and the peer's."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from bench.peer.views import EventView


def ready(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok")


urlpatterns = [
    path("bench/ready", ready),
    path("bench/events", EventView.as_view()),
    path("", include("cuarenta_torneo.urls")),
]
