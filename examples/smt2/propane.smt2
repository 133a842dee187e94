; Satchel export, format 1
; session: propane
; revision: 5
; made by: Satchel 0.1.0, Z3 4.8.12
(set-info :status sat)
(set-option :produce-models true)
(set-logic ALL)

; item 0: 3 lines
; name: molecules
(declare-const C3H8 Int) (declare-const O2 Int)
(declare-const CO2 Int) (declare-const H2O Int)
(assert (and (< 0 C3H8) (< 0 O2) (< 0 CO2) (< 0 H2O)))

; item 1: 1 line
; name: carbon
(assert (= (* 3 C3H8) CO2))

; item 2: 1 line
; name: hydrogen
(assert (= (* 8 C3H8) (* 2 H2O)))

; item 3: 1 line
; name: oxygen
(assert (= (* 2 O2) (+ (* 2 CO2) H2O)))

; item 4: 1 line
; name: few
(minimize (+ C3H8 O2 CO2 H2O))

; end of items
(check-sat)
(get-model)
