(** * Rules of the table as functions of the past trials: additive learners, and adversaries that force mistakes *)

From Coq Require Import FunctionalExtensionality.
From Boundcheck Require Import Vectors GenLearners.
From Boundcheck.classics Require Import Definitions Rules.
From Boundcheck.kivinen1995 Require Import Definitions Hadamard Rotation.
Open Scope R_scope.

Section Rule.
Context {W : Type} (n : nat) (r : rule W) (target : bool -> interval) (level : W -> R).

Notation after past := (after_play r label target (rev past)).

(** The threshold of a rule is the [level] of its state. *)
Definition strategy_of : strategy := Strategy (fun past => weights_in r (after past)) (fun past => level (after past)).
Definition thresholded : Prop := forall K x y, side_of (prediction r K x) (target y)
  = if eqb (leb (level K) (dot n (weights_in r K) x)) y then 0 else label y.

Notation L := strategy_of.

Lemma after_cons c past : after (c :: past) = play r label target (after past) c.
Proof. cbn [rev]. apply after_play_snoc. Qed.

Hypothesis HT : thresholded.

Lemma strategy_side past x y : side_of (prediction r (after past) x) (target y)
  = if eqb (predicts true n L past x) y then 0 else label y.
Proof. apply HT. Qed.

Lemma mistakes_of_strategy S :
  over_play r label target (fun _ _ side _ => Rabs side) S = INR (strategy_mistakes true n L [] S).
Proof.
  enough (forall past, over_run (play r label target) (fun K c =>
    Rabs (side_of (prediction r K (fst c)) (target (snd c)))) (after past) S = INR (strategy_mistakes true n L past S))
    as H by exact (H []).
  induction S as [|c S IH]; intros past; [reflexivity|]. unfold over_run in *. cbn [strategy_mistakes].
  rewrite <- after_cons, IH, plus_INR, strategy_side. f_equal. destruct (eqb _ _); [apply Rabs_R0|].
  destruct (snd c); cbn [label INR]; [apply Rabs_R1|rewrite Rabs_left by lra; ring].
Qed.

(** ** The adversary shows an example on which the learner errs, if there is one *)

Lemma oppose_forces u psi B : forall past, forcing true n L u psi past
  (oppose_from r target (fun x => leb psi (dot n u x)) (after past) B) B.
Proof.
  induction B as [|[x x'] B IH]; intros past; cbn [oppose_from forcing]; [exact I|].
  set (c := shown _ _ _ _ _). rewrite <- after_cons.
  enough (chosen_from n u psi c (x, x') /\ (leb psi (dot n u x) <> leb psi (dot n u x') ->
    (exists z, one_of z (x, x') /\ predicts true n L past z <> leb psi (dot n u z)) ->
    predicts true n L past (fst c) <> snd c)) as [H1 H2] by (repeat split; try apply H1; auto).
  assert (forall z, leb psi (dot n u z) = true -> forall z', leb psi (dot n u z') = false -> forall cands,
    one_of z cands -> one_of z' cands -> (forall y, one_of y cands -> y = z \/ y = z') ->
    let c := if Req_EM_T (side_of (prediction r (after past) z) (target true)) 0 then (z', false) else (z, true) in
    chosen_from n u psi c cands /\ ((exists y, one_of y cands /\ predicts true n L past y <> leb psi (dot n u y)) ->
      predicts true n L past (fst c) <> snd c)) as Hforced.
  { intros z Hz z' Hz' cands H H' Hall. cbv zeta. rewrite strategy_side. unfold chosen_from.
    destruct (predicts true n L past z) eqn:E; cbn [eqb label]; destruct (Req_EM_T _ 0) as [N|N]; try lra;
      cbn [fst snd]; rewrite ?Hz, ?Hz'; (split; [auto|]).
    - intros (y & Hy & Hne). destruct (Hall y Hy) as [-> | ->]; congruence.
    - intros _. congruence. }
  subst c. unfold shown. destruct (leb psi (dot n u x)) eqn:Ex, (leb psi (dot n u x')) eqn:Ex'; cbn [eqb].
  - split; [split; [left; reflexivity|cbn [snd fst]; auto]|congruence].
  - destruct (Hforced x Ex x' Ex' (x, x')) as [H1 H2]; [left|right|intros y [-> | ->]|]; auto.
  - destruct (Hforced x' Ex' x Ex (x, x')) as [H1 H2]; [right|left|intros y [-> | ->]|]; auto.
  - split; [split; [left; reflexivity|cbn [snd fst]; auto]|congruence].
Qed.

(** ** Rules whose state moves along the examples are additive *)

Lemma moves_additive (f : W -> vec) eta s : (forall K i, weights_in r K i = s i + eta * f K i) ->
  (forall i, f (first_state r) i = 0) ->
  (forall K x y side, exists a b, forall i, f (next_state r K x y side) i = a * x i + b * f K i) -> additive n L.
Proof.
  intros Hw H0 Hn past. apply span_ext with (fun i => eta * f (after past) i).
  { intros i _. change (weights L []) with (weights_in r (first_state r)).
    change (weights L past) with (weights_in r (after past)). rewrite !Hw, H0. ring. }
  apply span_scal. induction past as [|c past IH].
  - apply span_ext with zero; [intros i _; symmetry; apply H0|apply span_zero].
  - rewrite after_cons. destruct (Hn (after past) (fst c) (label (snd c))
      (side_of (prediction r (after past) (fst c)) (target (snd c)))) as (a & b & E).
    eapply span_ext; [intros i _; symmetry; apply E|]. apply (span_cons n (fst c)), span_scal, IH.
Qed.

(** Of the trials in their order. *)
Lemma additive_run S : additive n L ->
  in_span n (map fst S) (fun i => weights_in r (after_play r label target S) i - weights_in r (first_state r) i).
Proof.
  intros HL. specialize (HL (rev S)). cbn [weights strategy_of] in HL. rewrite rev_involutive in HL.
  eapply span_trans; [|exact HL]. intros x Hx. apply span_in. rewrite map_rev in Hx. apply in_rev, Hx.
Qed.
End Rule.

(** ** The rules of the table *)

Lemma side_at theta yhat y :
  side_of yhat (threshold_target theta y) = if eqb (leb theta yhat) y then 0 else label y.
Proof. unfold side_of, threshold_target, below, above, leb, ltb. destruct y; cbn; decide_reals; cbn; auto; lra. Qed.

Lemma moved_side c d y : side_of (d - c) (threshold_target 0 y) = if eqb (leb c d) y then 0 else label y.
Proof. rewrite side_at. unfold leb. decide_reals; auto; lra. Qed.

(** What Theorem 8 asks of a rule: a threshold, and weights that are s plus a combination of the past examples. *)
Definition additive_from {W} (n : nat) (r : rule W) target level (s : vec) : Prop :=
  thresholded n r target level /\ additive n (strategy_of r target level) /\ weights_in r (first_state r) = s.

Lemma perceptron_additive n eta theta s :
  additive_from n (perceptron_rule n eta s) (threshold_target theta) (fun _ => theta) s.
Proof.
  repeat split.
  - intros K x y. apply side_at.
  - apply moves_additive with (fun K => K) eta s; [reflexivity..|]. intros K x y side. exists side, 1. intros i. cbn. ring.
  - apply functional_extensionality. intros i. cbn. unfold zero. ring.
Qed.

Lemma bias_additive n eta s : additive_from n (bias_perceptron_rule n eta 0 s) (threshold_target 0) snd s.
Proof.
  repeat split.
  - intros K x y. apply moved_side.
  - apply moves_additive with fst eta s; [reflexivity..|]. intros K x y side. exists side, 1. intros i. cbn. ring.
  - apply functional_extensionality. intros i. cbn. unfold zero. ring.
Qed.

Lemma additive_additive n eta rate rho theta a s :
  additive_from n (additive_rule n eta rate rho theta a s) (threshold_target 0) snd s.
Proof.
  repeat split.
  - intros K x y. apply moved_side.
  - apply moves_additive with fst 1 s; [intros K i; cbn; ring|reflexivity|]. intros K x y side.
    exists ((if Req_EM_T side 0 then rate else eta) * y), rho. intros i. cbn. ring.
  - apply functional_extensionality. intros i. cbn. unfold zero. ring.
Qed.
