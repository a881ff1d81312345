(** * Cases that meet the premises of the statements of this folder *)

From Boundcheck Require Import Traces GenBounds Cases Learners.
From Boundcheck.classics Require Import Definitions.
From Boundcheck.bylander1998 Require Import Section2 Appendix Definitions Section3Statements Section3 Section4Statements Section4 Section5Statements Section5 Section6Statements Section6.
Open Scope R_scope.

Lemma many_5 : longer_bylander_5_loss 1 2 < INR (length many). Proof. unfold longer_bylander_5_loss. cbn. lra. Qed.

Lemma many_6 : longer_bylander_6_loss 1 1 (INR 2) < INR (length many).
Proof. unfold longer_bylander_6_loss. cbn. pose proof ln_2 as H. replace 2 with (1 + 1) in H by ring. lra. Qed.

Lemma u_never_errs : cmp_mistakes 2 u many = 0%nat.
Proof.
  unfold many. cbn [cmp_mistakes]. replace (errs 2 u c) with false; auto. symmetry. apply leb_false.
  cbn [fst snd c label]. rewrite x_product. lra.
Qed.

Lemma many_7 : longer_bylander_7_loss 1 1 1 (INR (cmp_mistakes 2 u many)) (INR 2) < INR (length many).
Proof.
  rewrite u_never_errs. unfold longer_bylander_7_loss. cbn. pose proof ln_2 as H. replace 2 with (1 + 1) in H by ring.
  lra.
Qed.

(** One expert says 1, the other 1/2. *)
Definition surer : list ctrial := [(vector [1; 1 / 2], false)].

Lemma half_below_1 : 1 / 2 < upper_beta_bylander_wmsim. Proof. unfold upper_beta_bylander_wmsim. lra. Qed.

Lemma surer_nonnegative : Forall (fun c : ctrial => forall i, (i < 2)%nat -> 0 <= fst c i) surer.
Proof. unfold surer. each. by_entries. Qed.
Lemma surer_at_most_1 : Forall (fun c : ctrial => forall i, (i < 2)%nat -> fst c i <= 1) surer.
Proof. unfold surer. each. by_entries. Qed.

Lemma surer_no_tie : all_play (exponentiated_rule 2 (eta_bylander_wmsim (1 / 2)) U_bylander_wmsim ones) label
  master_target (fun _ yhat _ _ => yhat <> 1 / 2) surer.
Proof.
  split; [|exact I]. unfold U_bylander_wmsim. cbn [exponentiated_rule prediction first_state]. unfold dot, ones, zero.
  cbn. rewrite !Rmult_0_r. unfold exponential. rewrite exp_0. lra.
Qed.

Lemma surer_given : GenPremises.given_bylander_wmsim 2 (1 / 2) surer.
Proof.
  repeat split; try lra; try lia; [exact half_below_1|exact surer_nonnegative|exact surer_at_most_1|apply
    surer_no_tie].
Qed.

#[local] Hint Resolve surer_given : case.

Lemma trial_in : In (as_trial c) trials. Proof. left. reflexivity. Qed.
Lemma wrong_in : In (x, false) [(x, false)]. Proof. left. reflexivity. Qed.
(** Predictions of 0 are too low for 1. *)
Lemma too_low yhat : yhat = 0 -> side_of yhat (label_interval true) <> 0.
Proof. intros ->. unfold side_of. replace (below _ _) with true; [lra|]. symmetry. cbn. apply ltb_true. lra. Qed.
Lemma far_too_low yhat : yhat = 0 -> side_of yhat (widen (1 / 2) (label_interval true)) <> 0.
Proof. intros ->. unfold side_of. replace (below _ _) with true; [lra|]. symmetry. cbn. apply ltb_true. lra. Qed.
Lemma zero_predicts : dot 2 zero (fst (as_trial c)) = 0. Proof. unfold dot, zero; cbn. ring. Qed.
Lemma perceptron_predicts : prediction (perceptron_rule 2 1 zero) zero (fst (as_trial c)) = 0.
Proof. unfold zero; cbn. unfold dot; cbn. ring. Qed.
Lemma exponentiated_predicts : prediction (exponentiated_rule 2 1 1 ones)
  (after_play (exponentiated_rule 2 1 1 ones) (fun _ => 0) (fun I => I) []) (fst (as_trial c)) = 0.
Proof.
  unfold after_play, zero, ones; cbn. unfold dot, exponential, zero; cbn. field.
  pose proof (exp_pos (1 * 0)). lra.
Qed.

Lemma zero_too_low : side_of (dot 2 zero (fst (as_trial c))) (snd (as_trial c)) <> 0.
Proof. apply too_low, zero_predicts. Qed.
Lemma zero_far_too_low : side_of (dot 2 zero (fst (as_trial c))) (widen (1 / 2) (snd (as_trial c))) <> 0.
Proof. apply far_too_low, zero_predicts. Qed.
Lemma perceptron_too_low :
  side_of (prediction (perceptron_rule 2 1 zero) zero (fst (as_trial c))) (snd (as_trial c)) <> 0.
Proof. apply too_low, perceptron_predicts. Qed.
Lemma perceptron_far_too_low :
  side_of (prediction (perceptron_rule 2 1 zero) zero (fst (as_trial c))) (widen (1 / 2) (snd (as_trial c))) <> 0.
Proof. apply far_too_low, perceptron_predicts. Qed.
Lemma exponentiated_too_low : side_of (prediction (exponentiated_rule 2 1 1 ones)
  (after_play (exponentiated_rule 2 1 1 ones) (fun _ => 0) (fun I => I) []) (fst (as_trial c))) (snd (as_trial c)) <> 0.
Proof. apply too_low, exponentiated_predicts. Qed.

Lemma right_by_u : loss (prediction (perceptron_rule 2 1 zero) u (fst (as_trial c))) (snd (as_trial c)) = 0.
Proof.
  rewrite <- no_loss. unfold trial_loss. f_equal. cbn [prediction perceptron_rule]. unfold dot, zero; cbn. ring.
Qed.
Lemma wrong_by_u : label false * dot 2 u x <= 0. Proof. rewrite x_product. cbn. lra. Qed.

Lemma unit_in_ball : Forall (fun c => norm 2 (fst c) <= X_bylander_5_delta) [(u, true)].
Proof. each. rewrite u_norm. unfold X_bylander_5_delta. lra. Qed.

#[local] Hint Resolve unit_in_ball zero_too_low zero_far_too_low perceptron_too_low
  perceptron_far_too_low exponentiated_too_low right_by_u wrong_by_u many_5 many_6 many_7 trial_in wrong_in : case.

Definition bylander_2_exact_met := ltac:(met (bylander_2_exact 2%nat 1 2 1 u trials)).
Definition bylander_wmsim_met := ltac:(met (bylander_wmsim 2%nat (1 / 2) surer)).
Definition bylander_5_exact_met := ltac:(met (bylander_5_exact 2%nat 1 2 u one)).
Definition bylander_7_264_met := ltac:(met (bylander_7_264 2%nat u one)).
Definition bylander_8_exact_met := ltac:(met (bylander_8_exact 2%nat 1 2 1 u trials)).
Definition bylander_11_exact_met := ltac:(met (bylander_11_exact 2%nat 1 2 u one)).

Definition bylander_1_met := ltac:(met (bylander_1 2%nat u zero (as_trial c) trials)).
Definition bylander_zeta0_met := ltac:(met (bylander_zeta0 2%nat 1 u u (as_trial c))).
Definition bylander_2_met := ltac:(met (bylander_2 2%nat 1 2 1 u trials)).
Definition bylander_2_tuned_met := ltac:(met (bylander_2_tuned 2%nat 1 2 u trials)).
Definition bylander_2_step_met := ltac:(met (bylander_2_step 2%nat 1 u zero (as_trial c))).
Definition bylander_3_met := ltac:(met (bylander_3 2%nat 1 1 1 u trials)).
Definition bylander_3_tuned_met := ltac:(met (bylander_3_tuned 2%nat 1 1 u trials)).
Definition bylander_3_klinit_met := ltac:(met (bylander_3_klinit 2%nat 1 u)).
Definition bylander_3_klpos_met := ltac:(met (bylander_3_klpos 2%nat 1 1 1 u trials [])).
Definition bylander_3_step_met := ltac:(met (bylander_3_step 2%nat 1 1 1 u (as_trial c) [] [])).
Definition bylander_A1_met := ltac:(met (bylander_A1 2%nat 1 1 1 u (as_trial c) trials)).
Definition bylander_Ol_met := ltac:(met (proj2 bylander_Ol 1 1 1 1 2)).
Definition bylander_cmp_met := ltac:(met (proj2 bylander_cmp 1 2)).
Definition bylander_double_met := ltac:(met (bylander_double 2%nat 1 1 1 u trials)).
Definition bylander_4_trial_met := ltac:(met (bylander_4_trial 2%nat zero c)).
Definition bylander_4_met := ltac:(met (proj2 bylander_4 2%nat 1 zero one)).
Definition bylander_4_eu_met := ltac:(met (bylander_4_eu 2%nat 1 1 one)).
Definition bylander_5_met := ltac:(met (bylander_5 2%nat 1 2 u one)).
Definition bylander_5_loss_met := ltac:(met (bylander_5_loss 2%nat 1 2 u many many)).
Definition bylander_5_eta_met := ltac:(met (bylander_5_eta 2%nat 1 3 one)).
Definition bylander_5_delta_met := ltac:(met (bylander_5_delta 2%nat 1 u [(u, true)])).
Definition bylander_6_met := ltac:(met (bylander_6 2%nat 1 1 u one)).
Definition bylander_6_loss_met := ltac:(met (bylander_6_loss 2%nat 1 1 u many many)).
Definition bylander_6_norm_met := ltac:(met (bylander_6_norm 2%nat 1 3 one)).
Definition bylander_6_litt_met := ltac:(met (bylander_6_litt 2%nat 1 u one)).
Definition bylander_7_met := ltac:(met (bylander_7 2%nat 1 1 1 u one)).
Definition bylander_7_loss_met := ltac:(met (bylander_7_loss 2%nat 1 1 1 u many many)).
Definition bylander_7_dev_met := ltac:(met (bylander_7_dev 2%nat 1 1 u (x, false) [(x, false)])).
Definition bylander_7_267_met := ltac:(met (bylander_7_267 2%nat u one)).
Definition bylander_fn5_met := ltac:(met (bylander_fn5 2%nat 1 2 (1 / 4) u one)).
Definition bylander_8_met := ltac:(met (bylander_8 2%nat 1 2 1 u trials)).
Definition bylander_8_step_met := ltac:(met (bylander_8_step 2%nat 1 (1 / 2) u zero (as_trial c))).
Definition bylander_8_shift_met := ltac:(met (bylander_8_shift 2%nat (1 / 2) zero (as_trial c) trials)).
Definition bylander_9_met := ltac:(met (bylander_9 2%nat 1 1 1 u trials)).
Definition bylander_10_met := ltac:(met (bylander_10 2%nat 1 zero c)).
Definition bylander_11_met := ltac:(met (bylander_11 2%nat 1 2 u one)).
Definition bylander_12_met := ltac:(met (bylander_12 2%nat 1 1 u one)).
Definition bylander_eg_met := ltac:(met (bylander_eg 2%nat 1 [(x, 1)])).
