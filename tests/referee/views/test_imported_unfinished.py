"""A championship that was brought before it had ended is nowhere called ended, nor live."""

import re
from pathlib import Path

import pytest
from django.test import Client

from brackets.models import Championship
from referee.services.archives.restoring import archive_restore
from tests.factories.archives import archived_elsewhere, at_the_tables
from tests.factories.brackets import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def brought(tmp_path: Path) -> Championship:
    path = archived_elsewhere(tmp_path / "a.json", at_the_tables)
    return archive_restore(path=path, user=None, now=NOW, unfinished=True).championship


def words(address: str) -> str:
    page = re.sub(r"<(script|style).*?</\1>", "", Client().get(address).text, flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


@pytest.mark.parametrize("page", ["", "palmares/", "posiciones/", "horario/", "estadisticas/"])
def test_its_pages_say_that_it_had_not_ended(brought: Championship, page: str) -> None:
    told = words(f"/c/{brought.slug}/{page}")

    assert "Sin terminar" in told
    assert not re.search(r"Terminado|EN VIVO|Convocada\b", told)


def test_the_lists_of_championships_do_too(brought: Championship) -> None:
    for told in (words("/"), words(f"/buscar/?q={brought.name}")):
        assert f"{brought}" in told
        assert "Sin terminar" in told
        assert "Terminado " not in told
