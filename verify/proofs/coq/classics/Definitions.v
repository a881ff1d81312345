(** * Rules, what is summed over their runs, and the learners of the second shelf *)

From Coq Require Import Reals ZArith List Bool Arith.
From Boundcheck Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

(** ** Learners whose weights are changed by a rule, and sums over their runs

    [rule w c] is the weights, or the state, after the trial c; a run adds up what [value w c] says of each trial.
    Labels are signs, except for regression, where a trial is an example with a number. *)

Definition over_run {W A : Type} (rule : W -> A -> W) (value : W -> A -> R) : W -> list A -> R :=
  fix total w S := match S with [] => 0 | c :: S' => value w c + total (rule w c) S' end.

Definition margin (n : nat) (w : vec) (c : ctrial) : R := label (snd c) * dot n w (fst c).
Definition hinge_loss (n : nat) (w : vec) (c : ctrial) : R := hinge (margin n w c).
Definition mistake (n : nat) (w : vec) (c : ctrial) : R := if Rle_dec (margin n w c) 0 then 1 else 0.
Definition along_example (s : R) (w : vec) (c : ctrial) : vec := fun i => w i + s * label (snd c) * fst c i.

(** Sums of a fixed vector's losses. *)
Definition total {A : Type} (value : A -> R) (S : list A) : R := fold_right (fun c rest => value c + rest) 0 S.

(** ** What is said of the trials

    The trials are numbered from 1, in a run, too. [each P S]: P holds of each trial c, with those before it, which are
    listed first to last. The least and the largest of some numbers are 0 where there is none, and [natural r] is the
    natural number that r is rounded down to. *)

Definition each {A : Type} (P : list A -> A -> Prop) (S : list A) : Prop :=
  forall past c later, S = past ++ c :: later -> P past c.
Fixpoint total_from {A : Type} (t : nat) (value : nat -> A -> R) (S : list A) : R :=
  match S with [] => 0 | c :: S' => value t c + total_from (t + 1) value S' end.
Definition numbered {A : Type} (value : nat -> A -> R) : list A -> R := total_from 1 value.
Fixpoint run_from {W A : Type} (t : nat) (rule : nat -> W -> A -> W) (value : nat -> W -> A -> R) (w : W)
    (S : list A) : R :=
  match S with [] => 0 | c :: S' => value t w c + run_from (t + 1) rule value (rule t w c) S' end.
Definition numbered_run {W A : Type} (rule : nat -> W -> A -> W) (value : nat -> W -> A -> R) : W -> list A -> R :=
  run_from 1 rule value.
Fixpoint smallest {A : Type} (value : A -> R) (S : list A) : R :=
  match S with [] => 0 | [c] => value c | c :: S' => Rmin (value c) (smallest value S') end.
Fixpoint largest {A : Type} (value : A -> R) (S : list A) : R :=
  match S with [] => 0 | [c] => value c | c :: S' => Rmax (value c) (largest value S') end.
Definition natural (r : R) : nat := Z.to_nat (up r - 1).

(** The example of a trial, from 0 on; all examples, taken in pairs; and one vector after another of m entries. *)
Definition example {A : Type} (S : list (vec * A)) (t : nat) : vec := nth t (map fst S) zero.
Fixpoint pairs_of {A : Type} (S : list (vec * A)) : list (vec * vec) :=
  match S with c :: c' :: S' => (fst c, fst c') :: pairs_of S' | _ => [] end.
Definition joined (m : nat) (x x' : vec) : vec := fun i => if (i <? m)%nat then x i else x' (i - m)%nat.

(** What is so before each trial of a run, of the state and the trial. *)
Definition all_run {W A : Type} (rule : W -> A -> W) (P : W -> A -> Prop) : W -> list A -> Prop :=
  fix all w S := match S with [] => True | c :: S' => P w c /\ all (rule w c) S' end.

(** ** Learners of the table, as their rules, and versions, as the targets that outcomes are

    [GenLearners.v] has the rules and the targets of labels. [next_state r s x y side] comes after the example x with
    the outcome y, where the prediction is below the target (side 1), above it (-1) or in it (0). *)

(** b to the power y, 1 for y = 0. *)
Definition raised (b y : R) : R := if Req_EM_T y 0 then 1 else power b y.

Record rule (State : Type) := Rule {
  first_state : State;
  weights_in : State -> vec;
  prediction : State -> vec -> R;
  next_state : State -> vec -> R -> R -> State }.
Arguments first_state {State}. Arguments weights_in {State}. Arguments prediction {State}. Arguments next_state {State}.

Definition side_of (yhat : R) (target : interval) : R := if below yhat target then 1 else if above yhat target then -1
  else 0.

(** The state after a trial, and the sum of what [value] says of the state before each one, yhat, side and the trial. *)
Definition play {W A : Type} (r : rule W) (number : A -> R) (target : A -> interval) (K : W) (c : vec * A) : W :=
  next_state r K (fst c) (number (snd c)) (side_of (prediction r K (fst c)) (target (snd c))).
Definition over_play {W A : Type} (r : rule W) (number : A -> R) (target : A -> interval)
    (value : W -> R -> R -> vec * A -> R) : list (vec * A) -> R :=
  over_run (play r number target) (fun K c =>
    value K (prediction r K (fst c)) (side_of (prediction r K (fst c)) (target (snd c))) c) (first_state r).

Definition after_play {W A : Type} (r : rule W) (number : A -> R) (target : A -> interval) (S : list (vec * A)) : W :=
  fold_left (play r number target) S (first_state r).

(** Two learners on the same trials: the sum of what [value] says of each one's state, yhat and side, and the trial. *)
Definition over_plays {W V A : Type} (r : rule W) (r' : rule V) (number : A -> R) (target target' : A -> interval)
    (value : W -> R -> R -> V -> R -> R -> vec * A -> R) : list (vec * A) -> R :=
  over_run (fun s c => (play r number target (fst s) c, play r' number target' (snd s) c))
    (fun s c =>
      let yhat := prediction r (fst s) (fst c) in
      let yhat' := prediction r' (snd s) (fst c) in
      value (fst s) yhat (side_of yhat (target (snd c))) (snd s) yhat' (side_of yhat' (target' (snd c))) c)
    (first_state r, first_state r').

Definition all_play {W A : Type} (r : rule W) (number : A -> R) (target : A -> interval)
    (P : W -> R -> R -> vec * A -> Prop) : list (vec * A) -> Prop :=
  all_run (play r number target) (fun K c =>
    P K (prediction r K (fst c)) (side_of (prediction r K (fst c)) (target (snd c))) c) (first_state r).

(** The trials of an adversary that has two candidates for each, and labels what is in a concept with [true]. It shows
    the first candidate where they have the same label, else the positive one where the prediction on it is outside the
    target of its label, else the negative one. *)
Definition shown {W : Type} (r : rule W) (target : bool -> interval) (concept : vec -> bool) (K : W)
    (cands : vec * vec) : ctrial :=
  let (z1, z2) := cands in
  if eqb (concept z1) (concept z2) then (z1, concept z1)
  else let (pos, neg) := if concept z1 then (z1, z2) else (z2, z1) in
    if Req_EM_T (side_of (prediction r K pos) (target true)) 0 then (neg, false) else (pos, true).
Fixpoint oppose_from {W : Type} (r : rule W) (target : bool -> interval) (concept : vec -> bool) (K : W)
    (B : list (vec * vec)) : list ctrial :=
  match B with
  | [] => []
  | cands :: B' =>
      let c := shown r target concept K cands in c :: oppose_from r target concept (play r label target K c) B'
  end.
Definition oppose {W : Type} (r : rule W) (target : bool -> interval) (concept : vec -> bool)
    (B : list (vec * vec)) : list ctrial := oppose_from r target concept (first_state r) B.

(** A learner that sees [see x] in the place of x. *)
Definition seeing {W : Type} (see : vec -> vec) (r : rule W) : rule W :=
  Rule _ (first_state r) (weights_in r) (fun K x => prediction r K (see x)) (fun K x => next_state r K (see x)).

(** ** Matrices: the first [n] rows and columns of a function of the row and the column

    The determinant is expanded along the first row; [remove_column j] leaves the first row and the column j out. *)

Definition identity : matrix := fun i j => if Nat.eqb i j then 1 else 0.
Definition plus_outer (A : matrix) (x : vec) : matrix := fun i j => A i j + x i * x j.
Definition remove_column (j : nat) (A : matrix) : matrix := fun i k => A (S i) (if (k <? j)%nat then k else S k).
Fixpoint det (n : nat) (A : matrix) : R :=
  match n with O => 1 | S m => sum n (fun j => (-1) ^ j * A O j * det m (remove_column j A)) end.

(** The solution z of A z = b, by Cramer's rule; [with_column k b A] has b as its column k. *)
Definition with_column (k : nat) (b : vec) (A : matrix) : matrix := fun i j => if Nat.eqb j k then b i else A i j.
Definition solve (n : nat) (A : matrix) (b : vec) : vec := fun i => det n (with_column i b A) / det n A.

(** ** The second-order Perceptron: its state is a vector v and a matrix A, at first 0 and a times the identity *)

Definition second_order_start (a : R) : vec * matrix := (zero, fun i j => a * identity i j).
Definition second_order_prediction (n : nat) (s : vec * matrix) (x : vec) : R :=
  dot n (fst s) (solve n (plus_outer (snd s) x) x).
Definition second_order (n : nat) (s : vec * matrix) (c : ctrial) : vec * matrix :=
  if Rle_dec (label (snd c) * second_order_prediction n s (fst c)) 0
  then (fun i => fst s i + label (snd c) * fst c i, plus_outer (snd s) (fst c)) else s.

(** What [value] says of the trials on which it errs; a prediction of exactly 0 errs. *)
Definition second_order_total (n : nat) (a : R) (value : ctrial -> R) : list ctrial -> R :=
  over_run (second_order n) (fun s c => if Rle_dec (label (snd c) * second_order_prediction n s (fst c)) 0
                                        then value c else 0) (second_order_start a).
