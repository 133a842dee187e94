; Satchel export, format 1
; session: river
; revision: 7
; made by: Satchel 0.1.0, Z3 4.8.12
(set-info :status sat)
(set-option :produce-models true)
(set-logic ALL)

; item 0: 5 lines
; name: states
(define-sort State () (_ BitVec 4))
(define-fun farmer ((s State)) (_ BitVec 1) ((_ extract 3 3) s))
(define-fun wolf ((s State)) (_ BitVec 1) ((_ extract 2 2) s))
(define-fun goat ((s State)) (_ BitVec 1) ((_ extract 1 1) s))
(define-fun cabbage ((s State)) (_ BitVec 1) ((_ extract 0 0) s))

; item 1: 3 lines
; name: safe
; note: Nobody is eaten while the farmer is away.
(define-fun safe ((s State)) Bool
  (and (or (= (goat s) (farmer s)) (distinct (goat s) (wolf s)))
       (or (= (goat s) (farmer s)) (distinct (goat s) (cabbage s)))))

; item 2: 7 lines
; name: cross
; note: The farmer, and at most one that is on his side.
(define-fun cross ((s State) (t State)) Bool
  (and (or (= (bvxor s t) #b1000) (= (bvxor s t) #b1100)
           (= (bvxor s t) #b1010) (= (bvxor s t) #b1001))
       (or (= (wolf s) (wolf t)) (= (wolf s) (farmer s)))
       (or (= (goat s) (goat t)) (= (goat s) (farmer s)))
       (or (= (cabbage s) (cabbage t)) (= (cabbage s) (farmer s)))
       (safe t)))

; item 3: 2 lines
; name: plan
(declare-fun at (Int) State)
(assert (= (at 0) #b0000))

; item 4: 3 lines
; name: six_crossings
(assert (and (cross (at 0) (at 1)) (cross (at 1) (at 2))
             (cross (at 2) (at 3)) (cross (at 3) (at 4))
             (cross (at 4) (at 5)) (cross (at 5) (at 6))))

; item 5: 1 line
; name: seventh
(assert (cross (at 6) (at 7)))

; item 6: 1 line
; name: goal
(assert (= (at 7) #b1111))

; end of items
(check-sat)
(get-model)
