"""Formulas in plain Unicode, as a person would read them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bibkit.text.markup import (
    unicode_math,
)


class TestUnicodeFormulas:
    @pytest.mark.parametrize(
        ("text", "plain"),
        [
            (r"a sharp $\tilde{\mathcal O}(\log K)$ bound", "a sharp Õ(log K) bound"),
            (r"$\mu$$\nu$ and $O(k\log k)$", "μν and O(k log k)"),
            (r"$x_1^2 \le \frac{a}{b}$", "x₁² ≤ a/b"),
            (r"$\theta\in\mathbb{R}^{d}$", "θ ∈ ℝᵈ"),
            (r"$\frac{1}{1-\gamma}$", "1/(1-γ)"),
            (r"$10\times 10$ at $90^\circ$", "10×10 at 90°"),
            (r"$\left\{0,1\right\}^n$", "{0,1}ⁿ"),
            (r"$x_{\text{old value}}$", "x_(old value)"),
            (r"$\unheardof{y}$", "unheardofy"),
            ("no formula, $5", "no formula, $5"),
        ],
    )
    def test_reading(self, text, plain):
        assert unicode_math(text) == plain

    @given(
        st.lists(st.sampled_from(["\\frac", "\\sqrt", "\\tilde", "{", "}", "[", "]", "^", "_", "a", " ", "\\"])).map(
            "".join
        )
    )
    def test_any_formula_is_taken(self, body):
        assert isinstance(unicode_math(f"${body}$"), str)

    def test_depth_costs_nothing(self):
        assert isinstance(unicode_math("$" + "\\frac{" * 5000 + "}" * 5000 + "$"), str)
