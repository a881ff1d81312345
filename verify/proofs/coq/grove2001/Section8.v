(** * Section 8: Bregman distances as measures of progress *)

From Coq Require Import FunctionalExtensionality.
From Boundcheck Require Import Vectors Pnorm GenBounds GenClaims Learners.
From Boundcheck Require Perceptron.
From Boundcheck.grove2001 Require QuasiAdditive.
From Boundcheck.grove2001 Require Import Definitions Convergence Functions Section5.
From Boundcheck.grove2001 Require Import Section5Statements Section8Statements.
Open Scope R_scope.

Theorem gls_8_dh : gls_8_dh_stmt.
Proof.
  intros n U X a delta eta u S (He & Ha & Hd & HX & Ha' & HU & HS & Hm). decided n (fun v : vec => v) wrong Hsign.
  unfold upper_a_gls_8_dh in Ha'.
  unfold b_gls_8_dh. assert (0 < X ^ 2) as HX2 by nra.
  assert (0 < 2 * a * delta * eta - X ^ 2 * a ^ 2) as Hden.
  { apply (Rmult_lt_compat_r (X ^ 2)) in Ha'; auto.
    replace (2 * delta * eta / X ^ 2 * X ^ 2) with (2 * delta * eta) in Ha' by (field; lra). nra. }
  eapply Rle_trans; [apply (Perceptron.perceptron_mistakes n a U X delta u); assumption|].
  apply Rmult_le_reg_r with (delta ^ 2 * (2 * a * delta * eta - X ^ 2 * a ^ 2)); [apply Rmult_lt_0_compat; nra|].
  replace (U ^ 2 * X ^ 2 / delta ^ 2 * (delta ^ 2 * (2 * a * delta * eta - X ^ 2 * a ^ 2)))
    with (U ^ 2 * (X ^ 2 * (2 * a * delta * eta - X ^ 2 * a ^ 2))) by (field; lra).
  match goal with |- _ <= ?r => replace r with (U ^ 2 * (delta ^ 2 * eta ^ 2)) by (field; lra) end.
  apply Rmult_le_compat_l; [nra|]. pose proof (pow2_ge_0 (delta * eta - X ^ 2 * a)). lra.
Qed.

Theorem gls_8_dh_least : gls_8_dh_least_stmt.
Proof.
  intros U X a delta eta (HX & Hd & He & Ha & Ha'). unfold upper_a_gls_8_dh_least in Ha'. unfold b_gls_8_dh_least.
  assert (0 < a * delta * eta) as Hp by (repeat apply Rmult_lt_0_compat; assumption).
  assert (0 < - X ^ 2 * a ^ 2 + 2 * a * delta * eta) as HD.
  { destruct HX as [HX| <-]; [|lra]. specialize (Ha' HX).
    apply (Rmult_lt_compat_r (a * X ^ 2)) in Ha'; [|repeat apply Rmult_lt_0_compat; lra].
    replace (2 * delta * eta / X ^ 2 * (a * X ^ 2)) with (2 * a * delta * eta) in Ha' by (field; lra). lra. }
  remember (- X ^ 2 * a ^ 2 + 2 * a * delta * eta) as D eqn:E. apply Rle_ge.
  replace (U ^ 2 * X ^ 2 / delta ^ 2) with (U ^ 2 / (delta ^ 2 * D) * (X ^ 2 * D)) by (field; lra).
  replace (U ^ 2 * eta ^ 2 / D) with (U ^ 2 / (delta ^ 2 * D) * (eta ^ 2 * delta ^ 2)) by (field; lra).
  apply Rmult_le_compat_l.
  - apply Rle_mult_inv_pos; [apply pow2_ge_0|]. repeat apply Rmult_lt_0_compat; lra.
  - pose proof (pow2_ge_0 (eta * delta - a * X ^ 2)) as H.
    replace ((eta * delta - a * X ^ 2) ^ 2) with (eta ^ 2 * delta ^ 2 - X ^ 2 * D) in H by (rewrite E; ring). lra.
Qed.

Theorem gls_8_dh_best : gls_8_dh_best_stmt.
Proof.
  split; [intros U X a delta _; reflexivity|].
  intros U X delta a ([HX| <-] & Hd & Ha); unfold b_gls_8_dh, b_gls_8_dh_best; [|unfold Rdiv; ring].
  replace (2 * a * delta * (a * X ^ 2 / delta) - X ^ 2 * a ^ 2) with (a ^ 2 * X ^ 2) by (field; lra). field. lra.
Qed.

Lemma potential_bregman f F n z v : bregman n (potential F n) (componentwise f) z v
  = sum n (fun i => F (z i) - F (v i) - f (v i) * (z i - v i)).
Proof. rewrite !sum_minus. reflexivity. Qed.

Lemma potential_bregman_nonneg f F n z v : strictly_increasing f -> has_derivative F f ->
  0 <= bregman n (potential F n) (componentwise f) z v.
Proof.
  intros Hinc HF. rewrite potential_bregman. apply sum_nonneg; intros i _.
  pose proof (above_tangent f F (z i) (v i) Hinc HF). lra.
Qed.

Lemma convex_bregman_nonneg n H gradient z v : convex H -> is_gradient n H gradient -> 0 <= bregman n H gradient z v.
Proof.
  intros Hc Hg. unfold bregman. set (D := dot n (gradient v) (fun i => z i - v i)). apply Rnot_lt_le; intros Hneg.
  destruct (Hg v z (D - (H z - H v))) as (d & Hd); [lra|]. fold D in Hd. pose proof (cond_pos d) as Hp.
  set (h := Rmin (d / 2) 1). assert (0 < h <= 1) as Hh by (split; [apply Rmin_glb_lt; lra|apply Rmin_r]).
  assert (h < d) as Hhd by (pose proof (Rmin_l (d / 2) 1); unfold h; lra). specialize (Hd h ltac:(lra)).
  rewrite (Rabs_pos_eq h) in Hd by lra. rewrite Rplus_0_l in Hd.
  assert (towards v z 0 = v) as E0 by (apply functional_extensionality; intros i; unfold towards; ring).
  rewrite E0 in Hd. pose proof (Hc v z h ltac:(lra)) as C.
  assert ((H (towards v z h) - H v) / h <= H z - H v) as Hq.
  { apply Rmult_le_reg_r with h; [lra|].
    replace ((H (towards v z h) - H v) / h * h) with (H (towards v z h) - H v) by (field; lra). lra. }
  rewrite Rabs_left in Hd by lra. lra.
Qed.

(** f_p(v).z <= ||v||^(p - 1) ||z||. *)
Lemma link_dot p n v z : 2 <= p -> dot n (link p v) z <= power (pnorm p n v) (p - 1) * pnorm p n z.
Proof.
  intros Hp. set (q := p / (p - 1)). assert (/ p + / q = 1) as Hpq by (unfold q; field; lra).
  eapply Rle_trans; [apply Rle_abs|]. eapply Rle_trans; [apply (holder_pq p q n (link p v) z); nra|]. right. f_equal.
  unfold pnorm at 1. rewrite (sum_ext n _ (fun i => power (v i) p)).
  - fold (psum p n v). rewrite (pnorm_power p n v) by lra. rewrite power_power. f_equal. unfold q; field; lra.
  - intros i _. unfold link. rewrite signed_power_cases.
    assert (power (power (v i) (p - 1)) q = power (v i) p) as E by (rewrite power_power; f_equal; unfold q; field; lra).
    destruct (Rlt_dec (v i) 0); [rewrite power_opp|]; nra.
Qed.

Lemma link_self p n v : 2 <= p -> dot n (link p v) v = power (pnorm p n v) p.
Proof.
  intros Hp. rewrite <- pnorm_power by lra. apply sum_ext; intros i _. rewrite (power_as_product (v i) p).
  change (link p v i) with (signed_power (v i) (p - 1)). ring.
Qed.

Lemma half_square_nonneg p n z v : 2 <= p -> 0 <= (pnorm p n z ^ 2 - pnorm p n v ^ 2) / 2
       - dot n (fun i => power (pnorm p n v) (2 - p) * link p v i) (fun i => z i - v i).
Proof.
  intros Hp. set (V := pnorm p n v). set (Z := pnorm p n z). rewrite dot_scal.
  rewrite (dot_minus_r n (link p v) z v), (link_self p n v Hp). fold V.
  assert (power V (2 - p) * power V p = V ^ 2) as E1 by (rewrite power_plus; replace (2 - p + p) with 2 by ring;
    apply power_2).
  assert (power V (2 - p) * dot n (link p v) z <= V * Z) as E2.
  { eapply Rle_trans; [apply Rmult_le_compat_l; [apply power_nonneg|apply (link_dot p n v z Hp)]|]. fold V Z.
    rewrite <- Rmult_assoc, power_plus. replace (2 - p + (p - 1)) with 1 by ring.
    rewrite power_1, Rabs_pos_eq by apply pnorm_nonneg. lra. }
  pose proof (pow2_ge_0 (Z - V)) as Sq. lra.
Qed.

Theorem gls_8_7 : gls_8_7_stmt.
Proof.
  split; [|split].
  - intros n H gradient z v Hc Hg. apply Rle_ge, convex_bregman_nonneg; auto.
  - intros f F n z v Hinc HF. apply Rle_ge, potential_bregman_nonneg; auto.
  - intros n p s c Hp. red in Hp. split; [|split; [intros _|]]; apply Rle_ge.
    + assert (forall z : vec, sum n (fun e => power (z e) p) / p = potential (fun y => power y p / p) n z) as E
        by (intros z; rewrite <- powers_potential; reflexivity). rewrite !E.
      apply (potential_bregman_nonneg (fun y => signed_power y (p - 1)));
        [apply signed_power_increasing; lra|apply link_potential, Hp].
    + apply half_square_nonneg, Hp.
    + apply (potential_bregman_nonneg exp exp n (fst c) s); [exact exp_increasing|exact exp_derivative].
Qed.

Theorem gls_8_8 : gls_8_8_stmt.
Proof.
  split.
  - intros psi psi' f F n eta u v z Hv H q r. unfold b_gls_8_8, bregman.
    assert (dot n (fun i => psi' (potential F n v) * f (v i)) (fun i => z i - v i)
      = q * dot n u z - q * dot n u v) as ->; [|unfold r; ring].
    rewrite <- Rmult_minus_distr_l, <- dot_minus_r, <- dot_scal. apply sum_ext; intros i Hi. rewrite (Hv i Hi).
    unfold q; ring.
  - assert (forall n eta (g s x : vec), 0 < eta ->
      dot n (fun e => g e / eta) x = dot n g x / eta /\ dot n g (fun e => x e - s e) = dot n g x - dot n g s) as H.
    { split; [|apply dot_minus_r].
      rewrite (dot_ext n _ (fun e => / eta * g e) x x), dot_scal by (intros; unfold Rdiv; ring). lra. }
    intros n eta p s c He. red in He. unfold b_gls_8_8. set (x := fst c). 
    generalize (sum n (fun e => power (x e) p) / p) (sum n (fun e => power (s e) p) / p). intros X S.
    split; [|split; [intros _|split]].
    1, 3: rewrite (proj1 (H n eta _ s x He)), (proj1 (H n eta _ s s He)), (proj2 (H n eta _ s x He)); field; lra.
    + rewrite dot_scal, (proj1 (H n eta _ s x He)), (proj1 (H n eta _ s s He)), (proj2 (H n eta _ s x He)). field. lra.
    + rewrite (sum_ext n (fun e => (x e - eta * (s e / eta)) ^ 2) (fun e => (x e - s e) ^ 2)) by (intros; field; lra).
      unfold dot. induction n as [|n IH]; cbn [sum]; lra.
Qed.

(** ** Proposition 8.1: the optimum is attained, so that its point lies outside of every region without states *)

Lemma q_at_least_1 p q : 2 <= p -> / p + / q = 1 -> 1 <= q.
Proof.
  intros Hp Hpq. assert (0 < / p) as H1 by signs. assert (/ p <= / 2) as H2 by (apply Rinv_le_contravar; lra).
  assert (q <> 0) as Hq by (intros ->; rewrite Rinv_0 in Hpq; lra). apply Rmult_le_reg_r with (/ q); [lra|].
  rewrite Rinv_r by assumption. lra.
Qed.

Theorem gls_8_1 : gls_8_1_stmt.
Proof.
  split; [|split].
  - intros n G u z best E c d Hbest _ Hempty Hrect Hc. apply Rnot_le_lt; intros Hd. apply (Hempty best), Hrect; nra.
  - intros n U Z eta p u z (He & Hp & <- & <-). dual p q Hpq.
    destruct (proj2 (proj2 gls_5_1) p q n u z Hp Hpq) as (best & Hz & Hd). unfold b_gls_5_1 in Hd. unfold b_gls_8_1.
    rewrite reciprocal. set (G := fun z : vec => sum n (fun e => power (z e) p) / p).
    set (v := fun e => signed_power (eta * u e) (/ (p - 1))).
    change (norm1 n u * pnorm p n z >= pnorm q n u * pnorm p n z
      /\ (G z - G v) / eta + dot n u v >= pnorm q n u * pnorm p n z).
    split; apply Rle_ge.
    + apply Rmult_le_compat_r; [apply pnorm_nonneg|]. apply QuasiAdditive.pnorm_le_norm1, (q_at_least_1 p); lra.
    + rewrite <- Hd.
      pose proof (optimum (fun y => signed_power y (p - 1)) (fun y => power y p / p) n u v eta best
        (signed_power_increasing (p - 1) ltac:(lra)) (link_potential p Hp)
        (fun i _ => signed_inverse p (eta * u i) Hp)) as O.
      assert (potential (fun y => power y p / p) n best = G z) as Eb.
      { rewrite <- powers_potential. unfold G, Rdiv. f_equal. change (psum p n best = psum p n z).
        rewrite !pnorm_power, Hz by lra. reflexivity. }
      rewrite <- powers_potential in O, Eb. change (eta * (dot n u best - dot n u v) <= G best - G v) in O.
      change (G best = G z) in Eb. apply Rmult_le_reg_l with eta; auto.
      replace (eta * ((G z - G v) / eta + dot n u v)) with (G z - G v + eta * dot n u v) by (field; lra). lra.
  - intros p n U Z eta u z (He & Hp & <- & <-). dual p q Hpq.
    destruct (proj2 (proj2 gls_5_1) p q n u z Hp Hpq) as (best & Hz & Hd). unfold b_gls_5_1 in Hd. unfold b_gls_8_1.
    split.
    + intros E c d Hempty Hrect Hc. apply Rnot_le_lt; intros Hle. apply (Hempty best), Hrect; nra.
    + intros h Hh. rewrite <- Hd, <- Hz. apply Rle_ge, Hh.
Qed.
