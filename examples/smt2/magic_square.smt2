; Satchel export, format 1
; session: magic
; revision: 5
; made by: Satchel 0.1.0, Z3 4.8.12
(set-info :status sat)
(set-option :produce-models true)
(set-logic ALL)

; item 0: 4 lines
; name: cells
; note: a b c / d e f / g h i
(declare-const a Int) (declare-const b Int) (declare-const c Int)
(declare-const d Int) (declare-const e Int) (declare-const f Int)
(declare-const g Int) (declare-const h Int) (declare-const i Int)
(declare-const sum Int)

; item 1: 4 lines
; name: numbers
(assert (distinct a b c d e f g h i))
(assert (and (<= 1 a 9) (<= 1 b 9) (<= 1 c 9)
             (<= 1 d 9) (<= 1 e 9) (<= 1 f 9)
             (<= 1 g 9) (<= 1 h 9) (<= 1 i 9)))

; item 2: 1 line
; name: rows
(assert (= sum (+ a b c) (+ d e f) (+ g h i)))

; item 3: 1 line
; name: columns
(assert (= sum (+ a d g) (+ b e h) (+ c f i)))

; item 4: 1 line
; name: diagonals
(assert (= sum (+ a e i) (+ c e g)))

; end of items
(check-sat)
(get-model)
