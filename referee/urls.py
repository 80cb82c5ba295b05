from django.urls import URLPattern, URLResolver, path

from referee.views.championships import (
    championship_new,
    championship_rules,
    championship_rules_pdf,
    championship_settings,
)
from referee.views.partidas import mesa_take_back, paper_result, partida
from referee.views.planillas import blank_pdf, empty_pdf, planilla, planilla_pdf, planilla_receive
from referee.views.prints import print_ask, print_job, print_job_again, print_job_file, print_job_state, prints
from referee.views.reglamentos import reglamentos
from referee.views.tablet import tablet

app_name = "referee"
urlpatterns: list[URLPattern | URLResolver] = [
    path("tablet/", tablet, name="tablet"),
    # What of a championship needs the rulebook: its birth, its settings, its rules; a partida and its result on paper.
    path("nuevo/", championship_new, name="championship_new"),
    path("reglamentos/", reglamentos, name="reglamentos"),
    path("c/<slug:slug>/reglamento/", championship_rules, name="championship_rules"),
    path("c/<slug:slug>/reglamento/reglas.pdf", championship_rules_pdf, name="championship_rules_pdf"),
    path("c/<slug:slug>/partidas/<int:fixture_id>/", partida, name="partida"),
    path("c/<slug:slug>/panel/ajustes/", championship_settings, name="championship_settings"),
    path("c/<slug:slug>/panel/partidas/<int:fixture_id>/papel/", paper_result, name="paper_result"),
    path("c/<slug:slug>/panel/partidas/<int:fixture_id>/devolver/", mesa_take_back, name="mesa_take_back"),
    # Planillas: what the QR leads to, the PDFs, and printing a whole round.
    path("planilla/<uuid:public_id>/", planilla, name="planilla"),
    path("c/<slug:slug>/panel/planillas/<uuid:public_id>.pdf", planilla_pdf, name="planilla_pdf"),
    path("c/<slug:slug>/panel/planillas/<uuid:public_id>/recibir", planilla_receive, name="planilla_receive"),
    path("c/<slug:slug>/panel/planillas/en-blanco.pdf", empty_pdf, name="empty_pdf"),
    path("c/<slug:slug>/panel/planillas/en-blanco/<int:fixture_id>.pdf", blank_pdf, name="blank_pdf"),
    path("c/<slug:slug>/panel/imprimir/", prints, name="prints"),
    path("c/<slug:slug>/panel/imprimir/pedir", print_ask, name="print_ask"),
    path("c/<slug:slug>/panel/imprimir/<uuid:public_id>/", print_job, name="print_job"),
    path("c/<slug:slug>/panel/imprimir/<uuid:public_id>/estado", print_job_state, name="print_job_state"),
    path("c/<slug:slug>/panel/imprimir/<uuid:public_id>/otra-vez", print_job_again, name="print_job_again"),
    path("c/<slug:slug>/panel/imprimir/<uuid:public_id>/planillas.pdf", print_job_file, name="print_job_file"),
]
