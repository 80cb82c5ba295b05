from django.urls import path

from referee.api import openapi  # noqa: F401 (drf-spectacular finds its extensions by their being imported)
from referee.api.appeals import AppealsView
from referee.api.calls import CallsView, NotesView, ReviewView, RondaClaimsView, RondasView, RondaView
from referee.api.checkpoints import CosignaturesView
from referee.api.devices import (
    CurrentDeviceView,
    DevicesView,
    DeviceTableView,
    JuezView,
    PairingsView,
    PulseView,
)
from referee.api.law import ConductView, ConsultasView, LawView
from referee.api.log import JugadasView, PreviewView, ReceiptsView
from referee.api.mesas import LeaseView, MesasView, MesaView
from referee.api.naipes import CardsView, LiftView
from referee.api.planillas import FreezeView, ReopenView, SignaturesView
from referee.api.quarantine import QuarantineDecideView, QuarantineView

app_name = "api"
urlpatterns = [
    path("mesas/<uuid:mesa_id>/jugadas", JugadasView.as_view(), name="jugadas"),  # each tap: first
    path("devices", DevicesView.as_view(), name="devices"),
    path("pairings", PairingsView.as_view(), name="pairings"),
    path("devices/current", CurrentDeviceView.as_view(), name="current-device"),
    path("devices/current/juez", JuezView.as_view(), name="juez"),
    path("devices/current/pulse", PulseView.as_view(), name="pulse"),
    path("devices/current/table", DeviceTableView.as_view(), name="device-table"),
    path("mesas", MesasView.as_view(), name="mesas"),
    path("mesas/<uuid:mesa_id>", MesaView.as_view(), name="mesa"),
    path("mesas/<uuid:mesa_id>/receipts", ReceiptsView.as_view(), name="receipts"),
    path("mesas/<uuid:mesa_id>/preview", PreviewView.as_view(), name="preview"),
    path("mesas/<uuid:mesa_id>/levante", LiftView.as_view(), name="levante"),
    path("mesas/<uuid:mesa_id>/naipes", CardsView.as_view(), name="naipes"),
    path("mesas/<uuid:mesa_id>/lease", LeaseView.as_view(), name="lease"),
    path("mesas/<uuid:mesa_id>/quarantine", QuarantineView.as_view(), name="quarantine"),
    path("mesas/<uuid:mesa_id>/quarantine/decide", QuarantineDecideView.as_view(), name="quarantine-decide"),
    path("mesas/<uuid:mesa_id>/calls", CallsView.as_view(), name="calls"),
    path("mesas/<uuid:mesa_id>/appeals", AppealsView.as_view(), name="appeals"),
    path("mesas/<uuid:mesa_id>/notes", NotesView.as_view(), name="notes"),
    path("mesas/<uuid:mesa_id>/law", LawView.as_view(), name="law"),
    path("mesas/<uuid:mesa_id>/conduct", ConductView.as_view(), name="mesa-conduct"),
    path("mesas/<uuid:mesa_id>/consultas", ConsultasView.as_view(), name="mesa-consultas"),
    path("mesas/<uuid:mesa_id>/revision", ReviewView.as_view(), name="review"),
    path("mesas/<uuid:mesa_id>/rondas", RondaClaimsView.as_view(), name="ronda-claims"),
    path("rondas", RondasView.as_view(), name="rondas"),
    path("rondas/<uuid:client_id>", RondaView.as_view(), name="ronda"),
    path("mesas/<uuid:mesa_id>/freeze", FreezeView.as_view(), name="freeze"),
    path("mesas/<uuid:mesa_id>/reopen", ReopenView.as_view(), name="reopen"),
    path("mesas/<uuid:mesa_id>/signatures", SignaturesView.as_view(), name="signatures"),
    path("checkpoints/<slug:slug>/<number:size>/cosignatures", CosignaturesView.as_view(), name="cosignatures"),
]
