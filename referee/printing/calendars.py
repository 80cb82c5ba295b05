"""Calendar files: the partidas of a pareja, or the days of a championship, as the telephones of people read them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.conf import settings

LENGTH: Final = timedelta(minutes=45)
"""What a mesa is shown to last until it has ended (ours)."""
AGAIN: Final = timedelta(minutes=15)
"""How often a calendar that is subscribed to asks anew."""


@dataclass(frozen=True, slots=True)
class Event:
    """`uid` stays as long as the partida does. `ends` None: the usual length; a date and no hour: the whole day."""

    uid: str
    summary: str
    begins: datetime | date
    ends: datetime | date | None
    place: str
    text: str
    address: str


def calendar_file(name: str, events: Iterable[Event], *, version: int, changed: datetime) -> bytes:
    """With the zone of the hall written out.

    `version` grows, and `changed` with it, whenever an hour may have: a calendar that has an event replaces it by the later one.
    """
    from icalendar import Calendar

    calendar = Calendar()
    calendar.add("prodid", "-//Torneo de Cuarenta//ES")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", name)
    calendar.add("x-wr-timezone", settings.TIME_ZONE)
    calendar.add("refresh-interval", AGAIN, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", f"PT{AGAIN // timedelta(minutes=1)}M")
    for event in events:
        calendar.add_component(_component(event, version, changed))
    calendar.add_missing_timezones()
    written: bytes = calendar.to_ical()
    return written


def _component(event: Event, version: int, changed: datetime) -> Any:
    from icalendar import Event as Component

    found = Component()
    found.add("uid", event.uid)
    found.add("dtstamp", changed)
    found.add("last-modified", changed)
    found.add("sequence", version)
    found.add("summary", event.summary)
    found.add("dtstart", _here(event.begins))
    found.add("dtend", _here(event.ends or event.begins + LENGTH))
    found.add("location", event.place)
    found.add("description", event.text)
    found.add("url", event.address)
    return found


def _here(moment: datetime | date) -> datetime | date:
    return moment.astimezone(ZoneInfo(settings.TIME_ZONE)) if isinstance(moment, datetime) else moment
