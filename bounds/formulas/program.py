"""A formula as a program: its kind found once (number, vector, matrix or truth), its value as often as needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial, reduce
from typing import Any

from bounds.errors import BoundcheckError
from bounds.formulas.columns import AtOnce, OverTrials
from bounds.formulas.earlier import AT_A_TRIAL, added_up, running
from bounds.formulas.loops import Level, counted_at_once, remembered
from bounds.formulas.matrices import OF_MATRICES, identity, zero
from bounds.formulas.operations import Environment, Program, as_number, logical, operation, relation
from bounds.formulas.scope import (
    AT_THE_END,
    COLUMNS,
    NOW,
    OF_PLAYED,
    OF_THE_RUN,
    OF_TRIALS,
    RUNNING,
    TOTALS,
    TRIALS,
    Further,
    Names,
    called,
)
from bounds.formulas.text import write
from bounds.formulas.tree import (
    COUNTING,
    FUNCTIONS,
    OF_STATEMENTS,
    OF_THE_TRIALS,
    RELATIONS,
    Apply,
    Constant,
    Formula,
    Kind,
    Name,
    functions,
    names,
    subformulas,
)
from bounds.formulas.values import (
    OF_ANY,
    OF_NUMBERS,
    OF_VECTORS,
    ONE,
    ZERO,
    at,
    entrywise,
    is_member,
    plus,
    rational,
    rest,
    together,
    unit,
    whole,
)
from bounds.formulas.work import TOGETHER, spend
from bounds.numbers import largest, total

OVER_TRIALS = ("sum_t", "max_t", "min_t", "all_t")
"""Operations over the trials of a run; the largest and the smallest of no numbers are 0, and all of no trials do."""


def program(
    formula: Formula,
    kinds: Mapping[str, Kind],
    on_trials: Mapping[str, Kind] | None = None,
    here: Sequence[str] | None = None,
    further: Further = (),
) -> Program:
    """Compile a formula in names of the given kinds; ``on_trials`` are those within sum_t, max_t and min_t.

    With ``on_trials`` it is a statement about a run, in the whole language, else a formula of a learner's rule. With
    ``here`` it is said of a trial or an attribute, and these names, such as i, mean there what they mean here.
    ``further`` are names of trials that this claim alone has.

    Raises BoundcheckError, with the part that is wrong, for an unknown name or function, a wrong number of arguments
    and a wrong kind, such as a vector where a number is needed. A truth counts as 1 or 0 where a number is needed.

    >>> from fractions import Fraction
    >>> from bounds.formulas import read
    >>> compiled = program(read("a + b if a < b else 0"), {"a": "number", "b": "number"})
    >>> compiled.kind, compiled.value({"a": Fraction(1), "b": Fraction(2)})
    ('number', Fraction(3, 1))
    >>> program(read("dot(a, a)"), {"a": "number"})
    Traceback (most recent call last):
    ...
    bounds.errors.BoundcheckError: in 'dot(a, a)': dot takes two vectors, and 'a' is a number
    """
    on_trials = None if on_trials is None else {**on_trials, **dict(further)}
    return _Compiler(kinds, on_trials, on_trials is not None, here, further=frozenset(dict(further))).of(formula)


def kind_of(formula: Formula, kinds: Mapping[str, Kind]) -> Kind:
    """Return whether a formula would be a number, a vector or a matrix where names have these kinds, else numbers.

    >>> from bounds.formulas import read
    >>> kind_of(read("A + outer(x, x)/a"), {"x": "vector"}), kind_of(read("A*x"), {"x": "vector"})
    ('matrix', 'vector')
    """
    match formula:
        case Name(name):
            return kinds.get(name, "number")
        case Apply("outer", _):
            return "matrix"
        case Apply("solve" | "sort" | "simplex" | "e" | "block" | "sums", _):
            return "vector"
        case Apply("dot" | "norm" | "sum" | "det" | "at" | "argmax" | "argmin" | "and" | "or" | "not", _) | Apply(
            "max" | "min", (_,)
        ):
            return "number"
        case Apply(function, arguments):
            argument_kinds = {kind_of(argument, kinds) for argument in arguments[function == "if" :]}
            return "vector" if "vector" in argument_kinds else "matrix" if "matrix" in argument_kinds else "number"
    return "number"


class _Compiler:
    """Compiles formulas in which names have certain kinds."""

    def __init__(
        self,
        kinds: Mapping[str, Kind],
        on_trials: Mapping[str, Kind] | None,
        states: bool,
        here: Sequence[str] | None = None,
        counters: tuple[str, ...] = (),
        further: frozenset[str] = frozenset(),
        when: str = "",
    ) -> None:
        self.kinds, self.on_trials, self.states, self.here, self.counters = kinds, on_trials, states, here, counters
        self.further, self.when = further, when

    def of(self, formula: Formula) -> Program:
        match formula:
            case Constant(value):
                return Program("number", lambda _: value)
            case Name("identity") if "n" in self.kinds:
                return Program("matrix", lambda e: identity(e["n"]))
            case Name(name):
                if name not in self.kinds:
                    known = ", ".join(sorted(self.kinds))
                    raise BoundcheckError(f"unknown name {name!r}; what can be spoken of here is {known}")
                return Program(self.kinds[name], lambda environment: environment[name])
            case Apply(function, arguments):
                if function in OVER_TRIALS and self.on_trials is not None:
                    return self.over_trials(formula)
                self.require_known(formula, function, len(arguments))
                compiled = self.applied(formula)
                return self.kept(formula, compiled) if self.counters else compiled

    def kept(self, formula: Apply, part: Program) -> Program:
        """Compute a vector, or what a vector gives, once for the numbers in it that are counted with."""
        spoken = names(formula)
        used = tuple(name for name in self.counters if name in spoken)
        others = {"last", *OF_TRIALS, *OF_PLAYED, *self.further, *(self.here or ())} - set(used)
        if spoken & others or not (part.kind == "vector" or formula.function in OF_VECTORS):
            return part
        return Program(part.kind, partial(_kept, object(), part.value, used))

    def require_known(self, formula: Formula, function: str, given: int) -> None:
        """Refuse an unknown function, and a wrong number of arguments."""
        known = {**FUNCTIONS, **OF_STATEMENTS} if self.states else FUNCTIONS
        if function not in known:
            raise BoundcheckError(f"there is no function {function!r}; there are {', '.join(known)}")
        least, most = known[function]
        if not least <= given <= most:
            wanted = str(least) if least == most else f"{least} to {most}"
            remedy = "; the 2-norm of x is norm(x, 2)" if function == "norm" else ""
            what = f"{function} takes {wanted} argument{'' if wanted == '1' else 's'}, not {given}"
            raise _wrong(formula, what + remedy)

    def applied(self, formula: Apply) -> Program:
        """Compile an operation or a function, whose number of arguments is right."""
        function = formula.function
        if function == "if":
            return self.choice(formula)
        if function in COUNTING:
            return self.counted(formula)
        if function == "past_t":
            return self.past(formula)
        if function == "end":
            return self.at_the_end(formula)
        if function in ("before_t", "now"):
            return self.earlier(formula)
        if function == "example":
            number = self.a_number(formula, formula.arguments[0])
            return Program("vector", lambda e: at(e[TRIALS], number(e))["x"])
        if function == "e":
            if "n" not in self.kinds and len(formula.arguments) == 1:
                raise _wrong(formula, "e(i) has as many entries as there are attributes, and there are none here")
            place, size = (self.a_number(formula, part) for part in (*formula.arguments, Name("n"))[:2])
            return Program("vector", lambda e: unit(place(e), size(e)))
        if function == "outside_span":
            of_vector = self.a_number(formula, formula.arguments[0], "vector")
            return Program("vector", lambda e: _outside_span(of_vector(e), e))
        parts = [self.of(argument) for argument in formula.arguments]
        kinds = tuple(part.kind for part in parts)
        if function in ("and", "or", "not"):
            for part, argument in zip(parts, formula.arguments, strict=True):
                if part.kind != "truth":
                    raise _wrong(formula, f"{function} takes what is true or false, and {_described(argument, part)}")
            return Program("truth", logical(function, [part.value for part in parts]))
        if "matrix" in kinds or function in ("outer", "solve", "det"):
            return self.of_matrices(formula, list(map(as_number, parts)))
        if function in RELATIONS:
            return relation(function, [as_number(part) for part in parts])
        if function == "member":
            return self.member(formula, list(map(as_number, parts)))
        if function in OF_VECTORS and (function not in OF_NUMBERS or len(parts) == 1):
            return self.of_vectors(formula, parts)
        if function in OF_ANY or function == "vector":
            return self.of_any(formula, parts)
        return operation(function, [as_number(part) for part in parts], "vector" if "vector" in kinds else "number")

    def choice(self, formula: Apply) -> Program:
        """Compile ``a if c else b``; only the branch that is taken is computed."""
        condition, yes, no = map(self.of, formula.arguments)
        if self.states and condition.kind == "number":
            condition = relation("!=", [condition, Program("number", lambda _: ZERO)])
        if condition.kind != "truth":
            raise _wrong(formula, f"a condition is true or false, and {_described(formula.arguments[0], condition)}")
        if yes.kind != no.kind:
            yes, no = as_number(yes), as_number(no)
        if yes.kind != no.kind:
            raise _wrong(formula, f"one branch is a {yes.kind}, the other one a {no.kind}")
        test, first, second = condition.value, yes.value, no.value
        return Program(yes.kind, lambda e: first(e) if test(e) else second(e))

    def of_vectors(self, formula: Apply, parts: list[Program]) -> Program:
        """Compile dot, norm, sum, or max or min of one vector."""
        function = formula.function
        wanted = ("vector", "number") if function == "norm" else ("vector",) * len(parts)
        parts = [part if kind == "vector" else as_number(part) for part, kind in zip(parts, wanted, strict=True)]
        for part, kind, argument in zip(parts, wanted, formula.arguments, strict=True):
            if part.kind != kind:
                what = {"dot": "two vectors", "norm": "a vector and a number"}.get(function, "a vector")
                raise _wrong(formula, f"{function} takes {what}, and {_described(argument, part)}")
        first, *others = (part.value for part in parts)
        if self.counters:
            first = partial(_counted_with, first)
        return Program("number", called(OF_VECTORS[function], [first, *others]))

    def member(self, formula: Apply, parts: list[Program]) -> Program:
        """Compile that a number, or each entry of a vector, is one of some numbers."""
        for part, argument in zip(parts[1:], formula.arguments[1:], strict=True):
            if part.kind != "number":
                raise _wrong(formula, f"the members of a set are numbers, and {_described(argument, part)}")
        values = [part.value for part in parts]
        if parts[0].kind == "number":
            return Program("truth", lambda e: is_member(*(value(e) for value in values)) == ONE)
        return Program("vector", lambda e: entrywise(is_member, [value(e) for value in values]))

    def of_matrices(self, formula: Apply, parts: list[Program]) -> Program:
        """Compile an operation on matrices, or one that makes them of vectors."""
        function, given = formula.function, tuple(part.kind for part in parts)
        entry = OF_MATRICES.get((function, *given))
        if entry is None:
            taken = [" and ".join(f"a {kind}" for kind in kinds) for name, *kinds in OF_MATRICES if name == function]
            instead = f", not {' and '.join(f'a {kind}' for kind in given)}" if taken else ""
            raise _wrong(formula, f"{function} takes {', or '.join(taken) or 'no matrix'}{instead}")
        kind, compute = entry
        return Program(kind, called(compute, [part.value for part in parts]))

    def over_trials(self, formula: Apply) -> Program:
        """Compile sum_t, max_t, min_t or all_t."""
        if len(formula.arguments) != 1:
            raise _wrong(formula, f"{formula.function} takes 1 argument, not {len(formula.arguments)}")
        if formula.function == "all_t":
            return self.on_every_trial(formula)
        part = as_number(
            _Compiler(self.on_trials or {}, None, True, self.here, further=self.further).of(formula.arguments[0])
        )
        if part.kind == "matrix" and formula.function == "sum_t":
            added = part.value
            return Program("matrix", lambda e: sum(map(added, e[TRIALS]), zero(e["n"])))
        if part.kind != "number":
            raise _wrong(formula, f"{formula.function} takes a number, and {_described(formula.arguments[0], part)}")
        said = frozenset((*OF_TRIALS, *OF_PLAYED, *self.further))
        new = frozenset(name for name in self.on_trials or () if name in said or name not in self.kinds)
        known = AtOnce(new if self.here is None else said, self.of_the_run)
        at_once = known.over_trials(formula.function, formula.arguments[0], tuple(self.here or ()))
        value = partial(_over_trials, formula, part.value, at_once, nested=self.here is not None)
        return Program("number", value)

    def on_every_trial(self, formula: Apply) -> Program:
        """Compile all_t: there are no trials, or the least of the truths on them, as numbers, is 1."""
        (said,) = formula.arguments
        part = _Compiler(self.on_trials or {}, None, True, self.here, further=self.further).of(said)
        if part.kind != "truth":
            raise _wrong(formula, f"all_t takes what is true or false, and {_described(said, part)}")
        least = self.over_trials(Apply("min_t", (said,))).value
        return Program("truth", lambda e: not e[TRIALS] or least(e) != ZERO)

    def of_the_run(self, formula: Formula, counting: Sequence[str]) -> Callable[[Environment], Any]:
        """Compile what is not about a trial; the names ``counting`` are numbers."""
        kinds: dict[str, Kind] = {**dict.fromkeys(counting, "number"), **self.kinds}
        here = (*(self.here or ()), *counting)
        return as_number(_Compiler(kinds, None, True, here, further=self.further).of(formula)).value

    def counted(self, formula: Apply) -> Program:
        """Compile sum_for(i, low, high, ...) or max_for, a sum or the largest over whole numbers i."""
        level, within, inside = self.level(formula)
        _, name, low, high = level
        part = within.a_number(formula, inside)
        combined = total if formula.function == "sum_for" else largest
        steps = len(list(subformulas(inside)))
        levels, innermost = [level], within
        while isinstance(inside, Apply) and inside.function in COUNTING:
            level, innermost, inside = innermost.level(inside)
            levels.append(level)
        at_once = counted_at_once(levels, inside, lambda known: as_number(innermost.of(known)).value, steps)

        def value(e: Environment) -> Any:
            known = None if at_once is None else at_once(e)
            if known is not None:
                return known
            numbers = range(whole(low(e)), whole(high(e)) + 1)
            spend(e, steps * max(numbers.stop - numbers.start, 0))
            return combined(part(Names(e, {name: Fraction(i)})) for i in numbers)

        spoken = sorted(names(formula))
        alone = all(self.kinds.get(name) == "number" or name in OF_THE_RUN for name in spoken)
        kept = alone and not functions(formula) & OF_THE_TRIALS and not self.counters
        return Program("number", remembered(value, spoken) if kept else value)

    def level(self, formula: Apply) -> tuple[Level, _Compiler, Formula]:
        """Return what sum_for or max_for counts with, what compiles the inside, and the inside."""
        index, low, high, inside = formula.arguments
        if not isinstance(index, Name):
            raise _wrong(formula, f"{formula.function} counts with a name, as in {formula.function}(i, 1, n, ...)")
        ends = self.a_number(formula, low), self.a_number(formula, high)
        kinds: dict[str, Kind] = {**self.kinds, index.name: "number"}
        on_trials = None if self.on_trials is None else {**self.on_trials, index.name: kinds[index.name]}
        here = (*(self.here or ()), index.name)
        within = _Compiler(kinds, on_trials, True, here, (*self.counters, index.name), self.further)
        return (formula.function, index.name, *ends), within, inside

    def past(self, formula: Apply) -> Program:
        """Compile past_t(...), a sum over the trials up to this one, whose example is called last."""
        (inside,) = formula.arguments
        part = as_number(
            _Compiler({**self.kinds, "last": "vector"}, None, True, self.here, further=self.further).of(inside)
        )

        spoken = names(inside)
        here = tuple(sorted(spoken & set(self.here or ())))
        if "last" not in spoken and {part.kind, *(self.kinds[name] for name in here)} == {"number"}:
            return Program("number", partial(running, inside, here, part.value))

        def value(e: Environment) -> Any:
            past = [part.value(Names(e, {"last": e["x"]}, of_trial=trial)) for trial in e[TRIALS][: whole(e["t"])]]
            return total(past) if part.kind == "number" else reduce(plus, past)

        return Program(part.kind, value)

    def earlier(self, formula: Apply) -> Program:
        """Compile before_t(...), a sum over the trials before this one, and now(...), which stands in it."""
        if self.states:
            raise _wrong(formula, f"{formula.function} stands in the rules of learners alone")
        if self.when != ("" if formula.function == "before_t" else "before_t"):
            raise _wrong(formula, "now stands within before_t, and before_t neither within it nor within itself")
        part = as_number(_Compiler(self.kinds, None, False, when=formula.function).of(formula.arguments[0]))
        if formula.function == "now":
            return Program(part.kind, lambda e: part.value(e[NOW]))
        steps = AT_A_TRIAL * len(list(subformulas(formula)))
        return Program(part.kind, partial(added_up, part.kind, part.value, steps))

    def at_the_end(self, formula: Apply) -> Program:
        """Compile end(...), what a formula of the learner's state is after the last trial."""
        (inside,) = formula.arguments
        known = {**(self.on_trials or {}), **self.kinds}
        followed = {name: kind for name, kind in known.items() if f"{name}_next" in known}
        states = {name: kind for name, kind in followed.items() if name not in OF_THE_RUN}
        spoken = sorted(names(inside) & states.keys())
        if not spoken:
            raise _wrong(formula, f"end takes a formula of the learner's state: {', '.join(states) or 'it has none'}")
        compiler = _Compiler({**self.kinds, **states}, self.on_trials, True, self.here, self.counters, self.further)
        value = (part := compiler.of(inside)).value
        return Program(part.kind, lambda e: value(Names(e, {name: e[AT_THE_END][name] for name in spoken})))

    def a_number(self, formula: Apply, part: Formula, kind: Kind = "number") -> Callable[[Environment], Any]:
        """Compile a part that has to be a number, or of another kind."""
        compiled = as_number(self.of(part))
        if compiled.kind != kind:
            raise _wrong(formula, f"{formula.function} takes {kind}s, and {_described(part, compiled)}")
        return compiled.value

    def of_any(self, formula: Apply, parts: list[Program]) -> Program:
        """Compile functions that take, or give, vectors and numbers."""
        parts = [as_number(part) for part in parts]
        values = [part.value for part in parts]
        if formula.function == "vector":
            return Program("vector", called(together, values))
        wanted, kind, compute = OF_ANY[formula.function]
        for part, takes, argument in zip(parts, wanted, formula.arguments, strict=True):
            if part.kind != takes:
                raise _wrong(formula, f"{formula.function} takes a {takes} there, and {_described(argument, part)}")
        return Program(kind, called(compute, values))


def _counted_with(vector: Callable[[Environment], Any], e: Environment) -> Any:
    """Return a vector within a sum, after what it takes to compute with it."""
    entries = vector(e)
    spend(e, len(entries) // TOGETHER)
    return entries


def _kept(key: object, part: Callable[[Environment], Any], used: Sequence[str], e: Environment) -> Any:
    kept = e[RUNNING].setdefault(key, {})
    at = tuple([e[name].numerator for name in used])  # whole numbers
    if at not in kept:
        kept[at] = part(e)
    return kept[at]


def _outside_span(w: Any, e: Environment) -> Any:
    """Return the part of w orthogonal to the examples before this trial; their orthogonal basis is found once."""
    basis, trials = e[RUNNING].setdefault("basis", []), e[TRIALS]
    while len(basis) < whole(e["t"]) - 1:
        basis.append(rest(basis, trials[len(basis)]["x"]))
    return rest(basis[: whole(e["t"]) - 1], rational(w))


def _over_trials(
    formula: Apply,
    inside: Callable[[Environment], Any],
    at_once: OverTrials | None,
    e: Environment,
    *,
    nested: bool,
) -> Any:
    """Return a sum, or the largest or smallest of some numbers, over the trials; of all trials at once if that goes."""
    function, (summand,) = formula.function, formula.arguments
    known = _entry(e, TOTALS)(summand) if function == "sum_t" else None
    if known is None and at_once is not None and _entry(e, COLUMNS) is not _nothing:
        known = at_once(e)
    if known is not None:
        return known
    trials = e[TRIALS]
    values = (inside(Names(e, {}, of_trial=trial)) for trial in trials) if nested else map(inside, trials)
    if function == "sum_t":
        return total(values)
    if not trials:
        return ZERO
    return largest(values) if function == "max_t" else -largest(-a for a in values)


def _nothing(_: Any) -> None:
    return None


def _entry(e: Environment, name: str) -> Callable[[Any], Any]:
    try:
        entry: Callable[[Any], Any] = e[name]
    except KeyError:
        return _nothing
    return entry


def _wrong(formula: Formula, what: str) -> BoundcheckError:
    text = write(formula)
    return BoundcheckError(f"in {text if len(text) <= 60 else text[:57] + '...'!r}: {what}")


def _described(formula: Formula, compiled: Program) -> str:
    return f"{write(formula)!r} is {'true or false' if compiled.kind == 'truth' else f'a {compiled.kind}'}"
