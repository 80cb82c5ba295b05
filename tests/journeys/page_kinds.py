"""What pages are made of: axe need not look again at one that brings nothing new."""

from html.parser import HTMLParser

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
NAMING = {"class", "href", "id", "src", "value"}  # which one of its kind it is, not of what kind
TOLD = {"role", "type", "lang"}


class Kinds:
    """All that was looked at: of each sort of page something, and every element below every other."""

    def __init__(self) -> None:
        self._sorts: set[str] = set()
        self._elements: set[tuple[str, str]] = set()

    def are_new(self, sort: str, html: str) -> bool:
        """Whether this page, of this sort, has what none had; it counts as looked at from now."""
        found = _elements(html)
        new = sort not in self._sorts or not found <= self._elements
        self._sorts.add(sort)
        self._elements |= found
        return new


class _Elements(HTMLParser):
    """Each element with the one around it: its tag, its classes, its attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.around = [""]
        self.found: set[tuple[str, str]] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        classes = sorted((dict(attrs).get("class") or "").split())
        further = sorted(f"{name}={value}" if name in TOLD else name for name, value in attrs if name not in NAMING)
        element = " ".join((tag, *classes, "|", *further))
        self.found.add((self.around[-1], element))
        if tag not in VOID:
            self.around.append(element)

    def handle_endtag(self, tag: str) -> None:
        for index in range(len(self.around) - 1, 0, -1):
            if self.around[index].split(maxsplit=1)[0] == tag:
                del self.around[index:]
                break


def _elements(html: str) -> set[tuple[str, str]]:
    read = _Elements()
    read.feed(html)
    return read.found
