(** * The facts that the step proofs take for true, as GenFacts.v states them *)

From Coq Require Import Reals ZArith Lra Lia.
From Boundcheck Require Import Definitions Vectors Pnorm GenFacts.
From Boundcheck.grove2001 Require Import Definitions Convergence Functions.
Open Scope R_scope.

(** ** exp and ln *)

Theorem fact_exp_of_a_sum : fact_exp_of_a_sum_stmt.
Proof. exact exp_plus. Qed.

Theorem fact_exp_is_above_its_tangent : fact_exp_is_above_its_tangent_stmt.
Proof. exact exp_ineq1_le. Qed.

Theorem fact_exp_undoes_ln : fact_exp_undoes_ln_stmt.
Proof. exact exp_ln. Qed.

(** ** p-norms *)

Theorem fact_a_norm_is_not_negative : fact_a_norm_is_not_negative_stmt.
Proof. intros n p b _. apply pnorm_nonneg. Qed.

Theorem fact_a_norm_of_0 : fact_a_norm_of_0_stmt.
Proof. intros n p _. apply pnorm_zero. Qed.

Theorem fact_Hoelder : fact_Hoelder_stmt.
Proof.
  intros n p q b c [Hp E]. assert (q <> 0) by (intros ->; lra).
  assert (p * q <> 0) by (apply Rmult_integral_contrapositive; lra).
  assert (/ p + / q = 1) as Hpq by (apply Rmult_eq_reg_l with (p * q); [field_simplify; lra|assumption]).
  pose proof (abs_bounds _ _ (holder_pq p q n b c Hp Hpq)). lra.
Qed.

Theorem fact_smoothness : fact_smoothness_stmt.
Proof.
  intros n p b c r [Hp Hd]. pose proof (growth p n b (fun i => r * c i) Hp) as G.
  rewrite dot_scal_r, pnorm_scal in G by lra. specialize (G Hd).
  replace ((Rabs r * pnorm p n c) ^ 2) with (r ^ 2 * pnorm p n c ^ 2) in G by (rewrite <- (pow2_abs r); ring). lra.
Qed.

(** ** f_p, its derivative and its integral *)

Theorem fact_f_is_positive : fact_f_is_positive_stmt.
Proof.
  intros p v Hp Hv. change (0 < signed_power v (p - 1)). rewrite signed_power_pos by lra. apply power_pos. lra.
Qed.

Theorem fact_g_is_not_negative : fact_g_is_not_negative_stmt.
Proof. intros p v Hp. apply Rle_mult_inv_pos; [apply power_nonneg|lra]. Qed.

Theorem fact_g_grows_with_v : fact_g_grows_with_v_stmt.
Proof.
  intros p v r Hp Hv. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|].
  rewrite <- power_abs. apply power_le; [split; [apply Rabs_pos|assumption]|lra].
Qed.

Theorem fact_ginv_increases : fact_ginv_increases_stmt.
Proof.
  intros p r q Hp [Hr Hq]. apply power_le; [|left; apply Rinv_0_lt_compat; lra].
  split; [apply Rmult_le_pos|apply Rmult_le_compat_l]; lra.
Qed.

Theorem fact_ginv_undoes_g : fact_ginv_undoes_g_stmt.
Proof.
  intros p v Hp. unfold ginv_p, g_p. replace (p * (power v p / p)) with (power v p) by (field; lra).
  rewrite power_power. replace (p * / p) with 1 by (field; lra). apply power_1.
Qed.

Theorem fact_the_slope_of_a_power : fact_the_slope_of_a_power_stmt.
Proof.
  intros p v c Hp [Hc Hv]. pose proof (link_slopes p c v c Hp Hc (Rle_refl c) Hv) as L.
  apply (Rmult_le_compat_r c) in L; [|lra].
  replace ((p - 1) / c * signed_power c (p - 1) * c) with ((p - 1) * signed_power c (p - 1)) in L by (field; lra).
  exact L.
Qed.

Theorem fact_the_level_of_a_power : fact_the_level_of_a_power_stmt.
Proof.
  intros p n c Hp [Hc Hn]. apply IZR_le in Hn. unfold ginv_p, g_p.
  replace (p * (IZR n * (power c p / p))) with (IZR n * power c p) by (field; lra).
  rewrite power_prod, power_power, power_of_pos by lra. replace (p * / p) with 1 by (field; lra).
  rewrite power_1, Rabs_pos_eq by assumption. unfold Rpower. replace (1 / p) with (/ p) by (field; lra). reflexivity.
Qed.

(** ** The level along a step *)

Lemma summed (S term : Z -> R) n : S 0%Z = 0 ->
  (forall j, ((0 <= j)%Z /\ (j < n)%Z) -> S (j + 1)%Z = S j + term j) ->
  (0 <= n)%Z -> S n = sum (Z.to_nat n) (fun i => term (Z.of_nat i)).
Proof.
  intros H0 H1 Hn. rewrite <- (Z2Nat.id n Hn) at 1. assert (Z.of_nat (Z.to_nat n) <= n)%Z as Hm by lia.
  revert Hm. generalize (Z.to_nat n) as m. induction m as [|m IH]; intros Hm; [exact H0|].
  cbn [sum]. rewrite <- IH by lia. rewrite <- H1 by lia. f_equal. lia.
Qed.

Section Step.
Variables (p : R) (n i0 : nat) (z v : vec) (b c : R).
Hypotheses (Hp : 2 <= p) (Hi : (i0 < n)%nat) (Hb : 0 < b) (Haway : b + Rabs (v i0) <= Rabs (z i0)).
Notation F := (g_p p).
Notation f := (f_p p).

Lemma f_derivative : has_derivative f (slope_p p).
Proof. exact (link_derivative p Hp). Qed.

Lemma f_increases : strictly_increasing f.
Proof. exact (signed_power_increasing (p - 1) ltac:(lra)). Qed.

Lemma base_positive : 0 < f (b / 2).
Proof. apply fact_f_is_positive; lra. Qed.

Lemma f_up y y' : b / 2 <= y <= y' -> f y <= f y'.
Proof. intros [_ [H| ->]]; [left; apply f_increases, H|right; reflexivity]. Qed.

Notation inv := (inverse F f (b / 2) (link_potential p Hp) base_positive f_up).
Notation mass := (mass F n z v).

Lemma level_is y : F (b / 2) <= y -> inv y = ginv_p p y.
Proof.
  intros Hy. destruct (inverse_spec F f (b / 2) (link_potential p Hp) base_positive f_up y Hy) as [B E].
  rewrite <- E at 2. rewrite fact_ginv_undoes_g, Rabs_pos_eq; lra.
Qed.

Lemma mass_above s : 0 <= s <= 1 -> F b <= mass s.
Proof.
  intros Hs. eapply Rle_trans; [|apply (sum_term_le n _ i0 Hi); intros; apply fact_g_is_not_negative, Hp].
  change (F b <= F (z i0 + s * v i0)). unfold g_p at 2. rewrite <- power_abs. fold (F (Rabs (z i0 + s * v i0))).
  apply fact_g_grows_with_v; [exact Hp|]. rewrite Rabs_pos_eq by lra.
  pose proof (Rabs_triang_inv (z i0) (- (s * v i0))) as T. rewrite Rabs_Ropp, Rabs_mult, (Rabs_pos_eq s) in T by lra.
  assert (s * Rabs (v i0) <= 1 * Rabs (v i0)) by (apply Rmult_le_compat_r; [apply Rabs_pos|lra]).
  replace (z i0 + s * v i0) with (z i0 - - (s * v i0)) by ring. lra.
Qed.

Lemma base_below : F (b / 2) < F b.
Proof. apply (F_strict F f (b / 2) (link_potential p Hp) base_positive f_up). lra. Qed.

Lemma level_step : sum n (fun i => f (z i) * v i) <= 0 ->
  (forall s, 0 <= s <= 1 -> b <= ginv_p p (mass s) -> bend (slope_p p) n z v s <= c * f (ginv_p p (mass s))) ->
  ginv_p p (mass 1) <= ginv_p p (mass 0) + c / 2.
Proof.
  intros Hs Hc. pose proof base_below.
  assert (forall s, 0 <= s <= 1 -> F (b / 2) < mass s) as A by (intros s H'; pose proof (mass_above s H'); lra).
  rewrite <- !level_is by (left; apply A; lra).
  apply (level_growth F f (slope_p p) (b / 2) n z v c (link_potential p Hp) f_derivative
    (increasing_derivative _ _ f_increases f_derivative) base_positive f_up A).
  - intros s H'. unfold level. pose proof (A s H'). rewrite level_is by lra. apply Hc; [assumption|].
    rewrite <- level_is by lra.
    apply (inverse_ge F f (b / 2) (link_potential p Hp) base_positive f_up); [lra|lra|apply mass_above, H'].
  - unfold Convergence.slope, at_. rewrite (sum_ext n _ (fun i => f (z i) * v i)); [exact Hs|].
    intros i _. rewrite Rmult_0_l, Rplus_0_r. reflexivity.
Qed.
End Step.

Theorem fact_Taylor_for_the_level : fact_Taylor_for_the_level_stmt.
Proof.
  intros a p l n side top G wx x z B Gv v Hz Hv wx0 wx1 G0 G1 Gv0 Gv1 B0 B1 t b c Hbent
    (Ht & Hl & Htop & Htop' & Hp & Hopp & Hb & Haway).
  set (N := Z.to_nat n). set (zt := fun i => z t (Z.of_nat i)). set (h := fun i => a * side t * x t (Z.of_nat i)).
  assert (0 <= n)%Z as Hn by lia.
  assert (forall s, Gv t s n = mass (g_p p) N zt h s) as EG.
  { intros s. rewrite (summed (Gv t s) (fun j => g_p p (v t s j)) n (Gv0 t s) (Gv1 t s) Hn). fold N.
    apply sum_ext; intros i Hi. unfold componentwise, at_, zt, h. rewrite Hv by lia. reflexivity. }
  assert (forall s, bend (slope_p p) N zt h s = (a * side t) ^ 2 * B t s n) as EB.
  { intros s. rewrite (summed (B t s) (fun j => slope_p p (v t s j) * x t j * x t j) n (B0 t s) (B1 t s) Hn). fold N.
    unfold bend. rewrite <- sum_scal. apply sum_ext; intros i Hi. unfold at_, zt, h. rewrite Hv by lia. ring. }
  assert (G t n = mass (g_p p) N zt h 0) as E0.
  { rewrite (summed (G t) (fun j => g_p p (z t j)) n (G0 t) (G1 t) Hn). fold N.
    apply sum_ext; intros i Hi. unfold componentwise, at_, zt. f_equal. ring. }
  assert (G (t + 1)%Z n = mass (g_p p) N zt h 1) as E1.
  { rewrite (summed (G (t + 1)%Z) (fun j => g_p p (z (t + 1)%Z j)) n (G0 _) (G1 _) Hn). fold N.
    apply sum_ext; intros i Hi. unfold componentwise, at_, zt, h. f_equal. rewrite Hz by lia. ring. }
  rewrite E0, E1. replace (a * side t * (a * side t) / 2 * c) with ((a * side t) ^ 2 * c / 2) by field.
  apply (level_step p N (Z.to_nat (top t)) zt h b); [exact Hp|unfold N; lia|exact Hb| | |].
  - unfold zt, h. rewrite Z2Nat.id by lia. exact Haway.
  - rewrite (summed (wx t) (fun j => f_p p (z t j) * x t j) n (wx0 t) (wx1 t) Hn) in Hopp. fold N in Hopp.
    rewrite <- sum_scal in Hopp.
    rewrite (sum_ext N _ (fun i => a * side t * (f_p p (z t (Z.of_nat i)) * x t (Z.of_nat i)))).
    + exact Hopp.
    + intros i _. unfold zt, h. ring.
  - intros s Hs Hlate. rewrite EB, <- EG, Rmult_assoc. apply Rmult_le_compat_l; [apply pow2_ge_0|].
    apply Hbent. rewrite EG. repeat split; try assumption; lra.
Qed.
