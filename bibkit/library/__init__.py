"""A library that a person edits: held (`locked_file`), changed by insertions, replaced whole.

`library` is how it takes in papers and fields; `follow` finds what is new on a topic, `enrich` what papers gain.
"""
