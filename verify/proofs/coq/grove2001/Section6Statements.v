(** * Section 6: Weighted Majority, w = exp(z), Balanced Winnow, w = 2 sinh(z), and the Perceptron *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions GenBounds GenPremises.
Import ListNotations.
Open Scope R_scope.

Definition gls_perceptron_stmt : Prop := forall n a U X delta u wrong (S : list ctrial),
  given_gls_perceptron n U X a delta u S -> decides_by_sign n wrong ->
  INR (mistakes_by wrong (perceptron a) zero S) <= b_gls_perceptron U X delta.

Definition gls_6_perceptron_stmt : Prop := forall n a U X delta u wrong (S : list ctrial),
  given_gls_6_perceptron n U X a delta u S -> decides_by_sign n wrong ->
  INR (mistakes_by wrong (perceptron a) zero S) <= b_gls_6_perceptron U X delta.

(** ** Section 6: Weighted Majority, w = exp(z), and Balanced Winnow, w = 2 sinh(z); U is the 1-norm of u *)

Definition gls_wm_stmt : Prop := forall n U X delta entropy u wrong (S : list ctrial),
  given_gls_wm n U X delta entropy u S -> decides_by_sign_of n exponential wrong ->
  INR (mistakes_by wrong (perceptron (a_gls_wm U X delta)) zero S) <= b_gls_wm U X delta entropy (INR n).

Definition gls_wm_a_stmt : Prop := forall n a U X delta entropy u wrong (S : list ctrial),
  given_gls_wm_a n U X a delta entropy u S -> decides_by_sign_of n exponential wrong ->
  INR (mistakes_by wrong (perceptron a) zero S) <= b_gls_wm_a U X a delta entropy (INR n).

Definition gls_bw_stmt : Prop := forall n U X delta entropy u wrong (S : list ctrial),
  given_gls_bw n U X delta entropy u S -> decides_by_sign_of n hyperbolic wrong ->
  INR (mistakes_by wrong (perceptron (a_gls_bw U X delta)) zero S) <= b_gls_bw U X delta entropy (INR n).
