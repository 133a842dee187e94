; Satchel export, format 1
; session: pens
; revision: 3
; made by: Satchel 0.1.0, Z3 4.8.12
(set-info :status sat)
(set-option :produce-models true)
(set-logic ALL)

; item 0: 3 lines
; name: packs
; note: packs of six and of nine, none or more of each
(declare-const sixes Int)
(declare-const nines Int)
(assert (and (>= sixes 0) (>= nines 0)))

; item 1: 1 line
; name: total
; note: exactly 21 pens
(assert (= (+ (* 6 sixes) (* 9 nines)) 21))

; end of items
(check-sat)
(get-model)
