"""Pages go to the file one by one: what is held does not grow with them, and any reader can read the file."""

import gc
import shutil
import subprocess
import tracemalloc
from collections.abc import Iterator
from io import BytesIO, RawIOBase
from itertools import pairwise
from pathlib import Path

import pytest
from pypdf import PdfReader

from referee.printing import sheet_pages
from referee.printing.page import Page
from referee.printing.pdf import pdf_bytes, pdf_write
from tests.referee.printing import samples


class Sink(RawIOBase):
    """A file that cannot be gone back in, and keeps nothing."""

    def __init__(self) -> None:
        self.size = 0

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        self.size += len(data)  # type: ignore[arg-type]
        return len(data)  # type: ignore[arg-type]


def pages(count: int) -> Iterator[Page]:
    one = sheet_pages(samples.ORDINARY)[0]
    for _ in range(count):
        yield one


def peak(count: int) -> int:
    gc.collect()  # what waits for the collector here is of other tests
    tracemalloc.start()
    pdf_write(Sink(), pages(count), title="Muchas")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


@pytest.mark.long
def test_ten_times_the_pages_need_no_more_memory() -> None:
    pdf_bytes(pages(1), title="")  # the library and its fonts are read once

    few, many = peak(4), peak(40)

    # For each page two offsets and a place among the pages, in tables that grow by doubling; a page drawn is over 3,000 bytes.
    assert many - few < 36 * 1_500


def test_each_page_is_in_the_file_before_the_next_is_drawn() -> None:
    file, seen = Sink(), []

    def watched() -> Iterator[Page]:
        for page in pages(4):
            seen.append(file.size)
            yield page

    pdf_write(file, watched(), title="Una a una")

    assert all(later - earlier > 3_000 for earlier, later in pairwise(seen))


def test_many_pages_of_several_sizes_are_read_back_in_their_order() -> None:
    made = []
    for number in range(100):
        page = Page(size=(420, 595) if number % 2 else (595, 842))
        page.text(50, 300, 300, f"Hoja número {number + 1}", size=12)
        made.append(page)

    read = PdfReader(BytesIO(pdf_bytes(made, title="Muchas hojas")), strict=True)

    assert [page.extract_text().strip() for page in read.pages] == [f"Hoja número {n + 1}" for n in range(100)]
    assert {round(page.mediabox.height) for page in read.pages} == {595, 842}


def test_poppler_finds_no_fault_in_it(tmp_path: Path) -> None:
    file = tmp_path / "hojas.pdf"
    file.write_bytes(pdf_bytes(pages(3), title="Tres"))

    told = subprocess.run([str(shutil.which("pdftotext")), str(file), "-"], capture_output=True, check=True, text=True)

    assert told.stderr == ""
    assert told.stdout.count("\f") == 3
