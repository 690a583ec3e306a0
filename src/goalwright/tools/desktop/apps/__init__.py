"""Apps."""
