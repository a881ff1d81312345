(** * Cases that meet the premises of the statements of this folder *)

From Boundcheck Require Import Traces GenBounds Cases.
From Boundcheck.classics Require Import Definitions.
From Boundcheck.uml Require Import Definitions Section21Statements Section21.
Open Scope R_scope.

Definition path : list ctrial := along dyadic_tree [] [true; false].
Ltac by_two := let i := fresh in intros i ?; destruct i as [|[|i]]; [| |lia]; unfold numbered; cbn;
  repeat destruct (Req_EM_T _ _); lra.
Lemma on_path : each (fun past (c : ctrial) => forall i, (i < 2)%nat -> fst c i = (1 / 2 + numbered (fun t (c : ctrial) =>
  label (snd c) / 2 ^ (t + 1)) (past ++ [c]) - label (snd c) / 2 ^ ((length past + 1) + 1)) *
  (if Req_EM_T (INR (i + 1)) 1 then 1 else 0) + (if Req_EM_T (INR (i + 1)) 2 then 1 else 0)) path.
Proof.
  intros [|d [|d' [|d'' past]]] c later E; inversion E; subst; try (apply app_cons_not_nil in H2; contradiction); by_two.
Qed.
Lemma path_threshold : forall i, (i < 2)%nat -> dyadic_threshold [true; false] i = (1 / 2 + numbered (fun t (c : ctrial) =>
  label (snd c) / 2 ^ (t + 1)) path) * (if Req_EM_T (INR (i + 1)) 2 then 1 else 0) -
  (if Req_EM_T (INR (i + 1)) 1 then 1 else 0).
Proof. by_two. Qed.
Lemma first_on_path : In (dyadic_tree [], true) path. Proof. left. reflexivity. Qed.
#[local] Hint Resolve on_path path_threshold first_on_path : case.

Definition uml_ldim_met := ltac:(met (uml_ldim 2%nat (dyadic_threshold [true; false]) (dyadic_tree [], true) path)).
Definition uml_hinge_convex_met := ltac:(met (proj2 uml_hinge_convex 2%nat zero c u x (1 / 2))).
Definition uml_grad_subgradient_met := ltac:(met (uml_grad_subgradient 2%nat 1 u zero c)).

Definition uml_treeorder_met := ltac:(met (uml_treeorder 2%nat (dyadic_tree [], true) [] [(dyadic_tree [true], false)])).

Definition uml_hinge_met := ltac:(met (proj1 (uml_hinge 2%nat 1 u zero c))).
Definition uml_grad_met := ltac:(met (uml_grad 2%nat 1 one)).
