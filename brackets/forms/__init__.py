"""What people type on the site, parsed and judged as far as that needs no database."""
