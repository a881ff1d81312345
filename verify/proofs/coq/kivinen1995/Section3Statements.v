(** * Section 3: pairs that additive learners cannot tell apart *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions GenBounds GenPremises GenClaims.
From Boundcheck.kivinen1995 Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

Definition kw_pairs_stmt : Prop := forall n L B z z' B' past,
  given_kw_pairs n (B ++ (z, z') :: B') -> additive n L ->
  (forall c, In c past -> exists cands, In cands B /\ (fst c = fst cands \/ fst c = snd cands)) ->
  (dot n (weights L past) z - dot n (weights L past) z') - (dot n (weights L []) z - dot n (weights L []) z')
  = b_kw_pairs.

(** Theorem 8: one trial from each pair, and a mistake on each pair that differs. *)
Definition kw_thm8_stmt : Prop := says_kw_thm8 /\ forall tie n L u psi B, given_kw_thm8 n B -> additive n L ->
  exists S, Forall2 (chosen_from n u psi) S B /\
    Forall2 (fun cands err => differs n (weights L []) u psi cands = true -> err = true) B
      (strategy_errs tie n L [] S).

(** Any combination of examples that were chosen from earlier pairs has the same product with both of a later pair. *)
Definition kw_def6_stmt : Prop := forall n B z z' B' xs coefficient,
  given_kw_def6 n (B ++ (z, z') :: B') ->
  Forall2 (fun x cands => x = fst cands \/ x = snd cands) xs B ->
  dot n (combination coefficient (rev xs)) z - dot n (combination coefficient (rev xs)) z' = b_kw_def6.
