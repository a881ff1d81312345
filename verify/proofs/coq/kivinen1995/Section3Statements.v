(** * Section 3: pairs that additive learners cannot tell apart *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions GenBounds GenPremises.
From Boundcheck.kivinen1995 Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

Definition kw_pairs_stmt : Prop := forall n L B z z' B' past,
  given_kw_pairs n (B ++ (z, z') :: B') -> additive n L ->
  (forall c, In c past -> exists cands, In cands B /\ (fst c = fst cands \/ fst c = snd cands)) ->
  (dot n (weights L past) z - dot n (weights L past) z') - (dot n (weights L []) z - dot n (weights L []) z')
  = b_kw_pairs.

(** Theorem 8: one trial from each pair, labelled by the classifier (u, psi), and a mistake on each that differs. *)
Definition kw_thm8_stmt : Prop := forall tie n L u psi B,
  given_kw_thm8 n B -> additive n L ->
  exists S,
    Forall2 (fun c cands => (fst c = fst cands \/ fst c = snd cands) /\ snd c = leb psi (dot n u (fst c))) S B /\
    Forall2 (fun cands err => differs n (weights L []) u psi cands = true -> err = true) B
      (strategy_errs tie n L [] S) /\
    INR (strategy_mistakes tie n L [] S) >= b_kw_thm8 (INR (differing n (weights L []) u psi B)).

(** Lemma 5: signs s differ from some column in half of the places or more. *)
Definition kw_lemma5_stmt : Prop := forall d s, given_kw_lemma5 (INR d) -> (forall t, s t = 1 \/ s t = -1) ->
  exists i, (i < 2 ^ d)%nat /\
  sum (2 ^ d) (fun t => if Req_EM_T (s t) (sylvester d t i) then 0 else 1) >= b_kw_lemma5 (INR d).

(** Lemmas 10, 11 and 12: the pairs of Sylvester's matrix, of entries 0 and 1. *)
Definition kw_lemma10_stmt : Prop := forall d n k, given_kw_lemma10 n (INR d) (INR k) ->
  pairwise_constant n (hadamard_pairs d) /\
  forall r t,
  4 * (dot n (upper_half d r) (upper_half d t) - dot n (upper_half d r) (lower_half d t))
  - (2 * dot (2 ^ d) (sylvester d r) (sylvester d t) + 2 * sum (2 ^ d) (sylvester d t)) = b_kw_lemma10 /\
  4 * (dot n (lower_half d r) (upper_half d t) - dot n (lower_half d r) (lower_half d t))
  - (- 2 * dot (2 ^ d) (sylvester d r) (sylvester d t) + 2 * sum (2 ^ d) (sylvester d t)) = b_kw_lemma10.

Definition kw_lemma11_stmt : Prop := forall d n k w, given_kw_lemma11 n (INR d) (INR k) ->
  (forall i, (i < n)%nat -> w i = 0) ->
  INR (differing n w (hadamard_target d k 0) (1 / 2) (hadamard_pairs d)) >= b_kw_lemma11 (INR d).

Definition kw_lemma12_stmt : Prop := forall d n k w, given_kw_lemma12 n (INR d) (INR k) ->
  exists i, (i < 2 ^ d)%nat /\
  INR (differing n w (hadamard_target d k i) (1 / 2) (hadamard_pairs d)) >= b_kw_lemma12 (INR d).

(** Theorem 13: a disjunction u of k attributes, and trials that it labels. *)
Definition kw_13a_stmt : Prop := forall tie d n k L,
  given_kw_13a n (INR d) (INR k) -> additive n L ->
  exists u S, zero_one n u /\ sum n u = INR k /\ Forall (labelled_by n u) S /\
  INR (strategy_mistakes tie n L [] S) >= b_kw_13a (INR d).

Definition kw_13b_stmt : Prop := forall tie d n k L,
  given_kw_13b n (INR d) (INR k) -> additive n L -> starts_at_zero n L ->
  exists u S, zero_one n u /\ sum n u = INR k /\ Forall (labelled_by n u) S /\
  INR (strategy_mistakes tie n L [] S) >= b_kw_13b (INR d).

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
  given_kw_def6 n (B ++ (z, z') :: B') ->
  Forall2 (fun x cands => x = fst cands \/ x = snd cands) xs B ->
  dot n (combination coefficient (rev xs)) z - dot n (combination coefficient (rev xs)) z' = b_kw_def6.

Definition kw_def7_stmt : Prop := forall d n k, given_kw_def7 n (INR d) (INR k) ->
  INR (differing n zero (hadamard_target d k 0) (1 / 2) (hadamard_pairs d)) = b_kw_def7 (INR d).

Definition kw_ellip_stmt : Prop := forall tie d n k,
  given_kw_ellip n (INR d) (INR k) ->
  exists u S, zero_one n u /\ sum n u = INR k /\ length S = (2 ^ d)%nat /\ Forall (labelled_by n u) S /\
  INR (strategy_mistakes tie n (ellipsoid_method tie n) [] S) >= b_kw_ellip (INR d).
