(** * Weighted Majority and its randomised version

    The sum of the weights falls with the mistakes, and is at least the weight of any one expert. *)

From Boundcheck Require Import Vectors.
Open Scope R_scope.

(** ** Two inequalities in one variable, on [0, 1/2] *)

Lemma derivable_pt_lim_ln_at a b x : 0 < a + b * x -> derivable_pt_lim (fun t => ln (a + b * t)) x (b / (a + b * x)).
Proof.
  intros Hx. replace (b / (a + b * x)) with (/ (a + b * x) * (0 + b * 1)) by lra.
  apply (derivable_pt_lim_comp (fun t => a + b * t) ln).
  - apply derivable_pt_lim_plus; [apply derivable_pt_lim_const|].
    apply (derivable_pt_lim_scal id b x 1), derivable_pt_lim_id.
  - apply derivable_pt_lim_ln, Hx.
Qed.

(** A function with a nonnegative derivative on [0, b] is nonnegative there if it is at 0. *)
Lemma nonneg_by_derivative f f' b : 0 <= b -> 0 <= f 0 ->
  (forall t, 0 <= t <= b -> derivable_pt_lim f t (f' t)) -> (forall t, 0 < t < b -> 0 <= f' t) -> 0 <= f b.
Proof.
  intros [Hb| <-] H0 Hf Hf'; auto. destruct (MVT_cor2 f f' 0 b Hb Hf) as (c & E & Hc).
  pose proof (Rmult_le_pos _ (b - 0) (Hf' c Hc)). lra.
Qed.

(** Where (5) holds. *)
Lemma rwma_range e : 0 <= e <= 1 / 2 -> - ln (1 - e) <= e + e ^ 2.
Proof.
  intros He. enough (0 <= (e + e ^ 2) + ln (1 + -1 * e)) by (replace (1 - e) with (1 + -1 * e) by ring; lra).
  apply (nonneg_by_derivative (fun t => (t + t ^ 2) + ln (1 + -1 * t)) (fun t => (1 + 2 * t) + -1 / (1 + -1 * t))).
  - lra.
  - replace (1 + -1 * 0) with 1 by ring. rewrite ln_1; lra.
  - intros t Ht. apply (derivable_pt_lim_plus (fun s => s + s ^ 2) (fun s => ln (1 + -1 * s))).
    + apply (derivable_pt_lim_plus id (fun s => s ^ 2)); [apply derivable_pt_lim_id|].
      replace (2 * t) with (INR 2 * t ^ pred 2) by (cbn; ring). apply derivable_pt_lim_pow.
    + apply derivable_pt_lim_ln_at; lra.
  - intros t Ht. replace ((1 + 2 * t) + -1 / (1 + -1 * t)) with (t * (1 - 2 * t) / (1 - t)) by (field; lra). signs.
Qed.

(** Where (3) holds. *)
Lemma wma_range e : 0 <= e <= 1 / 2 -> - ln (1 - e) <= - (2 * e + 2) * ln (1 - e / 2).
Proof.
  intros He. enough (0 <= ln (1 + -1 * e) + - (2 * e + 2) * ln (1 + - (1 / 2) * e)).
  { replace (1 - e) with (1 + -1 * e) by ring. replace (1 - e / 2) with (1 + - (1 / 2) * e) by field. lra. }
  apply (nonneg_by_derivative (fun t => ln (1 + -1 * t) + - (2 * t + 2) * ln (1 + - (1 / 2) * t))
    (fun t => -1 / (1 + -1 * t) + (-2 * ln (1 + - (1 / 2) * t) + - (2 * t + 2) * (- (1 / 2) / (1 + - (1 / 2) * t))))).
  - lra.
  - replace (1 + -1 * 0) with 1 by ring. replace (1 + - (1 / 2) * 0) with 1 by ring. rewrite ln_1; lra.
  - intros t Ht.
    apply (derivable_pt_lim_plus (fun s => ln (1 + -1 * s))
      (fun s => - (2 * s + 2) * ln (1 + - (1 / 2) * s))); [apply derivable_pt_lim_ln_at; lra|].
    apply (derivable_pt_lim_mult (fun s => - (2 * s + 2)) (fun s => ln (1 + - (1 / 2) * s)));
      [|apply derivable_pt_lim_ln_at; lra]. replace (-2) with (- (2 * 1 + 0)) by ring.
    apply (derivable_pt_lim_opp (fun s => 2 * s + 2)), derivable_pt_lim_plus; [|apply derivable_pt_lim_const].
    apply (derivable_pt_lim_scal id 2 t 1), derivable_pt_lim_id.
  - intros t Ht.
    assert (ln (1 + - (1 / 2) * t) <= - (1 / 2) * t) as Hln by (pose proof (ln_le_minus_1 (1 + - (1 / 2) * t)); lra).
    enough (0 <= -1 / (1 + -1 * t) + (t + - (2 * t + 2) * (- (1 / 2) / (1 + - (1 / 2) * t)))) by lra.
    replace (-1 / (1 + -1 * t) + (t + - (2 * t + 2) * (- (1 / 2) / (1 + - (1 / 2) * t))))
      with (t * (3 - 5 * t + t ^ 2) / ((1 - t) * (2 - t))) by (field; lra). signs.
Qed.

(** ** The weights *)

Section Experts.
Variables (n : nat) (eta : R).
Hypotheses (Hn : (0 < n)%nat) (Heta : 0 < eta < 1).

Lemma penalise_positive w c : positive_vec n w -> positive_vec n (penalise eta w c).
Proof. intros Hw i Hi. unfold penalise. pose proof (Hw i Hi). destruct (expert_errs i c); nra. Qed.

(** The weight of the experts that err, out of the sum of all weights. *)
Definition in_error (w : vec) (c : ctrial) : R := sum n (fun i => if expert_errs i c then w i else 0).

Lemma sum_penalise w c : sum n (penalise eta w c) = sum n w - eta * in_error w c.
Proof.
  unfold in_error. rewrite <- sum_scal, <- sum_minus. apply sum_ext; intros i Hi.
  unfold penalise; destruct (expert_errs i c); ring.
Qed.

Lemma in_error_nonneg w c : positive_vec n w -> 0 <= in_error w c.
Proof. intros Hw. apply sum_nonneg; intros i Hi. pose proof (Hw i Hi). destruct (expert_errs i c); lra. Qed.

(** y w.x is the weight of the experts that are right minus that of those that err. *)
Lemma vote_error w c : votes n (fst c) -> label (snd c) * dot n w (fst c) = sum n w - 2 * in_error w c.
Proof.
  intros Hx. unfold in_error, dot. rewrite <- !sum_scal, <- sum_minus. apply sum_ext; intros i Hi. unfold expert_errs.
  destruct (snd c), (Hx i Hi) as [E|E]; rewrite E; cbn [label];
    (destruct (ltb _ 0) eqn:H; [rewrite ltb_true in H|rewrite ltb_false in H]); lra.
Qed.

Lemma errs_half w c : votes n (fst c) -> errs n w c = true -> sum n w <= 2 * in_error w c.
Proof. unfold errs; rewrite leb_true. intros Hx H. rewrite vote_error in H by assumption. lra. Qed.

(** ** The sum of the weights, in terms of what the learner loses *)

Section Potential.
Variables (loses : vec -> ctrial -> R) (rate : R).
(** Each unit of loss costs the fraction [exp (- rate)] of the sum of the weights. *)
Hypothesis Hloses : forall w c, positive_vec n w -> votes n (fst c) ->
  ln (sum n (penalise eta w c)) <= ln (sum n w) - rate * loses w c.

Fixpoint total (w : vec) (S : list ctrial) : R :=
  match S with [] => 0 | c :: S' => loses w c + total (penalise eta w c) S' end.

Lemma total_bound i S : (i < n)%nat -> Forall (fun c => votes n (fst c)) S -> forall w, positive_vec n w ->
  rate * total w S <= ln (sum n w) - ln (w i) - INR (expert_mistakes i S) * ln (1 - eta).
Proof.
  intros Hi. induction 1 as [|c S Hc HS IH]; intros w Hw; cbn [total expert_mistakes].
  - cbn [INR]. assert (ln (w i) <= ln (sum n w)); [|lra]. apply ln_le_mono; auto. apply (sum_term_le n w); auto.
    left; auto.
  - specialize (IH _ (penalise_positive w c Hw)). pose proof (Hloses w c Hw Hc).
    assert (ln (penalise eta w c i) = ln (w i) + INR (if expert_errs i c then 1 else 0) * ln (1 - eta)) as E.
    { unfold penalise. destruct (expert_errs i c); cbn [INR]; [|ring]. rewrite ln_mult by (auto; lra). ring. }
    rewrite plus_INR. lra.
Qed.

Lemma total_from_ones i S : (i < n)%nat -> Forall (fun c => votes n (fst c)) S ->
  rate * total ones S <= ln (INR n) - INR (expert_mistakes i S) * ln (1 - eta).
Proof.
  intros Hi HS. eapply Rle_trans; [apply (total_bound i S Hi HS); intros j _; unfold ones; lra|].
  assert (sum n ones = INR n) as -> by (unfold ones; rewrite sum_const; ring). unfold ones; rewrite ln_1; lra.
Qed.
End Potential.

(** ** Weighted Majority *)

Lemma majority_loses w c : positive_vec n w -> votes n (fst c) ->
  ln (sum n (penalise eta w c)) <= ln (sum n w) - - ln (1 - eta / 2) * INR (if errs n w c then 1 else 0).
Proof.
  intros Hw Hc. assert (0 < sum n (penalise eta w c)) by (apply sum_pos; [lia|apply penalise_positive, Hw]).
  pose proof (in_error_nonneg w c Hw) as H0. assert (0 <= eta * in_error w c) by nra.
  destruct (errs n w c) eqn:He; cbn [INR].
  - pose proof (errs_half w c Hc He) as Hh. assert (0 < sum n w) by (apply sum_pos; assumption).
    replace (ln (sum n w) - - ln (1 - eta / 2) * 1) with (ln (sum n w * (1 - eta / 2)))
      by (rewrite ln_mult by lra; ring). apply ln_le_mono; auto. rewrite sum_penalise. nra.
  - rewrite Rmult_0_r, Rminus_0_r. apply ln_le_mono; auto. rewrite sum_penalise. lra.
Qed.

Lemma majority_total S : forall w,
  total (fun w c => INR (if errs n w c then 1 else 0)) w S = INR (majority_mistakes n eta w S).
Proof. induction S; intros w; cbn [total majority_mistakes]; auto. rewrite plus_INR, IHS. reflexivity. Qed.

Theorem weighted_majority i S : - ln (1 - eta) <= - (2 * eta + 2) * ln (1 - eta / 2) ->
  (i < n)%nat -> Forall (fun c => votes n (fst c)) S -> INR (majority_mistakes n eta ones S) - INR (expert_mistakes i S)
  <= (1 + 2 * eta) * INR (expert_mistakes i S) + 2 * ln (INR n) / eta.
Proof.
  intros Hr Hi HS.
  pose proof (total_from_ones (fun w c => INR (if errs n w c then 1 else 0)) (- ln (1 - eta / 2)) majority_loses
    i S Hi HS) as H. rewrite majority_total in H. set (m := INR (expert_mistakes i S)) in *.
  set (b := - ln (1 - eta / 2)) in *.
  assert (eta / 2 <= b) as Hb by (unfold b; pose proof (ln_le_minus_1 (1 - eta / 2)); lra).
  assert (0 <= m) as Hm by apply pos_INR. assert (0 <= ln (INR n)) as Hln by (apply ln_at_least_1, INR_at_least_1, Hn).
  assert (m * - ln (1 - eta) <= m * ((2 * eta + 2) * b)) as Hmr by (apply Rmult_le_compat_l; [|unfold b]; lra).
  assert (ln (INR n) <= 2 * ln (INR n) / eta * b) as Hn2.
  { replace (ln (INR n)) with (2 * ln (INR n) / eta * (eta / 2)) at 1 by (field; lra). apply Rmult_le_compat_l; auto.
    signs. }
  nra.
Qed.

(** ** Randomised Weighted Majority *)

Lemma random_loses w c : positive_vec n w -> votes n (fst c) ->
  ln (sum n (penalise eta w c)) <= ln (sum n w) - eta * share_in_error n w c.
Proof.
  intros Hw Hc. assert (0 < sum n (penalise eta w c)) by (apply sum_pos; [lia|apply penalise_positive, Hw]).
  assert (0 < sum n w) by (apply sum_pos; assumption). unfold share_in_error. fold (in_error w c).
  replace (sum n (penalise eta w c)) with (sum n w * (sum n (penalise eta w c) / sum n w)) by (field; lra).
  assert (0 < sum n (penalise eta w c) / sum n w) by signs. rewrite ln_mult by assumption.
  pose proof (ln_le_minus_1 (sum n (penalise eta w c) / sum n w)) as L.
  replace (sum n (penalise eta w c) / sum n w - 1) with (- (eta * (in_error w c / sum n w))) in L
    by (rewrite sum_penalise; field; lra). lra.
Qed.

Lemma random_total S : forall w, total (share_in_error n) w S = random_expert_mistakes n eta w S.
Proof. induction S; intros w; cbn [total random_expert_mistakes]; auto. rewrite IHS; nra. Qed.

Theorem randomised_weighted_majority i S : - ln (1 - eta) <= eta + eta ^ 2 ->
  (i < n)%nat -> Forall (fun c => votes n (fst c)) S -> random_expert_mistakes n eta ones S - INR (expert_mistakes i S)
  <= eta * INR (expert_mistakes i S) + ln (INR n) / eta.
Proof.
  intros Hr Hi HS. pose proof (total_from_ones (share_in_error n) eta random_loses i S Hi HS) as H.
  rewrite random_total in H. set (M := random_expert_mistakes n eta ones S) in *.
  set (m := INR (expert_mistakes i S)) in *. assert (0 <= m) as Hm by apply pos_INR.
  assert (m * - ln (1 - eta) <= m * (eta + eta ^ 2)) by nra. enough (M <= (1 + eta) * m + ln (INR n) / eta) by lra.
  apply Rmult_le_reg_l with eta; [lra|].
  replace (eta * ((1 + eta) * m + ln (INR n) / eta)) with (m * (eta + eta ^ 2) + ln (INR n)) by (field; lra). lra.
Qed.
End Experts.

(** ** Randomised Weighted Majority at eta = 1/sqrt(l): one, two and three trials are looked at by themselves *)

Section Tuned.
Variables (n : nat).
Hypothesis (Hn : (0 < n)%nat).

Lemma share_le_1 w c : positive_vec n w -> share_in_error n w c <= 1.
Proof.
  intros Hw. unfold share_in_error. assert (0 < sum n w) by (apply sum_pos; assumption).
  apply Rmult_le_reg_r with (sum n w); auto.
  replace (sum n (fun i => if expert_errs i c then w i else 0) / sum n w * sum n w)
    with (sum n (fun i => if expert_errs i c then w i else 0)) by (field; lra). rewrite Rmult_1_l.
  apply sum_le; intros i Hi. pose proof (Hw i Hi). destruct (expert_errs i c); lra.
Qed.

Lemma share_without i c : (i < n)%nat -> expert_errs i c = false -> share_in_error n ones c <= ln (INR n).
Proof.
  intros Hi He. pose proof (INR_at_least_1 n Hn) as Hn1. unfold share_in_error, ones. rewrite sum_const, Rmult_1_r.
  assert (sum n (fun j => if expert_errs j c then 1 else 0) <= INR n - 1) as Hs.
  { pose proof (sum_term_le n (fun j => if expert_errs j c then 0 else 1) i Hi) as T. cbn beta in T. rewrite He in T.
    specialize (T ltac:(intros j _; destruct (expert_errs j c); lra)).
    replace (INR n) with (sum n (fun j => (if expert_errs j c then 1 else 0) + (if expert_errs j c then 0 else 1)));
      [rewrite sum_plus; lra|]. rewrite (sum_ext n _ (fun _ => 1)) by (intros j _; destruct (expert_errs j c); ring).
    rewrite sum_const; ring. }
  pose proof (Rinv_0_lt_compat (INR n)). pose proof (ln_le_minus_1 (/ INR n)) as L. rewrite ln_Rinv in L by lra.
  apply Rle_trans with ((INR n - 1) / INR n).
  - nra.
  - replace ((INR n - 1) / INR n) with (1 - / INR n) by (field; lra). lra.
Qed.

Lemma single_expert eta S : 0 < eta < 1 -> forall w, 0 < w O ->
  random_expert_mistakes 1 eta w S = INR (expert_mistakes 0 S).
Proof.
  intros Heta. induction S as [|c S IH]; intros w Hw; cbn [random_expert_mistakes expert_mistakes]; auto.
  rewrite plus_INR, IH.
  - unfold share_in_error; cbn [sum]. destruct (expert_errs 0 c); cbn [INR]; field; lra.
  - unfold penalise. destruct (expert_errs 0 c); nra.
Qed.

Lemma rwma_range_3 : - ln (1 - 1 / sqrt 3) <= 1 / sqrt 3 + (1 / sqrt 3) ^ 2.
Proof.
  assert (sqrt 3 * sqrt 3 = 3) as Hs by (apply sqrt_sqrt; lra).
  assert (173 / 100 < sqrt 3 < 17331 / 10000) as [H1 H2] by (pose proof (sqrt_pos 3); nra).
  replace (1 / sqrt 3) with (sqrt 3 / (sqrt 3 * sqrt 3)) by (field; lra). rewrite Hs.
  assert (ln ((1 + 91 / 1600) ^ 16) <= 91 / 100) as L.
  { rewrite ln_pow_nat by lra. pose proof (ln_le_minus_1 (1 + 91 / 1600)). cbn [INR]. lra. }
  assert (- ln (42 / 100) <= 91 / 100).
  { rewrite <- ln_Rinv by lra. eapply Rle_trans; [|exact L]. apply ln_le_mono; lra. }
  assert (ln (42 / 100) <= ln (1 - sqrt 3 / 3)) by (apply ln_le_mono; lra). lra.
Qed.

Theorem randomised_weighted_majority_tuned i (S : list ctrial) :
  (0 < length S)%nat -> (i < n)%nat -> Forall (fun c => votes n (fst c)) S ->
  random_expert_mistakes n (1 / sqrt (INR (length S))) ones S - INR (expert_mistakes i S)
  <= INR (expert_mistakes i S) / sqrt (INR (length S)) + sqrt (INR (length S)) * ln (INR n).
Proof.
  intros Hl Hi HS. pose proof (INR_at_least_1 n Hn) as Hn1. pose proof (ln_at_least_1 _ Hn1) as Hln.
  pose proof (pos_INR (expert_mistakes i S)) as Hm.
  assert (forall r, 1 < r -> 0 < 1 / sqrt r < 1) as Hbelow.
  { intros r Hr. assert (1 < sqrt r) by (rewrite <- sqrt_1; apply sqrt_lt_1_alt; lra). split.
    - signs.
    - apply Rmult_lt_reg_r with (sqrt r); [lra|]. replace (1 / sqrt r * sqrt r) with 1 by (field; lra). lra. }
  assert (forall r, 1 < r -> - ln (1 - 1 / sqrt r) <= 1 / sqrt r + (1 / sqrt r) ^ 2 ->
    random_expert_mistakes n (1 / sqrt r) ones S - INR (expert_mistakes i S)
    <= INR (expert_mistakes i S) / sqrt r + sqrt r * ln (INR n)) as Hgen.
  { intros r Hr Hrange. assert (0 < sqrt r) by signs.
    eapply Rle_trans; [apply (randomised_weighted_majority n _ Hn (Hbelow r Hr) i S Hrange Hi HS)|].
    right; field; lra. }
  destruct S as [|c1 [|c2 [|c3 S]]]; [cbn in Hl; lia| | |].
  - (* one trial *)
    cbn [length random_expert_mistakes expert_mistakes INR]. rewrite sqrt_1, Nat.add_0_r.
    pose proof (share_le_1 ones c1 ltac:(intros j _; unfold ones; lra)).
    destruct (expert_errs i c1) eqn:He; cbn [INR]; [lra|]. pose proof (share_without i c1 Hi He). lra.
  - (* two trials *)
    cbn [length INR]. assert (0 < 1 / sqrt (1 + 1) < 1) as Heta by (apply Hbelow; lra).
    assert (0 < sqrt (1 + 1)) as Hs0 by signs.
    assert (sqrt (1 + 1) * sqrt (1 + 1) = 2) as Hs by (rewrite sqrt_sqrt; lra).
    remember (expert_mistakes i [c1; c2]) as m eqn:Edef. set (eta := 1 / sqrt (1 + 1)) in *.
    assert (INR m / sqrt (1 + 1) = INR m * (sqrt (1 + 1) / 2)) as Em.
    { apply Rmult_eq_reg_r with (sqrt (1 + 1)); [|lra].
      replace (INR m / sqrt (1 + 1) * sqrt (1 + 1)) with (INR m) by (field; lra). nra. }
    assert (random_expert_mistakes n eta ones [c1; c2] <= 2) as H2.
    { cbn [random_expert_mistakes]. pose proof (share_le_1 ones c1 ltac:(intros j _; unfold ones; lra)).
      pose proof (share_le_1 (penalise eta ones c1) c2
        ltac:(apply penalise_positive; [assumption|intros j _; unfold ones; lra])). lra. }
    destruct (Nat.eq_dec n 1) as [E|E].
    { assert (i = O) as E0 by lia. rewrite E. rewrite single_expert by (auto; unfold ones; lra).
      replace (expert_mistakes 0 [c1; c2]) with m by (rewrite Edef, E0; reflexivity).
      assert (0 <= INR m * (sqrt (1 + 1) / 2)) by nra. change (INR 1) with 1. rewrite ln_1. lra. }
    assert (1 / 2 <= ln (INR n)) as Hln2.
    { assert (2 <= INR n) by (change 2 with (INR 2); apply le_INR; lia).
      pose proof (ln_le_minus_1 (/ INR n) ltac:(apply Rinv_0_lt_compat; lra)) as L. rewrite ln_Rinv in L by lra.
      pose proof (Rinv_le_contravar 2 (INR n)). lra. }
    assert (14 / 10 * ln (INR n) <= sqrt (1 + 1) * ln (INR n)) by nra.
    assert (INR m * (7 / 10) <= INR m * (sqrt (1 + 1) / 2)) by nra. destruct m as [|m].
    + pose proof (total_from_ones n eta Heta (share_in_error n) eta (random_loses n eta Hn Heta) i [c1; c2] Hi HS) as T.
      rewrite random_total, <- Edef in T. cbn [INR] in *. apply Rmult_le_compat_l with (r := sqrt (1 + 1)) in T; [|lra].
      rewrite <- Rmult_assoc in T. replace (sqrt (1 + 1) * eta) with 1 in T by (unfold eta; field; lra). lra.
    + rewrite S_INR in *. pose proof (pos_INR m). lra.
  - (* three or more *)
    assert (3 <= length (c1 :: c2 :: c3 :: S))%nat as Hl3n by (cbn; lia). set (l := length (c1 :: c2 :: c3 :: S)).
    assert (3 <= INR l) as Hl3 by (replace 3 with (INR 3) by (cbn; ring); apply le_INR; assumption). apply Hgen; [lra|].
    destruct (Nat.eq_dec l 3) as [->|Hne].
    + replace (INR 3) with 3 by (cbn; ring). apply rwma_range_3.
    + assert (4 <= INR l) by (replace 4 with (INR 4) by (cbn; ring); apply le_INR; lia). apply rwma_range.
      destruct (Hbelow (INR l)); [lra|]. split; [lra|].
      assert (2 <= sqrt (INR l)) as Hs by (rewrite <- (sqrt_square 2) by lra; apply sqrt_le_1_alt; lra). unfold Rdiv.
      rewrite !Rmult_1_l. apply Rinv_le_contravar; lra.
Qed.
End Tuned.
