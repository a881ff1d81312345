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
  split; [exact inequality_10_holds|]. intros n a p u z S Hp. red in Hp. unfold b_gls_10.
  set (G := potential (fun y => power y p / p) n). set (v := componentwise (signed (/ (p - 1))) u).
  pose proof (inequality_10_holds (fun y => signed_power y (p - 1)) (fun y => power y p / p) n a u v z
    (fun v => errs_at true n 0 (link p v)) S
    (signed_power_increasing (p - 1) ltac:(lra)) (link_potential p Hp) (fun i _ => signed_inverse p (u i) Hp)) as H.
  change (componentwise (fun y => signed_power y (p - 1))) with (link p) in H. unfold bregman in H at 1. fold G in H.
  rewrite (excess_of_play n _ _ _ _ _ u (p_norm_exactly n p a z)).
  pose proof (moved_by_play n _ _ _ _ _ (p_norm_exactly n p a z) G S) as E. unfold bregman in E. rewrite E. lra.
Qed.

Theorem gls_10_identity : gls_10_identity_stmt.
Proof.
  split; [exact identity_10_holds|]. intros n a p u z S Hp. unfold b_gls_10_identity.
  set (G := potential (fun y => power y p / p) n). set (v := componentwise (signed (/ (p - 1))) u).
  rewrite (excess_of_play n _ _ _ _ _ u (p_norm_exactly n p a z)).
  pose proof (moved_by_play n _ _ _ _ _ (p_norm_exactly n p a z) G S) as E. unfold bregman in E. rewrite E.
  pose proof (end_of_play n _ _ _ _ _ (p_norm_exactly n p a z) S) as E'. rewrite (f_equal (fun z => dot n (link p v) (fun e => z e - v e)) E'), E'.
  rewrite (identity_10_holds n G (link p) a u v z _ S (fun i _ => signed_inverse p (u i) Hp)). unfold bregman. ring.
Qed.

Theorem gls_10_exp : gls_10_exp_stmt.
Proof.
  split; [exact identity_10_holds|]. intros n a u S Hu. unfold b_gls_10_exp. set (G := potential exp n).
  set (v := componentwise ln u). rewrite (excess_of_play n _ _ _ _ _ u (qa_exp_exactly n a)).
  pose proof (moved_by_play n _ _ _ _ _ (qa_exp_exactly n a) G S) as E. unfold bregman in E.
  change (sum n (exponential ?z)) with (G z). rewrite E.
  pose proof (end_of_play n _ _ _ _ _ (qa_exp_exactly n a) S) as E'. rewrite (f_equal (fun z => dot n (exponential v) (fun e => z e - v e)) E'), E'.
  rewrite (identity_10_holds n G exponential a u v zero _ S (fun i Hi => exp_ln (u i) (Hu i Hi))). unfold bregman. ring.
Qed.
