"""What was printed and sealed while the site had which address."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from brackets.models import Championship, SiteAddress
from referee.models import Planilla, PrintJob


@dataclass(slots=True)
class Carrying:
    """What of a championship carries an address: print jobs and their pages, and sealed Planillas. `since`: when it was fixed."""

    address: str
    since: datetime
    jobs: int = 0
    pages: int = 0
    sealed: int = 0

    @property
    def is_any(self) -> bool:
        return bool(self.jobs or self.sealed)


def carrying_others(championship: Championship, address: str) -> Sequence[Carrying]:
    """What carries another address than this one, the latest first: three queries, one where the site had no other."""
    found = [Carrying(each.address, each.fixed_at) for each in SiteAddress.objects.order_by("fixed_at", "pk")]
    if all(each.address == address for each in found):
        return ()
    hours = [each.since for each in found]
    printed = PrintJob.objects.filter(championship=championship, status=PrintJob.Status.DONE)
    for at, pages in printed.values_list("created_at", "pages"):
        carrying = found[max(bisect_right(hours, at) - 1, 0)]
        carrying.jobs += 1
        carrying.pages += pages
    sealed = Planilla.objects.filter(mesa__fixture__stage__championship=championship)
    for sealed_at in sealed.values_list("sealed_at", flat=True):
        if sealed_at is not None:
            found[max(bisect_right(hours, sealed_at) - 1, 0)].sealed += 1
    return [each for each in reversed(found) if each.is_any and each.address != address]
