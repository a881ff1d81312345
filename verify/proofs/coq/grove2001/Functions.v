(** * The functions f: odd ones, and f_p, exp, 2 sinh and f_k with their derivatives and antiderivatives *)

From Coq Require Import FunctionalExtensionality.
From Boundcheck Require Import Vectors Pnorm.
From Boundcheck.grove2001 Require Import Definitions Convergence.
Open Scope R_scope.

Lemma increasing_derivative f f' : strictly_increasing f -> has_derivative f f' -> forall z, 0 <= f' z.
Proof.
  intros Hi Hd z. apply Rnot_lt_le; intros Hneg. destruct (Hd z (- f' z)) as (d & H); [lra|].
  pose proof (cond_pos d) as Hp. specialize (H (d / 2) ltac:(lra)).
  assert (Rabs (d / 2) < d) as Hr by (rewrite Rabs_pos_eq; lra). specialize (H Hr).
  assert (f z < f (z + d / 2)) as Hlt by (apply Hi; lra). assert (0 < (f (z + d / 2) - f z) / (d / 2)) as Hq by signs.
  rewrite Rabs_pos_eq in H by lra. lra.
Qed.

(** ** Odd f: the potential is even *)

Section Odd.
Variables (f F : R -> R).
Hypotheses (Hodd : odd f) (Hinc : strictly_increasing f) (HF : has_derivative F f) (HF0 : F 0 = 0).

Lemma odd_zero : f 0 = 0. Proof. pose proof (Hodd 0) as H. rewrite Ropp_0 in H. lra. Qed.

Lemma odd_positive z : 0 < z -> 0 < f z. Proof. intros Hz. rewrite <- odd_zero. apply Hinc, Hz. Qed.

Lemma increasing_le z z' : z <= z' -> f z <= f z'. Proof. intros [H| <-]; [left; apply Hinc, H|lra]. Qed.

Lemma even_potential z : F (- z) = F z.
Proof.
  assert (forall y, 0 <= y -> F (- y) = F y) as Hpos.
  { intros y [Hy| <-]; [|rewrite Ropp_0; reflexivity].
    destruct (MVT_cor2 (fun t => F t - F (- t)) (fun t => f t - f (- t) * -1) 0 y Hy) as (c & E & _).
    - intros t _. apply (derivable_pt_lim_minus F (fun s => F (- s))); auto.
      apply (derivable_pt_lim_comp (fun s => - s) F); [apply (derivable_pt_lim_opp id), derivable_pt_lim_id|auto].
    - rewrite Hodd, Ropp_0 in E. lra. }
  destruct (Rle_dec 0 z); auto. rewrite <- (Hpos (- z)) by lra. rewrite Ropp_involutive. reflexivity.
Qed.

Lemma potential_of_size z : F (Rabs z) = F z.
Proof. unfold Rabs. destruct (Rcase_abs z); [apply even_potential|lra]. Qed.

Lemma potential_up y c : 0 <= y <= c -> F y <= F c.
Proof.
  intros [Hy [Hc| <-]]; [|lra]. destruct (derivable_pt_lim_positive F f y c HF Hc) as (t & Ht & E).
  assert (0 < f t) by (apply odd_positive; lra). nra.
Qed.

Lemma potential_strict y c : 0 <= y < c -> F y < F c.
Proof.
  intros [Hy Hc]. destruct (derivable_pt_lim_positive F f y c HF Hc) as (t & Ht & E).
  assert (0 < f t) by (apply odd_positive; lra). nra.
Qed.

Lemma potential_nonneg y : 0 <= F y. Proof. rewrite <- potential_of_size, <- HF0. apply potential_up. split; signs. Qed.

Lemma size_step y d e : Rabs d <= e -> Rabs y - e <= Rabs (y + d).
Proof.
  pose proof (Rabs_triang_inv y (- d)) as H. rewrite Rabs_Ropp in H. unfold Rminus in H at 2.
  rewrite Ropp_involutive in H. lra.
Qed.

Lemma product_size (u y : R) : u * y <= Rabs u * Rabs y. Proof. rewrite <- Rabs_mult. apply Rle_abs. Qed.
End Odd.

(** A function with an increasing derivative is above its tangents. *)
Lemma above_tangent f F y z : strictly_increasing f -> has_derivative F f -> F z + f z * (y - z) <= F y.
Proof.
  intros Hinc HF. destruct (Rtotal_order z y) as [H|[->|H]]; [|lra|].
  - destruct (derivable_pt_lim_positive F f z y HF H) as (c & Hc & E).
    assert (f z * (y - z) <= f c * (y - z)) by (apply Rmult_le_compat_r; [lra|left; apply Hinc; lra]). lra.
  - destruct (derivable_pt_lim_positive F f y z HF H) as (c & Hc & E).
    assert (f c * (z - y) <= f z * (z - y)) by (apply Rmult_le_compat_r; [lra|left; apply Hinc; lra]). lra.
Qed.

(** ** f_p and exp *)

Lemma power_opp y r : power (- y) r = power y r. Proof. rewrite <- (power_abs (- y)), Rabs_Ropp. apply power_abs. Qed.

Lemma signed_power_odd r : odd (fun y => signed_power y r).
Proof.
  intros y. rewrite !signed_power_cases, power_opp. destruct (Rlt_dec (- y) 0), (Rlt_dec y 0); try lra.
  replace y with 0 by lra. rewrite power_0. ring.
Qed.

Lemma signed_power_pos y r : 0 <= y -> signed_power y r = power y r.
Proof. rewrite signed_power_cases. destruct (Rlt_dec y 0); lra. Qed.

Lemma signed_power_increasing r : 0 < r -> strictly_increasing (fun y => signed_power y r).
Proof.
  intros Hr.
  assert (forall y z, 0 <= y < z -> power y r < power z r) as Hp.
  { intros y z [[Hy| <-] Hz]; [|rewrite power_0; apply power_pos; lra]. rewrite !power_of_pos by lra.
    apply Rlt_Rpower_l; lra. }
  intros y z Hz. rewrite !signed_power_cases. destruct (Rlt_dec y 0), (Rlt_dec z 0).
  - rewrite <- (power_opp y), <- (power_opp z). pose proof (Hp (- z) (- y) ltac:(lra)). lra.
  - assert (0 < power y r) by (apply power_pos; lra). pose proof (power_nonneg z r). lra.
  - lra.
  - apply Hp; lra.
Qed.

Definition link_slope (p y : R) : R := if Req_EM_T p 2 then 1 else (p - 1) * power y (p - 2).

Lemma signed_power_1 y : signed_power y (2 - 1) = y.
Proof.
  rewrite signed_power_cases. replace (2 - 1) with 1 by ring. rewrite power_1.
  destruct (Rlt_dec y 0); [rewrite Rabs_left by assumption|rewrite Rabs_pos_eq by lra]; ring.
Qed.

Lemma link_derivative p : 2 <= p -> has_derivative (fun y => signed_power y (p - 1)) (link_slope p).
Proof.
  intros Hp y. unfold link_slope. destruct (Req_EM_T p 2) as [->|Hne].
  - intros eps Heps. destruct (derivable_pt_lim_id y eps Heps) as (d & H). exists d. intros h Hh0 Hh.
    rewrite !signed_power_1. eauto.
  - replace (p - 2) with (p - 1 - 1) by ring. apply signed_power_derivative. lra.
Qed.

Lemma link_potential p : 2 <= p -> has_derivative (fun y => power y p / p) (fun y => signed_power y (p - 1)).
Proof.
  intros [Hp| <-] y.
  - apply derivable_pt_lim_locally_ext with (f := fun s => / p * power s p) (a := y - 1) (b := y + 1); [lra| |].
    + intros; nra.
    + replace (signed_power y (p - 1)) with (/ p * (p * signed_power y (p - 1))) by (field; lra).
      apply (derivable_pt_lim_scal (fun s => power s p)), power_derivative, Hp.
  - rewrite signed_power_1.
    apply derivable_pt_lim_locally_ext with (f := fun s => / 2 * s ^ 2) (a := y - 1) (b := y + 1); [lra| |].
    + intros; rewrite power_2; field.
    + replace y with (/ 2 * (INR 2 * y ^ pred 2)) at 2 by (cbn; field).
      apply (derivable_pt_lim_scal (fun s => s ^ 2)), derivable_pt_lim_pow.
Qed.

Lemma link_slopes p late v level : 2 <= p -> 0 < late -> late <= level -> Rabs v <= level ->
  link_slope p v <= (p - 1) / late * signed_power level (p - 1).
Proof.
  intros Hp Hl Hc Hv. unfold link_slope. destruct (Req_EM_T p 2) as [->|Hne].
  - rewrite signed_power_1. apply Rmult_le_reg_l with late; auto.
    replace (late * ((2 - 1) / late * level)) with level by (field; lra). lra.
  - rewrite signed_power_pos by lra. replace (p - 1) with (1 + (p - 2)) at 3 by ring.
    rewrite <- power_plus, power_1, (Rabs_pos_eq level) by lra.
    assert (power v (p - 2) <= power level (p - 2)) as Hpw.
    { rewrite <- power_abs. apply power_le; [split; signs|lra]. }
    pose proof (power_nonneg level (p - 2)).
    replace ((p - 1) / late * (level * power level (p - 2))) with ((p - 1) * (level / late * power level (p - 2)))
      by nra. apply Rmult_le_compat_l; [lra|].
    assert (1 <= level / late) as H1.
    { apply Rmult_le_reg_r with late; auto. replace (level / late * late) with level by (field; lra). lra. }
    nra.
Qed.

(** What the formulas of the catalogue say of powers, in the words of the proofs. *)
Lemma powers_potential p n : (fun z : vec => sum n (fun e => power (z e) p) / p) = potential (fun y => power y p / p) n.
Proof. apply functional_extensionality; intros z. unfold Rdiv. rewrite <- sum_scal_r. reflexivity. Qed.

Lemma exp_derivative : has_derivative exp exp. Proof. exact derivable_pt_lim_exp. Qed.

Lemma signed_inverse p y : 2 <= p -> signed_power (signed_power y (/ (p - 1))) (p - 1) = y.
Proof.
  intros Hp.
  assert (power (power y (/ (p - 1))) (p - 1) = Rabs y) as E.
  { rewrite power_power. replace (/ (p - 1) * (p - 1)) with 1 by (field; lra). apply power_1. }
  pose proof (power_nonneg y (/ (p - 1))) as H0. rewrite (signed_power_cases y). destruct (Rlt_dec y 0) as [Hy|Hy].
  - rewrite (signed_power_odd (p - 1) (power y (/ (p - 1)))), signed_power_pos, E, Rabs_left by assumption. ring.
  - rewrite signed_power_pos, E, Rabs_pos_eq by lra. reflexivity.
Qed.

Lemma pnorm_power p n z : p <> 0 -> psum p n z = power (pnorm p n z) p.
Proof.
  intros Hp. unfold pnorm. rewrite power_power. replace (/ p * p) with 1 by (field; assumption).
  rewrite power_1, Rabs_pos_eq; [auto|apply psum_nonneg].
Qed.

(** ** 2 sinh *)

Definition sinh2 (y : R) : R := exp y - exp (- y).
Definition cosh2 (y : R) : R := exp y + exp (- y).

Lemma exp_opp_derivative y : derivable_pt_lim (fun s => exp (- s)) y (- exp (- y)).
Proof.
  replace (- exp (- y)) with (exp (- y) * -1) by ring.
  apply (derivable_pt_lim_comp (fun s => - s) exp); [apply (derivable_pt_lim_opp id), derivable_pt_lim_id|].
  apply derivable_pt_lim_exp.
Qed.

Lemma sinh2_derivative : has_derivative sinh2 cosh2.
Proof.
  intros y. replace (cosh2 y) with (exp y - - exp (- y)) by (unfold cosh2; ring).
  apply (derivable_pt_lim_minus exp (fun s => exp (- s))); [apply derivable_pt_lim_exp|apply exp_opp_derivative].
Qed.

Lemma cosh2_derivative : has_derivative (fun y => cosh2 y - 2) sinh2.
Proof.
  intros y. replace (sinh2 y) with (exp y + - exp (- y) - 0) by (unfold sinh2; ring).
  apply (derivable_pt_lim_minus cosh2 (fun _ => 2)); [|apply derivable_pt_lim_const].
  apply (derivable_pt_lim_plus exp (fun s => exp (- s))); [apply derivable_pt_lim_exp|apply exp_opp_derivative].
Qed.

Lemma sinh2_odd : odd sinh2. Proof. intros y. unfold sinh2. rewrite Ropp_involutive. ring. Qed.

Lemma sinh2_increasing : strictly_increasing sinh2.
Proof.
  intros y z H. unfold sinh2. pose proof (exp_increasing y z H). pose proof (exp_increasing (- z) (- y) ltac:(lra)).
  lra.
Qed.

Lemma cosh2_up v c : Rabs v <= c -> cosh2 v <= cosh2 c.
Proof.
  intros Hv.
  pose proof (potential_up sinh2 (fun y => cosh2 y - 2) sinh2_odd sinh2_increasing cosh2_derivative
    (Rabs v) c (conj (Rabs_pos v) Hv)) as P.
  pose proof (potential_of_size sinh2 (fun y => cosh2 y - 2) sinh2_odd cosh2_derivative v) as E. lra.
Qed.

Lemma coth_decreases c : 1 <= c -> cosh2 c <= (1 + exp 2) / (exp 2 - 1) * sinh2 c.
Proof.
  intros Hc. pose proof (exp_pos c) as HE. pose proof (exp_increasing 0 2 ltac:(lra)) as H2. rewrite exp_0 in H2.
  assert (exp 2 <= exp c * exp c) as Hcc.
  { rewrite <- exp_plus. destruct (Req_dec c 1) as [->|]; [replace (1 + 1) with 2 by ring; lra|].
    left; apply exp_increasing; lra. }
  unfold cosh2, sinh2. rewrite exp_Ropp. apply Rmult_le_reg_r with (exp c * (exp 2 - 1)); [nra|].
  replace ((exp c + / exp c) * (exp c * (exp 2 - 1))) with ((exp c * exp c + 1) * (exp 2 - 1)) by (field; lra).
  replace ((1 + exp 2) / (exp 2 - 1) * (exp c - / exp c) * (exp c * (exp 2 - 1)))
    with ((1 + exp 2) * (exp c * exp c - 1)) by (field; lra). lra.
Qed.

(** The number whose 2 cosh is 2 w + 2. *)
Definition arcosh (w : R) : R := ln (w + sqrt ((w + 1) ^ 2 - 1) + 1).

Lemma arcosh_spec w : 0 <= w -> 0 <= arcosh w /\ cosh2 (arcosh w) - 2 = 2 * w.
Proof.
  intros Hw. unfold arcosh. set (r := sqrt ((w + 1) ^ 2 - 1)). assert (0 <= r) as Hr by apply sqrt_pos.
  assert (r * r = (w + 1) ^ 2 - 1) as E by (apply sqrt_sqrt; nra). split; [apply ln_at_least_1; lra|]. unfold cosh2.
  rewrite exp_Ropp, exp_ln by lra. replace (/ (w + r + 1)) with (w + 1 - r); [ring|].
  apply Rmult_eq_reg_r with (w + r + 1); [|lra]. rewrite Rinv_l by lra. lra.
Qed.

(** ** f_k *)

Section Interpolating.
Variable k : nat.
Hypothesis Hk : (1 <= k)%nat.

Lemma k_pos : 0 < INR k. Proof. apply lt_0_INR; lia. Qed.

Definition up_ (m : nat) (z : R) : R := (1 + z / INR k) ^ m.
Definition down (m : nat) (z : R) : R := (1 - z / INR k) ^ m.

Lemma up_derivative m z : derivable_pt_lim (up_ m) z (INR m * up_ (pred m) z * / INR k).
Proof.
  apply (derivable_pt_lim_comp (fun s => 1 + s / INR k) (fun y => y ^ m)); [|apply derivable_pt_lim_pow].
  apply derivable_pt_lim_line.
Qed.

Lemma down_derivative m z : derivable_pt_lim (down m) z (INR m * down (pred m) z * - / INR k).
Proof.
  apply (derivable_pt_lim_comp (fun s => 1 - s / INR k) (fun y => y ^ m)); [|apply derivable_pt_lim_pow].
  apply derivable_pt_lim_locally_ext with (f := fun s => 1 + s * - / INR k) (a := z - 1) (b := z + 1);
    [lra|intros; unfold Rdiv; ring|apply derivable_pt_lim_line].
Qed.

Definition fk_slope (z : R) : R := up_ (pred k) z + down (pred k) z.
Definition fk_potential (z : R) : R := INR k / (INR k + 1) * (up_ (S k) z + down (S k) z - 2).

Lemma fk_derivative : has_derivative (interpolating k) fk_slope.
Proof.
  intros z. pose proof k_pos.
  replace (fk_slope z)
    with (INR k * up_ (pred k) z * / INR k - INR k * down (pred k) z * - / INR k) by (unfold fk_slope; field; lra).
  apply (derivable_pt_lim_minus (up_ k) (down k)); [apply up_derivative|apply down_derivative].
Qed.

Lemma fk_potential_derivative : has_derivative fk_potential (interpolating k).
Proof.
  intros z. pose proof k_pos.
  replace (interpolating k z) with (INR k / (INR k + 1) *
    (INR (S k) * up_ k z * / INR k + INR (S k) * down k z * - / INR k - 0)).
  - apply (derivable_pt_lim_scal (fun s => up_ (S k) s + down (S k) s - 2)).
    apply (derivable_pt_lim_minus (fun s => up_ (S k) s + down (S k) s) (fun _ => 2)); [|apply derivable_pt_lim_const].
    apply (derivable_pt_lim_plus (up_ (S k)) (down (S k))); [apply (up_derivative (S k))|apply (down_derivative (S k))].
  - rewrite S_INR. unfold interpolating, up_, down. field. lra.
Qed.

Lemma fk_odd : odd (interpolating k).
Proof.
  intros z. unfold interpolating. replace (1 + - z / INR k) with (1 - z / INR k) by lra.
  replace (1 - - z / INR k) with (1 + z / INR k) by nra. ring.
Qed.

Lemma fk_slope_even z : fk_slope (- z) = fk_slope z.
Proof.
  unfold fk_slope, up_, down. replace (1 + - z / INR k) with (1 - z / INR k) by lra.
  replace (1 - - z / INR k) with (1 + z / INR k) by nra. ring.
Qed.

Lemma fk_slope_size z : fk_slope (Rabs z) = fk_slope z.
Proof. unfold Rabs. destruct (Rcase_abs z); [apply fk_slope_even|lra]. Qed.

Lemma down_le_up m z : 0 <= z -> Rabs (down m z) <= up_ m z.
Proof.
  intros Hz. pose proof k_pos. assert (0 <= z / INR k) by signs. unfold down. rewrite <- RPow_abs. apply pow_incr.
  unfold Rabs. destruct (Rcase_abs (1 - z / INR k)); lra.
Qed.

Lemma pow_strict b c m : 0 <= b < c -> (1 <= m)%nat -> b ^ m < c ^ m.
Proof.
  intros [Hb Hc] Hm. induction m as [|[|m] IH]; [lia|lra|]. assert (b ^ S m < c ^ S m) as H by (apply IH; lia).
  assert (0 < c ^ S m) by signs. change (b * b ^ S m < c * c ^ S m). nra.
Qed.

Lemma fk_slope_pos z : 0 < fk_slope z.
Proof.
  rewrite <- fk_slope_size. pose proof (Rabs_pos z) as H0. set (y := Rabs z) in *. pose proof k_pos as Hkp.
  unfold fk_slope. destruct H0 as [Hy|<-].
  - destruct (Nat.eq_dec (pred k) 0) as [E|E]; [rewrite E; cbn; lra|]. assert (0 < y / INR k) by signs.
    assert (Rabs (1 - y / INR k) ^ pred k < (1 + y / INR k) ^ pred k) as Hlt.
    { apply pow_strict; [|lia]. unfold Rabs. destruct (Rcase_abs (1 - y / INR k)); lra. }
    rewrite RPow_abs in Hlt. unfold up_, down. pose proof (Rle_abs (- (1 - y / INR k) ^ pred k)) as A.
    rewrite Rabs_Ropp in A. lra.
  - unfold up_, down. signs.
Qed.

Lemma fk_increasing : strictly_increasing (interpolating k).
Proof.
  intros y z H. destruct (derivable_pt_lim_positive _ _ y z fk_derivative H) as (c & _ & E).
  pose proof (fk_slope_pos c). nra.
Qed.

Lemma fk_slope_up y z : 0 <= y <= z -> fk_slope y <= fk_slope z.
Proof.
  intros [Hy [Hz| <-]]; [|lra].
  destruct (MVT_cor2 fk_slope (fun s => INR (pred k) * up_ (pred (pred k)) s * / INR k + INR (pred k) * down (pred (pred
    k)) s * - / INR k) y z Hz) as (c & E & Hc).
  - intros s _.
    apply (derivable_pt_lim_plus (up_ (pred k)) (down (pred k))); [apply up_derivative|apply down_derivative].
  - pose proof (down_le_up (pred (pred k)) c ltac:(lra)) as D. pose proof (Rle_abs (down (pred (pred k)) c)).
    pose proof (Rinv_0_lt_compat _ k_pos).
    assert (0 <= INR (pred k) * / INR k * (up_ (pred (pred k)) c - down (pred (pred k)) c) * (z - y)) as P by signs.
    lra.
Qed.

Lemma fk_slopes late v level : 0 < late <= level -> Rabs v <= level ->
  fk_slope v <= INR k / late * interpolating k level.
Proof.
  intros [Hl Hc] Hv. pose proof k_pos as Hkp.
  assert (fk_slope v <= fk_slope level) as H1 by (rewrite <- fk_slope_size; apply fk_slope_up; split; signs).
  assert (level * fk_slope level <= INR k * interpolating k level) as H2.
  { unfold fk_slope, interpolating. fold (up_ k level). fold (down k level).
    replace (up_ k level) with ((1 + level / INR k) * up_ (pred k) level)
      by (unfold up_; rewrite tech_pow_Rmult; f_equal; lia).
    replace (down k level) with ((1 - level / INR k) * down (pred k) level)
      by (unfold down; rewrite tech_pow_Rmult; f_equal; lia). pose proof (down_le_up (pred k) level ltac:(lra)) as D.
    pose proof (Rle_abs (down (pred k) level)).
    replace (INR k * ((1 + level / INR k) * up_ (pred k) level - (1 - level / INR k) * down (pred k) level))
      with (level * (up_ (pred k) level + down (pred k) level) + INR k * (up_ (pred k) level - down (pred k) level))
      by (field; lra). nra. }
  pose proof (fk_slope_pos level) as H3. apply Rmult_le_reg_l with late; auto.
  replace (late * (INR k / late * interpolating k level)) with (INR k * interpolating k level) by (field; lra). nra.
Qed.

Lemma nonneg_from_derivative D D' y : has_derivative D D' -> D 0 = 0 -> 0 <= y -> (forall t, 0 < t < y -> 0 <= D' t) ->
  0 <= D y.
Proof.
  intros HD H0 [Hy| <-] Hpos; [|lra]. destruct (derivable_pt_lim_positive D D' 0 y HD Hy) as (c & Hc & E).
  assert (0 <= D' c * (y - 0)) by (apply Rmult_le_pos; [auto|lra]). lra.
Qed.

Lemma scaled_derivative g g' c : has_derivative g g' -> has_derivative (fun y => g (c * y)) (fun y => c * g' (c * y)).
Proof.
  intros H y. replace (c * g' (c * y)) with (g' (c * y) * c) by ring.
  apply (derivable_pt_lim_comp (fun s => c * s) g); auto.
  apply derivable_pt_lim_locally_ext with (f := fun s => 0 + s * c) (a := y - 1) (b := y + 1);
    [lra|intros; ring|apply derivable_pt_lim_line].
Qed.

Lemma fk_zero : interpolating k 0 = 0 /\ fk_potential 0 = 0.
Proof. unfold interpolating, fk_potential, up_, down, Rdiv. rewrite Rmult_0_l, Rplus_0_r, Rminus_0_r, !pow1. lra. Qed.

Lemma fk_scaled c y : 1 <= c -> 0 <= y -> c * interpolating k y <= interpolating k (c * y).
Proof.
  intros Hc Hy. enough (0 <= interpolating k (c * y) - c * interpolating k y) by lra.
  apply (nonneg_from_derivative (fun t => interpolating k (c * t) - c * interpolating k t)
    (fun t => c * fk_slope (c * t) - c * fk_slope t)).
  - intros t. apply (derivable_pt_lim_minus (fun s => interpolating k (c * s)) (fun s => c * interpolating k s)).
    + apply (scaled_derivative _ _ c fk_derivative).
    + apply (derivable_pt_lim_scal (interpolating k)), fk_derivative.
  - rewrite Rmult_0_r, (proj1 fk_zero). ring.
  - assumption.
  - intros t Ht. assert (1 * t <= c * t) by nra. assert (fk_slope t <= fk_slope (c * t)) by (apply fk_slope_up; lra).
    nra.
Qed.

Lemma fk_potential_scaled c y : 1 <= c -> 0 <= y -> c * c * fk_potential y <= fk_potential (c * y).
Proof.
  intros Hc Hy. enough (0 <= fk_potential (c * y) - c * c * fk_potential y) by lra.
  apply (nonneg_from_derivative (fun t => fk_potential (c * t) - c * c * fk_potential t)
    (fun t => c * interpolating k (c * t) - c * c * interpolating k t)).
  - intros t. apply (derivable_pt_lim_minus (fun s => fk_potential (c * s)) (fun s => c * c * fk_potential s)).
    + apply (scaled_derivative _ _ c fk_potential_derivative).
    + apply (derivable_pt_lim_scal fk_potential), fk_potential_derivative.
  - rewrite Rmult_0_r, (proj2 fk_zero). ring.
  - assumption.
  - intros t Ht. pose proof (fk_scaled c t Hc ltac:(lra)) as P. nra.
Qed.
End Interpolating.
