; Products of variables, over the integers and over the reals.

;;; sat a right triangle with a side of 12
; 12^2 = 144 = (h - a)(h + a) with both factors even: with a in 1..8 only
; h - a = 8, h + a = 18 is left, that is a = 5 and h = 13.
;< {"values": {"a": 5, "h": 13}}
(declare-const a Int)
(declare-const h Int)
(assert (<= 1 a 8))
(assert (> h 0))
(assert (= (+ (* a a) 144) (* h h)))

;;; unsat no square is 2 more than a multiple of 4
; Squares leave 0 or 1 when divided by 4.
(declare-const x Int)
(assert (and (<= 0 x 9) (= (mod (* x x) 4) 2)))

;;; sat 221 is a product
; 221 = 13 * 17, two primes, so with 1 < a < b there is no other way.
;< {"values": {"a": 13, "b": 17}}
(set-logic QF_NIA)
(declare-const a Int)
(declare-const b Int)
(assert (< 1 a b 221))
(assert (= (* a b) 221))

;;; unsat 223 is a prime
; A product of two numbers from 2 on has a factor up to its root, 14, and none
; of 2, 3, 5, 7, 11, 13 divides 223.
(declare-const a Int)
(declare-const b Int)
(assert (<= 2 a 14))
(assert (<= a b 111))
(assert (= (* a b) 223))

;;; sat a cube
; 7^3 = 343, and cubes grow.
;< {"values": {"x": 7}}
(declare-const x Int)
(assert (<= 0 x 20))
(assert (= (* x x x) 343))

;;; unsat a square is not negative
; x^2 + 1 > 0 for every real x.
(declare-const x Real)
(assert (< (+ (* x x) 1.0) 0.0))

;;; sat the root of 2 is algebraic
; x^2 = 2 and x > 0 is the root of 2, 1.41421356237...
;< {"values": {"x": {"exact": any, "approx": ~"1.4142135623"}}}
(declare-const x Real)
(assert (= (* x x) 2.0))
(assert (> x 0.0))

;;; unsat the root of 2 is no fraction of small numbers
; p^2 = 2 q^2 has only p = q = 0, by the usual descent.
(declare-const p Int)
(declare-const q Int)
(assert (and (<= 1 p 9) (<= 1 q 9) (= (* p p) (* 2 q q))))

;;; sat a parabola and a line touch in one point
; x^2 = 2x - 1 is (x - 1)^2 = 0.
;< {"values": {"x": "1", "y": "1"}}
(set-logic QF_NRA)
(declare-const x Real)
(declare-const y Real)
(assert (= y (* x x)))
(assert (= y (- (* 2.0 x) 1.0)))

;;; unsat a line that passes below a parabola
; x^2 = x - 1 has the discriminant 1 - 4 < 0.
(set-logic QF_NRA)
(declare-const x Real)
(declare-const y Real)
(assert (= y (* x x)))
(assert (= y (- x 1.0)))

;;; unsat a circle of radius 1 and a line at distance 2
; x^2 + y^2 = 1 keeps x within -1..1.
(declare-const x Real)
(declare-const y Real)
(assert (= (+ (* x x) (* y y)) 1.0))
(assert (= x 2.0))

;;; sat where the circle meets the diagonal
; x = y and 2x^2 = 1, x > 0: the root of one half, 0.70710678118...
;< {"values": {"x": {"approx": ~"0.7071067811"}}}
(declare-const x Real)
(declare-const y Real)
(assert (= (+ (* x x) (* y y)) 1.0))
(assert (= x y))
(assert (> x 0.0))

;;; unsat the mean of squares is no less than the square of the mean
; (x^2 + y^2)/2 - ((x + y)/2)^2 = ((x - y)/2)^2.
(declare-const x Real)
(declare-const y Real)
(assert (< (/ (+ (* x x) (* y y)) 2.0)
	(* (/ (+ x y) 2.0) (/ (+ x y) 2.0))))

;;; sat a product that is nothing
; xy = 0 with x = 3 leaves y = 0.
;< {"values": {"y": "0"}}
(declare-const x Real)
(declare-const y Real)
(assert (= (* x y) 0.0))
(assert (= x 3.0))

;;; unsat a product of two negative numbers is positive
; x, y < 0 makes xy > 0.
(declare-const x Real)
(declare-const y Real)
(assert (< x 0.0))
(assert (< y 0.0))
(assert (<= (* x y) 0.0))

;;; sat powers with constant exponents
; 2^10 = 1024.
;< {"values": {"x": 1024}}
(declare-const x Int)
(assert (= x (^ 2 10)))
