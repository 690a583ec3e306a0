"""Safe access to files: walked roots, atomic writes, fingerprints, the trash and kept copies."""
