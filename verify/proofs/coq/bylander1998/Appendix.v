(** * Appendix: lemma A.1 *)

From Boundcheck Require Import Vectors Runs GenBounds GenClaims.
From Boundcheck Require EU.
Open Scope R_scope.

Theorem bylander_A1 : bylander_A1_stmt.
Proof.
  intros n U X eta w tr S (HU0 & Hw & HU & HS) Htr yhat. subst yhat. rewrite Forall_forall in HS.
  pose proof (HS tr Htr) as Hx.
  eapply Rle_trans; [apply EU.lemma_A1 with (X := X); assumption| unfold b_bylander_A1; lra].
Qed.
