"""Goals made to fit this machine: paths, patterns and what is worth looking at, before the planner sees them."""
