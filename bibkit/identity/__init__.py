"""When two titles (`titles`), two lists of people (`people`), two papers (`matching`) are one, and what `merge` makes of them."""
