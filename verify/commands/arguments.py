"""What each command takes, and no more: help, and a wrong argument, are answered before anything else is loaded."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from bounds.claims.standing import SOURCES
from verify.commands.taken import (
    Parser,
    claim_argument,
    hours,
    named,
    patience,
    positive,
    reading_arguments,
    seconds,
    set_argument,
)
from verify.own_data.variant_options import bound_arguments, variant_arguments

EXPERIMENTS = ("figure1", "figure2", "growth", "batch", "adversary")
SEEDS = 20
"""Seeds that an experiment runs."""

SHELLS = ("bash", "fish", "zsh")

DATA = {
    "iris": (
        *("iris.csv", "Fisher's iris: 150 flowers of three species, CSV with a column of classes"),
        "check bylander.5 {} --outcome species --positive setosa",
    ),
}
"""Data that are installed, by name: the file, what it is, and a command that takes it."""

GUIDE = (
    "commands",
    "data",
    "search",
    "campaigns",
    "derive",
    "certify",
    "optimal",
    "python",
    "proofs",
    "certificates",
    "serve",
    "teaching",
)

TOPICS = {
    **{task: f"verify/guide/{task}.md" for task in GUIDE},
    "rules": "bounds/RULES.md",
    "learners": "bounds/LEARNERS.md",
    **{source: f"bounds/sources/{page}.md" for source, page in SOURCES.items()},
}
"""The pages that are installed with the packages, by the word that asks for them."""

MORE = "more:    boundcheck docs {topic}"
"""The last line of every help text."""


# --- the commands ----------------------------------------------------------------------------------------


def _ledger(command: Parser) -> None:
    command.add_argument("--instances", type=positive, default=500, help="instances a claim (default 500)")
    command.add_argument("--seconds", type=seconds, default=None, help="search each claim for this long instead")
    command.add_argument("--seed", type=int, default=0, help="seed of the searches (default 0)")
    command.add_argument("--jobs", type=positive, default=os.cpu_count() or 1, help="processes (default: all cores)")
    command.add_argument("--fresh", action="store_true", help="attack everything again, whatever is remembered")
    command.add_argument("--no-corpus", action="store_true", help="do not start from what searches have found")


def _list(command: Parser) -> None:
    command.add_argument(
        "words", metavar="WORD", nargs="*", help="what the id, the title or the words of the field have to contain"
    )
    command.add_argument("--source", metavar="SOURCE", help="a source, such as bylander or kw")
    command.add_argument("--learner", metavar="LEARNER", help="a learner, such as Perceptron, EU or Winnow")
    command.add_argument("--standing", metavar="STANDING", help="true, true*, false, reading or unproved")


def _show(command: Parser) -> None:
    claim_argument(command)
    part = command.add_mutually_exclusive_group()
    part.add_argument("--latex", action="store_true", help="print the inequality in LaTeX")
    part.add_argument("--where", action="store_true", help="print the files of its statement, proofs and page")


def _check(command: Parser) -> None:
    claim_argument(command, more="; all: every claim that applies, the closest to its bound first")
    command.add_argument(
        "--claims", metavar="WORD", nargs="+", default=[], help="with all: the claims with these words, as in list"
    )
    command.add_argument(
        "file",
        metavar="FILE",
        type=Path,
        nargs="?",
        help="trials (CSV, JSON, svmlight, ARFF or Parquet; .gz too), or a certificate; - reads standard input; "
        "default: the instance of the certificate that ID is",
    )
    reading_arguments(command)
    command.add_argument("--rule", metavar="RULE", help="with --prediction: what should have made them, as in derive")
    command.add_argument("--trace", action="store_true", help="print the run, trial by trial")
    command.add_argument("--out", metavar="FILE", type=Path, help="write the certificate here; .html is a page")


def _search(command: Parser) -> None:
    claim_argument(command)
    variant_arguments(command)
    budget = command.add_mutually_exclusive_group()
    budget.add_argument("--seconds", type=seconds, default=30.0, help="budget of time (default 30)")
    budget.add_argument("--instances", type=positive, help="budget of judged instances, in place of time")
    command.add_argument("--seed", type=int, default=0, help="seed of everything random (default 0)")
    command.add_argument("--jobs", type=positive, default=os.cpu_count() or 1, help="processes (default: all cores)")
    command.add_argument("--out", metavar="FILE", type=Path, help="write the counterexample here; .html is a page")
    command.add_argument("--no-corpus", action="store_true", help="neither read nor keep what searches have found")
    command.add_argument("--verbose", action="store_true", help="say how minimality was established")


def _campaign(command: Parser) -> None:
    command.usage = """boundcheck campaign CLAIM... [options]
       boundcheck campaign {status,report,export} STORE [--out PATH]
       boundcheck campaign merge A B... [--out FILE]"""
    command.add_argument(
        "what",
        type=named,
        nargs="*",
        metavar="CLAIM",
        help="ids, claim files, variants in quotes ('bylander.5 --bound U**2'), or all; "
        "or status, report, merge or export with stores",
    )
    command.add_argument("--store", metavar="FILE", type=Path, help="the store, or its directory (campaign.sqlite)")
    command.add_argument("--hours", type=hours, help="budget of time of this run (default 1)")
    command.add_argument("--tasks", type=positive, help="budget of tasks of the whole campaign")
    command.add_argument(
        "--instances", type=positive, help="budget of instances of the whole campaign, kept to the last one"
    )
    command.add_argument("--seed", type=int, help="seed of everything random (default 0)")
    command.add_argument("--jobs", type=positive, default=os.cpu_count() or 1, help="processes (default: all cores)")
    command.add_argument(
        "--executor", default="processes", help="who does the tasks: processes, dask=ADDRESS or ray=ADDRESS"
    )
    command.add_argument("--window", type=positive, help="tasks that may be under way at once (default 64)")
    command.add_argument("--out", metavar="PATH", type=Path, help="what report, merge and export write")
    command.add_argument("--no-corpus", action="store_true", help="do not keep what is found for later searches")


def _certify(command: Parser) -> None:
    claim_argument(command)
    bound_arguments(command)
    set_argument(command, "the value of a parameter (default U=2, X=1, eta=1/2, ...)")
    command.add_argument("--length", type=positive, default=12, metavar="L", help="the longest sequence (default 12)")
    command.add_argument("--seconds", type=seconds, default=60.0, help="budget of time (default 60)")
    lift = "where every length is certified, prove it for all parameters by a form fitted to some; --out writes that"
    command.add_argument("--lift", action="store_true", help=lift)
    command.add_argument("--out", metavar="FILE", type=Path, help="write the certificate here; .html is a page")
    coq_argument(command)


def _optimal(command: Parser) -> None:
    claim_argument(command)
    variant_arguments(command)
    command.add_argument("--out", metavar="FILE", type=Path, help="write the certificate here, for boundcheck replay")


def _minimax(command: Parser) -> None:
    games = "experts, mistakes, disjunctions, or a .json file with a list of functions such as 0110"
    command.add_argument("game", metavar="GAME", help=games)
    command.add_argument("--experts", type=positive, default=2, metavar="N", help="the experts (default 2)")
    command.add_argument("--length", type=positive, default=10, metavar="L", help="the trials (default 10)")
    command.add_argument("--mistakes", type=int, default=1, metavar="K", help="of the best expert, at most (default 1)")
    command.add_argument("--coins", action="store_true", help="learners may toss coins: mistakes on average")
    command.add_argument("--attributes", type=positive, default=4, metavar="N", help="of disjunctions (default 4)")
    command.add_argument("--relevant", type=positive, default=1, metavar="K", help="literals of each (default 1)")
    command.add_argument("--out", metavar="FILE", type=Path, help="write the certificate here, for boundcheck replay")


def _replay(command: Parser) -> None:
    told = "a certificate: JSON, a page or a link; - reads standard input"
    command.add_argument("file", metavar="FILE", type=Path, help=told)
    command.add_argument(
        "--claim", dest="id", type=named, metavar="ID", help="confirm only if the file is about this claim"
    )
    variant_arguments(command)
    command.add_argument("--patience", type=patience, default=1, metavar="N", help="N times the usual time and memory")


def coq_argument(command: Parser) -> None:
    """Add the option that writes a proof for Coq."""
    command.add_argument(
        "--coq", metavar="DIR", type=Path, help="write it as a folder that coqc compiles, and compile it"
    )


def _prove(command: Parser) -> None:
    command.add_argument(
        "id", type=named, metavar="ID", help="a claim: an id, or a file that states one; or all for a summary"
    )
    variant_arguments(command)
    command.add_argument(
        "--out", metavar="FILE", type=Path, help="write the proof of a claim by rule here, for boundcheck replay"
    )
    coq_argument(command)


def _derive(command: Parser) -> None:
    command.add_argument(
        "rule", metavar="RULE",
        help='the update, such as "w + eta*y*x if y*yhat <= 0 else w", or "max(-R, min(R, w + eta*y*x)) if y*yhat < 1 '
        'else w with eta = C/sqrt(t)"; or a file with learner, gain, loss and given, where more than w is kept',
    )  # fmt: skip
    command.add_argument(
        "--out", metavar="FILE", type=Path, help="write the proof here, for boundcheck replay; of piece 2, FILE-2"
    )
    losses = "mistake, update, absolute, hinge, squared, squared_hinge, insensitive, linear, or a formula"
    command.add_argument("--gain", metavar="GAIN", default="mistake", help=f"what the learner is charged: {losses}")
    command.add_argument("--loss", metavar="LOSS", default="hinge", help="what the comparator is charged")
    command.add_argument(
        "--outcomes",
        choices=["labels", "points", "intervals"],
        default="labels",
        help="what is to be predicted (default labels)",
    )
    command.add_argument("--predict", metavar="FORMULA", default="dot(w, x)", help="the prediction (default w.x)")
    command.add_argument("--separable", action="store_true", help="the comparator's loss is 0 on every trial")
    command.add_argument("--c", metavar="C", help="the factor of the comparator's loss (default: the best)")
    command.add_argument("--ratio", metavar="EXPR", help="fix c/a (where no c is the best, it is called rho)")
    command.add_argument("--scaled", action="store_true", help="take the distance to the best multiple of u")
    command.add_argument("--unit", action="store_true", help="examples are in [0, 1]^n (learners that multiply)")
    command.add_argument("--tolerance", metavar="TAU", help="the learner is told intervals that are wider by this")
    set_argument(command, "put a value in", "X=1")
    command.add_argument("--assume", action="append", default=[], metavar="RELATION", help='such as "eta <= 1"')
    command.add_argument("--tune", metavar="SYMBOL", help="find the best value of a parameter")


def _tune(command: Parser) -> None:
    claim_argument(command)
    command.add_argument("--symbol", metavar="SYMBOL", default="eta", help="the parameter to tune (default eta)")
    set_argument(command, "put a value in")


def _export(command: Parser) -> None:
    command.add_argument(
        "ids", type=named, metavar="ID", nargs="+", help="claims: ids, or files that state them; or all"
    )
    kind = command.add_mutually_exclusive_group(required=True)
    kind.add_argument("--latex", action="store_true", help="a theorem environment")
    kind.add_argument("--document", action="store_true", help="the same, as one LaTeX document that compiles by itself")
    kind.add_argument("--coq", action="store_true", help="definitions and the skeleton of a statement")
    command.add_argument("--out", metavar="FILE", type=Path, help="write to a file")


def _page(command: Parser) -> None:
    claim_argument(command)
    command.add_argument("--out", metavar="FILE", type=Path, help="the page to write (default: ID.html)")


def _site(command: Parser) -> None:
    told = "the folder that it is written into; it is made"
    command.add_argument("--out", metavar="DIR", type=Path, required=True, help=told)


def _experiment(command: Parser) -> None:
    command.add_argument("name", metavar="NAME", choices=["all", *EXPERIMENTS], help=f"all, {', '.join(EXPERIMENTS)}")
    command.add_argument("--seeds", type=positive, default=SEEDS, metavar="K", help=f"seeds to run (default {SEEDS})")
    command.add_argument("--plot", type=Path, metavar="FILE", help="draw it into a file (needs matplotlib)")


def _docs(command: Parser) -> None:
    command.add_argument(
        "topic", metavar="TOPIC", nargs="?", choices=TOPICS, help=f"{', '.join(TOPICS)}; none: what each is about"
    )


def _notebooks(command: Parser) -> None:
    command.add_argument("folder", metavar="DIR", type=Path, help="where to; it is made")


def _example(command: Parser) -> None:
    command.add_argument(
        "name", metavar="NAME", nargs="?", choices=DATA, help=f"{', '.join(DATA)}; none: what each of them is"
    )
    command.add_argument(
        "folder", metavar="DIR", type=Path, nargs="?", default=Path(), help="where to (default: the current folder)"
    )


def _serve(command: Parser) -> None:
    command.add_argument("--stdio", action="store_true", help="answer requests, a line of JSON each, on standard input")
    command.add_argument("--mcp", action="store_true", help="the same as tools of an MCP server (needs mcp)")
    command.add_argument("--schema", action="store_true", help="print the JSON schema of requests")
    command.add_argument("--jobs", type=positive, default=os.cpu_count() or 1, help="requests at once (default: cores)")


def _completion(command: Parser) -> None:
    command.add_argument("shell", metavar="SHELL", choices=SHELLS, help=", ".join(SHELLS))


# --- pictures --------------------------------------------------------------------------------------------


def _plot(command: Parser) -> None:
    kinds = command.add_subparsers(title="kinds", metavar="KIND", required=True, dest="kind")
    for name, (what, add, example) in PICTURES.items():
        kinds_of_file = ("a.gif", ".gif or .html") if name == "steps" else ("a.png", ".png, .svg or .pdf")
        told = f"example: boundcheck plot {name} {example} --out {kinds_of_file[0]}\n{MORE.format(topic='commands')}"
        kind = kinds.add_parser(name, help=what, epilog=told, formatter_class=argparse.RawDescriptionHelpFormatter)
        kind.add_argument(
            "--out", metavar="FILE", type=Path, required=True, help=f"where to: a {kinds_of_file[1]} file"
        )
        add(kind)


def _run_picture(kind: Parser) -> None:
    claim_argument(kind)
    kind.add_argument(
        "file",
        metavar="FILE",
        type=Path,
        nargs="?",
        help="trials (CSV or JSON; - is standard input); default: the instance of the "
        "certificate that ID is, or a tight sequence",
    )
    reading_arguments(kind)


def _bound_picture(kind: Parser) -> None:
    claim_argument(kind, "ids", nargs="+")
    kind.add_argument(
        "--over", "--symbol", metavar="SYMBOL", help="the symbol on the axis, and to tune (default eta, or the first)"
    )
    set_argument(kind, "give the value of another symbol (default: plain values for all)")
    kind.add_argument("--span", nargs=2, metavar=("LOW", "HIGH"), help="the range of the symbol")


def _tightness_picture(kind: Parser) -> None:
    claim_argument(kind)
    variant_arguments(kind)
    kind.add_argument("--over", metavar="SYMBOL", default="l", help="l, n or a free rate (default l)")


def _search_picture(kind: Parser) -> None:
    claim_argument(kind)
    variant_arguments(kind)
    kind.add_argument("--instances", type=positive, default=2000, help="instances to judge (default 2000)")
    kind.add_argument("--seed", type=int, default=0, help="seed of everything random (default 0)")


def _comparison_picture(kind: Parser) -> None:
    claim_argument(kind, "first", metavar="FIRST")
    claim_argument(kind, "second", metavar="SECOND")
    for name in ("first", "second"):
        kind.add_argument(
            f"--in-{name}", metavar="NAME=EXPR", action="append", default=[], help=f"put in for a symbol of the {name}"
        )
    kind.add_argument("--set", metavar="NAME=EXPR", action="append", default=[], help="put in for a symbol of both")
    kind.add_argument("--over", nargs=2, metavar="SYMBOL", default=("n", "k"), help="the two axes (default n k)")
    kind.add_argument(
        "--x-span",
        nargs=2,
        type=positive,
        metavar=("LOW", "HIGH"),
        default=(2, 1000),
        help="the range of the first symbol (default 2 1000)",
    )
    kind.add_argument(
        "--y-span",
        nargs=2,
        type=positive,
        metavar=("LOW", "HIGH"),
        default=(1, 100),
        help="the range of the second symbol (default 1 100)",
    )


def _worst_picture(kind: Parser) -> None:
    claim_argument(kind)
    bound_arguments(kind)
    set_argument(kind, "the value of a parameter (default U=2, X=1, eta=1/2, ...)")
    kind.add_argument("--over", metavar="SYMBOL", default="l", help="l, or a parameter such as eta or U (default l)")
    kind.add_argument("--span", nargs=2, metavar=("LOW", "HIGH"), help="the range of the parameter")
    kind.add_argument(
        "--length", type=positive, metavar="L", help="the longest sequence (default 8), or the one length (default 4)"
    )


COMPARISON = r"""bylander.3.tuned bylander.2.tuned \
 --in-first U=k --in-first X=1 --in-second 'U=sqrt(k)' --in-second 'X=sqrt(n)' \
 """
"""An example of two claims, whose symbols are put in for each."""

PICTURES: dict[str, tuple[str, Callable[[Parser], None], str]] = {
    "run": ("what a run has lost, trial by trial, against the bound", _run_picture, "bylander.5 trials.csv"),
    "steps": (
        "a run in the plane, step by step: a .gif, or .html with a slider",
        _run_picture,
        "bylander.5 trials.csv",
    ),
    "bound": ("bounds against one of their symbols, with the optimum", _bound_picture, "bylander.2 bylander.3"),
    "tightness": ("how close the structured families come to the bound", _tightness_picture, "bylander.2"),
    "search": ("the best ratio over the instances of a search", _search_picture, "bylander.5"),
    "comparison": ("a map of which of two bounds is smaller", _comparison_picture, COMPARISON),
    "worst": ("the exact worst case of all sequences, against the bound", _worst_picture, "bylander.2 --length 6"),
}
"""What each kind of picture shows, what adds its arguments, and an example of these."""


class Command(NamedTuple):
    """A command: what it does, what adds its arguments, an example, and the page that tells more (of TOPICS)."""

    does: str
    add: Callable[[Parser], None]
    example: str
    topic: str = "commands"


COMMANDS = {
    "ledger": Command("check every claim and print how far each has come", _ledger, "--instances 100"),
    "list": Command("the catalogue, a line a claim", _list, "regret experts"),
    "show": Command("one claim: hypotheses, bound, learner, source, tightness", _show, "bylander.5"),
    "check": Command(
        "a verdict on your own trials (CSV or JSON)", _check, "bylander.5 trials.csv --outcome species", "data"
    ),
    "search": Command(
        "attack a claim, or a variant of it, within a budget", _search, "bylander.5 --bound 'U**2*X**2/2'", "search"
    ),
    "campaign": Command(
        "search for hours, on all cores or a cluster, and lose nothing",
        _campaign,
        "all --hours 8 --store night",
        "campaigns",
    ),
    "certify": Command(
        "prove a claim for all sequences of at most L trials, or break it", _certify, "bylander.5 --length 6", "certify"
    ),
    "optimal": Command("whether any learner could have a smaller bound", _optimal, "bylander.8", "optimal"),
    "minimax": Command(
        "what the best learner pays against the worst sequence", _minimax, "experts --experts 3 --length 20", "optimal"
    ),
    "replay": Command(
        "re-check a certificate with the independent checker", _replay, "counterexample.json", "certificates"
    ),
    "prove": Command("run the machine-checked proof of a claim, step by step", _prove, "bylander.5", "proofs"),
    "derive": Command(
        "from a learner and two losses to the best provable bound",
        _derive,
        "'w + eta*y*x if y*yhat <= 0 else w' --separable",
        "derive",
    ),
    "tune": Command("the optimal learning rate, symbolically", _tune, "bylander.2 --set U=2"),
    "plot": Command(
        "draw runs, bounds, tightness, searches, comparisons and worst cases",
        _plot,
        "bound bylander.2 bylander.3 --out bounds.svg",
    ),
    "page": Command(
        "a counterexample or a claim as a page to mail, with pictures and its link", _page, "bylander.8", "certificates"
    ),
    "site": Command("the catalogue and the documentation as a site of pages, to open or to serve", _site, "--out site"),
    "export": Command("claims for LaTeX or Coq", _export, "bylander.5 bylander.8 --document --out claims.tex"),
    "experiment": Command(
        "repeat an experiment of a source, with its claims as checks", _experiment, "figure1 --seeds 5", "kw"
    ),
    "serve": Command("answer other programs, in lines of JSON, as long as they like", _serve, "--stdio", "serve"),
    "docs": Command("print a page of the documentation", _docs, "rules"),
    "notebooks": Command("copy the notebooks, to run and to change", _notebooks, "notebooks"),
    "example": Command("copy data to try commands on", _example, "iris", "data"),
    "completion": Command("a script that completes commands, options and ids in a shell", _completion, "bash"),
}
"""The commands, in the order of the help text."""

WITHOUT_JSON = ("serve", "plot", "page", "site", "export", "docs", "notebooks", "example", "completion")
"""Commands that write something else; all others take --json."""


def add_arguments(command: Parser, name: str) -> None:
    """Add what a command takes, and an example below it."""
    COMMANDS[name].add(command)
    if name not in WITHOUT_JSON:
        command.add_argument("--json", action="store_true", help="print JSON")
    command.formatter_class = argparse.RawDescriptionHelpFormatter
    told = COMMANDS[name]
    command.epilog = f"example: boundcheck {name} {told.example}\n{MORE.format(topic=told.topic)}"
