(** * Additive learners against pairs that they cannot tell apart: Theorems 8 and 13 of Kivinen and Warmuth *)

From Boundcheck Require Import Vectors.
From Boundcheck.kivinen1995 Require Import Definitions.
Open Scope R_scope.

(** ** Linear combinations *)

Lemma dot_combination n coefficient xs v :
  (forall x, In x xs -> dot n x v = 0) -> dot n (combination coefficient xs) v = 0.
Proof.
  induction xs as [|x xs IH]; intros H; cbn [combination]; [apply dot_zero|].
  rewrite (dot_plus n (fun i => coefficient (length xs) * x i)), dot_scal, (H x), IH;
    [ring|intros; apply H; right; assumption|left; reflexivity].
Qed.

Lemma dot_span n xs w v : in_span n xs w -> (forall x, In x xs -> dot n x v = 0) -> dot n w v = 0.
Proof. intros [c Hc] H. rewrite (dot_ext n w (combination c xs) v v) by auto. apply dot_combination, H. Qed.

(** What the past examples are orthogonal to, an additive learner sees as it did at the start. *)
Lemma additive_dot n L past v : additive n L -> (forall c, In c past -> dot n (fst c) v = 0) ->
  dot n (weights L past) v = dot n (weights L []) v.
Proof.
  intros HL H. enough (dot n (fun i => weights L past i - weights L [] i) v = 0) as E by (rewrite dot_minus in E; lra).
  apply (dot_span n (map fst past)); auto. intros x Hx. apply in_map_iff in Hx. destruct Hx as (c & <- & Hc). auto.
Qed.

(** ** Theorem 8 *)

Lemma positive_mono_true tie theta a b : a <= b -> positive tie theta a = true -> positive tie theta b = true.
Proof. destruct tie; rewrite ?leb_true, ?ltb_true; lra. Qed.

(** One trial: a learner that ranks the two candidates the wrong way round errs on one of them. *)
Lemma forced tie n L past pos neg : dot n (weights L past) pos <= dot n (weights L past) neg ->
  predicts tie n L past pos = false \/ predicts tie n L past neg = true.
Proof.
  destruct (predicts tie n L past pos) eqn:Hp; [right|lra].
  apply positive_mono_true with (dot n (weights L past) pos); auto.
Qed.

Section Theorem8.
Variables (tie : bool) (n : nat) (L : strategy) (u : vec) (psi : R).
Hypothesis (HL : additive n L).

Definition erring (cands : vec * vec) (err : bool) : Prop := differs n (weights L []) u psi cands = true -> err = true.

(** One trial from each pair: where the labels differ, one on which the learner errs, if there is such a one. *)
Fixpoint forcing (past S : list ctrial) (B : list (vec * vec)) : Prop :=
  match S, B with
  | [], [] => True
  | c :: S', cands :: B' =>
      chosen_from n u psi c cands /\
      (leb psi (dot n u (fst cands)) <> leb psi (dot n u (snd cands)) ->
       (exists z, one_of z cands /\ predicts tie n L past z <> leb psi (dot n u z)) ->
       predicts tie n L past (fst c) <> snd c) /\
      forcing (c :: past) S' B'
  | _, _ => False
  end.

Lemma forcing_chosen B : forall past S, forcing past S B -> Forall2 (chosen_from n u psi) S B.
Proof.
  induction B as [|cands B IH]; intros past [|c S] H; cbn [forcing] in H; try contradiction; constructor.
  - apply H.
  - apply (IH (c :: past)), H.
Qed.

Lemma forcing_exists B : forall past, exists S, forcing past S B.
Proof.
  induction B as [|[x x'] B IH]; intros past; [exists []; exact I|].
  assert (forall z, one_of z (x, x') -> ((exists z, one_of z (x, x') /\
    predicts tie n L past z <> leb psi (dot n u z)) -> predicts tie n L past z <> leb psi (dot n u z)) ->
    exists S, forcing past S ((x, x') :: B)) as H.
  { intros z Hz Herr. destruct (IH ((z, leb psi (dot n u z)) :: past)) as [S HS].
    exists ((z, leb psi (dot n u z)) :: S). repeat split; auto. }
  destruct (bool_dec (predicts tie n L past x) (leb psi (dot n u x))) as [E|E].
  - apply (H x'); [right; reflexivity|]. intros (z & [-> | ->] & Hz); [contradiction|exact Hz].
  - apply (H x); [left; reflexivity|auto].
Qed.

Lemma theorem_8_from B : forall past S,
  (forall c cands, In c past -> In cands B -> dot n (fst c) (fst cands) = dot n (fst c) (snd cands)) ->
  pairwise_constant n B -> forcing past S B -> Forall2 erring B (strategy_errs tie n L past S).
Proof.
  induction B as [|[x x'] B IH]; intros past [|c S] Hpast HB HS; cbn [forcing] in HS; try contradiction; [constructor|].
  destruct HB as [Hx HB], HS as (Hc & He & HS). cbn [strategy_errs fst snd] in *. constructor.
  2: { apply IH; auto. intros d cands [<-|Hd] Hpair; [|apply Hpast; cbn; auto].
    rewrite Forall_forall in Hx. destruct (Hx cands Hpair), Hc as [[-> | ->] _]; assumption. }
  intros Hd. unfold differs in Hd; cbn [fst snd] in Hd.
  assert (dot n (weights L past) x - dot n (weights L past) x'
    = dot n (weights L []) x - dot n (weights L []) x') as Hsame.
  { rewrite <- !dot_minus_r. apply additive_dot; auto. intros d Hin.
    pose proof (Hpast d (x, x') Hin (or_introl eq_refl)) as E; cbn [fst snd] in E. rewrite dot_minus_r, E; ring. }
  enough (predicts tie n L past (fst c) <> snd c) as H
    by (destruct (eqb _ _) eqn:E; [apply eqb_prop in E; contradiction|reflexivity]).
  apply orb_true_iff in Hd.
  destruct Hd as [Hd|Hd]; apply andb_true_iff in Hd; destruct Hd as [Hd H3];
    apply andb_true_iff in Hd; destruct Hd as [H1 H2]; rewrite ltb_true in H1, H2; rewrite leb_true in H3; apply He.
  - rewrite (proj2 (leb_true psi (dot n u x))), (proj2 (leb_false psi (dot n u x'))) by lra. discriminate.
  - destruct (forced tie n L past x x' ltac:(lra)) as [H|H]; [exists x|exists x']; rewrite H; split;
      try (left; reflexivity); try (right; reflexivity).
    + rewrite (proj2 (leb_true psi (dot n u x))) by lra. discriminate.
    + rewrite (proj2 (leb_false psi (dot n u x'))) by lra. discriminate.
  - rewrite (proj2 (leb_false psi (dot n u x))), (proj2 (leb_true psi (dot n u x'))) by lra. discriminate.
  - destruct (forced tie n L past x' x ltac:(lra)) as [H|H]; [exists x'|exists x]; rewrite H; split;
      try (left; reflexivity); try (right; reflexivity).
    + rewrite (proj2 (leb_true psi (dot n u x'))) by lra. discriminate.
    + rewrite (proj2 (leb_false psi (dot n u x))) by lra. discriminate.
Qed.

Lemma erring_count S : forall past B, Forall2 erring B (strategy_errs tie n L past S) ->
  (differing n (weights L []) u psi B <= strategy_mistakes tie n L past S)%nat.
Proof.
  induction S as [|c S IH]; intros past B H; cbn [strategy_errs strategy_mistakes].
  - inversion H. cbn. lia.
  - inversion H as [|cands err B' errs' H1 H2]. cbn [differing]. apply IH in H2. unfold erring in H1.
    destruct (differs _ _ _ _ _), (eqb _ _); lia.
Qed.

Theorem theorem_8 B S : pairwise_constant n B -> forcing [] S B ->
  Forall2 (chosen_from n u psi) S B /\ Forall2 erring B (strategy_errs tie n L [] S).
Proof.
  intros HB HS. split; [exact (forcing_chosen B [] S HS)|]. apply theorem_8_from; auto. intros c cands [].
Qed.
End Theorem8.

(** ** Sylvester's matrices, with entries 1 and -1 and orthogonal rows *)

Lemma sylvester_entries d : forall i j, sylvester d i j = 1 \/ sylvester d i j = -1.
Proof.
  induction d; intros i j; cbn [sylvester]; auto.
  destruct (IHd (if (i <? 2 ^ d)%nat then i else (i - 2 ^ d)%nat) (if (j <? 2 ^ d)%nat then j else (j - 2 ^ d)%nat))
    as [->| ->]; destruct (_ && _)%nat; lra.
Qed.

Lemma pow2_positive d : (0 < 2 ^ d)%nat. Proof. induction d; cbn; lia. Qed.

Lemma sylvester_row_0 d : forall j, sylvester d 0 j = 1.
Proof.
  induction d; intros j; cbn [sylvester]; auto. pose proof (pow2_positive d) as H. apply Nat.ltb_lt in H as H'.
  apply Nat.leb_gt in H. rewrite H, H', IHd. cbn; ring.
Qed.

Lemma sylvester_orthogonal d : forall i j, (i < 2 ^ d)%nat -> (j < 2 ^ d)%nat ->
  sum (2 ^ d) (fun t => sylvester d i t * sylvester d j t) = if (i =? j)%nat then INR (2 ^ d) else 0.
Proof.
  induction d as [|d IH]; intros i j Hi Hj.
  - cbn in Hi, Hj. replace i with O by lia. replace j with O by lia. cbn. ring.
  - replace (2 ^ S d)%nat with (2 ^ d + 2 ^ d)%nat in * by (cbn; lia). set (m := (2 ^ d)%nat) in *. rewrite sum_split.
    set (low := fun a => if (a <? m)%nat then a else (a - m)%nat).
    set (sign := fun a => if (m <=? a)%nat then -1 else 1).
    assert (forall a, (a < m + m)%nat -> (low a < m)%nat) as Hlow
      by (intros a Ha; unfold low; destruct (Nat.ltb_spec a m); lia).
    rewrite (sum_ext m _ (fun t => sylvester d (low i) t * sylvester d (low j) t)).
    2: { intros t Ht. cbn [sylvester]. fold m. apply Nat.leb_gt in Ht as Ht'. apply Nat.ltb_lt in Ht.
      rewrite Ht', Ht, !andb_false_r. unfold low. ring. }
    rewrite (sum_ext m (fun t => sylvester (S d) i (m + t) * sylvester (S d) j (m + t))
      (fun t => sign i * sign j * (sylvester d (low i) t * sylvester d (low j) t))).
    2: { intros t Ht. cbn [sylvester]. fold m. assert ((m <=? m + t)%nat = true) as -> by (apply Nat.leb_le; lia).
      assert ((m + t <? m)%nat = false) as -> by (apply Nat.ltb_ge; lia). rewrite !andb_true_r.
      replace (m + t - m)%nat with t by lia. unfold sign, low. ring. }
    rewrite sum_scal, IH by auto. rewrite plus_INR. unfold sign, low.
    destruct (Nat.ltb_spec i m), (Nat.ltb_spec j m), (Nat.leb_spec m i), (Nat.leb_spec m j);
      try lia; repeat match goal with |- context [(?a =? ?b)%nat] => destruct (Nat.eqb_spec a b) end; try lia; ring.
Qed.

(** Positive numbers, at least two: the squares sum to less than the square of the sum. *)
Lemma sum_of_squares n c : (0 < n)%nat -> (forall i, (i < S n)%nat -> 0 < c i) ->
  sum (S n) (fun i => c i ^ 2) < sum (S n) c ^ 2.
Proof.
  intros Hn Hc.
  assert (forall m, (m <= S n)%nat -> sum m (fun i => c i ^ 2) <= sum m c ^ 2) as Hle.
  { induction m as [|m IH]; intros Hm; cbn [sum]; [lra|]. specialize (IH ltac:(lia)).
    assert (0 <= sum m c) by (apply sum_nonneg; left; apply Hc; lia).
    assert (0 <= sum m c * c m) by (apply Rmult_le_pos; [nra|left; apply Hc; lia]). lra. }
  cbn [sum]. pose proof (Hle n ltac:(lia)).
  assert (0 < sum n c * c n) by (apply Rmult_lt_0_compat; [apply sum_pos; [assumption|intros; apply Hc; lia]|auto]).
  lra.
Qed.

Section Construction.
Variables (d n k : nat).
Notation l := (2 ^ d)%nat.
Notation h := (sylvester d).
Notation plus := (upper_half d).
Notation minus := (lower_half d).
Notation row_pairs := (hadamard_pairs d).
Notation target := (hadamard_target d k).
Hypotheses (Hk : (1 <= k)%nat) (Hn : (l + k <= n + 1)%nat).

(** The squared norm of a combination of the rows. *)
Lemma parseval s m : (m <= l)%nat ->
  sum l (fun i => sum m (fun t => s t * h t i) ^ 2) = INR l * sum m (fun t => s t ^ 2).
Proof.
  induction m as [|m IH]; intros Hm; cbn [sum].
  - rewrite (sum_ext l _ (fun _ => 0)) by (intros; ring). rewrite sum_zero; ring.
  - rewrite (sum_ext l _ (fun i => sum m (fun t => s t * h t i) ^ 2
      + (2 * s m * sum m (fun t => s t * (h t i * h m i)) + s m ^ 2 * (h m i * h m i)))).
    2: { intros i _.
      rewrite (sum_ext m (fun t => s t * (h t i * h m i)) (fun t => s t * h t i * h m i)) by (intros; ring).
      rewrite sum_scal_r. ring. }
    rewrite !sum_plus, !sum_scal, IH, sylvester_orthogonal, Nat.eqb_refl by lia.
    assert (sum l (fun i => sum m (fun t => s t * (h t i * h m i))) = 0) as ->; [|ring].
    rewrite sum_swap, (sum_ext m _ (fun _ => 0)); [apply sum_zero|]. intros t Ht.
    rewrite sum_scal, sylvester_orthogonal by lia. destruct (Nat.eqb_spec t m); [lia|ring].
Qed.

(** Lemma 5: signs disagree with some column in half of the rows, or more. *)
Lemma lemma_5 s : (1 <= d)%nat -> (forall t, (t < l)%nat -> s t ^ 2 = 1) -> (forall t, s t <= 1) ->
  exists i, (i < l)%nat /\ sum l (fun t => s t * h t i) <= 0.
Proof.
  intros Hd Hs Hs1. set (c := fun i => sum l (fun t => s t * h t i)).
  assert (forall m, (forall i, (i < m)%nat -> 0 < c i) \/ exists i, (i < m)%nat /\ c i <= 0) as Hsearch.
  { induction m as [|m [Hm|(i & Hi & Hc)]]; [left; lia| |right; exists i; auto].
    destruct (Rlt_dec 0 (c m)) as [H|H]; [left|right; exists m; split; [lia|lra]]. intros i Hi.
    destruct (Nat.eq_dec i m) as [->|]; [lra|apply Hm; lia]. }
  destruct (Hsearch l) as [Hpos|]; [auto|auto].
  assert (2 <= l)%nat as Hl by (destruct d as [|d']; [lia|]; pose proof (pow2_positive d'); cbn; lia).
  pose proof (parseval s l (Nat.le_refl l)) as Hsq.
  rewrite (sum_ext l (fun t => s t ^ 2) (fun _ => 1)), sum_const in Hsq by auto.
  assert (sum l c = INR l * s O) as Hsum.
  { unfold c. rewrite sum_swap, (sum_single l O).
    - rewrite sum_scal. rewrite (sum_ext l (h O) (fun i => h O i * h O i)) by (intros; rewrite sylvester_row_0; ring).
      rewrite sylvester_orthogonal by lia. cbn; ring.
    - lia.
    - intros t Ht Hne.
      rewrite sum_scal, (sum_ext l (h t) (fun i => h t i * h O i)) by (intros; rewrite sylvester_row_0; ring).
      rewrite sylvester_orthogonal by lia. destruct (Nat.eqb_spec t 0); [lia|ring]. }
  assert (sum l (fun i => c i ^ 2) < sum l c ^ 2) as Hlt.
  { destruct l as [|l']; [lia|]. apply sum_of_squares; [lia|auto]. }
  assert (sum l (fun i => c i ^ 2) = INR l ^ 2) as Hsq' by auto. rewrite Hsum, Rpow_mult_distr, Hs in Hlt by lia. lra.
Qed.

Lemma plus_zero_one t : zero_one n (plus t).
Proof.
  intros i _. unfold upper_half. destruct (i <? l)%nat; auto. destruct (sylvester_entries d t i) as [->| ->]; lra.
Qed.

Lemma minus_zero_one t : zero_one n (minus t).
Proof.
  intros i _. unfold lower_half. destruct (i <? l)%nat; auto. destruct (sylvester_entries d t i) as [->| ->]; lra.
Qed.

(** Vectors that are 0 from l on. *)
Lemma sum_to_l f : (forall i, (l <= i)%nat -> f i = 0) -> sum n f = sum l f.
Proof.
  intros H. replace n with (l + (n - l))%nat by lia. rewrite sum_split.
  rewrite (sum_ext (n - l) _ (fun _ => 0)) by (intros; apply H; lia). rewrite sum_zero; ring.
Qed.

Lemma plus_minus_difference x t : dot n x (plus t) - dot n x (minus t) = sum l (fun i => x i * h t i).
Proof.
  rewrite <- dot_minus_r. unfold dot. rewrite sum_to_l.
  - apply sum_ext; intros i Hi. apply Nat.ltb_lt in Hi. unfold upper_half, lower_half. rewrite Hi. field.
  - intros i Hi. apply Nat.ltb_ge in Hi. unfold upper_half, lower_half. rewrite Hi. ring.
Qed.

Lemma row_sum t : (0 < t < l)%nat -> sum l (h t) = 0.
Proof.
  intros Ht. rewrite (sum_ext l (h t) (fun i => h t i * h O i)) by (intros; rewrite sylvester_row_0; ring).
  rewrite sylvester_orthogonal by lia. destruct (Nat.eqb_spec t 0); [lia|lra].
Qed.

(** Lemma 10. *)
Lemma lemma_10 r t : (r < t < l)%nat ->
  dot n (plus r) (plus t) = dot n (plus r) (minus t) /\ dot n (minus r) (plus t) = dot n (minus r) (minus t).
Proof.
  intros Ht. pose proof (row_sum t ltac:(lia)) as H0.
  pose proof (sylvester_orthogonal d r t ltac:(lia) ltac:(lia)) as H1. destruct (Nat.eqb_spec r t); [lia|].
  assert (forall e x, (forall i, (i < l)%nat -> x i = (1 + e * h r i) / 2) ->
    dot n x (plus t) = dot n x (minus t)) as H.
  { intros e x Hx. apply Rminus_diag_uniq. rewrite plus_minus_difference.
    rewrite (sum_ext l _ (fun i => / 2 * h t i + e / 2 * (h r i * h t i)))
      by (intros i Hi; rewrite Hx by assumption; field). rewrite sum_plus, !sum_scal, H0, H1. ring. }
  split; [apply (H 1)|apply (H (-1))]; intros i Hi; apply Nat.ltb_lt in Hi; unfold upper_half, lower_half;
    rewrite Hi; field.
Qed.

Lemma row_pairs_constant : pairwise_constant n row_pairs.
Proof.
  assert (forall m r, (r + m <= l)%nat -> pairwise_constant n (map (fun t => (plus t, minus t)) (seq r m))) as H.
  { induction m as [|m IH]; intros r Hr; [exact I|]. split; [|apply IH; lia]. apply Forall_forall; intros cands Hc.
    apply in_map_iff in Hc. destruct Hc as (t & <- & Ht). apply in_seq in Ht. apply lemma_10. lia. }
  eauto.
Qed.

Lemma target_zero_one i : zero_one n (target i).
Proof. intros j _. unfold hadamard_target. destruct (_ || _); auto. Qed.

Lemma target_size i : (i < l)%nat -> sum n (target i) = INR k.
Proof.
  intros Hi. replace n with (l + ((k - 1) + (n - l - (k - 1))))%nat by lia. rewrite !sum_split.
  rewrite (sum_single l i), (sum_ext (k - 1) _ (fun _ => 1)), (sum_ext (n - l - (k - 1)) _ (fun _ => 0)).
  - unfold hadamard_target. rewrite Nat.eqb_refl, sum_const, sum_zero, minus_INR by assumption. cbn; ring.
  - intros j Hj. unfold hadamard_target. destruct (Nat.eqb_spec (l + (k - 1 + j)) i); [lia|].
    destruct (Nat.ltb_spec (l + (k - 1 + j)) (l + (k - 1))); [lia|]. rewrite andb_false_r; auto.
  - intros j Hj. unfold hadamard_target. destruct (Nat.leb_spec l (l + j)); [|lia].
    destruct (Nat.ltb_spec (l + j) (l + (k - 1))); [|lia]. rewrite orb_true_r; lra.
  - assumption.
  - intros j Hj Hne. unfold hadamard_target. destruct (Nat.eqb_spec j i); [lia|].
    destruct (Nat.leb_spec l j); [lia|auto].
Qed.

Lemma target_product i x : (i < l)%nat -> (forall j, (l <= j)%nat -> x j = 0) -> dot n (target i) x = x i.
Proof.
  intros Hi Hx. unfold dot. rewrite sum_to_l by (intros; rewrite Hx by assumption; ring). rewrite (sum_single l i).
  - unfold hadamard_target. rewrite Nat.eqb_refl. cbn; ring.
  - assumption.
  - intros j Hj Hne. unfold hadamard_target. destruct (Nat.eqb_spec j i); [lia|].
    destruct (Nat.leb_spec l j); [lia|cbn; ring].
Qed.

(** A pair differs where the row's entry and the sign of its product with w disagree. *)
Lemma differs_at w i t : (i < l)%nat -> h t i * sum l (fun j => w j * h t j) <= 0 ->
  differs n w (target i) (1 / 2) (plus t, minus t) = true.
Proof.
  intros Hi H. rewrite <- plus_minus_difference in H. unfold differs; cbn [fst snd].
  rewrite !target_product by (auto;
    intros j Hj; apply Nat.ltb_ge in Hj; unfold upper_half, lower_half; rewrite Hj; reflexivity).
  apply Nat.ltb_lt in Hi. unfold upper_half at 1 3, lower_half at 1 3. rewrite Hi. apply orb_true_iff.
  destruct (sylvester_entries d t i) as [E|E]; rewrite E in *; [left|right];
    repeat (apply andb_true_iff; split); rewrite ?ltb_true, ?leb_true; lra.
Qed.

Lemma differing_app w u psi B B' : differing n w u psi (B ++ B') = (differing n w u psi B + differing n w u psi B')%nat.
Proof. induction B as [|cands B IH]; cbn [differing app]; auto. lia. Qed.

Lemma differing_count w i g : (forall t, (t < l)%nat ->
  differs n w (target i) (1 / 2) (plus t, minus t) = true \/ g t <= 0) ->
  (forall t, g t <= 1) -> sum l g <= INR (differing n w (target i) (1 / 2) row_pairs).
Proof.
  intros Hg H1.
  assert (forall m, (m <= l)%nat ->
    sum m g <= INR (differing n w (target i) (1 / 2) (map (fun t => (plus t, minus t)) (seq 0 m)))) as H.
  { induction m as [|m IH]; intros Hm; [cbn; lra|]. specialize (IH ltac:(lia)).
    rewrite seq_S, map_app, differing_app, plus_INR. cbn [sum map differing]. rewrite Nat.add_0_r, Nat.add_0_l.
    pose proof (H1 m). destruct (Hg m ltac:(lia)) as [->|]; [cbn [INR]; lra|].
    pose proof (pos_INR (if differs n w (target i) (1 / 2) (plus m, minus m) then 1 else 0)). lra. }
  eauto.
Qed.

(** The rows in which the entry of column i and the sign of the product with w disagree. *)
Definition disagreeing (w : vec) (i : nat) : R :=
  sum l (fun t => one_or_zero (leb (h t i * dot l w (h t)) 0)).

Lemma disagreeing_differ w i : (i < l)%nat -> disagreeing w i <= INR (differing n w (target i) (1 / 2) row_pairs).
Proof.
  intros Hi. apply differing_count.
  - intros t _. destruct (leb _ 0) eqn:E; [left; apply differs_at; auto; apply leb_true, E|right; cbn; lra].
  - intros t. destruct (leb _ 0); cbn; lra.
Qed.

Lemma all_disagree w i : (forall j, (j < l)%nat -> w j = 0) -> disagreeing w i = INR l.
Proof.
  intros Hw. unfold disagreeing. rewrite (sum_ext l _ (fun _ => 1)); [rewrite sum_const; ring|]. intros t _.
  rewrite (proj2 (leb_true _ 0)); auto. unfold dot.
  rewrite (sum_ext l _ (fun _ => 0)) by (intros j Hj; rewrite Hw by exact Hj; ring). rewrite sum_zero. lra.
Qed.

Lemma half_disagree w : (1 <= d)%nat -> exists i, (i < l)%nat /\ INR l / 2 <= disagreeing w i.
Proof.
  intros Hd. set (s := fun t => if Rlt_dec 0 (dot l w (h t)) then 1 else -1).
  assert (forall t, s t = 1 \/ s t = -1) as Hs by (intros t; unfold s; destruct (Rlt_dec _ _); auto).
  destruct (lemma_5 s Hd) as (i & Hi & Hc); [intros t _; destruct (Hs t) as [->| ->]; ring|
    intros t; destruct (Hs t) as [->| ->]; lra|]. exists i; split; auto.
  apply Rle_trans with (sum l (fun t => / 2 - / 2 * (s t * h t i))).
  - rewrite sum_minus, sum_scal, sum_const. lra.
  - apply sum_le. intros t Ht. unfold s. destruct (sylvester_entries d t i) as [E|E]; rewrite E;
      destruct (Rlt_dec 0 (dot l w (h t))); destruct (leb _ 0) eqn:El; cbn [one_or_zero]; try lra;
      apply leb_false in El; lra.
Qed.

(** Lemma 11: from the zero vector, every pair. *)
Lemma lemma_11 w : (forall i, (i < n)%nat -> w i = 0) -> INR l <= INR (differing n w (target 0) (1 / 2) row_pairs).
Proof.
  intros Hw. rewrite <- (all_disagree w 0) by (intros; apply Hw; lia). apply disagreeing_differ, pow2_positive.
Qed.

(** Lemma 12: from any vector, half of the pairs. *)
Lemma lemma_12 w : (1 <= d)%nat -> exists i, (i < l)%nat /\
  INR l / 2 <= INR (differing n w (target i) (1 / 2) row_pairs).
Proof.
  intros Hd. destruct (half_disagree w Hd) as (i & Hi & H). exists i. split; auto.
  eapply Rle_trans; [exact H|apply disagreeing_differ, Hi].
Qed.

(** What Theorem 8 gives on these pairs. *)
Lemma forced_mistakes tie L i S : additive n L -> forcing tie n L (target i) (1 / 2) [] S row_pairs ->
  Forall (labelled_by n (target i)) S /\
  (differing n (weights L []) (target i) (1 / 2) row_pairs <= strategy_mistakes tie n L [] S)%nat.
Proof.
  intros HL HF. destruct (theorem_8 tie n L (target i) (1 / 2) HL row_pairs S row_pairs_constant HF) as [HS Hm].
  apply erring_count in Hm. split; auto. clear HF Hm. unfold hadamard_pairs in HS. revert HS. generalize (seq 0 l) as ts.
  induction S as [|c S IH]; intros ts HS; auto. destruct ts as [|t ts]; [inversion HS|].
  inversion HS as [|? ? ? ? [Hc Hy] HS']. constructor; [|apply (IH ts HS')]. split; auto.
  destruct Hc as [->| ->]; [apply plus_zero_one|apply minus_zero_one].
Qed.

(** Theorem 13. *)
Theorem theorem_13_any_start tie L : (1 <= d)%nat -> additive n L -> exists u S,
  zero_one n u /\ sum n u = INR k /\ Forall (labelled_by n u) S /\
  INR l / 2 <= INR (strategy_mistakes tie n L [] S).
Proof.
  intros Hd HL. destruct (lemma_12 (weights L []) Hd) as (i & Hi & Hl).
  destruct (forcing_exists tie n L (target i) (1 / 2) row_pairs []) as [S HF].
  destruct (forced_mistakes tie L i S HL HF) as [HS Hm]. apply le_INR in Hm. exists (target i), S.
  repeat split; auto using target_zero_one, target_size. lra.
Qed.

Theorem theorem_13_zero_start tie L : additive n L -> starts_at_zero n L -> exists u S,
  zero_one n u /\ sum n u = INR k /\ Forall (labelled_by n u) S /\
  INR l <= INR (strategy_mistakes tie n L [] S).
Proof.
  intros HL H0. pose proof (lemma_11 (weights L []) H0) as Hl. pose proof (pow2_positive d).
  destruct (forcing_exists tie n L (target 0) (1 / 2) row_pairs []) as [S HF].
  destruct (forced_mistakes tie L 0 S HL HF) as [HS Hm]. apply le_INR in Hm. exists (target 0), S.
  repeat split; auto using target_zero_one, target_size. lra.
Qed.
End Construction.

(** ** Any number of variables: the largest matrix that there is room for *)

Lemma largest_order r : 1 <= r -> exists d, floor (ln r / ln 2) = INR d /\ INR (2 ^ d) <= r.
Proof.
  intros Hr. assert (0 < ln 2) as H2 by (apply ln_above_1; lra). pose proof (ln_at_least_1 r Hr) as Hlr.
  destruct (floor_bounds (ln r / ln 2)) as [Hlow Hhigh]. assert (0 <= ln r / ln 2) as H0 by signs.
  assert (exists d, floor (ln r / ln 2) = INR d) as [d Hd].
  { exists (Z.to_nat (up (ln r / ln 2) - 1)). unfold floor in *. rewrite <- minus_IZR in *.
    rewrite INR_IZR_INZ, Z2Nat.id; auto. assert (-1 < up (ln r / ln 2) - 1)%Z; [|lia]. apply lt_IZR. lra. }
  exists d. split; auto. rewrite Hd in Hhigh.
  assert (INR d * ln 2 <= ln r) as H.
  { apply (Rmult_le_compat_r (ln 2)) in Hhigh; [|lra].
    replace (ln r / ln 2 * ln 2) with (ln r) in Hhigh by (field; lra). assumption. }
  rewrite pow_INR. cbn [INR]. rewrite <- ln_pow_nat in H by lra. replace (1 + 1) with 2 by ring.
  rewrite <- (exp_ln r), <- (exp_ln (2 ^ d)) by signs.
  destruct H as [H|H]; [left; apply exp_increasing, H|rewrite H; lra].
Qed.

(** ** The order of the two candidates never changes *)

Theorem order_of_pairs n L past x x' : additive n L -> (forall c, In c past -> dot n (fst c) x = dot n (fst c) x') ->
  dot n (weights L past) x - dot n (weights L past) x' = dot n (weights L []) x - dot n (weights L []) x'.
Proof.
  intros HL H. rewrite <- !dot_minus_r. apply additive_dot; auto. intros c Hc. rewrite dot_minus_r, (H c Hc). ring.
Qed.

(** ** Signs against a column: the number of places in which they differ *)

Theorem lemma_5_distance d (s : nat -> R) : (1 <= d)%nat -> (forall t, s t = 1 \/ s t = -1) ->
  exists i, (i < 2 ^ d)%nat /\
  INR (2 ^ d) / 2 <= sum (2 ^ d) (fun t => if Req_EM_T (s t) (sylvester d t i) then 0 else 1).
Proof.
  intros Hd Hs. destruct (lemma_5 d (2 ^ d) 1 ltac:(lia) ltac:(lia) s Hd) as (i & Hi & Hc).
  - intros t _. destruct (Hs t) as [->| ->]; ring.
  - intros t. destruct (Hs t) as [->| ->]; lra.
  - exists i; split; auto. rewrite (sum_ext _ _ (fun t => / 2 - / 2 * (s t * sylvester d t i))).
    + rewrite sum_minus, sum_scal, sum_const. lra.
    + intros t _.
      destruct (Hs t) as [->| ->], (sylvester_entries d t i) as [->| ->];
        match goal with |- context [Req_EM_T ?a ?b] => destruct (Req_EM_T a b) end; lra.
Qed.

(** ** The identity behind Lemma 10 *)

Theorem products_of_rows d n r t : (2 ^ d <= n)%nat ->
  4 * (dot n (upper_half d r) (upper_half d t) - dot n (upper_half d r) (lower_half d t))
  = 2 * dot (2 ^ d) (sylvester d r) (sylvester d t) + 2 * sum (2 ^ d) (sylvester d t) /\
  4 * (dot n (lower_half d r) (upper_half d t) - dot n (lower_half d r) (lower_half d t))
  = - 2 * dot (2 ^ d) (sylvester d r) (sylvester d t) + 2 * sum (2 ^ d) (sylvester d t).
Proof.
  intros Hn. rewrite !(plus_minus_difference d n 1) by lia. unfold dot. rewrite <- !sum_scal, <- !sum_plus.
  split; apply sum_ext; intros i Hi; apply Nat.ltb_lt in Hi; unfold upper_half, lower_half; rewrite Hi; field.
Qed.

(** ** Training on the first half of the rows says nothing about the second *)

(** One of the first l attributes is relevant. *)
Lemma single_relevant l u : zero_one l u -> sum l u = 1 -> exists i, (i < l)%nat /\ u i = 1 /\
  forall j, (j < l)%nat -> j <> i -> u j = 0.
Proof.
  induction l as [|l IH]; cbn [sum]; intros Hu Hs; [lra|]. assert (zero_one l u) as Hu' by (intros j Hj; apply Hu; lia).
  destruct (Hu l ltac:(lia)) as [E|E].
  - destruct (IH Hu' ltac:(lra)) as (i & Hi & Ei & H). exists i. split; [lia|split; auto]. intros j Hj Hne.
    destruct (Nat.eq_dec j l) as [->|]; [nra|apply H; lia].
  - exists l. split; [lia|split; auto]. intros j Hj Hne. pose proof (sum_term_le l u j ltac:(lia)) as H.
    assert (forall q, (q < l)%nat -> 0 <= u q) as H0 by (intros q Hq; destruct (Hu' q Hq) as [->| ->]; lra).
    specialize (H H0). destruct (Hu' j ltac:(lia)) as [->|E']; lra.
Qed.

Lemma single_product l n i u x : (i < l)%nat -> (l <= n)%nat -> u i = 1 ->
  (forall j, (j < l)%nat -> j <> i -> u j = 0) -> (forall j, (l <= j)%nat -> x j = 0) -> dot n u x = x i.
Proof.
  intros Hi Hn E H Hx. unfold dot. rewrite (sum_single n i); [nra|lia|]. intros j Hj Hne.
  destruct (Nat.lt_ge_cases j l) as [Hl|Hl]; [rewrite H by assumption|rewrite Hx by assumption]; ring.
Qed.

(** Each pair of the second half gets one prediction, and has both labels where u has one of the first attributes. *)
Theorem batch_errors tie d n k u L past t : (1 <= d)%nat -> (1 <= k)%nat -> (2 ^ d + k <= n + 1)%nat ->
  additive n L -> starts_at_zero n L -> zero_one n u -> sum (2 ^ d) u = 1 ->
  Forall (fun c => exists t, (t < 2 ^ (d - 1))%nat /\
    (same n (fst c) (upper_half d t) \/ same n (fst c) (lower_half d t))) past ->
  (2 ^ (d - 1) <= t < 2 ^ d)%nat ->
  told_apart (predicts tie n L past (upper_half d t)) (disjunction n u (upper_half d t))
  + told_apart (predicts tie n L past (lower_half d t)) (disjunction n u (lower_half d t)) = 1.
Proof.
  intros Hd Hk Hn HL H0 Hu Hone Hpast Ht.
  destruct (single_relevant (2 ^ d) u) as (i & Hi & Ei & Hz); [intros j Hj; apply Hu; lia|exact Hone|].
  assert (dot n (weights L past) (upper_half d t) = dot n (weights L past) (lower_half d t)) as Hsame.
  { apply Rminus_diag_uniq. rewrite (order_of_pairs n L past _ _ HL).
    - rewrite <- dot_minus_r. unfold dot. rewrite (sum_ext n _ (fun _ => 0)); [apply sum_zero|]. intros j Hj.
      rewrite H0 by assumption. ring.
    - intros c Hc. rewrite Forall_forall in Hpast. destruct (Hpast c Hc) as (q & Hq & Hx).
      destruct (lemma_10 d n k Hk Hn q t) as [H1 H2]; [lia|].
      destruct Hx as [Hx|Hx]; rewrite !(dot_ext n (fst c) _ _ _ Hx (fun _ _ => eq_refl)); assumption. }
  assert (predicts tie n L past (upper_half d t) = predicts tie n L past (lower_half d t)) as Hp
    by (unfold predicts; rewrite Hsame; reflexivity). rewrite Hp. unfold disjunction.
  rewrite !(single_product (2 ^ d) n i u) by (try assumption; try lia;
    intros j Hj; apply Nat.ltb_ge in Hj; unfold upper_half, lower_half; rewrite Hj; reflexivity).
  generalize (predicts tie n L past (lower_half d t)); intros p. apply Nat.ltb_lt in Hi. unfold upper_half, lower_half.
  rewrite Hi. destruct p, (sylvester_entries d t i) as [->| ->]; unfold told_apart, leb; decide_reals; cbn [eqb]; lra.
Qed.
