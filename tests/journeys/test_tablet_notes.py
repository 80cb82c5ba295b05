"""A Juez notes beside a row what the log has no word for: without network too, and nothing of the mesa changes."""

import pytest
from django.test import Client
from playwright.sync_api import expect

from referee.models import Note
from tests.factories.brackets import director_of
from tests.factories.referee import Keeper
from tests.journeys.tablet_screen import TabletScreen, log

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def annotate(screen: TabletScreen, seq: int, chip: str) -> None:
    screen.touch(screen.history(seq).get_by_role("button", name="Nota"))
    screen.touch(screen.sheet.get_by_role("button", name=chip))
    screen.touch(screen.sheet.get_by_role("button", name="Anotar"))


def test_a_note_is_kept_without_network_and_reaches_the_desk_with_it(kept: Keeper, screen: TabletScreen) -> None:
    screen.begin(kept.juez)
    screen.tap("caida", "A")
    screen.saved(2)
    screen.touch(screen.history(2).get_by_role("button", name="Nota"))  # fetched now: no service worker has it here
    expect(screen.sheet.get_by_role("button", name="Anotar")).to_be_disabled()
    screen.touch(screen.sheet.get_by_role("button", name="Cerrar"))
    screen.page.context.set_offline(True)

    annotate(screen, 2, "La discutieron")
    line = screen.sheet.locator(".notes li")
    expect(line).to_contain_text("La discutieron")
    expect(line).to_contain_text("por enviar")
    assert Note.objects.count() == 0

    screen.page.context.set_offline(False)
    screen.page.wait_for_timeout(500)
    screen.page.reload()
    screen.saved(2)
    screen.touch(screen.history(2).get_by_role("button", name="Nota"))
    expect(screen.sheet.locator(".notes li")).to_contain_text("recibida")

    note = Note.objects.get()
    assert (note.jugada, note.text, note.user) == (2, "La discutieron", kept.juez)
    assert log(kept)[1:] == ["caida A"]
    desk, anybody = Client(), Client()
    desk.force_login(director_of(kept.championship))
    page = f"/c/{kept.championship.slug}/partidas/{kept.fixture.pk}/"
    assert "Jugada 2: La discutieron" in desk.get(page).content.decode()
    assert "La discutieron" not in anybody.get(page).content.decode()


@pytest.mark.long
def test_what_another_tablet_noted_is_there(kept: Keeper, screen: TabletScreen) -> None:
    screen.begin(kept.juez)
    screen.tap("limpia", "B")
    screen.saved(2)
    annotate(screen, 2, "Se anotó tarde")
    expect(screen.sheet.locator(".notes li")).to_contain_text("recibida")
    screen.page.evaluate(
        """() => new Promise((done) => {
            const opened = indexedDB.open('cuarenta-tablet');
            opened.onsuccess = () => {
                const tx = opened.result.transaction('kept', 'readwrite');
                tx.objectStore('kept').delete('notes');
                tx.oncomplete = () => { opened.result.close(); done(); };
            };
        })"""
    )
    screen.restart()

    screen.touch(screen.history(2).get_by_role("button", name="Nota"))

    expect(screen.sheet.locator(".notes li")).to_contain_text("Se anotó tarde")
