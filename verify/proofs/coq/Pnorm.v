(** * Hoelder's inequality and the smoothness of the squared p-norm, for every real p >= 2

    Along a segment, (e + sum |z_i|^p)^(2/p) with e > 0 is twice differentiable, and its second derivative is
    at most 2 (p - 1) times the squared p-norm of the direction. The statement on norms is the limit e -> 0. *)

From Boundcheck Require Import Vectors.
Open Scope R_scope.

(** ** Powers of magnitudes *)


Lemma power_nonzero y r : y <> 0 -> power y r = Rpower (Rabs y) r.
Proof. unfold power. destruct (Req_EM_T y 0); lra. Qed.

Lemma power_of_pos y r : 0 < y -> power y r = Rpower y r.
Proof. intros H. rewrite power_nonzero, Rabs_pos_eq by lra. reflexivity. Qed.

Lemma reciprocal r : 1 / r = / r. Proof. unfold Rdiv. ring. Qed.

Lemma power_nonneg y r : 0 <= power y r. Proof. unfold power. destruct (Req_EM_T y 0); signs. Qed.

Lemma power_pos y r : y <> 0 -> 0 < power y r. Proof. intros H. rewrite power_nonzero by assumption. apply exp_pos. Qed.

Lemma power_abs y r : power (Rabs y) r = power y r.
Proof.
  destruct (Req_EM_T y 0) as [->|H]; [rewrite Rabs_R0; reflexivity|].
  rewrite !power_nonzero, Rabs_Rabsolu by (try apply Rabs_no_R0; assumption). reflexivity.
Qed.

Lemma power_power y r s : power (power y r) s = power y (r * s).
Proof.
  destruct (Req_EM_T y 0) as [->|H]; [rewrite !power_0; reflexivity|].
  rewrite (power_nonzero y), (power_nonzero y), power_of_pos by signs. apply Rpower_mult.
Qed.

Lemma power_plus y r s : power y r * power y s = power y (r + s).
Proof.
  destruct (Req_EM_T y 0) as [->|H]; [rewrite !power_0; ring|]. rewrite !power_nonzero by assumption.
  symmetry; apply Rpower_plus.
Qed.

Lemma power_prod x y r : power (x * y) r = power x r * power y r.
Proof.
  destruct (Req_EM_T x 0) as [->|Hx]; [rewrite Rmult_0_l, power_0; ring|].
  destruct (Req_EM_T y 0) as [->|Hy]; [rewrite Rmult_0_r, power_0; ring|]. rewrite !power_nonzero, Rabs_mult by nra.
  symmetry; apply Rpower_mult_distr; apply Rabs_pos_lt; lra.
Qed.

Lemma power_1 y : power y 1 = Rabs y.
Proof.
  destruct (Req_EM_T y 0) as [->|H]; [rewrite power_0, Rabs_R0; reflexivity|]. rewrite power_nonzero by assumption.
  apply Rpower_1, Rabs_pos_lt, H.
Qed.

Lemma power_2 y : power y 2 = y ^ 2.
Proof.
  replace 2 with (1 + 1) at 1 by ring. rewrite <- power_plus, power_1, <- Rabs_mult, Rabs_pos_eq; [ring|].
  apply Rle_0_sqr.
Qed.

Lemma power_le x y r : 0 <= x <= y -> 0 <= r -> power x r <= power y r.
Proof.
  intros [[Hx| <-] Hy] Hr; [|rewrite power_0; apply power_nonneg]. rewrite !power_of_pos by lra.
  apply Rle_Rpower_l; lra.
Qed.

Lemma power_below_1 y r : 0 <= y <= 1 -> 0 < r <= 1 -> y <= power y r.
Proof.
  intros [[Hy| <-] H1] Hr; [|rewrite power_0; lra]. rewrite power_of_pos by assumption. unfold Rpower.
  rewrite <- (exp_ln y) at 1 by assumption.
  assert (r * ln y >= ln y) as H by (assert (ln y <= 0) by (rewrite <- ln_1; apply ln_le_mono; lra); nra).
  destruct H as [H|H]; [left; apply exp_increasing; lra|rewrite H; lra].
Qed.

(** ** Young and Hoelder *)

Lemma young a b th : 0 <= a -> 0 <= b -> 0 < th < 1 -> power a th * power b (1 - th) <= th * a + (1 - th) * b.
Proof.
  intros Ha Hb Hth. assert (0 <= th * a) by nra. assert (0 <= (1 - th) * b) by nra.
  destruct Ha as [Ha| <-]; [|rewrite power_0; lra]. destruct Hb as [Hb| <-]; [|rewrite power_0; lra].
  rewrite !power_of_pos by assumption. unfold Rpower. rewrite <- exp_plus. set (m := th * a + (1 - th) * b).
  assert (0 < m) as Hm by (unfold m; signs). rewrite <- (exp_ln m) by assumption.
  enough (th * ln a + (1 - th) * ln b <= ln m) as [H'|H'] by
    (first [left; apply exp_increasing; assumption|rewrite H'; lra]).
  assert (th * ln (a / m) <= th * (a / m - 1)) by (apply Rmult_le_compat_l;
    [lra|apply ln_le_minus_1, Rdiv_lt_0_compat; assumption]).
  assert ((1 - th) * ln (b / m) <= (1 - th) * (b / m - 1)) by (apply Rmult_le_compat_l;
    [lra|apply ln_le_minus_1, Rdiv_lt_0_compat; assumption]).
  assert (th * (a / m - 1) + (1 - th) * (b / m - 1) = 0) by (unfold m in *; field; lra). unfold Rdiv in *.
  rewrite !ln_mult, ln_Rinv in * by nra. lra.
Qed.

Lemma sum_zero_terms n f i : (forall j, (j < n)%nat -> 0 <= f j) -> sum n f <= 0 -> (i < n)%nat -> f i = 0.
Proof. intros Hf Hs Hi. pose proof (sum_term_le n f i Hi Hf). pose proof (Hf i Hi). lra. Qed.

Lemma holder n a b A B th : 0 < th < 1 ->
  (forall i, (i < n)%nat -> 0 <= a i) -> (forall i, (i < n)%nat -> 0 <= b i) -> sum n a <= A -> sum n b <= B ->
  sum n (fun i => power (a i) th * power (b i) (1 - th)) <= power A th * power B (1 - th).
Proof.
  intros Hth Ha Hb HA HB. pose proof (sum_nonneg n a Ha) as HA0. pose proof (sum_nonneg n b Hb) as HB0.
  destruct (Req_EM_T A 0) as [->|NA].
  { rewrite (sum_ext n _ (fun _ => 0)); [rewrite sum_zero, power_0; lra|]. intros i Hi.
    rewrite (sum_zero_terms n a i Ha HA Hi), power_0; ring. }
  destruct (Req_EM_T B 0) as [->|NB].
  { rewrite (sum_ext n _ (fun _ => 0)); [rewrite sum_zero, power_0; lra|]. intros i Hi.
    rewrite (sum_zero_terms n b i Hb HB Hi), power_0; ring. }
  assert (0 < A) by lra. assert (0 < B) by lra. set (C := power A th * power B (1 - th)).
  assert (0 < C) by (apply Rmult_lt_0_compat; apply power_pos; assumption).
  apply Rle_trans with (sum n (fun i => C * (th / A * a i + (1 - th) / B * b i))).
  - apply sum_le; intros i Hi. replace (a i) with (A * (a i / A)) at 1 by (field; assumption).
    replace (b i) with (B * (b i / B)) at 1 by (field; assumption). rewrite !power_prod.
    pose proof (Ha i Hi) as Hai; pose proof (Hb i Hi) as Hbi. apply (Rle_mult_inv_pos _ A) in Hai; auto.
    apply (Rle_mult_inv_pos _ B) in Hbi; auto.
    pose proof (Rmult_le_compat_l C _ _ (Rlt_le _ _ H1) (young _ _ th Hai Hbi Hth)) as Y. unfold C, Rdiv in *. lra.
  - rewrite sum_scal, sum_plus, !sum_scal. rewrite <- (Rmult_1_r C) at 2. apply Rmult_le_compat_l; [lra|].
    assert (th / A * sum n a <= th / A * A) by (apply Rmult_le_compat_l; signs).
    assert ((1 - th) / B * sum n b <= (1 - th) / B * B) by (apply Rmult_le_compat_l; signs).
    replace (th / A * A) with th in * by (field; assumption).
    replace ((1 - th) / B * B) with (1 - th) in * by (field; assumption). lra.
Qed.

(** ** p-norms *)

Definition psum (p : R) (n : nat) (u : vec) : R := sum n (fun i => power (u i) p).

Lemma psum_nonneg p n u : 0 <= psum p n u. Proof. apply sum_nonneg; intros; apply power_nonneg. Qed.

Lemma pnorm_nonneg p n u : 0 <= pnorm p n u. Proof. apply power_nonneg. Qed.

Lemma pnorm_square p n u : p <> 0 -> pnorm p n u ^ 2 = power (psum p n u) (2 / p).
Proof. intros Hp. unfold pnorm. rewrite <- power_2, power_power. f_equal. lra. Qed.

Lemma pnorm_ext p n u v : (forall i, (i < n)%nat -> u i = v i) -> pnorm p n u = pnorm p n v.
Proof. intros H. unfold pnorm. f_equal. apply sum_ext; intros i Hi. rewrite H by assumption; lra. Qed.

Lemma pnorm_scal p n c u : p <> 0 -> pnorm p n (fun i => c * u i) = Rabs c * pnorm p n u.
Proof.
  intros Hp. unfold pnorm. rewrite (sum_ext n _ (fun i => power c p * power (u i) p)) by (intros; apply power_prod).
  rewrite sum_scal, power_prod, power_power, <- power_1. do 2 f_equal. field; lra.
Qed.

Lemma pnorm_zero p n : pnorm p n zero = 0.
Proof.
  unfold pnorm. rewrite (sum_ext n _ (fun _ => 0)) by (intros; apply power_0). rewrite sum_zero; apply power_0.
Qed.

(** The dual exponent of p. *)
Lemma dual_exponent p : 2 <= p -> / p + / (p / (p - 1)) = 1. Proof. intros Hp. field. lra. Qed.

Lemma dual_exponent_only p q : 2 <= p -> / p + / q = 1 -> q = p / (p - 1).
Proof.
  intros Hp H. assert (q <> 0) as Hq by (intros ->; rewrite Rinv_0 in H; pose proof (Rinv_lt_contravar 1 p); lra).
  apply Rmult_eq_reg_r with (/ q); [|apply Rinv_neq_0_compat, Hq]. rewrite Rinv_r by exact Hq.
  replace (/ q) with (1 - / p) by lra. field. lra.
Qed.

Ltac dual p q Hpq := set (q := p / (p - 1)) in *; assert (/ p + / q = 1) as Hpq by (apply dual_exponent; assumption).

Lemma holder_pq p q n u z : 1 < p -> / p + / q = 1 -> Rabs (dot n u z) <= pnorm q n u * pnorm p n z.
Proof.
  intros Hp Hpq. assert (0 < / p < 1) as Hp' by (split; [signs|]; rewrite <- Rinv_1; apply Rinv_lt_contravar; lra).
  assert (q <> 0) as Hq by (intros ->; rewrite Rinv_0 in Hpq; lra).
  replace (pnorm p n z) with (power (psum p n z) (1 - / q)) by (unfold pnorm; f_equal; lra).
  eapply Rle_trans; [apply sum_abs_le|].
  eapply Rle_trans; [|apply (holder n (fun i => power (u i) q) (fun i => power (z i) p));
    try (intros; apply power_nonneg); unfold psum; lra]. apply sum_le; intros i _. rewrite !power_power, Rabs_mult.
  replace (q * / q) with 1 by (field; assumption). replace (1 - / q) with (/ p) by lra.
  replace (p * / p) with 1 by (field; lra). rewrite !power_1. lra.
Qed.

(** ** Derivatives *)

Lemma derivable_pt_lim_sum n (F : nat -> R -> R) F' t : (forall i, (i < n)%nat -> derivable_pt_lim (F i) t (F' i)) ->
  derivable_pt_lim (fun s => sum n (fun i => F i s)) t (sum n F').
Proof.
  induction n; intros H; [apply derivable_pt_lim_const|].
  apply (derivable_pt_lim_plus (fun s => sum n (fun i => F i s)) (F n)); auto.
Qed.

Lemma derivable_pt_lim_line c v t : derivable_pt_lim (fun s => c + s * v) t v.
Proof.
  exists (mkposreal 1 Rlt_0_1). intros h Hh _.
  replace ((c + (t + h) * v - (c + t * v)) / h - v) with 0 by (field; assumption). rewrite Rabs_R0; lra.
Qed.

Lemma derivable_pt_lim_Rpower_of g t g' r : 0 < g t -> derivable_pt_lim g t g' ->
  derivable_pt_lim (fun s => Rpower (g s) r) t (r * Rpower (g t) (r - 1) * g').
Proof. intros Hg H. apply (derivable_pt_lim_comp g (fun y => Rpower y r)); [auto|apply derivable_pt_lim_power, Hg]. Qed.

Lemma signed_power_derivative y r : 1 < r -> derivable_pt_lim (fun s => signed_power s r) y (r * power y (r - 1)).
Proof.
  intros Hr. destruct (Rtotal_order y 0) as [Hy|[->|Hy]].
  - apply derivable_pt_lim_locally_ext with (f := fun s => - Rpower (- s) r) (a := y - 1) (b := 0); [lra| |].
    + intros s Hs. rewrite signed_power_cases. destruct (Rlt_dec s 0); [|lra]. rewrite power_nonzero, Rabs_left by lra.
      reflexivity.
    + rewrite power_nonzero, Rabs_left by lra.
      replace (r * Rpower (- y) (r - 1)) with (- (r * Rpower (- y) (r - 1) * -1)) by ring.
      apply (derivable_pt_lim_opp (fun s => Rpower (- s) r)), (derivable_pt_lim_Rpower_of (fun s => - s)); [lra|].
      apply (derivable_pt_lim_opp id y 1), derivable_pt_lim_id.
  - rewrite power_0, Rmult_0_r. intros eps Heps. assert (0 < Rpower eps (/ (r - 1))) as Hd by apply exp_pos.
    exists (mkposreal _ Hd). cbn [pos]. intros h Hh0 Hh. rewrite Rplus_0_l, Rminus_0_r.
    replace (signed_power 0 r) with 0 by (rewrite signed_power_cases; destruct (Rlt_dec 0 0); rewrite power_0; lra).
    rewrite Rminus_0_r.
    assert (Rabs (signed_power h r) = power h r) as E.
    { rewrite signed_power_cases. destruct (Rlt_dec h 0); rewrite ?Rabs_Ropp; apply Rabs_pos_eq, power_nonneg. }
    unfold Rdiv. rewrite Rabs_mult, E, Rabs_inv. replace r with (1 + (r - 1)) at 1 by ring.
    rewrite <- power_plus, power_1.
    replace (Rabs h * power h (r - 1) * / Rabs h) with (power h (r - 1)) by (field; apply Rabs_no_R0, Hh0).
    rewrite power_nonzero by assumption. replace eps with (Rpower (Rpower eps (/ (r - 1))) (r - 1)).
    + apply exp_increasing, Rmult_lt_compat_l; [lra|]. apply ln_increasing; [apply Rabs_pos_lt, Hh0|nra].
    + rewrite Rpower_mult. replace (/ (r - 1) * (r - 1)) with 1 by (field; lra). apply Rpower_1, Heps.
  - apply derivable_pt_lim_locally_ext with (f := fun s => Rpower s r) (a := 0) (b := y + 1); [lra| |].
    + intros s Hs. rewrite signed_power_cases. destruct (Rlt_dec s 0); [lra|]. rewrite power_of_pos by lra. reflexivity.
    + rewrite power_of_pos by lra. apply derivable_pt_lim_power, Hy.
Qed.

Lemma power_as_product y p : power y p = y * signed_power y (p - 1).
Proof.
  replace p with (1 + (p - 1)) at 1 by ring. rewrite <- power_plus, power_1. rewrite signed_power_cases.
  destruct (Rlt_dec y 0); [rewrite Rabs_left by assumption|rewrite Rabs_pos_eq by lra]; ring.
Qed.

Lemma power_derivative y p : 2 < p -> derivable_pt_lim (fun s => power s p) y (p * signed_power y (p - 1)).
Proof.
  intros Hp.
  apply derivable_pt_lim_locally_ext with (f := fun s => s * signed_power s (p - 1)) (a := y - 1) (b := y + 1);
    [lra| symmetry; apply power_as_product|].
  replace (p * signed_power y (p - 1)) with (1 * signed_power y (p - 1) + y * ((p - 1) * power y (p - 1 - 1))).
  - apply (derivable_pt_lim_mult id (fun s => signed_power s (p - 1)));
      [apply derivable_pt_lim_id|apply signed_power_derivative; lra].
  - rewrite signed_power_cases.
    assert (power y (p - 1) = Rabs y * power y (p - 1 - 1)) as -> by (rewrite <- power_1, power_plus; f_equal; ring).
    destruct (Rlt_dec y 0); [rewrite Rabs_left by assumption|rewrite Rabs_pos_eq by lra]; ring.
Qed.

(** ** The squared norm along a segment *)

Section Segment.
Variables (p e : R) (n : nat) (z v : vec).
Hypotheses (Hp : 2 < p) (He : 0 < e).

Definition at_ (t : R) : vec := fun i => z i + t * v i.
Definition mass (t : R) : R := e + psum p n (at_ t).
Definition slope (t : R) : R := sum n (fun i => signed_power (at_ t i) (p - 1) * v i).
Definition curve (t : R) : R := sum n (fun i => power (at_ t i) (p - 2) * v i ^ 2).
Definition tangent (t : R) : R := Rpower (mass t) (2 / p - 1) * slope t.

Lemma mass_pos t : 0 < mass t. Proof. unfold mass. pose proof (psum_nonneg p n (at_ t)). lra. Qed.

Lemma mass_derivative t : derivable_pt_lim mass t (p * slope t).
Proof.
  unfold mass, slope. rewrite <- (Rplus_0_l (p * _)), <- sum_scal.
  apply (derivable_pt_lim_plus (fun _ => e) (fun s => psum p n (at_ s))); [apply derivable_pt_lim_const|].
  apply derivable_pt_lim_sum; intros i _.
  replace (p * (signed_power (at_ t i) (p - 1) * v i)) with (p * signed_power (at_ t i) (p - 1) * v i) by ring.
  apply (derivable_pt_lim_comp (fun s => z i + s * v i) (fun y => power y p)); [apply derivable_pt_lim_line|].
  apply power_derivative, Hp.
Qed.

Lemma slope_derivative t : derivable_pt_lim slope t ((p - 1) * curve t).
Proof.
  unfold slope, curve. rewrite <- sum_scal. apply derivable_pt_lim_sum; intros i _.
  replace ((p - 1) * (power (at_ t i) (p - 2) * v i ^ 2)) with ((p - 1) * power (at_ t i) (p - 1 - 1) * v i * v i +
    signed_power (at_ t i) (p - 1) * 0) by (replace (p - 1 - 1) with (p - 2) by ring; ring).
  apply (derivable_pt_lim_mult (fun s => signed_power (z i + s * v i) (p - 1)) (fun _ => v i));
    [|apply derivable_pt_lim_const].
  apply (derivable_pt_lim_comp (fun s => z i + s * v i) (fun y => signed_power y (p - 1)));
    [apply derivable_pt_lim_line|apply signed_power_derivative; lra].
Qed.

Lemma curve_bound t : curve t <= Rpower (mass t) (1 - 2 / p) * pnorm p n v ^ 2.
Proof.
  assert (0 < 2 / p < 1) as Hth.
  { split; [signs|]. apply Rmult_lt_reg_r with p; [lra|]. replace (2 / p * p) with 2 by (field; lra). lra. }
  rewrite pnorm_square, <- power_of_pos by (try apply mass_pos; lra).
  replace (power (psum p n v) (2 / p)) with (power (psum p n v) (1 - (1 - 2 / p))) by (f_equal; lra).
  eapply Rle_trans; [|apply (holder n (fun i => power (at_ t i) p) (fun i => power (v i) p) (mass t) (psum p n v)
    (1 - 2 / p))].
  - apply sum_le; intros i _. rewrite !power_power. replace (p * (1 - 2 / p)) with (p - 2) by (field; lra).
    replace (p * (1 - (1 - 2 / p))) with 2 by (field; lra). rewrite power_2. lra.
  - lra.
  - intros; apply power_nonneg.
  - intros; apply power_nonneg.
  - unfold mass, psum. lra.
  - unfold psum; lra.
Qed.

Definition twist (t : R) : R :=
  (2 / p - 1) * Rpower (mass t) (2 / p - 1 - 1) * (p * slope t) * slope t
  + Rpower (mass t) (2 / p - 1) * ((p - 1) * curve t).

Lemma tangent_derivative t : derivable_pt_lim tangent t (twist t).
Proof.
  apply (derivable_pt_lim_mult (fun s => Rpower (mass s) (2 / p - 1)) slope); [|apply slope_derivative].
  apply derivable_pt_lim_Rpower_of; [apply mass_pos|apply mass_derivative].
Qed.

Lemma twist_bound t : twist t <= (p - 1) * pnorm p n v ^ 2.
Proof.
  unfold twist.
  assert ((2 / p - 1) * Rpower (mass t) (2 / p - 1 - 1) * (p * slope t) * slope t <= 0) as H1.
  { replace ((2 / p - 1) * Rpower (mass t) (2 / p - 1 - 1) * (p * slope t) * slope t)
      with (- ((p - 2) * Rpower (mass t) (2 / p - 1 - 1) * slope t ^ 2)) by (field; lra).
    enough (0 <= (p - 2) * Rpower (mass t) (2 / p - 1 - 1) * slope t ^ 2) by lra. signs. }
  assert (Rpower (mass t) (2 / p - 1) * ((p - 1) * curve t)
    <= Rpower (mass t) (2 / p - 1) * ((p - 1) * (Rpower (mass t) (1 - 2 / p) * pnorm p n v ^ 2))) as H2.
  { apply Rmult_le_compat_l; [signs|]. apply Rmult_le_compat_l; [lra|apply curve_bound]. }
  replace (Rpower (mass t) (2 / p - 1) * ((p - 1) * (Rpower (mass t) (1 - 2 / p) * pnorm p n v ^ 2)))
    with (Rpower (mass t) (2 / p - 1) * Rpower (mass t) (1 - 2 / p) * ((p - 1) * pnorm p n v ^ 2)) in H2 by ring.
  rewrite <- Rpower_plus in H2. replace (2 / p - 1 + (1 - 2 / p)) with 0 in H2 by ring.
  rewrite Rpower_O in H2 by apply mass_pos. lra.
Qed.

Lemma tangent_bound t : 0 <= t -> tangent t <= tangent 0 + (p - 1) * pnorm p n v ^ 2 * t.
Proof.
  intros [Ht| <-]; [|lra]. destruct (MVT_cor2 tangent twist 0 t Ht) as (c & E & _); [intros; apply tangent_derivative|].
  pose proof (Rmult_le_compat_r t _ _ (Rlt_le _ _ Ht) (twist_bound c)). lra.
Qed.

Lemma smoothed_growth : Rpower (mass 1) (2 / p) <= Rpower (mass 0) (2 / p) + 2 * tangent 0 + (p - 1) * pnorm p n v ^ 2.
Proof.
  set (C := (p - 1) * pnorm p n v ^ 2).
  destruct (MVT_cor2 (fun t => Rpower (mass t) (2 / p) - C * t ^ 2) (fun t => 2 * tangent t - C * (2 * t)) 0 1)
    as (c & E & Hc); [lra| |].
  - intros t _. apply (derivable_pt_lim_minus (fun s => Rpower (mass s) (2 / p)) (fun s => C * s ^ 2)).
    + replace (2 * tangent t) with (2 / p * Rpower (mass t) (2 / p - 1) * (p * slope t))
        by (unfold tangent; field; lra). apply derivable_pt_lim_Rpower_of; [apply mass_pos|apply mass_derivative].
    + apply (derivable_pt_lim_scal (fun s => s ^ 2) C t (2 * t)).
      replace (2 * t) with (INR 2 * t ^ pred 2) by (cbn; ring). apply derivable_pt_lim_pow.
  - pose proof (tangent_bound c ltac:(lra)) as T. fold C in T. lra.
Qed.
End Segment.

(** ** What an update that the weights do not favour adds to the squared norm *)

Lemma dot_link p n z v : dot n (link p z) v = sum n (fun i => signed_power (z i) (p - 1) * v i).
Proof. reflexivity. Qed.

Lemma growth_smoothed p e n z v : 2 < p -> 0 < e -> dot n (link p z) v <= 0 ->
  Rpower (e + psum p n (fun i => z i + v i)) (2 / p) <= Rpower (e + psum p n z) (2 / p) + (p - 1) * pnorm p n v ^ 2.
Proof.
  intros Hp He Hd. pose proof (smoothed_growth p e n z v Hp He) as G.
  assert (forall t y, (forall i, at_ z v t i = y i) -> mass p e n z v t = e + psum p n y) as Em.
  { intros t y E. unfold mass. f_equal. apply sum_ext; intros i _. rewrite E; nra. }
  rewrite (Em 1 (fun i => z i + v i)), (Em 0 z) in G by (intros; unfold at_; ring).
  assert (slope p n z v 0 <= 0) as Hs.
  { rewrite dot_link in Hd. unfold slope. erewrite sum_ext; [exact Hd|]. intros; unfold at_. do 2 f_equal; ring. }
  assert (0 <= Rpower (mass p e n z v 0) (2 / p - 1) * - slope p n z v 0) by signs. unfold tangent in G. lra.
Qed.

Lemma Rpower_subadditive e s r : 0 < e -> 0 <= s -> 0 < r <= 1 -> Rpower (e + s) r <= Rpower e r + power s r.
Proof.
  intros He Hs Hr. set (T := e + s). assert (0 < T) by (unfold T; lra).
  assert (forall y, 0 <= y <= T -> Rpower T r * (y / T) <= power y r) as H1.
  { intros y Hy. replace y with (T * (y / T)) at 2 by (field; lra).
    rewrite power_prod, (power_of_pos T) by assumption. apply Rmult_le_compat_l; [signs|]. apply power_below_1; auto.
    split; [signs|]. apply Rmult_le_reg_r with T; auto. replace (y / T * T) with y by (field; lra). lra. }
  pose proof (H1 e ltac:(unfold T; lra)) as E1. pose proof (H1 s ltac:(unfold T; lra)) as E2.
  rewrite power_of_pos in E1 by assumption.
  replace (Rpower T r) with (Rpower T r * (e / T) + Rpower T r * (s / T)) at 1 by (unfold T; field; lra). lra.
Qed.

Theorem growth p n z v : 2 <= p -> dot n (link p z) v <= 0 ->
  pnorm p n (fun i => z i + v i) ^ 2 <= pnorm p n z ^ 2 + (p - 1) * pnorm p n v ^ 2.
Proof.
  intros [Hp| <-] Hd.
  - rewrite !(pnorm_square p n (fun i => z i + v i)), !(pnorm_square p n z) by lra.
    assert (0 < 2 / p <= 1) as Hr.
    { split; [signs|]. apply Rmult_le_reg_r with p; [lra|]. replace (2 / p * p) with 2 by (field; lra). lra. }
    apply le_epsilon; intros eps Heps. set (e := Rpower eps (p / 2)). assert (0 < e) as He by apply exp_pos.
    assert (Rpower e (2 / p) = eps) as Ee.
    { unfold e. rewrite Rpower_mult. replace (p / 2 * (2 / p)) with 1 by (field; lra). apply Rpower_1, Heps. }
    pose proof (growth_smoothed p e n z v Hp He Hd) as G.
    pose proof (Rpower_subadditive e (psum p n z) (2 / p) He (psum_nonneg p n z) Hr) as Sub.
    pose proof (psum_nonneg p n (fun i => z i + v i)) as P0.
    assert (power (psum p n (fun i => z i + v i)) (2 / p) <= Rpower (e + psum p n (fun i => z i + v i)) (2 / p)) as L.
    { rewrite <- (power_of_pos (e + _)) by lra. apply power_le; lra. }
    lra.
  - assert (forall y, pnorm 2 n y ^ 2 = sum n (fun i => y i ^ 2)) as E2.
    { intros y. rewrite pnorm_square by lra. replace (2 / 2) with 1 by field.
      rewrite power_1, Rabs_pos_eq by apply psum_nonneg. apply sum_ext; intros; apply power_2. }
    rewrite !E2. rewrite dot_link in Hd.
    assert (forall y, signed_power y (2 - 1) = y) as Es.
    { intros y. rewrite signed_power_cases. replace (2 - 1) with 1 by ring. rewrite power_1.
      destruct (Rlt_dec y 0); [rewrite Rabs_left by assumption|rewrite Rabs_pos_eq by lra]; ring. }
    rewrite (sum_ext n _ (fun i => z i * v i)) in Hd by (intros; rewrite Es; reflexivity).
    rewrite (sum_ext n (fun i => (z i + v i) ^ 2) (fun i => (z i ^ 2 + 2 * (z i * v i)) + v i ^ 2)) by (intros; ring).
    rewrite !sum_plus, sum_scal. lra.
Qed.
