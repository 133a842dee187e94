; Satchel export, format 1
; session: map
; revision: 5
; made by: Satchel 0.1.0, Z3 4.8.12
(set-info :status sat)
(set-option :produce-models true)
(set-logic ALL)

; item 0: 1 line
; name: colours
(declare-datatype Colour ((red) (green) (blue)))

; item 1: 4 lines
; name: states
(declare-const WA Colour) (declare-const NT Colour)
(declare-const SA Colour) (declare-const Q Colour)
(declare-const NSW Colour) (declare-const V Colour)
(declare-const T Colour)

; item 2: 1 line
; name: west
(assert (and (distinct WA NT) (distinct WA SA) (distinct NT SA)))

; item 3: 1 line
; name: north
(assert (and (distinct NT Q) (distinct SA Q)))

; item 4: 2 lines
; name: east
(assert (and (distinct Q NSW) (distinct SA NSW) (distinct NSW V)
             (distinct SA V)))

; end of items
(check-sat)
(get-model)
