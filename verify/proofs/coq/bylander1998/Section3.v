(** * Section 3: worst-case bounds on the loss *)

From Coq Require Import FunctionalExtensionality.
From Boundcheck Require Import Vectors GenBounds GenPremises GenClaims Runs Premises Learners TwoPlays.
From Boundcheck Require Perceptron EU.
From Boundcheck.classics Require Import Definitions.
From Boundcheck.bylander1998 Require Import Definitions Section3Statements.
Open Scope R_scope.

Theorem bylander_2 : bylander_2_stmt.
Proof.
  intros n U X eta u S (Heta & HU & HO & HS%(ball_of _ _ _ HO)). in_words. rewrite comparator_total.
  eapply excess; [apply Perceptron.theorem_2; eassumption|unfold b_bylander_2; lra].
Qed.

(** Square roots are replaced by variables before [field] decides an equality. *)
Ltac name_root r s := let H := fresh in
  assert (sqrt r * sqrt r = r) as H by (apply sqrt_sqrt; lra); revert H; generalize (sqrt r); intros s H.

Theorem bylander_2_tuned : bylander_2_tuned_stmt.
Proof.
  intros n U X u S (HU0 & HX & Hl & HU & HO & HS%(ball_of _ _ _ HO)). in_words. rewrite comparator_total.
  unfold eta_bylander_2_tuned, b_bylander_2_tuned.
  apply le_INR in Hl; cbn [INR] in Hl. assert (0 < sqrt (INR (length S))) as Hs by signs.
  assert (0 < X * sqrt (INR (length S))) by nra.
  eapply excess; [apply Perceptron.theorem_2; [signs|eassumption|eassumption]|]. revert Hs.
  name_root (INR (length S)) s. rewrite <- H0. intros. field. lra.
Qed.

Theorem bylander_2_step : bylander_2_step_stmt.
Proof.
  intros n eta u K c w yhat side K' w' H.
  change (sum n (fun e => (u e - w e) ^ 2) - sum n (fun e => (u e - w' e) ^ 2)) with (distance n u w - distance n u w').
  assert (w' = perceptron eta side w (fst c)) as ->.
  { apply functional_extensionality. intros i. unfold w', K', play. fold yhat side. unfold w, perceptron. cbn. ring. }
  unfold b_bylander_2_step. change yhat with (dot n w (fst c)).
  assert (side = 1 \/ side = -1) as [->| ->]
    by (unfold side, side_of in *; destruct (below _ _); [|destruct (above _ _)]; lra);
    rewrite Perceptron.distance_drop, dot_self; ring.
Qed.

Theorem bylander_3 : bylander_3_stmt.
Proof.
  intros n U X eta u S (Heta & HU0 & Hu & HU & HO & HS%(box_of _ _ _ HO)). in_words. rewrite comparator_total.
  eapply excess; [apply EU.theorem_3; eassumption|unfold b_bylander_3; lra].
Qed.

Theorem bylander_3_tuned : bylander_3_tuned_stmt.
Proof.
  intros n U X u S (HU0 & Hn & HX & Hl & Hu & HU & HO & HS%(box_of _ _ _ HO)). in_words. rewrite comparator_total.
  unfold eta_bylander_3_tuned, b_bylander_3_tuned.
  apply le_INR in Hl; cbn [INR] in Hl. apply le_INR in Hn; cbn [INR] in Hn.
  assert (0 < ln (INR n)) as Hln by (rewrite <- ln_1; apply ln_increasing; lra).
  assert (0 < sqrt (INR (length S))) as H1 by signs. assert (0 < sqrt (ln (INR n))) as H2 by signs.
  assert (0 < sqrt 2) as H3 by signs. eapply excess.
  - apply EU.theorem_3; try eassumption. signs.
  - revert H1 H2 H3. name_root (INR (length S)) s. name_root (ln (INR n)) r. name_root 2 t. rewrite <- H, <- H0. intros.
    replace (U * (r * r) / (t * r / (X * s))) with (U * r * X * s * t / (t * t)) by (field; lra). rewrite H1. field.
    lra.
Qed.

Lemma entropy_apart n u w :
  relative_entropy n u w = sum n (fun e => u e * ln (u e)) - sum n (fun e => u e * ln (w e)).
Proof. unfold relative_entropy. rewrite <- sum_minus. apply sum_ext; intros; ring. Qed.

Theorem bylander_3_klinit : bylander_3_klinit_stmt.
Proof.
  intros n U u (HU0 & Hu & HU).
  rewrite (sum_ext n (fun e => u e * ln (u e * 0 + U / INR n)) (fun e => u e * ln (uniform n U e)))
    by (intros; unfold uniform; rewrite Rmult_0_r, Rplus_0_l; reflexivity).
  rewrite <- entropy_apart. apply EU.entropy_start; auto.
Qed.

Lemma weights_in_simplex n U X eta u (S : list trial) : 0 < U -> sum n u = U ->
  Forall (fun c => max_norm_at_most n (fst c) X) S ->
  EU.simplex n U (weights_after n (exponentiated n eta U) (uniform n U) S).
Proof.
  intros HU0 HU HS.
  assert (EU.simplex n U (uniform n U)) as Hw
    by (apply EU.uniform_simplex; [apply (EU.sum_positive_dimension n u); lra|assumption]). revert Hw.
  generalize (uniform n U) as w. induction S as [|tr S IH]; intros w Hw; cbn [weights_after]; [exact Hw|].
  inversion HS as [|? ? Hx HS']; subst. apply (IH HS'). unfold update.
  destruct (below _ _); [|destruct (above _ _); [|exact Hw]]; apply (EU.exponentiated_simplex n eta (sum n u) X); auto.
Qed.

Theorem bylander_3_klpos : bylander_3_klpos_stmt.
Proof.
  intros n U X eta u S later (Heta & HU0 & Hu & HU & HS) K w. apply Forall_app in HS. destruct HS as [HS _].
  rewrite (sum_ext n (fun e => u e * ln (w e))
    (fun e => u e * ln (weights_after n (exponentiated n eta U) (uniform n U) S e)))
    by (intros i Hi; unfold w, K; rewrite (state_of_intervals _ _ _ _ _ (exponentiated_follows n eta U) S i Hi); reflexivity).
  rewrite <- entropy_apart. unfold b_bylander_3_klpos. clear w K. apply Rle_ge. apply (EU.entropy_nonneg n U); auto.
  apply (weights_in_simplex n U X eta u); assumption.
Qed.

Theorem bylander_3_step : bylander_3_step_stmt.
Proof.
  intros n U X eta u c S later (HU0 & Hu & HU & HS) K w yhat side K' w' Hd. apply Forall_app in HS.
  destruct HS as [HS HS']. inversion HS' as [|? ? Hx _].
  pose proof (weights_in_simplex n U X eta u S HU0 HU HS) as Hv.
  pose proof (state_of_intervals _ _ _ _ _ (exponentiated_follows n eta U) S) as E. fold K w in E.
  set (v := weights_after n (exponentiated n eta U) (uniform n U) S) in *.
  assert (side = 1 \/ side = -1) as Hs
    by (unfold side, side_of in *; destruct (below _ _); [|destruct (above _ _)]; lra).
  assert (same n (exponentiated n eta U side v (fst c)) w') as E'.
  { destruct (exponentiated_follows n eta U) as (_ & _ & _ & F). destruct (F K (fst c) 0 v E) as [_ F']. apply F', Hs. }
  assert (yhat = dot n v (fst c)) as -> by (symmetry; apply (dot_in _ _ _ _ _ _ (exponentiated_follows n eta U)), E).
  rewrite (sum_ext n (fun e => u e * ln (w e)) (fun e => u e * ln (v e))) by (intros i Hi; rewrite (E i Hi); reflexivity).
  rewrite (sum_ext n (fun e => u e * ln (w' e)) (fun e => u e * ln (exponentiated n eta U side v (fst c) e)))
    by (intros i Hi; rewrite (E' i Hi); reflexivity).
  rewrite <- !entropy_apart. unfold b_bylander_3_step. apply Rle_ge.
  eapply Rle_trans; [|apply (EU.entropy_drop n eta U X u side v (fst c)); auto]. right. field.
Qed.

Theorem bylander_Ol : bylander_Ol_stmt.
Proof.
  enough (forall U X eta l n, given_bylander_Ol n U X eta l ->
    b_bylander_2 U X eta l - l * b_bylander_2 U X eta 1 <= 0 /\
    b_bylander_3 U X eta l n - l * b_bylander_3 U X eta 1 n <= 0 /\
    b_bylander_2_tuned U X l - sqrt l * b_bylander_2_tuned U X 1 <= 0 /\
    b_bylander_3_tuned U X l n - sqrt l * b_bylander_3_tuned U X 1 n <= 0) as H.
  { split; auto. intros n U X eta l G. destruct (H _ _ _ _ _ G) as (H2 & H3 & _).
    unfold b_bylander_Ol, b_bylander_2, b_bylander_3 in *. lra. }
  intros U X eta l n (He & Hl & Hn & HU & HX). assert (0 < ln n) by (rewrite <- ln_1; apply ln_increasing; lra).
  assert (0 <= U ^ 2 / (2 * eta)) by signs. assert (0 <= U * ln n / eta) by signs.
  unfold b_bylander_2, b_bylander_3, b_bylander_2_tuned, b_bylander_3_tuned. rewrite sqrt_1. nra.
Qed.

Theorem bylander_cmp : bylander_cmp_stmt.
Proof.
  enough (forall l n, given_bylander_cmp n l -> b_bylander_3_tuned 1 1 l n <= b_bylander_cmp l n) as H.
  { split; auto. intros n l G. apply H in G. unfold b_bylander_3_tuned in G. lra. }
  intros l n (Hl & Hn). unfold b_bylander_3_tuned.
  assert (2 * ln n <= n) as H.
  { pose proof (ln_le_minus_1 (n / 2) ltac:(lra)) as A. pose proof (ln_le_minus_1 2 ltac:(lra)) as B.
    rewrite ln_quotient in A by lra. lra. }
  assert (0 < ln n) by (rewrite <- ln_1; apply ln_increasing; lra).
  replace (sqrt 2 * 1 * 1 * sqrt l * sqrt (ln n)) with (sqrt l * (sqrt 2 * sqrt (ln n))) by ring.
  rewrite <- (sqrt_mult 2 (ln n)) by lra. apply Rmult_le_compat_l; [signs|apply sqrt_le_1; lra].
Qed.

Theorem bylander_eg : bylander_eg_stmt.
Proof.
  intros n eta S. unfold b_bylander_eg, U_bylander_eg.
  apply never_apart with (fun K K' => same n K' (fun i => - K i)) (fun _ => True); [apply Forall_forall; auto| |].
  { intros i _. cbn. unfold zero. ring. }
  intros K K' [x y] _ H. cbn [fst snd].
  assert (prediction (exponentiated_rule n eta 1 ones) K x = prediction (exponentiated_gradient_rule n eta) K' x) as E.
  { assert (same n (fun e => ones e * exp (eta * K e)) (fun e => exp (- eta * K' e))) as E.
    { intros i Hi. unfold ones. rewrite (H i Hi), Rmult_1_l. f_equal. ring. }
    cbn. rewrite (dot_ext n _ _ x x E) by auto. rewrite (sum_ext n _ _ E). reflexivity. }
  split; [apply equal_predictions, E|]. intros i Hi.
  change (K' i + sign_of (prediction (exponentiated_gradient_rule n eta) K' x - y) * x i
    = - (K i + side_of (prediction (exponentiated_rule n eta 1 ones) K x) (Interval (Closed y) (Closed y)) * x i)).
  rewrite E, (H i Hi). unfold sign_of, side_of, below, above, ltb; cbn [low high]. decide_reals; lra.
Qed.

Theorem bylander_double : bylander_double_stmt.
Proof.
  intros n U X eta u S (Hn & Heta & HU0 & Hu & HO & HS%(box_of _ _ _ HO)). rewrite loss_of_doubled, comparator_total.
  eapply excess; [apply EU.doubled_attributes; eassumption|unfold b_bylander_double; lra].
Qed.

(** ** Theorems 2 and 8 with what the distance at the end leaves *)

Section Worst.
Variables (n : nat) (eta U X tau : R) (u : vec).
Hypotheses (Heta : 0 < eta) (HX : 0 <= X) (Htau : 0 <= tau) (Ht : tau <= eta * X ^ 2 / 2).
Notation step := (perceptron eta).

Lemma loss_to_the_end (S : list trial) : ball_trials n X S -> forall w, alg_loss n step w (tolerant tau S)
  <= cmp_loss n u S + (distance n u w - distance n u (weights_after n step w (tolerant tau S))) / (2 * eta)
     + INR (length S) * (eta * X ^ 2 / 2 - tau).
Proof.
  induction 1 as [|[x I] S [Hx HI] HS IH]; intros w; cbn [fst snd] in *; [cbn; lra|].
  cbn [length tolerant map alg_loss cmp_loss weights_after]. fold (tolerant tau S). rewrite S_INR.
  unfold trial_loss, update; cbn [fst snd]. apply sq_le in Hx.
  assert (forall sgn, sgn = 1 \/ sgn = -1 -> sgn * (dot n u x - dot n w x)
    <= (distance n u w - distance n u (step sgn w x)) / (2 * eta) + eta * X ^ 2 / 2) as Hstep.
  { intros sgn Hs. rewrite Perceptron.distance_drop. assert ((sgn * eta) ^ 2 = eta ^ 2) as -> by nra.
    replace ((2 * eta * sgn * (dot n u x - dot n w x) - eta ^ 2 * sq n x) / (2 * eta))
      with (sgn * (dot n u x - dot n w x) - eta / 2 * sq n x) by (field; lra). nra. }
  destruct (below (dot n w x) (widen tau I)) eqn:Hb; [|destruct (above (dot n w x) (widen tau I)) eqn:Ha].
  - pose proof (lemma1_below _ _ (dot n u x) _ Htau HI Hb) as L. specialize (Hstep 1 (or_introl eq_refl)).
    specialize (IH (step 1 w x)). lra.
  - pose proof (lemma1_above _ _ (dot n u x) _ Htau HI Hb Ha) as L. specialize (Hstep (-1) (or_intror eq_refl)).
    specialize (IH (step (-1) w x)). lra.
  - specialize (IH w). pose proof (loss_nonneg (dot n u x) I).
    assert (loss (dot n w x) (widen tau I) = 0) as -> by (unfold loss; rewrite Hb, Ha; reflexivity). lra.
Qed.

(** No update is longer than eta X. *)
Lemma weights_are_short (S : list trial) : ball_trials n X S -> forall w,
  norm n (weights_after n step w (tolerant tau S)) <= norm n w + INR (length S) * (eta * X).
Proof.
  induction 1 as [|[x I] S [Hx HI] HS IH]; intros w; cbn [fst snd] in *; [cbn; lra|].
  cbn [length tolerant map weights_after]. rewrite S_INR. assert (0 <= eta * X) as H0 by nra.
  assert (forall sgn, sgn = 1 \/ sgn = -1 -> norm n (step sgn w x) <= norm n w + eta * X) as Hs.
  { intros sgn Hs. pose proof (norm_nonneg n w) as H1. pose proof (norm_nonneg n x). apply Rsqr_incr_0_var; [|lra].
    rewrite !Rsqr_pow2, norm_sq.
    assert (sq n (step sgn w x) = sq n w + 2 * eta * (sgn * dot n w x) + eta ^ 2 * sq n x) as ->.
    { transitivity (sq n w + 2 * eta * (sgn * dot n w x) + sgn * sgn * eta ^ 2 * sq n x);
        [|destruct Hs; subst; ring]. unfold sq, dot, perceptron; clear; induction n; cbn [sum]; nra. }
    pose proof (cauchy_schwarz n w x) as C. apply abs_bounds in C. rewrite <- norm_sq, <- (norm_sq n x).
    assert (norm n w * norm n x <= norm n w * X) by nra. assert (norm n x ^ 2 <= X ^ 2) by nra. nra. }
  unfold update; cbn [fst snd]. destruct (below _ _); [|destruct (above _ _)]; (eapply Rle_trans; auto).
  - specialize (Hs 1 (or_introl eq_refl)). lra.
  - specialize (Hs (-1) (or_intror eq_refl)). lra.
  - lra.
Qed.

(** 2 u.w - w.w is largest at w = r u/|u|, with r the smaller of U and the reach. *)
Lemma worst_excess (S : list trial) r : norm n u <= U -> ball_trials n X S -> r = Rmin U (INR (length S) * (eta * X)) ->
  alg_loss n step zero (tolerant tau S) - cmp_loss n u S
  <= (2 * U * r - r ^ 2) / (2 * eta) + INR (length S) * (eta * X ^ 2 / 2 - tau).
Proof.
  intros HU HS Er. pose proof (loss_to_the_end S HS zero) as H. pose proof (weights_are_short S HS zero) as Hw.
  set (w := weights_after n step zero (tolerant tau S)) in *.
  assert (norm n zero = 0) as E0.
  { unfold norm. rewrite (sum_ext n _ (fun _ => 0)) by (intros; unfold zero; ring). rewrite sum_zero. apply sqrt_0. }
  set (reach := INR (length S) * (eta * X)) in *.
  enough (distance n u zero - distance n u w <= 2 * U * r - r ^ 2) as HD.
  { apply (Rmult_le_compat_r (/ (2 * eta))) in HD; [|signs]. lra. }
  assert (distance n u zero - distance n u w = 2 * dot n u w - sq n w) as ->.
  { clearbody w. unfold distance, dot, sq, zero; clear; induction n; cbn [sum]; nra. }
  pose proof (cauchy_schwarz n u w) as C. apply abs_bounds in C. rewrite <- norm_sq. pose proof (norm_nonneg n w) as Hv.
  set (v := norm n w) in *. assert (norm n u * v <= U * v) by (apply Rmult_le_compat_r; lra). revert Er. unfold Rmin.
  destruct (Rle_dec U reach); intros ->; [pose proof (pow2_ge_0 (U - v)); lra|nra].
Qed.
End Worst.

Lemma rmin_scale e a b c d : 0 < e -> c = e * b -> d = e * a -> Rmin c d = e * Rmin a b.
Proof.
  intros He -> ->. unfold Rmin. destruct (Rle_dec (e * b) (e * a)) as [H|H], (Rle_dec a b) as [H'|H']; auto; nra.
Qed.

Theorem bylander_2_exact : bylander_2_exact_stmt.
Proof.
  intros n U X eta u S (HX & He & HU & HO & HS%(ball_of _ _ _ HO)). in_words. rewrite comparator_total.
  rewrite <- (tolerant_0 S) at 1.
  assert (0 <= eta * X ^ 2 / 2) by nra.
  eapply Rle_trans; [apply (worst_excess n eta U X 0 u He HX (Rle_refl 0) ltac:(lra) S _ HU HS eq_refl)|].
  rewrite (rmin_scale eta (X * INR (length S)) (U / eta)) by (lra || (field; lra)). unfold b_bylander_2_exact.
  apply Req_le. field. lra.
Qed.

(** ** Exponentiated Update decides as Weighted Majority does: its weights are those of the other, normalised *)

Section Majority.
Variables (n : nat) (beta : R).
Hypotheses (Hn : (0 < n)%nat) (Hbeta : 0 < beta < 1).
Notation eta := (ln (/ beta)).
Notation share := (fun K : vec => fun e => ones e * exp (eta * K e)).

Lemma exp_rate t : exp (eta * t) = Rpower beta (- t).
Proof. unfold Rpower. rewrite ln_Rinv by lra. f_equal. ring. Qed.

(** The weights before they are normalised. *)
Definition proportional (K K' : vec) : Prop :=
  exists k, 0 < k /\ forall i, (i < n)%nat -> raised beta (K' i) = k * share K i.

Lemma same_predictions K K' x : proportional K K' ->
  prediction (exponentiated_rule n eta 1 ones) K x = prediction (weighted_majority_rule n beta) K' x.
Proof.
  intros (k & Hk & H). cbn. set (v := fun e => raised beta (K' e)).
  rewrite (dot_ext n v (fun e => k * share K e) x x), (sum_ext n v (fun e => k * share K e)) by auto.
  rewrite dot_scal, sum_scal.
  assert (0 < sum n (share K)) by (apply sum_pos; auto; intros; unfold ones; signs).
  field. lra.
Qed.

Lemma unit_prediction K x : in_unit_box n x -> 0 <= prediction (exponentiated_rule n eta 1 ones) K x <= 1.
Proof.
  intros Hx. cbn. assert (forall i, 0 < share K i) as Hv by (intros; unfold ones; signs).
  assert (0 < sum n (share K)) as Hs by (apply sum_pos; auto).
  assert (0 <= dot n (share K) x <= sum n (share K)) as H.
  { unfold dot. split; [apply sum_nonneg|apply sum_le]; intros i Hi; specialize (Hv i); specialize (Hx i Hi); cbn beta;
    nra. }
  split; [signs|]. apply Rmult_le_reg_r with (sum n (share K)); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
  lra.
Qed.

(** Scaling by beta^(- x_i) or by beta^(1 - x_i) is the same, once normalised. *)
Lemma still_proportional K K' x y : in_unit_box n x -> proportional K K' ->
  proportional (fun e => K e + label y * x e) (fun e => K' e + Rabs (x e - one_or_zero y)).
Proof.
  intros Hx (k & Hk & H). exists (if y then beta * k else k). split; [destruct y; signs|]. intros i Hi.
  specialize (H i Hi). specialize (Hx i Hi). revert H. rewrite !raised_power by lra.
  unfold ones. rewrite !exp_rate, Rpower_plus. intros ->. destruct y; cbn [label one_or_zero].
  - rewrite Rabs_left1 by lra. replace (- (x i - 1)) with (1 + - x i) by ring.
    replace (- (K i + 1 * x i)) with (- K i + - x i) by ring. rewrite !Rpower_plus, Rpower_1 by lra. ring.
  - rewrite Rabs_pos_eq by lra. replace (- (K i + -1 * x i)) with (- K i + (x i - 0)) by ring.
    rewrite Rpower_plus. ring.
Qed.
End Majority.

Lemma master_side yhat y : 0 <= yhat <= 1 -> yhat <> 1 / 2 ->
  side_of yhat (master_target y) = if eqb (leb (1 / 2) yhat) y then 0 else label y.
Proof.
  intros H Hne. unfold side_of, below, above, master_target, leb, ltb. destruct y; cbn [low high]; decide_reals; cbn; lra.
Qed.

Theorem bylander_wmsim : bylander_wmsim_stmt.
Proof.
  intros n beta S (Hn & Hb0 & Hb & H0 & HS%(unit_box_of _ _ H0) & Ht). unfold upper_beta_bylander_wmsim in Hb.
  unfold eta_bylander_wmsim, U_bylander_wmsim in *.
  apply never_apart_where with (proportional n beta) (fun c => in_unit_box n (fst c))
    (fun (_ : vec) yhat (_ : R) (_ : ctrial) => yhat <> 1 / 2); auto.
  { exists 1. split; [lra|]. intros i _. cbn. rewrite raised_power by lra. unfold zero, ones.
    rewrite Rpower_O, Rmult_0_r, exp_0 by lra. ring. }
  intros K K' [x y] Hx Hne H. cbn [fst snd] in *. pose proof (unit_prediction n beta Hn K x Hx) as Hp.
  pose proof (same_predictions n beta Hn K K' x H) as E. split.
  - rewrite <- E. destruct (Req_EM_T (prediction _ K x) _); [contradiction|]. destruct (Req_EM_T _ _); lra.
  - unfold play; cbn [fst snd]. rewrite master_side by assumption. revert E.
    cbn [exponentiated_rule weighted_majority_rule next_state prediction]. intros <-.
    assert (ltb 0 (label y) = y) as -> by (unfold ltb; destruct y; cbn [label]; decide_reals; lra || reflexivity).
    generalize (leb (1 / 2) (1 * dot n (fun e => ones e * exp (ln (/ beta) * K e)) x
      / sum n (fun e => ones e * exp (ln (/ beta) * K e)))) as p.
    intros p. destruct (still_proportional n beta (conj Hb0 Hb) K K' x y Hx H) as (k & Hk & Hs), H as (k' & Hk' & H).
    destruct (eqb p y) eqn:F; [apply eqb_prop in F; subst p; exists k'|exists k]; (split; [assumption|]);
      intros i Hi; destruct (Req_EM_T _ _) as [e|e].
    + rewrite Rmult_0_l, Rplus_0_r, (H i Hi). unfold ones. do 3 f_equal. ring.
    + contradiction e. reflexivity.
    + destruct p, y; cbn in F, e; (discriminate F || lra).
    + rewrite Rmult_1_l. apply (Hs i Hi).
Qed.
