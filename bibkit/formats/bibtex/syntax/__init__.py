"""How BibTeX cuts a text into blocks: the one grammar that reading, editing and checking share.

`scanner` finds blocks in a stream, `grammar` reads one, `layout` is a fast way for entries laid out as programs lay
them out, `fallback` asks bibtexparser about the blocks that the grammar refuses. All of them give an
`grammar.Entry`: raw TeX values, and where each stands in the text of the block.

Knows: entries, fields, ``@string``, ``@preamble``, ``@comment``, free text, and positions.
Must not know: what a field means, TeX.
"""
