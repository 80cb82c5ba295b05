import pytest

from referee.models import Planilla
from referee.rules import fingerprint as grouped
from referee.selectors.planilla.build import mesas_to_print
from referee.selectors.planilla.verification import Verification, verification
from tests.factories.brackets import NOW
from tests.factories.referee import SORTEO, ZAPATERIA, Keeper, kept_mesa, sealed_mesa, version_sealed

pytestmark = pytest.mark.django_db


def check(kept: Keeper, version: str, fingerprint: str) -> Verification:
    mesa = mesas_to_print().get(public_id=kept.mesa_id)
    return verification(mesa, version=version, fingerprint=fingerprint, base_url="https://torneo.example.ec")


@pytest.fixture
def sealed() -> Keeper:
    return sealed_mesa()


@pytest.mark.parametrize("write", [str.upper, str.lower, grouped])
def test_the_sealed_planilla_is_the_current_one(sealed: Keeper, write) -> None:
    assert check(sealed, "1", write(Planilla.objects.get().digest[:16])).verdict == "current"


@pytest.mark.parametrize(
    ("version", "fingerprint"),
    [
        ("1", "0000000000000000"),
        ("2", "own"),
        ("", "own"),
        ("1", ""),
        ("x", "own"),
        ("1", "own?"),
        ("²", "own"),
        ("9" * 9, "own"),
    ],
)
def test_what_does_not_fit_is_unknown(sealed: Keeper, version: str, fingerprint: str) -> None:
    fingerprint = fingerprint.replace("own", Planilla.objects.get().digest[:16])

    assert check(sealed, version, fingerprint).verdict == "unknown"


def test_an_older_version_is_replaced(sealed: Keeper) -> None:
    first = Planilla.objects.get()
    version_sealed(
        mesa=first.mesa, version=2, head_seq=3, digest="ab" * 32, frozen_at=NOW, sealed_at=NOW,
        frozen_by=sealed.juez,
    )  # fmt: skip

    assert check(sealed, "1", first.fingerprint).verdict == "replaced"
    assert check(sealed, "2", "ABABABABABABABAB").verdict == "current"


def test_a_paper_printed_while_it_was_played_is_a_draft() -> None:
    kept = kept_mesa(SORTEO)
    early = kept.mesa.head_hash[:16]
    kept.record(*ZAPATERIA[1:])
    kept.seal()

    checked = check(kept, "0", early)

    assert checked.verdict == "draft"
    assert checked.sealed


def test_what_waits_for_signatures_is_a_draft() -> None:
    kept = kept_mesa(*ZAPATERIA)
    planilla = kept.freeze()

    assert check(kept, "1", planilla.fingerprint).verdict == "draft"
    assert not check(kept, "1", planilla.fingerprint).sealed


def test_what_was_reopened_is_a_draft_beside_the_sealed_one() -> None:
    kept = kept_mesa(*ZAPATERIA)
    void = kept.freeze()
    Planilla.objects.filter(pk=void.pk).update(status="reopened")
    kept.record("anula 4", "proclama")
    kept.seal()

    assert check(kept, "1", void.fingerprint).verdict == "draft"


def test_an_address_without_paper_asks_for_the_valid_planilla(sealed: Keeper) -> None:
    checked = check(sealed, "", "")

    assert (checked.verdict, checked.sealed) == ("unprinted", True)


def receipt(kept: Keeper, result: str, version: str = "1", digest: str = "") -> str:
    mesa = mesas_to_print().get(public_id=kept.mesa_id)
    asked = digest or Planilla.objects.get(mesa=mesa, version=1).digest
    return verification(mesa, version=version, fingerprint=asked[:16], base_url="", result=result).verdict


def test_the_receipt_of_a_tablet_says_the_result_too(sealed: Keeper) -> None:
    assert receipt(sealed, "A.40-0") == "current"
    assert receipt(sealed, "B.40-0") == receipt(sealed, "A.40-2") == receipt(sealed, "A") == "unknown"


def test_a_receipt_may_be_read_before_the_tablet_has_sent_what_it_sealed(sealed: Keeper) -> None:
    signed_without_network = kept_mesa(*ZAPATERIA)

    assert receipt(signed_without_network, "A.40-0", digest="ab" * 32) == "awaited"
    frozen = signed_without_network.freeze()
    assert receipt(signed_without_network, "A.40-0", digest=frozen.digest) == "awaited"
    assert receipt(sealed, "A.40-0", version="2") == "awaited"
    assert receipt(sealed, "A.40-0", version="3") == receipt(sealed, "A.40-0", digest="ab" * 32) == "unknown"
