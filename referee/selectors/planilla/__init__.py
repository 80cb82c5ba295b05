"""Planillas read from the database as the frozen values that are printed and shown: what a sheet holds needs no Django."""
