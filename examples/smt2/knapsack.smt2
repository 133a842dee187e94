; Satchel export, format 1
; session: knapsack
; revision: 5
; made by: Satchel 0.1.0, Z3 4.8.12
(set-logic ALL)

; item 0: 3 lines
; name: things
(declare-const tent Bool) (declare-const stove Bool)
(declare-const rope Bool) (declare-const camera Bool)
(declare-const book Bool) (declare-const water Bool)

; item 1: 3 lines
; name: weight
(define-fun weight () Int
  (+ (ite tent 7 0) (ite stove 4 0) (ite rope 5 0)
     (ite camera 2 0) (ite book 1 0) (ite water 6 0)))

; item 2: 3 lines
; name: value
(define-fun value () Int
  (+ (ite tent 13 0) (ite stove 6 0) (ite rope 8 0)
     (ite camera 5 0) (ite book 1 0) (ite water 11 0)))

; item 3: 1 line
; name: limit
; note: It holds 15 kg.
(assert (<= weight 15))

; item 4: 1 line
; name: best
(maximize value) (minimize weight)

; end of items
(check-sat)
