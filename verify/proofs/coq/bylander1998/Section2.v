(** * Section 2: excess loss on a trial *)

From Coq Require Import Reals List Bool Lra Lia Arith.
From Boundcheck Require Import Vectors Runs GenBounds.
From Boundcheck.bylander1998 Require Import Section2Statements.
Import ListNotations.
Open Scope R_scope.

Theorem bylander_1 : bylander_1_stmt.
Proof.
  intros n w u x I [y [Hb Ha]]; unfold b_bylander_1. generalize (dot n w x) (dot n u x); intros yw yu.
  split; intros H; destruct I as [[] []]; interval_cases.
Qed.

Theorem bylander_zeta0 : bylander_zeta0_stmt.
Proof. intros n w u x I H; unfold b_bylander_zeta0. pose proof (loss_nonneg (dot n u x) I). lra. Qed.
