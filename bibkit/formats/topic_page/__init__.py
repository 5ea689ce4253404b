"""Topic documents: plain-text copies of a web page that lists the papers of a topic. Read only.

Knows: nothing itself; the parts are `reader` (the steps and what is said on the way), `blocks` (paragraphs),
`head` (the top of the page), `papers` (what each paragraph of a paper is), `mathematics` (formulas put back),
`people` (authors, institutions), `tags` (tag lines cut into labels) and `vocabulary` (known labels).
"""

from bibkit.formats.topic_page.reader import read, read_text, sniff

__all__ = ["read", "read_text", "sniff"]
