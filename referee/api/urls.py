from django.urls import path

from referee.api import openapi  # noqa: F401 (drf-spectacular finds its extensions by their being imported)
from referee.api.devices import CurrentDeviceView, DevicesView
from referee.api.log import JugadasView, PreviewView
from referee.api.mesas import LeaseView, MesasView, MesaView
from referee.api.naipes import CardsView, LiftView
from referee.api.planillas import FreezeView, ReopenView, SignaturesView

app_name = "api"
urlpatterns = [
    path("mesas/<uuid:mesa_id>/jugadas", JugadasView.as_view(), name="jugadas"),  # each tap: first
    path("devices", DevicesView.as_view(), name="devices"),
    path("devices/current", CurrentDeviceView.as_view(), name="current-device"),
    path("mesas", MesasView.as_view(), name="mesas"),
    path("mesas/<uuid:mesa_id>", MesaView.as_view(), name="mesa"),
    path("mesas/<uuid:mesa_id>/preview", PreviewView.as_view(), name="preview"),
    path("mesas/<uuid:mesa_id>/levante", LiftView.as_view(), name="levante"),
    path("mesas/<uuid:mesa_id>/naipes", CardsView.as_view(), name="naipes"),
    path("mesas/<uuid:mesa_id>/lease", LeaseView.as_view(), name="lease"),
    path("mesas/<uuid:mesa_id>/freeze", FreezeView.as_view(), name="freeze"),
    path("mesas/<uuid:mesa_id>/reopen", ReopenView.as_view(), name="reopen"),
    path("mesas/<uuid:mesa_id>/signatures", SignaturesView.as_view(), name="signatures"),
]
