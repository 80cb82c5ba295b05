"""What was played elsewhere is here to the last byte, or not at all."""

import json
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import DatabaseError, transaction
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pytest_django import Settings

from brackets.draw.formats import DoubleElimination, Series
from brackets.draw.plans import StagePlan
from brackets.draw.qualification import Everybody, FromEach
from brackets.draw.structure import Zapateria
from brackets.models import AuditEntry, Championship, Role, User
from brackets.selectors.access import IMPORTED, actions_of, may
from brackets.selectors.events import disagreements
from referee.models import AppealRuling, ArchiveImport, Device, Jugada, Mesa, Planilla
from referee.sealing import planilla_paper
from referee.selectors.archive.check import archive_check
from referee.selectors.archive.document import Reader
from referee.selectors.archive.hiding import Included
from referee.selectors.archive.parts import NAMES
from referee.selectors.archive.schema import schema
from referee.selectors.planilla.build import mesas_to_print
from referee.selectors.sealed.record import certificate_in_use
from referee.selectors.sealed.verdict import verdict_on
from referee.selectors.verification import logs_check
from referee.services.archives.restoring import ArchiveRefused, Restored, archive_restore
from referee.services.tree import tree_sweep
from tests.attacks.test_verifier import tool
from tests.brackets.services.desk import TIMES
from tests.brackets.services.test_formats import TABLE, Night
from tests.factories.archives import (
    ALL,
    NONE,
    WAYS,
    archived_elsewhere,
    at_the_tables,
    rehearsed,
    sealed_again,
    typed_from_paper,
    with_everything,
    written,
)
from tests.factories.brackets import NOW, ChampionshipFactory, UserFactory, closed_unplayed
from tests.factories.sealing import certified
from tests.long import longer

pytestmark = pytest.mark.django_db


def restored(path: Path, user: User | None = None) -> Restored:
    """Most championships of these tests have not ended: they are brought knowingly."""
    return archive_restore(path=path, user=user, now=NOW, unfinished=True)


def counted() -> list[int]:
    return [model.objects.count() for model in (Championship, User, Device, Mesa, Jugada, Planilla, AuditEntry, Role)]


@pytest.mark.parametrize(
    ("make", "included"),
    [(make, included) for make in (with_everything, at_the_tables, typed_from_paper) for included in (NONE, ALL)]
    + [(with_everything, included) for included in WAYS if included not in (NONE, ALL)],
    ids=lambda each: getattr(each, "__name__", str(each)),
)
def test_what_comes_out_again_is_what_went_in(
    tmp_path: Path, make: Callable[[], Championship], included: Included
) -> None:
    path = archived_elsewhere(tmp_path / "a.json", make, included)

    done = restored(path, UserFactory())

    again = tmp_path / "b.json"
    assert written(again, done.championship, ALL) == done.digest
    assert again.read_bytes() == path.read_bytes()
    assert [check.broken for check in logs_check(Mesa.objects.all())] == [None] * Mesa.objects.count()


@pytest.mark.parametrize(
    ("form", "parejas"), [longer("eliminatoria", 4), ("series-final", 3), longer("suizo", 4), longer("riobamba", 3)]
)
def test_a_whole_championship_of_every_kind(tmp_path: Path, form: str, parejas: int) -> None:
    path = archived_elsewhere(tmp_path / "a.json.gz", lambda: rehearsed(form, parejas=parejas), ALL, packed=True)

    done = restored(path)

    assert written(tmp_path / "b.json.gz", done.championship, ALL, packed=True) == done.digest
    assert (tmp_path / "b.json.gz").read_bytes() == path.read_bytes()
    told = StringIO()
    call_command("verificar_bitacora", stdout=told)
    assert "la bitácora está completa" in told.getvalue()


@pytest.mark.parametrize("zapateria", Zapateria)
def test_a_zapateria_puts_out_in_an_archive_who_it_put_out_where_it_was_played(
    tmp_path: Path, zapateria: Zapateria
) -> None:
    """The 1 won the series; it and another, who had lost there, lose by zapatería in the first round of the stage after."""
    series = StagePlan(name="Series", format=Series(size=0), entry=(Everybody(),), criteria=TABLE)
    final = StagePlan(
        name="Final", format=DoubleElimination(), entry=(FromEach(1, 4),), criteria=TABLE, zapateria=zapateria
    )
    beaten: list[int] = []
    went_on: set[int] = set()

    def make() -> Championship:
        night = Night.in_second(4, series, final)
        stage = night.stage(2)
        for fixture in stage.fixtures.filter(round=1, status="ready"):
            winner = "B" if fixture.pareja_a.number == 1 else "A"
            night.record(fixture, winner, chicas=[[40, 8] if winner == "A" else [8, 40]], zapateria=True)
            beaten.append((fixture.pareja_a if winner == "B" else fixture.pareja_b).number)
        night.play(2)
        for pair in stage.fixtures.filter(round__gt=1).values_list("pareja_a__number", "pareja_b__number"):
            went_on.update(pair)
        return night.championship

    path = archived_elsewhere(tmp_path / "a.json", make)

    done = restored(path)

    (other,) = {*beaten} - {1}
    out = {Zapateria.NOTHING: set(), Zapateria.IF_DEFEATED: {other}, Zapateria.ELIMINATES: {1, other}}
    assert {*beaten} - went_on == out[zapateria]
    written(tmp_path / "b.json", done.championship)
    assert (tmp_path / "b.json").read_bytes() == path.read_bytes()
    assert [disagreements(stage) for stage in done.championship.stages.order_by("number")] == [[], []]


@hypothesis_settings(max_examples=2 * TIMES)
@given(seed=st.integers(0, 10**6), parejas=st.integers(2, 5), included=st.sampled_from([NONE, ALL]))
def test_whatever_happened_at_the_tables(
    tmp_path_factory: pytest.TempPathFactory, seed: int, parejas: int, included: Included
) -> None:
    folder = tmp_path_factory.mktemp("archivo")
    with transaction.atomic():
        path = archived_elsewhere(folder / "a.json", lambda: rehearsed(parejas=parejas, seed=str(seed)), included)
        done = restored(path)
        written(folder / "b.json", done.championship, included)
        transaction.set_rollback(True)
    assert (folder / "b.json").read_bytes() == path.read_bytes()


def test_what_was_asked_for_less_is_the_same_as_if_it_had_been_asked_there(tmp_path: Path) -> None:
    """Without ink no salt of a signature either: its leaf would be of other ink than none."""
    both: list[bytes] = []

    def make() -> Championship:
        championship = with_everything()
        tree_sweep(championship=championship, now=NOW + timedelta(hours=3))
        written(tmp_path / "less.json", championship)
        both.append((tmp_path / "less.json").read_bytes())
        return championship

    done = restored(archived_elsewhere(tmp_path / "a.json", make, ALL))

    written(tmp_path / "b.json", done.championship)
    assert (tmp_path / "b.json").read_bytes() == both[0]
    archive_check(Reader(tmp_path / "b.json", NAMES))
    assert tool().Archive(tmp_path / "b.json").check() == []


@pytest.mark.long
@pytest.mark.parametrize("fixed", [False, True])
def test_it_is_closed_under_its_address_and_says_where_it_is_from(
    tmp_path: Path, settings: Settings, *, fixed: bool
) -> None:
    """The operator's address, or the one that was fixed at the first start."""
    settings.PUBLIC_URL, settings.ADDRESS_NOW = ("", "https://cuarenta.example.ec")[:: -1 if not fixed else 1]
    user = UserFactory()

    done = restored(archived_elsewhere(tmp_path / "a.json", at_the_tables), user)

    there = done.championship
    assert (done.created, done.moved, there.status) == (True, False, "closed")
    assert (there.imported_from, there.imported_at) == ("https://cuarenta.example.ec", NOW)
    assert AppealRuling.objects.get().appeal.mesa.fixture.stage.championship == there
    entry = AuditEntry.objects.get(championship=there, action="archivo-importar")
    assert (entry.user, entry.data["sha256"]) == (user, done.digest)


def test_nobody_signs_in_as_those_of_there_and_no_tablet_is_let_in(tmp_path: Path) -> None:
    before = set(User.objects.values_list("pk", flat=True))

    done = restored(archived_elsewhere(tmp_path / "a.json", at_the_tables))

    came = User.objects.filter(archived__archive__championship=done.championship)
    assert came
    assert not any(user.is_active or user.has_usable_password() for user in came)
    assert not before & set(came.values_list("pk", flat=True))
    assert all(len(device.token_hash) == 32 for device in Device.objects.filter(championship=done.championship))


def test_the_same_file_again_does_nothing(tmp_path: Path) -> None:
    path = archived_elsewhere(tmp_path / "a.json", at_the_tables)
    first = restored(path)
    before = counted()

    again = restored(path, UserFactory())

    assert (again.championship, again.digest, again.created) == (first.championship, first.digest, False)
    assert counted()[:1] + counted()[2:] == before[:1] + before[2:]


def test_where_it_was_played_it_is_not_brought_again(tmp_path: Path) -> None:
    championship = at_the_tables()
    written(tmp_path / "a.json", championship)
    before = counted()

    with pytest.raises(
        ArchiveRefused, match=f"ya está aquí, en /c/{championship.slug}/: su archivo se puede comprobar, no importar"
    ):
        restored(tmp_path / "a.json")

    assert counted() == before


def test_one_that_had_not_ended_is_not_brought_unless_knowingly_and_then_for_good(tmp_path: Path) -> None:
    later: list[Path] = []

    def make() -> Championship:
        championship = at_the_tables()
        later.append(tmp_path / "later.json")
        with transaction.atomic():
            closed_unplayed(championship)
            written(later[0], championship)
            transaction.set_rollback(True)
        return championship

    path = archived_elsewhere(tmp_path / "a.json", make)
    before = counted()

    with pytest.raises(
        ArchiveRefused, match=r"no había terminado.*el archivo del final ya no entraría. Ciérrelo"
    ) as refused:
        archive_restore(path=path, user=None, now=NOW)

    assert (refused.value.code, counted()) == ("archivo-sin-terminar", before)
    assert not ArchiveImport.objects.exists()
    done = archive_restore(path=path, user=None, now=NOW, unfinished=True)
    assert (done.created, ArchiveImport.objects.get().status) == (True, "open")
    assert not archive_restore(path=path, user=None, now=NOW).created  # there already: nothing is to be decided
    slug, before = done.championship.slug, counted()
    with pytest.raises(ArchiveRefused, match=f"ya está aquí, en /c/{slug}/, importado cuando no había terminado"):
        archive_restore(path=later[0], user=None, now=NOW)
    assert counted() == before


def test_one_that_had_ended_is_brought_without_a_word(tmp_path: Path) -> None:
    path = archived_elsewhere(tmp_path / "a.json", lambda: rehearsed(parejas=2))

    assert archive_restore(path=path, user=None, now=NOW).created


def test_an_address_that_is_taken_gets_a_number(tmp_path: Path) -> None:
    slugs: list[str] = []

    def make() -> Championship:
        slugs.append(at_the_tables().slug)
        return Championship.objects.get(slug=slugs[0])

    path = archived_elsewhere(tmp_path / "a.json", make)
    if not Championship.objects.filter(slug=slugs[0]).exists():
        ChampionshipFactory(slug=slugs[0])

    done = restored(path)

    assert (done.moved, done.championship.slug) == (True, f"{slugs[0]}-2")
    assert written(tmp_path / "b.json", done.championship) == done.digest


def test_it_is_only_read(tmp_path: Path) -> None:
    user = UserFactory()
    there = restored(archived_elsewhere(tmp_path / "a.json", at_the_tables), user).championship

    assert actions_of({"director"}, public=True, imported=True) <= IMPORTED
    assert not may(user, there, "results.correct")
    assert may(user, there, "archive.export")
    assert may(user, there, "championship.see")


def test_the_log_stays_append_only(tmp_path: Path) -> None:
    restored(archived_elsewhere(tmp_path / "a.json", at_the_tables))

    with pytest.raises(DatabaseError), transaction.atomic():
        Jugada.objects.update(notation="caida B")


def forged(path: Path, old: str, new: str) -> Path:
    """Somebody changed a row and made every digest right again."""
    assert old in path.read_text()
    return sealed_again(path, lambda text: text.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"notation":"caida A1"', '"notation":"caida A2"', "jugadas, fila"),
        ('"points_a":40', '"points_a":39', "points_a"),
        ('"outcome":"firma"', '"outcome":"firmado"', "firmas, fila 1: el campo «outcome»"),
        ('"stage":1,', '"stage":9,', "partidas, fila 1: el campo «stage» habla de la fila 9 de «etapas»"),
        (
            '"lineas_sorteadas":[',
            '"lineas_sorteadas":[null,',
            "lo que se sorteó en «Eliminatoria directa» no es lo de su huella",
        ),
        ('"version":3}\n', '"version":4}\n', "el sorteo repetido no es el del acta"),
        ('"kind":"made"', '"kind":"published"', "consta «publicado», sorteo 1, que no puede seguir a lo anterior"),
        ('"data":{"anterior":"","compromiso":', '"data":{"anterior":"","otro":', "no se pueden leer"),
        ('"drawn_digest":"', '"drawn_digest":"0', "drawn_digest"),
        ('"number":2,"province"', '"number":1,"province"', "no resultan sus partidas"),
        ('"slug":"', '"slug":"a/b', "campeonato, fila 1: el campo «slug»: el texto no tiene la forma debida"),
        ('"reason":"', '"reason":"\\u0000', "ningún texto tiene"),
        ('"tinta":false', '"tinta":0', "la cabecera no dice lo que pide el esquema"),
        (',"tinta":false', "", "la cabecera no dice lo que pide el esquema"),
    ],
)
def test_what_was_forged_is_found_although_the_digests_fit(tmp_path: Path, old: str, new: str, told: str) -> None:
    path = forged(archived_elsewhere(tmp_path / "a.json", at_the_tables), old, new)
    before = counted()

    with pytest.raises(ArchiveRefused) as refused:
        restored(path)

    assert told in refused.value.message
    assert counted() == before
    assert not ArchiveImport.objects.exists()


def test_what_contradicts_what_is_written_leaves_nothing(tmp_path: Path) -> None:
    """Two tables with one number: every digest fits, and only the database sees it."""
    path = forged(
        archived_elsewhere(tmp_path / "a.json", at_the_tables), '"number":2,"paused_since"', '"number":1,"paused_since"'
    )
    before = counted()

    with pytest.raises(ArchiveRefused, match=r"mesas_del_salon.* contradice a otra"):
        restored(path)

    assert counted() == before


def test_a_planilla_that_was_signed_there_is_known_here(tmp_path: Path, settings: Settings) -> None:
    signed: list[bytes] = []

    def make() -> Championship:
        championship = at_the_tables()
        certified(championship)
        for mesa in mesas_to_print().filter(planillas__status="sealed").distinct():
            signed.extend(
                planilla_paper(mesa, version, base_url="https://alla.example", now=NOW) for version in (1, None)
            )
        return championship

    path = archived_elsewhere(tmp_path / "a.json", make)
    settings.SEALED_ROOT, settings.CERTIFICATES_ROOT = tmp_path / "sealed", tmp_path / "certificates"
    there = restored(path).championship

    assert [verdict_on(pdf).kind for pdf in signed] == ["replaced", "current"]
    assert verdict_on(signed[1].replace(b"%%EOF", b"%%EOG")).kind == "altered"
    assert certificate_in_use(there) is None
    mesa = mesas_to_print().get(planillas__version=2)
    assert planilla_paper(mesa, base_url="https://aqui.example", now=NOW).startswith(b"%PDF")
    assert written(tmp_path / "b.json", there) == ArchiveImport.objects.get().digest


def test_another_version_asks_for_a_newer_installation(tmp_path: Path) -> None:
    path = forged(
        archived_elsewhere(tmp_path / "a.json", at_the_tables), '"version":1,"partes"', '"version":2,"partes"'
    )

    with pytest.raises(ArchiveRefused, match="versión 2 y aquí se lee la 1: actualice"):
        restored(path)


def test_the_document_is_json_of_its_schema(tmp_path: Path) -> None:
    path = archived_elsewhere(tmp_path / "a.json", with_everything, ALL)
    validator = Draft202012Validator(schema())

    assert [error.message for error in validator.iter_errors(json.loads(path.read_text()))] == []
