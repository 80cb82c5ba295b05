"""Where the mails of a championship stand."""

from collections.abc import Mapping

from django.db.models import Count, QuerySet

from brackets.models import Championship, Delivery


def deliveries_of(championship: Championship, state: str = "") -> QuerySet[Delivery]:
    """Its mails with what they tell and to whom, the latest first; of one state only, where it is said."""
    found = Delivery.objects.filter(notice__championship=championship)
    if state:
        found = found.filter(state=state)
    return found.select_related("notice__pareja", "again_by", "personal")


def deliveries_counted(championship: Championship) -> Mapping[str, int]:
    """How many are in each state: one query."""
    found = Delivery.objects.filter(notice__championship=championship).order_by()
    counted = dict(found.values_list("state").annotate(Count("pk")))
    return {state.value: counted.get(state.value, 0) for state in Delivery.State}
