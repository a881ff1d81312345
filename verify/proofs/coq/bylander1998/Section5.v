(** * Section 5: the worst case of theorem 8 *)

From Coq Require Import Reals List Bool Lra Lia Arith.
From Boundcheck Require Import BaseMore GenBounds.
From Boundcheck Require Import Run.
From Boundcheck Require Perceptron.
From Boundcheck.bylander1998 Require Import Section3.
From Boundcheck.bylander1998 Require Import Section5Statements.
Import ListNotations.
Open Scope R_scope.

Theorem bylander_8_exact : bylander_8_exact_stmt.
Proof.
  intros n tau U X u S (Ht & HX & HU & HS). unfold eta_bylander_8_exact. assert (0 < X ^ 2) by (apply pow_lt; exact HX).
  assert (0 < 2 * tau / X ^ 2) as He by (apply Rdiv_lt_0_compat; lra).
  assert (2 * tau / X ^ 2 * X ^ 2 / 2 = tau) as Et by (field; lra).
  eapply Rle_trans; [apply (worst_excess n (2 * tau / X ^ 2) U X tau u He ltac:(lra) ltac:(lra) ltac:(lra) S _ HU HS
    eq_refl)|].
  rewrite (rmin_scale (2 * tau / X ^ 2) (X * INR (length S)) (U * X ^ 2 / (2 * tau))) by (lra || (field; lra)).
  unfold b_bylander_8_exact. rewrite Et. apply Req_le.
  generalize (Rmin (X * INR (length S)) (U * X ^ 2 / (2 * tau))); intros r. field. lra.
Qed.
