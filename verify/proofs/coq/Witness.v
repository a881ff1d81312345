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
Proof.
  unfold pnorm, u, vector. cbn [sum nth]. rewrite !Pnorm.power_0, !power_of_1, !Rplus_0_l, Rplus_0_r. apply power_of_1.
Qed.

Lemma x_pnorm : pnorm 3 2 x <= 2.
Proof.
  unfold pnorm, x, vector. cbn [sum nth]. rewrite <- (Pnorm.power_abs (-1)), Rabs_left by lra.
  replace (- -1) with 1 by ring. rewrite !power_of_1.
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

(** The sum of all examples, as a function of the past. *)
Definition summing : strategy := Strategy (fun past => combination (fun _ => 1) (map fst past)) (fun _ => 0).

Lemma summing_of_products n : of_products n summing.
Proof. exists (fun _ _ => 1). split; [intros past i _; reflexivity|intros; split; reflexivity]. Qed.

Notation learned := (perceptron_strategy true 2 1 0 zero).

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

(** ** The premises *)

Lemma x_entries i : x i = 1 \/ x i = -1 \/ x i = 0.
Proof. destruct i as [|[|[|i]]]; unfold x, vector; cbn; auto. Qed.

Lemma x_box n : max_norm_at_most n x 1.
Proof. intros i _. unfold Rabs. destruct (Rcase_abs (x i)), (x_entries i) as [->|[->| ->]]; lra. Qed.

Lemma x_votes : votes 2 x.
Proof. by_entries. Qed.

Lemma u_nonnegative n : nonnegative n u.
Proof. intros [|[|[|i]]] _; unfold u, vector; cbn; lra. Qed.

Lemma u_zero_one : zero_one 2 u.
Proof. by_entries. Qed.

Lemma u_abs_sum : sum 2 (fun i => Rabs (u i)) = 1.
Proof. exact (u_norm1 2 ltac:(lia)). Qed.

Ltac each := unfold trials, as_trials, one, many; cbn [map];
  repeat first [apply Forall_nil | apply Forall_cons; [cbn [fst snd as_trial c]|]].

Lemma box_one n : box_labels n 1 one.
Proof. each. apply x_box. Qed.
Lemma box_many n : box_labels n 1 many.
Proof. each; apply x_box. Qed.
Lemma ball_one : ball_labels 2 2 one.
Proof. each. apply x_norm. Qed.
Lemma ball_many : ball_labels 2 2 many.
Proof. each; apply x_norm. Qed.
Lemma pnorm_one : pnorm_ball 3 2 2 one.
Proof. each. apply x_pnorm. Qed.
Lemma unit_one : ball_labels 2 1 [(u, true)].
Proof. each. rewrite u_norm. lra. Qed.
Lemma box_trials_one n : box_trials n 1 trials.
Proof. each. split; [apply x_box|apply label_interval_nonempty]. Qed.
Lemma ball_trials_one : ball_trials 2 2 trials.
Proof. each. split; [apply x_norm|apply label_interval_nonempty]. Qed.
Lemma votes_one : Forall (fun d => votes 2 (fst d)) one.
Proof. each. apply x_votes. Qed.
Lemma sums_at_most_1 : sum_at_most 2 1 labelled.
Proof. unfold labelled; each; unfold vector; cbn; lra. Qed.

Lemma margin_one n : (2 <= n <= 3)%nat -> margin_at_least n 1 u one.
Proof.
  intros Hn. each. unfold c, x, u, vector, dot. destruct n as [|[|[|[|n]]]]; try lia; cbn; lra.
Qed.
Lemma right_of d : In d many -> errs 2 u d = false -> 1 <= label (snd d) * dot 2 u (fst d).
Proof.
  intros H _. cbn in H. repeat destruct H as [<-|H]; try contradiction; cbn [fst snd c label]; rewrite x_product; lra.
Qed.
Lemma right_one : right_or_clear 2 u one.
Proof. apply Forall_forall. intros d H. apply right_of. destruct H as [<-|[]]; cbn; auto. Qed.
Lemma right_many : right_or_clear 2 u many.
Proof. apply Forall_forall. exact right_of. Qed.

Lemma no_loss : trial_loss 2 u (as_trial c) = 0.
Proof.
  unfold trial_loss, as_trial, c, loss, below, above, label_interval; cbn [fst snd low high]. rewrite x_product.
  rewrite (proj2 (ltb_false 1 1)) by lra. reflexivity.
Qed.
Lemma separable_one : separable 2 u one.
Proof. unfold separable, one, as_trials; cbn [map cmp_loss]. rewrite no_loss. ring. Qed.
Lemma separable_many : separable 2 u many.
Proof. unfold separable, many, as_trials; cbn [map cmp_loss]. rewrite no_loss. ring. Qed.
Lemma separable_unit : separable 2 u [(u, true)].
Proof.
  unfold separable, as_trials, as_trial, label_interval; cbn [map cmp_loss fst snd].
  unfold trial_loss, loss, below, above.
  cbn [fst snd low high]. rewrite u_product, (proj2 (ltb_false 1 1)) by lra. ring.
Qed.

Lemma zero_errs : errs 2 zero c = true.
Proof. apply leb_true. unfold c, x. cbn [fst snd]. compare. Qed.

Lemma u_errs : errs 2 u (x, false) = true.
Proof. apply leb_true. cbn [fst snd]. rewrite x_product. cbn [label]. lra. Qed.

(** The p-norm Perceptron at p = 3, with the state z. *)
Definition wrong : vec -> ctrial -> bool := fun z => errs 2 (link 3 z).

Lemma link_errs : wrong zero c = true.
Proof. apply leb_true. unfold c, x. cbn [fst snd]. link_values. compare. Qed.

Lemma link_errs_once : (0 < mistakes_by wrong (perceptron 1) zero one)%nat.
Proof. unfold one. cbn [mistakes_by]. rewrite link_errs. lia. Qed.

Lemma u_loss : loss (dot 2 u x) (label_interval true) = 0.
Proof. exact no_loss. Qed.

Lemma too_low : below 0 (widen (1 / 2) (label_interval true)) = true.
Proof. cbn. apply ltb_true. lra. Qed.

Lemma half_wma : - 1 * ln (1 - 1 / 2) <= (0 - 2 * (1 / 2) - 2) * ln (1 - 1 / 2 / 2).
Proof. pose proof (Experts.wma_range (1 / 2)). lra. Qed.

Lemma half_rwma : - 1 * ln (1 - 1 / 2) <= (1 / 2) ^ 2 + 1 / 2.
Proof. pose proof (Experts.rwma_range (1 / 2)). lra. Qed.

Lemma many_5 : longer_bylander_5_loss 1 2 < INR (length many).
Proof. unfold longer_bylander_5_loss. cbn. lra. Qed.

Lemma many_6 : longer_bylander_6_loss 1 1 (INR 2) < INR (length many).
Proof. unfold longer_bylander_6_loss. cbn. pose proof ln_2 as H. replace 2 with (1 + 1) in H by ring. lra. Qed.

Lemma u_never_errs : cmp_mistakes 2 u many = 0%nat.
Proof.
  unfold many. cbn [cmp_mistakes]. replace (errs 2 u c) with false; [reflexivity|]. symmetry. apply leb_false.
  cbn [fst snd c label]. rewrite x_product. lra.
Qed.

Lemma many_7 : longer_bylander_7_loss 1 1 1 (INR (cmp_mistakes 2 u many)) (INR 2) < INR (length many).
Proof.
  rewrite u_never_errs. unfold longer_bylander_7_loss. cbn. pose proof ln_2 as H.
  replace 2 with (1 + 1) in H by ring. lra.
Qed.

Lemma u_expert : is_expert 2 u.
Proof. exists 0%nat. split; [lia|by_entries]. Qed.

Lemma pairs_constant : pairwise_constant 2 (hadamard_pairs 1).
Proof. apply (kw_lemma10 1%nat 2%nat 1%nat). split; cbn; [rewrite Rpower_1|]; lra. Qed.

Lemma first_pair : Forall (fun d => exists t, (t < 2 ^ (1 - 1))%nat /\
  (same 2 (fst d) (upper_half 1 t) \/ same 2 (fst d) (lower_half 1 t))) [(vector [1; 1], true)].
Proof. each. exists O. split; [cbn; lia|left]. entries. Qed.

Lemma first_labelled : Forall (labelled_by 2 u) [(vector [1; 1], true)].
Proof.
  each. split; cbn [fst snd]; [by_entries|]. symmetry. apply leb_true. unfold u, vector, dot; cbn. lra.
Qed.

(** ** The learners do err *)

Example perceptron_errs : mistakes 2 (perceptron 1) zero one = 1%nat.
Proof.
  unfold one, c, x. unfold_run.
  apply mistake_wrong with (n := 2%nat) (w' := (vector [1; -1])); [looks|looks|side|weights|]. finish.
Qed.

Example exponentiated_errs eta : mistakes 2 (exponentiated 2 eta 1) (uniform 2 1) one = 1%nat.
Proof.
  unfold one, mistakes; cbn [mistakes_by]. replace (errs 2 (uniform 2 1) c) with true; [reflexivity|].
  symmetry. apply leb_true. unfold c, x. cbn [fst snd]. compare.
Qed.

Example majority_errs eta : majority_mistakes 2 eta ones one = 1%nat.
Proof.
  unfold one. cbn [majority_mistakes]. replace (errs 2 ones c) with true; [reflexivity|].
  symmetry. apply leb_true. unfold c, x. cbn [fst snd]. compare.
Qed.

Example winnow_errs : winnow_mistakes true 2 2 1 labelled = 1%nat.
Proof.
  unfold labelled. unfold_run.
  apply mistake_wrong with (n := 2%nat) (w' := (vector [1; 1 / 2])); [looks|looks|side|weights|].
  apply mistake_right; [side|]. finish.
Qed.

Definition active : ctrial := (vector [1; 0], true).

Lemma active_labelled : labelled_by 2 u active.
Proof. pose proof labelled_by_u as H. inversion H as [|? ? _ H']. inversion H'. assumption. Qed.

Lemma ones_err : errs_at false 2 (INR 2) (state_after (errs_at false 2 (INR 2)) (winnow (1 + 1)) ones []) active = true.
Proof.
  unfold errs_at, positive, active. cbn [fst snd state_after].
  replace (ltb (INR 2) _) with false; [reflexivity|]. symmetry. apply ltb_false. unfold dot, ones, vector; cbn. lra.
Qed.

Lemma not_above : positive false (INR 2) (dot 2 ones (fst active)) = false.
Proof. apply ltb_false. unfold active, ones, vector, dot; cbn. lra. Qed.

Lemma is_above : positive false (INR 2) (dot 2 (vector [3; 1]) (fst active)) = true.
Proof. apply ltb_true. unfold active, vector, dot; cbn. lra. Qed.

Lemma active_in : In active [active].
Proof. left. reflexivity. Qed.

Lemma active_inputs : Forall (fun c => zero_one 2 (fst c)) [active].
Proof. each. unfold active. by_entries. Qed.

Lemma size_2 : INR 2 = Rpower 2 (INR 1) + INR 1 - 1.
Proof. cbn. rewrite Rpower_1; lra. Qed.

Lemma one_is_1 : 1 <= INR 1.
Proof. cbn. lra. Qed.

Lemma one_below_2 : INR 1 < upper_k_kw_abstract (INR 2) /\ INR 1 <= upper_k_kw_genN (INR 2).
Proof. unfold upper_k_kw_abstract, upper_k_kw_genN. cbn. lra. Qed.

Lemma u_norm1_positive : 0 < norm1 2 u.
Proof. rewrite u_norm1 by lia. lra. Qed.

Lemma margin_one_unit : margin_at_least 2 (1 * norm 2 u) u one.
Proof. rewrite u_norm, Rmult_1_r. apply margin_one. lia. Qed.

Lemma some_entry : exists i, (i < 2)%nat /\ fst active i <> 0.
Proof. exists 0%nat. split; [lia|]. unfold active, vector; cbn. lra. Qed.

Lemma active_zero_one : zero_one 2 (fst active).
Proof. by_entries. Qed.

Lemma passive_zero_one : zero_one 2 (vector [0; 1]).
Proof. by_entries. Qed.

Create HintDb case.
#[export] Hint Resolve x_box x_votes u_nonnegative u_zero_one box_one box_many ball_one ball_many pnorm_one unit_one
  box_trials_one ball_trials_one votes_one sums_at_most_1 margin_one right_one right_many separable_one separable_many
  separable_unit sign_decides sign_decides_of labelled_by_u subsequence_self learned_additive learned_of_dimension
  active_labelled ones_err some_entry active_zero_one passive_zero_one zero_errs u_errs link_errs
    link_errs_once u_loss too_low not_above is_above half_wma half_rwma many_5 many_6 many_7
  u_expert active_in active_inputs size_2 one_is_1 u_norm1_positive margin_one_unit pairs_constant first_pair
    first_labelled summing_of_products Rotation.perceptron_rotation_invariant
    label_interval_nonempty : case.

Ltac fact := first
  [ lra | lia | reflexivity | solve [auto with case]
  | rewrite u_norm; lra | rewrite u_sum; cbn [INR]; lra | rewrite u_pnorm; lra | rewrite u_norm1 by lia; lra
  | rewrite u_abs_sum; lra | rewrite u_product; lra | solve [apply margin_one; lia]
  | exact u_sum | apply one_below_2 | apply sign_decides_of | (intros ? _; reflexivity)
  | rewrite perceptron_errs; lia | rewrite exponentiated_errs; lia
  | solve [intros; unfold upper_eta_bylander_7, upper_eta_bylander_7_loss, upper_eta_bylander_fn5, upper_a_gls_wm_a,
      upper_eta_kitani_wma, upper_eta_kitani_rwma, upper_a_gls_8_dh;
    lra] ].

(** The premises that are generated from the catalogue are one conjunction. *)
Ltac facts := first [fact | red; repeat split; fact].

Ltac met t := let H := fresh in pose proof t as H; repeat specialize (H ltac:(facts));
  lazymatch type of H with (?A -> ?B) => fail "this premise is not met:" A | _ => exact H end.

(** ** Statements.v *)

Definition bylander_1_met := ltac:(met (bylander_1 2%nat zero u x (label_interval true))).
Definition bylander_zeta0_met := ltac:(met (bylander_zeta0 2%nat u u x (label_interval true))).
Definition bylander_2_met := ltac:(met (bylander_2 2%nat 1 1 2 u trials)).
Definition bylander_2_tuned_met := ltac:(met (bylander_2_tuned 2%nat 1 2 u trials)).
Definition bylander_2_step_met := ltac:(met (bylander_2_step 2%nat 1 u zero x 1)).
Definition bylander_3_met := ltac:(met (bylander_3 2%nat 1 1 1 u trials)).
Definition bylander_3_tuned_met := ltac:(met (bylander_3_tuned 2%nat 1 1 u trials)).
Definition bylander_3_klinit_met := ltac:(met (bylander_3_klinit 2%nat 1 u)).
Definition bylander_3_klpos_met := ltac:(met (bylander_3_klpos 2%nat 1 1 1 u trials)).
Definition bylander_A1_met := ltac:(met (bylander_A1 2%nat u x 1 1 1)).
Definition bylander_Ol_met := ltac:(met (bylander_Ol 1 1 1 1 2)).
Definition bylander_cmp_met := ltac:(met (bylander_cmp 1 2)).
Definition bylander_double_met := ltac:(met (bylander_double 2%nat 1 1 1 u trials)).
Definition bylander_4_met := ltac:(met (proj2 bylander_4 2%nat 1 zero one 1%nat)).
Definition bylander_4_eu_met := ltac:(met (bylander_4_eu 2%nat 1 1 one 1%nat)).
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
Definition bylander_7_dev_met := ltac:(met (bylander_7_dev 2%nat 1 1 u (x, false))).
Definition bylander_7_267_met := ltac:(met (bylander_7_267 2%nat u one)).
Definition bylander_fn5_met := ltac:(met (bylander_fn5 2%nat (1 / 4) 1 2 u one)).
Definition bylander_8_met := ltac:(met (bylander_8 2%nat 1 1 2 u trials)).
Definition bylander_8_step_met := ltac:(met (bylander_8_step 2%nat 1 u zero x 1)).
Definition bylander_8_shift_met := ltac:(met (bylander_8_shift (1 / 2) 0 (label_interval true))).
Definition bylander_9_met := ltac:(met (bylander_9 2%nat 1 1 1 u trials)).
Definition bylander_10_met := ltac:(met (proj2 bylander_10 2%nat (perceptron 1) zero one)).
Definition bylander_11_met := ltac:(met (bylander_11 2%nat 1 2 u one)).
Definition bylander_12_met := ltac:(met (bylander_12 2%nat 1 1 u one)).
Definition bylander_eg_met := ltac:(met (bylander_eg 2%nat 1 [(x, 1)] x)).
Definition gls_8_dh_met := ltac:(met (gls_8_dh 2%nat (1 / 4) 1 2 1 1 u (errs 2) one)).
Definition uml_hinge_met := ltac:(met (proj1 (uml_hinge 2%nat u zero c))).
Definition uml_grad_met := ltac:(met (uml_grad 2%nat 1 one 0%nat)).
Definition kitani_perc_met := ltac:(met (kitani_perc 2%nat 2 1 u (errs 2) one)).
Definition kitani_perc_step_met := ltac:(met (kitani_perc_step 2%nat zero (errs 2) c)).
Definition kitani_eq7_met := ltac:(met (kitani_eq7 2%nat 2 (errs 2) one)).
Definition kitani_eq10_met := ltac:(met (kitani_eq10 2%nat u x)).
Definition kitani_eq14_met := ltac:(met (kitani_eq14 2%nat 1 u (errs 2) one)).
Definition kitani_eq16_met := ltac:(met (kitani_eq16 2%nat 1 u (errs 2) one)).
Definition kitani_eq18_met := ltac:(met (kitani_eq18 2%nat 2 1 u (errs 2) one)).
Definition gls_perceptron_met := ltac:(met (gls_perceptron 2%nat 1 1 2 1 u (errs 2) one)).
Definition gls_6_perceptron_met := ltac:(met (gls_6_perceptron 2%nat 1 1 2 1 u (errs 2) one)).

(** ** StatementsMore.v *)

Definition kitani_winnow_met := ltac:(met (kitani_winnow 2%nat u labelled)).
Definition kitani_winnow_beta_met := ltac:(met (kitani_winnow_beta 2%nat 3 u labelled)).
Definition kw_winnow_up_met := ltac:(met (kw_winnow_up 2%nat 2 1 u labelled)).
Definition kitani_eq24_met := ltac:(met (kitani_eq24 2%nat ones [active] active)).
Definition kitani_eq27_met := ltac:(met (kitani_eq27 2%nat (vector [3; 1]) [active] active)).
Definition kitani_eq25_met := ltac:(met (kitani_eq25 2%nat u labelled)).
Definition kitani_eq29_met := ltac:(met (kitani_eq29 2%nat u labelled)).
Definition kitani_eq30_met := ltac:(met (kitani_eq30 2%nat u labelled)).
Definition kitani_eq31_met := ltac:(met (kitani_eq31 2%nat u labelled)).
Definition kitani_eq33_met := ltac:(met (kitani_eq33 2%nat u labelled)).
Definition kitani_eq35_met := ltac:(met (kitani_eq35 2%nat u labelled)).
Definition kitani_eq36_met := ltac:(met (kitani_eq36 2%nat u labelled)).
Definition kitani_eq37_met := ltac:(met (kitani_eq37 2%nat u labelled)).
Definition kitani_eq38_met := ltac:(met (kitani_eq38 2%nat u labelled)).
Definition kitani_lem4_met := ltac:(met (kitani_lem4 2%nat 1 u [] active 0%nat)).
Definition kw_winnow_ok_met := ltac:(met (kw_winnow_ok 2%nat u labelled)).
Definition kw_model_met := ltac:(met (kw_model 2%nat u (vector [0; 1]))).
Definition kw_incr_met := ltac:(met (kw_incr true 2%nat 1 2 1 one active)).
Definition kw_elim_met := ltac:(met (kw_elim 2%nat 2 u labelled)).
Definition kw_okx_fix_met := ltac:(met (kw_okx_fix true 2%nat 1 1 u labelled)).
Definition kw_okx_bias_met := ltac:(met (kw_okx_bias true 2%nat 1 1 u labelled)).
Definition kw_perc_okx_met := ltac:(met (kw_perc_okx true 2%nat 1 1 u labelled)).
Definition kw_lrfree_met := ltac:(met (kw_lrfree true 2%nat 1 3 one x)).
Definition kitani_wma_met := ltac:(met (kitani_wma 2%nat (1 / 2) 0%nat one)).
Definition kitani_wma_range_met := ltac:(met (kitani_wma_range 2%nat (1 / 2) 0%nat one)).
Definition kitani_rwma_met := ltac:(met (kitani_rwma 2%nat (1 / 2) 0%nat one)).
Definition kitani_rwma_range_met := ltac:(met (kitani_rwma_range 2%nat (1 / 2) 0%nat one)).
Definition kitani_rwma_sqrtT_met := ltac:(met (kitani_rwma_sqrtT 2%nat 0%nat one)).
Definition kitani_rwma_noreg_met := ltac:(met (kitani_rwma_noreg 2%nat 0%nat one)).

Definition gls_7_1_step_met := ltac:(met (gls_7_1_step 3 2%nat 1 wrong zero c)).
Definition gls_7_1q_met := ltac:(met (gls_7_1q 3 (3 / 2) 2%nat 1 1 2 1 1 u u wrong one)).
Definition gls_9_avg_met := ltac:(met (gls_9_avg 3 (3 / 2) 2%nat 1 1 2 u wrong one)).
Definition gls_7_1a_met := ltac:(met (gls_7_1a 3 (3 / 2) 2%nat 1 1 2 1 u wrong one)).
Definition gls_7_1aplus_met := ltac:(met (gls_7_1aplus 3 (3 / 2) 2%nat 1 1 2 1 u wrong one)).
Definition gls_7_1b_met := ltac:(met (gls_7_1b 3 (3 / 2) 2%nat 1 2 1 1 1 u u wrong one)).
Definition gls_7_1c_met := ltac:(met (gls_7_1c 3 (3 / 2) 2%nat 1 1 2 1 1 1 u u wrong one)).
Definition gls_7_1q_root_met := ltac:(met (gls_7_1q_root 3 (3 / 2) 2%nat 1 1 2 1 1 1 u u wrong one)).
Definition gls_9_logp_met := ltac:(met (gls_9_logp 3%nat 1 1 1 1 u (fun z => errs 3 (link (p_gls_9_logp (INR 3)) z))
  one)).
Definition gls_claim2_met := ltac:(met (gls_claim2 3 2%nat 1 1 u zero wrong one)).
Definition gls_1st_met := ltac:(met (gls_1st 3 2%nat 1 wrong zero c)).
Definition gls_wm_met := ltac:(met (gls_wm 2%nat 1 1 1 (entropy_of_shares 2 (norm1 2 u) u) u (fun z => errs 2
  (exponential z)) one)).
Definition gls_wm_a_met := ltac:(met (gls_wm_a 2%nat 1 1 1 1 (entropy_of_shares 2 (norm1 2 u) u) u
  (fun z => errs 2 (exponential z)) one)).
Definition gls_bw_met := ltac:(met (gls_bw 2%nat 1 1 1 (entropy_of_shares 2 (norm1 2 u) u) u (fun z => errs 2
  (hyperbolic z)) one)).

Definition kw_pairs_met := ltac:(met (kw_pairs 2%nat learned one x x)).
Definition kw_thm8_met := ltac:(met (kw_thm8 true 2%nat learned u (1 / 2) (hadamard_pairs 1))).
Definition kw_lemma5_met := ltac:(met (kw_lemma5 1%nat (fun _ => 1))).
Definition kw_lemma10_met := ltac:(met (kw_lemma10 1%nat 2%nat 1%nat)).
Definition kw_lemma11_met := ltac:(met (kw_lemma11 1%nat 2%nat 1%nat zero)).
Definition kw_lemma12_met := ltac:(met (kw_lemma12 1%nat 2%nat 1%nat x)).
Definition kw_13a_met := ltac:(met (kw_13a true 1%nat 2%nat 1%nat learned)).
Definition kw_13b_met := ltac:(met (kw_13b true 1%nat 2%nat 1%nat learned)).
Definition kw_abstract_met := ltac:(met (kw_abstract true 2%nat 1%nat learned)).
Definition kw_genN_met := ltac:(met (kw_genN true 2%nat 1%nat learned)).
Definition kw_batch_met := ltac:(met (kw_batch true 1%nat 2%nat 1%nat learned u [(vector [1; 1], true)])).
Definition kw_thm3_met := ltac:(met (kw_thm3 true 2%nat learned)).
Definition kw_thm3c_met := ltac:(met (kw_thm3c true 2%nat summing)).
Definition kw_perc_rotinv_met := ltac:(met (kw_perc_rotinv true 2%nat 1 0 learned (or_introl eq_refl))).
