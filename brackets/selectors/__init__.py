"""All that reads: named questions with a known number of queries."""
