"""What is printed, as plain values: each document is built here and laid out, shown or written as a table elsewhere."""
