; Satchel export, format 1
; session: peterson
; revision: 5
; made by: Satchel 0.1.0
(set-logic ALL)

; item 0: 7 lines
; name: state
(declare-datatype Place ((Idle) (Asks) (Yields) (Critical)))
(define-fun steps () Int 10)
(declare-fun at (Int Int) Place)
(declare-fun wants (Int Int) Bool)
(declare-fun turn (Int) Int)
(declare-fun moves (Int) Int)
(define-fun other ((p Int)) Int (- 3 p))

; item 1: 2 lines
; name: start
(assert (and (= (at 1 0) (at 2 0) Idle) (not (wants 1 0)) (not (wants 2 0))))
(assert (forall ((t Int)) (=> (<= 0 t steps) (and (<= 1 (turn t) 2) (<= 1 (moves t) 2)))))

; item 2: 2 lines
; name: waits
; note: who is not moved stays as it is
(assert (forall ((t Int) (p Int)) (=> (and (<= 0 t (- steps 1)) (<= 1 p 2) (distinct p (moves t)))
  (and (= (at p (+ t 1)) (at p t)) (= (wants p (+ t 1)) (wants p t))))))

; item 3: 7 lines
; name: step
(define-fun next ((t Int) (p Int) (place Place) (wish Bool)) Bool
  (and (= (at p (+ t 1)) place) (= (wants p (+ t 1)) wish)))
(assert (forall ((t Int) (p Int)) (=> (and (<= 0 t (- steps 1)) (<= 1 p 2) (= p (moves t)))
  (ite (= (at p t) Idle) (next t p Asks false)
  (ite (= (at p t) Asks) (ite (wants (other p) t) (next t p Asks false) (next t p Yields false))
  (ite (= (at p t) Yields) (next t p Critical true)
  (next t p Idle false)))))))

; end of items
(check-sat)
