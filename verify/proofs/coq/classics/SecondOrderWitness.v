(** * A case that meets the premises of the statement on the second-order Perceptron *)

From Boundcheck Require Import Vectors Traces GenBounds Cases.
From Boundcheck.classics Require Import Definitions Determinant SecondOrder.
Open Scope R_scope.

(** It errs on the one trial. *)
Lemma errs_on_one value (value' : _ -> _ -> R) : (forall s c, value' s c =
    if Rle_dec (label (snd c) * second_order_prediction 2 s (fst c)) 0 then value c else 0) ->
  over_run (part_by_part 2) value' (second_order_start 1) one = value c.
Proof.
  intros H. rewrite (total_of 2 1 value value' one H). unfold second_order_total, one, over_run.
  destruct (Rle_dec _ _) as [_|Hn]; [ring|]. exfalso. apply Hn. unfold second_order_prediction. rewrite dot_zero. lra.
Qed.

Lemma given_of_one : GenPremises.given_classics_second_order 2 0 1 1 1 1 (ln 3) u one.
Proof.
  repeat split; try lra; [rewrite u_norm; lra|..].
  - eapply Rle_trans; [right; apply (errs_on_one (fun c => Rmax 0 (1 - margin 2 u c))); reflexivity|].
    unfold margin, c. cbn [fst snd label]. rewrite x_product, Rmax_left; lra.
  - eapply Rle_trans; [right; apply (errs_on_one (fun c => dot 2 u (fst c) ^ 2)); reflexivity|]. unfold c. cbn [fst].
    rewrite x_product. lra.
  - right. f_equal. rewrite (det_ext 2 _ (plus_outer identity x)).
    + cbv [det sum remove_column plus_outer identity x vector nth pow Nat.eqb Nat.ltb Nat.leb]. ring.
    + intros i j _ _. unfold plus_outer. f_equal. unfold Rdiv. rewrite Rinv_1, Rmult_1_r.
      apply (errs_on_one (fun c => fst c i * fst c j)). intros s d. cbv zeta.
      change (dot 2 (fst s) _) with (second_order_prediction 2 s (fst d)). destruct (Rle_dec _ _); ring.
Qed.

#[local] Hint Resolve given_of_one : case.

Definition classics_second_order_met := ltac:(met (classics_second_order 2%nat 0 1 1 1 1 (ln 3) u one)).
