from django.urls import URLPattern, URLResolver, path

from referee.views import public, sharing, trees
from referee.views.addresses import address_change
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
from referee.views.archives import archive, archive_job, archive_job_file, archive_job_state
from referee.views.arrivals import archive_arrival, archive_arrival_state, archive_bring
from referee.views.brackets import sheet_pdf
from referee.views.calls import call_attended, calls, calls_state
from referee.views.certificates import certificate, certificate_file
from referee.views.championships import (
    championship_new,
    championship_open,
    championship_rules,
    championship_rules_pdf,
    championship_settings,
)
from referee.views.closing import championship_closing
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
from referee.views.live import live, live_partida
from referee.views.mesa_files import partida_notation
from referee.views.neutrality import neutrality_paper
from referee.views.outside import outside, outside_file
from referee.views.own import own, own_confirm, own_share_send, own_state
from referee.views.own_appeals import own_appeal
from referee.views.own_devices import account_device_close, account_devices
from referee.views.own_links import own_link, own_link_change
from referee.views.papers import paper
from referee.views.partidas import mesa_take_back, paper_result, partida
from referee.views.pins import pins, pins_new
from referee.views.planilla_check import planilla_check
from referee.views.planillas import blank_pdf, empty_pdf, planilla, planilla_pdf, planilla_receive
from referee.views.prints import print_ask, prints
from referee.views.prints_jobs import print_job, print_job_again, print_job_cancel, print_job_file, print_job_state
from referee.views.protests import protest_seen
from referee.views.quarantine import quarantine, quarantine_mesa, quarantine_read
from referee.views.receipts import receipts
from referee.views.reglamentos import reglamentos
from referee.views.screen import screen, screen_state
from referee.views.screens import (
    screen_add,
    screen_edit,
    screen_enrol,
    screen_pass_on,
    screen_put_out,
    screen_steer,
    screens,
    screens_message,
)
from referee.views.suspensions import hall_resumption, mesa_measure, mesa_resumption, mesa_suspension, suspensions
from referee.views.table_display import (
    partida_overlay,
    partida_overlay_json,
    partida_overlay_state,
    table_display,
    table_display_state,
    table_overlay,
    table_overlay_json,
    table_overlay_state,
)
from referee.views.table_protests import table_protests
from referee.views.tablet import authority, rulebook, service_worker, tablet
from referee.views.transcription_confirming import (
    transcription_confirming,
    transcription_decided,
    transcription_returned,
    transcription_sealed,
)
from referee.views.transcriptions import transcription, transcription_new, transcriptions
from referee.views.walkovers import walkover_pdf

app_name = "referee"
urlpatterns: list[URLPattern | URLResolver] = [
    path("tablet/", tablet, name="tablet"),
    path("tablet/sw.js", service_worker, name="service_worker"),  # here, so that its scope is the page
    path("tablet/rulebook.js", rulebook, name="rulebook"),  # in that scope, or it would start only with a network
    path("tablet/ca.crt", authority, name="authority"),
    # What of a championship needs the rulebook: its birth, its settings, its rules; a partida and its result on paper.
    path("nuevo/", championship_new, name="championship_new"),
    path("importar/", archive_bring, name="archive_bring"),
    path("importar/<uuid:arrival_id>/", archive_arrival, name="archive_arrival"),
    path("importar/<uuid:arrival_id>/estado", archive_arrival_state, name="archive_arrival_state"),
    path("reglamentos/", reglamentos, name="reglamentos"),
    path("c/<slug:slug>/reglamento/", championship_rules, name="championship_rules"),
    path("c/<slug:slug>/reglamento/reglas.pdf", championship_rules_pdf, name="championship_rules_pdf"),
    path("c/<slug:slug>/sorteo/acta.pdf", draw_acta_pdf, name="draw_acta_pdf"),
    path("c/<slug:slug>/partidas/<number:fixture_id>/", partida, name="partida"),
    path("c/<slug:slug>/partidas/<number:fixture_id>/vivo.json", live_partida, name="live_partida"),
    path("c/<slug:slug>/partidas/<number:fixture_id>/mesa.txt", partida_notation, name="partida_notation"),
    path("c/<slug:slug>/vivo.json", live, name="live"),
    # Its log, for whoever keeps a checkpoint of it.
    path("c/<slug:slug>/punto/", trees.checkpoint, name="checkpoint"),
    path("c/<slug:slug>/punto/cofirmantes", trees.checkpoint_cosigners, name="checkpoint_cosigners"),
    path("c/<slug:slug>/punto/clave", trees.checkpoint_key, name="checkpoint_key"),
    path("c/<slug:slug>/punto/<number:size>/", trees.checkpoint, name="checkpoint_of_size"),
    path("c/<slug:slug>/punto/<number:size>/sello", trees.checkpoint_stamp, name="checkpoint_stamp"),
    path("c/<slug:slug>/punto/<number:size>/desde/<number:older>", trees.checkpoint_grew, name="checkpoint_grew"),
    path("c/<slug:slug>/punto/<number:size>/hoja/<str:leaf>", trees.checkpoint_leaf, name="checkpoint_leaf"),
    path(
        "c/<slug:slug>/punto/<number:size>/encarnacion/<str:incarnation>", trees.checkpoint_life, name="checkpoint_life"
    ),
    # What anyone may follow and pass on: parejas, statistics, zapateros, pictures of previews, calendar files.
    path("c/<slug:slug>/parejas/<number:number>/", public.pareja, name="pareja"),
    path("c/<slug:slug>/estadisticas/", public.statistics, name="statistics"),
    path("c/<slug:slug>/estadisticas/<slug:plot>.svg", public.statistics_plot, name="statistics_plot"),
    path("c/<slug:slug>/zapateros/", public.zapateros, name="zapateros"),
    path("c/<slug:slug>/vista.png", sharing.picture, name="picture"),
    path("c/<slug:slug>/partidas/<number:fixture_id>/vista.png", sharing.partida_picture, name="partida_picture"),
    path("c/<slug:slug>/parejas/<number:number>/vista.png", sharing.pareja_picture, name="pareja_picture"),
    path("c/<slug:slug>/parejas/<number:number>/calendario.ics", sharing.pareja_calendar, name="pareja_calendar"),
    path("c/<slug:slug>/calendario.ics", sharing.championship_calendar, name="championship_calendar"),
    path("c/<slug:slug>/etapa/<number:number>/llave.pdf", sheet_pdf, name="sheet_pdf"),
    path("c/<slug:slug>/panel/neutralidad.pdf", neutrality_paper, name="neutrality_pdf"),
    path("c/<slug:slug>/panel/abrir/", championship_open, name="championship_open"),
    path("c/<slug:slug>/panel/cerrar/", championship_closing, name="championship_closing"),
    path("c/<slug:slug>/panel/ajustes/", championship_settings, name="championship_settings"),
    path("c/<slug:slug>/panel/partidas/<number:fixture_id>/papel/", paper_result, name="paper_result"),
    path("c/<slug:slug>/panel/partidas/<number:fixture_id>/correccion/", correction, name="correction"),
    path("c/<slug:slug>/panel/partidas/<number:fixture_id>/transcribir/", transcription_new, name="transcription_new"),
    path("c/<slug:slug>/panel/transcripciones/", transcriptions, name="transcriptions"),
    path("c/<slug:slug>/panel/transcripciones/<uuid:paper_id>/", transcription, name="transcription"),
    path(
        "c/<slug:slug>/panel/transcripciones/<uuid:paper_id>/confirmar/",
        transcription_confirming,
        name="transcription_confirm",
    ),
    path(
        "c/<slug:slug>/panel/transcripciones/<uuid:paper_id>/devolver/",
        transcription_returned,
        name="transcription_return",
    ),
    path(
        "c/<slug:slug>/panel/transcripciones/<uuid:paper_id>/decidir/",
        transcription_decided,
        name="transcription_decide",
    ),
    path(
        "c/<slug:slug>/panel/transcripciones/<uuid:paper_id>/sellar/", transcription_sealed, name="transcription_seal"
    ),
    path("c/<slug:slug>/panel/partidas/<number:fixture_id>/devolver/", mesa_take_back, name="mesa_take_back"),
    # The private page of a pareja, and its address at the desk.
    path("p/<str:token>/", own, name="own"),
    path("p/<str:token>/estado", own_state, name="own_state"),
    path("p/<str:token>/aporte/", own_share_send, name="own_share_send"),
    path("p/<str:token>/confirmar/<uuid:public_id>/", own_confirm, name="own_confirm"),
    path("p/<str:token>/apelar/", own_appeal, name="own_appeal"),
    path("c/<slug:slug>/panel/parejas/<number:number>/enlace/", own_link, name="own_link"),
    path("c/<slug:slug>/panel/parejas/<number:number>/enlace/cambiar/", own_link_change, name="own_link_change"),
    path("c/<slug:slug>/panel/credenciales/", credentials, name="credentials"),
    path("c/<slug:slug>/panel/credenciales.pdf", credentials_pdf, name="credentials_pdf"),
    path("c/<slug:slug>/panel/enlaces.pdf", own_links_pdf, name="own_links_pdf"),
    # Planillas: what the QR leads to, the PDFs, and printing a whole round.
    path("planilla/<uuid:public_id>/", planilla, name="planilla"),
    path("planilla/verificar/", planilla_check, name="planilla_check"),
    path("c/<slug:slug>/panel/planillas/<uuid:public_id>.pdf", planilla_pdf, name="planilla_pdf"),
    path("c/<slug:slug>/panel/planillas/<uuid:public_id>/recibir", planilla_receive, name="planilla_receive"),
    path("c/<slug:slug>/panel/planillas/<uuid:public_id>/firmada/", outside, name="outside"),
    path(
        "c/<slug:slug>/panel/planillas/<uuid:public_id>/firmada/<number:outside_id>.pdf",
        outside_file,
        name="outside_file",
    ),
    path("c/<slug:slug>/panel/planillas/en-blanco.pdf", empty_pdf, name="empty_pdf"),
    path("c/<slug:slug>/panel/planillas/en-blanco/<number:fixture_id>.pdf", blank_pdf, name="blank_pdf"),
    path("c/<slug:slug>/panel/certificado/", certificate, name="certificate"),
    path("c/<slug:slug>/certificado.<slug:form>", certificate_file, name="certificate_file"),
    path("c/<slug:slug>/panel/cuarentena/", quarantine, name="quarantine"),
    path("c/<slug:slug>/panel/cuarentena/leer/", quarantine_read, name="quarantine_read"),
    path("c/<slug:slug>/panel/cuarentena/<uuid:public_id>/", quarantine_mesa, name="quarantine_mesa"),
    path("c/<slug:slug>/panel/control/", control, name="control"),
    path("c/<slug:slug>/panel/control/estado", control_state, name="control_state"),
    path("c/<slug:slug>/panel/control/hacer", control_act, name="control_act"),
    path("c/<slug:slug>/panel/llamadas/", calls, name="calls"),
    path("c/<slug:slug>/panel/llamadas/estado", calls_state, name="calls_state"),
    path("c/<slug:slug>/panel/llamadas/<number:call_id>/", call_attended, name="call_attended"),
    path("c/<slug:slug>/panel/protestas/", table_protests, name="table_protests"),
    path("c/<slug:slug>/panel/protestas/<number:signature_id>/", protest_seen, name="protest_seen"),
    # What the reglamento does not say: doubts, their resolutions, the precedents they are.
    path("c/<slug:slug>/precedentes/", precedents, name="precedents"),
    # Appeals to the Director (17), and what of them the public sees.
    path("c/<slug:slug>/resoluciones/", resolutions, name="resolutions"),
    path("c/<slug:slug>/panel/apelaciones/", appeals, name="appeals"),
    path("c/<slug:slug>/panel/apelaciones/<number:number>/", appeal, name="appeal"),
    path("c/<slug:slug>/panel/apelaciones/<number:number>/calificar/", appeal_qualify, name="appeal_qualify"),
    path("c/<slug:slug>/panel/apelaciones/<number:number>/fallar/", appeal_ruling, name="appeal_ruling"),
    path("c/<slug:slug>/panel/apelaciones/<number:number>/soltar/", appeal_release_page, name="appeal_release"),
    path("c/<slug:slug>/panel/apelaciones/<number:number>/publicar/", appeal_publication, name="appeal_publication"),
    path("c/<slug:slug>/panel/apelaciones/<number:number>/resolucion.pdf", appeal_pdf, name="appeal_pdf"),
    path("c/<slug:slug>/panel/consultas/", consultas, name="consultas"),
    path("c/<slug:slug>/panel/consultas/anotar/", consulta_new, name="consulta_new"),
    path("c/<slug:slug>/panel/consultas/<number:number>/resolver/", consulta_resolution, name="consulta_resolution"),
    path("c/<slug:slug>/panel/consultas/<number:number>/retirar/", consulta_withdrawal, name="consulta_withdrawal"),
    # What stands still: one mesa, or the whole hall.
    path("c/<slug:slug>/panel/suspensiones/", suspensions, name="suspensions"),
    path("c/<slug:slug>/panel/suspensiones/reanudar/", hall_resumption, name="hall_resumption"),
    path("c/<slug:slug>/panel/suspensiones/mesa/", mesa_suspension, name="mesa_suspension"),
    path("c/<slug:slug>/panel/suspensiones/mesa/<uuid:public_id>/reanudar/", mesa_resumption, name="mesa_resumption"),
    path("c/<slug:slug>/panel/suspensiones/mesa/<uuid:public_id>/medida/", mesa_measure, name="mesa_measure"),
    path("c/<slug:slug>/panel/conducta/", conduct, name="conduct"),
    path("c/<slug:slug>/panel/conducta/<number:incident_id>/anular/", conduct_cancel, name="conduct_cancel"),
    path("c/<slug:slug>/panel/conducta/<number:incident_id>/firme/", conduct_settle, name="conduct_settle"),
    path("c/<slug:slug>/panel/conducta/<number:incident_id>/expulsar/", conduct_expulsion, name="conduct_expulsion"),
    # Tablets and PINs.
    path("c/<slug:slug>/panel/tablets/", devices, name="devices"),
    path("c/<slug:slug>/panel/tablets/emparejar/", device_pair, name="device_pair"),
    path(
        "c/<slug:slug>/panel/tablets/emparejar/<number:pairing_id>/estado", device_pair_state, name="device_pair_state"
    ),
    path("c/<slug:slug>/panel/tablets/<number:device_id>/cambiar/", device_change, name="device_change"),
    path("c/<slug:slug>/panel/tablets/<number:device_id>/retirar/", device_end, name="device_end"),
    path("c/<slug:slug>/panel/tablets/recibos/", receipts, name="receipts"),
    path("c/<slug:slug>/panel/tablets/mesas/", table_cards, name="table_cards"),
    path("c/<slug:slug>/panel/pines/", pins, name="pins"),
    path("c/<slug:slug>/panel/pines/dar/", pins_new, name="pins_new"),
    # Screens: the page of each, the register at the desk, one table, and what goes out as video.
    path("pantalla/", screen, name="screen"),
    path("pantalla/estado", screen_state, name="screen_state"),
    path("pantalla/registrar/", screen_enrol, name="screen_enrol"),
    path("c/<slug:slug>/panel/pantallas/", screens, name="screens"),
    path("c/<slug:slug>/panel/pantallas/registrar/", screen_add, name="screen_add"),
    path("c/<slug:slug>/panel/pantallas/mensaje/", screens_message, name="screens_message"),
    path("c/<slug:slug>/panel/pantallas/<number:screen_id>/mostrar/", screen_steer, name="screen_steer"),
    path("c/<slug:slug>/panel/pantallas/<number:screen_id>/cambiar/", screen_edit, name="screen_edit"),
    path("c/<slug:slug>/panel/pantallas/<number:screen_id>/pasar/", screen_pass_on, name="screen_pass_on"),
    path("c/<slug:slug>/panel/pantallas/<number:screen_id>/quitar/", screen_put_out, name="screen_put_out"),
    path("c/<slug:slug>/mesa/<number:number>/pantalla/", table_display, name="table_display"),
    path("c/<slug:slug>/mesa/<number:number>/pantalla/estado", table_display_state, name="table_display_state"),
    path("c/<slug:slug>/mesa/<number:number>/overlay/", table_overlay, name="table_overlay"),
    path("c/<slug:slug>/mesa/<number:number>/overlay/estado", table_overlay_state, name="table_overlay_state"),
    path("c/<slug:slug>/mesa/<number:number>/overlay.json", table_overlay_json, name="table_overlay_json"),
    path("c/<slug:slug>/partidas/<number:fixture_id>/overlay/", partida_overlay, name="partida_overlay"),
    path(
        "c/<slug:slug>/partidas/<number:fixture_id>/overlay/estado", partida_overlay_state, name="partida_overlay_state"
    ),
    path("c/<slug:slug>/partidas/<number:fixture_id>/overlay.json", partida_overlay_json, name="partida_overlay_json"),
    path("c/<slug:slug>/panel/partidas/<number:fixture_id>/acta-wo.pdf", walkover_pdf, name="walkover_pdf"),
    path("c/<slug:slug>/panel/papeles/<slug:kind>.<slug:ending>", paper, name="paper"),
    path("c/<slug:slug>/panel/archivo/", archive, name="archive"),
    path("c/<slug:slug>/panel/archivo/<uuid:archive_id>/", archive_job, name="archive_job"),
    path("c/<slug:slug>/panel/archivo/<uuid:archive_id>/estado", archive_job_state, name="archive_job_state"),
    path("c/<slug:slug>/panel/archivo/<uuid:archive_id>/archivo", archive_job_file, name="archive_job_file"),
    path("cuenta/equipos/", account_devices, name="account_devices"),
    path("cuenta/equipos/<number:device_id>/cerrar/", account_device_close, name="account_device_close"),
    path("c/<slug:slug>/panel/direccion/", address_change, name="address_change"),
    path("c/<slug:slug>/panel/imprimir/", prints, name="prints"),
    path("c/<slug:slug>/panel/imprimir/pedir", print_ask, name="print_ask"),
    path("c/<slug:slug>/panel/imprimir/<uuid:public_id>/", print_job, name="print_job"),
    path("c/<slug:slug>/panel/imprimir/<uuid:public_id>/estado", print_job_state, name="print_job_state"),
    path("c/<slug:slug>/panel/imprimir/<uuid:public_id>/otra-vez", print_job_again, name="print_job_again"),
    path("c/<slug:slug>/panel/imprimir/<uuid:public_id>/cancelar", print_job_cancel, name="print_job_cancel"),
    path("c/<slug:slug>/panel/imprimir/<uuid:public_id>/archivo", print_job_file, name="print_job_file"),
]
