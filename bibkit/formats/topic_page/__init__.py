"""Topic documents: plain-text copies of a web page that lists the papers of a topic. Read only.

Knows: nothing itself. `reader` has the steps and what is said on the way; `syntax` the paragraphs and the marks within
a line; `head` the top of the page; `paper_parts` what each paragraph of a paper is; `mathematics` formulas put back;
`people` authors and institutions. `tags` cuts tag lines into labels, with what the page itself shows (`tag_lines`) and
what is known of labels (`label_model`), along the best of all ways to cut (`best_path`).
"""

from bibkit.formats.topic_page.reader import read, read_text, sniff

__all__ = ["read", "read_text", "sniff"]
