; Satchel export, format 1
; session: money
; revision: 5
; made by: Satchel 0.1.0, Z3 4.8.12
(set-info :status sat)
(set-option :produce-models true)
(set-logic ALL)

; item 0: 5 lines
; name: digits
(declare-const S Int) (declare-const E Int) (declare-const N Int)
(declare-const D Int) (declare-const M Int) (declare-const O Int)
(declare-const R Int) (declare-const Y Int)
(assert (and (<= 0 S 9) (<= 0 E 9) (<= 0 N 9) (<= 0 D 9)
             (<= 0 M 9) (<= 0 O 9) (<= 0 R 9) (<= 0 Y 9)))

; item 1: 1 line
; name: different
(assert (distinct S E N D M O R Y))

; item 2: 4 lines
; name: words
(define-fun send () Int (+ (* 1000 S) (* 100 E) (* 10 N) D))
(define-fun more () Int (+ (* 1000 M) (* 100 O) (* 10 R) E))
(define-fun money () Int
  (+ (* 10000 M) (* 1000 O) (* 100 N) (* 10 E) Y))

; item 3: 1 line
; name: sum
(assert (= (+ send more) money))

; item 4: 1 line
; name: no_zero_in_front
(assert (and (> S 0) (> M 0)))

; end of items
(check-sat)
(get-model)
