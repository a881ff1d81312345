(** * A case that meets the premises of the statement on the second-order Perceptron *)

From Boundcheck Require Import Vectors Traces GenBounds Cases.
From Boundcheck.classics Require Import Definitions Determinant SecondOrder.
Open Scope R_scope.

(** It errs on the one trial. *)
Lemma errs_on_one value : second_order_total 2 1 value one = value c.
Proof.
  unfold second_order_total, one, over_run. destruct (Rle_dec _ _) as [_|H]; [ring|]. exfalso. apply H.
  unfold second_order_prediction. rewrite dot_zero. lra.
Qed.

Lemma gap_of_one : second_order_total 2 1 (fun c => Rmax 0 (1 - margin 2 u c)) one <= 0.
Proof. rewrite errs_on_one. unfold margin, c. cbn [fst snd label]. rewrite x_product, Rmax_left; lra. Qed.

Lemma square_of_one : second_order_total 2 1 (fun c => dot 2 u (fst c) ^ 2) one <= 1.
Proof. rewrite errs_on_one. unfold c. cbn [fst]. rewrite x_product. lra. Qed.

Lemma logdet_of_one :
  ln (det 2 (fun i j => identity i j + second_order_total 2 1 (fun c => fst c i * fst c j) one / 1)) <= ln 3.
Proof.
  rewrite (det_ext 2 _ (plus_outer identity x))
    by (intros; rewrite errs_on_one; unfold plus_outer, c; cbn [fst]; field). right. f_equal.
  cbv [det sum remove_column plus_outer identity x vector nth pow Nat.eqb Nat.ltb Nat.leb]. ring.
Qed.

#[local] Hint Resolve gap_of_one square_of_one logdet_of_one : case.

Definition classics_second_order_met := ltac:(met (classics_second_order 2%nat 0 1 1 1 1 (ln 3) u one)).
