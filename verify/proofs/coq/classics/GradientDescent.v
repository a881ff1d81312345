(** * Gradient descent on the square, hinge, absolute and linear losses *)

From Boundcheck Require Import Vectors GenBounds GenClaims.
From Boundcheck.classics Require Import Definitions Potential.
Open Scope R_scope.

Lemma hinge_step n u w c eta : 0 < eta -> 2 * eta * (hinge_loss n w c - hinge_loss n u c
    - (if Rlt_dec (margin n w c) 1 then eta / 2 * dot n (fst c) (fst c) else 0))
  <= distance n u w - distance n u (ogd_hinge n eta w c).
Proof.
  intros He. unfold ogd_hinge, hinge_loss. pose proof (hinge_bounds (margin n u c)).
  destruct (Rlt_dec (margin n w c) 1), (hinge_cases (margin n w c)); try rewrite margin_along; nra.
Qed.

Theorem classics_ogd_hinge_gradients : classics_ogd_hinge_gradients_stmt.
Proof.
  intros n U eta u S (He & HU).
  change (over_run (ogd_hinge n eta) (fun w c => hinge_loss n w c - (if Rlt_dec (margin n w c) 1 then eta / 2 * dot n
    (fst c) (fst c) else 0)) zero S - total (hinge_loss n u) S <= b_classics_ogd_hinge_gradients U eta).
  eapply Rle_trans; [apply (by_gradient n _ _ _ eta 0 u U); auto|right; unfold b_classics_ogd_hinge_gradients; ring].
  intros w c _. pose proof (hinge_step n u w c eta He). lra.
Qed.

Theorem classics_ogd_hinge : classics_ogd_hinge_stmt.
Proof.
  intros n U X eta u S (He & HU & HS).
  change (over_run (ogd_hinge n eta) (hinge_loss n) zero S - total (hinge_loss n u) S <= b_classics_ogd_hinge U X eta
    (INR (length S))).
  unfold b_classics_ogd_hinge. change (Forall (in_ball n X) S) in HS.
  rewrite Forall_forall in HS.
  eapply Rle_trans; [apply (by_gradient n _ _ _ eta (eta / 2 * X ^ 2) u U); auto|right; field; lra]. intros w c Hc.
  pose proof (in_ball_sq n X c (HS c Hc)). pose proof (hinge_step n u w c eta He) as G. eapply Rle_trans; [|exact G].
  apply Rmult_le_compat_l; [lra|]. destruct (Rlt_dec _ _); nra.
Qed.

Theorem classics_ogd_absolute : classics_ogd_absolute_stmt.
Proof.
  intros n U X eta u S (He & HU & HS).
  change (over_run (ogd_absolute n eta) (absolute_loss n) zero S - total (absolute_loss n u) S <=
    b_classics_ogd_absolute U X eta (INR (length S))).
  unfold b_classics_ogd_absolute. unfold ball_points in HS.
  rewrite Forall_forall in HS.
  eapply Rle_trans; [apply (by_gradient n _ _ _ eta (eta / 2 * X ^ 2) u U); auto|right; field; lra]. intros w [x y] Hc.
  specialize (HS _ Hc). cbn [fst snd] in *. apply sq_le in HS. rewrite <- dot_self in HS.
  unfold ogd_absolute, absolute_loss; cbn [fst snd].
  set (g := if Rlt_dec 0 (y - dot n w x) then 1 else if Rlt_dec (y - dot n w x) 0 then -1 else 0).
  rewrite (distance_along n u w (eta * g) x). assert (0 <= dot n x x) by (rewrite dot_self; apply sq_nonneg).
  assert (Rabs (y - dot n w x) - Rabs (y - dot n u x) <= g * (dot n u x - dot n w x)) as Hg.
  { unfold g. destruct (Rlt_dec 0 _); [|destruct (Rlt_dec _ 0)]; unfold Rabs; repeat destruct (Rcase_abs _); lra. }
  assert (g ^ 2 * dot n x x <= X ^ 2) as Hx by (unfold g; destruct (Rlt_dec 0 _); [|destruct (Rlt_dec _ 0)]; lra).
  apply (Rmult_le_compat_l (2 * eta)) in Hg; [|lra]. apply (Rmult_le_compat_l (eta ^ 2)) in Hx; [|signs]. lra.
Qed.

Lemma square_step n eta w c : gd_square n eta w c = (fun i => w i + eta * (snd c - dot n w (fst c)) * fst c i).
Proof. reflexivity. Qed.

Theorem classics_ogd_squared_gradients : classics_ogd_squared_gradients_stmt.
Proof.
  intros n U eta u S (He & HU).
  change (over_run (gd_square n (2 * eta)) (fun w c => square_loss n w c - 2 * eta * dot n (fst c) (fst c) *
    square_loss n w c) zero S - total (square_loss n u) S <= b_classics_ogd_squared_gradients U eta).
  eapply Rle_trans; [apply (by_gradient n _ _ _ eta 0 u U); auto|right; unfold b_classics_ogd_squared_gradients; ring].
  intros w [x y] _. unfold square_loss. rewrite square_step; cbn [fst snd]. rewrite distance_along.
  pose proof (pow2_ge_0 (dot n u x - dot n w x)). nra.
Qed.

Theorem classics_ogd_linear : classics_ogd_linear_stmt.
Proof.
  intros n U eta u S (He & HU).
  rewrite (over_run_same _ (fun w c => ogd_linear eta w (fst c)) _
    (fun w (c : ctrial) => dot n w (fst c) - eta / 2 * dot n (fst c) (fst c))) by reflexivity.
  rewrite (over_run_map (A := ctrial) fst (ogd_linear eta) (fun w x => dot n w x - eta / 2 * dot n x x)),
    (total_map (A := ctrial) fst (dot n u)).
  eapply Rle_trans; [apply (by_gradient n _ _ _ eta 0 u U); auto|right; unfold b_classics_ogd_linear; ring].
  intros w x _. unfold ogd_linear.
  replace (distance n u (fun i => w i - eta * x i)) with (distance n u (fun i => w i + - eta * x i))
    by (apply sum_ext; intros; ring). rewrite distance_along. lra.
Qed.

(** a^2 <= C b^2 + ... with a - b the change of the prediction. *)
Theorem classics_gd_square : classics_gd_square_stmt.
Proof.
  intros n C U X u S (HC & HX & HU & HS).
  change (over_run (gd_square n (eta_classics_gd_square C X)) (square_loss n) zero S - C * total (square_loss n u) S
    <= b_classics_gd_square C U X).
  unfold b_classics_gd_square. unfold ball_points in HS.
  rewrite Forall_forall in HS. set (eta := (C - 1) / (C * X ^ 2)).
  assert (0 < eta) as He by (apply Rdiv_lt_0_compat; nra).
  pose proof (by_distance n (gd_square n eta) (square_loss n) (fun c => C * square_loss n u c) (/ eta) u U S) as H.
  rewrite total_scal in H. replace (C * U ^ 2 * X ^ 2 / (C - 1)) with (/ eta * U ^ 2) by (unfold eta; field; lra).
  enough (forall a b c : R, a <= b + c -> a - c <= b) as HH; [apply HH, H; auto|intros; lra].
  - signs.
  - intros w [x y] Hc. specialize (HS _ Hc). unfold square_loss. rewrite square_step; cbn [fst snd] in *.
    rewrite distance_along. apply sq_le in HS. rewrite <- dot_self in HS. set (a := y - dot n w x).
    set (b := y - dot n u x). replace (dot n u x - dot n w x) with (a - b) by (unfold a, b; ring).
    replace (/ eta * (2 * (eta * a) * (a - b) - (eta * a) ^ 2 * dot n x x))
      with (2 * a * (a - b) - a ^ 2 * (eta * dot n x x)) by (field; lra).
    assert (eta * dot n x x <= eta * X ^ 2) by nra.
    replace (eta * X ^ 2) with ((C - 1) / C) in H0 by (unfold eta; field; lra).
    assert (a ^ 2 * (eta * dot n x x) <= a ^ 2 * ((C - 1) / C)) by nra.
    assert (a ^ 2 * ((C - 1) / C) = a ^ 2 - a ^ 2 / C) as E by (field; lra). assert (0 <= C * (b - a / C) ^ 2) by signs.
    assert (C * (b - a / C) ^ 2 = C * b ^ 2 - 2 * a * b + a ^ 2 / C) by (field; lra). lra.
Qed.
