; Linear arithmetic over the integers.

;;; sat coins of 3 and 5 make 8 in one way
; 8 - 5b has to be divisible by 3, with b at most 1: 8 is not, 3 is.
;< {"values": {"a": 1, "b": 1}}
(declare-const a Int)
(declare-const b Int)
(assert (and (>= a 0) (>= b 0)))
(assert (= (+ (* 3 a) (* 5 b)) 8))

;;; unsat coins of 3 and 5 do not make 7
; b is 0 or 1, and neither 7 nor 2 is divisible by 3. The last assertion is
; not needed for that.
;< {"core": [{}, {}, {}]}
(set-logic QF_LIA)
(declare-const a Int)
(declare-const b Int)
(assert (>= a 0))
(assert (>= b 0))
(assert (= (+ (* 3 a) (* 5 b)) 7))
(assert (< a 100))

;;; unsat an even number is not odd
; 2x = 2y + 1 would make 1 even.
(declare-const x Int)
(declare-const y Int)
(assert (= (* 2 x) (+ (* 2 y) 1)))

;;; sat numbers beyond 64 bits are exact
; 2^100 + 1 = 1267650600228229401496703205377, as a string since it is beyond
; 2^53.
;< {"values": {"x": "1267650600228229401496703205377"}}
(declare-const x Int)
(assert (= (- x 1) 1267650600228229401496703205376))

;;; sat 2^53 - 1 is a number, its successor a string
; 2^53 = 9007199254740992, which is the bound.
;< {"values": {"a": 9007199254740991, "b": "9007199254740992"}}
(declare-const a Int)
(declare-const b Int)
(assert (= a 9007199254740991))
(assert (= b (+ a 1)))

;;; sat a negative number is written as one
; -7 = -3 * 2 - 1, so div rounds down to -4 and mod is 1.
;< {"values": {"x": -7, "q": -4, "r": 1}}
(declare-const x Int)
(declare-const q Int)
(declare-const r Int)
(assert (= x (- 7)))
(assert (= q (div x 2)))
(assert (= r (mod x 2)))

;;; sat division by a negative number rounds so that the rest is not negative
; SMT-LIB: 7 = (-2) * (-3) + 1 and -7 = (-2) * 4 + 1.
;< {"values": {"a": -3, "b": 4, "c": 1, "d": 1}}
(declare-const a Int)
(declare-const b Int)
(declare-const c Int)
(declare-const d Int)
(assert (= a (div 7 (- 2))))
(assert (= b (div (- 7) (- 2))))
(assert (= c (mod 7 (- 2))))
(assert (= d (mod (- 7) (- 2))))

;;; unsat a strict chain of four needs more room than three places
; a < b < c < d are four different whole numbers in 1..3.
(declare-const a Int)
(declare-const b Int)
(declare-const c Int)
(declare-const d Int)
(assert (< a b c d))
(assert (>= a 1))
(assert (<= d 3))

;;; sat a chain of four has exactly one place in four
; The only strictly growing row in 1..4 is 1 2 3 4.
;< {"values": {"a": 1, "b": 2, "c": 3, "d": 4}}
(declare-const a Int)
(declare-const b Int)
(declare-const c Int)
(declare-const d Int)
(assert (< 0 a b c d 5))

;;; unsat three pigeons in two holes
; Three different numbers in 1..2 do not exist; each of the four assertions is
; needed, since two numbers fit.
;< {"core": [{}, {}, {}, {}], "core_minimal": true}
(declare-const a Int)
(declare-const b Int)
(declare-const c Int)
(assert (<= 1 a 2))
(assert (<= 1 b 2))
(assert (<= 1 c 2))
(assert (distinct a b c))

;;; sat a remainder puzzle has its answer below 105
; 23 leaves 2, 3 and 2 when divided by 3, 5 and 7; the Chinese remainder
; theorem makes it the only one below 105.
;< {"values": {"x": 23}}
(declare-const x Int)
(assert (and (<= 0 x) (< x 105)))
(assert (= (mod x 3) 2))
(assert (= (mod x 5) 3))
(assert (= (mod x 7) 2))

;;; unsat remainders that contradict each other
; A number that leaves 1 when divided by 6 is odd, one that leaves 2 when
; divided by 4 is even.
(declare-const x Int)
(assert (= (mod x 6) 1))
(assert (= (mod x 4) 2))

;;; sat differences fix a schedule
; b starts 3 behind a, c 4 behind b, and c ends at most at 10 with 3 to do, so
; a is at most 0, and it is not below 0.
;< {"values": {"a": 0, "b": 3, "c": 7}}
(set-logic QF_IDL)
(declare-const a Int)
(declare-const b Int)
(declare-const c Int)
(assert (>= a 0))
(assert (>= (- b a) 3))
(assert (>= (- c b) 4))
(assert (<= c 7))

;;; unsat a circle of differences that adds up to less than nothing
; a < b, b < c and c < a + 2 would give c >= a + 2.
(declare-const a Int)
(declare-const b Int)
(declare-const c Int)
(assert (< a b))
(assert (< b c))
(assert (< c (+ a 2)))

;;; sat a sum of magnitudes is small in one point
; |x - 3| + |y + 2| <= 0 says that both are 0.
;< {"values": {"x": 3, "y": -2}}
(declare-const x Int)
(declare-const y Int)
(assert (<= (+ (abs (- x 3)) (abs (+ y 2))) 0))

;;; unsat six animals with fifteen legs
; Each of six has two legs or four, so the sum is even.
(declare-const hens Int)
(declare-const goats Int)
(assert (>= hens 0))
(assert (>= goats 0))
(assert (= (+ hens goats) 6))
(assert (= (+ (* 2 hens) (* 4 goats)) 15))
