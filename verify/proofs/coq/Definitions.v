(** * The vocabulary of the statements

    Vectors, outcome intervals, absolute loss, and a learner run over a list of trials. This file holds
    definitions only: with Statements.v it is all that a reader has to trust, besides Coq itself. *)

From Coq Require Import Reals List Bool.
Import ListNotations.
Open Scope R_scope.

(** ** Vectors: the first [n] values of a function; the rest is never looked at *)

Definition vec := nat -> R.
Definition zero : vec := fun _ => 0.

Fixpoint sum (n : nat) (f : nat -> R) : R :=
  match n with O => 0 | S m => sum m f + f m end.

Definition dot (n : nat) (u v : vec) : R := sum n (fun i => u i * v i).
Definition norm (n : nat) (u : vec) : R := sqrt (sum n (fun i => u i ^ 2)).
Definition max_norm_at_most (n : nat) (x : vec) (X : R) : Prop := forall i, (i < n)%nat -> Rabs (x i) <= X.
Definition nonnegative (n : nat) (u : vec) : Prop := forall i, (i < n)%nat -> 0 <= u i.

(** ** Comparison of reals as a decision *)

Definition ltb (a b : R) : bool := if Rlt_dec a b then true else false.
Definition leb (a b : R) : bool := if Rle_dec a b then true else false.

(** ** Rounding: [up r] is the integer with r < up r <= r + 1 *)

Definition floor (r : R) : R := IZR (up r) - 1.
Definition ceiling (r : R) : R := 1 - IZR (up (- r)).

(** ** Outcome intervals; an end is open, closed or infinite *)

Inductive end_point := Infinite | Open (a : R) | Closed (a : R).
Record interval := Interval { low : end_point; high : end_point }.

Definition below (y : R) (I : interval) : bool :=
  match low I with Infinite => false | Open a => leb y a | Closed a => ltb y a end.
Definition above (y : R) (I : interval) : bool :=
  match high I with Infinite => false | Open b => leb b y | Closed b => ltb b y end.
Definition nonempty (I : interval) : Prop := exists y, below y I = false /\ above y I = false.

(** [loss y I]: the distance from the prediction [y] to the interval. *)
Definition loss (y : R) (I : interval) : R :=
  if below y I then match low I with Infinite => 0 | Open a | Closed a => a - y end
  else if above y I then match high I with Infinite => 0 | Open b | Closed b => y - b end
  else 0.

(** [widen tau I] is I +- tau: open ends stay open. *)
Definition shift (s : R) (e : end_point) : end_point :=
  match e with Infinite => Infinite | Open a => Open (a + s) | Closed a => Closed (a + s) end.
Definition widen (tau : R) (I : interval) : interval := Interval (shift (- tau) (low I)) (shift tau (high I)).

(** ** Trials: an example with an interval, or an example with a label (true for +1, false for -1) *)

Definition trial := (vec * interval)%type.
Definition ctrial := (vec * bool)%type.
Definition label (y : bool) : R := if y then 1 else -1.

(** The interval of a label: [1, oo) and (-oo, -1]. *)
Definition label_interval (y : bool) : interval :=
  if y then Interval (Closed 1) Infinite else Interval Infinite (Closed (-1)).
Definition as_trial (c : ctrial) : trial := (fst c, label_interval (snd c)).
Definition as_trials (S : list ctrial) : list trial := map as_trial S.
Definition tolerant (tau : R) (S : list trial) : list trial := map (fun tr => (fst tr, widen tau (snd tr))) S.

(** ** A learner is its update: [step sgn w x], with sgn = 1 to raise the prediction on x and -1 to lower it *)

Definition learner := R -> vec -> vec -> vec.

(** The learner of the absolute loss updates when its prediction is below or above the outcome. *)
Definition update (n : nat) (step : learner) (w : vec) (tr : trial) : vec :=
  if below (dot n w (fst tr)) (snd tr) then step 1 w (fst tr)
  else if above (dot n w (fst tr)) (snd tr) then step (-1) w (fst tr)
  else w.

Definition trial_loss (n : nat) (w : vec) (tr : trial) : R := loss (dot n w (fst tr)) (snd tr).

(** The absolute loss of the learner that starts from w, and of a fixed vector u. *)
Fixpoint alg_loss (n : nat) (step : learner) (w : vec) (S : list trial) : R :=
  match S with
  | [] => 0
  | tr :: S' => trial_loss n w tr + alg_loss n step (update n step w tr) S'
  end.

Fixpoint cmp_loss (n : nat) (u : vec) (S : list trial) : R :=
  match S with [] => 0 | tr :: S' => trial_loss n u tr + cmp_loss n u S' end.

(** A prediction of exactly 0 errs, whatever the label. *)
Definition errs (n : nat) (w : vec) (c : ctrial) : bool := leb (label (snd c) * dot n w (fst c)) 0.

(** The mistakes of the classifier that updates on its mistakes; [wrong w c] says whether it errs. *)
Fixpoint mistakes_by (wrong : vec -> ctrial -> bool) (step : learner) (w : vec) (S : list ctrial) : nat :=
  match S with
  | [] => 0
  | c :: S' =>
      if wrong w c then 1 + mistakes_by wrong step (step (label (snd c)) w (fst c)) S'
      else mistakes_by wrong step w S'
  end.

(** With 0 always an error, and with any decision at 0. *)
Definition mistakes (n : nat) : learner -> vec -> list ctrial -> nat := mistakes_by (errs n).
Definition decides_by_sign (n : nat) (wrong : vec -> ctrial -> bool) : Prop :=
  forall w c, (label (snd c) * dot n w (fst c) < 0 -> wrong w c = true) /\
              (label (snd c) * dot n w (fst c) > 0 -> wrong w c = false).

(** The mistakes of a fixed vector u. *)
Fixpoint cmp_mistakes (n : nat) (u : vec) (S : list ctrial) : nat :=
  match S with [] => 0 | c :: S' => (if errs n u c then 1 else 0) + cmp_mistakes n u S' end%nat.

(** Randomised classification at tolerance 1/2: a prediction y errs with probability 1/2 - label * y,
    cut to [0, 1]. The weights never depend on the coins, so the expected number of mistakes is a sum. *)
Definition error_probability (y : R) (b : bool) : R := Rmax 0 (Rmin 1 (1 / 2 - label b * y)).

Fixpoint expected_mistakes (n : nat) (step : learner) (w : vec) (S : list ctrial) : R :=
  match S with
  | [] => 0
  | c :: S' =>
      error_probability (dot n w (fst c)) (snd c)
      + expected_mistakes n step (update n step w (fst c, widen (1 / 2) (label_interval (snd c)))) S'
  end.

(** The weights after the trials. *)
Fixpoint weights_after (n : nat) (step : learner) (w : vec) (S : list trial) : vec :=
  match S with [] => w | tr :: S' => weights_after n step (update n step w tr) S' end.

(** [subsequence S' S]: S' is S with some trials left out. *)
Inductive subsequence {A : Type} : list A -> list A -> Prop :=
| subsequence_nil : subsequence [] []
| subsequence_skip a S' S : subsequence S' S -> subsequence S' (a :: S)
| subsequence_keep a S' S : subsequence S' S -> subsequence (a :: S') (a :: S).

(** ** The two learners *)

(** Perceptron: w + sgn eta x. *)
Definition perceptron (eta : R) : learner := fun sgn w x i => w i + sgn * eta * x i.

(** Exponentiated Update: w_i exp(sgn eta x_i), normalised to the sum U; it starts from (U/n, ..., U/n). *)
Definition exponentiated (n : nat) (eta U : R) : learner :=
  fun sgn w x i => U * (w i * exp (sgn * eta * x i)) / sum n (fun j => w j * exp (sgn * eta * x j)).
Definition uniform (n : nat) (U : R) : vec := fun _ => U / INR n.

(** The unit vector e_i; and the doubled example (x, -x), for comparators of any sign. *)
Definition unit_vector (i : nat) : vec := fun j => if Nat.eqb j i then 1 else 0.
Definition double (n : nat) (x : vec) : vec := fun i => if Nat.ltb i n then x i else - x (i - n)%nat.
Definition doubled (n : nat) (S : list trial) : list trial := map (fun tr => (double n (fst tr), snd tr)) S.

(** ** Distances between a comparator and the weights *)

Definition distance (n : nat) (u w : vec) : R := sum n (fun i => (u i - w i) ^ 2).
Definition relative_entropy (n : nat) (u w : vec) : R := sum n (fun i => u i * (ln (u i) - ln (w i))).

(** ** Premises: examples in the ball or the box of radius X, outcomes not empty; loss of the comparator *)

Definition ball_trials (n : nat) (X : R) (S : list trial) : Prop :=
  Forall (fun tr => norm n (fst tr) <= X /\ nonempty (snd tr)) S.
Definition box_trials (n : nat) (X : R) (S : list trial) : Prop :=
  Forall (fun tr => max_norm_at_most n (fst tr) X /\ nonempty (snd tr)) S.
Definition ball_labels (n : nat) (X : R) (S : list ctrial) : Prop := Forall (fun c => norm n (fst c) <= X) S.
Definition box_labels (n : nat) (X : R) (S : list ctrial) : Prop := Forall (fun c => max_norm_at_most n (fst c) X) S.

Definition separable (n : nat) (u : vec) (S : list ctrial) : Prop := cmp_loss n u (as_trials S) = 0.
Definition right_or_clear (n : nat) (u : vec) (S : list ctrial) : Prop :=
  Forall (fun c => errs n u c = false -> 1 <= label (snd c) * dot n u (fst c)) S.
Definition margin_at_least (n : nat) (gamma : R) (u : vec) (S : list ctrial) : Prop :=
  Forall (fun c => gamma <= label (snd c) * dot n u (fst c)) S.
