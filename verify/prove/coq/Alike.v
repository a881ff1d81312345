(** * Terms that differ at one point are not equal

    Which of many goals a case is, is found by trying each, and an equation that is tried is mostly false. So both its
    sides are first worked out modulo a prime, with a number of its own for each part that is no sum, product or
    quotient. That proves nothing; it saves [ring] and [field] the work where they would fail. *)

From Coq Require Import Reals.
From Ltac2 Require Import Ltac2.

Ltac2 Type exn ::= [Undefined | Different].
Ltac2 prime := 1000000007.
Ltac2 plus a b := Int.mod (Int.add a b) prime.
Ltac2 times a b := Int.mod (Int.mul a b) prime.
Ltac2 minus a := Int.sub prime a.

Ltac2 rec power a e :=
  match Int.equal e 0 with
  | true => 1
  | false =>
      let most := power (times a a) (Int.div e 2) in
      match Int.equal (Int.mod e 2) 0 with true => most | false => times a most end
  end.

Ltac2 inverse a :=
  match Int.equal (Int.mod a prime) 0 with
  | true => Control.zero Undefined
  | false => power a (Int.sub prime 2)
  end.

(** What the function that a term applies, or the term itself, has in a list. *)
Ltac2 applied cases other c :=
  match Constr.Unsafe.kind c with
  | Constr.Unsafe.App f args =>
      let rec tried cases :=
        match cases with
        | [] => other c
        | one :: rest => let (g, value) := one in match Constr.equal f g with true => value args | false => tried rest end
        end in
      tried cases
  | _ => other c
  end.

Ltac2 literal known other c :=
  let rec tried known :=
    match known with
    | [] => other c
    | one :: rest => let (d, value) := one in match Constr.equal c d with true => value | false => tried rest end
    end in
  tried known.

(** The function that works out terms; a part that is written the same has the same number. *)
Ltac2 worked_out () :=
  let seen := { contents := [] } in
  let last := { contents := 271828182 } in
  let part c :=
    literal (seen.(contents)) (fun c =>
      let a := times (last.(contents)) 48271 in
      last.(contents) := a; seen.(contents) := (c, a) :: seen.(contents); a) c in
  let first args := Array.get args 0 in
  let second args := Array.get args 1 in
  let none _ := None in
  let xh := [('xH, Some 1)] in
  let xo := 'xO in
  let xi := 'xI in
  let rec positive c :=
    literal xh (applied [
      (xo, fun args => Option.map (fun a => plus a a) (positive (first args)));
      (xi, fun args => Option.map (fun a => plus 1 (plus a a)) (positive (first args)))] none) c in
  let integer := literal [('Z0, Some 0)] (applied [
    ('Zpos, fun args => positive (first args));
    ('Zneg, fun args => Option.map minus (positive (first args)))] none) in
  let o := [('O, Some 0)] in
  let s := 'S in
  let rec natural c := literal o (applied [(s, fun args => Option.map (Int.add 1) (natural (first args)))] none) c in
  let heads := ('Rplus, 'Rmult, 'pow, 'IZR, 'Rminus, 'Ropp, 'Rdiv, 'Rinv) in
  let (sum, product, raised, whole, difference, opposite, quotient, reciprocal) := heads in
  let known := [('R0, 0); ('R1, 1)] in
  let rec value c :=
    let or c found := match found with Some a => a | None => part c end in
    applied [
      (sum, fun args => plus (value (first args)) (value (second args)));
      (product, fun args => times (value (first args)) (value (second args)));
      (raised, fun args => or c (Option.map (fun e => power (value (first args)) e) (natural (second args))));
      (whole, fun args => or c (integer (first args)));
      (difference, fun args => plus (value (first args)) (minus (value (second args))));
      (opposite, fun args => minus (value (first args)));
      (quotient, fun args => times (value (first args)) (inverse (value (second args))));
      (reciprocal, fun args => inverse (value (first args)))] (literal known part) c in
  value.

Ltac2 compared a b :=
  let value := worked_out () in
  match Control.case (fun () => Int.equal (Int.mod (value a) prime) (Int.mod (value b) prime)) with
  | Val found => let (same, _) := found in match same with true => () | false => Control.zero Different end
  | Err _ => ()
  end.

(** Fails where terms differ; says nothing where something is divided by 0. *)
Ltac alike a b :=
  let compare := ltac2:(a b |- compared (Option.get (Ltac1.to_constr a)) (Option.get (Ltac1.to_constr b))) in
  compare a b.
