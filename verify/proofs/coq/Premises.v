(** * What premises say, entry by entry and trial by trial, in the words of the proofs *)

From Boundcheck Require Import Vectors Runs.
From Boundcheck.classics Require Import Definitions.
Open Scope R_scope.

Lemma ball_of n X (S : list trial) :
  Forall (fun c : trial => nonempty (snd c)) S -> Forall (fun c : trial => norm n (fst c) <= X) S -> ball_trials n X S.
Proof. intros HO HS. apply Forall_and; auto. Qed.

Lemma box_of n X (S : list trial) : Forall (fun c : trial => nonempty (snd c)) S ->
  Forall (fun c : trial => forall i, (i < n)%nat -> Rabs (fst c i) <= X) S -> box_trials n X S.
Proof. intros HO HS. apply Forall_and; auto. Qed.

Lemma separable_of n u (S : list ctrial) : Forall (fun c : ctrial => 1 <= label (snd c) * dot n u (fst c)) S ->
  separable n u S.
Proof.
  unfold separable. induction 1 as [|[x y] S Hm _ IH]; auto. cbn [as_trials map cmp_loss]. fold (as_trials S).
  rewrite IH, Rplus_0_r. cbn [fst snd] in Hm. unfold trial_loss, as_trial; cbn [fst snd].
  destruct y; cbn [label] in Hm; unfold label_interval; interval_cases.
Qed.

Lemma right_of n u (S : list ctrial) :
  Forall (fun c : ctrial => label (snd c) * dot n u (fst c) <= 0 \/ 1 <= label (snd c) * dot n u (fst c)) S ->
    right_or_clear n u S.
Proof. apply Forall_impl. intros c [H|H] E; [apply leb_false in E|]; lra. Qed.

Lemma unit_box_of {A} n (S : list (vec * A)) : Forall (fun c : vec * A => forall i, (i < n)%nat -> 0 <= fst c i) S ->
  Forall (fun c : vec * A => forall i, (i < n)%nat -> fst c i <= 1) S ->
    Forall (fun c : vec * A => in_unit_box n (fst c)) S.
Proof. intros H0 H1. eapply Forall_impl; [|exact (Forall_and H0 H1)]. intros c [L R] i Hi. auto. Qed.

Lemma votes_of {A} n (S : list (vec * A)) : Forall (fun c : vec * A => forall i, (i < n)%nat ->
  (fst c i = - 1 \/ fst c i = 1)) S ->
  Forall (fun c : vec * A => votes n (fst c)) S.
Proof. apply Forall_impl. intros c H i Hi. destruct (H i Hi); auto. Qed.

(** ** Labels of disjunctions *)

Lemma positive_label y : 0 < label y <-> y = true.
Proof. destruct y; cbn; split; intros; auto; [lra|lra|discriminate]. Qed.

Lemma label_leb n u c a : (a <= dot n u (fst c) <-> 0 < label (snd c)) -> snd c = leb a (dot n u (fst c)).
Proof.
  rewrite positive_label. intros H. destruct (leb a _) eqn:E; [apply leb_true in E; tauto|].
  destruct (snd c); auto. apply leb_false in E. assert (a <= dot n u (fst c)) by tauto. lra.
Qed.

Lemma labelled_of n u (S : list ctrial) : Forall (fun c : ctrial => zero_one n (fst c)) S ->
  Forall (fun c : ctrial => 1 / 2 <= dot n u (fst c) <-> 0 < label (snd c)) S -> Forall (labelled_by n u) S.
Proof.
  intros HI HL. eapply Forall_impl; [|exact (Forall_and HI HL)]. intros c [Hx H]. split; auto. apply label_leb, H.
Qed.

(** A product of vectors in {0, 1}^n that is positive is 1 at least. *)
Lemma zero_one_product n u x : zero_one n u -> zero_one n x -> dot n u x = 0 \/ 1 <= dot n u x.
Proof.
  intros Hu Hx. induction n as [|n IH]; [left; reflexivity|]. unfold dot in *; cbn [sum].
  assert (u n * x n = 0 \/ u n * x n = 1) as E
    by (destruct (Hu n ltac:(lia)) as [->| ->], (Hx n ltac:(lia)) as [->| ->]; lra).
  destruct IH as [H|H]; [intros i Hi; apply Hu; lia|intros i Hi; apply Hx; lia|destruct E; lra|destruct E; lra].
Qed.

Lemma labelled_if_positive n u (S : list ctrial) : zero_one n u -> Forall (fun c : ctrial => zero_one n (fst c)) S ->
  Forall (fun c : ctrial => 0 < dot n u (fst c) <-> 0 < label (snd c)) S -> Forall (labelled_by n u) S.
Proof.
  intros Hu HI HL. apply labelled_of; auto. eapply Forall_impl; [|exact (Forall_and HI HL)]. intros c [Hx H].
  rewrite <- H. destruct (zero_one_product n u (fst c) Hu Hx); lra.
Qed.

Lemma above_one_of n u (S : list ctrial) : Forall (fun c : ctrial => 0 < label (snd c) <-> 1 <= dot n u (fst c)) S ->
  Forall (fun c : ctrial => snd c = leb 1 (dot n u (fst c))) S.
Proof. apply Forall_impl. intros c H. apply label_leb. tauto. Qed.

Lemma gap_of n delta u (S : list ctrial) : Forall (fun c : ctrial => (0 < label (snd c) -> 1 <= dot n u (fst c)) /\
  (label (snd c) <= 0 -> dot n u (fst c) <= 1 - delta)) S -> Forall (gap_around_one n delta u) S.
Proof.
  apply Forall_impl. unfold gap_around_one. intros [x y] [H0 H1]; cbn [fst snd] in *. destruct y; cbn in *; lra.
Qed.

(** ** Comparators *)

Lemma expert_of n u : zero_one n u -> sum n u = 1 -> is_expert n u.
Proof.
  assert (forall m, zero_one m u -> sum m u = 0 -> forall i, (i < m)%nat -> u i = 0) as H0.
  { intros m Hu E i Hi. assert (forall j, (j < m)%nat -> 0 <= u j) by (intros j Hj; destruct (Hu j Hj); lra).
    pose proof (sum_term_le m u i Hi ltac:(auto)). destruct (Hu i Hi); lra. }
  induction n as [|n IH]; intros Hu E; cbn [sum] in E; [lra|].
  assert (zero_one n u) as Hn by (intros i Hi; apply Hu; lia). destruct (Hu n ltac:(lia)) as [Z|Z]; rewrite Z in E.
  - destruct IH as (i & Hi & Hj); auto; [lra|]. exists i. split; [lia|]. intros j Hj'. unfold unit_vector in *.
    destruct (Nat.eq_dec j n) as [->|]; [|apply Hj; lia]. rewrite Z. destruct (Nat.eqb_spec n i); [lia|auto].
  - exists n. split; [lia|]. intros j Hj. unfold unit_vector. destruct (Nat.eqb_spec j n) as [->|]; auto.
    apply (H0 n); auto; [lra|lia].
Qed.

Lemma entropy_of n u entropy :
  (if Req_EM_T (norm1 n u) 0 then 0 else - sum n (fun e => Rabs (u e) / norm1 n u * ln (Rabs (u e) / norm1 n u))) =
    entropy ->
  entropy = entropy_of_shares n (norm1 n u) u.
Proof.
  intros <-. unfold entropy_of_shares. destruct (Req_EM_T _ _) as [Z|]; auto. rewrite (sum_ext n _ (fun _ => 0)).
  - rewrite sum_zero. ring.
  - intros i Hi. pose proof (sum_term_le n (fun i => Rabs (u i)) i Hi (fun j _ => Rabs_pos (u j))) as H.
    cbn beta in H. fold (norm1 n u) in H. rewrite Z in H. pose proof (Rabs_pos (u i)).
    replace (Rabs (u i)) with 0 by lra.
    unfold Rdiv. ring.
Qed.

(** ** Sums of terms that are not negative; natural numbers *)

Lemma sum_none n f : (forall i, (i < n)%nat -> 0 <= f i) -> sum n f = 0 -> forall i, (i < n)%nat -> f i = 0.
Proof. intros Hf E i Hi. pose proof (sum_term_le n f i Hi Hf). specialize (Hf i Hi). lra. Qed.

Lemma sum_some n f : sum n f <> 0 -> exists i, (i < n)%nat /\ f i <> 0.
Proof.
  induction n as [|n IH]; cbn [sum]; intros H; [lra|]. destruct (Req_dec (f n) 0) as [E|E]; [|exists n; split; [lia|auto]].
  destruct IH as (i & Hi & E'); [lra|]. exists i. split; [lia|exact E'].
Qed.

Lemma no_differences n x x' : sum n (fun e => if Req_EM_T (x e) (x' e) then 0 else 1) = 0 -> same n x x'.
Proof.
  intros E i Hi. apply (sum_none n) with (i := i) in E; auto; [|intros j _; destruct (Req_EM_T (x j) (x' j)); lra].
  destruct (Req_EM_T (x i) (x' i)); [assumption|lra].
Qed.

Lemma natural_between k r : INR k <= r < INR k + 1 -> natural r = k.
Proof.
  intros H. unfold natural. replace (up r) with (Z.of_nat k + 1)%Z; [rewrite Z.add_simpl_r; apply Nat2Z.id|].
  apply tech_up; rewrite plus_IZR, <- INR_IZR_INZ; lra.
Qed.

Lemma natural_INR k : natural (INR k) = k. Proof. apply natural_between. lra. Qed.

Lemma natural_half k r : (r <= 1)%nat -> natural (INR (2 * k + r) / 2) = k.
Proof.
  intros Hr. apply natural_between. rewrite plus_INR, mult_INR. apply le_INR in Hr. pose proof (pos_INR r).
  cbn [INR] in *. lra.
Qed.

Lemma smallest_le {A} (value : A -> R) S : Forall (fun c => smallest value S <= value c) S.
Proof.
  induction S as [|c [|c' S] IH]; [constructor|constructor; [cbn; lra|constructor]|]. cbn [smallest] in *.
  fold (smallest value (c' :: S)) in *. constructor; [apply Rmin_l|]. eapply Forall_impl; [|exact IH]. cbn beta.
  intros d Hd. eapply Rle_trans; [apply Rmin_r|exact Hd].
Qed.

Lemma each_cons {A} (P : list A -> A -> Prop) c S : each P (c :: S) -> P [] c /\ each (fun past => P (c :: past)) S.
Proof. intros H. split; [apply (H [] c S eq_refl)|]. intros past d later ->. apply (H (c :: past) d later eq_refl). Qed.

(** ** What is summed of comparators and experts *)

Lemma comparator_total n u (S : list trial) : total (fun c => trial_loss n u c) S = cmp_loss n u S.
Proof.
  induction S as [|c S IH]; auto. cbn [total fold_right cmp_loss]. unfold total in IH. rewrite IH. reflexivity.
Qed.

Lemma expert_total n i (S : list ctrial) : (i < n)%nat -> Forall (fun c => votes n (fst c)) S ->
  total (fun c : ctrial => if Req_EM_T (fst c i) (label (snd c)) then 0 else 1) S = INR (expert_mistakes i S).
Proof.
  intros Hi. induction 1 as [|[x y] S Hx _ IH]; [reflexivity|]. cbn [total fold_right expert_mistakes].
  unfold total in IH.
  rewrite IH, plus_INR. f_equal. unfold expert_errs, ltb; cbn [fst snd] in *.
  destruct (Hx i Hi) as [->| ->], y; cbn [label]; destruct (Req_EM_T _ _), (Rlt_dec _ _); cbn [INR]; lra.
Qed.
