(** * No theorem holds for want of cases: for each, one case that meets all its premises

    [Definition bylander_2_met := ltac:(met (bylander_2 2 1 1 2 u trials)).] takes the theorem at this case, proves
    its premises, and is what the theorem then says. The cases are trials on which the learners err. *)

From Coq Require Import Reals List Bool Lra Lia Arith.
From Boundcheck Require Import Traces GenBounds Statements StatementsMore Main MainMore.
From Boundcheck Require Pnorm Experts Rotation.
Import ListNotations.
Open Scope R_scope.

(** ** The case: u = (1, 0, ...) and x = (1, -1, 0, ...), labelled +1 *)

Definition u : vec := vector [1; 0].
Definition x : vec := vector [1; -1].
Definition c : ctrial := (x, true).
Definition one : list ctrial := [c].
Definition many : list ctrial := [c; c; c; c; c].
Definition trials : list trial := as_trials one.

(** Disjunctions: the first attribute is relevant. *)
Definition labelled : list ctrial := [(vector [0; 1], false); (vector [1; 0], true)].

Ltac by_entries := let i := fresh in intros i ?; destruct i as [|[|[|i]]];
  try lia; unfold u, x, vector; cbn; try (destruct i); auto; try lra.

Lemma u_norm : norm 2 u = 1.
Proof. unfold norm. rewrite <- sqrt_1. f_equal. unfold u, vector; cbn. ring. Qed.

Lemma x_norm : norm 2 x <= 2.
Proof.
  unfold norm. rewrite <- (sqrt_Rsqr 2) by lra. apply sqrt_le_1_alt. unfold x, vector, Rsqr; cbn. lra.
Qed.

Lemma power_of_1 r : power 1 r = 1.
Proof. rewrite Pnorm.power_of_pos by lra. unfold Rpower. rewrite ln_1, Rmult_0_r. apply exp_0. Qed.

Lemma u_pnorm p : pnorm p 2 u = 1.
Proof. unfold pnorm, u, vector. cbn [sum nth]. rewrite !Pnorm.power_0, !power_of_1, !Rplus_0_l, Rplus_0_r. apply power_of_1. Qed.

Lemma x_pnorm : pnorm 3 2 x <= 2.
Proof.
  unfold pnorm, x, vector. cbn [sum nth]. rewrite <- (Pnorm.power_abs (-1)), Rabs_left by lra. replace (- -1) with 1 by ring. rewrite !power_of_1.
  replace (0 + 1 + 1) with 2 by ring. rewrite Pnorm.power_of_pos by lra.
  replace 2 with (Rpower 2 1) at 2 by (apply Rpower_1; lra). apply Rle_Rpower; lra.
Qed.

Lemma case_all (P : ctrial -> Prop) : P c -> Forall P one /\ Forall P many.
Proof. intros H. split; repeat constructor; assumption. Qed.

Lemma u_sum : sum 2 u = 1.
Proof. unfold u, vector; cbn; lra. Qed.

Lemma u_norm1 n : (2 <= n <= 3)%nat -> norm1 n u = 1.
Proof.
  intros Hn. unfold norm1, u, vector. destruct n as [|[|[|[|n]]]]; try lia; cbn; rewrite Rabs_R0, Rabs_R1; lra.
Qed.

Lemma ln_2 : 0 < ln 2 <= 1.
Proof. split; [apply ln_above_1; lra|]. pose proof (ln_le_minus_1 2). lra. Qed.

Lemma subsequence_self {A} (l : list A) : subsequence l l.
Proof. induction l; constructor; assumption. Qed.

Lemma sign_decides n : decides_by_sign n (errs n).
Proof. intros w d. unfold errs. rewrite leb_true, leb_false. lra. Qed.

Lemma sign_decides_of n f : decides_by_sign_of n f (fun z => errs n (f z)).
Proof. intros z d. unfold errs. rewrite leb_true, leb_false. lra. Qed.

Lemma x_product : dot 2 u x = 1.
Proof. unfold u, x, vector, dot; cbn; lra. Qed.

Lemma u_product : dot 2 u u = 1.
Proof. unfold u, vector, dot; cbn; lra. Qed.

Lemma products : dot 2 u (vector [0; 1]) = 0 /\ dot 2 u (vector [1; 0]) = 1.
Proof. unfold u, vector, dot; cbn; lra. Qed.

Lemma labelled_by_u : Forall (labelled_by 2 u) labelled.
Proof.
  destruct products as [E0 E1].
  apply Forall_cons; [|apply Forall_cons; [|apply Forall_nil]]; split; cbn [fst snd]; try solve [by_entries];
    symmetry; unfold disjunction; rewrite ?leb_true, ?leb_false, ?E0, ?E1; lra.
Qed.

Definition zeros_and_ones := vector [0; 1].

(** The sum of all examples, as a function of the past. *)
Definition summing : strategy := Strategy (fun past => combination (fun _ => 1) (map fst past)) (fun _ => 0).

Lemma summing_of_products n : of_products n summing.
Proof. exists (fun _ _ => 1). split; [intros past i _; reflexivity|intros; split; reflexivity]. Qed.

Definition learned : strategy := perceptron_strategy true 2 1 0 zero.

Lemma learned_additive n : additive n (perceptron_strategy true n 1 0 zero).
Proof. apply kw_def1. Qed.

Lemma same_move n w w' d d' : same n w w' -> same n (fst d) (fst d') -> snd d = snd d' ->
  same n (if errs_at true n 0 w d then perceptron 1 (label (snd d)) w (fst d) else w)
         (if errs_at true n 0 w' d' then perceptron 1 (label (snd d')) w' (fst d') else w').
Proof.
  intros Hw Hx Hy. replace (errs_at true n 0 w d) with (errs_at true n 0 w' d')
    by (unfold errs_at; rewrite Hy, (dot_ext n w w' (fst d) (fst d') Hw Hx); reflexivity).
  destruct (errs_at _ _ _ _ _); [|exact Hw].
  intros i Hi. unfold perceptron. rewrite Hy, (Hw i Hi), (Hx i Hi). reflexivity.
Qed.

Lemma learned_of_dimension n : of_dimension n (perceptron_strategy true n 1 0 zero).
Proof.
  intros l l' H. split; [|reflexivity]. cbn [weights perceptron_strategy].
  induction H as [|d d' l l' [Hx Hy] H IH]; [intros i _; reflexivity|]. cbn [rev].
  rewrite !Rotation.state_after_snoc. cbv zeta. apply same_move; assumption.
Qed.

(** ** Premises are proved by arithmetic, or by one of these facts *)

Ltac fact := first
  [ lra | lia | reflexivity | assumption | apply u_norm1; lia
  | rewrite u_norm; lra | rewrite u_sum; cbn; lra | rewrite u_pnorm; lra | rewrite u_norm1 by lia; lra
  | rewrite u_product; lra | apply sign_decides | apply sign_decides_of | apply labelled_by_u | apply subsequence_self
  | apply learned_additive | apply learned_of_dimension | apply Rotation.perceptron_rotation_invariant
  | apply summing_of_products | (intros i _; reflexivity)
  | solve [unfold nonnegative, zero_one; by_entries]
  | solve [repeat constructor; cbn [fst snd c]; first
      [ apply x_norm | apply label_interval_nonempty | apply x_pnorm
      | solve [unfold max_norm_at_most, votes, zero_one; by_entries; unfold Rabs; destruct (Rcase_abs _); lra]
      | solve [unfold max_norm_at_most, votes, zero_one; by_entries]
      | solve [intros _; rewrite ?x_product; cbn [label]; lra]
      | solve [rewrite ?x_product; cbn [label]; lra]
      | solve [unfold x, u, vector, dot; cbn; lra] ]]
  | solve [unfold separable, as_trials, cmp_loss, trial_loss, many, one; cbn [map fst snd as_trial c]; rewrite ?x_product;
      unfold loss, below, above, label_interval; cbn [low high];
      rewrite ?(proj2 (ltb_false 1 1)) by lra; lra ]
  | solve [unfold loss, below, above, label_interval; cbn; rewrite ?(proj2 (ltb_true _ _)) by lra; auto] ].

Ltac met t := let H := fresh in pose proof t as H; repeat specialize (H ltac:(fact));
  lazymatch type of H with (?A -> ?B) => fail "this premise is not met:" A | _ => exact H end.

(** ** The learners do err *)

Example perceptron_errs : mistakes 2 (perceptron 1) zero one = 1%nat.
Proof. unfold one, c, x. unfold_run. apply mistake_wrong with (n := 2%nat) (w' := (vector [1; -1])); [looks|looks|side|weights|]. finish. Qed.

Example exponentiated_errs eta : mistakes 2 (exponentiated 2 eta 1) (uniform 2 1) one = 1%nat.
Proof.
  unfold one, c, x, mistakes; cbn [mistakes_by].
  replace (errs 2 (uniform 2 1) _) with true by (symmetry; unfold errs; apply leb_true; compare). reflexivity.
Qed.

Example winnow_errs : winnow_mistakes true 2 2 1 labelled = 1%nat.
Proof.
  unfold labelled. unfold_run. apply mistake_wrong with (n := 2%nat) (w' := (vector [1; 1 / 2])); [looks|looks|side|weights|].
  apply mistake_right; [side|]. finish.
Qed.

(** ** Statements.v *)

Definition bylander_1_met := ltac:(met (bylander_1 2 zero u x (label_interval true))).
Definition bylander_zeta0_met := ltac:(met (bylander_zeta0 2 u u x (label_interval true))).
Definition bylander_2_met := ltac:(met (bylander_2 2 1 1 2 u trials)).
Definition bylander_2_tuned_met := ltac:(met (bylander_2_tuned 2 1 2 u trials)).
Definition bylander_2_step_met := ltac:(met (bylander_2_step 2 1 u zero x 1)).
Definition bylander_3_met := ltac:(met (bylander_3 2 1 1 1 u trials)).
Definition bylander_3_tuned_met := ltac:(met (bylander_3_tuned 2 1 1 u trials)).
Definition bylander_3_klinit_met := ltac:(met (bylander_3_klinit 2 1 u)).
Definition bylander_3_klpos_met := ltac:(met (bylander_3_klpos 2 1 1 1 u trials)).
Definition bylander_A1_met := ltac:(met (bylander_A1 2 u x 1 1 1)).
Definition bylander_Ol_met := ltac:(met (bylander_Ol 1 1 1 1 2)).
Definition bylander_cmp_met := ltac:(met (bylander_cmp 1 2)).
Definition bylander_double_met := ltac:(met (bylander_double 2 1 1 1 u trials)).
Definition bylander_4_met := ltac:(met (proj2 bylander_4 2%nat 1 zero one 1%nat)).
Definition bylander_4_eu_met := ltac:(met (bylander_4_eu 2 1 1 one 1)).
Definition bylander_5_met := ltac:(met (bylander_5 2 1 2 u one)).
Definition bylander_5_loss_met := ltac:(met (bylander_5_loss 2 1 2 u many many)).
Definition bylander_5_eta_met := ltac:(met (bylander_5_eta 2 1 3 one)).
Definition bylander_5_delta_met := ltac:(met (bylander_5_delta 2 1 u [(u, true)])).
Definition bylander_6_met := ltac:(met (bylander_6 2 1 1 u one)).
Definition bylander_6_loss_met := ltac:(met (bylander_6_loss 2 1 1 u many many)).
Definition bylander_6_norm_met := ltac:(met (bylander_6_norm 2 1 3 one)).
Definition bylander_6_litt_met := ltac:(met (bylander_6_litt 2 1 u one)).
Definition bylander_7_met := ltac:(met (bylander_7 2 1 1 1 u one)).
Definition bylander_7_loss_met := ltac:(met (bylander_7_loss 2 1 1 1 u many)).
Definition bylander_7_dev_met := ltac:(met (bylander_7_dev 2 1 1 u (x, false))).
Definition bylander_7_267_met := ltac:(met (bylander_7_267 2 0 one)).
Definition bylander_fn5_met := ltac:(met (bylander_fn5 2 (1 / 4) 1 2 u one)).
Definition bylander_8_met := ltac:(met (bylander_8 2 1 1 2 u trials)).
Definition bylander_8_step_met := ltac:(met (bylander_8_step 2 1 u zero x 1)).
Definition bylander_8_shift_met := ltac:(met (bylander_8_shift (1 / 2) 0 (label_interval true))).
Definition bylander_9_met := ltac:(met (bylander_9 2 1 1 1 u trials)).
Definition bylander_10_met := ltac:(met (proj2 bylander_10 2%nat (perceptron 1) zero one)).
Definition bylander_11_met := ltac:(met (bylander_11 2 1 2 u one)).
Definition bylander_12_met := ltac:(met (bylander_12 2 1 1 u one)).
Definition kitani_perc_met := ltac:(met (kitani_perc 2 2 1 u (errs 2) one)).
Definition kitani_perc_step_met := ltac:(met (kitani_perc_step 2 zero (errs 2) c)).
Definition kitani_eq7_met := ltac:(met (kitani_eq7 2 2 (errs 2) one)).
Definition kitani_eq10_met := ltac:(met (kitani_eq10 2 u x)).
Definition kitani_eq14_met := ltac:(met (kitani_eq14 2 1 u (errs 2) one)).
Definition kitani_eq16_met := ltac:(met (kitani_eq16 2 1 u (errs 2) one)).
Definition kitani_eq18_met := ltac:(met (kitani_eq18 2 2 1 u (errs 2) one)).
Definition gls_perceptron_met := ltac:(met (gls_perceptron 2 1 1 2 1 u (errs 2) one)).
Definition gls_6_perceptron_met := ltac:(met (gls_6_perceptron 2 1 1 2 1 u (errs 2) one)).

(** ** StatementsMore.v *)

Definition kitani_winnow_met := ltac:(met (kitani_winnow 2 u labelled)).
Definition kitani_winnow_beta_met := ltac:(met (kitani_winnow_beta 2 3 u labelled)).
Definition kw_winnow_up_met := ltac:(met (kw_winnow_up 2 2 1 u labelled)).
Definition kitani_eq24_met := ltac:(met (kitani_eq24 2 ones u)).
Definition kitani_eq27_met := ltac:(met (kitani_eq27 2 (vector [3; 1]) u)).
Definition kitani_eq25_met := ltac:(met (kitani_eq25 2 u labelled)).
Definition kitani_eq29_met := ltac:(met (kitani_eq29 2 u labelled)).
Definition kitani_eq30_met := ltac:(met (kitani_eq30 2 u labelled)).
Definition kitani_eq31_met := ltac:(met (kitani_eq31 2 u labelled)).
Definition kitani_eq33_met := ltac:(met (kitani_eq33 2 u labelled)).
Definition kitani_eq35_met := ltac:(met (kitani_eq35 2 u labelled)).
Definition kitani_eq36_met := ltac:(met (kitani_eq36 2 u labelled)).
Definition kitani_eq37_met := ltac:(met (kitani_eq37 2 u labelled)).
Definition kitani_eq38_met := ltac:(met (kitani_eq38 2 u labelled)).
Definition kw_elim_met := ltac:(met (kw_elim 2 2 u labelled)).
Definition kw_okx_fix_met := ltac:(met (kw_okx_fix true 2 1 1 u labelled)).
Definition kw_okx_bias_met := ltac:(met (kw_okx_bias true 2 1 1 u labelled)).
Definition kw_perc_okx_met := ltac:(met (kw_perc_okx true 2 1 1 u labelled)).
Definition kw_lrfree_met := ltac:(met (kw_lrfree true 2 1 3 one x)).
Definition kitani_wma_met := ltac:(met (kitani_wma 2 (1 / 2) 0 one)).
Definition kitani_wma_range_met := ltac:(met (kitani_wma_range 2 (1 / 2) 0 one)).
Definition kitani_rwma_met := ltac:(met (kitani_rwma 2 (1 / 2) 0 one)).
Definition kitani_rwma_range_met := ltac:(met (kitani_rwma_range 2 (1 / 2) 0 one)).
Definition kitani_rwma_sqrtT_met := ltac:(met (kitani_rwma_sqrtT 2 0 one)).
Definition kitani_rwma_noreg_met := ltac:(met (kitani_rwma_noreg 2 0 one)).

Definition wrong : vec -> ctrial -> bool := fun z => errs 2 (link 3 z).
Definition gls_7_1_step_met := ltac:(met (gls_7_1_step 3 2 1 wrong zero c)).
Definition gls_7_1q_met := ltac:(met (gls_7_1q 3 (3 / 2) 2 1 1 2 u u wrong one)).
Definition gls_9_avg_met := ltac:(met (gls_9_avg 3 (3 / 2) 2 1 1 2 u wrong one)).
Definition gls_7_1a_met := ltac:(met (gls_7_1a 3 (3 / 2) 2 1 1 2 1 u wrong one)).
Definition gls_7_1aplus_met := ltac:(met (gls_7_1aplus 3 (3 / 2) 2 1 1 2 1 u wrong one)).
Definition gls_7_1b_met := ltac:(met (gls_7_1b 3 (3 / 2) 2 (a_gls_7_1b 2 (pnorm 3 2 u) 1 3 (dot 2 u u)) 1 2 1 u u wrong one)).
Definition gls_7_1c_met := ltac:(met (gls_7_1c 3 (3 / 2) 2 1 1 2 1 u u wrong one)).
Definition gls_7_1q_root_met := ltac:(met (gls_7_1q_root 3 (3 / 2) 2 1 1 2 1 u u wrong one)).
Definition gls_9_logp_met := ltac:(met (gls_9_logp 3 1 1 1 1 u (fun z => errs 3 (link (p_gls_9_logp (INR 3)) z)) one)).
Definition gls_claim2_met := ltac:(met (gls_claim2 3 2 1 1 u zero wrong one)).
Definition gls_1st_met := ltac:(met (gls_1st 3 2 1 wrong zero c)).
Definition gls_5_1_met := ltac:(met (gls_5_1 3 (3 / 2) 2 1 u x x)).
Definition gls_wm_met := ltac:(met (gls_wm 2 (a_gls_wm 1 1 1) 1 1 1 u (fun z => errs 2 (exponential z)) one)).
Definition gls_wm_a_met := ltac:(met (gls_wm_a 2 1 1 1 1 u (fun z => errs 2 (exponential z)) one)).
Definition gls_bw_met := ltac:(met (gls_bw 2 (a_gls_bw 1 1 1) 1 1 1 u (fun z => errs 2 (hyperbolic z)) one)).

Definition kw_pairs_met := ltac:(met (kw_pairs 2 learned one x x)).
Definition kw_thm8_met := ltac:(met (kw_thm8 true 2 learned u (1 / 2) (hadamard_pairs 1))).
Definition kw_lemma5_met := ltac:(met (kw_lemma5 1 (fun _ => 1))).
Definition kw_lemma10_met := ltac:(met (kw_lemma10 1 2)).
Definition kw_lemma11_met := ltac:(met (kw_lemma11 1 2 1 zero)).
Definition kw_lemma12_met := ltac:(met (kw_lemma12 1 2 1 x)).
Definition kw_13a_met := ltac:(met (kw_13a true 1 2 1 learned)).
Definition kw_13b_met := ltac:(met (kw_13b true 1 2 1 learned)).
Definition kw_abstract_met := ltac:(met (kw_abstract true 2 1 learned)).
Definition kw_genN_met := ltac:(met (kw_genN true 2 1 learned)).
Definition kw_batch_met := ltac:(met (kw_batch true 1 2 1 learned u [(vector [1; 1], true)])).
Definition kw_thm3_met := ltac:(met (kw_thm3 true 2 learned)).
Definition kw_thm3c_met := ltac:(met (kw_thm3c true 2 summing)).
Definition kw_perc_rotinv_met := ltac:(met (kw_perc_rotinv true 2 1 0 learned)).
