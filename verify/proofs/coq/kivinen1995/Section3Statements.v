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

(** Any combination of examples that were chosen from earlier pairs has the same product with both of a later pair. *)
Definition kw_def6_stmt : Prop := forall n B z z' B' xs coefficient,
  given_kw_def6 n (B ++ (z, z') :: B') ->
  Forall2 (fun x cands => x = fst cands \/ x = snd cands) xs B ->
  dot n (combination coefficient (rev xs)) z - dot n (combination coefficient (rev xs)) z' = b_kw_def6.
