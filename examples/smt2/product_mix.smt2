; Satchel export, format 1
; session: factory
; revision: 5
; made by: Satchel 0.1.0, Z3 4.8.12
(set-info :status sat)
(set-option :produce-models true)
(set-logic ALL)

; item 0: 2 lines
; name: batches
; note: Batches a week; parts of a batch are fine.
(declare-const doors Real) (declare-const windows Real)
(assert (and (>= doors 0) (>= windows 0)))

; item 1: 1 line
; name: plant_1
; note: 4 hours.
(assert (<= doors 4))

; item 2: 1 line
; name: plant_2
; note: 12 hours.
(assert (<= (* 2 windows) 12))

; item 3: 1 line
; name: plant_3
; note: 18 hours.
(assert (<= (+ (* 3 doors) (* 2 windows)) 18))

; item 4: 1 line
; name: profit
; note: In thousands.
(maximize (+ (* 3 doors) (* 5 windows)))

; end of items
(check-sat)
(get-model)
