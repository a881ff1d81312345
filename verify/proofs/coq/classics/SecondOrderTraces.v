(** * Evaluating the second-order Perceptron trial by trial, for the exact traces of Conformance.v *)

From Boundcheck Require Import Traces.
From Boundcheck.classics Require Import Definitions.
Open Scope R_scope.

Definition rows (entries : list (list R)) : matrix := fun i j => nth j (nth i entries []) 0.
Definition same_state (n : nat) (s s' : vec * matrix) : Prop :=
  same n (fst s) (fst s') /\ forall i, (i < n)%nat -> same n (snd s i) (snd s' i).

(** On the trial c the state s predicts p, and it becomes s'. *)
Definition second_order_trial (n : nat) (s : vec * matrix) (c : ctrial) (p : R) (s' : vec * matrix) : Prop :=
  second_order_prediction n s (fst c) = p /\ same_state n (second_order n s c) s'.

Lemma second_order_wrong n s c p s' : second_order_prediction n s (fst c) = p -> label (snd c) * p <= 0 ->
  same_state n (fun i => fst s i + label (snd c) * fst c i, plus_outer (snd s) (fst c)) s' ->
  second_order_trial n s c p s'.
Proof. intros E Hp H. split; auto. unfold second_order. rewrite E. destruct (Rle_dec _ _); signs. Qed.

Lemma second_order_right n s c p s' : second_order_prediction n s (fst c) = p -> 0 < label (snd c) * p ->
  same_state n s s' -> second_order_trial n s c p s'.
Proof. intros E Hp H. split; auto. unfold second_order. rewrite E. destruct (Rle_dec _ _); signs. Qed.

Ltac numbers := cbv [second_order_prediction second_order_start solve det with_column plus_outer remove_column identity
  rows vector zero label dot sum pow nth fst snd Nat.eqb Nat.ltb Nat.leb]; try lra; field; repeat split; lra.
Ltac every_entry := intros i Hi; repeat first [exfalso; lia | destruct i as [|i]; [clear Hi|]].
Ltac second_order_trial :=
  first [apply second_order_wrong; [|cbn [label snd]; lra|] | apply second_order_right; [|cbn [label snd]; lra|]];
  [numbers|split; every_entry; try every_entry; numbers].
