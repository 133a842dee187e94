; What if: assumptions, items left out, conflicts relaxed, several solutions.

;;; unsat with one more assumption
; x <= 3 and the assumed x > 3.
;> {"assume": ["(> x 3)"]}
;< {"core": [{"index": 1}], "core_assumptions": ["(> x 3)"]}
(declare-const x Int)
(assert (<= x 3))
(assert (>= x 0))

;;; sat an assumption that fits
; x in 0..3 and above 2.
;> {"assume": ["(> x 2)"]}
;< {"values": {"x": 3}}
(declare-const x Int)
(assert (<= x 3))
(assert (>= x 0))

;;; sat without one side of a conflict
; Item 2 says x < 3; without it x = 6 is left.
;> {"without": [2]}
;< {"values": {"x": 6}}
(declare-const x Int)
(assert (= x 6))
(assert (< x 3))

;;; unsat what to give up
; x = 6 contradicts both others, which agree: giving up item 1 is the smallest
; way, giving up items 2 and 3 the other one.
;> {"relax": true}
;< {"relaxations": [[1], [2, 3]]}
(declare-const x Int)
(assert (= x 6))
(assert (< x 3))
(assert (< x 4))

;;; sat all solutions of a small puzzle
; x in 1..3: three.
;> {"solutions": 10}
;< {"complete": true, "solutions": [..., {"x": 1}, ...]}
;< {"solutions": [..., {"x": 2}, ...]}
;< {"solutions": [..., {"x": 3}, ...]}
(declare-const x Int)
(assert (<= 1 x 3))

;;; sat solutions that differ in one name
; y is free within 0..9, but only x counts: 1 and 2.
;> {"solutions": 10, "distinct_on": ["x"]}
;< {"complete": true, "solutions": [{"x": any}, {"x": any}]}
(declare-const x Int)
(declare-const y Int)
(assert (<= 1 x 2))
(assert (<= 0 y 9))

;;; sat as many solutions as were asked for
; There are 100; 3 were wanted, and it is not complete.
;> {"solutions": 3}
;< {"complete": false, "solutions": [{}, {}, {}]}
(declare-const x Int)
(assert (<= 1 x 100))

;;; sat one solution, and no other
; x = 4 is the only one.
;> {"solutions": 2}
;< {"complete": true, "solutions": [{"x": 4}]}
(declare-const x Int)
(assert (= (* 2 x) 8))

;;; sat the value of a term under the solution
; f(2) = 5, so 2 f(2) + 1 = 11.
;> {"values": ["(+ (* 2 (f 2)) 1)", "(f 2)"]}
;< {"values": {"(+ (* 2 (f 2)) 1)": 11, "(f 2)": 5}}
(declare-fun f (Int) Int)
(assert (= (f 2) 5))

;;; unsat two conflicts
; Items 2 and 3 exclude each other, so do 4 and 5: one of each has to go, which
; is four ways of two items.
;> {"relax": true}
;< {"relaxations": [..., [2, 4], ...]}
;< {"relaxations": [..., [2, 5], ...]}
;< {"relaxations": [..., [3, 4], ...]}
;< {"relaxations": [..., [3, 5], ...]}
(declare-const x Int)
(declare-const y Int)
(assert (> x 5))
(assert (< x 5))
(assert (> y 7))
(assert (< y 7))

;;; unsat a conflict of four
; a < b < c < d < a; the fifth assertion has nothing to do with it.
;> {"minimize_core": true}
;< {"core_minimal": true, "core": [{"index": 4}, {}, {}, {}]}
(declare-const a Real)
(declare-const b Real)
(declare-const c Real)
(declare-const d Real)
(assert (< a b))
(assert (< b c))
(assert (< c d))
(assert (< d a))
(assert (> a 17.0))
