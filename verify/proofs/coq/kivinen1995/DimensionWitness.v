(** * Cases that meet the premises of the statements on the dimension and on figure 2 *)

From Boundcheck Require Import Vectors Traces GenBounds Cases.
From Boundcheck.kivinen1995 Require Import Definitions Section1 Section4.
Open Scope R_scope.

(** One point, (1, 0), which the first of two variables labels true and the second one false. *)
Example one_point_shattered : shattered 2 1 1 (fun _ => u).
Proof.
  split; [intros t _; exact u_zero_one|]. intros labels. destruct (labels O) eqn:E.
  - exists u. split; [exact u_zero_one|split; [rewrite u_sum; cbn; lra|]]. intros t Ht. replace t with O by lia.
    rewrite E. apply leb_true. rewrite u_product. lra.
  - exists (vector [0; 1]). split; [by_entries|split; [unfold vector; cbn; lra|]]. intros t Ht. replace t with O by lia.
    rewrite E. apply leb_false. unfold dot, u, vector; cbn. lra.
Qed.

Lemma one_of_two : INR 1 <= upper_k_kw_vc (INR 2). Proof. unfold upper_k_kw_vc. cbn. lra. Qed.
Lemma one_of_two_upper : INR 1 <= upper_k_kw_vc_upper (INR 2). Proof. exact one_of_two. Qed.

Lemma twenty : 20 <= INR 20. Proof. cbn. lra. Qed.
Lemma eight_of_twenty : 5 * INR 8 = 2 * INR 20. Proof. cbn. lra. Qed.

#[local] Hint Resolve one_of_two one_of_two_upper twenty eight_of_twenty : case.

Definition kw_vc_met := ltac:(met (kw_vc 2%nat 1%nat)).
Definition kw_vc_upper_met := ltac:(met (kw_vc_upper 2%nat 1%nat)).
Definition kw_1_7_met := ltac:(met (proj1 kw_1_7 20%nat 8%nat)).
