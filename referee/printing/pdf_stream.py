"""Pages written to their file as soon as they are drawn: the memory that is needed does not grow with their number.

The PDF library keeps every page until the document is saved, and then all of it once more as bytes. Here each finished page is
formatted by the library, written and forgotten; what stays of it are two offsets and its place among the pages. What belongs to
all of them (fonts, the tree of pages, the catalogue) is written at the end, as the library does.
"""

from array import array
from threading import Lock
from typing import IO, Any, Final

FREE: Final = b"0000000000 65535 f \n"
_reading_fonts = Lock()
"""The library has one cursor in the file of a font, whatever the document: two threads that read it are given each other's letters."""


class PageStream:
    """Writes what `canvas` draws into `file`: `flush` after each `showPage`, `close` in place of `save`."""

    def __init__(self, canvas: Any, file: IO[bytes]) -> None:
        from reportlab.pdfbase import pdfdoc

        self._library = pdfdoc
        self._canvas = canvas
        self._document = canvas._doc  # noqa: SLF001 (the library has no public way to its document)
        self._file = file
        self._offsets = array("Q", [0])  # by the number of the object; 0 is not written yet
        self._at = 0
        head = pdfdoc.PDFFile(self._document._pdfVersion)  # noqa: SLF001
        self._write(head.format(self._document))

    def flush(self) -> None:
        """Write the page that was just shown, and let go of it."""
        pages = self._document.Pages.pages
        page = pages[-1]
        number = self._put(page.__InternalName__)
        self._put(page.Contents.__InternalName__)
        self._forget(page)
        self._forget(page.Contents)
        pages[-1] = f"{number} 0 R"

    def close(self) -> None:
        """Write the rest: the file is complete."""
        document = self._document
        with _reading_fonts:
            for font in document.delayedFonts:
                font.addObjects(document)
        document.info.invariant = document.invariant
        document.info.digest(document.signature)
        root, info = document.Reference(document.Catalog), document.Reference(document.info)
        document.Outlines.prepare(document, self._canvas)
        if document.Outlines.ready < 0:
            document.Catalog.Outlines = None
        number = 1
        while number <= document.objectcounter:  # formatting one may register others
            if number >= len(self._offsets) or not self._offsets[number]:
                self._put(document.numberToId[number])
            number += 1
        self._end(root, info)

    def _put(self, name: str) -> int:
        """Format an object and write it; its number."""
        document = self._document
        written = self._library.PDFIndirectObject(name, document.idToObject[name]).format(document)
        number: int = document.idToObjectNumberAndVersion[name][0]
        self._offsets.extend([0] * (document.objectcounter + 1 - len(self._offsets)))
        self._offsets[number] = self._at
        self._write(written)
        return number

    def _forget(self, written: Any) -> None:
        name = written.__InternalName__
        number, _ = self._document.idToObjectNumberAndVersion.pop(name)
        del self._document.numberToId[number], self._document.idToObject[name]

    def _end(self, root: Any, info: Any) -> None:
        start, count = self._at, len(self._offsets)
        self._write(b"xref\n0 %d\n" % count + FREE)
        for first in range(1, count, 1000):
            self._write(b"".join(b"%010d 00000 n \n" % offset for offset in self._offsets[first : first + 1000]))
        trailer = self._library.PDFTrailer(startxref=start, Size=count, Root=root, Info=info, ID=self._document.ID())
        self._write(trailer.format(self._document))

    def _write(self, written: bytes) -> None:
        self._file.write(written)
        self._at += len(written)
