(** * Section 4: general convergence *)

From Coq Require Import Reals List Bool Lra Lia Arith.
From Boundcheck Require Import BaseMore Pnorm GenBounds.
From Boundcheck.grove2001 Require Import Definitions Convergence Functions Section4Statements.
Import ListNotations.
Open Scope R_scope.

(** ** From the premises of the theorems to those of [convergence] *)

Lemma ceiling_nat r : 0 <= r -> exists s, INR s = ceiling r /\ r <= INR s < r + 1.
Proof.
  intros Hr. unfold ceiling. destruct (archimed (- r)) as [A1 A2].
  exists (Z.to_nat (1 - up (- r))). rewrite INR_IZR_INZ, Z2Nat.id, minus_IZR; [lra|].
  assert (up (- r) <= 1)%Z; [|lia]. apply le_IZR. cbn. lra.
Qed.

Lemma projection_le_norm1 n u x X : max_norm_at_most n x X -> dot n u x <= norm1 n u * X.
Proof.
  intros Hx. unfold dot, norm1. rewrite <- sum_scal_r. apply sum_le; intros i Hi.
  apply Rle_trans with (Rabs (u i * x i)); [apply Rle_abs|]. rewrite Rabs_mult.
  apply Rmult_le_compat_l; [apply Rabs_pos|apply Hx, Hi].
Qed.

Lemma norm1_nonneg n u : 0 <= norm1 n u.
Proof. apply sum_nonneg; intros; apply Rabs_pos. Qed.

(** One trial with the gap. *)
Lemma gap_is_met n U X delta u (S : list ctrial) : 0 < delta -> norm1 n u <= U -> box_labels n X S ->
  margin_at_least n delta u S -> S <> [] -> 0 < X /\ 0 < norm1 n u /\ delta <= U * X.
Proof.
  intros Hd HU HS Hm HS0. destruct S as [|c S]; [contradiction|].
  inversion_clear HS as [|? ? Hx _]. inversion_clear Hm as [|? ? Hg _].
  pose proof (norm1_nonneg n u) as H0.
  assert (delta <= norm1 n u * X) as Hle.
  { eapply Rle_trans; [exact Hg|]. destruct (snd c); cbn [label].
    - rewrite Rmult_1_l. apply projection_le_norm1, Hx.
    - replace (-1 * dot n u (fst c)) with (dot n u (fun i => - fst c i)) by (rewrite dot_opp; ring).
      apply projection_le_norm1. intros i Hi. rewrite Rabs_Ropp. apply Hx, Hi. }
  assert (0 < norm1 n u) as Hpos.
  { destruct H0 as [H0|E]; [assumption|]. rewrite <- E in Hle. lra. }
  assert (0 < X) as HX.
  { apply Rnot_le_lt; intros HX. assert (0 <= norm1 n u * - X) by (apply Rmult_le_pos; lra). lra. }
  split; [assumption|]. split; [assumption|].
  assert (norm1 n u * X <= U * X) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Lemma n_of_norm1 n u : 0 < norm1 n u -> 1 <= INR n.
Proof. intros H. apply INR_at_least_1. destruct n; [unfold norm1 in H; cbn in H; lra|lia]. Qed.

(** Dividing by a delta. *)
Lemma mistakes_divided m s a delta B : 0 < a -> 0 < delta -> (m + s) * (a * delta) <= B -> m <= B / (a * delta) - s.
Proof.
  intros Ha Hd H. assert (0 < a * delta) as Had by (apply Rmult_lt_0_compat; assumption).
  apply Rmult_le_reg_r with (a * delta); [assumption|].
  replace ((B / (a * delta) - s) * (a * delta)) with (B - s * (a * delta)) by (field; lra). lra.
Qed.

Lemma rounded_up r a delta s : 0 < a -> 0 < delta -> r / (a * delta) <= s -> r <= s * (a * delta).
Proof.
  intros Ha Hd H. assert (0 < a * delta) as Had by (apply Rmult_lt_0_compat; assumption).
  apply (Rmult_le_compat_r (a * delta)) in H; [|lra].
  replace (r / (a * delta) * (a * delta)) with r in H by (field; lra). assumption.
Qed.

(** ** Odd f: the potential is even *)

Section Odd.
Variables (f f' F : R -> R).
Hypotheses (Hodd : odd f) (Hinc : strictly_increasing f) (Hf : has_derivative f f') (HF : has_derivative F f).
Hypothesis HF0 : F 0 = 0.

(** [reach] bounds every entry of every state. *)
Theorem odd_convergence n a U X delta late kappa reach H s u wrong (S : list ctrial) :
  0 < late -> 0 <= kappa ->
  (forall v level, late <= level -> Rabs v <= level -> Rabs v <= reach -> f' v <= kappa * f level) ->
  0 < a -> a * (U * X ^ 2 * INR n * kappa) <= delta -> U * (late + a * X) <= INR s * (a * delta) ->
  0 <= H -> INR n * F (X * a * INR s) <= F H ->
  separated_run f n U X delta u wrong S -> S <> [] ->
  INR (mistakes_by wrong (perceptron a) zero S) * (a * X) <= reach ->
  (INR (mistakes_by wrong (perceptron a) zero S) + INR s) * (a * delta) <= 2 * U * H.
Proof.
  intros Hl Hk Hs Ha Hsmall Hen HH0 HH (Hd & HU & Hw & HS & Hm) HS0 Hr.
  destruct (gap_is_met n U X delta u S Hd HU HS Hm HS0) as (HX & Hu0 & Hroom).
  pose proof (n_of_norm1 n u Hu0) as Hn.
  assert (0 <= X * a * INR s) as Hr0 by (repeat apply Rmult_le_pos; try lra; apply pos_INR).
  eapply (convergence F f f' Rabs (late / 2) late kappa reach n a U X delta H s u wrong HF Hf); eauto.
  - apply increasing_derivative with (f := f); assumption.
  - apply (odd_positive f Hodd Hinc); lra.
  - intros y y' Hy. apply (increasing_le f Hinc); lra.
  - lra.
  - exact (potential_nonneg f F Hodd Hinc HF HF0).
  - intros y c _ Hc. rewrite <- (potential_of_size f F Hodd HF). apply (potential_up f F Hodd Hinc HF). split; [apply Rabs_pos|assumption].
  - intros y. rewrite (potential_of_size f F Hodd HF). lra.
  - exact size_step.
  - intros y; lra.
  - intros; apply product_size.
  - apply Rnot_lt_le; intros Hlt. pose proof (potential_strict f F Hodd Hinc HF H (X * a * INR s) ltac:(lra)).
    pose proof (potential_nonneg f F Hodd Hinc HF HF0 (X * a * INR s)) as P.
    apply (Rmult_le_compat_r (F (X * a * INR s))) in Hn; [|assumption]. lra.
Qed.
End Odd.

Lemma theorem_4_1_holds : theorem_4_1.
Proof.
  intros f f' F n a U X delta late kappa H u wrong S Hodd Hinc Hf HF HF0 Hl Hslopes Ha Hsmall s HH0 HH Hrun HS0.
  assert (separated_run f n U X delta u wrong S) as (Hd & HU & Hw & HS & Hm) by assumption.
  destruct (gap_is_met n U X delta u S Hd HU HS Hm HS0) as (HX & Hu0 & Hroom).
  assert (0 < a * X) by (apply Rmult_lt_0_compat; assumption).
  assert (0 < a * delta) by (apply Rmult_lt_0_compat; assumption).
  assert (0 <= U * (late + a * X)) as Hpos by (apply Rmult_le_pos; lra).
  assert (0 <= U * (late + a * X) / (a * delta)) as Hq by (apply Rle_mult_inv_pos; assumption).
  destruct (ceiling_nat _ Hq) as (s' & Es & Hs'). fold s in Es. rewrite <- Es in HH |- *.
  apply mistakes_divided; [assumption|assumption|].
  assert (0 <= kappa) as Hk.
  { pose proof (Hslopes 0 late ltac:(lra)) as K. rewrite Rabs_R0 in K. specialize (K ltac:(lra)).
    pose proof (increasing_derivative f f' Hinc Hf 0). pose proof (odd_positive f Hodd Hinc late Hl).
    apply Rmult_le_reg_r with (f late); lra. }
  eapply (odd_convergence f f' F Hodd Hinc Hf HF HF0 n a U X delta late kappa _ H s' u wrong S); eauto.
  - apply rounded_up; lra.
  - apply Rle_refl.
Qed.

(** ** f > 0 *)

Section Positive.
Variables (f f' F : R -> R).
Hypotheses (Hpos : forall z, 0 < f z) (Hinc : strictly_increasing f).
Hypotheses (Hf : has_derivative f f') (HF : has_derivative F f) (HF0 : forall z, 0 <= F z).

Lemma positive_potential_strict y c : y < c -> F y < F c.
Proof.
  intros Hc. destruct (derivable_pt_lim_positive F f y c HF Hc) as (t & Ht & E).
  pose proof (Hpos t). assert (0 < f t * (c - y)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Lemma product_nonneg (u y : R) : 0 <= u -> u * y <= Rabs u * y.
Proof. intros Hu. rewrite Rabs_pos_eq by assumption. lra. Qed.

Theorem positive_convergence n a U X delta late kappa reach H s u wrong (S : list ctrial) :
  0 <= kappa -> (forall v level, late <= level -> v <= level -> Rabs v <= reach -> f' v <= kappa * f level) ->
  0 < a -> a * (U * X ^ 2 * INR n * kappa) <= delta -> U * (late + a * X) <= INR s * (a * delta) ->
  INR n * F (X * a * INR s) <= F H -> nonnegative n u ->
  separated_run f n U X delta u wrong S -> S <> [] ->
  INR (mistakes_by wrong (perceptron a) zero S) * (a * X) <= reach ->
  (INR (mistakes_by wrong (perceptron a) zero S) + INR s) * (a * delta) <= 2 * U * H.
Proof.
  intros Hk Hs Ha Hsmall Hen HH Hu (Hd & HU & Hw & HS & Hm) HS0 Hr.
  destruct (gap_is_met n U X delta u S Hd HU HS Hm HS0) as (HX & Hu0 & Hroom).
  pose proof (n_of_norm1 n u Hu0) as Hn.
  eapply (convergence F f f' (fun y => y) (late - 1) late kappa reach n a U X delta H s u wrong HF Hf); eauto.
  - apply increasing_derivative with (f := f); assumption.
  - intros y y' [_ [Hy| <-]]; [left; apply Hinc, Hy|lra].
  - lra.
  - intros y c _ [Hc| <-]; [left; apply positive_potential_strict, Hc|lra].
  - intros; lra.
  - intros y d e Hde. pose proof (abs_bounds _ _ Hde). lra.
  - exact Rle_abs.
  - intros i y Hi. apply product_nonneg, Hu, Hi.
  - apply Rnot_lt_le; intros Hlt. pose proof (positive_potential_strict H (X * a * INR s) Hlt).
    apply (Rmult_le_compat_r (F (X * a * INR s))) in Hn; [|apply HF0]. lra.
Qed.
End Positive.

Lemma theorem_4_2_holds : theorem_4_2.
Proof.
  intros f f' F n a U X delta late kappa H u wrong S Hpos Hinc Hf HF HF0 Hl Hslopes Ha Hsmall s HH Hu Hrun HS0.
  assert (separated_run f n U X delta u wrong S) as (Hd & HU & Hw & HS & Hm) by assumption.
  destruct (gap_is_met n U X delta u S Hd HU HS Hm HS0) as (HX & Hu0 & Hroom).
  assert (0 < a * X) by (apply Rmult_lt_0_compat; assumption).
  assert (0 < a * delta) by (apply Rmult_lt_0_compat; assumption).
  assert (0 <= U * (late + a * X)) as Hnn by (apply Rmult_le_pos; lra).
  assert (0 <= U * (late + a * X) / (a * delta)) as Hq by (apply Rle_mult_inv_pos; assumption).
  destruct (ceiling_nat _ Hq) as (s' & Es & Hs'). fold s in Es. rewrite <- Es in HH |- *.
  apply mistakes_divided; [assumption|assumption|].
  assert (0 <= kappa) as Hk.
  { pose proof (Hslopes late late ltac:(lra) ltac:(lra)) as K.
    pose proof (increasing_derivative f f' Hinc Hf late). pose proof (Hpos late).
    apply Rmult_le_reg_r with (f late); lra. }
  eapply (positive_convergence f f' F Hpos Hinc Hf HF HF0 n a U X delta late kappa _ H s' u wrong S); eauto.
  - apply rounded_up; lra.
  - apply Rle_refl.
Qed.

(** ** The theorems for f_p, 2 sinh, f_k and exp *)

(** Where level f' <= k f(level), and F(r y) >= n F(y), any rate will do. *)
Lemma any_rate f f' F k r n a U X delta u wrong (S : list ctrial) :
  odd f -> strictly_increasing f -> has_derivative f f' -> has_derivative F f -> F 0 = 0 -> 0 < k ->
  (forall late v level, 0 < late <= level -> Rabs v <= level -> f' v <= k / late * f level) ->
  0 <= r -> (forall y, 0 <= y -> INR n * F y <= F (r * y)) ->
  0 < a -> 0 < delta -> norm1 n u <= U -> decides_by_sign_of n (componentwise f) wrong ->
  box_labels n X S -> margin_at_least n delta u S -> S <> [] ->
  INR (mistakes_by wrong (perceptron a) zero S)
  <= (2 * U * X * r / delta - 1) * ceiling (U * (U * X ^ 2 * INR n * k / delta + X) / delta).
Proof.
  intros Hodd Hinc Hf HF HF0 Hk Hslopes Hr Hroot Ha Hd HU Hw HS Hm HS0.
  destruct (gap_is_met n U X delta u S Hd HU HS Hm HS0) as (HX & Hu0 & Hroom).
  pose proof (n_of_norm1 n u Hu0) as Hn.
  set (late := a * (U * X ^ 2 * INR n * k / delta)).
  assert (0 < late) as Hl.
  { unfold late. apply Rmult_lt_0_compat; [assumption|]. apply Rdiv_lt_0_compat; [|assumption].
    repeat apply Rmult_lt_0_compat; try lra; apply pow_lt; assumption. }
  set (s := ceiling (U * (U * X ^ 2 * INR n * k / delta + X) / delta)).
  assert (ceiling (U * (late + a * X) / (a * delta)) = s) as Es by (unfold s, late; f_equal; field; lra).
  assert (0 <= s) as Hs.
  { rewrite <- Es. destruct (ceiling_nat (U * (late + a * X) / (a * delta))) as (s' & <- & _); [|apply pos_INR].
    apply Rle_mult_inv_pos; [|apply Rmult_lt_0_compat; assumption].
    assert (0 < a * X) by (apply Rmult_lt_0_compat; assumption). apply Rmult_le_pos; lra. }
  assert (0 <= X * a * s) as Hy by (repeat apply Rmult_le_pos; lra).
  pose proof (theorem_4_1_holds f f' F n a U X delta late (k / late) (r * (X * a * s)) u wrong S) as T.
  cbv zeta in T. rewrite Es in T. eapply Rle_trans; [apply T; clear T; try assumption|].
  - intros v level Hc Hv. apply Hslopes; [split; assumption|assumption].
  - unfold late. right. field. repeat split; try lra.
  - apply Rmult_le_pos; assumption.
  - apply Hroot, Hy.
  - repeat split; try assumption; apply Hw.
  - right. field. lra.
Qed.

Theorem gls_4_1 : gls_4_1_stmt.
Proof.
  split; [exact theorem_4_1_holds|].
  intros p n a U X delta u wrong S Hp Ha Hd HU Hw HS Hm HS0. unfold b_gls_4_1.
  destruct (gap_is_met n U X delta u S Hd HU HS Hm HS0) as (_ & Hu0 & _). pose proof (n_of_norm1 n u Hu0) as Hn.
  apply (any_rate (fun y => signed_power y (p - 1)) (link_slope p) (fun y => power y p / p) (p - 1)
    (Rpower (INR n) (/ p)) n a U X delta u wrong S); try assumption; try lra.
  - apply signed_power_odd.
  - apply signed_power_increasing; lra.
  - apply link_derivative, Hp.
  - apply link_potential, Hp.
  - rewrite power_0. unfold Rdiv; ring.
  - intros late v level Hc Hv. apply link_slopes; lra.
  - left; apply exp_pos.
  - intros y Hy. rewrite (power_prod (Rpower (INR n) (/ p))), <- (power_of_pos (INR n)), power_power by lra.
    replace (/ p * p) with 1 by (field; lra). rewrite power_1, Rabs_pos_eq by lra. right; field; lra.
Qed.

Theorem gls_4_2 : gls_4_2_stmt.
Proof.
  split; [exact theorem_4_2_holds|].
  intros n a U X delta u wrong S [Ha Hup] Hd HX Hu HU Hw HS Hm HS0. unfold b_gls_4_2, upper_a_gls_4_2 in *.
  destruct (gap_is_met n U X delta u S Hd HU HS Hm HS0) as (_ & Hu0 & Hroom).
  pose proof (n_of_norm1 n u Hu0) as Hn.
  assert (0 < U * X ^ 2 * INR n) as Hc by (repeat apply Rmult_lt_0_compat; try lra; apply pow_lt; assumption).
  set (s := ceiling (U * X / delta)).
  assert (ceiling (U * (0 + a * X) / (a * delta)) = s) as Es by (unfold s; f_equal; field; lra).
  pose proof (theorem_4_2_holds exp exp exp n a U X delta 0 1 (ln (INR n * exp (X * a * s))) u wrong S) as T.
  cbv zeta in T. rewrite Es in T. apply T; clear T; try assumption.
  - exact exp_pos.
  - exact exp_increasing.
  - exact exp_derivative.
  - exact exp_derivative.
  - intros; left; apply exp_pos.
  - lra.
  - intros v level _ [H| <-]; [pose proof (exp_increasing v level H)|]; lra.
  - apply (Rmult_le_compat_r (U * X ^ 2 * INR n)) in Hup; [|lra].
    replace (delta / (U * X ^ 2 * INR n) * (U * X ^ 2 * INR n)) with delta in Hup by (field; repeat split; lra). lra.
  - right. rewrite exp_ln; [reflexivity|]. apply Rmult_lt_0_compat; [lra|apply exp_pos].
  - repeat split; try assumption; apply Hw.
Qed.

Theorem gls_4_1_bw : gls_4_1_bw_stmt.
Proof.
  split; [exact theorem_4_1_holds|].
  intros n a U X delta u wrong S [Ha Hup] Hd HX HU Hw HS Hm HS0. unfold b_gls_4_1_bw, upper_a_gls_4_1_bw in *.
  destruct (gap_is_met n U X delta u S Hd HU HS Hm HS0) as (_ & Hu0 & Hroom).
  pose proof (n_of_norm1 n u Hu0) as Hn. pose proof (exp_increasing 0 2 ltac:(lra)) as H2. rewrite exp_0 in H2.
  assert (0 < U * X ^ 2 * INR n) as Hc by (repeat apply Rmult_lt_0_compat; try lra; apply pow_lt; assumption).
  set (s := ceiling (U * (X * a + 1) / (a * delta))).
  assert (ceiling (U * (1 + a * X) / (a * delta)) = s) as Es by (unfold s; do 3 f_equal; ring).
  set (A := X * a * s). replace (-1 * X * a * s) with (- A) by (unfold A; ring).
  set (w := INR n * (exp A + exp (- A) - 2) / 2).
  assert (0 <= w) as Hw0.
  { pose proof (cosh2_up 0 (Rabs A)) as C. rewrite Rabs_R0 in C. specialize (C (Rabs_pos A)).
    pose proof (potential_of_size sinh2 (fun y => cosh2 y - 2) sinh2_odd cosh2_derivative A) as E. cbv beta in E.
    unfold cosh2 in C, E. rewrite Ropp_0, exp_0 in C.
    assert (0 <= INR n * (exp A + exp (- A) - 2)) by (apply Rmult_le_pos; lra). unfold w; lra. }
  destruct (arcosh_spec w Hw0) as [HH0 HH].
  pose proof (theorem_4_1_holds sinh2 cosh2 (fun y => cosh2 y - 2) n a U X delta 1 ((1 + exp 2) / (exp 2 - 1))
    (arcosh w) u wrong S) as T.
  cbv zeta in T. rewrite Es in T. apply T; clear T; try assumption.
  - exact sinh2_odd.
  - exact sinh2_increasing.
  - exact sinh2_derivative.
  - exact cosh2_derivative.
  - unfold cosh2. rewrite Ropp_0, exp_0. ring.
  - lra.
  - intros v level Hl Hv. eapply Rle_trans; [apply cosh2_up, Hv|apply coth_decreases, Hl].
  - apply (Rmult_le_compat_r (U * X ^ 2 * INR n * ((1 + exp 2) / (exp 2 - 1)))) in Hup.
    + replace (delta * (exp 2 - 1) / (U * X ^ 2 * INR n * (1 + exp 2)) * (U * X ^ 2 * INR n * ((1 + exp 2) / (exp 2 - 1))))
        with delta in Hup by (field; repeat split; lra). exact Hup.
    + left. apply Rmult_lt_0_compat; [assumption|]. apply Rdiv_lt_0_compat; lra.
  - fold A. rewrite HH. unfold w, cosh2. right; field.
  - repeat split; try assumption; apply Hw.
Qed.

Theorem gls_4_1_fk : gls_4_1_fk_stmt.
Proof.
  split; [exact theorem_4_1_holds|].
  intros k n a U X delta u wrong S Hk Ha Hd HU Hw HS Hm HS0. unfold b_gls_4_1_fk.
  destruct (gap_is_met n U X delta u S Hd HU HS Hm HS0) as (_ & Hu0 & _). pose proof (n_of_norm1 n u Hu0) as Hn.
  replace (U * X ^ 2 * INR k * INR n / delta) with (U * X ^ 2 * INR n * INR k / delta) by (unfold Rdiv; ring).
  apply (any_rate (interpolating k) (fk_slope k) (fk_potential k) (INR k) (sqrt (INR n)) n a U X delta u wrong S);
    try assumption.
  - apply fk_odd.
  - apply fk_increasing, Hk.
  - apply fk_derivative, Hk.
  - apply fk_potential_derivative, Hk.
  - apply (proj2 (fk_zero k)).
  - apply k_pos, Hk.
  - intros late v level Hl Hv. apply fk_slopes; assumption.
  - apply sqrt_pos.
  - intros y Hy. rewrite <- (sqrt_sqrt (INR n)) at 1 by lra. apply fk_potential_scaled; [assumption| |assumption].
    rewrite <- sqrt_1. apply sqrt_le_1_alt, Hn.
Qed.
