"""Sound and media."""
