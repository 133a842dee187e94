; Satchel export, format 1
; session: roster
; revision: 3
; made by: Satchel 0.1.0, Z3 4.8.12
(set-info :status sat)
(set-option :produce-models true)
(set-logic ALL)

; item 0: 8 lines
(declare-datatypes ((Shift 0)) (((Early) (Late) (Night) (Off))))
(declare-fun shift (Int Int) Shift)
(define-fun person ((p Int)) Bool (<= 1 p 7))
(define-fun day ((d Int)) Bool (<= 1 d 14))
(define-fun-rec staff ((s Shift) (d Int) (p Int)) Int
  (ite (< p 1) 0 (+ (ite (= (shift p d) s) 1 0) (staff s d (- p 1)))))
(define-fun-rec days ((s Shift) (p Int) (d Int)) Int
  (ite (< d 1) 0 (+ (ite (= (shift p d) s) 1 0) (days s p (- d 1)))))

; item 1: 2 lines
; note: Two early, one late, one night a day
(assert (forall ((d Int)) (=> (day d) (and (= (staff Early d 7) 2)
  (= (staff Late d 7) 1) (= (staff Night d 7) 1)))))

; item 2: 4 lines
; note: Nights in pairs at most, and rest after them
(assert (forall ((p Int) (d Int)) (=> (and (person p) (<= 1 d 13) (= (shift p d) Night))
  (or (= (shift p (+ d 1)) Night) (= (shift p (+ d 1)) Off)))))
(assert (forall ((p Int)) (=> (person p)
  (and (<= (days Night p 14) 3) (<= 5 (days Off p 14) 7)))))

; end of items
(check-sat)
(get-model)
