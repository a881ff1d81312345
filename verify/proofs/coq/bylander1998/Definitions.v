(** * Weighted Majority over experts, and where Exponentiated Update decides otherwise *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

(** Trials on which one of two learners errs and the other does not; their mistakes change them. *)
Fixpoint differently (wrong : vec -> ctrial -> bool) (step step' : learner) (w w' : vec) (S : list ctrial) : R :=
  match S with
  | [] => 0
  | c :: S' =>
      told_apart (wrong w c) (wrong w' c)
      + differently wrong step step' (if wrong w c then step (label (snd c)) w (fst c) else w)
          (if wrong w' c then step' (label (snd c)) w' (fst c) else w') S'
  end.

(** ** Weighted Majority over experts in [0, 1], the label as 1 or 0: on its mistakes w_i becomes w_i beta^|x_i - y| *)

Definition votes_one (n : nat) (w x : vec) : bool := leb (1 / 2) (dot n w x / sum n w).
Definition majority_step (n : nat) (beta : R) (w : vec) (c : ctrial) : vec :=
  if eqb (votes_one n w (fst c)) (snd c) then w
  else fun i => w i * Rpower beta (Rabs (fst c i - one_or_zero (snd c))).

(** The outcomes of Exponentiated Update that stand for the labels: (1/2, 1] and [0, 1/2). *)
Definition majority_outcome (c : ctrial) : trial :=
  (fst c, if snd c then Interval (Open (1 / 2)) (Closed 1) else Interval (Closed 0) (Open (1 / 2))).

(** Trials on which the two, with the weights w and v, decide differently, or a prediction is exactly 1/2; and none is. *)
Fixpoint disagreements (n : nat) (beta : R) (step : learner) (w v : vec) (S : list ctrial) : R :=
  match S with
  | [] => 0
  | c :: S' =>
      (if Req_EM_T (dot n w (fst c)) (1 / 2) then 1
       else told_apart (leb (1 / 2) (dot n w (fst c))) (votes_one n v (fst c)))
      + disagreements n beta step (update n step w (majority_outcome c)) (majority_step n beta v c) S'
  end.
Fixpoint without_ties (n : nat) (step : learner) (w : vec) (S : list ctrial) : Prop :=
  match S with
  | [] => True
  | c :: S' => dot n w (fst c) <> 1 / 2 /\ without_ties n step (update n step w (majority_outcome c)) S'
  end.

(** ** Weighted Majority over experts that say 1 or -1: on its mistakes those that erred pay *)

Definition penalty (beta : R) : learner := fun sgn w x i => if Rlt_dec (sgn * x i) 0 then beta * w i else w i.
