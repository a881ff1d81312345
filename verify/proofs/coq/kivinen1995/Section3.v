(** * Section 3: Sylvester's matrix, and the adversary of the ellipsoid method *)

From Boundcheck Require Import Vectors GenBounds GenClaims Premises.
From Boundcheck.classics Require Import Definitions.
From Boundcheck.kivinen1995 Require Hadamard Rotation.
From Boundcheck.kivinen1995 Require Import Definitions Section1 Section2 Section3Statements.
Open Scope R_scope.

Lemma later_pair n B : forall t, pairwise_constant n B -> (t < length B)%nat -> let (z, z') := pair_at t B in
  forall x, Exists (one_of x) (firstn t B) -> dot n x z = dot n x z'.
Proof.
  induction B as [|[y y'] B IH]; intros [|t] H Ht; cbn [length] in Ht; try lia; cbn [pairwise_constant firstn] in *;
    [destruct (pair_at _ _); intros x Hx; inversion Hx|]. apply Nat.succ_lt_mono in Ht. destruct H as [H1 H2].
  change (pair_at (S t) ((y, y') :: B)) with (pair_at t B). specialize (IH t H2 Ht). rewrite Forall_forall in H1.
  specialize (H1 (pair_at t B) (nth_In B _ Ht)). destruct (pair_at t B) as [z z']. intros x Hx. apply Exists_cons in Hx.
  destruct Hx as [[-> | ->]|Hx]; [apply H1..|apply IH, Hx].
Qed.

(** ** The examples of trials, in pairs *)

Lemma by_pairs {A} (P : list A -> Prop) : P [] -> (forall c, P [c]) -> (forall c c' S, P S -> P (c :: c' :: S)) ->
  forall S, P S.
Proof. intros H0 H1 H2. fix IH 1. intros [|c [|c' S]]; [exact H0|apply H1|apply H2, IH]. Qed.

Lemma pairs_at {A} (S : list (vec * A)) : forall t, (t < length (pairs_of S))%nat ->
  pair_at t (pairs_of S) = (example S (2 * t), example S (2 * t + 1)).
Proof.
  induction S as [| |c c' S IH] using by_pairs; intros t Ht; cbn [pairs_of length] in *; try lia.
  destruct t as [|t]; [reflexivity|]. change (pair_at t (pairs_of S) = (example (c :: c' :: S) (2 * Datatypes.S t),
    example (c :: c' :: S) (2 * Datatypes.S t + 1))). rewrite IH by lia. unfold example.
  replace (2 * Datatypes.S t)%nat with (Datatypes.S (Datatypes.S (2 * t))) by lia. reflexivity.
Qed.

Lemma pairs_length {A} (S : list (vec * A)) : natural (INR (length S) / 2) = length (pairs_of S).
Proof.
  assert (exists r, (r <= 1)%nat /\ length S = (2 * length (pairs_of S) + r)%nat) as (r & Hr & ->)
    by (induction S as [| |c c' S (r & Hr & E)] using by_pairs; cbn [pairs_of length] in *;
      [exists 0%nat|exists 1%nat|exists r]; lia).
  apply natural_half, Hr.
Qed.

Lemma pairwise_of n B : (forall s t, (s < t)%nat -> (t < length B)%nat -> forall x, one_of x (pair_at s B) ->
  dot n x (fst (pair_at t B)) = dot n x (snd (pair_at t B))) -> pairwise_constant n B.
Proof.
  induction B as [|[x x'] B IH]; intros H; [exact I|]. split.
  - apply Forall_forall. intros later Hl. destruct (In_nth B later (zero, zero) Hl) as (t & Ht & <-).
    specialize (H 0%nat (S t) ltac:(lia) ltac:(cbn [length]; lia)).
    split; apply H; [left|right]; reflexivity.
  - apply IH. intros s t Hs Ht. apply (H (S s) (S t)); cbn [length]; lia.
Qed.

Lemma pairwise_constant_of n (S : list ctrial) :
  sum (natural (INR (length S) / 2)) (fun t => sum (2 * t) (fun i => if Req_EM_T
    (dot n (example S i) (example S (2 * t))) (dot n (example S i) (example S (2 * t + 1))) then 0 else 1)) = 0 ->
  pairwise_constant n (pairs_of S).
Proof.
  change (@length ctrial S) with (@length (vec * bool) S). rewrite pairs_length. intros H. apply pairwise_of. intros s t Hs Ht x Hx. rewrite !pairs_at in * by lia.
  cbn [fst snd].
  assert (forall i, (i < 2 * t)%nat -> dot n (example S i) (example S (2 * t))
    = dot n (example S i) (example S (2 * t + 1))) as E.
  { intros i Hi. apply (sum_none (length (pairs_of S))) with (i := t) in H; auto.
    - apply (sum_none (2 * t)) with (i := i) in H; auto; [destruct (Req_EM_T _ _) in H; [assumption|lra]|].
      intros j _. destruct (Req_EM_T _ _); lra.
    - intros k _. apply sum_nonneg. intros j _. destruct (Req_EM_T _ _); lra. }
  destruct Hx as [-> | ->]; apply E; lia.
Qed.

Theorem kw_pairs : kw_pairs_stmt.
Proof.
  intros n L S HB%pairwise_constant_of HL t past Ht H. set (B := pairs_of S) in *. clearbody B. clear S. unfold b_kw_pairs. rewrite !dot_minus_r. pose proof (later_pair n B t HB Ht) as Hl.
  destruct (pair_at t B) as [z z']. cbn [fst snd]. rewrite (Hadamard.order_of_pairs n L past z z' HL); [ring|].
  intros c Hc. rewrite Forall_forall in H. apply Hl, H, Hc.
Qed.

Theorem kw_thm8 : kw_thm8_stmt.
Proof.
  split; [intros tie n psi u L T HB HL|intros tie n L u psi T HB HL]; apply pairwise_constant_of in HB;
    destruct (Hadamard.theorem_8 tie n L u psi HL _ HB) as (S & HS & Hm); exists S; (split); auto. apply Rle_ge, le_INR.
  eapply Hadamard.erring_count, Hm.
Qed.

Theorem kw_lemma5 : kw_lemma5_stmt.
Proof.
  intros d s Hd. apply whole_k in Hd. unfold b_kw_lemma5. rewrite power_of_2.
  destruct (Hadamard.lemma_5_distance d (fun i => if Rlt_dec 0 (s i) then 1 else - 1) Hd) as (j & Hj & H);
    [intros t; destruct (Rlt_dec 0 (s t)); auto|]. exists j; split; auto. apply Rle_ge. eapply Rle_eq_trans; [exact H|].
  apply sum_ext; intros i _. destruct (Req_EM_T _ _) as [E|E], (Req_EM_T _ _) as [E'|E']; lra.
Qed.

Theorem kw_lemma10 : kw_lemma10_stmt.
Proof.
  intros n d k [Hn0 Hk]. apply whole_n in Hn0. apply whole_k in Hk. assert (2 ^ d <= n)%nat as Hn by lia.
  unfold b_kw_lemma10. split.
  - intros t Ht i Hi. rewrite !uppers, !lowers. destruct (Hadamard.lemma_10 d n 1 ltac:(lia) ltac:(lia) i t ltac:(lia)) as [-> ->].
    split; destruct (Req_EM_T _ _); lra.
  - split; intros t _ i _; rewrite ?uppers, ?lowers, dot_minus_r; destruct (Hadamard.products_of_rows d n i t Hn); lra.
Qed.

Theorem kw_lemma12 : kw_lemma12_stmt.
Proof.
  intros n d k w (Hn & Hd & Hk). apply whole_n in Hn. apply whole_k in Hd, Hk. unfold b_kw_lemma12. rewrite power_of_2.
  destruct (Hadamard.lemma_12 d n k Hk ltac:(lia) w Hd) as (i & Hi & H). exists i; split; signs.
Qed.

Theorem kw_13a : kw_13a_stmt.
Proof.
  intros tie n d k L (Hn & Hd & Hk) HL. apply whole_n in Hn. apply whole_k in Hd, Hk. unfold b_kw_13a.
  rewrite power_of_2.
  destruct (Hadamard.theorem_13_any_start d n k Hk ltac:(lia) tie L Hd HL) as (u & S & Hu & Hsum & _ & HS & Hm).
  exists u, S. intuition lra.
Qed.

Theorem kw_13b : kw_13b_stmt.
Proof.
  intros tie n d eta k theta L [Hn Hk] HL H0. apply whole_n in Hn. apply whole_k in Hk. rewrite power_of_2.
  split; [|split]; apply (additive_errs tie d n k); auto; try lia; try apply bias_additive;
    [apply Rotation.perceptron_additive|intros i _; reflexivity].
Qed.

Lemma sylvester_symmetric d : forall i j, sylvester d i j = sylvester d j i.
Proof.
  induction d as [|d IH]; intros i j; cbn [sylvester]; auto. rewrite IH, (andb_comm (_ <=? i)%nat). reflexivity.
Qed.

Theorem kw_def4 : kw_def4_stmt.
Proof.
  intros d flip Hf. unfold b_kw_def4.
  assert (forall i j, (i < 2 ^ d)%nat -> (j < 2 ^ d)%nat -> sum (2 ^ d) (fun t => sylvester d i t * sylvester d j t)
    = 2 ^ d * one_or_zero (Nat.eqb i j)) as H.
  { intros i j Hi Hj. rewrite Hadamard.sylvester_orthogonal, pow_INR by assumption. cbn [INR].
    replace (1 + 1) with 2 by ring. destruct (i =? j)%nat; cbn [one_or_zero]; ring. }
  repeat split.
  - intros i Hi j Hj. unfold dot. rewrite H by assumption. ring.
  - intros i Hi j Hj. unfold dot. rewrite (sum_ext _ _ (fun t => sylvester d i t * sylvester d j t)).
    + rewrite H by assumption. ring.
    + intros t _. destruct (Hf t) as [->| ->]; ring.
  - intros i _ j _. rewrite sylvester_symmetric. ring.
  - intros j _. rewrite Hadamard.sylvester_row_0. ring.
  - intros i _. rewrite sylvester_symmetric, Hadamard.sylvester_row_0. ring.
  - intros i Hi j Hj Hne. destruct (Req_EM_T _ _) as [E|E]; [lra|destruct E].
    rewrite (sum_ext _ _ (fun t => / 2 - / 2 * (sylvester d i t * sylvester d j t))).
    + rewrite sum_minus, sum_scal, sum_const, H, pow_INR by assumption. destruct (Nat.eqb_spec i j); [lia|].
      cbn [INR one_or_zero]. replace (1 + 1) with 2 by ring. field.
    + intros t _.
      destruct (Hadamard.sylvester_entries d i t) as [->| ->],
        (Hadamard.sylvester_entries d j t) as [->| ->]; destruct (Req_EM_T _ _); lra.
Qed.

Lemma picked_before xs B : Forall2 one_of xs B ->
  forall i t, (i < t)%nat -> (t < length B)%nat -> Exists (one_of (nth i xs zero)) (firstn t B).
Proof.
  induction 1 as [|x cands xs B Hx _ IH]; intros i t Hi Ht; cbn [length] in Ht; [lia|]. destruct t as [|t]; [lia|].
  cbn [firstn]. apply Exists_cons. destruct i as [|i]; [left; exact Hx|right; apply IH; lia].
Qed.

Theorem kw_def6 : kw_def6_stmt.
Proof.
  intros n xs coefficient S HB%pairwise_constant_of Hxs t Ht. change (@length ctrial S) with (@length (vec * bool) S) in Ht.
  rewrite pairs_length in Ht. unfold b_kw_def6. rewrite (sum_ext t _ (fun _ => 0)); [apply sum_zero|].
  intros i Hi. pose proof (picked_before xs _ Hxs i t Hi Ht) as Hx. pose proof (later_pair n _ t HB Ht) as H.
  rewrite (pairs_at S t Ht) in H. rewrite (H _ Hx). ring.
Qed.

Lemma differing_at_most n w u psi B : (differing n w u psi B <= length B)%nat.
Proof. induction B as [|cands B IH]; cbn [differing length]; [lia|]. destruct (differs _ _ _ _ _); lia. Qed.

Lemma all_differ n d k w : INR n = Rpower 2 (INR d) + INR k - 1 -> 1 <= INR k -> (forall i, (i < n)%nat -> w i = 0) ->
  INR (differing n w (hadamard_target d k 0) (1 / 2) (hadamard_pairs d)) = Rpower 2 (INR d).
Proof.
  intros Hn Hk Hw. apply whole_n in Hn. apply whole_k in Hk.
  pose proof (Hadamard.lemma_11 d n k Hk ltac:(lia) w Hw) as H.
  pose proof (differing_at_most n w (hadamard_target d k 0) (1 / 2) (hadamard_pairs d)) as H'. apply le_INR in H'.
  unfold hadamard_pairs in H' at 2. rewrite map_length, seq_length in H'. rewrite Rpower_pow by lra.
  rewrite pow_INR in H, H'. cbn [INR] in H, H'. replace (1 + 1) with 2 in H, H' by ring. lra.
Qed.

Theorem kw_def7 : kw_def7_stmt. Proof. intros n d k s [Hn Hk]. apply all_differ; auto. intros; ring. Qed.
Theorem kw_lemma11 : kw_lemma11_stmt. Proof. intros n d k [Hn Hk]. apply all_differ; auto. intros; ring. Qed.

(** ** The ellipsoid method *)

Theorem kw_ellip : kw_ellip_stmt.
Proof.
  intros tie n d k [Hn Hk]. apply whole_n in Hn. apply whole_k in Hk. rewrite power_of_2.
  apply (additive_errs tie d n k); [lia|lia|apply ellipsoid_additive|intros i _; reflexivity].
Qed.
