"""The programs that people use take the exports without a warning, and find in them what we put there."""

from __future__ import annotations

import html
import json
import re
import subprocess

import pytest

from bibkit.codecs.names import encode_display
from bibkit.text.markup import to_plain

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
    if target == "latex":  # BibTeX styles skip a field that they do not know; biblatex's model has no `affiliation`
        complaints = [line for line in complaints if "'affiliation'" not in line and "datamodel warnings" not in line]
    assert complaints == []
    assert status == 0


BEYOND_PDFLATEX = re.compile(r"[^\x00-\u017f\u2013-\u2026\u20ac\u2122]")


def skip_without_letters(path):
    """pdflatex knows no letter beyond Latin Extended-A; ``--ascii`` is the way for those."""
    found = BEYOND_PDFLATEX.search(path.read_text("utf-8"))
    if found:
        pytest.skip(f"pdflatex has no letter for {found.group()!r} in UTF-8")


@pytest.mark.parametrize(
    ("style", "ascii_only"),
    # alpha cuts labels out of names byte by byte, so it needs ASCII
    [("plain", False), ("unsrt", False), ("unsrtnat", False), ("plain", True), ("alpha", True), ("plainnat", True)],
)
def test_bibtex_and_latex_set_every_entry(exported, program, style, ascii_only):
    pdflatex, bibtex = program("pdflatex"), program("bibtex")
    stem = f"run-{style}-{'ascii' if ascii_only else 'utf8'}"
    path = exported.file(f"{stem}-refs.bib", target="latex", options={"ascii": ascii_only})
    if not ascii_only:
        skip_without_letters(path)
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


@pytest.mark.parametrize("ascii_only", [False, True])
def test_biblatex_sets_every_entry(exported, program, ascii_only):
    pdflatex, biber = program("pdflatex"), program("biber")
    stem = f"biblatex-{'ascii' if ascii_only else 'utf8'}"
    path = exported.file(f"{stem}-refs.bib", target="biblatex", options={"ascii": ascii_only})
    if not ascii_only:
        skip_without_letters(path)
    head = f"\\usepackage[backend=biber]{{biblatex}}\n\\addbibresource{{{stem}-refs.bib}}"
    (exported.folder / f"{stem}.tex").write_text(DOCUMENT % (head, r"\printbibliography"), "utf-8")
    latex = [pdflatex, "-interaction=nonstopmode", "-halt-on-error", f"{stem}.tex"]
    assert run(*latex, folder=exported.folder)[0] == 0
    options = ["--output-safechars"] if ascii_only else []
    status, said = run(biber, *options, stem, folder=exported.folder)
    assert status == 0, said
    assert "WARN" not in said
    status, said = run(*latex, folder=exported.folder)
    assert status == 0, said[-2000:]
    assert (exported.folder / f"{stem}.bbl").read_text("utf-8").count("\\entry{") == len(exported.papers)


def pandoc_items(pandoc, path, reader, folder):
    formats = subprocess.run(
        [pandoc, "--list-input-formats"], capture_output=True, text=True, check=True
    ).stdout.split()
    if reader not in formats:
        pytest.skip(f"this pandoc does not read {reader}")
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
        parts = ("given", "non-dropping-particle", "dropping-particle", "family", "suffix", "literal")
        people = [" ".join(person.get(part, "") for part in parts) for person in item.get("author", ())]
        people = [" ".join(person.split()) for person in people]
        if "others" in people:  # what pandoc makes of BibTeX's `and others`
            people.remove("others")
        ours = [encode_display(author) for author in paper.authors]
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
    text = html.unescape(done.stdout.decode("utf-8"))
    assert text.count("<mods ") == len(exported.papers)
    assert f"Processed {len(exported.papers)} references" in done.stderr.decode()
    found = letters(text)
    for paper in exported.papers:
        # bibutils cuts titles into title and subtitle, and every name into words
        assert letters(re.split("[:?]", paper.title)[0]) in found
        for author in paper.authors:
            for word in re.findall(r"\w+", encode_display(author)):
                assert letters(word) in found
