"""A number agrees with its noun: «1 partida», «2 partidas», in both languages, on pages, on paper and in what the audit says."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Final

import pytest
from django.test import Client
from pytest_django import Settings

from brackets.models import AuditEntry, Championship, Stage
from brackets.services.fixtures import fixture_assign, fixture_record
from referee.printing.papers.kinds import KINDS, kind_papers
from tests.factories.brackets import NOW, ChampionshipFactory, director_of, published_stage
from tests.long import longer
from tests.referee.selectors.papers.told import asked, words
from tests.test_pages_are_sound import within

pytestmark = pytest.mark.django_db

SPANISH: Final = {
    "partida": "partidas", "pareja": "parejas", "mesa": "mesas", "juez": "jueces", "jugador": "jugadores", "ronda": "rondas",
    "chica": "chicas", "punto": "puntos", "puesto": "puestos", "lugar": "lugares", "minuto": "minutos", "hora": "horas",
    "día": "días", "persona": "personas", "resultado": "resultados", "Planilla": "Planillas", "inscripción": "inscripciones",
    "caso": "casos", "diferencia": "diferencias", "etapa": "etapas", "vez": "veces", "documento": "documentos",
    "página": "páginas", "hoja": "hojas", "copia": "copias", "caída": "caídas", "data": "datas", "jugada": "jugadas",
    "archivo": "archivos", "naipe": "naipes", "carta": "cartas", "fila": "filas", "sorteo": "sorteos", "serie": "series",
    "zapatería": "zapaterías", "impresión": "impresiones", "nombre": "nombres", "línea": "líneas", "tableta": "tabletas",
    "intercambio": "intercambios", "llamada": "llamadas", "consulta": "consultas", "apelación": "apelaciones",
}  # fmt: skip
ENGLISH: Final = {
    "match": "matches", "pair": "pairs", "table": "tables", "player": "players", "round": "rounds", "point": "points",
    "minute": "minutes", "hour": "hours", "day": "days", "result": "results", "page": "pages", "document": "documents",
    "place": "places", "stage": "stages", "entry": "entries", "difference": "differences", "seat": "seats",
}  # fmt: skip
NAMED: Final = r"(?:mesa|partida|ronda|chica|data|serie|tablet|juez|número|etapa|parte|versión|match|table|round|de|of|page|página) "
"""Before the name of a thing, which is no count: «Mesa 1»."""
FILE: Final = re.compile(r"\.(?:csv|ics|json|jsonl|pdf|png|svg|xlsx)(?:$|\?)")
"""At the end of an address: it is no page."""
INLINE: Final = re.compile(r"</?(?:a|b|strong|em|small|span|abbr|time)\b[^>]*>")


def text_of(html: str) -> str:
    """What is read, where only inline tags join what stands beside each other."""
    shown = re.sub(r"<(script|style|svg)\b.*?</\1>", "|", html, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", "|", INLINE.sub("", shown))).split())


def disagreeing(text: str, nouns: dict[str, str]) -> list[str]:
    many, one = "|".join(nouns.values()), "|".join(nouns)
    found = re.finditer(rf"(?<![\d.,:/–−-])\b(?:1 (?:{many})|(?:0|[2-9]|[1-9]\d+) (?:{one}))\b", text)
    return [
        text[max(0, each.start() - 40) : each.end() + 30]
        for each in found
        if not re.search(NAMED + "$", text[: each.start()], re.IGNORECASE)
    ]


def test_the_walk_sees_what_disagrees() -> None:
    said = "Hay 1 partidas y 2 pareja en la Mesa 1 | 1 partida, 21 mesas, de 1 a 21 mesa"

    assert [re.sub(r".*?(\d+ \w+).*", r"\1", each) for each in (disagreeing("1 partidas", SPANISH), disagreeing("2 pareja", SPANISH)) for each in each] == [
        "1 partidas", "2 pareja",
    ]  # fmt: skip
    assert len(disagreeing(said, SPANISH)) == 3


@pytest.fixture
def one(settings: Settings, tmp_path: Path) -> Championship:
    """One of everything that can be counted: a partida of two parejas, a table, a Juez, a minute of each time."""
    settings.PRINTS_ROOT = settings.ARCHIVES_ROOT = tmp_path
    championship = ChampionshipFactory(grace_minutes=1, appeal_minutes=1, correction_minutes=1)
    stage = published_stage(2, tables=1, jueces=1, championship=championship)
    return stage.championship


def pages(client: Client, start: str, most: int = 100) -> Iterator[tuple[str, str]]:
    """Each page that links lead to, within the championship and the site."""
    ahead, seen = [start], set[str]()
    while ahead and len(seen) < most:
        address = ahead.pop(0)
        if address in seen:
            continue
        seen.add(address)
        if FILE.search(address):
            continue
        answer = client.get(address, follow=True)
        if not answer["Content-Type"].startswith("text/html"):
            continue
        html = answer.content.decode()
        if "tablet/main.js" not in html:
            yield address, html
            ahead += [
                there
                for link in re.findall(r'<a\b[^>]*\bhref="([^"]+)"', html)
                if (there := within(address, unescape(link)))
            ]


def on_pages(client: Client, start: str, nouns: dict[str, str]) -> list[str]:
    """Each once, with a page where it stands."""
    found = {each: address for address, html in pages(client, start) for each in disagreeing(text_of(html), nouns)}
    return [f"{address}: {each}" for each, address in found.items()]


@pytest.mark.long
def test_on_every_page_of_the_desk(one: Championship, client: Client) -> None:
    client.force_login(director_of(one))

    found = on_pages(client, f"/c/{one.slug}/panel/", SPANISH)
    assert found == []


@pytest.mark.parametrize(("language", "nouns"), [("es", SPANISH), longer("en", ENGLISH)])
def test_on_every_page_of_the_public_in_both_languages(
    one: Championship, client: Client, language: str, nouns: dict[str, str]
) -> None:
    client.cookies["idioma"] = language

    found = on_pages(client, f"/c/{one.slug}/", nouns)
    assert found == []


def test_on_every_paper(one: Championship) -> None:
    printed = [kind for kind in KINDS.values() if kind.papers is not None]

    assert [each for kind in printed for each in disagreeing(words(kind_papers(kind, asked(one))), SPANISH)] == []


def test_in_every_sentence_of_the_audit(one: Championship) -> None:
    user, stage = director_of(one), Stage.objects.get(championship=one)
    fixture = stage.fixtures.get()
    fixture_assign(fixture=fixture, table=one.tables.get(), juez=None, user=user, now=NOW)
    fixture_record(
        fixture=fixture, winner="A", how="played", chicas=[[40, 1], [40, 2]], zapateria=False, reason="", user=user, now=NOW
    )  # fmt: skip

    said = [entry.sentence for entry in AuditEntry.objects.filter(championship=one)]

    assert [each for sentence in said for each in disagreeing(sentence, SPANISH)] == []
