(** * Section 5: toleranced loss; the comparator's loss is without tolerance *)

From Coq Require Import Reals.
From Boundcheck Require Import GenBounds GenClaims.
Open Scope R_scope.

(** The two bounds have no l in them. *)
Definition bylander_const_stmt : Prop := says_bylander_const /\ forall U X n tau l,
  derivable_pt_lim (fun _ => b_bylander_8 U X tau) l b_bylander_const /\
  derivable_pt_lim (fun _ => b_bylander_9 U X n tau) l b_bylander_const.
