"""A protest that is being looked into at a table: a sign for the boards, and no part of the log."""

from datetime import datetime

from referee.models import Mesa, TableReview
from referee.services.writing import one_writer


def review_tell(*, mesa: Mesa, begun: bool, now: datetime) -> None:
    """It began, or still goes on; or (`begun` false) it is over. The same again only moves its hour.

    Those of tablets that fell silent end with whatever the next tablet says.
    """
    with one_writer():
        if begun:
            said = {"at_seq": mesa.head_seq, "heard_at": now, "over": False}
            TableReview.objects.update_or_create(mesa=mesa, defaults=said)
        else:
            TableReview.objects.filter(mesa=mesa, over=False).update(over=True)
        reviews_end(now=now)


def reviews_end(*, now: datetime) -> None:
    """End those whose tablet fell silent, so that boards which are only told of changes hear of it."""
    TableReview.objects.filter(over=False, heard_at__lte=now - TableReview.SILENCE).update(over=True)
