; Satchel export, format 1
; session: division
; revision: 3
; made by: Satchel 0.1.0
(set-logic ALL)

; item 0: 2 lines
; name: inputs
(declare-const a Int) (declare-const b Int)
(assert (and (>= a 0) (> b 0)))

; item 1: 2 lines
; name: invariant
; note: What holds whenever the loop begins anew.
(define-fun inv ((q Int) (r Int)) Bool
  (and (= a (+ (* q b) r)) (>= r 0)))

; item 2: 1 line
; name: state
; note: At the begin of some round.
(declare-const q Int) (declare-const r Int)

; end of items
(check-sat)
