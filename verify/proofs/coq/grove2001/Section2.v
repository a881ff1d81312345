(** * Section 2: the weights of the two learners stay what the transformation makes of z *)

From Boundcheck Require Import Vectors GenLearners GenBounds GenClaims Premises TwoPlays.
From Boundcheck.classics Require Import Definitions.
Open Scope R_scope.

Lemma ln_inverse beta : 0 < beta -> ln (/ beta) = - ln beta. Proof. apply ln_Rinv. Qed.

Theorem gls_bw_eq : gls_bw_eq_stmt.
Proof.
  intros n beta S Hb. red in Hb. unfold b_gls_bw_eq, a_gls_bw_eq. rewrite ln_inverse by lra.
  apply never_apart with (same n) (fun _ => True); [apply Forall_forall; auto|intros i _; reflexivity|].
  intros K K' [x y] _ H. cbn [fst snd].
  assert (prediction (qa_sinh_rule n (- ln beta)) K x = prediction (balanced_winnow_rule n beta ones) K' x) as E.
  { cbn. apply dot_ext; auto. intros i Hi. rewrite <- (H i Hi), !raised_power by lra. unfold exponential, ones, Rpower.
    rewrite Rmult_1_l. f_equal; [|f_equal]; f_equal; ring. }
  split; [apply equal_predictions, E|]. unfold play; cbn [fst snd]. rewrite E. intros i Hi. cbn.
  rewrite (H i Hi). reflexivity.
Qed.

Theorem gls_wm_eq : gls_wm_eq_stmt.
Proof.
  intros n beta S (Hn & Hb & H0 & HS%(unit_box_of _ _ H0)). unfold b_gls_wm_eq, a_gls_wm_eq.
  rewrite ln_inverse by lra.
  apply never_apart with (fun K K' => exists k, 0 < k /\ forall i, (i < n)%nat -> Rpower beta (K' i) = k * exp (- ln
    beta / 2 * K i)) (fun c => forall i, (i < n)%nat -> 0 <= fst c i <= 1); [exact HS| |].
  - exists 1. split; [lra|]. intros i _. unfold zero. rewrite Rpower_O, Rmult_0_r, exp_0 by lra. ring.
  - intros K K' [x y] Hx (k & Hk & H). cbn [fst snd] in *.
    assert (forall i, (i < n)%nat -> raised beta (K' i) = k * exp (- ln beta / 2 * K i)) as H'
      by (intros i Hi; rewrite raised_power by lra; auto).
    set (yhat := prediction (qa_exp_signed_rule n (- ln beta / 2)) K x).
    set (yhat' := prediction (weighted_majority_rule n beta) K' x).
    assert (leb 0 yhat = leb (1 / 2) yhat') as E.
    { unfold yhat, yhat'. cbn. set (v := fun e => raised beta (K' e)).
      assert (0 < sum n v) as HW by (apply sum_pos; [lia|intros; unfold v; rewrite H' by assumption; signs]).
      set (d := dot n _ _) at 1.
      assert (k * d = 2 * dot n v x - sum n v) as E.
      { unfold d, dot. rewrite <- !sum_scal, <- sum_minus. apply sum_ext; intros i Hi. unfold v. rewrite H' by exact Hi.
        unfold exponential. ring. }
      assert (1 * dot n v x / sum n v - 1 / 2 = k * d * / (2 * sum n v)) as E' by (rewrite E; field; lra).
      destruct (leb (1 / 2) _) eqn:F; [apply leb_true in F; apply leb_true|apply leb_false in F; apply leb_false].
      - apply Rnot_lt_le; intros Hd. assert (0 < k * - d * / (2 * sum n v)); [|lra]. signs.
      - apply Rnot_le_lt; intros Hd. assert (0 <= k * d * / (2 * sum n v)); [|lra]. signs. }
    split; [apply equal_predictions; f_equal; exact E|].
    assert (forall i, play (qa_exp_signed_rule n (- ln beta / 2)) label (threshold_target 0) K (x, y) i
      = K i + side_of yhat (threshold_target 0 y) * (2 * x i - 1)) as EK by reflexivity.
    assert (forall i, play (weighted_majority_rule n beta) label master_target K' (x, y) i
      = K' i + (if Req_EM_T (one_or_zero (leb (1 / 2) yhat')) (one_or_zero (ltb 0 (label y))) then 0 else 1)
        * Rabs (x i - one_or_zero (ltb 0 (label y)))) as EK' by reflexivity.
    assert (side_of yhat (threshold_target 0 y) = if eqb (leb 0 yhat) y then 0 else label y) as Es.
    { clear. unfold side_of, threshold_target, below, above, leb, ltb. destruct y; cbn [low high]; decide_reals; cbn;
      lra. }
    assert (ltb 0 (label y) = y) as Ey by (clear; unfold ltb; destruct y; cbn [label]; decide_reals; lra || reflexivity).
    rewrite E in Es. rewrite Ey in EK'.
    exists (if eqb (leb (1 / 2) yhat') y then k else k * exp (ln beta / 2)).
    split; [destruct (eqb _ _); signs|]. intros i Hi. rewrite EK, EK', Es. specialize (Hx i Hi). clear - Hx H Hi Hb.
    destruct (leb (1 / 2) yhat'), y; cbn [eqb one_or_zero label]; destruct (Req_EM_T _ _); try lra;
      rewrite ?Rmult_0_l, ?Rplus_0_r; try (apply H, Hi);
      rewrite Rpower_plus, H by exact Hi; unfold Rpower; rewrite !Rmult_assoc, <- !exp_plus; do 2 f_equal;
      [rewrite Rminus_0_r, Rabs_pos_eq by lra|rewrite Rabs_left1 by lra]; field.
Qed.

Theorem gls_ft_eq : gls_ft_eq_stmt.
Proof.
  intros n alpha theta S Ha. red in Ha. unfold b_gls_ft_eq, a_gls_ft_eq.
  apply never_apart with (same n) (fun _ => True); [apply Forall_forall; auto|intros i _; reflexivity|].
  intros K K' [x y] _ H. cbn [fst snd].
  assert (prediction (fixed_threshold_rule n (ln alpha) theta) K x
    = prediction (winnow_rule n alpha) K' x - theta) as E.
  { cbn. f_equal. apply dot_ext; auto. intros i Hi. rewrite <- (H i Hi), raised_power by lra. unfold exponential,
    Rpower. f_equal. ring. }
  assert (forall yhat, side_of (yhat - theta) (threshold_target 0 y) = side_of yhat (threshold_target theta y)) as E'.
  { intros yhat. unfold side_of, threshold_target, below, above, leb, ltb. destruct y; cbn [low high]; decide_reals;
    lra. }
  unfold play; cbn [fst snd]. rewrite E, E'. split; [apply equal_predictions; reflexivity|]. intros i Hi. cbn.
  rewrite (H i Hi). reflexivity.
Qed.
