"""Who has the database but not the file of keys learns no cédula, e-mail or telephone; what was erased opens with no key."""

import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.core.serializers import serialize
from django.db import connection
from django.test import Client
from pytest_django import Settings

from brackets.models import Championship, Entry, PersonalData, Player
from brackets.people_keys import KeysLost, Sealed, key_add, server_keys, unseal
from brackets.services import vault
from brackets.services.deliveries import delivery_claim, delivery_refused
from brackets.services.notices import notice_add
from brackets.services.parejas import pareja_add
from brackets.services.personal_data import entry_erase, everyone_erase, player_erase
from brackets.services.vault import keys_rotate
from tests.factories.brackets import NOW, closed_unplayed, director_of, invented_cedula, opened, personal_set
from tests.test_nothing_is_left import inscribed, pair

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship(settings: Settings, tmp_path: Path) -> Championship:
    """Parejas that came in every way there is, requests, and e-mails on their way, under keys of their own."""
    settings.PEOPLE_KEYS, settings.MAIL_CONFIGURED = tmp_path / "people_keys", True
    championship = inscribed()
    parejas = [*championship.parejas.all()]
    notice_add(championship=championship, parejas=parejas, kind="other", title="Hola", text="Hola.", now=NOW)
    refused = delivery_claim(now=NOW)
    assert refused
    delivery_refused(delivery=refused, error=f"550 <{refused.address}>: no hay tal", for_good=True, now=NOW)
    return championship


def written() -> Iterator[bytes]:
    """The database as its file has it, and as dumps do."""
    yield serialize("json", PersonalData.objects.all()).encode()
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            yield connection.connection.serialize()
            yield "\n".join(connection.connection.iterdump()).encode()
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            yield str(cursor.fetchall()).encode()


def sealed_of(row: PersonalData) -> Sealed:
    return Sealed(row.server_key, bytes(row.wrapped_key), bytes(row.sealed))


def test_neither_the_database_nor_its_dump_has_a_cedula_an_address_or_a_telephone(
    championship: Championship, settings: Settings
) -> None:
    secrets = {value.encode() for values in opened() for value in values if value}
    assert len(secrets) >= 20

    assert [secret for text in written() for secret in secrets if secret in text] == []
    assert Path(settings.PEOPLE_KEYS).stat().st_mode & 0o777 == 0o600


def test_of_one_who_was_erased_nothing_opens_with_any_key_that_is_left(championship: Championship) -> None:
    player = Player.objects.filter(championship=championship).first()
    gone = player.personal
    sealed = sealed_of(gone)
    closed_unplayed(championship)

    player_erase(player=player, user=director_of(championship), now=NOW)

    left = [sealed_of(row) for row in PersonalData.objects.all()]
    assert len(left) > 5
    assert not any(sealed.wrapped in text for text in written())
    for each in left:
        for whose in (gone.public_id.bytes, PersonalData.objects.all()[0].public_id.bytes):
            with pytest.raises(KeysLost):
                unseal(Sealed(each.key, each.wrapped, sealed.data), whose=whose)
    assert opened()  # the others' are still there

    everyone_erase(championship=championship, user=director_of(championship), now=NOW)
    assert not PersonalData.objects.exists()
    call_command("verificar_bitacora")


def test_what_cannot_be_opened_can_be_erased(championship: Championship, settings: Settings) -> None:
    Path(settings.PEOPLE_KEYS).unlink()
    asked = Entry.objects.filter(championship=championship, pareja=None).exclude(state=Entry.State.WITHDRAWN)

    entry_erase(entry=asked[0], user=None, now=NOW)
    closed_unplayed(championship)
    everyone_erase(championship=championship, user=director_of(championship), now=NOW)

    assert not PersonalData.objects.exists()


def test_nobodys_data_are_opened_as_those_of_another(championship: Championship) -> None:
    one, other = PersonalData.objects.order_by("pk")[:2]
    PersonalData.objects.filter(pk=one.pk).update(wrapped_key=other.wrapped_key, sealed=other.sealed)

    with pytest.raises(KeysLost):
        _ = PersonalData.objects.get(pk=one.pk).values


def test_without_the_file_of_keys_nothing_is_opened_nor_entered(championship: Championship, settings: Settings) -> None:
    """With another key nobody would be known again, and anybody could be entered twice."""
    Path(settings.PEOPLE_KEYS).unlink()

    with pytest.raises(KeysLost):
        opened()
    with pytest.raises(KeysLost):
        pareja_add(
            championship=championship,
            data=pair(championship, 1, 40),
            user=director_of(championship),
            now=NOW,
            told=None,
        )


def test_a_key_of_the_server_is_changed_and_the_old_one_opens_nothing(
    championship: Championship, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, (old,) = sorted(opened()), server_keys()
    matches = {*PersonalData.objects.values_list("cedula_match", flat=True)} - {""}
    key_add()  # as it is left by one that was stopped in the middle
    assert sorted(opened()) == before

    keys_rotate()

    assert sorted(opened()) == before
    assert [key.name for key in server_keys()] != [old.name]
    assert set(PersonalData.objects.values_list("server_key", flat=True)) == {key.name for key in server_keys()}
    assert not matches & {*PersonalData.objects.values_list("cedula_match", flat=True)}
    call_command("rotar_clave_personal")
    monkeypatch.setattr(vault, "SEALED", ("cedula_end",))  # as if the server had written with the older key meanwhile
    with pytest.raises(CommandError, match="detenga el servidor"):
        call_command("rotar_clave_personal")
    assert sorted(opened()) == before
    player = Player.objects.filter(championship=championship).first()
    personal_set([player], email="otra@ejemplo.ec")
    assert Player.objects.get(pk=player.pk).email == "otra@ejemplo.ec"


def test_a_sheet_that_waits_to_be_confirmed_has_no_cedula_that_is_read(
    championship: Championship, client: Client, settings: Settings
) -> None:
    """The cache may be a server of its own, with a disk of its own."""
    director, sheet = director_of(championship), f"Jugador 1;Cédula 1;Jugador 2\nRosa;{invented_cedula(77)};Luz\n"
    client.force_login(director)
    address = f"/c/{championship.slug}/panel/parejas/importar/"

    page = client.post(address, {"file": SimpleUploadedFile("parejas.csv", sheet.encode())}, follow=True)

    assert "Rosa" in page.text
    assert page.request["PATH_INFO"].endswith("/revisar/")
    kept = pickle.dumps(cache.get(f"import:{championship.pk}:{director.pk}"))
    assert [each for each in (invented_cedula(77), "Rosa") if each.encode() in kept] == []
    Path(settings.PEOPLE_KEYS).unlink()
    assert "Súbalo otra vez" in client.get(f"{address}revisar/", follow=True).text
