(** * Section 3: Sylvester's matrix, and the adversary of the ellipsoid method *)

From Coq Require Import FunctionalExtensionality.
From Boundcheck Require Import Vectors GenBounds GenClaims GenLearners Premises.
From Boundcheck.classics Require Import Definitions.
From Boundcheck.kivinen1995 Require Hadamard.
From Boundcheck.kivinen1995 Require Import Definitions Strategies Section1 Section2 Section3Statements.
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

Lemma pairs_listed {A} (S : list (vec * A)) :
  map (fun t => (example S (2 * t), example S (2 * t + 1))) (seq 0 (natural (INR (length S) / 2))) = pairs_of S.
Proof.
  rewrite pairs_length. apply (nth_ext _ _ (zero, zero) (zero, zero)); rewrite map_length, seq_length; auto.
  intros t Ht. rewrite (nth_indep _ _ (example S (2 * 0), example S (2 * 0 + 1)))
    by (rewrite map_length, seq_length; exact Ht).
  rewrite (map_nth (fun t => (example S (2 * t), example S (2 * t + 1)))), seq_nth by exact Ht. symmetry.
  apply (pairs_at S t Ht).
Qed.

Lemma chosen_before n u psi T B : Forall2 (chosen_from n u psi) T B ->
  forall t c, In c (firstn t T) -> Exists (one_of (fst c)) (firstn t B).
Proof.
  induction 1 as [|d cands T B [Hd _] _ IH]; intros [|t] c Hc; try contradiction. cbn [firstn] in *.
  apply Exists_cons. destruct Hc as [<-|Hc]; [left; exact Hd|right; apply IH, Hc].
Qed.

Theorem kw_pairs : kw_pairs_stmt.
Proof.
  intros n a eta psi rate rho theta u s S HB%pairwise_constant_of. cbv beta zeta. intros _ t Ht.
  change (@length ctrial S) with (@length (vec * bool) S) in *. rewrite pairs_listed.
  destruct (additive_additive n eta rate rho theta a s) as (HT & HL & Hs). set (r := additive_rule n eta rate rho theta a s) in *.
  set (T := oppose _ _ _ _). rewrite pairs_length in Ht. unfold b_kw_pairs.
  pose proof (later_pair n _ t HB Ht) as Hl. rewrite (pairs_at S t Ht) in Hl. rewrite !dot_minus_r.
  pose proof (Hadamard.order_of_pairs n _ (rev (firstn t T)) (example S (2 * t)) (example S (2 * t + 1)) HL) as H.
  cbn [weights strategy_of] in H. rewrite rev_involutive in H.
  change (after_play r label (threshold_target 0) (rev [])) with (first_state r) in H. rewrite Hs in H.
  apply Rminus_diag_eq, H. intros c Hc. apply Hl. apply in_rev in Hc. revert Hc.
  apply (chosen_before n u psi T (pairs_of S)).
  exact (Hadamard.forcing_chosen true n (strategy_of r (threshold_target 0) snd) u psi _ [] T
    (oppose_forces n r (threshold_target 0) snd HT u psi (pairs_of S) [])).
Qed.

Lemma differing_sum n w u psi B : INR (differing n w u psi B) = sum (length B) (fun t =>
  one_or_zero (ltb psi (dot n u (fst (pair_at t B)))) * one_or_zero (ltb (dot n u (snd (pair_at t B))) psi) *
    one_or_zero (leb (dot n w (fst (pair_at t B))) (dot n w (snd (pair_at t B))))
  + one_or_zero (ltb (dot n u (fst (pair_at t B))) psi) * one_or_zero (ltb psi (dot n u (snd (pair_at t B)))) *
    one_or_zero (leb (dot n w (snd (pair_at t B))) (dot n w (fst (pair_at t B))))).
Proof.
  induction B as [|cands B IH]; [reflexivity|]. cbn [differing length]. change (S (length B)) with (1 + length B)%nat.
  rewrite sum_split, plus_INR, IH. f_equal. cbn [sum]. rewrite Rplus_0_l. unfold differs, pair_at; cbn [nth]. unfold ltb.
  destruct (Rlt_dec psi (dot n u (fst cands))), (Rlt_dec (dot n u (fst cands)) psi); try lra;
    destruct (Rlt_dec psi (dot n u (snd cands))), (Rlt_dec (dot n u (snd cands)) psi); try lra;
    destruct (leb _ _), (leb _ _); cbn; ring.
Qed.

Theorem kw_thm8 : kw_thm8_stmt.
Proof.
  split.
  - intros n a eta psi rate rho theta u s S HB%pairwise_constant_of. cbv beta zeta.
    change (@length ctrial S) with (@length (vec * bool) S). rewrite pairs_listed, pairs_length.
    destruct (additive_additive n eta rate rho theta a s) as (HT & HL & Hs). unfold b_kw_thm8.
    rewrite (mistakes_of_strategy n _ _ snd HT).
    destruct (Hadamard.theorem_8 true n (strategy_of (additive_rule n eta rate rho theta a s) (threshold_target 0) snd) u
      psi HL _ _ HB (oppose_forces n _ (threshold_target 0) snd HT u psi (pairs_of S) [])) as [_ Hm].
    apply Hadamard.erring_count, le_INR in Hm. apply Rle_ge. eapply Rle_eq_trans; [|reflexivity].
    eapply Rle_trans; [|exact Hm]. right. rewrite differing_sum. apply sum_ext. intros t Ht. rewrite (pairs_at S t Ht).
    change (weights (strategy_of (additive_rule n eta rate rho theta a s) (threshold_target 0) snd) [])
      with (weights_in (additive_rule n eta rate rho theta a s) (first_state (additive_rule n eta rate rho theta a s))).
    rewrite Hs. reflexivity.
  - intros tie n L u psi T HB HL. apply pairwise_constant_of in HB.
    destruct (Hadamard.forcing_exists tie n L u psi (pairs_of T) []) as [S HF]. exists S.
    exact (Hadamard.theorem_8 tie n L u psi HL _ S HB HF).
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

(** The target by the formula of the catalogue, and how many pairs it separates and w does not. *)
Lemma target_of d k i r : (i < 2 ^ d)%nat -> (1 <= k)%nat -> r = INR (i + 1) ->
  (fun e => (if Req_EM_T (INR (e + 1)) r then 1 else 0)
    + one_or_zero (ltb (2 ^ d) (INR (e + 1))) * one_or_zero (ltb (INR (e + 1)) (2 ^ d + INR k))) = hadamard_target d k i.
Proof.
  intros Hi Hk ->. apply functional_extensionality; intros e. unfold hadamard_target.
  assert (2 ^ d = INR (2 ^ d)) as -> by (rewrite pow_INR; reflexivity). rewrite <- plus_INR. unfold ltb, one_or_zero.
  destruct (Req_EM_T _ _) as [E|E], (Nat.eqb_spec e i) as [H|H]; try (apply INR_eq in E; lia); try (subst; lra);
    cbn [orb]; destruct (Rlt_dec _ _) as [L|L], (Nat.leb_spec (2 ^ d) e) as [L'|L']; cbn [andb];
    try (apply INR_lt in L; lia); try (exfalso; apply L, lt_INR; lia); try lra;
    destruct (Rlt_dec _ _) as [U|U], (Nat.ltb_spec e (2 ^ d + (k - 1))) as [U'|U'];
    try (apply INR_lt in U; lia); try (exfalso; apply U, lt_INR; lia); lra.
Qed.

Lemma pairs_differ n w v r (up low : nat -> vec) m :
  sum m (fun t => one_or_zero (ltb r (dot n v (up t))) * one_or_zero (ltb (dot n v (low t)) r)
      * one_or_zero (leb (dot n w (up t)) (dot n w (low t)))
    + one_or_zero (ltb (dot n v (up t)) r) * one_or_zero (ltb r (dot n v (low t)))
      * one_or_zero (leb (dot n w (low t)) (dot n w (up t))))
  = INR (differing n w v r (map (fun t => (up t, low t)) (seq 0 m))).
Proof.
  rewrite differing_sum, map_length, seq_length. apply sum_ext. intros t Ht. unfold pair_at.
  rewrite (nth_indep _ (zero, zero) ((fun t => (up t, low t)) 0%nat)) by (rewrite map_length, seq_length; exact Ht).
  rewrite (map_nth (fun t => (up t, low t))), seq_nth by exact Ht. reflexivity.
Qed.

Lemma disagreements n d k i r w (s : vec) : (i < 2 ^ d)%nat -> (1 <= k)%nat -> r = INR (i + 1) ->
  let v := fun e => (if Req_EM_T (INR (e + 1)) r then 1 else 0)
    + one_or_zero (ltb (2 ^ d) (INR (e + 1))) * one_or_zero (ltb (INR (e + 1)) (2 ^ d + INR k)) in
  let up := fun t => joined (2 ^ d) (fun e => 1 / 2 * (1 + sylvester d t e)) (fun e => 0 * s (2 ^ d + e)%nat) in
  let low := fun t => joined (2 ^ d) (fun e => 1 / 2 * (1 - sylvester d t e)) (fun e => 0 * s (2 ^ d + e)%nat) in
  sum (2 ^ d) (fun t => one_or_zero (ltb (1 / 2) (dot n v (up t))) * one_or_zero (ltb (dot n v (low t)) (1 / 2))
      * one_or_zero (leb (dot n w (up t)) (dot n w (low t)))
    + one_or_zero (ltb (dot n v (up t)) (1 / 2)) * one_or_zero (ltb (1 / 2) (dot n v (low t)))
      * one_or_zero (leb (dot n w (low t)) (dot n w (up t))))
  = INR (differing n w (hadamard_target d k i) (1 / 2) (hadamard_pairs d)).
Proof.
  intros Hi Hk Hr v up low. rewrite pairs_differ. unfold v. rewrite (target_of d k i r Hi Hk Hr). do 2 f_equal.
  unfold hadamard_pairs. apply map_ext. intros t. unfold up, low. rewrite uppers, lowers. reflexivity.
Qed.

Theorem kw_lemma12 : kw_lemma12_stmt.
Proof.
  intros n d k w (Hn & Hd & Hk). apply whole_n in Hn. apply whole_k in Hd, Hk. unfold b_kw_lemma12. rewrite power_of_2.
  destruct (Hadamard.lemma_12 d n k Hk ltac:(lia) w Hd) as (i & Hi & H). exists i; split; auto.
  rewrite <- (disagreements n d k i _ w w Hi Hk eq_refl) in H. apply Rle_ge. exact H.
Qed.

Lemma order_is n d k : INR n = Rpower 2 (INR d) + INR k - 1 -> natural (ln (INR n - INR k + 1) / ln 2) = d.
Proof.
  intros Hn. replace (INR n - INR k + 1) with (Rpower 2 (INR d)) by lra. unfold Rpower. rewrite ln_exp.
  assert (0 < ln 2) by (apply ln_above_1; lra). replace (INR d * ln 2 / ln 2) with (INR d) by (field; lra).
  apply natural_INR.
Qed.

Theorem kw_13a : kw_13a_stmt.
Proof.
  split; intros n.
  - intros a d eta k rate rho theta s (Hn & Hd & Hk). rewrite (order_is n d k Hn). apply whole_n in Hn.
    apply whole_k in Hd, Hk. unfold b_kw_13a. rewrite power_of_2. apply Rle_ge.
    destruct (Hadamard.half_disagree d n k Hk ltac:(lia) s Hd) as (i & Hi & H). eapply Rle_trans; [exact H|].
    exact (proj2 (column_errs _ _ _ n d k s (additive_additive n eta rate rho theta a s) Hk ltac:(lia)) i Hi).
  - intros d k tie L (Hn & Hd & Hk) HL. apply whole_n in Hn. apply whole_k in Hd, Hk. unfold b_kw_13a.
    rewrite power_of_2. destruct (Hadamard.theorem_13_any_start d n k Hk ltac:(lia) tie L Hd HL)
      as (u & S & Hu & Hsum & HS & Hm). exists u, S. intuition lra.
Qed.

Theorem kw_13b : kw_13b_stmt.
Proof.
  split; intros n.
  - intros a d eta k rate rho theta [Hn Hk]. rewrite (order_is n d k Hn). apply whole_n in Hn. apply whole_k in Hk.
    unfold b_kw_13b. rewrite power_of_2. split; [|split].
    + all_err (column_errs _ _ _ n d k zero (additive_additive n eta rate rho theta a zero) Hk ltac:(lia)).
    + all_err (column_errs _ _ _ n d k zero (bias_additive n eta zero) Hk ltac:(lia)).
    + all_err (column_errs _ _ _ n d k zero (perceptron_additive n eta theta zero) Hk ltac:(lia)).
  - intros d k tie L [Hn Hk] HL H0. apply whole_n in Hn. apply whole_k in Hk. unfold b_kw_13b. rewrite power_of_2.
    destruct (Hadamard.theorem_13_zero_start d n k Hk ltac:(lia) tie L HL H0) as (u & S & Hu & Hsum & HS & Hm).
    exists u, S. intuition lra.
Qed.

Lemma sylvester_symmetric d : forall i j, sylvester d i j = sylvester d j i.
Proof.
  induction d as [|d IH]; intros i j; cbn [sylvester]; auto. rewrite IH, (andb_comm (_ <=? i)%nat). reflexivity.
Qed.

Lemma rows_orthogonal d (flip : vec) i j : (forall t, flip t = 1 \/ flip t = -1) -> (i < 2 ^ d)%nat ->
  (j < 2 ^ d)%nat -> dot (2 ^ d) (fun e => flip e * sylvester d i e) (fun e => flip e * sylvester d j e)
    = 2 ^ d * one_or_zero (Nat.eqb i j).
Proof.
  intros Hf Hi Hj. unfold dot. rewrite (sum_ext _ _ (fun t => sylvester d i t * sylvester d j t)).
  - rewrite Hadamard.sylvester_orthogonal, pow_INR by assumption. cbn [INR].
    replace (1 + 1) with 2 by ring. destruct (i =? j)%nat; cbn [one_or_zero]; ring.
  - intros t _. destruct (Hf t) as [->| ->]; ring.
Qed.

Theorem kw_def4 : kw_def4_stmt.
Proof.
  unfold kw_def4_stmt, b_kw_def4.
  split; [intros d|intros d sign i j Hi Hj; rewrite (rows_orthogonal d (fun e => label (sign e)));
    [ring|intros t; destruct (sign t); auto|assumption|assumption]].
  assert (forall i j, (i < 2 ^ d)%nat -> (j < 2 ^ d)%nat -> dot (2 ^ d) (sylvester d i) (sylvester d j)
    = 2 ^ d * one_or_zero (Nat.eqb i j)) as H.
  { intros i j Hi Hj. rewrite <- (rows_orthogonal d (fun _ => 1)) by auto. apply sum_ext; intros; ring. }
  repeat split.
  - intros i Hi j Hj. unfold b_kw_def4. rewrite H by assumption. ring.
  - intros i Hi j Hj. unfold b_kw_def4.
    rewrite (rows_orthogonal d (fun e => 1 - 2 * (if Req_EM_T (INR (e + 1) - 3 * floor (INR (e + 1) / 3)) 2 then 1 else 0)))
      by (try assumption; intros t; destruct (Req_EM_T _ _); lra). ring.
  - intros i _ j _. rewrite sylvester_symmetric. unfold b_kw_def4. ring.
  - intros j _. rewrite Hadamard.sylvester_row_0. unfold b_kw_def4. ring.
  - intros i _. rewrite sylvester_symmetric, Hadamard.sylvester_row_0. unfold b_kw_def4. ring.
  - intros i Hi j Hj Hne. unfold b_kw_def4. destruct (Req_EM_T _ _) as [E|E]; [lra|destruct E].
    rewrite (sum_ext _ _ (fun t => / 2 - / 2 * (sylvester d i t * sylvester d j t))).
    + rewrite sum_minus, sum_scal, sum_const. change (sum (2 ^ d) (fun t => sylvester d i t * sylvester d j t))
        with (dot (2 ^ d) (sylvester d i) (sylvester d j)). rewrite H, pow_INR by assumption.
      destruct (Nat.eqb_spec i j); [lia|]. cbn [INR one_or_zero]. replace (1 + 1) with 2 by ring. field.
    + intros t _.
      destruct (Hadamard.sylvester_entries d i t) as [->| ->],
        (Hadamard.sylvester_entries d j t) as [->| ->]; destruct (Req_EM_T _ _); lra.
Qed.

(** The example of a pair that the catalogue takes: the first, and the second, in turn. *)
Lemma picked i : (2 * i <= i + 2 * natural (INR (i + 1) / 2) <= 2 * i + 1)%nat.
Proof.
  destruct (Nat.Even_or_Odd (i + 1)) as [[j E]|[j E]]; rewrite E.
  - replace (2 * j)%nat with (2 * j + 0)%nat by lia. rewrite natural_half by lia. lia.
  - rewrite natural_half by lia. lia.
Qed.

Theorem kw_def6 : kw_def6_stmt.
Proof.
  intros n S HB%pairwise_constant_of t Ht. change (@length ctrial S) with (@length (vec * bool) S) in Ht.
  rewrite pairs_length in Ht. unfold b_kw_def6. rewrite (sum_ext t _ (fun _ => 0)); [apply sum_zero|].
  intros i Hi. pose proof (later_pair n _ t HB Ht) as H. rewrite (pairs_at S t Ht) in H. rewrite (H (example S (i + 2 *
    natural (INR (i + 1) / 2)))); [ring|]. apply Exists_exists. exists (pair_at i (pairs_of S)). split.
  - assert (In (nth i (firstn t (pairs_of S)) (zero, zero)) (firstn t (pairs_of S))) as Hin
      by (apply nth_In; rewrite firstn_length; lia).
    replace (pair_at i (pairs_of S)) with (nth i (firstn t (pairs_of S)) (zero, zero)); [exact Hin|].
    rewrite <- (firstn_skipn t (pairs_of S)) at 2. unfold pair_at. rewrite app_nth1; auto. rewrite firstn_length. lia.
  - rewrite (pairs_at S i) by lia. pose proof (picked i) as Hp. unfold one_of; cbn [fst snd].
    destruct (Nat.eq_dec (i + 2 * natural (INR (i + 1) / 2)) (2 * i)) as [->|]; auto.
    right. f_equal. lia.
Qed.

Lemma differing_at_most n w u psi B : (differing n w u psi B <= length B)%nat.
Proof. induction B as [|cands B IH]; cbn [differing length]; [lia|]. destruct (differs _ _ _ _ _); lia. Qed.

Lemma all_differ n d k w : INR n = Rpower 2 (INR d) + INR k - 1 -> 1 <= INR k -> (forall i, (i < n)%nat -> w i = 0) ->
  (1 <= k)%nat /\ INR (differing n w (hadamard_target d k 0) (1 / 2) (hadamard_pairs d)) = Rpower 2 (INR d).
Proof.
  intros Hn Hk Hw. apply whole_n in Hn. apply whole_k in Hk. split; auto.
  pose proof (Hadamard.lemma_11 d n k Hk ltac:(lia) w Hw) as H.
  pose proof (differing_at_most n w (hadamard_target d k 0) (1 / 2) (hadamard_pairs d)) as H'. apply le_INR in H'.
  unfold hadamard_pairs in H' at 2. rewrite map_length, seq_length in H'. rewrite Rpower_pow by lra.
  rewrite pow_INR in H, H'. cbn [INR] in H, H'. replace (1 + 1) with 2 in H, H' by ring. lra.
Qed.

Theorem kw_def7 : kw_def7_stmt. Proof.
  intros n d k s [Hn Hk]. destruct (all_differ n d k (fun e => 0 * s e) Hn Hk) as [Hk' H]; [intros; ring|].
  rewrite <- (disagreements n d k 0 1 _ s (Hadamard.pow2_positive d) Hk' eq_refl) in H. exact H.
Qed.

Theorem kw_lemma11 : kw_lemma11_stmt. Proof. intros n d k H. exact (kw_def7 n d k zero H). Qed.

(** ** The ellipsoid method *)

Theorem kw_ellip : kw_ellip_stmt.
Proof.
  intros n d k [Hn Hk]. rewrite (order_is n d k Hn). apply whole_n in Hn. apply whole_k in Hk. unfold b_kw_ellip.
  rewrite power_of_2. all_err (column_errs _ _ _ n d k zero (ellipsoid_additive n) Hk ltac:(lia)).
Qed.
