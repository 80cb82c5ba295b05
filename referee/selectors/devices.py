"""The tablets of a championship, as the Mesa de Control sees them."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet

from brackets.models import Championship, Fixture, User
from brackets.selectors.single import single
from referee.models import Device, Mesa, Pairing
from referee.selectors.access import IDLE_ENDS

ALIVE = timedelta(minutes=2)
LOW_BATTERY = 20
LATEST_REVOKED = 20


@dataclass(frozen=True, slots=True)
class Registered:
    """A tablet, the mesas that it keeps, and what somebody should see to.

    `silent`: it has not called for a while. `old`: it runs another version of the app than the server has.
    """

    device: Device
    mesas: tuple[Mesa, ...]
    silent: bool
    low: bool
    old: bool

    @property
    def waits(self) -> bool:
        """Whether something on it has not arrived here."""
        return self.device.pending > 0


def register_of(championship: Championship, *, version: str, now: datetime) -> list[Registered]:
    """The tablets that may write, by name: two queries, however many they are."""
    devices = _devices(championship).filter(revoked_at__isnull=True).order_by("name", "id")
    kept: dict[int | None, list[Mesa]] = defaultdict(list)
    playing = Mesa.objects.filter(device__championship=championship, device__revoked_at__isnull=True)
    for mesa in playing.exclude(fixture__status=Fixture.Status.FINAL).select_related("fixture__table"):
        kept[mesa.device_id].append(mesa)
    return [
        Registered(
            device=device,
            mesas=tuple(kept[device.pk]),
            silent=device.last_seen_at is None or now - device.last_seen_at > ALIVE,
            low=device.battery is not None and device.battery < LOW_BATTERY,
            old=bool(device.version) and device.version != version,
        )
        for device in devices
    ]


def own_devices(user: User, now: datetime) -> QuerySet[Device]:
    """Where this account is let in now, the last used first: by its password, or at a tablet that a desk paired."""
    alive = Device.objects.filter(user=user, revoked_at__isnull=True).exclude(last_seen_at__lt=now - IDLE_ENDS)
    return alive.select_related("championship", "table", "user").order_by("-last_seen_at", "-id")


def revoked_of(championship: Championship) -> list[Device]:
    """The latest that may not write any more."""
    return list(_devices(championship).filter(revoked_at__isnull=False).order_by("-revoked_at")[:LATEST_REVOKED])


def pairing_of(championship: Championship, pairing_id: int) -> Pairing | None:
    return single(Pairing.objects.select_related("device").filter(championship=championship, pk=pairing_id))


def tablet_name_next(championship: Championship) -> str:
    """`Tablet 08` where the desk has called the last one `Tablet 07`."""
    names = Device.objects.filter(championship=championship).values_list("name", flat=True)
    pending = Pairing.objects.filter(championship=championship).values_list("name", flat=True)
    numbers = [int(name.removeprefix("Tablet ")) for name in {*names, *pending} if _is_numbered(name)]
    return f"Tablet {max(numbers, default=0) + 1:02}"


def _is_numbered(name: str) -> bool:
    rest = name.removeprefix("Tablet ")
    return rest != name and rest.isascii() and rest.isdigit() and len(rest) < 4


def _devices(championship: Championship) -> QuerySet[Device]:
    return Device.objects.filter(championship=championship).select_related("user", "table")
