(** * No theorem holds for want of cases: for each, one case that meets all its premises

    [Definition bylander_2_met := ltac:(met (bylander_2 2 1 2 1 u trials)).] takes the theorem at this case, proves
    its premises, and is what the theorem then says. The cases are trials on which the learners err. *)

From Boundcheck Require Import Traces GenBounds Learners.
From Boundcheck Require Pnorm.
From Boundcheck.classics Require Import Definitions.
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

Lemma u_norm : norm 2 u = 1. Proof. unfold norm. rewrite <- sqrt_1. f_equal. cbn. ring. Qed.

Lemma x_norm : norm 2 x <= 2.
Proof. rewrite <- (sqrt_Rsqr 2) by lra. apply sqrt_le_1_alt. unfold x, Rsqr; cbn. lra. Qed.

Lemma power_of_1 r : power 1 r = 1.
Proof. rewrite Pnorm.power_of_pos by lra. unfold Rpower. rewrite ln_1, Rmult_0_r. apply exp_0. Qed.

Lemma u_pnorm p : pnorm p 2 u = 1.
Proof. unfold pnorm. cbn [sum nth]. rewrite !power_0, !power_of_1, !Rplus_0_l, Rplus_0_r. apply power_of_1. Qed.

Lemma x_pnorm : pnorm 3 2 x <= 2.
Proof.
  unfold pnorm. cbn [sum nth]. rewrite <- (Pnorm.power_abs (-1)), Rabs_left by lra. replace (- -1) with 1 by ring.
  rewrite !power_of_1. replace (0 + 1 + 1) with 2 by ring. rewrite Pnorm.power_of_pos by lra.
  replace 2 with (Rpower 2 1) at 2 by (apply Rpower_1; lra). apply Rle_Rpower; lra.
Qed.

Lemma u_entropy : (if Req_EM_T (norm1 2 u) 0 then 0
  else - sum 2 (fun e => Rabs (u e) / norm1 2 u * ln (Rabs (u e) / norm1 2 u))) = entropy_of_shares 2 (norm1 2 u) u.
Proof. destruct (Req_EM_T _ _) as [H|_]; [|reflexivity]. cbn in H. rewrite Rabs_R0, Rabs_R1 in H. lra. Qed.

Lemma u_sum : sum 2 u = 1. Proof. cbn; lra. Qed.

Lemma u_norm1 n : (2 <= n <= 3)%nat -> norm1 n u = 1.
Proof. destruct n as [|[|[|[|n]]]]; try lia; cbn; rewrite Rabs_R0, Rabs_R1; lra. Qed.

Lemma ln_2 : 0 < ln 2 <= 1. Proof. split; [apply ln_above_1; lra|]. pose proof (ln_le_minus_1 2). lra. Qed.

Lemma subsequence_self {A} (l : list A) : subsequence l l. Proof. induction l; constructor; signs. Qed.

Lemma sign_decides n : decides_by_sign n (errs n).
Proof. intros w d. unfold errs. rewrite leb_true, leb_false. lra. Qed.

Lemma sign_decides_of n f : decides_by_sign_of n f (fun z => errs n (f z)).
Proof. intros z d. unfold errs. rewrite leb_true, leb_false. lra. Qed.

Lemma x_product : dot 2 u x = 1. Proof. cbn; lra. Qed.

Lemma u_product : dot 2 u u = 1. Proof. cbn; lra. Qed.

Lemma products : dot 2 u (vector [0; 1]) = 0 /\ dot 2 u (vector [1; 0]) = 1. Proof. cbn; lra. Qed.

(** ** The premises *)

Lemma x_entries i : x i = 1 \/ x i = -1 \/ x i = 0. Proof. destruct i as [|[|[|i]]]; auto. Qed.

Lemma x_box i : Rabs (x i) <= 1.
Proof. unfold Rabs. destruct (Rcase_abs (x i)), (x_entries i) as [->|[->| ->]]; lra. Qed.

Lemma x_votes : forall i, (i < 2)%nat -> x i = - 1 \/ x i = 1. Proof. by_entries. Qed.

Lemma u_nonnegative i : 0 <= u i. Proof. destruct i as [|[|[|i]]]; cbn; lra. Qed.

Lemma u_zero_one : forall i, (i < 2)%nat -> u i = 0 \/ u i = 1. Proof. by_entries. Qed.

Lemma u_abs_sum : sum 2 (fun i => Rabs (u i)) = 1. Proof. exact (u_norm1 2 ltac:(lia)). Qed.

Ltac each := unfold trials, as_trials, one, many, labelled; cbn [map];
  repeat first [apply Forall_nil | apply Forall_cons; [cbn [fst snd as_trial c]|]].

Lemma labelled_zero_one : Forall (fun c : ctrial => forall i, (i < 2)%nat -> (fst c i = 0 \/ fst c i = 1)) labelled.
Proof. each; by_entries. Qed.
Lemma labelled_by_u a : 0 < a <= 1 -> Forall (fun c => a <= dot 2 u (fst c) <-> 0 < label (snd c)) labelled.
Proof. intros Ha. destruct products as [E0 E1]. each; cbn [label]; lra. Qed.
Lemma labelled_if_positive : Forall (fun c => 0 < dot 2 u (fst c) <-> 0 < label (snd c)) labelled.
Proof. destruct products as [E0 E1]. each; cbn [label]; lra. Qed.
Lemma sums_at_most_1 : Forall (fun c => sum 2 (fst c) <= 1) labelled. Proof. each; cbn; lra. Qed.

Lemma no_loss : trial_loss 2 u (as_trial c) = 0.
Proof.
  unfold trial_loss, as_trial, c, loss, below, label_interval; cbn [fst snd low high]. rewrite x_product.
  rewrite (proj2 (ltb_false 1 1)) by lra. reflexivity.
Qed.

Lemma zero_errs : errs 2 zero c = true. Proof. apply leb_true. compare. Qed.

Lemma u_errs : errs 2 u (x, false) = true.
Proof. apply leb_true. cbn [fst snd]. rewrite x_product. cbn [label]. lra. Qed.

Lemma c_missed : Rabs (side_of (prediction (perceptron_rule 2 1 zero) zero (fst c)) (classification_target (snd c))) <> 0.
Proof.
  rewrite (errs_rabs _ _ _ _ _ _ _ _ (perceptron_exactly 2 1 zero) (misses_class 2)).
  replace (errs _ _ _) with true; [lra|]. symmetry. apply leb_true. unfold zero; compare.
Qed.

(** The p-norm Perceptron at p = 3, with the state z. *)
Definition wrong : vec -> ctrial -> bool := fun z => errs 2 (link 3 z).

Lemma link_errs : wrong zero c = true. Proof. apply leb_true. link_values. compare. Qed.

Lemma link_errs_once : (0 < mistakes_by wrong (perceptron 1) zero one)%nat.
Proof. unfold one. cbn [mistakes_by]. rewrite link_errs. lia. Qed.

(** ** The learners do err *)

Example perceptron_errs : mistakes 2 (perceptron 1) zero one = 1%nat.
Proof.
  unfold one, c, x. apply mistake_wrong with (n := 2%nat) (w' := (vector [1; -1])); [looks|looks|side|weights|]. finish.
Qed.

Example exponentiated_errs eta : mistakes 2 (exponentiated 2 eta 1) (uniform 2 1) one = 1%nat.
Proof.
  unfold one, mistakes; cbn [mistakes_by]. replace (errs 2 (uniform 2 1) c) with true; auto. symmetry. apply leb_true.
  unfold c, x. compare.
Qed.

Example majority_errs eta : majority_mistakes 2 eta ones one = 1%nat.
Proof.
  unfold one. cbn [majority_mistakes]. replace (errs 2 ones c) with true; auto. symmetry. apply leb_true. unfold c, x.
  compare.
Qed.

Example winnow_errs : winnow_mistakes true 2 2 1 labelled = 1%nat.
Proof.
  apply mistake_wrong with (n := 2%nat) (w' := (vector [1; 1 / 2])); [looks|looks|side|weights|].
  apply mistake_right; [side|]. finish.
Qed.

Definition active : ctrial := (vector [1; 0], true).

Lemma active_in : In active [active]. Proof. left. reflexivity. Qed.

Lemma active_inputs : Forall (fun c : ctrial => forall i, (i < 2)%nat -> fst c i = 0 \/ fst c i = 1) [active].
Proof. unfold active. each. by_entries. Qed.

Lemma one_is_1 : 1 <= INR 1. Proof. cbn. lra. Qed.

Lemma u_norm1_positive : 0 < norm1 2 u. Proof. rewrite u_norm1 by lia. lra. Qed.

Lemma some_entry : exists i, (i < 2)%nat /\ fst active i <> 0. Proof. exists 0%nat. split; [lia|]. cbn. lra. Qed.

Lemma active_zero_one : zero_one 2 (fst active). Proof. by_entries. Qed.

Lemma passive_zero_one : zero_one 2 (vector [0; 1]). Proof. by_entries. Qed.

Create HintDb case.
#[export] Hint Resolve u_entropy x_norm x_pnorm x_box x_votes u_nonnegative u_zero_one label_interval_nonempty
  sums_at_most_1
  sign_decides sign_decides_of labelled_zero_one labelled_by_u labelled_if_positive subsequence_self
  some_entry active_zero_one passive_zero_one zero_errs u_errs link_errs
    link_errs_once no_loss c_missed
  active_in active_inputs u_norm1_positive
    one_is_1 : case.

Ltac fact := first
  [ lra | lia | reflexivity | solve [auto with case]
  | rewrite u_norm; lra | rewrite u_sum; cbn [INR]; lra | rewrite u_pnorm; lra | rewrite u_norm1 by lia; lra
  | rewrite u_abs_sum; lra | rewrite u_product; lra
  | exact u_sum | apply sign_decides_of | (intros ? _; reflexivity)
  | rewrite perceptron_errs; lia | rewrite exponentiated_errs; lia
  | solve [intros; unfold upper_eta_bylander_7, upper_eta_bylander_7_loss, upper_eta_bylander_fn5, upper_a_gls_wm_a,
      upper_eta_kitani_wma, upper_eta_kitani_rwma, upper_a_gls_8_dh, upper_a_gls_8_dh_least,
      upper_eta_classics_perceptron_hinge_sharp, upper_C_classics_pa1_sharp;
    lra]
  | solve [each; first [solve [auto with case] | rewrite ?u_norm; cbn; (lra || (right; lra))]]].

(** The premises that are generated from the catalogue are one conjunction. *)
Ltac facts := first [fact | red; fact | red; repeat split; fact].

Ltac met t := let H := fresh in pose proof t as H; cbv zeta in H; repeat specialize (H ltac:(facts));
  lazymatch type of H with (?A -> ?B) => fail "this premise is not met:" A | _ => exact H end.
