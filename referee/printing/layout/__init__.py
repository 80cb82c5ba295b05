"""Documents that are plain values laid out on sheets of A4 and A5."""
