(** * No theorem of this folder holds for want of cases: for each, one case that meets all its premises *)

From Boundcheck Require Import Vectors Pnorm Traces GenBounds Cases Learners.
From Boundcheck.classics Require Import Definitions.
From Boundcheck.grove2001 Require Import Section3 Section6 Section7 Definitions Convergence Functions Section4 Section5 Section5Statements Section8 Section9.
Open Scope R_scope.

Definition positive_u : vec := vector [1; 2].

Lemma one_trial : one <> [] /\ (1 <= length one)%nat. Proof. split; [discriminate|apply le_n]. Qed.

Lemma u_norm1_at_most_1 : norm1 2 u <= 1. Proof. rewrite u_norm1 by lia. lra. Qed.

Lemma positive_u_pos i : (i < 2)%nat -> 0 < positive_u i.
Proof. intros Hi. unfold positive_u, vector. destruct i as [|[|i]]; cbn; try lra; lia. Qed.

Lemma positive_u_entry : exists i, (i < 2)%nat /\ positive_u i <> 0.
Proof. exists 0%nat. split; [lia|]. unfold positive_u, vector; cbn; lra. Qed.

Lemma u_entry : exists i, (i < 2)%nat /\ u i <> 0. Proof. exists 0%nat. split; [lia|]. unfold u, vector; cbn; lra. Qed.

Lemma rate_1 : 0 < upper_a_gls_4_1_bw 1 1 1 (INR 2) <= upper_a_gls_4_1_bw 1 1 1 (INR 2).
Proof.
  split; [|lra]. unfold upper_a_gls_4_1_bw. pose proof (exp_increasing 0 2 ltac:(lra)) as H. rewrite exp_0 in H. cbn.
  apply Rdiv_lt_0_compat; lra.
Qed.
Lemma rate_2 : 0 < upper_a_gls_4_2 1 1 1 (INR 2) <= upper_a_gls_4_2 1 1 1 (INR 2).
Proof. unfold upper_a_gls_4_2; cbn; lra. Qed.
Lemma rate_1x : 0 < upper_a_gls_4_1x 1 1 1 (INR 2) 3 <= upper_a_gls_4_1x 1 1 1 (INR 2) 3.
Proof. split; [|lra]. apply Rinv_0_lt_compat. eapply Rlt_le_trans; [|apply Rmax_l]. lra. Qed.
Lemma rate_2x : 0 < upper_a_gls_4_2x 1 1 1 (INR 2) <= upper_a_gls_4_2x 1 1 1 (INR 2).
Proof. split; [|lra]. apply Rinv_0_lt_compat. eapply Rlt_le_trans; [|apply Rmax_l]. lra. Qed.

(** f(z) = z, and G(z) = |z|^2/2. *)
Definition same_ (y : R) : R := y.
Definition half_square (y : R) : R := y ^ 2 / 2.
Lemma same_odd : odd same_. Proof. intros y. reflexivity. Qed.
Lemma same_increasing : strictly_increasing same_. Proof. intros y z H. exact H. Qed.
Lemma half_square_derivative : has_derivative half_square same_.
Proof.
  intros y. apply derivable_pt_lim_locally_ext with (f := fun s => / 2 * s ^ 2) (a := y - 1) (b := y + 1); [lra| |].
  - intros; unfold half_square; field.
  - replace (same_ y) with (/ 2 * (INR 2 * y ^ pred 2)) by (unfold same_; cbn; field).
    apply (derivable_pt_lim_scal (fun s => s ^ 2)), derivable_pt_lim_pow.
Qed.
Lemma half_square_0 : half_square 0 = 0. Proof. unfold half_square; lra. Qed.
Lemma u_potential : 0 < potential half_square 2 u.
Proof. unfold potential, componentwise, half_square, u, vector; cbn; lra. Qed.

(** For exp, psi(r) = sum u_i ln(r u_i/3), as G(v(alpha)) = 3 alpha. *)
Definition optimum_of_level (r : R) : R := dot 2 positive_u (fun i => ln (r / 3 * positive_u i)).
Lemma optimum_is : is_optimum exp 2 positive_u (fun alpha i => ln (alpha * positive_u i)) optimum_of_level.
Proof.
  intros alpha Ha. unfold optimum_of_level.
  replace (potential exp 2 (fun i => ln (alpha * positive_u i))) with (3 * alpha).
  - replace (3 * alpha / 3) with alpha by field. reflexivity.
  - unfold potential, componentwise. rewrite (sum_ext 2 _ (fun i => alpha * positive_u i)).
    + unfold positive_u, vector; cbn; ring.
    + intros i Hi. apply exp_ln, Rmult_lt_0_compat; [assumption|apply positive_u_pos, Hi].
Qed.

(** The region above |y| <= ||u||_q x, and the bound by Hoelder's inequality. *)
Lemma region_is_empty v : ~ pnorm (3 / 2) 2 u * pnorm 3 2 v < dot 2 u v.
Proof. pose proof (holder_pq 3 (3 / 2) 2 u v ltac:(lra) ltac:(lra)) as H. pose proof (abs_bounds _ _ H). lra. Qed.
Lemma region_has_rectangle x y : x <= 1 -> 2 <= y -> pnorm (3 / 2) 2 u * x < y. Proof. rewrite u_pnorm. lra. Qed.
Lemma hoelder_above v : dot 2 u v <= (fun r => pnorm (3 / 2) 2 u * r) (pnorm 3 2 v).
Proof. pose proof (region_is_empty v). cbv beta. lra. Qed.

Lemma c_positive : norm1 2 (fst c) > 0.
Proof. unfold norm1, c, x, vector; cbn. rewrite Rabs_R1, (Rabs_left (-1)); lra. Qed.

(** From zero a mistake needs a negative example. *)
Definition refused : list ctrial := [(x, false)].
Definition opposite : vec := vector [-1; 0].
Lemma opposite_pnorm : pnorm (3 / (3 - 1)) 2 opposite <= 1.
Proof.
  apply Rle_trans with (pnorm (3 / (3 - 1)) 2 u); [right|rewrite u_pnorm; lra]. unfold pnorm. f_equal. apply sum_ext. intros i _. rewrite <- power_abs.
  rewrite <- (power_abs (u i)). f_equal. unfold opposite, u, vector.
  destruct i as [|[|[]]]; cbn; rewrite ?Rabs_R0; auto.
  rewrite Rabs_left, Rabs_R1; lra.
Qed.
Lemma refused_small : Forall (fun c : ctrial => pnorm 3 2 (fst c) <= 2) refused.
Proof. constructor; [exact x_pnorm|constructor]. Qed.
Lemma refused_margin : Forall (fun c : ctrial => 1 <= label (snd c) * dot 2 opposite (fst c)) refused.
Proof. constructor; [|constructor]. unfold dot, opposite, x, vector; cbn. lra. Qed.
Lemma refused_wrong : 0 < over_play (p_norm_rule 2 3 1 zero) label (threshold_target 0) (fun _ _ side _ => Rabs side)
  refused.
Proof.
  in_words. unfold refused; cbn [mistakes_by]. replace (errs_at _ _ _ _ _) with true; [cbn; lra|].
  unfold errs_at, positive. replace (leb _ _) with true; [reflexivity|]. symmetry. apply leb_true. link_values. compare.
Qed.

Lemma c_missed : Rabs (side_of (prediction (p_norm_rule 2 3 1 zero)
  (after_play (p_norm_rule 2 3 1 zero) label (threshold_target 0) []) (fst (x, false))) (threshold_target 0 (snd (x, false))))
    <> 0.
Proof.
  rewrite (errs_rabs _ _ _ _ _ _ _ _ (p_norm_exactly 2 3 1 zero) (misses_threshold 2 (link 3) 0)).
  replace (errs_at _ _ _ _ _) with true; [lra|]. symmetry. unfold errs_at, positive. replace (leb _ _) with true; auto.
  symmetry. apply leb_true. unfold after_play, zero; cbn [fold_left first_state p_norm_rule]. link_values. compare.
Qed.
#[local] Hint Resolve c_missed : case.

Lemma three_at_least_1 : 1 <= INR 3. Proof. cbn. lra. Qed.

Ltac here := first
  [ apply one_trial | exact c_positive | exact opposite_pnorm | exact refused_small | exact refused_margin | exact
    refused_wrong
  | exact u_norm1_at_most_1 | exact positive_u_pos | exact positive_u_entry | exact u_entry
  | apply rate_1 | apply rate_2 | apply rate_1x | apply rate_2x | exact same_odd | exact same_increasing
  | exact half_square_derivative | exact half_square_0 | exact u_potential | exact three_at_least_1 | exact optimum_is | exact exp_increasing
  | exact region_is_empty | exact region_has_rectangle | exact hoelder_above
  | exact exp_derivative | fact | (intros; reflexivity) ].
Ltac met_here t := let H := fresh in pose proof t as H; cbv zeta in H;
  repeat specialize (H ltac:(first [here | red; repeat split; here]));
  lazymatch type of H with (?A -> ?B) => fail "this premise is not met:" A | _ => exact H end.

(** ** Section 4: the instances meet the premises of the theorems for a general f in their proofs *)

Definition gls_4_1_met := ltac:(met_here (proj2 gls_4_1 2%nat 1 1 1 1 3 u one)).
Definition gls_4_1_bw_met := ltac:(met_here (proj2 gls_4_1_bw 2%nat 1 1 (upper_a_gls_4_1_bw 1 1 1 (INR 2)) 1 u one)).
Definition gls_4_1_fk_met := ltac:(met_here (proj2 gls_4_1_fk 2%nat 1 1 1 1 3%nat u one)).
Definition gls_4_1x_met := ltac:(met_here (proj2 gls_4_1x 2%nat 1 1 (upper_a_gls_4_1x 1 1 1 (INR 2) 3) 1 3 u one)).
Definition gls_4_2_met := ltac:(met_here (proj2 gls_4_2 2%nat 1 1 (upper_a_gls_4_2 1 1 1 (INR 2)) 1 u one)).
Definition gls_4_2x_met := ltac:(met_here (proj2 gls_4_2x 2%nat 1 1 (upper_a_gls_4_2x 1 1 1 (INR 2)) 1 u one)).

(** ** Section 5 *)

Definition theorem_5_1_case := ltac:(met_here (proj1 gls_5_1 same_ half_square same_ 2%nat u u)).
Definition gls_5_1_met := ltac:(met_here (proj1 (proj2 gls_5_1) 2%nat 1 1 3 u c)).
Definition gls_5_1_alpha_met := ltac:(met_here (gls_5_1_alpha 2%nat 1 1 3 u u O)).
Definition gls_5_1_exp_met := ltac:(met_here (proj2 gls_5_1_exp 2%nat 1 (entropy_of_shares 2 (norm1 2 u) u) u zero)).
Definition gls_5_1_bw_met := ltac:(met_here (proj1 gls_5_1_bw 2%nat 1 u (fun i => arsinh (1 * u i), true) ltac:(red; lra)
  (Req_le _ _ (proj2 (proj2 gls_5_1_bw 2%nat 1 u))))).
Definition gls_5_2_met := ltac:(met_here (proj2 (proj2 (proj2 (proj1 gls_5_2 2%nat positive_u positive_u_entry))) positive_u_pos
  optimum_of_level)).
Definition gls_5_3_met := ltac:(met_here (proj2 (proj2 (proj2 (proj1 gls_5_3 2%nat positive_u positive_u_entry))) positive_u_pos
  1 2 ltac:(lra))).

(** ** Sections 8 and 9 *)

Lemma of_8_1 : GenPremises.given_gls_8_1 2 1 1 1 3 u u. Proof. red. repeat split; try lra; apply u_pnorm. Qed.
Definition gls_8_1_region_case := ltac:(met_here (proj1 (proj2 (proj2 gls_8_1) 3 2%nat 1 1 1 u u of_8_1)
  (fun x y => pnorm (3 / 2) 2 u * x < y) 1 2)).
Definition gls_8_1_met := ltac:(met_here (proj2 (proj2 (proj2 gls_8_1) 3 2%nat 1 1 1 u u of_8_1)
  (fun r => pnorm (3 / 2) 2 u * r))).

Definition gls_8_7_met := ltac:(met_here (proj1 (proj2 gls_8_7) exp exp 2%nat u zero)).
Definition gls_8_8_met := ltac:(met_here (proj1 gls_8_8 exp exp same_ half_square 2%nat 2 u (fun i => 2 * u i) zero)).
Definition inequality_10_case := ltac:(met_here (proj1 gls_10 exp exp 2%nat 1 (exponential x) x zero wrong one)).
Definition gls_10_met := ltac:(met_here (proj2 gls_10 2%nat 1 3 u zero one)).
Definition gls_10_identity_met := ltac:(met_here (proj2 gls_10_identity 2%nat 1 3 u zero one)).
Definition gls_10_exp_met := ltac:(met_here (proj2 gls_10_exp 2%nat 1 positive_u one)).

Definition gls_8_dh_least_met := ltac:(met (gls_8_dh_least 1 2 (1 / 4) 1 1)).
Definition gls_8_dh_met := ltac:(met (gls_8_dh 2%nat 1 2 (1 / 4) 1 1 u one)).
Definition gls_perceptron_met := ltac:(met (gls_perceptron 2%nat 1 2 1 1 u one)).
Definition gls_6_perceptron_met := ltac:(met (gls_6_perceptron 2%nat 1 2 1 1 u one)).
Definition gls_7_1_step_met := ltac:(met (gls_7_1_step 2%nat 1 3 zero (x, false) [])).
Definition gls_7_1q_met := ltac:(met (gls_7_1q 2%nat 1 2 1 1 3 1 u u one)).
Definition gls_9_avg_met := ltac:(met (gls_9_avg 2%nat 1 2 1 3 u one)).
Definition gls_7_1a_met := ltac:(met (gls_7_1a 2%nat 1 2 1 1 3 u one)).
Definition gls_7_1aplus_met := ltac:(met_here (gls_7_1aplus 2%nat 1 2 1 1 3 opposite refused)).
Definition gls_7_1b_met := ltac:(met (gls_7_1b 2%nat 1 2 1 1 3 1 u u one)).
Definition gls_7_1c_met := ltac:(met (gls_7_1c 2%nat 1 2 1 1 1 3 1 u u one)).
Definition gls_7_1q_root_met := ltac:(met (gls_7_1q_root 2%nat 1 2 1 1 1 3 1 u u one)).
Definition gls_9_logp_met := ltac:(met (gls_9_logp 3%nat 1 1 1 1 u one)).
Definition gls_claim2_met := ltac:(met (gls_claim2 2%nat 1 1 3 (dot 2 opposite zero) opposite zero (x, false) [] [])).
Definition gls_1st_met := ltac:(met (gls_1st 2%nat 1 3 zero (x, false) [])).
Definition gls_wm_met := ltac:(met (gls_wm 2%nat 1 1 1 (entropy_of_shares 2 (norm1 2 u) u) u one)).
Definition gls_wm_a_met := ltac:(met (gls_wm_a 2%nat 1 1 1 1 (entropy_of_shares 2 (norm1 2 u) u) u one)).
Definition gls_bw_met := ltac:(met (gls_bw 2%nat 1 1 1 (entropy_of_shares 2 (norm1 2 u) u) u one)).
