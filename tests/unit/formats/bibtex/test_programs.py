"""What biber, BibTeX and pandoc make of what is written."""

from __future__ import annotations

import json
import subprocess

import pytest

from bibkit.model import Affiliation, Author, Date, Paper

PAPERS = [
    Paper(
        key=f"weirs{number}",
        kind="article",
        title=f"GPUs & {number}% of $\\tilde{{O}}(k)$ {{Weirs}}",
        authors=(
            Author("Łabędź", "Þóra"),
            Author("Berg", "Ada", "van der", "Jr."),
            Author(literal="Institute of Salt and Silt"),
        ),
        authors_omitted=number,
        affiliations=(Affiliation("Salt; Silt & Co"), Affiliation("Port")),
        affiliations_omitted=1,
        abstract="One #1.\n\nTwo_2.",
        tags=("Estuaries, Tidal", "C#"),
        tags_omitted=2,
        collections=(("Area", "Topic"),),
        issued=Date(2031, 9, number + 1),
        eprint=eprint,
        eprint_type="arxiv",
        eprint_class="cs.LG",
        publisher="arXiv",
    )
    for number, eprint in ((1, ""), (2, "3101.00042"))
]


def run(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    return done.stdout + done.stderr


@pytest.mark.parametrize("macros", [False, True])
def test_biber_finds_nothing_to_say(macros, program, tmp_path, dump):
    biber = program("biber")
    (tmp_path / "refs.bib").write_text(dump(PAPERS, biblatex=True, ascii=macros).text, encoding="utf-8")
    said = run([biber, "--tool", "--validate-datamodel", "refs.bib"], tmp_path)
    assert "WARN" not in said
    assert "ERROR" not in said


@pytest.mark.parametrize("style", ["plain", "unsrt", "plainnat", "unsrtnat"])
def test_bibtex_finds_nothing_to_say(style, program, tmp_path, dump):
    bibtex = program("bibtex")
    (tmp_path / "refs.bib").write_text(dump(PAPERS, ascii=True).text, encoding="utf-8")
    (tmp_path / "a.aux").write_text(f"\\citation{{*}}\n\\bibstyle{{{style}}}\n\\bibdata{{refs}}\n", encoding="utf-8")
    said = run([bibtex, "a"], tmp_path)
    if f"couldn't open style file {style}.bst" in said:
        pytest.skip(f"the style {style} is not installed")
    assert "Warning" not in said
    assert "error" not in said
    printed = " ".join((tmp_path / "a.bbl").read_text(encoding="utf-8").split())
    assert printed.count("\\bibitem") == 2
    assert "et~al" in printed
    assert "arXiv, September 2031" in printed


def test_latex_sets_the_list(program, tmp_path, dump):
    pdflatex, bibtex = program("pdflatex"), program("bibtex")
    (tmp_path / "refs.bib").write_text(dump(PAPERS, ascii=True).text, encoding="utf-8")
    (tmp_path / "a.tex").write_text(
        "\\documentclass{article}\\usepackage[T1]{fontenc}\\begin{document}\\nocite{*}\\bibliographystyle{plain}"
        "\\bibliography{refs}\\end{document}\n",
        encoding="utf-8",
    )
    latex = [pdflatex, "-interaction=nonstopmode", "-halt-on-error", "a"]
    for command in (latex, [bibtex, "a"], latex):
        said = run(command, tmp_path)
    assert "Output written" in said


@pytest.mark.parametrize("biblatex", [False, True])
def test_pandoc_reads_the_same(biblatex, program, tmp_path, dump):
    pandoc = program("pandoc")
    (tmp_path / "refs.bib").write_text(dump(PAPERS, biblatex=biblatex, protect=False).text, encoding="utf-8")
    said = subprocess.run(
        [pandoc, "-f", "biblatex" if biblatex else "bibtex", "-t", "csljson", "refs.bib"],
        cwd=tmp_path, capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    items = json.loads(said.stdout)
    assert [item["id"] for item in items] == ["weirs1", "weirs2"]
    first = items[0]
    assert first["author"][0] == {"family": "Łabędź", "given": "Þóra"}
    assert {"literal": "Institute of Salt and Silt"} in first["author"]
    assert first["issued"]["date-parts"] == [[2031, 9, 2]]
    assert first["title"].startswith("GPUs & 1%")
