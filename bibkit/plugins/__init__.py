"""What plugins give and get, and how they are found.

`records` are the nouns that hooks hand over (`hookspecs`); `discovery` finds distributions, `registry` checks and
keeps what they bring.
"""
