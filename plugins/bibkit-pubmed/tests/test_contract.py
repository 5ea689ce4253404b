"""The contract of every format."""

from __future__ import annotations

from bibkit_pubmed.writer import in_order

from bibkit.testing import FormatContract


class TestNbib(FormatContract):
    format = "nbib"

    def normalise(self, paper):
        """The order of affiliations says nothing: a record names them author by author."""
        return in_order(paper)


class TestPubmedXml(FormatContract):
    format = "pubmed-xml"
    texts = (
        """<?xml version='1.0'?><PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID><Article>
        <ArticleTitle>Weirs &amp; <i>Ponds</i></ArticleTitle><AuthorList><Author><LastName>Sol</LastName></Author>
        </AuthorList></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>""",
    )
