(** * Weighted Majority over experts *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

(** ** Weighted Majority over experts that say 1 or -1: on its mistakes those that erred pay *)

Definition penalty (beta : R) : learner := fun sgn w x i => if Rlt_dec (sgn * x i) 0 then beta * w i else w i.
