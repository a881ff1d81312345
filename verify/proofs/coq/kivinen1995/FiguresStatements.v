(** * Figure 2: the number of ones in an example *)

From Coq Require Import Reals.
From Boundcheck Require Import Definitions DefinitionsMore GenBounds GenPremises.
From Boundcheck.kivinen1995 Require Import Definitions.
Open Scope R_scope.

Definition kw_1_7_stmt : Prop := forall N k, given_kw_1_7 (INR N) (INR k) ->
  Rabs (mean (even_rate (INR k)) N (fun x => sum N x) - 17 / 10) < b_kw_1_7.
