(** * Cases that meet the premises of the statements of this folder *)

From Boundcheck Require Import Traces GenBounds Cases Learners.
From Boundcheck.classics Require Import Definitions.
From Boundcheck.kitani Require Experts.
From Boundcheck.kitani Require Import Definitions Section1Statements Section1 Section2Statements Section2.
Open Scope R_scope.

Lemma half_wma : - 1 * ln (1 - 1 / 2) <= (0 - 2 * (1 / 2) - 2) * ln (1 - 1 / 2 / 2).
Proof. pose proof (Experts.wma_range (1 / 2)). lra. Qed.

Lemma half_rwma : - 1 * ln (1 - 1 / 2) <= (1 / 2) ^ 2 + 1 / 2. Proof. pose proof (Experts.rwma_range (1 / 2)). lra. Qed.

Lemma half_below_1 : 1 / 2 < upper_eta_kitani_wma_noreg. Proof. unfold upper_eta_kitani_wma_noreg. lra. Qed.

Definition in_both_ways : list ctrial := [c; (x, false)].
Lemma two_even : INR (length in_both_ways) = 2 * floor (INR (length in_both_ways) / 2).
Proof. unfold floor. rewrite <- (tech_up _ 2); cbn; lra. Qed.
Lemma both_long : (1 <= length in_both_ways)%nat. Proof. cbn. lia. Qed.
Lemma both_ways_first : Forall (fun c : ctrial => fst c 0%nat = 1) in_both_ways. Proof. repeat constructor. Qed.
Lemma both_ways_last : Forall (fun c : ctrial => fst c (2 - 1)%nat = - 1) in_both_ways. Proof. repeat constructor. Qed.
Lemma both_in_turn : Rabs (numbered (fun (t : nat) (c : ctrial) => label (snd c) * (- 1) ^ t) in_both_ways)
  = INR (length in_both_ways).
Proof. unfold numbered; cbn. rewrite Rabs_left; lra. Qed.
Lemma gamma_1 : smallest (fun c : ctrial => label (snd c) * dot 2 u (fst c)) (one ++ []) / norm 2 u = 1.
Proof. rewrite u_norm. cbn [one app smallest c fst snd label]. rewrite x_product. lra. Qed.

Definition passive : ctrial := (vector [1; 0], false).

Lemma passive_in : In passive [passive]. Proof. left. reflexivity. Qed.
Lemma passive_inputs : Forall (fun c : ctrial => forall i, (i < 2)%nat -> fst c i = 0 \/ fst c i = 1) [passive].
Proof. unfold passive. each. by_entries. Qed.
Lemma active_entry : fst active 0%nat <> 0. Proof. exact R1_neq_R0. Qed.

Lemma active_trials : Forall (fun c => 0 < dot 2 u (fst c) <-> 0 < label (snd c)) ([] ++ [active]).
Proof. unfold active. each. cbn. lra. Qed.

(** Winnow from 1 each is not above 2 on (1, 0), and with weight 2^2 on the first attribute it is. *)
Lemma winnow_missed K d : errs_at false 2 (INR 2) (fun i => Rpower (1 + 1) (K i)) d = true ->
  Rabs (side_of (prediction (winnow_rule 2 (1 + 1)) K (fst d)) (threshold_above_target (INR 2) (snd d))) <> 0.
Proof.
  intros E. rewrite (errs_rabs _ _ _ _ _ _ _ _ (winnow_exactly 2 (1 + 1) ltac:(lra)) (misses_threshold_above 2 (INR 2))).
  rewrite E. lra.
Qed.

Lemma active_missed :
  Rabs (side_of (prediction (winnow_rule 2 (1 + 1)) zero (fst active)) (threshold_above_target (INR 2) (snd active)))
    <> 0.
Proof.
  apply winnow_missed. unfold errs_at. replace (positive _ _ _) with false; auto. symmetry. apply ltb_false.
  unfold dot, zero; cbn. rewrite Rpower_O; lra.
Qed.
Lemma active_missed_at_first : Rabs (side_of (prediction (winnow_rule 2 (1 + 1))
  (after_play (winnow_rule 2 (1 + 1)) label (threshold_above_target (INR 2)) []) (fst active))
  (threshold_above_target (INR 2) (snd active))) <> 0.
Proof. exact active_missed. Qed.

Lemma passive_missed : Rabs (side_of (prediction (winnow_rule 2 (1 + 1)) (vector [2; 0]) (fst passive))
  (threshold_above_target (INR 2) (snd passive))) <> 0.
Proof.
  apply winnow_missed. unfold errs_at. replace (positive _ _ _) with true; auto. symmetry. apply ltb_true.
  unfold dot; cbn. pose proof (Rpower_pow 2 (1 + 1) ltac:(lra)) as E. cbn in E.
  replace 2 with (1 + 1) by ring. rewrite E, Rpower_O; lra.
Qed.

#[local] Hint Resolve two_even both_long both_ways_first both_ways_last both_in_turn gamma_1 half_below_1 active_trials active_missed active_missed_at_first
  passive_in passive_inputs passive_missed active_entry : case.

#[local] Hint Resolve half_wma half_rwma : case.

Definition kitani_wma_noreg_met := ltac:(met (kitani_wma_noreg 2%nat (1 / 2) in_both_ways)).
Definition kitani_rwma_half_met := ltac:(met (proj2 kitani_rwma_half 2 (1 / 2) 1)).
Definition kitani_lem3_met := ltac:(met (kitani_lem3 2%nat 1 u 0%nat labelled [])).
Definition kitani_lem3_active_met := ltac:(met (kitani_lem3_active 2%nat 1 u 0%nat labelled [])).
Definition kitani_eq28_met := ltac:(met (kitani_eq28 2%nat u labelled [])).
Definition kitani_eq34_met := ltac:(met (kitani_eq34 2%nat u active 0%nat [] [])).

Definition kitani_perc_met := ltac:(met (kitani_perc 2%nat 2 1 u one)).
Definition kitani_perc_step_met := ltac:(met (kitani_perc_step 2%nat zero c)).
Definition kitani_eq7_met := ltac:(met (kitani_eq7 2%nat 2 one [])).
Definition kitani_eq10_met := ltac:(met (kitani_eq10 2%nat u x)).
Definition kitani_eq14_met := ltac:(met (kitani_eq14 2%nat 1 u one [])).
Definition kitani_eq16_met := ltac:(met (kitani_eq16 2%nat 1 u one [])).
Definition kitani_eq17_met := ltac:(met (kitani_eq17 2%nat 1 u one [])).
Definition kitani_eq18_met := ltac:(met (kitani_eq18 2%nat 2 1 u one [])).
Definition kitani_winnow_met := ltac:(met (kitani_winnow 2%nat u labelled)).
Definition kitani_winnow_beta_met := ltac:(met (kitani_winnow_beta 2%nat 3 u labelled)).
Definition kitani_eq24_met := ltac:(met (kitani_eq24 2%nat zero active [active])).
Definition kitani_eq27_met := ltac:(met (kitani_eq27 2%nat (vector [2; 0]) passive [passive])).
Definition kitani_eq25_met := ltac:(met (kitani_eq25 2%nat u labelled [])).
Definition kitani_eq29_met := ltac:(met (kitani_eq29 2%nat u labelled [])).
Definition kitani_eq30_met := ltac:(met (kitani_eq30 2%nat u labelled [])).
Definition kitani_eq31_met := ltac:(met (kitani_eq31 2%nat u labelled [])).
Definition kitani_eq33_met := ltac:(met (kitani_eq33 2%nat u labelled [])).
Definition kitani_eq35_met := ltac:(met (kitani_eq35 2%nat u labelled)).
Definition kitani_eq36_met := ltac:(met (kitani_eq36 2%nat u labelled)).
Definition kitani_eq37_met := ltac:(met (kitani_eq37 2%nat u labelled)).
Definition kitani_eq38_met := ltac:(met (kitani_eq38 2%nat u labelled)).
Definition kitani_lem4_met := ltac:(met (kitani_lem4 2%nat 1 u active 0%nat [] [])).
Definition kitani_wma_met := ltac:(met (kitani_wma 2%nat (1 / 2) 0%nat one)).
Definition kitani_wma_range_met := ltac:(met (kitani_wma_range 2%nat (1 / 2) 0%nat one)).
Definition kitani_rwma_met := ltac:(met (kitani_rwma 2%nat (1 / 2) 0%nat one)).
Definition kitani_rwma_range_met := ltac:(met (kitani_rwma_range 2%nat (1 / 2) 0%nat one)).
Definition kitani_rwma_sqrtT_met := ltac:(met (kitani_rwma_sqrtT 2%nat 0%nat one)).
Definition kitani_rwma_noreg_met := ltac:(met (kitani_rwma_noreg 2%nat 0%nat one)).
