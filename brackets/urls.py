from django.contrib.auth.views import LogoutView
from django.urls import URLPattern, URLResolver, include, path

from brackets.views import (
    account,
    departures,
    draw,
    floor,
    home,
    imports,
    panel,
    parejas,
    public,
    results,
    stages,
    team,
)

app_name = "brackets"

desk: list[URLPattern | URLResolver] = [
    path("", panel.panel, name="panel"),
    path("abrir/", panel.open_championship, name="open"),
    path("cerrar/", panel.close_championship, name="close"),
    path("equipo/", team.team, name="team"),
    path("equipo/cuenta/", team.team_account, name="team_account"),
    path("equipo/jueces/", team.team_jueces, name="team_jueces"),
    path("equipo/funcion/", team.team_grant, name="team_grant"),
    path("equipo/funcion/<int:role_id>/quitar/", team.team_revoke, name="team_revoke"),
    path("mesas/", team.tables, name="tables"),
    path("parejas/", parejas.parejas, name="parejas"),
    path("parejas/nueva/", parejas.pareja_new, name="pareja_new"),
    path("parejas/importar/", imports.import_upload, name="import_upload"),
    path("parejas/importar/revisar/", imports.import_review, name="import_review"),
    path("parejas/importar/confirmar/", imports.import_confirm, name="import_confirm"),
    path("parejas/plantilla.xlsx", imports.import_template, name="import_template"),
    path("parejas/exportar.xlsx", imports.parejas_xlsx, name="parejas_xlsx"),
    path("parejas/exportar.csv", imports.parejas_csv, name="parejas_csv"),
    path("parejas/<int:number>/", parejas.pareja_edit, name="pareja_edit"),
    path("parejas/<int:number>/retirar/", parejas.pareja_take_out, name="pareja_take_out"),
    path("parejas/<int:number>/salida/", departures.pareja_departure, name="pareja_departure"),
    path("etapas/", stages.stages, name="stages"),
    path("etapas/plantilla/", stages.stages_choose, name="stages_choose"),
    path("etapas/volver/", stages.stages_back, name="stages_back"),
    path("etapas/nueva/", stages.stage_new, name="stage_new"),
    path("etapas/<int:number>/", stages.stage_edit, name="stage_edit"),
    path("etapas/<int:number>/quitar/", stages.stage_remove, name="stage_remove"),
    path("sorteo/", draw.draw, name="draw"),
    path("sorteo/sortear/", draw.draw_make, name="draw_make"),
    path("sorteo/publicar/", draw.draw_publish, name="draw_publish"),
    path("partidas/", floor.fixtures, name="fixtures"),
    path("partidas/asignar/", floor.fixtures_auto, name="fixtures_auto"),
    path("partidas/<int:fixture_id>/", results.fixture, name="fixture"),
    path("partidas/<int:fixture_id>/asignar/", floor.fixture_place, name="fixture_place"),
    path("partidas/<int:fixture_id>/desconvocar/", floor.fixture_uncall, name="fixture_uncall"),
    path("partidas/<int:fixture_id>/quitar-resultado/", results.fixture_take_back, name="fixture_take_back"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("cuenta/entrar/", account.SignIn.as_view(), name="sign_in"),
    path("cuenta/salir/", LogoutView.as_view(), name="sign_out"),
    path("cuenta/clave/", account.OwnPassword.as_view(), name="password"),
    path("c/<slug:slug>/", public.championship, name="championship"),
    path("c/<slug:slug>/parejas/", public.parejas_public, name="parejas_public"),
    path("c/<slug:slug>/panel/", include(desk)),
]
