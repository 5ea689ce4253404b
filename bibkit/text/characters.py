"""Characters that no format may hold, and Unicode's normal forms.

Knows: which characters XML 1.0 forbids, how they got into texts, combining marks.
Must not know: what a text means; tags, formulas, formats.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import groupby
from typing import Final, Literal
from unicodedata import combining

__all__ = ["clean", "count_illegal", "normalize", "without_illegal"]

_ILLEGAL_SET: Final = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff"
_ILLEGAL: Final = re.compile(f"[{_ILLEGAL_SET}]")


@cache
def _illegal_run() -> re.Pattern[str]:
    return re.compile(f"[{_ILLEGAL_SET}]+ ?")


@cache
def _break() -> re.Pattern[str]:
    return re.compile(r"[\x0b\x0c\x1c-\x1f\u2028\u2029]")


_WINDOWS: Final = re.compile(r"[\x80-\x9f]")
_SHORT: Final = 512
"""A text up to this length is normalised at once whatever it holds."""


def count_illegal(text: str) -> int:
    r"""How many characters `clean` takes away or replaces.

    >>> count_illegal("pro\x0cfits\x00")
    2
    """
    return 0 if text.isprintable() else len(_ILLEGAL.findall(text))


def clean(text: str) -> str:
    r"""Take away what XML 1.0 (production Char) and people cannot read, and give NFC.

    Controls (C0 and C1 but tab and newline), U+FFFE, U+FFFF and lone surrogates go; form feeds, vertical tabs
    and Unicode's line and paragraph separators become a blank; neither leaves two blanks where one was.
    Carriage returns become newlines. A C1 control that is a letter or sign in Windows-1252 becomes that, since
    such texts were declared as Latin-1 by mistake (as the HTML standard does for numeric references).

    >>> clean("Shared pro\x0cfits of ponds\x0b and more\x00")
    'Shared pro fits of ponds and more'
    """
    if not text.isprintable():
        if "\r" in text:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        text = without_illegal(text)
    return text if text.isascii() else normalize("NFC", text)


def without_illegal(text: str) -> str:
    r"""What `clean` does, but for line ends and normal form.

    >>> without_illegal("cafe\u0301\x00\r\n")
    'cafe\u0301\r\n'
    """
    return _illegal_run().sub(_blank_or_nothing, _WINDOWS.sub(_from_windows, text)) if _ILLEGAL.search(text) else text


def normalize(form: Literal["NFC", "NFD", "NFKC", "NFKD"], text: str) -> str:
    r"""What `unicodedata.normalize` gives, in linear time.

    Python puts the marks of one letter in order by insertion, which takes hours for a file of marks (UAX #15,
    section 13, on such texts). Marks that are sorted beforehand, by class and else as they stand, are
    canonically the same text (Unicode, D109).

    >>> normalize("NFC", "cafe\u0301")
    'café'
    """
    if len(text) > _SHORT and any(map(combining, text[:: _SHORT // 8])):
        text = text.replace("\uff9e", "\u3099").replace("\uff9f", "\u309a") if "K" in form else text
        runs = groupby(text, key=lambda character: combining(character) != 0)
        text = "".join(["".join(sorted(run, key=combining) if are_marks else run) for are_marks, run in runs])
    return unicodedata.normalize(form, text)


def _from_windows(match: re.Match[str]) -> str:
    return match.group().encode("latin-1").decode("cp1252", "ignore")


def _blank_or_nothing(match: re.Match[str]) -> str:
    """The blank, or nothing, that stands for a run of illegal characters and the blank after it."""
    run, text = match.group(), match.string
    before, after = text[max(match.start() - 1, 0) : match.start()], text[match.end() : match.end() + 1]
    if not before or before.isspace() or not after or after.isspace():
        return ""
    return " " if run.endswith(" ") or _break().search(run) is not None else ""
