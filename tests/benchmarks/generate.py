"""Makes BibTeX files of any size for benchmarks: the same bytes for the same size, on every machine.

About 1.5 KB a record: journal articles and arXiv preprints, 3 to 12 authors with diacritics partly as TeX, abstracts
in 70 %, keywords, DOIs, eprint fields, month macros, some ``@string`` and ``#``. All names and titles are invented.

``python tests/benchmarks/generate.py 10000 > refs.bib``
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator

__all__ = ["bibtex"]

GIVEN = [
    "Ada",
    "Bruno",
    "Chiara",
    "Dmitri",
    "Elif",
    "Femi",
    "Göksel",
    "Hana",
    "Ibrahim",
    "Jelena",
    "Kwabena",
    "Lia",
    "Maja",
    "Noëlle",
    "Olu",
    "Petra",
    "Quirin",
    "Ruth",
    "Šárka",
    "Tunde",
    "Ulla",
    "Vera",
    "Wanda",
    "Xenia",
    "Yusuf",
    "Zoë",
]
FAMILY = [
    "Abara",
    "Bohumilová",
    "Çalışkan",
    "Dvořák",
    "Eriksen",
    "Ferro",
    "Grün",
    "Håkansson",
    "Ibori",
    "Jørgensen",
    "Kovač",
    "Lindqvist",
    "Møller",
    "Núñez",
    "Osei",
    "Quennell",
    "Råberg",
    "Sørli",
    "Tânase",
    "Uğur",
    "Villarenne",
    "Wójcik",
    "Yılmaz",
    "Žižka",
    "Łukasik",
    "Æbelø",
]
PARTICLES = ("", "", "", "", "", "", "van der ", "de la ", "von ")
WORDS = [
    "adaptive",
    "tidal",
    "channel",
    "sediment",
    "estimate",
    "flow",
    "model",
    "learning",
    "bound",
    "sampling",
    "sparse",
    "weir",
    "boundary",
    "layer",
    "network",
    "transport",
    "kernel",
    "inference",
    "gradient",
    "graph",
    "spectral",
    "stochastic",
    "variational",
    "surface",
    "tension",
    "residual",
    "lattice",
    "mesh",
    "coupling",
    "regime",
    "observed",
    "measure",
    "robust",
    "efficient",
    "scalable",
    "under",
    "over",
    "between",
    "across",
    "toward",
    "beyond",
    "salt",
    "marsh",
    "delta",
    "estuary",
    "current",
    "wave",
    "particle",
    "field",
    "operator",
    "dynamics",
    "control",
    "signal",
    "noise",
]
ACRONYMS = ("GPU", "DNA", "LiDAR", "PDE", "NMR", "CNN", "SDE", "FFT")
JOURNALS = ("Journal of Synthetic Estuaries", "Letters on Ponds", "Annals of Invented Flow", "Weir Review")
CATEGORIES = ("cs.LG", "physics.flu-dyn", "math.NA", "stat.ML", "cs.CE")
MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
TEX = {
    "ö": r'{\"o}', "ë": r'\"{e}', "Š": r"{\v{S}}", "á": r"\'a", "Ç": r"{\c C}", "ı": r"{\i}", "ş": r"\c{s}", "ř": r"{\v r}",
    "ü": r'{\"u}', "å": r"{\aa}", "ø": r"{\o}", "č": r"\v{c}", "ú": r"\'{u}", "ñ": r"{\~n}", "â": r"\^a", "ó": r"{\'o}",
    "ž": r"\v{z}", "Ž": r"{\v{Z}}", "Ł": r"{\L}", "Æ": r"{\AE}", "ğ": r"\u{g}", "ă": r"{\u a}",
}  # fmt: skip
TEX_TABLE = str.maketrans(TEX)


def sentence(chance: random.Random, length: int) -> str:
    words = [chance.choice(WORDS) for _ in range(length)]
    if chance.random() < 0.3:
        words[chance.randrange(length)] = chance.choice(ACRONYMS)
    return " ".join(words)


def author(chance: random.Random) -> str:
    name = f"{chance.choice(PARTICLES)}{chance.choice(FAMILY)}, {chance.choice(GIVEN)}"
    if chance.random() < 0.4:
        name += f" {chance.choice('ABCDEFGH')}."
    return name.translate(TEX_TABLE) if chance.random() < 0.5 else name


def abstract(chance: random.Random) -> str:
    sentences = []
    for _ in range(chance.randint(6, 12)):
        text = sentence(chance, chance.randint(10, 20)).capitalize()
        roll = chance.random()
        if roll < 0.12:
            text += f" of order $O(\\log {chance.choice('nkT')})$"
        elif roll < 0.2:
            text += f" by {chance.randint(2, 90)}\\%"
        elif roll < 0.25:
            text += r" \emph{in situ} and na{\"\i}ve"
        sentences.append(text + ".")
    return " ".join(sentences)


def record(chance: random.Random, number: int) -> str:
    year = chance.randint(1990, 2030)
    title = sentence(chance, chance.randint(6, 12)).title()
    for acronym in ACRONYMS:
        title = title.replace(acronym.title(), f"{{{acronym}}}")
    fields = [
        ("author", "{" + " and ".join([author(chance) for _ in range(chance.randint(3, 12))]) + "}"),
        ("title", f"{{{title}}}"),
        ("year", f"{{{year}}}" if chance.random() < 0.7 else str(year)),
        (
            "month",
            chance.choice(MONTHS) if chance.random() < 0.9 else f'{chance.choice(MONTHS)} # "~{chance.randint(1, 28)}"',
        ),
    ]
    if chance.random() < 0.6:
        kind = "article"
        first = chance.randint(1, 900)
        journal = chance.choice(
            ("jse", "lop", 'wr # ", Series B"', f"{{{chance.choice(JOURNALS)}}}", f"{{{chance.choice(JOURNALS)}}}")
        )
        fields += [
            ("journal", journal),
            ("volume", f"{{{chance.randint(1, 90)}}}"),
            ("number", f"{{{chance.randint(1, 12)}}}"),
            ("pages", f"{{{first}--{first + chance.randint(3, 30)}}}"),
            ("doi", f"{{10.5555/{chance.choice('abcxyz')}_{year}.{number}}}"),
            ("issn", "{2049-3630}"),
        ]
    else:
        kind = "misc"
        eprint = f"{year % 100:02d}{chance.randint(1, 12):02d}.{number % 100_000:05d}"
        fields += [
            ("eprint", f"{{{eprint}}}"),
            ("archiveprefix", "{arXiv}"),
            ("primaryclass", f"{{{chance.choice(CATEGORIES)}}}"),
            ("url", f"{{https://example.org/abs/{eprint}?x=1&y=a_b}}"),
        ]
    if chance.random() < 0.7:
        fields.append(("abstract", f"{{{abstract(chance)}}}"))
    fields.append(("keywords", "{" + ", ".join([sentence(chance, 2) for _ in range(chance.randint(2, 6))]) + "}"))
    body = "".join([f"  {name:<13} = {value},\n" for name, value in fields])
    return f"@{kind}{{key{year}n{number},\n{body}}}\n\n"


def bibtex(count: int, seed: int = 1) -> Iterator[str]:
    """Yield the pieces of a BibTeX file with ``count`` records."""
    chance = random.Random(seed)
    yield '@string{jse = "Journal of Synthetic Estuaries"}\n@string{lop = {Letters on Ponds}}\n@string{wr = {Weir Review}}\n\n'
    for number in range(count):
        yield record(chance, number)


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    sys.stdout.writelines(bibtex(int(sys.argv[1])))
