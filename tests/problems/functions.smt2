; Uninterpreted functions and sorts.

;;; unsat equals have equal images
; x = y and f(x) != f(y).
;< {"core": [{}, {}], "core_minimal": true}
(set-logic QF_UF)
(declare-sort U 0)
(declare-fun f (U) U)
(declare-const x U)
(declare-const y U)
(assert (= x y))
(assert (not (= (f x) (f y))))

;;; unsat what returns after three and after five steps stands still
; f^3(x) = x and f^5(x) = x give f^2(x) = x, and with f^3(x) = x, f(x) = x.
(declare-sort U 0)
(declare-fun f (U) U)
(declare-const x U)
(assert (= (f (f (f x))) x))
(assert (= (f (f (f (f (f x))))) x))
(assert (not (= (f x) x)))

;;; sat a circle of three
; f of a, b, c in a circle returns after three steps and not after one.
(declare-sort U 0)
(declare-fun f (U) U)
(declare-const x U)
(assert (= (f (f (f x))) x))
(assert (not (= (f x) x)))

;;; sat a function with several entries
; Two entries are given; a third argument gets whatever else there is.
;< {"sorts": {"f": "(Int) Int"}, "values": {"y": 30}}
(declare-fun f (Int) Int)
(declare-const y Int)
(assert (= (f 1) 10))
(assert (= (f 2) 20))
(assert (= y (+ (f 1) (f 2))))

;;; sat a function of two arguments is not symmetric by itself
; g(1,2) and g(2,1) may differ.
(declare-fun g (Int Int) Int)
(assert (= (g 1 2) 5))
(assert (= (g 2 1) 6))

;;; unsat a function of two arguments with equal ones
; With a = b, g(a,b) and g(b,a) are the same.
(declare-fun g (Int Int) Int)
(declare-const a Int)
(declare-const b Int)
(assert (= a b))
(assert (not (= (g a b) (g b a))))

;;; sat three elements that differ
; An uninterpreted sort may have as many as are needed.
;< {"sorts": {"a": "U"}}
(declare-sort U 0)
(declare-const a U)
(declare-const b U)
(declare-const c U)
(assert (distinct a b c))

;;; unsat three that differ where there are two
; Every element is one of two.
(declare-sort U 0)
(declare-const one U)
(declare-const two U)
(declare-const a U)
(declare-const b U)
(declare-const c U)
(assert (forall ((x U)) (or (= x one) (= x two))))
(assert (distinct a b c))

;;; sat a predicate with one entry that is true
; p holds of 3, and of no number that is not.
;< {"values": {"q": true, "r": false}}
(declare-fun p (Int) Bool)
(declare-const q Bool)
(declare-const r Bool)
(assert (p 3))
(assert (not (p 4)))
(assert (= q (p (+ 1 2))))
(assert (= r (p (- 7 3))))

;;; unsat functions and numbers meet
; a <= b <= a makes a = b, and then f(a) = f(b).
(set-logic QF_UFLIA)
(declare-fun f (Int) Int)
(declare-const a Int)
(declare-const b Int)
(assert (<= a b))
(assert (<= b a))
(assert (not (= (f a) (f b))))

;;; sat functions and fractions meet
; f(1/2) = 1/4 and x = f(1/2) + 1/4.
;< {"values": {"x": "1/2"}}
(declare-fun f (Real) Real)
(declare-const x Real)
(assert (= (f 0.5) 0.25))
(assert (= x (+ (f 0.5) 0.25)))

;;; unsat a sort with arguments
; pair is a function, and (Pair A B) one sort.
(declare-sort Pair 2)
(declare-sort A 0)
(declare-const p (Pair A Int))
(declare-const q (Pair A Int))
(declare-fun first ((Pair A Int)) A)
(assert (= p q))
(assert (distinct (first p) (first q)))

;;; sat names between bars
; |the price| is one symbol; 2 * 21 = 42.
;< {"values": {"the price": 42}}
(declare-const |the price| Int)
(assert (= |the price| (* 2 21)))

;;; sat a name that needs no bars may have them
; |x| and x are the same symbol.
;< {"values": {"x": 4}}
(declare-const |x| Int)
(assert (= x 4))
