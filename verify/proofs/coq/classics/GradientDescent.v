(** * Gradient descent on the square, hinge, absolute and linear losses *)

From Coq Require Import Reals List Bool Lra Lia Arith.
From Boundcheck Require Import Vectors GenBounds GenClaims.
From Boundcheck.classics Require Import Definitions.
From Boundcheck.classics Require Import Potential.
Import ListNotations.
Open Scope R_scope.

Theorem classics_ogd_hinge_gradients : classics_ogd_hinge_gradients_stmt.
Proof.
  intros n U eta u S (He & HU). unfold b_classics_ogd_hinge_gradients.
  match goal with |- over_run ?r ?v zero S - _ <= _ =>
    pose proof (by_distance n r v (hinge_loss n u) (/ (2 * eta)) u U S) as H end.
  assert (U ^ 2 / (2 * eta) = / (2 * eta) * U ^ 2) as -> by (field; lra).
  enough (forall a b c : R, a <= b + c -> a - c <= b) as HH; [apply HH, H; [|exact HU|]|intros; lra].
  - left; apply Rinv_0_lt_compat; lra.
  - intros w c _. unfold ogd_hinge, hinge_loss. pose proof (hinge_bounds (margin n u c)).
    destruct (Rlt_dec (margin n w c) 1), (hinge_cases (margin n w c)); try lra.
    rewrite margin_along. replace (/ (2 * eta) * (2 * eta * (margin n u c - margin n w c) - eta ^ 2 * dot n (fst c)
      (fst c)))
      with (margin n u c - margin n w c - eta / 2 * dot n (fst c) (fst c)) by (field; lra). lra.
Qed.

Lemma half_rate eta d X2 : 0 < eta -> d <= X2 -> eta / 2 * d <= eta / 2 * X2.
Proof. intros. apply Rmult_le_compat_l; lra. Qed.

Theorem classics_ogd_hinge : classics_ogd_hinge_stmt.
Proof.
  intros n U X eta u S (He & HU & HS). unfold b_classics_ogd_hinge. change (Forall (in_ball n X) S) in HS. rewrite Forall_forall in HS.
  pose proof (by_distance n (ogd_hinge n eta) (hinge_loss n) (fun c => hinge_loss n u c + eta / 2 * X ^ 2)
    (/ (2 * eta)) u U S) as H. rewrite total_plus in H.
  assert (U ^ 2 / (2 * eta) = / (2 * eta) * U ^ 2) as -> by (field; lra).
  enough (over_run (ogd_hinge n eta) (hinge_loss n) zero S <=
    / (2 * eta) * U ^ 2 + (total (hinge_loss n u) S + INR (length S) * (eta / 2 * X ^ 2))) by lra.
  apply H; [left; apply Rinv_0_lt_compat; lra|exact HU|].
  intros w c Hc. pose proof (in_ball_sq n X c (HS c Hc)) as [D0 D1]. pose proof (half_rate eta _ _ He D1).
  assert (0 <= eta / 2 * X ^ 2) by (apply Rmult_le_pos; lra).
  unfold ogd_hinge, hinge_loss. pose proof (hinge_bounds (margin n u c)).
  destruct (Rlt_dec (margin n w c) 1), (hinge_cases (margin n w c)); try lra.
  rewrite margin_along. replace (/ (2 * eta) * (2 * eta * (margin n u c - margin n w c) - eta ^ 2 * dot n (fst c)
    (fst c)))
    with (margin n u c - margin n w c - eta / 2 * dot n (fst c) (fst c)) by (field; lra). lra.
Qed.

Theorem classics_ogd_absolute : classics_ogd_absolute_stmt.
Proof.
  intros n U X eta u S (He & HU & HS). unfold b_classics_ogd_absolute. unfold ball_points in HS. rewrite Forall_forall in HS.
  pose proof (by_distance n (ogd_absolute n eta) (absolute_loss n) (fun c => absolute_loss n u c + eta / 2 * X ^ 2)
    (/ (2 * eta)) u U S) as H. rewrite total_plus in H.
  assert (U ^ 2 / (2 * eta) = / (2 * eta) * U ^ 2) as -> by (field; lra).
  enough (over_run (ogd_absolute n eta) (absolute_loss n) zero S <=
    / (2 * eta) * U ^ 2 + (total (absolute_loss n u) S + INR (length S) * (eta / 2 * X ^ 2))) by lra.
  apply H; [left; apply Rinv_0_lt_compat; lra|exact HU|].
  intros w [x y] Hc. specialize (HS _ Hc). cbn [fst snd] in *. apply sq_le in HS. rewrite <- dot_self in HS.
  pose proof (half_rate eta _ _ He HS). unfold ogd_absolute, absolute_loss; cbn [fst snd].
  set (g := if Rlt_dec 0 (y - dot n w x) then 1 else if Rlt_dec (y - dot n w x) 0 then -1 else 0).
  assert (distance n u w - distance n u (fun i => w i + eta * g * x i)
    = 2 * (eta * g) * (dot n u x - dot n w x) - (eta * g) ^ 2 * dot n x x) as -> by apply distance_along.
  replace (/ (2 * eta) * (2 * (eta * g) * (dot n u x - dot n w x) - (eta * g) ^ 2 * dot n x x))
    with (g * (dot n u x - dot n w x) - g ^ 2 * (eta / 2 * dot n x x)) by (field; lra).
  assert (0 <= dot n x x) by (rewrite dot_self; apply sq_nonneg).
  assert (0 <= eta / 2 * dot n x x) by (apply Rmult_le_pos; lra).
  unfold g. destruct (Rlt_dec 0 (y - dot n w x)); [|destruct (Rlt_dec (y - dot n w x) 0)];
    unfold Rabs; repeat destruct (Rcase_abs _); lra.
Qed.

Lemma square_step n eta w c : gd_square n eta w c = (fun i => w i + eta * (snd c - dot n w (fst c)) * fst c i).
Proof. reflexivity. Qed.

Theorem classics_ogd_squared_gradients : classics_ogd_squared_gradients_stmt.
Proof.
  intros n U eta u S (He & HU). unfold b_classics_ogd_squared_gradients.
  match goal with |- over_run ?r ?v zero S - _ <= _ =>
    pose proof (by_distance n r v (square_loss n u) (/ (2 * eta)) u U S) as H end.
  assert (U ^ 2 / (2 * eta) = / (2 * eta) * U ^ 2) as -> by (field; lra).
  enough (forall a b c : R, a <= b + c -> a - c <= b) as HH; [apply HH, H; [|exact HU|]|intros; lra].
  - left; apply Rinv_0_lt_compat; lra.
  - intros w [x y] _. unfold square_loss. rewrite square_step; cbn [fst snd]. rewrite distance_along.
    set (a := y - dot n w x). set (b := y - dot n u x). replace (dot n u x - dot n w x) with (a - b) by (unfold a, b;
      ring).
    replace (/ (2 * eta) * (2 * (2 * eta * a) * (a - b) - (2 * eta * a) ^ 2 * dot n x x))
      with (2 * a * (a - b) - 2 * eta * a ^ 2 * dot n x x) by (field; lra). pose proof (pow2_ge_0 (a - b)). lra.
Qed.

Theorem classics_ogd_linear : classics_ogd_linear_stmt.
Proof.
  intros n U eta u S (He & HU). generalize (map fst S); clear S; intros S. unfold b_classics_ogd_linear.
  match goal with |- over_run ?r ?v zero S - _ <= _ =>
    pose proof (by_distance n r v (dot n u) (/ (2 * eta)) u U S) as H end.
  assert (U ^ 2 / (2 * eta) = / (2 * eta) * U ^ 2) as -> by (field; lra).
  enough (forall a b c : R, a <= b + c -> a - c <= b) as HH; [apply HH, H; [|exact HU|]|intros; lra].
  - left; apply Rinv_0_lt_compat; lra.
  - intros w x _. unfold ogd_linear.
    assert (distance n u w - distance n u (fun i => w i - eta * x i)
      = 2 * (- eta) * (dot n u x - dot n w x) - (- eta) ^ 2 * dot n x x) as ->.
    { rewrite <- distance_along. f_equal. apply sum_ext; intros; ring. }
    right. field. lra.
Qed.

(** a^2 <= C b^2 + ... with a - b the change of the prediction. *)
Theorem classics_gd_square : classics_gd_square_stmt.
Proof.
  intros n C U X u S (HC & HX & HU & HS). unfold b_classics_gd_square, eta_classics_gd_square. unfold ball_points in HS. rewrite Forall_forall in HS.
  assert (0 < X ^ 2) as HX2 by (apply pow_lt; exact HX). set (eta := (C - 1) / (C * X ^ 2)).
  assert (0 < eta) as He by (apply Rdiv_lt_0_compat; [lra|apply Rmult_lt_0_compat; lra]).
  pose proof (by_distance n (gd_square n eta) (square_loss n) (fun c => C * square_loss n u c) (/ eta) u U S) as H.
  rewrite total_scal in H.
  replace (C * U ^ 2 * X ^ 2 / (C - 1)) with (/ eta * U ^ 2) by (unfold eta; field; repeat split; lra).
  enough (forall a b c : R, a <= b + c -> a - c <= b) as HH; [apply HH, H; [|exact HU|]|intros; lra].
  - left; apply Rinv_0_lt_compat; exact He.
  - intros w [x y] Hc. specialize (HS _ Hc). unfold square_loss. rewrite square_step; cbn [fst snd] in *.
    rewrite distance_along. apply sq_le in HS. rewrite <- dot_self in HS.
    set (a := y - dot n w x). set (b := y - dot n u x). replace (dot n u x - dot n w x) with (a - b) by (unfold a, b;
      ring).
    replace (/ eta * (2 * (eta * a) * (a - b) - (eta * a) ^ 2 * dot n x x))
      with (2 * a * (a - b) - a ^ 2 * (eta * dot n x x)) by (field; lra).
    assert (eta * dot n x x <= eta * X ^ 2) by (apply Rmult_le_compat_l; lra).
    replace (eta * X ^ 2) with ((C - 1) / C) in H0 by (unfold eta; field; lra).
    assert (a ^ 2 * (eta * dot n x x) <= a ^ 2 * ((C - 1) / C)) by (apply Rmult_le_compat_l;
      [apply pow2_ge_0|exact H0]).
    assert (a ^ 2 * ((C - 1) / C) = a ^ 2 - a ^ 2 / C) as E by (field; lra).
    assert (0 <= C * (b - a / C) ^ 2) by (apply Rmult_le_pos; [lra|apply pow2_ge_0]).
    assert (C * (b - a / C) ^ 2 = C * b ^ 2 - 2 * a * b + a ^ 2 / C) by (field; lra). lra.
Qed.
