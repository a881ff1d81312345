(** * Every statement of StatementsMore.v, proved: [kitani_winnow : kitani_winnow_stmt] and so on

    The constants are unfolded and shown equal to those of the theorem files; nothing else happens here. *)

From Coq Require Import Reals List Bool Lra Lia Arith.
From Boundcheck Require Import BaseMore GenBounds StatementsMore.
From Boundcheck Require Winnow Experts Pnorm QuasiAdditive Hadamard Rotation.
Import ListNotations.
Open Scope R_scope.

Lemma Rlt_eq_trans a b c : a < b -> b = c -> a < c.
Proof. lra. Qed.

Lemma Rle_eq_trans a b c : a <= b -> b = c -> a <= c.
Proof. lra. Qed.

Lemma told_apart_same p p' : p = p' -> told_apart p p' = 0.
Proof. intros <-. unfold told_apart. rewrite eqb_reflx. reflexivity. Qed.

(** ** Winnow *)

Theorem kitani_winnow : kitani_winnow_stmt.
Proof.
  intros n u S (Hn & Hu & HS). unfold beta_kitani_winnow, b_kitani_winnow.
  eapply Rlt_eq_trans; [apply (Winnow.winnow_at_n false n 1 u S Hn Rlt_0_1 Hu HS)|].
  replace (1 + 1) with 2 by ring. field. pose proof (ln_above_1 2). lra.
Qed.

Theorem kitani_winnow_beta : kitani_winnow_beta_stmt.
Proof.
  intros n beta u S (Hn & Hb & Hu & HS). unfold b_kitani_winnow_beta.
  eapply Rlt_eq_trans; [apply (Winnow.winnow_at_n false n beta u S Hn Hb Hu HS)|].
  rewrite (Rplus_comm 1 beta). pose proof (ln_above_1 (beta + 1)). field. lra.
Qed.

Theorem kw_winnow_up : kw_winnow_up_stmt.
Proof.
  intros n alpha theta u S (Hn & Ha & Ht & Hu & HS). unfold b_kw_winnow_up.
  eapply Rlt_eq_trans; [apply (Winnow.winnow_any_threshold n alpha theta u S Hn Ha Ht Hu HS)|]. field. lra.
Qed.

Theorem kitani_eq24 : kitani_eq24_stmt.
Proof.
  intros n w S c HS Hc. red in HS. rewrite Forall_forall in HS. apply Winnow.promotion_adds, HS, Hc.
Qed.

Theorem kitani_eq27 : kitani_eq27_stmt.
Proof.
  intros n w S c HS Hc Hp. red in HS. rewrite Forall_forall in HS.
  pose proof (Winnow.demotion_takes n w (fst c) (HS c Hc) Hp). unfold beta_kitani_eq27, b_kitani_eq27. lra.
Qed.

Lemma labelled_zero_one n u S : Forall (labelled_by n u) S -> Forall (fun c => zero_one n (fst c)) S.
Proof. apply Forall_impl. intros c Hc. apply Hc. Qed.

Lemma sum_ones n : sum n ones = INR n.
Proof. unfold ones. rewrite sum_const; ring. Qed.

Theorem kitani_eq29 : kitani_eq29_stmt.
Proof.
  intros n u S (Hu & HS). unfold beta_kitani_eq29, b_kitani_eq29, winnow_mistakes_on.
  pose proof (Winnow.run_potential n S (labelled_zero_one n u S HS) ones) as H. rewrite sum_ones in H. lra.
Qed.

Theorem kitani_eq25 : kitani_eq25_stmt.
Proof.
  intros n u S (Hu & HS). pose proof (kitani_eq29 n u S (conj Hu HS)) as H.
  unfold beta_kitani_eq29, b_kitani_eq29 in H. unfold beta_kitani_eq25, b_kitani_eq25.
  assert (0 <= INR n * INR (winnow_mistakes_on false false n (1 + 1) (INR n) S)) by (apply Rmult_le_pos; apply pos_INR).
  lra.
Qed.

Theorem kitani_eq30 : kitani_eq30_stmt.
Proof.
  intros n u S (Hn & Hu & HS). apply Winnow.run_positive; [assumption|]. intros; unfold ones; lra.
Qed.

Theorem kitani_eq31 : kitani_eq31_stmt.
Proof.
  intros n u S (Hn & Hu & HS). eapply Rlt_le_trans; [apply (kitani_eq30 n u S (conj Hn (conj Hu HS)))|apply (kitani_eq29 n u S (conj Hu HS))].
Qed.

Theorem kitani_eq33 : kitani_eq33_stmt.
Proof.
  intros n u S (Hn & Hu & HS). unfold beta_kitani_eq33, b_kitani_eq33.
  destruct (Winnow.winnow_split_at_n false n 1 u S Hn Rlt_0_1 Hu HS). lra.
Qed.

Theorem kitani_eq36 : kitani_eq36_stmt.
Proof.
  intros n u S (Hn & Hu & HS). unfold beta_kitani_eq36, b_kitani_eq36.
  destruct (Winnow.winnow_split_at_n false n 1 u S Hn Rlt_0_1 Hu HS) as [H _].
  replace (ln 2) with (ln (1 + 1)) by (f_equal; ring). exact H.
Qed.

Theorem kitani_eq35 : kitani_eq35_stmt.
Proof.
  intros n u S (Hn & H1 & Hu & HS). pose proof (kitani_eq36 n u S (conj Hn (conj Hu HS))) as H. rewrite H1 in H.
  unfold beta_kitani_eq36, b_kitani_eq36 in H. unfold beta_kitani_eq35, b_kitani_eq35. lra.
Qed.

Theorem kitani_eq37 : kitani_eq37_stmt.
Proof.
  intros n u S (Hn & Hu & HS). pose proof (kitani_eq36 n u S (conj Hn (conj Hu HS))) as H1. pose proof (kitani_eq33 n u S (conj Hn (conj Hu HS))) as H2.
  unfold beta_kitani_eq36, b_kitani_eq36, beta_kitani_eq33, b_kitani_eq33 in *.
  unfold beta_kitani_eq37, b_kitani_eq37. lra.
Qed.

Theorem kitani_eq38 : kitani_eq38_stmt.
Proof.
  intros n u S (Hn & Hu & HS). pose proof (kitani_eq36 n u S (conj Hn (conj Hu HS))) as H1. pose proof (kitani_eq33 n u S (conj Hn (conj Hu HS))) as H2.
  unfold beta_kitani_eq36, b_kitani_eq36, beta_kitani_eq33, b_kitani_eq33 in *.
  unfold beta_kitani_eq38, b_kitani_eq38. lra.
Qed.

Lemma winnow_positive wrong alpha (S : list ctrial) : forall w : vec, (forall i, 0 < w i) ->
  forall i, 0 < state_after wrong (winnow alpha) w S i.
Proof.
  induction S as [|c S IH]; intros w Hw i; cbn [state_after]; [apply Hw|]. apply IH. intros j.
  destruct (wrong w c); [|apply Hw]. unfold winnow. apply Rmult_lt_0_compat; [apply Hw|apply exp_pos].
Qed.

Lemma ones_positive i : 0 < ones i.
Proof. unfold ones. lra. Qed.

Theorem kitani_lem4 : kitani_lem4_stmt.
Proof.
  intros n beta u S c i (Hb & Hu & HS) [Hx _] w Herr Hy Hi Hxi. unfold b_kitani_lem4.
  assert (forall j, 0 < w j) as Hw by (intros j; apply winnow_positive, ones_positive).
  assert (dot n w (fst c) <= INR n) as H.
  { unfold errs_at, positive in Herr. rewrite Hy in Herr. destruct (ltb (INR n) (dot n w (fst c))) eqn:E;
      [discriminate|]. apply ltb_false, E. }
  eapply Rle_trans; [|exact H]. unfold dot.
  replace (w i) with (w i * fst c i) by (rewrite Hxi; ring).
  apply (sum_term_le n (fun j => w j * fst c j) i Hi). intros j Hj. apply Rmult_le_pos; [left; apply Hw|].
  destruct (Hx j Hj) as [->| ->]; lra.
Qed.

Theorem kw_winnow_ok : kw_winnow_ok_stmt.
Proof.
  intros n u S (Hk & Hu & HS). unfold alpha_kw_winnow_ok, theta_kw_winnow_ok, b_kw_winnow_ok.
  assert (0 < n)%nat as Hn by (destruct n; [cbn in Hk; lra|lia]). pose proof (INR_at_least_1 n Hn).
  eapply Rlt_eq_trans; [apply (kw_winnow_up n (3 / 2) (INR n / sum n u) u S); repeat split; auto; try lra;
    apply Rdiv_lt_0_compat; lra|]. unfold b_kw_winnow_up.
  generalize (Rmax 0 (ceiling (ln (INR n / sum n u) / ln (3 / 2)))); intros m. field. lra.
Qed.

Lemma disjunction_value n u x : zero_one n u -> zero_one n x ->
  if some_active n u x then 1 <= dot n u x else dot n u x = 0.
Proof.
  unfold dot. induction n as [|n IH]; intros Hu Hx; cbn [some_active sum]; [reflexivity|]. unfold is_one.
  assert (zero_one n u) as Hu' by (intros i Hi; apply Hu; lia).
  assert (zero_one n x) as Hx' by (intros i Hi; apply Hx; lia).
  specialize (IH Hu' Hx'). assert (0 <= sum n (fun i => u i * x i)).
  { apply sum_nonneg. intros i Hi. destruct (Hu' i Hi) as [->| ->], (Hx' i Hi) as [->| ->]; lra. }
  destruct (Hu n ltac:(lia)) as [->| ->], (Hx n ltac:(lia)) as [->| ->];
    destruct (some_active n u x); repeat destruct (Req_EM_T _ _); cbn [orb andb]; lra.
Qed.

Theorem kw_model : kw_model_stmt.
Proof.
  intros n u x Hu Hx. unfold b_kw_model. pose proof (disjunction_value n u x Hu Hx) as H. rewrite dot_scal.
  repeat split; apply told_apart_same; destruct (some_active n u x); symmetry; rewrite ?leb_true, ?leb_false; lra.
Qed.

Theorem kw_incr : kw_incr_stmt.
Proof.
  intros tie n eta alpha theta S c He Ha Hx (i & Hi & Hxi) moved. unfold b_kw_incr, moved.
  assert (fst c i = 1) as E by (destruct (Hx i Hi); [contradiction|assumption]). split; apply Rlt_gt.
  - set (w := state_after _ _ _ _). unfold perceptron. rewrite dot_plus, (dot_scal n (label (snd c) * eta)).
    match goal with |- 0 < ?r =>
      replace r with (label (snd c) * label (snd c) * (eta * dot n (fst c) (fst c))) by ring end.
    rewrite label_square, Rmult_1_l. apply Rmult_lt_0_compat; [assumption|].
    apply Rlt_le_trans with (fst c i * fst c i); [rewrite E; lra|].
    apply (sum_term_le n (fun j => fst c j * fst c j) i Hi). intros j _. apply Rle_0_sqr.
  - set (w := state_after _ _ _ _). assert (forall j, 0 < w j) as Hw by (intros j;
    apply winnow_positive, ones_positive).
    unfold dot. rewrite <- sum_minus, <- sum_scal.
    assert (forall j, (j < n)%nat -> fst c j = 1 ->
      0 < label (snd c) * (winnow alpha (label (snd c)) w (fst c) j * fst c j - w j * fst c j)) as Hone.
    { intros j Hj Ej. unfold winnow. rewrite Ej. pose proof (Hw j). destruct (snd c); cbn [label].
      - rewrite !Rmult_1_r, Rpower_1 by lra. assert (w j * 1 < w j * alpha) by (apply Rmult_lt_compat_l; lra). lra.
      - replace (-1 * 1) with (- (1)) by ring. rewrite Rpower_Ropp, Rpower_1 by lra.
        assert (/ alpha < 1) by (rewrite <- Rinv_1; apply Rinv_lt_contravar; lra).
        assert (w j * / alpha < w j * 1) by (apply Rmult_lt_compat_l; lra). lra. }
    eapply Rlt_le_trans; [apply (Hone i Hi E)|].
    apply (sum_term_le n (fun j => label (snd c) * (winnow alpha (label (snd c)) w (fst c) j * fst c j - w j * fst c j))
      i Hi). intros j Hj. destruct (Hx j Hj) as [Ej|Ej]; [rewrite Ej; lra|left; apply Hone; assumption].
Qed.

Theorem kw_elim : kw_elim_stmt.
Proof. intros n alpha u S (Ha & Hl & Hu & HS). apply Winnow.elimination; assumption. Qed.

(** ** The Perceptron on disjunctions *)

Theorem kw_okx_fix : kw_okx_fix_stmt.
Proof.
  intros tie n eta X u S (He & HX & Hu & HS & HSX). unfold theta_kw_okx_fix, b_kw_okx_fix. rewrite (Rmult_comm X eta).
  eapply Rle_eq_trans; [apply (Winnow.fixed_threshold tie n eta X u He HX Hu S HS HSX)|ring].
Qed.

Theorem kw_okx_bias : kw_okx_bias_stmt.
Proof.
  intros tie n eta X u S (HX & He & Hu & HS & HSX). unfold b_kw_okx_bias. rewrite Nat.add_1_r.
  eapply Rle_eq_trans; [apply (Winnow.learned_threshold tie n eta X u S He Hu HS HSX HX)|ring].
Qed.

Theorem kw_perc_okx : kw_perc_okx_stmt.
Proof.
  intros tie n eta X u S (He & Hk & HX & Hu & HS & HSX).
  eapply Rle_trans; [apply (kw_okx_bias tie n eta X u S); repeat split; auto; lra|].
  unfold b_kw_okx_bias, b_kw_perc_okx.
  assert (1 * 1 <= X * sum n u) by (apply Rmult_le_compat; lra).
  assert (0 <= (X - 1) * (sum n u - 1)) by (apply Rmult_le_pos; lra).
  assert (0 <= (X - 1) * sum n u) by (apply Rmult_le_pos; lra). lra.
Qed.

Theorem kw_lrfree : kw_lrfree_stmt.
Proof.
  intros tie n eta rate S x (He & Hr). unfold b_kw_lrfree. rewrite (Winnow.rate_free tie n eta rate S x He Hr).
  apply told_apart_same, eq_refl.
Qed.

(** ** Weighted Majority *)

Theorem kitani_wma : kitani_wma_stmt.
Proof.
  intros n eta i S (He & He' & HS) Hi. unfold upper_eta_kitani_wma in He'. unfold b_kitani_wma.
  eapply Rle_eq_trans; [apply (Experts.weighted_majority n eta); auto; [lia|lra|apply Experts.wma_range; lra]|].
  field. lra.
Qed.

Theorem kitani_wma_range : kitani_wma_range_stmt.
Proof.
  intros n eta i S (He & He' & Hr & HS) Hi. unfold b_kitani_wma_range.
  eapply Rle_eq_trans; [apply (Experts.weighted_majority n eta); auto; [lia|lra]|]. field. lra.
Qed.

Theorem kitani_rwma : kitani_rwma_stmt.
Proof.
  intros n eta i S (He & He' & HS) Hi. unfold upper_eta_kitani_rwma in He'. unfold b_kitani_rwma.
  eapply Rle_eq_trans; [apply (Experts.randomised_weighted_majority n eta); auto;
    [lia|lra|apply Experts.rwma_range; lra]|]. field. lra.
Qed.

Theorem kitani_rwma_range : kitani_rwma_range_stmt.
Proof.
  intros n eta i S (He & He' & Hr & HS) Hi. unfold b_kitani_rwma_range.
  eapply Rle_eq_trans; [apply (Experts.randomised_weighted_majority n eta); auto; [lia|lra]|]. field. lra.
Qed.

Theorem kitani_rwma_sqrtT : kitani_rwma_sqrtT_stmt.
Proof.
  intros n i S (Hl & HS) Hi. unfold b_kitani_rwma_sqrtT, eta_kitani_rwma_sqrtT.
  replace (/ sqrt (INR (length S))) with (1 / sqrt (INR (length S))) by (unfold Rdiv; ring).
  apply Experts.randomised_weighted_majority_tuned; auto; lia.
Qed.

Lemma expert_mistakes_at_most i S : INR (expert_mistakes i S) <= INR (length S).
Proof.
  apply le_INR. induction S as [|c S IH]; cbn [expert_mistakes length]; [lia|]. destruct (expert_errs i c); lia.
Qed.

Theorem kitani_rwma_noreg : kitani_rwma_noreg_stmt.
Proof.
  intros n i S (Hl & HS) Hi. pose proof (kitani_rwma_sqrtT n i S (conj Hl HS) Hi) as H.
  unfold b_kitani_rwma_sqrtT, eta_kitani_rwma_sqrtT in H. unfold b_kitani_rwma_noreg, eta_kitani_rwma_noreg.
  pose proof (expert_mistakes_at_most i S) as Hm. pose proof (INR_at_least_1 _ Hl) as Hl1.
  set (l := INR (length S)) in *. assert (0 < sqrt l) as Hs by (apply sqrt_lt_R0; lra).
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|].
  assert (INR (expert_mistakes i S) / sqrt l <= sqrt l); [|lra].
  apply Rmult_le_reg_r with (sqrt l); [assumption|].
  replace (INR (expert_mistakes i S) / sqrt l * sqrt l) with (INR (expert_mistakes i S)) by (field; lra).
  rewrite sqrt_sqrt by lra. assumption.
Qed.

(** ** Theorem 7.1 *)

Theorem gls_7_1_step : gls_7_1_step_stmt.
Proof.
  intros p n a wrong z c (Ha & Hp) Hw Hz. unfold b_gls_7_1_step.
  pose proof (QuasiAdditive.mistake_growth p a n wrong Hp Ha Hw z c Hz). lra.
Qed.

(** Z is at least the size of the start. *)
Lemma start_square p n z Z : pnorm p n z <= Z -> pnorm p n z ^ 2 <= Z ^ 2.
Proof. intros H. apply pow_incr. split; [apply Pnorm.pnorm_nonneg|exact H]. Qed.

Theorem gls_7_1q : gls_7_1q_stmt.
Proof.
  intros p q n a U X Z uz u z0 wrong S (Hpq & Ha & Hp & HU & -> & HZ & HS) Hw. unfold b_gls_7_1q.
  eapply Rle_trans; [apply (QuasiAdditive.invariant_positive_part p q a n u wrong Hp Hpq Ha Hw U HU X z0 S HS)|].
  apply start_square, (Rmult_le_compat_l (U ^ 2)) in HZ; [lra|apply pow2_ge_0].
Qed.

Theorem gls_9_avg : gls_9_avg_stmt.
Proof.
  intros p q n a U X u wrong S (Hpq & Ha & Hp & HU & HS) Hw. unfold b_gls_9_avg.
  eapply Rle_eq_trans; [apply (QuasiAdditive.average_margin p q a n u wrong Hp Hpq Ha Hw U HU X S HS)|ring].
Qed.

Lemma separated_both p n u X delta S : pnorm_ball p n X S -> margin_at_least n delta u S ->
  QuasiAdditive.separated p n u X delta S.
Proof. apply Forall_and. Qed.

Theorem gls_7_1a : gls_7_1a_stmt.
Proof.
  intros p q n a U X delta u wrong S (Hpq & Ha & Hd & Hp & HU & HS & Hm) Hw. unfold b_gls_7_1a.
  eapply Rle_eq_trans; [apply (QuasiAdditive.bound_a p q a n u wrong Hp Hpq Ha Hw U HU X delta Hd S);
    apply separated_both; assumption|field; lra].
Qed.

Theorem gls_7_1aplus : gls_7_1aplus_stmt.
Proof.
  intros p q n a U X delta u wrong S (Hpq & Ha & Hd & Hp & HU & HS & Hm) Hw Hsome. unfold b_gls_7_1aplus.
  eapply Rle_eq_trans; [apply (QuasiAdditive.bound_a_sharp p q a n u wrong Hp Hpq Ha Hw U HU X delta Hd S);
    [apply separated_both|]; assumption|ring].
Qed.

Theorem gls_7_1b : gls_7_1b_stmt.
Proof.
  intros p q n U X Z delta uz u z0 wrong S (Hpq & Hd & Hp & HX & Hz & HU & -> & HZ0 & HS & Hm) Hw.
  remember (a_gls_7_1b X Z delta p (dot n u z0)) as a eqn:Ea. unfold a_gls_7_1b in Ea. unfold b_gls_7_1b.
  assert (0 < Z) as HZ.
  { apply Rlt_le_trans with (pnorm p n z0); [|exact HZ0].
    destruct (Pnorm.pnorm_nonneg p n z0) as [|E]; [assumption|exfalso].
    pose proof (Pnorm.holder_pq p q n u z0 ltac:(lra) Hpq) as H. rewrite <- E, Rmult_0_r in H.
    pose proof (Rle_abs (dot n u z0)). lra. }
  assert (0 < X ^ 2 * dot n u z0 * (p - 1)) as Hden.
  { repeat apply Rmult_lt_0_compat; lra. }
  assert (0 < a) as Ha.
  { rewrite Ea. apply Rdiv_lt_0_compat; [|assumption]. apply Rmult_lt_0_compat; [apply pow_lt|]; assumption. }
  eapply Rle_eq_trans; [apply (QuasiAdditive.bound_b p q a n u wrong Hp Hpq Ha Hw U HU X delta Hd z0 Z S HX HZ0 Hz);
    [rewrite Ea; field; lra|apply separated_both; assumption]|].
  assert (U <> 0); [|field; repeat split; lra].
  intros E. pose proof (Pnorm.holder_pq p q n u z0 ltac:(lra) Hpq) as H.
  pose proof (Pnorm.pnorm_nonneg q n u). assert (pnorm q n u = 0) as E' by lra. rewrite E', Rmult_0_l in H.
  pose proof (Rle_abs (dot n u z0)). lra.
Qed.

Theorem gls_7_1c : gls_7_1c_stmt.
Proof.
  intros p q n a U X Z delta uz u z0 wrong S (Hpq & Ha & Hd & Hp & Hz & Hlarge & HU & -> & HZ & HS & Hm) Hw.
  unfold b_gls_7_1c. apply start_square, (Rmult_le_compat_l delta) in HZ; [|lra].
  eapply Rle_eq_trans; [apply (QuasiAdditive.bound_c p q a n u wrong Hp Hpq Ha Hw U HU X delta Hd z0 S Hz);
    [lra|apply separated_both; assumption]|field; lra].
Qed.

Theorem gls_7_1q_root : gls_7_1q_root_stmt.
Proof.
  intros p q n a U X Z delta uz u z0 wrong S (Hpq & Ha & Hd & Hp & HX & HU & -> & HZ & HS & Hm) HU0 Hw.
  eapply Rle_trans; [apply (QuasiAdditive.bound_root p q a n u wrong Hp Hpq Ha Hw U HU X delta Hd z0 S HX HU0);
    apply separated_both; assumption|].
  assert (0 < (p - 1) ^ 2 * a ^ 2 * (U ^ 2 * X ^ 2) ^ 2) as HD.
  { repeat apply Rmult_lt_0_compat; repeat apply pow_lt; try apply Rmult_lt_0_compat; try apply pow_lt; lra. }
  apply start_square, (Rmult_le_compat_r (4 * U ^ 2 * delta ^ 2 / ((p - 1) ^ 2 * a ^ 2 * (U ^ 2 * X ^ 2) ^ 2))) in HZ.
  - unfold b_gls_7_1q_root. eapply Rle_trans; [|eapply Rle_eq_trans; [apply (Rplus_le_compat_l
      (1 - 4 * (dot n u z0 * delta / ((p - 1) * a * (U ^ 2 * X ^ 2))))), HZ|]]; [right|]; field; repeat split; lra.
  - apply Rle_mult_inv_pos; [|exact HD]. pose proof (pow2_ge_0 (U * delta)). lra.
Qed.

Theorem gls_9_logp : gls_9_logp_stmt.
Proof.
  intros n a U X delta u wrong S (HX & Ha & Hd & Hn & HU & HS & Hm) Hw. unfold b_gls_9_logp.
  eapply Rle_eq_trans; [apply (QuasiAdditive.bound_log n a U X delta u wrong S Hn Ha Hd HX HU Hw HS Hm)|field; lra].
Qed.

Theorem gls_claim2 : gls_claim2_stmt.
Proof.
  intros p n a delta u z0 wrong S (_ & Ha & Hd & Hm) _. unfold b_gls_claim2. rewrite QuasiAdditive.run_progress.
  pose proof (QuasiAdditive.margins_at_least a n u wrong delta S Hm z0) as M.
  apply (Rmult_le_compat_l a) in M; lra.
Qed.

Theorem gls_1st : gls_1st_stmt.
Proof.
  intros p n a wrong z c (_ & Ha) Hw Hz. unfold b_gls_1st.
  rewrite (dot_scal_r n (a * label (snd c)) (link p z) (fst c)). destruct (Hw z c) as [_ H].
  destruct (Rle_dec (label (snd c) * dot n (link p z) (fst c)) 0) as [Hd|Hd].
  - assert (0 <= a * - (label (snd c) * dot n (link p z) (fst c))) by (apply Rmult_le_pos; lra). lra.
  - rewrite H in Hz by lra. discriminate.
Qed.

(** ** Weighted Majority and Balanced Winnow *)

Lemma norm1_nonnegative n u : nonnegative n u -> norm1 n u = sum n u.
Proof. intros Hu. apply sum_ext; intros i Hi. apply Rabs_pos_eq; auto. Qed.

Lemma entropy_nonnegative n U u : nonnegative n u ->
  entropy_of_shares n U u = - sum n (fun i => u i / U * ln (u i / U)).
Proof.
  intros Hu. unfold entropy_of_shares. f_equal. apply sum_ext; intros i Hi. rewrite Rabs_pos_eq by auto. reflexivity.
Qed.

(** Where the comparator is 0 there is no trial with a margin of delta. *)
Lemma comparator_or_no_trial n U delta u (S : list ctrial) : norm1 n u = U -> 0 < delta ->
  margin_at_least n delta u S ->
  0 < U \/ U = 0 /\ S = [].
Proof.
  intros HU Hd Hm. assert (0 <= U) as [H|E] by (rewrite <- HU; apply sum_nonneg; intros; apply Rabs_pos);
    [left; exact H|].
  right. split; [symmetry; exact E|]. destruct S as [|c S]; [reflexivity|exfalso].
  apply Forall_inv in Hm. enough (dot n u (fst c) = 0) as H0 by (rewrite H0 in Hm; lra).
  rewrite <- (dot_zero n (fst c)). apply dot_ext; [|reflexivity]. intros i Hi. unfold zero.
  pose proof (sum_term_le n (fun j => Rabs (u j)) i Hi (fun j _ => Rabs_pos (u j))) as H.
  fold (norm1 n u) in H. cbv beta in H. apply abs_bounds in H. lra.
Qed.

Theorem gls_wm_a : gls_wm_a_stmt.
Proof.
  intros n a U X delta entropy u wrong S (Ha & Hd & HX & Ha' & Hu & HU & -> & HS & Hm) Hw.
  unfold b_gls_wm_a, upper_a_gls_wm_a in *.
  destruct (comparator_or_no_trial n U delta u S HU Hd Hm) as [HU0|[-> ->]];
    [specialize (Ha' HU0); rewrite HU|right; cbn [mistakes_by INR]; unfold Rdiv; ring].
  rewrite norm1_nonnegative in HU by assumption. rewrite entropy_nonnegative by assumption.
  pose proof (QuasiAdditive.weighted_majority n a U X delta u wrong S Ha HU0 Hu HU Hw HS Hm) as H.
  assert (0 < U * X ^ 2) as HUX by (apply Rmult_lt_0_compat; [|apply pow_lt]; assumption).
  assert (0 < 2 * a * delta - U * X ^ 2 * a ^ 2) as Hden.
  { apply (Rmult_lt_compat_r (U * X ^ 2)) in Ha'; [|assumption].
    replace (2 * delta / (U * X ^ 2) * (U * X ^ 2)) with (2 * delta) in Ha' by (field; repeat split; lra).
    apply (Rmult_lt_compat_l a) in Ha'; lra. }
  apply Rmult_le_reg_r with (2 * a * delta - U * X ^ 2 * a ^ 2); [assumption|].
  unfold Rdiv. rewrite (Rmult_assoc _ (/ _)), Rinv_l, Rmult_1_r by lra. exact H.
Qed.

Theorem gls_wm : gls_wm_stmt.
Proof.
  intros n U X delta entropy u wrong S (Hd & HX & Hu & HU & He & HS & Hm) Hw.
  remember (a_gls_wm U X delta) as a eqn:Ea. unfold a_gls_wm in Ea. unfold b_gls_wm.
  destruct (comparator_or_no_trial n U delta u S HU Hd Hm) as [HU0|[-> ->]];
    [|right; cbn [mistakes_by INR]; unfold Rdiv; ring].
  assert (0 < U * X ^ 2) as HUX by (apply Rmult_lt_0_compat; [|apply pow_lt]; assumption).
  assert (0 < delta / (U * X ^ 2)) as Ha by (apply Rdiv_lt_0_compat; assumption).
  eapply Rle_eq_trans; [apply (gls_wm_a n a U X delta entropy u wrong S); [|exact Hw]|].
  - repeat split; auto; [lra|]. intros _. unfold upper_a_gls_wm_a. rewrite Ea.
    replace (2 * delta / (U * X ^ 2)) with (2 * (delta / (U * X ^ 2))) by (field; repeat split; lra). lra.
  - unfold b_gls_wm_a. replace (2 * a * delta - U * X ^ 2 * a ^ 2) with (delta ^ 2 / (U * X ^ 2))
      by (rewrite Ea; field; repeat split; lra). field. repeat split; lra.
Qed.

Theorem gls_bw : gls_bw_stmt.
Proof.
  intros n U X delta entropy u wrong S (Hd & HX & HU & -> & HS & Hm) Hw.
  remember (a_gls_bw U X delta) as a eqn:Ea. unfold a_gls_bw in Ea. unfold b_gls_bw.
  destruct (comparator_or_no_trial n U delta u S HU Hd Hm) as [HU0|[-> ->]];
    [rewrite HU|right; cbn [mistakes_by INR]; unfold Rdiv; ring].
  assert (0 < U * X ^ 2) as HUX by (apply Rmult_lt_0_compat; [|apply pow_lt]; assumption).
  assert (0 < a) as Ha by (rewrite Ea; apply Rdiv_lt_0_compat; assumption).
  pose proof (QuasiAdditive.balanced_winnow n a U X delta u wrong S Ha HU0 HU Hw HS Hm) as H.
  replace (2 * a * delta - U * X ^ 2 * a ^ 2) with (delta ^ 2 / (U * X ^ 2)) in H
    by (rewrite Ea; field; repeat split; lra).
  assert (0 < delta ^ 2 / (U * X ^ 2)) as Hden by (apply Rdiv_lt_0_compat; [apply pow_lt|]; assumption).
  apply Rmult_le_reg_r with (delta ^ 2 / (U * X ^ 2)); [assumption|]. eapply Rle_eq_trans; [exact H|].
  field. repeat split; lra.
Qed.

(** ** Additive learners *)

Theorem kw_def1 : kw_def1_stmt.
Proof.
  intros tie n eta theta s. cbv zeta. split; [apply Rotation.perceptron_additive|]. intros past i. unfold b_kw_def1.
  pose proof (Rotation.perceptron_coefficients tie n eta theta s past i). lra.
Qed.

Theorem kw_pairs : kw_pairs_stmt.
Proof.
  intros n L past x x' HL H. unfold b_kw_pairs. rewrite (Hadamard.order_of_pairs n L past x x' HL H). ring.
Qed.

Theorem kw_thm8 : kw_thm8_stmt.
Proof.
  intros tie n L u psi B HL HB. destruct (Hadamard.theorem_8 tie n L u psi HL B HB) as (S & HS & Hm).
  exists S; split; [assumption|split; [exact Hm|]]. unfold b_kw_thm8. apply Rle_ge, le_INR.
  eapply Hadamard.erring_count, Hm.
Qed.

Theorem kw_lemma5 : kw_lemma5_stmt.
Proof.
  intros d s Hd Hs. apply whole_k in Hd. unfold b_kw_lemma5. rewrite power_of_2.
  destruct (Hadamard.lemma_5_distance d s Hd Hs) as (i & Hi & H). exists i; split; [assumption|apply Rle_ge, H].
Qed.

Theorem kw_lemma10 : kw_lemma10_stmt.
Proof.
  intros d n k [Hn0 Hk]. apply whole_n in Hn0. apply whole_k in Hk. assert (2 ^ d <= n)%nat as Hn by lia.
  split; [apply (Hadamard.row_pairs_constant d n 1); lia|]. intros r t. unfold b_kw_lemma10.
  destruct (Hadamard.products_of_rows d n r t Hn). lra.
Qed.

Theorem kw_lemma11 : kw_lemma11_stmt.
Proof.
  intros d n k w [Hn Hk] Hw. apply whole_n in Hn. apply whole_k in Hk. unfold b_kw_lemma11. rewrite power_of_2.
  apply Rle_ge, Hadamard.lemma_11; auto; lia.
Qed.

Theorem kw_lemma12 : kw_lemma12_stmt.
Proof.
  intros d n k w (Hn & Hd & Hk). apply whole_n in Hn. apply whole_k in Hd, Hk. unfold b_kw_lemma12. rewrite power_of_2.
  destruct (Hadamard.lemma_12 d n k Hk ltac:(lia) w Hd) as (i & Hi & H). exists i; split; [assumption|apply Rle_ge, H].
Qed.

Theorem kw_13a : kw_13a_stmt.
Proof.
  intros tie d n k L (Hn & Hd & Hk) HL. apply whole_n in Hn. apply whole_k in Hd, Hk. unfold b_kw_13a.
  rewrite power_of_2.
  destruct (Hadamard.theorem_13_any_start d n k Hk ltac:(lia) tie L Hd HL) as (u & S & Hu & Hsum & _ & HS & Hm).
  exists u, S. auto using Rle_ge.
Qed.

Theorem kw_13b : kw_13b_stmt.
Proof.
  intros tie d n k L [Hn Hk] HL H0. apply whole_n in Hn. apply whole_k in Hk. unfold b_kw_13b. rewrite power_of_2.
  destruct (Hadamard.theorem_13_zero_start d n k Hk ltac:(lia) tie L HL H0) as (u & S & Hu & Hsum & _ & HS & Hm).
  exists u, S. auto using Rle_ge.
Qed.

Lemma room_for n k : (1 <= k <= n)%nat ->
  exists d, floor (ln (INR n + 1 - INR k) / ln 2) = INR d /\ (2 ^ d + k <= n + 1)%nat.
Proof.
  intros Hk. assert (INR n + 1 - INR k = INR (n + 1 - k)) as E by (rewrite minus_INR, plus_INR by lia; cbn; ring).
  destruct (Hadamard.largest_order (INR n + 1 - INR k)) as (d & Hd & Hle).
  - rewrite E. apply INR_at_least_1; lia.
  - exists d. split; [assumption|]. rewrite E in Hle. apply INR_le in Hle. lia.
Qed.

Theorem kw_genN : kw_genN_stmt.
Proof.
  intros tie n k L [Hk1 Hkn] HL H0. assert (1 <= k <= n)%nat as Hk by (split; apply INR_le; assumption).
  destruct (room_for n k Hk) as (d & Hd & Hn). unfold b_kw_genN. rewrite Hd, power_of_2.
  destruct (Hadamard.theorem_13_zero_start d n k ltac:(lia) Hn tie L HL H0) as (u & S & Hu & Hsum & _ & HS & Hm).
  exists u, S. auto using Rle_ge.
Qed.

Theorem kw_abstract : kw_abstract_stmt.
Proof.
  intros tie n k L [Hk1 Hkn] HL. assert (1 <= k < n)%nat as Hk by (split; [apply INR_le|apply INR_lt]; assumption).
  destruct (room_for n k ltac:(lia)) as (d & Hd & Hn).
  unfold b_kw_abstract. rewrite Hd, power_of_2.
  assert (1 <= d)%nat as Hd1.
  { destruct d; [exfalso|lia]. destruct (floor_bounds (ln (INR n + 1 - INR k) / ln 2)) as [Hf _].
    assert (INR k + 1 <= INR n) by (rewrite <- S_INR; apply le_INR; lia).
    assert (0 < ln 2) by (apply ln_above_1; lra).
    assert (ln 2 <= ln (INR n + 1 - INR k)) by (apply ln_le_mono; lra).
    assert (1 <= ln (INR n + 1 - INR k) / ln 2).
    { apply Rmult_le_reg_r with (ln 2); [assumption|].
      replace (ln (INR n + 1 - INR k) / ln 2 * ln 2) with (ln (INR n + 1 - INR k)) by (field; lra). lra. }
    cbn [INR] in Hd. lra. }
  destruct (Hadamard.theorem_13_any_start d n k ltac:(lia) Hn tie L Hd1 HL) as (u & S & Hu & Hsum & _ & HS & Hm).
  exists u, S. auto using Rle_ge.
Qed.

Theorem kw_batch : kw_batch_stmt.
Proof.
  intros tie d n k L u past Hd Hk Hn HL H0 Hu _ Hone _ Hpast. unfold b_kw_batch. rewrite power_of_2.
  apply (Hadamard.batch_errors tie d n k u L past); auto; lia.
Qed.

(** ** Rotation invariance *)

Theorem kw_thm3 : kw_thm3_stmt.
Proof.
  intros tie n L Hdim Hrot. split; [exact (Rotation.theorem_3 tie n L Hdim Hrot)|].
  exact (Rotation.rotation_invariant_additive tie n L Hdim Hrot).
Qed.

Theorem kw_thm3c : kw_thm3c_stmt.
Proof. intros tie n L HL A HA past x. apply told_apart_same, Rotation.theorem_3_converse; assumption. Qed.

Theorem kw_perc_rotinv : kw_perc_rotinv_stmt.
Proof.
  intros tie n eta theta L HL A HA past x. apply told_apart_same.
  destruct HL as [->| ->]; [apply Rotation.perceptron_rotation_invariant|apply Rotation.bias_rotation_invariant];
    exact HA.
Qed.
