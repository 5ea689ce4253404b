"""Real and composed inputs, and what other programs make of the files."""
