(** * Appendix: lemma A.1 *)

From Coq Require Import Reals List Bool Lra Lia Arith.
From Boundcheck Require Import Vectors Runs GenBounds.
From Boundcheck Require EU.
From Boundcheck.bylander1998 Require Import AppendixStatements.
Import ListNotations.
Open Scope R_scope.

Theorem bylander_A1 : bylander_A1_stmt.
Proof.
  intros n U X eta w S tr (HU0 & Hw & HU & HS) Htr. red in HS. rewrite Forall_forall in HS.
  destruct (HS tr Htr) as [Hx _].
  eapply Rle_trans; [apply EU.lemma_A1 with (X := X); assumption|apply Req_le; unfold b_bylander_A1; field; lra].
Qed.
