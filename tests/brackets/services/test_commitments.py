"""What is promised before a draw, and that it is kept."""

from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import sha256

import pytest
from django.test import Client
from django.urls import reverse

from brackets.draw.acta import verify
from brackets.draw.commitment import digest
from brackets.draw.protections import Protection
from brackets.draw.refusal import DrawRefusal
from brackets.models import AuditEntry, Championship, DrawEvent, Stage
from brackets.selectors.commitments import commitment_in_force, commitment_outdated
from brackets.selectors.draw_acta import acta_of
from brackets.services.commitments import commitment_revoke, draw_commit
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.stages import stage_draw, stage_publish, stage_reopen
from referee.management.rehearsal.drawing import WITNESSES, draw_rehearsed
from tests.brackets.services.test_formats import FINAL, SERIES, Night
from tests.factories.brackets import NOW, ChampionshipFactory, ParejaFactory, director_of, drawn_stage, published_stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship() -> Championship:
    championship = ChampionshipFactory()
    for number in range(1, 9):
        ParejaFactory(championship=championship, number=number, club="Peñón" if number % 2 else "", family="Rueda")
    return championship


def commit(championship: Championship, *protections: Protection, hidden: str = "5f", why: str = "") -> Stage:
    return draw_commit(
        championship=championship,
        user=director_of(championship),
        now=NOW,
        secret=hidden,
        protections=protections,
        why=why,
    ).stage


def draw(championship: Championship, seed: str = "cuarenta", *, now: datetime = NOW) -> Stage:
    return stage_draw(
        championship=championship, user=director_of(championship), now=now, public_seed=seed, witnesses=WITNESSES
    )


def revoke(stage: Stage, why: str = "Se inscribió otra") -> Stage:
    return commitment_revoke(stage=stage, why=why, user=director_of(stage.championship), now=NOW).stage


def test_the_seed_follows_from_the_secret_and_what_the_public_says(championship: Championship) -> None:
    commit(championship)

    stage = draw(championship)

    assert stage.public_seed == "cuarenta"
    assert stage.lots_seed == sha256(b"5f|cuarenta").hexdigest()


def test_what_was_promised_is_drawn_whatever_is_asked_then(championship: Championship) -> None:
    commit(championship, Protection("club", 2), Protection("familia"))

    stage = draw(championship)

    assert [each["attribute"] for each in stage.protections] == ["club", "familia"]
    assert stage.entrants[0]["marks"] == {"familia": "rueda"}


def test_the_published_number_is_the_sha256_of_the_document_in_the_acta(championship: Championship) -> None:
    promised = commit(championship).commitments[0]["sha256"]

    stage = draw(championship)
    acta = acta_of(stage_publish(stage=stage, user=director_of(championship), now=NOW))

    assert digest(acta["compromiso"]["documento"]) == promised == acta["compromiso"]["sha256"]
    assert verify(acta).good
    assert AuditEntry.objects.get(action="sorteo-comprometer").data.keys() == {"stage", "sha256"}


def test_who_enters_later_makes_it_void(championship: Championship) -> None:
    stage = commit(championship)
    ParejaFactory(championship=championship, number=9)

    assert "quiénes entran" in commitment_outdated(stage, commitment_in_force(stage))
    with pytest.raises(BracketError) as refused:
        draw(championship)
    assert refused.value.code == "compromiso-sin-efecto"

    revoke(stage)
    commit(championship, hidden="60")
    assert len(draw(championship).entrants) == 9


def test_another_format_makes_it_void(championship: Championship) -> None:
    stage = commit(championship)
    stage.format = {"kind": "series", "size": 4, "turns": 1}

    assert "el formato" in commitment_outdated(stage, commitment_in_force(stage))


def test_with_one_commitment_there_is_one_draw(championship: Championship) -> None:
    commit(championship)
    draw(championship)

    with pytest.raises(BracketError) as refused:
        draw(championship, "otra")

    assert refused.value.code == "compromiso-usado"


def test_a_draw_whose_clock_was_read_too_early_comes_after_its_commitment_and_the_draw_before(
    championship: Championship,
) -> None:
    commit(championship)
    assert draw(championship, now=NOW - timedelta(seconds=1)).drawn_at == NOW
    revoke(draw_stage := championship.stages.get())
    commit(championship, hidden="60")

    stage = draw(championship, now=draw_stage.drawn_at - timedelta(hours=1))

    assert verify(acta_of(stage), stage.drawn_digest, every=True).good


def test_what_happens_to_a_draw_after_the_clock_was_set_back_is_recorded_after_what_happened_before(
    championship: Championship,
) -> None:
    ahead, user = NOW + timedelta(hours=1), director_of(championship)
    commit(championship)
    draw(championship, now=ahead)

    stage = commit(championship, hidden="60", why="Se repite")

    assert stage.commitments[0]["revoked_at"] == stage.commitments[1]["at"] == ahead.isoformat()
    stage = stage_publish(stage=draw(championship), user=user, now=NOW)
    assert stage.drawn_at == stage.published_at == ahead
    later = ahead + timedelta(hours=1)
    stage_reopen(stage=stage, user=user, now=later, reason="Se repite")
    assert revoke(stage).commitments[1]["revoked_at"] == later.isoformat()
    assert commit(championship, hidden="61").commitments[2]["at"] == later.isoformat()
    stage = draw(championship)
    assert stage.drawn_at == later
    assert verify(acta_of(stage), stage.drawn_digest, every=True).good


def test_so_is_that_a_stage_is_taken_out_of_the_plan() -> None:
    night, ahead = Night.played(8, SERIES, FINAL), NOW + timedelta(hours=1)
    made = {"championship": night.championship, "user": night.director, "now": ahead, "number": 2}
    draw_rehearsed(public_seed="cuarenta", **made)

    night.plan(SERIES)

    removed = DrawEvent.objects.get(kind=DrawEvent.Kind.REMOVED)
    assert (removed.at, removed.data["compromisos"][0]["revoked_at"]) == (ahead, ahead.isoformat())


def test_one_commitment_at_a_time_and_revoked_ones_stay_to_be_seen(championship: Championship) -> None:
    stage = commit(championship)
    with pytest.raises(BracketError) as refused:
        commit(championship, hidden="60")
    assert refused.value.code == "compromiso-vigente"

    stage = revoke(stage)
    assert commitment_in_force(stage) is None
    assert revoke(stage).commitments == stage.commitments
    stage = commit(championship, hidden="60")

    assert [bool(each["revoked_at"]) for each in stage.commitments] == [True, False]
    acta = acta_of(draw(championship))
    assert acta["compromisos_anulados"][0]["motivo"] == "Se inscribió otra"


def test_of_a_commitment_that_was_drawn_with_its_page_says_so(championship: Championship, client: Client) -> None:
    commit(championship)
    draw(championship)
    commit(championship, hidden="60", why="Salió mal")

    page = client.get(reverse("brackets:draw_public", args=[championship.slug])).content.decode()

    assert "Con él se hizo el sorteo 1, que ya no vale:" in page
    assert "Anulado" not in page


def test_revoking_needs_a_reason(championship: Championship) -> None:
    stage = commit(championship)

    with pytest.raises(InvalidValue):
        revoke(stage, " ")


def test_a_draw_whose_commitment_was_revoked_is_not_published() -> None:
    stage = revoke(drawn_stage(4))
    for code in ("sorteo-sin-compromiso", "compromiso-pendiente"):
        with pytest.raises(BracketError) as refused:
            stage_publish(stage=stage, user=director_of(stage.championship), now=NOW)

        assert refused.value.code == code
        commit(stage.championship) if code == "sorteo-sin-compromiso" else None


def test_another_commitment_in_the_place_of_one_that_was_used_says_why(championship: Championship) -> None:
    commit(championship)
    draw(championship)
    with pytest.raises(InvalidValue):
        commit(championship, hidden="60")

    stage = commit(championship, hidden="60", why="Se inscribió otra")

    assert [each["why"] for each in stage.commitments] == ["Se inscribió otra", ""]
    assert acta_of(draw(championship))["sorteos_anteriores"][0]["motivo"] == "Se inscribió otra"


def test_what_no_draw_can_keep_is_refused_before_it_is_promised(championship: Championship) -> None:
    with pytest.raises(DrawRefusal):
        commit(championship, Protection("familia", hard=True))

    assert not Stage.objects.exists()


def test_nothing_is_promised_of_a_published_draw() -> None:
    with pytest.raises(BracketError) as refused:
        commit(published_stage(4).championship)

    assert refused.value.code == "sorteo-publicado"


def test_nothing_is_drawn_without_a_commitment(championship: Championship) -> None:
    with pytest.raises(BracketError) as refused:
        draw(championship)

    assert refused.value.code == "sorteo-sin-compromiso"
    assert not Stage.objects.exists()


def test_the_longest_reason_for_the_tenth_fits_into_the_log() -> None:
    night = Night(4, replace(SERIES, name="S" * 60))
    for _ in range(10):
        draw_commit(championship=night.championship, user=night.director, now=NOW, secret="5f")
        commitment_revoke(stage=night.stage(1), why="r" * 200, user=night.director, now=NOW)

    entry = AuditEntry.objects.filter(action="compromiso-anular").latest("id")

    assert len(entry.sentence) <= 300
