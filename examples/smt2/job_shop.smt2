; Satchel export, format 1
; session: shop
; revision: 10
; made by: Satchel 0.1.0, Z3 4.8.12
(set-info :status unsat)
(set-logic ALL)

; item 0: 4 lines
; name: starts
; note: When each step begins, in hours. gantt: s1a 3 A, s1b 2 B, s1c 2 C, s2a 2 A, s2c 1 C, s2b 4 B, s3b 4 B, s3c 3 C
(declare-const s1a Int) (declare-const s1b Int) (declare-const s1c Int)
(declare-const s2a Int) (declare-const s2c Int) (declare-const s2b Int)
(declare-const s3b Int) (declare-const s3c Int)
(assert (and (>= s1a 0) (>= s2a 0) (>= s3b 0)))

; item 1: 1 line
; name: order_1
(assert (and (>= s1b (+ s1a 3)) (>= s1c (+ s1b 2))))

; item 2: 1 line
; name: order_2
(assert (and (>= s2c (+ s2a 2)) (>= s2b (+ s2c 1))))

; item 3: 1 line
; name: order_3
(assert (>= s3c (+ s3b 4)))

; item 4: 2 lines
; name: apart
; note: One is done when the other begins.
(define-fun apart ((s Int) (hours Int) (t Int) (its Int)) Bool
  (or (>= t (+ s hours)) (>= s (+ t its))))

; item 5: 1 line
; name: machine_a
(assert (apart s1a 3 s2a 2))

; item 6: 1 line
; name: machine_b
(assert (and (apart s1b 2 s2b 4) (apart s1b 2 s3b 4) (apart s2b 4 s3b 4)))

; item 7: 1 line
; name: machine_c
(assert (and (apart s1c 2 s2c 1) (apart s1c 2 s3c 3) (apart s2c 1 s3c 3)))

; item 8: 2 lines
; name: end
(declare-const end Int)
(assert (and (>= end (+ s1c 2)) (>= end (+ s2b 4)) (>= end (+ s3c 3))))

; item 9: 1 line
; name: deadline
; note: The truck leaves at 10.
(assert (<= end 10))

; end of items
(check-sat)
