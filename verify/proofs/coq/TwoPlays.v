(** * Two learners of the table on the same trials *)

From Boundcheck Require Import Vectors.
From Boundcheck.classics Require Import Definitions.
Open Scope R_scope.

(** Two learners whose states stay related, and of which [value] says nothing then. *)
Lemma never_apart {W V A} (r : rule W) (r' : rule V) number target target' value
    (related : W -> V -> Prop) (P : vec * A -> Prop) (S : list (vec * A)) :
  Forall P S -> related (first_state r) (first_state r') ->
  (forall K K' c, P c -> related K K' ->
    value K (prediction r K (fst c)) (side_of (prediction r K (fst c)) (target (snd c)))
      K' (prediction r' K' (fst c)) (side_of (prediction r' K' (fst c)) (target' (snd c))) c = 0 /\
    related (play r number target K c) (play r' number target' K' c)) ->
  over_plays r r' number target target' value S = 0.
Proof.
  intros HS H0 H. unfold over_plays. revert H0. generalize (first_state r), (first_state r').
  induction HS as [|c S Hc HS IH]; intros K K' E; [reflexivity|]. unfold over_run in *. cbn [fst snd].
  destruct (H _ _ _ Hc E) as [-> E']. rewrite IH; auto. ring.
Qed.

Lemma raised_power b y : 0 < b -> raised b y = Rpower b y.
Proof.
  intros Hb. unfold raised, power. destruct (Req_EM_T y 0) as [->|]; [rewrite Rpower_O; auto|].
  destruct (Req_EM_T b 0); [lra|]. rewrite Rabs_pos_eq by lra. reflexivity.
Qed.

Lemma equal_predictions (yhat yhat' : R) : yhat = yhat' -> (if Req_EM_T yhat yhat' then 0 else 1) = 0.
Proof. intros ->. destruct (Req_EM_T _ _); lra. Qed.
