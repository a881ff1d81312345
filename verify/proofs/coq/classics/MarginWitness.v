(** * Cases that meet the premises of the statements on the Perceptron with margin *)

From Boundcheck Require Import Vectors Traces GenBounds Cases.
From Boundcheck.classics Require Import Definitions Margin.
Open Scope R_scope.

Lemma one_trial_at_least : 1 <= INR (length one). Proof. cbn. lra. Qed.

#[local] Hint Resolve one_trial_at_least : case.

Definition classics_margin_sharp_met := ltac:(met (classics_margin_sharp 2%nat 1 2 1 1 u one)).
Definition classics_margin_exact_met := ltac:(met (classics_margin_exact 2%nat 1 2 1 1 u one)).
