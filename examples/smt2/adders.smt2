; Satchel export, format 1
; session: adders
; revision: 4
; made by: Satchel 0.1.0
(set-logic ALL)

; item 0: 4 lines
; name: inputs
(declare-const a0 Bool) (declare-const a1 Bool)
(declare-const a2 Bool) (declare-const a3 Bool)
(declare-const b0 Bool) (declare-const b1 Bool)
(declare-const b2 Bool) (declare-const b3 Bool)

; item 1: 6 lines
; name: ripple
; note: The carry into bit i+1 is the majority of a, b and the carry.
(define-fun maj ((x Bool) (y Bool) (z Bool)) Bool
  (or (and x y) (and x z) (and y z)))
(define-fun r1 () Bool (and a0 b0))
(define-fun r2 () Bool (maj a1 b1 r1))
(define-fun r3 () Bool (maj a2 b2 r2))
(define-fun r4 () Bool (maj a3 b3 r3))

; item 2: 6 lines
; name: lookahead
; note: g: the bit makes a carry; p: it passes one on.
(define-fun g0 () Bool (and a0 b0)) (define-fun g1 () Bool (and a1 b1))
(define-fun g2 () Bool (and a2 b2)) (define-fun g3 () Bool (and a3 b3))
(define-fun p1 () Bool (xor a1 b1)) (define-fun p2 () Bool (xor a2 b2))
(define-fun p3 () Bool (xor a3 b3))
(define-fun l4 () Bool (or g3 (and p3 g2) (and p3 p2 g1)
  (and p3 p2 p1 g0)))

; end of items
(check-sat)

; expectations: 1
; expect {"name":"same_carry","property":"(= r4 l4)"}
(push 1)
(assert (not (= r4 l4)))
(check-sat) ; unsat
(pop 1)
; end of expectations
