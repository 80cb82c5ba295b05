"""The pictures of the manual: hands that go through the site and stop where there is something to show."""
