(** * Section 3: pairs that additive learners cannot tell apart *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions DefinitionsMore GenBounds GenPremises.
From Boundcheck.kivinen1995 Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

(** Sylvester's matrix: orthogonal rows, also with some columns negated; symmetric; ones first; rows apart in half. *)
Definition kw_def4_stmt : Prop := forall d i j, (i < 2 ^ d)%nat -> (j < 2 ^ d)%nat ->
  dot (2 ^ d) (sylvester d i) (sylvester d j) - (if (i =? j)%nat then 2 ^ d else 0) = b_kw_def4 /\
  (forall flip, (forall t, flip t = 1 \/ flip t = -1) ->
     sum (2 ^ d) (fun t => flip t * sylvester d i t * (flip t * sylvester d j t)) - (if (i =? j)%nat then 2 ^ d else 0)
     = b_kw_def4) /\
  sylvester d i j - sylvester d j i = b_kw_def4 /\
  sylvester d 0 j - 1 = b_kw_def4 /\ sylvester d i 0 - 1 = b_kw_def4 /\
  (i <> j -> sum (2 ^ d) (fun t => if Req_EM_T (sylvester d i t) (sylvester d j t) then 0 else 1) - 2 ^ d / 2
             = b_kw_def4).

(** Any combination of examples that were chosen from earlier pairs has the same product with both of a later pair. *)
Definition kw_def6_stmt : Prop := forall n B z z' B' xs coefficient,
  pairwise_constant n (B ++ (z, z') :: B') ->
  Forall2 (fun x cands => x = fst cands \/ x = snd cands) xs B ->
  dot n (combination coefficient (rev xs)) z - dot n (combination coefficient (rev xs)) z' = b_kw_def6.

Definition kw_def7_stmt : Prop := forall d n k, given_kw_def7 n (INR d) (INR k) ->
  INR (differing n zero (hadamard_target d k 0) (1 / 2) (hadamard_pairs d)) = b_kw_def7 (INR d).

Definition kw_ellip_stmt : Prop := forall tie d n k,
  given_kw_ellip n (INR d) (INR k) ->
  exists u S, zero_one n u /\ sum n u = INR k /\ length S = (2 ^ d)%nat /\ Forall (labelled_by n u) S /\
  INR (strategy_mistakes tie n (ellipsoid_method tie n) [] S) >= b_kw_ellip (INR d).
