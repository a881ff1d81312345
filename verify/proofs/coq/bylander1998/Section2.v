(** * Section 2: excess loss on a trial *)

From Boundcheck Require Import Vectors Runs GenBounds GenClaims.
From Boundcheck.bylander1998 Require Import Definitions.
From Boundcheck.classics Require Import Definitions.
Open Scope R_scope.

Theorem bylander_1 : bylander_1_stmt.
Proof.
  intros n u s [x I] S HI Hc yhat side. subst yhat side. red in HI. rewrite Forall_forall in HI. destruct (HI _ Hc) as [y [Hb Ha]].
  unfold side_of, trial_loss, b_bylander_1; cbn [fst snd] in *. generalize (dot n s x) (dot n u x); intros yw yu.
  destruct I as [[] []]; interval_cases.
Qed.

Theorem bylander_zeta0 : bylander_zeta0_stmt.
Proof.
  intros n eta u K [x I] yhat _. unfold b_bylander_zeta0, trial_loss. pose proof (loss_nonneg (dot n u x) I). cbn [fst snd]. lra.
Qed.
