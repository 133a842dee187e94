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
