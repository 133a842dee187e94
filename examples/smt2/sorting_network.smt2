; Satchel export, format 1
; session: network
; revision: 5
; made by: Satchel 0.1.0
(set-logic ALL)

; item 0: 2 lines
; name: inputs
(declare-const a Int) (declare-const b Int)
(declare-const c Int) (declare-const d Int)

; item 1: 2 lines
; name: comparator
(define-fun low ((x Int) (y Int)) Int (ite (<= x y) x y))
(define-fun high ((x Int) (y Int)) Int (ite (<= x y) y x))

; item 2: 2 lines
; name: first
(define-fun a1 () Int (low a b)) (define-fun b1 () Int (high a b))
(define-fun c1 () Int (low c d)) (define-fun d1 () Int (high c d))

; item 3: 2 lines
; name: second
(define-fun a2 () Int (low a1 c1)) (define-fun c2 () Int (high a1 c1))
(define-fun b2 () Int (low b1 d1)) (define-fun d2 () Int (high b1 d1))

; item 4: 1 line
; name: last
(define-fun b3 () Int (low b2 c2)) (define-fun c3 () Int (high b2 c2))

; end of items
(check-sat)
