"""What TeX's text mode calls letters, signs, accents and fonts: tables only, used for reading and for writing.

Knows: the control words of LaTeX's kernel, textcomp and the packages that bibliographies use, and their Unicode.
Must not know: how TeX text is scanned (`reader`) or built (`writer`).

Where several words spell one character, the first is the one written.
"""

from __future__ import annotations

from typing import Final

from bibkit.text.markup import TAGS
from bibkit.text.mathtext import GREEK
from bibkit.text.mathtext import SYMBOLS as MATH_SYMBOLS

__all__ = [
    "ACCENTS",
    "ARGUMENT_DROPPED",
    "BACKSLASH",
    "CHARACTERS",
    "CLOSE_BRACE",
    "DOLLAR",
    "ESCAPES",
    "LETTERS",
    "LINE_BREAK",
    "OPEN_BRACE",
    "SPACING_ACCENTS",
    "SWITCHES",
    "TAG_COMMANDS",
    "TILDE",
    "TO_TEX",
    "TRANSPARENT",
    "WORDS",
    "restore",
]

# Stand-ins for characters that would mean something to a later step. Control characters, since no text that
# is read or written may hold them.
DOLLAR: Final = "\x01"
LINE_BREAK: Final = "\x02"
OPEN_BRACE: Final = "\x05"
CLOSE_BRACE: Final = "\x06"
BACKSLASH: Final = "\x07"
TILDE: Final = "\x08"

_RESTORED: Final = (
    (DOLLAR, "$"),
    (LINE_BREAK, " "),
    (OPEN_BRACE, "{"),
    (CLOSE_BRACE, "}"),
    (BACKSLASH, "\\"),
    (TILDE, "~"),
)


def restore(text: str) -> str:
    """Put the characters back that the stand-ins stand for."""
    for stand_in, char in _RESTORED:  # several times as fast as str.translate
        text = text.replace(stand_in, char)
    return text


def _pairs(rows: str) -> dict[str, str]:
    words = rows.split()
    return dict(zip(words[::2], words[1::2], strict=True))


_LETTER_ROWS: Final = (
    "ss ß o ø O Ø l ł L Ł ae æ AE Æ oe œ OE Œ aa å AA Å dh ð DH Ð dj đ DJ Đ th þ TH Þ ng ŋ NG Ŋ i ı j ȷ ij ĳ IJ Ĳ SS ẞ"
)
LETTERS: Final = _pairs(_LETTER_ROWS)
"""Letters (The LaTeX2e encodings guide, T1)."""

_SIGN_ROWS: Final = (
    "textendash – textemdash — textquotedblleft “ textquotedblright ” textquoteleft ‘ textquoteright ’ quotedblbase „"
    " quotesinglbase ‚ guillemotleft « guillemotright » guillemetleft « guillemetright » guilsinglleft ‹"
    " guilsinglright › glqq „ grqq “ glq ‚ grq ‘ flqq « frqq » flq ‹ frq › lq ‘ rq ’ textquotesingle '"
    ' textquotedbl " textexclamdown ¡ textquestiondown ¿ textdegree ° textcelsius ℃ textordfeminine ª'
    " textordmasculine º S § textsection § P ¶ textparagraph ¶ textdagger † dag † textdaggerdbl ‡ ddag ‡ textcopyright ©"
    " copyright © textregistered ® texttrademark ™ pounds £ textsterling £ texteuro € euro € EUR € textyen ¥ textcent ¢"
    " textcurrency ¤ ldots … dots … textellipsis … textperiodcentered · textbullet • textmu µ texttimes × textdiv ÷"
    " textpm ± textonehalf ½ textonequarter ¼ textthreequarters ¾ textonesuperior ¹ texttwosuperior ²"
    " textthreesuperior ³ textperthousand ‰ textpertenthousand ‱ textbrokenbar ¦ textlnot ¬ textnumero № textohm Ω"
    " textestimated ℮ textinterrobang ‽ textleftarrow ← textrightarrow → textuparrow ↑ textdownarrow ↓ textlangle ⟨"
    " textrangle ⟩ textless < textgreater > textbar | textasciigrave ` textunderscore _ slash / textasciicircum ^"
    " textbardbl ‖ textminus − textfractionsolidus ⁄ textsurd √ textmusicalnote ♪ textbaht ฿ textwon ₩ textdong ₫"
    " textnaira ₦ textpeso ₱ textasteriskcentered ∗ textopenbullet ◦ textreferencemark ※ textcircledP ℗"
    " textservicemark ℠ textasciimacron ¯ textasciidieresis ¨ textasciiacute ´ textasciicaron ˇ textasciibreve ˘"
    " LaTeX LaTeX TeX TeX BibTeX BibTeX LaTeXe LaTeX2ε XeTeX XeTeX LuaTeX LuaTeX XeLaTeX XeLaTeX AmS AMS"
    " textpercent % textampersand & texthash # lbrack [ rbrack ] textcdot · texthyphen -"
    # biblatex's own words in data (biblatex manual, 4.10.4 and 2.2)
    " bibrangedash – bibdatedash –"
)
_SIGNS: Final = _pairs(_SIGN_ROWS)

WORDS: Final[dict[str, str]] = {
    **{name: sign for name, sign in MATH_SYMBOLS.items() if name not in {"quad", "qquad"}},
    **LETTERS,
    **_SIGNS,
    "backslash": BACKSLASH,
    "textbackslash": BACKSLASH,
    "lbrace": OPEN_BRACE,
    "rbrace": CLOSE_BRACE,
    "textbraceleft": OPEN_BRACE,
    "textbraceright": CLOSE_BRACE,
    "textdollar": DOLLAR,
    "textasciitilde": TILDE,
    "texttildelow": TILDE,
    "nobreakspace": "\u00a0",
    "space": " ",
    "quad": " ",
    "qquad": " ",
    "enspace": " ",
    "enskip": " ",
    "thinspace": "\u2009",
    "newline": " ",
    "linebreak": " ",
    "par": "\n\n",
    "addspace": " ",
    "addnbspace": "\u00a0",
}
"""Control words that are a character (or a few) by themselves. Those of mathematics are accepted in text too."""

_SILENT: Final = (
    "noindent protect relax newblock null leavevmode xspace ignorespaces unskip nolinebreak nobreak allowbreak"
    " bibstring autocap maketitle centering smallskip medskip bigskip"
)
WORDS.update(dict.fromkeys(_SILENT.split(), ""))

CHARACTERS: Final[dict[str, str]] = {
    "&": "&",
    "%": "%",
    "#": "#",
    "_": "_",
    "$": DOLLAR,
    "{": OPEN_BRACE,
    "}": CLOSE_BRACE,
    "\\": " ",
    " ": " ",
    "\n": " ",
    "\t": " ",
    ",": "\u2009",
    ";": " ",
    ":": " ",
    "!": "",
    "/": "",
    "-": "",
    "@": "",
    "<": "<",
    ">": ">",
    "|": "|",
    "?": "?",
    "*": "",
}
"""What a backslash and one other character mean in text."""

_ACCENT_ROWS: Final = (
    "` \u0300 ' \u0301 ^ \u0302 ~ \u0303 = \u0304 u \u0306 . \u0307 \" \u0308 h \u0309 r \u030a H \u030b"
    " v \u030c U \u030e G \u030f f \u0311 d \u0323 textsubring \u0325 textcommabelow \u0326 c \u0327 k \u0328 b \u0331 t \u0361"
)
ACCENTS: Final = _pairs(_ACCENT_ROWS)
"""Accents as combining characters; the mark follows the letter in Unicode and goes before it in TeX."""

SPACING_ACCENTS: Final = {"`": "`", "'": "´", "^": "^", "~": TILDE, "=": "¯", '"': "¨", ".": "˙"}
"""An accent over nothing."""

TAG_COMMANDS: Final[dict[str, tuple[str, str]]] = {
    name: ends
    for names, ends in (
        ("emph textit textsl mkbibemph mkbibitalic", TAGS["i"]),
        ("textbf strong mkbibbold", TAGS["b"]),
        ("textsc", TAGS["sc"]),
        ("textsuperscript mkbibsuperscript", TAGS["sup"]),
        ("textsubscript mkbibsubscript", TAGS["sub"]),
        ("enquote mkbibquote", ("“", "”")),
        ("enquote* mkbibquote*", ("‘", "’")),
        ("mkbibparens", ("(", ")")),
        ("mkbibbrackets", ("[", "]")),
        ("bibkitnocase", TAGS["nocase"]),
    )
    for name in names.split()
}
"""Commands with one argument that become a tag of rich text, or quotation marks."""

SWITCHES: Final[dict[str, str]] = {
    name: command
    for names, command in (
        ("it itshape em sl slshape", "emph"),
        ("bf bfseries", "textbf"),
        ("sc scshape", "textsc"),
        ("rm rmfamily sf sffamily tt ttfamily md mdseries up upshape normalfont", ""),
        ("tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge raggedright sloppy", ""),
    )
    for name in names.split()
}
"""Old font switches, which hold to the end of their group: the command for the same, or an empty string."""

ESCAPES: Final = {
    "&": "\\&",
    "%": "\\%",
    "_": "\\_",
    "#": "\\#",
    "$": "\\$",
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
    "\u00a0": "~",
    "\\": "\\textbackslash{}",
    "{": "\\textbraceleft{}",
    "}": "\\textbraceright{}",
}
"""TeX's specials as text: braces without a partner, since BibTeX counts braces, escaped or not."""

_TRANSPARENT_ROWS: Final = (
    "mbox hbox fbox text textrm textsf texttt textup textmd textnormal textulc textsw uline underline textlf textquote"
    " lowercase uppercase MakeLowercase MakeUppercase MakeTextLowercase NoCaseChange textgreek textcyrillic textlatin"
    " greektext nohyphens bibnamefont bibfnamefont bibfield citenamefont natexlab emph* ensuretext surname"
    " capitalisewords mkbibacro acro caps textls mathrm mathit mathbf mathcal mathbb mathsf operatorname ensuremath smash"
)
TRANSPARENT: Final = frozenset(_TRANSPARENT_ROWS.split())
"""Commands whose argument stays and which leave no trace."""

_DROPPED_ROWS: Final = (
    "foreignlanguage textcolor color hspace vspace hspace* vspace* noopsort NOOPSORT SortNoop sortnoop noop"
    " selectlanguage bibinfo label textlang fontsize fontencoding fontfamily phantom hphantom vphantom begin end"
)
ARGUMENT_DROPPED: Final = frozenset(_DROPPED_ROWS.split())
"""Commands whose first argument is for the typesetter or for sorting."""


_NEEDS_PACKAGES: Final = frozenset("∄∬∭ℶ□■◇✓⩽⩾≲≳⊊⟹≔≜⇝")
"""Symbols of amssymb and others: read, but not written, since the document may not load them."""


def _to_tex() -> dict[str, str]:
    r"""Character to TeX, in braces: BibTeX takes ``{\l}`` as one letter when it sorts and changes case."""
    table: dict[str, str] = {}
    for name, sign in GREEK.items():
        table[sign] = f"\\ensuremath{{\\{name}}}"
    for name, sign in LETTERS.items():
        table.setdefault(sign, f"{{\\{name}}}")
    for name, sign in _SIGNS.items():
        if len(sign) == 1 and not sign.isascii():
            table.setdefault(sign, f"{{\\{name}}}")
    for name, sign in MATH_SYMBOLS.items():
        if len(sign) == 1 and not sign.isascii() and sign not in _NEEDS_PACKAGES and sign != "\u2003":
            table.setdefault(sign, f"\\ensuremath{{\\{name}}}")
    table.update({"–": "--", "—": "---", "“": "``", "”": "''", "\u00a0": "~", "\u2009": "\\,", "\u202f": "\\,"})
    return table


TO_TEX: Final = _to_tex()
"""Characters beyond ASCII that have a spelling in ASCII."""
