(** * Projected gradient descent: the distance to u is at most the diameter D, and a_t = G sqrt(t)/(2 D) grows *)

From Boundcheck Require Import Vectors GenBounds GenClaims.
From Boundcheck Require Perceptron.
From Boundcheck.classics Require Import Definitions Potential.
Open Scope R_scope.

(** Trial t has the rate 2 R sqrt(n)/(G sqrt(t)); a step is cut to the box [-R, R]^n. *)
Definition box (R_ : R) (w : vec) : vec := fun i => Rmax (- R_) (Rmin R_ (w i)).
Definition decreasing_rate (n : nat) (R_ G : R) (t : nat) : R := 2 * R_ * sqrt (INR n) / (G * sqrt (INR t)).
Definition projected (n : nat) (R_ G : R) (t : nat) (w : vec) (c : ctrial) : vec :=
  if Rlt_dec (margin n w c) 1 then box R_ (along_example (decreasing_rate n R_ G t) w c) else w.

Lemma clip_nearer R_ u w : Rabs u <= R_ -> (u - Rmax (- R_) (Rmin R_ w)) ^ 2 <= (u - w) ^ 2.
Proof.
  intros H. apply abs_bounds in H.
  assert (Rabs (u - Rmax (- R_) (Rmin R_ w)) <= Rabs (u - w)) as HH.
  { unfold Rmax, Rmin. repeat destruct (Rle_dec _ _); unfold Rabs; repeat destruct (Rcase_abs _); lra. }
  rewrite <- (pow2_abs (u - w)), <- (pow2_abs (u - Rmax _ _)). apply pow_incr. split; signs.
Qed.

Lemma clip_inside R_ w : 0 <= R_ -> Rabs (Rmax (- R_) (Rmin R_ w)) <= R_.
Proof. unfold Rmax, Rmin. repeat destruct (Rle_dec _ _); unfold Rabs; destruct (Rcase_abs _); lra. Qed.

Lemma box_nearer n R_ u w : max_norm_at_most n u R_ -> distance n u (box R_ w) <= distance n u w.
Proof. intros H. apply sum_le; intros i Hi. apply clip_nearer, H, Hi. Qed.

Lemma in_box_distance n R_ u w : max_norm_at_most n u R_ -> max_norm_at_most n w R_ ->
  distance n u w <= (2 * R_ * sqrt (INR n)) ^ 2.
Proof.
  intros Hu Hw. rewrite Rpow_mult_distr, pow2_sqrt by apply pos_INR. rewrite Rmult_comm, <- sum_const.
  apply sum_le; intros i Hi. specialize (Hu i Hi). specialize (Hw i Hi). rewrite <- (pow2_abs (u i - w i)).
  apply pow_incr. apply abs_bounds in Hu. apply abs_bounds in Hw. unfold Rabs. destruct (Rcase_abs _); lra.
Qed.

(** 1/(2 sqrt(t)) is at most sqrt(t) - sqrt(t - 1). *)
Lemma root_gap t : / (2 * sqrt (INR t + 1)) <= sqrt (INR t + 1) - sqrt (INR t).
Proof.
  pose proof (pos_INR t) as Ht. pose proof (sqrt_lt_R0 (INR t + 1) ltac:(lra)) as H.
  pose proof (sqrt_sqrt (INR t + 1) ltac:(lra)). pose proof (sqrt_sqrt (INR t) Ht). set (a := sqrt (INR t + 1)) in *.
  apply Rmult_le_reg_r with (2 * a); [lra|]. rewrite Rinv_l by lra. nra.
Qed.

Lemma stays_in_box n R_ G t w c : 0 <= R_ -> max_norm_at_most n w R_ -> max_norm_at_most n (projected n R_ G t w c) R_.
Proof. intros HR Hw. unfold projected. destruct (Rlt_dec _ _); [intros i _; apply clip_inside, HR|exact Hw]. Qed.

Section Run.
Variables (n : nat) (R_ G : R) (u : vec).
Hypotheses (HG : 0 < G) (HR : 0 < R_) (Hn : (0 < n)%nat) (Hu : max_norm_at_most n u R_).
Let D := 2 * R_ * sqrt (INR n).
Let a (t : nat) := G * sqrt (INR t) / (2 * D).

Lemma diameter : 0 < D. Proof. apply Rmult_lt_0_compat; [lra|]. apply sqrt_lt_R0, lt_0_INR, Hn. Qed.

Lemma projected_step t w c : in_ball n G c -> hinge_loss n w c - hinge_loss n u c
  <= a (t + 1) * (distance n u w - distance n u (projected n R_ G (t + 1) w c))
     + D * G / (2 * sqrt (INR (t + 1))).
Proof.
  intros Hc. pose proof diameter as HD. apply in_ball_sq in Hc as [_ Hc].
  assert (0 < sqrt (INR (t + 1))) as Hs by (apply sqrt_lt_R0, lt_0_INR; lia). set (r := sqrt (INR (t + 1))) in *.
  assert (0 < G * r) as HGr by nra. assert (0 < a (t + 1)) as Ha by (unfold a; fold r; apply Rdiv_lt_0_compat; lra).
  set (eta := decreasing_rate n R_ G (t + 1)).
  assert (a (t + 1) * (2 * eta) = 1) as E1 by (unfold a, eta, decreasing_rate; fold D; fold r; field; lra).
  assert (0 <= D * G / (2 * r)) as H0 by signs.
  assert (a (t + 1) * eta ^ 2 * G ^ 2 = D * G / (2 * r)) as E2.
  { unfold a, eta, decreasing_rate. fold D. fold r. field. lra. }
  assert (distance n u (projected n R_ G (t + 1) w c) <= distance n u (ogd_hinge n eta w c)) as P.
  { unfold projected, ogd_hinge. destruct (Rlt_dec _ _); [apply box_nearer, Hu|lra]. }
  apply (Rmult_le_compat_l (a (t + 1))) in P; [|lra].
  enough (hinge_loss n w c - hinge_loss n u c
    <= a (t + 1) * (distance n u w - distance n u (ogd_hinge n eta w c)) + D * G / (2 * r)) by lra.
  unfold ogd_hinge, hinge_loss. pose proof (hinge_bounds (margin n u c)).
  destruct (Rlt_dec (margin n w c) 1), (hinge_cases (margin n w c)); try lra. rewrite margin_along.
  replace (a (t + 1) * (2 * eta * (margin n u c - margin n w c) - eta ^ 2 * dot n (fst c) (fst c)))
    with (a (t + 1) * (2 * eta) * (margin n u c - margin n w c) - a (t + 1) * eta ^ 2 * dot n (fst c) (fst c)) by ring.
  rewrite E1.
  assert (a (t + 1) * eta ^ 2 * dot n (fst c) (fst c) <= a (t + 1) * eta ^ 2 * G ^ 2).
  { apply Rmult_le_compat_l; signs. }
  lra.
Qed.

Lemma projected_from S : Forall (in_ball n G) S -> forall t w, max_norm_at_most n w R_ ->
  run_from (t + 1) (projected n R_ G) (fun _ => hinge_loss n) w S - total (hinge_loss n u) S
  <= (a (t + length S) - a t) * D ^ 2 + a t * distance n u w + D * G * (sqrt (INR (t + length S)) - sqrt (INR t)).
Proof.
  pose proof diameter as HD.
  induction 1 as [|c S Hc HS IH]; intros t w Hw; cbn [run_from total fold_right length].
  - rewrite Nat.add_0_r. assert (0 <= a t * distance n u w); [|lra].
    apply Rmult_le_pos; [|apply Perceptron.distance_nonneg]. apply Rle_mult_inv_pos; signs.
  - set (w' := projected n R_ G (t + 1) w c). specialize (IH (t + 1)%nat w').
    replace (t + 1 + length S)%nat with (t + Datatypes.S (length S))%nat in IH by lia.
    assert (max_norm_at_most n w' R_) as Hw' by (apply stays_in_box; auto; lra). specialize (IH Hw').
    pose proof (projected_step t w c Hc) as Hstep. fold w' in Hstep. pose proof (in_box_distance n R_ u w Hu Hw) as Hd.
    fold D in Hd. assert (sqrt (INR t) <= sqrt (INR (t + 1))) as Hroot by (apply sqrt_le_1_alt, le_INR; lia).
    assert (a t <= a (t + 1)) as Hgrow by (apply Rmult_le_compat_r; [signs|]; nra).
    assert ((a (t + 1) - a t) * distance n u w <= (a (t + 1) - a t) * D ^ 2) by nra. pose proof (root_gap t) as Hgap.
    replace (INR t + 1) with (INR (t + 1)) in Hgap by (rewrite plus_INR; reflexivity).
    apply (Rmult_le_compat_l (D * G)) in Hgap; [|signs]. unfold total, Rdiv in *. lra.
Qed.
End Run.

(** Where R or n is 0 nothing moves, and u predicts what the learner does. *)
Lemma at_a_point n R_ G u S : max_norm_at_most n u R_ -> R_ = 0 \/ n = O -> forall t w, max_norm_at_most n w R_ ->
  run_from t (projected n R_ G) (fun _ => hinge_loss n) w S = total (hinge_loss n u) S.
Proof.
  intros Hu H.
  assert (forall v, max_norm_at_most n v R_ -> forall x, dot n v x = 0) as Hz.
  { intros v Hv x. rewrite <- (sum_zero n). apply sum_ext; intros i Hi. destruct H as [->| ->]; [|lia].
    specialize (Hv i Hi). apply abs_bounds in Hv. replace (v i) with 0 by lra. ring. }
  induction S as [|c S IH]; intros t w Hw; auto. cbn [run_from total fold_right].
  rewrite IH; [unfold total, hinge_loss, margin; rewrite !Hz by assumption; reflexivity|].
  destruct H as [->| ->]; [apply stays_in_box; auto; lra|intros i Hi; lia].
Qed.

Theorem classics_ogd_projected : classics_ogd_projected_stmt.
Proof.
  intros n G R_ u S (HG & Hu & HS).
  change (run_from 1 (projected n R_ G) (fun _ => hinge_loss n) zero S - total (hinge_loss n u) S
    <= b_classics_ogd_projected G R_ (INR (length S)) (INR n)).
  unfold b_classics_ogd_projected.
  destruct (Nat.eq_dec n 0) as [->|Hn]; [|assert (0 <= R_) as [HR|HR]].
  - rewrite (at_a_point 0 R_ G u S Hu (or_intror eq_refl)) by (intros i Hi; lia). cbn [INR]. rewrite sqrt_0. lra.
  - specialize (Hu O ltac:(lia)). pose proof (Rabs_pos (u O)). lra.
  - assert (max_norm_at_most n zero R_) as H0 by (intros i Hi; unfold zero; rewrite Rabs_R0; lra).
    pose proof (projected_from n R_ G u HG HR ltac:(lia) Hu S HS 0 zero H0) as H. cbn [plus] in H.
    change (INR 0) with 0 in H. rewrite sqrt_0 in H. eapply Rle_trans; [exact H|].
    pose proof (diameter n R_ HR ltac:(lia)) as HD. set (D := 2 * R_ * sqrt (INR n)) in *. right.
    replace (3 * G * R_ * sqrt (INR (length S)) * sqrt (INR n)) with (3 / 2 * G * D * sqrt (INR (length S)))
      by (unfold D; field). field. lra.
  - subst R_.
    rewrite (at_a_point n 0 G u S Hu (or_introl eq_refl)); [lra|intros i Hi; unfold zero; rewrite Rabs_R0; lra].
Qed.
