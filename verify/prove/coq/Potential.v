(** * A potential of the learner's state: what proofs of claims about learners that keep more than weights rest on *)

From Boundcheck Require Export Trials.
Open Scope R_scope.

(** What holds of each trial in the state before it. *)
Fixpoint along {W A} (step : W -> A -> W) (holds : W -> A -> Prop) (s : W) (S : list A) : Prop :=
  match S with [] => True | c :: S' => holds s c /\ along step holds (step s c) S' end.

(** The first trial starts from [start], each later one from a state that is [kept]; [time] is the number of the trial
    that comes, and [more] is summed beside the gain and the cost. What the potential pays for each trial adds up. *)
Lemma telescoped_along {W A} (step : W -> A -> W) (holds : W -> A -> Prop) (gain cost more : W -> A -> R) (time : W -> R) (potential : W -> R -> R)
  (kept : W -> R -> Prop) times start S :
  S <> [] -> along step holds start S -> time start = 1 -> (forall s c, time (step s c) = time s + 1) ->
  (forall c, In c S -> holds start c -> gain start c - times * cost start c
     <= potential start 0 - potential (step start c) (more start c) /\ kept (step start c) (more start c)) ->
  (forall s m c, In c S -> holds s c -> 2 <= time s -> time s <= INR (length S) -> kept s m ->
     gain s c - times * cost s c <= potential s m - potential (step s c) (m + more s c)
     /\ kept (step s c) (m + more s c)) ->
  exists s, time s = INR (length S) + 1 /\ kept s (over_run step more start S) /\
    over_run step gain start S - times * over_run step cost start S
    <= potential start 0 - potential s (over_run step more start S).
Proof.
  intros N Q T1 T First Later. destruct S as [|c S]; [congruence|]. clear N. destruct Q as [Q0 Q].
  assert (forall S' s m, incl S' (c :: S) -> along step holds s S' -> 2 <= time s -> time s + INR (length S') = INR (length (c :: S)) + 1 ->
    kept s m -> exists s', time s' = INR (length (c :: S)) + 1 /\ kept s' (m + over_run step more s S') /\
    over_run step gain s S' - times * over_run step cost s S'
    <= potential s m - potential s' (m + over_run step more s S')) as Rest.
  { induction S' as [|d S' IH]; intros s m I Q' L E K.
    - exists s. cbn [length INR] in E. rewrite Rplus_0_r in E. cbn [over_run]. rewrite Rplus_0_r.
      repeat split; [exact E|exact K|]. lra.
    - change (INR (length (d :: S'))) with (INR (Datatypes.S (length S'))) in E. rewrite S_INR in E. pose proof (pos_INR (length S')) as P.
      assert (time s <= INR (length (c :: S))) as U by lra. destruct Q' as [Q1 Q2].
      destruct (Later s m d (I d (or_introl eq_refl)) Q1 L U K) as [G K'].
      destruct (IH (step s d) (m + more s d)) as (s' & E' & F & H); [|exact Q2|rewrite T; lra|rewrite T; lra|exact K'|].
      { intros e He. apply I. right. exact He. }
      exists s'. change (over_run step more s (d :: S')) with (more s d + over_run step more (step s d) S').
      change (over_run step gain s (d :: S')) with (gain s d + over_run step gain (step s d) S').
      change (over_run step cost s (d :: S')) with (cost s d + over_run step cost (step s d) S').
      rewrite <- Rplus_assoc. repeat split; [exact E'|exact F|lra]. }
  destruct (First c (or_introl eq_refl) Q0) as [G K].
  destruct (Rest S (step start c) (more start c)) as (s' & E' & F & H); [|exact Q|rewrite T; lra| |exact K|].
  { intros e He. right. exact He. }
  { rewrite T, T1. change (INR (length (c :: S))) with (INR (Datatypes.S (length S))). rewrite S_INR. lra. }
  exists s'. change (over_run step more start (c :: S)) with (more start c + over_run step more (step start c) S).
  change (over_run step gain start (c :: S)) with (gain start c + over_run step gain (step start c) S).
  change (over_run step cost start (c :: S)) with (cost start c + over_run step cost (step start c) S).
  repeat split; [exact E'|exact F|lra].
Qed.

Lemma telescoped {W A} (step : W -> A -> W) (gain cost more : W -> A -> R) (time : W -> R) (potential : W -> R -> R)
  (kept : W -> R -> Prop) times start S :
  S <> [] -> time start = 1 -> (forall s c, time (step s c) = time s + 1) ->
  (forall c, In c S -> gain start c - times * cost start c
     <= potential start 0 - potential (step start c) (more start c) /\ kept (step start c) (more start c)) ->
  (forall s m c, In c S -> 2 <= time s -> time s <= INR (length S) -> kept s m ->
     gain s c - times * cost s c <= potential s m - potential (step s c) (m + more s c)
     /\ kept (step s c) (m + more s c)) ->
  exists s, time s = INR (length S) + 1 /\ kept s (over_run step more start S) /\
    over_run step gain start S - times * over_run step cost start S
    <= potential start 0 - potential s (over_run step more start S).
Proof.
  intros N T1 T First Later. apply (telescoped_along step (fun _ _ => True)); auto.
  clear. generalize start. induction S as [|c S IH]; intros s; cbn; auto.
Qed.

(** ** Comparators that move *)

(** Each trial of S has its comparator. What is summed may speak of that, and of the comparator of the trial after, which
    of the last trial is its own. *)
Definition next {A} (u : vec) (S : list (A * vec)) : vec := match S with [] => u | (_, v) :: _ => v end.

Fixpoint against {W A} (step : W -> A -> W) (value : vec -> vec -> W -> A -> R) (s : W) (S : list (A * vec)) : R :=
  match S with
  | [] => 0
  | (c, u) :: S' => value u (next u S') s c + against step value (step s c) S'
  end.

Lemma next_in {A} u (S S' : list (A * vec)) : (exists d, In (d, u) S) -> incl S' S -> exists d, In (d, next u S') S.
Proof. intros E I. destruct S' as [|[d v] S']; [exact E|]. exists d. apply I. left. reflexivity. Qed.

(** As [telescoped], where the potential and what is [kept] speak of the comparator of the trial that comes. *)
Lemma telescoped_moving {W A} (step : W -> A -> W) (gain cost more : vec -> vec -> W -> A -> R) (time : W -> R)
  (potential : vec -> W -> R -> R) (kept : vec -> W -> R -> Prop) times start (S : list (A * vec)) :
  S <> [] -> time start = 1 -> (forall s c, time (step s c) = time s + 1) ->
  (forall c u v, In (c, u) S -> (exists d, In (d, v) S) -> gain u v start c - times * cost u v start c
     <= potential u start 0 - potential v (step start c) (more u v start c)
     /\ kept v (step start c) (more u v start c)) ->
  (forall s m c u v, In (c, u) S -> (exists d, In (d, v) S) -> 2 <= time s -> time s <= INR (length S) -> kept u s m ->
     gain u v s c - times * cost u v s c <= potential u s m - potential v (step s c) (m + more u v s c)
     /\ kept v (step s c) (m + more u v s c)) ->
  exists u v s, (exists c, In (c, u) S) /\ (exists d, In (d, v) S) /\ time s = INR (length S) + 1
    /\ kept v s (against step more start S)
    /\ against step gain start S - times * against step cost start S
       <= potential u start 0 - potential v s (against step more start S).
Proof.
  intros N T1 T First Later. set (l := length S) in *.
  assert (forall S' s m u, incl S' S -> (exists d, In (d, u) S) -> 2 <= time s ->
    time s + INR (length S') = INR l + 1 -> kept (next u S') s m ->
    exists v s', (exists d, In (d, v) S) /\ time s' = INR l + 1 /\ kept v s' (m + against step more s S')
      /\ against step gain s S' - times * against step cost s S'
         <= potential (next u S') s m - potential v s' (m + against step more s S')) as Rest.
  { induction S' as [|[d w] S' IH]; intros s m u I D L E K.
    - exists u, s. cbn [length INR] in E. cbn [against next] in *. rewrite !Rplus_0_r in *. repeat split; auto. lra.
    - change (INR (length ((d, w) :: S'))) with (INR (Datatypes.S (length S'))) in E. rewrite S_INR in E.
      pose proof (pos_INR (length S')) as P. assert (time s <= INR l) as U by lra. cbn [next] in *.
      assert (exists c, In (c, w) S) as Dw by (exists d; apply I; left; reflexivity).
      assert (incl S' S) as I' by (intros e He; apply I; right; exact He).
      destruct (Later s m d w (next w S') (I _ (or_introl eq_refl)) (next_in _ _ _ Dw I') L U K) as [G K'].
      destruct (IH (step s d) (m + more w (next w S') s d) w I' Dw) as (v & s' & V & E' & F & H);
        [rewrite T; lra|rewrite T; lra|exact K'|].
      exists v, s'. cbn [against]. rewrite <- Rplus_assoc. repeat split; [exact V|exact E'|exact F|lra]. }
  destruct S as [|[c u] S']; [congruence|]. clear N. unfold l in *. clear l.
  assert (incl S' ((c, u) :: S')) as I by (intros e He; right; exact He).
  assert (exists d, In (d, u) ((c, u) :: S')) as D by (exists c; left; reflexivity).
  destruct (First c u (next u S') (or_introl eq_refl) (next_in _ _ _ D I)) as [G K].
  destruct (Rest S' (step start c) (more u (next u S') start c) u I D) as (v & s' & V & E' & F & H);
    [rewrite T; lra| |exact K|].
  { rewrite T, T1. change (INR (length ((c, u) :: S'))) with (INR (Datatypes.S (length S'))). rewrite S_INR. lra. }
  exists u, v, s'. cbn [against]. repeat split; [exact D|exact V|exact E'|exact F|lra].
Qed.

Lemma radius_moving {B} n (S : list (vec * B * vec)) E :
  S <> [] -> (forall c u, In (c, u) S -> norm n (fst c) <= E) -> 0 <= E.
Proof.
  destruct S as [|[c u] S]; [congruence|]. intros _ H. specialize (H c u (or_introl eq_refl)).
  pose proof (norm_nonneg n (fst c)). lra.
Qed.

(** ** Inner products of combinations *)

Lemma example_or n x : 0 < dot n x x \/ forall v, dot n v x = 0.
Proof.
  destruct (Rle_lt_or_eq_dec _ _ (self_product n x)) as [H|H]; [auto|right]. intros v.
  destruct (example_is n v v x) as [P|(_ & P & _)]; [lra|exact P].
Qed.

Lemma dot_zero_r n v : dot n v zero = 0. Proof. rewrite dot_comm. apply dot_zero. Qed.
Lemma dot_opp_l n u v : dot n (fun i => - u i) v = - dot n u v.
Proof. rewrite dot_comm, dot_opp, (dot_comm n v). reflexivity. Qed.
Lemma dot_times n c u v : dot n (fun i => u i * c) v = dot n u v * c.
Proof. unfold dot. rewrite <- sum_scal_r. apply sum_ext. intros. ring. Qed.
Lemma dot_times_r n c u v : dot n u (fun i => v i * c) = dot n u v * c.
Proof. unfold dot. rewrite <- sum_scal_r. apply sum_ext. intros. ring. Qed.
Lemma dot_over n c u v : dot n (fun i => u i / c) v = dot n u v / c.
Proof. exact (dot_times n (/ c) u v). Qed.
Lemma dot_over_r n c u v : dot n u (fun i => v i / c) = dot n u v / c.
Proof. exact (dot_times_r n (/ c) u v). Qed.

Lemma stays n a b : dot n (fun i => a i - b i) (fun i => a i - b i) = 0 ->
  (forall v, dot n a v = dot n b v) /\ (forall v, dot n v a = dot n v b).
Proof.
  intros H. destruct (example_or n (fun i => a i - b i)) as [P|P]; [lra|].
  assert (forall v, dot n v a = dot n v b) as Z by (intros v; specialize (P v); rewrite dot_minus_r in P; lra).
  split; [|exact Z]. intros v. rewrite (dot_comm n a), (dot_comm n b). apply Z.
Qed.

Lemma ended x d b g : x <= d -> b - d = g -> 0 <= g -> x <= b. Proof. lra. Qed.
Lemma le_of x y g : y - x = g -> 0 <= g -> x <= y. Proof. lra. Qed.

(** The square of a combination of vectors, by their products. *)
Fixpoint crossed n (a : R) (v : vec) (parts : list (R * vec)) : R :=
  match parts with [] => 0 | (b, w) :: rest => 2 * a * b * dot n v w + crossed n a v rest end.
Fixpoint squared n (parts : list (R * vec)) : R :=
  match parts with [] => 0 | (a, v) :: rest => a ^ 2 * dot n v v + crossed n a v rest + squared n rest end.

Lemma squared_not_negative n parts : 0 <= squared n parts.
Proof.
  set (combined := fold_right (fun part v i => fst part * snd part i + v i) zero).
  assert (forall a v rest, crossed n a v rest = 2 * a * dot n v (combined rest)) as C.
  { intros a v rest. induction rest as [|[b w] rest IH]; cbn; [rewrite dot_zero_r; ring|].
    rewrite IH, dot_plus_r, dot_scal_r. ring. }
  replace (squared n parts) with (dot n (combined parts) (combined parts)); [apply self_product|].
  induction parts as [|[a v] rest IH]; cbn; [apply dot_zero|].
  rewrite C, <- IH, !dot_plus, !dot_plus_r, !dot_scal, !dot_scal_r, (dot_comm n (combined rest) v). ring.
Qed.

Lemma square_is n parts g : squared n parts = g -> 0 <= g.
Proof. intros <-. apply squared_not_negative. Qed.

Ltac spread := repeat (cbv beta; first [rewrite dot_zero | rewrite dot_zero_r | rewrite dot_plus | rewrite dot_plus_r
  | rewrite dot_minus | rewrite dot_minus_r | rewrite dot_opp_l | rewrite dot_opp | rewrite dot_scal | rewrite dot_scal_r
  | rewrite dot_times | rewrite dot_times_r | rewrite dot_over | rewrite dot_over_r]).

Ltac spread_in H := repeat (cbv beta in H; first [rewrite dot_zero in H | rewrite dot_zero_r in H
  | rewrite dot_plus in H | rewrite dot_plus_r in H | rewrite dot_minus in H | rewrite dot_minus_r in H
  | rewrite dot_opp_l in H | rewrite dot_opp in H | rewrite dot_scal in H | rewrite dot_scal_r in H
  | rewrite dot_times in H | rewrite dot_times_r in H | rewrite dot_over in H | rewrite dot_over_r in H]).

Ltac spread_all := spread; repeat match goal with H : context [dot _ _ _] |- _ => progress spread_in H end.

(** Below the root of a norm is a square. *)
Ltac known_square n v := lazymatch goal with
  | _ : 0 <= dot n v v |- _ => fail
  | _ => pose proof (self_product n v)
  end.
Ltac norms := rewrite ?norm_is in *; repeat match goal with
  | |- context [sqrt (dot ?n ?v ?v)] => known_square n v
  | _ : context [sqrt (dot ?n ?v ?v)] |- _ => known_square n v
  end.

(** An example that is 0 has no product with anything. *)
Ltac nothing := match goal with Z : forall v, dot ?n v ?x = 0 |- _ =>
  repeat match goal with
  | |- context [dot n ?v x] => rewrite (Z v)
  | |- context [dot n x ?v] => rewrite (dot_comm n x v), (Z v)
  | H : context [dot n ?v x] |- _ => rewrite (Z v) in H
  | H : context [dot n x ?v] |- _ => rewrite (dot_comm n x v), (Z v) in H
  end end.

Ltac product_of n a b r F := try rewrite (dot_comm n b a) in *; remember (dot n a b) as r eqn:F; symmetry in F.

(** Each root by a name of its own, those inside others first; roots of 0 and 1, and of what is given a name. *)
Ltac apart b := lazymatch b with
  | context [sqrt _] => fail
  | _ => let q := fresh "q" in let Q := fresh "Q" in remember (sqrt b) as q eqn:Q in *
  end.
Ltac roots_apart := repeat match goal with
  | |- context [sqrt ?b] => apart b
  | H : context [sqrt ?b] |- _ => lazymatch type of H with _ = sqrt b => fail | _ => apart b end
  end.

Ltac numbers := repeat match goal with
  | Q : ?q = sqrt ?b |- _ =>
      first [replace b with 0 in Q by ring; rewrite sqrt_0 in Q | replace b with 1 in Q by ring; rewrite sqrt_1 in Q]; subst q
  end.

Lemma same_root r a q b : root_of r a -> q = sqrt b -> b = a -> q = r. Proof. intros -> -> ->. reflexivity. Qed.
Lemma root_positive r a : root_of r a -> 0 < a -> 0 < r. Proof. intros ->. apply sqrt_lt_R0. Qed.

Ltac root_renamed r E a := repeat match goal with
  | Q : ?q = sqrt ?b |- _ =>
      let F := fresh in assert (F : q = r) by (apply (same_root r a q b E Q); equal); clear Q; subst q
  end.
Ltac root_squared r E R a :=
  pose proof (root_not_negative _ _ E); assert (R : r * r = a) by (apply (root_square _ _ E); first [lra | signs | settle]);
  try assert (0 < r) by first [lra | apply (root_positive _ _ E); first [lra | signs]].

Ltac root_called r E R a :=
  destruct (root_exists a) as [r E]; progress (root_renamed r E a); root_squared r E R a.
Ltac root_named r E R a := root_renamed r E a; root_squared r E R a.

(** Whether a vector stays what it was: then each product with it does. *)
Ltac decided := match goal with |- context [Req_EM_T (dot ?n ?f ?f) 0] =>
  destruct (Req_EM_T (dot n f f) 0) as [M'|M']; [destruct (stays n _ _ M') as [Z1' Z2']|] end.
Ltac unmoving := match goal with M : _ <> 0 |- _ => apply M; first [lra | ring] end.
