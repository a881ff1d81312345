"""The appendix: lemma A.1, on which theorem 3 rests."""

from __future__ import annotations

from bounds.claims.claim import Claim, Hypothesis, Standing
from bounds.claims.hypotheses import examples_within, positive
from bounds.claims.quantities import each
from bounds.domains import REAL
from bounds.mathematics.geometry import ENTROPIC
from bounds.sources.bylander1998.common import ANY_W, cited
from bounds.symbols import U, eta

LEMMA_A1 = Claim(
    id="bylander.A1",
    title="Lemma A.1: the exponential mean",
    source=cited("Lemma A.1", "p. 350"),
    standing=Standing.QUALIFIED,
    quantity=each("ln(sum w_i exp(eta x_i) / U)", "ln(sum(w*exp(eta*x))/U)"),
    bound="eta*wx/U + eta**2*X**2/2",
    hypotheses=(
        Hypothesis(
            "weights",
            "w_i >= 0",
            formula="all_i(s >= 0)",
        ),
        Hypothesis(
            "sum",
            "the sum of w = U",
            formula="sum(s) == U",
        ),
        examples_within(ENTROPIC),
        positive(U, silent=True),
    ),
    learner=ANY_W,
    start="positive",
    free=(eta,),
    domains={eta: REAL},
    note="Holds for every real eta; strict unless eta*X = 0.",
)
