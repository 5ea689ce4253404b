"""TeX field text to and from rich text."""

from __future__ import annotations

import json
import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bibkit.codecs.latex import decode, decode_verbatim, decode_with_unknown, encode, encode_reporting
from bibkit.codecs.latex import reader as latex_reader
from bibkit.codecs.latex.tables import TO_TEX
from bibkit.text.markup import SMALL_CAPS, protect_dollars, split_math

LETTERS = "aeiouyAEIOUYcdglnrstzCGKLNRSTZ"
SPECIALS = [*"&%#_{}~^$\\<>-`'\"?!", "--", "''", "``"]
TAGS = ["<i>", "</i>", "<b>", "</b>", "<sup>", "</sup>", SMALL_CAPS, '<span class="nocase">', "</span>"]
FORMULAS = [r"$\mu$", r"$O(k\log k)$", "$$a_1$$", "$x^2$", "$_2$", r"$^{\textrm{th}}$", r"$\{a\}$", r"$\text{\$5}$"]
SIGNS = [*"ßøłæœÅÐđıθΩά–—“”‘’…€×ậấǿş\u00a0"]
TEX_ALREADY = re.compile(r"\\[&%#_{}`'^\"~=.]|\\[a-zA-Z]+[{ ]|\{\\")


@st.composite
def rich_text(draw: st.DrawFn) -> str:
    """Rich text as decoders make it: specials, letters with marks, tags, formulas, money."""
    pieces: list[tuple[bool, str]] = []
    items = st.sampled_from([*LETTERS, *"  0", *SPECIALS, *TAGS, *SIGNS])
    words = st.lists(items, min_size=1, max_size=12).map("".join)
    for is_math in draw(st.lists(st.booleans(), max_size=5)):
        if is_math:
            pieces.append((True, draw(st.sampled_from(FORMULAS))))
        elif not pieces or pieces[-1][0]:
            pieces.append((False, draw(words)))
    text = re.sub(" +", " ", protect_dollars(pieces)).strip(" ")
    return unicodedata.normalize("NFC", text)


def balanced(tex: str) -> bool:
    """As BibTeX counts: escaped braces too."""
    depth = 0
    for char in tex:
        depth += (char == "{") - (char == "}")
        if depth < 0:
            return False
    return depth == 0


def unescaped_dollars(tex: str) -> int:
    return len(re.findall(r"(?<!\\)\$", tex))


class TestReading:
    @pytest.mark.parametrize(
        ("tex", "text"),
        [
            (r"\'e \'{e} {\'e} \' e {\'{e}} \'\i{} \'{\i} {\'{\i}}", "é é é é é í í í"),
            (r"\`o \^o \"o \~n \=u \.z \u{g} \v s \H{o} \k{a} \r a \c c \d{t} \b{d}", "ò ô ö ñ ū ż ğ š ő ą å ç ṭ ḏ"),
            (r"{\v{S}}\'arka {\v Z}i\v{z}ka Bra\c{s}ov", "Šárka Žižka Braşov"),
            (r"\d{\^a} \'{\^e} \={\"{u}} \t{oo}", "ậ ế ǖ o͡o"),
            (
                r"Stra{\ss}e {\o}re \o{}re \o re {\L}\'od\'z \ss\ x {\AE} {\dh} \th{} \ng{} {\i} \aa",
                "Straße øre øre øre Łódź ß x Æ ð þ ŋ ı å",
            ),
            (r"\.{\i} \.I", "i İ"),
            (
                r"R\&D 5\% \#1 a\_b \{x\} \textbackslash{} \textasciitilde{} \~{} \^{} \textasciicircum",
                r"R&D 5% #1 a_b {x} \ ~ ~ ^ ^",
            ),
            ("a -- b --- c ``d'' it's", "a – b — c “d” it's"),
            (r"D\textquotesingle Alba \textendash{} \ldots{} \S 5 \copyright{} \pounds 3", "D'Alba – … §5 © £3"),
            (r"Dr.~Abara D.\,E.~Sol a\ b", "Dr.\u00a0Abara D.\u2009E.\u00a0Sol a b"),
            (
                r"\emph{a} \textbf{b {\it c}} {\bf d} \textsc{e} \textsuperscript{2}",
                f"<i>a</i> <b>b <i>c</i></b> <b>d</b> {SMALL_CAPS}e</span> <sup>2</sup>",
            ),
            (r"\emph x \mbox{y} \text{z} {\rm w} \texttt{v}", "<i>x</i> y z w v"),
            (
                r"H$_2$O, DNA$_{\textrm{2}}$, $4^{\textrm{i\`eme}}$, 20$^{th}$",
                "H<sub>2</sub>O, DNA<sub>2</sub>, $4^{\\textrm{i\\`eme}}$, 20<sup>th</sup>",
            ),
            (r"{NASA} and {\'E}tudes {of {the}} Pond", "NASA and Études of the Pond"),
            ("a\n  b\tc\n\n\n  d", "a b c\n\nd"),
            (
                r"\url{https://example.org/a_b~c\%} \href{https://example.org}{there}",
                "https://example.org/a_b~c% there (https://example.org)",
            ),
            (r"\foreignlanguage{german}{Teich} \noopsort{b}Weir \texorpdfstring{$k$}{k}-ary", "Teich Weir $k$-ary"),
            (r"\ensuremath{\theta} \(a+b\) \ensuremath{x^2}", "θ $a+b$ $x^2$"),
            ("100% of C# & F#", "100% of C# & F#"),
            ("{{}US Navy} ponds", '<span class="nocase">US Navy</span> ponds'),
            ("open { and } closed }", "open and closed"),
        ],
    )
    def test_spellings(self, tex, text):
        assert decode(tex) == unicodedata.normalize("NFC", text)

    def test_formulas_are_not_touched(self):
        tex = r"{$O(k\log k)$} and $x_1^2 \le \frac{a}{b}~c--d$, $\mu$$\nu$"
        assert decode(tex) == r"$O(k\log k)$ and $x_1^2 \le \frac{a}{b}~c--d$, $\mu$$\nu$"

    @pytest.mark.parametrize("tex", [r"from \$310 to \$75", "from $310 to $75", r"a \$5--\$9 range", "$5 to $9"])
    def test_money_has_no_backslash_and_is_no_formula(self, tex):
        text = decode(tex)
        assert "\\" not in text
        assert not any([is_math for is_math, _ in split_math(text)])

    def test_formula_before_a_digit_stays_a_formula(self):
        assert [is_math for is_math, _ in split_math(decode("$k$2 and $ n $"))] == [True, False, True]

    def test_dollars_that_would_open_a_formula_are_escaped(self):
        assert decode(r"A\$5a\$b") == r"A\$5a$b"

    def test_unknown_words_stay_and_are_told(self):
        assert decode_with_unknown(r"Ponds \frob{x}{y} z") == (r"Ponds \frob{x}{y} z", ("frob",))

    def test_words_beyond_the_table(self):
        assert decode(r"a \textonequarter b \Cap c") == "a ¼b ⋒c"

    @given(
        st.lists(st.sampled_from([*"\\\\{}$'\"~ aio\n", "\\emph", "\\url{", "\\c", "\\it ", "\\(", "\\)"])).map("".join)
    )
    def test_any_text_is_taken(self, tex):
        assert unicodedata.is_normalized("NFC", decode(tex))
        assert isinstance(decode_verbatim(tex), str)

    @pytest.mark.parametrize(
        "unit", ["{", "}", "\\'{", "$", "\\url{", "\\href{a}{", "\\(", "\\emph{", "\\it ", "\\x{", "x$ "]
    )
    def test_repetition_is_harmless(self, unit):
        text = unit * 20_000
        decode(text)
        assert balanced(encode(text, protect=True))


class TestVerbatim:
    @pytest.mark.parametrize(
        ("source", "text"),
        [
            (r"https://example.org/c\_d?p=10\%\&q=\#x", "https://example.org/c_d?p=10%&q=#x"),
            (r"\url{https://example.org/{\_}a}", "https://example.org/_a"),
            (r"\href{https://example.org/a}{the page}", "https://example.org/a"),
            (r"https://example.org/\~{}anna/{\textasciitilde}b", "https://example.org/~anna/~b"),
            ("https://example.org/a%20b/c_d?x=1&y=2#frag~z", "https://example.org/a%20b/c_d?x=1&y=2#frag~z"),
            (
                "10.1002/(SICI)1097-0000(203009)18:12<1450::AID-XYZ3>3.0.CO;2-I",
                "10.1002/(SICI)1097-0000(203009)18:12<1450::AID-XYZ3>3.0.CO;2-I",
            ),
            ("{https://example.org}", "https://example.org"),
        ],
    )
    def test_escapes_are_undone(self, source, text):
        assert decode_verbatim(source) == text


class TestWriting:
    def test_specials(self):
        assert encode("R&D 5% #1 a_b {set} ~ ^ \\ $5 –\u00a0é") == (
            r"R\&D 5\% \#1 a\_b \{set\} \textasciitilde{} \textasciicircum{} \textbackslash{} \$5 –~é"
        )

    @pytest.mark.parametrize(
        ("text", "tex"),
        [
            (r"a \emph{Word} and \textbf{b $x$} \& 5\%", r"a \emph{Word} and \textbf{b $x$} \& 5\%"),
            (r"Schr\"odinger {\'e} \v{s} {\o}re stra\ss{}e", "Schrödinger é š øre straße"),
            (r"the \gvGrpoCovFive%", r"the \textbackslash{}gvGrpoCovFive\%"),
            (r"C:\temp\new", r"C:\textbackslash{}temp\textbackslash{}new"),
            (r"a model\'s", r"a model\textbackslash{}'s"),
            (r"\emph{open", r"\textbackslash{}emph\textbraceleft{}open"),
        ],
    )
    def test_tex_in_the_text_is_not_escaped_twice(self, text, tex):
        assert encode(text) == tex

    @pytest.mark.parametrize("text", ["} a {", "{{a}", "a}b", "<i>{</i>}", "{<b>}</b>", "\\{", r"$\{x$ and $y\}$"])
    def test_braces_are_balanced(self, text):
        assert balanced(encode(text))
        assert balanced(encode(text, ascii=True, protect=True))

    def test_formulas(self):
        assert encode(r"$x_1 \le \frac{a}{b}$ at $50%$") == r"$x_1 \le \frac{a}{b}$ at $50\%$"

    @given(rich_text(), st.booleans(), st.booleans())
    def test_reads_back(self, text, only_ascii, protect):
        tex, lost = encode_reporting(text, ascii=only_ascii, protect=protect)
        assert balanced(tex)
        assert not lost
        assert tex.isascii() or not only_ascii
        if TEX_ALREADY.search(text) is None:
            assert decode(tex) == as_typed(text)

    @pytest.mark.parametrize(
        ("text", "tex"),
        [("max--min", "max–min"), ("so---there", "so—there"), ("``Ponds''", "“Ponds”"), ("$a--b$", "$a--b$")],
    )
    def test_dashes_and_quotation_marks_typed_as_tex_types_them_become_characters(self, text, tex):
        assert encode(text) == tex

    @given(st.text(), st.booleans())
    def test_any_text_is_taken(self, text, protect):
        tex = encode(text, protect=protect)
        assert balanced(tex)
        assert encode(text, ascii=True, protect=protect).isascii()
        assert encode(decode(tex), protect=protect) == encode(decode(encode(decode(tex))), protect=protect)


def as_typed(text):
    """A text whose dashes and quotation marks outside formulas are characters."""
    pieces = split_math(text)
    for typed, character in (("---", "—"), ("--", "–"), ("``", "“"), ("''", "”")):
        pieces = [(is_math, piece if is_math else piece.replace(typed, character)) for is_math, piece in pieces]
    return "".join(piece for _, piece in pieces)


class TestProtection:
    @pytest.mark.parametrize(
        ("title", "tex"),
        [
            ("Teaching LLMs with GRPO on an iPhone", "Teaching {LLMs} with {GRPO} on an {iPhone}"),
            ("GPT-4o and Qwen3 at 27B: LLM-Based Ponds", "{GPT-4o} and {Qwen3} at {27B}: {LLM}-Based Ponds"),
            ("Self-Teacher Weirs: A Study of O'Brien", "Self-Teacher Weirs: A Study of {O'Brien}"),
            ("Pass@K, K-theory and C# in R&D", r"{Pass@K}, {K}-theory and {C}\# in {R\&D}"),
            ("Multi-Agent TCP/IP (U.S. Edition)", "Multi-Agent {TCP/IP} ({U.S.} Edition)"),
            ("Covid-19 and 2-SAT in 3 Days", "Covid-19 and {2-SAT} in 3 Days"),
            (r"Sums $O(K \log K)$ of $NP$-Hard", r"Sums $O(K \log K)$ of $NP$-Hard"),
            ("<i>Natrix</i> and the DNA", r"\emph{Natrix} and the {DNA}"),
            ("DEEP PONDS FOR ALL", "DEEP PONDS FOR ALL"),
            ("Élan and ÉNA", "Élan and {ÉNA}"),
        ],
    )
    def test_words(self, title, tex):
        assert encode(title, protect=True) == tex
        assert decode(tex) == title

    def test_a_word_that_begins_with_a_command_is_doubly_braced(self):
        # BibTeX changes the case of a "special character", a group that begins with a backslash
        assert encode("ÖBB", protect=True, ascii=True) == '{{\\"O}BB}'


class TestAscii:
    @pytest.mark.parametrize(
        ("text", "tex"),
        [
            ("Łódź naïve Søren", r"{\L}{\'o}d{\'z} na{\"\i}ve S{\o}ren"),
            ("š ç ą ậ ấ ő", r"{\v{s}} {\c{c}} {\k{a}} {\d{\^a}} {\'{\^a}} {\H{o}}"),
            ("θ – — “x” €", r"\ensuremath{\theta} -- --- ``x'' {\texteuro}"),
            ("a\u0303b", r"{\~a}b"),
            ("$α$ and $é$", r"${\alpha}$ and $\mbox{{\'e}}$"),
        ],
    )
    def test_spelling(self, text, tex):
        assert encode(text, ascii=True) == tex

    @pytest.mark.parametrize("char", sorted(set(TO_TEX) - {"\u202f"}))
    def test_every_sign_of_the_table_reads_back(self, char):
        assert decode(encode(f"a{char}b", ascii=True)) == f"a{char}b"

    def test_latin_letters_read_back_or_are_told(self):
        for code in (*range(0xC0, 0x250), *range(0x1E00, 0x1F00)):
            tex, lost = encode_reporting(f"x{chr(code)}y", ascii=True)
            assert tex.isascii()
            assert lost or decode(tex) == unicodedata.normalize("NFC", f"x{chr(code)}y")

    def test_letters_without_a_spelling_do_not_vanish(self):
        assert encode_reporting("Рівне & 漢", ascii=True) == (r"Rivne \& Han", {"Cyrillic", "CJK"})
        assert encode("Рівне & 漢") == r"Рівне \& 漢"


class TestCases:
    def field(self, shared, case: str, name: str) -> str:
        text = next((shared / "cases").glob(f"{case}-*/input.bib")).read_text("utf-8")
        match = re.search(rf"(?m)^\s*{name} = \{{(.*)\}},?$", text)
        assert match is not None
        return match[1]

    def record(self, shared, case: str) -> dict:
        return json.loads(next((shared / "cases").glob(f"{case}-*/input.json")).read_text("utf-8"))[0]

    def test_04_hash(self, shared):
        for name in ("title", "abstract"):
            text = self.field(shared, "04", name)
            assert decode(text) == text
            assert decode(encode(text, protect=True)) == text
            assert re.search(r"(?<!\\)#", encode(text)) is None

    def test_10_letters(self, shared):
        names = decode(self.field(shared, "10", "author"))
        assert names == (
            "Bohumil Vlkík and Göksel Çalışkan and Ðunja Łukasińska and Bjørn Ås and Elena Ştefănescu and Šárka Bìlña"
        )
        assert decode(self.field(shared, "10", "title")) == (
            "Straßenbäume, œuvres and æther: ß ø å café naïve \u2013 it's"
        )

    def test_11_and_12_ascii(self, shared):
        for case in ("11", "12"):
            record = self.record(shared, case)
            names = [person[part] for person in record["author"] for part in ("family", "given")]
            for text in (record["title"], *names):
                tex = encode(text, ascii=True)
                assert tex.isascii()
                assert re.search(r"\\(?:l|L|o|O|ss|i|th|TH|ae|oe)(?= [a-zA-Z])", tex) is None
                assert decode(tex) == unicodedata.normalize("NFC", text)
                assert encode(text) == unicodedata.normalize("NFC", text)

    def test_14_cyrillic(self, shared):
        record = self.record(shared, "14")
        assert encode(record["title"]) == record["title"]
        tex, lost = encode_reporting(record["title"], ascii=True)
        assert len(tex) > 20
        assert lost == {"Cyrillic"}

    def test_17_specials(self, shared):
        record = self.record(shared, "17")
        for name in ("title", "container-title", "publisher"):
            tex = encode(record[name], protect=name == "title")
            assert re.search(r"(?<!\\)[&%#_~^]", tex) is None
            assert balanced(tex)
            assert decode(tex) == record[name]
            assert "\\\\&" not in encode(record[name].replace("&", r"\&"))

    def test_18_formulas_and_money(self, shared):
        title, abstract = self.field(shared, "18", "title"), self.field(shared, "18", "abstract")
        written = encode(decode(title), protect=True), encode(decode(abstract))
        assert [unescaped_dollars(tex) for tex in written] == [6, 2]
        assert r"$\mu$$\nu$" in written[0]
        assert r"$O(k\log k)$" in written[0]
        assert r"\$75" in written[0]
        assert r"\$310 to \$75 while $x_1^2 \le \frac{a}{b}$" in written[1]


@given(
    st.lists(
        st.sampled_from(
            [
                "a", "e ", "1", " ", "  ", "~", "--", "''", "`", "?", "\\%", "\\'e", "\\'{e}", "{\\'\\i}", "\\'\\i ", "{\\c C}", "\\v{S}",
                "\\ss ", "{\\aa}", "\\emph{", "\\textbf{b}", "{", "}", "$", "$x^2$", "$O(n)$", "\\$", "\\", "\\(", "\n", "\u0301", "\\foo",
                "{\\em ", "{NASA}", "{{}", "\\url{", "\\ensuremath{a}", "<i>", "ß",
            ]
        ),
        max_size=9,
    ).map("".join)
)  # fmt: skip
def test_the_short_way_gives_what_the_long_way_gives(text):
    assert decode(text) == latex_reader._decode(text, None)
