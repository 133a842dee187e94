; Linear arithmetic over the reals.

;;; sat a third is exact
; 3x = 1 has the one solution 1/3, which no decimal is.
;< {"values": {"x": "1/3"}, "sorts": {"x": "Real"}}
(declare-const x Real)
(assert (= (* 3 x) 1))

;;; sat a whole number of sort Real is a string all the same
; 2.0 + 2.0 is 4.
;< {"values": {"x": "4"}}
(declare-const x Real)
(assert (= x (+ 2.0 2.0)))

;;; sat a negative fraction
; -5/4 is -1.25.
;< {"values": {"x": "-5/4"}}
(declare-const x Real)
(assert (= x (- 1.25)))

;;; sat three planes meet in one point
; Adding all three gives 2(x+y+z) = 12, so x+y+z = 6, and each equation takes
; one away: z = 3, x = 2, y = 1.
;< {"values": {"x": "2", "y": "1", "z": "3"}}
(set-logic QF_LRA)
(declare-const x Real)
(declare-const y Real)
(declare-const z Real)
(assert (= (+ x y) 3.0))
(assert (= (+ y z) 4.0))
(assert (= (+ x z) 5.0))

;;; unsat parallel planes do not meet
; Twice the first is 2x + 2y = 6, and the second says 7.
;< {"core": [{}, {}]}
(declare-const x Real)
(declare-const y Real)
(assert (= (+ x y) 3.0))
(assert (= (+ (* 2.0 x) (* 2.0 y)) 7.0))
(assert (> x 100.0))

;;; sat there is a number between any two
; x = 1/2 is strictly between 0 and 1; the integers have none.
(declare-const x Real)
(assert (< 0.0 x 1.0))

;;; unsat there is no whole number between neighbours
; to_real of an Int is never strictly between 0 and 1.
(declare-const n Int)
(assert (< 0.0 (to_real n) 1.0))

;;; unsat a row of strict steps that ends where it began
; x < y < z < x is a circle.
;< {"core": [{}, {}, {}]}
(declare-const x Real)
(declare-const y Real)
(declare-const z Real)
(assert (< x y))
(assert (< y z))
(assert (< z x))

;;; sat rounding down
; The largest whole number up to -1.5 is -2, and -1.5 is none itself.
;< {"values": {"n": -2, "whole": false}}
(declare-const x Real)
(declare-const n Int)
(declare-const whole Bool)
(assert (= x (- 1.5)))
(assert (= n (to_int x)))
(assert (= whole (is_int x)))

;;; unsat a mixture is never stronger than what it is made of
; a litres of 10 % and b litres of 30 % hold a tenth of a and three tenths of
; b, which is at most three tenths of the sum.
(declare-const a Real)
(declare-const b Real)
(assert (>= a 0.0))
(assert (>= b 0.0))
(assert (= (+ a b) 1.0))
(assert (> (+ (* 0.1 a) (* 0.3 b)) 0.3))

;;; sat a mixture of 15 percent
; 0.1a + 0.3b = 0.15 with a + b = 1: 0.1 + 0.2b = 0.15, so b is a quarter.
;< {"values": {"a": "3/4", "b": "1/4"}}
(declare-const a Real)
(declare-const b Real)
(assert (= (+ a b) 1.0))
(assert (= (+ (* 0.1 a) (* 0.3 b)) 0.15))

;;; sat whole and real numbers in one equation
; n/2 = 3.5 has the whole solution 7.
;< {"values": {"n": 7}}
(declare-const n Int)
(assert (= (/ (to_real n) 2.0) 3.5))

;;; sat division by nothing is free to be what it likes
; SMT-LIB leaves x/0 open, so it may be 5 for one x and 7 for another.
(declare-const x Real)
(declare-const y Real)
(assert (= (/ x 0.0) 5.0))
(assert (= (/ y 0.0) 7.0))

;;; unsat division by nothing is a function all the same
; The same dividend has the same quotient.
(declare-const x Real)
(declare-const y Real)
(assert (= x y))
(assert (= (/ x 0.0) 5.0))
(assert (= (/ y 0.0) 7.0))
