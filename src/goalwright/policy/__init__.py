"""What may be done at all: allowed folders, allowed addresses, and approval of what is risky."""
