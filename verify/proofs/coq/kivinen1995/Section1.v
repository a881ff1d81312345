(** * Section 1: Winnow on all conjunctions *)

From Coq Require Import Reals List Bool Lra Lia Arith.
From Boundcheck Require Import BaseMore GenBounds.
From Boundcheck Require Winnow.
From Boundcheck.kivinen1995 Require Import Definitions.
From Boundcheck.kivinen1995 Require Import Section1Statements.
Import ListNotations.
Open Scope R_scope.

Lemma exp_power y m : exp y ^ m = exp (INR m * y).
Proof.
  induction m as [|m IH]; [cbn; rewrite Rmult_0_l, exp_0; reflexivity|].
  rewrite S_INR. cbn [pow]. rewrite IH, <- exp_plus. f_equal; ring.
Qed.

Lemma ln_at_most a y m q : q = INR m -> 0 < a -> 0 < q -> 0 <= y -> a <= (1 + y / q) ^ m -> ln a <= y.
Proof.
  intros Em Ha Hq Hy H.
  assert (0 <= y / q) by (apply Rle_mult_inv_pos; assumption).
  rewrite <- (ln_exp y). apply ln_le_mono; [exact Ha|]. eapply Rle_trans; [exact H|].
  replace (exp y) with (exp (y / q) ^ m) by (rewrite exp_power, <- Em; f_equal; field; lra).
  apply pow_incr. split; [lra|]. apply exp_ineq1_le.
Qed.

Lemma ln_2_below : ln 2 <= 19 / 27.
Proof. apply (ln_at_most 2 (19 / 27) 32 32); [rewrite INR_IZR_INZ; reflexivity|lra..]. Qed.

Lemma labelled_conjunctions N u (S : list ((nat -> bool) * bool)) :
  zero_one (3 ^ N) u -> Forall (fun c => snd c = dnf N u (fst c)) S ->
  Forall (labelled_by (3 ^ N) u) (map (conjunctions N) S).
Proof.
  intros Hu HS. apply Forall_map. eapply Forall_impl; [|exact HS]. intros [p y] Hy; cbn [fst snd] in Hy.
  set (x := fun i => one_or_zero (conjunction N i p)).
  assert (zero_one (3 ^ N) x) as Hx by (intros i _; unfold x, one_or_zero; destruct (conjunction N i p); auto).
  split; cbn [fst snd conjunctions]; [exact Hx|]. rewrite Hy. unfold dnf, disjunction. fold x.
  generalize (3 ^ N)%nat Hu Hx; clear; intros n Hu Hx.
  assert (if some_active n u x then 1 <= dot n u x else dot n u x = 0) as H.
  { unfold dot. induction n as [|n IH]; cbn [some_active sum]; [reflexivity|]. unfold is_one.
    assert (zero_one n u) as Hu' by (intros i Hi; apply Hu; lia).
    assert (zero_one n x) as Hx' by (intros i Hi; apply Hx; lia).
    specialize (IH Hu' Hx'). assert (0 <= sum n (fun i => u i * x i)).
    { apply sum_nonneg. intros i Hi. destruct (Hu' i Hi) as [->| ->], (Hx' i Hi) as [->| ->]; lra. }
    destruct (Hu n ltac:(lia)) as [->| ->], (Hx n ltac:(lia)) as [->| ->];
      destruct (some_active n u x); repeat destruct (Req_EM_T _ _); cbn [orb andb]; lra. }
  destruct (some_active n u x); symmetry; rewrite ?leb_true, ?leb_false; lra.
Qed.

Lemma pow3_INR N : INR (3 ^ N) = Rpower 3 (INR N).
Proof. rewrite Rpower_pow, pow_INR by lra. f_equal. cbn; ring. Qed.

Lemma winnow_3_2 n u S theta : 1 <= sum n u -> zero_one n u -> Forall (labelled_by n u) S -> theta = INR n / sum n u ->
  INR (winnow_mistakes true n (3 / 2) theta S)
  < 5 * sum n u * Rmax 0 (ceiling (ln theta / ln (3 / 2))) / 2 + 3 * sum n u.
Proof.
  intros Hk Hu HS Et. assert (0 < n)%nat as Hn by (destruct n; [cbn in Hk; lra|lia]).
  pose proof (INR_at_least_1 n Hn). assert (0 < theta) by (subst; apply Rdiv_lt_0_compat; lra).
  eapply Rlt_le_trans; [apply (Winnow.winnow_any_threshold n (3 / 2) theta u S); auto; lra|].
  generalize (Rmax 0 (ceiling (ln theta / ln (3 / 2)))); intros m. right. subst theta. field. lra.
Qed.

Theorem kw_dnf : kw_dnf_stmt.
Proof.
  intros N u S n Hu Hk HS. unfold alpha_kw_dnf, b_kw_dnf. fold (theta_kw_dnf (INR N) (sum n u)).
  apply winnow_3_2; auto; [apply labelled_conjunctions; assumption|].
  unfold theta_kw_dnf, n. rewrite pow3_INR. reflexivity.
Qed.

Lemma ceiling_at_most r : ceiling r <= r + 1.
Proof. unfold ceiling. destruct (archimed (- r)). lra. Qed.

Theorem kw_dnf_natural : kw_dnf_natural_stmt.
Proof.
  intros N u S n HN Hu [Hk Hk2] HS. unfold alpha_kw_dnf_natural, b_kw_dnf_natural.
  pose proof (kw_dnf N u S Hu Hk HS) as H. cbv zeta in H. fold n in H. unfold alpha_kw_dnf, theta_kw_dnf, b_kw_dnf in H.
  unfold theta_kw_dnf_natural. eapply Rlt_le_trans; [exact H|]. clear H HS. set (k := sum n u) in *.
  apply (INR_at_least_1 N) in HN as HN1. set (M := INR N) in *.
  assert (ln k <= M * ln 2) as Hlk.
  { unfold M. rewrite <- ln_pow_nat by lra. apply ln_le_mono; lra. }
  assert (ln (Rpower 3 M / k) = M * ln 3 - ln k) as El.
  { unfold Rdiv. rewrite ln_mult, ln_Rinv; [unfold Rpower; rewrite ln_exp; ring|lra|unfold Rpower; apply exp_pos|].
    apply Rinv_0_lt_compat; lra. }
  rewrite El. assert (ln 3 = ln 2 + ln (3 / 2)) as E3 by (rewrite <- ln_mult by lra; f_equal; field).
  pose proof (ln_above_1 (3 / 2) ltac:(lra)) as Hh. set (h := ln (3 / 2)) in *. rewrite E3.
  pose proof ln_2_below as H2. set (D := M - ln k). set (q := ln 2) in *.
  assert (M * (1 - q) <= D) as HD by (unfold D; lra).
  (* with s = 1 - ln 2: M <= D/s, and so is (M ln 3 - ln k)/h *)
  assert (0 < 1 - q) as Hs by lra.
  assert ((M * (q + h) - ln k) / h * (1 - q) <= D) as HL.
  { apply Rmult_le_reg_r with h; [exact Hh|].
    replace ((M * (q + h) - ln k) / h * (1 - q) * h) with ((M * (q + h) - ln k) * (1 - q)) by (field; lra).
    assert (ln k = M - D) as -> by (unfold D; ring).
    assert (1 <= q + h) by (rewrite <- E3, <- (ln_exp 1); apply ln_le_mono; [apply exp_pos|apply exp_le_3]).
    assert (M * (1 - q) * (q + h - 1) <= D * (q + h - 1)) by (apply Rmult_le_compat_r; lra). lra. }
  set (t := (M * (q + h) - ln k) / h) in *.
  assert (0 <= t) as Ht.
  { apply Rle_mult_inv_pos; [|exact Hh]. assert (0 <= M * h) by (apply Rmult_le_pos; lra). lra. }
  assert (Rmax 0 (ceiling t) <= t + 1) as Hc by (apply Rmax_lub; [lra|apply ceiling_at_most]).
  assert (t * (8 / 27) <= t * (1 - q)) by (apply Rmult_le_compat_l; lra).
  assert (1 * (1 - q) <= M * (1 - q)) by (apply Rmult_le_compat_r; lra).
  assert (k * (5 / 2 * Rmax 0 (ceiling t) + 3) <= k * (27 * D)) by (apply Rmult_le_compat_l; lra). lra.
Qed.
