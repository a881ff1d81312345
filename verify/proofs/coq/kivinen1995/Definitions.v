(** * The ellipsoid method, random points, and the dimension of disjunctions *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

Definition entries (l : list R) : vec := fun i => nth i l 0.

(** ** The central-cut ellipsoid method, on (w, - theta) in n + 1 dimensions, from the unit ball around zero *)

Record ellipsoid := Ellipsoid { centre : vec; shape : matrix }.
Definition unit_ball : ellipsoid := Ellipsoid zero (fun i j => if (i =? j)%nat then 1 else 0).

(** The smallest ellipsoid around the half of E in which z.g is at least what it is at the centre, in m dimensions. *)
Definition cut (m : nat) (g : vec) (E : ellipsoid) : ellipsoid :=
  let h := apply m (shape E) g in
  let q := dot m g h in
  let r := INR m in
  Ellipsoid (fun i => centre E i + h i / ((r + 1) * sqrt q))
            (fun i j => r ^ 2 / (r ^ 2 - 1) * (shape E i j - 2 / (r + 1) * (h i * h j / q))).

(** After cuts, which are listed latest first. *)
Fixpoint ellipsoid_after (n : nat) (cuts : list vec) : ellipsoid :=
  match cuts with [] => unit_ball | g :: cuts' => cut (n + 1) g (ellipsoid_after n cuts') end.

(** ** Random points of {0, 1}^n: each entry is 1 with probability p, independently; the mean of a function of them *)

Definition with_entry (i : nat) (b : R) (x : vec) : vec := fun j => if (j =? i)%nat then b else x j.
Fixpoint mean (p : R) (n : nat) (f : vec -> R) : R :=
  match n with
  | O => f zero
  | S m => (1 - p) * mean p m (fun x => f (with_entry m 0 x)) + p * mean p m (fun x => f (with_entry m 1 x))
  end.

(** The product of two uniform points. *)
Definition mean_of_products (n : nat) (f : R -> R) : R :=
  mean (1 / 2) n (fun x => mean (1 / 2) n (fun x' => f (dot n x x'))).

(** The rate of ones that makes examples of a disjunction of k attributes positive with probability 1/2. *)
Definition even_rate (k : R) : R := 1 - Rpower 2 (- / k).

(** Any labels of the d points are those of one of the disjunctions. *)
Definition shattered (N k d : nat) (point : nat -> vec) : Prop :=
  (forall t, (t < d)%nat -> zero_one N (point t)) /\
  forall labels : nat -> bool, exists u, zero_one N u /\ sum N u = INR k /\
  forall t, (t < d)%nat -> disjunction N u (point t) = labels t.

(** The largest number of such points. *)
Definition vc_dimension (N k d : nat) : Prop :=
  (exists point, shattered N k d point) /\ forall d' point, shattered N k d' point -> (d' <= d)%nat.
