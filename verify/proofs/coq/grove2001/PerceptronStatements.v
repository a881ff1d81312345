(** * Sections 4 and 8: the Perceptron in the norms of section 4, and Duda and Hart's best scale *)

From Coq Require Import Reals List.
From Boundcheck Require Import Definitions DefinitionsMore GenBounds GenPremises.
Open Scope R_scope.

(** U bounds the 1-norm of u, X the entries of the examples; any rate a, and w.x = 0 is decided anyhow. *)
Definition gls_4_remark_stmt : Prop := forall n a U X delta u wrong (S : list ctrial),
  given_gls_4_remark n U X a delta u S -> decides_by_sign n wrong ->
  INR (mistakes_by wrong (perceptron a) zero S) <= b_gls_4_remark U X delta (INR n).

(** The bound of gls.8.dh at its best eta. *)
Definition gls_8_dh_best_stmt : Prop := forall U X delta a, 0 < U -> 0 < X -> 0 < delta -> 0 < a ->
  b_gls_8_dh U X a delta (a * X ^ 2 / delta) = b_gls_8_dh_best U X delta.
