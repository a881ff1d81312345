"""Reading and writing formulas."""

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bounds.errors import BoundcheckError
from bounds.formulas import RELATIONS, Apply, Constant, Formula, Name, read, write

SIGNS = ("+", "-", "*", "/", "**", "and", "or", *RELATIONS)


def formulas() -> st.SearchStrategy[Formula]:
    atoms = st.one_of(
        st.integers(0, 99).map(lambda i: Constant(Fraction(i))), st.sampled_from("wxyu").map(lambda name: Name(name))
    )

    def larger(inside: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
        return st.one_of(
            st.builds(lambda sign, a, b: Apply(sign, (a, b)), st.sampled_from(SIGNS), inside, inside),
            st.builds(lambda sign, a: Apply(sign, (a,)), st.sampled_from(("-", "not")), inside),
            st.builds(lambda a, b, c: Apply("if", (a, b, c)), inside, inside, inside),
            st.builds(lambda name, parts: Apply(name, tuple(parts)), st.sampled_from(("min", "f")), st.lists(inside)),
        )

    return st.recursive(atoms, larger, max_leaves=12)


@given(formulas())
def test_reading_what_was_written_gives_the_same_formula(formula: Formula) -> None:
    assert read(write(formula)) == formula


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("-a**2", "-(a**2)"),
        ("a**-b", "a**(-b)"),
        ("a**b**c", "a**(b**c)"),
        ("a - b - c", "(a - b) - c"),
        ("a/b*c", "(a/b)*c"),
        ("a if b else c if d else e", "a if b else (c if d else e)"),
        ("not a < b", "not (a < b)"),
        ("a < b and not c or d", "((a < b) and (not c)) or d"),
        ("1 if a < 0 or b else 2", "(1) if ((a < 0) or b) else (2)"),
    ],
)
def test_what_binds_tighter(text: str, same: str) -> None:
    assert read(text) == read(same)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "it ends too early"),
        ("a b", "unexpected 'b' at position 3"),
        ("a <= b <= c", "two relations in a row at position 8"),
        ("f(a, )", "unexpected ')' at position 6$"),
        ("norm(u, 2) = 1", "unexpected '=' at position 12; write == for an equality$"),
        ("y*<w, x>", "unexpected '<' at position 3; write dot"),
        ("|y| <= R", "unexpected '|' at position 1; write abs(a), or norm(v, 2)"),
        ("if y > 0: x", "unexpected ':' at position 9; write a choice as a if c else b"),
        ("sqrt(2 log n)", "unexpected 'log' at position 8; write * to multiply"),
        ("a if b c", "unexpected 'c' at position 8; write a choice as a if c else b"),
        ("\u03b7*x", "unexpected '\u03b7' at position 1; write eta"),
        ("f(a", "it ends too early"),
        ("a if b", "it ends too early"),
        ("if", "unexpected 'if' at position 1"),
        ("__import__('os')", 'unexpected "\'"'),
        ("lambda: 0", "unexpected ':'"),
        ("x.y", "unexpected '.'"),
        ("1e5", "unexpected 'e5'"),
        ("(" * 200 + "a" + ")" * 200, "nested more than 100 deep"),
        ("+".join(["a"] * 5000), "more than 100 operations in a row"),
        ("/".join(["a"] * 102), "more than 100 operations in a row"),
        ("-" * 200 + "a", "nested more than 100 deep"),
        ("2**" * 200 + "a", "nested more than 100 deep"),
        ("1" * 500, "digits"),
        ("a+" * 20_000 + "a", "characters"),
    ],
)
def test_what_is_no_formula_is_refused_with_its_position(text: str, what: str) -> None:
    with pytest.raises(BoundcheckError, match=re.sub(r"[()*|]", r"\\\g<0>", what)):
        read(text)


@pytest.mark.parametrize("sign", ["+", "/", "*", " and "])
def test_a_hundred_operations_in_a_row_are_read_and_written(sign: str) -> None:
    text = write(read(sign.join(["a"] * 100)))
    assert write(read(text)) == text
