(** * Two learners of the table on the same trials *)

From Boundcheck Require Import Vectors.
From Boundcheck.classics Require Import Definitions.
Open Scope R_scope.

Section NeverApart.
Context {W V A : Type} (r : rule W) (r' : rule V) (number : A -> R) (target target' : A -> interval).
Context (value : W -> R -> R -> V -> R -> R -> vec * A -> R) (related : W -> V -> Prop) (P : vec * A -> Prop).

(** Two learners whose states stay related, and of which [value] says nothing then; the first plays as [Q] says. *)
Lemma never_apart_where (Q : W -> R -> R -> vec * A -> Prop) (S : list (vec * A)) :
  Forall P S -> all_play r number target Q S -> related (first_state r) (first_state r') ->
  (forall K K' c, P c -> Q K (prediction r K (fst c)) (side_of (prediction r K (fst c)) (target (snd c))) c ->
    related K K' ->
    value K (prediction r K (fst c)) (side_of (prediction r K (fst c)) (target (snd c)))
      K' (prediction r' K' (fst c)) (side_of (prediction r' K' (fst c)) (target' (snd c))) c = 0 /\
    related (play r number target K c) (play r' number target' K' c)) ->
  over_plays r r' number target target' value S = 0.
Proof.
  intros HS HQ H0 H. unfold over_plays, all_play in *. revert HQ H0. generalize (first_state r), (first_state r').
  induction HS as [|c S Hc HS IH]; intros K K' HQ E; [reflexivity|]. destruct HQ as [Hq HQ].
  unfold over_run in *. cbn [fst snd]. destruct (H _ _ _ Hc Hq E) as [-> E']. rewrite IH; auto. ring.
Qed.

Lemma never_apart (S : list (vec * A)) :
  Forall P S -> related (first_state r) (first_state r') ->
  (forall K K' c, P c -> related K K' ->
    value K (prediction r K (fst c)) (side_of (prediction r K (fst c)) (target (snd c)))
      K' (prediction r' K' (fst c)) (side_of (prediction r' K' (fst c)) (target' (snd c))) c = 0 /\
    related (play r number target K c) (play r' number target' K' c)) ->
  over_plays r r' number target target' value S = 0.
Proof.
  intros HS H0 H. apply never_apart_where with (fun _ _ _ _ => True); auto. unfold all_play. clear.
  generalize (first_state r). induction S as [|c S IH]; intros K; [exact I|]. split; [exact I|apply IH].
Qed.
End NeverApart.

(** The sides of two agree where one prediction is a positive multiple of the other, and the targets end at 0. *)
Definition at_zero (a : end_point) : Prop := match a with Infinite => True | Open b | Closed b => b = 0 end.

Lemma side_scaled a yhat target : 0 < a -> at_zero (low target) -> at_zero (high target) ->
  side_of (a * yhat) target = side_of yhat target.
Proof.
  intros Ha. unfold side_of, below, above, leb, ltb. destruct target as [[] []]; cbn; intros; subst; decide_reals; nra.
Qed.

Lemma raised_power b y : 0 < b -> raised b y = Rpower b y.
Proof.
  intros Hb. unfold raised, power. destruct (Req_EM_T y 0) as [->|]; [rewrite Rpower_O; auto|].
  destruct (Req_EM_T b 0); [lra|]. rewrite Rabs_pos_eq by lra. reflexivity.
Qed.

Lemma equal_predictions (yhat yhat' : R) : yhat = yhat' -> (if Req_EM_T yhat yhat' then 0 else 1) = 0.
Proof. intros ->. destruct (Req_EM_T _ _); lra. Qed.
