(** * Section 1: Weighted Majority *)

From Boundcheck Require Import Vectors GenBounds GenClaims Premises Learners.
From Boundcheck.kitani Require Experts.
From Boundcheck.classics Require Import Definitions.
From Boundcheck.kitani Require Import Definitions Section1Statements.
Open Scope R_scope.

Theorem kitani_wma : kitani_wma_stmt.
Proof.
  intros n eta i S (He & He' & HS%votes_of) Hi. rewrite (expert_total n i S Hi HS).
  unfold upper_eta_kitani_wma in He'. rewrite majority_vote_mistakes by (lra || exact HS). unfold b_kitani_wma.
  eapply Rle_eq_trans; [apply (Experts.weighted_majority n eta); auto; [lia|lra|apply Experts.wma_range; lra]|]. lra.
Qed.

Theorem kitani_wma_range : kitani_wma_range_stmt.
Proof.
  intros n eta i S (He & He' & Hr & HS%votes_of) Hi. rewrite (expert_total n i S Hi HS).
  rewrite majority_vote_mistakes by (lra || exact HS). unfold b_kitani_wma_range.
  eapply Rle_eq_trans; [apply (Experts.weighted_majority n eta); auto; [lia|lra]|]. lra.
Qed.

Theorem kitani_rwma : kitani_rwma_stmt.
Proof.
  intros n eta i S (He & He' & HS%votes_of) Hi. rewrite (expert_total n i S Hi HS).
  unfold upper_eta_kitani_rwma in He'. rewrite random_expert_errors by (lia || (left; lra) || exact HS).
  unfold b_kitani_rwma.
  eapply Rle_eq_trans; [apply (Experts.randomised_weighted_majority n eta); auto;
    [lia|lra|apply Experts.rwma_range; lra]|]. lra.
Qed.

Theorem kitani_rwma_range : kitani_rwma_range_stmt.
Proof.
  intros n eta i S (He & He' & Hr & HS%votes_of) Hi. rewrite (expert_total n i S Hi HS).
  rewrite random_expert_errors by (lia || (left; lra) || exact HS). unfold b_kitani_rwma_range.
  eapply Rle_eq_trans; [apply (Experts.randomised_weighted_majority n eta); auto; [lia|lra]|]. lra.
Qed.

Theorem kitani_rwma_sqrtT : kitani_rwma_sqrtT_stmt.
Proof.
  intros n i S (Hl & HS%votes_of) Hi. rewrite (expert_total n i S Hi HS).
  unfold b_kitani_rwma_sqrtT, eta_kitani_rwma_sqrtT.
  replace (/ sqrt (INR (length S))) with (1 / sqrt (INR (length S))) by nra.
  rewrite random_expert_errors; [apply Experts.randomised_weighted_majority_tuned; auto; lia|lia| |exact HS].
  destruct (Nat.eq_dec (length S) 1) as [E|E]; [right; lia|left]. assert (2 <= length S)%nat as H2%le_INR by lia.
  cbn [INR] in H2. assert (1 < sqrt (INR (length S))) by (rewrite <- sqrt_1; apply sqrt_lt_1_alt; lra).
  apply (Rmult_lt_reg_r (sqrt (INR (length S)))); [lra|]. field_simplify; lra.
Qed.

Lemma expert_mistakes_at_most i S : INR (expert_mistakes i S) <= INR (length S).
Proof.
  apply le_INR. induction S as [|c S IH]; cbn [expert_mistakes length]; [lia|]. destruct (expert_errs i c); lia.
Qed.

Theorem kitani_rwma_noreg : kitani_rwma_noreg_stmt.
Proof.
  intros n i S H0 Hi. pose proof (kitani_rwma_sqrtT n i S H0 Hi) as H. destruct H0 as (Hl & HS%votes_of).
  rewrite (expert_total n i S Hi HS) in *.
  unfold b_kitani_rwma_sqrtT, eta_kitani_rwma_sqrtT in H. unfold b_kitani_rwma_noreg, eta_kitani_rwma_noreg.
  pose proof (expert_mistakes_at_most i S) as Hm. pose proof (INR_at_least_1 _ Hl) as Hl1.
  set (l := INR (length S)) in *. assert (0 < sqrt l) as Hs by signs. apply Rmult_le_compat_r; [signs|].
  assert (INR (expert_mistakes i S) / sqrt l <= sqrt l); [|lra]. apply Rmult_le_reg_r with (sqrt l); auto.
  replace (INR (expert_mistakes i S) / sqrt l * sqrt l) with (INR (expert_mistakes i S)) by (field; lra).
  rewrite sqrt_sqrt by lra. assumption.
Qed.

Lemma two_rounds eta : 0 < eta < 1 -> forall m b w S, length S = (2 * m)%nat -> alternating b S ->
  w 0%nat = w 1%nat -> 0 < w 0%nat ->
  majority_mistakes 2 eta w S = (2 * m)%nat /\ expert_mistakes 0 S = m /\ expert_mistakes 1 S = m.
Proof.
  induction m as [|m IH]; intros b w S Hl HS Hw Hp; [destruct S; [auto|discriminate]|].
  destruct S as [|[x y] [|[x' y'] S]]; cbn [length] in Hl; try lia. cbn [alternating fst snd] in HS.
  destruct HS as ([H0 H1] & -> & [H0' H1'] & -> & HS). rewrite negb_involutive in HS.
  cbn [majority_mistakes expert_mistakes]. assert (0 < (1 - eta) * w 1%nat) by nra.
  assert ((1 - eta) * w 1%nat < w 1%nat) by nra.
  assert (expert_errs 0 (x, b) = negb b /\ expert_errs 1 (x, b) = b /\ expert_errs 0 (x', negb b) = b /\
    expert_errs 1 (x', negb b) = negb b) as (E1 & E2 & E3 & E4).
  { unfold expert_errs. cbn [fst snd]. destruct b; cbn [label negb]; rewrite ?ltb_true, ?ltb_false; lra. }
  assert (errs 2 w (x, b) = true) as E5 by (unfold errs; rewrite leb_true; unfold dot; cbn [sum fst snd]; nra).
  assert (errs 2 (penalise eta w (x, b)) (x', negb b) = true) as E6.
  { unfold errs, penalise. rewrite leb_true. unfold dot; cbn [sum fst snd]. rewrite E1, E2, H0', H1', Hw.
    destruct b; cbn [label negb]; lra. }
  rewrite E1, E2, E3, E4, E5, E6.
  destruct (IH b (penalise eta (penalise eta w (x, b)) (x', negb b)) S) as (I1 & I2 & I3); [lia|auto|..].
  - unfold penalise. rewrite E1, E2, E3, E4, Hw. destruct b; auto.
  - unfold penalise. rewrite E1, E3, Hw. destruct b; signs.
  - rewrite I1. destruct b; cbn [negb]; lia.
Qed.

Lemma in_turn_votes b S : alternating b S -> Forall (fun c => votes 2 (fst c)) S.
Proof.
  revert b. induction S as [|c S IH]; intros b H; auto. destruct H as [[H0 H1] [_ H]]. constructor; [|exact (IH _ H)].
  intros [|[|i]] Hi; [left; exact H0|right; exact H1|lia].
Qed.

(** Signs y (-1)^t that add up to their number are alike, and the labels y are in turn. *)
Lemma numbered_signs t0 (S : list ctrial) :
  Rabs (total_from t0 (fun t (c : ctrial) => label (snd c) * (- 1) ^ t) S) <= INR (length S).
Proof.
  revert t0. induction S as [|c S IH]; intros t0; cbn [total_from length]; [rewrite Rabs_R0; apply pos_INR|].
  rewrite S_INR. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_mult, pow_1_abs. specialize (IH (t0 + 1)%nat).
  replace (Rabs (label (snd c))) with 1 by (destruct (snd c); cbn [label]; unfold Rabs; destruct (Rcase_abs _); lra).
  lra.
Qed.

Lemma signs_alike b t0 (S : list ctrial) : Forall (fun c : ctrial => fst c 0%nat = 1 /\ fst c 1%nat = -1) S ->
  total_from t0 (fun t (c : ctrial) => label (snd c) * (- 1) ^ t) S = label b * (- 1) ^ t0 * INR (length S) ->
  alternating b S.
Proof.
  revert b t0. induction S as [|c S IH]; intros b t0 H E; [exact I|]. inversion_clear H as [|? ? Hc HS].
  pose proof (abs_bounds _ _ (numbered_signs (t0 + 1) S)) as B. cbn [total_from length alternating] in *.
  rewrite S_INR in E. pose proof (pos_INR (length S)) as Hl.
  assert ((- 1) ^ t0 = 1 \/ (- 1) ^ t0 = -1) as Ht
    by (pose proof (pow_1_abs t0) as A; unfold Rabs in A; destruct (Rcase_abs _); lra).
  assert (snd c = b) as Eb.
  { destruct (snd c), b; auto; exfalso; cbn [label] in E; destruct Ht as [Ht|Ht]; rewrite Ht in E; lra. }
  split; [exact Hc|]. split; [exact Eb|]. apply (IH (negb b) (t0 + 1)%nat HS). rewrite pow_add, pow_1. rewrite Eb in E.
  destruct b; cbn [label negb] in *; lra.
Qed.

Lemma in_turn_of (S : list ctrial) : Forall (fun c : ctrial => fst c 0%nat = 1) S ->
  Forall (fun c : ctrial => fst c 1%nat = - 1) S ->
  Rabs (numbered (fun (t : nat) (c : ctrial) => label (snd c) * (- 1) ^ t) S) = INR (length S) ->
  exists b, alternating b S.
Proof.
  intros H0 H1 E. pose proof (Forall_and H0 H1) as H. unfold numbered in E. unfold Rabs in E.
  destruct (Rcase_abs _); [exists true|exists false]; apply (signs_alike _ 1 S H); cbn [label pow]; lra.
Qed.

Theorem kitani_wma_noreg : kitani_wma_noreg_stmt.
Proof.
  intros n eta S (He0 & Hl & H1 & He & Hn & Hx0 & Hx1 & Ht). apply (INR_eq n 2) in Hn. subst n.
  destruct (in_turn_of S Hx0 Hx1 Ht) as (b & HS). clear Hx0 Hx1 Ht. unfold upper_eta_kitani_wma_noreg, b_kitani_wma_noreg in *.
  destruct (whole_rest (length S) 0) as (m & Hm); [lia|cbn [INR]; lra|]. rewrite Nat.add_0_r in Hm.
  destruct (two_rounds eta ltac:(lra) m b ones S Hm HS eq_refl Rlt_0_1) as (E1 & E2 & E3). cbn [greatest].
  apply in_turn_votes in HS. rewrite !(expert_total 2) by (auto; lia).
  rewrite majority_vote_mistakes by (lra || exact HS).
  rewrite E1, E2, E3, Hm, Rmax_left, mult_INR by lra. cbn [INR]. pose proof (INR_at_least_1 m ltac:(lia)). field. lra.
Qed.

Theorem kitani_rwma_half : kitani_rwma_half_stmt.
Proof.
  split; [intros N eta k _|intros N eta k (He & Hk & HN)]; unfold b_kitani_rwma, b_kitani_wma, b_kitani_rwma_half;
    [ring|field; lra].
Qed.
