"""Citation keys: `keys` makes them unique and stable, `patterns` says what they are made of."""
