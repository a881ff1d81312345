(** * Appendix: lemma A.1 *)

From Coq Require Import Reals List Bool Lra Lia Arith.
From Boundcheck Require Import Vectors Runs GenBounds GenClaims.
From Boundcheck Require EU.
Import ListNotations.
Open Scope R_scope.

Theorem bylander_A1 : bylander_A1_stmt.
Proof.
  intros n U X eta w tr S (HU0 & Hw & HU & HS) Htr. red in HS. rewrite Forall_forall in HS.
  destruct (HS tr Htr) as [Hx _].
  eapply Rle_trans; [apply EU.lemma_A1 with (X := X); assumption|apply Req_le; unfold b_bylander_A1; field; lra].
Qed.
