(** * The vocabulary of the statements

    Vectors are functions on the natural numbers, of which a statement looks at the first n entries. A trial is an
    example with an interval of outcomes, a labelled trial ([ctrial]) one with a label, which is [true] for +1. *)

From Coq Require Import Reals List Bool Arith.
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
Definition positive_vec (n : nat) (z : vec) : Prop := forall i, (i < n)%nat -> 0 < z i.

(** The greatest and the least of some numbers, one at least. *)
Fixpoint greatest (n : nat) (f : nat -> R) : R :=
  match n with O => 0 | 1%nat => f O | S m => Rmax (greatest m f) (f m) end.
Definition least (n : nat) (f : nat -> R) : R := - greatest n (fun i => - f i).

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

(** ** The two learners *)

(** [subsequence S' S]: S' is S with some trials left out. *)
Inductive subsequence {A : Type} : list A -> list A -> Prop :=
| subsequence_nil : subsequence [] []
| subsequence_skip a S' S : subsequence S' S -> subsequence S' (a :: S)
| subsequence_keep a S' S : subsequence S' S -> subsequence (a :: S') (a :: S).

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

(** ** Examples in the box of radius X; margins of the comparator *)

Definition box_labels (n : nat) (X : R) (S : list ctrial) : Prop := Forall (fun c => max_norm_at_most n (fst c) X) S.
Definition margin_at_least (n : nat) (gamma : R) (u : vec) (S : list ctrial) : Prop :=
  Forall (fun c => gamma <= label (snd c) * dot n u (fst c)) S.

(** ** Examples in {0, 1}^n, and disjunctions *)

Definition ones : vec := fun _ => 1.
Definition zero_one (n : nat) (x : vec) : Prop := forall i, (i < n)%nat -> x i = 0 \/ x i = 1.

(** [u], in {0, 1}^n, says which attributes are relevant; their number is [sum n u]. A disjunction of them is
    true where one of them is 1, that is where u.x >= 1/2. *)
Definition disjunction (n : nat) (u x : vec) : bool := leb (1 / 2) (dot n u x).
Definition labelled_by (n : nat) (u : vec) (c : ctrial) : Prop :=
  zero_one n (fst c) /\ snd c = disjunction n u (fst c).

(** ** Thresholds: [tie] says whether a prediction of exactly theta is positive *)

Definition positive (tie : bool) (theta yhat : R) : bool := if tie then leb theta yhat else ltb theta yhat.
Definition errs_at (tie : bool) (n : nat) (theta : R) (w : vec) (c : ctrial) : bool :=
  negb (eqb (positive tie theta (dot n w (fst c))) (snd c)).

(** ** Winnow: w_i alpha^(sgn x_i); it starts from (1, ..., 1) and updates on its mistakes *)

Definition winnow (alpha : R) : learner := fun sgn w x i => w i * Rpower alpha (sgn * x i).
Definition winnow_mistakes (tie : bool) (n : nat) (alpha theta : R) : list ctrial -> nat :=
  mistakes_by (errs_at tie n theta) (winnow alpha) ones.

(** The mistakes on examples with the label y alone. *)
Fixpoint mistakes_on (y : bool) (wrong : vec -> ctrial -> bool) (step : learner) (w : vec) (S : list ctrial) : nat :=
  match S with
  | [] => 0
  | c :: S' =>
      if wrong w c
      then (if eqb (snd c) y then 1 else 0) + mistakes_on y wrong step (step (label (snd c)) w (fst c)) S'
      else mistakes_on y wrong step w S'
  end%nat.

(** ** The Perceptron on disjunctions; the bias trick gives every example one more attribute, which is always 1 *)

Definition with_bias (n : nat) (S : list ctrial) : list ctrial :=
  map (fun c => (fun i => if (i <? n)%nat then fst c i else 1, snd c)) S.

(** ** Weighted Majority: examples hold the predictions, +1 or -1, of n experts *)

Definition expert_errs (i : nat) (c : ctrial) : bool := ltb (label (snd c) * fst c i) 0.

Fixpoint expert_mistakes (i : nat) (S : list ctrial) : nat :=
  match S with [] => 0 | c :: S' => (if expert_errs i c then 1 else 0) + expert_mistakes i S' end%nat.

(** In every round the experts that err lose the fraction eta of their weight; they start from (1, ..., 1). *)
Definition penalise (eta : R) (w : vec) (c : ctrial) : vec :=
  fun i => if expert_errs i c then (1 - eta) * w i else w i.

(** The weighted vote errs where w.x is not on the side of the label; a vote of exactly 0 always errs. *)
Fixpoint majority_mistakes (n : nat) (eta : R) (w : vec) (S : list ctrial) : nat :=
  match S with
  | [] => 0
  | c :: S' => (if errs n w c then 1 else 0) + majority_mistakes n eta (penalise eta w c) S'
  end%nat.

(** Following expert i with probability w_i / sum w errs with the weight share of the experts that err. *)
Definition share_in_error (n : nat) (w : vec) (c : ctrial) : R :=
  sum n (fun i => if expert_errs i c then w i else 0) / sum n w.

Fixpoint random_expert_mistakes (n : nat) (eta : R) (w : vec) (S : list ctrial) : R :=
  match S with
  | [] => 0
  | c :: S' => share_in_error n w c + random_expert_mistakes n eta (penalise eta w c) S'
  end.

(** ** p-norms and the p-norm Perceptron *)

(** |y|^r, with 0^r = 0: for r > 0. *)
Definition power (y r : R) : R := if Req_EM_T y 0 then 0 else Rpower (Rabs y) r.
Definition pnorm (p : R) (n : nat) (u : vec) : R := power (sum n (fun i => power (u i) p)) (/ p).

(** The sign, with sign(0) = 0; and w = f_p(z), componentwise: sign(z) |z|^(p - 1). *)
Definition sign_of (r : R) : R := if Rlt_dec 0 r then 1 else if Rlt_dec r 0 then -1 else 0.
Definition signed_power (y r : R) : R := sign_of y * power y r.
Definition link (p : R) (z : vec) : vec := fun i => signed_power (z i) (p - 1).

(** w = exp(z), which is Weighted Majority, and w = 2 sinh(z), which is Balanced Winnow. *)
Definition exponential (z : vec) : vec := fun i => exp (z i).
Definition hyperbolic (z : vec) : vec := fun i => exp (z i) - exp (- z i).

(** The 1-norm. *)
Definition norm1 (n : nat) (u : vec) : R := sum n (fun i => Rabs (u i)).

(** The state z moves by a y x on mistakes, which is the update [perceptron a]; w.x = 0 is decided anyhow. *)
Definition decides_by_sign_of (n : nat) (weights : vec -> vec) (wrong : vec -> ctrial -> bool) : Prop :=
  forall z c, (label (snd c) * dot n (weights z) (fst c) < 0 -> wrong z c = true) /\
              (label (snd c) * dot n (weights z) (fst c) > 0 -> wrong z c = false).

(** The state after the trials, and the sum over the mistakes of the margins y u.x. *)
Fixpoint state_after (wrong : vec -> ctrial -> bool) (step : learner) (z : vec) (S : list ctrial) : vec :=
  match S with
  | [] => z
  | c :: S' => state_after wrong step (if wrong z c then step (label (snd c)) z (fst c) else z) S'
  end.
Fixpoint margin_sum (n : nat) (u : vec) (wrong : vec -> ctrial -> bool) (step : learner) (z : vec)
    (S : list ctrial) : R :=
  match S with
  | [] => 0
  | c :: S' =>
      if wrong z c
      then label (snd c) * dot n u (fst c) + margin_sum n u wrong step (step (label (snd c)) z (fst c)) S'
      else margin_sum n u wrong step z S'
  end.

(** ** Learners that are any function of the past trials, which are listed latest first *)

Record strategy := Strategy { weights : list ctrial -> vec; threshold : list ctrial -> R }.

Definition predicts (tie : bool) (n : nat) (L : strategy) (past : list ctrial) (x : vec) : bool :=
  positive tie (threshold L past) (dot n (weights L past) x).

(** On which trials it errs. *)
Fixpoint strategy_errs (tie : bool) (n : nat) (L : strategy) (past S : list ctrial) : list bool :=
  match S with
  | [] => []
  | c :: S' => negb (eqb (predicts tie n L past (fst c)) (snd c)) :: strategy_errs tie n L (c :: past) S'
  end.

Fixpoint strategy_mistakes (tie : bool) (n : nat) (L : strategy) (past S : list ctrial) : nat :=
  match S with
  | [] => 0
  | c :: S' =>
      (if eqb (predicts tie n L past (fst c)) (snd c) then 0 else 1) + strategy_mistakes tie n L (c :: past) S'
  end%nat.

(** ** Additive learners: the weights are the start vector plus a combination of the past examples *)

Fixpoint combination (coefficient : nat -> R) (xs : list vec) : vec :=
  match xs with
  | [] => zero
  | x :: xs' => fun i => coefficient (length xs') * x i + combination coefficient xs' i
  end.
Definition in_span (n : nat) (xs : list vec) (v : vec) : Prop :=
  exists coefficient, forall i, (i < n)%nat -> v i = combination coefficient xs i.
Definition additive (n : nat) (L : strategy) : Prop :=
  forall past, in_span n (map fst past) (fun i => weights L past i - weights L [] i).
Definition starts_at_zero (n : nat) (L : strategy) : Prop := forall i, (i < n)%nat -> weights L [] i = 0.

(** ** Sequences of pairs of examples, the candidates for one trial each *)

(** Earlier examples have the same product with both candidates of a later pair. *)
Fixpoint pairwise_constant (n : nat) (B : list (vec * vec)) : Prop :=
  match B with
  | [] => True
  | (x, x') :: B' =>
      Forall (fun later => dot n x (fst later) = dot n x (snd later) /\ dot n x' (fst later) = dot n x' (snd later)) B'
      /\ pairwise_constant n B'
  end.

(** One of two candidates, and labelled by the classifier (u, psi). *)
Definition one_of (x : vec) (cands : vec * vec) : Prop := x = fst cands \/ x = snd cands.
Definition chosen_from (n : nat) (u : vec) (psi : R) (c : ctrial) (cands : vec * vec) : Prop :=
  one_of (fst c) cands /\ snd c = leb psi (dot n u (fst c)).
Definition pair_at (t : nat) (B : list (vec * vec)) : vec * vec := nth t B (zero, zero).

(** The classifier (u, psi) separates the pair, and w ranks it the other way round or not at all. *)
Definition differs (n : nat) (w u : vec) (psi : R) (cands : vec * vec) : bool :=
  (ltb psi (dot n u (fst cands)) && ltb (dot n u (snd cands)) psi
   && leb (dot n w (fst cands)) (dot n w (snd cands)))
  || (ltb (dot n u (fst cands)) psi && ltb psi (dot n u (snd cands))
      && leb (dot n w (snd cands)) (dot n w (fst cands))).
Fixpoint differing (n : nat) (w u : vec) (psi : R) (B : list (vec * vec)) : nat :=
  match B with [] => 0 | cands :: B' => (if differs n w u psi cands then 1 else 0) + differing n w u psi B' end%nat.

(** ** Sylvester's matrices, with entries 1 and -1, and what they give: 2^d pairs of examples, and disjunctions *)

Fixpoint sylvester (d i j : nat) : R :=
  match d with
  | O => 1
  | S d' =>
      let m := (2 ^ d')%nat in
      let low a := if (a <? m)%nat then a else (a - m)%nat in
      (if ((m <=? i) && (m <=? j))%nat then -1 else 1) * sylvester d' (low i) (low j)
  end.

(** The pair of row t: (1 + h)/2 and (1 - h)/2, then zeros. *)
Definition upper_half (d t : nat) : vec := fun i => if (i <? 2 ^ d)%nat then (1 + sylvester d t i) / 2 else 0.
Definition lower_half (d t : nat) : vec := fun i => if (i <? 2 ^ d)%nat then (1 - sylvester d t i) / 2 else 0.
Definition hadamard_pairs (d : nat) : list (vec * vec) :=
  map (fun t => (upper_half d t, lower_half d t)) (seq 0 (2 ^ d)).

(** Attribute i < 2^d and the k - 1 attributes from 2^d on. *)
Definition hadamard_target (d k i : nat) : vec :=
  fun j => if (j =? i)%nat || (2 ^ d <=? j)%nat && (j <? 2 ^ d + (k - 1))%nat then 1 else 0.

(** ** Rotations: orthonormal matrices, in n dimensions *)

Definition matrix := nat -> nat -> R.
Definition apply (n : nat) (A : matrix) (x : vec) : vec := fun i => sum n (fun j => A i j * x j).
Definition orthonormal (n : nat) (A : matrix) : Prop :=
  forall i j, (i < n)%nat -> (j < n)%nat -> sum n (fun k => A k i * A k j) = if Nat.eqb i j then 1 else 0.
Definition rotate (n : nat) (A : matrix) (S : list ctrial) : list ctrial :=
  map (fun c => (apply n A (fst c), snd c)) S.

(** Nothing beyond the first n entries of the examples is looked at. *)
Definition same (n : nat) (x x' : vec) : Prop := forall i, (i < n)%nat -> x i = x' i.
Definition same_trials (n : nat) : list ctrial -> list ctrial -> Prop :=
  Forall2 (fun c c' => same n (fst c) (fst c') /\ snd c = snd c').
Definition of_dimension (n : nat) (L : strategy) : Prop := forall S S', same_trials n S S' ->
  same n (weights L S) (weights L S') /\ threshold L S = threshold L S'.

(** The predictions stay what they are when all examples are rotated. *)
Definition rotation_invariant (tie : bool) (n : nat) (L : strategy) : Prop :=
  forall A, orthonormal n A -> forall past x,
  predicts tie n L (rotate n A past) (apply n A x) = predicts tie n L past x.

(** 1 where two predictions differ, else 0. *)
Definition told_apart (p p' : bool) : R := if eqb p p' then 0 else 1.

(** Weights with start 0 whose coefficients, like the threshold, see the labels and the dot products only. *)
Definition same_products (n : nat) (xs xs' : list vec) : Prop :=
  forall i j, dot n (nth i xs zero) (nth j xs zero) = dot n (nth i xs' zero) (nth j xs' zero).
Definition of_products (n : nat) (L : strategy) : Prop :=
  exists coefficient : list ctrial -> nat -> R,
    (forall past, same n (weights L past) (combination (coefficient past) (map fst past))) /\
    forall past past', map snd past = map snd past' -> same_products n (map fst past) (map fst past') ->
    (forall t, coefficient past t = coefficient past' t) /\ threshold L past = threshold L past'.

(** ** Truth values *)

Definition one_or_zero (b : bool) : R := if b then 1 else 0.

(** ** The hinge loss *)

Definition hinge (margin : R) : R := Rmax 0 (1 - margin).

Definition is_one (r : R) : bool := if Req_EM_T r 1 then true else false.
