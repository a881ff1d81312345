(** * The Perceptron against the hinge loss, and with a margin *)

From Coq Require Import FunctionalExtensionality.
From Boundcheck Require Import Vectors GenBounds GenClaims.
From Boundcheck.classics Require Import Definitions Potential.
Open Scope R_scope.

(** ** The Perceptron against the hinge loss: M <= H + U X sqrt(M), by the comparators c u *)

Section Hinge.
Variables (n : nat) (U X : R) (u : vec) (S : list ctrial).
Hypotheses (HX : 0 <= X) (HU : norm n u <= U) (HS : Forall (in_ball n X) S).
Notation rule := (margin_perceptron n 0 1).
Notation M := (over_run rule (mistake n) zero S).
Notation Hm := (over_run rule (hinge_of_mistakes n u) zero S).

Lemma mistakes_nonneg : 0 <= M.
Proof.
  assert (forall w, 0 <= over_run rule (mistake n) w S) as H; auto. clear. unfold over_run.
  induction S as [|c S' IH]; intros w; [lra|]. specialize (IH (rule w c)). unfold mistake at 1.
  destruct (Rle_dec _ _); lra.
Qed.

Lemma excess_mistakes : M - Hm <= U * (X * sqrt M).
Proof.
  pose proof (norm_nonneg n u). apply best_factor; [lra|signs|]. intros k Hk.
  rewrite Rpow_mult_distr, pow2_sqrt by apply mistakes_nonneg.
  pose proof (by_distance n rule (fun w c => (2 * k - X ^ 2) * mistake n w c + - 2 * k * hinge_of_mistakes n u w c)
    (fun _ => 0) 1 (fun i => k * u i) (k * U) S) as H0. rewrite total_zero, over_run_linear in H0.
  assert ((2 * k - X ^ 2) * M + - 2 * k * Hm <= 1 * (k * U) ^ 2 + 0) as H1.
  { apply H0; [lra|rewrite norm_scaled by assumption; apply Rmult_le_compat_l; lra|]. intros w c Hc.
    rewrite Forall_forall in HS. specialize (HS c Hc). apply in_ball_sq in HS.
    unfold margin_perceptron, mistake, hinge_of_mistakes. destruct (Rle_dec (margin n w c) 0) as [Hw|Hw]; [|lra].
    rewrite margin_along, margin_scaled. pose proof (hinge_bounds (margin n u c)) as [_ Hu].
    fold (hinge_loss n u c) in Hu. nra. }
  apply Rmult_le_reg_r with (2 * k); [lra|].
  replace ((k * U ^ 2 / 2 + X ^ 2 * M / (2 * k)) * (2 * k)) with ((k * U) ^ 2 + X ^ 2 * M) by (field; lra). lra.
Qed.

Lemma hinge_of_mistakes_nonneg : 0 <= Hm.
Proof.
  assert (forall w, 0 <= over_run rule (hinge_of_mistakes n u) w S) as H; auto. clear. unfold over_run.
  induction S as [|c S' IH]; intros w; [lra|]. specialize (IH (rule w c)). unfold hinge_of_mistakes at 1.
  pose proof (hinge_nonneg n u c). destruct (Rle_dec _ _); lra.
Qed.

Lemma hinge_of_mistakes_le : Hm <= total (hinge_loss n u) S.
Proof.
  rewrite <- (over_run_total rule (hinge_loss n u) S zero). apply over_run_le. intros w c _. unfold hinge_of_mistakes.
  pose proof (hinge_nonneg n u c). destruct (Rle_dec _ _); lra.
Qed.

(** Solved for M, for any H that is not less. *)
Lemma mohri H : Hm <= H -> sqrt M <= (U * X + sqrt (4 * H + U ^ 2 * X ^ 2)) / 2.
Proof.
  intros HH. pose proof excess_mistakes as E. pose proof mistakes_nonneg as H0. pose proof hinge_of_mistakes_nonneg.
  set (s := sqrt M) in *. assert (s ^ 2 = M) as Es by (apply pow2_sqrt, H0).
  assert (0 <= 4 * H + U ^ 2 * X ^ 2) as HD by nra. set (r := sqrt (4 * H + U ^ 2 * X ^ 2)) in *.
  assert (r ^ 2 = 4 * H + U ^ 2 * X ^ 2) as Er by (apply pow2_sqrt, HD).
  pose proof (sqrt_pos (4 * H + U ^ 2 * X ^ 2)) as Hr. fold r in Hr. nra.
Qed.

Lemma hinge_bound H : Hm <= H -> M <= sqrt H * U * X + H + U ^ 2 * X ^ 2.
Proof.
  intros HH. pose proof excess_mistakes as E. pose proof (mohri H HH) as Q. pose proof hinge_of_mistakes_nonneg.
  pose proof (norm_nonneg n u). assert (0 <= U * X) as HUX by nra. pose proof (sqrt_pos H) as HsH.
  assert (sqrt (4 * H + U ^ 2 * X ^ 2) <= 2 * sqrt H + U * X) as HR.
  { apply Rsqr_incr_0_var; [|lra]. rewrite Rsqr_sqrt by nra. rewrite Rsqr_pow2.
    assert (sqrt H ^ 2 = H) as E2 by (apply pow2_sqrt; lra). nra. }
  nra.
Qed.

(** The squares: H <= sqrt(M D). *)
Lemma hinge_squares D : total (fun c => hinge_loss n u c ^ 2) S <= D -> M <= (sqrt D + U * X) ^ 2.
Proof.
  intros HD. pose proof excess_mistakes as E. pose proof mistakes_nonneg as H0. pose proof (norm_nonneg n u).
  assert (0 <= U * X) as HUX by nra.
  assert (0 <= total (fun c => hinge_loss n u c ^ 2) S) as HD0.
  { clear. unfold total. induction S as [|c S' IH]; cbn [fold_right]; [lra|]. signs. }
  assert (Hm <= sqrt M * sqrt D) as HC.
  { apply best_factor; try apply sqrt_pos. intros k Hk. rewrite !pow2_sqrt by lra.
    assert (Hm <= over_run rule (fun w c => k / 2 * mistake n w c + / (2 * k) * hinge_loss n u c ^ 2) zero S) as H1.
    { apply over_run_le. intros w c _. unfold hinge_of_mistakes, mistake.
      assert (0 <= / (2 * k) * hinge_loss n u c ^ 2) by signs. destruct (Rle_dec (margin n w c) 0); [|lra].
      pose proof (young 1 (hinge_loss n u c) (/ k) (Rinv_0_lt_compat k Hk)) as Y. rewrite Rinv_inv in Y.
      replace (/ (2 * k)) with (/ k / 2) by (field; lra). lra. }
    rewrite (over_run_linear rule (mistake n) (fun _ c => hinge_loss n u c ^ 2)), over_run_total in H1.
    assert (/ (2 * k) * total (fun c => hinge_loss n u c ^ 2) S <= / (2 * k) * D) by (apply Rmult_le_compat_l; signs).
    lra. }
  pose proof (sqrt_pos D). set (s := sqrt M) in *. assert (s ^ 2 = M) as Es by (apply pow2_sqrt, H0). rewrite <- Es.
  apply pow_incr. nra.
Qed.
End Hinge.

(** The Perceptron has rate 1, and steps of y x. *)
Ltac plain_steps := intros w c; try reflexivity; unfold margin_perceptron, margin, along_example;
  destruct (Rle_dec _ _); auto; extensionality i; ring.

Lemma plain_mistakes n S : over_run (fun (w : vec) (c : ctrial) => if Rle_dec (label (snd c) * dot n w (fst c)) 0
    then (fun e => w e + label (snd c) * fst c e) else w) (mistake n) zero S
  = over_run (margin_perceptron n 0 1) (mistake n) zero S.
Proof. apply over_run_same; plain_steps. Qed.

Theorem classics_perceptron_hinge : classics_perceptron_hinge_stmt.
Proof.
  intros n H U X u S (HX & HU & HS & HH). eapply Rle_trans; [right; apply plain_mistakes|].
  apply (hinge_bound n U X u S HX HU HS).
  eapply Rle_trans; [apply hinge_of_mistakes_le|exact HH].
Qed.

Theorem classics_perceptron_hinge_mistaken : classics_perceptron_hinge_mistaken_stmt.
Proof.
  intros n H U X u S (HX & HU & HS & HH). eapply Rle_trans; [right; apply plain_mistakes|].
  rewrite (over_run_same _ (margin_perceptron n 0 1) _ (hinge_of_mistakes n u)) in HH by plain_steps.
  exact (hinge_bound n U X u S HX HU HS H HH).
Qed.

Theorem classics_perceptron_hinge_mohri : classics_perceptron_hinge_mohri_stmt.
Proof.
  intros n H U X u S (HX & HU & HS & HH). eapply Rle_trans; [right; apply plain_mistakes|].
  unfold b_classics_perceptron_hinge_mohri.
  pose proof (mohri n U X u S HX HU HS H (Rle_trans _ _ _ (hinge_of_mistakes_le n u S) HH)) as Q.
  rewrite <- (pow2_sqrt (over_run _ _ _ _)) by apply mistakes_nonneg.
  match goal with |- _ <= ?p ^ 2 / 4 => replace (p ^ 2 / 4) with ((p / 2) ^ 2) by field end. apply pow_incr.
  split; signs.
Qed.

Theorem classics_perceptron_hinge2 : classics_perceptron_hinge2_stmt.
Proof.
  intros n H U X u S (HX & HU & HS & HH). eapply Rle_trans; [right; apply plain_mistakes|].
  apply (hinge_squares n U X u S HX HU HS H HH).
Qed.

Theorem classics_perceptron_hinge_sharp : classics_perceptron_hinge_sharp_stmt.
Proof.
  intros n U X eta u S (He & HX & He2 & HU & HS).
  change (over_run (margin_perceptron n 0 eta) (mistake n) zero S - 2 / (2 - eta * X ^ 2) * total (hinge_loss n u)
    S <= b_classics_perceptron_hinge_sharp U X eta).
  unfold b_classics_perceptron_hinge_sharp, upper_eta_classics_perceptron_hinge_sharp in *.
  assert (0 < X ^ 2) as HX2 by nra.
  assert (eta * X ^ 2 < 2) as Hr.
  { apply (Rmult_lt_compat_r (X ^ 2)) in He2; auto. replace (2 / X ^ 2 * X ^ 2) with 2 in He2 by (field; lra). lra. }
  assert (0 < eta * (2 - X ^ 2 * eta)) as HK' by nra. set (K := / (eta * (2 - X ^ 2 * eta))).
  assert (0 < K) as HK by (apply Rinv_0_lt_compat; exact HK').
  replace (2 / (2 - eta * X ^ 2)) with (2 * eta * K) by (unfold K; field; lra).
  replace (U ^ 2 / (eta * (2 - X ^ 2 * eta))) with (K * U ^ 2) by (unfold K; lra).
  pose proof (by_distance n (margin_perceptron n 0 eta) (mistake n) (fun c => 2 * eta * K * hinge_loss n u c) K u U
    S) as H0. rewrite total_scal in H0. change (Forall (in_ball n X) S) in HS. rewrite Forall_forall in HS.
  enough (over_run (margin_perceptron n 0 eta) (mistake n) zero S <= K * U ^ 2 + 2 * eta * K * total (hinge_loss n u) S)
    by lra. apply H0; [lra|lra|]. intros w c Hc. specialize (HS c Hc). apply in_ball_sq in HS.
  assert (K * (eta * (2 - X ^ 2 * eta)) = 1) as EK by (apply Rinv_l; lra).
  pose proof (hinge_bounds (margin n u c)) as [Hu0 Hu]. fold (hinge_loss n u c) in Hu, Hu0.
  assert (0 < K * eta) as HKe by nra. assert (0 <= K * eta * hinge_loss n u c) by nra.
  unfold margin_perceptron, mistake. destruct (Rle_dec (margin n w c) 0) as [Hw|Hw]; [|lra]. rewrite margin_along.
  set (z := dot n (fst c) (fst c)) in *. assert (eta ^ 2 * z <= eta ^ 2 * X ^ 2) by nra. nra.
Qed.

Theorem classics_margin : classics_margin_stmt.
Proof.
  intros n U X beta eta u S (Hb & He & HU & HS & Hm). change (margin_at_least n 1 u S) in Hm.
  eapply Rle_trans; [apply (margin_updates n beta eta S)|]. unfold b_classics_margin.
  set (rule := margin_perceptron n beta eta). set (m := over_run rule (margin_update n beta) zero S).
  pose proof (norm_nonneg n u) as Hn. pose proof (pow2_ge_0 X) as HX2. pose proof (pow2_ge_0 U) as HU2.
  apply le_epsilon. intros e0 He0. set (e := e0 * eta / (2 * U ^ 2 + 1)).
  assert (0 < e) as Hep by (apply Rdiv_lt_0_compat; nra). assert (0 <= eta * X ^ 2) as HeX by nra.
  set (b := beta + eta * X ^ 2 / 2 + e). assert (0 < b) as Hb0 by (unfold b; lra).
  pose proof (by_distance n rule (fun w c => 2 * eta * b * margin_update n beta w c) (fun _ => 0) 1
    (fun i => 2 * b * u i) (2 * b * U) S) as H0. rewrite total_zero in H0.
  assert (forall w, over_run rule (fun w c => 2 * eta * b * margin_update n beta w c) w S
    = 2 * eta * b * over_run rule (margin_update n beta) w S) as EL.
  { clear. unfold over_run. induction S as [|c S' IH]; intros w; [ring|]. rewrite IH. ring. }
  rewrite EL in H0.
  assert (2 * eta * b * m <= 1 * (2 * b * U) ^ 2 + 0) as H1.
  { apply H0; [lra|rewrite norm_scaled by lra; apply Rmult_le_compat_l; lra|]. intros w c Hc.
    change (Forall (in_ball n X) S) in HS. rewrite Forall_forall in HS. specialize (HS c Hc). apply in_ball_sq in HS.
    unfold margin_at_least in Hm. rewrite Forall_forall in Hm. specialize (Hm c Hc). fold (margin n u c) in Hm.
    unfold rule, margin_perceptron, margin_update. destruct (Rle_dec (margin n w c) beta) as [Hw|Hw]; [|lra].
    rewrite margin_along, margin_scaled. set (z := dot n (fst c) (fst c)) in *.
    assert (eta ^ 2 * z <= eta ^ 2 * X ^ 2) by nra. assert (2 * b * 1 <= 2 * b * margin n u c) by nra.
    assert (eta * (2 * b - beta) <= eta * (2 * b * margin n u c - margin n w c)) by nra. assert (0 <= eta * e) by nra.
    assert (eta * b = eta * beta + eta ^ 2 * X ^ 2 / 2 + eta * e) by (unfold b; field). lra. }
  assert (m * eta <= 2 * U ^ 2 * b) as H3 by nra.
  assert (2 * U ^ 2 * e <= e0 * eta) as H4.
  { unfold e. apply Rmult_le_reg_r with (2 * U ^ 2 + 1); [lra|].
    replace (2 * U ^ 2 * (e0 * eta / (2 * U ^ 2 + 1)) * (2 * U ^ 2 + 1)) with (e0 * eta * (2 * U ^ 2)) by (field;
      lra). nra. }
  apply Rmult_le_reg_r with eta; auto. eapply Rle_trans; [exact H3|].
  replace ((U ^ 2 * (X ^ 2 + 2 * beta / eta) + e0) * eta) with (U ^ 2 * (eta * X ^ 2 + 2 * beta) + e0 * eta) by
    (field; lra). unfold b. lra.
Qed.
