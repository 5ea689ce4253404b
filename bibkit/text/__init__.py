"""Text as such: letters and words, rich text and formulas, encodings, and text that is edited in place.

`characters` and `words` fold and split; `markup` and `mathtext` hold what a paper's texts may contain (CSL's HTML
subset, ``$...$`` mathematics); `encodings` makes bytes to text; `document` makes edited text to the same bytes again.
"""
