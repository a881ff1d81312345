(** * The Perceptron: Theorems 2, 5, 8, 11 of Bylander 1998, footnote 5, and the classic mistake bound *)

From Boundcheck Require Import Vectors Runs.
Open Scope R_scope.

(** ** The potential: the squared distance to the comparator *)

Lemma distance_nonneg n u w : 0 <= distance n u w. Proof. apply sum_nonneg; intros; signs. Qed.

Lemma distance_zero n u : distance n u zero = sq n u. Proof. apply sum_ext; intros; unfold zero; ring. Qed.

Lemma distance_drop n eta u sgn w x : distance n u w - distance n u (perceptron eta sgn w x)
  = 2 * eta * sgn * (dot n u x - dot n w x) - (sgn * eta) ^ 2 * sq n x.
Proof. unfold distance, dot, sq, perceptron. induction n; cbn [sum]; [ring|]. lra. Qed.

(** ** Theorems 2 and 8 in one: any tolerance *)

Lemma loss_bound n eta U X tau u (S : list trial) :
  0 < eta -> norm n u <= U -> 0 <= tau -> tau <= eta * X ^ 2 / 2 -> ball_trials n X S ->
  alg_loss n (perceptron eta) zero (tolerant tau S)
  <= cmp_loss n u S + U ^ 2 / (2 * eta) + INR (length S) * (eta * X ^ 2 / 2 - tau).
Proof.
  intros Heta HU Htau Ht HS. eapply Rle_trans.
  - apply (telescope n (perceptron eta) (fun _ => True) (fun x => norm n x <= X) (distance n u)
      (2 * eta) (eta * X ^ 2 / 2) tau u); auto; try lra.
    + intros; apply distance_nonneg.
    + intros sgn w x Hsgn _ Hx. rewrite distance_drop. assert ((sgn * eta) ^ 2 = eta ^ 2) as -> by nra.
      apply sq_le in Hx.
      replace ((2 * eta * sgn * (dot n u x - dot n w x) - eta ^ 2 * sq n x) / (2 * eta))
        with (sgn * (dot n u x - dot n w x) - eta / 2 * sq n x) by (field; lra). nra.
  - rewrite distance_zero. apply sq_le in HU.
    assert (sq n u / (2 * eta) <= U ^ 2 / (2 * eta)) by (apply Rmult_le_compat_r; signs). lra.
Qed.

Theorem theorem_2 n eta U X u (S : list trial) : 0 < eta -> norm n u <= U -> ball_trials n X S ->
  alg_loss n (perceptron eta) zero S <= cmp_loss n u S + (U ^ 2 / (2 * eta) + eta * INR (length S) * X ^ 2 / 2).
Proof.
  intros Heta HU HS. rewrite <- (tolerant_0 S) at 1.
  eapply Rle_trans; [apply loss_bound with (U := U) (X := X) (u := u); auto; try lra|lra]. signs.
Qed.

Theorem theorem_8 n tau U X u (S : list trial) : 0 < tau -> 0 < X -> norm n u <= U -> ball_trials n X S ->
  alg_loss n (perceptron (2 * tau / X ^ 2)) zero (tolerant tau S) <= cmp_loss n u S + U ^ 2 * X ^ 2 / (4 * tau).
Proof.
  intros Ht HX HU HS. assert (2 * tau / X ^ 2 * X ^ 2 / 2 = tau) as He by (field; lra).
  eapply Rle_trans; [apply loss_bound with (U := U) (X := X) (u := u); auto; try lra|].
  - signs.
  - apply Req_le. field; lra.
Qed.

(** ** Labels *)

Lemma ball_as_trials n X S : ball_labels n X S -> ball_trials n X (as_trials S).
Proof. intros H. apply Forall_map. eapply Forall_impl; [|exact H]. split; [auto|apply label_interval_nonempty]. Qed.

(** What Theorem 2 says of a subsequence on which [u] has loss at most [L]. *)
Lemma subsequence_loss n eta U X u L (S S' : list ctrial) :
  0 < eta -> norm n u <= U -> ball_labels n X S -> cmp_loss n u (as_trials S) <= L -> subsequence S' S ->
  alg_loss n (perceptron eta) zero (as_trials S') <= (L + U ^ 2 / (2 * eta)) + eta * X ^ 2 / 2 * INR (length S').
Proof.
  intros Heta HU HX HL Hs.
  pose proof (theorem_2 n eta U X u (as_trials S') Heta HU
    (ball_as_trials _ _ _ (subsequence_Forall _ _ _ Hs HX))) as T. pose proof (cmp_loss_subsequence n u _ _ Hs).
  rewrite as_trials_length in T. lra.
Qed.

Section Separable.
Variables (n : nat) (U X : R) (u : vec) (S : list ctrial).
Hypotheses (HX : 0 < X) (HU : norm n u <= U) (HS : ball_labels n X S) (Hsep : separable n u S).

Lemma separable_loss S' : subsequence S' S ->
  alg_loss n (perceptron (1 / X ^ 2)) zero (as_trials S') <= U ^ 2 * X ^ 2 / 2 + / 2 * INR (length S').
Proof.
  intros Hs. unfold separable in Hsep.
  eapply Rle_trans; [apply (subsequence_loss n (1 / X ^ 2) U X u 0 S S'); auto; try lra|].
  - signs.
  - apply Req_le. field. lra.
Qed.

Theorem theorem_5 : INR (mistakes n (perceptron (1 / X ^ 2)) zero S) <= U ^ 2 * X ^ 2.
Proof.
  replace (U ^ 2 * X ^ 2) with ((U ^ 2 * X ^ 2 / 2) / (1 - / 2)) by field. apply mistakes_from_loss; [lra|].
  apply separable_loss.
Qed.

Theorem theorem_5_loss S' : subsequence S' S -> U ^ 2 * X ^ 2 < INR (length S') ->
  alg_loss n (perceptron (1 / X ^ 2)) zero (as_trials S') < INR (length S').
Proof. intros Hs Hl. pose proof (separable_loss S' Hs). lra. Qed.

Theorem theorem_11 : alg_loss n (perceptron (1 / X ^ 2)) zero (tolerant (1 / 2) (as_trials S)) <= U ^ 2 * X ^ 2 / 2 /\
  expected_mistakes n (perceptron (1 / X ^ 2)) zero S <= U ^ 2 * X ^ 2 / 2.
Proof.
  assert (alg_loss n (perceptron (1 / X ^ 2)) zero (tolerant (1 / 2) (as_trials S)) <= U ^ 2 * X ^ 2 / 2) as H.
  - pose proof (theorem_8 n (1 / 2) U X u (as_trials S)) as T. rewrite Hsep in T.
    replace (2 * (1 / 2) / X ^ 2) with (1 / X ^ 2) in T by nra.
    eapply Rle_trans; [apply T; auto; [lra|apply ball_as_trials; assumption]|lra].
  - split; auto. eapply Rle_trans; [apply observation_10|lra].
Qed.

End Separable.

(** ** Footnote 5, repaired: [u] errs on k trials and has loss 0 on the others *)

Section Footnote5.
Variables (n : nat) (eta U X : R) (u : vec) (S : list ctrial).
Hypotheses (Heta : 0 < eta) (Hrate : eta * X ^ 2 < 2) (HU : norm n u <= U) (HX : 0 <= X).
Hypotheses (HS : ball_labels n X S).
Hypotheses (Hclear : right_or_clear n u S).

Lemma noisy_comparator : cmp_loss n u (as_trials S) <= (U * X + 1) * INR (cmp_mistakes n u S).
Proof.
  apply cmp_loss_mistakes; auto. eapply Forall_impl; [|exact HS]. intros c Hc.
  eapply Rle_trans; [apply cauchy_schwarz|]. apply Rmult_le_compat; signs.
Qed.

Theorem footnote_5 : INR (mistakes n (perceptron eta) zero S)
  <= ((U * X + 1) * INR (cmp_mistakes n u S) + U ^ 2 / (2 * eta)) / (1 - eta * X ^ 2 / 2).
Proof.
  apply mistakes_from_loss; [lra|]. intros S' Hs.
  apply subsequence_loss with (u := u) (S := S); auto using noisy_comparator.
Qed.

End Footnote5.

(** ** The classic mistake bound, for any decision at 0 and any rate *)

Section Progress.
Variables (n : nat) (eta : R) (wrong : vec -> ctrial -> bool).
Hypotheses (Heta : 0 <= eta) (Hsign : decides_by_sign n wrong).

Lemma wrong_side w c : wrong w c = true -> label (snd c) * dot n w (fst c) <= 0.
Proof. intros Hw. apply Rnot_lt_le; intros Hgt. destruct (Hsign w c) as [_ H]. rewrite H in Hw by assumption; lia. Qed.

Lemma dot_perceptron u y w x : dot n u (perceptron eta (label y) w x) = dot n u w + eta * (label y * dot n u x).
Proof. unfold dot, perceptron; clear; induction n; cbn [sum]; lra. Qed.

Lemma sq_perceptron y w x :
  sq n (perceptron eta (label y) w x) = sq n w + 2 * eta * (label y * dot n w x) + eta ^ 2 * sq n x.
Proof.
  transitivity (sq n w + 2 * eta * (label y * dot n w x) + label y * label y * eta ^ 2 * sq n x);
    [|rewrite label_square; ring]. unfold sq, dot, perceptron; clear; induction n; cbn [sum]; nra.
Qed.

(** Each mistake moves the weights along u ... *)
Lemma margin_grows gamma u (S : list ctrial) : margin_at_least n gamma u S -> forall w,
  dot n u w + INR (mistakes_by wrong (perceptron eta) w S) * (eta * gamma)
  <= dot n u (state_after wrong (perceptron eta) w S).
Proof.
  intros HM. induction S as [|[x y] S IH]; intros w; cbn [mistakes_by state_after fst snd]; [cbn; lra|].
  inversion HM as [|? ? Hm HM']; cbn [fst snd] in Hm. destruct (wrong w (x, y)); auto.
  specialize (IH HM' (perceptron eta (label y) w x)). rewrite dot_perceptron in IH. rewrite plus_INR; cbn [INR]. nra.
Qed.

(** ... and lengthens them by little. *)
Lemma length_grows X (S : list ctrial) : ball_labels n X S -> forall w, sq n (state_after wrong (perceptron eta) w S)
  <= sq n w + INR (mistakes_by wrong (perceptron eta) w S) * (eta ^ 2 * X ^ 2).
Proof.
  intros HX. induction S as [|[x y] S IH]; intros w; cbn [mistakes_by state_after fst snd]; [cbn; lra|].
  inversion HX as [|? ? Hx HX']; cbn [fst snd] in Hx. destruct (wrong w (x, y)) eqn:Hw; auto.
  specialize (IH HX' (perceptron eta (label y) w x)). rewrite sq_perceptron in IH.
  apply wrong_side in Hw; cbn [fst snd] in Hw. apply sq_le in Hx. rewrite plus_INR; cbn [INR]. nra.
Qed.

End Progress.

Lemma sq_zero n : sq n zero = 0. Proof. rewrite <- (sum_zero n); apply sum_ext; intros; unfold zero; ring. Qed.

Theorem perceptron_mistakes n eta U X delta u wrong (S : list ctrial) :
  0 < eta -> 0 < delta -> norm n u <= U -> decides_by_sign n wrong ->
  ball_labels n X S -> margin_at_least n delta u S ->
  INR (mistakes_by wrong (perceptron eta) zero S) <= U ^ 2 * X ^ 2 / delta ^ 2.
Proof.
  intros Heta Hd HU Hsign HX Hm. pose proof (margin_grows n eta wrong (Rlt_le _ _ Heta) delta u S Hm zero) as H1.
  pose proof (length_grows n eta wrong (Rlt_le _ _ Heta) Hsign X S HX zero) as H2.
  rewrite (dot_comm n u zero), dot_zero in H1. rewrite sq_zero in H2.
  set (w := state_after wrong (perceptron eta) zero S) in *.
  set (M := INR (mistakes_by wrong (perceptron eta) zero S)) in *. assert (0 <= M) as HM by apply pos_INR.
  pose proof (cauchy_schwarz_sq n u w) as HC. apply sq_le in HU. pose proof (sq_nonneg n w).
  assert (0 <= M * (eta * delta)) by signs. assert ((M * (eta * delta)) ^ 2 <= dot n u w ^ 2) by nra.
  assert (sq n u * sq n w <= U ^ 2 * (M * (eta ^ 2 * X ^ 2))) by nra. destruct HM as [HM|HM].
  - assert (0 < eta ^ 2) by nra. apply Rmult_le_reg_r with (M * eta ^ 2 * delta ^ 2); [apply Rmult_lt_0_compat; nra|].
    replace (U ^ 2 * X ^ 2 / delta ^ 2 * (M * eta ^ 2 * delta ^ 2)) with (U ^ 2 * (M * (eta ^ 2 * X ^ 2)))
      by (field; lra). lra.
  - rewrite <- HM. signs.
Qed.

(** The steps of that proof. *)
Lemma margin_le_norm n u w M gamma : norm n u = 1 -> M * gamma <= dot n u w -> M * gamma <= sqrt (dot n w w).
Proof.
  intros Hu H. pose proof (cauchy_schwarz n u w) as C. rewrite Hu, Rmult_1_l in C. apply abs_bounds in C.
  replace (dot n w w) with (sq n w) by (apply sum_ext; intros; ring). unfold norm, sq in *. lra.
Qed.
