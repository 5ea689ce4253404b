"""The programs that people use take the exports without a warning, and find in them what we put there."""

from __future__ import annotations

import json
import re
import subprocess

import pytest

from bibkit.codecs.names import display_name
from bibkit.markup import to_plain

DOCUMENT = r"""\documentclass{article}
\usepackage[T1]{fontenc}
%s
\begin{document}
Cited: \nocite{*}
%s
\end{document}
"""


def run(*command, folder):
    done = subprocess.run([str(part) for part in command], cwd=folder, capture_output=True, check=False)
    return done.returncode, done.stdout.decode("utf-8", "replace") + done.stderr.decode("utf-8", "replace")


def letters(text: str) -> str:
    """A title without what programs may change: case, markup, spaces, dollars, TeX's backslashes."""
    return re.sub(r"[\W_]+", "", to_plain(text)).lower()


@pytest.mark.parametrize("target", ["latex", "biblatex"])
def test_biber_finds_nothing_to_say(exported, program, target):
    biber = program("biber")
    path = exported.file(f"biber-{target}.bib", target=target)
    status, said = run(
        biber, "--tool", "--validate-datamodel", "--output-file", "out.bib", path, folder=exported.folder
    )
    complaints = [line for line in said.splitlines() if re.search(r"\b(WARN|ERROR)\b", line)]
    assert complaints == []
    assert status == 0


@pytest.mark.parametrize("style", ["plain", "unsrt", "alpha", "unsrtnat", "plainnat"])
@pytest.mark.parametrize("ascii_only", [False, True])
def test_bibtex_and_latex_set_every_entry(exported, program, style, ascii_only):
    pdflatex, bibtex = program("pdflatex"), program("bibtex")
    stem = f"run-{style}-{'ascii' if ascii_only else 'utf8'}"
    exported.file(f"{stem}-refs.bib", target="latex", options={"ascii": ascii_only})
    natbib = r"\usepackage{natbib}" if style.endswith("nat") else ""
    body = f"\\bibliographystyle{{{style}}}\n\\bibliography{{{stem}-refs}}"
    (exported.folder / f"{stem}.tex").write_text(DOCUMENT % (natbib, body), "utf-8")
    latex = [pdflatex, "-interaction=nonstopmode", "-halt-on-error", f"{stem}.tex"]
    assert run(*latex, folder=exported.folder)[0] == 0
    status, said = run(bibtex, stem, folder=exported.folder)
    assert status == 0, said
    assert "Warning" not in said
    status, said = run(*latex, folder=exported.folder)
    assert status == 0, said[-2000:]
    assert (exported.folder / f"{stem}.bbl").read_text("utf-8").count("\\bibitem") == len(exported.papers)


def test_biblatex_sets_every_entry(exported, program):
    pdflatex, biber = program("pdflatex"), program("biber")
    exported.file("biblatex-refs.bib", target="biblatex")
    head = "\\usepackage[backend=biber]{biblatex}\n\\addbibresource{biblatex-refs.bib}"
    (exported.folder / "biblatex-run.tex").write_text(DOCUMENT % (head, r"\printbibliography"), "utf-8")
    latex = [pdflatex, "-interaction=nonstopmode", "-halt-on-error", "biblatex-run.tex"]
    assert run(*latex, folder=exported.folder)[0] == 0
    status, said = run(biber, "biblatex-run", folder=exported.folder)
    assert status == 0, said
    assert "WARN" not in said
    status, said = run(*latex, folder=exported.folder)
    assert status == 0, said[-2000:]
    assert (exported.folder / "biblatex-run.bbl").read_text("utf-8").count("\\entry{") == len(exported.papers)


def pandoc_items(pandoc, path, reader, folder):
    done = subprocess.run(
        [pandoc, "-f", reader, "-t", "csljson", str(path)], cwd=folder, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    assert done.stderr == b""
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("name", "reader", "how"),
    [
        ("pandoc.bib", "bibtex", {"target": "latex"}),
        ("pandoc-biblatex.bib", "biblatex", {"target": "biblatex"}),
        ("pandoc.ris", "ris", {}),
        ("pandoc.json", "csljson", {}),
    ],
)
def test_pandoc_reads_the_same_papers(exported, program, name, reader, how):
    items = pandoc_items(program("pandoc"), exported.file(name, **how), reader, exported.folder)
    assert len(items) == len(exported.papers)
    by_title = {letters(item["title"]): item for item in items}
    for paper in exported.papers:
        item = by_title[letters(paper.title)]
        people = [
            " ".join(
                filter(
                    None,
                    (
                        person.get("given"),
                        person.get("non-dropping-particle"),
                        person.get("dropping-particle"),
                        person.get("family"),
                        person.get("literal"),
                    ),
                )
            )
            for person in item.get("author", ())
        ]
        if "others" in people:  # what pandoc makes of BibTeX's `and others`
            people.remove("others")
        ours = [display_name(author) for author in paper.authors]
        assert [letters(person) for person in people] == [letters(person) for person in ours]
        date = item["issued"]["date-parts"][0]
        wanted = [part for part in (paper.issued.year, paper.issued.month, paper.issued.day) if part]
        assert date == wanted[: len(date)]
        assert date[0] == paper.issued.year


def test_bibutils_reads_the_ris_file(exported, program):
    ris2xml = program("ris2xml")
    path = exported.file("bibutils.ris")
    done = subprocess.run([ris2xml, str(path)], capture_output=True, check=False)
    assert done.returncode == 0
    text = done.stdout.decode("utf-8")
    assert text.count("<mods ") == len(exported.papers)
    assert f"Processed {len(exported.papers)} references" in done.stderr.decode()
    found = letters(text)
    for paper in exported.papers:
        assert letters(paper.title.partition(":")[0]) in found
        for author in paper.authors:
            assert letters(author.family or author.literal) in found
