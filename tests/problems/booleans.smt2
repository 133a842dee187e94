; Propositional logic and counting.

;;; sat one side of an or
; p is false, so q is true.
;< {"values": {"p": false, "q": true}}
(declare-const p Bool)
(declare-const q Bool)
(assert (or p q))
(assert (not p))

;;; unsat modus ponens refuted
; p, p => q, not q.
;< {"core": [{}, {}, {}], "core_minimal": true}
(declare-const p Bool)
(declare-const q Bool)
(declare-const r Bool)
(assert p)
(assert (=> p q))
(assert (or q r))
(assert (not q))

;;; unsat implication leans to the right
; (=> a b c) is a => (b => c): false only for a, b and not c.
(declare-const a Bool)
(declare-const b Bool)
(declare-const c Bool)
(assert (not (= (=> a b c) (=> a (=> b c)))))

;;; sat a knight and a knave
; A says: we are both knaves. A true sentence would make its speaker a knave,
; so A is a knave, the sentence false, and B a knight.
;< {"values": {"A": false, "B": true}}
(declare-const A Bool)
(declare-const B Bool)
(assert (= A (and (not A) (not B))))

;;; unsat the liar
; A says that A lies.
(declare-const A Bool)
(assert (= A (not A)))

;;; sat xor of three
; true xor true xor x = true asks for x = true.
;< {"values": {"x": true}}
(declare-const x Bool)
(assert (xor true true x))

;;; unsat at most two, but three
; All three are true.
(declare-const a Bool)
(declare-const b Bool)
(declare-const c Bool)
(assert ((_ at-most 2) a b c))
(assert a)
(assert b)
(assert c)

;;; sat at least two of three, one of them out
; The other two.
;< {"values": {"a": true, "b": false, "c": true}}
(declare-const a Bool)
(declare-const b Bool)
(declare-const c Bool)
(assert ((_ at-least 2) a b c))
(assert (not b))

;;; sat weights with a bound
; 5a + 3b + 2c >= 8 and <= 8 with b: a and b; 2c must be 0.
;< {"values": {"a": true, "b": true, "c": false}}
(declare-const a Bool)
(declare-const b Bool)
(declare-const c Bool)
(assert ((_ pbeq 8 5 3 2) a b c))
(assert b)

;;; unsat weights that do not add up
; 5a + 3b = 4 has no solution in 0 and 1.
(declare-const a Bool)
(declare-const b Bool)
(assert ((_ pbge 4 5 3) a b))
(assert ((_ pble 4 5 3) a b))

;;; unsat a triangle in two colours
; Three corners, each different from the others, two colours.
;< {"core": [{}, {}, {}], "core_minimal": true}
(declare-const a Bool)
(declare-const b Bool)
(declare-const c Bool)
(declare-const d Bool)
(assert (xor a b))
(assert (xor b c))
(assert (xor c a))
(assert (xor c d))

;;; sat ite over truth values
; With p true the first branch is chosen: q must be true.
;< {"values": {"q": true}}
(declare-const p Bool)
(declare-const q Bool)
(assert p)
(assert (ite p q (not q)))

;;; unsat four pigeons in three holes
; Rows: each pigeon has a hole. Columns: no hole has two.
(define-sort B () Bool)
(declare-const a1 B) (declare-const a2 B) (declare-const a3 B)
(declare-const b1 B) (declare-const b2 B) (declare-const b3 B)
(declare-const c1 B) (declare-const c2 B) (declare-const c3 B)
(declare-const d1 B) (declare-const d2 B) (declare-const d3 B)
(assert (and (or a1 a2 a3) (or b1 b2 b3) (or c1 c2 c3) (or d1 d2 d3)))
(assert ((_ at-most 1) a1 b1 c1 d1))
(assert ((_ at-most 1) a2 b2 c2 d2))
(assert ((_ at-most 1) a3 b3 c3 d3))

;;; sat let binds several names at once
; x and y are swapped at once: p becomes the old q, which is false.
;< {"values": {"r": false}}
(declare-const p Bool)
(declare-const q Bool)
(declare-const r Bool)
(assert (and p (not q)))
(assert (= r (let ((p q) (q p)) p)))
