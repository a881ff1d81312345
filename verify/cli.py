"""The ``boundcheck`` command.

Exit codes: 0 for success (HOLDS), 1 for a refuted claim (VIOLATED), 3 for VACUOUS or UNDECIDED, 2 for bad
input, with one line on standard error.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from bounds.catalogue import catalogue, theorem
from bounds.claim import Claim, Comparator
from bounds.errors import BoundcheckError, Undecided
from bounds.expression import parse_assignment, parse_number
from bounds.numbers import Number
from bounds.numbers.rational import parse_rational
from bounds.trials import Instance, Trials, Vector, vector
from verify import experiments
from verify.attack import tightest
from verify.check import Status, Verdict, check
from verify.comparator import find_comparator
from verify.complete import complete
from verify.defaults import with_rates
from verify.ledger import Entry, ledger
from verify.reader import ReadOptions, read_trials
from verify.replay import replay
from verify.report import (
    SHORT,
    STYLES,
    claim_lines,
    first_failure_text,
    ledger_table,
    tightness_lines,
    trace_table,
    verdict_lines,
)

EXIT = {Status.HOLDS: 0, Status.VIOLATED: 1, Status.VACUOUS: 3, Status.UNDECIDED: 3}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    parser = _parser()
    options = parser.parse_args(sys.argv[1:] if arguments is None else arguments)
    run: Callable[[argparse.Namespace], int] = options.run
    try:
        return run(options)
    except BoundcheckError as error:
        print(f"boundcheck: {error}", file=sys.stderr)
        return 2
    except Undecided as error:
        print(f"boundcheck: {error}", file=sys.stderr)
        return 3
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print("boundcheck: interrupted", file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="boundcheck",
        description="State, check and break bounds of online linear learning, in exact arithmetic.",
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    _ledger_arguments(parser)
    parser.set_defaults(run=_ledger)

    command = commands.add_parser("ledger", help="check every claim and print how far each has come (the default)")
    _ledger_arguments(command)
    command.set_defaults(run=_ledger)

    command = commands.add_parser("list", help="the catalogue, a line a claim")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=_list)

    command = commands.add_parser("show", help="one claim: hypotheses, bound, learner, source, tightness")
    command.add_argument("id", metavar="ID")
    command.add_argument("--latex", action="store_true", help="print the inequality in LaTeX")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=_show)

    command = commands.add_parser("check", help="a verdict on your own trials (CSV or JSON)")
    _check_arguments(command)
    command.set_defaults(run=_check)

    command = commands.add_parser("experiment", help="repeat an experiment of a source, with its claims as checks")
    experiments.add_arguments(command)
    command.set_defaults(run=experiments.run)

    command = commands.add_parser("tune", help="the optimal learning rate, symbolically")
    command.add_argument("id", metavar="ID")
    command.add_argument("--symbol", default="eta", help="the parameter to tune (default eta)")
    _set_argument(command, "put a value in after tuning")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=_tune)
    return parser


def _set_argument(command: argparse.ArgumentParser, purpose: str) -> None:
    command.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=f"{purpose}, such as eta=1/10 or U=sqrt(2)",
    )


def _positive(text: str) -> int:
    value = int(text) if text.isascii() and text.isdigit() else 0
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive whole number")
    return value


def _seconds(text: str) -> float:
    try:
        value = float(parse_rational(text, "seconds"))
    except (BoundcheckError, OverflowError) as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if value <= 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive number of seconds")
    return value


def _ledger_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("--instances", type=_positive, default=500, help="random instances a claim (default 500)")
    command.add_argument("--seconds", type=_seconds, default=None, help="time limit for each claim")
    command.add_argument("--seed", type=int, default=0, help="seed of the random instances (default 0)")
    command.add_argument("--jobs", type=_positive, default=os.cpu_count() or 1, help="processes (default: all cores)")
    command.add_argument("--json", action="store_true", help="print JSON")


def _check_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("id", metavar="ID")
    command.add_argument("file", metavar="FILE", type=Path)
    _set_argument(command, "fix a parameter")
    command.add_argument("--comparator", metavar="U1,U2,...", help="the comparator (default: a good one is found)")
    command.add_argument("--outcome", metavar="COLUMN", help="the CSV column of outcomes")
    command.add_argument("--positive", metavar="VALUE", help="the class that is +1; all others are -1")
    command.add_argument("--ignore", metavar="COLUMN", action="append", default=[], help="a CSV column to leave out")
    command.add_argument("--points", action="store_true", help="read outcomes 1 and -1 as points, not as labels")
    command.add_argument("--bias", action="store_true", help="append an attribute that is always 1")
    command.add_argument("--double", action="store_true", help="replace each x by (x, -x), for weights of any sign")
    command.add_argument("--shuffle", type=int, metavar="SEED", help="put the trials in a random order")
    command.add_argument("--trace", action="store_true", help="print the run, trial by trial")
    command.add_argument("--json", action="store_true", help="print JSON")


def _print(text: str) -> None:
    Console(soft_wrap=True, highlight=False, markup=False).print(text)


def _print_json(value: object) -> None:
    print(json.dumps(value, indent=2))


def _pairs(lines: Sequence[tuple[str, str]]) -> None:
    previous = ""
    for name, text in lines:
        _print(f"  {name if name != previous else '':<12} {text}")
        previous = name


def _ledger(options: argparse.Namespace) -> int:
    claims = catalogue()
    arguments = {
        "instances": options.instances,
        "seed": options.seed,
        "seconds": options.seconds,
        "jobs": options.jobs,
    }
    if options.json:
        entries = ledger(claims, **arguments)
        _print_json({"claims": [item.as_json() for item in entries]})
        return _ledger_exit(entries, len(claims))
    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
    ) as bar:
        task = bar.add_task("checking", total=len(claims))

        def advance(item: Entry) -> None:
            bar.update(task, advance=1, description=f"{item.id:<24}")

        entries = ledger(claims, **arguments, progress=advance)
    output = Console()
    output.print(ledger_table(entries))
    judged = sum(item.instances for item in entries)
    refuted = [item for item in entries if item.verdict == "refuted"]
    output.print(
        f"{len(entries)} claims, {judged} instances judged; {len(refuted)} refuted"
        f" ({sum(item.as_expected for item in refuted)} of them false as printed)."
        " No proof steps are checked yet: HELD means not broken by this search, not proved.",
        highlight=False,
    )
    if len(entries) < len(claims):
        output.print(f"Interrupted: {len(claims) - len(entries)} claims were not finished.", style="yellow")
    return _ledger_exit(entries, len(claims))


def _ledger_exit(entries: list[Entry], wanted: int) -> int:
    if len(entries) < wanted:
        return 130
    return 0 if all(item.as_expected for item in entries) else 1


def _list(options: argparse.Namespace) -> int:
    if options.json:
        _print_json([_claim_object(claim) for claim in catalogue()])
        return 0
    width = max(len(claim.id) for claim in catalogue())
    for claim in catalogue():
        _print(f"{claim.id:<{width}}  {SHORT[claim.standing.value]:<7}  {claim.title}")
    return 0


def _claim_object(claim: Claim) -> dict[str, Any]:
    return {
        "id": claim.id,
        "title": claim.title,
        "source": str(claim.source),
        "standing": claim.standing.value,
        "quantity": claim.quantity.text,
        "relation": claim.relation,
        "bound": str(claim.bound),
        "learner": claim.learner.text if claim.learner else None,
        "ties": claim.ties,
        "hypotheses": [{"name": h.name, "text": h.text, "silent": h.silent} for h in claim.hypotheses],
        "sets": {str(symbol): str(value) for symbol, value in claim.defines.items()},
        "free": [str(symbol) for symbol in claim.free],
        "note": claim.note,
        "counterpart": claim.counterpart or None,
    }


def _show(options: argparse.Namespace) -> int:
    claim = theorem(options.id)
    if options.latex:
        print(claim.latex())
        return 0
    found = tightest(claim)
    if options.json:
        tightness = None
        if found is not None:
            tightness = {"ratio": found[1].ratio, "attained": found[1].attained, "name": found[0]}
        _print_json({**_claim_object(claim), "latex": claim.latex(), "tightness": tightness})
        return 0
    _print(f"{claim.id}  {claim.title}")
    _pairs([*claim_lines(claim), *tightness_lines(found)])
    return 0


def _parameters(assignments: Sequence[str]) -> dict[Any, Number]:
    parameters: dict[Any, Number] = {}
    for text in assignments:
        symbol, expression = parse_assignment(text)
        if symbol in parameters:
            raise BoundcheckError(f"{symbol} is set twice; set it once")
        parameters[symbol] = parse_number(str(expression))
    return parameters


def _instance(claim: Claim, options: argparse.Namespace) -> tuple[Instance, bool]:
    """Read the user's instance; the flag tells whether the comparator was found rather than given."""
    reading = ReadOptions(
        outcome=options.outcome,
        positive=options.positive,
        ignore=tuple(options.ignore),
        points=options.points,
        bias=options.bias,
        shuffle=options.shuffle,
    )
    given = _parameters(options.set)
    read = read_trials(options.file, reading, parse_number=parse_number)
    parameters = {**read.parameters, **given}
    for symbol in parameters:
        if symbol in claim.defines:
            raise BoundcheckError(f"{claim.id} fixes {symbol} = {claim.defines[symbol]}; do not set {symbol}")
    trials = doubled(read.trials) if options.double else read.trials
    u: Vector | None = read.comparator
    if options.comparator is not None:
        u = vector(options.comparator.split(","), "comparator")
    found = u is None and claim.comparator is not Comparator.NONE
    if u is None:
        u = find_comparator(claim, trials, parameters)
    return with_rates(claim, complete(claim, Instance(trials, u, parameters, read.start))), found


def doubled(trials: Trials) -> Trials:
    """Return the trials on (x, -x)."""
    rows = [list(x.doubled().numerators) for x in trials.examples]
    return Trials.from_integers(rows, trials.denominator, trials.outcomes, 2 * trials.n)


def _check(options: argparse.Namespace) -> int:
    claim = theorem(options.id)
    instance, found = _instance(claim, options)
    verdict = check(claim, instance)
    if options.json:
        _print_json(_verdict_object(verdict))
        return EXIT[verdict.status]
    for line in verdict_lines(verdict):
        if line.startswith("  comparator") and found:
            line += "  (found)"
        _print(line)
    Console().print(verdict.status.value, style=STYLES[verdict.status])
    if options.trace and verdict.status in (Status.HOLDS, Status.VIOLATED):
        Console().print(trace_table(replay(claim, instance)))
    return EXIT[verdict.status]


def _verdict_object(verdict: Verdict) -> dict[str, Any]:
    decisive, instance = verdict.decisive, verdict.instance
    return {
        "claim": verdict.claim.id,
        "bound": verdict.claim.inequality,
        "verdict": verdict.status.value,
        "lhs": None if decisive is None else str(decisive.lhs),
        "rhs": None if decisive is None else str(decisive.rhs),
        "slack": None if decisive is None else str(decisive.slack),
        "trial": None if decisive is None else decisive.row.t,
        "ratio": verdict.ratio,
        "failures": [
            {"hypothesis": f.hypothesis.name, "text": f.hypothesis.text, "difference": str(f.amount)}
            for f in verdict.failures
        ],
        "undecided": verdict.undecided or None,
        "first_failure": first_failure_text(verdict) if verdict.status is Status.VIOLATED else None,
        "trials": instance.trials.l,
        "attributes": instance.trials.n,
        "comparator": None if instance.comparator is None else [str(a) for a in instance.comparator],
        "parameters": {str(k): str(v) for k, v in verdict.claim.case(instance).values.items()},
    }


def _tune(options: argparse.Namespace) -> int:
    claim = theorem(options.id)
    tuning = claim.tune(options.symbol)
    values = dict(parse_assignment(text) for text in options.set)
    if values:
        tuning = tuning.substitute(values)
    if options.json:
        _print_json(
            {
                "claim": claim.id,
                "symbol": str(tuning.symbol),
                "bound": str(tuning.bound),
                "optimum": str(tuning.optimum),
                "tuned": str(tuning.tuned),
                "second_derivative": str(tuning.second_derivative),
                "reason": tuning.reason,
                "assumes": list(tuning.assumes),
                "mistuning": str(tuning.mistuning()) if tuning.tuned != 0 else None,
            }
        )
        return 0
    _print(f"{claim.id}  {claim.title}")
    _print(str(tuning))
    if tuning.tuned != 0:
        _print(f"{tuning.symbol} = (1 + r) times that multiplies the bound by {tuning.mistuning()}")
    return 0
