(** * Cases that meet the premises of the statements of this folder *)

From Boundcheck Require Import Traces GenBounds Cases.
From Boundcheck.uml Require Import Definitions Section21Statements Section21.
Open Scope R_scope.

Definition path : list ctrial := along dyadic_tree [] [true; false].
Lemma on_path : same_trials 2 path (along dyadic_tree [] (map snd path)). Proof. repeat constructor. Qed.
Lemma first_on_path : In (dyadic_tree [], true) path. Proof. left. reflexivity. Qed.
#[local] Hint Resolve on_path first_on_path : case.

Definition uml_ldim_met := ltac:(met (uml_ldim 2%nat (dyadic_threshold [true; false]) (dyadic_tree [], true) path)).
Definition uml_hinge_convex_met := ltac:(met (proj2 uml_hinge_convex 2%nat zero c u x (1 / 2))).
Definition uml_grad_subgradient_met := ltac:(met (uml_grad_subgradient 2%nat u zero c)).

Definition uml_treeorder_met := ltac:(met (uml_treeorder 2%nat (dyadic_tree [], true) [] [(dyadic_tree [true], false)])).

Definition uml_hinge_met := ltac:(met (proj1 (uml_hinge 2%nat u zero c))).
Definition uml_grad_met := ltac:(met (uml_grad 2%nat 1 one)).
