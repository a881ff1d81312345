(** * Worst cases: what certificates for all sequences, or for those up to a length, rest on *)

From Boundcheck Require Export Potential.
From Coq Require FunctionalExtensionality.
Open Scope R_scope.

Lemma over_run_less {W A} (step : W -> A -> W) gain cost k S : forall s,
  over_run step gain s S - k * over_run step cost s S = over_run step (fun s c => gain s c - k * cost s c) s S.
Proof.
  induction S as [|c S IH]; intros s; [cbn; ring|].
  change (gain s c + over_run step gain (step s c) S - k * (cost s c + over_run step cost (step s c) S)
    = gain s c - k * cost s c + over_run step (fun s c => gain s c - k * cost s c) (step s c) S).
  rewrite <- IH. ring.
Qed.

(** A trial either changes nothing that counts and adds nothing, or goes from a stage to one of the next size. Each list
    i of multipliers that serves a stage pays for what is added, [scale i] times, and for what [V] grows by. *)
Lemma staged {W A P I} (step : W -> A -> W) (amount : W -> A -> R) (size : P -> nat) (reach : P -> W -> Prop)
  (serves : I -> P -> Prop) (scale : I -> R) (V : I -> P -> W -> R) (paid : I -> P -> R) start first S :
  size first = 0%nat -> reach first start -> (forall i, 0 <= scale i) ->
  (forall i, serves i first -> V i first start <= paid i first) ->
  (forall p s c, In c S -> (size p < length S)%nat -> reach p s ->
     (forall i, serves i p -> scale i = 0 -> V i p s <= paid i p) ->
     (amount s c <= 0 /\ reach p (step s c) /\ forall i, serves i p -> V i p (step s c) <= V i p s) \/
     exists q, size q = Datatypes.S (size p) /\ reach q (step s c) /\ forall i, serves i q ->
       serves i p /\ scale i * amount s c + V i q (step s c) - V i p s <= paid i q - paid i p) ->
  exists p s, (size p <= length S)%nat /\ reach p s /\
    forall i, serves i p -> scale i * over_run step amount start S + V i p s <= paid i p.
Proof.
  intros E0 R0 Scale V0 Step.
  assert (forall S' s p a, incl S' S -> (size p + length S' <= length S)%nat -> reach p s ->
    (forall i, serves i p -> scale i * a + V i p s <= paid i p) ->
    exists q s', (size q <= length S)%nat /\ reach q s' /\
      forall i, serves i q -> scale i * (a + over_run step amount s S') + V i q s' <= paid i q) as Rest.
  { induction S' as [|d S' IH]; intros s p a K L R H.
    - exists p, s. split; [cbn in L; lia|]. split; [exact R|]. intros i Hi. cbn. rewrite Rplus_0_r. exact (H i Hi).
    - cbn [length] in L. change (over_run step amount s (d :: S')) with (amount s d + over_run step amount (step s d) S').
      assert (incl S' S) as K' by (intros e He; apply K; right; exact He).
      destruct (Step p s d (K d (or_introl eq_refl))) as [(G & R' & D)|(q & E & R' & D)]; [lia|exact R| | |].
      + intros i Hi Z. specialize (H i Hi). rewrite Z in H. lra.
      + destruct (IH (step s d) p (a + amount s d)) as (q & s' & F); [exact K'|lia|exact R'| |].
        { intros i Hi. specialize (H i Hi). specialize (D i Hi). specialize (Scale i). nra. }
        exists q, s'. rewrite <- Rplus_assoc. exact F.
      + destruct (IH (step s d) q (a + amount s d)) as (r & s' & F); [exact K'|lia|exact R'| |].
        { intros i Hi. destruct (D i Hi) as [Hp G]. specialize (H i Hp). lra. }
        exists r, s'. rewrite <- Rplus_assoc. exact F. }
  destruct (Rest S start first 0) as (q & s & L & R & H); [intros e He; exact He|lia|exact R0| |].
  { intros i Hi. specialize (V0 i Hi). lra. }
  exists q, s. split; [exact L|]. split; [exact R|]. intros i Hi. rewrite <- (Rplus_0_l (over_run _ _ _ _)). exact (H i Hi).
Qed.

(** Trials that are alike after the first that counts, which starts from where [begun] says. *)
Lemma endless {W A} (step : W -> A -> W) (amount : W -> A -> R) (begun : W -> Prop) (V : W -> R) first more start S :
  begun start -> (forall s, 0 <= V s) ->
  (forall s c, In c S -> begun s ->
     (amount s c <= 0 /\ begun (step s c)) \/ amount s c + V (step s c) <= first) ->
  (forall s c, In c S -> (amount s c <= 0 /\ V (step s c) <= V s) \/ amount s c + V (step s c) - V s <= more) ->
  over_run step amount start S <= 0 \/
  exists j, 0 <= j /\ j + 1 <= INR (length S) /\ over_run step amount start S <= first + j * more.
Proof.
  intros B0 Pos First Later.
  destruct (staged step amount (fun k : nat => k) (fun k s => match k with O => begun s | _ => True end)
    (fun (_ : unit) _ => True) (fun _ => 1) (fun _ k s => match k with O => 0 | _ => V s end)
    (fun _ k => match k with O => 0 | Datatypes.S j => first + INR j * more end) start 0%nat S)
    as (k & s & L & R & H); [reflexivity|exact B0|intros; lra|intros; lra| |].
  { intros k s c Hc _ R _. destruct k as [|k].
    - destruct (First s c Hc R) as [[G B]|G]; [left|right].
      + repeat split; [exact G|exact B|]. intros. lra.
      + exists 1%nat. repeat split. change (INR 0) with 0. lra.
    - destruct (Later s c Hc) as [[G B]|G]; [left|right].
      + repeat split; [exact G|]. intros. exact B.
      + exists (Datatypes.S (Datatypes.S k)). repeat split. rewrite S_INR. lra. }
  specialize (H tt Logic.I). destruct k as [|k]; [left; lra|right]. exists (INR k).
  specialize (Pos s). pose proof (pos_INR k). apply le_INR in L. rewrite S_INR in L. repeat split; lra.
Qed.

Lemma along_all {W A} (step : W -> A -> W) (holds : W -> A -> Prop) S : forall s,
  (forall s c, In c S -> holds s c) -> along step holds s S.
Proof.
  induction S as [|c S IH]; intros s H; [exact I|]. split; [apply H; left; reflexivity|].
  apply IH. intros s' d D. apply H. right. exact D.
Qed.

(** What is counted is a whole multiple. *)
Lemma whole_run {W A} (step : W -> A -> W) amount d S : (forall s c, exists z, amount s c = d * IZR z) ->
  forall s, exists z, over_run step amount s S = d * IZR z.
Proof.
  intros H. induction S as [|c S IH]; intros s; [exists 0%Z; cbn; ring|].
  destruct (H s c) as [y E], (IH (step s c)) as [z F]. exists (y + z)%Z.
  change (amount s c + over_run step amount (step s c) S = d * IZR (y + z)). rewrite plus_IZR, E, F. ring.
Qed.

Lemma whole_below x d k : (exists z, x = d * IZR z) -> 0 < d -> x < d * (IZR k + 1) -> x <= d * IZR k.
Proof.
  intros [z ->] D H. apply Rmult_lt_reg_l in H; [|exact D]. rewrite <- plus_IZR in H. apply lt_IZR in H.
  apply Rmult_le_compat_l; [lra|]. apply IZR_le. lia.
Qed.

(** Amounts in units of a multiple of a root. *)
Lemma raised b x y : x <= y -> sqrt b * x <= sqrt b * y.
Proof. intros H. apply Rmult_le_compat_l; [apply sqrt_pos|exact H]. Qed.

Lemma root_times b p : 0 <= b -> sqrt b * sqrt b * p = b * p /\ sqrt b * sqrt b * sqrt b * p = b * sqrt b * p.
Proof. intros H. rewrite (sqrt_sqrt b H). split; ring. Qed.

Lemma root_within b low high : 0 <= low /\ 0 <= high /\ low * low <= b <= high * high -> low <= sqrt b <= high.
Proof.
  intros (L & H & B). rewrite <- (sqrt_square low L), <- (sqrt_square high H).
  split; apply sqrt_le_1_alt; apply B.
Qed.

Lemma over_root b : 0 < b -> / sqrt b = / b * sqrt b.
Proof.
  intros H. pose proof (sqrt_lt_R0 b H). rewrite <- (sqrt_sqrt b) at 2 by lra. field. lra.
Qed.

Lemma root_multiple a b k : 0 <= k -> 0 <= b -> a = k * k * b -> sqrt a = k * sqrt b.
Proof. intros K B ->. rewrite sqrt_mult_alt, sqrt_square by nra. reflexivity. Qed.

(** Roots that are [k] times the root of [b]. *)
Ltac root_is b k := repeat match goal with |- context [sqrt ?v] =>
  lazymatch v with b => fail | _ => rewrite (root_multiple v b k) by lra end end.

Ltac rootless b := unfold Rdiv; rewrite ?Rinv_mult, ?Rinv_inv, ?(over_root b) by lra.

Ltac unmoved := repeat apply conj; try exact I; try assumption; try reflexivity;
  try (apply FunctionalExtensionality.functional_extensionality; intros i; unfold zero; cbv beta; lra).

(** What is not 0 is 0 by the laws of a ring, or by what is known. *)
Ltac unequal := match goal with N : _ <> 0 |- _ => apply N; lra end.

Ltac whole_amount := repeat match goal with |- context [label ?y] => destruct y; cbn [label] end; cases;
  first [exists 0%Z; lra|exists 1%Z; lra|exists (-1)%Z; lra].
