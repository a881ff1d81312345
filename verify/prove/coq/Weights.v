(** * Vectors entry by entry: what proofs of claims about learners that multiply their weights rest on *)

From Boundcheck Require Export Potential Lemmas.
Open Scope R_scope.

(** ** Numbers and vectors by their names *)

Definition named (r a : R) : Prop := r = a.
Definition named_by (v f : vec) : Prop := forall i, v i = f i.
Lemma some_number a : exists r, named r a. Proof. eexists. reflexivity. Qed.
Lemma some_vector f : exists v, named_by v f. Proof. exists f. intros i. reflexivity. Qed.
Lemma name_is r a : named r a -> a = r. Proof. intros H. symmetry. exact H. Qed.
Lemma entry_is v f i : named_by v f -> f i = v i. Proof. intros H. symmetry. exact (H i). Qed.

Lemma has_entries n u a : sum n u = a -> a <> 0 -> (0 < n)%nat.
Proof. destruct n; cbn; [congruence|lia]. Qed.

(** ** Signs *)

Lemma opposite_positive a b : a < 0 -> b = - a -> 0 < b. Proof. lra. Qed.
Lemma opposite_not_negative a b : a <= 0 -> b = - a -> 0 <= b. Proof. lra. Qed.
Lemma nothing_by a b : 0 <= a -> 0 <= b -> b = - a -> a = 0. Proof. lra. Qed.
Lemma never : 0 <= - (1) -> False. Proof. lra. Qed.
Lemma factor_not_zero g d r : 0 < g -> g = d * r -> d <> 0. Proof. intros H E Z. rewrite Z, E in *. lra. Qed.
Lemma part_not_zero d g r : g <> 0 -> g = d * r -> d <> 0. Proof. intros N E Z. apply N. rewrite E, Z. ring. Qed.
Lemma quotient_not_one a b : b <> 0 -> a <> b -> a / b <> 1.
Proof. intros B N E. apply N. rewrite <- (Rmult_1_l b), <- E. field. exact B. Qed.
Lemma lt_of x y g : y - x = g -> 0 < g -> x < y. Proof. lra. Qed.

(** ** Sums over the entries *)

Lemma sum_positive n f s : (0 < n)%nat -> (forall i, (i < n)%nat -> 0 < f i) -> sum n f = s -> 0 < s.
Proof. intros N H <-. now apply sum_pos. Qed.
Lemma sum_not_negative n f s : (0 < n)%nat -> (forall i, (i < n)%nat -> 0 <= f i) -> sum n f = s -> 0 <= s.
Proof. intros _ H <-. now apply sum_nonneg. Qed.
Lemma sum_nothing n f s : (0 < n)%nat -> (forall i, (i < n)%nat -> f i = 0) -> sum n f = s -> s = 0.
Proof. intros _ H <-. rewrite <- (sum_zero n). now apply sum_ext. Qed.
Lemma squares_added n f r : named r (sum n (fun i => f i * f i)) -> 0 <= r.
Proof. intros ->. apply sum_nonneg. intros. nra. Qed.
Lemma entry_below n f s i g : (i < n)%nat -> (forall j, (j < n)%nat -> 0 <= f j) -> sum n f = s -> g = s - f i -> 0 <= g.
Proof. intros I H <- ->. pose proof (sum_term_le n f i I H). lra. Qed.

(** ** Experts: u is 1 at one entry, and 0 elsewhere *)

Lemma an_expert n u s : (forall i, (i < n)%nat -> u i ^ 2 - u i = 0) -> s = sum n (fun i => u i) -> s - 1 = 0 ->
  exists k, (k < n)%nat /\ u k = 1 /\ forall i, (i < n)%nat -> i <> k -> u i = 0.
Proof.
  intros E -> S. assert (forall i, (i < n)%nat -> u i = 0 \/ u i = 1) as Z.
  { intros i I. specialize (E i I). assert (u i * (u i - 1) = 0) as F by lra.
    destruct (Rmult_integral _ _ F); [left|right]; lra. }
  clear E. assert (forall m, (m <= n)%nat -> (forall i, (i < m)%nat -> u i = 0) \/
    exists k, (k < m)%nat /\ u k = 1 /\ (sum m u = 1 -> forall i, (i < m)%nat -> i <> k -> u i = 0)) as H.
  { induction m as [|m IH]; intros M; [left; lia|]. destruct (IH ltac:(lia)) as [A|(k & K & U & A)].
    - destruct (Z m ltac:(lia)) as [U|U].
      + left. intros i I. destruct (Nat.eq_dec i m) as [->|N]; [exact U|apply A; lia].
      + right. exists m. repeat split; [lia|exact U|]. intros _ i I N. apply A. lia.
    - right. exists k. repeat split; [lia|exact U|]. cbn [sum]. intros T i I N.
      assert (1 <= sum m u) as B.
      { rewrite <- U. apply sum_term_le; [exact K|]. intros j J. destruct (Z j ltac:(lia)); lra. }
      destruct (Z m ltac:(lia)) as [V|V]; [|lra].
      destruct (Nat.eq_dec i m) as [->|D]; [exact V|]. apply A; [lra|lia|exact N]. }
  assert (sum n u = 1) as T by (change (sum n u) with (sum n (fun i => u i)); lra).
  destruct (H n (le_n n)) as [A|(k & K & U & A)].
  - exfalso. assert (sum n u = 0) by (rewrite <- (sum_zero n); apply sum_ext; exact A). lra.
  - exists k. repeat split; [exact K|exact U|exact (A T)].
Qed.

Lemma at_expert n u k f : (k < n)%nat -> u k = 1 -> (forall i, (i < n)%nat -> i <> k -> u i = 0) ->
  sum n (fun i => u i * f i) = f k.
Proof.
  intros K U Z. rewrite (sum_single n k); [rewrite U; ring|exact K|]. intros j J N. rewrite (Z j J N). ring.
Qed.

Lemma expert_entry n u s f p t i g : (forall i, (i < n)%nat -> u i ^ 2 - u i = 0) -> s = sum n (fun i => u i) ->
  s - 1 = 0 -> (i < n)%nat -> sum n p = t -> (forall i, p i = u i * f i) -> g = u i * f i - u i * t -> g = 0.
Proof.
  intros E S O I <- P ->. destruct (an_expert n u s E S O) as (k & K & U & Z).
  rewrite (sum_ext _ _ _ (fun i _ => P i)), (at_expert n u k f K U Z).
  destruct (Nat.eq_dec i k) as [->|N]; [ring|rewrite (Z i I N); ring].
Qed.

Lemma expert_value (h : R -> R) n u s f v p q a t g : (forall i, (i < n)%nat -> u i ^ 2 - u i = 0) ->
  s = sum n (fun i => u i) -> s - 1 = 0 -> named_by f (fun i => h (v i)) ->
  sum n p = a -> (forall i, p i = u i * v i) -> sum n q = t -> (forall i, q i = u i * f i) -> g = t - h a -> g = 0.
Proof.
  intros E S O F <- P <- Q ->. destruct (an_expert n u s E S O) as (k & K & U & Z).
  rewrite (sum_ext _ _ _ (fun i _ => P i)), (sum_ext _ _ _ (fun i _ => Q i)).
  rewrite !(at_expert n u k _ K U Z), (F k). ring.
Qed.

(** ** What is so at each entry, and what differs at some *)

Lemma each_dec n (P : nat -> Prop) (at_entry : forall i, {P i} + {~ P i}) :
  {forall i, (i < n)%nat -> P i} + {~ forall i, (i < n)%nat -> P i}.
Proof.
  induction n as [|n [IH|IH]]; [left; lia| |right; intros H; apply IH; intros i I; apply H; lia].
  destruct (at_entry n) as [Q|Q]; [left|right; intros H; apply Q, H; lia].
  intros i I. destruct (Nat.eq_dec i n) as [->|N]; [exact Q|apply IH; lia].
Qed.

Lemma some_differ n f g : ~ (forall i, (i < n)%nat -> f i = g i) -> 0 < sum n (fun i => (f i - g i) ^ 2).
Proof.
  intros H. assert (forall j, 0 <= (f j - g j) ^ 2) as Z by (intros j; apply pow2_ge_0).
  destruct (sum_nonneg n (fun i => (f i - g i) ^ 2)) as [P|P]; [intros; apply Z|exact P|exfalso].
  apply H. intros i I. pose proof (sum_term_le n (fun i => (f i - g i) ^ 2) i I (fun j _ => Z j)) as L.
  cbv beta in L. rewrite <- P in L. nra.
Qed.

(** ** Powers and largest entries *)

Lemma power_is a r : 0 < a -> power a r = exp (r * ln a).
Proof. intros A. unfold power. destruct (Req_EM_T a 0); [lra|]. unfold Rpower. rewrite Rabs_pos_eq by lra. reflexivity. Qed.

Lemma max_rectified a b : Rmax a b = a + rectified (b - a).
Proof. unfold rectified, Rmax. destruct (Rle_dec a b), (Rle_dec 0 (b - a)); lra. Qed.
Lemma min_rectified a b : Rmin a b = a - rectified (a - b).
Proof. unfold rectified, Rmin, Rmax. destruct (Rle_dec a b), (Rle_dec 0 (a - b)); lra. Qed.

(** ** Tactics *)

Ltac opposite := intros; cbv beta; unfold Rdiv; ring.

Ltac by_entries n := induction n as [|n IH]; [cbn [sum INR]; unfold Rdiv; ring
  | cbn [sum]; rewrite IH, ?S_INR; unfold Rdiv; ring].

Ltac same f := repeat match goal with |- context [f ?x] =>
  match goal with |- context [f ?y] =>
    tryif constr_eq x y then fail else (replace x with y by equal) end end.

Ltac values := repeat match goal with
  | |- context [exp ?a] => replace a with 0 by equal; rewrite exp_0
  | |- context [ln ?a] => replace a with 1 by equal; rewrite ln_1
  end.

(** What a lemma says, with what it needs known, is what is wanted. *)
Ltac needed := repeat split; first [assumption | lra
  | match goal with
    | H : 0 <= ?g |- ?a <= ?b => apply (le_of a b g); [equal|exact H]
    | H : 0 < ?g |- ?a < ?b => apply (lt_of a b g); [equal|exact H]
    end].
Ltac by_lemma l := let H := fresh "L" in pose proof l as H;
  repeat match type of H with ?P -> _ => let Q := fresh in assert (Q : P) by needed; specialize (H Q); clear Q end;
  revert H; same exp; same ln; values; intros H; settle.

(** A logarithm is 0 of 1 alone. *)
Ltac ln_not_zero := match goal with E : named ?r (ln ?a) |- ?r <> 0 => rewrite (E : r = ln a); apply ln_neq_0;
  [first [intro; lra | apply quotient_not_one; intro; lra] | first [lra | apply Rdiv_lt_0_compat; lra]] end.

(** The largest of 0 and a number that is of no entry is one of two, by cases. *)
Ltac of_no_entry := repeat match goal with |- context [rectified ?a] => change (rectified a) with (Rmax 0 a) end.

(** What vectors are chosen by is decided before their entries are looked at. *)
Ltac chosen := repeat match goal with |- context [(if ?d then _ else _) _] => destruct d end; cbv beta.

Ltac each_decided := repeat match goal with |- context [each_dec ?n ?p ?d] =>
  let H := fresh in destruct (each_dec n p d) as [H|H]; [|apply some_differ in H] end.

(** Names are given from within. *)
Ltac within_named a := lazymatch a with
  | context [exp _] => fail
  | context [ln _] => fail
  | context [sum _ _] => fail
  | context [INR _] => fail
  | context [if _ then _ else _] => fail
  | context [sqrt _] => fail
  | _ => idtac
  end.
Ltac value_named h := match goal with
  | E : named ?r (h ?b) |- context [h ?a] =>
      within_named a; replace (h a) with r by (rewrite (E : r = h b); f_equal; equal)
  | E : named_by ?v (fun i => h (@?b i)), L : (?i < _)%nat |- context [h ?a] =>
      within_named a; replace (h a) with (v i) by (rewrite (E i); cbv beta; f_equal; equal)
  end.

(** Values of exp and ln, and sums, by their names. *)
Ltac values_named := repeat first [ value_named exp | value_named ln | value_named rectified | match goal with
  | E : root_of ?r ?b |- context [sqrt ?a] =>
      within_named a; replace (sqrt a) with r by (rewrite (E : r = sqrt b); f_equal; equal)
  | |- context [sqrt ?a] =>
      within_named a; first [replace a with 1 by ring; rewrite sqrt_1 | replace a with 0 by ring; rewrite sqrt_0]
  | _ : named_by _ (fun _ => rectified _) |- context [Rmax ?a ?b] => rewrite (max_rectified a b)
  | _ : named_by _ (fun _ => rectified _) |- context [Rmin ?a ?b] => rewrite (min_rectified a b)
  | E : named ?r (INR ?n) |- context [INR ?n] => rewrite (name_is _ _ E)
  | |- context [power ?a ?r] => rewrite (power_is a r) by first [assumption | lra]
  | |- context [exp ?a] => within_named a; replace a with 0 by equal; rewrite exp_0
  | |- context [ln ?a] => within_named a; replace a with 1 by equal; rewrite ln_1
  end ].
Ltac summand_named := match goal with |- context [sum ?n ?g] =>
  let h := fresh "h" in let E := fresh "E" in
  evar (h : nat -> R);
  assert (sum n g = sum n h) as E by
    (apply sum_ext; let i := fresh in let I := fresh in intros i I; cbv beta; progress values_named; subst h; reflexivity);
  subst h; rewrite E; clear E end.
Ltac sum_named := match goal with U : sum ?n ?f = ?r |- context [sum ?n ?g] =>
  replace (sum n g) with r by
    (symmetry; transitivity (sum n f); [apply sum_ext; intros; cbv beta; equal|exact U]) end.
Ltac valued := cbv beta; repeat first [progress values_named | summand_named | sum_named].
Ltac values_first := repeat match goal with
  | H : context [sum _ _] |- _ => revert H
  | H : context [INR _] |- _ => revert H
  | H : context [exp _] |- _ => revert H
  | H : context [ln _] |- _ => revert H
  end.

Ltac sums_left := repeat match goal with H : ?T |- _ =>
  lazymatch T with
  | named _ _ => fail
  | named_by _ _ => fail
  | sum _ _ = _ => fail
  | context [sum _ _] => revert H
  end end.

(** What is known of all entries, at each of them. *)
Ltac entrywise := let i := fresh "i" in let L := fresh "L" in intros i L;
  repeat match goal with
  | H : forall j, (j < _)%nat -> _ |- _ => specialize (H i L)
  | H : greatest ?n ?f <= _ |- _ => apply (Rle_trans _ _ _ (greatest_above n f i L)) in H
  | H : _ <= least ?n ?f |- _ => apply (fun a => Rle_trans _ _ _ a (least_below n f i L)) in H
  | H : least ?n ?f >= _ |- _ => apply Rge_le in H
  end; cbv beta in *; cases; first [assumption | lra | match goal with H : ?a = _ |- _ => rewrite H; first [lra | ring] end | settle | nra].

Ltac held := first [assumption | lazymatch goal with |- forall _ : nat, _ => entrywise | _ => first [settle | signs] end].
