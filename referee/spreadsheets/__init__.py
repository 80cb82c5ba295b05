"""The tables of documents as files that a spreadsheet opens."""
