"""Whether what is enciphered of people can be opened."""

from brackets.models import PersonalData
from brackets.people_keys import server_keys


def keys_lost() -> list[str]:
    """The names of the server's keys that rows ask for and the file has not: one query. Raises KeysLost for a file of no keys."""
    lost = PersonalData.objects.exclude(server_key__in=[each.name for each in server_keys()])
    return sorted(set(lost.values_list("server_key", flat=True).distinct()))
