(** * Section 7: what the bound (b) is in the shares of u, and its derivative at 1/p = 0 *)

From Boundcheck Require Import Vectors Pnorm GenBounds GenClaims Premises Learners TwoPlays.
From Boundcheck.classics Require Import Definitions.
From Boundcheck.grove2001 Require QuasiAdditive.
From Boundcheck.grove2001 Require Import Section6 Definitions Section2 Section7Statements.
Open Scope R_scope.

Theorem gls_7_1_step : gls_7_1_step_stmt.
Proof.
  intros n a p s c S (Ha & Hp) K z yhat side K' z' Hz. unfold b_gls_7_1_step.
  pose proof (p_norm_exactly n p a s) as F. pose proof (misses_threshold n (link p) 0) as M.
  apply (errs_exactly _ _ _ _ _ _ _ _ F M) in Hz.
  pose proof (play_exactly _ _ _ _ _ _ _ _ F M K c) as E. cbn beta in E, Hz. rewrite Hz in E. fold K' z z' in E. rewrite E.
  pose proof (QuasiAdditive.mistake_growth p a n _ Hp Ha (decides_at_zero n (link p)) z c Hz). lra.
Qed.

(** Z is at least the size of the start. *)
Lemma start_square p n z Z : pnorm p n z <= Z -> pnorm p n z ^ 2 <= Z ^ 2.
Proof. intros H. apply pow_incr. split; [apply Pnorm.pnorm_nonneg|lra]. Qed.

Theorem gls_7_1q : gls_7_1q_stmt.
Proof.
  intros n U X Z a p uz u z0 S (Ha & Hp & HU & <- & HZ & HS). dual p q Hpq. decided n (link p) wrong Hw. unfold b_gls_7_1q.
  eapply Rle_trans; [apply (QuasiAdditive.invariant_positive_part p q a n u wrong Hp Hpq Ha Hw U HU X z0 S HS)|].
  apply start_square, (Rmult_le_compat_l (U ^ 2)) in HZ; nra.
Qed.

Lemma separated_both p n u X delta S : pnorm_ball p n X S -> margin_at_least n delta u S ->
  QuasiAdditive.separated p n u X delta S.
Proof. apply Forall_and. Qed.

Theorem gls_7_1a : gls_7_1a_stmt.
Proof.
  intros n U X a delta p u S (Ha & Hd & Hp & HU & HS & Hm). dual p q Hpq. decided n (link p) wrong Hw. unfold b_gls_7_1a.
  eapply Rle_eq_trans; [apply (QuasiAdditive.bound_a p q a n u wrong Hp Hpq Ha Hw U HU X delta Hd S);
    apply separated_both; assumption|lra].
Qed.

Theorem gls_7_1aplus : gls_7_1aplus_stmt.
Proof.
  intros n U X a delta p u S (Ha & Hd & Hp & HU & HS & Hm). dual p q Hpq. decided n (link p) wrong Hw. intros Hsome.
  unfold b_gls_7_1aplus.
  apply (INR_lt 0) in Hsome.
  eapply Rle_eq_trans; [apply (QuasiAdditive.bound_a_sharp p q a n u wrong Hp Hpq Ha Hw U HU X delta Hd S);
    [apply separated_both|]; assumption|ring].
Qed.

Theorem gls_7_1b : gls_7_1b_stmt.
Proof.
  intros n U X Z delta p uz u z0 S (Hd & Hp & HX & Hz & HU & <- & HZ0 & HS & Hm). dual p q Hpq. decided n (link p) wrong Hw.
  remember (a_gls_7_1b X Z delta p (dot n u z0)) as a eqn:Ea. unfold a_gls_7_1b in Ea. unfold b_gls_7_1b.
  assert (0 < Z) as HZ.
  { apply Rlt_le_trans with (pnorm p n z0); auto. destruct (Pnorm.pnorm_nonneg p n z0) as [|E]; auto.
    pose proof (Pnorm.holder_pq p q n u z0 ltac:(lra) Hpq) as H. rewrite <- E, Rmult_0_r in H.
    pose proof (Rle_abs (dot n u z0)). lra. }
  assert (0 < a) as Ha by (rewrite Ea; signs).
  eapply Rle_eq_trans; [apply (QuasiAdditive.bound_b p q a n u wrong Hp Hpq Ha Hw U HU X delta Hd z0 Z S HX HZ0 Hz);
    [rewrite Ea; field; lra|apply separated_both; assumption]|]. assert (U <> 0); [|nra]. intros E.
  pose proof (Pnorm.holder_pq p q n u z0 ltac:(lra) Hpq) as H. pose proof (Pnorm.pnorm_nonneg q n u).
  assert (pnorm q n u = 0) as E' by lra. rewrite E', Rmult_0_l in H. pose proof (Rle_abs (dot n u z0)). lra.
Qed.

Theorem gls_7_1c : gls_7_1c_stmt.
Proof.
  intros n U X Z a delta p uz u z0 S (Ha & Hd & Hp & Hz & Hlarge & HU & <- & HZ & HS & Hm).
  dual p q Hpq. decided n (link p) wrong Hw.
  unfold b_gls_7_1c. apply start_square, (Rmult_le_compat_l delta) in HZ; [|lra].
  eapply Rle_eq_trans; [apply (QuasiAdditive.bound_c p q a n u wrong Hp Hpq Ha Hw U HU X delta Hd z0 S Hz);
    [lra|apply separated_both; assumption]|lra].
Qed.

Theorem gls_7_1q_root : gls_7_1q_root_stmt.
Proof.
  intros n U X Z a delta p uz u z0 S (Ha & Hd & Hp & HX & HU & <- & HZ & HS & Hm). dual p q Hpq. decided n (link p) wrong Hw.
  pose proof (Pnorm.pnorm_nonneg q n u) as HU0. destruct (Req_dec U 0) as [EU|HU1].
  { destruct S as [|c S].
    - unfold b_gls_7_1q_root, Rdiv.
      rewrite EU, !pow_i, !Rmult_0_r, !Rmult_0_l, ?Rmult_0_r, ?Rinv_0, Rmax_left by (lia || lra). lra.
    - apply Forall_inv in Hm. pose proof (Pnorm.holder_pq p q n u (fst c) ltac:(lra) Hpq) as H.
      replace (pnorm q n u) with 0 in H by lra. pose proof (abs_bounds _ _ H).
      assert (dot n u (fst c) = 0) as E by lra. nra. }
  assert (0 < U) as HU2 by lra.
  replace (2 * dot n u z0 * delta / (a * ((p - 1) * U ^ 2 * X ^ 2)))
    with (2 * (dot n u z0 * delta / ((p - 1) * a * (U ^ 2 * X ^ 2)))) by (field; lra).
  eapply Rle_trans; [apply (QuasiAdditive.bound_root p q a n u wrong Hp Hpq Ha Hw U HU X delta Hd z0 S HX HU2);
    apply separated_both; assumption|].
  apply start_square, (Rmult_le_compat_r (4 * U ^ 2 * delta ^ 2 / ((p - 1) ^ 2 * a ^ 2 * (U ^ 2 * X ^ 2) ^ 2))) in HZ.
  - unfold b_gls_7_1q_root.
    eapply Rle_trans; [|eapply Rle_eq_trans; [apply (Rplus_le_compat_l
      (1 - 4 * (dot n u z0 * delta / ((p - 1) * a * (U ^ 2 * X ^ 2))))), HZ|]]; [right|]; field; lra.
  - signs.
Qed.

(** ** Powers of exp *)

(** Bernoulli's inequality. *)
Lemma bernoulli k c : 1 <= k -> 1 + k * (exp c - 1) <= exp (k * c).
Proof.
  intros Hk. pose proof (Rinv_0_lt_compat k ltac:(lra)) as H0.
  assert (/ k <= 1) as H1 by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
  pose proof (below_chord (/ k) (k * c) ltac:(lra)) as H. replace (/ k * (k * c)) with c in H by (field; lra).
  apply (Rmult_le_compat_l k) in H; [|lra].
  replace (k * (1 - / k + / k * exp (k * c))) with (k - 1 + exp (k * c)) in H by (field; lra). lra.
Qed.

Theorem gls_7_lim : gls_7_lim_stmt.
Proof.
  intros p z [Hp Hz]. unfold b_gls_7_lim. set (k := p - 1) in *. set (r := z / k). apply abs_bounds in Hz.
  assert (1 <= k) as Hk by (unfold k; lra). assert (k * r = z) as E by (unfold r; field; lra).
  assert (-1 <= r) as Hr by nra. pose proof (exp_pos z) as He.
  replace (z ^ 2 * exp z / k) with (exp z * (k * r ^ 2)) by (rewrite <- E; field; lra). destruct Hr as [Hr|Hr].
  - rewrite power_of_pos by lra. unfold Rpower. set (L := ln (1 + r)).
    assert (L <= r) as HL by (unfold L; pose proof (ln_le_minus_1 (1 + r) ltac:(lra)); lra).
    assert (exp (k * L) <= exp z).
    { assert (k * L <= z) as [H|H] by nra; [left; apply exp_increasing, H|rewrite H; lra]. }
    assert (1 - r ^ 2 <= exp (L - r)) as H1.
    { unfold Rminus at 2. rewrite exp_plus. unfold L. rewrite exp_ln by lra. pose proof (exp_ineq1_le (- r)) as T.
      nra. }
    pose proof (bernoulli k (L - r) Hk) as B. apply (Rmult_le_compat_l k) in H1; [|lra].
    assert (1 - k * r ^ 2 <= exp (k * (L - r))) as H2 by lra. apply (Rmult_le_compat_l (exp z)) in H2; [|lra].
    rewrite <- exp_plus in H2. replace (z + k * (L - r)) with (k * L) in H2 by lra. lra.
  - rewrite <- Hr. replace (1 + -1) with 0 by ring. rewrite power_0. nra.
Qed.

(** ** The largest entries and norms *)

Lemma largest_entry_norm p n x : 1 <= p -> 0 <= largest_entry n x <= pnorm p n x.
Proof.
  destruct n as [|n]; [pose proof (pnorm_nonneg p 0 x); cbn; lra|]. unfold largest_entry.
  destruct (greatest_at (S n) (fun i => Rabs (x i)) ltac:(lia)) as (i & Hi & <-). split; [signs|]. rewrite <- power_1.
  replace 1 with (p * / p) by (field; lra). rewrite <- power_power. pose proof (Rinv_0_lt_compat p ltac:(lra)).
  apply power_le; [|lra]. split; [apply power_nonneg|]. apply (sum_term_le (S n) (fun i => power (x i) p) i Hi).
  intros; apply power_nonneg.
Qed.

(** The largest p-norm is a power of the largest sum of powers. *)
Lemma radius_of p n (S : list ctrial) : 2 <= p ->
  (if Req_EM_T (INR (length S)) 0 then 0 else power (largest (fun c => sum n (fun e => power (fst c e) p)) S) (1 / p))
  = largest (fun c => pnorm p n (fst c)) S.
Proof.
  intros Hp. destruct S as [|c S]; [cbn [length INR largest]; destruct (Req_EM_T 0 0); lra|].
  destruct (Req_EM_T _ 0) as [E|_]; [cbn [length] in E; rewrite S_INR in E; pose proof (pos_INR (length S)); lra|].
  rewrite reciprocal. assert (0 <= / p) as H0 by (left; apply Rinv_0_lt_compat; lra). revert c.
  assert (forall S : list ctrial, 0 <= largest (fun c => sum n (fun e => power (fst c e) p)) S) as HS.
  { assert (forall x, 0 <= sum n (fun e => power (x e) p)) as Hx by (intros; apply sum_nonneg; intros; apply power_nonneg).
    intros S'. induction S' as [|c [|c' S'] IH]; [cbn; lra|apply Hx|].
    eapply Rle_trans; [apply IH|]. cbn [largest]. apply Rmax_r. }
  induction S as [|c' S IH]; intros c; [reflexivity|]. change (power (Rmax (sum n (fun e => power (fst c e) p))
    (largest (fun c => sum n (fun e => power (fst c e) p)) (c' :: S))) (/ p)
    = Rmax (pnorm p n (fst c)) (largest (fun c => pnorm p n (fst c)) (c' :: S))).
  rewrite <- IH. unfold pnorm. specialize (HS (c' :: S)).
  assert (0 <= sum n (fun e => power (fst c e) p)) by (apply sum_nonneg; intros; apply power_nonneg).
  unfold Rmax at 1. destruct (Rle_dec _ _) as [Hle|Hgt]; symmetry; [apply Rmax_right|apply Rmax_left];
    apply power_le; lra.
Qed.

Lemma largest_between p n (S : list ctrial) : 2 <= p ->
  largest (fun c => largest_entry n (fst c)) S <= largest (fun c => pnorm p n (fst c)) S
    <= power (INR n) (/ p) * largest (fun c => largest_entry n (fst c)) S.
Proof.
  intros Hp. assert (0 <= power (INR n) (/ p)) as H0 by apply power_nonneg.
  assert (forall x, largest_entry n x <= pnorm p n x <= power (INR n) (/ p) * largest_entry n x) as H.
  { intros x. destruct (largest_entry_norm p n x ltac:(lra)). split; auto.
    apply QuasiAdditive.pnorm_le_max; auto. intros i Hi. apply (greatest_above n (fun i => Rabs (x i))), Hi. }
  induction S as [|c [|c' S] [IH1 IH2]]; [cbn; lra|apply H|]. destruct (H (fst c)) as [Hc Hc'].
  cbn [largest] in *. split; [apply Rmax_lub; eapply Rle_trans; [|apply Rmax_l| |apply Rmax_r]; eassumption|].
  apply Rmax_lub; (eapply Rle_trans; [eassumption|]); apply Rmult_le_compat_l; auto using Rmax_l, Rmax_r.
Qed.

(** ** The bound by the shares of u *)

Definition sizes (n : nat) (U X delta : R) (u : vec) (S : list ctrial) : Prop :=
  0 < delta /\ 0 < X /\ 0 < U /\ nonnegative n u /\ norm1 n u = U /\ X = largest (fun c => largest_entry n (fst c)) S /\
  margin_at_least n delta u S.

(** A margin above 0 on some example makes u differ from 0. *)
Lemma sizes_hold n U X delta u S : 0 < delta -> 0 < X -> nonnegative n u -> norm1 n u = U ->
  largest (fun c => largest_entry n (fst c)) S = X -> margin_at_least n delta u S -> sizes n U X delta u S.
Proof.
  intros Hd HX Hu HU EX Hm. repeat split; auto.
  destruct (comparator_or_no_trial n U delta u S HU Hd Hm) as [H|[_ ->]]; [nra|cbn in EX; lra].
Qed.

Section Shares.
Variables (n : nat) (U X delta : R) (u : vec) (S : list ctrial).
Hypothesis (HS : sizes n U X delta u S).

Lemma dimension : (0 < n)%nat. Proof. destruct HS as (_ & _ & HU & _ & E & _). destruct n; [cbn in E; lra|lia]. Qed.

Let N := INR n.
Lemma N_at_least_1 : 1 <= N. Proof. apply INR_at_least_1, dimension. Qed.

Definition share (i : nat) : R := Rabs (u i) / U.

Lemma share_nonneg i : 0 <= share i. Proof. apply Rle_mult_inv_pos; [signs|apply HS]. Qed.

Lemma shares_sum : sum n share = 1.
Proof.
  destruct HS as (_ & _ & HU & _ & E & _). unfold share, Rdiv. rewrite sum_scal_r.
  change (sum n (fun i => Rabs (u i))) with (norm1 n u). rewrite E. field. lra.
Qed.

Lemma start_product : dot n u ones = U.
Proof.
  destruct HS as (_ & _ & _ & Hu & E & _). rewrite <- E. apply sum_ext; intros i Hi. unfold ones.
  rewrite Rabs_pos_eq by auto. ring.
Qed.

Lemma ones_norm p : 2 <= p -> pnorm p n ones = Rpower N (/ p).
Proof.
  intros Hp. unfold pnorm, ones. rewrite (sum_ext n _ (fun _ => 1)).
  - rewrite sum_const, Rmult_1_r. apply power_of_pos. pose proof N_at_least_1. lra.
  - intros i _. rewrite power_of_pos by lra. unfold Rpower. rewrite ln_1, Rmult_0_r. apply exp_0.
Qed.

Definition entropy : R := entropy_of_shares n U u.

Lemma entropy_most : entropy <= ln N.
Proof.
  pose proof (QuasiAdditive.log_sum_gibbs n 1 share zero dimension ltac:(lra) (fun i _ => share_nonneg i) shares_sum)
    as H. rewrite QuasiAdditive.log_sum_start, dot_comm, dot_zero in H. unfold entropy, entropy_of_shares.
  unfold Rdiv in H at 1. rewrite Rmult_0_l, Rplus_0_l in H. eapply Rle_trans; [|exact H]. right. f_equal.
  apply sum_ext; intros i _. replace (share i / 1) with (share i) by field. reflexivity.
Qed.

(** With s = 1/p: ||u||_q = U A(s)^(1 - s), and h(s) is (||u||_q ||z0||_p / u.z0)^2. *)
Definition A (s : R) : R := sum n (fun i => power (share i) (/ (1 - s))).
Definition h (s : R) : R := exp (2 * s * ln N + 2 * (1 - s) * ln (A s)).

(** Jensen's inequality for exp, over the shares. *)
Lemma A_above s : s < 1 -> exp ((/ (1 - s) - 1) * - entropy) <= A s.
Proof.
  intros Hs. set (k := / (1 - s) - 1). set (m := k * - entropy).
  replace (exp m) with (sum n (fun i => exp m * (share i + k * (share i * ln (share i)) - m * share i))).
  - apply sum_le; intros i Hi. destruct (share_nonneg i) as [Hp|E].
    + rewrite power_of_pos by exact Hp. unfold Rpower.
      replace (/ (1 - s) * ln (share i)) with (m + (k * ln (share i) - m) + ln (share i)) by (unfold k; ring).
      rewrite !exp_plus, exp_ln by exact Hp. pose proof (exp_ineq1_le (k * ln (share i) - m)) as T. rewrite Rmult_assoc.
      apply Rmult_le_compat_l; [signs|]. nra.
    + rewrite <- E, power_0. lra.
  - rewrite sum_scal, sum_minus, sum_plus, !sum_scal, shares_sum.
    change (sum n (fun i => share i * ln (share i))) with (sum n (fun i => Rabs (u i) / U * ln (Rabs (u i) / U))).
    replace (sum n (fun i => Rabs (u i) / U * ln (Rabs (u i) / U))) with (- entropy)
      by (unfold entropy, entropy_of_shares; ring). fold m. ring.
Qed.

Lemma A_pos s : s < 1 -> 0 < A s. Proof. intros Hs. eapply Rlt_le_trans; [apply exp_pos|apply (A_above s Hs)]. Qed.

Lemma dual_norm p : 2 <= p -> pnorm (p / (p - 1)) n u = U * exp ((1 - / p) * ln (A (/ p))).
Proof.
  intros Hp. destruct HS as (_ & _ & HU & _). set (q := p / (p - 1)).
  assert (0 < q) as Hq by (apply Rdiv_lt_0_compat; lra). assert (/ q = 1 - / p) as Eq by (unfold q; field; lra).
  assert (/ (1 - / p) = q) as Eq' by (unfold q; field; lra).
  assert (/ p < 1) as Hp1 by (rewrite <- Rinv_1; apply Rinv_lt_contravar; lra). unfold pnorm.
  rewrite (sum_ext n _ (fun i => power U q * power (share i) q)).
  - rewrite sum_scal, power_prod, power_power. replace (q * / q) with 1 by (field; lra).
    rewrite power_1, Rabs_pos_eq by lra. unfold A. rewrite Eq. rewrite Eq'. pose proof (A_pos (/ p) Hp1) as HA.
    unfold A in HA. rewrite Eq' in HA. rewrite power_of_pos by exact HA. reflexivity.
  - intros i _. rewrite <- power_prod, <- (power_abs (u i)). f_equal. unfold share. field. lra.
Qed.

Lemma bound_in_h p : 2 <= p -> bound_at n delta u S p
  = (U / delta) ^ 2 * largest (fun c => pnorm p n (fst c)) S ^ 2 * exp (- 2 * / p * ln N) * ((p - 1) * (h (/ p) - 1)).
Proof.
  intros Hp. destruct HS as (Hd & _ & HU & _). unfold bound_at, b_gls_7_1b.
  rewrite start_product, ones_norm, dual_norm by exact Hp. unfold Rpower, h. set (L := / p * ln N).
  set (M := (1 - / p) * ln (A (/ p))).
  replace (2 * / p * ln N + 2 * (1 - / p) * ln (A (/ p))) with (L + L + (M + M)) by (unfold L, M; ring).
  replace (- 2 * / p * ln N) with (- L + - L) by (unfold L; ring). rewrite !exp_plus, exp_Ropp. pose proof (exp_pos L).
  pose proof (exp_pos M). field. lra.
Qed.

Lemma h_above s : 0 < s <= 1 / 2 -> 2 * s * (ln N - entropy) <= h s - 1.
Proof.
  intros Hs. pose proof (A_above s ltac:(lra)) as H. apply ln_le_mono in H; [|signs]. rewrite ln_exp in H.
  apply (Rmult_le_compat_l (1 - s)) in H; [|lra].
  replace ((1 - s) * ((/ (1 - s) - 1) * - entropy)) with (s * - entropy) in H by (field; lra).
  pose proof (exp_ineq1_le (2 * s * ln N + 2 * (1 - s) * ln (A s))) as T. unfold h. lra.
Qed.

(** ** The limit *)

Lemma term_derivative i : derivable_pt_lim (fun s => power (share i) (/ (1 - s))) 0 (share i * ln (share i)).
Proof.
  destruct (share_nonneg i) as [Hp|E].
  - apply derivable_pt_lim_locally_ext with (f := fun s => exp (1 / (1 - s) * ln (share i))) (a := -1) (b := 1); [lra|
      |].
    + intros s Hs. rewrite power_of_pos by exact Hp. unfold Rpower. f_equal. lra.
    + replace (share i * ln (share i)) with (exp (1 / (1 - 0) * ln (share i)) * (1 * ln (share i))).
      * apply (derivable_pt_lim_comp (fun s => 1 / (1 - s) * ln (share i)) exp); [|apply derivable_pt_lim_exp].
        apply derivable_pt_lim_scal_right.
        assert (derivable_pt_lim (fun s => 1 - s) 0 (0 - 1)) as D1 by (apply (derivable_pt_lim_minus (fun _ =>
          1) (fun s => s)); [apply derivable_pt_lim_const|apply derivable_pt_lim_id]).
        pose proof (derivable_pt_lim_div (fun _ => 1) (fun s => 1 - s) 0 0 (0 - 1) (derivable_pt_lim_const 1 0) D1) as
          D. cbv beta in D. replace ((0 * (1 - 0) - (0 - 1) * 1) / Rsqr (1 - 0)) with 1 in D by (unfold Rsqr; field).
        apply D. lra.
      * replace (1 / (1 - 0) * ln (share i)) with (ln (share i)) by field. rewrite exp_ln by exact Hp. ring.
  - rewrite <- E. replace (0 * ln 0) with 0 by ring.
    apply derivable_pt_lim_locally_ext with (f := fun _ => 0) (a := -1) (b := 1); [lra| |apply derivable_pt_lim_const].
    intros; rewrite power_0; nra.
Qed.

Lemma A_at_0 : A 0 = 1.
Proof.
  rewrite <- shares_sum. apply sum_ext; intros i _. replace (/ (1 - 0)) with 1 by field. rewrite power_1.
  apply Rabs_pos_eq, share_nonneg.
Qed.

Lemma h_at_0 : h 0 = 1.
Proof. unfold h. rewrite A_at_0, ln_1. replace (2 * 0 * ln N + 2 * (1 - 0) * 0) with 0 by ring. apply exp_0. Qed.

Lemma h_derivative : derivable_pt_lim h 0 (2 * (ln N - entropy)).
Proof.
  assert (derivable_pt_lim A 0 (- entropy)) as DA.
  { replace (- entropy) with (sum n (fun i => share i * ln (share i))) by (unfold entropy, entropy_of_shares, share;
      ring). apply (derivable_pt_lim_sum n (fun i s => power (share i) (/ (1 - s)))). intros i _.
    apply term_derivative. }
  assert (derivable_pt_lim (fun s => ln (A s)) 0 (/ A 0 * - entropy)) as DL
    by (apply (derivable_pt_lim_comp A ln); [auto|apply derivable_pt_lim_ln, A_pos; lra]).
  assert (derivable_pt_lim (fun s => 2 * (1 - s)) 0 (2 * (0 - 1))) as D1.
  { apply (derivable_pt_lim_scal (fun s => 1 - s)).
    apply (derivable_pt_lim_minus (fun _ => 1) (fun s => s)); [apply derivable_pt_lim_const|
      apply derivable_pt_lim_id]. }
  assert (derivable_pt_lim (fun s => 2 * s * ln N) 0 (2 * 1 * ln N)) as D2.
  { apply derivable_pt_lim_scal_right. apply (derivable_pt_lim_scal (fun s => s)), derivable_pt_lim_id. }
  pose proof (derivable_pt_lim_plus _ _ 0 _ _ D2 (derivable_pt_lim_mult _ _ 0 _ _ D1 DL)) as D.
  pose proof (derivable_pt_lim_comp _ exp 0 _ _ D (derivable_pt_lim_exp _)) as DE.
  replace (2 * (ln N - entropy)) with (exp (2 * 0 * ln N + 2 * (1 - 0) * ln (A 0))
    * (2 * 1 * ln N + (2 * (0 - 1) * ln (A 0) + 2 * (1 - 0) * (/ A 0 * - entropy)))).
  - exact DE.
  - rewrite A_at_0, ln_1, Rinv_1. replace (2 * 0 * ln N + 2 * (1 - 0) * 0) with 0 by ring. rewrite exp_0. ring.
Qed.

Definition tends (f : R -> R) (l : R) : Prop := limit1_in f (fun s => 0 < s <= 1 / 2) l 0.

Lemma continuous_tends f : continuity_pt f 0 -> tends f (f 0).
Proof.
  intros H eps He. destruct (H eps He) as (d & Hd & Hf). exists d. split; auto. intros s [Hs Hsd]. apply Hf.
  split; [split; [exact I|lra]|lra].
Qed.

Lemma slope_tends : tends (fun s => (h s - 1) / s) (2 * (ln N - entropy)).
Proof.
  intros eps He. destruct (h_derivative eps He) as (d & Hd). exists d. split; [apply cond_pos|]. intros s [Hs Hsd].
  cbn in *. unfold R_dist in *. rewrite Rminus_0_r in Hsd. specialize (Hd s ltac:(lra) Hsd).
  rewrite h_at_0, Rplus_0_l in Hd. exact Hd.
Qed.

Lemma radius_tends : tends (fun s => largest (fun c => pnorm (/ s) n (fst c)) S) X.
Proof.
  destruct HS as (_ & HX & _ & _ & _ & EX & _). assert (continuity_pt (fun s => exp (s * ln N) * X) 0) as C by reg.
  apply continuous_tends in C. rewrite Rmult_0_l, exp_0, Rmult_1_l in C. intros eps He.
  destruct (C eps He) as (d & Hd & Hf). exists d. split; auto. intros s [Hs Hsd]. specialize (Hf s (conj Hs Hsd)).
  cbn in *. unfold R_dist in *. assert (2 <= / s) as Hp by (rewrite <- (Rinv_inv 2); apply Rinv_le_contravar; lra).
  destruct (largest_between (/ s) n S Hp) as [H1 H2].
  rewrite Rinv_inv, power_of_pos in H2 by (pose proof N_at_least_1; unfold N in *; lra). rewrite <- EX in *.
  unfold Rpower in H2. fold N in H2. rewrite Rabs_pos_eq in * by lra. lra.
Qed.

Lemma bound_tends : tends (fun s => bound_at n delta u S (/ s)) ((U / delta) ^ 2 * (X * X) * (2 * (ln N - entropy))).
Proof.
  assert (continuity_pt (fun s => (U / delta) ^ 2 * exp (-2 * s * ln N) * (1 - s)) 0) as C by reg.
  apply continuous_tends in C.
  pose proof (limit_mul _ _ _ _ _ _ (limit_mul _ _ _ _ _ _ C (limit_mul _ _ _ _ _ _ radius_tends radius_tends))
    slope_tends) as L. replace (-2 * 0 * ln N) with 0 in L by ring. rewrite exp_0 in L.
  replace ((U / delta) ^ 2 * 1 * (1 - 0) * (X * X) * (2 * (ln N - entropy)))
    with ((U / delta) ^ 2 * (X * X) * (2 * (ln N - entropy))) in L by ring. intros eps He.
  destruct (L eps He) as (d & Hd & Hf). exists d. split; auto. intros s [Hs Hsd]. specialize (Hf s (conj Hs Hsd)).
  pose proof (proj1 HS) as Hdelta. rewrite bound_in_h by (rewrite <- (Rinv_inv 2); apply Rinv_le_contravar; lra).
  rewrite Rinv_inv.
  replace ((U / delta) ^ 2 * largest (fun c => pnorm (/ s) n (fst c)) S ^ 2 * exp (-2 * s * ln N) * ((/ s - 1) * (h s - 1)))
    with ((U / delta) ^ 2 * exp (-2 * s * ln N) * (1 - s) * (largest (fun c => pnorm (/ s) n (fst c)) S * largest (fun c => pnorm (/ s) n (fst c)) S)
    * ((h s - 1) / s)) by (field; lra). exact Hf.
Qed.
End Shares.

Theorem gls_cor7_2 : gls_cor7_2_stmt.
Proof.
  split.
  { intros n U X delta entropy_ u S (Hd & HX & Hu & HU & ->%entropy_of & Hm). unfold b_gls_cor7_2. rewrite HU.
    assert (sum n u = U) as Hsum by (rewrite <- HU; apply sum_ext; intros i Hi; rewrite Rabs_pos_eq by auto;
      reflexivity). destruct (comparator_or_no_trial n U delta u S HU Hd Hm) as [HU0|[HU0 _]]; [|nra].
    unfold entropy_of_shares.
    rewrite (sum_ext n (fun i => Rabs (u i) / U * ln _) (fun i => / U * (u i * ln (u i)) - ln U / U * u i)).
    - rewrite sum_minus, !sum_scal, Hsum. field. lra.
    - intros i Hi. rewrite Rabs_pos_eq by auto. destruct (Hu i Hi) as [H| <-]; [|nra]. unfold Rdiv.
      rewrite ln_mult, ln_Rinv by signs. lra. }
  intros n U X delta entropy_ u S (Hd & HX & Hu & HU & ->%entropy_of & Hm) EX eps He.
  pose proof (sizes_hold n U X delta u S Hd HX Hu HU EX Hm) as HS. rewrite HU.
  destruct (bound_tends n U X delta u S HS eps He) as (d & Hd0 & Hf). exists (2 / d). intros p Hp Hpd.
  assert (0 < / p) as Hp0 by signs.
  assert (/ p <= 1 / 2) as Hp2 by (replace (1 / 2) with (/ 2) by field; apply Rinv_le_contravar; lra).
  assert (/ p < d) as Hpd'.
  { apply Rle_lt_trans with (d / 2); [|lra]. replace (d / 2) with (/ (2 / d)) by (field; lra).
    apply Rinv_le_contravar; signs. }
  specialize (Hf (/ p)). cbn in Hf. unfold R_dist in Hf. rewrite Rminus_0_r, (Rabs_pos_eq (/ p)), Rinv_inv in Hf by lra.
  replace (b_gls_cor7_2 U X delta (entropy_of_shares n U u) (INR n))
    with ((U / delta) ^ 2 * (X * X) * (2 * (ln (INR n) - entropy n U u))) by (unfold b_gls_cor7_2, entropy; field; lra).
  auto.
Qed.

Theorem gls_cor7_2_finite : gls_cor7_2_finite_stmt.
Proof.
  intros n U X delta entropy_ p u S (Hd & HX & Hp & Hu & EU & ->%entropy_of & EX0 & Hm).
  change (sum n (fun e => Rabs (u e))) with (norm1 n u). rewrite EU, radius_of by exact Hp.
  pose proof (sizes_hold n U X delta u S Hd HX Hu EU EX0 Hm) as HS. pose proof HS as (_ & _ & HU & _ & _ & EX & _).
  apply Rle_ge. pose proof (N_at_least_1 n U X delta u S HS) as HN. rewrite power_of_pos by lra.
  match goal with |- _ <= ?v => replace v with (Rpower (INR n) (2 / p) * bound_at n delta u S p) end; cycle 1.
  { unfold bound_at, b_gls_7_1b.
    rewrite (start_product n U X delta u S HS), (ones_norm n U X delta u S HS), (dual_norm n U X delta u S HS)
      by exact Hp. set (M := exp _). assert (0 < M) by apply exp_pos. replace (2 / p) with (/ p + / p) by nra.
    rewrite Rpower_plus. set (E := Rpower (INR n) (/ p)). assert (0 < E) by apply exp_pos. field. lra. }
  rewrite (bound_in_h n U X delta u S HS) by exact Hp. unfold b_gls_cor7_2_finite. assert (0 < / p) as Hp0 by signs.
  assert (/ p <= 1 / 2) as Hp2 by (replace (1 / 2) with (/ 2) by field; apply Rinv_le_contravar; lra).
  pose proof (h_above n U X delta u S HS (/ p) (conj Hp0 Hp2)) as H. pose proof (entropy_most n U X delta u S HS) as H0.
  change (entropy_of_shares n U u) with (entropy n U u). set (D := ln (INR n) - entropy n U u) in *.
  assert (0 <= D) as HD by (unfold D; lra). unfold Rpower.
  replace (2 / p * ln (INR n)) with (- (- 2 * / p * ln (INR n))) by nra. rewrite exp_Ropp.
  set (E := exp (- 2 * / p * ln (INR n))). assert (0 < E) by apply exp_pos. set (r := largest (fun c => pnorm p n (fst c)) S).
  assert (X <= r) as Hr by (rewrite EX; apply largest_between, Hp).
  replace (/ E * ((U / delta) ^ 2 * r ^ 2 * E * ((p - 1) * (h n U u (/ p) - 1))))
    with ((U / delta) ^ 2 * (p - 1) * (r ^ 2 * (h n U u (/ p) - 1))) by (field; lra).
  replace (2 * U ^ 2 * X ^ 2 * (1 - / p) * D / delta ^ 2)
    with ((U / delta) ^ 2 * (p - 1) * (X ^ 2 * (2 * / p * D))) by (field; lra). apply Rmult_le_compat_l; [nra|].
  apply Rmult_le_compat; [nra|nra|nra|lra].
Qed.

Theorem gls_7_lim_rate : gls_7_lim_rate_stmt.
Proof.
  intros n U X delta p u S (Hd & HX & Hp & Hu & E & EX0 & Hm).
  pose proof (sizes_hold n U X delta u S Hd HX Hu E EX0 Hm) as HS. pose proof HS as (_ & _ & HU & _ & _ & EX & _).
  unfold b_gls_7_lim_rate. rewrite radius_of by exact Hp.
  assert (sum n u = U) as -> by (rewrite <- (start_product n U X delta u S HS); apply sum_ext; intros; unfold ones;
    ring). destruct (largest_between p n S Hp) as [H1 H2]. rewrite <- EX in *.
  pose proof (N_at_least_1 n U X delta u S HS) as HN. rewrite power_of_pos in H2 by lra. rewrite power_of_pos by lra.
  unfold Rpower in *. set (Z := exp (/ p * ln (INR n))) in *. assert (0 < Z) as HZ by apply exp_pos.
  set (r := largest (fun c => pnorm p n (fst c)) S) in *. assert (0 < r) as Hr by lra.
  assert (exp (2 / p * ln (INR n)) = Z ^ 2) as ->.
  { unfold Z. replace (2 / p * ln (INR n)) with (/ p * ln (INR n) + / p * ln (INR n)) by nra. rewrite exp_plus. ring. }
  split.
  - replace ((p - 1) * (delta * Z ^ 2 / ((p - 1) * r ^ 2 * U)) / (delta / (U * X ^ 2))) with (Z ^ 2 * (X / r) ^ 2)
      by (field; lra). rewrite <- (Rmult_1_r (Z ^ 2)) at 2. apply Rmult_le_compat_l; [nra|]. rewrite <- (pow1 2).
    apply pow_incr. split; [signs|]. apply Rmult_le_reg_r with r; auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
  - replace (Z ^ 2 * (delta / (U * X ^ 2)) / ((p - 1) * (delta * Z ^ 2 / ((p - 1) * r ^ 2 * U)))) with ((r / X) ^ 2)
      by (field; lra). apply pow_incr. split; [signs|]. apply Rmult_le_reg_r with X; auto. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l; lra.
Qed.

(** ** f_k, for odd k *)

Lemma odd_power_opp k y : Nat.Odd k -> (- y) ^ k = - y ^ k.
Proof.
  intros (j & ->). rewrite Nat.add_1_r. cbn [pow]. rewrite !pow_mult. replace ((- y) ^ 2) with (y ^ 2) by ring. ring.
Qed.

Lemma link_of_odd k v i : (1 <= k)%nat -> Nat.Odd k -> link (INR k + 1) v i = v i ^ k.
Proof.
  intros Hk Hodd. unfold link. rewrite signed_power_cases. replace (INR k + 1 - 1) with (INR k) by ring.
  destruct (Rtotal_order (v i) 0) as [H|[H|H]]; destruct (Rlt_dec (v i) 0); try lra.
  - rewrite power_nonzero, Rabs_left, Rpower_pow, odd_power_opp by signs. ring.
  - rewrite H, power_0. destruct k; [lia|cbn; ring].
  - rewrite power_of_pos, Rpower_pow by assumption. reflexivity.
Qed.

Theorem gls_fk : gls_fk_stmt.
Proof.
  intros n a k S [Hk Hodd]. apply whole_k in Hk. apply (whole_rest k 1 (le_n 1)) in Hodd.
  apply never_apart with (same n) (fun _ => True); [apply Forall_forall; auto|intros i _; reflexivity|].
  intros K K' [x y] _ H. cbn [fst snd].
  assert (prediction (qa_f_rule n k a) K x = prediction (doubled_p_norm_rule n (INR k + 1) (a / INR k)) K' x) as E.
  { apply dot_ext; auto. intros i Hi. change (interpolating k (a * K i) = link (INR k + 1) (fun e => 1 + a / INR k * K' e) i
      - link (INR k + 1) (fun e => 1 - a / INR k * K' e) i). unfold interpolating. rewrite !link_of_odd, <- (H i Hi) by assumption.
    unfold Rdiv. f_equal; [|f_equal]; f_equal; ring. }
  split; [apply equal_predictions, E|]. unfold play; cbn [fst snd]. rewrite E. intros i Hi. cbn.
  rewrite (H i Hi). reflexivity.
Qed.
