(** * Quasi-additive learners (Grove, Littlestone and Schuurmans): Theorem 7.1, Weighted Majority, Balanced Winnow *)

From Boundcheck Require Import Vectors Pnorm.
From Boundcheck Require EU.
Open Scope R_scope.

Section PnormPerceptron.
Variables (p q a : R) (n : nat) (u : vec) (wrong : vec -> ctrial -> bool).
Hypotheses (Hp : 2 <= p) (Hpq : / p + / q = 1) (Ha : 0 < a) (Hwrong : decides_by_sign_of n (link p) wrong).

Notation step := (perceptron a).
Notation mistakes_from := (mistakes_by wrong step).
Notation after := (state_after wrong step).
Notation margins := (margin_sum n u wrong step).

(** ** One mistake *)

Lemma perceptron_norm sgn x : sgn = 1 \/ sgn = -1 -> pnorm p n (fun i => sgn * a * x i) = a * pnorm p n x.
Proof.
  intros Hs. rewrite (pnorm_scal p n (sgn * a) x) by lra. rewrite Rabs_mult, (Rabs_pos_eq a) by lra.
  destruct Hs as [->| ->].
  - rewrite Rabs_R1; ring.
  - replace (-1) with (Ropp 1) by ring. rewrite Rabs_Ropp, Rabs_R1; ring.
Qed.

Theorem mistake_growth z c : wrong z c = true ->
  pnorm p n (step (label (snd c)) z (fst c)) ^ 2 <= pnorm p n z ^ 2 + (p - 1) * a ^ 2 * pnorm p n (fst c) ^ 2.
Proof.
  intros Hz. eapply Rle_trans; [apply (growth p n z (fun i => label (snd c) * a * fst c i)); auto|].
  - destruct (Hwrong z c) as [_ H]. destruct (Rle_dec (label (snd c) * dot n (link p z) (fst c)) 0) as [Hd|Hd].
    + rewrite dot_scal_r. nra.
    + rewrite H in Hz by lra. lra.
  - rewrite perceptron_norm by apply label_cases. lra.
Qed.

(** ** A run *)

Lemma run_growth X S : Forall (fun c => pnorm p n (fst c) <= X) S -> forall z,
  pnorm p n (after z S) ^ 2 <= pnorm p n z ^ 2 + INR (mistakes_from z S) * ((p - 1) * a ^ 2 * X ^ 2).
Proof.
  induction 1 as [|c S Hc HS IH]; intros z; cbn [state_after mistakes_by]; [cbn [INR]; lra|].
  destruct (wrong z c) eqn:Hz; auto. specialize (IH (step (label (snd c)) z (fst c))).
  pose proof (mistake_growth z c Hz) as G. rewrite plus_INR; cbn [INR].
  assert ((p - 1) * a ^ 2 * pnorm p n (fst c) ^ 2 <= (p - 1) * a ^ 2 * X ^ 2); [|lra]. apply Rmult_le_compat_l; [nra|].
  apply pow_incr. split; [apply pnorm_nonneg|nra].
Qed.

Lemma run_progress S : forall z, dot n u (after z S) = dot n u z + a * margins z S.
Proof.
  induction S as [|c S IH]; intros z; cbn [state_after margin_sum]; [ring|]. destruct (wrong z c); rewrite IH; auto.
  unfold perceptron. rewrite (dot_plus_r n u z (fun i => label (snd c) * a * fst c i)), dot_scal_r. ring.
Qed.

Lemma margins_at_least delta S : Forall (fun c => delta <= label (snd c) * dot n u (fst c)) S -> forall z,
  INR (mistakes_from z S) * delta <= margins z S.
Proof.
  induction 1 as [|c S Hc HS IH]; intros z; cbn [margin_sum mistakes_by]; [cbn [INR]; lra|]. destruct (wrong z c); auto.
  specialize (IH (step (label (snd c)) z (fst c))). rewrite plus_INR; cbn [INR]. lra.
Qed.

Variables (U : R).
Hypothesis (HU : pnorm q n u <= U).

Lemma projection_square z : dot n u z ^ 2 <= U ^ 2 * pnorm p n z ^ 2.
Proof.
  rewrite <- Rpow_mult_distr, <- (pow2_abs (dot n u z)). apply pow_incr. split; [signs|].
  eapply Rle_trans; [apply (holder_pq p q n u z); nra|]. apply Rmult_le_compat_r; [apply pnorm_nonneg|nra].
Qed.

(** The inequality behind Theorem 7.1: any start, any labels. *)
Theorem invariant_square X z S : Forall (fun c => pnorm p n (fst c) <= X) S -> (dot n u z + a * margins z S) ^ 2
  <= U ^ 2 * (pnorm p n z ^ 2 + INR (mistakes_from z S) * ((p - 1) * a ^ 2 * X ^ 2)).
Proof.
  intros HS. rewrite <- run_progress. eapply Rle_trans; [apply projection_square|].
  apply Rmult_le_compat_l; [nra|apply run_growth, HS].
Qed.

Theorem invariant_positive_part X z S : Forall (fun c => pnorm p n (fst c) <= X) S ->
  Rmax 0 (dot n u z + a * margins z S) ^ 2
  <= U ^ 2 * (pnorm p n z ^ 2 + INR (mistakes_from z S) * ((p - 1) * a ^ 2 * X ^ 2)).
Proof.
  intros HS. eapply Rle_trans; [|apply (invariant_square X z S HS)]. unfold Rmax. destruct (Rle_dec _ _); [lra|]. nra.
Qed.

(** From zero the margins' sum alone is bounded, for any labels. *)
Theorem average_margin X S : Forall (fun c => pnorm p n (fst c) <= X) S ->
  margins zero S ^ 2 <= INR (mistakes_from zero S) * (p - 1) * U ^ 2 * X ^ 2.
Proof.
  intros HS. pose proof (invariant_square X zero S HS) as H. rewrite dot_comm, dot_zero, pnorm_zero in H.
  assert (0 < a ^ 2) by nra. nra.
Qed.

(** ** The three bounds *)

Variables (X delta : R).
Hypothesis (Hdelta : 0 < delta).

Definition separated (S : list ctrial) : Prop :=
  Forall (fun c => pnorm p n (fst c) <= X /\ delta <= label (snd c) * dot n u (fst c)) S.

Lemma separated_norms S : separated S -> Forall (fun c => pnorm p n (fst c) <= X) S.
Proof. apply Forall_impl; intros c Hc; nra. Qed.

Lemma separated_gap S : separated S -> Forall (fun c => delta <= label (snd c) * dot n u (fst c)) S.
Proof. apply Forall_impl; intros c Hc; nra. Qed.

(** [m] mistakes from [z], with the gap. *)
Lemma with_gap z S : 0 <= dot n u z -> separated S -> (dot n u z + INR (mistakes_from z S) * a * delta) ^ 2
  <= U ^ 2 * (pnorm p n z ^ 2 + INR (mistakes_from z S) * ((p - 1) * a ^ 2 * X ^ 2)).
Proof.
  intros Hz HS. eapply Rle_trans; [|apply (invariant_square X z S (separated_norms S HS))].
  pose proof (margins_at_least delta S (separated_gap S HS) z) as M. pose proof (pos_INR (mistakes_from z S)) as Hm.
  set (m := INR (mistakes_from z S)) in *. assert (0 <= m * a * delta) by signs.
  assert (a * (m * delta) <= a * margins z S) by nra. nra.
Qed.

Theorem bound_a S : separated S -> INR (mistakes_from zero S) <= (p - 1) * U ^ 2 * X ^ 2 / delta ^ 2.
Proof.
  intros HS. pose proof (with_gap zero S) as H. rewrite dot_comm, dot_zero, pnorm_zero in H.
  specialize (H ltac:(lra) HS). pose proof (pos_INR (mistakes_from zero S)) as Hm.
  set (m := INR (mistakes_from zero S)) in *. assert (0 < delta ^ 2) by nra. assert (0 < a ^ 2) by nra.
  apply Rmult_le_reg_r with (delta ^ 2); auto.
  replace ((p - 1) * U ^ 2 * X ^ 2 / delta ^ 2 * delta ^ 2) with ((p - 1) * (U ^ 2 * X ^ 2)) by (field; lra).
  destruct Hm as [Hm| <-]; [|nra]. apply Rmult_le_reg_l with (m * a ^ 2); [nra|]. lra.
Qed.

Theorem bound_b z Z S : 0 < X -> pnorm p n z <= Z -> 0 < dot n u z ->
  a = delta * Z ^ 2 / ((p - 1) * X ^ 2 * dot n u z) -> separated S ->
  INR (mistakes_from z S) <= (p - 1) * U ^ 2 * X ^ 2 / delta ^ 2 * (1 - dot n u z ^ 2 / (U ^ 2 * Z ^ 2)).
Proof.
  intros HX Hsize Hz Ea HS. pose proof (with_gap z S (Rlt_le _ _ Hz) HS) as H.
  pose proof (pos_INR (mistakes_from z S)) as Hm. pose proof (projection_square z) as Hproj.
  assert (U ^ 2 * pnorm p n z ^ 2 <= U ^ 2 * Z ^ 2) as HP.
  { apply Rmult_le_compat_l; [nra|]. apply pow_incr. split; [apply pnorm_nonneg|nra]. }
  set (m := INR (mistakes_from z S)) in *. set (s := dot n u z) in *. set (Z2 := Z ^ 2) in *.
  assert (s ^ 2 <= U ^ 2 * Z2) as Hproj1 by lra. assert (0 < s ^ 2) as Hs2 by nra.
  assert (0 <= Z2) as HZ by apply pow2_ge_0. assert (0 <= U ^ 2) as HU2 by apply pow2_ge_0.
  assert (0 < U ^ 2 * Z2) as HUZ by lra. assert (0 < Z2) as HZ' by nra. assert (0 < U ^ 2) as HU' by nra.
  assert (0 < X ^ 2) by nra. assert (0 < (p - 1) * X ^ 2) by nra.
  assert (a * ((p - 1) * X ^ 2) * s = delta * Z2) as Ea' by (rewrite Ea; field; lra). set (x := m * a * delta / s).
  assert (0 <= x) as Hx by (apply Rle_mult_inv_pos; auto; signs).
  assert (s + m * a * delta = s * (1 + x)) as E1 by (unfold x; field; lra).
  assert (m * ((p - 1) * a ^ 2 * X ^ 2) = Z2 * x) as E2.
  { unfold x. apply Rmult_eq_reg_r with s; [|lra].
    replace (Z2 * (m * a * delta / s) * s) with (m * a * (delta * Z2)) by (field; lra). rewrite <- Ea'. ring. }
  assert ((s + m * a * delta) ^ 2 <= U ^ 2 * (Z2 + m * ((p - 1) * a ^ 2 * X ^ 2))) as HH by lra. clear H.
  rename HH into H. rewrite E1, E2 in H. assert (s ^ 2 * (1 + x) <= U ^ 2 * Z2) as H3 by nra.
  assert (s ^ 2 * x = m * a * delta * s) as E3 by nra. assert (0 < delta ^ 2) by signs.
  apply Rmult_le_reg_r with (delta ^ 2 * Z2); [nra|].
  replace ((p - 1) * U ^ 2 * X ^ 2 / delta ^ 2 * (1 - s ^ 2 / (U ^ 2 * Z2)) * (delta ^ 2 * Z2))
    with ((p - 1) * X ^ 2 * (U ^ 2 * Z2 - s ^ 2)) by (field; repeat split; try lra; intros E; rewrite E in HU'; lra).
  replace (m * (delta ^ 2 * Z2)) with ((p - 1) * X ^ 2 * (m * a * delta * s))
    by (replace (m * (delta ^ 2 * Z2)) with (m * delta * (delta * Z2)) by ring; rewrite <- Ea'; ring). nra.
Qed.

Theorem bound_c z S : 0 < dot n u z ->
  delta * (pnorm p n z ^ 2 - dot n u z ^ 2 / U ^ 2) <= 2 * a * (p - 1) * X ^ 2 * dot n u z ->
  separated S -> INR (mistakes_from z S) <= (p - 1) * U ^ 2 * X ^ 2 / delta ^ 2.
Proof.
  intros Hz Hlarge HS. pose proof (with_gap z S (Rlt_le _ _ Hz) HS) as H.
  pose proof (pos_INR (mistakes_from z S)) as Hm. pose proof (projection_square z) as Hproj.
  set (m := INR (mistakes_from z S)) in *. set (s := dot n u z) in *. set (Z2 := pnorm p n z ^ 2) in *.
  assert (0 < s ^ 2) as Hs2 by nra. assert (0 <= U ^ 2) as HU2 by apply pow2_ge_0.
  assert (0 < U ^ 2) as HU' by (destruct HU2 as [|E]; [nra|rewrite <- E in Hproj; lra]). assert (0 < delta ^ 2) by nra.
  apply Rmult_le_reg_r with (delta ^ 2); auto.
  replace ((p - 1) * U ^ 2 * X ^ 2 / delta ^ 2 * delta ^ 2) with ((p - 1) * (U ^ 2 * X ^ 2)) by (field; lra).
  destruct Hm as [Hm| <-]; [| nra]. apply Rnot_lt_le; intros Hbig.
  assert (m * a ^ 2 * ((p - 1) * (U ^ 2 * X ^ 2)) < m * a ^ 2 * (m * delta ^ 2)) as Hbig1.
  { apply Rmult_lt_compat_l; signs. }
  assert (U ^ 2 * (delta * (Z2 - s ^ 2 / U ^ 2)) <= U ^ 2 * (2 * a * (p - 1) * X ^ 2 * s)) as H3
    by (apply Rmult_le_compat_l; lra).
  replace (U ^ 2 * (delta * (Z2 - s ^ 2 / U ^ 2))) with (delta * (U ^ 2 * Z2 - s ^ 2)) in H3
    by (field; intros E; rewrite E in HU'; lra).
  assert (delta * (2 * s * (m * a * delta)) < delta * (U ^ 2 * Z2 - s ^ 2)) as H4 by (apply Rmult_lt_compat_l; lra).
  assert (2 * a * s * (m * delta ^ 2) < 2 * a * s * ((p - 1) * (U ^ 2 * X ^ 2))) as H5 by lra.
  apply Rmult_lt_reg_l in H5; [lra|]. signs.
Qed.

(** The first mistake from zero adds only the squared norm of its example. *)
Lemma run_growth_from_zero S : Forall (fun c => pnorm p n (fst c) <= X) S -> forall z, (forall i, z i = 0) ->
  (0 < mistakes_from z S)%nat ->
  pnorm p n (after z S) ^ 2 <= a ^ 2 * X ^ 2 * (1 + (INR (mistakes_from z S) - 1) * (p - 1)).
Proof.
  induction 1 as [|c S Hc HS IH]; intros z Hz Hm; cbn [state_after mistakes_by] in *; [lia|].
  destruct (wrong z c) eqn:He; auto. pose proof (run_growth X S HS (step (label (snd c)) z (fst c))) as G.
  rewrite plus_INR; cbn [INR].
  rewrite (pnorm_ext p n (step (label (snd c)) z (fst c)) (fun i => label (snd c) * a * fst c i)) in G
    by (intros; unfold perceptron; rewrite Hz; ring). rewrite perceptron_norm in G by apply label_cases.
  assert ((a * pnorm p n (fst c)) ^ 2 <= a ^ 2 * X ^ 2).
  { rewrite <- Rpow_mult_distr. pose proof (pnorm_nonneg p n (fst c)). apply pow_incr. nra. }
  lra.
Qed.

Theorem bound_a_sharp S : separated S -> (0 < mistakes_from zero S)%nat ->
  INR (mistakes_from zero S) ^ 2 * delta ^ 2 <= U ^ 2 * X ^ 2 * (1 + (INR (mistakes_from zero S) - 1) * (p - 1)).
Proof.
  intros HS Hm. pose proof (run_growth_from_zero S (separated_norms S HS) zero ltac:(reflexivity) Hm) as G.
  pose proof (margins_at_least delta S (separated_gap S HS) zero) as M.
  pose proof (projection_square (after zero S)) as P. rewrite run_progress, (dot_comm n u zero), dot_zero in P.
  set (m := INR (mistakes_from zero S)) in *. assert (0 <= m) by apply pos_INR. assert (0 < a ^ 2) by signs.
  assert ((m * delta) ^ 2 <= margins zero S ^ 2) by (apply pow_incr; nra). nra.
Qed.

(** Any start and any rate: the mistakes are below the larger root of a quadratic equation, which is squared here. *)
Theorem bound_root z S : 0 < X -> 0 < U -> separated S ->
  Rmax 0 (2 * INR (mistakes_from z S) * delta ^ 2 / ((p - 1) * U ^ 2 * X ^ 2) - 1
          + 2 * (dot n u z * delta / ((p - 1) * a * (U ^ 2 * X ^ 2)))) ^ 2
  <= 1 - 4 * (dot n u z * delta / ((p - 1) * a * (U ^ 2 * X ^ 2)))
     + 4 * (pnorm p n z ^ 2 * U ^ 2 * delta ^ 2 / ((p - 1) ^ 2 * a ^ 2 * (U ^ 2 * X ^ 2) ^ 2)).
Proof.
  intros HX HU0 HS. pose proof (invariant_square X z S (separated_norms S HS)) as H.
  pose proof (margins_at_least delta S (separated_gap S HS) z) as M. set (m := INR (mistakes_from z S)) in *.
  set (s := dot n u z) in *. set (Z2 := pnorm p n z ^ 2) in *. assert (0 <= m) as Hm by apply pos_INR.
  assert (0 <= Z2) as HZ by apply pow2_ge_0. set (K := (p - 1) * a ^ 2 * (U ^ 2 * X ^ 2)).
  assert (0 < U ^ 2 * X ^ 2) as HUX by signs. assert (0 < (p - 1) * a ^ 2) as Hpa by signs.
  assert (0 < K) as HK by (apply Rmult_lt_0_compat; assumption). set (t := s + m * a * delta).
  replace (2 * m * delta ^ 2 / ((p - 1) * U ^ 2 * X ^ 2) - 1 + 2 * (s * delta / ((p - 1) * a * (U ^ 2 * X ^ 2))))
    with (2 * a * delta * t / K - 1) by (unfold t, K; field; repeat split; lra).
  replace (1 - 4 * (s * delta / ((p - 1) * a * (U ^ 2 * X ^ 2)))
    + 4 * (Z2 * U ^ 2 * delta ^ 2 / ((p - 1) ^ 2 * a ^ 2 * (U ^ 2 * X ^ 2) ^ 2)))
    with (1 - 4 * a * delta * s / K + 4 * a ^ 2 * delta ^ 2 * (U ^ 2 * Z2) / (K * K)) by (unfold K; field; lra).
  assert (0 < K * K) as HKK by nra. assert (0 < 4 * a ^ 2 * delta ^ 2) as Hc by signs.
  destruct (Rle_dec 0 t) as [Ht|Ht].
  - apply Rle_trans with ((2 * a * delta * t / K - 1) ^ 2).
    + unfold Rmax. destruct (Rle_dec _ _); [lra|]. nra.
    + assert (t ^ 2 <= U ^ 2 * Z2 + m * K) as Hsq.
      { eapply Rle_trans; [|eapply Rle_trans; [exact H|right; unfold K; ring]].
        assert (a * (m * delta) <= a * margins z S) by nra. apply pow_incr. unfold t in *. lra. }
      apply Rmult_le_reg_r with (K * K); auto.
      replace ((2 * a * delta * t / K - 1) ^ 2 * (K * K))
        with (4 * a ^ 2 * delta ^ 2 * t ^ 2 - 4 * a * delta * t * K + K * K) by (field; lra).
      replace ((1 - 4 * a * delta * s / K + 4 * a ^ 2 * delta ^ 2 * (U ^ 2 * Z2) / (K * K)) * (K * K))
        with (K * K - 4 * a * delta * s * K + 4 * a ^ 2 * delta ^ 2 * (U ^ 2 * Z2)) by (field; lra).
      apply (Rmult_le_compat_l (4 * a ^ 2 * delta ^ 2)) in Hsq; [|lra]. unfold t in *. lra.
  - assert (s < 0) as Hs by (assert (0 <= m * (a * delta)) by signs; unfold t in *; lra).
    assert (forall r, r <= 0 -> a * delta * r / K <= 0) as Hneg.
    { intros r Hr. assert (0 <= a * delta * - r) as Hp0 by signs. apply (Rle_mult_inv_pos _ K) in Hp0; auto. lra. }
    pose proof (Hneg t ltac:(lra)). pose proof (Hneg s ltac:(lra)).
    assert (0 <= 4 * a ^ 2 * delta ^ 2 * (U ^ 2 * Z2) / (K * K)) by signs. rewrite Rmax_left by lra. lra.
Qed.
End PnormPerceptron.

(** ** p = 2 ln n: bounds in the 1-norm of u and the max-norm of the examples *)

Lemma pnorm_le_max p n X x : 2 <= p -> 0 <= X -> max_norm_at_most n x X -> pnorm p n x <= power (INR n) (/ p) * X.
Proof.
  intros Hp HX Hx. pose proof (Rinv_0_lt_compat p ltac:(lra)) as Hp'. replace X with (power (power X p) (/ p)).
  - rewrite <- power_prod. apply power_le; [|lra]. split; [apply psum_nonneg|]. rewrite <- (sum_const n).
    apply sum_le; intros i Hi. rewrite <- power_abs. apply power_le; [|lra]. split; [signs|auto].
  - rewrite power_power. replace (p * / p) with 1 by (field; lra). rewrite power_1. apply Rabs_pos_eq, HX.
Qed.

Lemma pnorm_le_norm1 q n u : 1 <= q -> pnorm q n u <= norm1 n u.
Proof.
  intros Hq. assert (0 <= norm1 n u) as HU by (apply sum_nonneg; intros; apply Rabs_pos).
  pose proof (Rinv_0_lt_compat q ltac:(lra)) as Hq'. apply Rle_trans with (power (power (norm1 n u) q) (/ q)).
  - apply power_le; [|lra]. split; [apply psum_nonneg|]. replace q with (1 + (q - 1)) by ring.
    rewrite <- power_plus, power_1, (Rabs_pos_eq (norm1 n u)) by assumption. unfold norm1 at 1. rewrite <- sum_scal_r.
    apply sum_le; intros i Hi. rewrite <- power_plus, power_1. apply Rmult_le_compat_l; [signs|]. rewrite <- power_abs.
    apply power_le; [|lra]. split; [signs|]. apply (sum_term_le n (fun j => Rabs (u j)) i Hi). intros; signs.
  - rewrite power_power. replace (q * / q) with 1 by (field; lra). rewrite power_1, Rabs_pos_eq by assumption. lra.
Qed.

Lemma exponent_of_3 n : (3 <= n)%nat -> 2 <= 2 * ln (INR n).
Proof.
  intros Hn. assert (3 <= INR n) by (replace 3 with (INR 3) by (cbn; ring); apply le_INR, Hn).
  enough (1 <= ln (INR n)) by lra. rewrite <- (ln_exp 1). apply ln_le_mono; [signs|]. pose proof exp_le_3. lra.
Qed.

Theorem bound_log n a U X delta u wrong S : (3 <= n)%nat -> 0 < a -> 0 < delta -> 0 <= X -> norm1 n u <= U ->
  decides_by_sign_of n (link (2 * ln (INR n))) wrong -> box_labels n X S ->
  Forall (fun c => delta <= label (snd c) * dot n u (fst c)) S ->
  INR (mistakes_by wrong (perceptron a) zero S) <= (2 * ln (INR n) - 1) * exp 1 * U ^ 2 * X ^ 2 / delta ^ 2.
Proof.
  intros Hn Ha Hd HX HU Hw HS Hm. pose proof (exponent_of_3 n Hn) as Hp. set (p := 2 * ln (INR n)) in *.
  set (q := p / (p - 1)). assert (/ p + / q = 1) as Hpq by (unfold q; field; lra).
  assert (1 <= q) as Hq.
  { unfold q. apply Rmult_le_reg_r with (p - 1); [lra|]. replace (p / (p - 1) * (p - 1)) with p by (field; lra). lra. }
  assert (pnorm q n u <= U) as HUq by (eapply Rle_trans; [apply pnorm_le_norm1, Hq|nra]).
  assert (0 < INR n) by (apply lt_0_INR; lia).
  eapply Rle_trans; [apply (bound_a p q a n u wrong Hp Hpq Ha Hw U HUq (power (INR n) (/ p) * X) delta Hd S)|].
  - apply Forall_and; auto. revert HS. apply Forall_impl. intros c Hc. apply pnorm_le_max; auto.
  - rewrite Rpow_mult_distr, <- (power_2 (power (INR n) (/ p))), power_power, power_of_pos by assumption.
    assert (Rpower (INR n) (/ p * 2) = exp 1) as ->; [|nra]. unfold Rpower. f_equal. unfold p in *. field. lra.
Qed.

(** ** Weighted Majority and Balanced Winnow: the logarithm of the sum of the weights *)

Section Entropic.
Variables (n : nat) (a U X delta entropy start : R) (u : vec) (wrong : vec -> ctrial -> bool).
Variables (link_ : vec -> vec) (potential : vec -> R).
Hypotheses (Ha : 0 < a) (HU : 0 < U) (Hwrong : decides_by_sign_of n link_ wrong).
Hypothesis Hstart : potential zero <= start.
(** To second order the potential grows with the product of the weights and the step. *)
Hypothesis Hsmooth : forall z sgn x, sgn = 1 \/ sgn = -1 -> max_norm_at_most n x X ->
  sgn * dot n (link_ z) x <= 0 -> potential (perceptron a sgn z x) <= potential z + a ^ 2 * X ^ 2 / 2.
(** Gibbs' inequality. *)
Hypothesis Hgibbs : forall z, dot n u z / U + entropy <= potential z.

Lemma potential_growth S : box_labels n X S -> forall z, potential (state_after wrong (perceptron a) z S)
  <= potential z + INR (mistakes_by wrong (perceptron a) z S) * (a ^ 2 * X ^ 2 / 2).
Proof.
  induction 1 as [|c S Hc HS IH]; intros z; cbn [state_after mistakes_by]; [cbn [INR]; lra|].
  destruct (wrong z c) eqn:Hz; auto. specialize (IH (perceptron a (label (snd c)) z (fst c))).
  rewrite plus_INR; cbn [INR].
  enough (label (snd c) * dot n (link_ z) (fst c) <= 0) as Hd
    by (pose proof (Hsmooth z (label (snd c)) (fst c) (label_cases _) Hc Hd); lra). destruct (Hwrong z c) as [_ H].
  apply Rnot_lt_le; intros Hd. rewrite H in Hz by lra. lra.
Qed.

Theorem entropic_bound S : box_labels n X S -> Forall (fun c => delta <= label (snd c) * dot n u (fst c)) S ->
  INR (mistakes_by wrong (perceptron a) zero S) * (2 * a * delta - U * X ^ 2 * a ^ 2) <= 2 * U * (start - entropy).
Proof.
  intros HS Hm. pose proof (potential_growth S HS zero) as G.
  pose proof (Hgibbs (state_after wrong (perceptron a) zero S)) as Gb.
  rewrite (run_progress a n u wrong), (dot_comm n u zero), dot_zero in Gb.
  pose proof (margins_at_least a n u wrong delta S Hm zero) as M.
  set (m := INR (mistakes_by wrong (perceptron a) zero S)) in *.
  assert (a * (m * delta) <= a * margin_sum n u wrong (perceptron a) zero S) by nra.
  assert ((0 + a * margin_sum n u wrong (perceptron a) zero S) / U + entropy <= start + m * (a ^ 2 * X ^ 2 / 2))
    as H1 by lra. apply (Rmult_le_compat_l (2 * U)) in H1; [|lra].
  replace (2 * U * ((0 + a * margin_sum n u wrong (perceptron a) zero S) / U + entropy))
    with (2 * (a * margin_sum n u wrong (perceptron a) zero S) + 2 * U * entropy) in H1 by (field; lra). lra.
Qed.
End Entropic.

Definition log_sum (n : nat) (z : vec) : R := ln (sum n (exponential z)).

Lemma exponential_sum_pos n z : (0 < n)%nat -> 0 < sum n (exponential z).
Proof. intros Hn. apply sum_pos; [lia|intros; apply exp_pos]. Qed.

Lemma log_sum_smooth n a X z sgn x : (0 < n)%nat -> 0 < a -> sgn = 1 \/ sgn = -1 -> max_norm_at_most n x X ->
  sgn * dot n (exponential z) x <= 0 -> log_sum n (perceptron a sgn z x) <= log_sum n z + a ^ 2 * X ^ 2 / 2.
Proof.
  intros Hn Ha Hs Hx Hd. pose proof (exponential_sum_pos n z Hn) as Hpos.
  pose proof (EU.lemma_A1 n (exponential z) x (sum n (exponential z)) X (sgn * a)) as L.
  specialize (L ltac:(left; apply exp_pos) eq_refl Hpos Hx).
  assert (sum n (fun i => exponential z i * exp (sgn * a * x i)) = sum n (exponential (perceptron a sgn z x))) as E.
  { apply sum_ext; intros i _. unfold exponential, perceptron. rewrite exp_plus. reflexivity. }
  rewrite E in L. pose proof (exponential_sum_pos n (perceptron a sgn z x) Hn) as Hpos'. unfold log_sum.
  unfold Rdiv in L at 1. rewrite ln_mult, ln_Rinv in L by signs.
  assert (sgn * a * dot n (exponential z) x / sum n (exponential z) <= 0) as Hneg.
  { assert (0 <= a * - (sgn * dot n (exponential z) x)) as Hp0 by nra. apply (Rle_mult_inv_pos _ _ Hp0) in Hpos. lra. }
  nra.
Qed.

Lemma log_sum_gibbs n U u z : (0 < n)%nat -> 0 < U -> nonnegative n u -> sum n u = U ->
  dot n u z / U + - sum n (fun i => u i / U * ln (u i / U)) <= log_sum n z.
Proof.
  intros Hn HU Hu Hsum. pose proof (exponential_sum_pos n z Hn) as HW. unfold log_sum.
  set (W := sum n (exponential z)) in *. enough (sum n (fun i => u i / U * (z i - ln (u i / U) - ln W)) <= 0) as H.
  { assert (sum n (fun i => u i / U * (z i - ln (u i / U) - ln W))
      = dot n u z / U - sum n (fun i => u i / U * ln (u i / U)) - ln W) as E; [|lra].
    rewrite (sum_ext n _ (fun i => (/ U * (u i * z i) - u i / U * ln (u i / U)) - / U * ln W * u i))
      by (intros; unfold Rdiv; ring). rewrite !sum_minus, !sum_scal, Hsum. unfold dot. field. lra. }
  apply Rle_trans with (sum n (fun i => / W * exponential z i - / U * u i)).
  - apply sum_le; intros i Hi. destruct (Hu i Hi) as [Hui| <-].
    + assert (0 < u i / U) as Hq by signs. assert (0 < exponential z i) as He by apply exp_pos.
      assert (0 < u i / U * W) as HqW by nra. pose proof (Rinv_0_lt_compat _ HqW) as HqW'.
      pose proof (Rdiv_lt_0_compat _ _ He HqW) as Hr. pose proof (ln_le_minus_1 _ Hr) as L. unfold Rdiv in L at 1.
      rewrite ln_mult, ln_Rinv, ln_mult in L by assumption. unfold exponential at 1 in L. rewrite ln_exp in L.
      apply (Rmult_le_compat_l (u i / U)) in L; [|lra].
      replace (u i / U * (exponential z i / (u i / U * W) - 1)) with (/ W * exponential z i - / U * u i) in L
        by (field; lra). lra.
    + assert (0 < / W * exponential z i); [|lra]. apply Rmult_lt_0_compat; [signs|apply exp_pos].
  - rewrite sum_minus, !sum_scal, Hsum. fold W. right; field; lra.
Qed.

Lemma log_sum_start n : log_sum n zero = ln (INR n).
Proof.
  unfold log_sum. f_equal. rewrite (sum_ext n _ (fun _ => 1)) by (intros; apply exp_0). rewrite sum_const; ring.
Qed.

Theorem weighted_majority n a U X delta u wrong S :
  0 < a -> 0 < U -> nonnegative n u -> sum n u = U -> decides_by_sign_of n exponential wrong ->
  box_labels n X S -> Forall (fun c => delta <= label (snd c) * dot n u (fst c)) S ->
  INR (mistakes_by wrong (perceptron a) zero S) * (2 * a * delta - U * X ^ 2 * a ^ 2)
  <= 2 * U * (ln (INR n) - - sum n (fun i => u i / U * ln (u i / U))).
Proof.
  intros Ha HU Hu Hsum Hw HS Hm. assert (0 < n)%nat as Hn by (destruct n; [cbn in Hsum; lra|lia]).
  apply (entropic_bound n a U X delta _ _ u wrong exponential (log_sum n)); auto.
  - rewrite log_sum_start; lra.
  - intros; apply log_sum_smooth; auto.
  - intros; apply log_sum_gibbs; auto.
Qed.

(** Balanced Winnow is Weighted Majority on (x, -x), with u split into its positive and negative parts. *)
Definition parts (n : nat) (u : vec) : vec := fun i => if (i <? n)%nat then Rmax 0 (u i) else Rmax 0 (- u (i - n)%nat).

Lemma low_half n i : (i < n)%nat -> (i <? n)%nat = true. Proof. apply Nat.ltb_lt. Qed.

Lemma high_half n i : (n + i <? n)%nat = false. Proof. apply Nat.ltb_ge. lia. Qed.

Lemma hyperbolic_dot n z x : dot (n + n) (exponential (double n z)) (double n x) = dot n (hyperbolic z) x.
Proof.
  unfold dot. rewrite sum_halves. apply sum_ext; intros i Hi. unfold exponential, double, hyperbolic.
  rewrite low_half, high_half by assumption. replace (n + i - n)%nat with i by lia. ring.
Qed.

Lemma parts_sum n u f : f 0 = 0 -> sum (n + n) (fun i => f (parts n u i)) = sum n (fun i => f (Rabs (u i))).
Proof.
  intros H0. rewrite sum_halves. apply sum_ext; intros i Hi. unfold parts. rewrite low_half, high_half by assumption.
  replace (n + i - n)%nat with i by lia. destruct (Rle_dec 0 (u i)).
  - rewrite Rmax_right, Rmax_left, H0, Rabs_pos_eq by lra. ring.
  - rewrite Rmax_left, Rmax_right, H0, Rabs_left by lra. ring.
Qed.

Theorem balanced_winnow n a U X delta u wrong S :
  0 < a -> 0 < U -> norm1 n u = U -> decides_by_sign_of n hyperbolic wrong ->
  box_labels n X S -> Forall (fun c => delta <= label (snd c) * dot n u (fst c)) S ->
  INR (mistakes_by wrong (perceptron a) zero S) * (2 * a * delta - U * X ^ 2 * a ^ 2)
  <= 2 * U * (ln (2 * INR n) - entropy_of_shares n U u).
Proof.
  intros Ha HU Hsum Hw HS Hm. assert (0 < n)%nat as Hn by (destruct n; [cbn in Hsum; lra|lia]).
  apply (entropic_bound n a U X delta _ _ u wrong hyperbolic (fun z => log_sum (n + n) (double n z))); auto.
  - right. unfold log_sum. f_equal. rewrite sum_halves. rewrite (sum_ext n _ (fun _ => 2)), sum_const; [ring|].
    intros i Hi. unfold exponential, double, zero. rewrite low_half, high_half, Ropp_0, exp_0 by assumption. ring.
  - intros z sgn x Hs Hx Hd.
    assert (log_sum (n + n) (double n (perceptron a sgn z x)) =
      log_sum (n + n) (perceptron a sgn (double n z) (double n x))) as ->.
    { unfold log_sum. f_equal. apply sum_ext; intros i _. unfold exponential, double, perceptron. f_equal.
      destruct (i <? n)%nat; ring. }
    apply log_sum_smooth; auto; [lia| |rewrite hyperbolic_dot; assumption]. intros i Hi. unfold double.
    destruct (Nat.ltb_spec i n); auto. rewrite Rabs_Ropp. apply Hx. lia.
  - intros z. replace (dot n u z) with (dot (n + n) (parts n u) (double n z)).
    + unfold entropy_of_shares. rewrite <- (parts_sum n u (fun v => v / U * ln (v / U))) by nra.
      apply log_sum_gibbs; [lia|nra| |].
      * intros i _. unfold parts. destruct (i <? n)%nat; apply Rmax_l.
      * rewrite <- Hsum. apply (parts_sum n u (fun v => v)). reflexivity.
    + unfold dot. rewrite sum_halves. apply sum_ext; intros i Hi. unfold parts, double.
      rewrite low_half, high_half by assumption. replace (n + i - n)%nat with i by lia.
      destruct (Rle_dec 0 (u i)); [rewrite Rmax_right, Rmax_left by lra|rewrite Rmax_left, Rmax_right by lra]; ring.
Qed.
