"""The two clocks of whatever comes from a tablet: its own, which may be wrong, and ours, which may have it late."""

from datetime import date, datetime, timedelta
from typing import Final

from django.utils.timezone import localtime

from referee.selectors.planilla.sheet import Hour

SEEN: Final = timedelta(minutes=1)


def hour_of(*, received: datetime, tablet: datetime | None, day: date | None = None) -> Hour:
    """Both hours where somebody who reads them would see a difference, else the server's alone; on a paper of that `day`."""
    # Compared before they are local: hours of one zone are subtracted as the wall shows them.
    if tablet is None or abs(received - tablet) < SEEN:
        return Hour(localtime(received), day=day)
    return Hour(localtime(received), localtime(tablet), day)
