; Satchel export, format 1
; session: sudoku16
; revision: 2
; made by: Satchel 0.1.0, Z3 4.8.12
(set-info :status sat)
(set-option :produce-models true)
(set-logic ALL)

; item 0: 4 lines
; data: {"n":16,"given":[[0,3,0,7,0,15,0,0,0,0,12,0,0,13,0,2],[14,5,10,12,6,9,0,13,0,0,0,0,0,4,11,0],[4,8,0,15,0,12,5,0,0,0,9,6,0,16,1,0],[0,0,0,0,0,0,0,16,0,0,0,11,0,0,0,5],[0,0,0,1,0,11,0,3,14,8,0,0,6,0,0,13],[5,13,0,0,0,0,0,2,4,3,11,7,0,0,15,0],[0,14,15,0,12,6,13,0,0,0,1,9,0,0,7,0],[0,0,7,0,15,0,14,0,0,5,0,0,1,2,9,16],[0,0,0,2,0,0,11,0,10,0,0,0,5,0,14,0],[12,0,14,5,13,0,1,0,11,0,0,16,8,0,0,0],[0,0,4,0,0,5,6,12,0,0,2,13,0,0,16,11],[7,11,16,3,0,0,0,15,0,0,5,14,0,0,0,0],[0,12,0,14,0,0,0,0,7,1,16,0,4,0,0,0],[11,15,0,0,0,0,0,0,9,0,0,5,0,0,0,0],[1,0,0,0,0,0,0,0,12,0,14,0,13,6,0,9],[6,9,0,0,0,16,7,0,15,11,4,0,0,10,8,12]]}
(define-fun n () Int 16)
(declare-fun given!outside (Int Int) Int)
(define-fun given ((i Int) (j Int)) Int (ite (= i 1) (ite (= j 1) 0 (ite (= j 2) 3 (ite (= j 3) 0 (ite (= j 4) 7 (ite (= j 5) 0 (ite (= j 6) 15 (ite (= j 7) 0 (ite (= j 8) 0 (ite (= j 9) 0 (ite (= j 10) 0 (ite (= j 11) 12 (ite (= j 12) 0 (ite (= j 13) 0 (ite (= j 14) 13 (ite (= j 15) 0 (ite (= j 16) 2 (given!outside i j))))))))))))))))) (ite (= i 2) (ite (= j 1) 14 (ite (= j 2) 5 (ite (= j 3) 10 (ite (= j 4) 12 (ite (= j 5) 6 (ite (= j 6) 9 (ite (= j 7) 0 (ite (= j 8) 13 (ite (= j 9) 0 (ite (= j 10) 0 (ite (= j 11) 0 (ite (= j 12) 0 (ite (= j 13) 0 (ite (= j 14) 4 (ite (= j 15) 11 (ite (= j 16) 0 (given!outside i j))))))))))))))))) (ite (= i 3) (ite (= j 1) 4 (ite (= j 2) 8 (ite (= j 3) 0 (ite (= j 4) 15 (ite (= j 5) 0 (ite (= j 6) 12 (ite (= j 7) 5 (ite (= j 8) 0 (ite (= j 9) 0 (ite (= j 10) 0 (ite (= j 11) 9 (ite (= j 12) 6 (ite (= j 13) 0 (ite (= j 14) 16 (ite (= j 15) 1 (ite (= j 16) 0 (given!outside i j))))))))))))))))) (ite (= i 4) (ite (= j 1) 0 (ite (= j 2) 0 (ite (= j 3) 0 (ite (= j 4) 0 (ite (= j 5) 0 (ite (= j 6) 0 (ite (= j 7) 0 (ite (= j 8) 16 (ite (= j 9) 0 (ite (= j 10) 0 (ite (= j 11) 0 (ite (= j 12) 11 (ite (= j 13) 0 (ite (= j 14) 0 (ite (= j 15) 0 (ite (= j 16) 5 (given!outside i j))))))))))))))))) (ite (= i 5) (ite (= j 1) 0 (ite (= j 2) 0 (ite (= j 3) 0 (ite (= j 4) 1 (ite (= j 5) 0 (ite (= j 6) 11 (ite (= j 7) 0 (ite (= j 8) 3 (ite (= j 9) 14 (ite (= j 10) 8 (ite (= j 11) 0 (ite (= j 12) 0 (ite (= j 13) 6 (ite (= j 14) 0 (ite (= j 15) 0 (ite (= j 16) 13 (given!outside i j))))))))))))))))) (ite (= i 6) (ite (= j 1) 5 (ite (= j 2) 13 (ite (= j 3) 0 (ite (= j 4) 0 (ite (= j 5) 0 (ite (= j 6) 0 (ite (= j 7) 0 (ite (= j 8) 2 (ite (= j 9) 4 (ite (= j 10) 3 (ite (= j 11) 11 (ite (= j 12) 7 (ite (= j 13) 0 (ite (= j 14) 0 (ite (= j 15) 15 (ite (= j 16) 0 (given!outside i j))))))))))))))))) (ite (= i 7) (ite (= j 1) 0 (ite (= j 2) 14 (ite (= j 3) 15 (ite (= j 4) 0 (ite (= j 5) 12 (ite (= j 6) 6 (ite (= j 7) 13 (ite (= j 8) 0 (ite (= j 9) 0 (ite (= j 10) 0 (ite (= j 11) 1 (ite (= j 12) 9 (ite (= j 13) 0 (ite (= j 14) 0 (ite (= j 15) 7 (ite (= j 16) 0 (given!outside i j))))))))))))))))) (ite (= i 8) (ite (= j 1) 0 (ite (= j 2) 0 (ite (= j 3) 7 (ite (= j 4) 0 (ite (= j 5) 15 (ite (= j 6) 0 (ite (= j 7) 14 (ite (= j 8) 0 (ite (= j 9) 0 (ite (= j 10) 5 (ite (= j 11) 0 (ite (= j 12) 0 (ite (= j 13) 1 (ite (= j 14) 2 (ite (= j 15) 9 (ite (= j 16) 16 (given!outside i j))))))))))))))))) (ite (= i 9) (ite (= j 1) 0 (ite (= j 2) 0 (ite (= j 3) 0 (ite (= j 4) 2 (ite (= j 5) 0 (ite (= j 6) 0 (ite (= j 7) 11 (ite (= j 8) 0 (ite (= j 9) 10 (ite (= j 10) 0 (ite (= j 11) 0 (ite (= j 12) 0 (ite (= j 13) 5 (ite (= j 14) 0 (ite (= j 15) 14 (ite (= j 16) 0 (given!outside i j))))))))))))))))) (ite (= i 10) (ite (= j 1) 12 (ite (= j 2) 0 (ite (= j 3) 14 (ite (= j 4) 5 (ite (= j 5) 13 (ite (= j 6) 0 (ite (= j 7) 1 (ite (= j 8) 0 (ite (= j 9) 11 (ite (= j 10) 0 (ite (= j 11) 0 (ite (= j 12) 16 (ite (= j 13) 8 (ite (= j 14) 0 (ite (= j 15) 0 (ite (= j 16) 0 (given!outside i j))))))))))))))))) (ite (= i 11) (ite (= j 1) 0 (ite (= j 2) 0 (ite (= j 3) 4 (ite (= j 4) 0 (ite (= j 5) 0 (ite (= j 6) 5 (ite (= j 7) 6 (ite (= j 8) 12 (ite (= j 9) 0 (ite (= j 10) 0 (ite (= j 11) 2 (ite (= j 12) 13 (ite (= j 13) 0 (ite (= j 14) 0 (ite (= j 15) 16 (ite (= j 16) 11 (given!outside i j))))))))))))))))) (ite (= i 12) (ite (= j 1) 7 (ite (= j 2) 11 (ite (= j 3) 16 (ite (= j 4) 3 (ite (= j 5) 0 (ite (= j 6) 0 (ite (= j 7) 0 (ite (= j 8) 15 (ite (= j 9) 0 (ite (= j 10) 0 (ite (= j 11) 5 (ite (= j 12) 14 (ite (= j 13) 0 (ite (= j 14) 0 (ite (= j 15) 0 (ite (= j 16) 0 (given!outside i j))))))))))))))))) (ite (= i 13) (ite (= j 1) 0 (ite (= j 2) 12 (ite (= j 3) 0 (ite (= j 4) 14 (ite (= j 5) 0 (ite (= j 6) 0 (ite (= j 7) 0 (ite (= j 8) 0 (ite (= j 9) 7 (ite (= j 10) 1 (ite (= j 11) 16 (ite (= j 12) 0 (ite (= j 13) 4 (ite (= j 14) 0 (ite (= j 15) 0 (ite (= j 16) 0 (given!outside i j))))))))))))))))) (ite (= i 14) (ite (= j 1) 11 (ite (= j 2) 15 (ite (= j 3) 0 (ite (= j 4) 0 (ite (= j 5) 0 (ite (= j 6) 0 (ite (= j 7) 0 (ite (= j 8) 0 (ite (= j 9) 9 (ite (= j 10) 0 (ite (= j 11) 0 (ite (= j 12) 5 (ite (= j 13) 0 (ite (= j 14) 0 (ite (= j 15) 0 (ite (= j 16) 0 (given!outside i j))))))))))))))))) (ite (= i 15) (ite (= j 1) 1 (ite (= j 2) 0 (ite (= j 3) 0 (ite (= j 4) 0 (ite (= j 5) 0 (ite (= j 6) 0 (ite (= j 7) 0 (ite (= j 8) 0 (ite (= j 9) 12 (ite (= j 10) 0 (ite (= j 11) 14 (ite (= j 12) 0 (ite (= j 13) 13 (ite (= j 14) 6 (ite (= j 15) 0 (ite (= j 16) 9 (given!outside i j))))))))))))))))) (ite (= i 16) (ite (= j 1) 6 (ite (= j 2) 9 (ite (= j 3) 0 (ite (= j 4) 0 (ite (= j 5) 0 (ite (= j 6) 16 (ite (= j 7) 7 (ite (= j 8) 0 (ite (= j 9) 15 (ite (= j 10) 11 (ite (= j 11) 4 (ite (= j 12) 0 (ite (= j 13) 0 (ite (= j 14) 10 (ite (= j 15) 8 (ite (= j 16) 12 (given!outside i j))))))))))))))))) (given!outside i j))))))))))))))))))

; item 1: 13 lines
; name: rules
(declare-fun v (Int Int) Int)
(define-fun in ((i Int)) Bool (<= 1 i n))
(define-fun block ((i Int)) Int (div (- i 1) 4))
(assert (forall ((i Int) (j Int)) (=> (and (in i) (in j)) (in (v i j)))))
(assert (forall ((i Int) (j Int)) (=> (and (in i) (in j) (> (given i j) 0))
  (= (v i j) (given i j)))))
(assert (forall ((i Int) (j Int) (k Int))
  (=> (and (in i) (in j) (in k) (< j k))
    (and (distinct (v i j) (v i k)) (distinct (v j i) (v k i))))))
(assert (forall ((i Int) (j Int) (k Int) (l Int))
  (=> (and (in i) (in j) (in k) (in l) (< i k) (distinct j l)
      (= (block i) (block k)) (= (block j) (block l)))
    (distinct (v i j) (v k l)))))

; end of items
(check-sat)
(get-model)
