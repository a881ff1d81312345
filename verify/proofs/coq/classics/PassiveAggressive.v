(** * Passive-Aggressive, and its variants with a largest step *)

From Boundcheck Require Import Vectors GenBounds GenClaims.
From Boundcheck.classics Require Import Definitions Potential.
Open Scope R_scope.

Lemma no_product n v (c : ctrial) : dot n (fst c) (fst c) <= 0 -> margin n v c = 0.
Proof.
  intros H. unfold margin. pose proof (cauchy_schwarz_sq n v (fst c)) as C. rewrite dot_self in H.
  assert (sq n (fst c) = 0) as E by (pose proof (sq_nonneg n (fst c)); lra). rewrite E, Rmult_0_r in C. nra.
Qed.

(** A step s along the example, with s |x|^2 at most the hinge loss l: s l - 2 s l* is gained. *)
Lemma step_gain n u w c s : 0 <= s -> s * dot n (fst c) (fst c) <= hinge_loss n w c ->
  (hinge_loss n w c = 0 -> s = 0) ->
  s * hinge_loss n w c - 2 * s * hinge_loss n u c <= distance n u w - distance n u (along_example s w c).
Proof.
  rewrite margin_along. pose proof (hinge_bounds (margin n u c)) as [Hu0 Hu1]. unfold hinge_loss in *.
  destruct (hinge_cases (margin n w c)) as [[E Hm]|[E Hm]]; nra.
Qed.

Theorem classics_pa : classics_pa_stmt.
Proof.
  intros n U X u S (HU & HS & Hm).
  change (over_run (pa n) (fun w c => hinge_loss n w c ^ 2) zero S <= b_classics_pa U X).
  unfold b_classics_pa.
  pose proof (by_distance n (pa n) (fun w c => hinge_loss n w c ^ 2) (fun _ => 0) (X ^ 2) u U S) as H.
  rewrite total_zero in H. change (Forall (in_ball n X) S) in HS. rewrite Forall_forall in HS.
  change (margin_at_least n 1 u S) in Hm. unfold margin_at_least in Hm. rewrite Forall_forall in Hm.
  enough (over_run (pa n) (fun w c => hinge_loss n w c ^ 2) zero S <= X ^ 2 * U ^ 2 + 0) by lra. apply H; [nra|lra|].
  intros w c Hc. specialize (HS c Hc). specialize (Hm c Hc). fold (margin n u c) in Hm. apply in_ball_sq in HS.
  pose proof (hinge_nonneg n w c) as Hl. unfold pa. set (xx := dot n (fst c) (fst c)) in *.
  destruct (Rlt_dec 0 xx) as [Hx|Hx]. 2: { rewrite (no_product n u c) in Hm by (fold xx; lra). lra. }
  set (l := hinge_loss n w c) in *. assert (l / xx * xx <= l) as H1 by (right; field; lra).
  assert (0 <= l / xx) as H2 by signs. assert (l = 0 -> l / xx = 0) as H3 by nra.
  pose proof (step_gain n u w c (l / xx) H2 H1 H3) as G. fold l in G. rewrite (separable_hinge n u c Hm) in G.
  assert (0 <= l / xx * l) by signs.
  assert (X ^ 2 * (l / xx * l) <= X ^ 2 * (distance n u w - distance n u (along_example (l / xx) w c))) by nra.
  assert (xx * (l / xx * l) <= X ^ 2 * (l / xx * l)) by nra.
  replace (xx * (l / xx * l)) with (l ^ 2) in * by (field; lra). lra.
Qed.

Lemma max_bounds C Y : 0 < C -> 0 < Rmax (/ C) Y /\ 1 <= C * Rmax (/ C) Y /\ Y <= Rmax (/ C) Y.
Proof.
  intros HC. pose proof (Rmax_l (/ C) Y) as H1. pose proof (Rmax_r (/ C) Y). pose proof (Rinv_0_lt_compat C HC).
  repeat split; try lra. apply (Rmult_le_compat_l C) in H1; [|lra]. rewrite Rinv_r in H1 by lra. exact H1.
Qed.

Lemma mistake_cases n w c : (mistake n w c = 1 /\ 1 <= hinge_loss n w c /\ margin n w c <= 0) \/ mistake n w c = 0.
Proof.
  unfold mistake, hinge_loss. destruct (Rle_dec (margin n w c) 0); auto. pose proof (hinge_bounds (margin n w c)). lra.
Qed.

(** A step l/z along the example, at most C; without an example to step along, a mistake costs u as much. *)
Lemma limited_step C l z : 0 < C -> 0 <= l -> 0 < z ->
  0 <= l / z /\ 0 <= Rmin C (l / z) /\ Rmin C (l / z) <= C /\ Rmin C (l / z) * z <= l /\ (l = 0 -> Rmin C (l / z) = 0).
Proof.
  intros HC Hl Hz. assert (0 <= l / z) as H by signs. assert (l / z * z = l) as E by (field; lra). unfold Rmin.
  destruct (Rle_dec C (l / z)); repeat split; nra.
Qed.

Lemma still_no_worse n u w c : ~ 0 < dot n (fst c) (fst c) -> mistake n w c <= hinge_loss n u c.
Proof.
  intros H. destruct (mistake_cases n w c) as [(-> & _)| ->]; [|apply hinge_nonneg]. unfold hinge_loss.
  rewrite (no_product n u c) by lra. pose proof (hinge_bounds 0). lra.
Qed.

Theorem classics_pa1 : classics_pa1_stmt.
Proof.
  intros n C U X u S (HC & HU & HS).
  change (over_run (pa1 n C) (mistake n) zero S - 2 * C * Rmax (X ^ 2) (1 / C) * total (hinge_loss n u) S <=
    b_classics_pa1 C U X).
  unfold b_classics_pa1. rewrite (Rmax_comm (X ^ 2)). destruct (max_bounds C (X ^ 2) HC) as (K0 & K1 & K2).
  unfold Rdiv. rewrite (Rmult_1_l (/ C)). set (K := Rmax (/ C) (X ^ 2)) in *.
  pose proof (by_distance n (pa1 n C) (mistake n) (fun c => 2 * C * K * hinge_loss n u c) K u U S) as H.
  rewrite total_scal in H. change (Forall (in_ball n X) S) in HS. rewrite Forall_forall in HS.
  enough (over_run (pa1 n C) (mistake n) zero S <= K * U ^ 2 + 2 * C * K * total (hinge_loss n u) S) by lra.
  apply H; [lra|nra|]. intros w c Hc. specialize (HS c Hc). apply in_ball_sq in HS.
  pose proof (hinge_nonneg n w c) as Hl. pose proof (hinge_nonneg n u c) as Hu. unfold pa1.
  set (xx := dot n (fst c) (fst c)) in *. assert (0 <= C * K * hinge_loss n u c) by signs.
  destruct (Rlt_dec 0 xx) as [Hx|Hx]. 2: { pose proof (still_no_worse n u w c Hx). nra. }
  set (l := hinge_loss n w c) in *. set (ls := hinge_loss n u c) in *. set (s := Rmin C (l / xx)).
  destruct (limited_step C l xx HC Hl Hx) as (Hlx & H2 & H4 & H1 & H3). fold s in H1, H2, H3, H4.
  pose proof (step_gain n u w c s H2 H1 H3) as G. fold l ls in G. assert (s * ls <= C * ls) by nra.
  set (D := distance n u w - distance n u (along_example s w c)) in *.
  assert (K * (s * l - 2 * (C * ls)) <= K * D) by nra. assert (0 <= K * (s * l)) by signs.
  destruct (mistake_cases n w c) as [(-> & Hl1 & _)| ->]; [|lra]. fold l in Hl1. enough (1 <= K * (s * l)) by lra.
  unfold s, Rmin. destruct (Rle_dec C (l / xx)).
  - nra.
  - assert (K * (l / xx * l) >= xx * (l / xx * l)) as Hk by (apply Rle_ge, Rmult_le_compat_r;
      [apply Rmult_le_pos; lra|lra]). replace (xx * (l / xx * l)) with (l * l) in Hk by (field; lra). nra.
Qed.

Theorem classics_pa1_sharp : classics_pa1_sharp_stmt.
Proof.
  intros n C U X u S (HC & HX & HC1 & HU & HS).
  change (over_run (pa1 n C) (mistake n) zero S - 2 / (2 - C * X ^ 2) * total (hinge_loss n u) S <=
    b_classics_pa1_sharp C U X).
  unfold b_classics_pa1_sharp, upper_C_classics_pa1_sharp in *.
  assert (0 < X ^ 2) as HX2 by nra.
  assert (C * X ^ 2 <= 1) as HCX.
  { apply (Rmult_le_compat_r (X ^ 2)) in HC1; [|lra]. replace (/ X ^ 2 * X ^ 2) with 1 in HC1 by (field; lra).
    exact HC1. }
  set (K := / (C * (2 - C * X ^ 2))). assert (0 < C * (2 - C * X ^ 2)) as HK' by nra.
  assert (0 < K) as HK by (apply Rinv_0_lt_compat; exact HK').
  replace (2 / (2 - C * X ^ 2)) with (2 * C * K) by (unfold K; field; lra).
  replace (U ^ 2 / (C * (2 - C * X ^ 2))) with (K * U ^ 2) by (unfold K; lra).
  pose proof (by_distance n (pa1 n C) (mistake n) (fun c => 2 * C * K * hinge_loss n u c) K u U S) as H0.
  rewrite total_scal in H0. change (Forall (in_ball n X) S) in HS. rewrite Forall_forall in HS.
  enough (over_run (pa1 n C) (mistake n) zero S <= K * U ^ 2 + 2 * C * K * total (hinge_loss n u) S) by lra.
  apply H0; [lra|lra|]. intros w c Hc. specialize (HS c Hc). apply in_ball_sq in HS.
  pose proof (hinge_nonneg n w c) as Hl. pose proof (hinge_nonneg n u c) as Hu. unfold pa1.
  set (xx := dot n (fst c) (fst c)) in *. assert (C * K * (2 - C * X ^ 2) = 1) as EK by (unfold K; field; lra).
  assert (0 < C * K) as HCK by nra. assert (0 <= C * K * hinge_loss n u c) as HC3 by nra.
  destruct (Rlt_dec 0 xx) as [Hx|Hx].
  2: { pose proof (still_no_worse n u w c Hx). assert (1 <= 2 * C * K) by nra. nra. }
  set (l := hinge_loss n w c). set (ls := hinge_loss n u c) in *. set (s := Rmin C (l / xx)).
  destruct (limited_step C l xx HC Hl Hx) as (Hlx & H2 & H4 & H1 & H3). fold s in H1, H2, H3, H4.
  destruct (mistake_cases n w c) as [(-> & Hl1 & Hm)| ->].
  - fold l in Hl1.
    assert (s = C) as ->.
    { apply Rmin_left. apply Rmult_le_reg_r with xx; auto. replace (l / xx * xx) with l by (field; lra). nra. }
    rewrite margin_along. fold xx. pose proof (hinge_bounds (margin n u c)) as [_ Hu1]. fold (hinge_loss n u c) in Hu1.
    fold ls in Hu1. nra.
  - pose proof (step_gain n u w c s H2 H1 H3) as G. fold l ls in G.
    assert (s * ls <= C * ls) by (apply Rmult_le_compat_r; lra). assert (0 <= s * l) by signs. nra.
Qed.

(** PA-II: with a = 1/(2 C), z = |x|^2 and the step l/(z + a). *)
Section PA2.
Variables (n : nat) (C : R) (u : vec).
Hypothesis HC : 0 < C.
Notation a := (1 / (2 * C)).

Lemma pa2_gain w c X k b : in_ball n X c -> a <= b -> 0 <= k ->
  (forall s, 2 * s * hinge_loss n u c <= (2 * a - b) * s ^ 2 + k) ->
  hinge_loss n w c ^ 2 * (X ^ 2 + b) <= (X ^ 2 + a) ^ 2 * (distance n u w - distance n u (pa2 n C w c) + k).
Proof.
  intros HX Hb Hk Hs. apply in_ball_sq in HX. unfold pa2. rewrite margin_along. set (z := dot n (fst c) (fst c)) in *.
  assert (0 < a) as Ha by signs. generalize dependent a. intros a Hb Hs Ha. set (l := hinge_loss n w c).
  assert (0 <= l) as Hl by apply hinge_nonneg. set (s := l / (z + a)). specialize (Hs s).
  assert (0 <= s) as Hs0 by (apply Rle_mult_inv_pos; lra). assert (s * (z + a) = l) as El by (unfold s; field; lra).
  assert (s * l - s * hinge_loss n u c <= s * (margin n u c - margin n w c)) as Hm.
  { unfold l, hinge_loss. pose proof (hinge_bounds (margin n u c)) as [Hu0 Hu1].
    destruct (hinge_cases (margin n w c)) as [[E Hm]|[E Hm]].
    - assert (s = 0) as -> by (unfold s, l, hinge_loss; rewrite E; unfold Rdiv; ring). lra.
    - nra. }
  assert (s ^ 2 * (z + b) <= 2 * s * (margin n u c - margin n w c) - s ^ 2 * z + k) as Hg by nra.
  apply Rle_trans with ((X ^ 2 + a) ^ 2 * (s ^ 2 * (z + b))); [|apply Rmult_le_compat_l; nra].
  replace (l ^ 2 * (X ^ 2 + b)) with (s ^ 2 * ((z + a) ^ 2 * (X ^ 2 + b))) by nra.
  replace ((X ^ 2 + a) ^ 2 * (s ^ 2 * (z + b))) with (s ^ 2 * ((X ^ 2 + a) ^ 2 * (z + b))) by ring.
  apply Rmult_le_compat_l; [nra|]. generalize dependent (X ^ 2). intros Y [Hz HY].
  assert (0 <= Y * z + b * (Y + z) + (2 * a * b - a ^ 2)) by nra. nra.
Qed.
End PA2.

Lemma divided l k d b : 0 < b -> l * b <= k * d -> l <= k / b * d.
Proof.
  intros Hb H. apply Rmult_le_reg_r with b; auto. replace (k / b * d * b) with (k * d) by (field; lra). exact H.
Qed.

Theorem classics_pa2_sharp : classics_pa2_sharp_stmt.
Proof.
  intros n C U X rho u S (HC & HCr & Hr & HU & HS).
  change (over_run (pa2 n C) (fun w c => hinge_loss n w c ^ 2) zero S - rho ^ 2 * (2 * C * X ^ 2 + 1) ^ 2 / (4 * C *
    (C * X ^ 2 * rho - C + rho)) * total (fun c => hinge_loss n u c ^ 2) S <= b_classics_pa2_sharp C U X rho).
  unfold b_classics_pa2_sharp. set (b := 1 / C - / rho).
  assert (/ rho <= 1 / (2 * C)) as Hrc by (unfold Rdiv; rewrite Rmult_1_l; apply Rinv_le_contravar; lra).
  assert (1 / C = 2 * (1 / (2 * C))) as EC by (field; lra). assert (1 / (2 * C) <= b) as Hb by (unfold b; lra).
  assert (0 < 1 / (2 * C)) as Ha by signs. pose proof (pow2_ge_0 X) as HX2.
  set (K := (X ^ 2 + 1 / (2 * C)) ^ 2 / (X ^ 2 + b)). assert (0 <= K) as HK by (apply Rle_mult_inv_pos; nra).
  assert (0 < C * X ^ 2 * rho + rho - C) as HD by (assert (0 <= C * X ^ 2 * rho) by signs; lra).
  assert (K = rho * (2 * C * X ^ 2 + 1) ^ 2 / (4 * C * (C * X ^ 2 * rho + rho - C))) as EK. { unfold K, b. field. lra. }
  assert (rho ^ 2 * (2 * C * X ^ 2 + 1) ^ 2 / (4 * C * (C * X ^ 2 * rho - C + rho)) = K * rho) as ->
    by (rewrite EK; field; lra).
  assert (U ^ 2 * rho * (2 * C * X ^ 2 + 1) ^ 2 / (4 * C * (C * X ^ 2 * rho + rho - C)) = K * U ^ 2) as -> by nra.
  pose proof (by_distance n (pa2 n C) (fun w c => hinge_loss n w c ^ 2) (fun c => K * rho * hinge_loss n u c ^ 2) K u
    U S) as H. rewrite total_scal in H. change (Forall (in_ball n X) S) in HS. rewrite Forall_forall in HS.
  enough (over_run (pa2 n C) (fun w c => hinge_loss n w c ^ 2) zero S
    <= K * U ^ 2 + K * rho * total (fun c => hinge_loss n u c ^ 2) S) by lra. apply H; auto. intros w c Hc.
  pose proof (pa2_gain n C u HC w c X (rho * hinge_loss n u c ^ 2) b (HS c Hc) Hb) as G.
  assert (0 <= rho * hinge_loss n u c ^ 2) as H0 by nra. specialize (G H0).
  eapply Rle_trans; [apply (divided _ ((X ^ 2 + 1 / (2 * C)) ^ 2) (distance n u w
    - distance n u (pa2 n C w c) + rho * hinge_loss n u c ^ 2) (X ^ 2 + b) ltac:(lra))|fold K; lra]. apply G. intros s.
  replace (2 * (1 / (2 * C)) - b) with (/ rho) by (unfold b; lra). apply young, Hr.
Qed.

Theorem classics_pa2 : classics_pa2_stmt.
Proof.
  intros n C U X u S (HC & HU & HS).
  change (over_run (pa2 n C) (fun w c => hinge_loss n w c ^ 2) zero S - 2 * C * (X ^ 2 + 1 / (2 * C)) * total (fun c
    => hinge_loss n u c ^ 2) S <= b_classics_pa2 C U X).
  pose proof (classics_pa2_sharp n C U X (2 * C) u S ltac:(repeat split; auto; lra)) as H.
  unfold b_classics_pa2, b_classics_pa2_sharp in *. assert (0 < C * (1 + 2 * (C * X ^ 2))) as HD by nra.
  replace ((2 * C) ^ 2 * (2 * C * X ^ 2 + 1) ^ 2 / (4 * C * (C * X ^ 2 * (2 * C) - C + 2 * C)))
    with (2 * C * (X ^ 2 + 1 / (2 * C))) in H by (field; lra).
  replace (U ^ 2 * (2 * C) * (2 * C * X ^ 2 + 1) ^ 2 / (4 * C * (C * X ^ 2 * (2 * C) + 2 * C - C)))
    with (U ^ 2 * (X ^ 2 + 1 / (2 * C))) in H by (field; lra). exact H.
Qed.

Theorem classics_pa2_separable : classics_pa2_separable_stmt.
Proof.
  intros n C U X u S (HC & HU & HS & Hm).
  change (over_run (pa2 n C) (fun w c => hinge_loss n w c ^ 2) zero S <= b_classics_pa2_separable C U X).
  unfold b_classics_pa2_separable. assert (0 < 1 / (2 * C)) as Ha by signs.
  pose proof (pow2_ge_0 X) as HX2. set (b := 1 / C). assert (b = 2 * (1 / (2 * C))) as Eb by (unfold b; field; lra).
  set (K := (X ^ 2 + 1 / (2 * C)) ^ 2 / (X ^ 2 + b)). assert (0 <= K) as HK by (apply Rle_mult_inv_pos; nra).
  assert (0 <= C * X ^ 2) as HCX by nra.
  assert (U ^ 2 * (2 * C * X ^ 2 + 1) ^ 2 / (4 * C * (C * X ^ 2 + 1)) = K * U ^ 2) as -> by (unfold K, b; field; lra).
  pose proof (by_distance n (pa2 n C) (fun w c => hinge_loss n w c ^ 2) (fun _ => 0) K u U S) as H.
  rewrite total_zero, Rplus_0_r in H. change (Forall (in_ball n X) S) in HS. rewrite Forall_forall in HS.
  change (margin_at_least n 1 u S) in Hm. unfold margin_at_least in Hm. rewrite Forall_forall in Hm. apply H; auto.
  intros w c Hc.
  specialize (Hm c Hc).
  eapply Rle_trans; [apply (divided _ ((X ^ 2 + 1 / (2 * C)) ^ 2) (distance n u w - distance n u (pa2 n C w c) + 0)
    (X ^ 2 + b) ltac:(lra))|fold K; lra]. apply (pa2_gain n C u HC w c X 0 b (HS c Hc)); [lra|lra|]. intros s.
  rewrite (separable_hinge n u c Hm). nra.
Qed.

(** ** Passive-Aggressive on examples of norm 1: (1 - t) L <= U^2 + H/t for every t in (0, 1) *)

Lemma pa_unit n U H u (S : list ctrial) : norm n u <= U -> Forall (fun c => dot n (fst c) (fst c) = 1) S ->
  total (fun c => hinge_loss n u c ^ 2) S <= H -> let L := over_run (pa n) (fun w c => hinge_loss n w c ^ 2) zero S in
  0 <= H /\ forall t, 0 < t < 1 -> (1 - t) * L <= U ^ 2 + H / t.
Proof.
  intros HU HS HH L. split.
  - eapply Rle_trans; [|exact HH]. clear. unfold total. induction S as [|c S' IH]; cbn [fold_right]; [lra|]. signs.
  - intros t Ht. assert (0 < / t) as Hi by signs.
    pose proof (by_distance n (pa n) (fun w c => (1 - t) * hinge_loss n w c ^ 2) (fun c => / t * hinge_loss n u c ^ 2)
      1 u U S) as H0. rewrite total_scal in H0.
    assert (forall w, over_run (pa n) (fun w c => (1 - t) * hinge_loss n w c ^ 2) w S
      = (1 - t) * over_run (pa n) (fun w c => hinge_loss n w c ^ 2) w S) as EL.
    { clear. unfold over_run. induction S as [|c S' IH]; intros w; [ring|]. rewrite IH. ring. }
    rewrite EL in H0. enough ((1 - t) * L <= 1 * U ^ 2 + / t * total (fun c => hinge_loss n u c ^ 2) S) by nra.
    apply H0; [lra|lra|]. intros w c Hc. rewrite Forall_forall in HS. specialize (HS c Hc). unfold pa. rewrite HS.
    destruct (Rlt_dec 0 1) as [_|N]; [|lra]. set (l := hinge_loss n w c). replace (l / 1) with l by field.
    pose proof (hinge_nonneg n w c) as Hl. pose proof (step_gain n u w c l Hl) as G. rewrite HS in G. fold l in G.
    pose proof (young l (hinge_loss n u c) (/ t) Hi) as Y. rewrite Rinv_inv in Y. lra.
Qed.

Theorem classics_pa_x_sharp : classics_pa_x_sharp_stmt.
Proof.
  intros n H U u S (HU & HS & HH).
  change (over_run (pa n) (fun w c => hinge_loss n w c ^ 2) zero S <= b_classics_pa_x_sharp H U).
  unfold b_classics_pa_x_sharp. destruct (pa_unit n U H u S HU HS HH) as [H0 HL].
  set (L := over_run _ _ _ _) in *. pose proof (pow2_ge_0 U) as HU2.
  assert (sqrt H ^ 2 = H) as E1 by (apply pow2_sqrt, H0).
  assert (sqrt (H + U ^ 2) ^ 2 = H + U ^ 2) as E2 by (apply pow2_sqrt; lra). pose proof (sqrt_pos H) as P1.
  pose proof (sqrt_pos (H + U ^ 2)) as P2. set (h := sqrt H) in *. set (s := sqrt (H + U ^ 2)) in *.
  destruct P1 as [P1|P1].
  - assert (0 < s) as P3 by nra.
    assert (0 < h / (h + s) < 1) as Ht.
    { split; [signs|]. apply Rmult_lt_reg_r with (h + s); [lra|].
      replace (h / (h + s) * (h + s)) with h by (field; lra). lra. }
    specialize (HL _ Ht). assert (U ^ 2 = s ^ 2 - h ^ 2) as EU by lra. rewrite EU, <- E1 in HL.
    replace (s ^ 2 - h ^ 2 + h ^ 2 / (h / (h + s))) with (s * (h + s)) in HL by (field; lra).
    replace (1 - h / (h + s)) with (s / (h + s)) in HL by (field; lra). apply Rmult_le_reg_l with (s / (h + s)); [nra|].
    replace (s / (h + s) * (h + s) ^ 2) with (s * (h + s)) by (field; lra). exact HL.
  - rewrite <- P1 in *. assert (H = 0) as -> by lra. apply le_epsilon. intros e He. apply Rnot_lt_le. intros N.
    assert (0 < Rmin (1 / 2) (e / (2 * L)) < 1) as Ht.
    { split; [apply Rmin_glb_lt; signs|]. pose proof (Rmin_l (1 / 2) (e / (2 * L))). lra. }
    specialize (HL _ Ht).
    assert (Rmin (1 / 2) (e / (2 * L)) * L <= e / (2 * L) * L) as HM by (apply Rmult_le_compat_r; [lra|apply Rmin_r]).
    replace (e / (2 * L) * L) with (e / 2) in HM by (field; lra). lra.
Qed.

Theorem classics_pa_x : classics_pa_x_stmt.
Proof.
  intros n H U u S (HU & HS & HH).
  change (over_run (pa n) (fun w c => hinge_loss n w c ^ 2) zero S <= b_classics_pa_x H U).
  pose proof (classics_pa_x_sharp n H U u S (conj HU (conj HS HH))) as Q.
  eapply Rle_trans; [exact Q|]. destruct (pa_unit n U H u S HU HS HH) as [H0 _]. pose proof (sqrt_pos H).
  pose proof (norm_nonneg n u). pose proof (sqrt_pos (H + U ^ 2)). apply pow_incr.
  enough (sqrt (H + U ^ 2) <= sqrt H + U) by lra. apply Rsqr_incr_0_var; [|lra]. pose proof (pow2_ge_0 U).
  rewrite Rsqr_sqrt, Rsqr_pow2 by lra. assert (sqrt H ^ 2 = H) by (apply pow2_sqrt, H0). nra.
Qed.
