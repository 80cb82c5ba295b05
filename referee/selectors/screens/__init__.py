"""What the screens of a hall show, and which of them is asking."""
