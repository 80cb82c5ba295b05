"""What a page says of itself where somebody shares it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shared:
    """The title and the sentence of the preview, and the path of its picture of 1200 × 630."""

    title: str
    text: str
    picture: str
