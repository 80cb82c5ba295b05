"""Attacks that came through once, a class of them in each file."""
