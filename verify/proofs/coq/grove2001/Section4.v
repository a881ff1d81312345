(** * Section 4: general convergence *)

From Boundcheck Require Import Vectors Pnorm GenBounds GenClaims Learners.
From Boundcheck Require Perceptron.
From Boundcheck.grove2001 Require Import Definitions Convergence Functions Section4Statements.
Open Scope R_scope.

Theorem gls_4_remark : gls_4_remark_stmt.
Proof.
  intros n U X a delta u S (Ha & Hd & HU & HS & Hm). decided n (fun v : vec => v) wrong Hsign. unfold b_gls_4_remark.
  pose proof (norm_le_norm1 n u) as Hu. assert (norm n u <= U) as HU' by lra.
  pose proof (Perceptron.perceptron_mistakes n a U (sqrt (INR n) * Rabs X) delta u wrong S Ha Hd HU' Hsign) as H.
  rewrite Rpow_mult_distr, pow2_sqrt, pow2_abs in H by apply pos_INR.
  replace (U ^ 2 * X ^ 2 * INR n / delta ^ 2) with (U ^ 2 * (INR n * X ^ 2) / delta ^ 2) by lra. apply H; auto.
  eapply Forall_impl; [|exact HS]. intros c Hc. apply norm_le_box; [signs|]. intros i Hi.
  eapply Rle_trans; [auto|apply Rle_abs].
Qed.

(** ** From the premises of the theorems to those of [convergence] *)

Lemma ceiling_nat r : 0 <= r -> exists s, INR s = ceiling r /\ r <= INR s < r + 1.
Proof.
  unfold ceiling. destruct (archimed (- r)) as [A1 A2]. exists (Z.to_nat (1 - up (- r))).
  rewrite INR_IZR_INZ, Z2Nat.id, minus_IZR; [lra|]. assert (up (- r) <= 1)%Z; [|lia]. apply le_IZR. lra.
Qed.

Lemma projection_le_norm1 n u x X : max_norm_at_most n x X -> dot n u x <= norm1 n u * X.
Proof.
  intros Hx. unfold dot, norm1. rewrite <- sum_scal_r. apply sum_le; intros i Hi.
  apply Rle_trans with (Rabs (u i * x i)); [apply Rle_abs|]. rewrite Rabs_mult. apply Rmult_le_compat_l; [signs|auto].
Qed.

Lemma norm1_nonneg n u : 0 <= norm1 n u. Proof. apply sum_nonneg; intros; signs. Qed.

(** One trial with the gap. *)
Lemma gap_is_met n U X delta u (S : list ctrial) : 0 < delta -> norm1 n u <= U -> box_labels n X S ->
  margin_at_least n delta u S -> S <> [] -> 0 < X /\ 0 < norm1 n u /\ delta <= U * X.
Proof.
  intros Hd HU HS Hm HS0. destruct S as [|c S]; [contradiction|]. inversion_clear HS as [|? ? Hx _].
  inversion_clear Hm as [|? ? Hg _]. pose proof (norm1_nonneg n u) as H0.
  assert (delta <= norm1 n u * X) as Hle.
  { eapply Rle_trans; [exact Hg|]. destruct (snd c); cbn [label].
    - rewrite Rmult_1_l. apply projection_le_norm1, Hx.
    - replace (-1 * dot n u (fst c)) with (dot n u (fun i => - fst c i)) by (rewrite dot_opp; ring).
      apply projection_le_norm1. intros i Hi. rewrite Rabs_Ropp. apply Hx, Hi. }
  assert (0 < norm1 n u) as Hpos by (destruct H0 as [H0|E]; auto; nra). nra.
Qed.

Lemma n_of_norm1 n u : 0 < norm1 n u -> 1 <= INR n.
Proof. intros H. apply INR_at_least_1. destruct n; [cbn in H; lra|lia]. Qed.

(** Dividing by a delta. *)
Lemma mistakes_divided m s a delta B : 0 < a -> 0 < delta -> (m + s) * (a * delta) <= B -> m <= B / (a * delta) - s.
Proof.
  intros Ha Hd H. assert (0 < a * delta) as Had by nra. apply Rmult_le_reg_r with (a * delta); auto.
  replace ((B / (a * delta) - s) * (a * delta)) with (B - s * (a * delta)) by (field; lra). lra.
Qed.

Lemma rounded_up r a delta s : 0 < a -> 0 < delta -> r / (a * delta) <= s -> r <= s * (a * delta).
Proof.
  intros Ha Hd H. assert (0 < a * delta) as Had by nra. apply (Rmult_le_compat_r (a * delta)) in H; [|lra].
  replace (r / (a * delta) * (a * delta)) with r in H by (field; lra). assumption.
Qed.

(** ** Odd f: the potential is even *)

Section Odd.
Variables (f f' F : R -> R).
Hypotheses (Hodd : odd f) (Hinc : strictly_increasing f) (Hf : has_derivative f f') (HF : has_derivative F f).
Hypothesis HF0 : F 0 = 0.

(** [reach] bounds every entry of every state. *)
Theorem odd_convergence n a U X delta late kappa reach H s u wrong (S : list ctrial) : 0 < late -> 0 <= kappa ->
  (forall v level, late <= level -> Rabs v <= level -> Rabs v <= reach -> f' v <= kappa * f level) ->
  0 < a -> a * (U * X ^ 2 * INR n * kappa) <= delta -> U * (late + a * X) <= INR s * (a * delta) ->
  0 <= H -> INR n * F (X * a * INR s) <= F H -> separated_run f n U X delta u wrong S -> S <> [] ->
  INR (mistakes_by wrong (perceptron a) zero S) * (a * X) <= reach ->
  (INR (mistakes_by wrong (perceptron a) zero S) + INR s) * (a * delta) <= 2 * U * H.
Proof.
  intros Hl Hk Hs Ha Hsmall Hen HH0 HH (Hd & HU & Hw & HS & Hm) HS0 Hr.
  destruct (gap_is_met n U X delta u S Hd HU HS Hm HS0) as (HX & Hu0 & Hroom). pose proof (n_of_norm1 n u Hu0) as Hn.
  eapply (convergence F f f' Rabs (late / 2) late kappa reach n a U X delta H s u wrong HF Hf); eauto.
  - apply increasing_derivative with (f := f); auto.
  - apply (odd_positive f Hodd Hinc); lra.
  - intros y y' Hy. apply (increasing_le f Hinc); lra.
  - lra.
  - exact (potential_nonneg f F Hodd Hinc HF HF0).
  - intros y c _ Hc. rewrite <- (potential_of_size f F Hodd HF). apply (potential_up f F Hodd Hinc HF). split; signs.
  - intros y. rewrite (potential_of_size f F Hodd HF). lra.
  - exact size_step.
  - intros; lra.
  - intros; apply product_size.
  - apply Rnot_lt_le; intros Hlt. pose proof (potential_strict f F Hodd Hinc HF H (X * a * INR s) ltac:(lra)).
    pose proof (potential_nonneg f F Hodd Hinc HF HF0 (X * a * INR s)) as P. nra.
Qed.
End Odd.

Lemma theorem_4_1_holds : theorem_4_1.
Proof.
  intros f f' F n a U X delta late kappa H u wrong S Hodd Hinc Hf HF HF0 Hl Hslopes Ha Hsmall s HH0 HH Hrun HS0.
  assert (separated_run f n U X delta u wrong S) as (Hd & HU & Hw & HS & Hm) by assumption.
  destruct (gap_is_met n U X delta u S Hd HU HS Hm HS0) as (HX & Hu0 & Hroom).
  assert (0 <= U * (late + a * X) / (a * delta)) as Hq by signs. destruct (ceiling_nat _ Hq) as (s' & Es & Hs').
  fold s in Es. rewrite <- Es in HH |- *. apply mistakes_divided; auto.
  assert (0 <= kappa) as Hk.
  { pose proof (Hslopes 0 late ltac:(lra)) as K. rewrite Rabs_R0 in K.
    pose proof (increasing_derivative f f' Hinc Hf 0). pose proof (odd_positive f Hodd Hinc late Hl). nra. }
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
Proof. intros Hc. destruct (derivable_pt_lim_positive F f y c HF Hc) as (t & Ht & E). pose proof (Hpos t). nra. Qed.

Lemma product_nonneg (u y : R) : 0 <= u -> u * y <= Rabs u * y.
Proof. intros Hu. rewrite Rabs_pos_eq by assumption. lra. Qed.

Theorem positive_convergence n a U X delta late kappa reach H s u wrong (S : list ctrial) :
  0 <= kappa -> (forall v level, late <= level -> v <= level -> Rabs v <= reach -> f' v <= kappa * f level) ->
  0 < a -> a * (U * X ^ 2 * INR n * kappa) <= delta -> U * (late + a * X) <= INR s * (a * delta) ->
  INR n * F (X * a * INR s) <= F H -> nonnegative n u -> separated_run f n U X delta u wrong S -> S <> [] ->
  INR (mistakes_by wrong (perceptron a) zero S) * (a * X) <= reach ->
  (INR (mistakes_by wrong (perceptron a) zero S) + INR s) * (a * delta) <= 2 * U * H.
Proof.
  intros Hk Hs Ha Hsmall Hen HH Hu (Hd & HU & Hw & HS & Hm) HS0 Hr.
  destruct (gap_is_met n U X delta u S Hd HU HS Hm HS0) as (HX & Hu0 & Hroom). pose proof (n_of_norm1 n u Hu0) as Hn.
  eapply (convergence F f f' (fun y => y) (late - 1) late kappa reach n a U X delta H s u wrong HF Hf); eauto.
  - apply increasing_derivative with (f := f); auto.
  - intros y y' [_ [Hy| <-]]; [left; apply Hinc, Hy|lra].
  - lra.
  - intros y c _ [Hc| <-]; [left; apply positive_potential_strict, Hc|lra].
  - intros; lra.
  - intros y d e Hde. pose proof (abs_bounds _ _ Hde). lra.
  - exact Rle_abs.
  - intros i y Hi. apply product_nonneg, Hu, Hi.
  - apply Rnot_lt_le; intros Hlt. pose proof (positive_potential_strict H (X * a * INR s) Hlt).
    apply (Rmult_le_compat_r (F (X * a * INR s))) in Hn; auto. lra.
Qed.
End Positive.

Lemma theorem_4_2_holds : theorem_4_2.
Proof.
  intros f f' F n a U X delta late kappa H u wrong S Hpos Hinc Hf HF HF0 Hl Hslopes Ha Hsmall s HH Hu Hrun HS0.
  assert (separated_run f n U X delta u wrong S) as (Hd & HU & Hw & HS & Hm) by assumption.
  destruct (gap_is_met n U X delta u S Hd HU HS Hm HS0) as (HX & Hu0 & Hroom).
  assert (0 <= U * (late + a * X) / (a * delta)) as Hq by signs. destruct (ceiling_nat _ Hq) as (s' & Es & Hs').
  fold s in Es. rewrite <- Es in HH |- *. apply mistakes_divided; auto.
  assert (0 <= kappa) as Hk.
  { pose proof (Hslopes late late ltac:(lra) ltac:(lra)) as K. pose proof (increasing_derivative f f' Hinc Hf late).
    pose proof (Hpos late). nra. }
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
  box_labels n X S -> margin_at_least n delta u S -> S <> [] -> INR (mistakes_by wrong (perceptron a) zero S)
  <= (2 * U * X * r / delta - 1) * ceiling (U * (U * X ^ 2 * INR n * k / delta + X) / delta).
Proof.
  intros Hodd Hinc Hf HF HF0 Hk Hslopes Hr Hroot Ha Hd HU Hw HS Hm HS0.
  destruct (gap_is_met n U X delta u S Hd HU HS Hm HS0) as (HX & Hu0 & Hroom). pose proof (n_of_norm1 n u Hu0) as Hn.
  set (late := a * (U * X ^ 2 * INR n * k / delta)). assert (0 < late) as Hl by (apply Rmult_lt_0_compat; auto; signs).
  set (s := ceiling (U * (U * X ^ 2 * INR n * k / delta + X) / delta)).
  assert (ceiling (U * (late + a * X) / (a * delta)) = s) as Es by (unfold s, late; f_equal; field; lra).
  assert (0 <= s) as Hs.
  { rewrite <- Es. destruct (ceiling_nat (U * (late + a * X) / (a * delta))) as (s' & <- & _); [|signs]. signs. }
  assert (0 <= X * a * s) as Hy by signs.
  pose proof (theorem_4_1_holds f f' F n a U X delta late (k / late) (r * (X * a * s)) u wrong S) as T. rewrite Es in T.
  eapply Rle_trans; [apply T; try assumption|].
  - auto.
  - unfold late. right. field; lra.
  - nra.
  - apply Hroot, Hy.
  - repeat split; try assumption; apply Hw.
  - right. field. lra.
Qed.

Theorem gls_4_1 : gls_4_1_stmt.
Proof.
  split; [exact theorem_4_1_holds|]. intros n U X a delta p u S (Ha & Hd & Hp & Hl & HU & HS & Hm).
  decided n (link p) wrong Hw.
  assert (S <> []) as HS0 by (intros ->; inversion Hl).
  destruct (gap_is_met n U X delta u S Hd HU HS Hm HS0) as (_ & Hu0 & _). pose proof (n_of_norm1 n u Hu0) as Hn.
  apply (any_rate (fun y => signed_power y (p - 1)) (link_slope p) (fun y => power y p / p) (p - 1)
    (Rpower (INR n) (/ p)) n a U X delta u wrong S); try assumption; try lra.
  - apply signed_power_odd.
  - apply signed_power_increasing; lra.
  - apply link_derivative, Hp.
  - apply link_potential, Hp.
  - rewrite power_0. lra.
  - intros late v level Hc Hv. apply link_slopes; lra.
  - signs.
  - intros y Hy. rewrite (power_prod (Rpower (INR n) (/ p))), <- (power_of_pos (INR n)), power_power by lra.
    replace (/ p * p) with 1 by (field; lra). rewrite power_1, Rabs_pos_eq by lra. lra.
Qed.

Theorem gls_4_2 : gls_4_2_stmt.
Proof.
  split; [exact theorem_4_2_holds|]. intros n U X a delta u S (Ha & Hd & HX & Hup & Hl & Hu & HU & HS & Hm).
  decided n exponential wrong Hw.
  assert (S <> []) as HS0 by (intros ->; inversion Hl). unfold b_gls_4_2, upper_a_gls_4_2 in *.
  destruct (gap_is_met n U X delta u S Hd HU HS Hm HS0) as (_ & Hu0 & Hroom). pose proof (n_of_norm1 n u Hu0) as Hn.
  assert (0 < U * X ^ 2 * INR n) as Hc by (repeat apply Rmult_lt_0_compat; try lra). set (s := ceiling (U * X / delta)).
  assert (ceiling (U * (0 + a * X) / (a * delta)) = s) as Es by (unfold s; f_equal; field; lra).
  pose proof (theorem_4_2_holds exp exp exp n a U X delta 0 1 (ln (INR n * exp (X * a * s))) u wrong S) as T.
  rewrite Es in T. apply T; auto.
  - exact exp_pos.
  - exact exp_increasing.
  - exact exp_derivative.
  - exact exp_derivative.
  - intros; signs.
  - lra.
  - intros v level _ [H| <-]; [pose proof (exp_increasing v level H)|]; lra.
  - apply (Rmult_le_compat_r (U * X ^ 2 * INR n)) in Hup; [|lra].
    replace (delta / (U * X ^ 2 * INR n) * (U * X ^ 2 * INR n)) with delta in Hup by (field; lra). lra.
  - right. rewrite exp_ln; auto. signs.
  - repeat split; try assumption; apply Hw.
Qed.

Theorem gls_4_1_bw : gls_4_1_bw_stmt.
Proof.
  split; [exact theorem_4_1_holds|]. intros n U X a delta u S (Ha & Hd & HX & Hup & HS0 & HU & HS & Hm).
  decided n hyperbolic wrong Hw.
  assert (S <> []) as HS0' by (intros ->; inversion HS0); clear HS0; rename HS0' into HS0.
  unfold b_gls_4_1_bw, upper_a_gls_4_1_bw in *.
  destruct (gap_is_met n U X delta u S Hd HU HS Hm HS0) as (_ & Hu0 & Hroom). pose proof (n_of_norm1 n u Hu0) as Hn.
  pose proof (exp_increasing 0 2 ltac:(lra)) as H2. rewrite exp_0 in H2.
  set (s := ceiling (U * (X * a + 1) / (a * delta))).
  assert (ceiling (U * (1 + a * X) / (a * delta)) = s) as Es by (unfold s; do 3 f_equal; ring). set (A := X * a * s).
  replace (-1 * X * a * s) with (- A) by (unfold A; ring). set (w := INR n * (exp A + exp (- A) - 2) / 2).
  assert (0 <= w) as Hw0.
  { pose proof (cosh2_up 0 (Rabs A)) as C. rewrite Rabs_R0 in C. specialize (C (Rabs_pos A)).
    pose proof (potential_of_size sinh2 (fun y => cosh2 y - 2) sinh2_odd cosh2_derivative A) as E.
    unfold cosh2 in C, E. rewrite Ropp_0, exp_0 in C. assert (0 <= INR n * (exp A + exp (- A) - 2)) by signs.
    unfold w; lra. }
  destruct (arcosh_spec w Hw0) as [HH0 HH].
  pose proof (theorem_4_1_holds sinh2 cosh2 (fun y => cosh2 y - 2) n a U X delta 1 ((1 + exp 2) / (exp 2 - 1))
    (arcosh w) u wrong S) as T. rewrite Es in T. apply T; auto.
  - exact sinh2_odd.
  - exact sinh2_increasing.
  - exact sinh2_derivative.
  - exact cosh2_derivative.
  - unfold cosh2. rewrite Ropp_0, exp_0. ring.
  - lra.
  - intros v level Hl Hv. eapply Rle_trans; [apply cosh2_up, Hv|apply coth_decreases, Hl].
  - apply (Rmult_le_compat_r (U * X ^ 2 * INR n * ((1 + exp 2) / (exp 2 - 1)))) in Hup.
    + replace (delta * (exp 2 - 1) / (U * X ^ 2 * INR n * (1 + exp 2)) * (U * X ^ 2 * INR n * ((1 + exp 2) / (exp 2 -
        1)))) with delta in Hup by (field; lra). exact Hup.
    + signs.
  - fold A. rewrite HH. unfold w, cosh2. lra.
  - repeat split; try assumption; apply Hw.
Qed.

Theorem gls_4_1_fk : gls_4_1_fk_stmt.
Proof.
  split; [exact theorem_4_1_holds|]. intros n U X a delta k u S (Ha & Hd & Hk1 & Hlen & HU & HS & Hm).
  decided n (componentwise (interpolating k)) wrong Hw.
  apply whole_k in Hk1 as Hk. assert (S <> []) as HS0 by (intros ->; cbn in Hlen; lia). unfold b_gls_4_1_fk.
  destruct (gap_is_met n U X delta u S Hd HU HS Hm HS0) as (_ & Hu0 & _). pose proof (n_of_norm1 n u Hu0) as Hn.
  replace (U * X ^ 2 * INR k * INR n / delta) with (U * X ^ 2 * INR n * INR k / delta) by nra.
  apply (any_rate (interpolating k) (fk_slope k) (fk_potential k) (INR k) (sqrt (INR n)) n a U X delta u wrong S); auto.
  - apply fk_odd.
  - apply fk_increasing, Hk.
  - apply fk_derivative, Hk.
  - apply fk_potential_derivative, Hk.
  - apply (proj2 (fk_zero k)).
  - apply k_pos, Hk.
  - apply fk_slopes; auto.
  - apply sqrt_pos.
  - intros y Hy. rewrite <- (sqrt_sqrt (INR n)) at 1 by lra. apply fk_potential_scaled; auto. rewrite <- sqrt_1.
    apply sqrt_le_1_alt, Hn.
Qed.

(** ** Without the premise on f'/f: the states stay so small that f' is bounded *)

Lemma prefix wrong step S : forall z k, (k <= mistakes_by wrong step z S)%nat ->
  exists S1 S2, S = S1 ++ S2 /\ mistakes_by wrong step z S1 = k.
Proof.
  induction S as [|c S IH]; intros z k Hk; cbn [mistakes_by] in Hk.
  - exists [], []. split; auto. cbn [mistakes_by]. lia.
  - destruct k as [|k]; [exists [], (c :: S); split; reflexivity|]. destruct (wrong z c) eqn:E.
    + destruct (IH (step (label (snd c)) z (fst c)) k ltac:(lia)) as (S1 & S2 & -> & H). exists (c :: S1), S2.
      split; auto. cbn [mistakes_by]. rewrite E, H. reflexivity.
    + destruct (IH z (Datatypes.S k) Hk) as (S1 & S2 & -> & H). exists (c :: S1), S2. split; auto. cbn [mistakes_by].
      rewrite E, H. reflexivity.
Qed.

(** If runs whose mistakes stay within B + 1 have at most B, then all have. *)
Lemma by_prefixes f n U X delta u wrong step (S : list ctrial) B : 0 <= B -> separated_run f n U X delta u wrong S ->
  (forall S', S' <> [] -> separated_run f n U X delta u wrong S' ->
    INR (mistakes_by wrong step zero S') <= B + 1 -> INR (mistakes_by wrong step zero S') <= B) ->
  INR (mistakes_by wrong step zero S) <= B.
Proof.
  intros HB (Hd & HU & Hw & HS & Hm) H. apply Rnot_lt_le; intros Hbig. destruct (archimed B) as [A1 A2].
  set (k := Z.to_nat (up B)). assert (0 <= up B)%Z as Hup by (apply le_IZR; lra).
  assert (INR k = IZR (up B)) as Ek by (unfold k; rewrite INR_IZR_INZ, Z2Nat.id by assumption; reflexivity).
  assert (k <= mistakes_by wrong step zero S)%nat as Hk.
  { rewrite INR_IZR_INZ in Hbig.
    assert (up B - 1 < Z.of_nat (mistakes_by wrong step zero S))%Z by (apply lt_IZR; rewrite minus_IZR; lra). lia. }
  destruct (prefix wrong step S zero k Hk) as (S1 & S2 & -> & E). apply Forall_app in HS. apply Forall_app in Hm.
  assert (S1 <> []) as H1 by (intros ->; rewrite <- E in Ek; cbn in Ek; lra). specialize (H S1 H1). rewrite E, Ek in H.
  assert (IZR (up B) <= B) as F; [|lra]. apply H; [|lra]. destruct HS, Hm. repeat split; try assumption; apply Hw.
Qed.

Lemma mistakes_nonneg_bound U n u a delta H : norm1 n u <= U -> 0 < a -> 0 < delta -> 0 <= H ->
  0 <= 2 * U * H / (a * delta).
Proof. intros HU Ha Hd HH. pose proof (norm1_nonneg n u). signs. Qed.

Lemma odd_free f f' F n a U X delta h H u wrong (S : list ctrial) :
  odd f -> strictly_increasing f -> has_derivative f f' -> has_derivative F f -> F 0 = 0 ->
  (forall v, Rabs v <= 2 * X * (U * H) / delta + (2 * U * X / delta + 1) + 1 -> f' v <= h * f 1) ->
  0 <= H -> INR n * F (2 * U * X / delta + 1) <= F H -> 0 <= h ->
  0 < a -> a * X <= 1 -> a * (U * X ^ 2 * INR n * h) <= delta -> separated_run f n U X delta u wrong S -> 0 < X ->
  INR (mistakes_by wrong (perceptron a) zero S) <= 2 * U * H / (a * delta) + ceiling (U * (X * a + 1) / (a * delta)).
Proof.
  intros Hodd Hinc Hf HF HF0 Hh HH0 HH Hh0 Ha HaX Hsmall Hrun HX.
  assert (separated_run f n U X delta u wrong S) as (Hd & HU & _) by assumption. pose proof (norm1_nonneg n u) as HU0.
  assert (0 < a * X) by nra. assert (0 <= U * (X * a + 1) / (a * delta)) as Hq by signs.
  destruct (ceiling_nat _ Hq) as (s & Es & Hs). rewrite <- Es.
  pose proof (mistakes_nonneg_bound U n u a delta H HU Ha Hd HH0) as HB.
  assert (X * a * INR s <= 2 * U * X / delta + 1) as Hreach.
  { assert (a * X * INR s <= a * X * (U * (X * a + 1) / (a * delta) + 1)) as H1 by nra.
    replace (a * X * (U * (X * a + 1) / (a * delta) + 1)) with (U * X / delta * (X * a + 1) + a * X) in H1
      by (field; lra). assert (0 <= U * X / delta) by signs. nra. }
  apply (by_prefixes f n U X delta u wrong); [lra|auto|]. intros S' HS' Hrun' Hm.
  set (m := mistakes_by wrong (perceptron a) zero S') in *. enough (INR m <= 2 * U * H / (a * delta) - INR s) by lra.
  apply mistakes_divided; auto.
  apply (odd_convergence f f' F Hodd Hinc Hf HF HF0 n a U X delta 1 h
    (2 * X * (U * H) / delta + (2 * U * X / delta + 1) + 1) H s u wrong S'); try assumption; try lra.
  - intros v level Hl _ Hv. eapply Rle_trans; auto. apply Rmult_le_compat_l; auto. apply increasing_le; auto.
  - apply rounded_up; lra.
  - eapply Rle_trans; [|exact HH]. apply Rmult_le_compat_l; [signs|]. apply (potential_up f F Hodd Hinc HF). nra.
  - fold m. apply (Rmult_le_compat_r (a * X)) in Hm; [|lra].
    replace ((2 * U * H / (a * delta) + INR s + 1) * (a * X))
      with (2 * X * (U * H) / delta + X * a * INR s + a * X) in Hm by (field; lra). lra.
Qed.

Lemma positive_free f f' F n a U X delta h H u wrong (S : list ctrial) :
  (forall z, 0 < f z) -> strictly_increasing f -> has_derivative f f' -> has_derivative F f -> (forall z, 0 <= F z) ->
  (forall v, Rabs v <= 2 * X * (U * H) / delta + 1 -> f' v <= h * f (-1)) ->
  0 <= H -> INR n * F 0 <= F H -> 0 <= h -> 0 < a -> a * X <= 1 -> a * (U * X ^ 2 * INR n * h) <= delta ->
  nonnegative n u -> separated_run f n U X delta u wrong S -> 0 < X ->
  INR (mistakes_by wrong (perceptron a) zero S) <= 2 * U * H / (a * delta).
Proof.
  intros Hpos Hinc Hf HF HF0 Hh HH0 HH Hh0 Ha HaX Hsmall Hu Hrun HX.
  assert (separated_run f n U X delta u wrong S) as (Hd & HU & _) by assumption. pose proof (norm1_nonneg n u) as HU0.
  apply (by_prefixes f n U X delta u wrong); auto. { signs. }
  intros S' HS' Hrun' Hm. set (m := mistakes_by wrong (perceptron a) zero S') in *.
  enough (INR m <= 2 * U * H / (a * delta) - INR 0) by (cbn [INR] in *; lra). apply mistakes_divided; auto.
  apply (positive_convergence f f' F Hpos Hinc Hf HF HF0 n a U X delta (-1) h
    (2 * X * (U * H) / delta + 1) H 0 u wrong S'); auto.
  - intros v level Hl _ Hv. eapply Rle_trans; auto. apply Rmult_le_compat_l; auto. apply increasing_le; auto.
  - cbn [INR]. nra.
  - rewrite Rmult_0_r. assumption.
  - fold m. apply (Rmult_le_compat_r (a * X)) in Hm; [|nra].
    replace ((2 * U * H / (a * delta) + 1) * (a * X)) with (2 * X * (U * H) / delta + a * X) in Hm by (field; lra). lra.
Qed.

(** A rate below the reciprocal of a maximum. *)
Lemma below_both a X delta c : 0 < a -> 0 < delta -> 0 < X -> a <= / Rmax X (c / delta) -> a * X <= 1 /\ a * c <= delta.
Proof.
  intros Ha Hd HX H. pose proof (Rmax_l X (c / delta)). pose proof (Rmax_r X (c / delta)).
  apply (Rmult_le_compat_r (Rmax X (c / delta))) in H; [|lra]. rewrite Rinv_l in H by lra.
  assert (a * X <= a * Rmax X (c / delta)) by nra. assert (a * (c / delta) <= a * Rmax X (c / delta)) as HR by nra.
  split; [lra|]. apply Rmult_le_reg_r with (/ delta); [signs|]. rewrite Rinv_r by lra. lra.
Qed.

Lemma bounded_slope f' L : continuity f' -> exists h, 0 <= h /\ forall v, Rabs v <= L -> f' v <= h.
Proof.
  intros Hc. destruct (Rle_dec 0 L) as [HL|HL].
  - destruct (continuity_ab_maj f' (- L) L) as (top & Htop & _); [lra|auto|]. exists (Rmax 0 (f' top)).
    split; [apply Rmax_l|]. intros v Hv. eapply Rle_trans; [|apply Rmax_r]. apply Htop. pose proof (abs_bounds v L Hv).
    lra.
  - exists 0. split; [lra|]. intros v Hv. pose proof (Rabs_pos v). lra.
Qed.

Lemma no_trials n U X delta u wrong f (S : list ctrial) : X <= 0 -> separated_run f n U X delta u wrong S -> S = [].
Proof.
  intros HX (Hd & HU & _ & HS & Hm). destruct S as [|c S]; auto.
  destruct (gap_is_met n U X delta u (c :: S) Hd HU HS Hm) as (H & _); [discriminate|lra].
Qed.

Lemma rate_exists X delta c : 0 < X -> 0 < delta ->
  exists a0, 0 < a0 /\ forall a, 0 < a <= a0 -> a * X <= 1 /\ a * c <= delta.
Proof.
  exists (/ Rmax X (c / delta)). pose proof (Rmax_l X (c / delta)). split; [signs|]. intros a [Ha Hle].
  apply below_both; nra.
Qed.

Lemma nat_above r : exists m : nat, forall k, INR k <= r -> (k <= m)%nat.
Proof.
  exists (Z.to_nat (up r)). intros k Hk. destruct (archimed r) as [A _]. rewrite INR_IZR_INZ in Hk.
  assert (Z.of_nat k < up r)%Z by (apply lt_IZR; lra). lia.
Qed.

Lemma theorem_4_1_free_holds : theorem_4_1_free.
Proof.
  intros f f' F n Hodd Hinc Hf Hc HF HF0 U X delta. assert (0 < f 1) as H1 by (apply odd_positive; signs).
  destruct (Rlt_dec 0 X) as [HX|HX]; [destruct (Rlt_dec 0 delta) as [Hd|Hd]|].
  - set (X1 := 2 * U * X / delta + 1). set (H := 1 + INR n * F X1 / f 1).
    pose proof (potential_nonneg f F Hodd Hinc HF HF0) as Fpos.
    assert (0 <= INR n * F X1 / f 1) as Hq by (apply Rle_mult_inv_pos; [apply Rmult_le_pos; [signs|auto]|lra]).
    assert (INR n * F X1 <= F H) as HH.
    { pose proof (F_growth F f 1 HF ltac:(intros; apply increasing_le; signs) 1 H ltac:(unfold H; lra)) as G.
      pose proof (Fpos 1). unfold H in G at 1.
      replace (f 1 * (1 + INR n * F X1 / f 1 - 1)) with (INR n * F X1) in G by (field; lra). lra. }
    destruct (bounded_slope f' (2 * X * (U * H) / delta + X1 + 1) Hc) as (h & Hh0 & Hh).
    destruct (rate_exists X delta (U * X ^ 2 * INR n * (h / f 1)) HX Hd) as (a0 & Ha0 & Hrate). exists a0. split; auto.
    intros a Ha. destruct (Hrate a Ha) as [R1 R2].
    destruct (nat_above (2 * U * H / (a * delta) + ceiling (U * (X * a + 1) / (a * delta)))) as (m & Hm). exists m.
    intros u wrong S _ Hrun. apply Hm. apply (odd_free f f' F n a U X delta (h / f 1) H u wrong S); auto.
    + intros v Hv. replace (h / f 1 * f 1) with h by (field; lra). apply Hh, Hv.
    + unfold H; lra.
    + signs.
    + apply Ha.
  - exists 1. split; [lra|]. exists 0%nat. intros u wrong S _ (Hd' & _). lra.
  - exists 1. split; [lra|]. exists 0%nat. intros u wrong S _ Hrun.
    rewrite (no_trials n U X delta u wrong f S) by signs. cbn. lia.
Qed.

Lemma theorem_4_2_free_holds : theorem_4_2_free.
Proof.
  intros f f' F n Hpos Hinc Hf Hc HF Fpos U X delta. pose proof (Hpos 0) as H0. pose proof (Hpos (-1)) as H1.
  destruct (Rlt_dec 0 X) as [HX|HX]; [destruct (Rlt_dec 0 delta) as [Hd|Hd]|].
  - set (H := INR n * F 0 / f 0).
    assert (0 <= H) as Hq by (apply Rle_mult_inv_pos; [apply Rmult_le_pos; [signs|auto]|lra]).
    assert (INR n * F 0 <= F H) as HH.
    { pose proof (F_growth F f 0 HF ltac:(intros; apply increasing_le; signs) 0 H ltac:(lra)) as G.
      pose proof (Fpos 0). unfold H in G at 1.
      replace (f 0 * (INR n * F 0 / f 0 - 0)) with (INR n * F 0) in G by (field; lra). lra. }
    destruct (bounded_slope f' (2 * X * (U * H) / delta + 1) Hc) as (h & Hh0 & Hh).
    destruct (rate_exists X delta (U * X ^ 2 * INR n * (h / f (-1))) HX Hd) as (a0 & Ha0 & Hrate). exists a0.
    split; auto. intros a Ha. destruct (Hrate a Ha) as [R1 R2].
    destruct (nat_above (2 * U * H / (a * delta))) as (m & Hm). exists m. intros u wrong S Hu Hrun. apply Hm.
    apply (positive_free f f' F n a U X delta (h / f (-1)) H u wrong S); auto.
    + intros v Hv. replace (h / f (-1) * f (-1)) with h by (field; lra). apply Hh, Hv.
    + signs.
    + apply Ha.
  - exists 1. split; [lra|]. exists 0%nat. intros u wrong S _ (Hd' & _). lra.
  - exists 1. split; [lra|]. exists 0%nat. intros u wrong S _ Hrun.
    rewrite (no_trials n U X delta u wrong f S) by signs. cbn. lia.
Qed.

Theorem gls_4_2x : gls_4_2x_stmt.
Proof.
  split; [exact theorem_4_2_free_holds|]. intros n U X a delta u S (Ha & Hd & HX & Hup & Hu & HU & HS & Hm).
  decided n exponential wrong Hw.
  unfold b_gls_4_2x. apply below_both in Hup as [R1 R2]; auto. destruct (Nat.eq_dec n 0) as [->|Hn0].
  { destruct S as [|c S].
    - cbn [mistakes_by INR]. unfold ln. destruct (Rlt_dec 0 0); [exfalso; lra|nra].
    - destruct (gap_is_met 0 U X delta u (c :: S) Hd HU HS Hm) as (_ & Hz & _); [discriminate|]. cbn in Hz. lra. }
  assert (1 <= INR n) as Hn by (apply INR_at_least_1; lia). pose proof (ln_at_least_1 _ Hn) as HL.
  apply (positive_free exp exp exp n a U X delta (exp (2 * U * X * ln (INR n) / delta + 2)) (ln (INR n)) u wrong S);
    auto.
  - exact exp_pos.
  - exact exp_increasing.
  - exact exp_derivative.
  - exact exp_derivative.
  - intros; signs.
  - intros v Hv. rewrite <- exp_plus. pose proof (Rle_abs v) as Hv'.
    replace (2 * U * X * ln (INR n) / delta + 2 + -1) with (2 * X * (U * ln (INR n)) / delta + 1) by lra.
    destruct (Rle_lt_or_eq_dec v (2 * X * (U * ln (INR n)) / delta + 1)) as [Hlt|Heq]; [lra| |].
    + left. apply exp_increasing, Hlt.
    + rewrite Heq. apply Rle_refl.
  - rewrite exp_0, exp_ln by lra. lra.
  - signs.
  - repeat split; try assumption; apply Hw.
Qed.

Theorem gls_4_1x : gls_4_1x_stmt.
Proof.
  split; [exact theorem_4_1_free_holds|]. intros n U X a delta p u S (Ha & Hd & HX & Hp & Hup & HU & HS & Hm).
  decided n (link p) wrong Hw.
  unfold b_gls_4_1x. apply below_both in Hup as [R1 R2]; auto. pose proof (norm1_nonneg n u) as HU0.
  set (root := Rpower (INR n) (/ p)). set (X1 := 2 * U * X / delta + 1). assert (0 < root) as Hroot by apply exp_pos.
  assert (0 <= 2 * U * X / delta) as HUX by signs. assert (1 <= X1) as HX1 by (unfold X1; lra).
  assert (0 <= root * X1) as HH0 by nra. set (L := 2 * U * X * root * X1 / delta + 2 * U * X / delta + 2).
  assert (2 * X * (U * (root * X1)) / delta + (2 * U * X / delta + 1) + 1 = L) as EL by (unfold L; lra).
  assert (0 < L) as HL by nra.
  replace (2 * U * root * X1 / (a * delta)) with (2 * U * (root * X1) / (a * delta)) by lra.
  apply (odd_free (fun y => signed_power y (p - 1)) (link_slope p) (fun y => power y p / p) n a U X delta
    ((p - 1) * Rpower L (p - 2)) (root * X1) u wrong S); auto.
  - apply signed_power_odd.
  - apply signed_power_increasing; lra.
  - apply link_derivative, Hp.
  - apply link_potential, Hp.
  - rewrite power_0. lra.
  - intros v Hv. rewrite signed_power_pos by lra. rewrite power_of_pos by lra.
    replace (Rpower 1 (p - 1)) with 1 by (unfold Rpower; rewrite ln_1, Rmult_0_r, exp_0; reflexivity).
    rewrite Rmult_1_r. unfold link_slope. destruct (Req_EM_T p 2) as [->|Hne].
    + replace (2 - 2) with 0 by ring. rewrite Rpower_O by assumption. lra.
    + apply Rmult_le_compat_l; [lra|]. rewrite <- (power_of_pos L), <- power_abs by assumption.
      apply power_le; [split; signs|lra].
  - fold X1. destruct (Nat.eq_dec n 0) as [E|Hn0].
    + rewrite E. rewrite Rmult_0_l. apply Rle_mult_inv_pos; [apply power_nonneg|lra].
    + assert (0 < INR n) as Hn by (apply lt_0_INR; lia). rewrite (power_prod root). unfold root.
      rewrite <- (power_of_pos (INR n)), power_power by lra. replace (/ p * p) with 1 by (field; lra).
      rewrite power_1, Rabs_pos_eq by lra. lra.
  - signs.
  - rewrite <- !Rmult_assoc in R2. rewrite <- !Rmult_assoc. exact R2.
  - repeat split; try assumption; apply Hw.
Qed.
