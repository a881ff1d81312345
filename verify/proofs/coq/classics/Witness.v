(** * Cases that meet the premises of the statements of this folder *)

From Boundcheck Require Import Vectors Traces GenBounds Cases.
From Boundcheck.classics Require Import Definitions Potential GradientDescent PassiveAggressive HingePerceptron.
Open Scope R_scope.

Definition unit : list ctrial := [(u, true)].
Definition numbers : list (vec * R) := [(x, 1)].

Lemma unit_length : Forall (fun c => dot 2 (fst c) (fst c) = 1) unit. Proof. repeat constructor. exact u_product. Qed.

Lemma numbers_in_ball : Forall (fun c => norm 2 (fst c) <= 2) numbers. Proof. constructor; [exact x_norm|auto]. Qed.

Lemma hinge_of_u : total (fun c => Rmax 0 (1 - label (snd c) * dot 2 u (fst c))) one <= 1.
Proof. cbn; rewrite Rmax_left; lra. Qed.

Lemma squares_of_u : total (fun c => Rmax 0 (1 - label (snd c) * dot 2 u (fst c)) ^ 2) one <= 1.
Proof. cbn; rewrite Rmax_left; lra. Qed.

Lemma squares_of_unit : total (fun c => Rmax 0 (1 - label (snd c) * dot 2 u (fst c)) ^ 2) unit <= 1.
Proof. cbn; rewrite Rmax_left; lra. Qed.

Lemma hinge_on_mistakes : over_run (margin_perceptron 2 0 1) (hinge_of_mistakes 2 u) zero one <= 1.
Proof. eapply Rle_trans; [apply hinge_of_mistakes_le|exact hinge_of_u]. Qed.

#[local] Hint Resolve unit_length numbers_in_ball hinge_of_u squares_of_u squares_of_unit hinge_on_mistakes
  : case.

Definition classics_perceptron_hinge_met := ltac:(met (classics_perceptron_hinge 2%nat 1 1 2 u one)).
Definition classics_perceptron_hinge_mistaken_met := ltac:(met (classics_perceptron_hinge_mistaken 2%nat 1 1 2 u one)).
Definition classics_perceptron_hinge_mohri_met := ltac:(met (classics_perceptron_hinge_mohri 2%nat 1 1 2 u one)).
Definition classics_perceptron_hinge2_met := ltac:(met (classics_perceptron_hinge2 2%nat 1 1 2 u one)).
Definition classics_perceptron_hinge_sharp_met := ltac:(met (classics_perceptron_hinge_sharp 2%nat 1 2 (1 / 4) u one)).
Definition classics_margin_met := ltac:(met (classics_margin 2%nat 1 2 1 1 u one)).
Definition classics_pa_met := ltac:(met (classics_pa 2%nat 1 2 u one)).
Definition classics_pa_x_met := ltac:(met (classics_pa_x 2%nat 1 1 u unit)).
Definition classics_pa_x_sharp_met := ltac:(met (classics_pa_x_sharp 2%nat 1 1 u unit)).
Definition classics_pa1_met := ltac:(met (classics_pa1 2%nat 1 1 2 u one)).
Definition classics_pa1_sharp_met := ltac:(met (classics_pa1_sharp 2%nat (1 / 4) 1 2 u one)).
Definition classics_pa2_met := ltac:(met (classics_pa2 2%nat 1 1 2 u one)).
Definition classics_pa2_sharp_met := ltac:(met (classics_pa2_sharp 2%nat 1 1 2 2 u one)).
Definition classics_pa2_separable_met := ltac:(met (classics_pa2_separable 2%nat 1 1 2 u one)).
Definition classics_gd_square_met := ltac:(met (classics_gd_square 2%nat 2 1 2 u numbers)).
Definition classics_ogd_hinge_met := ltac:(met (classics_ogd_hinge 2%nat 1 2 1 u one)).
Definition classics_ogd_hinge_gradients_met := ltac:(met (classics_ogd_hinge_gradients 2%nat 1 1 u one)).
Definition classics_ogd_absolute_met := ltac:(met (classics_ogd_absolute 2%nat 1 2 1 u numbers)).
Definition classics_ogd_squared_gradients_met := ltac:(met (classics_ogd_squared_gradients 2%nat 1 1 u numbers)).
Definition classics_ogd_linear_met := ltac:(met (classics_ogd_linear 2%nat 1 1 u one)).
