; Sequences of any sort.

;;; sat a sequence of two numbers
; 1 and 2 in that order.
;< {"values": {"q": "(seq.++ (seq.unit 1) (seq.unit 2))"}}
(declare-const q (Seq Int))
(assert (= q (seq.++ (seq.unit 1) (seq.unit 2))))

;;; sat the empty sequence is the one of length 0
; There is only one.
;< {"values": {"q": ~"seq.empty"}}
(declare-const q (Seq Int))
(assert (= (seq.len q) 0))

;;; sat an element at a place
; Element 1, counted from 0, is 20; beyond the end anything goes.
;< {"values": {"x": 20}}
(declare-const x Int)
(define-fun q () (Seq Int)
	(seq.++ (seq.unit 10) (seq.unit 20) (seq.unit 30)))
(assert (= x (seq.nth q 1)))

;;; unsat a sequence that is contained in a shorter one
; Of two that contain each other neither is longer.
(declare-const p (Seq Int))
(declare-const q (Seq Int))
(assert (seq.contains p q))
(assert (< (seq.len p) (seq.len q)))

;;; sat what is missing in the middle
; 1 ? 3 = 1 2 3 leaves the sequence of 2 only.
;< {"values": {"q": "(seq.unit 2)"}}
(declare-const q (Seq Int))
(assert (= (seq.++ (seq.unit 1) q (seq.unit 3))
	(seq.++ (seq.unit 1) (seq.unit 2) (seq.unit 3))))

;;; unsat two sequences of one element that differ in nothing
; Of length 1 and with the same first element they are equal.
(declare-const p (Seq Int))
(declare-const q (Seq Int))
(assert (= (seq.len p) 1))
(assert (= (seq.len q) 1))
(assert (= (seq.nth p 0) (seq.nth q 0)))
(assert (not (= p q)))

;;; sat a sequence of truth values
; not(true) is false, so the second of the two is false.
;< {"values": {"b": false, "n": 2}}
(declare-const q (Seq Bool))
(declare-const b Bool)
(declare-const n Int)
(assert (= q (seq.++ (seq.unit true) (seq.unit (not true)))))
(assert (= b (seq.nth q 1)))
(assert (= n (seq.len q)))

;;; sat a piece cut out
; Two elements from place 1 on.
;< {"values": {"q": "(seq.++ (seq.unit #x2) (seq.unit #x3))"}}
(declare-const q (Seq (_ BitVec 4)))
(assert (= q (seq.extract (seq.++ (seq.unit #x1) (seq.unit #x2)
	(seq.unit #x3) (seq.unit #x4)) 1 2)))

;;; unsat a prefix is no longer than the whole
; Of length 3 it cannot be a prefix of something of length 2.
(declare-const p (Seq Real))
(declare-const q (Seq Real))
(assert (seq.prefixof p q))
(assert (= (seq.len p) 3))
(assert (= (seq.len q) 2))
