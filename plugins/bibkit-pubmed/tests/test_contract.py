"""The contract of every format."""

from __future__ import annotations

from bibkit_pubmed.writer import in_order

from bibkit.testing import MADE_UP, FormatContract


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

    def unknown_tags(self):
        """The format is read only; what PubMed's DTD does not have stands beside what it has."""
        yield "an element", self.texts[0].replace("</Article>", f"</Article><Pond>{MADE_UP}</Pond>").encode()
        yield (
            "an element of an article",
            self.texts[0].replace("</Article>", f"<Pond>{MADE_UP}</Pond></Article>").encode(),
        )

    def unknown_types(self):
        kept = f"<PublicationTypeList><PublicationType>{MADE_UP}</PublicationType></PublicationTypeList></Article>"
        yield "PublicationType", self.texts[0].replace("</Article>", kept).encode()
