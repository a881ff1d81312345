"""The formula parser: what it reads, what it refuses and where, and that nothing keeps it busy for long."""

from __future__ import annotations

import re
import time
from fractions import Fraction

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from bounds import symbols as s
from bounds.errors import BoundcheckError
from bounds.expression import (
    MAX_DEPTH,
    MAX_LENGTH,
    format_expression,
    parse_assignment,
    parse_expression,
    parse_number,
)
from bounds.numbers import compare, exp, log, sqrt
from bounds.numbers.evaluate import evaluate

LIMIT = 2.0
"""Seconds any one text may take; the worst known takes a third of that on a slow machine."""

BOUNDS = [
    ("U**2/(2*eta)+eta*l*X**2/2", s.U**2 / (2 * s.eta) + s.eta * s.l * s.X**2 / 2),
    ("U*X*sqrt(2*l*log(n))", s.U * s.X * sympy.sqrt(2 * s.l * sympy.log(s.n))),
    ("U**2*X**2/(4*tau)", s.U**2 * s.X**2 / (4 * s.tau)),
    (
        "floor(((U*X+1)*k+U*log(n)/eta)/(1-eta*U*X**2/2))",
        sympy.floor(((s.U * s.X + 1) * s.k + s.U * sympy.log(s.n) / s.eta) / (1 - s.eta * s.U * s.X**2 / 2)),
    ),
    ("2+3*k*(log(N,2)+1)", 2 + 3 * s.k * (sympy.log(s.N) / sympy.log(2) + 1)),
    ("(p-1)*R**(2*q)", (s.p - 1) * s.R ** (2 * s.q)),
]

MEANING = [
    ("2**3**2", 512),
    ("-2**2", -4),
    ("2**-1", Fraction(1, 2)),
    ("-3 - -4", 1),
    ("2*-3", -6),
    ("-6/-3", 2),
    ("--2**2", 4),
    ("2-3-4", -5),
    ("12/3/2", 2),
    ("1/2*4", 2),
    ("2*3**2", 18),
    ("(2*3)**2", 36),
    ("0.1", Fraction(1, 10)),
    ("1e-3", Fraction(1, 1000)),
    ("2.5E1 + .5 + 1.", Fraction(53, 2)),
    ("sqrt(9/4)", Fraction(3, 2)),
    ("log2(8)", 3),
    ("log(1/9, 3)", -2),
    ("ln(exp(3/2))", Fraction(3, 2)),
    ("floor(-1/2)", -1),
    ("ceiling(-1/2)", 0),
    ("floor(log(8)/log(2))", 3),
    ("floor(10*sqrt(2))", 14),
    ("ceiling(10*sqrt(2))", 15),
    ("Max(1, 7/5, -8)", Fraction(7, 5)),
    ("min(1, 7/5, -8)", -8),
    ("abs(3 - 10)", 7),
    ("\t 1 +  1 ", 2),
]


@pytest.mark.parametrize(("text", "expected"), BOUNDS)
def test_bounds_are_read_as_sympy_would_write_them(text: str, expected: sympy.Expr) -> None:
    assert parse_expression(text) == expected


@pytest.mark.parametrize(("text", "expected"), MEANING)
def test_numbers_and_precedence(text: str, expected: int | Fraction) -> None:
    fraction = Fraction(expected)
    assert parse_expression(text) == sympy.Rational(fraction.numerator, fraction.denominator)


def test_comparison_of_irrational_constants_is_exact() -> None:
    assert parse_expression("Max(sqrt(2), 7/5)") == sympy.sqrt(2)
    assert parse_expression("Max(sqrt(2), 71/50)") == sympy.Rational(71, 50)
    assert parse_expression("Min(sqrt(2), 7/5, U)") == sympy.Min(sympy.Rational(7, 5), s.U)
    assert parse_expression("Abs(1 - sqrt(2))") == sympy.sqrt(2) - 1


def test_sympy_is_not_left_to_round_irrational_constants() -> None:
    assert parse_expression("floor(l + sqrt(2))").args == (s.l + sympy.sqrt(2),)
    assert parse_expression("floor(l + 3/2)") == s.l + 1


def test_every_glossary_symbol_is_read() -> None:
    for name in s.glossary():
        assert parse_expression(name) is s.lookup(name)


def test_names_that_the_glossary_lacks_are_refused() -> None:
    with pytest.raises(BoundcheckError, match=r"unknown name 'zz' at position 1"):
        parse_expression("zz*U")


REFUSED = [
    ("U**2 @ 3", "unexpected '@' at position 6"),
    ("U^2", "unexpected '^' at position 2; write ** for a power"),
    ("", "it ends too early at position 1"),
    ("1 +", "it ends too early at position 4"),
    ("(U", "it ends too early at position 3; expected ')'"),
    ("U)", "unexpected ')' at position 2"),
    ("**2", "unexpected '**' at position 1"),
    ("2U", "unexpected 'U' at position 2; write * to multiply"),
    ("U (X)", "'U' is no function at position 1; write * to multiply"),
    ("sqrt", "'sqrt' is a function, not a symbol, at position 1"),
    ("sqrt()", "sqrt of 0 arguments at position 1; give one"),
    ("sqrt(1, 2)", "sqrt of 2 arguments at position 1; give at most 1"),
    ("1 + log(1, 2, 3)", "log of 3 arguments at position 5"),
    ("etaa*U", "unknown name 'etaa' at position 1; did you mean 'eta'?"),
    ("1+Sqrt(2)", "unknown name 'Sqrt' at position 3; did you mean 'sqrt'?"),
    ("pi", "unknown name 'pi' at position 1"),
    ("e", "unknown name 'e' at position 1"),
    ("I", "unknown name 'I' at position 1"),
    ("oo", "unknown name 'oo' at position 1"),
    ("__import__('os')", 'unexpected "\'" at position 12'),
    ("__import__(U)", "unknown name '__import__' at position 1"),
    ("().__class__", "unexpected '.' at position 3"),
    ("U.free_symbols", "unexpected '.' at position 2"),
    ("lambda: 1", "unexpected ':' at position 7"),
    ("U[0]", "unexpected '[' at position 2"),
    ("{U}", "unexpected '{' at position 1"),
    ("'U'", 'unexpected "\'" at position 1'),
    ("U\x00", r"unexpected '\x00' at position 2"),
    ("U\n+X", r"unexpected '\n' at position 2"),
    ("U;X", "unexpected ';' at position 2"),
    ("U = 1", "unexpected '=' at position 3"),
    ("3 − 1", "unexpected '−' at position 3"),  # a minus sign that is not ASCII
    ("Ｕ", "unexpected 'Ｕ' at position 1"),
    ("²", "unexpected '²' at position 1"),
    ("١", "unexpected '١' at position 1"),
    ("1_000", "unexpected '_000' at position 2"),
    ("0x10", "unexpected 'x10' at position 2"),
    ("1e99999", "a number with too large an exponent at position 1"),
    ("1e000000000400000000", "a number with too large an exponent at position 1"),
    ("1/0", "division by zero at position 2"),
    ("U/(X-X)", "division by zero at position 2"),
    ("0**-2", "division by zero at position 2"),
    ("sqrt(-4)", "square root of a negative number at position 1"),
    ("(-8)**(1/3)", "root or power of a negative number at position 5"),
    ("(-2)**eta", "root or power of a negative number at position 5"),
    ("sqrt(1 - ln(3))", "square root of a negative number at position 1"),
    ("sqrt(-l)", "a result that is not a finite real number at position 1"),
    ("log(0)", "logarithm of a number that is not positive at position 1"),
    ("log(-3)", "logarithm of a number that is not positive at position 1"),
    ("log(-l)", "logarithm of a number that is not positive at position 1"),
    ("log(2, 1)", "logarithm to the base 1 at position 1"),
    ("9**9**9", "exponent 387420489 is too large at position 2"),
    ("2**100000", "exponent 100000 is too large at position 2"),
    ("999**999", "a number beyond 2**4000 or 2**-4000 at position 4"),
    ("7**900 * 7**900", "a number of more than 4000 bits could arise at position 1"),
    ("2**(1/10**9)", "exponent 1/1000000000 is too large at position 2"),
    ("sqrt(" * 12 + "U" + ")" * 12, "exponent 1/1024 is too large at position 11"),
    ("exp(10**9)", "a number beyond 2**4000 or 2**-4000 at position 1"),
    ("floor(exp(10**6))", "a number beyond 2**4000 or 2**-4000 at position 7"),
    ("exp(exp(exp(10)))", "a number beyond 2**4000"),
    ("((2*U)**1000)**1000", "a number of more than 4000 bits could arise at position 14"),
    ("exp(10**6*log(2*U))", "exponent 1000000 is too large"),
    ("(2**(1000*p))**(1000/p)", "a number of more than 4000 bits could arise"),
    ("exp(10**100*p)**(log(2)/p)", "is too large"),
    ("floor((1 + sqrt(2))**500)", "a constant that multiplies out to more than 200 terms"),
    ("sqrt(2) + sqrt(3) - sqrt(5 + 2*sqrt(6))", "a sum of constants that is zero or too near to zero"),
    ("n + sqrt(2) + sqrt(3) - sqrt(5 + 2*sqrt(6))", "a sum of constants that is zero or too near to zero"),
    ("(" * 101 + "U" + ")" * 101, "nested more than 100 deep"),
    ("U**" * (MAX_DEPTH + 1) + "U", "nested more than 40 deep at position 124"),
    ("U <= X", "unexpected '<=' at position 3"),
    ("U if X else l", "unexpected 'if' at position 3"),
    ("exp(" * 400 + "U" + ")" * 400, "it has 2001 characters; use at most 2000"),
    ("Max(" + "U," * 30 + "X)", "Max of 31 arguments at position 1; give at most 16"),
]


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_refusals_say_what_and_where(text: str, message: str) -> None:
    with pytest.raises(BoundcheckError) as caught:
        parse_expression(text)
    assert message in str(caught.value)
    assert str(caught.value).startswith("cannot read ")
    assert len(str(caught.value)) < 450


def test_text_is_required() -> None:
    with pytest.raises(BoundcheckError, match="expected text"):
        parse_expression(3)  # type: ignore[arg-type]


DIGITS = "1" + "234567891" * 120
SLOW = [
    f"sqrt({DIGITS})",
    f"log({DIGITS}, 2)",
    f"({DIGITS})**(1/3)",
    "*".join(f"sqrt({10**95 + i})" for i in range(18)),
    "*".join(f"({10**95 + i})**(1/7)" for i in range(18)),
    "+".join(f"sqrt({i})" for i in range(2, 200)),
    "floor(" + "+".join(f"sqrt({i})" for i in range(2, 180)) + ")",
    "sqrt(" + "+".join(f"sqrt({i})" for i in range(2, 200)) + "-U)",
    "*".join(f"(U+{i})" for i in range(250)),
    "(U+X+l+n)**1000",
    "Abs((log(U-X)+U+X+l+n)**40)",
    "Max(" + ",".join(f"U-{i}*X" for i in range(16)) + ")",
    "Max(U+sqrt(2)+sqrt(3),U+sqrt(5+2*sqrt(6)))",
    "floor(l+sqrt(2)+sqrt(3)-sqrt(5+2*sqrt(6)))",
    "sqrt(sqrt(2)+sqrt(3)+sqrt(5)+sqrt(7)+sqrt(11)+sqrt(13)-10)",
    "-" * 1999 + "U",
    *(f"{f}(eta+" * 39 + "U-X" + ")" * 39 for f in ("sqrt", "ln", "exp", "floor", "Abs", "log2")),
    "Abs(U-ceiling(X-" * 19 + "U-X" + "))" * 19,
    "Max(U,Min(X,Abs(U-X-" * 13 + "U-X" + ")))" * 13,
]


@pytest.mark.parametrize("text", SLOW, ids=lambda text: text[:20])
def test_no_text_takes_long(text: str) -> None:
    assert len(text) <= MAX_LENGTH
    start = time.process_time()
    try:
        result = parse_expression(text)
        assert result.free_symbols or evaluate(result, {})
    except BoundcheckError:
        pass
    assert time.process_time() - start < LIMIT


# --- assignments and numbers ---------------------------------------------------------------------------


def test_assignment() -> None:
    assert parse_assignment("eta=1/10") == (s.eta, sympy.Rational(1, 10))
    assert parse_assignment(" eta = 1/X**2") == (s.eta, 1 / s.X**2)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("eta", "it ends too early at position 4; write it as symbol=expression"),
        ("eta==1", "it ends too early at position 7; write it as symbol=expression"),
        ("eta=tau=1", "unexpected '=' at position 8"),
        ("2*eta=1", "no single symbol left of '=' at position 6"),
        ("=1", "unexpected '=' at position 1"),
        ("eta=", "it ends too early at position 5"),
        ("etta=1", "unknown name 'etta' at position 1"),
        ("exp=1", "'exp' is a function, not a symbol, at position 1"),
        ("eta=(U=1)", "unexpected '=' at position 7"),
        ("eta=1^2", "unexpected '^' at position 6"),
    ],
)
def test_assignment_refusals(text: str, message: str) -> None:
    with pytest.raises(BoundcheckError) as caught:
        parse_assignment(text)
    assert message in str(caught.value)


def test_numbers_are_exact() -> None:
    assert parse_number("1/10") == Fraction(1, 10)
    assert parse_number("sqrt(2)/3") == sqrt(Fraction(2)) / 3
    assert compare(parse_number("ln(3)"), log(Fraction(3))) == 0
    assert compare(parse_number("exp(1)"), exp(Fraction(1))) == 0
    assert parse_number("(1 + sqrt(2))**2 - 2*sqrt(2)") == 3
    assert compare(parse_number("2**(1/3)"), Fraction(126, 100)) == -1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("U/2", "as a number: it contains U; use numbers only"),
        ("0.1.2", "unexpected '.2' at position 4"),
        ("nan", "unknown name 'nan'"),
        ("1/((1 + sqrt(2))**2 - 3 - 2*sqrt(2))", "zero"),
        ("(sqrt(2) + sqrt(3) + ln(5))**100", "multiplies out to more than 200 terms"),
    ],
)
def test_number_refusals(text: str, message: str) -> None:
    with pytest.raises(BoundcheckError) as caught:
        parse_number(text)
    assert message in str(caught.value)


# --- writing -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (sympy.E * sympy.sqrt(s.l), "exp(1)*sqrt(l)"),
        (sympy.log(s.N) / sympy.log(2), "log(N)/log(2)"),
        (s.U ** sympy.Rational(3, 2) / sympy.sqrt(s.X), "U**(3/2)/sqrt(X)"),
        (sympy.floor(s.U / 2), "floor(U/2)"),
        (sympy.Integer(2) ** sympy.Rational(2, 3), "2**(2/3)"),
        (sympy.Max(s.U, s.X, 1), "Max(1, U, X)"),
    ],
)
def test_text_of_an_expression(expression: sympy.Expr, text: str) -> None:
    assert format_expression(expression) == text
    assert parse_expression(text) == expression


@pytest.mark.parametrize(
    "expression",
    [
        sympy.sin(s.U),
        sympy.pi,
        sympy.I * s.U,
        sympy.Float("0.1"),
        sympy.oo,
        sympy.Symbol("zz"),
        sympy.Symbol("U"),
        s.U > 0,
        "U",
        0.5,
    ],
    ids=str,
)
def test_what_the_grammar_cannot_say_is_not_written(expression: sympy.Expr) -> None:
    with pytest.raises(BoundcheckError):
        format_expression(expression)


@pytest.mark.parametrize(
    "expression",
    [
        1 / (2 * (s.U + 1)),
        -3 * s.X / (2 * (s.U + 1)),
        -(s.U + 1) / s.X,
        (-s.U - 1) / s.X,
        s.X * (s.U + 1) / 2,
        1 / (2 * sympy.sqrt(s.U + 1)),
        (1 / (2 * (s.U + 1))) ** s.eta,
        sympy.Rational(-2, 3) ** s.l,
        sympy.exp(-s.U / 2),
    ],
    ids=str,
)
def test_signs_and_denominators_are_written_unambiguously(expression: sympy.Expr) -> None:
    assert parse_expression(format_expression(expression)) == expression


def test_unevaluated_products_come_back_multiplied_out() -> None:
    held = sympy.Mul(2, s.U + s.X, evaluate=False)
    assert parse_expression(format_expression(held)) == 2 * s.U + 2 * s.X


POSITIVE = [s.U + 1, s.X + s.eta, s.eta, s.n, s.N, s.p * s.q, sympy.Integer(2), sympy.Rational(3, 7)]


def _grow(inner: st.SearchStrategy[sympy.Expr]) -> st.SearchStrategy[sympy.Expr]:
    positive = st.sampled_from(POSITIVE)
    exponents = st.sampled_from([sympy.Rational(e) for e in ("2", "3", "-1", "1/2", "-1/2", "2/3")])
    return st.one_of(
        st.tuples(inner, inner).map(lambda t: t[0] + t[1]),
        st.tuples(inner, inner).map(lambda t: t[0] - t[1]),
        st.tuples(inner, inner).map(lambda t: t[0] * t[1]),
        st.tuples(inner, positive).map(lambda t: t[0] / t[1]),
        st.tuples(positive, exponents).map(lambda t: t[0] ** t[1]),
        st.tuples(positive, st.sampled_from([s.l, s.k, s.p])).map(lambda t: t[0] ** t[1]),
        positive.map(sympy.log),
        st.sampled_from([s.U, -s.eta, s.p * s.q, sympy.Integer(1), s.U - s.X]).map(sympy.exp),
        inner.map(lambda e: sympy.floor(e) if e.free_symbols else e),
        st.tuples(inner, st.sampled_from([s.U, s.theta])).map(lambda t: sympy.Max(t[1], s.X, s.R)),
    )


EXPRESSIONS = st.recursive(
    st.one_of(
        st.sampled_from([s.lookup(name) for name in s.glossary()]),
        st.fractions(-9, 9, max_denominator=20).map(lambda f: sympy.Rational(f.numerator, f.denominator)),
    ),
    _grow,
    max_leaves=8,
)


@settings(deadline=None, max_examples=150)
@given(EXPRESSIONS)
def test_what_is_written_reads_back_equal(expression: sympy.Expr) -> None:
    assert parse_expression(format_expression(expression)) == expression


# --- fuzzing -------------------------------------------------------------------------------------------

FRAGMENTS = [
    *s.glossary(),
    *("sqrt(", "ln(", "log(", "log2(", "exp(", "floor(", "ceiling(", "Max(", "Min(", "Abs("),
    *("+", "-", "*", "/", "**", "(", ")", ")", ")", ",", " ", "=", "^", ".", "e", "_", "'", "\n", "\x00", "é"),
    *("0", "1", "2", "3", "7", "10", "0.5", "1e9", "1e-9", "999", "1/3", "4000", "(1-sqrt(2))", "1e4000"),
]
VALID = [text for text, _ in BOUNDS] + [text for text, _ in MEANING]


def _survives(text: str) -> None:
    start = time.process_time()
    errors = []
    try:
        assert not parse_expression(text).has(sympy.I, sympy.zoo, sympy.nan, sympy.oo, sympy.Float)
    except BoundcheckError as error:
        errors.append(error)
    for parse in (parse_assignment, parse_number):
        try:
            parse(text)
        except BoundcheckError as error:
            errors.append(error)
    assert time.process_time() - start < 2 * LIMIT
    assert all(str(error).startswith("cannot read ") for error in errors)


@settings(deadline=None, max_examples=300)
@given(st.one_of(st.text(max_size=60), st.lists(st.sampled_from(FRAGMENTS), max_size=30).map("".join)))
def test_random_text_is_read_or_refused(text: str) -> None:
    _survives(text)


@st.composite
def mutants(draw: st.DrawFn) -> str:
    text = draw(st.sampled_from(VALID))
    for _ in range(draw(st.integers(1, 4))):
        at, end = sorted(draw(st.integers(0, len(text))) for _ in range(2))
        text = text[:at] + draw(st.sampled_from([*FRAGMENTS, "", *VALID])) + text[draw(st.sampled_from([at, end])) :]
    return text


@settings(deadline=None, max_examples=300)
@given(mutants())
def test_mutated_formulas_are_read_or_refused(text: str) -> None:
    _survives(text)


@settings(deadline=None, max_examples=200)
@given(st.data())
def test_well_formed_formulas_are_read_or_refused(data: st.DataObject) -> None:
    """Text made by the grammar itself reaches the meaning of every rule far more often than noise does."""
    atoms = st.sampled_from(["U", "X", "l", "n", "eta", "theta", "2", "3", "0", "1/3", "0.5", "10**9", "sqrt(2)"])

    def rule(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        functions = st.sampled_from(["sqrt", "ln", "exp", "floor", "ceiling", "Abs", "log2", "-", "log"])
        return st.one_of(
            st.tuples(inner, st.sampled_from(["+", "-", "*", "/", "**"]), inner).map(lambda t: f"({''.join(t)})"),
            st.tuples(functions, inner).map(lambda t: f"{t[0]}({t[1]})"),
            st.tuples(st.sampled_from(["Max", "Min", "log"]), inner, inner).map(lambda t: f"{t[0]}({t[1]}, {t[2]})"),
        )

    _survives(data.draw(st.recursive(atoms, rule, max_leaves=10)))


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("U**2/(2*\u03b7)", "write eta"),
        ("U\u00b2", "write ** for a power"),
        ("1 \u2212 U", "write - for a minus"),
        ("U\u00b7X", "write * to multiply"),
        ("\u221aU", "write sqrt"),
        ("U^2", "write ** for a power"),
        ("\u03a9", "at position 1$"),
        ("|U|", "write abs(...)"),
        ("sqrt(2 U)", "unexpected 'U' at position 8; write * to multiply"),
        ("norm(u, 2)**2", "name one that a premise bounds, such as U in norm(u, 2) <= U"),
        ("U*X*sqrt(T)", "unknown name 'T' at position 10; the number of trials is l"),
        ("x_t", "write x: names of a trial's own have no index"),
    ],
)
def test_what_is_written_by_hand_is_told_how_to_be_typed(text: str, remedy: str) -> None:
    with pytest.raises(BoundcheckError, match=re.escape(remedy).replace(r"\$", "$")):
        parse_expression(text)
