from django.urls import include, path, register_converter
from drf_spectacular.views import SpectacularAPIView

from cuarenta_torneo.health import health
from cuarenta_torneo.numbers import BoundedNumber

register_converter(BoundedNumber, "number")

urlpatterns = [
    path("api/v1/", include("referee.api.urls")),
    path("api/v1/schema", SpectacularAPIView.as_view(), name="schema"),
    path("salud", health, name="health"),
    path("", include("brackets.urls")),
    path("", include("referee.urls")),
]
