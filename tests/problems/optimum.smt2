; Optimisation.

;;; sat the largest even number below 10
; 8.
;< {"values": {"x": 8}, "objectives": [{"value": 8, "optimal": true}]}
(declare-const x Int)
(assert (< x 10))
(assert (= (mod x 2) 0))
(maximize x)

;;; sat a knapsack of 10
; Weights 5, 4, 6, 3 and worth 10, 40, 30, 50. All of worth 90 or more: b and d
; weigh 7 and are worth 90; adding c makes 13, a makes 12; c and d weigh 9 and
; are worth 80.
;< {"values": {"a": false, "b": true, "c": false, "d": true}}
;< {"objectives": [{"kind": "maximize", "value": 90, "optimal": true}]}
(declare-const a Bool)
(declare-const b Bool)
(declare-const c Bool)
(declare-const d Bool)
(assert (<= (+ (ite a 5 0) (ite b 4 0) (ite c 6 0) (ite d 3 0)) 10))
(maximize (+ (ite a 10 0) (ite b 40 0) (ite c 30 0) (ite d 50 0)))

;;; sat the corner of a polygon
; x + y <= 4, x + 3y <= 6, x, y >= 0: the corners are (0,0), (4,0), (3,1) and
; (0,2) with 3x + 4y = 0, 12, 13, 8.
;< {"values": {"x": "3", "y": "1"}}
;< {"objectives": [{"value": "13", "optimal": true}]}
(declare-const x Real)
(declare-const y Real)
(assert (and (>= x 0.0) (>= y 0.0)))
(assert (<= (+ x y) 4.0))
(assert (<= (+ x (* 3.0 y)) 6.0))
(maximize (+ (* 3.0 x) (* 4.0 y)))

;;; sat there is no largest number
; x has no upper bound.
;< {"objectives": [{"optimal": false, "why_not": "unbounded", "bound": "oo"}]}
(declare-const x Int)
(assert (> x 0))
(maximize x)

;;; sat there is no smallest real above 1
; Below every x > 1 there is a smaller one; 1 itself is excluded.
;< {"objectives": [{"optimal": false, "why_not": "not_attained"}]}
(declare-const x Real)
(assert (> x 1.0))
(minimize x)

;;; sat no largest real below 3
; libz3 4.8.12 itself claims 2 here, which is not the best: 2.5 is better.
;< {"objectives": [{"optimal": false, "why_not": "not_attained", "bound": "3"}]}
(declare-const x Real)
(assert (< x 3.0))
(maximize x)

;;; sat the smallest whole number above 1
; 2, attained.
;< {"objectives": [{"kind": "minimize", "value": 2, "optimal": true}]}
(declare-const x Int)
(assert (> x 1))
(minimize x)

;;; unsat nothing is best where there is nothing
; x < x.
;< {"core": [{}]}
(declare-const x Int)
(assert (< x x))
(maximize x)

;;; sat one after the other
; First x: 10 - 0; with x = 10, y can be 0 only.
;< {"values": {"x": 10, "y": 0}}
;< {"objectives": [{"value": 10, "optimal": true}, {"value": 0, "optimal": true}]}
(declare-const x Int)
(declare-const y Int)
(assert (and (>= x 0) (>= y 0)))
(assert (<= (+ x y) 10))
(maximize x)
(maximize y)

;;; sat the other one first
; The order of the objectives decides.
;< {"values": {"x": 0, "y": 10}}
(declare-const x Int)
(declare-const y Int)
(assert (and (>= x 0) (>= y 0)))
(assert (<= (+ x y) 10))
(maximize y)
(maximize x)

;;; sat each by itself
; Box: alone each can reach 10, though not together.
;> {"priority": "box"}
;< {"objectives": [{"value": 10}, {"value": 10}]}
(declare-const x Int)
(declare-const y Int)
(assert (and (>= x 0) (>= y 0)))
(assert (<= (+ x y) 10))
(maximize x)
(maximize y)

;;; sat one of those that are best in their way
; Pareto: x + y <= 2, so what is best has x + y = 2, and x <= 0 leaves (0,2).
;> {"priority": "pareto"}
;< {"values": {"x": 0, "y": 2}, "objectives": [{"optimal": false, "why_not": "pareto"}, {}]}
(declare-const x Int)
(declare-const y Int)
(assert (and (>= x 0) (>= y 0) (<= x 0)))
(assert (<= (+ x y) 2))
(maximize x)
(maximize y)

;;; sat all that are best in their way
; Pareto: x + y <= 2 with x, y >= 0 has the best pairs (2,0), (1,1), (0,2).
;> {"priority": "pareto", "solutions": 10}
;< {"solutions": [..., {"x": 2, "y": 0}, ...]}
;< {"solutions": [..., {"x": 1, "y": 1}, ...]}
;< {"solutions": [..., {"x": 0, "y": 2}, ...]}
;< {"complete": true}
(declare-const x Int)
(declare-const y Int)
(assert (and (>= x 0) (>= y 0)))
(assert (<= (+ x y) 2))
(maximize x)
(maximize y)

;;; sat a goal of the call
; The model has no objective, the call has one: 3 * 7 + 1 <= 22, so x is 7.
;> {"maximize": ["(* 3 x)"]}
;< {"objective": 21, "values": {"x": 7}}
;< {"objectives": [{"term": "(* 3 x)", "kind": "maximize", "value": 21}]}
(declare-const x Int)
(assert (<= (+ (* 3 x) 1) 22))

;;; sat wishes with weights
; p and q exclude each other; q weighs 5 and p weighs 2, so p is given up.
;< {"values": {"p": false, "q": true}}
;< {"objectives": [{"kind": "soft", "value": 2, "optimal": true}]}
(declare-const p Bool)
(declare-const q Bool)
(assert (not (and p q)))
(assert-soft p :weight 2 :id wish)
(assert-soft q :weight 5 :id wish)

;;; sat wishes without a weight weigh 1
; Of three that exclude each other in pairs one can be granted: 2 are lost.
;< {"objectives": [{"kind": "soft", "value": 2, "optimal": true}]}
(declare-const a Bool)
(declare-const b Bool)
(declare-const c Bool)
(assert ((_ at-most 1) a b c))
(assert-soft a)
(assert-soft b)
(assert-soft c)

;;; sat all wishes granted
; Nothing is lost: 0.
;< {"objectives": [{"value": 0, "optimal": true}], "values": {"x": 4}}
(declare-const x Int)
(assert (<= 3 x 4))
(assert-soft (> x 3) :weight 7)

;;; sat a wish never costs a rule
; However heavy, it cannot break the assertion.
;< {"values": {"p": false}, "objectives": [{"value": 1000}]}
(declare-const p Bool)
(assert (not p))
(assert-soft p :weight 1000)

;;; sat two groups of wishes, one after the other
; The first group wins: p costs nothing there, and then q's group loses 1.
;< {"values": {"p": true, "q": false}}
(declare-const p Bool)
(declare-const q Bool)
(assert (not (and p q)))
(assert-soft p :id one)
(assert-soft q :weight 1 :id two)

;;; sat the least bit-vector
; Unsigned: above #x0f that is #x10.
;< {"values": {"x": "#x10"}}
(declare-const x (_ BitVec 8))
(assert (bvugt x #x0f))
(minimize x)

;;; sat three cuts of a rod
; Pieces of 3, 5 and 7 metres out of 19: 7 + 7 + 5 = 19 has three pieces,
; 3 * 3 + 2 * 5 has five; six have 18 metres and one wasted, or 20.
;< {"objectives": [{"value": 5, "optimal": true}]}
(declare-const a Int)
(declare-const b Int)
(declare-const c Int)
(assert (and (>= a 0) (>= b 0) (>= c 0)))
(assert (= (+ (* 3 a) (* 5 b) (* 7 c)) 19))
(maximize (+ a b c))

;;; sat three jobs on two machines
; 4, 5 and 7 hours: 9 against 7 is the best split, 8 would need halves.
;< {"objectives": [{"value": 9, "optimal": true}]}
(declare-const m1 Bool)
(declare-const m2 Bool)
(declare-const m3 Bool)
(define-fun first () Int (+ (ite m1 4 0) (ite m2 5 0) (ite m3 7 0)))
(declare-const end Int)
(assert (>= end first))
(assert (>= end (- 16 first)))
(minimize end)

;;; sat the best of an exact fraction
; 7x <= 3 has its maximum at 3/7.
;< {"objectives": [{"value": "3/7", "optimal": true}]}
(declare-const x Real)
(assert (<= (* 7.0 x) 3.0))
(maximize x)

;;; sat the largest square below a bound
; 50000000 squared; libz3's optimizer says that there is none.
;< {"objectives": [{"value": 2500000000000000, "optimal": true}]}
(declare-const x Int)
(assert (<= 0 x 50000000))
(maximize (* x x))

;;; sat a number below a product
; x <= z <= y * y, and y is at most 50000000; the objective itself is linear.
;< {"objectives": [{"value": 2500000000000000, "optimal": true}]}
(declare-const x Int)
(declare-const y Int)
(declare-const z Int)
(assert (<= 0 y 50000000))
(assert (<= z (* y y)))
(assert (<= x z))
(maximize x)

;;; sat no largest number beside an array
; x is any number but 3.
;< {"objectives": [{"optimal": false, "why_not": "unbounded"}]}
(declare-const x Int)
(declare-const a (Array Int Int))
(assert (= (select a x) 7))
(assert (= (select a 3) 6))
(maximize x)

;;; sat a square without a bound
; There is none: x = step shows it.
;< {"objectives": [{"optimal": false, "why_not": "unbounded"}]}
(declare-const x Int)
(maximize (* x x))

;;; sat a goal that asks whether a range is empty
; The largest x is 2, and no number is between 2 and -1: the second goal is 3.
;< {"objectives": [{"value": 2, "optimal": true}, {"value": 3, "optimal": true}]}
(declare-const x Int)
(assert (<= (- 2) x 2))
(maximize x)
(minimize (ite (exists ((q Int)) (and (<= x q) (<= q (- 1)))) 0 3))

;;; sat a goal that asks for one of a few numbers
; x is 7 at most, so that 5 is below it and 9 is not.
;< {"objectives": [{"value": 0, "optimal": true}]}
(declare-const x Int)
(assert (<= 6 x 7))
(minimize (ite (exists ((q Int)) (and (< q x) (or (= q 5) (= q 9)))) 0 3))

;;; sat what is named value by value has no upper bound of its own
; y is one of -1 to 3 and not below x.
;< {"objectives": [{"value": 3, "optimal": true}]}
(declare-const x Int)
(declare-const y Int)
(assert (<= 1 x 6))
(assert (or (= y (- 1)) (= y 0) (= y 1) (= y 2) (= y 3)))
(assert (<= x y))
(maximize x)

;;; sat what stays below an irrational number is not unbounded
; x is below the square root of 2, which no solution attains.
;< {"objectives": [{"optimal": false, "why_not": ~/^not_(proved|attained)$/}]}
(declare-const x Real)
(assert (< (* x x) 2.0))
(maximize x)

;;; sat the first objective stays held while the second one is sought
; The largest (d a b) is 20, at a = 1 and b = 4 only; then the second one is
; 4 + 4c + (d 4 c) + (d c 1), which is 8 for c = 1.
;< {"objectives": [{"value": 20, "optimal": true}, {"value": 8, "optimal": true}]}
(declare-const a Int)
(declare-const b Int)
(declare-const c Int)
(assert (<= 1 a 5))
(assert (<= 1 b 5))
(assert (<= 1 c 5))
(define-fun d ((i Int) (j Int)) Int
  (ite (and (= i 1) (= j 4)) 20 (ite (and (= i 2) (= j 3)) 7
  (ite (and (= i 3) (= j 1)) 5 (ite (and (= i 4) (= j 2)) 9
  (ite (and (= i 2) (= j 2)) 4 (ite (and (= i 5) (= j 2)) 8
  (ite (and (= i 5) (= j 1)) 3 (ite (and (= i 4) (= j 4)) 6 0)))))))))
(maximize (d a b))
(minimize (+ (* a b) (* b c) (d b c) (d c a)))

;;; sat a function of which only a forall speaks has a value
; (f i) may be 1 everywhere, and c is 5 at most.
;< {"objectives": [{"value": 5, "optimal": true}]}
(declare-const c Int)
(declare-fun f (Int) Int)
(assert (<= 0 c 5))
(assert (forall ((i Int)) (distinct (f i) 0)))
(maximize c)
