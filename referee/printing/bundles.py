"""Documents bound into one PDF, or each for itself in a ZIP; both are written as they are made."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import IO
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from referee.printing.page import Page
from referee.printing.pdf import pdf_write
from referee.printing.pieces import Piece


class Bundle:
    """Writes documents, and counts the pages that it draws. `duplex`: they are printed on both sides of the paper."""

    def __init__(self, file: IO[bytes], *, title: str, made: datetime, duplex: bool = False) -> None:
        self.pages = 0
        self._file = file
        self._title = title
        self._made = made
        self._duplex = duplex

    def write_pdf(self, pieces: Iterable[Piece]) -> None:
        """All in one."""
        pdf_write(self._file, (page for piece in pieces for page in self._bound(piece)), title=self._title)

    def write_zip(self, pieces: Iterable[Piece]) -> None:
        """A PDF for each: they are compressed already, so the ZIP does not try to."""
        with ZipFile(self._file, "w", ZIP_STORED) as archive:
            for piece in pieces:
                info = ZipInfo(f"{piece.path}.pdf", self._made.timetuple()[:6])
                with archive.open(info, "w") as entry:
                    if piece.whole is not None:
                        entry.write(piece.whole())
                    else:
                        pdf_write(entry, self._laid(piece.pages()), title=piece.told)

    def _bound(self, piece: Piece) -> Iterator[Page]:
        """With an empty back to its last page, so that the next piece begins a sheet."""
        before, last = self.pages, None
        for last in self._laid(piece.pages()):
            yield last
        if self._duplex and last is not None and (self.pages - before) % 2:
            yield self._back(last)

    def _laid(self, pages: Iterable[Page]) -> Iterator[Page]:
        """With an empty back wherever a page that begins a sheet would be one."""
        before, last = self.pages, None
        for page in pages:
            if self._duplex and page.fresh and last is not None and (self.pages - before) % 2:
                yield self._back(last)
            self.pages += 1
            last = page
            yield page

    def _back(self, page: Page) -> Page:
        self.pages += 1
        return Page(size=page.size)
