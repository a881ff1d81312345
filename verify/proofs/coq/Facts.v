(** * The facts that the step proofs take for true, as GenFacts.v states them *)

From Coq Require Import Reals.
From Boundcheck Require Import GenFacts.
Open Scope R_scope.

Theorem fact_exp_of_a_sum : fact_exp_of_a_sum_stmt. Proof. exact exp_plus. Qed.

Theorem fact_exp_is_above_its_tangent : fact_exp_is_above_its_tangent_stmt. Proof. exact exp_ineq1_le. Qed.

Theorem fact_exp_undoes_ln : fact_exp_undoes_ln_stmt. Proof. exact exp_ln. Qed.
