"""Parejas in spreadsheets: reading .xlsx and .csv, a template, an export that can be imported again.

No module is imported here: the process that reads a book (`xlsx_apart`) loads no Django.
"""
