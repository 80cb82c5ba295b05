from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView

from cuarenta_torneo.health import health

urlpatterns = [
    path("salud", health, name="health"),
    path("api/v1/schema", SpectacularAPIView.as_view(), name="schema"),
    path("api/v1/", include("referee.api.urls")),
    path("", include("brackets.urls")),
    path("", include("referee.urls")),
]
