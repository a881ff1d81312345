(** * Cases that meet the premises of the statements of this folder *)

From Boundcheck Require Import Runs Traces GenBounds Cases.
From Boundcheck Require Import Premises.
From Boundcheck.classics Require Import Definitions.
From Boundcheck.kivinen1995 Require Rotation Hadamard.
From Boundcheck.kivinen1995 Require Import Definitions Section1 Section2Statements Section2 Section3Statements Section3 Section4Statements Section4.
Open Scope R_scope.

(** The sum of all examples, as a function of the past. *)
Definition summing : strategy := Strategy (fun past => combination (fun _ => 1) (map fst past)) (fun _ => 0).

Lemma summing_of_products n : of_products n summing.
Proof. exists (fun _ _ => 1). split; [intros past i _; reflexivity|auto]. Qed.

Lemma summing_additive n : additive n summing.
Proof. intros past. exists (fun _ => 1). intros i _. cbn. unfold zero. ring. Qed.

Lemma summing_at_zero n : starts_at_zero n summing. Proof. intros i _. reflexivity. Qed.

Lemma summing_of_dimension n : of_dimension n summing.
Proof.
  split; auto. cbn [weights summing]. induction H as [|d d' l l' [Hx _] H IH]; [intros i _; reflexivity|].
  intros i Hi. cbn [map combination]. rewrite (Hx i Hi), (IH i Hi). reflexivity.
Qed.

Lemma summing_rotation_invariant n : rotation_invariant true n summing.
Proof. apply Rotation.theorem_3_converse, summing_of_products. Qed.

(** The instances of the two rows of a matrix, two and two. *)
Definition in_pairs : list ctrial := [(upper_half 1 0, true); (lower_half 1 0, true); (upper_half 1 1, true);
  (lower_half 1 1, true)].
Lemma pairs_constant : sum (natural (INR (length in_pairs) / 2)) (fun t => sum (2 * t) (fun i => if Req_EM_T
  (dot 2 (example in_pairs i) (example in_pairs (2 * t))) (dot 2 (example in_pairs i) (example in_pairs (2 * t + 1)))
  then 0 else 1)) = 0.
Proof.
  change (@length ctrial in_pairs) with (@length (vec * bool) in_pairs).
  rewrite pairs_length. change (length (pairs_of in_pairs)) with 2%nat. cbn [sum Nat.mul Nat.add].
  assert (pairwise_constant 2 (hadamard_pairs 1)) as [H _] by (apply (Hadamard.row_pairs_constant 1 2 1); auto).
  apply Forall_inv in H as [H0 H1].
  cbn [fst snd] in H0, H1. change (example in_pairs 0) with (upper_half 1 0). change (example in_pairs 1) with
    (lower_half 1 0). change (example in_pairs 2) with (upper_half 1 1). change (example in_pairs 3) with
    (lower_half 1 1). repeat (destruct (Req_EM_T _ _) as [_|E]; [|contradiction]). lra.
Qed.

Lemma u_in_matrix : sum (natural (power 2 (INR 1))) (fun e => Rabs (u e)) = 1.
Proof. rewrite natural_power. apply (u_norm1 2); lia. Qed.

Lemma batch_given : GenPremises.given_kw_batch 2 (INR 1) u zero [(vector [1; 1], true)].
Proof.
  repeat split; try lra; try (cbn; lra); [cbn; rewrite Rpower_1; lra|by_entries|exact u_in_matrix|].
  each. replace (power 2 (INR 1) / 2) with (INR 1); [|cbn; rewrite Pnorm.power_of_pos, Rpower_1; lra].
  rewrite natural_power, !natural_INR. cbn [sum]. destruct (Req_EM_T _ 0) as [_|H]; [destruct (Req_EM_T _ 0); lra|].
  exfalso. apply H. cbn [sum]. rewrite !joined_upper. unfold upper_half, vector. cbn.
  repeat destruct (Req_EM_T _ _); lra.
Qed.

Lemma first_labelled : Forall (labelled_by 2 u) [(vector [1; 1], true)].
Proof. each. split; [by_entries|]. symmetry. apply leb_true. cbn. lra. Qed.

Lemma size_2 : INR 2 = Rpower 2 (INR 1) + INR 1 - 1. Proof. cbn. rewrite Rpower_1; lra. Qed.

Lemma one_below_2 : INR 1 < upper_k_kw_abstract (INR 2). Proof. cbn. lra. Qed.
Lemma one_at_most_2 : INR 1 <= upper_k_kw_genN (INR 2). Proof. cbn. lra. Qed.

(** One variable; the DNF "true", and the other conjunctions left out. *)
Definition points : list ctrial := [(entries [1; 1; 0], true); (entries [1; 0; 1], true)].
Definition terms : vec := entries [1; 0; 0].

Lemma terms_zero_one : zero_one 3 terms. Proof. intros i Hi. destruct i as [|[|[|i]]]; [right| | |lia]; auto. Qed.

Lemma terms_sum : sum 3 terms = 1. Proof. cbn; lra. Qed.

Lemma terms_count : 1 <= sum 3 terms. Proof. rewrite terms_sum. lra. Qed.

Lemma terms_at_most_2 : sum 3 terms <= Rpower 2 (INR 1). Proof. rewrite terms_sum. rewrite Rpower_1; lra. Qed.

Lemma points_zero_one : Forall (fun c : ctrial => forall i, (i < 3)%nat -> fst c i = 0 \/ fst c i = 1) points.
Proof. each; intros i Hi; destruct i as [|[|[|i]]]; [| | |lia| | | |lia]; auto. Qed.
Lemma points_labelled : Forall (fun c => 1 / 2 <= dot 3 terms (fst c) <-> 0 < label (snd c)) points.
Proof. each; cbn; lra. Qed.
Lemma points_as_said : (if Req_EM_T (INR (length points)) 2 then if Req_EM_T (INR 3) 3 then
  total (fun c : ctrial => if Req_EM_T (label (snd c)) 1 then 0 else 1) points
  + sum 3 (fun e => if Req_EM_T (example points 0 e) (entries [1; 1; 0] e) then 0 else 1)
  + sum 3 (fun e => if Req_EM_T (example points 1 e) (entries [1; 0; 1] e) then 0 else 1) else 1 else 1) = 0.
Proof. cbn. repeat destruct (Req_EM_T _ _); lra. Qed.

Lemma three_conjunctions : INR 3 = Rpower 3 (INR 1). Proof. cbn. rewrite Rpower_1; lra. Qed.

Lemma identity_orthonormal : orthonormal 2 (fun i j => if (i =? j)%nat then 1 else 0).
Proof. intros i j Hi Hj. destruct i as [|[|i]]; try lia; cbn; ring. Qed.

Lemma root_of_2 : sqrt 2 < 2. Proof. rewrite <- (sqrt_Rsqr 2) at 2 by lra. apply sqrt_lt_1; unfold Rsqr; lra. Qed.

Lemma far_enough : 2 / sqrt 2 <= 2.
Proof.
  assert (1 <= sqrt 2) by (rewrite <- sqrt_1; apply sqrt_le_1; lra). apply Rmult_le_reg_r with (sqrt 2); [lra|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.

Lemma two_trials_at_least : 1 < INR (length in_pairs). Proof. cbn. lra. Qed.

Lemma second_pair : (1 < natural (INR (length in_pairs) / 2))%nat.
Proof. change (@length ctrial in_pairs) with (@length (vec * bool) in_pairs). rewrite pairs_length. cbn. lia. Qed.

Lemma active_not_zero : Forall (fun c : ctrial => exists i, (i < 2)%nat /\ fst c i <> 0) [active].
Proof. constructor; [exact some_entry|auto]. Qed.

Lemma size_of_u : INR 2 = Rpower 2 (INR 1) + sum 2 u - 1. Proof. cbn. rewrite Rpower_1; lra. Qed.

Lemma row_0 : (0 < 2 ^ 1)%nat. Proof. cbn. lia. Qed.

Lemma row_1 : (1 < 2 ^ 1)%nat. Proof. cbn. lia. Qed.

Lemma twenty : sum 20 ones = 20. Proof. unfold ones; cbn. lra. Qed.

Lemma ones_zero_one n : zero_one n ones. Proof. right. reflexivity. Qed.

Lemma u_count : 1 <= sum 2 u. Proof. rewrite u_sum. lra. Qed.

#[local] Hint Resolve points_as_said three_conjunctions twenty ones_zero_one u_count row_0 row_1 terms_zero_one terms_count terms_at_most_2
  points_zero_one points_labelled identity_orthonormal
  root_of_2 far_enough two_trials_at_least second_pair active_not_zero size_of_u : case.

#[local] Hint Resolve summing_additive summing_at_zero summing_of_dimension summing_rotation_invariant pairs_constant
  batch_given first_labelled summing_of_products size_2 one_below_2 one_at_most_2 : case.

Definition kw_dnf_met := ltac:(met (kw_dnf 3%nat 1%nat terms points)).
Definition kw_dnf_natural_met := ltac:(met (kw_dnf_natural 3%nat 1%nat terms points)).
Definition kw_winnow_notadd_met := ltac:(met (kw_winnow_notadd 3%nat 4 points)).
Definition kw_def2_met := ltac:(met (proj2 kw_def2 2%nat _ u x identity_orthonormal)).
Definition kw_winnow_notrot_met := ltac:(met (kw_winnow_notrot 1 2 2)).
Definition kw_ellip_rot_met := ltac:(met (proj2 kw_ellip_rot 2%nat _ one identity_orthonormal)).
Definition kw_def4_met := ltac:(met (proj2 kw_def4 1%nat (fun _ => true) 0%nat 0%nat)).
Definition kw_def6_met := ltac:(met (kw_def6 2%nat in_pairs pairs_constant)).
Definition kw_def7_met := ltac:(met (kw_def7 2%nat 1%nat 1%nat)).
Definition kw_ellip_met := ltac:(met (kw_ellip 2%nat 1%nat 1%nat)).
Definition kw_lin_met := ltac:(met (kw_lin 2%nat 1%nat 1 1%nat)).
Definition kw_dot_close_met := ltac:(met (kw_dot_close 2%nat)).
Definition kw_fig1_met := ltac:(met (proj2 kw_fig1 20%nat ones 2)).
Definition kw_fig2_met := ltac:(met (proj2 kw_fig2 2%nat u)).

Definition kw_winnow_up_met := ltac:(met (kw_winnow_up 2%nat 2 1 u labelled)).
Definition kw_winnow_ok_met := ltac:(met (kw_winnow_ok 2%nat u labelled)).
Definition kw_model_met := ltac:(met (kw_model 2%nat u active [active])).
Definition kw_incr_met := ltac:(met (kw_incr 2%nat 2 1 1 one active [active])).
Definition kw_elim_met := ltac:(met (kw_elim 2%nat 2 u labelled)).
Definition kw_okx_fix_met := ltac:(met (kw_okx_fix 2%nat 1 1 u labelled)).
Definition kw_okx_bias_met := ltac:(met (kw_okx_bias 2%nat 1 1 u labelled)).
Definition kw_perc_okx_met := ltac:(met (kw_perc_okx 2%nat 1 1 u labelled)).
Definition kw_lrfree_met := ltac:(met (kw_lrfree 2%nat 1 3 one)).
Definition kw_pairs_met := ltac:(met (kw_pairs 2%nat 1 1 (1 / 2) 1 1 1 u zero in_pairs pairs_constant two_trials_at_least 1%nat)).
Definition kw_thm8_met := ltac:(met (proj2 kw_thm8 true 2%nat summing u (1 / 2) in_pairs)).
Definition kw_lemma5_met := ltac:(met (kw_lemma5 1%nat (fun _ => 1))).
Definition kw_lemma10_met := ltac:(met (kw_lemma10 2%nat 1%nat 1%nat)).
Definition kw_lemma11_met := ltac:(met (kw_lemma11 2%nat 1%nat 1%nat)).
Definition kw_lemma12_met := ltac:(met (kw_lemma12 2%nat 1%nat 1%nat x)).
Definition kw_13a_met := ltac:(met (proj2 kw_13a 2%nat 1%nat 1%nat true summing)).
Definition kw_13b_met := ltac:(met (proj2 kw_13b 2%nat 1%nat 1%nat true summing)).
Definition kw_abstract_met := ltac:(met (kw_abstract 2%nat 1 1 1%nat 1 1 1 zero)).
Definition kw_genN_met := ltac:(met (kw_genN 2%nat 1 1 1%nat 1 1 0)).
Definition kw_batch_met := ltac:(met (kw_batch 2%nat 1 1%nat 1 1 1 0 u zero [(vector [1; 1], true)])).
Definition kw_thm3_met := ltac:(met (kw_thm3 true 2%nat summing)).
Definition kw_thm3c_met := ltac:(met (proj2 kw_thm3c true 2%nat summing)).
Definition kw_perc_rotinv_met := ltac:(met (proj2 kw_perc_rotinv 2%nat 1 0 _ one identity_orthonormal)).
