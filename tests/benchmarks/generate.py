"""Makes files of any size for benchmarks: the same bytes for the same size, on every machine.

BibTeX, about 1.5 KB a record: journal articles and arXiv preprints, 3 to 12 authors with diacritics partly as TeX,
abstracts in 70 %, keywords, DOIs, eprint fields, month macros, some ``@string`` and ``#``. And topic documents. All
names and titles are invented. `records` also says what each record means, so that a reader can be held against it.

``python tests/benchmarks/generate.py 10000 > refs.bib``; with ``topic`` as a second word, a topic document.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["MACROS", "Record", "bibtex", "records", "topic"]


def words(text: str) -> tuple[str, ...]:
    """A list that is easier to read as a line."""
    return tuple(text.split())


GIVEN = words(
    """
    Ada Bruno Chiara Dmitri Elif Femi Göksel Hana Ibrahim Jelena Kwabena Lia Maja Noëlle Olu Petra Quirin Ruth Šárka
    Tunde Ulla Vera Wanda Xenia Yusuf Zoë
    """
)
FAMILY = words(
    """
    Abara Bohumilová Çalışkan Dvořák Eriksen Ferro Grün Håkansson Ibori Jørgensen Kovač Lindqvist Møller Núñez Osei
    Quennell Råberg Sørli Tânase Uğur Villarenne Wójcik Yılmaz Žižka Łukasik Æbelø
    """
)
PARTICLES = ("", "", "", "", "", "", "van der ", "de la ", "von ")
WORDS = words(
    """
    adaptive tidal channel sediment estimate flow model learning bound sampling sparse weir boundary layer network
    transport kernel inference gradient graph spectral stochastic variational surface tension residual lattice mesh
    coupling regime observed measure robust efficient scalable under over between across toward beyond salt marsh
    delta estuary current wave particle field operator dynamics control signal noise
    """
)
ACRONYMS = ("GPU", "DNA", "LiDAR", "PDE", "NMR", "CNN", "SDE", "FFT")
JOURNALS = ("Journal of Synthetic Estuaries", "Letters on Ponds", "Annals of Invented Flow", "Weir Review")
CATEGORIES = ("cs.LG", "physics.flu-dyn", "math.NA", "stat.ML", "cs.CE")
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
TEX = {
    "ö": r'{\"o}', "ë": r'\"{e}', "Š": r"{\v{S}}", "á": r"\'a", "Ç": r"{\c C}", "ı": r"{\i}", "ş": r"\c{s}", "ř": r"{\v r}",
    "ü": r'{\"u}', "å": r"{\aa}", "ø": r"{\o}", "č": r"\v{c}", "ú": r"\'{u}", "ñ": r"{\~n}", "â": r"\^a", "ó": r"{\'o}",
    "ž": r"\v{z}", "Ž": r"{\v{Z}}", "Ł": r"{\L}", "Æ": r"{\AE}", "ğ": r"\u{g}", "ă": r"{\u a}",
}  # fmt: skip
TEX_TABLE = str.maketrans(TEX)
MACROS = {"jse": "Journal of Synthetic Estuaries", "lop": "Letters on Ponds", "wr": "Weir Review"}
STRINGS = '@string{jse = "Journal of Synthetic Estuaries"}\n@string{lop = {Letters on Ponds}}\n@string{wr = {Weir Review}}\n\n'
SUBJECTS = (
    "Machine Learning", "Deep Learning", "Active Learning", "Graph Neural Networks", "Time Series Forecasting",
    "Sediment Transport", "Salt Marsh Ecology", "Tidal Computing", "Numerical Analysis", "Bayesian Inference",
    "Stochastic Optimization", "Remote Sensing", "Fluid Dynamics", "Signal Processing", "Anomaly Detection",
)  # fmt: skip
INSTITUTIONS = (
    "Delft Estuary Institute", "University of Tsushima", "Noh Lab", "Iberian Seed Bank", "Institute of Coastal Computing, Vigo",
    "University of the Minch", "Kealoha Wetland Trust", "Marine Station of the Aegean", "Weir Research",
)  # fmt: skip


class Record(NamedTuple):
    """A record as BibTeX, and what a reader should find in it, by plain names; a name is (particles and family, given)."""

    text: str
    meaning: dict[str, object]


def sentence(chance: random.Random, length: int) -> str:
    words = [chance.choice(WORDS) for _ in range(length)]
    if chance.random() < 0.3:
        words[chance.randrange(length)] = chance.choice(ACRONYMS)
    return " ".join(words)


def author(chance: random.Random) -> tuple[str, tuple[str, str]]:
    """A name as BibTeX, and its parts in plain letters."""
    family, given = f"{chance.choice(PARTICLES)}{chance.choice(FAMILY)}", chance.choice(GIVEN)
    if chance.random() < 0.4:
        given += f" {chance.choice('ABCDEFGH')}."
    name = f"{family}, {given}"
    return name.translate(TEX_TABLE) if chance.random() < 0.5 else name, (family, given)


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


def plain_abstract(text: str) -> str:
    return text.replace(r"\emph{in situ}", "in situ").replace(r"na{\"\i}ve", "naïve").replace(r"\%", "%")


def heading(chance: random.Random) -> str:
    """A title in capitals as BibTeX: what must keep its capitals stands in braces."""
    title = sentence(chance, chance.randint(6, 12)).title()
    for acronym in ACRONYMS:
        title = title.replace(acronym.title(), f"{{{acronym}}}")
    return title


def plain_heading(title: str) -> str:
    return title.replace("{", "").replace("}", "")


def record(chance: random.Random, number: int) -> Record:
    """One record: the fields as they are written, and their meaning beside them."""
    year = chance.randint(1990, 2030)
    title = heading(chance)
    names = [author(chance) for _ in range(chance.randint(3, 12))]
    fields = [
        ("author", "{" + " and ".join([name for name, _ in names]) + "}"),
        ("title", f"{{{title}}}"),
        ("year", f"{{{year}}}" if chance.random() < 0.7 else str(year)),
    ]
    whole_month = chance.random() < 0.9
    month, day = chance.randrange(12), 0 if whole_month else chance.randint(1, 28)
    fields.append(("month", MONTHS[month] if whole_month else f'{MONTHS[month]} # "~{day}"'))
    meaning: dict[str, object] = {
        "key": f"key{year}n{number}", "authors": [parts for _, parts in names], "title": plain_heading(title),
        "date": (year, month + 1, day) if day else (year, month + 1),
    }  # fmt: skip
    kind, more, plain = (article if chance.random() < 0.6 else preprint)(chance, year, number)
    fields += more
    meaning |= plain
    if chance.random() < 0.7:
        text = abstract(chance)
        fields.append(("abstract", f"{{{text}}}"))
        meaning["abstract"] = plain_abstract(text)
    keywords = [sentence(chance, 2) for _ in range(chance.randint(2, 6))]
    fields.append(("keywords", "{" + ", ".join(keywords) + "}"))
    meaning["keywords"] = keywords
    body = "".join([f"  {name:<13} = {value},\n" for name, value in fields])
    return Record(f"@{kind}{{key{year}n{number},\n{body}}}\n\n", meaning)


Part = tuple[str, list[tuple[str, str]], dict[str, object]]


def article(chance: random.Random, year: int, number: int) -> Part:
    first = chance.randint(1, 900)
    journal = chance.choice(
        ("jse", "lop", 'wr # ", Series B"', f"{{{chance.choice(JOURNALS)}}}", f"{{{chance.choice(JOURNALS)}}}")
    )
    name, _, rest = journal.partition(" # ")
    plain = {
        "journal": MACROS.get(name, name.strip("{}")) + rest.strip('"'),
        "volume": str(chance.randint(1, 90)),
        "number": str(chance.randint(1, 12)),
        "pages": f"{first}--{first + chance.randint(3, 30)}",
        "doi": f"10.5555/{chance.choice('abcxyz')}_{year}.{number}",
        "issn": "2049-3630",
    }
    written = [(field, f"{{{value}}}") for field, value in plain.items() if field != "journal"]
    return "article", [("journal", journal), *written], dict(plain)


def preprint(chance: random.Random, year: int, number: int) -> Part:
    eprint = f"{year % 100:02d}{chance.randint(1, 12):02d}.{number % 100_000:05d}"
    category, url = chance.choice(CATEGORIES), f"https://example.org/abs/{eprint}?x=1&y=a_b"
    written = [("eprint", eprint), ("archiveprefix", "arXiv"), ("primaryclass", category), ("url", url)]
    plain: dict[str, object] = {"eprint": eprint, "category": category, "url": url}
    return "misc", [(field, f"{{{value}}}") for field, value in written], plain


def records(count: int, seed: int = 1) -> Iterator[Record]:
    """Yield the records of a BibTeX file, each with its meaning."""
    chance = random.Random(seed)
    for number in range(count):
        yield record(chance, number)


def bibtex(count: int, seed: int = 1) -> Iterator[str]:
    """Yield the pieces of a BibTeX file with ``count`` records."""
    yield STRINGS
    for made in records(count, seed):
        yield made.text


def topic(count: int, seed: int = 1) -> Iterator[str]:
    """Yield the pieces of a topic document with ``count`` papers, as long as the records of the BibTeX file."""
    chance = random.Random(seed)
    yield (
        "Sediment Transport\n\nFD: Fluid Dynamics\n\nFollow this topic Ask about this topic\n\nMomentum\n\n"
        "48 papers in the last four weeks, up 37% on the four weeks before. 0.6% of all new papers.\n\n"
        f"Jul 20Week of Oct 5\n\nLatest papers {count:,}\n\n"
    )
    for _ in range(count):
        yield topic_paper(chance)


def topic_paper(chance: random.Random) -> str:
    """A paper as a topic page shows it: a formula stands in a paragraph of its own, long lists are cut short."""
    names = [author(chance)[1] for _ in range(chance.randint(3, 12))]
    listed = ", ".join([f"{given} {family}" for family, given in names[:3]])
    text = re.sub(r" ?\$(.+?)\$", r"\n\n\1\n\n", plain_abstract(abstract(chance)))
    institutions = chance.sample(INSTITUTIONS, chance.randint(1, 4))
    subjects = chance.sample(SUBJECTS, chance.randint(2, 8))
    date = f"{MONTHS[chance.randrange(12)].capitalize()} {chance.randint(1, 28)}, {chance.randint(1990, 2030)}"
    paragraphs = [
        date + chance.choice(CATEGORIES),
        plain_heading(heading(chance)),
        text,
        listed + _more(len(names) - 3, " "),
        " · ".join(institutions[:3]) + _more(len(institutions) - 3, " "),
        " ".join(subjects[:6]) + _more(len(subjects) - 6, ""),
    ]
    if chance.random() < 0.2:
        del paragraphs[4]
    return "\n\n".join(paragraphs) + "\n\n"


def _more(count: int, before: str) -> str:
    return f"{before}+{count}" if count > 0 else ""


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    sys.stdout.writelines((topic if sys.argv[2:] == ["topic"] else bibtex)(int(sys.argv[1])))
