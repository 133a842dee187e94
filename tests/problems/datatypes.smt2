; Datatypes: enumerations, records, recursive ones, ones with parameters.

;;; sat one of three
; Neither red nor green leaves blue.
;< {"values": {"c": "blue"}, "sorts": {"c": "Colour"}}
(declare-datatype Colour ((red) (green) (blue)))
(declare-const c Colour)
(assert (distinct c red))
(assert (distinct c green))

;;; unsat four that differ, of three
; An enumeration has no other elements.
(declare-datatypes ((Colour 0)) (((red) (green) (blue))))
(declare-const a Colour)
(declare-const b Colour)
(declare-const c Colour)
(declare-const d Colour)
(assert (distinct a b c d))

;;; sat a record from its fields
; x is 3 and y is 4.
;< {"values": {"p": "(point 3 4)"}}
(declare-datatype Point ((point (x Int) (y Int))))
(declare-const p Point)
(assert (= (x p) 3))
(assert (= (y p) (+ (x p) 1)))

;;; unsat records of equal fields are equal
; A constructor is injective, and there is one only.
(declare-datatype Point ((point (x Int) (y Int))))
(declare-const p Point)
(declare-const q Point)
(assert (= (x p) (x q)))
(assert (= (y p) (y q)))
(assert (distinct p q))

;;; sat a list of two
; Its head is 1, behind that is 2, then nothing.
;< {"values": {"l": "(cons 1 (cons 2 nil))"}}
(declare-datatype List_ ((nil) (cons (head Int) (tail List_))))
(declare-const l List_)
(assert (= (head l) 1))
(assert ((_ is cons) l))
(assert ((_ is cons) (tail l)))
(assert (= (head (tail l)) 2))
(assert (= (tail (tail l)) nil))

;;; unsat a list that is its own tail
; Values of a datatype are finite trees.
(declare-datatype IntList ((nil) (cons (head Int) (tail IntList))))
(declare-const l IntList)
(declare-const h Int)
(assert (= l (cons h l)))

;;; unsat two lists that are each the other's tail
; p = cons(1, q) and q = cons(2, p) would make p contain itself.
(declare-datatype IntList ((nil) (cons (head Int) (tail IntList))))
(declare-const p IntList)
(declare-const q IntList)
(assert (= p (cons 1 q)))
(assert (= q (cons 2 p)))

;;; sat a tree
; A node with the leaves 1 and 2 has the sum 3 in its leaves.
;< {"values": {"t": "(node (leaf 1) (leaf 2))", "s": 3}}
(declare-datatype Tree ((leaf (value Int)) (node (left Tree) (right Tree))))
(declare-const t Tree)
(declare-const s Int)
(assert (= t (node (leaf 1) (leaf 2))))
(assert (= s (+ (value (left t)) (value (right t)))))

;;; sat a pair of any two sorts
; The first part is a number, the second a truth value.
;< {"values": {"p": "(pair 5 true)"}, "sorts": {"p": "(Pair Int Bool)"}}
(declare-datatypes ((Pair 2)) ((par (A B) ((pair (first A) (second B))))))
(declare-const p (Pair Int Bool))
(assert (= (first p) 5))
(assert (second p))

;;; sat a list of any sort
; One element, of sort Real.
;< {"values": {"x": "1/2"}}
(declare-datatypes ((Chain 1)) ((par (T) ((end) (link (item T)
	(rest (Chain T)))))))
(declare-const l (Chain Real))
(declare-const x Real)
(assert (= l (link 0.5 (as end (Chain Real)))))
(assert (= x (item l)))

;;; unsat something or nothing
; An option that is none is not some.
(declare-datatypes ((Option 1)) ((par (T) ((none) (some (the T))))))
(declare-const o (Option Int))
(assert ((_ is none) o))
(assert (= o (some 3)))

;;; sat two sorts that hold each other
; A forest of one tree whose own forest is empty.
;< {"values": {"f": "(plant (tree 7 bare) bare)"}}
(declare-datatypes ((Tree 0) (Forest 0)) (
	((tree (number Int) (below Forest)))
	((bare) (plant (one Tree) (others Forest)))))
(declare-const f Forest)
(assert ((_ is plant) f))
(assert (= (number (one f)) 7))
(assert (= (below (one f)) bare))
(assert (= (others f) bare))

;;; sat cases by match
; The second branch: 10 + 1.
;< {"values": {"n": 11}}
(declare-datatype Maybe ((no) (yes (what Int))))
(declare-const m Maybe)
(declare-const n Int)
(assert (= m (yes 10)))
(assert (= n (match m ((no 0) ((yes w) (+ w 1))))))

;;; unsat match leaves no third case
; It gives 0 or something positive, never -1.
(declare-datatype Maybe ((no) (yes (what Int))))
(declare-const m Maybe)
(assert (> (what m) 0))
(assert (= (match m ((no 0) ((yes w) w))) (- 1)))

;;; sat a field of the wrong constructor is free
; what(no) may be anything, 5 too.
(declare-datatype Maybe ((no) (yes (what Int))))
(assert (= (what no) 5))

;;; sat a datatype that holds an array
; The box's array holds 3 at place 0.
;< {"values": {"x": 3}}
(declare-datatype Box ((box (inside (Array Int Int)))))
(declare-const b Box)
(declare-const x Int)
(assert (= (select (inside b) 0) 3))
(assert (= x (+ 0 (select (inside b) 0))))

;;; sat a list of the name that libz3 has one of, under a logic
; Where a logic is set the name List is free, as for the z3 command.
;< {"values": {"l": "(cons 1 (as nil (List Int)))"}, "sorts": {"l": "(List Int)"}}
(set-logic ALL)
(declare-datatypes ((List 1)) ((par (T) ((nil) (cons (head T)
	(tail (List T)))))))
(declare-const l (List Int))
(assert (= l (cons 1 (as nil (List Int)))))

;;; unsat an uninterpreted sort of that name
; All elements are equal, and two are not.
;< {"core": [{}, {}], "core_minimal": true}
(set-logic UF)
(declare-sort List 0)
(declare-const a List)
(declare-const b List)
(assert (forall ((x List) (y List)) (= x y)))
(assert (distinct a b))

;;; sat a value that is its own tail, and has none
; What tl gives for a leaf is open, so it may give the leaf itself; libz3's
; solution says nothing of tl, and completes it with nl.
(declare-datatype D ((nl) (cn (hd Int) (tl D)) (lf (vl Bool))))
(declare-const v D)
(assert (= v (tl v)))
(assert ((_ is lf) (tl v)))

;;; sat two leaves, each the other's tail
; The same, where tl has to tell two arguments apart.
(declare-datatype D ((nl) (cn (hd Int) (tl D)) (lf (vl Bool))))
(declare-const a (Array Int D))
(assert (= (select a 3) (tl (select a 4))))
(assert (= (select a 4) (tl (select a 3))))
(assert ((_ is lf) (select a 3)))
(assert ((_ is lf) (select a 4)))
(assert (distinct (select a 3) (select a 4)))

;;; unsat a leaf without a value
; Whatever tl gives for leaves, it gives both of them the same.
(declare-datatype D ((nl) (cn (hd Int) (tl D)) (lf (vl Bool))))
(declare-const v D)
(declare-const w D)
(assert (= v (tl v)))
(assert (= v w))
(assert ((_ is lf) w))
(assert (distinct w (tl w)))
