"""Pairs of papers that are one, and pairs that are not: a test set of invented papers.

Each row: ``authors | year | title`` twice. Authors are separated by ";", "+" ends a list that is cut short.
"""

from __future__ import annotations

import msgspec
import pytest

from bibkit.identity.matching import Certainty, Index, compare, fingerprint, identifiers
from bibkit.model import Author, Date, Paper

A = "Abara, Tunde; Lind, Ossian; Mbeki, Rosa"

SAME = [
    # case and punctuation
    (f"{A} | 2031 | Weirs that Learn from Sparse Rainfall", f"{A} | 2031 | Weirs That Learn From Sparse Rainfall"),
    (f"{A} | 2031 | Weirs that Learn from Sparse Rainfall", f"{A} | 2031 | WEIRS THAT LEARN FROM SPARSE RAINFALL"),
    (f"{A} | 2031 | Sluice Gates, Reconsidered", f"{A} | 2031 | Sluice gates reconsidered."),
    (f"{A} | 2031 | Silt: A Survey of Methods", f"{A} | 2031 | Silt -- a survey of methods"),
    (f"{A} | 2031 | Silt: A Survey of Methods", f"{A} | 2031 | Silt. A Survey of Methods"),
    (f"{A} | 2031 | What Do Eels Know?", f"{A} | 2031 | What do eels know"),
    (f"{A} | 2031 | “Dry” Wells and Wet Ones", f"{A} | 2031 | 'Dry' Wells and Wet Ones"),
    (f"{A} | 2031 | Self-Play for Lock Keepers", f"{A} | 2031 | Self Play for Lock Keepers"),
    (f"{A} | 2031 | Self-Play for Lock Keepers", f"{A} | 2031 | Selfplay for lock keepers"),
    (f"{A} | 2031 | Multi-Basin Off-Line Planning", f"{A} | 2031 | Multibasin Offline Planning"),
    (f"{A} | 2031 | Kelp/Eel Mixtures at Scale", f"{A} | 2031 | Kelp-Eel Mixtures at Scale"),
    (f"{A} | 2031 | Rain & Ruin in Old Ports", f"{A} | 2031 | Rain and Ruin in Old Ports"),
    (f"{A} | 2031 | The Heron’s Patience Budget", f"{A} | 2031 | The Heron's Patience Budget"),
    (f"{A} | 2031 | Beavers (Almost) Never Overflow", f"{A} | 2031 | Beavers Almost Never Overflow"),
    (f"{A} | 2031 | Locks — and the Keys to Them", f"{A} | 2031 | Locks, and the keys to them"),
    # TeX and markup
    (f"{A} | 2031 | {{BEAVER}}: {{Bounded}} Estimates of Overflow", f"{A} | 2031 | BEAVER: Bounded Estimates of Overflow"),
    (f"{A} | 2031 | Bounds of $O(n^2)$ Canal Routing", f"{A} | 2031 | Bounds of O(n^2) Canal Routing"),
    (f"{A} | 2031 | $\\alpha$-Stable Tides in Harbours", f"{A} | 2031 | alpha-Stable Tides in Harbours"),
    (f'{A} | 2031 | Die Str{{\\"o}}mung der Fl{{\\"u}}sse', f"{A} | 2031 | Die Strömung der Flüsse"),
    (f"{A} | 2031 | \\emph{{Salmo}} in Warm Water Ladders", f"{A} | 2031 | <i>Salmo</i> in Warm Water Ladders"),
    (f"{A} | 2031 | H<sub>2</sub>O Budgets for Villages", f"{A} | 2031 | H$_2$O Budgets for Villages"),
    (f"{A} | 2031 | Naïve Dredging Policies", f"{A} | 2031 | Naive Dredging Policies"),
    (f"{A} | 2031 | Étude des Marées Hautes", f"{A} | 2031 | Etude des marees hautes"),
    # subtitles
    (f"{A} | 2031 | MARSH: Memory-Aware Reservoir Scheduling", f"{A} | 2031 | MARSH"),
    (f"{A} | 2031 | MARSH: Memory-Aware Reservoir Scheduling", f"{A} | 2031 | Memory-Aware Reservoir Scheduling"),
    (f"{A} | 2031 | Canals in Winter: Ice, Salt and Patience", f"{A} | 2031 | Canals in Winter"),
    (f"{A} | 2031 | Canals in Winter", f"{A} | 2032 | Canals in Winter: Ice, Salt and Patience"),
    (f"{A} | 2031 | Do Otters Plan? Evidence from Camera Traps", f"{A} | 2031 | Do Otters Plan?"),
    (f"{A} | 2031 | Trust the Gauge -- Calibration without Labels", f"{A} | 2031 | Trust the Gauge"),
    (f"{A} | 2031 | Drift Bottles at Sea (Extended Abstract)", f"{A} | 2031 | Drift Bottles at Sea"),
    ("Abara, T.; + | 2031 | Flood Forecasts by Committee: an Audit", f"{A} | 2031 | Flood Forecasts by Committee"),
    # words
    (f"{A} | 2031 | Optimising Weir Behaviour with Models", f"{A} | 2031 | Optimizing Weir Behavior with Models"),
    (f"{A} | 2031 | Modelling the Groundwater Table", f"{A} | 2031 | Modeling the Groundwater Table"),
    (f"{A} | 2031 | A Theory of Leaky Buckets", f"{A} | 2031 | Theory of Leaky Buckets"),
    (f"{A} | 2031 | Towards a Theory of Leaky Buckets", f"{A} | 2031 | A Theory of Leaky Buckets"),
    (f"{A} | 2031 | Reward Models for Lock Keepers", f"{A} | 2031 | Reward Model for Lock Keepers"),
    (f"{A} | 2031 | Estimating Turbidity from Sattelite Images", f"{A} | 2031 | Estimating Turbidity from Satellite Images"),
    (f"{A} | 2031 | Estimating Turbidty from Satellite Images", f"{A} | 2031 | Estimating Turbidity from Satellite Images"),
    (f"{A} | 2031 | RL for Dredging Fleets", f"{A} | 2031 | Reinforcement Learning for Dredging Fleets"),
    (f"{A} | 2031 | LLMs as Harbour Pilots", f"{A} | 2031 | Large Language Models as Harbour Pilots"),
    (f"{A} | 2031 | Sampling with a Small Budget of Rain", f"{A} | 2031 | Sampling with Small Budget of Rain"),
    (f"{A} | 2031 | Ponds and Policies in Dry Regions", f"{A} | 2031 | Policies and Ponds in Dry Regions"),
    (f"{A} | 2031 | Tides, Part II: The Ebb", f"{A} | 2031 | Tides, Part 2: The Ebb"),
    (f"{A} | 2031 | Tides Part One", f"{A} | 2031 | Tides, Part I"),
    (f"{A} | 2031 | β-VAE for Murky Water", f"{A} | 2031 | $\\beta$-VAE for Murky Water"),
    (f"{A} | 2031 | Rain &amp; Ruin in Old Ports", f"{A} | 2031 | Rain and Ruin in Old Ports"),
    (f"{A} | 2031 | Stroemung fuer Anfaenger", f"{A} | 2031 | Strömung für Anfänger"),
    (f"{A} | 2031 | Estimating Turbidity from Satel...", f"{A} | 2031 | Estimating Turbidity from Satellite Images"),
    (f"{A} | 2031 | MARSH: Memory-Aware Reservoirs", "Lind, O.; Abara, T.; Mbeki, R. | 2031 | Memory-aware reservoirs"),
    # names: initials, order, lists cut short
    (f"{A} | 2031 | Learning Weirs", "O. Lind; R. Mbeki; T. Abara | 2031 | Learning weirs"),
    ("Abara, Tunde; Lind, Ossian | 2031 | Harbour Silt", "Lind, O.; Abara, T. | 2031 | Harbour silt"),
    (f"{A} | 2031 | Weirs that Learn from Sparse Rainfall", "Abara, T.; Lind, O.; Mbeki, R. | 2031 | Weirs that Learn from Sparse Rainfall"),
    (f"{A} | 2031 | Weirs that Learn from Sparse Rainfall", "Abara, T.; + | 2031 | Weirs that learn from sparse rainfall"),
    (f"{A} | 2031 | Weirs that Learn from Sparse Rainfall", "Lind, O.; Abara, T.; Mbeki, R. | 2031 | Weirs that learn from sparse rainfall"),
    (f"{A} | 2031 | Weirs that Learn from Sparse Rainfall", "Mbeki, Rosa; Lind, Ossian; Abara, Tunde | 2031 | Weirs that Learn from Sparse Rainfall"),
    (f"{A}; + | 2031 | Canals for Everyone at Once", f"{A}; Ode, Ann; Roe, Bo | 2031 | Canals for everyone at once"),
    ("Abara, Tunde K. | 2031 | Canals for Everyone at Once", "Abara, Tunde | 2031 | Canals for Everyone at Once"),
    ("Abara, TK | 2031 | Canals for Everyone at Once", "Abara, Tunde K. | 2031 | Canals for Everyone at Once"),
    ("Abara | 2031 | Canals for Everyone at Once", "Abara, Tunde | 2031 | Canals for Everyone at Once"),
    ("Martin, Jean-Pierre | 2031 | Rivers of Slow Data", "Martin, J.-P. | 2031 | Rivers of Slow Data"),
    ("Berg, Ada van den | 2031 | Rivers of Slow Data", "van den Berg, Ada | 2031 | Rivers of Slow Data"),
    ("García Márquez, Eva | 2031 | Rivers of Slow Data", "García, Eva | 2031 | Rivers of Slow Data"),
    ("Müller, Jörg | 2031 | Rivers of Slow Data", "Mueller, Joerg | 2031 | Rivers of Slow Data"),
    ("Müller, Jörg | 2031 | Rivers of Slow Data", "Muller, J. | 2031 | Rivers of Slow Data"),
    ('M{\\"u}ller, J{\\"o}rg | 2031 | Rivers of Slow Data', "Müller, Jörg | 2031 | Rivers of Slow Data"),
    ("Łoś, Michał | 2031 | Rivers of Slow Data", "Los, Michal | 2031 | Rivers of Slow Data"),
    ("Øster, Åse | 2031 | Rivers of Slow Data", "Oster, Ase | 2031 | Rivers of Slow Data"),
    ("Дмитриев, Юрий | 2031 | Rivers of Slow Data", "Dmitriev, Yuri | 2031 | Rivers of Slow Data"),
    ("王, 伟 | 2031 | Rivers of Slow Data", "Wang, Wei | 2031 | Rivers of Slow Data"),
    ("Wei, Wang | 2031 | Rivers of Slow Data", "Wang, Wei | 2031 | Rivers of Slow Data"),
    ("Wang, Xiao-Ming | 2031 | Rivers of Slow Data", "Wang, Xiaoming | 2031 | Rivers of Slow Data"),
    ("Dmitriev, Alexander | 2031 | Rivers of Slow Data", "Dmitriev, Alex | 2031 | Rivers of Slow Data"),
    ("=The Silt Society | 2031 | Rivers of Slow Data", "=Silt Society, The | 2031 | Rivers of Slow Data"),
    ("O'Brien, Una | 2031 | Rivers of Slow Data", "O’Brien, U. | 2031 | Rivers of Slow Data"),
    # years
    (f"{A} | 2031 | Weirs that Learn from Sparse Rainfall", f"{A} | 2032 | Weirs that Learn from Sparse Rainfall"),
    (f"{A} | 2031 | Weirs that Learn from Sparse Rainfall", f"{A} | | Weirs that Learn from Sparse Rainfall"),
    (f"{A} | 2031 | Weirs that Learn from Sparse Rainfall", " | 2031 | Weirs that Learn from Sparse Rainfall"),
    (f"{A} | 2031 | Introduction", f"{A} | 2031 | Introduction"),
    # other letters
    (f"{A} | 2031 | 堰の学習 入門", f"{A} | 2031 | 堰の学習入門"),
    (f"{A} | 2031 | Обучение плотин на практике", f"{A} | 2031 | Обучение Плотин на Практике"),
    (f"{A} | 2031 | SARB: Scale-Aware Rollout Budgets for Reservoir Control", f"{A} | 2031 | Scale-aware rollout budgets"),
]  # fmt: skip

LIKELY = [
    # shortened from memory
    (f"{A} | 2031 | Scale-Aware Rollout Budgets for Reservoir Control", f"{A} | 2031 | Scale-Aware Rollout Budgets"),
    (f"{A} | 2031 | Inducing Tide Supervision from Outcome Gauges", "Abara, T.; + | 2031 | Inducing tide supervision"),
]  # fmt: skip

DIFFERENT = [
    # near-identical titles by the same people
    (f"{A} | 2031 | Tides, Part I", f"{A} | 2031 | Tides, Part II"),
    (f"{A} | 2031 | Tides, Part I: The Flood", f"{A} | 2031 | Tides, Part II: The Ebb"),
    (f"{A} | 2031 | Tides, Part One", f"{A} | 2031 | Tides, Part Two"),
    (f"{A} | 2031 | Tides in Old Harbours", f"{A} | 2031 | Tides in Old Harbours: Part II"),
    (f"{A} | 2031 | Tides in Old Harbours", f"{A} | 2031 | Tides in Old Harbours 2"),
    (f"{A} | 2031 | Tides in Old Harbours III", f"{A} | 2031 | Tides in Old Harbours II"),
    (f"{A} | 2031 | Tides in Old Harbours, Part A", f"{A} | 2031 | Tides in Old Harbours, Part B"),
    (f"{A} | 2031 | Deep Weirs for Fishing", f"{A} | 2031 | Deep Weirs for Farming"),
    (f"{A} | 2031 | Scaling Laws for Weir Control in Rivers", f"{A} | 2031 | Scaling Laws for Weir Control in Lakes"),
    (f"{A} | 2031 | Supervised Dredging of Rivers", f"{A} | 2031 | Unsupervised Dredging of Rivers"),
    (f"{A} | 2031 | On-Line Planning of Locks", f"{A} | 2031 | Off-Line Planning of Locks"),
    (f"{A} | 2031 | Explicit Tide Models", f"{A} | 2031 | Implicit Tide Models"),
    (f"{A} | 2031 | Hypertension in River Otters", f"{A} | 2031 | Hypotension in River Otters"),
    (f"{A} | 2031 | Learning Weirs from Rain", f"{A} | 2031 | Learning Deep Weirs from Rain"),
    (f"{A} | 2031 | Convex Canal Routing", f"{A} | 2031 | Nonconvex Canal Routing"),
    (f"{A} | 2031 | Canal Routing with Ice", f"{A} | 2031 | Canal Routing without Ice in Spring"),
    (f"{A} | 2031 | A Survey of Silt", f"{A} | 2031 | A Survey of Salt"),
    (f"{A} | 2031 | Lower Bounds for Sluices", f"{A} | 2031 | Upper Bounds for Sluices"),
    (f"{A} | 2031 | Report on Rainfall 2030", f"{A} | 2031 | Report on Rainfall 2031"),
    (f"{A} | 2031 | GAUGE-2: Open Rain Records", f"{A} | 2031 | GAUGE-3: Open Rain Records"),
    (f"{A} | 2031 | MARSH: Memory-Aware Scheduling", f"{A} | 2031 | MARSH++: Memory-Free Scheduling"),
    (f"{A} | 2031 | MARSH: Memory-Aware Scheduling", f"{A} | 2031 | FEN: Memory-Aware Sampling"),
    (f"{A} | 2031 | Weirs: a Tutorial", f"{A} | 2031 | Weirs: a Benchmark"),
    (f"{A} | 2031 | Water", f"{A} | 2031 | Water Rights"),
    (f"{A} | 2031 | Learning Weirs", f"{A} | 2031 | Learning Weirs to Sing"),
    (f"{A} | 2031 | Robust Weirs", f"{A} | 2031 | Robust Weirs under Shifting Rainfall"),
    (f"{A} | 2031 | Estimating the Depth of Rivers", f"{A} | 2031 | Estimating the Width of Rivers"),
    (f"{A} | 2031 | First Steps in Dredging", f"{A} | 2031 | Second Steps in Dredging"),
    (f"{A} | 2031 | Reply to Comment on Silt", f"{A} | 2031 | Comment on Silt"),
    # one title, other people
    (f"{A} | 2031 | Introduction", "Roe, Bo | 2031 | Introduction"),
    (f"{A} | 2031 | Introduction", f"{A} | 2029 | Introduction"),
    (f"{A} | 2031 | Introduction", " | 2031 | Introduction"),
    (f"{A} | 2031 | Preface", "Abara, Olu | 2031 | Preface"),
    (f"{A} | 2031 | Weirs that Learn from Sparse Rainfall", "Roe, Bo; Ode, Ann | 2031 | Weirs that Learn from Sparse Rainfall"),
    (f"{A} | 2031 | Weirs that Learn from Sparse Rainfall", "Abara, Zoe | 2031 | Weirs that Learn from Sparse Rainfall"),
    ("Wang, Lei | 2031 | Rivers of Slow Data", "Wang, Bo | 2031 | Rivers of Slow Data"),
    ("Wang, L. | 2031 | Rivers of Slow Data", "Wang, Bo | 2031 | Rivers of Slow Data"),
    ("Li, Wei | 2031 | Rivers of Slow Data", "Lin, Wei | 2031 | Rivers of Slow Data"),
    ("Chen, Xi | 2031 | Rivers of Slow Data", "Cheng, Xi | 2031 | Rivers of Slow Data"),
    (f"{A} | 2031 | Editorial", "Mbeki, Rosa | 2030 | Editorial"),
    (" | 2031 | Conclusion", " | 2031 | Conclusion"),
    (" | | Notes on Rain", " | | Notes on Rain"),
    # one title, another time
    (f"{A} | 2031 | Weirs that Learn from Sparse Rainfall", f"{A} | 2011 | Weirs that Learn from Sparse Rainfall"),
    ("Abara, T. | 2031 | Annual Report on Water", "Abara, T. | 2027 | Annual Report on Water"),
    # a title that begins like another
    (f"{A} | 2031 | Canals", f"{A} | 2031 | Canals in Winter"),
    (f"{A} | 2031 | Canals in Winter", f"{A} | 2031 | Rivers in Winter"),
    (f"{A} | 2031 | Flood Forecasts by Committee", "Roe, Bo | 2031 | Flood Forecasts by Committee: an Audit"),
    (f"{A} | 2031 | Flood Forecasts by Committee", "Roe, Bo | 2031 | Flood Forecasts by Committee Members"),
    (f"{A} | 2031 | Sampling Rain", "Lind, Ossian | 2031 | Sampling Rain in Cities: a Study"),
    (f"{A} | 2031 | ", f"{A} | 2031 | "),
    (f"{A} | 2031 | Estimating Tur...", f"{A} | 2031 | Estimating Tides from Satellite Images"),
    (f"{A} | 2031 | α-Stable Tides in Harbours", f"{A} | 2031 | β-Stable Tides in Harbours"),
    (f"{A} | 2031 | Untitled", f"{A} | 2031 | Canals in Winter"),
]  # fmt: skip


def paper(row: str) -> Paper:
    """The paper of one side of a row."""
    names, year, title = (part.strip() for part in row.split(" | ", 2)) if row.count(" | ") >= 2 else _short(row)
    authors = []
    cut = False
    for name in filter(None, (name.strip() for name in names.split(";"))):
        if name == "+":
            cut = True
        elif name.startswith("="):
            authors.append(Author(literal=name[1:]))
        else:
            family, _, given = name.partition(", ")
            authors.append(Author(family, given))
    return Paper(
        kind="article",
        title=title,
        authors=tuple(authors),
        authors_omitted=-1 if cut else 0,
        issued=Date(int(year)) if year else None,
    )


def _short(row: str) -> tuple[str, str, str]:
    names, year, title = (part.strip() for part in row.split("|", 2))
    return names, year, title


def same(one: Paper, other: Paper) -> bool:
    return bool(compare(fingerprint(one), fingerprint(other)))


FIRST = "Abara, Tunde"
ONE_OF_TWO = ("Abara, Tunde; Lind, Ossian", "Lind, Ossian; Roe, Bo")
TWO_OF_THREE = (A, "Roe, Bo; Lind, Ossian; Mbeki, Rosa")
ONE_OF_THREE = (A, "Roe, Bo; Ode, Ann; Lind, Ossian")
NOBODY = ("", FIRST)
ALL = (A, A)
THE_FIRST = (FIRST, FIRST)
TITLE, SHORTER, NO = Certainty.TITLE, Certainty.LIKELY, Certainty.NO
YEARS = ("2031", "2031")
THRESHOLDS = [
    # one title of three words or more: how far the years may be apart, by who agrees
    (ALL, ("2031", "2034"), "Learning Salt Weirs", "Learning Salt Weirs", TITLE),
    (ALL, ("2031", "2035"), "Learning Salt Weirs", "Learning Salt Weirs", NO),
    (THE_FIRST, ("2031", "2033"), "Learning Salt Weirs", "Learning Salt Weirs", TITLE),
    (THE_FIRST, ("2031", "2034"), "Learning Salt Weirs", "Learning Salt Weirs", NO),
    (ONE_OF_TWO, ("2031", "2033"), "Learning Salt Weirs", "Learning Salt Weirs", TITLE),
    (ONE_OF_TWO, ("2031", "2034"), "Learning Salt Weirs", "Learning Salt Weirs", NO),
    (ONE_OF_THREE, YEARS, "Learning Salt Weirs", "Learning Salt Weirs", NO),
    (ALL, ("2031", ""), "Learning Salt Weirs", "Learning Salt Weirs", TITLE),
    # the same, the words in another order
    (ALL, ("2031", "2034"), "Learning Salt Weirs", "Salt Weirs Learning", TITLE),
    (ALL, ("2031", "2035"), "Learning Salt Weirs", "Salt Weirs Learning", NO),
    # one title, nobody named: four words and a year, or six words
    (NOBODY, YEARS, "Learning Deep Salt Weirs", "Learning Deep Salt Weirs", TITLE),
    (NOBODY, YEARS, "Learning Salt Weirs", "Learning Salt Weirs", NO),
    (NOBODY, ("2031", "2032"), "Learning Deep Salt Weirs", "Learning Deep Salt Weirs", TITLE),
    (NOBODY, ("2031", "2033"), "Learning Deep Salt Weirs", "Learning Deep Salt Weirs", NO),
    (NOBODY, ("", "2031"), "Learning Very Deep Muddy Salt Weirs", "Learning Very Deep Muddy Salt Weirs", TITLE),
    (NOBODY, ("", "2031"), "Learning Very Deep Salt Weirs", "Learning Very Deep Salt Weirs", NO),
    # a title of one or two words: the first author, and the very year
    (THE_FIRST, YEARS, "Salt Weirs", "Salt Weirs", TITLE),
    (THE_FIRST, ("2031", "2032"), "Salt Weirs", "Salt Weirs", NO),
    (ALL, ("2031", "2032"), "Salt Weirs", "Salt Weirs", NO),
    (TWO_OF_THREE, YEARS, "Salt Weirs", "Salt Weirs", NO),
    (ALL, ("2031", ""), "Salt Weirs", "Salt Weirs", TITLE),
    (THE_FIRST, ("2031", ""), "Salt Weirs", "Salt Weirs", NO),
    # a title without its subtitle: the first author or two people; the next year, unless it is one word by one person
    (THE_FIRST, ("2031", "2032"), "Salt Weirs: a Field Study", "Salt Weirs", TITLE),
    (THE_FIRST, ("2031", "2033"), "Salt Weirs: a Field Study", "Salt Weirs", NO),
    (TWO_OF_THREE, YEARS, "Salt Weirs: a Field Study", "Salt Weirs", TITLE),
    (ONE_OF_TWO, YEARS, "Salt Weirs: a Field Study", "Salt Weirs", NO),
    (NOBODY, YEARS, "Salt Weirs: a Field Study", "Salt Weirs", NO),
    (THE_FIRST, YEARS, "Weirs: a Field Study", "Weirs", TITLE),
    (THE_FIRST, ("2031", "2032"), "Weirs: a Field Study", "Weirs", NO),
    (ALL, ("2031", "2032"), "Weirs: a Field Study", "Weirs", TITLE),
    # the beginning of a title: three words, the first author, the very year
    (THE_FIRST, YEARS, "Learning Salt Weirs from Sparse Rain", "Learning Salt Weirs", SHORTER),
    (ALL, YEARS, "Learning Salt Weirs from Sparse Rain", "Learning Salt Weirs", SHORTER),
    (THE_FIRST, YEARS, "Learning Weirs from Sparse Rain", "Learning Weirs", NO),
    (THE_FIRST, ("2031", "2032"), "Learning Salt Weirs from Sparse Rain", "Learning Salt Weirs", NO),
    (THE_FIRST, ("2031", ""), "Learning Salt Weirs from Sparse Rain", "Learning Salt Weirs", NO),
    (TWO_OF_THREE, YEARS, "Learning Salt Weirs from Sparse Rain", "Learning Salt Weirs", NO),
    (NOBODY, YEARS, "Learning Salt Weirs from Sparse Rain", "Learning Salt Weirs", NO),
    # a title cut off by dots: twelve letters
    (THE_FIRST, YEARS, "Learning Deepest Salt Weirs", "Learning Dee...", NO),
    (THE_FIRST, YEARS, "Learning Deepest Salt Weirs", "Learning Deep...", TITLE),
    (THE_FIRST, YEARS, "Learning Deepest Salt Weirs", "Learning Deep", NO),
    # a letter wrong in a word of six letters; a plural and the like of four
    (THE_FIRST, YEARS, "Learning Dredge Rules", "Learning Drodge Rules", TITLE),
    (THE_FIRST, YEARS, "Learning Silts Rules", "Learning Salts Rules", NO),
    (THE_FIRST, YEARS, "Learning Dredge Rules", "Learning Dridga Rules", NO),
    (THE_FIRST, YEARS, "Learning Weir Rules", "Learning Weirs Rules", TITLE),
    (THE_FIRST, YEARS, "Learning Eel Rules", "Learning Eels Rules", NO),
    # a letter wrong in a family name of six letters; in a given name of five; a short form of three
    (("Bergan, Ada", "Bergen, Ada"), YEARS, "Learning Salt Weirs", "Learning Salt Weirs", TITLE),
    (("Bergn, Ada", "Bergo, Ada"), YEARS, "Learning Salt Weirs", "Learning Salt Weirs", NO),
    (("Bergan, Ada", "Birgen, Ada"), YEARS, "Learning Salt Weirs", "Learning Salt Weirs", NO),
    (("Berg, Jonas", "Berg, Jonos"), YEARS, "Learning Salt Weirs", "Learning Salt Weirs", TITLE),
    (("Berg, Jona", "Berg, Jono"), YEARS, "Learning Salt Weirs", "Learning Salt Weirs", NO),
    (("Berg, Jonas", "Berg, Janos"), YEARS, "Learning Salt Weirs", "Learning Salt Weirs", NO),
    (("Berg, Jon", "Berg, Jonas"), YEARS, "Learning Salt Weirs", "Learning Salt Weirs", TITLE),
    (("Berg, Jo", "Berg, Jonas"), YEARS, "Learning Salt Weirs", "Learning Salt Weirs", NO),
]  # fmt: skip


@pytest.mark.parametrize(("people", "years", "one", "other", "certainty"), THRESHOLDS)
def test_both_sides_of_each_threshold(people, years, one: str, other: str, certainty: Certainty) -> None:
    first, second = (paper(" | ".join(row)) for row in zip(people, years, (one, other), strict=True))
    assert compare(fingerprint(first), fingerprint(second)) is certainty
    assert compare(fingerprint(second), fingerprint(first)) is certainty


PAIRS = [
    *[(one, other, Certainty.TITLE) for one, other in SAME],
    *[(one, other, Certainty.LIKELY) for one, other in LIKELY],
    *[(one, other, Certainty.NO) for one, other in DIFFERENT],
]


@pytest.mark.parametrize(("one", "other", "certainty"), PAIRS)
def test_a_pair_is_one_paper_or_two_and_an_index_finds_the_same(one: str, other: str, certainty: Certainty) -> None:
    first, second = paper(one), paper(other)
    assert compare(fingerprint(first), fingerprint(second)) is certainty
    assert compare(fingerprint(second), fingerprint(first)) is certainty
    for thorough in {True, certainty is Certainty.LIKELY}:
        for indexed, wanted in ((first, second), (second, first)):
            match = Index([indexed], thorough=thorough).find(wanted)
            assert (match.certainty if match else Certainty.NO) is certainty


TITLED = Paper(title="Weirs that Learn from Sparse Rainfall", authors=(Author("Abara", "Tunde"),), issued=Date(2031))
RETITLED = Paper(title="A Wholly New Name", authors=(Author("Abara", "Tunde"),), issued=Date(2032))


def replaced(paper: Paper, **values) -> Paper:
    return msgspec.structs.replace(paper, **values)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ({"eprint": "3101.00001", "eprint_type": "arxiv"}, {"eprint": "3101.00001", "eprint_type": "arxiv"}, True),
        ({"eprint": "3101.00001", "eprint_type": "arxiv"}, {"doi": "10.48550/arXiv.3101.00001"}, True),
        ({"eprint": "3101.00001", "eprint_type": "arxiv"}, {"url": "https://arxiv.org/abs/3101.00001v2"}, True),
        ({"doi": "10.5555/AB"}, {"doi": "10.5555/ab"}, True),
        ({"doi": "10.5555/ab"}, {"doi": "10.5555/ac"}, False),
        ({}, {}, False),
    ],
)
def test_identifiers_go_before_titles(one, other, expected) -> None:
    assert same(replaced(TITLED, **one), replaced(RETITLED, **other)) is expected


def test_two_identifiers_of_one_scheme_tell_papers_apart() -> None:
    assert not same(replaced(TITLED, doi="10.5555/ab"), replaced(TITLED, doi="10.5555/ac"))


def test_an_article_may_have_another_doi_than_its_preprint() -> None:
    preprint = replaced(TITLED, doi="10.5555/ab", kind="article")
    assert same(preprint, replaced(TITLED, doi="10.5555/ac", kind="article-journal"))


def test_chapters_of_different_books_with_one_title_are_two() -> None:
    one = Paper(title="Introduction", authors=TITLED.authors, issued=Date(2031), container_title="Book of Weirs")
    assert same(one, one)
    assert not same(one, replaced(one, container_title="Book of Dams"))
    assert not same(replaced(one, page="1-8"), replaced(one, page="90-99"))


def test_a_container_s_doi_on_papers_without_anything_in_common_does_not_join_them() -> None:
    other = Paper(title="Silt", authors=(Author("Roe", "Bo"),), doi="10.5555/book")
    assert not same(replaced(TITLED, doi="10.5555/book"), other)


def test_the_surest_is_found_then_the_nearest_title_then_the_first_added() -> None:
    sure = replaced(TITLED, title="Another Name", doi="10.5555/x")
    spelled = replaced(TITLED, title="Sparse Rainfall: Weirs that Learn")
    wanted = replaced(TITLED, doi="10.5555/x")
    index = Index([RETITLED, spelled, TITLED, TITLED, sure])
    assert [(match.number, match.certainty) for match in index.matches(fingerprint(wanted))] == [
        (4, Certainty.IDENTIFIER), (2, Certainty.TITLE), (3, Certainty.TITLE), (1, Certainty.TITLE),
    ]  # fmt: skip
    found = index.find(TITLED)
    assert found is not None
    assert found.number == 2
    assert Index([RETITLED]).find(TITLED) is None


def test_a_paper_is_found_by_what_it_gained_and_by_what_it_had() -> None:
    index = Index([TITLED])
    index.replace(0, fingerprint(replaced(TITLED, title="A Wholly New Name", doi="10.5555/x")))
    found = index.find(Paper(title="A Wholly New Name", doi="10.5555/x"))
    assert found is not None
    assert found.number == 0


def test_papers_without_titles_are_found_by_identifier_only() -> None:
    nameless = Paper(authors=TITLED.authors, issued=TITLED.issued)
    assert Index([nameless]).find(nameless) is None
    assert Index([replaced(nameless, eprint="3101.00001", eprint_type="arxiv")]).find(
        replaced(nameless, eprint="3101.00001", eprint_type="arxiv")
    )


def test_an_identifier_of_one_scheme_is_believed_only_where_nothing_speaks_against_it() -> None:
    book = {"doi": "10.5555/book"}
    assert not same(replaced(TITLED, **book), Paper(title="Silt", authors=(Author("Roe", "Bo"),), **book))
    arxiv = {"eprint": "3101.00001", "eprint_type": "arxiv"}
    assert same(replaced(TITLED, **arxiv), Paper(title="Silt", authors=(Author("Roe", "Bo"),), **arxiv))
    assert same(replaced(TITLED, **book), Paper(title="Silt", authors=TITLED.authors, **book))
    assert same(replaced(TITLED, **book), Paper(title=TITLED.title, authors=(Author("Roe", "Bo"),), **book))
    assert not same(replaced(TITLED, eprint="x", eprint_type="hal"), replaced(TITLED, eprint="y", eprint_type="hal"))
    assert same(replaced(TITLED, eprint="x", eprint_type="hal"), replaced(TITLED, pmid="12"))


def test_an_editor_stands_for_authors_where_there_are_none() -> None:
    edited = replaced(TITLED, authors=(Author("Abara", "Tunde", role="editor"),))
    assert same(edited, TITLED)
    assert not same(replaced(edited, authors=(Author("Roe", "Bo", role="editor"),)), TITLED)


@pytest.mark.parametrize(("name", "one", "other"), [
    ("container_title", "Book of Weirs", "Book of Dams"), ("volume", "3", "4"), ("page", "1-8", "90-99"), ("number", "7", "8"),
])  # fmt: skip
def test_short_titles_in_other_places_are_two(name, one, other) -> None:
    short = replaced(TITLED, title="Introduction", **{name: one})
    assert same(short, short)
    assert same(short, replaced(short, **{name: ""}))
    assert not same(short, replaced(short, **{name: other}))


def test_identifiers_are_named_by_scheme() -> None:
    assert identifiers(Paper(doi="10.48550/arXiv.2609.01234")) == {"arxiv:2609.01234"}
    assert identifiers(Paper(pmid="12", eprint="abc", eprint_type="hal")) == {"pmid:12", "hal:abc"}
    assert not identifiers(Paper(url="https://example.org"))
