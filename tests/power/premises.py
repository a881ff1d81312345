"""Which premises the claims need: each is dropped in turn, and the claim has to fall, or the premise is listed here.

``python -m tests.power.premises`` drops every premise of every true claim and prints what was found. What is listed
here holds without its premise, for the reason given; it may still say what the source says. OPEN ones are neither
argued nor broken.
"""

from __future__ import annotations

import argparse
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from bounds.claims.catalogue import catalog, theorem
from bounds.claims.claim import Standing
from tests.power.broken import BUDGET, attempt, confirmed

Premise = tuple[str, str]
"""A claim's id and the name of one of its hypotheses."""

NEEDLESS: dict[str, dict[str, str]] = {
    "there the learner, its rate, the construction or the bound does not exist, so nothing is said": {
        "U > 0": "bylander.2.tuned bylander.3 bylander.3.step bylander.3.tuned bylander.5.delta bylander.6 "
        "bylander.6.litt bylander.6.loss bylander.6.norm bylander.7 bylander.7.loss bylander.9 bylander.12 bylander.A1 "
        "bylander.Ol bylander.double bylander.11.exact gls.5.1.alpha modern.ogd.hinge.tuned",
        "X > 0": "bylander.2.tuned bylander.3.tuned bylander.6 bylander.6.loss bylander.8 bylander.9 bylander.11 "
        "bylander.12 bylander.Ol bylander.5.exact bylander.8.exact bylander.11.exact gls.7.1q.root gls.7.lim.rate "
        "gls.bw gls.cor7.2 gls.cor7.2.finite gls.wm classics.gd.square classics.margin.exact classics.margin.sharp "
        "modern.ogd.falling.tuned modern.ogd.hinge.tuned",
        "R > 0": "modern.ogd.falling.tuned modern.perceptron.shifting",
        "alpha < 1": "modern.fixed_share",
        "N >= 1": "kw.dot.close",
        "l >= 1": "bylander.2.tuned bylander.3.tuned kitani.eq10 kitani.eq14 kitani.eq16 kitani.eq17 kitani.eq18 "
        "kitani.rwma.noreg kitani.rwma.sqrtT kitani.wma.noreg",
        "n >= 2": "bylander.3.tuned bylander.Ol uml.treeorder",
        "alpha > 1": "gls.ft.eq kw.incr kw.winnow.up",
        "beta < 1": "bylander.wmsim gls.bw.eq gls.wm.eq",
        "eta < 1": "kitani.wma.range kitani.rwma.range kitani.wma.noreg",
        "theta > 0": "kw.winnow.up",
        "unit": "kitani.eq10 kitani.eq14 kitani.eq16 kitani.eq17 kitani.eq18 kitani.perc",
        "k >= 1": "kw.13a kw.13b kw.abstract kw.batch kw.def7 kw.dnf kw.dnf.natural kw.ellip kw.fig2 kw.genN "
        "kw.lemma10 kw.lemma11 kw.lemma12 kw.lin kw.vc kw.vc.upper kw.winnow.ok gls.4.1.fk gls.fk",
        "k <= N": "kw.genN kw.vc kw.vc.upper",
        "n = 2**d + k - 1": "kw.batch kw.def7 kw.lemma10 kw.lemma11 kw.lemma12 kw.lin",
        "positive weights": "gls.10.exp gls.5.hess",
        "positive z": "gls.5.hess",
        "uz > 0": "gls.7.1b",
        "nonnegative": "bylander.3.klinit bylander.3.klpos bylander.3.step",
    },
    "with a gap or margin above 0 no example is 0, and without trials there is no mistake": {
        "X > 0": "bylander.5 bylander.5.loss gls.4.1.bw gls.4.1x gls.4.2 gls.4.2x gls.7.1b gls.7.1c gls.8.dh gls.wm.a "
        "modern.alma",
        "U > 0": "modern.alma",
    },
    "another premise, or the range of the rate, implies it": {
        "alpha > 1": "kw.elim",
        "C > 1": "classics.gd.square",
        "rho > 0": "classics.pa2.sharp",
        "delta > 0": "gls.4.1.bw gls.4.2 gls.7.1b gls.8.dh gls.bw gls.wm gls.wm.a",
        "uz > 0": "gls.7.1c",
        "inputs": "kw.batch kw.dnf kw.dnf.natural",
        "n = 3**N": "kw.dnf kw.dnf.natural",
        "relevant": "kitani.lem3 kitani.eq34",
        "start": "kw.ellip",
        "l >= 1": "kitani.perc",
    },
    "both sides are equal whatever they are": {
        "n >= 1": "bylander.const bylander.half",
        "N >= 1": "kitani.rwma.half",
    },
    "both sides vanish there": {
        "U > 0": "bylander.3.klinit bylander.3.klpos gls.5.1 gls.5.1.bw gls.5.1.exp gls.8.1",
        "Z > 0": "gls.5.1.alpha",
        "R > 0": "modern.adagrad.norm.tuned",
        "l >= 1": "bylander.cmp",
        "n >= 2": "bylander.cmp",
    },
    "nothing in the statement, or in its proof, reads it": {
        "examples": "bylander.3.klinit bylander.3.klpos gls.cor7.2",
        "comparator": "gls.5.1.bw gls.5.3 gls.7.lim.rate",
        "gamma": "kitani.eq10",
        "gap": "gls.7.lim.rate gls.cor7.2 gls.cor7.2.finite",
        "delta > 0": "gls.7.lim.rate gls.claim2 gls.cor7.2 gls.cor7.2.finite",
        "labels": "kw.batch",
        "k >= 1": "kw.lemma5",
        "n = 2**d + k - 1": "kw.lemma5",
        "nonnegative": "gls.7.lim.rate gls.cor7.2 gls.cor7.2.finite",
        "conjunctions": "kw.dnf kw.dnf.natural",
        "k = 20": "kw.fig1",
        "theta > 0": "gls.ft.eq",
    },
    "one pair, or none, has nothing to tell apart": {
        "d >= 1": "kw.13b kw.batch kw.def7 kw.ellip kw.lemma10 kw.lemma11 kw.lin",
    },
    "Winnow's weights and their sum are read, not where the labels come from": {
        "disjunction": "kitani.eq24 kitani.eq25 kitani.eq27 kitani.eq28 kitani.eq29 kitani.eq30 kitani.eq31 "
        "kitani.eq33 kitani.lem4",
        "relevant": "kitani.eq24 kitani.eq25 kitani.eq27 kitani.eq28 kitani.eq29 kitani.eq30 kitani.eq31 "
        "kitani.eq33 kitani.lem4",
        "inputs": "kitani.eq30 kw.incr",
    },
    "the proof is algebra over all real vectors": {
        "inputs": "kw.thm8",
    },
    "p > 1 is enough: f is increasing and odd, and its power p/(p - 1) exists": {
        "p >= 2": "gls.10 gls.10.identity gls.5.1.alpha gls.5.2 gls.5.3 gls.5.hess gls.7.lim.rate gls.8.1 gls.8.7 "
        "gls.8.8",
    },
}

OPEN: dict[str, str] = {
    "disjunction": "kw.dnf kw.dnf.natural kw.okx.bias kw.okx.fix kw.perc.okx",
    "p >= 2": "gls.4.1 gls.4.1x",
    "N >= 20": "kw.1.7",
}


def listed(table: dict[str, str]) -> list[Premise]:
    """Return the premises of one table."""
    return [(claim, name) for name, claims in table.items() for claim in claims.split()]


LISTED: list[Premise] = [premise for table in (*NEEDLESS.values(), OPEN) for premise in listed(table)]


def premises() -> list[Premise]:
    """Return every premise of every claim that is true."""
    true = [claim for claim in catalog() if claim.standing is not Standing.FALSE]
    return [(claim.id, name) for claim in true for name in dict.fromkeys(h.name for h in claim.hypotheses)]


def falls(premise: Premise, instances: int) -> bool:
    """Tell whether the search breaks the claim without the premise, the independent checker agreeing."""
    identifier, name = premise
    found = attempt(theorem(identifier).replace(without=name), instances)
    return found.verdict is not None and confirmed(found.verdict)[0]


def _task(task: tuple[Premise, int]) -> tuple[Premise, bool]:
    return task[0], falls(*task)


def main() -> None:
    """Drop every premise, and print the ones that neither fell nor are listed, and the ones that fell and are."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--instances", type=int, default=BUDGET)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    counts = Counter[str]()
    with ProcessPoolExecutor(options.jobs) as pool:
        for premise, fell in pool.map(_task, [(premise, options.instances) for premise in premises()]):
            known = premise in LISTED
            counts["fell" if fell else "listed" if known else "missed"] += 1
            if fell == known:
                print(f"{'listed, and fell' if fell else 'neither fell nor listed'}: {' without '.join(premise)}")
    needless = sum(len(listed(table)) for table in NEEDLESS.values())
    print(
        f"{counts.total()} premises: {counts['fell']} needed, {needless} needless, {len(listed(OPEN))} open, "
        f"{counts['missed']} missed"
    )


if __name__ == "__main__":
    main()
