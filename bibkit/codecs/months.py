"""Names of months and seasons, in English and the languages that bibliographies are often written in.

Knows: the names, and which of their beginnings stand for one month only.
Must not know: dates.
"""

from __future__ import annotations

from functools import cache
from typing import Final

__all__ = ["MONTHS", "MONTH_MACROS", "SEASONS", "month_number", "season_number"]

MONTHS: Final = tuple(
    "January February March April May June July August September October November December".split()  # noqa: SIM905
)

MONTH_MACROS: Final = tuple([name[:3].lower() for name in MONTHS])
"""The macros that every BibTeX style defines."""

SEASONS: Final = ("spring", "summer", "autumn", "winter")

# Twelve names each. A language whose short forms clash with one above it still gives its full names.
_LANGUAGES: Final = (
    "january february march april may june july august september october november december",
    "januar februar märz april mai juni juli august september oktober november dezember",
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    "januari februari maart april mei juni juli augustus september oktober november december",
    "januari februari mars april maj juni juli augusti september oktober november december",
    "januar februar marts april maj juni juli august september oktober november desember",
    "jänner feber märz april mai juni juli august september oktober november dezember",
    "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
    "styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień",
    "ledna února března dubna května června července srpna září října listopadu prosince",
    "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
    "январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь",
)

_SEASON_NAMES: Final = (
    "spring printemps frühling frühjahr primavera lente wiosna весна",
    "summer été sommer verano estate verão zomer lato лето",
    "autumn fall automne herbst otoño autunno outono herfst jesień осень",
    "winter hiver invierno inverno zima зима",
)


@cache
def _beginnings() -> dict[str, int]:
    """Every name, and every beginning of three letters or more that means one month in all languages."""
    names: dict[str, int] = {}
    short: dict[str, int] = {}
    for language in _LANGUAGES:
        for number, name in enumerate(language.split(), 1):
            names.setdefault(name, number)
            for length in range(3, len(name)):
                short[name[:length]] = number if short.get(name[:length], number) == number else 0
    english = {name[:length]: number for number, name in enumerate(map(str.lower, MONTHS), 1) for length in (3, 4)}
    return {beginning: number for beginning, number in short.items() if number} | english | names


_SEASON_NUMBERS: Final = {name: number for number, names in enumerate(_SEASON_NAMES, 1) for name in names.split()}


def month_number(text: str) -> int:
    """The number of a month that is named, abbreviated or numbered; 0 where it is none.

    >>> month_number("Sept."), month_number("märz"), month_number("03"), month_number("Smarch")
    (9, 3, 3, 0)
    """
    word = text.strip().rstrip(".").lower()
    number = _beginnings().get(word)
    if number is not None:
        return number
    if len(word) <= 2 and word.isascii() and word.isdigit() and 1 <= int(word) <= 12:
        return int(word)
    return 0


def season_number(text: str) -> int:
    """1 for spring to 4 for winter; 0 where the word names no season.

    >>> season_number("Fall"), season_number("May")
    (3, 0)
    """
    return _SEASON_NUMBERS.get(text.strip().rstrip(".").lower(), 0)
