; Does the model entail a property?

;;; proved a sum of positive numbers is positive
; x > 0 and y > 0 give x + y > 0; z has nothing to do with it.
;> {"property": "(> (+ x y) 0)"}
;< {"vacuous": false, "core": [{"index": 3}, {"index": 4}]}
(declare-const x Int)
(declare-const y Int)
(declare-const z Int)
(assert (> x 0))
(assert (> y 0))
(assert (> z 0))

;;; refuted a sum of numbers from 0 on may be 0
; x = y = 0 is the only counterexample.
;> {"property": "(> (+ x y) 0)"}
;< {"values": {"x": 0, "y": 0}}
(declare-const x Int)
(declare-const y Int)
(assert (>= x 0))
(assert (>= y 0))

;;; proved De Morgan
; No item is needed for it.
;> {"property": "(= (not (and p q)) (or (not p) (not q)))"}
;< {"core": []}
(declare-const p Bool)
(declare-const q Bool)

;;; proved anything follows from a contradiction
; The model itself has no solution, which is said.
;> {"property": "(= x 17)"}
;< {"vacuous": true}
(declare-const x Int)
(assert (> x 5))
(assert (< x 5))

;;; proved the absolute value has a triangle inequality
; |x + y| <= |x| + |y| for all whole numbers.
;> {"property": "(<= (abs (+ x y)) (+ (abs x) (abs y)))"}
(declare-const x Int)
(declare-const y Int)

;;; refuted a swap by xor fails for one place
; x := x xor y, y := x xor y, x := x xor y works for two places; the property
; forgets that y has changed: it is true only if x is y.
;> {"property": "(= (bvxor x1 y1) x)"}
;< {"values": {"x": any, "y": any}}
(declare-const x (_ BitVec 4))
(declare-const y (_ BitVec 4))
(define-fun x1 () (_ BitVec 4) (bvxor x y))
(define-fun y1 () (_ BitVec 4) (bvxor x1 y))

;;; proved a swap by xor
; y1 = x xor y xor y = x, and x2 = x1 xor y1 = y.
;> {"property": "(and (= y1 x) (= (bvxor x1 y1) y))"}
(declare-const x (_ BitVec 32))
(declare-const y (_ BitVec 32))
(define-fun x1 () (_ BitVec 32) (bvxor x y))
(define-fun y1 () (_ BitVec 32) (bvxor x1 y))

;;; proved a function that undoes another one
; From g(f(x)) = x for all x follows that f is injective.
;> {"property": "(=> (= (f a) (f b)) (= a b))"}
(declare-sort S 0)
(declare-fun f (S) S)
(declare-fun g (S) S)
(declare-const a S)
(declare-const b S)
(assert (forall ((x S)) (= (g (f x)) x)))

;;; refuted overflow
; In eight bits x + 1 > x fails for 255 only.
;> {"property": "(bvugt (bvadd x #x01) x)"}
;< {"values": {"x": "#xff"}}
(declare-const x (_ BitVec 8))
