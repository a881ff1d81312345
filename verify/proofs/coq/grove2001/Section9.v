(** * Section 9: the margins on mistakes are paid by Bregman distances *)

From Boundcheck Require Import Vectors Pnorm GenBounds GenClaims Learners.
From Boundcheck.grove2001 Require QuasiAdditive.
From Boundcheck.grove2001 Require Import Definitions Convergence Functions Section8 Section9Statements.
Open Scope R_scope.

Theorem gls_9_avg : gls_9_avg_stmt.
Proof.
  intros n U X a p u S (Ha & Hp & HU & HS). dual p q Hpq. decided n (link p) wrong Hw. unfold b_gls_9_avg.
  eapply Rle_eq_trans; [apply (QuasiAdditive.average_margin p q a n u wrong Hp Hpq Ha Hw U HU X S HS)|ring].
Qed.

Theorem gls_9_logp : gls_9_logp_stmt.
Proof.
  intros n U X a delta u S (HX & Ha & Hd & Hn & HU & HS & Hm). unfold p_gls_9_logp.
  decided n (link (2 * ln (INR n))) wrong Hw. unfold b_gls_9_logp.
  eapply Rle_eq_trans; [apply (QuasiAdditive.bound_log n a U X delta u wrong S Hn Ha Hd HX HU Hw HS Hm)|nra].
Qed.

(** D(z', v) = D(z', z) + D(z, v) + (grad H(z) - grad H(v)).(z' - z). *)
Lemma three_points n H gradient z' z v : bregman n H gradient z' v
  = bregman n H gradient z' z + bregman n H gradient z v
    + (dot n (gradient z) (fun i => z' i - z i) - dot n (gradient v) (fun i => z' i - z i)).
Proof. unfold bregman. rewrite !dot_minus_r. ring. Qed.

Lemma identity_10_holds : identity_10.
Proof.
  intros n H gradient a u v z wrong S Hv. revert z.
  induction S as [|c S IH]; intros z; cbn [over_mistakes state_after]; [ring|]. destruct (wrong z c) eqn:E; auto.
  rewrite Rmult_plus_distr_l, IH. set (z' := perceptron a (label (snd c)) z (fst c)).
  rewrite (three_points n H gradient z' z v). unfold moved. fold z'.
  assert (forall g, dot n g (fun i => z' i - z i) = label (snd c) * a * dot n g (fst c)) as Ed.
  { intros g. rewrite <- dot_scal_r. apply sum_ext; intros i _. unfold z', perceptron. ring. }
  rewrite !Ed. rewrite (dot_ext n (gradient v) u (fst c) (fst c)) by auto. unfold excess. ring.
Qed.

Lemma inequality_10_holds : inequality_10.
Proof.
  intros f F n a u v z wrong S Hinc HF Hv.
  rewrite (identity_10_holds n (potential F n) (componentwise f) a u v z wrong S Hv).
  pose proof (potential_bregman_nonneg f F n (state_after wrong (perceptron a) z S) v Hinc HF). lra.
Qed.

Theorem gls_10 : gls_10_stmt.
Proof.
  split; [exact inequality_10_holds|]. intros n a p u z wrong S Hp _. red in Hp. unfold b_gls_10.
  set (G := potential (fun y => power y p / p) n). set (v := componentwise (signed (/ (p - 1))) u).
  pose proof (inequality_10_holds (fun y => signed_power y (p - 1)) (fun y => power y p / p) n a u v z wrong S
    (signed_power_increasing (p - 1) ltac:(lra)) (link_potential p Hp) (fun i _ => signed_inverse p (u i) Hp)) as H.
  change (componentwise (fun y => signed_power y (p - 1))) with (link p) in H. unfold bregman in H at 1. fold G in H.
  lra.
Qed.

Theorem gls_10_identity : gls_10_identity_stmt.
Proof.
  split; [exact identity_10_holds|]. intros n a p u z wrong S Hp _. unfold b_gls_10_identity.
  set (G := potential (fun y => power y p / p) n). set (v := componentwise (signed (/ (p - 1))) u).
  rewrite (identity_10_holds n G (link p) a u v z wrong S (fun i _ => signed_inverse p (u i) Hp)). unfold bregman. ring.
Qed.

Theorem gls_10_exp : gls_10_exp_stmt.
Proof.
  split; [exact identity_10_holds|]. intros n a u wrong S Hu _. unfold b_gls_10_exp. set (G := potential exp n).
  set (v := componentwise ln u).
  rewrite (identity_10_holds n G exponential a u v zero wrong S (fun i Hi => exp_ln (u i) (Hu i Hi))). unfold bregman.
  change (sum n (exponential ?z)) with (G z). ring.
Qed.
