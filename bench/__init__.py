"""This project beside floors and peers, interleaved in one run: only ratios are claimed."""
