; Satchel export, format 1
; session: match
; revision: 4
; made by: Satchel 0.1.0, Z3 4.8.12
(set-info :status sat)
(set-option :produce-models true)
(set-logic ALL)

; item 0: 6 lines
; name: rankings
; note: likes: a row for each student; wants: a row for each company
; data: {"n":4,"likes":[[1,2,3,4],[2,1,4,3],[3,4,1,2],[4,3,2,1]],"wants":[[4,3,2,1],[3,4,1,2],[2,1,4,3],[1,2,3,4]]}
(define-fun n () Int 4)
(declare-fun likes!outside (Int Int) Int)
(define-fun likes ((i Int) (j Int)) Int (ite (= i 1) (ite (= j 1) 1 (ite (= j 2) 2 (ite (= j 3) 3 (ite (= j 4) 4 (likes!outside i j))))) (ite (= i 2) (ite (= j 1) 2 (ite (= j 2) 1 (ite (= j 3) 4 (ite (= j 4) 3 (likes!outside i j))))) (ite (= i 3) (ite (= j 1) 3 (ite (= j 2) 4 (ite (= j 3) 1 (ite (= j 4) 2 (likes!outside i j))))) (ite (= i 4) (ite (= j 1) 4 (ite (= j 2) 3 (ite (= j 3) 2 (ite (= j 4) 1 (likes!outside i j))))) (likes!outside i j))))))
(declare-fun wants!outside (Int Int) Int)
(define-fun wants ((i Int) (j Int)) Int (ite (= i 1) (ite (= j 1) 4 (ite (= j 2) 3 (ite (= j 3) 2 (ite (= j 4) 1 (wants!outside i j))))) (ite (= i 2) (ite (= j 1) 3 (ite (= j 2) 4 (ite (= j 3) 1 (ite (= j 4) 2 (wants!outside i j))))) (ite (= i 3) (ite (= j 1) 2 (ite (= j 2) 1 (ite (= j 3) 4 (ite (= j 4) 3 (wants!outside i j))))) (ite (= i 4) (ite (= j 1) 1 (ite (= j 2) 2 (ite (= j 3) 3 (ite (= j 4) 4 (wants!outside i j))))) (wants!outside i j))))))

; item 1: 5 lines
; name: matching
; note: Each student goes to one company, and no two to the same.
(declare-fun place (Int) Int)
(define-fun is ((i Int)) Bool (<= 1 i n))
(assert (forall ((s Int)) (=> (is s) (is (place s)))))
(assert (forall ((s Int) (t Int)) (=> (and (is s) (is t) (< s t))
  (distinct (place s) (place t)))))

; item 2: 3 lines
; name: stable
; note: No student and company prefer each other to what they have.
(assert (forall ((s Int) (t Int)) (=> (and (is s) (is t) (distinct s t))
  (not (and (< (likes s (place t)) (likes s (place s)))
            (< (wants (place t) s) (wants (place t) t)))))))

; item 3: 2 lines
; name: regret
(define-fun students () Int (+ (likes 1 (place 1)) (likes 2 (place 2))
  (likes 3 (place 3)) (likes 4 (place 4))))

; end of items
(check-sat)
(get-model)
