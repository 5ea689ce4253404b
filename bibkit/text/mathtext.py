"""Formulas as plain Unicode: the best reading of TeX mathematics in a line of text.

Knows: the symbols, accents and alphabets of TeX mathematics and how Unicode spells them.
Must not know: where formulas stand in a text (`bibkit.text.markup`), TeX's text mode, formats.
"""

from __future__ import annotations

import re
from typing import Final

from bibkit.text.characters import normalize

__all__ = ["ACCENTS", "GREEK", "SYMBOLS", "formula_to_unicode"]

_GREEK_LETTERS: Final = (
    "alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ"
    " lambda λ mu μ nu ν xi ξ pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi ϕ varphi φ"
    " chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω"
)

_RELATIONS: Final = (
    "le ≤ leq ≤ leqslant ⩽ ge ≥ geq ≥ geqslant ⩾ ne ≠ neq ≠ approx ≈ equiv ≡ sim ∼ simeq ≃ cong ≅ propto ∝ ll ≪ gg ≫"
    " lesssim ≲ gtrsim ≳ prec ≺ succ ≻ preceq ⪯ succeq ⪰ in ∈ notin ∉ ni ∋ subset ⊂ supset ⊃ subseteq ⊆ supseteq ⊇"
    " subsetneq ⊊ to → rightarrow → longrightarrow ⟶ leftarrow ← gets ← leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐"
    " Leftrightarrow ⇔ implies ⟹ iff ⟺ mapsto ↦ hookrightarrow ↪ perp ⊥ parallel ∥ mid ∣ models ⊨ vdash ⊢ coloneqq ≔"
    " triangleq ≜ doteq ≐ asymp ≍ uparrow ↑ downarrow ↓ Uparrow ⇑ Downarrow ⇓ leadsto ⇝ rightsquigarrow ⇝"
)

_OTHERS: Final = (
    "times × cdot · pm ± mp ∓ div ÷ ast ∗ star ⋆ circ ∘ bullet • oplus ⊕ otimes ⊗ ominus ⊖ odot ⊙ cap ∩ cup ∪"
    " setminus ∖ wedge ∧ land ∧ vee ∨ lor ∨ amalg ⨿ dagger † ddagger ‡ infty ∞ partial ∂ nabla ∇ forall ∀ exists ∃"
    " nexists ∄ neg ¬ lnot ¬ emptyset ∅ varnothing ∅ sum ∑ prod ∏ coprod ∐ int ∫ iint ∬ iiint ∭ oint ∮ bigcup ⋃"
    " bigcap ⋂ bigoplus ⨁ bigotimes ⨂ ell ℓ hbar ℏ Re ℜ Im ℑ aleph ℵ beth ℶ wp ℘ angle ∠ triangle △ square □ Box □"
    " blacksquare ■ diamond ⋄ Diamond ◇ clubsuit ♣ heartsuit ♡ spadesuit ♠ flat ♭ natural ♮ sharp ♯ ldots … dots …"
    " cdots ⋯ vdots ⋮ ddots ⋱ prime ′ top ⊤ bot ⊥ langle ⟨ rangle ⟩ lceil ⌈ rceil ⌉ lfloor ⌊ rfloor ⌋ lbrace {"
    " rbrace } lvert | rvert | vert | lVert ‖ rVert ‖ Vert ‖ backslash \\ degree ° imath ı jmath ȷ surd √ checkmark ✓"
    " dag † ddag ‡ S § P ¶ copyright © pounds £ AA Å aa å ss ß o ø O Ø l ł L Ł ae æ AE Æ oe œ OE Œ colon : lbrack ["
    " rbrack ] lgroup ( rgroup ) textbackslash \\ textunderscore _ textasciitilde ~ textdegree ° qquad \u2003 quad \u2003"
)


def _pairs(rows: str) -> dict[str, str]:
    words = rows.split(" ")
    return dict(zip(words[::2], words[1::2], strict=True))


def _words(rows: str) -> frozenset[str]:
    return frozenset(rows.split())


GREEK: Final = _pairs(_GREEK_LETTERS)
"""Greek letters by control word (TeXbook, appendix F)."""

RELATIONS: Final = _pairs(_RELATIONS)
"""Relations, which take a space on each side."""

SYMBOLS: Final = {**_pairs(_OTHERS), **GREEK, **RELATIONS}
"""Every symbol by control word."""

_OPERATORS: Final = _words(
    "arccos arcsin arctan arg argmax argmin cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup"
    " ln log max min mod Pr sec sin sinh softmax sup tan tanh polylog poly Var Cov tr"
)

_ACCENTS: Final = (
    "grave \u0300 acute \u0301 hat \u0302 widehat \u0302 tilde \u0303 widetilde \u0303 bar \u0304 overline \u0305 breve \u0306"
    " dot \u0307 ddot \u0308 mathring \u030a check \u030c widecheck \u030c vec \u20d7 overrightarrow \u20d7 underline \u0332 underbar \u0332"
)
ACCENTS: Final = _pairs(_ACCENTS)
"""Accents of mathematics as combining characters."""

_FONTS: Final = _words(
    "mathrm mathit mathbf mathsf mathtt mathnormal mathcal mathscr mathfrak boldsymbol bm pmb text textrm textit"
    " textbf textsf texttt textsc textup textnormal mbox hbox operatorname emph cal rm it bf sf tt mathop mathbin"
    " mathrel mathord mathopen mathclose ensuremath underset limits nolimits displaystyle textstyle scriptstyle"
    " left right middle big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr bigm Bigm boxed phantom"
    " xspace nonumber notag"
)
"""Words that leave no trace in plain text; what they apply to stays."""

_TEXT_FONTS: Final = _words("text textrm textit textbf textsf texttt textsc textup textnormal mbox hbox")

_SPACES: Final = {",": "\u2009", ":": " ", ";": " ", " ": " ", "!": "", "/": "", "\\": " ", "-": "", "|": "‖"}

_SUPERSCRIPT: Final = dict(
    zip(
        "0123456789+-=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWαβγδεθιφχ⊤′∗*∘",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵅᵝᵞᵟᵋᶿᶥᶲᵡᵀ′**°",
        strict=True,
    )
)
_SUBSCRIPT: Final = dict(
    zip("0123456789+-=()aehijklmnoprstuvxβγρφχ", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ", strict=True)
)

_DOUBLE_STRUCK: Final = {"C": "ℂ", "H": "ℍ", "N": "ℕ", "P": "ℙ", "Q": "ℚ", "R": "ℝ", "Z": "ℤ"}

_TOKEN: Final = re.compile(r"\\[A-Za-z]+\*?\s*|\\.|\s+|.", re.DOTALL)
_SIMPLE: Final = re.compile(r"[\w.]*\Z")
_MAX_DEPTH: Final = 40


def formula_to_unicode(body: str) -> str:
    r"""The best plain reading of a formula (given without its dollars): no ``$``, no TeX braces or backslashes.

    >>> formula_to_unicode(r"\tilde{\mathcal O}(\log K)"), formula_to_unicode(r"x_1^2 \le \frac{a}{b}")
    ('Õ(log K)', 'x₁² ≤ a/b')
    """
    text = _FormulaReader(_TOKEN.findall(body)).sequence(0)
    return normalize("NFC", re.sub(r"  +", " ", text).strip())


class _FormulaReader:
    """Walks over the tokens of one formula; groups deeper than a limit are read flat."""

    def __init__(self, found: list[str]) -> None:
        self._tokens = found
        self._at = 0

    def _peek(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def sequence(self, depth: int, *, text: bool = False) -> str:
        """The text up to the closing brace or the end."""
        out: list[str] = []
        while item := self._peek():
            self._at += 1
            if item == "}":
                if depth:
                    break
                continue
            self._one(item, out, depth, text=text)
        return "".join(out)

    def _argument(self, depth: int, *, text: bool = False) -> str:
        """The next group or item, as TeX takes an argument."""
        while self._peek().isspace():
            self._at += 1
        item = self._peek()
        if item in {"", "}"}:
            return ""
        self._at += 1
        out: list[str] = []
        if item == "{" and depth < _MAX_DEPTH:
            return self.sequence(depth + 1, text=text)
        if depth < _MAX_DEPTH:
            self._one(item, out, depth + 1, text=text)
        return "".join(out)

    def _one(self, item: str, out: list[str], depth: int, *, text: bool) -> None:
        """Read what begins with ``item`` and append its text to ``out``."""
        if item == "{":
            if depth < _MAX_DEPTH:
                out.append(self.sequence(depth + 1, text=text))
        elif item[0] == "\\" and len(item) > 1:
            name = item[1:].rstrip().rstrip("*")
            if name.isalpha():
                self._word(name, out, depth)
            else:
                out.append(_SPACES.get(item[1], item[1]))
        elif item in "^_" and not text:
            out.append(self._script(item, depth))
        elif item in "&~" or item.isspace():
            out.append(" ")
        elif item == "'" and not text:
            out.append("′")
        elif item not in {"$", "\\"}:
            out.append(item)

    def _word(self, name: str, out: list[str], depth: int) -> None:
        if name in RELATIONS:
            self._spaced(RELATIONS[name], out)
        elif name in SYMBOLS:
            out.append(SYMBOLS[name])
        elif name in _OPERATORS:
            if out and out[-1] and (out[-1][-1].isalnum() or out[-1][-1] in ")]"):
                out.append(" ")
            out.append(name)
            if (following := self._peek()) and (following[0].isalnum() or following[0] == "\\"):
                out.append(" ")
        elif name in ACCENTS:
            out.append(_accented(self._argument(depth), ACCENTS[name]))
        elif name in _FONTS:
            if self._peek() == "." and name in {"left", "right"}:
                self._at += 1
            elif name in _TEXT_FONTS:
                out.append(self._argument(depth, text=True))
        else:
            self._construct(name, out, depth)

    def _construct(self, name: str, out: list[str], depth: int) -> None:
        """Words that take arguments; an unknown word stands for itself."""
        if name in {"frac", "dfrac", "tfrac", "nicefrac", "sfrac"}:
            above, below = self._argument(depth), self._argument(depth)
            out.append(f"{_grouped(above)}/{_grouped(below)}")
        elif name == "sqrt":
            index = ""
            if self._peek() == "[":
                while (item := self._peek()) and item != "]":
                    index += item if item != "[" else ""
                    self._at += 1
                self._at += 1
            sign = {"": "√", "2": "√", "3": "∛", "4": "∜"}.get(index) or _script(index, _SUPERSCRIPT, "^") + "√"
            out.append(sign + _grouped(self._argument(depth)))
        elif name in {"binom", "tbinom", "dbinom"}:
            out.append(f"({self._argument(depth)} choose {self._argument(depth)})")
        elif name in {"mathbb", "mathds", "Bbb"}:
            out.append("".join([_double_struck(letter) for letter in self._argument(depth)]))
        elif name == "not":
            struck = self._argument(depth)
            out.append(struck[:1] + "\u0338" + struck[1:] if struck else "")
        elif name in {"begin", "end"}:
            self._argument(depth)
            out.append(" ")
        elif name in {"pmod", "bmod"}:
            out.append(f" (mod {self._argument(depth)})" if name == "pmod" else " mod ")
        else:
            out.append(name)

    def _spaced(self, sign: str, out: list[str]) -> None:
        """A relation: a space on each side where something stands there."""
        before = any([piece.strip() for piece in out[-3:]])
        if before and not out[-1].endswith(" "):
            out.append(" ")
        out.append(sign)
        if before and self._peek() not in {"", "}", " "}:
            out.append(" ")

    def _script(self, sign: str, depth: int) -> str:
        return _script(self._argument(depth), _SUPERSCRIPT if sign == "^" else _SUBSCRIPT, sign)


def _script(text: str, letters: dict[str, str], sign: str) -> str:
    """A superscript or subscript: raised letters where Unicode has all of them."""
    text = text.strip()
    if all([letter in letters for letter in text]):
        return "".join([letters[letter] for letter in text])
    return f"{sign}{text}" if _SIMPLE.match(text) else f"{sign}({text})"


def _grouped(text: str) -> str:
    return text if _SIMPLE.match(text) or len(text) <= 1 else f"({text})"


def _accented(text: str, mark: str) -> str:
    if mark in {"\u0305", "\u0332"}:
        return "".join([letter + mark for letter in text])
    return text[:1] + mark + text[1:] if text else ""


def _double_struck(letter: str) -> str:
    if letter in _DOUBLE_STRUCK:
        return _DOUBLE_STRUCK[letter]
    if "A" <= letter <= "Z":
        return chr(0x1D538 + ord(letter) - ord("A"))
    if "a" <= letter <= "z":
        return chr(0x1D552 + ord(letter) - ord("a"))
    return {"1": "𝟙", "0": "𝟘"}.get(letter, letter)
