(** * The Perceptron in the norms of section 4: ||u||_2 <= ||u||_1 and ||x||_2^2 <= n X^2 *)

From Coq Require Import Reals List Lra Lia Arith.
From Boundcheck Require Import BaseMore GenBounds.
From Boundcheck Require Perceptron.
From Boundcheck.grove2001 Require Import PerceptronStatements.
Open Scope R_scope.

Lemma norm_le_norm1 n u : norm n u <= norm1 n u.
Proof.
  assert (sum n (fun i => u i ^ 2) <= norm1 n u ^ 2 /\ 0 <= norm1 n u) as [H H0].
  { unfold norm1. induction n as [|n [IH IH0]]; cbn [sum]; [lra|]. pose proof (Rabs_pos (u n)).
    rewrite <- (pow2_abs (u n)). assert (0 <= sum n (fun i => Rabs (u i)) * Rabs (u n)) by (apply Rmult_le_pos; lra).
    lra. }
  unfold norm. rewrite <- (sqrt_pow2 (norm1 n u)) by exact H0. apply sqrt_le_1_alt, H.
Qed.

Lemma norm_le_box n x X : 0 <= X -> max_norm_at_most n x X -> norm n x <= sqrt (INR n) * X.
Proof.
  intros HX Hx. rewrite <- (sqrt_pow2 X) by exact HX. rewrite <- sqrt_mult_alt by apply pos_INR. apply sqrt_le_1_alt.
  rewrite <- sum_const. apply sum_le; intros i Hi. rewrite <- (pow2_abs (x i)). apply pow_incr.
  split; [apply Rabs_pos|apply Hx, Hi].
Qed.

Theorem gls_4_remark : gls_4_remark_stmt.
Proof.
  intros n a U X delta u wrong S (Ha & Hd & HU & HS & Hm) Hsign. unfold b_gls_4_remark.
  pose proof (norm_le_norm1 n u) as Hu.
  assert (norm n u <= U) as HU' by lra.
  pose proof (Perceptron.perceptron_mistakes n a U (sqrt (INR n) * Rabs X) delta u wrong S Ha Hd HU' Hsign) as H.
  rewrite Rpow_mult_distr, pow2_sqrt, pow2_abs in H by apply pos_INR.
  replace (U ^ 2 * X ^ 2 * INR n / delta ^ 2) with (U ^ 2 * (INR n * X ^ 2) / delta ^ 2) by (unfold Rdiv; ring).
  apply H; [|exact Hm]. eapply Forall_impl; [|exact HS]. intros c Hc. apply norm_le_box; [apply Rabs_pos|].
  intros i Hi. eapply Rle_trans; [apply Hc, Hi|apply Rle_abs].
Qed.

Theorem gls_8_dh_best : gls_8_dh_best_stmt.
Proof.
  intros U X delta a HU HX Hd Ha. unfold b_gls_8_dh, b_gls_8_dh_best.
  replace (2 * a * delta * (a * X ^ 2 / delta) - X ^ 2 * a ^ 2) with (a ^ 2 * X ^ 2) by (field; lra).
  field. repeat split; lra.
Qed.
