"""Section 2: Lemma 1, and trials without loss."""

from __future__ import annotations

from bounds.claims.claim import Claim, Standing
from bounds.claims.quantities import each
from bounds.claims.sections import false_form
from bounds.mathematics.geometry import EUCLIDEAN
from bounds.sources.bylander1998.common import ANY_W, DISTANCE_DROP, OPEN_END, P_ABSOLUTE, cited
from bounds.symbols import eta

LEMMA_1 = Claim(
    id="bylander.1",
    title="Lemma 1: excess loss on a trial where the learner is too low (`side = 1`) or too high (`side = -1`)",
    source=cited("Lemma 1, (1) and (2)", "p. 337"),
    standing=Standing.QUALIFIED,
    quantity=each("Abs-Loss(w, S_t) - Abs-Loss(u, S_t)", "loss - u_loss", "side != 0"),
    bound="side*(ux - wx)",
    learner=ANY_W,
    start="any",
    ties=OPEN_END,
    attained=True,
    note="Needs non-empty outcome intervals, which the data type enforces.",
)

ZERO_LOSS = Claim(
    id="bylander.zeta0",
    title="A trial on which the learner has no loss needs no additional loss",
    source=cited("section 2, before Lemma 1", "p. 337"),
    standing=Standing.TRUE,
    quantity=each("Abs-Loss(w_t, S_t) - Abs-Loss(u, S_t) where Abs-Loss(w_t, S_t) = 0", "-u_loss", "loss == 0"),
    bound=0,
    learner=P_ABSOLUTE,
    free=(eta,),
    ties=OPEN_END,
    counterpart="bylander.zeta0.summed",
    note="True trial by trial. Not when summed with the distances: see bylander.zeta0.summed.",
)

ZERO_LOSS_SUMMED = false_form(
    ZERO_LOSS,
    "summed",
    title="The same, used inside the telescoping sum of theorem 2: `zeta_t = 0` although `w` moves",
    quantity=each(
        "Abs-Loss(w_t, S_t) - Abs-Loss(u, S_t) - (d(u, w_t) - d(u, w_t+1))/(2 eta) where Abs-Loss(w_t, S_t) = 0",
        f"-u_loss - ({DISTANCE_DROP})/(2*eta)",
        "(side != 0)*(loss == 0)",
    ),
    geometry=EUCLIDEAN,
    note="An update at loss 0, on an open end, moves w and still costs eta*X**2/2.",
)
