"""Jobs: what starts a command by itself, and when. What carries it out, keeps it and watches is behind ports."""
