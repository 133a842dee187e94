; Arrays: read over write, extensionality, arrays of arrays, constant ones.

;;; sat what was written is read
; Place 3 holds 7 after the store.
;< {"values": {"x": 7}}
(declare-const a (Array Int Int))
(declare-const x Int)
(assert (= x (select (store a 3 7) 3)))

;;; unsat a write elsewhere changes nothing here
; 3 and 4 are different places.
(declare-const a (Array Int Int))
(assert (not (= (select (store a 3 7) 4) (select a 4))))

;;; unsat the order of two writes to different places
; Writes to i and j with i != j commute, by extensionality.
;< {"core": [{}, {}]}
(set-logic QF_AX)
(declare-sort Index 0)
(declare-sort Element 0)
(declare-const a (Array Index Element))
(declare-const i Index)
(declare-const j Index)
(declare-const x Element)
(declare-const y Element)
(assert (not (= i j)))
(assert (not (= (store (store a i x) j y) (store (store a j y) i x))))

;;; sat the order of two writes to one place
; The second wins: with i = j they differ if x and y do.
;< {"values": {"i": 5, "j": 5}}
(declare-const a (Array Int Int))
(declare-const i Int)
(declare-const j Int)
(assert (= i 5))
(assert (not (= (store (store a i 1) j 2) (store (store a j 2) i 1))))

;;; unsat equal arrays differ nowhere
; a = b and a[i] != b[i].
(declare-const a (Array Int Bool))
(declare-const b (Array Int Bool))
(declare-const i Int)
(assert (= a b))
(assert (xor (select a i) (select b i)))

;;; sat a constant array holds the same everywhere
; 9 at each place, also at -100, which is the one that occurs.
;< {"values": {"x": 9, "a": {"entries": [{"args": [-100], "value": 9}], "else": 9}}}
(declare-const a (Array Int Int))
(declare-const x Int)
(assert (= a ((as const (Array Int Int)) 9)))
(assert (= x (select a (- 100))))

;;; sat an array with two entries
; All 0 but place 1 and place 2.
;< {"values": {"a": {"entries": [..., {"args": [1], "value": 10}, ...]}}}
;< {"values": {"a": {"entries": [..., {"args": [2], "value": 20}, ...]}}}
;< {"values": {"a": {"else": 0}}}
(declare-const a (Array Int Int))
(assert (= a (store (store ((as const (Array Int Int)) 0) 2 20) 1 10)))

;;; sat an array of arrays
; Row 1 is all 0 but for column 2, which holds 5; so m[1][2] = 5, m[1][3] = 0.
;< {"values": {"x": 5, "y": 0}}
(declare-const m (Array Int (Array Int Int)))
(declare-const x Int)
(declare-const y Int)
(assert (= (select m 1) (store ((as const (Array Int Int)) 0) 2 5)))
(assert (= x (select (select m 1) 2)))
(assert (= y (select (select m 1) 3)))

;;; unsat three different values in two places
; Indices are of one bit: two places only.
(declare-const a (Array (_ BitVec 1) Int))
(declare-const i (_ BitVec 1))
(declare-const j (_ BitVec 1))
(declare-const k (_ BitVec 1))
(assert (distinct (select a i) (select a j) (select a k)))

;;; sat swapping two places
; After the swap b[0] = a[1] and b[1] = a[0].
;< {"values": {"p": 2, "q": 1}}
(declare-const a (Array Int Int))
(declare-const b (Array Int Int))
(declare-const p Int)
(declare-const q Int)
(assert (= (select a 0) 1))
(assert (= (select a 1) 2))
(assert (= b (store (store a 0 (select a 1)) 1 (select a 0))))
(assert (= p (select b 0)))
(assert (= q (select b 1)))

;;; unsat swapping twice is not swapping
; A swap is its own inverse.
(declare-const a (Array Int Int))
(define-fun swap ((a (Array Int Int)) (i Int) (j Int)) (Array Int Int)
	(store (store a i (select a j)) j (select a i)))
(declare-const i Int)
(declare-const j Int)
(assert (not (= a (swap (swap a i j) i j))))

;;; sat an array as a set
; {1, 2} without {2, 3} is {1}: 1 is in it, 2 and 3 are not.
;< {"values": {"one": true, "two": false, "three": false}}
(define-sort Numbers () (Array Int Bool))
(define-fun none () Numbers ((as const Numbers) false))
(define-fun s () Numbers (store (store none 1 true) 2 true))
(define-fun t () Numbers (store (store none 2 true) 3 true))
(declare-const one Bool)
(declare-const two Bool)
(declare-const three Bool)
(define-fun without ((x Int)) Bool (and (select s x) (not (select t x))))
(assert (= one (without 1)))
(assert (= two (without 2)))
(assert (= three (without 3)))
