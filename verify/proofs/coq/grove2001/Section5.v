(** * Section 5: the best measure of progress *)

From Coq Require Import Ranalysis5.
From Boundcheck Require Import Vectors Pnorm GenBounds GenClaims Premises.
From Boundcheck.grove2001 Require Import Hessian.
From Boundcheck.grove2001 Require QuasiAdditive.
From Boundcheck.grove2001 Require Import Definitions Convergence Functions Section5Statements.
Open Scope R_scope.

Lemma far_coordinate n u z v k : positive_vec n u -> potential exp n v = potential exp n z -> (k < n)%nat ->
  v k < (dot n u z - (INR n - 1) * Rabs (ln (potential exp n z)) * greatest n u) / least n u ->
  dot n u v - dot n u z < 0.
Proof.
  intros Hu HG Hk Hv. destruct (least_at n u ltac:(lia)) as (j & Hj & Ej). pose proof (least_below n u) as Hlow.
  pose proof (greatest_above n u) as Hhigh. set (low := least n u) in *. set (high := greatest n u) in *.
  set (T := ln (potential exp n z)) in *. set (P := Rabs T) in *. assert (0 <= P) as HP by apply Rabs_pos.
  assert (0 < low) as Hl by (rewrite <- Ej; apply Hu, Hj).
  assert (forall i, (i < n)%nat -> v i <= P) as HvP.
  { intros i Hi. apply Rle_trans with T; [|apply Rle_abs]. unfold T. rewrite <- HG, <- (ln_exp (v i)).
    apply ln_le_mono; [signs|]. apply (sum_term_le n (fun m => exp (v m)) i Hi). left; signs. }
  apply (Rmult_lt_compat_r low) in Hv; auto.
  replace ((dot n u z - (INR n - 1) * P * high) / low * low) with (dot n u z - (INR n - 1) * P * high) in Hv
    by (field; lra).
  assert (dot n u v <= P * (sum n u - u k) + u k * v k) as Huv.
  { pose proof (sum_term_le n (fun i => u i * (P - v i)) k Hk) as H.
    assert (sum n (fun i => u i * (P - v i)) = P * sum n u - dot n u v) as E.
    { unfold dot. rewrite <- sum_scal, <- sum_minus. apply sum_ext; intros; ring. }
    rewrite E in H. enough (u k * (P - v k) <= P * sum n u - dot n u v) by lra. apply H. intros i Hi.
    specialize (Hu i Hi). specialize (HvP i Hi). signs. }
  assert (sum n (fun i => high - u i) = INR n * high - sum n u) as Es by (rewrite sum_minus, sum_const; reflexivity).
  assert (forall i, (i < n)%nat -> 0 <= high - u i) as H0 by (intros i Hi; specialize (Hhigh i Hi); lra).
  destruct (Nat.eq_dec k j) as [->|Hkj].
  - pose proof (sum_term_le n (fun i => high - u i) j Hj H0) as H. nra.
  - pose proof (sum_two_terms n (fun i => high - u i) k j Hk Hj Hkj H0) as H. specialize (Hlow k Hk).
    specialize (HvP k Hk). specialize (Hhigh k Hk). nra.
Qed.

Theorem gls_5_1_proof : gls_5_1_proof_stmt.
Proof.
  split; [| apply far_coordinate]. intros n u s c Hu. set (v := fun _ => _). intros Hv.
  rewrite (greatest_ext n _ u) in Hv by (intros i Hi; specialize (Hu i Hi); apply Rabs_pos_eq; lra). destruct n as [|n].
  { unfold least, dot, Rdiv in Hv. cbn [greatest sum] in Hv. lra. }
  destruct (least_at (S n) v ltac:(lia)) as (k & Hk & Ek). rewrite <- Ek in Hv.
  apply (far_coordinate (S n) u s v k Hu); auto.
  assert (forall z, 0 < sum (S n) (exponential z)) as Hpos by (intros z; apply sum_pos; [lia|intros; apply exp_pos]).
  change (potential exp (S n) s) with (sum (S n) (exponential s)). unfold v. pose proof (Hpos s) as HA.
  pose proof (Hpos (fst c)) as HB. set (A := sum (S n) (fun e => exp (s e))).
  set (B := sum (S n) (fun e => exp (fst c e))) in *. transitivity (sum (S n) (fun i => exp (fst c i) * (A / B))).
  - apply sum_ext; intros i _. unfold componentwise, Rminus. rewrite !exp_plus, exp_Ropp, !exp_ln by assumption.
    unfold Rdiv. ring.
  - rewrite sum_scal_r. change (B * (A / B) = A). field. exact (Rgt_not_eq _ _ HB).
Qed.

Theorem gls_5_hess : gls_5_hess_stmt.
Proof.
  intros n p u z i j (Hp & Hu & Hz) Hi Hj. split.
  - intros q Hpq alpha. exists (p_second p q n u z i j). split.
    + exists (p_slope p q n u i). split; [eapply p_first; eassumption|eapply p_second_holds; eassumption].
    + eapply p_formula; auto.
  - intros U alpha. exists (exp_second n u z i j). split.
    + exists (fun y => U * exp (y i) / sum n (exponential y)).
      split; [eapply exp_first; eassumption|eapply exp_second_holds; eassumption].
    + assert (0 < U) as HU by (apply sum_pos; [lia|auto]).
      assert (0 < sum n (exponential z)) as HG by (apply sum_pos; [lia|intros; apply exp_pos]).
      assert (sum n (fun k => / (alpha * u k) * u k ^ 2) = U / alpha) as ->.
      { replace (U / alpha) with (sum n (fun k => u k * / alpha)) by (rewrite sum_scal_r; reflexivity).
        apply sum_ext; intros k Hk. specialize (Hu k Hk). rewrite Rinv_mult.
        replace (u k ^ 2) with (u k * u k) by ring.
        replace (/ alpha * / u k * (u k * u k)) with (/ alpha * u k * (/ u k * u k)) by ring. rewrite Rinv_l by lra.
        ring. }
      unfold exp_second, alpha, b_gls_5_hess. fold U. field; nra.
Qed.

(** ** Continuity *)

Lemma continuity_pt_from_delta g t :
  (forall eps, 0 < eps -> exists d, 0 < d /\ forall s, Rabs (s - t) < d -> Rabs (g s - g t) < eps) -> continuity_pt g t.
Proof.
  intros H eps Heps. destruct (H eps Heps) as (d & Hd & Hg). exists d. split; auto. intros s [_ Hs]. apply Hg, Hs.
Qed.

(** The inverse of an increasing function is continuous. *)
Lemma inverse_continuous f g h t d0 : strictly_increasing f -> continuity_pt h t -> 0 < d0 ->
  (forall s, Rabs (s - t) < d0 -> f (g s) = h s) -> continuity_pt g t.
Proof.
  intros Hinc Hh Hd0 Hg. apply continuity_pt_from_delta. intros eps Heps.
  assert (f (g t) = h t) as Et by (apply Hg; rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; assumption).
  pose proof (Hinc (g t - eps) (g t) ltac:(lra)) as L. pose proof (Hinc (g t) (g t + eps) ltac:(lra)) as R0.
  destruct (continuity_pt_delta h t Hh (Rmin (f (g t) - f (g t - eps)) (f (g t + eps) - f (g t)))) as (d & Hd & Hc).
  { apply Rmin_glb_lt; lra. }
  exists (Rmin d d0). split; [apply Rmin_glb_lt; assumption|]. intros s Hs. pose proof (Rmin_l d d0).
  pose proof (Rmin_r d d0). specialize (Hc s ltac:(lra)). specialize (Hg s ltac:(lra)).
  pose proof (Rmin_l (f (g t) - f (g t - eps)) (f (g t + eps) - f (g t))).
  pose proof (Rmin_r (f (g t) - f (g t - eps)) (f (g t + eps) - f (g t))). apply Rabs_def2 in Hc.
  assert (forall y z, f y < f z -> y < z) as Hinj.
  { intros y z Hyz. apply Rnot_le_lt; intros [Hle|Hle]; [pose proof (Hinc z y Hle); lra|subst; lra]. }
  pose proof (Hinj (g t - eps) (g s) ltac:(lra)). pose proof (Hinj (g s) (g t + eps) ltac:(lra)). apply Rabs_def1; lra.
Qed.

Lemma continuity_pt_sum n (g : nat -> R -> R) t : (forall i, (i < n)%nat -> continuity_pt (g i) t) ->
  continuity_pt (fun s => sum n (fun i => g i s)) t.
Proof.
  induction n as [|n IH]; intros H; cbn [sum].
  - apply continuity_pt_const. intros ? ?; nra.
  - apply (continuity_pt_plus (fun s => sum n (fun i => g i s)) (g n)); auto.
Qed.

Lemma scaled_continuous c t : continuity_pt (fun s => s * c) t.
Proof.
  apply (continuity_pt_mult id (fun _ => c)); [apply derivable_continuous_pt, derivable_pt_id|].
  apply continuity_pt_const. intros ? ?; nra.
Qed.

(** ** Optimality: G is above its tangent *)

Lemma optimum f F n u v alpha v' : strictly_increasing f -> has_derivative F f ->
  (forall i, (i < n)%nat -> f (v i) = alpha * u i) ->
  alpha * (dot n u v' - dot n u v) <= potential F n v' - potential F n v.
Proof.
  intros Hinc HF Hv. unfold dot, potential. rewrite <- !sum_minus, <- sum_scal. apply sum_le; intros i Hi.
  pose proof (above_tangent f F (v' i) (v i) Hinc HF) as T. rewrite (Hv i Hi) in T. unfold componentwise. lra.
Qed.

Lemma above_tangent_strict f F y z : strictly_increasing f -> has_derivative F f -> y <> z -> F z + f z * (y - z) < F y.
Proof.
  intros Hinc HF Hne. set (m := (y + z) / 2). pose proof (above_tangent f F m z Hinc HF) as T1.
  pose proof (above_tangent f F y m Hinc HF) as T2. destruct (Rtotal_order z y) as [H|[->|H]]; [|lra|].
  - assert (f z < f m) as Hf by (apply Hinc; unfold m; lra).
    assert (f z * (y - m) < f m * (y - m)) by (apply Rmult_lt_compat_r; [unfold m; lra|nra]). lra.
  - assert (f m < f z) as Hf by (apply Hinc; unfold m; lra).
    assert (f m * (m - y) < f z * (m - y)) by (apply Rmult_lt_compat_r; [unfold m; lra|lra]). lra.
Qed.

Lemma optimum_strict f F n u v alpha v' i : strictly_increasing f -> has_derivative F f ->
  (forall j, (j < n)%nat -> f (v j) = alpha * u j) -> (i < n)%nat -> v' i <> v i ->
  alpha * (dot n u v' - dot n u v) < potential F n v' - potential F n v.
Proof.
  intros Hinc HF Hv Hi Hne. enough (0 < sum n (fun j => F (v' j) - F (v j) - alpha * (u j * v' j - u j * v j))) as H.
  { unfold dot, potential, componentwise. rewrite !sum_minus, sum_scal, !sum_minus in H. lra. }
  apply Rlt_le_trans with (F (v' i) - F (v i) - alpha * (u i * v' i - u i * v i)).
  - pose proof (above_tangent_strict f F (v' i) (v i) Hinc HF Hne) as T. rewrite (Hv i Hi) in T. lra.
  - apply (sum_term_le n (fun j => F (v' j) - F (v j) - alpha * (u j * v' j - u j * v j)) i Hi). intros j Hj.
    pose proof (above_tangent f F (v' j) (v j) Hinc HF) as T. rewrite (Hv j Hj) in T. lra.
Qed.

(** ** Theorem 5.1 *)

Lemma theorem_5_1_holds : theorem_5_1.
Proof.
  intros f F finv n u z Hodd Hinc HF HF0 Hinv Hz (i & Hi & Hui).
  assert (forall y y', f y = f y' -> y = y') as Hinj.
  { intros y y' E. destruct (Rtotal_order y y') as [H|[H|H]]; [pose proof (Hinc y y' H); lra|nra|].
    pose proof (Hinc y' y H); lra. }
  set (r := fun alpha => potential F n (fun j => finv (alpha * u j))).
  assert (continuity r) as Hr.
  { intros t. apply (continuity_pt_sum n (fun j s => F (finv (s * u j)))); intros j _.
    apply (continuity_pt_comp (fun s => finv (s * u j)) F); [|apply (derivative_continuous F f HF)].
    apply (inverse_continuous f (fun s => finv (s * u j)) (fun s => s * u j) t 1);
      [assumption|apply scaled_continuous|lra|intros; apply Hinv]. }
  assert (f 0 = 0) as f0 by (apply odd_zero, Hodd).
  assert (r 0 = 0) as Hr0.
  { unfold r, potential, componentwise. rewrite (sum_ext n _ (fun _ => 0)); [apply sum_zero|]. intros j _.
    rewrite Rmult_0_l. replace (finv 0) with 0; auto. apply Hinj. rewrite Hinv, f0. reflexivity. }
  assert (0 < f 1) as H1 by (apply (odd_positive f Hodd Hinc); lra).
  pose proof (potential_nonneg f F Hodd Hinc HF HF0) as Fpos. set (c := 1 + potential F n z / f 1).
  assert (0 < potential F n z / f 1) as Hq by signs.
  assert (potential F n z <= F c) as Hc.
  { pose proof (F_growth F f 1 HF ltac:(intros; apply increasing_le; signs) 1 c ltac:(unfold c; lra)) as G.
    pose proof (Fpos 1). unfold c in G at 1.
    replace (f 1 * (1 + potential F n z / f 1 - 1)) with (potential F n z) in G by (field; lra). lra. }
  assert (0 < f c) as Hfc by (apply (odd_positive f Hodd Hinc); unfold c; lra). set (A := f c / Rabs (u i)).
  assert (0 < Rabs (u i)) as Hu by (apply Rabs_pos_lt; assumption).
  assert (0 < A) as HA by (apply Rdiv_lt_0_compat; assumption).
  assert (potential F n z <= r A) as HrA.
  { eapply Rle_trans; [exact Hc|]. replace (F c) with (F (finv (A * u i))).
    - apply (sum_term_le n (componentwise F (fun j => finv (A * u j))) i Hi). eauto.
    - destruct (Rcase_abs (u i)) as [Hneg|Hpos].
      + rewrite <- (even_potential f F Hodd HF c). f_equal. apply Hinj. rewrite Hinv, Hodd. unfold A.
        rewrite Rabs_left by assumption. field. lra.
      + f_equal. apply Hinj. rewrite Hinv. unfold A. rewrite Rabs_pos_eq by lra. field. lra. }
  destruct (IVT_cor (fun t => r t - potential F n z) 0 A) as (alpha & Ha & E).
  - apply continuity_minus; [auto|apply continuity_const; intros ? ?; reflexivity].
  - lra.
  - nra.
  - exists alpha. assert (0 < alpha) as Hpos by (destruct Ha as [[Ha|Ha] _]; auto; rewrite <- Ha, Hr0 in E; lra).
    split; auto. intros best.
    assert (potential F n best = potential F n z) as Eb by (change (r alpha = potential F n z); lra). split; auto.
    intros v Hv. pose proof (optimum f F n u best alpha v Hinc HF ltac:(intros; apply Hinv)) as O. nra.
Qed.

Lemma power_signed r y s : power (signed_power y r) s = power y (r * s).
Proof. rewrite <- power_power, signed_power_cases. destruct (Rlt_dec y 0); rewrite ?power_opp; lra. Qed.

Theorem gls_5_1_alpha : gls_5_1_alpha_stmt.
Proof.
  intros n U Z p u z i0 (HU & HZ & Hp & EU0 & EZ0) _. set (q := p / (p - 1)) in *. unfold b_gls_5_1_alpha.
  set (alpha := power Z (p - 1) / U). rewrite reciprocal. set (v := fun e => signed_power (alpha * u e) (/ (p - 1))).
  change (link p v i0 - alpha * u i0 = 0 /\ sum n (fun e => power (v e) p) / p - psum p n z / p = 0 /\
    dot n u v - U * Z = 0).
  assert (q * (p - 1) = p) as Hq by (unfold q; field; lra).
  assert (q <> 0) as Hq0 by (intros E; rewrite E in Hq; lra).
  assert (0 < alpha) as Ha by (apply Rdiv_lt_0_compat; [apply power_pos; lra|lra]).
  assert (psum q n u = power U q) as EU by (rewrite <- EU0; apply pnorm_power; assumption).
  assert (power alpha q * power U q = power Z p) as EG.
  { rewrite <- power_prod. unfold alpha. replace (power Z (p - 1) / U * U) with (power Z (p - 1)) by (field; lra).
    rewrite power_power. f_equal. lra. }
  split; [|split].
  - unfold link, v. rewrite signed_inverse by assumption. ring.
  - assert (sum n (fun i => power (v i) p) = power Z p) as ->.
    + rewrite <- EG, <- EU. unfold psum. rewrite <- sum_scal. apply sum_ext; intros i _. unfold v.
      rewrite power_signed, power_prod. f_equal; f_equal; rewrite <- Hq at 2; field; lra.
    + rewrite (pnorm_power p n z), EZ0 by lra. ring.
  - assert (dot n u v = power alpha (/ (p - 1)) * power U q) as ->.
    + rewrite <- EU. unfold psum. rewrite <- sum_scal. apply sum_ext; intros i _.
      assert (power alpha (/ (p - 1)) * power (u i) q = power alpha (/ (p - 1)) * (Rabs (u i) * power (u i) (/ (p -
        1)))) as ->.
      { f_equal. rewrite <- (power_1 (u i)), power_plus. f_equal. apply Rmult_eq_reg_r with (p - 1); [|lra].
        rewrite Hq. field. lra. }
      unfold v. rewrite signed_power_cases, power_prod. destruct (Rlt_dec (alpha * u i) 0) as [H|H].
      * assert (u i < 0) by nra. rewrite Rabs_left by assumption. ring.
      * assert (0 <= u i) by nra. rewrite Rabs_pos_eq by assumption. ring.
    + assert (power alpha (/ (p - 1)) * power U (/ (p - 1)) = Z) as E.
      { rewrite <- power_prod. unfold alpha. replace (power Z (p - 1) / U * U) with (power Z (p - 1)) by (field; lra).
        rewrite power_power. replace ((p - 1) * / (p - 1)) with 1 by (field; lra). rewrite power_1, Rabs_pos_eq; lra. }
      replace q with (1 + / (p - 1)) at 1 by (apply Rmult_eq_reg_r with (p - 1); [rewrite Hq; field; lra|lra]).
      rewrite <- power_plus, power_1, (Rabs_pos_eq U) by lra. nra.
Qed.

(** A vector of any p-norm, in dimension n >= 1. *)
Theorem gls_5_1 : gls_5_1_stmt.
Proof.
  split; [exact theorem_5_1_holds|split].
  - intros n U Z p u c (HZ & Hp & HU) _. dual p q Hpq. unfold b_gls_5_1. set (x := fst c).
    rewrite (dot_ext n u u (fun e => x e * Z / pnorm p n x) (fun e => Z / pnorm p n x * x e)), dot_scal_r
      by (intros; unfold Rdiv; ring). destruct (pnorm_nonneg p n x) as [HX|E].
    2: { rewrite <- E. unfold Rdiv. rewrite Rinv_0, Rmult_0_r, Rmult_0_l.
      apply Rmult_le_pos; [pose proof (pnorm_nonneg q n u)|]; lra. }
    replace (U * Z) with (Z / pnorm p n x * (U * pnorm p n x)) by (field; lra). apply Rmult_le_compat_l; [signs|].
    eapply Rle_trans; [apply Rle_abs|]. eapply Rle_trans; [apply (holder_pq p q n u x); nra|]. nra.
  - intros p q n u z Hp Hpq. pose proof (dual_exponent_only p q Hp Hpq) as Eq. unfold b_gls_5_1. pose proof (pnorm_nonneg q n u) as HU.
    pose proof (pnorm_nonneg p n z) as HZ. destruct HU as [HU|HU]; [destruct HZ as [HZ|HZ]|].
    + set (alpha := power (pnorm p n z) (p - 1) / pnorm q n u). set (v := fun i => signed_power (alpha * u i) (/ (p - 1))).
      exists v. assert (0 < n)%nat as Hn by (destruct n; [unfold pnorm in HZ; rewrite power_0 in HZ; lra|lia]).
      rewrite Eq in HU. destruct (gls_5_1_alpha n _ _ p u z O (conj HU (conj HZ (conj Hp (conj eq_refl eq_refl)))) Hn)
        as (_ & E1 & E2). rewrite <- Eq, reciprocal in E1, E2. fold alpha in E1, E2.
      change (psum p n v / p - psum p n z / p = 0) in E1. change (dot n u v - pnorm q n u * pnorm p n z = 0) in E2.
      split; [|lra]. change (power (psum p n v) (/ p) = power (psum p n z) (/ p)). f_equal. unfold Rdiv in E1.
      apply Rmult_eq_reg_r with (/ p); [lra|apply Rinv_neq_0_compat; lra].
    + exists z. rewrite <- HZ. pose proof (holder_pq p q n u z ltac:(lra) Hpq) as H. rewrite <- HZ, Rmult_0_r in H.
      pose proof (abs_bounds _ _ H). lra.
    + exists z. rewrite <- HU. pose proof (holder_pq p q n u z ltac:(lra) Hpq) as H. rewrite <- HU, Rmult_0_l in H.
      pose proof (abs_bounds _ _ H). lra.
Qed.

(** ** 2 sinh *)

Lemma arsinh_spec y : sinh2 (arsinh y) = y /\ cosh2 (arsinh y) = 2 * sqrt ((y / 2) ^ 2 + 1).
Proof.
  unfold arsinh, sinh2, cosh2. set (h := y / 2). set (r := sqrt (h ^ 2 + 1)).
  assert (r * r = h ^ 2 + 1) as E by (apply sqrt_sqrt; pose proof (pow2_ge_0 h); lra).
  assert (0 <= r) as Hr by apply sqrt_pos. assert (0 < h + r) as Hpos by nra. rewrite exp_Ropp, exp_ln by assumption.
  assert (/ (h + r) = r - h) as -> by (apply Rmult_eq_reg_r with (h + r); [|lra]; rewrite Rinv_l by lra; lra).
  split; [unfold h; field|ring].
Qed.

Theorem gls_5_1_bw : gls_5_1_bw_stmt.
Proof.
  enough (forall n alpha u, let best := fun i => arsinh (alpha * u i) in
    (forall i, (i < n)%nat -> hyperbolic best i = alpha * u i) /\
    sum n (fun i => exp (best i) + exp (- best i)) = sum n (fun i => 2 * sqrt ((alpha * u i / 2) ^ 2 + 1))) as H.
  { split; auto. intros n alpha u c Ha Hv. unfold b_gls_5_1_bw. set (best := fun i => arsinh (alpha * u i)).
    change (dot n u (fst c) - dot n u best <= 0).
    destruct (H n alpha u : _ /\ sum n (fun i => exp (best i) + exp (- best i)) = _) as [Hb E].
    pose proof (optimum sinh2 (fun y => cosh2 y - 2) n u best alpha (fst c) sinh2_increasing cosh2_derivative Hb)
      as O. unfold potential, componentwise, cosh2 in O. rewrite !sum_minus in O. unfold exponential in Hv.
    apply Rmult_le_reg_l with alpha; auto. lra. }
  intros n alpha u best.
  assert (forall i, (i < n)%nat -> sinh2 (best i) = alpha * u i) as Hb by (intros; apply arsinh_spec).
  assert (sum n (fun i => exp (best i) + exp (- best i)) = sum n (fun i => 2 * sqrt ((alpha * u i / 2) ^ 2 + 1))) as E
    by (apply sum_ext; intros; apply arsinh_spec). auto.
Qed.

(** ** exp *)

Theorem gls_5_1_exp : gls_5_1_exp_stmt.
Proof.
  assert (forall n U u, nonnegative n u -> norm1 n u = U -> sum n u = U) as sums.
  { intros n U u Hu <-. apply sum_ext; intros i Hi. rewrite Rabs_pos_eq by auto. reflexivity. }
  split.
  { intros n U entropy u s c (HU0 & Hu & HU & ->%entropy_of). rewrite HU. pose proof (sums n U u Hu HU) as Hsum.
    assert (0 < n)%nat as Hn by (destruct n; [cbn in Hsum; lra|lia]). unfold b_gls_5_1_exp.
    pose proof (QuasiAdditive.log_sum_gibbs n U u (fst c) Hn HU0 Hu Hsum) as G. unfold QuasiAdditive.log_sum, exponential in G.
    unfold entropy_of_shares.
    assert (sum n (fun i => Rabs (u i) / U * ln (Rabs (u i) / U)) = sum n (fun i => u i / U * ln (u i / U))) as ->
      by (apply sum_ext; intros i Hi; rewrite Rabs_pos_eq by auto; reflexivity).
    apply (Rmult_le_compat_l U) in G; [|lra].
    match type of G with U * (dot n u _ / U + ?e) <= _ => replace (U * (dot n u (fst c) / U + e)) with
      (dot n u (fst c) + U * e) in G by (field; lra) end. lra. }
  intros n U entropy u z (HU0 & Hu & HU & ->%entropy_of). rewrite HU. intros best. assert (sum n u = U) as Hsum by auto.
  assert (0 < n)%nat as Hn by (destruct n; [cbn in Hsum; lra|lia]).
  assert (1 <= INR n) as Hn1 by (apply INR_at_least_1; assumption).
  pose proof (QuasiAdditive.exponential_sum_pos n z Hn) as HW. set (W := sum n (exponential z)) in *.
  assert (entropy_of_shares n U u = - sum n (fun i => u i / U * ln (u i / U))) as Eh.
  { unfold entropy_of_shares. f_equal. apply sum_ext; intros i Hi. rewrite Rabs_pos_eq by auto. reflexivity. }
  assert (best = sum n (fun i => u i * (ln (u i / U) + ln W))) as Eb.
  { unfold best. rewrite Eh.
    rewrite (sum_ext n (fun i => u i * (ln (u i / U) + ln W))
      (fun i => U * (u i / U * ln (u i / U)) + u i * ln W)) by (intros; field; lra).
    rewrite sum_plus, sum_scal, sum_scal_r, Hsum. ring. }
  (* the mixture of the shares with the uniform distribution *)
  assert (forall theta, 0 <= theta < 1 -> (forall i, (i < n)%nat -> 0 < (1 - theta) * (u i / U) + theta / INR n) ->
    exists v, sum n (exponential v) = W /\ best + U * ln (1 - theta) <= dot n u v) as Hmix.
  { intros theta Ht Hp. exists (fun i => ln ((1 - theta) * (u i / U) + theta / INR n) + ln W). split.
    - rewrite (sum_ext n _ (fun i => ((1 - theta) / U * u i + theta / INR n) * W)).
      + rewrite sum_scal_r, sum_plus, sum_scal, sum_const, Hsum. field. lra.
      + intros i Hi. unfold exponential. rewrite exp_plus, !exp_ln by auto. lra.
    - rewrite Eb, <- Hsum, <- sum_scal_r, <- sum_plus. apply sum_le; intros i Hi. rewrite Hsum.
      destruct (Hu i Hi) as [Hui| <-]; [|lra]. assert (0 < u i / U) as Hs by signs.
      assert (0 <= theta / INR n) by signs. assert (0 < (1 - theta) * (u i / U)) as Hs2 by nra.
      assert (ln ((1 - theta) * (u i / U)) <= ln ((1 - theta) * (u i / U) + theta / INR n)) as L
        by (apply ln_le_mono; lra). rewrite ln_mult in L by lra. nra. }
  split.
  - intros eps Heps. set (k := exp (- (eps / (2 * U)))). assert (0 < eps / (2 * U)) as Hq by signs.
    assert (0 < k < 1) as Hk by (split; [apply exp_pos|]; rewrite <- exp_0; apply exp_increasing; lra).
    destruct (Hmix (1 - k)) as (v & Hv & Hb); [lra| |].
    + intros i Hi. assert (0 <= u i / U) by (apply Rle_mult_inv_pos; auto). signs.
    + exists v. replace (1 - (1 - k)) with k in Hb by ring. unfold k in Hb. rewrite ln_exp in Hb.
      replace (U * - (eps / (2 * U))) with (- (eps / 2)) in Hb by (field; lra). lra.
  - exists (fun i => ln (u i / U) + ln W). split.
    + rewrite (sum_ext n _ (fun i => / U * u i * W)).
      * rewrite sum_scal_r, sum_scal, Hsum. field. lra.
      * intros i Hi. unfold exponential. rewrite exp_plus, !exp_ln by (try apply Rdiv_lt_0_compat; auto). lra.
    + auto.
Qed.

(** ** Theorem 5.2 and corollary 5.3 *)

Section Path.
Variables (f F : R -> R) (n : nat) (u : vec) (path : R -> vec).
Hypotheses (Hinc : strictly_increasing f) (HF : has_derivative F f).
Hypotheses (Hu : exists i, (i < n)%nat /\ u i <> 0) (Hpath : optimal f n u path).

Notation r := (fun alpha => potential F n (path alpha)).
Notation X := (fun alpha => dot n u (path alpha)).

Lemma paths_differ alpha alpha' : 0 < alpha -> 0 < alpha' -> alpha <> alpha' ->
  exists i, (i < n)%nat /\ path alpha' i <> path alpha i.
Proof.
  intros Ha Ha' Hne. destruct Hu as (i & Hi & Hui). exists i. split; auto. intros E.
  pose proof (Hpath alpha i Ha Hi) as E1. pose proof (Hpath alpha' i Ha' Hi) as E2. rewrite E, E1 in E2. nra.
Qed.

Lemma chord_below alpha alpha' : 0 < alpha -> 0 < alpha' -> alpha <> alpha' ->
  alpha * (X alpha' - X alpha) < r alpha' - r alpha.
Proof.
  intros Ha Ha' Hne. destruct (paths_differ alpha alpha' Ha Ha' Hne) as (i & Hi & Hd).
  apply (optimum_strict f F n u (path alpha) alpha (path alpha') i); auto.
Qed.

Lemma corollary_5_3 : increases_and_is_concave 0 F n u path.
Proof.
  intros alpha alpha' Ha rise run. pose proof (chord_below alpha alpha' ltac:(lra) ltac:(lra) ltac:(lra)) as C1.
  pose proof (chord_below alpha' alpha ltac:(lra) ltac:(lra) ltac:(lra)) as C2. cbv beta in C1. fold rise run in C1.
  assert (alpha' * rise > run) as C3 by (unfold rise, run; lra). nra.
Qed.

Lemma level_continuous alpha : 0 < alpha -> continuity_pt r alpha.
Proof.
  intros Ha. apply (continuity_pt_sum n (fun i t => F (path t i))); intros i Hi.
  apply (continuity_pt_comp (fun t => path t i) F); [|apply (derivative_continuous F f HF)].
  apply (inverse_continuous f (fun t => path t i) (fun t => t * u i) alpha alpha Hinc); [apply scaled_continuous|nra|].
  intros s Hs. apply Hpath; auto. apply Rabs_def2 in Hs. lra.
Qed.

Lemma level_increases alpha alpha' : 0 < alpha < alpha' -> r alpha < r alpha'.
Proof. intros Ha. destruct (corollary_5_3 alpha alpha' Ha) as (H1 & H2 & _). nra. Qed.

Lemma theorem_5_2_holds : slope_is_reciprocal 0 F n u path.
Proof.
  intros psi Hpsi alpha Ha. exists (/ alpha). split; [|ring]. intros eps Heps.
  set (eta := Rmin (alpha / 2) (eps * (alpha * alpha) / 4)).
  assert (0 < alpha * alpha) as Haa by (apply Rmult_lt_0_compat; assumption).
  assert (0 < eps * (alpha * alpha) / 4) as Hq by signs. assert (0 < eta) as He by (apply Rmin_glb_lt; lra).
  pose proof (Rmin_l (alpha / 2) (eps * (alpha * alpha) / 4)) as He1.
  pose proof (Rmin_r (alpha / 2) (eps * (alpha * alpha) / 4)) as He2. fold eta in He1, He2.
  pose proof (level_increases (alpha - eta) alpha ltac:(lra)) as L1.
  pose proof (level_increases alpha (alpha + eta) ltac:(lra)) as L2.
  assert (0 < Rmin (r alpha - r (alpha - eta)) (r (alpha + eta) - r alpha)) as Hd by (apply Rmin_glb_lt; lra).
  exists (mkposreal _ Hd). cbn [pos]. intros h Hh0 Hh.
  pose proof (Rmin_l (r alpha - r (alpha - eta)) (r (alpha + eta) - r alpha)).
  pose proof (Rmin_r (r alpha - r (alpha - eta)) (r (alpha + eta) - r alpha)). apply Rabs_def2 in Hh.
  destruct (IVT_interv (fun t => r t - (r alpha + h)) (alpha - eta) (alpha + eta)) as (beta & Hb & E).
  { intros t Ht. apply (continuity_pt_minus r (fun _ => r alpha + h)); [apply level_continuous; lra|].
    apply continuity_pt_const. intros ? ?; nra. }
  { lra. }
  { lra. }
  { lra. }
  replace (potential F n (path alpha) + h) with (potential F n (path beta)) by lra.
  rewrite (Hpsi beta), (Hpsi alpha) by lra. assert (0 < beta) as Hb0 by lra.
  assert (beta <> alpha) as Hne by (intros ->; lra). pose proof (chord_below alpha beta Ha Hb0 ltac:(lra)) as C1.
  pose proof (chord_below beta alpha Hb0 Ha ltac:(lra)) as C2.
  set (rise := dot n u (path beta) - dot n u (path alpha)) in *. assert (alpha * rise < h) as D1 by lra.
  assert (h < beta * rise) as D2 by (unfold rise; lra).
  assert (Rabs (alpha * rise - h) <= Rabs (h * (alpha - beta) / beta)) as D3.
  { assert (h / beta < rise) as D4.
    { apply Rmult_lt_reg_r with beta; auto. replace (h / beta * beta) with h by (field; lra). lra. }
    apply (Rmult_lt_compat_l alpha) in D4; auto.
    replace (h * (alpha - beta) / beta) with (alpha * (h / beta) - h) by (field; lra). rewrite !Rabs_left by lra. lra. }
  replace (rise / h - / alpha) with ((alpha * rise - h) / (alpha * h)) by (field; lra).
  assert (0 < Rabs h) as Hha by (apply Rabs_pos_lt; assumption). unfold Rdiv at 1.
  rewrite Rabs_mult, Rabs_inv, (Rabs_mult alpha h), (Rabs_pos_eq alpha) by lra.
  apply Rmult_lt_reg_r with (alpha * Rabs h); [nra|]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by nra.
  eapply Rle_lt_trans; [exact D3|]. unfold Rdiv. rewrite !Rabs_mult, Rabs_inv, (Rabs_pos_eq beta) by lra.
  assert (Rabs (alpha - beta) <= eta) as D5 by (apply Rabs_le; lra). apply Rmult_lt_reg_r with beta; auto.
  rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. assert (Rabs h * Rabs (alpha - beta) <= Rabs h * eta) by nra.
  assert (Rabs h * eta < Rabs h * (eps * alpha * beta)) as D6; [|lra]. apply Rmult_lt_compat_l; auto. nra.
Qed.
End Path.

Lemma cosh2_only : has_derivative (fun y => exp y + exp (- y)) sinh2.
Proof.
  intros y.
  apply (derivable_pt_lim_plus exp (fun s => exp (- s))); [apply derivable_pt_lim_exp|apply exp_opp_derivative].
Qed.

Lemma every_f (property : (R -> R) -> nat -> vec -> (R -> vec) -> Prop) :
  (forall f F n u path, strictly_increasing f -> has_derivative F f -> (exists i, (i < n)%nat /\ u i <> 0) ->
    optimal f n u path -> property F n u path) -> for_every_f property.
Proof.
  split; [|split; [|split]].
  - eauto.
  - intros p Hp. apply (H (fun y => signed_power y (p - 1))); [apply signed_power_increasing; lra| |auto|].
    + apply link_potential, Hp.
    + intros alpha i _ _. apply signed_inverse, Hp.
  - apply (H sinh2); [exact sinh2_increasing|exact cosh2_only|auto|]. intros alpha i _ _. apply arsinh_spec.
  - intros Hpos. apply (H exp); [exact exp_increasing|exact exp_derivative|auto|]. intros alpha i Ha Hi.
    apply exp_ln, Rmult_lt_0_compat; auto.
Qed.

Theorem gls_5_2 : gls_5_2_stmt.
Proof.
  split; [apply every_f; intros f F n u path Hinc HF Hu Hp; apply (theorem_5_2_holds f); assumption|].
  intros n alpha p u i [Ha Hp] _. unfold b_gls_5_2. set (q := p / (p - 1)). repeat split; intros _.
  - replace (power alpha (q - 2)) with (power alpha (q - 1) / alpha); [nra|]. rewrite !power_of_pos by assumption.
    replace (q - 1) with (q - 2 + 1) by ring. rewrite Rpower_plus, Rpower_1 by assumption. field. lra.
  - ring.
  - set (r := sqrt _). assert (0 < r) by (apply sqrt_lt_R0; pose proof (pow2_ge_0 (alpha * Rabs (u i) / 2)); lra).
    field. lra.
Qed.

Lemma scaled_product r a y : 0 < a -> y * signed_power (a * y) (r - 1) = power y r * power a (r - 1).
Proof.
  replace r with (1 + (r - 1)) at 2 by ring. rewrite <- power_plus, power_1, signed_power_cases, power_prod.
  destruct (Rlt_dec y 0); [rewrite Rabs_left|rewrite Rabs_pos_eq]; destruct (Rlt_dec (a * y) 0); nra.
Qed.

Lemma norm1_entry n u : 0 < norm1 n u -> exists i, (i < n)%nat /\ u i <> 0.
Proof.
  induction n as [|n IH]; unfold norm1; cbn [sum]; intros H; [lra|].
  destruct (Req_EM_T (u n) 0) as [E|E]; [|exists n; auto]. rewrite E, Rabs_R0, Rplus_0_r in H.
  destruct (IH H) as (i & Hi & Hu). eauto.
Qed.

Theorem gls_5_3 : gls_5_3_stmt.
Proof.
  assert (for_every_f (increases_and_is_concave b_gls_5_3)) as G.
  { apply every_f. intros f F n u path Hinc HF Hu Hp. apply (corollary_5_3 f); signs. }
  split; [exact G|]. intros n U alpha p rate u (Ha & Hr & Hp & HU & EU). unfold b_gls_5_3 in *.
  assert (0 < alpha < alpha + rate) as Hab by lra. set (b := alpha + rate) in *. set (q := p / (p - 1)).
  assert (/ (p - 1) = q - 1) as Eq by (unfold q; field; lra).
  destruct (G n u (norm1_entry n u ltac:(lra))) as (_ & Gp & Gs & _). specialize (Gp p Hp). rewrite Eq in Gp.
  destruct (Gp alpha b Hab) as (P1 & P2 & P3), (Gs alpha b Hab) as (S1 & S2 & S3).
  destruct (proj2 (proj2 (proj2 (G 1%nat ones ltac:(exists O; split; [lia|exact R1_neq_R0]))))
    (fun _ _ => Rlt_0_1) alpha b Hab) as (E1 & E2 & E3).
  assert (forall a, 0 < a -> dot n u (fun i => signed_power (a * u i) (q - 1))
    = sum n (fun e => power (u e) q) * power a (q - 1)) as Dp.
  { intros a H. rewrite <- sum_scal_r. apply sum_ext; intros. apply scaled_product, H. }
  assert (forall a, potential (fun y => power y p / p) n (fun i => signed_power (a * u i) (q - 1))
    = sum n (fun e => power (u e) q) * power a q / p) as Lp.
  { intros a. unfold Rdiv. rewrite Rmult_assoc, <- sum_scal_r. apply sum_ext; intros. unfold componentwise.
    rewrite power_signed. replace ((q - 1) * p) with q by (unfold q; field; lra). rewrite power_prod. ring. }
  assert (forall a, potential (fun y => exp y + exp (- y)) n (fun i => arsinh (a * u i))
    = 2 * sum n (fun e => sqrt ((a * u e / 2) ^ 2 + 1))) as Ls.
  { intros a. rewrite <- sum_scal. apply sum_ext; intros. apply arsinh_spec. }
  rewrite !Dp in P1, P2, P3 by lra. rewrite !Lp in P2, P3. rewrite !Ls in S2, S3.
  unfold dot, potential, componentwise, ones in E1, E2, E3. cbn [sum] in E1, E2, E3. rewrite !Rmult_1_r in E1, E2, E3.
  rewrite !exp_ln in E2, E3 by lra.
  change (fun e => ln (b * u e / 2 + sqrt ((b * u e / 2) ^ 2 + 1)) - ln (alpha * u e / 2 + sqrt ((alpha * u e / 2) ^ 2 + 1)))
    with (fun e => arsinh (b * u e) - arsinh (alpha * u e)).
  rewrite sum_minus, (dot_minus_r n u (fun e => arsinh (b * u e)) (fun e => arsinh (alpha * u e))).
  assert ((forall i, (i < n)%nat -> 0 <= u i) -> sum n u = U) as Es
    by (intros Hu; rewrite <- EU; symmetry; exact (norm1_nonnegative n u Hu)).
  rewrite sum_minus, !sum_scal_r. repeat match goal with |- _ /\ _ => split end; try intros E%Es; nra.
Qed.
