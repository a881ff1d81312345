(** * Section 2: Balanced Winnow, Weighted Majority and Winnow with a fixed threshold are quasi-additive

    Two learners play the same trials, each in a state of its own; counted are the trials on which they are apart. All
    decide a tie for +1. A label is [errs_at true n theta] from the prediction w.x and the threshold theta. *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions GenBounds GenPremises.
From Boundcheck.bylander1998 Require Import Definitions.
From Boundcheck.grove2001 Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

Fixpoint trials_apart {A B : Type} (apart : A -> B -> ctrial -> bool) (next : A -> ctrial -> A)
    (second_next : B -> ctrial -> B) (s : A) (s' : B) (S : list ctrial) : nat :=
  match S with
  | [] => 0
  | c :: S' => (if apart s s' c then 1 else 0) + trials_apart apart next second_next (next s c) (second_next s' c) S'
  end.

(** QA(f) moves z by a y x on a mistake. *)
Definition quasi_additive (n : nat) (weights : vec -> vec) (a : R) (z : vec) (c : ctrial) : vec :=
  if errs_at true n 0 (weights z) c then perceptron a (label (snd c)) z (fst c) else z.

(** Balanced Winnow predicts (w+ - w-).x; on a mistake w+ is multiplied by beta^(- y x), and w- divided by it. *)
Definition balance (w : vec * vec) : vec := fun i => fst w i - snd w i.
Definition balanced_winnow (n : nat) (beta : R) (w : vec * vec) (c : ctrial) : vec * vec :=
  if errs_at true n 0 (balance w) c
  then (fun i => fst w i * Rpower beta (- label (snd c) * fst c i),
        fun i => snd w i / Rpower beta (- label (snd c) * fst c i))
  else w.

(** Apart where the two predictions are not one number. *)
Definition gls_bw_eq_stmt : Prop := forall n beta (S : list ctrial), given_gls_bw_eq beta ->
  INR (trials_apart
    (fun z w c => if Req_EM_T (dot n (hyperbolic z) (fst c)) (dot n (balance w) (fst c)) then false else true)
    (quasi_additive n hyperbolic (a_gls_bw_eq beta)) (balanced_winnow n beta) zero (ones, ones) S) = b_gls_bw_eq.

(** Experts' values x in [0, 1]; QA(exp) sees 2x - 1, and Weighted Majority decides for +1 at a mean of at least 1/2. *)
Definition signed_values (c : ctrial) : ctrial := (fun i => 2 * fst c i - 1, snd c).

Definition gls_wm_eq_stmt : Prop := forall n beta (S : list ctrial), given_gls_wm_eq n beta S ->
  INR (trials_apart
    (fun z w c => xorb (positive true 0 (dot n (exponential z) (fst (signed_values c)))) (votes_one n w (fst c)))
    (fun z c => quasi_additive n exponential (a_gls_wm_eq beta) z (signed_values c)) (majority_step n beta)
    zero ones S) = b_gls_wm_eq.

(** One more attribute, which is always 1, has the constant - theta for its transformation. *)
Definition with_threshold (n : nat) (theta : R) (z : vec) : vec := fun i => if (i <? n)%nat then exp (z i) else - theta.
Definition with_constant (n : nat) (c : ctrial) : ctrial := (fun i => if (i <? n)%nat then fst c i else 1, snd c).

(** Apart where one errs and the other does not. *)
Definition gls_ft_eq_stmt : Prop := forall n alpha theta (S : list ctrial),
  INR (trials_apart
    (fun z w c => xorb (errs_at true (n + 1) 0 (with_threshold n theta z) (with_constant n c))
                       (errs_at true n theta w c))
    (fun z c => quasi_additive (n + 1) (with_threshold n theta) (a_gls_ft_eq alpha) z (with_constant n c))
    (fun w c => if errs_at true n theta w c then winnow alpha (label (snd c)) w (fst c) else w)
    zero ones S) = b_gls_ft_eq.
