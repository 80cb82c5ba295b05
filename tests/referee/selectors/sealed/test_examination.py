"""What a file is told by the process that the product starts; all other tests have it told by `tests.quick_examinations`."""

import random
import subprocess

import pytest

from brackets import confined
from referee.printing.attached import pdf_with_file
from referee.sealing import planilla_paper
from referee.selectors.championship_chain import CHAIN_FILE
from referee.selectors.planilla.build import mesas_to_print
from referee.selectors.sealed import examination
from referee.selectors.sealed.examine import DEEPEST, _pages
from tests.factories.brackets import NOW
from tests.factories.outside import signed_outside
from tests.factories.sealing import certified_mesa

NESTED = (
    b"%PDF-1.7\n1 0 obj\n" + b"[" * 2_000_000 + b"\nendobj\ntrailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF /ByteRange"
)


@pytest.fixture
def pdf() -> bytes:
    return planilla_paper(mesas_to_print().get(public_id=certified_mesa().mesa_id), None, base_url="", now=NOW)


@pytest.fixture
def as_served(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confined, "subprocess", subprocess)


@pytest.mark.django_db
def test_it_tells_the_signatures_of_a_file(pdf: bytes, as_served: None) -> None:
    told = examination.examination(signed_outside(pdf))

    assert (told.problem, len(told.signatures), all(each.intact for each in told.signatures)) == ("", 2, True)


@pytest.mark.django_db
def test_it_tells_what_is_attached(pdf: bytes, as_served: None) -> None:
    told = examination.apart("attached", pdf_with_file(pdf, CHAIN_FILE, b"{}"), CHAIN_FILE)

    assert (told["problem"], told["file"]) == ("", "{}")


@pytest.mark.django_db
def test_it_tells_the_signatures_of_the_largest_file_that_may_be_handed_in(pdf: bytes, as_served: None) -> None:
    noise = random.Random(23).randbytes(examination.LARGEST - len(pdf) - 100_000)
    told = examination.examination(signed_outside(pdf_with_file(pdf, "fotos.zip", noise)))

    assert (told.problem, told.signatures[-1].intact) == ("", True)


@pytest.mark.django_db
def test_it_gives_up_a_file_that_takes_more_memory_than_its_share(pdf: bytes, as_served: None) -> None:
    told = examination.apart("attached", pdf_with_file(pdf, CHAIN_FILE, bytes(200 * 1024 * 1024)), CHAIN_FILE)

    assert told == {"problem": examination.TOO_HARD}


def test_it_gives_up_a_file_made_to_take_for_ever(as_served: None) -> None:
    assert examination.examination(NESTED).problem


def test_it_gives_up_when_time_is_over(as_served: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examination, "SECONDS", 0.01)

    assert examination.examination(b"%PDF-1.7").problem == examination.TOO_HARD


class Node(dict[str, object]):
    """Of a tree of pages, which stands where it is asked for."""

    def get_object(self) -> "Node":
        return self


def test_a_tree_of_pages_that_is_larger_than_any_is_not_walked() -> None:
    node = Node({"/MediaBox": (0, 0, 1, 1)})
    for _ in range(DEEPEST - 1):
        node = Node({"/Kids": [node] * 3})

    with pytest.raises(ValueError, match="more nodes"):
        list(_pages(node))
