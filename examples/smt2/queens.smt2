; Satchel export, format 1
; session: queens
; revision: 3
; made by: Satchel 0.1.0, Z3 4.8.12
(set-info :status sat)
(set-option :produce-models true)
(set-logic ALL)

; item 0: 2 lines
; name: columns
(declare-const q1 Int) (declare-const q2 Int) (declare-const q3 Int)
(declare-const q4 Int) (declare-const q5 Int) (declare-const q6 Int)

; item 1: 2 lines
; name: on_the_board
(assert (and (<= 1 q1 6) (<= 1 q2 6) (<= 1 q3 6)
             (<= 1 q4 6) (<= 1 q5 6) (<= 1 q6 6)))

; item 2: 3 lines
; name: no_attack
; note: Columns, rising and falling diagonals.
(assert (distinct q1 q2 q3 q4 q5 q6))
(assert (distinct (+ q1 1) (+ q2 2) (+ q3 3) (+ q4 4) (+ q5 5) (+ q6 6)))
(assert (distinct (- q1 1) (- q2 2) (- q3 3) (- q4 4) (- q5 5) (- q6 6)))

; end of items
(check-sat)
(get-model)
