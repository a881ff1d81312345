(** * One inequality a trial: what proofs of claims by rule rest on

    The weights start at 0, and a rule adds a multiple s of the example x to them. With p = u.x, q = w.x and r = x.x
    that lowers the squared distance to lambda u by 2 s (lambda p - q) - s^2 r. *)

From Boundcheck Require Export Vectors Alike.
From Boundcheck.classics Require Export Definitions.
Open Scope R_scope.

Lemma step_drop n k u w s x : distance n (fun i => k * u i) w - distance n (fun i => k * u i) (fun i => w i + s * x i)
  = 2 * s * (k * dot n u x - dot n w x) - s ^ 2 * dot n x x.
Proof. unfold distance, dot. induction n; cbn [sum]; nra. Qed.

Lemma distance_ext n u w w' : (forall i, w i = w' i) -> distance n u w = distance n u w'.
Proof. intros H. apply sum_ext. intros. rewrite H. reflexivity. Qed.

Lemma distance_start n k u : distance n (fun i => k * u i) zero = k ^ 2 * dot n u u.
Proof. unfold distance, dot, zero. induction n; cbn [sum]; nra. Qed.

(** Trials whose gain the potential, b and k times a loss pay for, summed. *)
Lemma summed {B} n (rule : vec -> vec * B -> vec) gain loss a b k scale u S :
  0 <= a ->
  (forall w c, In c S -> exists s, (forall i, rule w c i = w i + s * fst c i) /\
    gain w c <= a * (2 * s * (scale * dot n u (fst c) - dot n w (fst c)) - s ^ 2 * dot n (fst c) (fst c)) + b + k * loss w c) ->
  over_run rule gain zero S <= a * scale ^ 2 * dot n u u + b * INR (length S) + k * over_run rule loss zero S.
Proof.
  intros Ha. set (v := fun i => scale * u i). intros H.
  assert (forall w, over_run rule gain w S
    <= a * distance n v w + b * INR (length S) + k * over_run rule loss w S) as HH.
  { induction S as [|c S IH]; intros w.
    - cbn. assert (0 <= distance n v w) by (apply sum_nonneg; intros; apply pow2_ge_0). nra.
    - destruct (H w c (or_introl eq_refl)) as (s & E & I).
      specialize (IH (fun w d D => H w d (or_intror D)) (rule w c)).
      rewrite <- step_drop, <- (distance_ext n _ _ _ E) in I. fold v in I.
      change (over_run rule gain w (c :: S)) with (gain w c + over_run rule gain (rule w c) S).
      change (over_run rule loss w (c :: S)) with (loss w c + over_run rule loss (rule w c) S).
      cbn [length]. rewrite S_INR. nra. }
  specialize (HH zero). unfold v in HH. rewrite distance_start in HH. lra.
Qed.

(** ** Norms, losses, and examples that are 0 *)

Lemma norm_is n u : norm n u = sqrt (dot n u u).
Proof. unfold norm, dot. f_equal. apply sum_ext. intros. ring. Qed.

Lemma self_product n x : 0 <= dot n x x. Proof. apply sum_nonneg. intros. nra. Qed.

Lemma within n u E : norm n u <= E -> 0 <= E /\ dot n u u <= E * E.
Proof.
  intros H. pose proof (norm_nonneg n u). split; [lra|]. apply sq_le in H. unfold sq in H.
  replace (dot n u u) with (sum n (fun i => u i ^ 2)) by (apply sum_ext; intros; ring). lra.
Qed.

(** An example is 0, and so is each prediction from it, or x.x is positive. *)
Lemma example_is n u w x : 0 < dot n x x \/ dot n x x = 0 /\ dot n u x = 0 /\ dot n w x = 0.
Proof.
  destruct (Rle_lt_or_eq_dec _ _ (self_product n x)) as [H|H]; [auto|right].
  assert (forall v, dot n v x = 0) as Z; [|auto]. intros v.
  pose proof (cauchy_schwarz_sq n v x) as C. assert (sq n x = 0) as E.
  { unfold sq. rewrite H. apply sum_ext. intros. ring. }
  rewrite E, Rmult_0_r in C. pose proof (pow2_ge_0 (dot n v x)). assert (dot n v x ^ 2 = 0) by lra.
  destruct (Req_dec (dot n v x) 0); [assumption|]. nra.
Qed.

Lemma run_not_negative {W A} (rule : W -> A -> W) loss S : (forall w c, In c S -> 0 <= loss w c) ->
  forall w, 0 <= over_run rule loss w S.
Proof.
  induction S as [|c S IH]; intros H w; [cbn; lra|].
  change (over_run rule loss w (c :: S)) with (loss w c + over_run rule loss (rule w c) S).
  specialize (H w c (or_introl eq_refl)) as H0. specialize (IH (fun w d D => H w d (or_intror D)) (rule w c)). lra.
Qed.

Lemma at_least_1 {A} (S : list A) : S <> [] -> 1 <= INR (length S).
Proof. destruct S; [congruence|]. intros _. apply INR_at_least_1. cbn. lia. Qed.

(** ** Updates: a trial counts where the weights change *)

Definition changed (n : nat) (v w : vec) : R := if Req_EM_T (distance n v w) 0 then 0 else 1.

Lemma changed_at_most n v w : changed n v w <= 1.
Proof. unfold changed. destruct (Req_EM_T _ _); lra. Qed.

Lemma unchanged n v w x s : (forall i, v i = w i + s * x i) -> s ^ 2 * dot n x x = 0 -> changed n v w = 0.
Proof.
  intros E Z. unfold changed. destruct (Req_EM_T _ _) as [D|D]; [reflexivity|]. exfalso. apply D. rewrite <- Z.
  unfold distance, dot. rewrite <- sum_scal. apply sum_ext. intros i _. rewrite (E i). ring.
Qed.

(** ** Whole numbers *)

Lemma run_is_whole {W A} (rule : W -> A -> W) value S : (forall w c, exists z, value w c = IZR z) ->
  forall w, exists z, over_run rule value w S = IZR z.
Proof.
  intros H. induction S as [|c S IH]; intros w; [exists 0%Z; reflexivity|].
  destruct (H w c) as [y E], (IH (rule w c)) as [z F]. exists (y + z)%Z. rewrite plus_IZR, <- E, <- F. reflexivity.
Qed.

Lemma whole_floor x r : (exists z, x = IZR z) -> x <= r -> x <= floor r.
Proof.
  intros [z ->] H. destruct (archimed r) as [H1 _]. unfold floor.
  assert (z < up r)%Z as L by (apply lt_IZR; lra). assert (z <= up r - 1)%Z as G by lia.
  apply IZR_le in G. rewrite minus_IZR in G. lra.
Qed.

(** ** Limits: what holds for all larger values holds where the bound is continuous *)

Definition at_0 (f : R -> R) : Prop := continuity_pt f 0.

Lemma in_the_limit f x : at_0 f -> (forall e, 0 < e -> x <= f e) -> x <= f 0.
Proof.
  intros C H. apply le_epsilon. intros e He. destruct (C e He) as (d & Hd & D).
  specialize (D (d / 2)). assert (0 < d / 2) as P by lra. specialize (H _ P).
  assert (Rabs (f (d / 2) - f 0) < e) as N.
  { apply D. split; [split; [exact I|lra]|]. cbn. unfold R_dist. rewrite Rminus_0_r, Rabs_pos_eq; lra. }
  apply Rabs_def2 in N. lra.
Qed.

Lemma at_0_const a : at_0 (fun _ => a). Proof. apply continuity_pt_const. intros ? ?. reflexivity. Qed.
Lemma at_0_id : at_0 (fun e => e). Proof. apply derivable_continuous_pt, derivable_pt_id. Qed.
Lemma at_0_plus f g : at_0 f -> at_0 g -> at_0 (fun e => f e + g e). Proof. apply continuity_pt_plus. Qed.
Lemma at_0_minus f g : at_0 f -> at_0 g -> at_0 (fun e => f e - g e). Proof. apply continuity_pt_minus. Qed.
Lemma at_0_opp f : at_0 f -> at_0 (fun e => - f e). Proof. apply continuity_pt_opp. Qed.
Lemma at_0_mult f g : at_0 f -> at_0 g -> at_0 (fun e => f e * g e). Proof. apply continuity_pt_mult. Qed.
Lemma at_0_inv f : f 0 <> 0 -> at_0 f -> at_0 (fun e => / f e).
Proof. intros N C. exact (continuity_pt_inv f 0 C N). Qed.
Lemma at_0_div f g : g 0 <> 0 -> at_0 f -> at_0 g -> at_0 (fun e => f e / g e).
Proof. intros N F G. exact (at_0_mult f (fun e => / g e) F (at_0_inv g N G)). Qed.
Lemma at_0_pow f k : at_0 f -> at_0 (fun e => f e ^ k).
Proof. intros F. induction k; [exact (at_0_const 1)|]. exact (at_0_mult f (fun e => f e ^ k) F IHk). Qed.
Lemma at_0_sqrt f : 0 <= f 0 -> at_0 f -> at_0 (fun e => sqrt (f e)).
Proof. intros P F. exact (continuity_pt_comp f sqrt 0 F (continuity_pt_sqrt _ P)). Qed.
Lemma at_0_abs f : at_0 f -> at_0 (fun e => Rabs (f e)).
Proof. intros F. exact (continuity_pt_comp f Rabs 0 F (Rcontinuity_abs _)). Qed.
Lemma at_0_same f g : (forall e, f e = g e) -> at_0 f -> at_0 g.
Proof.
  intros H C a A. destruct (C a A) as (d & P & D). exists d. split; [exact P|]. intros e E. rewrite <- !H. exact (D e E).
Qed.
Lemma at_0_half f g : at_0 f -> at_0 g -> at_0 (fun e => (f e + g e) / 2).
Proof. intros F G. apply at_0_div; [lra|apply at_0_plus; assumption|apply at_0_const]. Qed.
Lemma at_0_max f g : at_0 f -> at_0 g -> at_0 (fun e => Rmax (f e) (g e)).
Proof.
  intros F G. apply (at_0_same (fun e => (f e + g e + Rabs (f e - g e)) / 2)).
  - intros e. unfold Rmax, Rabs. destruct (Rle_dec _ _), (Rcase_abs _); lra.
  - apply at_0_half; [exact (at_0_plus f g F G)|apply (at_0_abs (fun e => f e - g e)), at_0_minus; assumption].
Qed.
Lemma at_0_min f g : at_0 f -> at_0 g -> at_0 (fun e => Rmin (f e) (g e)).
Proof.
  intros F G. apply (at_0_same (fun e => (f e + g e + - Rabs (f e - g e)) / 2)).
  - intros e. unfold Rmin, Rabs. destruct (Rle_dec _ _), (Rcase_abs _); lra.
  - apply at_0_half; [exact (at_0_plus f g F G)|apply at_0_opp, (at_0_abs (fun e => f e - g e)), at_0_minus; assumption].
Qed.

(** ** Square roots by their names *)

Definition root_of (r a : R) : Prop := r = sqrt a.
Lemma root_exists a : exists r, root_of r a. Proof. eexists. reflexivity. Qed.
Lemma root_not_negative r a : root_of r a -> 0 <= r. Proof. intros ->. apply sqrt_pos. Qed.
Lemma root_square r a : root_of r a -> 0 <= a -> r * r = a. Proof. intros ->. apply sqrt_sqrt. Qed.

Lemma below_root r a k d : r * r = a -> r <> 0 -> a = k * d -> d <> 0.
Proof. intros E N F Z. rewrite Z, Rmult_0_r in F. rewrite F in E. destruct (Rmult_integral _ _ E); auto. Qed.

(** ** Tactics: what is asked for follows from what is known, or equals it by the laws of a field *)

Lemma le_by x y g : 0 <= g -> y - x = g -> x <= y. Proof. lra. Qed.
Lemma sum_by x w t b g : x <= w -> 0 <= g -> b + t - w = g -> x - t <= b. Proof. lra. Qed.
Lemma sum_alone x w b g : x <= w -> 0 <= g -> b - w = g -> x <= b. Proof. lra. Qed.

Lemma radius {B} n (S : list (vec * B)) E : S <> [] -> (forall c, In c S -> norm n (fst c) <= E) -> 0 <= E.
Proof.
  destruct S as [|c S]; [congruence|]. intros _ H. specialize (H c (or_introl eq_refl)).
  pose proof (norm_nonneg n (fst c)). lra.
Qed.

Ltac nonzero := repeat first [split | apply Rmult_integral_contrapositive_currified]; try assumption; intro;
  first [lra | match goal with H : ?g <> 0 |- False => apply H; lra end
    | match goal with H : 0 < ?g |- False => apply (Rlt_irrefl 0); replace g with 0 in H by nra; lra end | nra].

Ltac equal := lazymatch goal with |- ?a = ?b => alike a b end; first [ring | field; nonzero].

Ltac settle := first [assumption | lra | nonzero
  | match goal with
    | H : ?a <= ?b |- 0 <= ?g => replace g with (b - a) by equal; lra
    | H : ?a < ?b |- 0 < ?g => replace g with (b - a) by equal; lra
    | H : ?a < ?b |- 0 <= ?g => replace g with (b - a) by equal; lra
    | H : ?a = ?b |- ?g = 0 => replace g with (b - a) by equal; lra
    | H : ?a = ?b |- ?g = 0 => replace g with (a - b) by equal; lra
    | |- ?a = ?b => equal
    end].

Ltac parts := repeat match goal with
  | H : _ /\ _ |- _ => destruct H
  | H : _ \/ _ |- _ => destruct H
  | H : ~ (_ <= _) |- _ => apply Rnot_le_lt in H
  | H : ~ (_ < _) |- _ => apply Rnot_lt_le in H
  end.

Ltac cases := unfold Rmax, Rmin, Rabs in *; repeat (parts; match goal with
  | H : context [Rlt_dec ?a ?b] |- _ => destruct (Rlt_dec a b)
  | H : context [Rle_dec ?a ?b] |- _ => destruct (Rle_dec a b)
  | H : context [Rcase_abs ?a] |- _ => destruct (Rcase_abs a)
  | H : context [Req_EM_T ?a ?b] |- _ => destruct (Req_EM_T a b)
  | |- context [Rlt_dec ?a ?b] => destruct (Rlt_dec a b)
  | |- context [Rle_dec ?a ?b] => destruct (Rle_dec a b)
  | |- context [Rcase_abs ?a] => destruct (Rcase_abs a)
  | |- context [Req_EM_T ?a ?b] => destruct (Req_EM_T a b)
  end); parts.

Ltac rooted := rewrite ?sqrt_0 in *; repeat match goal with
  | E : root_of ?r ?a |- context [sqrt ?b] => replace (sqrt b) with r by (rewrite E; f_equal; equal)
  | E : root_of ?r ?a, H : context [sqrt ?b] |- _ => replace (sqrt b) with r in H by (rewrite E; f_equal; equal)
  end.

Ltac continuous := lazymatch goal with
  | |- at_0 (fun _ => ?a) => apply at_0_const
  | |- at_0 (fun e => e) => apply at_0_id
  | |- at_0 (fun e => @?f e + @?g e) => apply (at_0_plus f g); continuous
  | |- at_0 (fun e => @?f e - @?g e) => apply (at_0_minus f g); continuous
  | |- at_0 (fun e => - @?f e) => apply (at_0_opp f); continuous
  | |- at_0 (fun e => @?f e * @?g e) => apply (at_0_mult f g); continuous
  | |- at_0 (fun e => @?f e / @?g e) => apply (at_0_div f g); [cbv beta|continuous|continuous]
  | |- at_0 (fun e => / @?f e) => apply (at_0_inv f); [cbv beta|continuous]
  | |- at_0 (fun e => @?f e ^ ?k) => apply (at_0_pow f k); continuous
  | |- at_0 (fun e => sqrt (@?f e)) => apply (at_0_sqrt f); [cbv beta|continuous]
  | |- at_0 (fun e => Rabs (@?f e)) => apply (at_0_abs f); continuous
  | |- at_0 (fun e => Rmax (@?f e) (@?g e)) => apply (at_0_max f g); continuous
  | |- at_0 (fun e => Rmin (@?f e) (@?g e)) => apply (at_0_min f g); continuous
  end.

(** ** Intervals, widened by t: one that yhat misses is known by its end y on that side, and p loses its distance to y *)

Lemma interval_is t yhat p I : nonempty I ->
  (exists y, below yhat (widen t I) = true /\ loss yhat (widen t I) = y - yhat - t /\ 0 <= y - yhat - t /\
    0 <= loss p I /\ y - p <= loss p I) \/
  (exists y, below yhat (widen t I) = false /\ above yhat (widen t I) = true /\ loss yhat (widen t I) = yhat - y - t /\
    0 <= yhat - y - t /\ 0 <= loss p I /\ p - y <= loss p I) \/
  below yhat (widen t I) = false /\ above yhat (widen t I) = false /\ loss yhat (widen t I) = 0 /\ 0 <= loss p I.
Proof.
  destruct I as [[|a|a] [|b|b]]; intros [z Z]; unfold loss, below, above, ltb, leb, widen, shift in *; cbn in *;
  repeat (match goal with
  | |- context [Rlt_dec ?a ?b] => destruct (Rlt_dec a b)
  | |- context [Rle_dec ?a ?b] => destruct (Rle_dec a b)
  | H : context [Rlt_dec ?a ?b] |- _ => destruct (Rlt_dec a b)
  | H : context [Rle_dec ?a ?b] |- _ => destruct (Rle_dec a b)
  end; cbn in * ); parts; try discriminate;
  first [ exfalso; lra | right; right; repeat split; lra
    | left; exists a; repeat split; lra
    | right; left; exists b; repeat split; lra ].
Qed.
Lemma widen_0 I : widen 0 I = I.
Proof. destruct I as [[|a|a] [|b|b]]; unfold widen, shift; cbn; rewrite ?Ropp_0, ?Rplus_0_r; reflexivity. Qed.

Ltac side_known := repeat match goal with
  | V : below ?q ?I = _ |- context [below ?q ?I] => rewrite V
  | V : above ?q ?I = _ |- context [above ?q ?I] => rewrite V
  | V : loss ?q ?I = _ |- context [loss ?q ?I] => rewrite V
  end; cbv iota.
