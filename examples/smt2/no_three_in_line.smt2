; Satchel export, format 1
; session: grid
; revision: 5
; made by: Satchel 0.1.0, Z3 4.8.12
(set-info :status sat)
(set-option :produce-models true)
(set-logic ALL)

; item 0: 8 lines
; name: points
(declare-const p11 Bool) (declare-const p21 Bool)
(declare-const p31 Bool) (declare-const p41 Bool)
(declare-const p12 Bool) (declare-const p22 Bool)
(declare-const p32 Bool) (declare-const p42 Bool)
(declare-const p13 Bool) (declare-const p23 Bool)
(declare-const p33 Bool) (declare-const p43 Bool)
(declare-const p14 Bool) (declare-const p24 Bool)
(declare-const p34 Bool) (declare-const p44 Bool)

; item 1: 4 lines, escaped
; name: rows
; = (assert ((_ at-most 2) p11 p21 p31 p41))
; = (assert ((_ at-most 2) p12 p22 p32 p42))
; = (assert ((_ at-most 2) p13 p23 p33 p43))
; = (assert ((_ at-most 2) p14 p24 p34 p44))
(assert (<= (+ 0 (ite p11 1 0) (ite p21 1 0) (ite p31 1 0) (ite p41 1 0)) 2))
(assert (<= (+ 0 (ite p12 1 0) (ite p22 1 0) (ite p32 1 0) (ite p42 1 0)) 2))
(assert (<= (+ 0 (ite p13 1 0) (ite p23 1 0) (ite p33 1 0) (ite p43 1 0)) 2))
(assert (<= (+ 0 (ite p14 1 0) (ite p24 1 0) (ite p34 1 0) (ite p44 1 0)) 2))

; item 2: 4 lines, escaped
; name: columns
; = (assert ((_ at-most 2) p11 p12 p13 p14))
; = (assert ((_ at-most 2) p21 p22 p23 p24))
; = (assert ((_ at-most 2) p31 p32 p33 p34))
; = (assert ((_ at-most 2) p41 p42 p43 p44))
(assert (<= (+ 0 (ite p11 1 0) (ite p12 1 0) (ite p13 1 0) (ite p14 1 0)) 2))
(assert (<= (+ 0 (ite p21 1 0) (ite p22 1 0) (ite p23 1 0) (ite p24 1 0)) 2))
(assert (<= (+ 0 (ite p31 1 0) (ite p32 1 0) (ite p33 1 0) (ite p34 1 0)) 2))
(assert (<= (+ 0 (ite p41 1 0) (ite p42 1 0) (ite p43 1 0) (ite p44 1 0)) 2))

; item 3: 6 lines, escaped
; name: diagonals
; = (assert ((_ at-most 2) p11 p22 p33 p44))
; = (assert ((_ at-most 2) p41 p32 p23 p14))
; = (assert ((_ at-most 2) p21 p32 p43))
; = (assert ((_ at-most 2) p12 p23 p34))
; = (assert ((_ at-most 2) p31 p22 p13))
; = (assert ((_ at-most 2) p42 p33 p24))
(assert (<= (+ 0 (ite p11 1 0) (ite p22 1 0) (ite p33 1 0) (ite p44 1 0)) 2))
(assert (<= (+ 0 (ite p41 1 0) (ite p32 1 0) (ite p23 1 0) (ite p14 1 0)) 2))
(assert (<= (+ 0 (ite p21 1 0) (ite p32 1 0) (ite p43 1 0)) 2))
(assert (<= (+ 0 (ite p12 1 0) (ite p23 1 0) (ite p34 1 0)) 2))
(assert (<= (+ 0 (ite p31 1 0) (ite p22 1 0) (ite p13 1 0)) 2))
(assert (<= (+ 0 (ite p42 1 0) (ite p33 1 0) (ite p24 1 0)) 2))

; item 4: 6 lines
; name: count
(define-fun one ((p Bool)) Int (ite p 1 0))
(define-fun count () Int
  (+ (one p11) (one p21) (one p31) (one p41)
     (one p12) (one p22) (one p32) (one p42)
     (one p13) (one p23) (one p33) (one p43)
     (one p14) (one p24) (one p34) (one p44)))

; end of items
(check-sat)
(get-model)
