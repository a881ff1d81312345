(** * Exponentiated Update: Lemma A.1 and Theorems 3, 6, 7, 9, 12 of Bylander 1998 *)

From Boundcheck Require Import Vectors Runs.
Open Scope R_scope.

(** ** Lemma A.1

    With A(t) = sum w_i exp(t x_i) and G = A'/A, the second derivative of ln A is G' <= X^2: the mean value
    theorem, applied to G and then to X^2 t^2/2 + G(0) t - ln A(t), gives the lemma. *)

Section LemmaA1.
Variables (n : nat) (w x : vec) (X : R).
Hypotheses (Hw : nonnegative n w) (Hsum : 0 < sum n w) (Hx : max_norm_at_most n x X).

Let A (t : R) : R := sum n (fun i => w i * exp (t * x i)).
Let B (t : R) : R := sum n (fun i => w i * x i * exp (t * x i)).
Let C (t : R) : R := sum n (fun i => w i * x i ^ 2 * exp (t * x i)).
Let G (t : R) : R := B t / A t.

Lemma derivative_of_sum (a : vec) t : forall k,
  derivable_pt_lim (fun s => sum k (fun i => a i * exp (s * x i))) t (sum k (fun i => a i * x i * exp (t * x i))).
Proof.
  induction k; [apply derivable_pt_lim_const|].
  apply (derivable_pt_lim_plus (fun s => sum k (fun i => a i * exp (s * x i))) (fun s => a k * exp (s * x k))); auto.
  replace (a k * x k * exp (t * x k)) with (a k * (exp (t * x k) * (1 * x k))) by ring.
  apply (derivable_pt_lim_scal (fun s => exp (s * x k))).
  apply (derivable_pt_lim_comp (fun s => s * x k) exp); [|apply derivable_pt_lim_exp].
  pose proof (derivable_pt_lim_scal_right id t 1 (x k) (derivable_pt_lim_id t)) as D. exact D.
Qed.

Lemma A_derivative t : derivable_pt_lim A t (B t). Proof. apply derivative_of_sum. Qed.

Lemma B_derivative t : derivable_pt_lim B t (C t).
Proof.
  pose proof (derivative_of_sum (fun i => w i * x i) t n) as D.
  replace (C t) with (sum n (fun i => w i * x i * x i * exp (t * x i))); auto. apply sum_ext; intros; ring.
Qed.

Lemma A_positive t : 0 < A t.
Proof.
  (* A(t) >= exp(- |t| max |x|) sum w; a common lower bound of the exponentials is enough *)
  assert (exists c, 0 < c /\ forall i, (i < n)%nat -> c <= exp (t * x i)) as (c & Hc & Hle).
  { exists (exp (- (Rabs t * X))). split; [signs|]. intros i Hi.
    assert (- (Rabs t * X) <= t * x i) as [H|H].
    { pose proof (Hx i Hi). pose proof (Rabs_pos t).
      assert (Rabs (t * x i) <= Rabs t * X) by (rewrite Rabs_mult; apply Rmult_le_compat_l; assumption).
      pose proof (Rle_abs (- (t * x i))) as R. rewrite Rabs_Ropp in R. lra. }
    - left; apply exp_increasing, H.
    - rewrite H; nra. }
  apply Rlt_le_trans with (sum n w * c); [nra|]. rewrite <- sum_scal_r. apply sum_le; intros i Hi.
  apply Rmult_le_compat_l; auto.
Qed.

Lemma C_le t : C t <= X ^ 2 * A t.
Proof.
  unfold A. rewrite <- sum_scal. apply sum_le; intros i Hi.
  assert (x i ^ 2 <= X ^ 2) by (rewrite <- (pow2_abs (x i)); apply pow_incr; split; [signs|auto]).
  replace (X ^ 2 * (w i * exp (t * x i))) with (w i * exp (t * x i) * X ^ 2) by ring.
  replace (w i * x i ^ 2 * exp (t * x i)) with (w i * exp (t * x i) * x i ^ 2) by ring.
  apply Rmult_le_compat_l; [apply Rmult_le_pos; [auto|signs]|nra].
Qed.

Lemma G_derivative t : derivable_pt_lim G t ((C t * A t - B t * B t) / Rsqr (A t)).
Proof.
  apply (derivable_pt_lim_div B A t (C t) (B t) (B_derivative t) (A_derivative t)). apply Rgt_not_eq, A_positive.
Qed.

Lemma G_slope t : (C t * A t - B t * B t) / Rsqr (A t) <= X ^ 2.
Proof.
  pose proof (A_positive t) as HA. pose proof (C_le t) as HC. assert (0 < Rsqr (A t)) by (apply Rsqr_pos_lt; lra).
  apply Rmult_le_reg_r with (Rsqr (A t)); auto. unfold Rdiv; rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. unfold Rsqr.
  nra.
Qed.

Lemma G_growth t : 0 <= t -> G t - G 0 <= X ^ 2 * t.
Proof.
  intros [Ht|<-]; [|lra]. destruct (MVT_cor2 G _ 0 t Ht (fun c _ => G_derivative c)) as (c & E & _).
  rewrite E, Rminus_0_r. apply Rmult_le_compat_r; [lra|apply G_slope].
Qed.

Lemma log_mean_nonneg_rate t : 0 <= t -> ln (A t) <= ln (A 0) + G 0 * t + X ^ 2 * t ^ 2 / 2.
Proof.
  intros [Ht|<-]; [|lra]. pose (F := fun s => (X ^ 2 / 2) * s ^ 2 + G 0 * s - ln (A s)).
  pose (F' := fun s => (X ^ 2 / 2) * (2 * s) + G 0 * 1 - / A s * B s).
  assert (forall c, derivable_pt_lim F c (F' c)) as D.
  { intros c.
    apply derivable_pt_lim_minus with (f1 := fun s => X ^ 2 / 2 * s ^ 2 + G 0 * s) (f2 := fun s => ln (A s)).
    - apply derivable_pt_lim_plus with (f1 := fun s => X ^ 2 / 2 * s ^ 2) (f2 := fun s => G 0 * s).
      + apply (derivable_pt_lim_scal (fun s => s ^ 2)). pose proof (derivable_pt_lim_pow c 2) as P.
        replace (2 * c) with ((1 + 1) * c ^ 1) by ring. exact P.
      + apply (derivable_pt_lim_scal id), derivable_pt_lim_id.
    - apply (derivable_pt_lim_comp A ln); [apply A_derivative|apply derivable_pt_lim_ln, A_positive]. }
  destruct (MVT_cor2 F F' 0 t Ht (fun c _ => D c)) as (c & E & Hc).
  assert (0 <= F' c) as HF.
  { unfold F'. pose proof (G_growth c (Rlt_le _ _ (proj1 Hc))) as HG.
    replace (/ A c * B c) with (G c) by (unfold G; field; apply Rgt_not_eq, A_positive). lra. }
  assert (0 <= F' c * (t - 0)) by nra. unfold F in E. lra.
Qed.

End LemmaA1.

Lemma max_norm_opp n x X : max_norm_at_most n x X -> max_norm_at_most n (fun i => - x i) X.
Proof. intros H i Hi. rewrite Rabs_Ropp. apply H, Hi. Qed.

Lemma sum_exp_zero n w x : sum n (fun i => w i * exp (0 * x i)) = sum n w.
Proof. apply sum_ext; intros. rewrite Rmult_0_l, exp_0; ring. Qed.

Lemma sum_exp_positive n w x X t :
  nonnegative n w -> 0 < sum n w -> max_norm_at_most n x X -> 0 < sum n (fun i => w i * exp (t * x i)).
Proof. intros; eapply A_positive; eassumption. Qed.

Theorem lemma_A1 n w x U X eta : nonnegative n w -> sum n w = U -> 0 < U -> max_norm_at_most n x X ->
  ln (sum n (fun i => w i * exp (eta * x i)) / U) <= eta * dot n w x / U + eta ^ 2 * X ^ 2 / 2.
Proof.
  intros Hw HU HU0 Hx. assert (0 < sum n w) as Hs by lra.
  assert (forall z s, max_norm_at_most n z X -> 0 <= s ->
    ln (sum n (fun i => w i * exp (s * z i))) <= ln U + dot n w z / U * s + X ^ 2 * s ^ 2 / 2) as H.
  { intros z s Hz Hs0. pose proof (log_mean_nonneg_rate n w z X Hw Hs Hz s Hs0) as L. cbv beta zeta in L.
    rewrite sum_exp_zero in L.
    replace (sum n (fun i => w i * z i * exp (0 * z i))) with (dot n w z) in L
      by (apply sum_ext; intros; rewrite Rmult_0_l, exp_0; ring). rewrite HU in L. exact L. }
  unfold Rdiv at 1. rewrite ln_mult, ln_Rinv; [|lra|eapply sum_exp_positive; eassumption|signs].
  destruct (Rle_dec 0 eta) as [He|He].
  - specialize (H x eta Hx He). lra.
  - specialize (H (fun i => - x i) (- eta) (max_norm_opp n x X Hx) ltac:(lra)).
    rewrite (sum_ext n _ (fun i => w i * exp (eta * x i))) in H by (intros; do 2 f_equal; ring). rewrite dot_opp in H.
    lra.
Qed.

(** ** The potential: relative entropy *)

Local Notation entropy := relative_entropy.

(** What every weight vector of the run satisfies. *)
Definition simplex (n : nat) (U : R) (w : vec) : Prop := (forall i, (i < n)%nat -> 0 < w i) /\ sum n w = U.

(** Gibbs: needs equal sums. *)
Lemma entropy_nonneg n U u w : nonnegative n u -> sum n u = U -> simplex n U w -> 0 <= entropy n u w.
Proof.
  intros Hu HU [Hw HW]. assert (sum n (fun i => u i - w i) <= entropy n u w) as H; [|rewrite sum_minus, HW in H; lra].
  apply sum_le; intros i Hi. specialize (Hu i Hi). specialize (Hw i Hi). destruct Hu as [Hu| <-]; [|lra].
  assert (u i * (ln (w i) - ln (u i)) <= w i - u i); [|lra].
  replace (w i - u i) with (u i * (w i / u i - 1)) by (field; lra). apply Rmult_le_compat_l; [lra|].
  rewrite <- ln_quotient by assumption. apply ln_le_minus_1. signs.
Qed.

Lemma sum_positive_dimension n u : 0 < sum n u -> (0 < n)%nat. Proof. destruct n; cbn; [lra|lia]. Qed.

Lemma entropy_start n U u : nonnegative n u -> sum n u = U -> 0 < U -> entropy n u (uniform n U) <= U * ln (INR n).
Proof.
  intros Hu HU HU0. assert (0 < INR n) as Hn by (apply lt_0_INR, (sum_positive_dimension n u); lra). rewrite <- HU at 2.
  rewrite <- sum_scal_r. apply sum_le; intros i Hi. destruct (Hu i Hi) as [Hp| <-]; [|lra].
  apply Rmult_le_compat_l; [lra|]. unfold uniform. rewrite ln_quotient by assumption. assert (ln (u i) <= ln U); [|lra].
  apply ln_le_mono; auto. rewrite <- HU. apply sum_term_le; auto.
Qed.

Lemma uniform_simplex n U : (0 < n)%nat -> 0 < U -> simplex n U (uniform n U).
Proof.
  intros Hn HU. assert (0 < INR n) by (apply lt_0_INR; assumption).
  split; [intros; apply Rdiv_lt_0_compat; nra|unfold uniform; rewrite sum_const; field; lra].
Qed.

Lemma simplex_nonnegative n U w : simplex n U w -> nonnegative n w. Proof. intros [H _] i Hi. apply Rlt_le, H, Hi. Qed.

Lemma exponentiated_simplex n eta U X sgn w x :
  0 < U -> simplex n U w -> max_norm_at_most n x X -> simplex n U (exponentiated n eta U sgn w x).
Proof.
  intros HU Hw Hx.
  assert (0 < sum n (fun j => w j * exp (sgn * eta * x j))) as HZ
    by (eapply sum_exp_positive; [eapply simplex_nonnegative, Hw|destruct Hw; lra|exact Hx]). unfold exponentiated.
  split.
  - intros i Hi. apply Rdiv_lt_0_compat; auto. repeat apply Rmult_lt_0_compat; [nra|apply Hw, Hi|signs].
  - unfold Rdiv. rewrite sum_scal_r, sum_scal. field. lra.
Qed.

Lemma entropy_drop n eta U X u sgn w x :
  sgn = 1 \/ sgn = -1 -> 0 < U -> nonnegative n u -> sum n u = U -> simplex n U w -> max_norm_at_most n x X ->
  sgn * eta * (dot n u x - dot n w x) - eta ^ 2 * U * X ^ 2 / 2
  <= entropy n u w - entropy n u (exponentiated n eta U sgn w x).
Proof.
  intros Hsgn HU0 Hu HU Hw Hx. set (Z := sum n (fun j => w j * exp (sgn * eta * x j))).
  assert (0 < Z) as HZ by (eapply sum_exp_positive; [eapply simplex_nonnegative, Hw|destruct Hw; lra|exact Hx]).
  assert (entropy n u w - entropy n u (exponentiated n eta U sgn w x) = sgn * eta * dot n u x - U * ln (Z / U)) as ->.
  { unfold relative_entropy, dot. rewrite <- sum_minus.
    rewrite (sum_ext n _ (fun i => sgn * eta * (u i * x i) - ln (Z / U) * u i)).
    - rewrite sum_minus, !sum_scal, HU; ring.
    - intros i Hi. unfold exponentiated. fold Z. destruct Hw as [Hw _]. specialize (Hw i Hi).
      assert (0 < exp (sgn * eta * x i)) by apply exp_pos. assert (0 < w i * exp (sgn * eta * x i)) by nra.
      rewrite !ln_quotient by nra. rewrite !ln_mult, ln_exp by assumption. ring. }
  pose proof (lemma_A1 n w x U X (sgn * eta) (simplex_nonnegative _ _ _ Hw) (proj2 Hw) HU0 Hx) as L. fold Z in L.
  apply (Rmult_le_compat_l U) in L; [|lra].
  replace (U * (sgn * eta * dot n w x / U + (sgn * eta) ^ 2 * X ^ 2 / 2))
    with (sgn * eta * dot n w x + eta ^ 2 * U * X ^ 2 / 2) in L by (destruct Hsgn; subst sgn; field; lra). lra.
Qed.

(** ** Theorems 3 and 9 in one: any tolerance *)

Lemma loss_bound n eta U X tau u (S : list trial) :
  0 < eta -> 0 < U -> nonnegative n u -> sum n u = U -> 0 <= tau -> tau <= eta * U * X ^ 2 / 2 -> box_trials n X S ->
  alg_loss n (exponentiated n eta U) (uniform n U) (tolerant tau S)
  <= cmp_loss n u S + U * ln (INR n) / eta + INR (length S) * (eta * U * X ^ 2 / 2 - tau).
Proof.
  intros Heta HU0 Hu HU Htau Ht HS. assert (0 < n)%nat as Hn by (apply (sum_positive_dimension n u); lra).
  eapply Rle_trans.
  - apply (telescope n (exponentiated n eta U) (simplex n U) (fun x => max_norm_at_most n x X) (entropy n u)
      eta (eta * U * X ^ 2 / 2) tau u); auto.
    + intros w Hw; apply entropy_nonneg with U; auto.
    + intros sgn w x Hsgn Hw Hx. split; [eapply exponentiated_simplex; eassumption|].
      pose proof (entropy_drop n eta U X u sgn w x Hsgn HU0 Hu HU Hw Hx) as D. apply Rmult_le_reg_l with eta; auto.
      replace (eta * ((entropy n u w - entropy n u (exponentiated n eta U sgn w x)) / eta + eta * U * X ^ 2 / 2))
        with (entropy n u w - entropy n u (exponentiated n eta U sgn w x) + eta ^ 2 * U * X ^ 2 / 2) by (field; lra).
      lra.
    + apply uniform_simplex; auto.
  - pose proof (entropy_start n U u Hu HU HU0) as E.
    assert (entropy n u (uniform n U) / eta <= U * ln (INR n) / eta) by (apply Rmult_le_compat_r; signs). lra.
Qed.

Theorem theorem_3 n eta U X u (S : list trial) :
  0 < eta -> 0 < U -> nonnegative n u -> sum n u = U -> box_trials n X S ->
  alg_loss n (exponentiated n eta U) (uniform n U) S
  <= cmp_loss n u S + (U * ln (INR n) / eta + eta * INR (length S) * U * X ^ 2 / 2).
Proof.
  intros Heta HU0 Hu HU HS. rewrite <- (tolerant_0 S) at 1.
  eapply Rle_trans; [apply loss_bound with (X := X) (u := u); auto; try lra|lra]. signs.
Qed.

Theorem theorem_9 n tau U X u (S : list trial) :
  0 < tau -> 0 < U -> 0 < X -> nonnegative n u -> sum n u = U -> box_trials n X S ->
  alg_loss n (exponentiated n (2 * tau / (U * X ^ 2)) U) (uniform n U) (tolerant tau S)
  <= cmp_loss n u S + U ^ 2 * X ^ 2 * ln (INR n) / (2 * tau).
Proof.
  intros Ht HU0 HX Hu HU HS. assert (2 * tau / (U * X ^ 2) * U * X ^ 2 / 2 = tau) as He by (field; lra).
  eapply Rle_trans; [apply loss_bound with (X := X) (u := u); auto; try lra|]; [signs|apply Req_le; field; lra].
Qed.

(** ** Labels *)

Lemma box_as_trials n X S : box_labels n X S -> box_trials n X (as_trials S).
Proof. intros H. apply Forall_map. eapply Forall_impl; [|exact H]. split; [auto|apply label_interval_nonempty]. Qed.

Lemma subsequence_loss n eta U X u L (S S' : list ctrial) :
  0 < eta -> 0 < U -> nonnegative n u -> sum n u = U -> box_labels n X S ->
  cmp_loss n u (as_trials S) <= L -> subsequence S' S -> alg_loss n (exponentiated n eta U) (uniform n U) (as_trials S')
  <= (L + U * ln (INR n) / eta) + eta * U * X ^ 2 / 2 * INR (length S').
Proof.
  intros Heta HU0 Hu HU HX HL Hs.
  pose proof (theorem_3 n eta U X u (as_trials S') Heta HU0 Hu HU
    (box_as_trials _ _ _ (subsequence_Forall _ _ _ Hs HX))) as T. pose proof (cmp_loss_subsequence n u _ _ Hs).
  rewrite as_trials_length in T. lra.
Qed.

Section Separable.
Variables (n : nat) (U X : R) (u : vec) (S : list ctrial).
Hypotheses (HX : 0 < X) (HU0 : 0 < U) (Hu : nonnegative n u) (HU : sum n u = U).
Hypotheses (HS : box_labels n X S) (Hsep : separable n u S).
Let eta := 1 / (U * X ^ 2).

Lemma separable_loss S' : subsequence S' S -> alg_loss n (exponentiated n eta U) (uniform n U) (as_trials S')
  <= U ^ 2 * X ^ 2 * ln (INR n) + / 2 * INR (length S').
Proof.
  intros Hs. unfold separable in Hsep. assert (0 < X ^ 2) by nra. assert (0 < U * X ^ 2) by nra.
  eapply Rle_trans; [apply (subsequence_loss n eta U X u 0 S S'); auto; try lra|].
  - apply Rdiv_lt_0_compat; lra.
  - apply Req_le. unfold eta; field. lra.
Qed.

Theorem theorem_6 : INR (mistakes n (exponentiated n eta U) (uniform n U) S) <= 2 * U ^ 2 * X ^ 2 * ln (INR n).
Proof.
  replace (2 * U ^ 2 * X ^ 2 * ln (INR n)) with ((U ^ 2 * X ^ 2 * ln (INR n)) / (1 - / 2)) by field.
  apply mistakes_from_loss; [lra|]. apply separable_loss.
Qed.

Theorem theorem_6_loss S' : subsequence S' S -> 2 * U ^ 2 * X ^ 2 * ln (INR n) < INR (length S') ->
  alg_loss n (exponentiated n eta U) (uniform n U) (as_trials S') < INR (length S').
Proof. intros Hs Hl. pose proof (separable_loss S' Hs). lra. Qed.

Theorem theorem_12_equal :
  alg_loss n (exponentiated n eta U) (uniform n U) (tolerant (1 / 2) (as_trials S)) <= U ^ 2 * X ^ 2 * ln (INR n).
Proof.
  pose proof (theorem_9 n (1 / 2) U X u (as_trials S)) as T. rewrite Hsep in T.
  replace (2 * (1 / 2) / (U * X ^ 2)) with eta in T by (unfold eta; lra).
  eapply Rle_trans; [apply T; auto; [lra|apply box_as_trials; assumption]|lra].
Qed.

End Separable.

(** ** Theorem 7: [u] errs on k trials and has loss 0 on the others *)

Section Theorem7.
Variables (n : nat) (eta U X : R) (u : vec) (S : list ctrial).
Hypotheses (Heta : 0 < eta) (Hrate : eta * U * X ^ 2 < 2) (HU0 : 0 < U) (HX : 0 <= X).
Hypotheses (Hu : nonnegative n u) (HU : sum n u = U) (HS : box_labels n X S).
Hypotheses (Hclear : right_or_clear n u S).

Lemma noisy_comparator : cmp_loss n u (as_trials S) <= (U * X + 1) * INR (cmp_mistakes n u S).
Proof. apply cmp_loss_mistakes; auto. eapply Forall_impl; [|exact HS]. intros c Hc. apply holder_max; signs. Qed.

Lemma theorem_7_subsequence S' : subsequence S' S -> alg_loss n (exponentiated n eta U) (uniform n U) (as_trials S')
  <= ((U * X + 1) * INR (cmp_mistakes n u S) + U * ln (INR n) / eta) + eta * U * X ^ 2 / 2 * INR (length S').
Proof. apply subsequence_loss with (u := u) (S := S); auto using noisy_comparator. Qed.

Theorem theorem_7 : INR (mistakes n (exponentiated n eta U) (uniform n U) S)
  <= ((U * X + 1) * INR (cmp_mistakes n u S) + U * ln (INR n) / eta) / (1 - eta * U * X ^ 2 / 2).
Proof. apply mistakes_from_loss; [lra|]. exact theorem_7_subsequence. Qed.

Theorem theorem_7_loss S' : subsequence S' S ->
  ((U * X + 1) * INR (cmp_mistakes n u S) + U * ln (INR n) / eta) / (1 - eta * U * X ^ 2 / 2) < INR (length S') ->
  alg_loss n (exponentiated n eta U) (uniform n U) (as_trials S') < INR (length S').
Proof. intros Hs. apply loss_on_long_sequence; [lra|]. apply theorem_7_subsequence, Hs. Qed.

End Theorem7.

(** ** Theorem 12: with labels the sum of [u] may be less than U, because scaling [u] up keeps its loss 0 *)

Lemma separable_scale n u c S : 1 <= c -> separable n u S -> separable n (fun i => c * u i) S.
Proof.
  intros Hc. unfold separable, as_trials; induction S as [|[x y] S IH]; cbn [map cmp_loss]; auto. intros H.
  pose proof (cmp_loss_nonneg n u (map as_trial S)).
  assert (trial_loss n u (as_trial (x, y)) = 0 /\ cmp_loss n u (map as_trial S) = 0) as [H1 H2]
    by (pose proof (loss_nonneg (dot n u x) (label_interval y)); unfold trial_loss, as_trial in *;
    cbn [fst snd] in *; lra). rewrite (IH H2). revert H1. unfold trial_loss, as_trial; cbn [fst snd]. rewrite dot_scal.
  destruct y; unfold label_interval; interval_cases; nra.
Qed.

Lemma separable_sum_positive n u c S : nonnegative n u -> separable n u (c :: S) -> 0 < sum n u.
Proof.
  intros Hu H. destruct (Rle_lt_or_eq_dec 0 (sum n u)) as [Hp|Hz]; [apply sum_nonneg, Hu|nra|auto].
  assert (dot n u (fst c) = 0) as E.
  { rewrite <- (sum_zero n). apply sum_ext; intros i Hi. pose proof (sum_term_le n u i Hi Hu). specialize (Hu i Hi).
    replace (u i) with 0 by lra. ring. }
  destruct c as [x y]. unfold separable, as_trials in H; cbn [map cmp_loss] in H.
  pose proof (cmp_loss_nonneg n u (map as_trial S)) as H0. revert H0 H.
  generalize (cmp_loss n u (map as_trial S)); intros rest H0 H. unfold trial_loss, as_trial in H; cbn [fst snd] in *.
  destruct y; unfold label_interval in H; interval_cases.
Qed.

Theorem theorem_12 n U X u (S : list ctrial) :
  (0 < n)%nat -> 0 < U -> 0 < X -> nonnegative n u -> sum n u <= U -> box_labels n X S -> separable n u S ->
  alg_loss n (exponentiated n (1 / (U * X ^ 2)) U) (uniform n U) (tolerant (1 / 2) (as_trials S))
  <= U ^ 2 * X ^ 2 * ln (INR n) /\
  expected_mistakes n (exponentiated n (1 / (U * X ^ 2)) U) (uniform n U) S <= U ^ 2 * X ^ 2 * ln (INR n).
Proof.
  intros Hn HU0 HX Hu HU HS Hsep.
  assert (alg_loss n (exponentiated n (1 / (U * X ^ 2)) U) (uniform n U) (tolerant (1 / 2) (as_trials S))
    <= U ^ 2 * X ^ 2 * ln (INR n)) as H.
  - destruct S as [|c S].
    + assert (1 <= INR n) by (apply (le_INR 1); lia).
      assert (0 <= ln (INR n)) by (rewrite <- ln_1; apply ln_le_mono; lra). apply Rmult_le_pos; nra.
    + pose proof (separable_sum_positive n u c S Hu Hsep) as Hs. set (f := U / sum n u).
      assert (1 <= f) as Hf by (unfold f; apply Rmult_le_reg_r with (sum n u); auto;
        unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra). apply theorem_12_equal with (u := fun i => f * u i); auto.
      * intros i Hi; apply Rmult_le_pos; [lra|auto].
      * rewrite sum_scal; unfold f; field; lra.
      * apply separable_scale; auto.
  - split; auto. eapply Rle_trans; [apply observation_10|lra].
Qed.

(** ** Comparators of any sign: Exponentiated Update on (x, -x) *)

(** The positive and the negative part of v, each raised by the same s. *)
Definition split (n : nat) (s : R) (v : vec) : vec :=
  fun i => s + (if Nat.ltb i n then Rmax (v i) 0 else Rmax (- v (i - n)%nat) 0).

Lemma split_left n s v i : (i < n)%nat -> split n s v i = s + Rmax (v i) 0.
Proof. intros H. unfold split. apply Nat.ltb_lt in H. rewrite H. reflexivity. Qed.

Lemma split_right n s v i : split n s v (n + i)%nat = s + Rmax (- v i) 0.
Proof.
  unfold split. replace (Nat.ltb (n + i) n) with false by (symmetry; apply Nat.ltb_ge; lia).
  replace (n + i - n)%nat with i by lia. reflexivity.
Qed.

Lemma double_left n x i : (i < n)%nat -> double n x i = x i.
Proof. intros H. unfold double. apply Nat.ltb_lt in H. rewrite H. reflexivity. Qed.

Lemma double_right n x i : double n x (n + i)%nat = - x i.
Proof.
  unfold double. replace (Nat.ltb (n + i) n) with false by (symmetry; apply Nat.ltb_ge; lia).
  replace (n + i - n)%nat with i by lia. reflexivity.
Qed.

Lemma split_sum n s v : sum (n + n) (split n s v) = INR n * (2 * s) + sum n (fun i => Rabs (v i)).
Proof.
  rewrite sum_halves, <- sum_const, <- sum_plus. apply sum_ext; intros i Hi.
  rewrite split_left, split_right by assumption. unfold Rmax, Rabs; decide_reals; destruct (Rcase_abs (v i)); lra.
Qed.

Lemma split_dot n s v x : dot (n + n) (split n s v) (double n x) = dot n v x.
Proof.
  unfold dot. rewrite sum_halves. apply sum_ext; intros i Hi.
  rewrite split_left, split_right, double_left, double_right by assumption.
  replace (v i) with (Rmax (v i) 0 - Rmax (- v i) 0) at 3 by (unfold Rmax; decide_reals; lra). ring.
Qed.

Lemma cmp_loss_doubled n s v (S : list trial) : cmp_loss (n + n) (split n s v) (doubled n S) = cmp_loss n v S.
Proof.
  unfold doubled; induction S as [|tr S IH]; cbn [map cmp_loss]; auto. rewrite IH. unfold trial_loss; cbn [fst snd].
  rewrite split_dot. reflexivity.
Qed.

Lemma box_doubled n X (S : list trial) : box_trials n X S -> box_trials (n + n) X (doubled n S).
Proof.
  intros H. apply Forall_map. eapply Forall_impl; [|exact H]. intros tr [Hx HI]; split; auto. cbn [fst]. intros i Hi.
  destruct (le_lt_dec n i) as [Hge|Hlt]; [|rewrite double_left by assumption; apply Hx; assumption].
  replace i with (n + (i - n))%nat by lia. rewrite double_right, Rabs_Ropp. apply Hx; lia.
Qed.

Theorem doubled_attributes n eta U X v (S : list trial) :
  (0 < n)%nat -> 0 < eta -> 0 < U -> sum n (fun i => Rabs (v i)) <= U -> box_trials n X S ->
  alg_loss (n + n) (exponentiated (n + n) eta U) (uniform (n + n) U) (doubled n S)
  <= cmp_loss n v S + (U * ln (2 * INR n) / eta + eta * INR (length S) * U * X ^ 2 / 2).
Proof.
  intros Hn Heta HU Hv HS. apply lt_INR in Hn; cbn [INR] in Hn.
  set (s := (U - sum n (fun i => Rabs (v i))) / (2 * INR n)). assert (0 <= s) as Hs by (apply Rle_mult_inv_pos; lra).
  pose proof (theorem_3 (n + n) eta U X (split n s v) (doubled n S) Heta HU) as T.
  rewrite cmp_loss_doubled, plus_INR in T. replace (INR n + INR n) with (2 * INR n) in T by ring.
  unfold doubled at 3 in T; rewrite map_length in T. apply T.
  - intros i _. unfold split. destruct (Nat.ltb i n); apply Rplus_le_le_0_compat; auto; apply Rmax_r.
  - rewrite split_sum. unfold s. field. lra.
  - apply box_doubled, HS.
Qed.
