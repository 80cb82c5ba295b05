from django.urls import URLPattern, URLResolver, path

from referee.views.appeals import (
    appeal,
    appeal_pdf,
    appeal_publication,
    appeal_qualify,
    appeal_release_page,
    appeal_ruling,
    appeals,
    resolutions,
)
from referee.views.brackets import sheet_pdf
from referee.views.calls import call_attended, calls, calls_state
from referee.views.championships import (
    championship_new,
    championship_rules,
    championship_rules_pdf,
    championship_settings,
)
from referee.views.conduct import conduct, conduct_cancel, conduct_settle
from referee.views.conduct_expulsion import conduct_expulsion
from referee.views.consultas import consulta_new, consulta_resolution, consulta_withdrawal, consultas, precedents
from referee.views.control import control, control_act, control_state
from referee.views.corrections import correction
from referee.views.credentials import credentials, credentials_pdf, own_links_pdf
from referee.views.devices import (
    device_change,
    device_end,
    device_pair,
    device_pair_state,
    devices,
    table_cards,
)
from referee.views.draw_actas import draw_acta_pdf
from referee.views.neutrality import neutrality_paper
from referee.views.own import own, own_state
from referee.views.own_appeals import own_appeal
from referee.views.own_links import own_link, own_link_change
from referee.views.partidas import mesa_take_back, paper_result, partida
from referee.views.pins import pins, pins_new
from referee.views.planillas import blank_pdf, empty_pdf, planilla, planilla_pdf, planilla_receive
from referee.views.prints import print_ask, print_job, print_job_again, print_job_file, print_job_state, prints
from referee.views.protests import protest_seen
from referee.views.quarantine import quarantine, quarantine_mesa, quarantine_read
from referee.views.reglamentos import reglamentos
from referee.views.suspensions import hall_resumption, mesa_measure, mesa_resumption, mesa_suspension, suspensions
from referee.views.table_protests import table_protests
from referee.views.tablet import authority, rulebook, service_worker, tablet
from referee.views.walkovers import walkover_pdf

app_name = "referee"
urlpatterns: list[URLPattern | URLResolver] = [
    path("tablet/", tablet, name="tablet"),
    path("tablet/sw.js", service_worker, name="service_worker"),  # here, so that its scope is the page
    path("tablet/rulebook.js", rulebook, name="rulebook"),  # in that scope, or it would start only with a network
    path("tablet/ca.crt", authority, name="authority"),
    # What of a championship needs the rulebook: its birth, its settings, its rules; a partida and its result on paper.
    path("nuevo/", championship_new, name="championship_new"),
    path("reglamentos/", reglamentos, name="reglamentos"),
    path("c/<slug:slug>/reglamento/", championship_rules, name="championship_rules"),
    path("c/<slug:slug>/reglamento/reglas.pdf", championship_rules_pdf, name="championship_rules_pdf"),
    path("c/<slug:slug>/sorteo/acta.pdf", draw_acta_pdf, name="draw_acta_pdf"),
    path("c/<slug:slug>/partidas/<int:fixture_id>/", partida, name="partida"),
    path("c/<slug:slug>/etapa/<int:number>/llave.pdf", sheet_pdf, name="sheet_pdf"),
    path("c/<slug:slug>/panel/neutralidad.pdf", neutrality_paper, name="neutrality_pdf"),
    path("c/<slug:slug>/panel/ajustes/", championship_settings, name="championship_settings"),
    path("c/<slug:slug>/panel/partidas/<int:fixture_id>/papel/", paper_result, name="paper_result"),
    path("c/<slug:slug>/panel/partidas/<int:fixture_id>/correccion/", correction, name="correction"),
    path("c/<slug:slug>/panel/partidas/<int:fixture_id>/devolver/", mesa_take_back, name="mesa_take_back"),
    # The private page of a pareja, and its address at the desk.
    path("p/<str:token>/", own, name="own"),
    path("p/<str:token>/estado", own_state, name="own_state"),
    path("p/<str:token>/apelar/", own_appeal, name="own_appeal"),
    path("c/<slug:slug>/panel/parejas/<int:number>/enlace/", own_link, name="own_link"),
    path("c/<slug:slug>/panel/parejas/<int:number>/enlace/cambiar/", own_link_change, name="own_link_change"),
    path("c/<slug:slug>/panel/credenciales/", credentials, name="credentials"),
    path("c/<slug:slug>/panel/credenciales.pdf", credentials_pdf, name="credentials_pdf"),
    path("c/<slug:slug>/panel/enlaces.pdf", own_links_pdf, name="own_links_pdf"),
    # Planillas: what the QR leads to, the PDFs, and printing a whole round.
    path("planilla/<uuid:public_id>/", planilla, name="planilla"),
    path("c/<slug:slug>/panel/planillas/<uuid:public_id>.pdf", planilla_pdf, name="planilla_pdf"),
    path("c/<slug:slug>/panel/planillas/<uuid:public_id>/recibir", planilla_receive, name="planilla_receive"),
    path("c/<slug:slug>/panel/planillas/en-blanco.pdf", empty_pdf, name="empty_pdf"),
    path("c/<slug:slug>/panel/planillas/en-blanco/<int:fixture_id>.pdf", blank_pdf, name="blank_pdf"),
    path("c/<slug:slug>/panel/cuarentena/", quarantine, name="quarantine"),
    path("c/<slug:slug>/panel/cuarentena/leer/", quarantine_read, name="quarantine_read"),
    path("c/<slug:slug>/panel/cuarentena/<uuid:public_id>/", quarantine_mesa, name="quarantine_mesa"),
    path("c/<slug:slug>/panel/control/", control, name="control"),
    path("c/<slug:slug>/panel/control/estado", control_state, name="control_state"),
    path("c/<slug:slug>/panel/control/hacer", control_act, name="control_act"),
    path("c/<slug:slug>/panel/llamadas/", calls, name="calls"),
    path("c/<slug:slug>/panel/llamadas/estado", calls_state, name="calls_state"),
    path("c/<slug:slug>/panel/llamadas/<int:call_id>/", call_attended, name="call_attended"),
    path("c/<slug:slug>/panel/protestas/", table_protests, name="table_protests"),
    path("c/<slug:slug>/panel/protestas/<int:signature_id>/", protest_seen, name="protest_seen"),
    # What the reglamento does not say: doubts, their resolutions, the precedents they are.
    path("c/<slug:slug>/precedentes/", precedents, name="precedents"),
    # Appeals to the Director (17), and what of them the public sees.
    path("c/<slug:slug>/resoluciones/", resolutions, name="resolutions"),
    path("c/<slug:slug>/panel/apelaciones/", appeals, name="appeals"),
    path("c/<slug:slug>/panel/apelaciones/<int:number>/", appeal, name="appeal"),
    path("c/<slug:slug>/panel/apelaciones/<int:number>/calificar/", appeal_qualify, name="appeal_qualify"),
    path("c/<slug:slug>/panel/apelaciones/<int:number>/fallar/", appeal_ruling, name="appeal_ruling"),
    path("c/<slug:slug>/panel/apelaciones/<int:number>/soltar/", appeal_release_page, name="appeal_release"),
    path("c/<slug:slug>/panel/apelaciones/<int:number>/publicar/", appeal_publication, name="appeal_publication"),
    path("c/<slug:slug>/panel/apelaciones/<int:number>/resolucion.pdf", appeal_pdf, name="appeal_pdf"),
    path("c/<slug:slug>/panel/consultas/", consultas, name="consultas"),
    path("c/<slug:slug>/panel/consultas/anotar/", consulta_new, name="consulta_new"),
    path("c/<slug:slug>/panel/consultas/<int:number>/resolver/", consulta_resolution, name="consulta_resolution"),
    path("c/<slug:slug>/panel/consultas/<int:number>/retirar/", consulta_withdrawal, name="consulta_withdrawal"),
    # What stands still: one mesa, or the whole hall.
    path("c/<slug:slug>/panel/suspensiones/", suspensions, name="suspensions"),
    path("c/<slug:slug>/panel/suspensiones/reanudar/", hall_resumption, name="hall_resumption"),
    path("c/<slug:slug>/panel/suspensiones/mesa/", mesa_suspension, name="mesa_suspension"),
    path("c/<slug:slug>/panel/suspensiones/mesa/<uuid:public_id>/reanudar/", mesa_resumption, name="mesa_resumption"),
    path("c/<slug:slug>/panel/suspensiones/mesa/<uuid:public_id>/medida/", mesa_measure, name="mesa_measure"),
    path("c/<slug:slug>/panel/conducta/", conduct, name="conduct"),
    path("c/<slug:slug>/panel/conducta/<int:incident_id>/anular/", conduct_cancel, name="conduct_cancel"),
    path("c/<slug:slug>/panel/conducta/<int:incident_id>/firme/", conduct_settle, name="conduct_settle"),
    path("c/<slug:slug>/panel/conducta/<int:incident_id>/expulsar/", conduct_expulsion, name="conduct_expulsion"),
    # Tablets and PINs.
    path("c/<slug:slug>/panel/tablets/", devices, name="devices"),
    path("c/<slug:slug>/panel/tablets/emparejar/", device_pair, name="device_pair"),
    path("c/<slug:slug>/panel/tablets/emparejar/<int:pairing_id>/estado", device_pair_state, name="device_pair_state"),
    path("c/<slug:slug>/panel/tablets/<int:device_id>/cambiar/", device_change, name="device_change"),
    path("c/<slug:slug>/panel/tablets/<int:device_id>/retirar/", device_end, name="device_end"),
    path("c/<slug:slug>/panel/tablets/mesas/", table_cards, name="table_cards"),
    path("c/<slug:slug>/panel/pines/", pins, name="pins"),
    path("c/<slug:slug>/panel/pines/dar/", pins_new, name="pins_new"),
    path("c/<slug:slug>/panel/partidas/<int:fixture_id>/acta-wo.pdf", walkover_pdf, name="walkover_pdf"),
    path("c/<slug:slug>/panel/imprimir/", prints, name="prints"),
    path("c/<slug:slug>/panel/imprimir/pedir", print_ask, name="print_ask"),
    path("c/<slug:slug>/panel/imprimir/<uuid:public_id>/", print_job, name="print_job"),
    path("c/<slug:slug>/panel/imprimir/<uuid:public_id>/estado", print_job_state, name="print_job_state"),
    path("c/<slug:slug>/panel/imprimir/<uuid:public_id>/otra-vez", print_job_again, name="print_job_again"),
    path("c/<slug:slug>/panel/imprimir/<uuid:public_id>/planillas.pdf", print_job_file, name="print_job_file"),
]
