; Quantifiers.

;;; unsat there is no largest number
; x + 1 is larger than every candidate x.
(declare-const x Int)
(assert (forall ((y Int)) (<= y x)))

;;; sat there is a least one among those from 5 on
; 5 itself.
;< {"values": {"x": 5}}
(declare-const x Int)
(assert (>= x 5))
(assert (forall ((y Int)) (=> (>= y 5) (<= x y))))

;;; unsat Socrates lives for ever
; All men are mortal and he is one.
;< {"core": [{}, {}, {}], "core_minimal": true}
(declare-sort Being 0)
(declare-const Socrates Being)
(declare-fun man (Being) Bool)
(declare-fun mortal (Being) Bool)
(assert (forall ((b Being)) (=> (man b) (mortal b))))
(assert (man Socrates))
(assert (not (mortal Socrates)))

;;; unsat a barber who shaves exactly those who do not shave themselves
; Take him for the other one: he shaves himself if and only if he does not.
(declare-sort Man 0)
(declare-const barber Man)
(declare-fun shaves (Man Man) Bool)
(assert (forall ((m Man)) (= (shaves barber m) (not (shaves m m)))))

;;; sat everybody loves somebody
; One person who loves herself is enough.
(declare-sort Person 0)
(declare-fun loves (Person Person) Bool)
(assert (forall ((p Person)) (exists ((q Person)) (loves p q))))

;;; unsat someone is loved by all, but somebody loves no one
; The second loves the first, too.
(declare-sort Person 0)
(declare-fun loves (Person Person) Bool)
(assert (exists ((q Person)) (forall ((p Person)) (loves p q))))
(assert (exists ((p Person)) (forall ((q Person)) (not (loves p q)))))

;;; unsat an order with a circle of two
; Transitive and irreflexive, and a < b < a would give a < a.
;< {"core_minimal": true}
(declare-sort Thing 0)
(declare-fun less (Thing Thing) Bool)
(declare-const a Thing)
(declare-const b Thing)
(assert (forall ((x Thing)) (not (less x x))))
(assert (forall ((x Thing) (y Thing) (z Thing))
	(=> (and (less x y) (less y z)) (less x z))))
(assert (less a b))
(assert (less b a))

;;; unsat the neutral element of a group is the only one
; e = e * f = f if both are neutral.
(declare-sort G 0)
(declare-fun times (G G) G)
(declare-const e G)
(declare-const f G)
(assert (forall ((x G)) (and (= (times e x) x) (= (times x e) x))))
(assert (forall ((x G)) (and (= (times f x) x) (= (times x f) x))))
(assert (distinct e f))

;;; unsat a whole number between 3 and 4
; exists over Int.
(assert (exists ((n Int)) (and (< 3 n) (< n 4))))

;;; sat every real number has a half
; y = x / 2, which quantifier elimination finds.
(assert (forall ((x Real)) (exists ((y Real)) (= x (* 2.0 y)))))

;;; unsat every whole number has a half
; 1 has none.
(assert (forall ((x Int)) (exists ((y Int)) (= x (* 2 y)))))

;;; unsat a growing function with a step down
; f(3) > f(4) contradicts the growth at 3.
(declare-fun f (Int) Int)
(assert (forall ((n Int)) (=> (<= 0 n 5) (<= (f n) (f (+ n 1))))))
(assert (> (f 3) (f 4)))

;;; unsat with a pattern
; The pattern (f n) is instantiated with 7, which gives f(7) = 8.
(declare-fun f (Int) Int)
(assert (forall ((n Int)) (! (= (f n) (+ n 1)) :pattern ((f n)))))
(assert (= (f 7) 9))

;;; unsat a bit-vector that is larger than all others
; For every x some y is not below it: x itself.
(declare-const x (_ BitVec 8))
(assert (forall ((y (_ BitVec 8))) (bvult y x)))

;;; sat a bit-vector that no other exceeds
; #xff.
;< {"values": {"x": "#xff"}}
(declare-const x (_ BitVec 8))
(assert (forall ((y (_ BitVec 8))) (bvule y x)))

;;; unsat two names of one bound variable do not meet
; The inner x hides the outer one: exists x. x > 5 is true, so p is, and not p
; is left.
(declare-const p Bool)
(assert (= p (forall ((x Int)) (exists ((x Int)) (> x 5)))))
(assert (not p))

;;; unsat what is left until the end is left at the end
; With end >= 0, t = end gives start - speed end >= 0, against the last line.
; With end < 0 that line needs speed < 0, and then start < speed is below 0.
(declare-const start Real)
(declare-const speed Real)
(declare-const end Real)
(declare-const limit Real)
(assert (forall ((t Real)) (and
    (=> (<= 0 t end) (and (>= (- start (* speed t)) 0) (<= t limit)))
    (>= start 0)
    (< (- start (* speed end)) 0))))
(assert (< start speed))

;;; sat the shortest tour by places, tables and distinct
; 1 2 3 4 and back is 2 + 3 + 2 + 4 = 11; 1 3 2 4 is 5 + 3 + 6 + 4, and
; 1 2 4 3 is 2 + 6 + 2 + 5.
;< {"objectives": [{"value": 11, "optimal": true}]}
(define-fun n () Int 4)
(declare-fun d (Int Int) Int)
(declare-fun tour (Int) Int)
(assert (and (= (d 1 2) (d 2 1) 2) (= (d 1 3) (d 3 1) 5) (= (d 1 4) (d 4 1) 4)))
(assert (and (= (d 2 3) (d 3 2) 3) (= (d 2 4) (d 4 2) 6) (= (d 3 4) (d 4 3) 2)))
(assert (forall ((k Int)) (=> (<= 1 k n) (<= 1 (tour k) n))))
(assert (forall ((k Int) (l Int)) (=> (and (<= 1 k) (< k l) (<= l n))
	(distinct (tour k) (tour l)))))
(assert (= (tour 1) 1))
(assert (= (tour (+ n 1)) 1))
(define-fun-rec len ((k Int)) Int
	(ite (< k 1) 0 (+ (len (- k 1)) (d (tour k) (tour (+ k 1))))))
(minimize (len n))

;;; unsat an odd sum of even weights
; Twice a whole number is even.
(declare-fun b (Int) Bool)
(define-fun-rec weight ((k Int)) Int
	(ite (< k 1) 0 (+ (ite (b k) (* 2 k) 0) (weight (- k 1)))))
(assert (= (weight 16) 41))

;;; unsat a function of three values at four places that differ
; The bound holds everywhere, so at the four places, too.
;< {"core": [{}, {}], "core_minimal": true}
(declare-fun f (Int) Int)
(assert (forall ((i Int)) (<= 1 (f i) 3)))
(assert (distinct (f 10) (f 20) (f 30) (f 40)))

;;; sat a sum of cubes
; 1 + 8 + 27 = 36.
(declare-const n Int)
(assert (and (< 0 n 9) (= (+ (^ n 3) (^ (+ n 1) 3) (^ (+ n 2) 3)) 36)))
