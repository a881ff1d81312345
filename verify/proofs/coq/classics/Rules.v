(** * The rules of the second shelf, and what is summed over their runs, in the words of the proofs *)

From Boundcheck Require Import Vectors.
From Boundcheck.classics Require Import Definitions.
Open Scope R_scope.

(** ** The Perceptron with margin beta and rate eta; the Perceptron has margin 0 and any rate *)

Definition margin_perceptron (n : nat) (beta eta : R) (w : vec) (c : ctrial) : vec :=
  if Rle_dec (margin n w c) beta then along_example eta w c else w.
Definition margin_update (n : nat) (beta : R) (w : vec) (c : ctrial) : R :=
  if Rle_dec (margin n w c) beta then 1 else 0.
Definition hinge_of_mistakes (n : nat) (u w : vec) (c : ctrial) : R :=
  if Rle_dec (margin n w c) 0 then hinge_loss n u c else 0.

(** ** Passive-Aggressive, and its variants with a largest step C *)

Definition pa (n : nat) (w : vec) (c : ctrial) : vec :=
  let xx := dot n (fst c) (fst c) in
  if Rlt_dec 0 xx then along_example (hinge_loss n w c / xx) w c else w.
Definition pa1 (n : nat) (C : R) (w : vec) (c : ctrial) : vec :=
  let xx := dot n (fst c) (fst c) in
  if Rlt_dec 0 xx then along_example (Rmin C (hinge_loss n w c / xx)) w c else w.
Definition pa2 (n : nat) (C : R) (w : vec) (c : ctrial) : vec :=
  along_example (hinge_loss n w c / (dot n (fst c) (fst c) + 1 / (2 * C))) w c.

(** ** Gradient descent *)

Definition ogd_hinge (n : nat) (eta : R) (w : vec) (c : ctrial) : vec :=
  if Rlt_dec (margin n w c) 1 then along_example eta w c else w.
Definition gd_square (n : nat) (eta : R) (w : vec) (c : vec * R) : vec :=
  fun i => w i + eta * (snd c - dot n w (fst c)) * fst c i.
Definition square_loss (n : nat) (w : vec) (c : vec * R) : R := (snd c - dot n w (fst c)) ^ 2.
Definition ogd_absolute (n : nat) (eta : R) (w : vec) (c : vec * R) : vec :=
  let d := snd c - dot n w (fst c) in
  fun i => w i + eta * (if Rlt_dec 0 d then 1 else if Rlt_dec d 0 then -1 else 0) * fst c i.
Definition absolute_loss (n : nat) (w : vec) (c : vec * R) : R := Rabs (snd c - dot n w (fst c)).
Definition ogd_linear (eta : R) (w x : vec) : vec := fun i => w i - eta * x i.

(** ** Hedge and exponentiated gradient: what is predicted, or lost, is the weights' mean of the example's entries *)

Definition weighted_mean (n : nat) (w x : vec) : R := dot n w x / sum n w.
Definition hedge (eta : R) (w x : vec) : vec := fun i => w i * exp (- eta * x i).
Definition hedge_beta (beta : R) (w x : vec) : vec := fun i => w i * Rpower beta (x i).
Definition eg_square (n : nat) (eta : R) (w : vec) (c : vec * R) : vec :=
  fun i => w i * exp (eta * (snd c - weighted_mean n w (fst c)) * fst c i).

(** ** Winnow1: a mistake on a positive example promotes the active weights; one on a negative example makes them 0 *)

Definition winnow1 (alpha : R) : learner :=
  fun sgn w x i => if Rlt_dec 0 sgn then w i * Rpower alpha (x i) else if Req_EM_T (x i) 0 then w i else 0.

(** ** Rules and their runs *)

Lemma over_run_same {W A} (rule rule' : W -> A -> W) value value' s S : (forall w c, rule w c = rule' w c) ->
  (forall w c, value w c = value' w c) -> over_run rule value s S = over_run rule' value' s S.
Proof.
  intros Hr Hv. revert s. induction S as [|c S IH]; intros s; auto. unfold over_run in *. rewrite Hr, Hv, IH.
  reflexivity.
Qed.

Lemma over_run_map {W A B} (f : A -> B) (rule : W -> B -> W) (value : W -> B -> R) s S :
  over_run (fun w c => rule w (f c)) (fun w c => value w (f c)) s S = over_run rule value s (map f S).
Proof. revert s. induction S as [|c S IH]; intros s; auto. cbn [map over_run]. f_equal. apply IH. Qed.

Lemma total_map {A B} (f : A -> B) (value : B -> R) S : total (fun c => value (f c)) S = total value (map f S).
Proof. induction S as [|c S IH]; auto. cbn [map total fold_right]. f_equal. exact IH. Qed.

Lemma over_run_mistakes rule value (wrong : vec -> ctrial -> bool) (step : learner) s (S : list ctrial) :
  (forall w c, rule w c = if wrong w c then step (label (snd c)) w (fst c) else w) ->
  (forall w c, value w c = if wrong w c then 1 else 0) -> over_run rule value s S = INR (mistakes_by wrong step s S).
Proof.
  intros Hr Hv. revert s. induction S as [|c S IH]; intros s; [reflexivity|]. unfold over_run in *. cbn [mistakes_by].
  rewrite Hr, Hv, IH. destruct (wrong s c); [rewrite plus_INR|]; cbn [INR]; ring.
Qed.

(** One more trial. *)
Lemma after_play_snoc {W A} (r : rule W) number (target : A -> interval) S c :
  after_play r number target (S ++ [c]) = play r number target (after_play r number target S) c.
Proof. unfold after_play. rewrite fold_left_app. reflexivity. Qed.

Lemma over_play_snoc {W A} (r : rule W) number (target : A -> interval) value S c :
  over_play r number target value (S ++ [c]) = over_play r number target value S
    + (let K := after_play r number target S in
       value K (prediction r K (fst c)) (side_of (prediction r K (fst c)) (target (snd c))) c).
Proof.
  unfold over_play, after_play. cbv zeta. generalize (first_state r).
  induction S as [|d S IH]; intros K; [unfold over_run; cbn [app fold_left]; ring|].
  unfold over_run in *. cbn [app fold_left]. rewrite IH. ring.
Qed.
