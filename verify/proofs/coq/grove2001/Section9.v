(** * Section 9: the margins on mistakes are paid by Bregman distances *)

From Boundcheck Require Import Vectors Pnorm GenBounds GenClaims Learners.
From Boundcheck.classics Require Import Definitions.
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

(** The sums of the claims over a run, as those over its mistakes. *)
Section Sums.
Context {W : Type} (n : nat) (r : rule W) (z : W -> vec) (f : vec -> vec) (a : R) (start u : vec).
Hypothesis F : exactly n r z f (perceptron a) start.
Notation target := (threshold_target 0).
Notation wrong := (fun v => errs_at true n 0 (f v)).

Lemma excess_of_play (S : list ctrial) :
  over_play r label target (fun _ yhat side c => Rabs side * label (snd c) * (dot n u (fst c) - yhat)) S
    = over_mistakes (excess n u f) wrong (perceptron a) start S.
Proof.
  pose proof (misses_threshold n f 0) as M. rewrite (over_exactly _ _ _ _ _ _ _ _ F M _ (excess n u f)).
  - apply over_mistakes_run.
  - intros K c. rewrite (errs_rabs _ _ _ _ _ _ _ _ F M), (prediction_exactly _ _ _ _ _ _ F). unfold excess.
    destruct (errs_at _ _ _ _ _); ring.
Qed.

Lemma moved_by_play H (S : list ctrial) :
  over_play r label target (fun K _ _ c => bregman n H f (z (play r label target K c)) (z K)) S
    = over_mistakes (moved n H f a) wrong (perceptron a) start S.
Proof.
  pose proof (misses_threshold n f 0) as M. rewrite (over_exactly _ _ _ _ _ _ _ _ F M _ (moved n H f a)).
  - apply over_mistakes_run.
  - intros K c. rewrite (play_exactly _ _ _ _ _ _ _ _ F M). unfold moved, bregman.
    destruct (errs_at _ _ _ _ _); [reflexivity|]. rewrite dot_minus_r. ring.
Qed.

Lemma end_of_play (S : list ctrial) : z (after_play r label target S) = state_after wrong (perceptron a) start S.
Proof. apply (after_exactly _ _ _ _ _ _ _ _ F (misses_threshold n f 0)). Qed.
End Sums.

Theorem gls_10 : gls_10_stmt.
Proof.
  split; [exact inequality_10_holds|]. intros n a p u z S Hp. red in Hp. unfold b_gls_10. rewrite reciprocal.
  pose (powers := fun z : vec => sum n (fun e => power (z e) p) / p). set (v := fun e => signed_power (u e) (/ (p - 1))).
  change (a * over_play (p_norm_rule n p a z) label (threshold_target 0)
      (fun K yhat side c => Rabs side * label (snd c) * (dot n u (fst c) - yhat)) S
    - (bregman n powers (link p) z v + over_play (p_norm_rule n p a z) label (threshold_target 0) (fun K _ _ c =>
        bregman n powers (link p) (fun e => z e + a * play (p_norm_rule n p a z) label (threshold_target 0) K c e)
          (fun e => z e + a * K e)) S) <= 0).
  unfold powers. rewrite (powers_potential p n). set (G := potential (fun y => power y p / p) n).
  pose proof (inequality_10_holds (fun y => signed_power y (p - 1)) (fun y => power y p / p) n a u v z
    (fun v => errs_at true n 0 (link p v)) S
    (signed_power_increasing (p - 1) ltac:(lra)) (link_potential p Hp) (fun i _ => signed_inverse p (u i) Hp)) as H.
  change (componentwise (fun y => signed_power y (p - 1))) with (link p) in H. fold G in H.
  rewrite (excess_of_play n _ _ _ _ _ u (p_norm_exactly n p a z)).
  rewrite (moved_by_play n _ _ _ _ _ (p_norm_exactly n p a z) G S). lra.
Qed.

Theorem gls_10_identity : gls_10_identity_stmt.
Proof.
  split; [exact identity_10_holds|]. intros n a p u z S Hp. unfold b_gls_10_identity. rewrite reciprocal.
  set (v := fun e => signed_power (u e) (/ (p - 1))). set (G := fun z : vec => sum n (fun e => power (z e) p) / p).
  change (a * over_play (p_norm_rule n p a z) label (threshold_target 0)
      (fun K yhat side c => Rabs side * label (snd c) * (dot n u (fst c) - yhat)) S
    - (bregman n G (link p) z v + over_play (p_norm_rule n p a z) label (threshold_target 0) (fun K _ _ c =>
        bregman n G (link p) (fun e => z e + a * play (p_norm_rule n p a z) label (threshold_target 0) K c e)
          (fun e => z e + a * K e)) S)
    + bregman n G (link p) (fun e => z e + a * after_play (p_norm_rule n p a z) label (threshold_target 0) S e) v = 0).
  rewrite (excess_of_play n _ _ _ _ _ u (p_norm_exactly n p a z)).
  rewrite (moved_by_play n _ _ _ _ _ (p_norm_exactly n p a z) G S).
  rewrite (end_of_play n _ _ _ _ _ (p_norm_exactly n p a z) S).
  rewrite (identity_10_holds n G (link p) a u v z _ S (fun i _ => signed_inverse p (u i) Hp)). ring.
Qed.

Theorem gls_10_exp : gls_10_exp_stmt.
Proof.
  split; [exact identity_10_holds|]. intros n a u S Hu. unfold b_gls_10_exp. set (G := potential exp n).
  set (v := componentwise ln u).
  change (a * over_play (qa_exp_rule n a) label (threshold_target 0)
      (fun K yhat side c => Rabs side * label (snd c) * (dot n u (fst c) - yhat)) S
    - (bregman n G exponential zero v + over_play (qa_exp_rule n a) label (threshold_target 0) (fun K _ _ c =>
        bregman n G exponential (fun e => a * play (qa_exp_rule n a) label (threshold_target 0) K c e)
          (fun e => a * K e)) S)
    + bregman n G exponential (fun e => a * after_play (qa_exp_rule n a) label (threshold_target 0) S e) v = 0).
  rewrite (excess_of_play n _ _ _ _ _ u (qa_exp_exactly n a)).
  rewrite (moved_by_play n _ _ _ _ _ (qa_exp_exactly n a) G S), (end_of_play n _ _ _ _ _ (qa_exp_exactly n a) S).
  rewrite (identity_10_holds n G exponential a u v zero _ S (fun i Hi => exp_ln (u i) (Hu i Hi))). ring.
Qed.
