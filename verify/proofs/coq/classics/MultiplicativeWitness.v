(** * Cases that meet the premises of the statements on Hedge, Winnow1, Winnow2 and projected descent *)

From Boundcheck Require Import Vectors Traces GenBounds Cases.
From Boundcheck.classics Require Import Definitions Rules Hedge Littlestone ProjectedDescent.
Open Scope R_scope.

Definition outcomes : list (vec * R) := [(vector [0; 1], 2)].

Definition losses : list ctrial := [(vector [0; 1], true)].

Lemma losses_nonnegative : Forall (fun c : ctrial => forall i, (i < 2)%nat -> 0 <= fst c i) losses.
Proof. each. by_entries. Qed.

Lemma losses_at_most_1 : Forall (fun c : ctrial => forall i, (i < 2)%nat -> fst c i <= 1) losses.
Proof. each. by_entries. Qed.

Lemma outcomes_nonnegative : Forall (fun c : vec * R => forall i, (i < 2)%nat -> 0 <= fst c i) outcomes.
Proof. each. by_entries. Qed.

Lemma outcomes_at_most_1 : Forall (fun c : vec * R => forall i, (i < 2)%nat -> fst c i <= 1) outcomes.
Proof. each. by_entries. Qed.

Lemma u_box : forall i, (i < 2)%nat -> Rabs (u i) <= 1.
Proof. intros i _. destruct i as [|[|[|i]]]; cbn; rewrite ?Rabs_R0, ?Rabs_R1; lra. Qed.

Lemma labelled_from_1 : Forall (fun c => 0 < label (snd c) <-> 1 <= dot 2 u (fst c)) labelled.
Proof. destruct products as [E0 E1]. each; cbn [label]; lra. Qed.

Lemma labelled_with_gap : Forall (fun c => (0 < label (snd c) -> 1 <= dot 2 u (fst c)) /\
  (label (snd c) <= 0 -> dot 2 u (fst c) <= 1 - 1)) labelled.
Proof. destruct products as [E0 E1]. each; cbn [label]; lra. Qed.

Lemma gap_at_most_1 : 1 <= upper_delta_classics_winnow2. Proof. unfold upper_delta_classics_winnow2. lra. Qed.

Lemma half_below_1 : 1 / 2 < upper_beta_classics_hedge_beta. Proof. unfold upper_beta_classics_hedge_beta. lra. Qed.

#[local] Hint Resolve losses_nonnegative losses_at_most_1 outcomes_nonnegative outcomes_at_most_1 u_box labelled_from_1
  labelled_with_gap gap_at_most_1 half_below_1 : case.

(** Winnow1 errs on the first of these trials, where it eliminates an attribute. *)
Example winnow1_errs : (0 < mistakes_by (errs_at true 2 1) (winnow1 2) ones labelled)%nat.
Proof.
  unfold labelled. cbn [mistakes_by]. replace (errs_at true 2 1 ones (vector [0; 1], false)) with true; [lia|].
  unfold errs_at. cbn [fst snd]. replace (positive true 1 (dot 2 ones (vector [0; 1]))) with true; auto. symmetry.
  apply leb_true. unfold dot, ones; cbn. lra.
Qed.

Definition classics_hedge_met := ltac:(met (classics_hedge 2%nat 1 u losses)).
Definition classics_hedge_beta_met := ltac:(met (classics_hedge_beta 2%nat (1 / 2) u losses)).
Definition classics_eg_square_met := ltac:(met (classics_eg_square 2%nat 1 u outcomes)).
Definition classics_ogd_projected_met := ltac:(met (classics_ogd_projected 2%nat 2 1 u one)).
Definition classics_winnow1_met := ltac:(met (classics_winnow1 2%nat 2 1 u labelled)).
Definition classics_winnow2_met := ltac:(met (classics_winnow2 2%nat 1 1 1 u labelled)).
