(** * The facts that the step proofs take for true, as GenFacts.v states them *)

From Coq Require Import ZArith.
From Boundcheck Require Import Definitions Vectors Pnorm GenFacts.
From Boundcheck.grove2001 Require Import Definitions QuasiAdditive.
Open Scope R_scope.

(** ** exp and ln *)

Theorem fact_exp_of_a_sum : fact_exp_of_a_sum_stmt. Proof. exact exp_plus. Qed.

Theorem fact_exp_is_above_its_tangent : fact_exp_is_above_its_tangent_stmt. Proof. exact exp_ineq1_le. Qed.

Theorem fact_exp_undoes_ln : fact_exp_undoes_ln_stmt. Proof. exact exp_ln. Qed.

(** ** p-norms *)

Theorem fact_a_norm_is_not_negative : fact_a_norm_is_not_negative_stmt. Proof. intros n p b _. apply pnorm_nonneg. Qed.

Theorem fact_a_norm_of_0 : fact_a_norm_of_0_stmt. Proof. intros n p _. apply pnorm_zero. Qed.

Theorem fact_Hoelder : fact_Hoelder_stmt.
Proof.
  intros n p q b c [Hp E]. assert (q <> 0) by nra.
  assert (/ p + / q = 1) as Hpq by (apply Rmult_eq_reg_l with (p * q); [field_simplify; lra|nra]).
  pose proof (abs_bounds _ _ (holder_pq p q n b c Hp Hpq)). lra.
Qed.

Theorem fact_smoothness : fact_smoothness_stmt.
Proof.
  intros n p b c r [Hp Hd]. pose proof (growth p n b (fun i => r * c i) Hp) as G.
  rewrite dot_scal_r, pnorm_scal in G by lra.
  replace ((Rabs r * pnorm p n c) ^ 2) with (r ^ 2 * pnorm p n c ^ 2) in G by (rewrite <- (pow2_abs r); ring). lra.
Qed.

Theorem fact_a_norm_is_at_most_the_1_norm : fact_a_norm_is_at_most_the_1_norm_stmt.
Proof. intros n q b Hq. apply pnorm_le_norm1, Hq. Qed.

Theorem fact_a_norm_of_bounded_entries : fact_a_norm_of_bounded_entries_stmt.
Proof.
  intros n p b r [Hp Hn] Hb. rewrite <- INR_IZR_INZ. assert (0 < n)%nat as Hn' by lia.
  assert (max_norm_at_most n b r) as Hbox.
  { intros i Hi. eapply Rle_trans; [apply (greatest_above n (fun i => Rabs (b i))), Hi|exact Hb]. }
  pose proof (INR_at_least_1 n Hn'). pose proof (Rabs_pos (b 0%nat)). pose proof (Hbox 0%nat Hn').
  replace (exp (1 / p * ln (INR n))) with (power (INR n) (/ p)).
  - apply pnorm_le_max; [exact Hp|lra|exact Hbox].
  - rewrite power_of_pos by lra. unfold Rpower. f_equal. field. lra.
Qed.
