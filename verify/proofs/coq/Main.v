(** * Every statement of Statements.v, proved: [bylander_2 : bylander_2_stmt] and so on

    The constants are unfolded and shown equal to those of the theorem files; nothing else happens here. *)

From Coq Require Import Reals List Bool Lra Lia Arith.
From Boundcheck Require Import DefinitionsMore Base Run GenBounds Statements.
From Boundcheck Require Perceptron EU.
Import ListNotations.
Open Scope R_scope.

Lemma excess L C B B' : L <= C + B' -> B' = B -> L - C <= B.
Proof. lra. Qed.

Lemma rewrite_rate (P : R -> Prop) a b : P a -> a = b -> P b.
Proof. intros H <-; exact H. Qed.

Lemma square_positive X : 0 < X -> 0 < X ^ 2.
Proof. intros; apply pow_lt; assumption. Qed.

(** ** Section 2 *)

Theorem bylander_1 : bylander_1_stmt.
Proof.
  intros n w u x I [y [Hb Ha]]; unfold b_bylander_1. generalize (dot n w x) (dot n u x); intros yw yu.
  split; intros H; destruct I as [[] []]; interval_cases.
Qed.

Theorem bylander_zeta0 : bylander_zeta0_stmt.
Proof. intros n w u x I H; unfold b_bylander_zeta0. pose proof (loss_nonneg (dot n u x) I). lra. Qed.

(** ** The Perceptron *)

Theorem bylander_2 : bylander_2_stmt.
Proof.
  intros n eta U X u S (Heta & HU & HS).
  eapply excess; [apply Perceptron.theorem_2; eassumption|unfold b_bylander_2; field; lra].
Qed.

(** Square roots are replaced by variables before [field] decides an equality. *)
Ltac name_root r s := let H := fresh in
  assert (sqrt r * sqrt r = r) as H by (apply sqrt_sqrt; lra); revert H; generalize (sqrt r); intros s H.

Theorem bylander_2_tuned : bylander_2_tuned_stmt.
Proof.
  intros n U X u S (HU0 & HX & Hl & HU & HS). unfold eta_bylander_2_tuned, b_bylander_2_tuned.
  apply le_INR in Hl; cbn [INR] in Hl. assert (0 < sqrt (INR (length S))) as Hs by (apply sqrt_lt_R0; lra).
  assert (0 < X * sqrt (INR (length S))) by (apply Rmult_lt_0_compat; assumption).
  eapply excess; [apply Perceptron.theorem_2; [apply Rdiv_lt_0_compat; assumption|eassumption|eassumption]|].
  revert Hs. name_root (INR (length S)) s. rewrite <- H0. intros. field. lra.
Qed.

Lemma dot_self n x : dot n x x = sq n x.
Proof. unfold dot, sq; apply sum_ext; intros; ring. Qed.

Theorem bylander_2_step : bylander_2_step_stmt.
Proof.
  intros n eta u w x side H. rewrite Perceptron.distance_drop, dot_self. unfold b_bylander_2_step.
  destruct H; subst; ring.
Qed.

(** ** Exponentiated Update *)

Theorem bylander_3 : bylander_3_stmt.
Proof.
  intros n eta U X u S (Heta & HU0 & Hu & HU & HS).
  eapply excess; [apply EU.theorem_3; eassumption|unfold b_bylander_3; field; lra].
Qed.

Theorem bylander_3_tuned : bylander_3_tuned_stmt.
Proof.
  intros n U X u S (HU0 & Hn & HX & Hl & Hu & HU & HS). unfold eta_bylander_3_tuned, b_bylander_3_tuned.
  apply le_INR in Hl; cbn [INR] in Hl. apply le_INR in Hn; cbn [INR] in Hn.
  assert (0 < ln (INR n)) as Hln by (rewrite <- ln_1; apply ln_increasing; lra).
  assert (0 < sqrt (INR (length S))) as H1 by (apply sqrt_lt_R0; lra).
  assert (0 < sqrt (ln (INR n))) as H2 by (apply sqrt_lt_R0; lra).
  assert (0 < sqrt 2) as H3 by (apply sqrt_lt_R0; lra).
  eapply excess.
  - apply EU.theorem_3; try eassumption. apply Rdiv_lt_0_compat; apply Rmult_lt_0_compat; assumption.
  - revert H1 H2 H3. name_root (INR (length S)) s. name_root (ln (INR n)) r. name_root 2 t.
    rewrite <- H, <- H0. intros.
    replace (U * (r * r) / (t * r / (X * s))) with (U * r * X * s * t / (t * t)) by (field; lra).
    rewrite H1. field. lra.
Qed.

Theorem bylander_3_klinit : bylander_3_klinit_stmt.
Proof. intros n U u (HU0 & Hu & HU). apply EU.entropy_start; assumption. Qed.

Theorem bylander_3_klpos : bylander_3_klpos_stmt.
Proof.
  intros n eta U X u S (Heta & HU0 & Hu & HU & HS). unfold b_bylander_3_klpos. apply Rle_ge.
  apply (EU.entropy_nonneg n U); auto.
  assert (EU.simplex n U (uniform n U)) as Hw
    by (apply EU.uniform_simplex; [apply (EU.sum_positive_dimension n u); lra|assumption]).
  revert Hw. generalize (uniform n U) as w.
  induction S as [|tr S IH]; intros w Hw; cbn [weights_after]; [exact Hw|].
  inversion HS as [|? ? [Hx _] HS']; subst. apply (IH HS').
  unfold update. destruct (below _ _); [|destruct (above _ _); [|exact Hw]];
    apply (EU.exponentiated_simplex n eta (sum n u) X); auto.
Qed.

Theorem bylander_A1 : bylander_A1_stmt.
Proof.
  intros n w x U X eta Hw HU HU0 Hx.
  eapply Rle_trans; [apply EU.lemma_A1 with (X := X); assumption|apply Req_le; unfold b_bylander_A1; field; lra].
Qed.

Theorem bylander_Ol : bylander_Ol_stmt.
Proof.
  intros U X eta l n (He & Hl & Hn & HU & HX). unfold b_bylander_Ol.
  assert (0 < ln n) by (rewrite <- ln_1; apply ln_increasing; lra).
  assert (0 <= U ^ 2 / (2 * eta)) by (apply Rle_mult_inv_pos; [apply pow2_ge_0|lra]).
  assert (0 <= U * ln n / eta) by (apply Rle_mult_inv_pos; [apply Rmult_le_pos; lra|assumption]).
  unfold b_bylander_2, b_bylander_3, b_bylander_2_tuned, b_bylander_3_tuned. rewrite sqrt_1. repeat split; nra.
Qed.

Theorem bylander_cmp : bylander_cmp_stmt.
Proof.
  intros l n (Hl & Hn). unfold b_bylander_3_tuned, b_bylander_cmp.
  assert (2 * ln n <= n) as H.
  { pose proof (ln_le_minus_1 (n / 2) ltac:(lra)) as A. pose proof (ln_le_minus_1 2 ltac:(lra)) as B.
    rewrite ln_quotient in A by lra. lra. }
  assert (0 < ln n) by (rewrite <- ln_1; apply ln_increasing; lra).
  replace (sqrt 2 * 1 * 1 * sqrt l * sqrt (ln n)) with (sqrt l * (sqrt 2 * sqrt (ln n))) by ring.
  rewrite <- (sqrt_mult 2 (ln n)) by lra.
  apply Rmult_le_compat_l; [apply sqrt_pos|apply sqrt_le_1; lra].
Qed.

Lemma gradient_is_update n eta w w' x y : (forall i, (i < n)%nat -> w i = w' i) -> sum n w' = 1 ->
  forall i, (i < n)%nat ->
  update n (exponentiated n eta 1) w (x, Interval (Closed y) (Closed y)) i = gradient_step n eta w' (x, y) i.
Proof.
  intros Hw H1 i Hi. unfold update, gradient_step, absolute_subgradient, below, above; cbn [fst snd low high].
  rewrite (dot_ext n w w' x x Hw) by auto. unfold ltb.
  assert (forall sgn g, (forall j, sgn * eta * x j = - eta * (g * x j)) -> exponentiated n eta 1 sgn w x i
    = w' i * exp (- eta * (g * x i)) / sum n (fun j => w' j * exp (- eta * (g * x j)))) as H.
  { intros sgn g Hg. unfold exponentiated. rewrite Hg, (Hw i Hi).
    rewrite (sum_ext n _ (fun j => w' j * exp (- eta * (g * x j)))) by (intros j Hj; rewrite Hg, (Hw j Hj);
      reflexivity).
    unfold Rdiv. ring. }
  decide_reals; try lra; try (apply H; intros; ring).
  rewrite (sum_ext n _ w') by (intros; rewrite Rmult_0_l, Rmult_0_r, exp_0; ring).
  rewrite H1, Rmult_0_l, Rmult_0_r, exp_0, (Hw i Hi). field.
Qed.

Lemma gradient_normalised n eta w tr : (0 < n)%nat -> (forall i, (i < n)%nat -> 0 < w i) ->
  sum n (gradient_step n eta w tr) = 1 /\ forall i, (i < n)%nat -> 0 < gradient_step n eta w tr i.
Proof.
  intros Hn Hw. pose (f := fun i => exp (- eta * (absolute_subgradient (dot n w (fst tr)) (snd tr) * fst tr i))).
  change (sum n (fun i => w i * f i / sum n (fun j => w j * f j)) = 1 /\
    forall i, (i < n)%nat -> 0 < w i * f i / sum n (fun j => w j * f j)).
  assert (forall i, 0 < f i) as Hf by (intros; apply exp_pos). clearbody f.
  assert (0 < sum n (fun j => w j * f j)) as H.
  { apply sum_pos; [assumption|]. intros j Hj. apply Rmult_lt_0_compat; auto. }
  split.
  - unfold Rdiv. rewrite (sum_scal_r n _ (fun i => w i * f i)). apply Rinv_r. lra.
  - intros i Hi. apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat; auto|assumption].
Qed.

Theorem bylander_eg : bylander_eg_stmt.
Proof.
  intros n eta S x (Hn & He). unfold b_bylander_eg, U_bylander_eg. apply Rminus_diag_eq, dot_ext; [|auto].
  assert (1 <= INR n) by (apply (le_INR 1); lia).
  assert (forall w w' : vec, (forall i, (i < n)%nat -> w i = w' i) -> sum n w' = 1 ->
    (forall i, (i < n)%nat -> 0 < w' i) -> forall i, (i < n)%nat ->
    weights_after n (exponentiated n eta 1) w (points S) i = gradient_weights n eta w' S i) as H'.
  { induction S as [|[z y] S IH]; intros w w' Hw H1 Hp i Hi; cbn [points map weights_after gradient_weights fst snd];
      [apply Hw, Hi|].
    destruct (gradient_normalised n eta w' (z, y) Hn Hp) as [H1' Hp'].
    apply IH; auto. intros j Hj. apply gradient_is_update; auto. }
  intros i Hi. apply H'; auto; unfold uniform.
  - rewrite sum_const. field. lra.
  - intros. apply Rdiv_lt_0_compat; lra.
Qed.

Theorem bylander_double : bylander_double_stmt.
Proof.
  intros n eta U X u S (Hn & Heta & HU0 & Hu & HS).
  eapply excess; [apply EU.doubled_attributes; eassumption|unfold b_bylander_double; field; lra].
Qed.

(** ** Mistakes *)

Lemma bylander_4_any_holds : bylander_4_any.
Proof.
  intros n step w S m Hm. destruct (observation_4 n step S w m Hm) as (S' & Hs & Hl & Ha).
  exists S'; repeat split; auto. apply Rle_ge, Ha.
Qed.

Theorem bylander_4 : bylander_4_stmt.
Proof. split; [exact bylander_4_any_holds|]. intros; apply bylander_4_any_holds; assumption. Qed.

Theorem bylander_4_eu : bylander_4_eu_stmt.
Proof. intros n eta U S m _. apply bylander_4_any_holds. Qed.

Theorem bylander_5 : bylander_5_stmt.
Proof.
  intros n U X u S (HX & HU & HS & Hsep). unfold b_bylander_5, eta_bylander_5. apply le_floor.
  replace (/ X ^ 2) with (1 / X ^ 2) by (field; lra). eapply Perceptron.theorem_5; eassumption.
Qed.

Theorem bylander_5_loss : bylander_5_loss_stmt.
Proof.
  intros n U X u S S' (HX & Hl & HU & HS & Hsep) Hsub. unfold b_bylander_5_loss, eta_bylander_5_loss.
  replace (/ X ^ 2) with (1 / X ^ 2) by (field; lra).
  eapply Perceptron.theorem_5_loss; eassumption.
Qed.

Theorem bylander_5_eta : bylander_5_eta_stmt.
Proof.
  intros n eta rate S (He & Hr). unfold b_bylander_5_eta.
  rewrite (Perceptron.mistakes_scale n eta rate S He Hr zero zero); [ring|]. intros; unfold zero; ring.
Qed.

Theorem bylander_5_delta : bylander_5_delta_stmt.
Proof.
  intros n U u S (HU0 & HU & HS & Hsep).
  unfold b_bylander_5_delta, eta_bylander_5_delta, delta_bylander_5_delta, X_bylander_5_delta in *. apply le_floor.
  replace (/ 1 ^ 2) with (1 / 1 ^ 2) by field. replace (/ (/ U) ^ 2) with (U ^ 2 * 1 ^ 2) by (field; lra).
  eapply Perceptron.theorem_5; try eassumption. lra.
Qed.

Theorem bylander_6 : bylander_6_stmt.
Proof.
  intros n U X u S (HU0 & HX & Hu & HU & HS & Hsep). unfold b_bylander_6, eta_bylander_6. apply le_floor.
  eapply EU.theorem_6; eassumption.
Qed.

Theorem bylander_6_loss : bylander_6_loss_stmt.
Proof.
  intros n U X u S S' (HU0 & HX & Hl & Hu & HU & HS & Hsep) Hsub. unfold b_bylander_6_loss, eta_bylander_6_loss.
  eapply EU.theorem_6_loss; eassumption.
Qed.

Theorem bylander_6_norm : bylander_6_norm_stmt.
Proof.
  intros n eta U S (Hn & _ & HU). unfold b_bylander_6_norm. apply lt_INR in Hn as Hn'; cbn [INR] in Hn'.
  rewrite (EU.mistakes_normalised n eta U S Hn HU (uniform n U) (uniform n 1)); [ring| |].
  - intros i _. apply Rdiv_lt_0_compat; lra.
  - intros i. unfold uniform. field. lra.
Qed.

Theorem bylander_6_litt : bylander_6_litt_stmt.
Proof.
  intros n U u S (HU0 & Hu & HU & HS & Hsep).
  unfold b_bylander_6_litt, eta_bylander_6_litt, delta_bylander_6_litt, X_bylander_6_litt in *. apply le_floor.
  replace (2 * ln (INR n) / (/ U) ^ 2) with (2 * U ^ 2 * 1 ^ 2 * ln (INR n)) by (field; lra).
  eapply EU.theorem_6; try eassumption. lra.
Qed.

Lemma rate_below eta U X : 0 < eta -> 0 < U -> 0 <= X -> (0 < X -> eta < 2 / (U * X ^ 2)) -> eta * U * X ^ 2 < 2.
Proof.
  intros He HU [HX| <-] H; [|lra]. specialize (H HX).
  assert (0 < U * X ^ 2) by (apply Rmult_lt_0_compat; [assumption|apply square_positive; assumption]).
  apply (Rmult_lt_compat_r (U * X ^ 2)) in H; [|assumption].
  replace (2 / (U * X ^ 2) * (U * X ^ 2)) with 2 in H by (field; lra). lra.
Qed.

Theorem bylander_7 : bylander_7_stmt.
Proof.
  intros n eta U X u S (HX & He & HU0 & Hr & Hu & HU & HS & Hc). unfold b_bylander_7. apply le_floor.
  apply (rate_below eta U X He HU0 HX) in Hr.
  eapply Rle_trans; [eapply EU.theorem_7; eassumption|apply Req_le; field; lra].
Qed.

Theorem bylander_7_loss : bylander_7_loss_stmt.
Proof.
  intros n eta U X u S S' (HX & He & HU0 & Hr & Hl & Hu & HU & HS & Hc) Hs. unfold b_bylander_7_loss.
  apply (rate_below eta U X He HU0 HX) in Hr.
  eapply EU.theorem_7_loss; try eassumption. eapply Rle_lt_trans; [|exact Hl].
  apply Req_le. unfold longer_bylander_7_loss. field. lra.
Qed.

Theorem bylander_7_dev : bylander_7_dev_stmt.
Proof.
  intros n U X u [x y] HX Hu HU Hx He. unfold b_bylander_7_dev. cbn [fst snd] in *.
  pose proof (holder_max n u x X U Hu (Req_le _ _ HU) Hx HX) as H. revert H He.
  unfold errs, trial_loss, as_trial; cbn [fst snd]. generalize (dot n u x); intros d H He.
  apply abs_bounds in H. destruct y; unfold label, label_interval in *; interval_cases.
Qed.

Lemma dot_unit n i x : (i < n)%nat -> dot n (unit_vector i) x = x i.
Proof.
  intros Hi. unfold dot, unit_vector. induction n; [lia|]. cbn [sum].
  destruct (Nat.eq_dec i n) as [->|Hne].
  - rewrite Nat.eqb_refl, (sum_ext n _ (fun _ => 0)), sum_zero; [ring|].
    intros j Hj. replace (Nat.eqb j n) with false by (symmetry; apply Nat.eqb_neq; lia). ring.
  - rewrite IHn by lia. replace (Nat.eqb n i) with false by (symmetry; apply Nat.eqb_neq; lia). ring.
Qed.

Theorem bylander_7_267 : bylander_7_267_stmt.
Proof.
  intros n u S [(i & Hi & E) HS]. unfold b_bylander_7_267, eta_bylander_7_267, U_bylander_7_267.
  assert (nonnegative n u) as Hu
    by (intros j Hj; rewrite E by exact Hj; unfold unit_vector; destruct (Nat.eqb j i); lra).
  assert (forall x, dot n u x = x i) as Hdot
    by (intros x; rewrite <- (dot_unit n i x Hi); apply dot_ext; [exact E|reflexivity]).
  assert (sum n u = 1) as Hsum.
  { rewrite <- (Hdot (fun _ => 1)). unfold dot; apply sum_ext; intros; ring. }
  assert (box_labels n 1 S) as Hbox.
  { eapply Forall_impl; [|exact HS]. intros c Hc j Hj. destruct (Hc j Hj) as [-> | ->]; unfold Rabs;
    destruct (Rcase_abs _); lra. }
  assert (right_or_clear n u S) as Hclear.
  { eapply Forall_impl; [|exact HS]. intros [x y] Hc He; cbn [fst snd] in *. revert He. unfold errs; cbn [fst snd].
    rewrite Hdot, leb_false. destruct (Hc i Hi) as [-> | ->]; destruct y; cbn [label]; lra. }
  eapply Rle_trans; [apply (EU.theorem_7 n (1 / 2) 1 1 u S); auto; lra|].
  assert (1 <= INR n) as Hn by (apply (le_INR 1); lia).
  assert (0 <= ln (INR n)) by (rewrite <- ln_1; apply ln_le; lra).
  pose proof (pos_INR (cmp_mistakes n u S)).
  apply Rle_trans with (8 / 3 * (INR (cmp_mistakes n u S) + ln (INR n))); [apply Req_le; field|lra].
Qed.

Theorem bylander_fn5 : bylander_fn5_stmt.
Proof.
  intros n eta U X u S (HX & He & Hr & HU & HS & Hc). unfold b_bylander_fn5. apply le_floor.
  assert (eta * 1 * X ^ 2 < 2) as H
    by (apply rate_below; auto; [lra|intros H; specialize (Hr H); unfold upper_eta_bylander_fn5 in Hr;
        replace (1 * X ^ 2) with (X ^ 2) by ring; exact Hr]).
  eapply Rle_trans; [eapply Perceptron.footnote_5; try eassumption; lra|apply Req_le; field; lra].
Qed.

(** ** Toleranced loss *)

Theorem bylander_8 : bylander_8_stmt.
Proof.
  intros n tau U X u S (Ht & HX & HU & HS). unfold eta_bylander_8.
  eapply excess; [apply Perceptron.theorem_8; eassumption|unfold b_bylander_8; field; lra].
Qed.

Theorem bylander_8_step : bylander_8_step_stmt.
Proof.
  intros n eta u w x side H. rewrite Perceptron.distance_drop, dot_self. unfold b_bylander_8_step.
  destruct H; subst; ring.
Qed.

Theorem bylander_8_shift : bylander_8_shift_stmt.
Proof.
  intros tau y I Ht [z [Hb Ha]]. red in Ht.
  intros [H|H]; unfold b_bylander_8_shift; destruct I as [[] []]; interval_cases.
Qed.

Theorem bylander_9 : bylander_9_stmt.
Proof.
  intros n tau U X u S (Ht & HU0 & HX & Hu & HU & HS). unfold eta_bylander_9.
  eapply excess; [apply EU.theorem_9; eassumption|unfold b_bylander_9; field; lra].
Qed.

Theorem bylander_const : bylander_const_stmt.
Proof. intros U X n tau l. split; apply derivable_pt_lim_const. Qed.

(** ** Randomised classification *)

Theorem bylander_6half : bylander_6half_stmt.
Proof.
  intros y b. unfold b_bylander_6half, error_probability. repeat split; intros H; destruct b;
    unfold label, label_interval, Rmax, Rmin in *; interval_cases.
Qed.

Theorem bylander_10 : bylander_10_stmt.
Proof. split; [apply error_probability_le|intros; apply observation_10]. Qed.

Theorem bylander_11 : bylander_11_stmt.
Proof.
  intros n U X u S (HX & HU & HS & Hsep). unfold b_bylander_11, eta_bylander_11.
  replace (/ X ^ 2) with (1 / X ^ 2) by (field; lra). eapply Perceptron.theorem_11; eassumption.
Qed.

Theorem bylander_12 : bylander_12_stmt.
Proof. intros n U X u S (Hn & HU0 & HX & Hu & HU & HS & Hsep). apply (EU.theorem_12 n U X u); assumption. Qed.

Theorem bylander_half : bylander_half_stmt.
Proof.
  intros U X n. unfold b_bylander_half, b_bylander_11, b_bylander_12, longer_bylander_5_loss, longer_bylander_6_loss.
  split; field.
Qed.

(** ** The Perceptron's mistake bounds *)

(** u/||u||. *)
Lemma normalised n u : 0 < norm1 n u ->
  exists v, norm n v = 1 /\ 0 < norm n u /\ forall x, dot n v x = dot n u x / norm n u.
Proof.
  intros Hu. assert (0 < norm n u) as H.
  { destruct (norm_nonneg n u) as [H|E]; [exact H|exfalso]. pose proof (norm_sq n u) as Hsq. rewrite <- E in Hsq.
    enough (norm1 n u = 0) by lra. unfold norm1. rewrite <- (sum_zero n). apply sum_ext; intros i Hi.
    pose proof (sum_term_le n (fun j => u j ^ 2) i Hi (fun j _ => pow2_ge_0 (u j))) as T. cbv beta in T.
    fold (sq n u) in T. pose proof (pow2_ge_0 (u i)). assert (u i = 0) as -> by (apply Rsqr_0_uniq; unfold Rsqr; lra).
    apply Rabs_R0. }
  assert (forall x, dot n (fun i => / norm n u * u i) x = dot n u x / norm n u) as Hd
    by (intros x; rewrite dot_scal; unfold Rdiv; ring).
  exists (fun i => / norm n u * u i). repeat split; [|exact H|exact Hd].
  rewrite <- sqrt_1. unfold norm at 1. f_equal. fold (sq n (fun i => / norm n u * u i)).
  rewrite <- dot_self, Hd, dot_comm, Hd, dot_self, <- norm_sq. field. lra.
Qed.

Lemma normalised_margin n gamma u v (S : list ctrial) : 0 < norm n u -> (forall x, dot n v x = dot n u x / norm n u) ->
  margin_at_least n (gamma * norm n u) u S -> margin_at_least n gamma v S.
Proof.
  intros H E Hm. eapply Forall_impl; [|exact Hm]. intros c Hc. cbv beta in *. rewrite E.
  apply Rmult_le_reg_r with (norm n u); [exact H|].
  replace (label (snd c) * (dot n u (fst c) / norm n u) * norm n u) with (label (snd c) * dot n u (fst c))
    by (field; lra). exact Hc.
Qed.

Theorem kitani_perc : kitani_perc_stmt.
Proof.
  intros n R_ gamma u wrong S (Hg & Hu & HS & Hm) Hsign. unfold b_kitani_perc.
  destruct (normalised n u Hu) as (v & Hv & Hn & E). apply (normalised_margin n gamma u v S Hn E) in Hm.
  replace (R_ ^ 2 / gamma ^ 2) with (1 ^ 2 * R_ ^ 2 / gamma ^ 2) by (field; lra).
  apply Perceptron.perceptron_mistakes with (n := n) (u := v); auto; lra.
Qed.

Theorem kitani_perc_step : kitani_perc_step_stmt.
Proof. intros n w wrong c Hsign. apply (Perceptron.wrong_side n wrong Hsign). Qed.

Theorem kitani_eq7 : kitani_eq7_stmt.
Proof.
  intros n R_ wrong S HS Hsign w. unfold b_kitani_eq7. rewrite dot_self.
  pose proof (Perceptron.length_grows n 1 wrong Rle_0_1 Hsign R_ S HS zero) as H.
  rewrite Perceptron.sq_zero in H. unfold w. lra.
Qed.

Theorem kitani_eq10 : kitani_eq10_stmt.
Proof.
  intros n u w Hu. unfold b_kitani_eq10. destruct (normalised n u Hu) as (v & Hv & _ & E). rewrite <- E.
  pose proof (Perceptron.margin_le_norm n v w 1 (dot n v w) Hv). lra.
Qed.

Lemma margin_after n gamma u wrong (S : list ctrial) : decides_by_sign n wrong -> margin_at_least n gamma u S ->
  INR (mistakes_by wrong (perceptron 1) zero S) * gamma <= dot n u (state_after wrong (perceptron 1) zero S).
Proof.
  intros Hsign Hm. pose proof (Perceptron.margin_grows n 1 wrong Rle_0_1 gamma u S Hm zero) as H.
  rewrite (dot_comm n u zero), dot_zero in H. lra.
Qed.

Theorem kitani_eq14 : kitani_eq14_stmt.
Proof.
  intros n gamma u wrong S [Hu Hm] Hsign. unfold b_kitani_eq14.
  destruct (normalised n u Hu) as (v & _ & Hn & E). apply (normalised_margin n gamma u v S Hn E) in Hm. rewrite <- E.
  pose proof (margin_after n gamma v wrong S Hsign Hm). lra.
Qed.

Theorem kitani_eq16 : kitani_eq16_stmt.
Proof.
  intros n gamma u wrong S [Hu Hm] Hsign w.
  destruct (normalised n u Hu) as (v & Hv & Hn & E). apply (normalised_margin n gamma u v S Hn E) in Hm.
  apply (Perceptron.margin_le_norm n v); [exact Hv|]. apply margin_after; assumption.
Qed.

Theorem kitani_eq18 : kitani_eq18_stmt.
Proof.
  intros n R_ gamma u wrong S (Hg & Hu & HS & Hm) Hsign.
  eapply Rle_trans; [|apply (kitani_eq7 n R_ wrong S HS Hsign)].
  pose proof (kitani_eq16 n gamma u wrong S (conj Hu Hm) Hsign) as H. unfold b_kitani_eq16 in H. cbv zeta in H.
  rewrite <- (pow2_sqrt (dot n _ _)) by (rewrite dot_self; apply sq_nonneg).
  apply pow_incr. split; [|exact H]. apply Rmult_le_pos; [apply pos_INR|lra].
Qed.

Theorem gls_perceptron : gls_perceptron_stmt.
Proof. intros n a U X delta u wrong S (Ha & Hd & HU & HS & Hm) Hw. apply (Perceptron.perceptron_mistakes n a U X delta u); assumption. Qed.

Theorem gls_6_perceptron : gls_6_perceptron_stmt.
Proof.
  intros n a U X delta u wrong S (HX & Ha & Hd & HU & HS & Hm) Hsign. unfold b_gls_6_perceptron.
  eapply Rle_trans; [apply (Perceptron.perceptron_mistakes n a U X delta u); assumption|].
  assert (0 <= U ^ 2 * X ^ 2 / delta ^ 2)
    by (apply Rle_mult_inv_pos; [apply Rmult_le_pos; apply pow2_ge_0|apply pow_lt; assumption]).
  assert (0 <= U * X / delta)
    by (apply Rle_mult_inv_pos; [apply Rmult_le_pos; [|assumption]; pose proof (norm_nonneg n u); lra|assumption]).
  replace (3 * U ^ 2 * X ^ 2 / delta ^ 2) with (3 * (U ^ 2 * X ^ 2 / delta ^ 2)) by (field; lra).
  replace (5 * U * X / delta) with (5 * (U * X / delta)) by (field; lra). lra.
Qed.

Theorem gls_8_dh : gls_8_dh_stmt.
Proof.
  intros n a U X delta eta u wrong S (He & Ha & Hd & HX & Ha' & HU & HS & Hm) Hsign. unfold upper_a_gls_8_dh in Ha'.
  unfold b_gls_8_dh.
  assert (0 < X ^ 2) as HX2 by (apply square_positive; assumption).
  assert (0 < 2 * a * delta * eta - X ^ 2 * a ^ 2) as Hden.
  { apply (Rmult_lt_compat_r (X ^ 2)) in Ha'; [|assumption].
    replace (2 * delta * eta / X ^ 2 * X ^ 2) with (2 * delta * eta) in Ha' by (field; lra).
    apply (Rmult_lt_compat_l a) in Ha'; lra. }
  eapply Rle_trans; [apply (Perceptron.perceptron_mistakes n a U X delta u); assumption|].
  apply Rmult_le_reg_r with (delta ^ 2 * (2 * a * delta * eta - X ^ 2 * a ^ 2));
    [apply Rmult_lt_0_compat; [apply square_positive; assumption|assumption]|].
  replace (U ^ 2 * X ^ 2 / delta ^ 2 * (delta ^ 2 * (2 * a * delta * eta - X ^ 2 * a ^ 2)))
    with (U ^ 2 * (X ^ 2 * (2 * a * delta * eta - X ^ 2 * a ^ 2))) by (field; lra).
  match goal with |- _ <= ?r => replace r with (U ^ 2 * (delta ^ 2 * eta ^ 2)) by (field; lra) end.
  apply Rmult_le_compat_l; [apply pow2_ge_0|]. pose proof (pow2_ge_0 (delta * eta - X ^ 2 * a)). lra.
Qed.

(** ** Gradient descent *)

Theorem uml_hinge : uml_hinge_stmt.
Proof.
  intros n u w c. unfold b_uml_hinge, hinge, Rmax, errs, leb. split; [intros _|]; decide_reals; lra.
Qed.

Lemma descent_step n eta w c i :
  w i - eta * hinge_subgradient n w c i = (if errs n w c then perceptron eta (label (snd c)) w (fst c) else w) i.
Proof.
  unfold hinge_subgradient, perceptron, errs, leb. cbv zeta. decide_reals; ring_simplify; lra.
Qed.

Theorem uml_grad : uml_grad_stmt.
Proof.
  intros n eta S i _. unfold b_uml_grad. apply Rminus_diag_eq.
  assert (forall w w' : vec, (forall j, w j = w' j) ->
    descent n eta w S i = state_after (errs n) (perceptron eta) w' S i) as H; [|apply H; reflexivity].
  induction S as [|c S IH]; intros w w' H; cbn [descent state_after]; [apply H|]. apply IH. intros j.
  rewrite descent_step. assert (errs n w c = errs n w' c) as ->
    by (unfold errs; rewrite (dot_ext n w w' (fst c) (fst c)); auto).
  destruct (errs n w' c); [|apply H]. unfold perceptron. rewrite H. reflexivity.
Qed.
