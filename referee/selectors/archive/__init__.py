"""A championship as one document: what is in it, in which form, written from the database and checked without one."""
