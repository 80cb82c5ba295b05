"""What the Director and the Mesa de Control see on the day."""

import re

from playwright.sync_api import Page, expect

from tests.pictures.camera import shoot, shoot_paper


def sign_in(page: Page, url: str, username: str, password: str) -> None:
    page.goto(f"{url}/cuenta/entrar/")
    shoot(page, "entrar")
    page.get_by_label("Usuario").fill(username)
    page.get_by_label("Contraseña").fill(password)
    page.get_by_role("button", name="Entrar").click()
    expect(page.get_by_role("button", name="Salir")).to_be_visible()


def desk_pages(page: Page, championship: str) -> None:
    """Pages of the panel, with two partidas called and one Planilla job done."""
    panel = f"{championship}panel/"
    page.goto(f"{panel}partidas/")
    for _ in range(2):
        page.get_by_role("button", name="Convocar").first.click()
    for name in ("panel", "ajustes", "parejas", "sorteo", "partidas"):
        page.goto(panel if name == "panel" else f"{panel}{name}/")
        shoot(page, name)
    page.goto(f"{panel}imprimir/?juego=noche")
    shoot(page, "imprimir")
    page.get_by_role("button", name="Preparar para imprimir").click()
    page.get_by_role("link", name="Abrir el PDF").wait_for(timeout=60_000)
    shoot(page, "imprimir-lista")
    _results(page, panel)


def _results(page: Page, panel: str) -> None:
    """A partida that was called, a result on paper that is refused, and what corrects a result."""
    page.goto(f"{panel}partidas/")
    page.get_by_role("link", name=re.compile("^Abrir la partida")).first.click()
    shoot(page, "partida-panel", part=page.locator("main"))
    page.get_by_role("link", name="Escribir las chicas").click()
    for index, points in enumerate(("40", "31", "12", "40", "40", "26")):
        page.locator("main input[type=number]").nth(index).fill(points)
    page.get_by_role("button", name="Registrar resultado").click()
    shoot(page, "papel", part=page.locator("main"))
    page.goto(f"{panel}partidas/?ronda=1")
    page.get_by_role("link", name=re.compile("^Ver la partida")).first.click()
    page.get_by_text("Cambiar por ausencia").click()
    page.get_by_text("Quitar el resultado").first.click()
    shoot(page, "partida-corregir", part=page.locator("main"))


def calls_page(page: Page, championship: str) -> None:
    """The Juez's call at the desk."""
    page.goto(f"{championship}panel/llamadas/")
    page.get_by_role("button", name="Voy yo").first.wait_for()
    shoot(page, "llamadas")


def planilla_pages(page: Page, url: str, championship: str, path: str) -> None:
    """The Planilla at `path` as the desk receives it, and on paper; a blank one besides."""
    page.goto(f"{url}{path}")
    shoot(page, "planilla-recibir", part=page.locator("main"))
    public_id = path.strip("/").rsplit("/", 1)[-1]
    for name, file in (("planilla-papel", public_id), ("planilla-en-blanco", "en-blanco")):
        pdf = page.context.request.get(f"{championship}panel/planillas/{file}.pdf")
        shoot_paper(pdf.body(), name)
