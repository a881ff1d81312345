(** * The updates that a separating comparator allows

    Let b = beta/(eta X^2), r = floor(b) and V = U^2 X^2. After k > b updates w.w <= (eta X)^2 A, where
    A = (r + 1)^2 + (k - r - 1)(1 + 2 b), for the first r + 1 examples may be equal. If one more x is an update, then
    Cauchy-Schwarz for u and w + c eta y x, at the best c, says that (k - b)^2 <= (V - 1)(A - b^2). *)

From Boundcheck Require Import Vectors GenBounds GenClaims.
From Boundcheck.classics Require Import Definitions Potential.
Open Scope R_scope.

(** A number that is at least floor(b), and less than floor(b) + 1, is floor(b). *)
Lemma whole_floor k b : floor b <= INR k -> INR k < floor b + 1 -> INR k = floor b.
Proof.
  unfold floor. rewrite INR_IZR_INZ, <- minus_IZR. intros H1 H2. rewrite <- plus_IZR in H2. apply le_IZR in H1.
  apply lt_IZR in H2. f_equal. lia.
Qed.

Lemma floor_gap k b : INR k < floor b + 1 -> INR k <= floor b.
Proof.
  unfold floor. rewrite INR_IZR_INZ, <- minus_IZR. intros H. rewrite <- plus_IZR in H. apply lt_IZR in H. apply IZR_le.
  lia.
Qed.

Section Margin.
Variables (n : nat) (beta eta U X : R) (u : vec).
Hypotheses (Hb : 0 < beta) (He : 0 < eta) (HX : 0 < X) (HU : norm n u <= U).
Let b := beta / (X ^ 2 * eta).
Let r := floor b.
Let V := U ^ 2 * X ^ 2.
Let unit := eta ^ 2 * X ^ 2.
Definition most (k : R) : R := (r + 1) ^ 2 + (k - r - 1) * (1 + 2 * b).

Lemma unit_b : unit * b = eta * beta. Proof. unfold unit, b. field. lra. Qed.

Lemma b_positive : 0 < b. Proof. apply Rdiv_lt_0_compat; auto. signs. Qed.

Lemma r_near : r <= b < r + 1. Proof. unfold r. pose proof (floor_bounds b). lra. Qed.

Definition reached (w : vec) (k : nat) : Prop :=
  eta * INR k <= dot n u w /\ dot n w w <= unit * INR k ^ 2 /\ (r + 1 <= INR k -> dot n w w <= unit * most (INR k)).

Definition allowed (k : R) : Prop := (k - b) ^ 2 <= (V - 1) * (most k - b ^ 2).
Definition good (k : nat) : Prop := INR k <= r + 1 \/ (r + 1 <= INR k - 1 /\ allowed (INR k - 1)).

Lemma along_square w s c : dot n (along_example s w c) (along_example s w c)
  = dot n w w + 2 * s * margin n w c + s ^ 2 * dot n (fst c) (fst c).
Proof.
  unfold along_example, margin, dot. rewrite <- !sum_scal, <- !sum_plus. apply sum_ext; intros i _.
  pose proof (label_square (snd c)) as E. nra.
Qed.

Lemma along_product w s c : dot n u (along_example s w c) = dot n u w + s * margin n u c.
Proof. unfold along_example, margin, dot. rewrite <- !sum_scal, <- sum_plus. apply sum_ext; intros; ring. Qed.

Lemma product_square v : dot n u v ^ 2 <= U ^ 2 * dot n v v.
Proof.
  eapply Rle_trans; [apply cauchy_schwarz_sq|]. rewrite dot_self. apply Rmult_le_compat_r; [apply sq_nonneg|].
  apply sq_le, HU.
Qed.

Lemma margin_length w c k : in_ball n X c -> 0 <= k -> dot n w w <= unit * k ^ 2 -> margin n w c <= eta * X * k * X.
Proof.
  intros Hc Hk Hw. apply in_ball_sq in Hc as [Hx0 Hx]. pose proof (cauchy_schwarz_sq n w (fst c)) as C.
  rewrite <- !dot_self in C.
  assert (dot n w w * dot n (fst c) (fst c) <= unit * k ^ 2 * X ^ 2).
  { apply Rmult_le_compat; auto. rewrite dot_self. apply sq_nonneg. }
  assert (margin n w c ^ 2 <= (eta * X * k * X) ^ 2) as HQ.
  { unfold margin. rewrite Rpow_mult_distr.
    replace (label (snd c) ^ 2) with 1 by (rewrite <- (label_square (snd c)); ring). unfold unit in *. lra. }
  apply Rsqr_incr_0_var; [rewrite !Rsqr_pow2; exact HQ|]. signs.
Qed.

Lemma update_reached w k c : in_ball n X c -> 1 <= margin n u c -> margin n w c <= beta -> reached w k ->
  reached (along_example eta w c) (Datatypes.S k).
Proof.
  intros Hc Hu Hw (H1 & H2 & H3). pose proof (pos_INR k) as Hk. unfold reached. rewrite S_INR.
  pose proof (margin_length w c (INR k) Hc Hk H2) as HL. apply in_ball_sq in Hc as [Hx0 Hx].
  assert (eta ^ 2 * dot n (fst c) (fst c) <= unit) as Hunit by (apply Rmult_le_compat_l; nra).
  assert (dot n (along_example eta w c) (along_example eta w c) <= unit * (INR k + 1) ^ 2) as Hlong.
  { rewrite along_square. apply (Rmult_le_compat_l eta) in HL; [|lra]. unfold unit in *. lra. }
  split; [|split; auto].
  - rewrite along_product. nra.
  - intros Hr. destruct (Rle_dec (r + 1) (INR k)) as [Hr'|Hr'].
    + rewrite along_square. pose proof unit_b as E.
      assert (eta * margin n w c <= eta * beta) by (apply Rmult_le_compat_l; lra).
      replace (unit * most (INR k + 1)) with (unit * most (INR k) + unit + 2 * (unit * b)) by (unfold most; ring). lra.
    + assert (INR k = r) as E by (apply whole_floor; unfold r in *; lra).
      replace (most (INR k + 1)) with ((INR k + 1) ^ 2) by (unfold most; rewrite E; ring). exact Hlong.
Qed.

Lemma update_allowed w k c : in_ball n X c -> 1 <= margin n u c -> margin n w c <= beta -> reached w k ->
  r + 1 <= INR k -> allowed (INR k).
Proof.
  intros Hc Hu Hw (H1 & _ & H3) Hr. set (k' := INR k) in *. set (A := most k') in *. pose proof r_near as [Hr1 Hr2].
  pose proof b_positive as Hb0. pose proof unit_b as Eb. assert (0 < k' - b) as Hkb by lra.
  assert (0 < A - k' * b) as HA by (unfold A, most; nra). set (c' := (A - k' * b) / (k' - b)).
  assert (0 < c') as Hc' by (apply Rdiv_lt_0_compat; assumption).
  assert (c' * (k' - b) = A - k' * b) as Ec by (unfold c'; field; lra).
  pose proof (product_square (along_example (c' * eta) w c)) as C. rewrite along_product, along_square in C.
  apply in_ball_sq in Hc as [Hx0 Hx].
  assert (eta * (k' + c') <= dot n u w + c' * eta * margin n u c) as Hlow.
  { assert (c' * eta * 1 <= c' * eta * margin n u c) by (apply Rmult_le_compat_l; signs). lra. }
  assert (0 <= eta * (k' + c')) as Hlow0 by (apply Rmult_le_pos; lra).
  assert ((eta * (k' + c')) ^ 2 <= (dot n u w + c' * eta * margin n u c) ^ 2) as Hlow2 by (apply pow_incr; lra).
  assert (dot n w w + 2 * (c' * eta) * margin n w c + (c' * eta) ^ 2 * dot n (fst c) (fst c)
    <= unit * ((k' + c') * (b + c'))) as Hup.
  { assert (c' * eta * margin n w c <= c' * eta * beta) by (apply Rmult_le_compat_l; signs).
    assert ((c' * eta) ^ 2 * dot n (fst c) (fst c) <= (c' * eta) ^ 2 * X ^ 2) by (apply Rmult_le_compat_l; signs).
    replace ((k' + c') * (b + c')) with (A + 2 * c' * b + c' ^ 2) by lra.
    replace (unit * (A + 2 * c' * b + c' ^ 2)) with (unit * A + 2 * c' * (unit * b) + (c' * eta) ^ 2 * X ^ 2)
      by (unfold unit; ring). rewrite Eb. lra. }
  apply (Rmult_le_compat_l (U ^ 2)) in Hup; [|signs].
  assert ((k' + c') * ((k' + c') * eta ^ 2) <= V * (b + c') * ((k' + c') * eta ^ 2)) as H.
  { replace (V * (b + c') * ((k' + c') * eta ^ 2)) with (U ^ 2 * (unit * ((k' + c') * (b + c')))) by (unfold V, unit;
      ring). lra. }
  apply Rmult_le_reg_r in H; [|signs]. apply (Rmult_le_compat_r (k' - b)) in H; [|lra].
  replace (V * (b + c') * (k' - b)) with (V * (b * (k' - b) + c' * (k' - b))) in H by ring. rewrite Ec in H.
  unfold allowed. fold A. lra.
Qed.

Lemma run_good (S : list ctrial) : Forall (in_ball n X) S -> margin_at_least n 1 u S ->
  forall w, exists m, over_run (margin_perceptron n beta eta) (margin_update n beta) w S = INR m /\ (m <= length
    S)%nat /\ forall k, reached w k -> good k -> good (k + m).
Proof.
  induction S as [|c S IH]; intros HS Hm w.
  - exists O. split; [auto|split; auto]. intros k _ H. rewrite Nat.add_0_r. exact H.
  - inversion_clear HS as [|? ? Hc HS']. inversion_clear Hm as [|? ? Hu Hm'].
    destruct (IH HS' Hm' (margin_perceptron n beta eta w c)) as (m & E & Hl & Hg). unfold over_run in *. cbn [length].
    rewrite E. unfold margin_update, margin_perceptron in *. destruct (Rle_dec (margin n w c) beta) as [Hw|Hw].
    + exists (Datatypes.S m). split; [rewrite S_INR; ring|split; [lia|]]. intros k Hk Hgood.
      replace (k + Datatypes.S m)%nat with (Datatypes.S k + m)%nat by lia.
      apply Hg; [apply update_reached; assumption|]. unfold good. rewrite S_INR.
      replace (INR k + 1 - 1) with (INR k) by ring. destruct (Rle_dec (r + 1) (INR k)) as [Hr|Hr].
      * right. split; auto. apply (update_allowed w k c); auto.
      * assert (INR k <= r) by (apply floor_gap; unfold r in *; lra). lra.
    + exists m. split; [ring|auto].
Qed.

Lemma start_reached : reached zero 0.
Proof.
  pose proof r_near. pose proof b_positive. unfold reached. rewrite (dot_comm n u zero), !dot_zero. cbn [INR]. lra.
Qed.

Lemma separated_size (S : list ctrial) : Forall (in_ball n X) S -> margin_at_least n 1 u S -> (1 <= length S)%nat ->
  1 <= V.
Proof.
  intros HS Hm Hl. destruct S as [|c S]; [cbn in Hl; lia|]. inversion_clear HS as [|? ? Hc _].
  inversion_clear Hm as [|? ? Hu _]. apply in_ball_sq in Hc as [_ Hx]. pose proof (product_square (fst c)) as C.
  assert (1 ^ 2 <= (label (snd c) * dot n u (fst c)) ^ 2) as H by nra. rewrite Rpow_mult_distr in H.
  replace (label (snd c) ^ 2) with 1 in H by (rewrite <- (label_square (snd c)); ring).
  assert (U ^ 2 * dot n (fst c) (fst c) <= V) by (apply Rmult_le_compat_l; nra). lra.
Qed.

(** With d = k - b and f = b - r: d^2 <= (V - 1) ((1 + 2 b) d - f (1 - f)). *)
Lemma allowed_gap k : allowed k -> (k - b) ^ 2 <= (V - 1) * ((1 + 2 * b) * (k - b) - (b - r) * (r + 1 - b)).
Proof.
  unfold allowed. replace (most k - b ^ 2) with ((1 + 2 * b) * (k - b) - (b - r) * (r + 1 - b)); auto. unfold most.
  ring.
Qed.

Lemma good_sharp m : 1 <= V -> good m -> INR m <= V * (1 + 2 * b) - b.
Proof.
  intros HV Hg. pose proof r_near as [Hr1 Hr2]. pose proof b_positive. assert (0 <= (V - 1) * (1 + 2 * b)) by nra.
  destruct Hg as [Hg|[Hk Hg]]; [lra|]. apply allowed_gap in Hg. set (d := INR m - 1 - b) in *.
  assert (0 < d) as Hd by (unfold d; lra). assert (0 <= (V - 1) * ((b - r) * (r + 1 - b))) by signs.
  assert (d * d <= (V - 1) * (1 + 2 * b) * d) as HQ by lra. apply Rmult_le_reg_r in HQ; auto. unfold d in HQ. lra.
Qed.

Lemma good_exact m : 1 <= V -> good m -> INR m <= V * (1 + 2 * b) / 2
    + sqrt (Rmax 0 ((1 + 2 * b) ^ 2 * (V - 1) ^ 2 - 4 * (V - 1) * (b - r) * (r + 1 - b))) / 2 + 1 / 2.
Proof.
  intros HV Hg. pose proof r_near as [Hr1 Hr2]. pose proof b_positive. assert (0 <= (V - 1) * (1 + 2 * b)) by nra.
  set (D := (1 + 2 * b) ^ 2 * (V - 1) ^ 2 - 4 * (V - 1) * (b - r) * (r + 1 - b)).
  pose proof (sqrt_pos (Rmax 0 D)) as Hs. destruct Hg as [Hg|[Hk Hg]]; [lra|]. apply allowed_gap in Hg.
  set (d := INR m - 1 - b) in *.
  assert ((2 * d - (V - 1) * (1 + 2 * b)) ^ 2 <= Rmax 0 D) as HD by (eapply Rle_trans; [|apply Rmax_r]; unfold D; lra).
  apply sqrt_le_1_alt in HD. rewrite <- Rsqr_pow2, sqrt_Rsqr_abs in HD.
  pose proof (Rle_abs (2 * d - (V - 1) * (1 + 2 * b))). unfold d in *. lra.
Qed.
End Margin.

Theorem classics_margin_sharp : classics_margin_sharp_stmt.
Proof.
  intros n U X beta eta u S (Hb & He & HX & Hl & HU & HS & Hm). change (margin_at_least n 1 u S) in Hm.
  eapply Rle_trans; [apply (margin_updates n beta eta S)|].
  assert (1 <= length S)%nat as Hl1 by (apply INR_le; exact Hl). unfold b_classics_margin_sharp.
  destruct (run_good n beta eta U X u Hb He HX HU S HS Hm zero) as (m & -> & _ & Hg).
  pose proof (Hg O (start_reached n beta eta X u Hb He HX)) as H.
  eapply Rle_trans; [apply (good_sharp beta eta U X Hb He HX m (separated_size n U X u HU S HS Hm Hl1))|].
  - apply H. left. pose proof (r_near beta eta X). pose proof (b_positive beta eta X Hb He HX). cbn [INR]. lra.
  - right. field. lra.
Qed.

Theorem classics_margin_exact : classics_margin_exact_stmt.
Proof.
  intros n U X beta eta u S (Hb & He & HX & HU & HS & Hm). change (margin_at_least n 1 u S) in Hm.
  eapply Rle_trans; [apply (margin_updates n beta eta S)|].
  destruct (run_good n beta eta U X u Hb He HX HU S HS Hm zero) as (m & -> & Hlen & Hg).
  pose proof (Hg O (start_reached n beta eta X u Hb He HX)) as H. pose proof (b_positive beta eta X Hb He HX) as Hb0.
  apply Rmin_glb; [apply le_INR, Hlen|]. apply le_floor. destruct m as [|m].
  - cbn [INR]. signs.
  - eapply Rle_trans; [apply (good_exact beta eta U X Hb He HX (Datatypes.S m))|].
    + apply (separated_size n U X u HU S HS Hm). lia.
    + apply H. left. pose proof (r_near beta eta X). cbn [INR]. lra.
    + right. replace (2 * (beta / (X ^ 2 * eta))) with (2 * beta / (X ^ 2 * eta)) by nra. field. lra.
Qed.
