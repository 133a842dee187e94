; Satchel export, format 1
; session: island
; revision: 3
; made by: Satchel 0.1.0, Z3 4.8.12
(set-info :status sat)
(set-option :produce-models true)
(set-logic ALL)

; item 0: 1 line
; name: people
; note: True: a knight.
(declare-const A Bool) (declare-const B Bool) (declare-const C Bool)

; item 1: 1 line
; name: a_says
; note: A: B is a knave.
(assert (= A (not B)))

; item 2: 1 line
; name: b_says
; note: B: A and C are of one kind.
(assert (= B (= A C)))

; end of items
(check-sat)
(get-model)
