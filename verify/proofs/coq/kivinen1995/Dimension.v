(** * The dimension: blocks of 2^j variables shatter k j points, and each labelling needs a disjunction of its own *)

From Coq Require Import FinFun.
From Boundcheck Require Import Vectors GenBounds.
From Boundcheck.kivinen1995 Require Import Definitions.
From Boundcheck Require Winnow.
From Boundcheck.kivinen1995 Require Hadamard.
Open Scope R_scope.

(** ** At least k j *)

(** The number with the digits [bits 0], ..., [bits (j - 1)]. *)
Fixpoint number (j : nat) (bits : nat -> bool) : nat :=
  match j with O => O | S j' => 2 * number j' (fun c => bits (S c)) + Nat.b2n (bits O) end.

Lemma number_below j : forall bits, (number j bits < 2 ^ j)%nat.
Proof.
  induction j as [|j IH]; intros bits; cbn [number Nat.pow]; [lia|]. specialize (IH (fun c => bits (S c))).
  destruct (bits O); cbn [Nat.b2n]; lia.
Qed.

Lemma number_digit j : forall bits c, (c < j)%nat -> Nat.testbit (number j bits) c = bits c.
Proof.
  induction j as [|j IH]; intros bits c Hc; [lia|]. cbn [number]. destruct c as [|c]; [apply Nat.testbit_0_r|].
  rewrite Nat.testbit_succ_r. exact (IH (fun c => bits (S c)) c ltac:(lia)).
Qed.

Section Blocks.
Variables (N k j : nat).
Let s := (2 ^ j)%nat.
Hypothesis Hroom : (k * s <= N)%nat.

Definition block_point (t : nat) : vec :=
  fun i => if (i <? k * s)%nat && (i / s =? t / j)%nat && Nat.testbit (i mod s) (t mod j) then 1 else 0.

(** In block b relevant is the variable at the place of the block's labels. *)
Definition place (labels : nat -> bool) (b : nat) : nat := number j (fun c => labels (b * j + c)%nat).
Definition chosen (labels : nat -> bool) : vec :=
  fun i => if (i <? k * s)%nat && (i mod s =? place labels (i / s))%nat then 1 else 0.

Lemma point_zero_one t : zero_one N (block_point t).
Proof. intros i _. unfold block_point. destruct (_ && _); auto. Qed.

Lemma chosen_zero_one labels : zero_one N (chosen labels).
Proof. intros i _. unfold chosen. destruct (_ && _); auto. Qed.

Lemma chosen_sum labels : sum N (chosen labels) = INR k.
Proof.
  replace N with (k * s + (N - k * s))%nat by lia. rewrite sum_split.
  rewrite (sum_ext (N - k * s) _ (fun _ => 0)), sum_zero, Rplus_0_r.
  - assert (forall m, (m <= k)%nat -> sum (m * s) (chosen labels) = INR m) as H; auto.
    induction m as [|m IH]; intros Hm; auto. replace (S m * s)%nat with (m * s + s)%nat by lia.
    rewrite sum_split, IH, S_INR by lia. rewrite (sum_single s (place labels m)); [|apply number_below|].
    + unfold chosen. assert (place labels m < s)%nat as Hp by apply number_below.
      assert (((m * s + place labels m) / s = m)%nat) as Ed by (rewrite Nat.div_add_l, Nat.div_small by lia; lia).
      assert (((m * s + place labels m) mod s = place labels m)%nat) as Em
        by (rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small by lia; reflexivity).
      rewrite Ed, Em, Nat.eqb_refl, (proj2 (Nat.ltb_lt _ _)) by nia. reflexivity.
    + intros i Hi Hne. unfold chosen.
      assert (((m * s + i) / s = m)%nat) as Ed by (rewrite Nat.div_add_l, Nat.div_small by lia; lia).
      assert (((m * s + i) mod s = i)%nat) as Em by (rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small by lia;
        reflexivity). rewrite Ed, Em, (proj2 (Nat.eqb_neq _ _) Hne), andb_false_r. reflexivity.
  - intros i _. unfold chosen. rewrite (proj2 (Nat.ltb_ge _ _)) by lia. reflexivity.
Qed.

Lemma chosen_labels labels t : (t < k * j)%nat -> disjunction N (chosen labels) (block_point t) = labels t.
Proof.
  intros Ht. assert (t / j < k)%nat as Hb by (apply Nat.div_lt_upper_bound; lia).
  assert (t mod j < j)%nat as Hc by (apply Nat.mod_upper_bound; lia).
  assert ((t / j * j + t mod j)%nat = t) as Et by (rewrite (Nat.div_mod t j) at 3 by lia; lia).
  assert (Nat.testbit (place labels (t / j)) (t mod j) = labels t) as El
    by (unfold place; rewrite number_digit by exact Hc; f_equal; exact Et).
  assert (place labels (t / j) < s)%nat as Hp by apply number_below. destruct (labels t) eqn:E.
  - set (i := (t / j * s + place labels (t / j))%nat).
    assert (i / s = t / j)%nat as Ed by (unfold i; rewrite Nat.div_add_l, (Nat.div_small (place _ _)); lia).
    assert (i mod s = place labels (t / j))%nat as Em
      by (unfold i; rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small by lia; reflexivity).
    assert (i < k * s)%nat as Hi by nia. apply leb_true.
    pose proof (Winnow.dot_term_le N (chosen labels) (block_point t) i (chosen_zero_one labels)
      (point_zero_one t) ltac:(lia)) as H. replace (chosen labels i * block_point t i) with 1 in H; [lra|].
    unfold chosen, block_point. rewrite Ed, Em, El, !Nat.eqb_refl, (proj2 (Nat.ltb_lt _ _) Hi). cbn [andb]. ring.
  - apply leb_false. unfold dot. rewrite (sum_ext N _ (fun _ => 0)), sum_zero; [lra|]. intros i _.
    unfold chosen, block_point. destruct (i <? k * s)%nat; cbn [andb]; [|ring].
    destruct (Nat.eqb_spec (i / s) (t / j)) as [Eb|]; cbn [andb]; [|ring].
    destruct (Nat.eqb_spec (i mod s) (place labels (i / s))) as [Ep|]; [|ring]. rewrite Ep, Eb, El. ring.
Qed.
End Blocks.

(** ** At most the logarithm of the number of disjunctions *)

Fixpoint subsets (N k : nat) : list (list bool) :=
  match N, k with
  | O, O => [[]]
  | O, S _ => []
  | S m, O => map (cons false) (subsets m O)
  | S m, S k' => map (cons false) (subsets m (S k')) ++ map (cons true) (subsets m k')
  end.

Lemma no_subsets N : forall k, (N < k)%nat -> subsets N k = [].
Proof. induction N as [|N IH]; intros [|k] Hk; cbn [subsets]; try lia; auto. rewrite !IH by lia. reflexivity. Qed.

Lemma subsets_count N : forall k, (k <= N)%nat -> INR (length (subsets N k)) = Binomial.C N k.
Proof.
  induction N as [|N IH]; intros [|k] Hk; cbn [subsets]; try lia.
  - unfold Binomial.C. cbn. field.
  - rewrite map_length, IH by lia. unfold Binomial.C. rewrite !Nat.sub_0_r. change (INR (fact 0)) with 1.
    pose proof (INR_fact_neq_0 N). pose proof (INR_fact_neq_0 (S N)). field; lra.
  - rewrite app_length, !map_length, plus_INR. destruct (Nat.eq_dec k N) as [->|Hne].
    + rewrite no_subsets, IH by lia. unfold Binomial.C. rewrite !Nat.sub_diag. change (INR (fact 0)) with 1.
      cbn [length]. change (INR 0) with 0. pose proof (INR_fact_neq_0 N). pose proof (INR_fact_neq_0 (S N)). field; lra.
    + rewrite !IH by lia. rewrite Rplus_comm. apply pascal. lia.
Qed.

Fixpoint bits (N : nat) (u : vec) : list bool := match N with O => [] | S m => is_one (u m) :: bits m u end.

Lemma bits_in_subsets N u : zero_one N u -> forall k, sum N u = INR k -> In (bits N u) (subsets N k).
Proof.
  induction N as [|N IH]; intros Hu k Hk; cbn [bits sum] in *.
  - destruct k as [|k]; [left; reflexivity|]. rewrite S_INR in Hk. pose proof (pos_INR k). lra.
  - assert (zero_one N u) as Hu' by (intros i Hi; apply Hu; lia). unfold is_one.
    destruct (Hu N ltac:(lia)) as [E|E]; rewrite E in *; destruct (Req_EM_T _ 1); try lra.
    + rewrite Rplus_0_r in Hk. destruct k; [|apply in_or_app; left]; apply in_map; auto.
    + destruct k as [|k]; [| apply in_or_app; right; apply in_map, IH; auto].
      * cbn in Hk. assert (0 <= sum N u) by (apply sum_nonneg; intros i Hi; destruct (Hu' i Hi); lra). lra.
      * rewrite S_INR in Hk. lra.
Qed.

Lemma bits_determine N u v : zero_one N u -> zero_one N v -> bits N u = bits N v -> forall i, (i < N)%nat -> u i = v i.
Proof.
  induction N as [|N IH]; intros Hu Hv E i Hi; [lia|]. injection E as E0 E1.
  destruct (Nat.eq_dec i N) as [->|Hne]; [|apply IH; try lia; try assumption; intros i' Hi'; auto]. unfold is_one in E0.
  destruct (Hu N ltac:(lia)) as [Eu|Eu], (Hv N ltac:(lia)) as [Ev|Ev]; rewrite Eu, Ev in *;
    destruct (Req_EM_T 0 1), (Req_EM_T 1 1); lra.
Qed.

Fixpoint labellings (d : nat) : list (list bool) :=
  match d with O => [[]] | S d' => map (cons false) (labellings d') ++ map (cons true) (labellings d') end.

Lemma labellings_count d : length (labellings d) = (2 ^ d)%nat.
Proof. induction d as [|d IH]; cbn [labellings]; auto. rewrite app_length, !map_length. cbn. lia. Qed.

Lemma labellings_length d : forall l, In l (labellings d) -> length l = d.
Proof.
  induction d as [|d IH]; intros l H; [destruct H as [<-|[]]; reflexivity|]. apply in_app_or in H.
  destruct H as [H|H]; apply in_map_iff in H; destruct H as (l' & <- & H'); cbn; auto.
Qed.

Lemma distinct_app {A} (l l' : list A) : NoDup l -> NoDup l' -> (forall a, In a l -> ~ In a l') -> NoDup (l ++ l').
Proof.
  induction 1 as [|a l Ha Hl IH]; intros Hl' H; auto. constructor.
  - intros Hin. apply in_app_or in Hin. destruct Hin as [Hin|Hin]; auto. exact (H a (or_introl eq_refl) Hin).
  - apply IH; auto. intros b Hb. apply H. right. exact Hb.
Qed.

Lemma labellings_distinct d : NoDup (labellings d).
Proof.
  induction d as [|d IH]; [repeat constructor; intros []|].
  assert (forall b, NoDup (map (cons b) (labellings d))) as H
    by (intros b; apply Injective_map_NoDup; [intros l l' E; injection E; auto|auto]). apply distinct_app; auto.
  intros l Hl Hl'. apply in_map_iff in Hl. apply in_map_iff in Hl'. destruct Hl as (m & <- & _), Hl' as (m' & E & _).
  discriminate.
Qed.

Section Upper.
Variables (N k d : nat) (point : nat -> vec).
Hypothesis Hshattered : shattered N k d point.

(** The disjunction b, as a list, has the labels l. *)
Definition realises (l b : list bool) : Prop := exists u, zero_one N u /\ sum N u = INR k /\ bits N u = b /\
  forall t, (t < d)%nat -> disjunction N u (point t) = nth t l false.

Lemma all_realised L : exists M, Forall2 realises L M.
Proof.
  induction L as [|l L (M & HM)]; [exists []; constructor|].
  destruct (proj2 Hshattered (fun t => nth t l false)) as (u & Hu & Hk & H). exists (bits N u :: M). constructor; auto.
  exists u. auto.
Qed.

Lemma realised_once l l' b : length l = d -> length l' = d -> realises l b -> realises l' b -> l = l'.
Proof.
  intros Hl Hl' (u & Hu & _ & Eu & H) (u' & Hu' & _ & Eu' & H'). apply (nth_ext _ _ false false); [lia|]. intros t Ht.
  rewrite Hl in Ht. rewrite <- H, <- H' by exact Ht. unfold disjunction. f_equal. apply dot_ext; auto.
  apply (bits_determine N u u' Hu Hu'). congruence.
Qed.

Lemma realised_distinct L M : (forall l, In l L -> length l = d) -> NoDup L -> Forall2 realises L M -> NoDup M.
Proof.
  intros Hlen HL H. induction H as [|l b L M Hb H IH]; auto. inversion_clear HL as [|? ? Hl HL'].
  constructor; [|apply IH; [intros; apply Hlen; right|]; assumption]. intros Hin. apply Hl. clear IH HL' Hl.
  induction H as [|l' b' L M Hb' H IH]; auto. destruct Hin as [->|Hin].
  - left. apply (realised_once l' l b); auto; apply Hlen; [right; left|left]; auto.
  - right. apply IH; auto. intros m [->|Hm]; apply Hlen; [left|right; right]; auto.
Qed.

Lemma realised_subsets L M : Forall2 realises L M -> incl M (subsets N k).
Proof.
  intros H. induction H as [|l b L M (u & Hu & Hk & <- & _) H IH]; intros m Hm; [destruct Hm|].
  destruct Hm as [<-|Hm]; [apply bits_in_subsets; assumption|auto].
Qed.

Lemma labellings_fit : (2 ^ d <= length (subsets N k))%nat.
Proof.
  destruct (all_realised (labellings d)) as (M & HM).
  assert (length (labellings d) = length M) as E by (induction HM; cbn; congruence). rewrite <- (labellings_count d), E.
  apply NoDup_incl_length; [|exact (realised_subsets _ _ HM)].
  apply (realised_distinct (labellings d)); [exact (labellings_length d)|exact (labellings_distinct d)|auto].
Qed.
End Upper.
