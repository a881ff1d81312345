"""The independent checker of worst cases (multipliers, slopes, value tables, states, plays) and of proofs.

It uses the standard library alone, with verify/kernel.py beside it: see verify/kernel_gram and the other kernel_*.py.

    python -m verify.kernel_worst FILE    exit code 0 if the certificate is confirmed, 1 if not, 2 if it cannot be read
    python -m verify.kernel_worst FILE --patience N    N times the usual limits, which are those of kernel.py
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from verify import kernel, kernel_minimax, kernel_states, kernel_tables
from verify.kernel import Malformed, plain
from verify.kernel_gram import certificate, squares
from verify.kernel_gram.numbers import Refused
from verify.kernel_optimal import certificate as any_learner
from verify.kernel_proof import by_potential, by_weights
from verify.kernel_proof import certificate as proofs

KINDS = {str: "a text", dict: "an object", int: "a whole number", bool: "true or false"}
PARTS = {"claim": str, "statement": dict, "parameters": dict, "length": int, "n": int, "k": int, "every": bool}
PARTS |= {"states": int, "play": dict, "factor": str, "game": dict, "table": list, "value": str, "endless": dict}
"""What a part of a certificate is, where there is one; that there is one is found where it is needed."""

Examine = Callable[[Mapping[str, Any], Mapping[str, Any]], tuple[bool, list[str]]]
FORMATS: dict[str, Examine] = {
    certificate.FORMAT: certificate.examine,
    squares.FORMAT: squares.examine,
    kernel_tables.FORMAT: kernel_tables.examine,
    kernel_states.FORMAT: kernel_states.examine,
    any_learner.FORMAT: any_learner.examine,
    kernel_minimax.FORMAT: kernel_minimax.examine,
    proofs.FORMAT: proofs.examine,
    by_potential.FORMAT: by_potential.examine,
    by_weights.FORMAT: by_weights.examine,
}
CHANGING = (by_potential.FORMAT, by_weights.FORMAT)
"""The formats that speak of comparators that change with the trial."""


def confirm(text: str, catalogue: Mapping[str, Any], patience: int = 1) -> tuple[bool, list[str]]:
    """Check a certificate; return whether it proves what it says, and sentences about what was found.

    Raises Malformed where it is none, or takes more than ``patience`` times the usual work.
    """
    try:
        with kernel.within(kernel.Budget(patience)):
            document = kernel.load(text)
            if document["format"] not in FORMATS:
                known = " or ".join(map(repr, FORMATS))
                raise Malformed(f"the format is not {known}; an instance is kernel.py's to check")
            require_form(document)
            confirmed, said = FORMATS[document["format"]](document, catalogue)
    except (Refused, kernel.Unknown) as error:
        return False, [plain(str(error))]
    except (LookupError, TypeError, AttributeError, ValueError) as error:
        raise Malformed(f"the certificate lacks a part or has it in a wrong form: {str(error)[:100]}") from None
    except (RecursionError, MemoryError, ArithmeticError):
        raise Malformed("the certificate needs more than this checker computes with") from None
    return kernel.as_released(confirmed, said, catalogue)


def require_form(document: Mapping[str, Any]) -> None:
    """Raise Malformed for a part that is of another type, such as true for 1, and for a claim that compares nothing."""
    for name, kind in PARTS.items():
        if name in document and type(document[name]) is not kind:
            raise Malformed(f"{name} is {str(document[name])[:40]!r}, and has to be {KINDS[kind]}")
    if document["format"] == kernel_minimax.FORMAT:
        return  # a game, about which there is no claim
    if "comparator" in document["statement"] and document["format"] not in CHANGING:
        raise Malformed("the comparator changes with the trial, of which this kind of proof does not speak")
    compared = document["statement"]["compare"]
    if not isinstance(compared, list) or not compared:
        raise Malformed("the statement compares nothing")


def main(arguments: Sequence[str]) -> int:
    """Check the certificate in a file and say what was found."""
    try:
        given = kernel.parser_of("kernel_worst").parse_args(arguments)
        text = kernel.text_of(given.file, given.patience)
        confirmed, said = confirm(text, kernel.statements(), given.patience)
    except SystemExit as end:
        return 2 if end.code else 0
    except Malformed as error:
        print(f"kernel_worst: {error}", file=sys.stderr)
        return 2
    return kernel.report(confirmed, said)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
