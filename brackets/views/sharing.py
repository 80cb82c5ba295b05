"""What a page says of itself where somebody shares it."""

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest


@dataclass(frozen=True, slots=True)
class Shared:
    """The title and the sentence of the preview, and the path of its picture of 1200 × 630."""

    title: str
    text: str
    picture: str


def base_url(request: HttpRequest) -> str:
    """Where an address leads that leaves this site: the public one if the installation has it, else that of this request."""
    return settings.PUBLIC_URL or request.build_absolute_uri("/").rstrip("/")
