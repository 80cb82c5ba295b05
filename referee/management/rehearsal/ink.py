"""Signatures that nobody wrote: strokes in the box of a signature."""

from math import cos, sin
from random import Random

WIDTH, HEIGHT = 1000, 375


def scribble(random: Random) -> list[list[int]]:
    """Two strokes of a plausible signature, as x0, y0, x1, y1, … in the box of 1000 × 375."""
    loops, lean = random.uniform(3, 6), random.uniform(20, 60)
    body = []
    for i in range(60):
        t = i / 59
        x = 120 + 700 * t + lean * sin(loops * 6.28 * t)
        y = 190 + (90 - 50 * t) * cos(loops * 6.28 * t)
        body += [round(x), round(y)]
    flourish = [150, 300, 400, 285, 650, 295, 880, 270]
    return [body, flourish]
