"""Documents on paper: which kinds there are, and their pages, laid out and written."""

from referee.printing.papers.kinds import KINDS, Kind, kind_pages, kind_papers, kind_size, kind_write
from referee.printing.papers.named import Named, named_on
from referee.selectors.papers.values import Asked, Where

__all__ = [
    "KINDS",
    "Asked",
    "Kind",
    "Named",
    "Where",
    "kind_pages",
    "kind_papers",
    "kind_size",
    "kind_write",
    "named_on",
]
