(** * Figure 2: the number of ones in an example *)

From Coq Require Import Reals.
From Boundcheck Require Import Definitions DefinitionsMore GenBounds.
From Boundcheck.kivinen1995 Require Import Definitions.
Open Scope R_scope.

Definition kw_1_7_stmt : Prop := forall N k, (20 <= N)%nat -> (5 * k = 2 * N)%nat ->
  Rabs (mean (even_rate (INR k)) N (fun x => sum N x) - 17 / 10) < b_kw_1_7.
