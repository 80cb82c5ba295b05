"""The address that papers carry is fixed once; what changed since is said on Inicio, and taken there."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from brackets.models import AuditEntry, Championship, Role, SiteAddress
from brackets.selectors.site_address import site_address
from brackets.services.site_address import site_address_settle
from referee.models import PrintJob
from tests.factories.brackets import NOW, ChampionshipFactory, RoleFactory, director_of
from tests.factories.referee import sealed_mesa

pytestmark = pytest.mark.django_db

HALL, OTHER, LOCAL = "http://192.168.1.10:8000", "http://192.168.0.7:8000", "http://localhost:8000"


@pytest.fixture(autouse=True)
def hall(settings: Settings) -> Settings:
    """Nobody gave an address; this computer is found in the hall's network."""
    settings.PUBLIC_URL, settings.ADDRESS_NOW = "", HALL
    return settings


def inicio(championship: Championship) -> tuple[Client, str]:
    client = Client()
    client.force_login(director_of(championship))
    return client, read(client, championship)


def read(client: Client, championship: Championship) -> str:
    return " ".join(client.get(reverse("brackets:panel", args=[championship.slug])).text.split())


def take(client: Client, championship: Championship, address: str) -> int:
    return client.post(reverse("referee:address_change", args=[championship.slug]), {"address": address}).status_code


def test_the_first_start_fixes_it_and_a_later_one_elsewhere_leaves_it(hall: Settings) -> None:
    site_address_settle(now=NOW)
    hall.ADDRESS_NOW = OTHER

    assert site_address_settle(now=NOW + timedelta(days=1)) == HALL
    assert [each.address for each in SiteAddress.objects.all()] == [HALL]
    with pytest.raises(DatabaseError), transaction.atomic():
        SiteAddress.objects.update(address=OTHER)


def test_what_the_operator_says_counts_at_once_and_is_kept(hall: Settings) -> None:
    site_address_settle(now=NOW)
    hall.PUBLIC_URL = "https://torneo.example"

    assert site_address() == "https://torneo.example"
    for _ in range(2):
        site_address_settle(now=NOW + timedelta(days=1))
    assert [each.address for each in SiteAddress.objects.all()] == [HALL, "https://torneo.example"]


def test_inicio_shows_it_with_a_code_to_try() -> None:
    site_address_settle(now=NOW)

    _, page = inicio(ChampionshipFactory())

    assert f"{HALL}/tablet/" in page
    assert f"Código QR de {HALL}" in page
    assert "desde ahora" not in page


def test_elsewhere_inicio_says_so_with_what_was_printed_and_the_director_takes_the_new_one(hall: Settings) -> None:
    site_address_settle(now=NOW - timedelta(days=1))
    championship = sealed_mesa().championship
    user = director_of(championship)
    PrintJob.objects.create(championship=championship, status="done", pages=7, created_at=NOW, created_by=user)
    PrintJob.objects.create(championship=championship, status="failed", pages=9, created_at=NOW, created_by=user)
    hall.ADDRESS_NOW = OTHER
    client, page = inicio(championship)

    assert f"Este computador está ahora en {OTHER}" in page
    assert f"llevan todavía {HALL}" in page
    assert "1 impresión (7 páginas), 1 Planilla sellada" in page
    assert take(client, championship, "http://192.168.9.9:8000") == 302  # what the page showed is so no more
    assert site_address() == HALL
    for _ in range(2):
        assert take(client, championship, OTHER) == 302

    page = read(client, championship)
    assert site_address() == OTHER
    assert "llevan todavía" not in page
    assert f"Con {HALL}" in page
    assert f"Sus códigos QR no llevan a {OTHER}" in page
    assert AuditEntry.objects.filter(action="direccion-cambiar").count() == 1


@pytest.mark.parametrize("kind", ["control", "inscription"])
def test_the_desk_reads_that_it_changed_and_cannot_take_it(hall: Settings, kind: str) -> None:
    site_address_settle(now=NOW)
    hall.ADDRESS_NOW = OTHER
    championship, client = ChampionshipFactory(), Client()
    client.force_login(RoleFactory(championship=championship, kind=Role.Kind(kind)).user)

    page = read(client, championship)

    assert f"Este computador está ahora en {OTHER}" in page
    assert "desde ahora" not in page
    assert take(client, championship, OTHER) == 403


def test_where_no_telephone_can_open_it_inicio_and_the_print_page_warn(hall: Settings) -> None:
    hall.ADDRESS_NOW = LOCAL
    client, page = inicio(championship := ChampionshipFactory())
    prints = reverse("referee:prints", args=[championship.slug])

    assert f"Ningún teléfono puede abrir {LOCAL}" in page
    assert "ningún teléfono puede abrir" in client.get(prints).text
    hall.ADDRESS_NOW = HALL
    site_address_settle(now=NOW)
    assert "ningún teléfono puede abrir" not in client.get(prints).text


def test_the_server_says_at_its_start_where_it_is_found_and_what_papers_carry(hall: Settings) -> None:
    def said() -> str:
        out = StringIO()
        call_command("direcciones", stdout=out)
        return out.getvalue()

    assert f"En la red de la sala:  {HALL}/" in said()
    hall.ADDRESS_NOW = OTHER
    assert f"En la red de la sala:  {OTHER}/" in (text := said())
    assert f"Los códigos QR llevan: {HALL}/" in text
