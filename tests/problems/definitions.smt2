; Definitions: macros, recursive functions, constants.

;;; sat a constant with a definition
; 6 * 7; it is reported beside the declared ones.
;< {"values": {"answer": 42, "x": 43}}
(define-fun answer () Int (* 6 7))
(declare-const x Int)
(assert (= x (+ answer 1)))

;;; sat a macro with arguments
; The square of 5 is 25.
;< {"values": {"x": 25}}
(define-fun square ((n Int)) Int (* n n))
(declare-const x Int)
(assert (= x (square 5)))

;;; sat define-const
; 10 / 4 in Real is 5/2.
;< {"values": {"half": "5/2", "x": "5"}}
(define-const half Real (/ 10.0 4.0))
(declare-const x Real)
(assert (= x (* 2.0 half)))

;;; sat a factorial
; 5! = 120.
;< {"values": {"x": 120}}
(define-fun-rec fact ((n Int)) Int (ite (<= n 1) 1 (* n (fact (- n 1)))))
(declare-const x Int)
(assert (= x (fact 5)))

;;; unsat a factorial of another value
; 4! = 24.
(define-fun-rec fact ((n Int)) Int (ite (<= n 1) 1 (* n (fact (- n 1)))))
(assert (= (fact 4) 25))

;;; sat a sum looked for backwards
; 1 + ... + n = 15 has n = 5.
;< {"values": {"n": 5}}
(define-fun-rec sum ((n Int)) Int (ite (<= n 0) 0 (+ n (sum (- n 1)))))
(declare-const n Int)
(assert (<= 0 n 8))
(assert (= (sum n) 15))

;;; sat even and odd by each other
; 6 is even, 7 is odd.
;< {"values": {"e": true, "o": true}}
(define-funs-rec ((even ((n Int)) Bool) (odd ((n Int)) Bool)) (
	(ite (= n 0) true (odd (- n 1)))
	(ite (= n 0) false (even (- n 1)))))
(declare-const e Bool)
(declare-const o Bool)
(assert (= e (even 6)))
(assert (= o (odd 7)))

;;; sat the length of a list
; Three elements.
;< {"values": {"n": 3}}
(declare-datatype Row ((end) (link (item Int) (rest Row))))
(define-fun-rec size ((l Row)) Int (ite (= l end) 0 (+ 1 (size (rest l)))))
(declare-const n Int)
(assert (= n (size (link 5 (link 6 (link 7 end))))))

;;; unsat a list of length 2 with sum below the sum of its elements
; Both are at least 4, so the sum is at least 8.
(declare-datatype Row ((end) (link (item Int) (rest Row))))
(define-fun-rec total ((l Row)) Int
	(ite (= l end) 0 (+ (item l) (total (rest l)))))
(declare-const a Int)
(declare-const b Int)
(assert (>= a 4))
(assert (>= b 4))
(assert (< (total (link a (link b end))) 8))

;;; sat a sort by another name
; Money is Int.
;< {"values": {"m": 5}, "sorts": {"m": "Int"}}
(define-sort Money () Int)
(declare-const m Money)
(assert (= m 5))

;;; sat a sort with arguments by another name
; (Table Int) is an array from Int to Int.
;< {"values": {"x": 8}}
(define-sort Table (T) (Array Int T))
(declare-const t (Table Int))
(declare-const x Int)
(assert (= t (store t 1 8)))
(assert (= x (select t 1)))

;;; sat the greatest common divisor
; gcd(48, 18) = gcd(18, 12) = gcd(12, 6) = gcd(6, 0) = 6.
;< {"values": {"g": 6}}
(define-fun-rec gcd ((a Int) (b Int)) Int (ite (= b 0) a (gcd b (mod a b))))
(declare-const g Int)
(assert (= g (gcd 48 18)))
